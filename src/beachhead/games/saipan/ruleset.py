"""The ruleset of a match of Saipan, and the actions that the standard rules do not know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from beachhead.engine.action import SPACE, UNIT, Verb
from beachhead.engine.refusal import Refusal
from beachhead.engine.secrecy import Secret, Shown
from beachhead.engine.step import AnyStep
from beachhead.series.island_war.duties import Duties
from beachhead.series.island_war.ruleset import Components, IslandWarRuleset
from beachhead.series.island_war.verbs import VERBS

if TYPE_CHECKING:
    from beachhead.games.saipan.game import Saipan

NOTE: Final = 17
DEPLOY: Final = 18
LAND: Final = 19
LAND_SEA: Final = 20
_NO_LANDING: Final = Refusal("12.2", "Reinforcements are placed at the end of the U.S. movement phase", also=("12.0",))
SAIPAN_VERBS: Final = (
    *VERBS,
    Verb(
        "note",
        (SPACE,),
        "write down a beach hex for the landing",
        sides=("us",),
        misplaced=Refusal("14.22-c", "The landing hexes have been written down, or are printed", also=("14.22-d", "14.12-b")),
    ),
    Verb(
        "deploy",
        (UNIT, SPACE),
        "set up a unit",
        sides=("jp",),
        misplaced=Refusal("14.22-c", "Deployment is not under way", also=("14.21",)),
    ),
    Verb("land", (UNIT, SPACE), "place a reinforcement", sides=("us",), misplaced=_NO_LANDING),
    Verb(
        "land",
        (UNIT, SPACE, SPACE),
        "place it in a Sea hex, to storm the held Beach hex behind",
        name="land_sea",
        sides=("us",),
        misplaced=_NO_LANDING,
    ),
)


class SaipanRuleset(IslandWarRuleset):
    """Everything that is fixed in a match of Saipan."""

    def __init__(
        self,
        game: Saipan,
        parameters: Mapping[str, Any],
        components: Components,
        landing: Mapping[int, int],
        *,
        steps: Sequence[AnyStep],
        shown: Sequence[Shown[Any]],
        secrets: Sequence[Secret[Any]],
        duties: type[Duties],
    ) -> None:
        options = parameters["options"]
        super().__init__(
            game,
            parameters,
            components,
            verbs=SAIPAN_VERBS,
            steps=steps,
            shown=shown,
            secrets=secrets,
            duties=duties,
            minimum_move=options["minimum_move"],
        )
        self.landing = dict(landing)
        """Beach hexes of the printed landing, with the Sea hex before those that the enemy holds (-1: none)."""
        self.free = parameters["scenario"] == "free"
        self.per_beachhead = options["reinforcement_rate"] == "per_beachhead"
        self.japan_wins_at_once = options.get("japanese_victory") == "at_once"
        self.beaches = tuple(sorted(components.board.beaches))

    def adopt(self, rules: str) -> None:
        super().adopt(rules)
        self.edition = int(rules)
        """The version of the rules, as a number."""
        self.exchanges = self.lone_price_taken = self.edition >= 3

    def may_land_at(self, unit: int, space: int) -> bool:
        """Whether a reinforcement may be placed in a hex of that ground: armor only where it may go (5.25, R51)."""
        return not self.is_armour[unit] or self.ground.kind[space].armour
