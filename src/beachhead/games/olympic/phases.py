"""The phases of a Game-Turn (4.2), in order."""

from __future__ import annotations

from typing import Final, NamedTuple


class Phase(NamedTuple):
    """A phase: its name in positions and facts, its title, its case, and who acts."""

    name: str
    title: str
    case: str
    side: int


DEPLOYMENT: Final = 0
TOKKO_RECORD: Final = 1
US_MOVEMENT: Final = 2
US_ASSAULT: Final = 3
US_COMBAT: Final = 4
US_REINFORCEMENT: Final = 5
US_INTERDICTION: Final = 6
JP_DOCTRINE: Final = 7
JP_MOVEMENT: Final = 8
JP_COMBAT: Final = 9
REMOVAL: Final = 10

PHASES: Final = (
    Phase("jp deployment", "Japanese deployment", "17.2", 1),
    Phase("jp tokko", "Tokko record", "17.3-record", 1),
    Phase("us movement", "American Movement Phase", "4.2-A1", 0),
    Phase("us assault", "American Amphibious Assault Phase", "4.2-A2", 0),
    Phase("us combat", "American Combat Phase", "4.2-A3", 0),
    Phase("us reinforcement", "American Reinforcement Phase", "4.2-A4", 0),
    Phase("us interdiction", "American Air Interdiction Phase", "4.2-A5", 0),
    Phase("jp doctrine", "Japanese Doctrine Phase", "4.2-B1", 1),
    Phase("jp movement", "Japanese Movement Phase", "4.2-B2", 1),
    Phase("jp combat", "Japanese Combat Phase", "4.2-B3", 1),
    Phase("removal", "Air Interdiction Removal Phase", "4.2-C", 0),
)
NAMES: Final = {phase.name: number for number, phase in enumerate(PHASES)}
