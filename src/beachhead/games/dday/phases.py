"""The phases of a game turn (4.0), in order, with what the page and positions call them."""

from __future__ import annotations

from typing import Final, NamedTuple

from beachhead.engine.files.cases import enforces

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
# Phases that only later turns have; numbers are part of saves, so they follow those of D-Day.
HQ: Final = 11
SECOND_EVENT: Final = 12
RAIDS: Final = 13
SET_UP: Final = 14
REST: Final = 15

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
    Phase("hq", "US HQ Phase", "4.0-II"),
    Phase("second event", "Second Event Phase", "4.0-V"),
    Phase("raids", "Japanese Raid Check Phase", "4.0-VIII"),
    Phase("set-up", "Set-up", "18.0"),
    Phase("rest", "Start of the day", "16.3"),
)
ORDER: Final = (
    SET_UP, OPENING, REST, CHECKS, LANDING, ARRIVALS, HQ, REPLACEMENTS, FIRST_EVENT, FIRE, SECOND_EVENT, ACTIONS, SECOND_WAVE,
    ARTILLERY, RAIDS, END,
)  # fmt: skip
"""The phases of a game turn as they follow each other. Set-up and opening card come once, on the first turn of a scenario."""
EVENTS: Final = (FIRST_EVENT, SECOND_EVENT)
REST_FROM: Final = 28
"""The morning of 27 February, the first day that can be one of rest."""
SECOND_DAY: Final = 7
"""The first turn of 20 February: from here on there are three turns a day."""
AM: Final = "AM"
PM: Final = "PM"
NAMES: Final = {phase.name: number for number, phase in enumerate(PHASES)}


@enforces(FAMILY, "4.0-II", "4.0-III", "4.0-V", "4.0-VII", "4.0-VIII", "16.3")
def takes_place(phase: int, turn: int, part: str) -> bool:
    """Whether a phase takes place on a game turn; `part` is its part of the day. What a scenario adds is not decided here."""
    if phase == FIRST_EVENT:
        return turn >= 2
    if phase == REST:
        return turn >= REST_FROM and part == AM
    if phase == HQ:
        return turn >= SECOND_DAY and part in (AM, PM)
    if phase in (SECOND_EVENT, RAIDS):
        return turn >= SECOND_DAY
    if phase == ARTILLERY:
        return turn in (3, 6) or turn >= SECOND_DAY
    return True
