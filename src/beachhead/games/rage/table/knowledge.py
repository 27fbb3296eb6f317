"""What a side knows of a position of Rage Against the Marines, in numbers, for bots (`State.known`)."""

from __future__ import annotations

from typing import Any, Final

from beachhead.engine.secrecy import Known
from beachhead.games.rage.memory import HID, SEARCHED
from beachhead.games.rage.ruleset import RageRuleset
from beachhead.games.rage.state import ABSENT, JP, NONE, UNSEEN, UNSEEN_MOVE, RageState
from beachhead.games.rage.table.view import CAVES_SECRET, NAMING_SECRET, printed_values

Look = tuple[int, int, int, int, int, int]
OUT_OF_SIGHT: Final[Look] = (ABSENT, 0, 0, 0, 0, 0)
"""A unit that is not in a side's view looks like one that is not in the game."""


def counters_of(ruleset: RageRuleset) -> list[dict[str, Any]]:
    """What is printed on each counter; `values` has the figures by steps left, those of the full side in place of none."""
    return [
        {
            "name": unit.id,
            "side": ruleset.sides[unit.side],
            "arm": unit.type,
            "full": unit.steps,
            "values": [printed_values(unit, steps) for steps in range(unit.steps + 1)],
            "at": unit.at,
            "armor": unit.armor,
        }
        for unit in ruleset.units
    ]


def units_known(state: RageState, side: str) -> list[Look]:
    """Every counter that the side sees. Nobody can tell from a Revealed counter that it has moved unseen."""
    looks = list(zip(state.where, state.steps, state.fired, state.grounded, state.moved, state.concealed, strict=True))
    all_seen = side == state.ruleset.sides[JP]
    for unit in state.ruleset.japanese:
        place, steps, fired, grounded, moved, concealed = looks[unit]
        if place == ABSENT or (not all_seen and (concealed or place in UNSEEN)):
            looks[unit] = OUT_OF_SIGHT
        elif moved == UNSEEN_MOVE:
            looks[unit] = (place, steps, fired, grounded, concealed, concealed)
    return looks


def fight_known(state: RageState, _side: str) -> tuple[int, int, int, int, list[int], list[int]] | None:
    """The attack under way, or the last one. The row of Concealed units is not in it."""
    if state.attack == NONE:
        return None
    row = [unit for unit in state.row if not state.concealed[unit]]
    return state.attack, state.area, state.hits, state.damage, row, state.retreating.copy()


def hidden_known(state: RageState, _side: str) -> tuple[int, list[tuple[int, int, int]], list[int]]:
    """What the U.S. player has learned of the secret map; everybody knows it."""
    searched = [0] * len(state.ruleset.areas)
    hid: dict[int, tuple[int, int, int]] = {}
    for entry in state.memory:
        if entry[0] == SEARCHED:
            mask = entry[2]
            while mask:
                low = mask & -mask
                searched[low.bit_length() - 1] = entry[1]
                mask ^= low
        elif entry[0] == HID and state.concealed[entry[2]]:
            hid[entry[2]] = (entry[2], entry[3], entry[1])
    return sum(state.concealed), list(hid.values()), searched


def _marked(row: bytearray) -> list[int]:
    return [area for area in range(len(row)) if row[area]]


KNOWN: Final[tuple[Known[Any], ...]] = (
    Known("turn", "the Game-Turn", lambda state, _: state.turn),
    Known("turns", "the last Game-Turn", lambda state, _: len(state.ruleset.components.track)),
    Known(
        "units",
        "for each unit its area or place (`games.rage.state`), its steps, and 1 or 0 for: fired, grounded, moved, concealed; "
        "a unit that the side does not see is absent",
        units_known,
    ),
    Known("control", "for each area 1 if the U.S. controls it", lambda state, _: list(state.control)),
    Known("caves", "Concealed Caves in each area", lambda state, _: list(state.caves), CAVES_SECRET),
    Known("shown caves", "Revealed Caves in each area", lambda state, _: list(state.shown)),
    Known("caves checked", "areas that are known to hold no Concealed Cave", lambda state, _: _marked(state.cave_checked)),
    Known("caves found", "Caves ever Revealed in each area", lambda state, _: list(state.caves_found)),
    Known("beachheads", "areas with a Beachhead", lambda state, _: _marked(state.beachhead)),
    Known("airfields", "areas that are Safe to Land", lambda state, _: _marked(state.safe)),
    Known("flag", "the Stars and Stripes: 0 in the box, 1 raised and due, 2 scored", lambda state, _: state.flag),
    Known("vp", "points of each side", lambda state, _: state.vp.copy()),
    Known("landed", "units that have landed in each area this turn", lambda state, _: list(state.landed)),
    Known("aim", "for each unit the area it is named against, or -1", lambda state, _: state.aim.copy(), NAMING_SECRET),
    Known(
        "fight",
        "kind (`games.rage.state`), area, Hits, damage left, loss order, retreating units; None before the first",
        fight_known,
    ),
    Known("kirikami", "whether it was declared this turn", lambda state, _: bool(state.kirikami)),
    Known("banzai", "whether a charge was declared this phase", lambda state, _: state.banzai >= 0, NAMING_SECRET, hidden=False),
    Known(
        "hidden",
        "how many units are out of sight; those of them that were seen to hide, each with area and turn; "
        "for each area the turn in which it was last searched (0: never)",
        hidden_known,
    ),
)
