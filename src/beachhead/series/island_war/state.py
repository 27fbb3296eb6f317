"""The state of an Island War game: where the units are, what they have done in this phase, and the combat under way."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from mypy_extensions import mypyc_attr
from typing_extensions import TypeVar

from beachhead.boards.hexes import spaces_of
from beachhead.engine.action import SPACE, UNIT
from beachhead.engine.chance.dice import Dice
from beachhead.engine.fields import (
    COPY,
    FORGET,
    LIST,
    NUMBER,
    OCTETS,
    Fields,
    derived,
    number,
    numbers,
    octets,
    row,
    text,
    tuples,
)
from beachhead.engine.files.bounds import PRINTED
from beachhead.engine.files.cases import enforces
from beachhead.engine.state import State
from beachhead.series.island_war import FAMILY
from beachhead.series.island_war.combat.support import points_of_turn
from beachhead.series.island_war.components import COLUMNS
from beachhead.series.island_war.marks import CONTACT, LEFT_BY_COMBAT, LEFT_FOR_MOVEMENT
from beachhead.series.island_war.ruleset import JP, US, IslandWarRuleset
from beachhead.series.island_war.zones import zone

if TYPE_CHECKING:
    from typing import Self

    from beachhead.series.island_war.combat.duties import Duties
    from beachhead.series.island_war.movement import PhaseTables


R = TypeVar("R", bound=IslandWarRuleset, covariant=True, default=IslandWarRuleset)
POOL: Final = -1
ELIMINATED: Final = -2
ABSENT: Final = -3
PLACES: Final = {POOL: "pool", ELIMINATED: "eliminated", ABSENT: "absent"}
"""Where a unit can be besides a hex."""
AROUND: Final = 6
"""Neighbours of a hex, hence the most units on either side of a combat, since all attackers adjoin all defenders (7.23)."""


@mypyc_attr(allow_interpreted_subclasses=True)
class IslandWarState(State[R]):
    """One moment of a game."""

    fields = Fields(
        turn=number(1, low=1, high="turns"),
        phasing=number(US, high=JP),
        where=row(UNIT, POOL, low=ABSENT, high=SPACE),
        # What each unit has done in this phase (marks.py).
        flags=octets(UNIT, high=255),
        # Ground Support Points left to each side in this combat phase.
        points=row(2, high=PRINTED),
        # The combat under way: who fights, distant guns and points of the attacker, protective fire of the defender.
        attackers=numbers(high=UNIT, distinct=True, group="combat"),
        defenders=numbers(high=UNIT, distinct=True, group="combat"),
        guns=numbers(high=UNIT, distinct=True, group="combat"),
        shells=number(high=PRINTED, group="combat"),
        cover=numbers(high=UNIT, distinct=True, group="combat"),
        cover_points=number(high=PRINTED, group="combat"),
        banzai=number(group="combat"),
        # The roll, and what the table says to it.
        die=number(high=6, group="combat"),
        result_column=number(high=COLUMNS, group="combat"),
        result_line=text(group="combat"),
        verdict=text(group="combat"),
        # Units that must still retreat.
        pending=numbers(high=UNIT, distinct=True, group="combat"),
        # Paths of retreat: the beaten unit, then the hexes it left, the combat hex first.
        paths=tuples(group="combat"),
        # Units that may still advance.
        victors=numbers(high=UNIT, distinct=True, group="combat"),
        # Attack strength that a massed attack still costs.
        price=number(high=AROUND * PRINTED, group="combat"),
        # Unit number + 1 of the unit in each hex, 0 for none.
        occupant=derived(OCTETS, 0, COPY),
        # For each side the hexes of its units, as bits.
        masks=derived(LIST, (), COPY),
        # For each side the hexes next to its units, as bits, or -1 if they must be found again.
        zones=derived(LIST, (), COPY),
        # The units on the map by side, or None if they must be listed again.
        fielded=derived("tuple[list[int], ...] | None"),
        # Tables of a phase are replaced, never changed, when a new phase begins, so copies may share them.
        phase_tables=derived("PhaseTables | None"),
        # Pairs of units that may still exchange places in this movement phase, as bits, or -1 if they must be found again.
        pairs=derived(NUMBER, -1),
        # The units that may still move in it: the numbers of their moves, and their ranges, or None; replaced, never changed.
        movers=derived("tuple[list[int], list[int]] | None"),
        # The units of each side in contact in this combat phase (marks.py), or None if they must be listed again.
        contacts=derived("list[list[int]] | None"),
        # Duties look at this state's lists as they change, so a copy must find its own.
        duties_now=derived("Duties | None", None, FORGET),
    )
    # Written by `make fields` from the table above.
    # fmt: off
    __slots__ = ("attackers", "banzai", "contacts", "cover", "cover_points", "defenders", "die", "duties_now", "fielded",
                 "flags", "guns", "masks", "movers", "occupant", "pairs", "paths", "pending", "phase_tables", "phasing",
                 "points", "price", "result_column", "result_line", "shells", "turn", "verdict", "victors", "where", "zones")
    # fmt: on
    turn: int
    phasing: int
    where: list[int]
    flags: bytearray
    points: list[int]
    attackers: list[int]
    defenders: list[int]
    guns: list[int]
    shells: int
    cover: list[int]
    cover_points: int
    banzai: int
    die: int
    result_column: int
    result_line: str
    verdict: str
    pending: list[int]
    paths: list[tuple[int, ...]]
    victors: list[int]
    price: int
    occupant: bytearray
    masks: list[int]
    zones: list[int]
    fielded: tuple[list[int], ...] | None
    phase_tables: PhaseTables | None
    pairs: int
    movers: tuple[list[int], list[int]] | None
    contacts: list[list[int]] | None
    duties_now: Duties | None

    def _copy_into(self, twin: Self) -> None:
        self._copy_common(twin)
        twin.turn = self.turn
        twin.phasing = self.phasing
        twin.where = self.where.copy()
        twin.flags = self.flags.copy()
        twin.points = self.points.copy()
        twin.attackers = self.attackers.copy()
        twin.defenders = self.defenders.copy()
        twin.guns = self.guns.copy()
        twin.shells = self.shells
        twin.cover = self.cover.copy()
        twin.cover_points = self.cover_points
        twin.banzai = self.banzai
        twin.die = self.die
        twin.result_column = self.result_column
        twin.result_line = self.result_line
        twin.verdict = self.verdict
        twin.pending = self.pending.copy()
        twin.paths = self.paths.copy()
        twin.victors = self.victors.copy()
        twin.price = self.price
        twin.occupant = self.occupant.copy()
        twin.masks = self.masks.copy()
        twin.zones = self.zones.copy()
        twin.fielded = self.fielded
        twin.phase_tables = self.phase_tables
        twin.pairs = self.pairs
        twin.movers = self.movers
        twin.contacts = self.contacts
        twin.duties_now = None

    def clear_combat(self) -> None:
        """Give the fields of this group their first values again."""
        self.attackers = []
        self.defenders = []
        self.guns = []
        self.shells = 0
        self.cover = []
        self.cover_points = 0
        self.banzai = 0
        self.die = 0
        self.result_column = 0
        self.result_line = ""
        self.verdict = ""
        self.pending = []
        self.paths = []
        self.victors = []
        self.price = 0

    # End of what `make fields` wrote.

    def __init__(self, ruleset: R, dice: Dice) -> None:
        super().__init__(ruleset, dice)
        self.rebuild()

    # ------------------------------------------------------------------ counters on the map

    def place(self, unit: int, space: int) -> None:
        """Put a unit that was off the map into a vacant hex."""
        assert self.occupant[space] == 0, f"{self.ruleset.units[unit].id}: {self.ruleset.hex_name(space)} is taken"
        self.where[unit] = space
        self.fielded = None
        self.occupant[space] = unit + 1
        side = self.ruleset.owner[unit]
        self.masks[side] |= self.ruleset.ground.grid.bit[space]
        self.zones[side] = -1

    def lift(self, unit: int, to: int) -> int:
        """Remove a unit from the map and return its hex."""
        space = self.where[unit]
        self.where[unit] = to
        self.fielded = None
        self.occupant[space] = 0
        side = self.ruleset.owner[unit]
        self.masks[side] &= ~self.ruleset.ground.grid.bit[space]
        self.zones[side] = -1
        return space

    def shift(self, unit: int, space: int) -> None:
        """Move a unit to a vacant hex; what happens on entry is up to `entered`."""
        assert self.occupant[space] == 0, f"{self.ruleset.units[unit].id}: {self.ruleset.hex_name(space)} is taken"
        here, side, bit = self.where[unit], self.ruleset.owner[unit], self.ruleset.ground.grid.bit
        self.where[unit] = space
        self.occupant[here] = 0
        self.occupant[space] = unit + 1
        self.masks[side] ^= bit[here] | bit[space]
        self.zones[side] = -1

    def exchange(self, unit: int, other: int) -> None:
        """Let two units of one side change places. Zones and held hexes stay as they are."""
        here, there = self.where[unit], self.where[other]
        self.where[unit], self.where[other] = there, here
        self.occupant[here], self.occupant[there] = other + 1, unit + 1

    def eliminate(self, unit: int, case: str, why: str) -> None:
        """A unit is eliminated."""
        space = self.lift(unit, ELIMINATED)
        if self.sink is not None:
            name = self.ruleset.units[unit].id
            self.happened("eliminated", case, f"{name} is eliminated: {why}", {"unit": name, "hex": self.ruleset.hex_name(space)})

    def entered(self, unit: int, space: int) -> None:
        """A unit has come into a hex or passes through it: for games where that changes something."""

    def rebuild(self) -> None:
        """Compute occupants again from where the units are."""
        where, self.occupant = self.where, bytearray(self.ruleset.ground.grid.size)
        self.masks = [0, 0]
        self.zones = [-1, -1]
        self.fielded = None
        for unit, space in enumerate(where):
            if space >= 0:
                self.place(unit, space)
        self.phase_tables = self.movers = self.contacts = None
        self.pairs = -1
        self.duties_now = None
        self.forget_choices()

    # ------------------------------------------------------------------ looking

    def unit_at(self, space: int) -> int:
        """The unit in a hex, or -1."""
        return self.occupant[space] - 1

    def stands(self, unit: int) -> bool:
        """Whether a unit is on the map."""
        return self.where[unit] >= 0

    def held_by(self, side: int, space: int) -> bool:
        """Whether a unit of that side is in a hex."""
        return bool(self.masks[side] >> space & 1)

    @enforces(FAMILY, "5.31")
    def room(self, side: int) -> int:
        """The hexes in which one more unit of a side may stop, as bits: those without a friend. Games with stacks differ."""
        return ~self.masks[side]

    def in_enemy_zone(self, unit: int) -> bool:
        """Whether an enemy adjoins the unit."""
        return bool(zone(self, 1 - self.ruleset.owner[unit]) >> self.where[unit] & 1)

    def on_map(self, side: int) -> list[int]:
        """The units of a side that stand on the map."""
        found = self.fielded
        if found is None:
            where = self.where
            found = self.fielded = tuple([unit for unit in block if where[unit] >= 0] for block in self.ruleset.roster)
        return found[side]

    def adjacent_enemies(self, unit: int) -> list[int]:
        """The enemies next to a unit."""
        enemy = 1 - self.ruleset.owner[unit]
        around = self.ruleset.ground.grid.neighbours[self.where[unit]]
        return [self.unit_at(near) for near in around if self.held_by(enemy, near)]

    def name(self, unit: int) -> str:
        """A unit's id."""
        return self.ruleset.units[unit].id

    def list_names(self, units: Iterable[int]) -> str:
        """Ids of some units, in one phrase."""
        return ", ".join(map(self.ruleset.names[UNIT].full.__getitem__, units)) or "nobody"

    # ------------------------------------------------------------------ phases

    @enforces(FAMILY, "5.16", "5.13")
    def begin_movement(self, side: int) -> None:
        """A movement phase begins: everybody has a full allowance again, nothing is carried over."""
        self.phasing = side
        self.flags = self.flags.translate(LEFT_FOR_MOVEMENT)
        self.phase_tables = self.movers = None
        self.pairs = -1

    @enforces(FAMILY, "7.12", "7.11")
    def begin_combat(self, side: int) -> None:
        """A combat phase begins: contacts are noted, and each side has the support points of the turn (R7, R16)."""
        self.phasing = side
        flags, occupant = self.flags, self.occupant
        for one in (side, 1 - side):
            for space in spaces_of(self.masks[one] & zone(self, 1 - one)):
                flags[occupant[space] - 1] |= CONTACT
        self.points = points_of_turn(self.ruleset, self.turn)
        self.contacts = None
        self.duties_now = None

    @enforces(FAMILY, "8.41-a", "8.41-b")
    def end_combat_phase(self) -> None:
        """The phase is over: who had to retreat in it is remembered for one phase (R19), all else is forgotten."""
        self.flags = self.flags.translate(LEFT_BY_COMBAT)
        self.points = [0, 0]
        self.contacts = None
        self.duties_now = None

    # ------------------------------------------------------------------ names in texts

    def landing_fights(self) -> bool:
        """Whether an attacker is lost if it does not advance, in games where units attack from the sea."""
        return False

    def alias(self, kind: str, text: str) -> Sequence[int]:
        """A unit may be named by the hex it stands in."""
        if kind == UNIT:
            space = self.ruleset.ground.grid.find(text)
            if space is not None and self.occupant[space]:
                return [self.occupant[space] - 1]
        return ()

    def shorthand(self, text: str) -> Iterator[int | str] | None:
        """`attack 1103 from 1203 1102` is an attack by exactly these units on exactly those, step a closed."""
        from beachhead.series.island_war.shorthand import whole_attack

        return whole_attack(self, text) if self.ruleset.is_shorthand(text) else None


S = TypeVar("S", bound=IslandWarState)
"""The state of some game of the series: steps are generic in it, so that a game can vary them."""
