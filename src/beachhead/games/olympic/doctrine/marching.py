"""The Japanese Movement Phase of the solitaire game: the one move after the other that the doctrine makes (14.5)."""

from __future__ import annotations

from typing import Final

from beachhead.engine.action import SECOND_SHIFT
from beachhead.engine.choices import Choices
from beachhead.engine.event import Why
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.engine.step import Question
from beachhead.games.olympic import supply
from beachhead.games.olympic.doctrine import destinations as doctrine
from beachhead.games.olympic.doctrine.destinations import ENTERS, GOES, SPLITS, Front, Plan
from beachhead.games.olympic.ground import FAMILY
from beachhead.games.olympic.landing.entry import ENTRY_COST
from beachhead.games.olympic.phases import JP_MOVEMENT
from beachhead.games.olympic.state import ABSENT, DUE, ENTERING, LOST, POOL, OlympicState

GROUND_NAMES: Final = ("rough ground", "a City", "a Town", "clear ground")
RINGS: Final = ("", "Primary", "Secondary")


@enforces(FAMILY, "4.2-B2", "5.21", "12.0-procedure-2")
def begin(state: OlympicState) -> None:
    """Begin the phase: supply is judged once, nobody has moved."""
    state.moved = bytearray(len(state.moved))
    state.march = None
    supply.judge_movement(state, state.ruleset.jp_units)
    state.push(March)


def current(state: OlympicState) -> tuple[Front, Plan | None]:
    """What the doctrine does next, worked out once per position."""
    kept: tuple[Front, Plan | None] | None = state.march
    if kept is None:
        front = doctrine.front_of(state)
        plan, _ = doctrine.plan_next(state, front)
        kept = (front, plan)
        state.march = kept
    return kept


def explained(state: OlympicState) -> tuple[Front, Plan | None]:
    """The same with the destination, also where the move does not depend on it."""
    front, plan = current(state)
    if plan is not None and plan.goal < 0:
        plan = plan._replace(goal=doctrine.goal_of(state, front, plan))
        state.march = (front, plan)
    return front, plan


def destinations(state: OlympicState) -> list[tuple[int, int, int, int, int, tuple[int, ...]]]:
    """All moves that the doctrine will make in this phase, in order: unit, destination, its cost, ring, stop and path."""
    twin = state.copy()
    twin.sink = None
    twin.march = None
    found: list[tuple[int, int, int, int, int, tuple[int, ...]]] = []
    while True:
        front = doctrine.front_of(twin)
        plan, stayed = doctrine.plan_next(twin, front)
        for unit in stayed:
            twin.moved[unit] = 1
        if plan is None:
            return found
        found.append((plan.unit, doctrine.goal_of(twin, front, plan), plan.cost, plan.ring, plan.stop, plan.path))
        carry_out(twin, plan)


@enforces(FAMILY, "14.52", "9.11-entry", "9.12", "9.16", "11.2", "13.2-recapture", "5.26")
def carry_out(state: OlympicState, plan: Plan) -> None:
    """A unit goes its way; markers in the hexes that it enters are removed."""
    unit = plan.unit
    if (state.beach_mask | state.control_mask) and _meets_marker(state, plan.path):
        for space in plan.path:
            state.jp_passes(unit, space)
    if state.where[unit] < 0:
        state.where[unit] = ABSENT
        state.put(unit, plan.stop)
    else:
        state.carry(unit, plan.stop)
    state.moved[unit] = 1


def _meets_marker(state: OlympicState, path: tuple[int, ...]) -> bool:
    markers, bits = state.beach_mask | state.control_mask, state.ruleset.ground.bit
    for space in path:  # noqa: SIM110 - a generator would cost more than the loop
        if bits[space] & markers:
            return True
    return False


# ---------------------------------------------------------------------- reasons


def values(state: OlympicState, unit: int) -> str:
    """A unit with its values: J:434 (2-10)."""
    return f"{state.name(unit)} ({state.ruleset.units[unit].values})"


def goal_name(ring: int) -> str:
    """What a destination is called."""
    return f"{RINGS[ring]} hex" if ring < len(RINGS) else f"vacant hex of ring {ring}"


def case_of(state: OlympicState, front: Front, plan: Plan) -> str:
    """The case that decides a move."""
    if plan.kind == SPLITS:
        return "7.32"
    if plan.kind == ENTERS:
        return "9.11-entry"
    tied = doctrine.rivals_of(state, front, plan)
    rank = front.ground.rank
    if sum(rank[space] == rank[plan.goal] for space in tied) > 1:
        return "14.57"
    return "14.54-1" if plan.ring == 1 else "14.54-2"


