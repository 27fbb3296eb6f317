"""The ruleset of a match of Operation Olympic: map, counters and tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from beachhead.boards.hexes import mask_of
from beachhead.engine.action import SPACE, UNIT, Names, pack
from beachhead.engine.ruleset import Ruleset
from beachhead.games.olympic.box.kinds import COASTAL, DUMMY, LINE, REINFORCEMENT, Components
from beachhead.games.olympic.ground import Ground
from beachhead.games.olympic.state import PLACES
from beachhead.games.olympic.verbs import COUNTER, MOVE, VERBS, ZONE

if TYPE_CHECKING:
    from beachhead.engine.game import Game
    from beachhead.engine.secrecy import Secret, Shown
    from beachhead.engine.step import AnyStep

US: Final = 0
JP: Final = 1
SIDES: Final = ("us", "jp")
SIDE_NAMES: Final = {"us": "U.S.", "jp": "Japan"}
NO_COUNTER: Final = 0
"""In the row of face-down counters: nothing lies there (any more)."""
A_DUMMY: Final = 1
"""The same: a dummy. Higher numbers are kinds of units."""


class OlympicRuleset(Ruleset):
    """Everything that is fixed in a match. U.S. units are numbered first, then Japanese coastal, line and R units."""

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
        options = parameters["options"]
        kinds = list(dict.fromkeys((unit.kind, unit.values) for unit in units if unit.kind in (COASTAL, LINE)))
        aliases = {unit.id: (unit.key, unit.id[2:], unit.key[2:]) for unit in units}
        super().__init__(
            game,
            parameters,
            verbs=VERBS,
            steps=steps,
            names={
                UNIT: Names([unit.id for unit in units], lambda id: aliases[id]),
                SPACE: Names(components.board.grid.names),
                ZONE: Names([zone.name for zone in components.board.zones] or ["none"]),
                COUNTER: Names([DUMMY, *(values for _, values in kinds)]),
            },
            shown=shown,
            secrets=secrets,
        )
        self.components = components
        self.units = units
        self.ground = Ground(components, us_by_hexes=options["supply_network"] == "hexes")
        self.build_options(options)
        self.build_units()
        self.build_slots(kinds)
        self.turns = components.turns
        self.place_count = self.ground.place_count
        self.zone_count = len(self.ground.zone_names)
        self.places = (*self.ground.names, *(name for _, name in sorted(PLACES.items())))
        """What views call the place of a unit, by its number in `where`: those off the map are below 0, so they come last."""
        self.memo: dict[Any, Any] = {}
        """What placement and other rare questions have worked out, by what it depends on."""

    def build_options(self, options: Mapping[str, Any]) -> None:
        """The options as attributes, so that rules need not look them up by name."""
        self.solitaire = self.parameters["scenario"] == "solitaire"
        self.doctrine = "jp" in self.book
        """Whether Japan acts by the book's doctrine (16.53)."""
        self.historical_plan = bool(options.get("historical_plan"))
        self.free_deployment = bool(options.get("free_deployment"))
        self.hidden_tokko = bool(options.get("hidden_tokko"))
        self.optional_tokko = bool(options["optional_tokko"])
        self.double_with_terrain = options["coastal_doubling"] == "with_terrain"
        self.return_by_boxes = options["replacement_return"] == "boxes"
        self.stack_test_at_end = options.get("japanese_stack_test") == "phase_end"
        self.retreat_apart = bool(options["retreat_apart"])
        self.south_floor = bool(options["south_floor"])

    def build_units(self) -> None:
        """Values of units in flat lists."""
        units = self.units
        self.unit_ids = tuple(unit.id for unit in units)
        self.number = {unit.id: number for number, unit in enumerate(units)}
        self.us_count = sum(unit.side == US for unit in units)
        """U.S. units have the numbers below this one."""
        self.us_units = list(range(self.us_count))
        self.jp_units = list(range(self.us_count, len(units)))
        self.r_units = [number for number in self.jp_units if units[number].kind == REINFORCEMENT]
        self.strength = [unit.strength for unit in units]
        self.movement = [unit.movement for unit in units]
        self.arrival = [unit.arrival for unit in units]
        self.is_coastal = [unit.kind == COASTAL for unit in units]
        self.is_r = [unit.kind == REINFORCEMENT for unit in units]
        order = {values: number for number, values in enumerate(self.components.order)}
        self.order = [order.get(unit.values, len(order)) for unit in units]
        """For Japanese units the place of their type in the order of movement (14.51)."""
        self.in_order = [[u for u in self.jp_units if self.order[u] == number] for number in range(len(order))]
        """Japanese units by the order in which their types move."""
        self.move_bases = [pack(MOVE, unit) for unit in range(len(units))]
        self.r_by_values: dict[str, list[int]] = {}
        for unit in self.r_units:
            self.r_by_values.setdefault(units[unit].values, []).append(unit)

    def build_slots(self, kinds: list[tuple[str, str]]) -> None:
        """Places of face-down counters: C hexes in ring order, then L hexes, two for each where two may lie (A100)."""
        board, names = self.ground.board, self.ground.names
        self.kind_values = ("", DUMMY, *(values for _, values in kinds))
        """What the numbers in the row of face-down counters mean."""
        self.kind_letter = ("", "", *(letter for letter, _ in kinds))
        self.kind_units: tuple[list[int], ...] = (
            [],
            [],
            *([n for n, unit in enumerate(self.units) if (unit.kind, unit.values) == kind] for kind in kinds),
        )
        """The units of each kind, in the order in which they get their names (A100)."""
        slots: list[tuple[str, int, str]] = [(COASTAL, space, f"C{names[space]}") for space in board.coastal_ring]
        for space in board.line_hexes:
            double, name = space in board.line_double, f"L{names[space]}"
            slots.append((LINE, space, f"{name}a" if double else name))
            if double or self.free_deployment:
                slots.append((LINE, space, f"{name}b"))
        self.slots = len(slots)
        self.slot_names = tuple(name for _, _, name in slots)
        self.slot_space = [space for _, space, _ in slots]
        self.slot_is_coastal = [letter == COASTAL for letter, _, _ in slots]
        self.coastal_slots = [number for number in range(self.slots) if self.slot_is_coastal[number]]
        self.line_slots = [number for number in range(self.slots) if not self.slot_is_coastal[number]]
        self.slots_at: dict[int, tuple[int, ...]] = {}
        for number, space in enumerate(self.slot_space):
            self.slots_at[space] = (*self.slots_at.get(space, ()), number)
        self.slots_near: dict[int, tuple[int, ...]] = {}
        """For each space the slots in the hexes next to it, ascending."""
        for number, space in enumerate(self.slot_space):
            for near in self.ground.near[space]:
                self.slots_near[near] = (*self.slots_near.get(near, ()), number)
        self.slot_mask = mask_of(self.slot_space)
        self.dummy_count = {COASTAL: self.components.dummies[COASTAL], LINE: self.components.dummies[LINE]}
        self.last_kind = len(self.kind_values) - 1

    def hex_name(self, space: int) -> str:
        """The number of a hex."""
        return self.ground.names[space]

    @property
    def max_actions(self) -> int:
        """As the game declares it for ten Game-Turns; a longer track takes longer in proportion."""
        return self.game.max_actions * max(10, self.turns) // 10

    def is_shorthand(self, text: str) -> bool:
        words = text.casefold().split()
        if len(words) > 3 and words[0] == "place":
            return len(words) <= 5
        return len(words) > 3 and words[0] == "attack" and "from" in words[2:-1]
