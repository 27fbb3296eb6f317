"""5.0 Movement: the movement phase, what a unit may reach, and why it may not go elsewhere."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from beachhead.boards.hexes import spaces_of
from beachhead.boards.network import barrier_row
from beachhead.boards.rows import Rows, nth_space
from beachhead.engine.action import FIRST_SHIFT, SECOND_SHIFT, pack, unpack, verb_of
from beachhead.engine.choices import Choices
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.engine.step import Question
from beachhead.series.island_war import FAMILY
from beachhead.series.island_war.ground import FOOT
from beachhead.series.island_war.marks import MOVED
from beachhead.series.island_war.ruleset import SIDE_ADJECTIVES, US
from beachhead.series.island_war.state import IslandWarState, S
from beachhead.series.island_war.verbs import ATTACK, DONE, DONE_CODE, EXCHANGE, OPEN_BARRAGE, OPEN_SUPPORT
from beachhead.series.island_war.zones import is_held, refuse_to_leave, zone_mask

_EXCHANGE_BASE: Final = pack(EXCHANGE)
_DONE: Final = (DONE_CODE,)
FAR: Final = 500
"""Half movement points enough for any way on any map, to tell what keeps a unit from a hex."""


class PhaseTables:
    """What stands still during a movement phase: enemies and their zones, hence every unit's range, computed when asked for."""

    __slots__ = ("_closed", "_pairs", "enemies", "reach", "unmoved", "zones")

    def __init__(self, state: IslandWarState) -> None:
        enemy = 1 - state.phasing
        self.enemies = state.masks[enemy] & state.ruleset.ground.land_mask
        self.zones = zone_mask(state, enemy)
        self.reach: dict[int, int] = {}
        self.unmoved = {unit: state.where[unit] for unit in state.on_map(state.phasing) if not state.flags[unit] & MOVED}
        """The units that could still move when the tables were made, and where each of them will be until it does."""
        self._pairs: int | None = None
        self._closed: bytes | None = None

    @enforces(FAMILY, "5.31")
    def pairs(self, state: IslandWarState) -> int:
        """All pairs of units that could exchange places as long as neither moves, since each could end its move in the hex of the
        other (R42): for each unit a row of bits, one for each unit of higher number, the rows one after another in one number."""
        found = self._pairs
        if found is None:
            units = list(self.unmoved)
            ranges = [reach(state, unit) for unit in units]
            spaces = list(self.unmoved.values())
            width, found = len(state.ruleset.units), 0
            for first in range(len(units)):
                here, range_, row = spaces[first], ranges[first], 0
                if range_:
                    for second in range(first + 1, len(units)):
                        if range_ >> spaces[second] & 1 and ranges[second] >> here & 1:
                            row |= 1 << units[second]
                    found |= row << units[first] * width
            self._pairs = found
        return found

    def closed(self, size: int) -> bytes:
        """The same hex by hex, as barriers: nobody enters an enemy's hex, and an enemy zone ends a move."""
        if self._closed is None:
            self._closed = barrier_row(size, self.enemies, self.zones)
        return self._closed


def tables(state: IslandWarState) -> PhaseTables:
    """The tables of the running movement phase."""
    found = state.phase_tables
    if found is None:
        found = state.phase_tables = PhaseTables(state)
    return found


def reach(state: IslandWarState, unit: int) -> int:
    """Every hex in which the unit's move could end if no friend stood there, as bits."""
    phase = tables(state)
    found = phase.reach.get(unit)
    if found is None:
        found = phase.reach[unit] = _reach(state, unit, phase)
    return found


@enforces(FAMILY, "6.14", "5.17")
def _reach(state: IslandWarState, unit: int, phase: PhaseTables) -> int:
    """Range from the terrain and the enemy alone. A unit in an enemy zone stays, but Japanese foot slips one hex."""
    ruleset = state.ruleset
    start, mover, halves = state.where[unit], ruleset.mover[unit], ruleset.halves[unit]
    if phase.zones >> start & 1:
        if is_held(ruleset, unit):
            return 0
        return _one_hex(state, unit, phase, 0, halves if not ruleset.minimum_move else 255)
    found = ruleset.ground.reach(mover, halves, start, phase.enemies, phase.zones)
    if ruleset.minimum_move:
        found |= _one_hex(state, unit, phase, halves + 1, 255)
    return found