def reason(state: OlympicState, front: Front, plan: Plan) -> Why:
    """Why a unit moves as it does, with the hexes and units that lost the tie."""
    names, rank = front.ground.names, front.ground.rank
    case = case_of(state, front, plan)
    way = tuple(names[space] for space in plan.path)
    start = state.where[plan.unit]
    origin = f"from {names[start]}" if start >= 0 else "onto the map"
    head = f"{values(state, plan.unit)} goes {origin} to {names[plan.stop]}"
    if plan.kind == SPLITS:
        return Why(f"{head}: units cannot stay stacked, and this is the nearest free hex, {plan.cost} MP", case, way[-1], way)
    if plan.kind == ENTERS:
        return Why(f"{head}: it has no destination and takes the nearest free hex", case, way[-1], way)
    rivals: list[tuple[str, str, str]] = []
    better = ""
    for space in reversed(doctrine.rivals_of(state, front, plan)):
        if space == plan.goal:
            continue
        if rank[space] != rank[plan.goal]:
            text = f"{GROUND_NAMES[rank[plan.goal]]} comes before {GROUND_NAMES[rank[space]]}"
            better = better or text
        else:
            text = "has a lower number"
            better = better or "the higher of two equally near hexes"
        rivals.append(("space", names[space], text))
    rivals += _rival_units(state, front, plan)
    text = f"{head}: nearest {goal_name(plan.ring)} {names[plan.goal]}, {plan.cost} MP"
    if better:
        text = f"{text}; {better}"
    if plan.stop != plan.goal:
        text = f"{text}; as far as it can go"
    return Why(text, case, names[plan.goal], way, tuple(rivals))


def _rival_units(state: OlympicState, front: Front, plan: Plan) -> list[tuple[str, str, str]]:
    """Units of the same type that are as near to their destinations and so must wait for their turn (14.56)."""
    found: list[tuple[str, str, str]] = []
    for other in doctrine.waiting_units(state, front, set()):
        if other != plan.unit:
            turn = doctrine.whose_turn(state, front, [other])
            if turn.ring and turn.cost == plan.cost:
                found.append(("unit", state.name(other), "is as near, in a lower hex"))
    return found


# ---------------------------------------------------------------------- the step


