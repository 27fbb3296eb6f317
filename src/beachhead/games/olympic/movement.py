"""Movement (chapter 5) of U.S. units, and of Japanese ones in the two-player game: unit by unit, in pieces (A99).

Enemies do not move in the meantime, so what a unit can reach is computed once and kept until something in its neighborhood
changes: a counter is turned up, a stack becomes full, a U.S. unit that enters an enemy zone lets supply through.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from typing import Final

from beachhead.boards.hexes import spaces_of
from beachhead.boards.ranges import cost_in
from beachhead.boards.rows import Rows
from beachhead.boards.ways import way_among
from beachhead.engine.choices import Choices
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.games.olympic.ground import FAMILY
from beachhead.games.olympic.landing.entry import entry_hex
from beachhead.games.olympic.phases import JP_MOVEMENT, US_MOVEMENT
from beachhead.games.olympic.ruleset import JP, US
from beachhead.games.olympic.stacking import Arranging
from beachhead.games.olympic.state import ENTERING, STACK, Moving, OlympicState
from beachhead.games.olympic.supply import allowance, judge_movement, us_region
from beachhead.games.olympic.verbs import DONE_CODE

DELAY: Final = 3
"""Points that it costs more to leave a hex with an Air Interdiction marker (16.51)."""


class Tables:
    """What a Movement Phase looks like: closed hexes, hexes that end a move, and the units that may still begin a move, with what
    each can reach. Shared between copies of a state: replaced, never changed."""

    __slots__ = ("bases", "counts", "full", "layers", "loose", "reach", "shut", "slow", "stop", "units")

    def __init__(self, shut: int, stop: int, full: int, slow: int, old: Tables | None = None) -> None:
        self.shut = shut
        self.stop = stop
        self.full = full
        self.slow = slow
        self.units: list[int] = [] if old is None else old.units
        self.bases: list[int] = [] if old is None else old.bases
        self.reach: list[int] = [] if old is None else old.reach.copy()
        """By the place in `units`, ascending: the numbers of the moves without their hexes, and the hexes, as bits. Units that
        have begun their move keep their place and reach nothing."""
        self.counts: list[int] = [] if old is None else old.counts.copy()
        """In how many of these hexes each may stop."""
        self.layers: list[list[int]] = [] if old is None else old.layers
        """What each reaches for each cost; empty for a unit beside the map."""
        self.loose: list[int] = [] if old is None else old.loose
        """Units in stacks or beside the map, which may have to move before the phase can end."""

    def without(self, unit: int, shut: int, full: int) -> Tables:
        """The same after one unit has begun its move, with other closed hexes."""
        found = Tables(shut, self.stop, full, self.slow, self)
        place = self.place(unit)
        if place >= 0:
            found.reach[place] = found.counts[place] = 0
        return found

    def place(self, unit: int) -> int:
        """The place of a unit that may begin a move, or might when the phase began; otherwise -1."""
        found = bisect_left(self.units, unit)
        return found if found < len(self.units) and self.units[found] == unit else -1


def begin_us(state: OlympicState) -> None:
    """The American Movement Phase begins."""
    _begin(state, state.ruleset.us_units)
    state.push(Movement)


def begin_jp(state: OlympicState) -> None:
    """The Japanese Movement Phase of the two-player game begins."""
    _begin(state, state.ruleset.jp_units)
    state.push(JapaneseMovement)


@enforces(FAMILY, "5.0-general", "12.0-procedure-2")
def _begin(state: OlympicState, units: list[int]) -> None:
    """Allowances are whole again, and nothing is carried over; supply is judged for the phase."""
    state.moved = bytearray(len(state.moved))
    state.arranged = bytearray(len(state.arranged))
    state.tables = None
    judge_movement(state, units)


@enforces(FAMILY, "5.22", "5.23", "6.21", "6.27", "7.0", "7.11", "11.33", "12.6", "13.1-zoc", "13.2-controlled", "11.2-vacant")
def us_tables(state: OlympicState) -> Tables:
    """What is closed to U.S. units: enemies, militia, hexes out of supply, full stacks; and what ends a move: enemy zones, the
    neighborhood of face-down counters, fortified beachheads (A60, A99)."""
    full = state.full_mask() & state.us_mask
    stop = state.jp_zone() | state.down_zone() | state.fort_mask
    return Tables(us_shut(state, full), stop, full, 0)


@enforces(FAMILY, "16.51-cost")
def range_of(state: OlympicState, tables: Tables, points: int, start: int) -> int:
    """All hexes within some points of a hex. To leave one with an Air Interdiction marker costs three more (A14)."""
    ground = state.ruleset.ground
    shut = tables.shut | ground.bit[start]
    return ground.ranges.layered(points, start, tables.shut, tables.stop, tables.slow, DELAY)[-1] & ~shut


def us_shut(state: OlympicState, full: int) -> int:
    """Hexes that no U.S. unit may enter now."""
    land = state.ruleset.ground.land_mask
    return (state.jp_mask | state.down_mask | state.militia_mask | full | (land & ~us_region(state))) & land


@enforces(FAMILY, "5.22", "5.23", "6.21", "6.27", "7.0", "7.11", "7.32", "16.51-cost", "16.53-free")
def jp_tables(state: OlympicState) -> Tables:
    """What is closed to Japanese units: U.S. units and full stacks; U.S. zones end a move."""
    full = state.full_mask() & (state.jp_mask | state.down_mask)
    slow = 0
    for space in state.interdiction:
        slow |= 1 << space
    return Tables(state.us_mask | full, state.us_zone(), full, slow)


class Movement(Arranging):
    """The American Movement Phase. The unit taken up may go on until another is taken up."""

    name = "move"
    case = "4.2-A1"
    over = "no U.S. unit can move any farther"
    record = Moving
    pushed_by = ("turn",)
    phase = US_MOVEMENT
    asked = US

    def side(self, state: OlympicState) -> int:
        return self.asked

    def prompt(self, state: OlympicState) -> str:
        now = state.top(Moving)
        if now.mover >= 0 and now.left > 0 and self.onward(state, self.tables(state), now.mover, now.left):
            ending = ", or end the phase" if self.may_end(state) else ""
            return f"{state.name(now.mover)} may go on ({now.left} MP left); or move another unit{ending}."
        return "Move your units, or end the Movement Phase." if self.may_end(state) else "Move your units: some must still move."

    def tables(self, state: OlympicState) -> Tables:
        """What the phase looks like now."""
        found: Tables | None = state.tables
        if found is None:
            found = state.tables = self.begun(state)
        return found

    def begun(self, state: OlympicState) -> Tables:
        """The tables of the whole phase, from scratch."""
        return self.filled(state, us_tables(state), state.ruleset.us_units)

    def filled(self, state: OlympicState, tables: Tables, units: list[int]) -> Tables:
        """Enter all units that may still begin a move, with what they can reach."""
        moved, where, row = state.moved, state.where, state.ruleset.move_bases
        bits, stop = state.ruleset.ground.bit, tables.stop
        for unit in units:
            space = where[unit]
            if not moved[unit] and (not stop & bits[space] if space >= 0 else space == ENTERING):
                tables.units.append(unit)
                tables.bases.append(row[unit])
        count = len(tables.units)
        tables.reach, tables.counts, tables.layers = [0] * count, [0] * count, [[] for _ in range(count)]
        self.fill(state, tables, range(count))
        return tables

    @enforces(FAMILY, "5.23", "5.24-cost", "5.24-minimum", "6.21", "6.22", "6.24", "11.33", "5.25")
    def fill(self, state: OlympicState, tables: Tables, places: Iterable[int]) -> None:
        """Work out what some of the units can reach: hexes that they can pay for, and those next to them in any case (5.24)."""
        ground, where, room = state.ruleset.ground, state.where, self.room(state, tables)
        ranges, near, bits = ground.ranges, ground.near_mask, ground.bit
        shut, stop, slow, free = tables.shut, tables.stop, tables.slow, ground.land_mask & ~tables.shut
        units, reach, counts, rows = tables.units, tables.reach, tables.counts, tables.layers
        for place in places:
            unit = units[place]
            space, points = where[unit], allowance(state, unit)
            if space < 0:
                found = self.entering(state, tables, points)
            else:
                layers = rows[place] = ranges.layered(points, space, shut, stop, slow, DELAY)
                found = (layers[-1] ^ bits[space] | near[space]) & free
            reach[place] = found
            counts[place] = (found & room).bit_count()
        if state.ruleset.stack_test_at_end:
            # Who can still leave his hex, and so make room, depends on what all of them can reach.
            room = self.room(state, tables)
            counts[:] = [(mask & room).bit_count() for mask in reach]

    @enforces(FAMILY, "5.1", "5.0-general", "5.0-procedure", "4.2-A1", "5.26", "3.3-allowance")
    def choices(self, state: OlympicState) -> Choices:
        now = state.top(Moving)
        tables = self.tables(state)
        bases, masks, counts = tables.bases, tables.reach, tables.counts
        room = self.room(state, tables)
        mover, left = now.mover, now.left
        if mover >= 0 and left > 0:
            onward = self.onward(state, tables, mover, left) & room
            if onward:
                bases, masks = [*bases, state.ruleset.move_bases[mover]], [*masks, onward]
                counts = [*counts, onward.bit_count()]
        after = [DONE_CODE] if self.may_end(state) else []
        if any(counts):
            after = self.raising(state) + after
        return Rows(bases, masks, after=after, counts=counts, within=room)

    def may_end(self, state: OlympicState) -> bool:
        """Whether the phase may be ended."""
        del state
        return True

    def room(self, state: OlympicState, tables: Tables) -> int:
        """The hexes in which a move may end, as far as units can reach them."""
        del state, tables
        return -1

    def entering(self, state: OlympicState, tables: Tables, points: int) -> int:
        """Where a unit beside the map can go; U.S. units come by sea, in a phase of their own."""
        del state, tables, points
        return 0

    def onward(self, state: OlympicState, tables: Tables, unit: int, left: int) -> int:
        """The hexes that the unit taken up can still reach."""
        start = state.where[unit]
        if tables.stop & state.ruleset.ground.bit[start]:
            return 0
        return range_of(state, tables, left, start)

    def take_done(self, state: OlympicState) -> None:
        state.tables = None
        state.stack.pop()

    def take_move(self, state: OlympicState, unit: int, space: int) -> None:
        """The unit goes by the cheapest way; of equal ones by that which turns most markers, then by higher hexes (A99)."""
        now, tables = state.top(Moving), self.tables(state)
        first = now.mover != unit
        points = allowance(state, unit) if first else now.left
        start = state.where[unit]
        cost, path = self.way(state, tables, unit, start, space, points)
        left = max(0, points - cost)
        state.moved[unit] = 1
        self.enter(state, unit, path or (space,))
        self.after(state, tables, unit, start, space)
        if state.sink is not None:
            self.report(state, unit, start, path or (space,), cost)
        state.replace(type(self), unit, left)

    def way(
        self, state: OlympicState, tables: Tables, unit: int, start: int, space: int, points: int
    ) -> tuple[int, tuple[int, ...]]:
        """What a move costs, and the hexes entered, if it matters which."""
        ground = state.ruleset.ground
        ranges = ground.ranges
        place = -1 if state.moved[unit] else tables.place(unit)
        layers = tables.layers[place] if place >= 0 else []
        if not layers:
            layers = ranges.layered(points, start, tables.shut, tables.stop, tables.slow, DELAY)
        cost = cost_in(layers, ground.bit[space])
        if cost == len(layers):
            return points, (space,)
        prizes = self.prizes(state) & layers[cost - 1]
        if state.sink is not None or (prizes and ranges.leads_past(layers, cost, prizes, space)):
            twice, elsewhere = self.twice(state), ~ground.bit[start]
            shut, stop = tables.shut & elsewhere, tables.stop & elsewhere
            return cost, way_among(ground.network, start, space, cost, shut, stop, prizes, twice, tables.slow, DELAY, layers)
        return cost, ()

    @enforces(FAMILY, "13.2-recapture")
    def prizes(self, state: OlympicState) -> int:
        """Hexes where passing turns a marker: Towns and Cities without militia that Japan has recaptured."""
        return state.ruleset.ground.place_mask & ~state.militia_mask & ~state.control_mask

    def twice(self, state: OlympicState) -> int:
        """Hexes where passing turns two markers."""
        del state
        return 0

    def enter(self, state: OlympicState, unit: int, path: Sequence[int]) -> None:
        """A unit goes along a path; counters next to its end are turned up there (A6)."""
        if len(path) > 1:
            for space in path[:-1]:
                state.passes(unit, space)
        state.carry(unit, path[-1])
        state.passes(unit, path[-1])

    def after(self, state: OlympicState, tables: Tables, unit: int, start: int, space: int) -> None:
        """Bring the tables up to date. Supply only ever grows while the U.S. moves: a unit in an enemy zone cannot leave it, and
        one that enters lets paths through."""
        if state.tables is None:
            return
        bits, full = state.ruleset.ground.bit, tables.full
        if full:
            full &= ~bits[start]
        if state.count_in(space) >= STACK:
            full |= bits[space]
        # Outside enemy zones nobody closes or opens a path, and only full stacks can make a difference.
        same = full == tables.full and not tables.stop & bits[space]
        self.replace_tables(state, tables, tables.without(unit, tables.shut if same else us_shut(state, full), full))

    def replace_tables(self, state: OlympicState, old: Tables, new: Tables) -> None:
        """Put new tables in place of the old: whoever has a changed hex in range is computed anew."""
        if new.shut is not old.shut and new.shut != old.shut:
            ground, where, moved = state.ruleset.ground, state.where, state.moved
            ranges, near, changed = ground.ranges, ground.near_mask, old.shut ^ new.shut
            places = []
            for place, unit in enumerate(new.units):
                if not moved[unit]:
                    space = where[unit]
                    if space < 0 or (ranges.within(allowance(state, unit), space) | near[space]) & changed:
                        places.append(place)
            if places:
                new.layers = new.layers.copy()
                self.fill(state, new, places)
        state.tables = new

    def report(self, state: OlympicState, unit: int, start: int, path: Sequence[int], cost: int) -> None:
        """Tell of a move."""
        names = [state.hex_name(space) for space in path]
        if start >= 0:
            names.insert(0, state.hex_name(start))
        name = state.name(unit)
        origin = f"from {names[0]} " if start >= 0 else "onto the map "
        text = f"{name} moves {origin}to {names[-1]}"
        state.happened("moved", self.case, text, {"unit": name, "path": names, "cost": cost})

    def refuse_move(self, state: OlympicState, unit: int, space: int) -> Refusal:
        return refuse_move(self, state, unit, space)

    def passed_over(self, state: OlympicState) -> Refusal | None:
        if not state.is_at(type(self)):
            return None
        return Refusal("5.0-general", f"No {'U.S.' if self.asked == US else 'Japanese'} unit can move")

    def missed(self, state: OlympicState) -> bool:
        return not any(state.moved)

    def fits(self, state: OlympicState, spot: int, frame: Moving) -> bool:
        if state.phase != self.phase or frame.mover >= len(state.where) or frame.left > 99 or frame.left < 0:
            return False
        return frame.mover < 0 or (state.where[frame.mover] >= 0 and bool(state.moved[frame.mover]))


class JapaneseMovement(Movement):
    """The Japanese Movement Phase of the two-player game (16.53): by the general rules, without stacking."""

    name = "japanese move"
    case = "4.2-B2"
    over = "no Japanese unit can move any farther"
    phase = JP_MOVEMENT
    asked = JP

    def begun(self, state: OlympicState) -> Tables:
        tables = self.filled(state, jp_tables(state), state.ruleset.jp_units)
        for unit in tables.units:
            if state.ruleset.stack_test_at_end or not self.is_alone(state, unit):
                tables.loose.append(unit)
        return tables

    def is_alone(self, state: OlympicState, unit: int) -> bool:
        """Whether a unit is on the map and no other is in its hex."""
        space = state.where[unit]
        return space >= 0 and state.below[unit] < 0 and state.tops[space] == unit + 1

    def raising(self, state: OlympicState) -> list[int]:
        del state
        return []

    @enforces(FAMILY, "7.32", "16.53-keep")
    def room(self, state: OlympicState, tables: Tables) -> int:
        """Not where a friend is; with the other reading of 7.32 also on friends that can still leave."""
        free = state.ruleset.ground.land_mask & ~(state.jp_mask | state.down_mask)
        if state.ruleset.stack_test_at_end:
            closed = tables.stop | tables.full | state.down_mask
            for space in spaces_of(state.jp_mask & ~closed):
                if self.can_empty(state, tables, space):
                    free |= 1 << space
        return free

    @enforces(FAMILY, "7.32")
    def can_empty(self, state: OlympicState, tables: Tables, space: int) -> bool:
        """Whether all units in a hex have still to move, and each has a vacant hex of its own to go to. Who stops there may stay,
        so one unit that has moved already, or cannot move, would leave a stack at the end of the phase."""
        free = ~(state.jp_mask | state.down_mask)
        every, count = 0, 0
        for unit in state.units_in(space):
            place = tables.place(unit)
            if place < 0 or not tables.reach[place] & free:
                return False
            every |= tables.reach[place] & free
            count += 1
        return every.bit_count() >= count

    @enforces(FAMILY, "9.11-entry", "9.12", "9.13", "16.51-cost")
    def entering(self, state: OlympicState, tables: Tables, points: int) -> int:
        """Where a unit beside the map can go: into the entry hex for one point, and on from there."""
        door = entry_hex(state)
        if door < 0 or tables.shut >> door & 1:
            return 0
        if tables.stop >> door & 1:
            return 1 << door
        return 1 << door | range_of(state, tables, points - 1, door)

    def way(
        self, state: OlympicState, tables: Tables, unit: int, start: int, space: int, points: int
    ) -> tuple[int, tuple[int, ...]]:
        if start >= 0:
            return super().way(state, tables, unit, start, space, points)
        door = entry_hex(state)
        if space == door:
            return 1, (door,)
        cost, path = super().way(state, tables, unit, door, space, points - 1)
        return cost + 1, (door, *(path or (space,)))

    @enforces(FAMILY, "11.2", "13.2-recapture")
    def prizes(self, state: OlympicState) -> int:
        """Hexes where passing removes a marker (A92)."""
        return state.beach_mask | state.control_mask

    def twice(self, state: OlympicState) -> int:
        return state.beach_mask & state.control_mask

    @enforces(FAMILY, "9.13", "13.2-recapture")
    def enter(self, state: OlympicState, unit: int, path: Sequence[int]) -> None:
        """A Town or City that is recaptured on the way may be nearer for those who have still to enter the map."""
        door = entry_hex(state)
        if state.where[unit] < 0:
            for space in path[:-1]:
                state.passes(unit, space)
            state.put(unit, path[-1])
            state.passes(unit, path[-1])
        else:
            super().enter(state, unit, path)
        if entry_hex(state) != door:
            state.tables = None

    def after(self, state: OlympicState, tables: Tables, unit: int, start: int, space: int) -> None:
        if state.tables is None:
            return
        bits, full = state.ruleset.ground.bit, tables.full
        if full:
            full &= ~bits[start] if start >= 0 else -1
        by_the_end = state.ruleset.stack_test_at_end
        if by_the_end and state.count_in(space) >= STACK:
            full |= bits[space]
        new = tables.without(unit, tables.shut if full == tables.full else state.us_mask | full, full)
        came = bits[space]
        gone = bits[start] & ~(state.jp_mask | state.down_mask) if start >= 0 else 0
        changed, counts = came | gone, new.counts
        for place, mask in enumerate(new.reach):
            if mask & changed:
                counts[place] += (1 if mask & gone else 0) - (1 if mask & came else 0)
        self.replace_tables(state, tables, new)
        if by_the_end:
            # Whether a friend can still leave its hex changes with whoever moves, also elsewhere.
            room = self.room(state, new)
            new.counts = [(mask & room).bit_count() for mask in new.reach]

    @enforces(FAMILY, "8.71-note", "9.14", "16.22-pairs", "7.32")
    def may_end(self, state: OlympicState) -> bool:
        """Not while a stack outside enemy zones can still spread, nor while a reinforcement can still enter (A62, A77)."""
        return self.owing(state) < 0

    def owing(self, state: OlympicState) -> int:
        """A unit that must still move, or -1."""
        tables = self.tables(state)
        for unit in tables.loose:
            if self.owes(state, tables, unit):
                return unit
        return -1

    def owes(self, state: OlympicState, tables: Tables, unit: int) -> bool:
        """Whether a unit that shares its hex, or waits beside the map, can still go where it is alone."""
        place = tables.place(unit)
        if place < 0 or self.is_alone(state, unit):
            return False
        return tables.reach[place] & ~(state.jp_mask | state.down_mask) != 0

    def all_owing(self, state: OlympicState) -> list[int]:
        """Every unit of which one or more must still move."""
        tables = self.tables(state)
        return [unit for unit in tables.loose if self.owes(state, tables, unit)]

    def refuse_done(self, state: OlympicState) -> Refusal:
        name = state.name(self.owing(state))
        if state.where[self.owing(state)] == ENTERING:
            return Refusal("9.14", f"{name} cannot be held back: it must enter the map", (name,))
        return Refusal(
            "7.32", f"{name} is stacked and can move: Japanese units may not end the phase stacked", (name,), ("8.71-note",)
        )


@enforces(
    FAMILY,
    "5.22",
    "5.23",
    "5.24-cost",
    "5.24-minimum",
    "6.21",
    "7.11",
    "7.32",
    "11.33",
    "12.6",
    "13.1-zoc",
    "5.0-procedure",
    "14.21-reserve",
    "16.23",
)
def refuse_move(step: Movement, state: OlympicState, unit: int, space: int) -> Refusal:
    """Why this unit may not move there."""
    name, where, ground = state.name(unit), state.hex_name(space), state.ruleset.ground
    about = (name,)
    if state.is_us(unit) != (step.asked == US):
        return Refusal("5.1", f"{name} moves in its own Movement Phase", about)
    start, now, tables = state.where[unit], state.top(Moving), step.tables(state)
    if start < 0 and start != ENTERING:
        if start == -3 and not state.is_us(unit):
            return Refusal("14.21-reserve", f"{name} is still in reserve", about)
        return Refusal("5.1", f"{name} is not on the map", about)
    if start >= 0 and not ground.is_land[start]:
        return Refusal("10.11", f"{name} is at sea", about)
    if state.moved[unit] and now.mover != unit:
        return Refusal("5.0-procedure", f"{name} has finished its move", about)
    if start >= 0 and tables.stop >> start & 1:
        if state.is_us(unit) and state.fort_mask >> start & 1:
            return Refusal("11.33", f"{name} is in a Fortified Supply Beachhead and may not move", about)
        return Refusal("5.23", f"{name} is in an enemy zone of control and cannot leave it", about, ("6.21", "6.24"))
    if space == start:
        return Refusal("5.1", f"{name} is already there", about)
    if not ground.is_land[space]:
        return Refusal("5.22", f"{where} is all sea", about)
    return _refuse_goal(state, unit, space, tables)


def _refuse_goal(state: OlympicState, unit: int, space: int, tables: Tables) -> Refusal:
    """What keeps a unit from a land hex: the plainest reason first, and all others that hold as well."""
    name, where, bit = state.name(unit), state.hex_name(space), 1 << space
    us = state.is_us(unit)
    ground, start, now = state.ruleset.ground, state.where[unit], state.top(Moving)
    points = now.left if now.mover == unit else allowance(state, unit)
    reasons: list[tuple[str, str]] = []
    if (state.jp_mask | state.down_mask if us else state.us_mask) & bit:
        reasons.append(("5.22", f"an enemy is in {where}"))
    if us and state.militia_mask & bit:
        reasons.append(("13.1-zoc", f"the militia of {where} has not been destroyed"))
    if tables.full & bit:
        reasons.append(("7.11", f"three units are already in {where}"))
    elif not us and (state.jp_mask | state.down_mask) & bit:
        reasons.append(("7.32", f"a Japanese unit is already in {where}; Japanese units may not end their move stacked"))
    if start >= 0:
        if space in ground.grid.neighbours[start] and space not in ground.near[start]:
            reasons.append(("5.22", f"an all-sea hexside lies between {state.hex_name(start)} and {where}"))
        shut = tables.shut & ~(1 << start)
        if not ground.ranges.search(points, start, 0, 0) & bit and (now.mover == unit or space not in ground.near[start]):
            reasons.append(("5.24-cost", f"{name} has {points} MP, not enough for {where}"))
        elif not ground.ranges.search(points, start, 0, tables.stop) & bit:
            reasons.append(("6.21", f"zones of control end the move of {name} before {where}"))
            reasons += [("5.23", ""), ("6.27", ""), ("11.33", "")]
        elif not reasons and not shut & bit:
            reasons.append(("5.24-cost", f"{name} cannot go around what is in its way to {where} with {points} MP"))
            reasons += [("5.22", ""), ("7.11", ""), ("6.21", ""), ("12.6", "")]
    elif tables.stop >> entry_hex(state) & 1 if entry_hex(state) >= 0 else False:
        reasons.append(("5.23", f"a U.S. zone of control ends the move of {name} in the entry hex"))
        reasons.append(("6.21", ""))
    if us and not us_region(state) & bit:
        reasons.append(("12.6", f"no supply path can be traced into {where}"))
    if not reasons:
        reasons.append(("5.24-cost", f"{name} cannot reach {where} with {points} MP"))
    case, why = reasons[0]
    return Refusal(case, why, (name,), tuple(other for other, _ in reasons[1:]))
