"""The ruleset of a match of D-Day at Iwo Jima: island, counters, cards and charts in flat lists."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from beachhead.engine.action import SPACE, UNIT, Names
from beachhead.engine.deck import Deck
from beachhead.engine.ruleset import Ruleset
from beachhead.games.dday.box.kinds import (
    BATTALION_HQ,
    ENGINEER,
    HEAVY_WEAPONS,
    JP,
    REGIMENTAL_HQ,
    RIFLE,
    TANK,
    US,
    WEAPONS,
    Components,
)
from beachhead.games.dday.box.sheets import ScenarioData
from beachhead.games.dday.ground import Ground
from beachhead.games.dday.network import Network
from beachhead.games.dday.state import PILES
from beachhead.games.dday.verbs import BOX, VERBS, WEAPON
from beachhead.games.dday.ways import Ways

if TYPE_CHECKING:
    from beachhead.engine.game import Game
    from beachhead.engine.secrecy import Shown
    from beachhead.engine.step import AnyStep

SIDES: Final = ("us", "jp")
SIDE_NAMES: Final = {"us": "U.S.", "jp": "Japan"}
SCENARIOS: Final = {"d-day": 1}
"""The number of a scenario in the book."""
STACKED: Final = ("move", "step", "enter", "barrage")
"""Words of actions that can be followed by `with` and further units."""
__all__ = ["JP", "SCENARIOS", "SIDES", "SIDE_NAMES", "US", "DDayRuleset"]


class DDayRuleset(Ruleset):
    """Everything that is fixed in a match.

    Japanese counters have one row of numbers, counted from 1: units first, then depth markers, then forts (`engine.lots`).
    """

    def __init__(
        self,
        game: Game,
        parameters: Mapping[str, Any],
        components: Components,
        *,
        steps: Sequence[AnyStep],
        shown: Sequence[Shown[Any]],
    ) -> None:
        board = components.board
        super().__init__(
            game,
            parameters,
            verbs=VERBS,
            steps=steps,
            names={
                UNIT: Names([unit.id for unit in components.us_units]),
                SPACE: Names(board.grid.names),
                BOX: Names([box.name.replace(" ", "") for box in board.boxes] or ["none"]),
                WEAPON: Names(WEAPONS),
            },
            shown=shown,
        )
        self.components = components
        self.ground = Ground(components)
        self.network = Network(self.ground)
        self.charts = components.charts
        self.setup: ScenarioData = components.scenarios[SCENARIOS[parameters["scenario"]]]
        self.ways = Ways(self.ground, self.setup)
        self.last_turn = self.setup.last_turn
        self.card_faces = components.cards
        self.deck = Deck([f"card {card.number}" for card in components.cards], PILES)
        self._build_options(parameters["options"])
        self._build_marines()
        self._build_japanese()

    def _build_options(self, options: Mapping[str, Any]) -> None:
        """The switches as attributes, so that rules need not look them up by name."""
        self.extra_company_hero = bool(options["extra_company_hero"])
        self.reinforce_fires = bool(options["reinforce_fires"])
        self.lookahead_hits = bool(options["lookahead_hits"])
        self.je_both = bool(options["je_both"])
        self.tank_barrage_los = bool(options["tank_barrage_los"])
        self.empty_hex_musters = bool(options["empty_pg_hex_musters"])
        self.second_unit = bool(options["r_second_unit"])
        self.leader_absorbs = options["leader_absorbs"] == "hex"
        self.hit_cap_by_hex = options["hit_cap"] == "hex"
        self.reserve_depth_always = options["reserve_depth"] == "always"
        self.mortar_pair_in_range = options["mortar_pair"] == "in_range"
        self.any_box_east = options["any_box"] == "east"

    def _build_marines(self) -> None:
        """Values of US units in flat lists."""
        units = self.components.us_units
        self.unit_count = len(units)
        self.unit_ids = tuple(unit.id for unit in units)
        self.number = {unit.id: number for number, unit in enumerate(units)}
        self.kind = [unit.type for unit in units]
        self.symbol = [unit.symbol for unit in units]
        self.division = [unit.division for unit in units]
        self.regiment = [unit.regiment for unit in units]
        self.battalion = [unit.battalion for unit in units]
        self.full_steps = [self.components.us_types[unit.type].steps for unit in units]
        self.is_tank = [unit.type == TANK for unit in units]
        self.tanks = [number for number, unit in enumerate(units) if unit.type == TANK]
        self.is_rifle = [unit.type == RIFLE for unit in units]
        self.is_heavy = [unit.type == HEAVY_WEAPONS for unit in units]
        self.is_battalion_hq = [unit.type == BATTALION_HQ for unit in units]
        self.is_engineer = [unit.type == ENGINEER for unit in units]
        self.is_regimental_hq = [unit.type == REGIMENTAL_HQ for unit in units]
        self.is_infantry = [unit.type in (RIFLE, HEAVY_WEAPONS, BATTALION_HQ) for unit in units]
        self.marker_count = len(self.components.step_losses)
        self.hero_count = len(self.components.heroes)
        self.hero_type = [hero.type for hero in self.components.heroes]
        self.box_count = len(self.components.board.boxes)
        self.event_count = len(self.components.events)

    def _build_japanese(self) -> None:
        """Positions and Japanese counters in flat lists."""
        board = self.components.board
        self.positions = board.positions
        self.groups = board.groups
        self.position_count = len(board.positions)
        self.group_count = len(board.groups)
        self.last_group = self.group_count - 1
        self.position_hex = [position.hex for position in board.positions]
        self.position_group = [position.group for position in board.positions]
        self.position_color = [position.color for position in board.positions]
        self.position_sector = [position.sector for position in board.positions]
        self.position_code = [position.code for position in board.positions]
        self.position_at = {position.hex: number for number, position in enumerate(board.positions)}
        """Hex -> position."""
        japanese, depth, forts = self.components.japanese_units, self.components.depth_markers, self.components.forts
        self.first_depth = len(japanese) + 1
        """Counters below this number are units."""
        self.first_fort = self.first_depth + len(depth)
        """Counters from here on are forts."""
        self.counter_count = self.first_fort + len(forts) - 1
        self.counter_ids = ("", *(unit.id for unit in japanese), *(mark.id for mark in depth), *(fort.id for fort in forts))
        self.counter_number = {name: number for number, name in enumerate(self.counter_ids) if name}
        self.counter_strength = [
            0,
            *(unit.strength for unit in japanese),
            *(mark.strength for mark in depth),
            *(self.components.fort_classes[fort.fort_class - 1].strength for fort in forts),
        ]
        self.counter_requires = [
            0,
            *(unit.requires for unit in japanese),
            *(mark.requires for mark in depth),
            *(fort.requires for fort in forts),
        ]
        self.is_elite = [False, *(unit.elite for unit in japanese), *[False] * (len(depth) + len(forts))]
        self.depth_kind = [0] * self.first_depth + [mark.kind for mark in depth] + [0] * len(forts)
        self.fort_class = [0] * self.first_fort + [fort.fort_class for fort in forts]
        self.fort_blocked = [0] * self.first_fort + [fort.blocked for fort in forts]
        """Directions as bits (D28)."""

    def is_shorthand(self, text: str) -> bool:
        """Whether a text means several actions, such as a whole attack."""
        words = text.casefold().split()
        if len(words) < 4:
            return False
        return (words[0] in STACKED and "with" in words[2:-1]) or (words[0] == "attack" and "from" in words[2:-1])

    def hex_name(self, place: int) -> str:
        """The number of a hex."""
        return self.names[SPACE].full[place]

    def unit_name(self, unit: int) -> str:
        """What a US unit is called."""
        return self.unit_ids[unit]

    def face_of(self, name: str) -> int | None:
        """What a name in a script of dice stands for: a Japanese counter that is turned up, by its id."""
        return self.counter_number.get(name)