class March(Question[OlympicState]):
    """The doctrine moves its next unit."""

    name = "march"
    case = "14.5"
    pushed_by = ("turn",)
    forced_verbs = ()

    def settle(self, state: OlympicState) -> bool:
        front = doctrine.front_of(state)
        plan, stayed = doctrine.plan_next(state, front)
        for unit in stayed:
            state.moved[unit] = 1
        if plan is None:
            state.march = None
            state.stack.pop()
            return False
        state.march = (front, plan)
        return True

    def fits(self, state: OlympicState, spot: int, frame: object) -> bool:
        return state.phase == JP_MOVEMENT and state.ruleset.doctrine

    def side(self, state: OlympicState) -> int:
        return 1

    def prompt(self, state: OlympicState) -> str:
        front, plan = explained(state)
        return "The doctrine moves no more units." if plan is None else f"{reason(state, front, plan).text}."

    def case_now(self, state: OlympicState) -> str:
        front, plan = explained(state)
        return self.case if plan is None else case_of(state, front, plan)

    @enforces(FAMILY, "14.5", "14.51", "14.52", "14.55", "14.56", "5.21")
    def choices(self, state: OlympicState) -> Choices:
        _, plan = current(state)
        if plan is None:
            return ()
        return [state.ruleset.move_bases[plan.unit] | plan.stop << SECOND_SHIFT]

    def take_move(self, state: OlympicState, unit: int, space: int) -> None:
        front, plan = current(state) if state.sink is None else explained(state)
        if plan is None:
            raise AssertionError("nobody is left to move")
        if state.sink is not None:
            why = reason(state, front, plan)
            state.happened(
                "moved",
                why.case,
                why.text,
                {"unit": state.name(unit), "path": list(why.way), "cost": path_cost(state, plan), "why": why.plain()},
            )
        carry_out(state, plan)

    @enforces(FAMILY, "14.51", "14.55", "14.56", "14.52", "14.54-1", "14.54-2", "14.57", "5.23", "14.21-reserve", "7.32", "5.22")
    def refuse_move(self, state: OlympicState, unit: int, space: int) -> Refusal:
        front, plan = explained(state)
        if plan is None:
            return Refusal(self.case, "The doctrine moves no more units this phase")
        if unit != plan.unit:
            return self._not_this_unit(state, front, plan, unit)
        return self._not_this_hex(state, front, plan, space)

    def _not_this_unit(self, state: OlympicState, front: Front, plan: Plan, unit: int) -> Refusal:
        name, mover = state.name(unit), state.name(plan.unit)
        ruleset, at = state.ruleset, state.where[unit]
        who = (name,)
        if state.is_us(unit):
            return Refusal("5.1", f"{name} cannot move in the Japanese Movement Phase; move {mover}", who)
        if at == DUE:
            return Refusal("14.21-reserve", f"{name} has not been released from reserve; move {mover}", who)
        if at in (LOST, ABSENT, POOL):
            return Refusal("5.0-general", f"{name} is not on the map; move {mover}", who)
        if at >= 0 and front.zone >> at & 1:
            text = f"{name} is in a U.S. zone of control at {state.hex_name(at)} and cannot leave it; move {mover}"
            return Refusal("5.23", text, who, ("6.21", "6.24"))
        if state.moved[unit]:
            return Refusal("5.0-procedure", f"{name} has already had its turn this phase; move {mover}", who)
        if ruleset.order[unit] != ruleset.order[plan.unit]:
            first, second = ruleset.units[plan.unit].values, ruleset.units[unit].values
            return Refusal("14.51", f"{first} units move before {second} units; move {mover} before {name}", who)
        turn = doctrine.whose_turn(state, front, [unit])
        if not turn.ring:
            return Refusal("14.55", f"{name} has no destination and moves after the others of its type; move {mover}", who)
        if plan.ring and turn.cost == plan.cost:
            return Refusal(
                "14.56", f"{name} is as near to its destination as {mover}, which is in a higher hex; move {mover}", who
            )
        text = f"{mover} is nearer to its destination ({plan.cost} MP) than {name} ({turn.cost} MP); move {mover}"
        return Refusal("14.55", text, who)

    @enforces(FAMILY, "14.58")
    def _can_ever_reach(self, state: OlympicState, front: Front, plan: Plan, space: int) -> bool:
        """Whether a unit could enter a hex if its allowance were unlimited."""
        ground = front.ground
        start = state.where[plan.unit] if state.where[plan.unit] >= 0 else plan.path[0]
        here = 1 << start
        open_ = ground.land_mask & ~(state.us_mask | front.zone | front.full) | here
        return bool(ground.around.step(ground.around.flood(here, open_)) >> space & 1)

    def _not_this_hex(self, state: OlympicState, front: Front, plan: Plan, space: int) -> Refusal:
        ground, name, where = front.ground, state.name(plan.unit), state.hex_name(space)
        who, stop = (name,), state.hex_name(plan.stop)
        if not ground.is_land[space] or state.us_mask >> space & 1:
            what = "an all-sea hex" if not ground.is_land[space] else "occupied by U.S. units"
            return Refusal("5.22", f"{where} is {what}; move {name} to {stop}", who)
        if (state.jp_mask | state.down_mask) >> space & 1:
            return Refusal("7.32", f"{where} is occupied, and {name} cannot end its move stacked; move it to {stop}", who)
        if plan.kind != GOES:
            case = case_of(state, front, plan)
            return Refusal(case, f"{stop} is the nearest hex where {name} may stop; move it there", who)
        goal = state.hex_name(plan.goal)
        toward = "14.54-1" if plan.ring == 1 else "14.54-2"
        if front.ring(plan.ring) >> space & 1:
            kind = goal_name(plan.ring)
            if not self._can_ever_reach(state, front, plan, space):
                return Refusal("14.58", f"zones of control and all-sea hexsides close {where} to {name}; move it to {stop}", who)
            if space not in doctrine.rivals_of(state, front, plan):
                return Refusal(toward, f"{where} is not the nearest {kind} that {name} can reach; move it to {stop}", who)
            if ground.rank[space] != ground.rank[plan.goal]:
                best, worse = GROUND_NAMES[ground.rank[plan.goal]], GROUND_NAMES[ground.rank[space]]
                return Refusal(
                    toward, f"{goal} is as near as {where}, and {best} comes before {worse}; move {name} to {stop}", who
                )
            return Refusal("14.57", f"{goal} is as near as {where} and has the higher number; move {name} to {stop}", who)
        text = f"{name} must go as far as it can toward {goal} by a shortest way, not to {where}; move it to {stop}"
        return Refusal("14.52", text, who)


def path_cost(state: OlympicState, plan: Plan) -> int:
    """Movement points of the way that a unit goes now."""
    ground = state.ruleset.ground
    here, total = state.where[plan.unit], 0
    for space in plan.path:
        total += ENTRY_COST if here == ENTERING else ground.step_cost(here, space)
        here = space
    return total
