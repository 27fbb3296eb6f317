"""The ruleset of a match of Saipan."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from beachhead.games.saipan.verbs import SAIPAN_VERBS
from beachhead.series.island_war.ruleset import Components, IslandWarRuleset
from beachhead.series.island_war.state import PLACES

if TYPE_CHECKING:
    from beachhead.engine.secrecy import Secret, Shown
    from beachhead.engine.step import AnyStep
    from beachhead.games.saipan.game import Saipan
    from beachhead.series.island_war.combat.duties import Duties


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
        self.japan_wins_at_once = options["japanese_victory"] == "at_once"
        self.places = (*self.ground.grid.names, *(name for _, name in sorted(PLACES.items())))
        """What views call the place of a unit, by its number in `where`: those off the map are below 0, so they come last."""
        self.hex_rows: dict[tuple[int, ...], list[str]] = {}
        """Beachheads and landing notes as views show them: they seldom change."""
        self.beaches = tuple(sorted(components.board.beaches))

    def may_land_at(self, unit: int, space: int) -> bool:
        """Whether a reinforcement may be placed in a hex of that ground: armor only where it may go (5.25, R51)."""
        return not self.is_armour[unit] or self.ground.kind[space].armour
