"""The state of an Island War game, and zones of control (6.0), which are kept up to date as counters move."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from beachhead.engine.action import UNIT
from beachhead.engine.cases import enforces
from beachhead.engine.dice import Dice
from beachhead.engine.event import Event
from beachhead.engine.state import State
from beachhead.series.island_war import FAMILY

if TYPE_CHECKING:
    from typing import Self

    from beachhead.series.island_war.ruleset import IslandWarRuleset

US, JP = 0, 1
POOL, ELIMINATED, ABSENT = -1, -2, -3
"""Where a unit can be besides a hex."""

CONTACT, MOVED, ATTACKED, DEFENDED, DISPLACED, STRUCK, STRUCK_BEFORE, PROTECTED = (1 << bit for bit in range(8))
"""What is remembered of a unit in a phase: in contact when movement ended; has moved; has attacked or fired; has been
attacked; has been displaced; had to retreat in this combat phase, in the one before; has given protective fire."""

_PHASE_OVER = bytes(STRUCK_BEFORE if flags & STRUCK else 0 for flags in range(256))
_MOVEMENT = bytes(flags & (STRUCK | STRUCK_BEFORE) for flags in range(256))


class IslandWarState(State):
    """Where the units are, what they have done in this phase, and the combat under way."""

    __slots__ = (
        "attackers",
        "banzai",
        "cover",
        "cover_points",
        "defenders",
        "die",
        "duties_now",
        "fielded",
        "flags",
        "guns",
        "masks",
        "occupant",
        "pairs",
        "paths",
        "pending",
        "phase_tables",
        "phasing",
        "points",
        "price",
        "result_column",
        "result_line",
        "shells",
        "storm",
        "turn",
        "verdict",
        "victors",
        "where",
        "zones",
    )
    ruleset: IslandWarRuleset
    fields: ClassVar[tuple[str, ...]] = (
        "turn",
        "phasing",
        "where",
        "flags",
        "points",
        "storm",
        "attackers",
        "defenders",
        "guns",
        "shells",
        "cover",
        "cover_points",
        "banzai",
        "die",
        "result_column",
        "result_line",
        "verdict",
        "pending",
        "paths",
        "victors",
        "price",
    )

    def __init__(self, ruleset: IslandWarRuleset, dice: Dice) -> None:
        super().__init__(ruleset, dice)
        count = len(ruleset.units)
        self.turn = 1
        self.phasing = US
        self.where: list[int] = [POOL] * count
        self.flags = bytearray(count)
        self.points: list[int] = [0, 0]
        """Ground Support Points left to each side in this combat phase."""
        self.storm: list[int] = [-1] * count
        """For a unit in the sea, the beach hex that it is to storm."""
        self.clear_combat()
        self.occupant = bytearray(ruleset.ground.grid.size)
        """Unit number + 1 of the unit in each hex, 0 for none."""
        self.zones: tuple[bytearray, bytearray] = (bytearray(self.occupant), bytearray(self.occupant))
        """For each side and hex, how many of its units adjoin it."""
        self.masks: list[int] = [0, 0]
        """For each side the hexes of its units, as bits."""
        self.fielded: tuple[list[int], ...] | None = None
        """The units on the map by side, or None if that is to be counted anew."""
        self.phase_tables: Any = None
        self.pairs = -1
        """Pairs of units that may still exchange places in this movement phase, as bits, or -1 if they are to be counted anew."""
        self.duties_now: Any = None

    def clear_combat(self) -> None:
        """No combat is under way."""
        self.attackers: list[int] = []
        self.defenders: list[int] = []
        self.guns: list[int] = []
        self.shells = 0
        self.cover: list[int] = []
        self.cover_points = 0
        self.banzai = 0
        self.die = 0
        self.result_column = 0
        self.result_line = ""
        self.verdict = ""
        self.pending: list[int] = []
        self.paths: list[tuple[int, ...]] = []
        """Paths of retreat: the beaten unit, then the hexes it left, the combat hex first."""
        self.victors: list[int] = []
        self.price = 0

    def _copy_into(self, twin: State) -> None:
        super()._copy_into(twin)
        assert isinstance(twin, IslandWarState)
        twin.turn = self.turn
        twin.phasing = self.phasing
        twin.where = self.where.copy()
        twin.flags = self.flags.copy()
        twin.points = self.points.copy()
        twin.storm = self.storm.copy()
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
        twin.zones = (self.zones[0].copy(), self.zones[1].copy())
        twin.masks = self.masks.copy()
        # Tables of a phase are replaced, never changed, when a new phase begins, so copies may share them.
        twin.phase_tables = self.phase_tables
        twin.pairs = self.pairs
        twin.fielded = self.fielded
        # Duties look at this state's lists as they change, so a copy must find its own.
        twin.duties_now = None

    # ------------------------------------------------------------------ counters on the map

    @enforces(FAMILY, "6.11", "6.15", "6.21", "6.22", "6.23")
    def place(self, unit: int, space: int) -> None:
        """Put a unit that was off the map into a vacant hex. Its zone covers all six hexes around it, whatever is
        there, beside any other zone."""
        assert self.occupant[space] == 0, f"{self.ruleset.units[unit].id}: {self.ruleset.hex_name(space)} is taken"
        self.where[unit] = space
        self.fielded = None
        self.occupant[space] = unit + 1
        side = self.ruleset.owner[unit]
        self.masks[side] |= self.ruleset.ground.grid.bit[space]
        zone = self.zones[side]
        for near in self.ruleset.ground.grid.neighbours[space]:
            zone[near] += 1

    def lift(self, unit: int, to: int) -> int:
        """Take a unit off the map; answers its hex."""
        space = self.where[unit]
        self.where[unit] = to
        self.fielded = None
        self.occupant[space] = 0
        side = self.ruleset.owner[unit]
        self.masks[side] &= ~self.ruleset.ground.grid.bit[space]
        zone = self.zones[side]
        for near in self.ruleset.ground.grid.neighbours[space]:
            zone[near] -= 1
        return space

    def shift(self, unit: int, space: int) -> None:
        """Move a unit to a vacant hex; what happens on entry is up to `entered`."""
        assert self.occupant[space] == 0, f"{self.ruleset.units[unit].id}: {self.ruleset.hex_name(space)} is taken"
        here, side, grid = self.where[unit], self.ruleset.owner[unit], self.ruleset.ground.grid
        self.where[unit] = space
        self.occupant[here] = 0
        self.occupant[space] = unit + 1
        self.masks[side] ^= grid.bit[here] | grid.bit[space]
        zone = self.zones[side]
        for near in grid.neighbours[here]:
            zone[near] -= 1
        for near in grid.neighbours[space]:
            zone[near] += 1

    def exchange(self, unit: int, other: int) -> None:
        """Let two units of one side change places. Zones and held hexes stay as they are."""
        here, there = self.where[unit], self.where[other]
        self.where[unit], self.where[other] = there, here
        self.occupant[here], self.occupant[there] = other + 1, unit + 1

    def eliminate(self, unit: int, case: str, why: str) -> None:
        """A unit is lost for good."""
        space = self.lift(unit, ELIMINATED)
        self.storm[unit] = -1
        if self.sink is not None:
            name = self.ruleset.units[unit].id
            self.tell("eliminated", case, f"{name} is eliminated: {why}", unit=name, hex=self.ruleset.hex_name(space))

    def entered(self, unit: int, space: int) -> None:
        """A unit has come into a hex or passes through it: for games where that changes something."""

    def rebuild(self) -> None:
        """Compute occupants and zones afresh from where the units are."""
        where, self.occupant = self.where, bytearray(self.ruleset.ground.grid.size)
        self.zones = (bytearray(self.occupant), bytearray(self.occupant))
        self.masks = [0, 0]
        for unit, space in enumerate(where):
            if space >= 0:
                self.place(unit, space)
        self.phase_tables = None
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

    def storms(self, unit: int) -> bool:
        """Whether a unit is in the sea, about to storm a beach."""
        return self.storm[unit] >= 0

    def held_by(self, side: int, space: int) -> bool:
        """Whether a unit of that side is in a hex."""
        return bool(self.masks[side] >> space & 1)

    def in_enemy_zone(self, unit: int) -> bool:
        """Whether an enemy adjoins the unit."""
        return self.zones[1 - self.ruleset.owner[unit]][self.where[unit]] > 0

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
        return ", ".join(self.name(unit) for unit in units) or "nobody"

    # ------------------------------------------------------------------ phases

    @enforces(FAMILY, "5.16", "5.13")
    def begin_movement(self, side: int) -> None:
        """A movement phase begins: everybody has a full allowance again, nothing is carried over."""
        self.phasing = side
        self.flags = self.flags.translate(_MOVEMENT)
        self.phase_tables = None
        self.pairs = -1

    @enforces("saipan", "12.4")
    @enforces(FAMILY, "7.12", "7.11", "9.0", "9.14", "9.0-example", "errata-9.11")
    def begin_combat(self, side: int) -> None:
        """A combat phase begins: contacts are noted, and each side has the turn's support points in full (R7, R16)."""
        self.phasing = side
        flags, enemy_zone = self.flags, self.zones[1 - side]
        for unit in self.on_map(side):
            if enemy_zone[self.where[unit]]:
                flags[unit] |= CONTACT
        own_zone = self.zones[side]
        for unit in self.on_map(1 - side):
            if own_zone[self.where[unit]]:
                flags[unit] |= CONTACT
        self.points = list(self.ruleset.track.support[self.turn - 1])
        self.duties_now = None

    @enforces(FAMILY, "8.41-a", "8.41-b")
    def end_combat_phase(self) -> None:
        """The phase is over: who had to retreat in it is remembered for one phase (R19), all else is forgotten."""
        self.flags = self.flags.translate(_PHASE_OVER)
        self.points = [0, 0]
        self.duties_now = None

    # ------------------------------------------------------------------ names in texts

    def alias(self, kind: str, text: str) -> Sequence[int]:
        """A unit may be named by the hex it stands in."""
        if kind == UNIT:
            space = self.ruleset.ground.grid.find(text)
            if space is not None and self.occupant[space]:
                return [self.occupant[space] - 1]
        return ()

    def shorthand(self, text: str, events: list[Event] | None) -> Self | None:
        """`attack 1103 from 1203 1102` is an attack by exactly these units on exactly those, step a closed."""
        from beachhead.series.island_war.shorthand import whole_attack

        return whole_attack(self, text, events)