@enforces(FAMILY, "errata-5.13", "6.14")
def _one_hex(state: IslandWarState, unit: int, phase: PhaseTables, low: int, high: int) -> int:
    """The open hexes next to a unit whose cost lies in these bounds (R34, R35)."""
    ground = state.ruleset.ground
    found = 0
    for near, halves in ground.steps[state.ruleset.mover[unit]][state.where[unit]]:
        if low <= halves <= high:
            found |= ground.grid.bit[near]
    return found & ~phase.enemies


def pairs_left(state: IslandWarState) -> int:
    """The pairs of which neither has moved, kept up to date as units move."""
    if state.pairs < 0:
        found = tables(state).pairs(state)
        for unit in tables(state).unmoved:
            if state.flags[unit] & MOVED:
                found &= state.ruleset.without_pairs_of[unit]
        state.pairs = found
    return state.pairs


def movers(state: IslandWarState) -> tuple[list[int], list[int]]:
    """The units that can still move, kept up to date as they do: the numbers of their moves without an end, and their ranges."""
    found = state.movers
    if found is None:
        flags, numbers = state.flags, state.ruleset.moves
        units = [unit for unit in state.on_map(state.phasing) if not flags[unit] & MOVED and reach(state, unit)]
        found = state.movers = ([numbers[unit] for unit in units], [reach(state, unit) for unit in units])
    return found


@enforces(FAMILY, "5.16")
def has_moved(state: IslandWarState, unit: int) -> None:
    """A unit has had its move of this phase."""
    state.flags[unit] |= MOVED
    if state.pairs > 0:
        state.pairs &= state.ruleset.without_pairs_of[unit]
    if state.movers is not None:
        # Copies of the state share these lists, so they are replaced.
        numbers, ranges = state.movers[0].copy(), state.movers[1].copy()
        row = numbers.index(state.ruleset.moves[unit])
        del numbers[row], ranges[row]
        state.movers = numbers, ranges


class MoveChoices(Rows):
    """All moves of a phase, then all exchanges of places, counted at once but listed only when looked at; `done` comes last."""

    __slots__ = ("pairs", "width")

    def __init__(self, bases: list[int], masks: list[int], pairs: int, width: int) -> None:
        Rows.__init__(self, bases, masks, (), _DONE)
        self.pairs = pairs
        self.width = width
        """Units in a row of `pairs`, see `PhaseTables.pairs`."""
        self.size += pairs.bit_count()

    def at(self, index: int) -> int:
        ends = self.ends
        if index < ends[-1]:
            row = bisect_right(ends, index) - 1
            return self.bases[row] | nth_space(self.masks[row], index - ends[row]) << SECOND_SHIFT
        return DONE_CODE if index == self.size - 1 else self._exchange(nth_space(self.pairs, index - ends[-1]))

    def _exchange(self, place: int) -> int:
        unit, other = divmod(place, self.width)
        return _EXCHANGE_BASE | unit << FIRST_SHIFT | other << SECOND_SHIFT

    def __iter__(self) -> Iterator[int]:
        codes = list(super().__iter__())
        codes[-1:-1] = map(self._exchange, spaces_of(self.pairs))
        return iter(codes)

    def rows(self) -> tuple[list[tuple[int, int]], list[int]]:
        found = self._filled()
        pairs, row, unit = self.pairs, (1 << self.width) - 1, 0
        while pairs:
            if pairs & row:
                found.append((_EXCHANGE_BASE | unit << FIRST_SHIFT, pairs & row))
            pairs >>= self.width
            unit += 1
        return found, [DONE_CODE]

    def __contains__(self, code: object) -> bool:
        if Rows.__contains__(self, code):
            return True
        verb, unit, other, rest = unpack(code) if isinstance(code, int) else (DONE, 0, 0, 0)
        return verb == EXCHANGE and not rest and other < self.width and bool(self.pairs >> unit * self.width + other & 1)


def path_of(state: IslandWarState, unit: int, space: int, wanted: int = 0) -> tuple[int, ...]:
    """The hexes a move enters, its end last (R61)."""
    ruleset, phase, start = state.ruleset, tables(state), state.where[unit]
    mover, halves, ground = ruleset.mover[unit], ruleset.halves[unit], ruleset.ground
    if phase.zones >> start & 1 or ground.costs(mover, start)[space] > halves:
        return (space,)
    return ground.best_path(mover, halves, start, space, phase.closed(ground.grid.size), wanted)


