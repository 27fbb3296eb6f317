"""The actions of Saipan that the standard rules do not know."""

from __future__ import annotations

from typing import Final

from beachhead.engine.action import SPACE, UNIT, Verb
from beachhead.engine.refusal import Refusal
from beachhead.series.island_war.verbs import VERBS

NOTE: Final = 17
DEPLOY: Final = 18
LAND: Final = 19
LAND_SEA: Final = 20
_NO_LANDING: Final = Refusal("12.2", "reinforcements land at the end of the U.S. movement phase", also=("12.0",))
SAIPAN_VERBS: Final = (
    *VERBS,
    Verb(
        "note",
        (SPACE,),
        "choose a beach hex for the landing",
        sides=("us",),
        misplaced=Refusal("14.22-c", "the landing hexes are already chosen", also=("14.22-d", "14.12-b")),
    ),
    Verb(
        "deploy",
        (UNIT, SPACE),
        "set up a unit",
        sides=("jp",),
        misplaced=Refusal("14.22-c", "units are deployed only at the start of Free Deployment", also=("14.21",)),
    ),
    Verb("land", (UNIT, SPACE), "land a reinforcement", sides=("us",), misplaced=_NO_LANDING),
    Verb(
        "land",
        (UNIT, SPACE, SPACE),
        "land it in a Sea hex, to attack the occupied Beach hex behind it",
        name="land_sea",
        sides=("us",),
        misplaced=_NO_LANDING,
    ),
)
