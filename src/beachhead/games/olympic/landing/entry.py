"""Where Japanese reinforcements enter the map (9.11, 9.13)."""

from __future__ import annotations

from typing import Final

from beachhead.engine.files.cases import enforces
from beachhead.games.olympic.ground import FAMILY
from beachhead.games.olympic.state import OlympicState

ENTRY_COST: Final = 1
"""Movement points to enter the map, whatever the ground (9.11, A37)."""
FULL: Final = 3
"""Units that fill a hex (7.0)."""


@enforces(FAMILY, "9.11-entry", "9.13")
def entry_hex(state: OlympicState) -> int:
    """The hex where R units enter now, or -1 if there is none.

    A U.S. unit in the entry hex diverts them to the nearest coastal Town or City without a Control marker; a marker or a zone
    of control alone does not (A69, A77).
    """
    board = state.ruleset.ground.board
    entry = board.entry
    if entry < 0 or not state.us_mask >> entry & 1:
        return entry
    barred = state.control_mask | state.us_mask
    for space in board.entry_order:
        if not barred >> space & 1:
            return space
    return -1


def can_enter(state: OlympicState, space: int) -> bool:
    """Whether one more unit has room in the entry hex, if only to pass through (7.11)."""
    return space >= 0 and state.count_in(space) < FULL
