"""The ruleset of a match of D-Day at Iwo Jima: island, counters, cards and charts in flat lists."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from beachhead.boards.hexes import mask_of
from beachhead.engine.action import SPACE, UNIT, Names, pack
from beachhead.engine.chance.deck import Deck
from beachhead.engine.files.bounds import SETUPS
from beachhead.engine.files.cases import enforces
from beachhead.engine.ruleset import Ruleset
from beachhead.games.dday.box.combined import COMBINED, combined
from beachhead.games.dday.box.kinds import (
    BATTALION_HQ,
    BLACK,
    DIVISIONS,
    ENGINEER,
    HEAVY_WEAPONS,
    JP,
    REGIMENTAL_HQ,
    RIFLE,
    SECTORS,
    TANK,
    US,
    WEAPONS,
    Components,
    Position,
)
from beachhead.games.dday.box.sheets import ScenarioData
from beachhead.games.dday.island.communication_map import Network
from beachhead.games.dday.island.front_line import Lineup
from beachhead.games.dday.island.ground import Ground
from beachhead.games.dday.island.passability import Ways
from beachhead.games.dday.phases import FAMILY, SECOND_DAY
from beachhead.games.dday.state import PILES
from beachhead.games.dday.verbs import BOX, LAND, OWNER, OWNERS, VERBS, WEAPON

if TYPE_CHECKING:
    from beachhead.engine.game import Game
    from beachhead.engine.secrecy import Shown
    from beachhead.engine.step import AnyStep

SIDES: Final = ("us", "jp")
SIDE_NAMES: Final = {"us": "U.S.", "jp": "Japan"}
D_DAY: Final = 1
CAMPAIGN: Final = 6
"""Scenarios by their number in the book."""
SCENARIOS: Final = {
    "d-day": 1,
    "suribachi": 2,
    "drive-to-the-north": 3,
    "hot-rocks": 4,
    "drive-to-the-sea": 5,
    "campaign": 6,
    "suribachi-and-north": COMBINED,
    "hot-rocks-partners": 4,
}
"""The number of a scenario in the book."""
PARTNERS: Final = "hot-rocks-partners"
CLOSED: Final = {2: "18.5", 3: "18.6", 4: "18.7", COMBINED: "18.6"}
"""By number: the case that closes ground to US units."""
STACKED: Final = ("move", "step", "enter", "barrage")
"""Words of actions that can be followed by `with` and further units."""
__all__ = ["JP", "SCENARIOS", "SIDES", "SIDE_NAMES", "US", "DDayRuleset"]


def scenario_data(components: Components, scenario: str) -> ScenarioData:
    """What a scenario says; two of them can be played as one (D108)."""
    number = SCENARIOS[scenario]
    return combined(components.scenarios[2], components.scenarios[3]) if number == COMBINED else components.scenarios[number]


_LIES: Final[list[tuple[Components, Ground, Network]]] = []
"""What boards were made into, the last one first."""


def lie_of(components: Components) -> tuple[Ground, Network]:
    """The tables of a board. They depend on nothing else and take longer than the rest of a ruleset, so all scenarios and options
    share those of the printed one."""
    for known, ground, network in _LIES:
        if known is components:
            return ground, network
    ground = Ground(components)
    network = Network(ground)
    _LIES.insert(0, (components, ground, network))
    del _LIES[SETUPS:]
    return ground, network


class DDayRuleset(Ruleset):
    """Everything that is fixed in a match.

    Japanese counters have one row of numbers, counted from 1: units first, then depth markers, then forts (`engine.chance.lots`).
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
                OWNER: Names(OWNERS),
            },
            shown=shown,
        )
        self.components = components
        self.ground, self.network = lie_of(components)
        self.charts = components.charts
        self._build_scenario(parameters["scenario"], parameters["options"])
        self.ways = Ways(self.ground, self.setup)
        self.lineup = Lineup(components, self.ground, self.ways, self.setup)
        self.partners = parameters["scenario"] == PARTNERS
        """Whether two players share the U.S. side (3.0-4)."""
        self.closed_case = CLOSED.get(self.setup.number, "18.4.4-f")
        """The case that closes ground to US units."""
        self.card_faces = components.cards
        self.deck = Deck([f"card {card.number}" for card in components.cards], PILES)
        self._build_options(parameters["options"])
        self._build_marines()
        self._build_japanese()
        self._build_landings()

    @enforces(FAMILY, "18.9.4")
    def _build_scenario(self, scenario: str, options: Mapping[str, Any]) -> None:
        """The scenario, as long as the option makes it (D108).

        Played on to the end of the campaign, it is no longer kept out of sectors that are in play, and the list of
        reinforcements goes on; a sector without a single counter or US held position stays out of play (D40).
        """
        scenarios = self.components.scenarios
        found = scenario_data(self.components, scenario)
        self.own_last_turn = found.last_turn
        """The last turn of the scenario by itself."""
        self.plays_on = bool(options.get("play_on", False))
        if self.plays_on:
            first, last = found.arrivals
            found = replace(
                found,
                last_turn=scenarios[CAMPAIGN].last_turn,
                arrivals=(first, scenarios[CAMPAIGN].last_turn) if last else (0, 0),
                closed_sectors=tuple(sector for sector in found.closed_sectors if sector in idle_sectors(self.components, found)),
            )
        self.setup: ScenarioData = found
        self.last_turn = found.last_turn
        """Unless the 3rd Marines shorten the game (`victory.last_turn`)."""
        self.idle_sectors = idle_sectors(self.components, found)
        """Sectors out of play."""
        self.counts_by_day = found.number != D_DAY
        """Whether losses are kept by day and division."""
        self.infantry_at_start = infantry_points(found)
        """Infantry replacement points of the 3rd, 4th and 5th Division."""

    def _build_options(self, options: Mapping[str, Any]) -> None:
        """The options as attributes, so that rules need not look them up by name."""
        self.extra_company_hero = bool(options["extra_company_hero"])
        self.reinforce_fires = bool(options["reinforce_fires"])
        self.hit_cap_by_hex = options["hit_cap"] == "hex"
        self.reserve_depth_always = options["reserve_depth"] == "always"
        self.loss_by_counters = options.get("loss_level") == "counters"

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
        self.rifles_of = {
            division: tuple(n for n, unit in enumerate(units) if unit.type == RIFLE and unit.division == division)
            for division in DIVISIONS
        }
        """Division -> its rifle companies."""
        self.battalions_of = {
            regiment: [
                [n for n, unit in enumerate(units) if unit.regiment == regiment and unit.battalion == battalion]
                for battalion in sorted({unit.battalion for unit in units if unit.regiment == regiment and unit.battalion})
            ]
            for regiment in sorted({unit.regiment for unit in units if unit.battalion})
        }
        """Regiment -> its battalions, each with its units."""
        self.regiments = tuple(sorted({unit.regiment for unit in units if unit.type == REGIMENTAL_HQ}))
        """The regiments that have an HQ, by number."""
        self.regiment_count = len(self.regiments)
        self.regimental_hq = {unit.regiment: number for number, unit in enumerate(units) if unit.type == REGIMENTAL_HQ}
        """Regiment -> its HQ."""
        self.is_staff = [unit.type in (BATTALION_HQ, REGIMENTAL_HQ) for unit in units]
        """HQs, battalion and regimental."""
        self.battalion_hqs = [number for number, unit in enumerate(units) if unit.type == BATTALION_HQ]
        own = {(units[number].regiment, units[number].battalion): number for number in self.battalion_hqs}
        self.staff_of = [own.get((unit.regiment, unit.battalion), -1) if unit.battalion else -1 for unit in units]
        """The HQ of each unit's battalion; -1 for units outside battalions."""
        self.regiment_index = {regiment: index for index, regiment in enumerate(self.regiments)}
        clause = self.setup.rule("always_in_command")
        self.free_command_until = 0 if clause is None else int(clause.details.get("until_gt", 99))
        """The last game turn on which everybody is in command (18.4.4-b, 18.5.3-a, 18.9.3-a)."""
        self.third_marines = self.setup.rule("third_marines")
        """What the scenario says of the 3rd Marines (18.2); None if nothing."""
        self.listed = frozenset(unit for arrival in self.components.arrivals for unit in arrival.units)
        """Units that the reinforcement list names."""
        self.marker_count = len(self.components.step_losses)
        self.hero_count = len(self.components.heroes)
        self.hero_type = [hero.type for hero in self.components.heroes]
        self.box_count = len(self.components.board.boxes)
        self.event_count = len(self.components.events)
        self.rain_event = self.components.event_index.get("rain", -1)

    def _build_japanese(self) -> None:
        """Positions and Japanese counters in flat lists."""
        board = self.components.board
        self.cave_count = 0 if self.setup.last_turn < SECOND_DAY else self.components.markers.get("caves", 0)
        """Cave markers; no card of 19 February brings one."""
        caves = tuple(Position(f"cave {number}", "", number, -1, BLACK, 0, -1) for number in range(1, self.cave_count + 1))
        self.positions = (*board.positions, *caves)
        """Position hexes, then caves, which fight as black positions wherever they are placed (20.0-caves, D114)."""
        self.groups = board.groups
        self.position_count = len(board.positions)
        self.slot_count = len(self.positions)
        """Position hexes and caves: the rows of Japanese counters have a place for each."""
        self.group_count = len(board.groups)
        self.last_group = self.group_count - 1
        self.position_hex = [position.hex for position in board.positions]
        self.position_group = [position.group for position in board.positions]
        self.position_color = [position.color for position in self.positions]
        self.position_sector = [position.sector for position in board.positions]
        self.position_code = [position.code for position in board.positions]
        self.position_at = {position.hex: number for number, position in enumerate(board.positions)}
        """Hex -> position."""
        listed = {sector.sector for sector in self.setup.japanese}
        self.in_play = [here.sector in listed or not self.ways.closed >> here.hex & 1 for here in board.positions]
        """[position]: whether it is there for the Japanese: those of sectors that the scenario leaves out are not (D142)."""
        self.play_mask = mask_of(here.hex for number, here in enumerate(board.positions) if self.in_play[number])
        """The hexes of these positions."""
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

    def _build_landings(self) -> None:
        """Where units land and into which boxes they are put, by the reinforcement list (19.0)."""
        board = self.components.board
        self.is_craft = [unit.type in (TANK, ENGINEER) for unit in self.components.us_units]
        """Tanks and engineers, which come in craft of their own (5.1-b)."""
        self.land_codes = [pack(LAND, unit) for unit in range(self.unit_count)]
        """[unit]: its landing, without the hex."""
        self.beaches = [mask_of(box.hexes) & ~self.ways.closed for box in board.boxes]
        """[box]: the beach hexes that are not closed."""
        self.first_boxes: dict[int, list[int]] = {}
        """Unit -> the boxes that are open to it at the start; units in ascending order."""
        self.next_boxes: dict[int, dict[int, list[int]]] = {}
        """Game turn -> the same for the units that arrive on it."""
        for start in self.setup.us_boxes:
            for unit in start.units:
                self.first_boxes.setdefault(unit, self._boxes_named(start.boxes))
        for arrival in self.components.arrivals:
            boxes = self._boxes_named(arrival.boxes)
            if arrival.any_box:
                boxes = list(range(len(board.boxes)))
            for unit in arrival.units:
                self.next_boxes.setdefault(arrival.turn, {}).setdefault(unit, boxes)
        self.first_boxes = dict(sorted(self.first_boxes.items()))
        self.next_boxes = {turn: dict(sorted(units.items())) for turn, units in self.next_boxes.items()}

    def _boxes_named(self, names: Sequence[str]) -> list[int]:
        """Boxes by name; boards made for a position lack some."""
        index = self.components.board.box_index
        return [index[name] for name in names if name in index]

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


@enforces(FAMILY, "18.5.3-c", "18.6.1-c", "18.7.1-c", "18.8.1-d", "18.9.3-c")
def infantry_points(setup: ScenarioData) -> tuple[int, ...]:
    """The infantry replacement points with which the 3rd, 4th and 5th Division begin. Those of Scenario Two are for the only
    regiment that it has, of the 5th."""
    given = setup.replacements
    if "infantry_per_division" in given:
        return (int(given["infantry_per_division"]),) * len(DIVISIONS)
    if "infantry" in given:
        return tuple(int(given["infantry"].get(str(division), 0)) for division in DIVISIONS)
    clause = setup.rule("replacements")
    total = 0 if clause is None else int(clause.details.get("infantry_total", 0))
    return (0, 0, total)


def idle_sectors(components: Components, setup: ScenarioData) -> frozenset[int]:
    """The sectors in which the scenario has neither Japanese counters nor positions that the US side holds from the start."""
    index, positions = components.board.position_index, components.board.positions
    used = {sector.sector for sector in setup.japanese}
    used |= {positions[index[code]].sector for code in setup.us_held if code in index}
    return frozenset(sector for sector in SECTORS if sector not in used)
