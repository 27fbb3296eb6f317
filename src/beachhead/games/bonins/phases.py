"""The phases of a Game-Turn (std-4.1-f), in order; the first two come before the first turn."""

from __future__ import annotations

from typing import Final, NamedTuple


class Phase(NamedTuple):
    """A phase: its name in positions and facts, its title, its case, and who acts."""

    name: str
    title: str
    case: str
    side: int


DEPLOYMENT: Final = 0
BEACHES: Final = 1
US_MOVEMENT: Final = 2
US_COMBAT: Final = 3
US_MOBILE_MOVEMENT: Final = 4
US_MOBILE_COMBAT: Final = 5
JP_MOVEMENT: Final = 6
JP_COMBAT: Final = 7
ADMINISTRATIVE: Final = 8

PHASES: Final = (
    Phase("jp deployment", "Japanese deployment", "23.1", 1),
    Phase("us beaches", "Choice of beaches", "11.3-a", 0),
    Phase("us movement", "U.S. Movement Phase", "std-4.1-a", 0),
    Phase("us combat", "U.S. Combat Phase", "std-4.1-a", 0),
    Phase("us mobile movement", "U.S. Mobile Movement Phase", "13.0-4.1-a", 0),
    Phase("us mobile combat", "U.S. Mobile Combat Phase", "13.0-4.1-b", 0),
    Phase("jp movement", "Japanese Movement Phase", "std-4.1-a", 1),
    Phase("jp combat", "Japanese Combat Phase", "std-4.1-a", 1),
    Phase("administrative", "Administrative Phase", "13.0-4.1-d", 0),
)
NAMES: Final = {phase.name: number for number, phase in enumerate(PHASES)}
MOVEMENT_PHASES: Final = (US_MOVEMENT, US_MOBILE_MOVEMENT)
COMBAT_PHASES: Final = (US_COMBAT, US_MOBILE_COMBAT)
