"""The phases of a game turn (4.0), in order, with what the page and positions call them."""

from __future__ import annotations

from typing import Final, NamedTuple

from beachhead.engine.cases import enforces

FAMILY: Final = "dday"
"""The name under which the code cites its cases."""


class Phase(NamedTuple):
    """A phase, or a part of one that begins on its own."""

    name: str
    title: str
    case: str


OPENING: Final = 0
CHECKS: Final = 1
LANDING: Final = 2
ARRIVALS: Final = 3
REPLACEMENTS: Final = 4
FIRST_EVENT: Final = 5
FIRE: Final = 6
ACTIONS: Final = 7
SECOND_WAVE: Final = 8
ARTILLERY: Final = 9
END: Final = 10

PHASES: Final = (
    Phase("opening", "Opening card", "18.4.4"),
    Phase("landing checks", "Amphibious Operations: landing checks", "4.0-I-1"),
    Phase("landing", "Amphibious Operations: landing", "4.0-I-2"),
    Phase("arrivals", "Amphibious Operations: units for the next turn", "4.0-I-3"),
    Phase("replacements", "Replacements", "18.4.4-c"),
    Phase("first event", "First Event Phase", "4.0-III"),
    Phase("fire", "Japanese Fire Phase", "4.0-IV"),
    Phase("actions", "US Action Phase", "4.0-VI"),
    Phase("second wave", "The second wave lands", "18.4.4-a"),
    Phase("artillery", "Japanese Artillery Fire Phase", "4.0-VII"),
    Phase("end", "End of Turn", "4.0-IX"),
)
NAMES: Final = {phase.name: number for number, phase in enumerate(PHASES)}


@enforces(FAMILY, "4.0-III", "4.0-VII")
def takes_place(phase: int, turn: int) -> bool:
    """Whether a phase takes place on a game turn of D-Day."""
    if phase in (OPENING, SECOND_WAVE):
        return turn == 1
    if phase == FIRST_EVENT:
        return turn >= 2
    if phase == ARTILLERY:
        return turn in (3, 6) or turn >= 7
    return True
