"""Retreats and standing fast (13.0 on 7.7.2, 14.3-c, 17.2-b, std-6.2, std-7.6 to std-7.8): hex by hex, each as its owner decides.

A retreat is described by its last hex, since nothing happens on the way (79). It leads away from the hex of the combat with every
step. Paths without friends come first, judged over all their ends (80).
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from beachhead.boards.hexes import spaces_of
from beachhead.engine.action import pack
from beachhead.engine.choices import Choices
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.engine.shown.words import counted
from beachhead.engine.step import AnyStep, Question
from beachhead.games.bonins.combat import losses
from beachhead.games.bonins.ground import FAMILY
from beachhead.games.bonins.ruleset import JP, US
from beachhead.games.bonins.state import BoninsState
from beachhead.games.bonins.verbs import DONE_CODE, RETREAT, STAND


def group_in(state: BoninsState, owner: int, space: int) -> list[int]:
    """Who goes back together from a hex: a unit or a pair, on a landing beach its top."""
    if owner == US:
        return state.top_units(space)
    up = state.up[space]
    return [up - 1] if up else []


@enforces(FAMILY, "14.3-c", "std-7.7-b", "13.0-5.3-a")
def room_for(state: BoninsState, owner: int, units: list[int]) -> int:
    """Hexes that could take these units as far as friends go; a retreat may not pass through any other (72)."""
    if owner == JP:
        return ~state.up_mask & ~state.dug_mask
    free = ~state.us_mask | state.beach_mask()
    if len(units) > 1:
        return free
    return free | (state.lone_mask if state.ruleset.is_support[units[0]] else state.lone_support)


@enforces(
    FAMILY, "std-6.2-a", "std-7.7-a", "std-7.7-b", "std-7.7-c", "17.2-b", "13.0-5.2-c", "17.3-a", "13.0-7.7.2", "std-distance"
)
def ends(state: BoninsState, owner: int, units: list[int], start: int, distance: int) -> int:
    """The hexes in which a retreat may end, as bits: exactly so many hexes away, in as many steps, clear of enemies, their zones,
    the sea and forbidden ground; through hexes without friends if there is such a path, else where the units could stop."""
    ground = state.ruleset.ground
    land = ground.tank_mask if any(state.ruleset.is_tank[unit] for unit in units) else ground.land_mask
    if owner == US:
        clear = land & ~(state.jp_mask | state.jp_zone())
        friends = state.us_mask
    else:
        clear = land & ~(state.us_mask | state.us_zone())
        friends = state.jp_mask
    found = outward(state, start, distance, clear & ~friends)
    return found or outward(state, start, distance, clear & room_for(state, owner, units))


def outward(state: BoninsState, start: int, distance: int, allowed: int) -> int:
    """Where walks of so many steps end, each step one hex farther from the start."""
    ground = state.ruleset.ground
    near = ground.near_mask
    layer = 1 << start
    for step in range(1, distance + 1):
        ring = ground.around(start, step) & ~ground.around(start, step - 1) & allowed
        following = 0
        while layer:
            low = layer & -layer
            following |= near[low.bit_length() - 1]
            layer ^= low
        layer = following & ring
        if not layer:
            return 0
    return layer


# ---------------------------------------------------------------------- whole stacks


@enforces(FAMILY, "14.3-c")
def can_follow(state: BoninsState, rest: list[int], start: int, distance: int, seen: dict[Any, bool]) -> bool:
    """Whether these units of a beach stack, one after another, can all go back from where the board now stands (86)."""
    if not rest:
        return True
    key = (len(rest), state.us_mask, state.lone_mask, state.lone_support)
    known = seen.get(key)
    if known is None:
        known = False
        unit = rest[0]
        for space in spaces_of(ends(state, US, [unit], start, distance)):
            trial = moved(state, [unit], space)
            if can_follow(trial, rest[1:], start, distance, seen):
                known = True
                break
        seen[key] = known
    return known


def moved(state: BoninsState, units: list[int], space: int) -> BoninsState:
    """A copy in which these units have gone to a hex."""
    trial = state.copy()
    for unit in units:
        trial.carry(unit, space)
    return trial


@enforces(FAMILY, "14.3-c", "std-7.7-d", "std-7.6-a")
def options(state: BoninsState, owner: int, units: list[int], rest: list[int], start: int, distance: int) -> int:
    """The hexes to which a group may go back, such that everybody after it can follow."""
    found = ends(state, owner, units, start, distance)
    if not rest or not found:
        return found
    open_, seen = 0, dict[Any, bool]()
    for space in spaces_of(found):
        if can_follow(moved(state, units, space), rest, start, distance, seen):
            open_ |= 1 << space
    return open_


# ---------------------------------------------------------------------- the question


class RetreatRecord(NamedTuple):
    """Whose units go back, and whether they have to."""

    step: int
    owner: int
    forced: int


def begin(state: BoninsState, owner: int, hexes: list[int], distance: int, forced: bool = True) -> None:
    """These hexes have to go back so far, or stand fast; not forced: they may go back one hex."""
    state.pending = [space for space in hexes if group_in(state, owner, space)]
    state.distance = distance
    state.leaving = []
    if state.pending:
        state.push(Retreat, owner, int(forced))


class Retreat(Question[BoninsState]):
    """The owner takes the hexes one after another, in the order he likes, and decides for each when its turn comes."""

    name = "retreat"
    case = "std-7.6-a123"
    record = RetreatRecord
    pushed_by = ("aftermath",)
    forced_verbs = ("retreat", "stand", "done")

    def fits(self, state: BoninsState, spot: int, frame: Any) -> bool:
        if frame.owner not in (US, JP) or not 1 <= state.distance <= 3:
            return False
        return all(group_in(state, frame.owner, space) for space in state.pending)

    def settle(self, state: BoninsState) -> bool:
        if not state.pending and not state.leaving:
            state.stack.pop()
            return False
        if not state.leaving:
            owner = state.top(RetreatRecord).owner
            state.pending = [space for space in state.pending if group_in(state, owner, space)]
            if not state.pending:
                state.stack.pop()
                return False
        return super().settle(state)

    def side(self, state: BoninsState) -> int:
        return state.top(RetreatRecord).owner

    def case_now(self, state: BoninsState) -> str:
        frame = state.top(RetreatRecord)
        if state.leaving:
            return "14.3-c"
        return self.case if frame.forced and state.effect.startswith("A") else "std-7.6-d23" if frame.forced else "std-7.6-a"

    def prompt(self, state: BoninsState) -> str:
        frame = state.top(RetreatRecord)
        if state.leaving:
            return f"The stack goes back with its top: choose a hex for {state.name(state.leaving[0])}."
        where = ", ".join(state.hex_name(space) for space in state.pending)
        if not frame.forced:
            return f"Units in {where} may go back one hex."
        return f"Units in {where} must retreat {counted(state.distance, 'hex', 'hexes')}, or stand fast and lose a step."

    def rest_of(self, state: BoninsState, space: int) -> list[int]:
        """The units of a stack that have to follow its top."""
        frame = state.top(RetreatRecord)
        if frame.owner == JP or not frame.forced:
            return []
        group = state.top_units(space)
        return [unit for unit in state.us_in(space) if unit not in group]

    @enforces(FAMILY, "std-7.6-a123", "std-7.6-a", "std-7.6-d23", "std-7.8", "14.3-c", "std-7.7-d", "13.0-7.7.2", "17.2-b")
    def choices(self, state: BoninsState) -> Choices:
        frame, distance = state.top(RetreatRecord), state.distance
        if state.leaving:
            unit, start = state.leaving[0], state.where[state.leaving[0]]
            open_ = options(state, frame.owner, [unit], state.leaving[1:], start, distance)
            return [pack(RETREAT, unit, space) for space in spaces_of(open_)]
        found = []
        for start in state.pending:
            group = group_in(state, frame.owner, start)
            open_ = options(state, frame.owner, group, self.rest_of(state, start), start, distance)
            found += [pack(RETREAT, group[0], space) for space in spaces_of(open_)]
            if frame.forced:
                found.append(pack(STAND, start))
        return found if frame.forced else [*found, DONE_CODE]

    @enforces(FAMILY, "17.2-b", "14.3-c", "std-7.7-a")
    def take_retreat(self, state: BoninsState, unit: int, space: int) -> None:
        """A group goes back; the rest of a beach stack follows unit by unit."""
        frame, start = state.top(RetreatRecord), self.start_of(state, unit)
        if state.leaving:
            group = [state.leaving.pop(0)]
        else:
            group = group_in(state, frame.owner, start)
            state.leaving = self.rest_of(state, start)
            state.pending.remove(start)
        for member in group:
            if frame.owner == US:
                state.carry(member, space)
            else:
                state.shift_up(member, space)
            if state.sink is not None:
                name, there = state.name(member), state.hex_name(space)
                data = {"unit": name, "from": state.hex_name(start), "to": there}
                state.happened("retreated", "std-7.7-a", f"{name} retreats to {there}", data)
        if not group_in(state, frame.owner, start):
            state.emptied.append(start)

    def start_of(self, state: BoninsState, unit: int) -> int:
        return state.where[unit]

    @enforces(FAMILY, "std-7.8", "13.0-7.7.2", "14.3-c", "17.3-d", "std-7.7-d")
    def take_stand(self, state: BoninsState, space: int) -> None:
        """One step for the whole hex, however far it was to go."""
        owner = state.top(RetreatRecord).owner
        state.pending.remove(space)
        if state.sink is not None:
            where = state.hex_name(space)
            state.tell("stood", "std-7.8", f"The units in {where} stand fast", hex=where)
        if losses_empty(state, owner, space):
            state.emptied.append(space)
        losses.demand(state, owner, group_in(state, owner, space), standing=True)

    def take_done(self, state: BoninsState) -> None:
        state.pending = []
        state.stack.pop()

    # ------------------------------------------------------------------ refusals

    def refuse_stand(self, state: BoninsState, space: int) -> Refusal:
        if state.leaving:
            return Refusal("14.3-c", "the top has gone back; the rest of the stack must follow")
        if space in state.pending:
            return Refusal("std-7.6-a", f"the units in {state.hex_name(space)} may simply stay")
        return Refusal("std-7.8", f"nobody in {state.hex_name(space)} has been told to retreat")

    def refuse_retreat(self, state: BoninsState, unit: int, space: int) -> Refusal:
        frame, name, start = state.top(RetreatRecord), state.name(unit), state.where[unit]
        about = (name,)
        if state.leaving and unit != state.leaving[0]:
            return Refusal("14.3-c", f"{state.name(state.leaving[0])} goes next: a stack retreats from the top down", about)
        if not state.leaving and start not in state.pending:
            return Refusal("std-7.7-a", f"{name} does not have to retreat", about)
        group = [unit] if state.leaving else group_in(state, frame.owner, start)
        if unit != group[0]:
            if unit in group:
                return Refusal("17.2-b", f"{name} goes with {state.name(group[0])}", about)
            return Refusal("14.3-c", f"{state.name(group[0])} is on top and goes first", about)
        return self.refuse_end(state, group, start, space)

    def refuse_end(self, state: BoninsState, group: list[int], start: int, space: int) -> Refusal:
        """Why a retreat cannot end in a hex."""
        owner, ground, distance = state.top(RetreatRecord).owner, state.ruleset.ground, state.distance
        name, where = state.name(group[0]), state.hex_name(space)
        about = tuple(state.name(unit) for unit in group)
        enemies, zone = (state.jp_mask, state.jp_zone()) if owner == US else (state.us_mask, state.us_zone())
        if ground.grid.distance(start, space) != distance:
            return Refusal("std-7.7-c", f"{where} is not {counted(distance, 'hex', 'hexes')} from {state.hex_name(start)}", about)
        if ground.is_sea[space]:
            return Refusal("std-7.7-b", f"{where} is all sea", about)
        if enemies >> space & 1:
            return Refusal("std-7.7-b", f"an enemy is in {where}", about)
        if zone >> space & 1:
            return Refusal("std-6.2-a", f"{where} is in an enemy zone of control", about, ("std-7.7-b",))
        tanks = [unit for unit in group if state.ruleset.is_tank[unit]]
        if tanks and not ground.tank_mask >> space & 1:
            return Refusal("17.3-a", f"{state.name(tanks[0])} cannot enter {where}", about, ("17.2-b", "13.0-5.2-c"))
        if not room_for(state, owner, group) >> space & 1:
            return Refusal("13.0-7.7.2", f"{name} cannot stack in {where}, and nobody is displaced", about, ("std-7.7-b",))
        if not ends(state, owner, group, start, distance) >> space & 1:
            return Refusal("std-7.7-b", f"no open path leads to {where}, or one without friends leads elsewhere", about)
        return Refusal("14.3-c", f"with {name} in {where}, the rest of the stack could not follow", about)


def losses_empty(state: BoninsState, owner: int, space: int) -> bool:
    """Whether the step for standing fast is sure to empty the hex: its only unit has no more than one."""
    if owner == JP:
        return True
    here = state.us_in(space)
    return len(here) == 1 and (bool(state.depleted[here[0]]) or not state.ruleset.is_battalion[here[0]])


STEPS: Final[tuple[AnyStep, ...]] = (Retreat(),)
