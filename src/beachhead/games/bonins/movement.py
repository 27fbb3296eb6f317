"""U.S. movement phases (13.0 on 4.1 and 5.2, 15.0, std-5, std-6.1): what a unit may reach, and the question of the phase."""

from __future__ import annotations

from typing import Any, Final

from beachhead.boards.hexes import spaces_of
from beachhead.boards.network import barrier_row
from beachhead.boards.rows import Rows
from beachhead.engine.action import pack
from beachhead.engine.choices import Choices
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.engine.shown.words import counted
from beachhead.engine.step import AnyStep, Question
from beachhead.games.bonins import stacking
from beachhead.games.bonins.ground import FAMILY, FOOT, SAFE
from beachhead.games.bonins.kept import near_japan, tables
from beachhead.games.bonins.landing import landings, replacements, reserves
from beachhead.games.bonins.phases import MOVEMENT_PHASES, PHASES, US_MOBILE_MOVEMENT, US_MOVEMENT
from beachhead.games.bonins.ruleset import US
from beachhead.games.bonins.state import LANDED, MOVED, REBUILT, BoninsState
from beachhead.games.bonins.verbs import DONE_CODE, EXCHANGE

ANY_DISTANCE: Final = 254
"""More half points than any way on the island costs."""


@enforces(FAMILY, "std-5.1-c", "14.5-a", "14.5-b", "std-5.1-a", "std-5.1-e")
def begin(state: BoninsState) -> None:
    """A movement phase begins: everybody has a full allowance, nothing has been done, and the steps of 14.5 are there."""
    state.acted = bytearray(len(state.acted))
    state.opened = 0
    state.landed = []
    regular = state.phase == US_MOVEMENT
    state.replacements = state.ruleset.components.numbers["replacement_steps"] if regular else 0
    state.tables = None
    state.push(Movement)


# ---------------------------------------------------------------------- how far


@enforces(FAMILY, "13.0-4.1-a", "13.0-4.1-e", "std-4.1-g", "std-5.1-f", "19.3-b")
def halves(state: BoninsState, unit: int) -> int:
    """The allowance of this phase in half points: half in the mobile phase, half in a storm, a quarter in both; no fractions."""
    return 2 * (state.halves_of(unit) >> 1 + halvings(state))


def halvings(state: BoninsState) -> int:
    """How often allowances are halved in this phase."""
    return (state.phase == US_MOBILE_MOVEMENT) + state.storm


@enforces(
    FAMILY, "std-5.1-b", "std-5.1-c", "std-5.1-d", "std-5.2-a", "std-5.2-b", "std-5.3-b", "std-5.3-d", "std-6.1-a", "std-6.1-b",
    "13.0-5.2-a", "13.0-5.2-b", "13.0-5.2-c", "13.0-5.2-d", "17.3-a",
)  # fmt: skip
def walk(state: BoninsState, mover: int, points: int, start: int) -> int:
    """Where an ordinary move may end as far as terrain and enemies go. Beaches, ravines and enemy zones end a move; who starts in
    a zone may leave it, if only for the next (with `leave_zones: locked` he stays)."""
    ground = state.ruleset.ground
    zones = state.jp_zone()
    if state.ruleset.locked_zones and zones >> start & 1:
        return 0
    return ground.reach(mover, points, start, state.jp_mask, zones | ground.stop_mask)


@enforces(FAMILY, "15.0-a", "15.0-b", "15.0-c", "13.0-4.1-e", "std-distance")
def redeploy(state: BoninsState, mover: int, start: int) -> int:
    """Where a redeployment may end: any number of hexes, all of them four or more from every Japanese unit, the first included.
    Beaches and ravines end it as they end a move."""
    ground, near = state.ruleset.ground, near_japan(state)
    if near >> start & 1:
        return 0
    return ground.ranges[mover].search(ANY_DISTANCE, start, near, ground.stop_mask)