def can_pass(state: IslandWarState, unit: int, space: int, wanted: int) -> bool:
    """Whether a move to this hex might enter another of the wanted hexes on its way: False only if it certainly cannot."""
    phase, start = tables(state), state.where[unit]
    wanted &= reach(state, unit) & ~(phase.zones | state.ruleset.ground.grid.bit[space])
    if not wanted or phase.zones >> start & 1:
        return False
    halves, ranges = state.ruleset.halves[unit], state.ruleset.ground.ranges[state.ruleset.mover[unit]]
    return any(ranges.leads_by(halves, start, way, space) for way in spaces_of(wanted))


def _refuse_distance(state: IslandWarState, unit: int, space: int) -> Refusal:
    """Points, armour's limits, zones or a barrier: the first thing whose absence would let the unit through."""
    ruleset, ground, phase = state.ruleset, state.ruleset.ground, tables(state)
    name, hex_name, start = state.name(unit), ruleset.hex_name(space), state.where[unit]
    mover, halves = ruleset.mover[unit], ruleset.halves[unit]
    if phase.zones >> start & 1:
        halves_needed = dict(ground.steps[mover][start]).get(space)
        if halves_needed is not None:
            return Refusal("5.24", f"{name} does not have enough movement points to enter {hex_name}", (name,), ("5.13",))

    def reaches(kind: int, points: int, zones: int) -> bool:
        return bool(ground.search(kind, points, start, phase.enemies, zones) >> space & 1)

    if mover and reaches(FOOT, halves, phase.zones):
        return Refusal(
            "5.25", f"{name} is armor; it can enter {hex_name}, or the terrain on the way, only by road or trail", (name,)
        )
    if reaches(mover, halves, 0):
        return Refusal("6.0", f"{name} must stop in an enemy zone of control before it can reach {hex_name}", (name,))
    if reaches(mover, FAR, phase.zones):
        return Refusal("5.24", f"{name} does not have enough movement points to reach {hex_name}", (name,), ("5.13",))
    if mover and reaches(FOOT, FAR, 0) and not reaches(mover, FAR, 0):
        return Refusal("5.25", f"{name} is armor; no road, trail or open terrain leads to {hex_name}", (name,))
    if reaches(mover, FAR, 0):
        return Refusal("6.0", f"enemy zones of control block every route from {name} to {hex_name}", (name,), ("5.24",))
    reason = f"{name} has no route to {hex_name}: prohibited hexsides, sea or enemy units block the way"
    return Refusal("5.21", reason, (name,), ("5.12",))


