"""Units that are eliminated: what a U.S. loss costs, and where it goes (8.8 note 6, 9.3, 15.2)."""

from __future__ import annotations

from typing import Final

from beachhead.engine.files.cases import enforces
from beachhead.games.olympic.ground import FAMILY
from beachhead.games.olympic.landing.reinforcements import assign_track
from beachhead.games.olympic.phases import US_COMBAT
from beachhead.games.olympic.state import BOX, LOST, OlympicState

SUPPLIED_LOSS: Final = 10
UNSUPPLIED_LOSS: Final = 30
RETURN: Final = 3
"""Game-Turns after which a supplied loss returns (9.3)."""


@enforces(
    FAMILY, "8.8-note-6a", "8.8-note-6b", "15.21", "15.22", "9.3-return", "9.3-unsupplied", "9.3-track", "15.12", "9.0-general"
)
def lose_us(state: OlympicState, unit: int, case: str, paid: int = 0, supplied: bool = True) -> None:
    """A U.S. unit is eliminated: 10 points, or 30 if it was unsupplied, in place of the `paid` ones that its combat cost.

    A supplied unit goes to a Replacement Track and is back on the third Game-Turn after this one (A5); an unsupplied one is
    gone for good.
    """
    space = state.where[unit]
    if state.sink is not None:
        name, where = state.name(unit), state.hex_name(space)
        text = f"{name} is eliminated at {where}{'' if supplied else ', unsupplied, and will not return'}"
        state.tell("lost", case, text, unit=name, hex=where, supplied=supplied)
    state.score((SUPPLIED_LOSS if supplied else UNSUPPLIED_LOSS) - paid, "15.21" if supplied else "15.22")
    if not supplied:
        state.take(unit, LOST)
        return
    state.take(unit, BOX)
    early = state.ruleset.return_by_boxes and state.phase == US_COMBAT
    state.due[unit] = state.turn + RETURN - early
    assign_track(state, unit, space)


@enforces(FAMILY, "15.12", "9.0-general", "9.0-pool")
def lose_jp(state: OlympicState, unit: int, case: str) -> None:
    """A Japanese unit is eliminated: it scores nothing and never returns."""
    if state.sink is not None:
        name, where = state.name(unit), state.hex_name(state.where[unit])
        state.tell("lost", case, f"{name} is eliminated at {where}", unit=name, hex=where)
    state.take(unit, LOST)