def reach(state: BoninsState, unit: int) -> int:
    """Every hex in which a unit's move could end if no friend stood there: ordinary movement and redeployment are one choice."""
    ruleset, memo = state.ruleset, tables(state)
    points, mover, start = halves(state, unit), ruleset.mover[unit], state.where[unit]
    key = (mover, points, start)
    found = memo.get(key)
    if found is None:
        found = walk(state, mover, points, start)
        if state.phase == US_MOVEMENT:
            found |= redeploy(state, mover, start)
        memo[key] = found
    return found


def movers(state: BoninsState) -> list[int]:
    """The units ashore that have not moved, landed or been rebuilt in this phase."""
    where, acted = state.where, state.acted
    return [unit for unit in state.ruleset.us_units if where[unit] >= 0 and not acted[unit] & (MOVED | LANDED | REBUILT)]


def path(state: BoninsState, unit: int, space: int) -> tuple[int, ...]:
    """The hexes that a move enters: the cheapest way, or for a redeployment the shortest in points."""
    ground, ruleset = state.ruleset.ground, state.ruleset
    mover, points, start = ruleset.mover[unit], halves(state, unit), state.where[unit]
    if walk(state, mover, points, start) >> space & 1:
        shut, stop = state.jp_mask, state.jp_zone() | ground.stop_mask
    else:
        shut, stop, points = ground.within(state.jp_mask, SAFE - 1), ground.stop_mask, ANY_DISTANCE
    return ground.best_path(mover, points, start, space, barrier_row(ground.size, shut, stop))


# ---------------------------------------------------------------------- changing places (stack_test: phase_end)


def exchanges(state: BoninsState, units: list[int]) -> list[int]:
    """Pairs of units that may move into each other's hexes, where one of the two could not go first for want of room."""
    found = []
    for number, first in enumerate(units):
        for second in units[number + 1 :]:
            if may_exchange(state, first, second):
                found.append(pack(EXCHANGE, first, second))
    return found


@enforces(FAMILY, "std-5.3-c")
def may_exchange(state: BoninsState, first: int, second: int) -> bool:
    """Whether two units may change places: each can get there, the stacks are legal then, and one could not go first."""
    here, there = state.where[first], state.where[second]
    if here == there or not (reach(state, first) >> there & 1 and reach(state, second) >> here & 1):
        return False
    support, beach = state.ruleset.is_support, state.beach_mask()
    if stacking.may_stop(state, first, there) and stacking.may_stop(state, second, here):
        return False
    for space, leaves, comes in ((here, first, second), (there, second, first)):
        rest = [unit for unit in state.us_in(space) if unit != leaves]
        if beach >> space & 1 or not rest:
            continue
        if len(rest) > 1 or not (support[rest[0]] or support[comes]):
            return False
    return True


# ---------------------------------------------------------------------- the phase


