"""The ruleset of a match of Bloodbath in the Bonins: island, counters and tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from beachhead.engine.action import SPACE, UNIT, Names, pack
from beachhead.engine.ruleset import Ruleset
from beachhead.games.bonins.box.kinds import BATTALION, JP, TANK, US, Components
from beachhead.games.bonins.ground import FOOT, Ground
from beachhead.games.bonins.verbs import BEACH_SIDE, LAND, MARCH, MOVE, REGIMENT, TRY, TURN, VERBS
from beachhead.series.island_war.ground import ARMOUR

if TYPE_CHECKING:
    from beachhead.engine.game import Game
    from beachhead.engine.secrecy import Secret, Shown
    from beachhead.engine.step import AnyStep

SIDES: Final = ("us", "jp")
SIDE_NAMES: Final = {"us": "U.S.", "jp": "Japan"}
__all__ = ["JP", "SIDES", "SIDE_NAMES", "US", "BoninsRuleset"]


class BoninsRuleset(Ruleset):
    """Everything that is fixed in a match. U.S. units are numbered first, then the Japanese, each in the order of the file."""

    def __init__(
        self,
        game: Game,
        parameters: Mapping[str, Any],
        components: Components,
        *,
        steps: Sequence[AnyStep],
        shown: Sequence[Shown[Any]],
        secrets: Sequence[Secret[Any]],
    ) -> None:
        units = components.units
        reserves = list(dict.fromkeys(unit.regiment for unit in units if unit.starts == "reserves" and unit.regiment))
        super().__init__(
            game,
            parameters,
            verbs=VERBS,
            steps=steps,
            names={
                UNIT: Names([unit.id for unit in units]),
                SPACE: Names(components.board.grid.names),
                BEACH_SIDE: Names(list(components.board.beaches)),
                REGIMENT: Names([str(regiment) for regiment in reserves] or ["none"]),
            },
            shown=shown,
            secrets=secrets,
        )
        self.components = components
        self.units = units
        self.ground = Ground(components)
        self.table = components.table
        self.results_by_column = tuple(zip(*components.table.results, strict=True))
        """The results table by column: what each face of the die brings."""
        self.turns = components.turns
        self.reserve_regiments = tuple(reserves)
        self.landings = components.numbers["landings_per_phase"]
        self.landings_a_color = components.numbers["landings_per_colour"]
        self.regiment_count = len(reserves)
        self.build_options(parameters["options"])
        self.build_units()

    def build_options(self, options: Mapping[str, Any]) -> None:
        """The options as attributes, so that rules need not look them up by name."""
        self.solitaire = "jp" in self.book
        """Whether Japan acts by the book (10.3-a)."""
        self.locked_zones = options["leave_zones"] == "locked"
        self.banzai_counts_suribachi = bool(options["banzai_count_suribachi"])
        self.suppression_covers_d = bool(options["suppression_covers_d"])
        self.advance_after_exchange = bool(options.get("advance_after_exchange"))
        self.exchanges = options["stack_test"] == "phase_end"
        """Whether two units may move into each other's hexes in one action."""
        self.tunnel_zero_movement = bool(options.get("tunnel_zero_movement"))

    def build_units(self) -> None:
        """Values of units in flat lists."""
        units = self.units
        self.unit_ids = tuple(unit.id for unit in units)
        self.number = {unit.id: number for number, unit in enumerate(units)}
        self.us_count = sum(unit.side == US for unit in units)
        """U.S. units have the numbers below this one."""
        self.jp_count = len(units) - self.us_count
        self.us_units = list(range(self.us_count))
        self.jp_units = list(range(self.us_count, len(units)))
        self.attack = [unit.attack for unit in units]
        self.defense = [unit.defense for unit in units]
        self.weak_attack = [unit.weak_attack for unit in units]
        self.weak_defense = [unit.weak_defense for unit in units]
        self.halves = [2 * unit.movement for unit in units]
        """Movement allowances in half points, as the ground counts them."""
        self.is_battalion = [unit.kind == BATTALION for unit in units]
        self.is_support = [unit.side == US and unit.kind != BATTALION for unit in units]
        """Regimental support units and tanks (17.1-a)."""
        self.is_tank = [unit.side == US and unit.kind == TANK for unit in units]
        self.tanks = [number for number in self.us_units if self.is_tank[number]]
        self.mover = [ARMOUR if tank else FOOT for tank in self.is_tank]
        """The ban on terrain is for U.S. tanks alone (13.0-5.2-d)."""
        self.on_track = [unit.track for unit in units]
        self.is_anti_tank = [unit.anti_tank for unit in units]
        self.regiment_units = tuple(
            tuple(n for n in self.us_units if units[n].regiment == regiment and units[n].starts == "reserves")
            for regiment in self.reserve_regiments
        )
        self.reserve_tanks = [n for n in self.tanks if units[n].starts == "reserves"]
        self.move_bases = [pack(MOVE, unit) for unit in range(len(units))]
        self.land_bases = [pack(LAND, unit) for unit in range(len(units))]
        spaces = range(self.ground.size)
        self.march_bases = [pack(MARCH, space) for space in spaces]
        self.turn_codes = [pack(TURN, space) for space in spaces]
        self.try_codes = [pack(TRY, space) for space in spaces]
        self.dug_names = tuple(f"J{name}" for name in self.ground.names)
        """What views call a dug-in unit: its place, nothing else (hidden-us-view)."""

    def hex_name(self, space: int) -> str:
        """The number of a hex."""
        return self.ground.names[space]

    @property
    def max_actions(self) -> int:
        """As the game declares it for sixteen turns; a longer track takes longer in proportion."""
        return self.game.max_actions * max(16, self.turns) // 16

    def is_shorthand(self, text: str) -> bool:
        words = text.casefold().split()
        if len(words) > 3 and words[0] in ("attack", "declare"):
            return "from" in words[2:-1]
        return len(words) > 3 and words[0] == "call" and words[2] == "with"