@mypyc_attr(allow_interpreted_subclasses=True)
class Movement(Question[S]):
    """The phasing player moves as many units as he likes, one at a time, each once."""

    name = "move"
    case = "4.1-1A"
    pushed_by: ClassVar[tuple[str, ...]] = ("turn",)

    def side(self, state: S) -> int:
        return state.phasing

    def prompt(self, state: S) -> str:
        return f"Game-Turn {state.turn}, {SIDE_ADJECTIVES[state.phasing]} movement: move units, or end the phase."

    @enforces(FAMILY, "4.1-1A", "5.0", "5.11", "5.16", "5.31")
    def choices(self, state: S) -> Choices:
        room, ruleset = state.room(state.phasing), state.ruleset
        numbers, ranges = movers(state)
        masks = [mask & room for mask in ranges]
        return MoveChoices(numbers, masks, pairs_left(state), len(ruleset.units))

    def passed_over(self, state: S) -> Refusal | None:
        """Nobody can move any more, or never could; a side without units expects no question."""
        units = state.on_map(state.phasing)
        if not state.is_at(Movement) or not units:
            return None
        side = SIDE_ADJECTIVES[state.phasing]
        if any(state.flags[unit] & MOVED for unit in units):
            return Refusal("5.16", f"the movement phase is over: no {side} unit that has not moved can leave its hex")
        zones = all(map(state.in_enemy_zone, units))
        case = "5.0" if not zones else "5.14" if state.phasing == US else "5.15"
        where = ", because all are in enemy zones of control" if zones else ""
        return Refusal(case, f"no movement: no {side} unit can leave its hex{where}", (), ("6.13",) if zones else ())

    def missed(self, state: S) -> bool:
        return not any(state.flags[unit] & MOVED for unit in state.on_map(state.phasing))

    def take_done(self, state: S) -> None:
        state.stack.pop()
        state.phase_tables = state.movers = None

    def take_move(self, state: S, unit: int, space: int) -> None:
        """A whole path in one action (R43)."""
        path, start = self.path(state, unit, space), state.where[unit]
        has_moved(state, unit)
        state.shift(unit, space)
        if state.sink is not None:
            self._tell(state, unit, start, path, "5.0", "")
        for step in path:
            state.entered(unit, step)

    def take_exchange(self, state: S, unit: int, other: int) -> None:
        """Two whole moves in one action, each into the hex that the other leaves (R42)."""
        here, there = state.where[unit], state.where[other]
        out, back = self.path(state, unit, there), self.path(state, other, here)
        has_moved(state, unit)
        has_moved(state, other)
        state.exchange(unit, other)
        if state.sink is not None:
            self._tell(state, unit, here, out, "5.31", f", exchanging places with {state.name(other)}")
            self._tell(state, other, there, back, "5.31", f", exchanging places with {state.name(unit)}")
        for step in out:
            state.entered(unit, step)
        for step in back:
            state.entered(other, step)

    def path(self, state: S, unit: int, space: int) -> tuple[int, ...]:
        """The hexes of a move, its end last, or the end alone where nobody asks."""
        return (space,) if state.sink is None else path_of(state, unit, space)

    def _tell(self, state: S, unit: int, start: int, path: tuple[int, ...], case: str, more: str) -> None:
        name, hexes = state.name(unit), [state.ruleset.hex_name(step) for step in (start, *path)]
        state.happened("move", case, f"{name} moves from {hexes[0]} to {hexes[-1]}{more}", {"unit": name, "path": hexes})

    # ------------------------------------------------------------------ refusals

    def refuse_move(self, state: S, unit: int, space: int) -> Refusal:
        """The case that keeps this unit from ending its move in this hex."""
        ruleset, ground = state.ruleset, state.ruleset.ground
        name, hex_name = state.name(unit), ruleset.hex_name(space)
        if ruleset.owner[unit] != state.phasing:
            return Refusal("4.1-1A", f"{name} does not belong to the phasing player", (name,), ("5.11",))
        if not state.stands(unit):
            return Refusal("5.0", f"{name} is not on the map", (name,), ("3.0-pool",))
        if state.flags[unit] & MOVED:
            return Refusal("5.16", f"{name} has already moved this Player-Turn", (name,))
        if state.where[unit] == space:
            return Refusal("5.0-procedure", f"{name} is already in {hex_name}", (name,))
        other = state.unit_at(space)
        if state.held_by(1 - state.phasing, space):
            return Refusal("5.12", f"{hex_name} is occupied by the enemy unit {state.name(other)}", (name, state.name(other)))
        if ground.is_sea[space]:
            return Refusal("5.21", f"{hex_name} is sea; no unit can move there", (name,))
        if tables(state).zones >> state.where[unit] & 1:
            refusal = refuse_to_leave(state, unit, space)
            if refusal is not None:
                return refusal
        if reach(state, unit) >> space & 1:
            reason = f"{hex_name} is occupied by {state.name(other)}; units cannot stack"
            return Refusal("5.31", reason, (name, state.name(other)))
        return _refuse_distance(state, unit, space)

    def refuse_exchange(self, state: S, unit: int, other: int) -> Refusal:
        """The case that keeps two units from exchanging places: what keeps either from the other's hex."""
        names = state.name(unit), state.name(other)
        if unit == other:
            return Refusal("5.31", f"{names[0]} cannot exchange places with itself", names[:1])
        if unit > other:
            return Refusal("5.31", f"Name {names[1]} first", names)
        for mover, goal in ((unit, other), (other, unit)):
            if state.ruleset.owner[mover] != state.phasing or not state.stands(mover) or state.flags[mover] & MOVED:
                return self.refuse_move(state, mover, state.where[goal] if state.stands(goal) else 0)
        for mover, goal in ((unit, other), (other, unit)):
            if not reach(state, mover) >> state.where[goal] & 1:
                found = self.refuse_move(state, mover, state.where[goal])
                return Refusal(found.case, found.reason, found.units, (*found.also, "5.31"))
        raise AssertionError("the exchange is legal")

    def misplaced(self, state: S, code: int) -> Refusal:
        found = super().misplaced(state, code)
        return replace(found, also=("4.1-1A",)) if verb_of(code) in (ATTACK, OPEN_BARRAGE, OPEN_SUPPORT) else found