class Movement(Question[BoninsState]):
    """The U.S. player lands, moves, rebuilds and calls units forward, in any order, each unit once."""

    name = "movement"
    case = "std-5.1-e"
    over = "no unit is left that can land, move or be rebuilt"
    pushed_by = ("turn",)

    def fits(self, state: BoninsState, spot: int, frame: Any) -> bool:
        return state.phase in MOVEMENT_PHASES and state.invasion >= 0

    def side(self, state: BoninsState) -> int:
        return US

    def prompt(self, state: BoninsState) -> str:
        left = len(landings.open_beaches(state)) and landings.left(state)
        parts = [f"land up to {counted(left, 'more unit')}"] if left else []
        if movers(state):
            parts.append("move units ashore")
        if replacements.choices(state):
            parts.append(f"spend {counted(state.replacements, 'replacement step')}")
        return f"{PHASES[state.phase].title}, turn {state.turn}: {', '.join([*parts, ''])}or end the phase."

    @enforces(FAMILY, "std-5.1-d", "std-5.1-e", "std-4.1-f", "11.1-b")
    def choices(self, state: BoninsState) -> Choices:
        ruleset = state.ruleset
        bases, masks = landings.rows(state)
        units = movers(state)
        support = ruleset.is_support
        rooms = (stacking.room(state, False), stacking.room(state, True))
        memo, mover, where, printed, shift = tables(state), ruleset.mover, state.where, ruleset.halves, halvings(state) + 1
        for unit in units:
            # The same as `reach`, for all but Task Force Collins, which may have an allowance of its own.
            found = memo.get((mover[unit], 2 * (printed[unit] >> shift), where[unit])) if unit != state.collins else None
            mask = (reach(state, unit) if found is None else found) & rooms[support[unit]]
            if mask:
                bases.append(ruleset.move_bases[unit])
                masks.append(mask)
        before = reserves.collins_choices(state)
        after = [*reserves.call_choices(state), *replacements.choices(state)]
        if ruleset.exchanges:
            after += exchanges(state, units)
        return Rows(bases, masks, before, [*after, DONE_CODE])

    # ------------------------------------------------------------------ actions

    def take_move(self, state: BoninsState, unit: int, space: int) -> None:
        """A finished move is final."""
        start = state.where[unit]
        if state.sink is not None:
            way = [state.hex_name(step) for step in path(state, unit, space)]
        state.opened = 1
        state.acted[unit] |= MOVED
        state.carry(unit, space)
        if state.sink is not None:
            name, here, there = state.name(unit), state.hex_name(start), state.hex_name(space)
            data = {"unit": name, "from": here, "to": there, "path": way}
            state.happened("moved", "std-5.1-d", f"{name} moves to {there}", data)

    def take_exchange(self, state: BoninsState, first: int, second: int) -> None:
        here, there = state.where[first], state.where[second]
        state.opened = 1
        for unit in (first, second):
            state.acted[unit] |= MOVED
        state.take_us(second, -1)
        state.carry(first, there)
        state.put_us(second, here)
        if state.sink is not None:
            for unit, start, space in ((first, here, there), (second, there, here)):
                name, left, right = state.name(unit), state.hex_name(start), state.hex_name(space)
                data = {"unit": name, "from": left, "to": right, "path": [right]}
                state.happened("moved", "std-5.3-c", f"{name} changes places and goes to {right}", data)

    def take_land(self, state: BoninsState, unit: int, space: int) -> None:
        landings.land(state, unit, space)

    def take_replace(self, state: BoninsState, unit: int) -> None:
        replacements.replace(state, unit)

    def take_call(self, state: BoninsState, regiment: int) -> None:
        reserves.call(state, regiment, -1)

    def take_call_with(self, state: BoninsState, regiment: int, tank: int) -> None:
        reserves.call(state, regiment, tank)

    def take_collins(self, state: BoninsState, tank: int) -> None:
        reserves.form_collins(state, tank)

    def take_done(self, state: BoninsState) -> None:
        """Steps that have not been spent are lost."""
        state.replacements = 0
        state.tables = None
        state.stack.pop()

    # ------------------------------------------------------------------ refusals

    def refuse_land(self, state: BoninsState, unit: int, space: int) -> Refusal:
        return landings.refuse(state, unit, space)

    def refuse_replace(self, state: BoninsState, unit: int) -> Refusal:
        return replacements.refuse(state, unit)

    def refuse_call(self, state: BoninsState, regiment: int) -> Refusal:
        return reserves.refuse_call(state, regiment, -1)

    def refuse_call_with(self, state: BoninsState, regiment: int, tank: int) -> Refusal:
        return reserves.refuse_call(state, regiment, tank)

    def refuse_collins(self, state: BoninsState, tank: int) -> Refusal:
        return reserves.refuse_collins(state, tank)

    def refuse_exchange(self, state: BoninsState, first: int, second: int) -> Refusal:
        names = (state.name(first), state.name(second))
        if not state.ruleset.exchanges:
            return Refusal("std-5.3-c", "units cannot change places: stacking is tested after each move", names)
        for unit in (first, second):
            why = self.cannot_move(state, unit)
            if why is not None:
                return why
        for unit, other in ((first, second), (second, first)):
            if not reach(state, unit) >> state.where[other] & 1:
                return self.refuse_way(state, unit, state.where[other])
        return Refusal("std-5.3-c", "these two need not change places, or would leave an illegal stack", names, ("17.1-b",))

    def cannot_move(self, state: BoninsState, unit: int) -> Refusal | None:
        """Why a unit cannot move at all."""
        name = state.name(unit)
        if not state.is_us(unit):
            return Refusal("std-5.1-a", f"{name} is not a U.S. unit", (name,))
        if state.where[unit] < 0:
            return Refusal("14.1-a", f"{name} is not ashore", (name,), ("14.2-a",))
        acted = state.acted[unit]
        if acted & LANDED:
            return Refusal("14.2-e", f"{name} has landed, which is its whole move", (name,))
        if acted & REBUILT:
            return Refusal("14.7-c", f"{name} has been rebuilt and cannot move in this phase", (name,))
        if acted & MOVED:
            return Refusal("std-5.1-d", f"{name} has already moved", (name,))
        return None

    def refuse_move(self, state: BoninsState, unit: int, space: int) -> Refusal:
        why = self.cannot_move(state, unit)
        if why is not None:
            return why
        if not reach(state, unit) >> space & 1:
            return self.refuse_way(state, unit, space)
        return stacking.refuse_stack(state, unit, space)

    def refuse_way(self, state: BoninsState, unit: int, space: int) -> Refusal:
        """Why a unit cannot get to a hex."""
        ruleset = state.ruleset
        ground, name, where = ruleset.ground, state.name(unit), state.hex_name(space)
        start, mover = state.where[unit], ruleset.mover[unit]
        if space == start:
            return Refusal("std-5.1-d", f"{name} is in {where} already", (name,))
        if ground.is_sea[space]:
            return Refusal("std-5.2-b", f"{where} is all sea", (name,))
        if state.jp_mask >> space & 1:
            return Refusal("std-5.1-b", f"a Japanese unit is in {where}", (name,))
        if ruleset.is_tank[unit] and not ground.tank_mask >> space & 1:
            terrain = ground.island.terrain[space]
            case = "13.0-5.2-c" if terrain == "ravine" else "17.3-a"
            return Refusal(case, f"tanks cannot enter {where}, which is {terrain}", (name,))
        if ruleset.locked_zones and state.jp_zone() >> start & 1:
            return Refusal("std-6.1-b", f"{name} is in a Japanese zone of control and can leave it only by combat", (name,))
        points, enemies = halves(state, unit), state.jp_mask
        if ground.search(mover, ANY_DISTANCE, start, enemies, 0) >> space & 1:
            if not ground.search(mover, points, start, enemies, 0) >> space & 1:
                near = ground.within(enemies, SAFE - 1)
                far = state.phase == US_MOVEMENT and not near >> start & 1
                if far and ground.search(mover, ANY_DISTANCE, start, near, 0) >> space & 1:
                    reason = f"a beach or ravine stops the redeployment of {name} before {where}"
                    return Refusal("15.0-c", reason, (name,), ("13.0-5.2-a", "13.0-5.2-d"))
                reason = f"{where} is farther than the {points // 2} movement points of {name}"
                return Refusal("std-5.1-c", reason, (name,), ("15.0-b",) if state.phase == US_MOVEMENT else ("15.0-a",))
            if not ground.search(mover, points, start, enemies, state.jp_zone()) >> space & 1:
                return Refusal("std-6.1-a", f"a Japanese zone of control stops {name} before {where}", (name,))
            return Refusal("13.0-5.2-a", f"a beach or ravine stops {name} before {where}", (name,), ("13.0-5.2-d",))
        if ruleset.is_tank[unit] and ground.search(FOOT, ANY_DISTANCE, start, enemies, 0) >> space & 1:
            return Refusal("17.3-a", f"{name} has no way to {where} over ground that tanks can enter", (name,), ("13.0-5.2-c",))
        return Refusal("std-5.1-b", f"{name} has no way to {where} that does not pass through the enemy", (name,))


def hexes(state: BoninsState, unit: int) -> list[int]:
    """All hexes in which a unit's move may end now."""
    return spaces_of(reach(state, unit) & stacking.room(state, state.ruleset.is_support[unit]))


STEPS: Final[tuple[AnyStep, ...]] = (Movement(),)
