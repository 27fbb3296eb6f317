"""The phases of a turn in order, by name and number (chapter 5)."""

from __future__ import annotations

from typing import Final, NamedTuple


class Phase(NamedTuple):
    """A phase: the name that positions and views give it, its case, and its title."""

    name: str
    case: str
    title: str


PHASES: Final = (
    Phase("setup", "4", "Set-up"),
    Phase("weather", "5.1", "The Weather Phase"),
    Phase("us reset", "5.2.1", "The U.S. Reset Phase"),
    Phase("us recovery", "5.2.2", "The U.S. Recovery Phase"),
    Phase("us bombardment", "5.2.3", "The U.S. Bombardment Phase"),
    Phase("us movement", "5.2.4", "The U.S. Movement Phase"),
    Phase("us assault", "5.2.5", "The U.S. Assault Phase"),
    Phase("first control", "5.2.6", "The First Control Determination Phase"),
    Phase("construction", "5.2.7", "The Construction Phase"),
    Phase("jp reset", "5.3.1", "The Japanese Reset Phase"),
    Phase("jp bombardment", "5.3.2", "The Japanese Bombardment Phase"),
    Phase("jp movement", "5.3.3", "The Japanese Movement Phase"),
    Phase("jp assault", "5.3.4", "The Japanese Assault Phase"),
    Phase("second control", "5.3.5", "The Second Control Determination Phase"),
    Phase("end", "5.4", "The End Phase"),
)
NAMES: Final = tuple(phase.name for phase in PHASES)
SETUP: Final = 0
WEATHER: Final = 1
US_RESET: Final = 2
US_RECOVERY: Final = 3
US_BOMBARDMENT_PHASE: Final = 4
US_MOVEMENT: Final = 5
US_ASSAULT_PHASE: Final = 6
FIRST_CONTROL: Final = 7
CONSTRUCTION: Final = 8
JP_RESET: Final = 9
JP_BOMBARDMENT_PHASE: Final = 10
JP_MOVEMENT: Final = 11
JP_ASSAULT_PHASE: Final = 12
SECOND_CONTROL: Final = 13
END: Final = 14
