"""What a side knows of a position of Saipan, in numbers, for bots (`State.known`)."""

from __future__ import annotations

from typing import Any, Final

from beachhead.engine.secrecy import Known
from beachhead.games.saipan.scenarios import LANDING_NOTE
from beachhead.games.saipan.state import SaipanState
from beachhead.series.island_war import knowledge


def _ascending(state: SaipanState, spaces: list[int]) -> list[int]:
    return sorted(spaces, key=state.ruleset.hex_name)


KNOWN: Final[tuple[Known[Any], ...]] = (
    *knowledge.KNOWN,
    Known("storms", "for each unit the Beach hex that it storms from the sea, or -1", lambda state, _: state.storm.copy()),
    Known("beachheads", "hexes of the markers, ascending", lambda state, _: _ascending(state, state.markers)),
    Known("noted", "the landing hexes, ascending", lambda state, _: _ascending(state, state.note), LANDING_NOTE),
)
