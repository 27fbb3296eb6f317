"""The movement of a unit or stack, hex by hex (7.2, 7.3, 7.4, 9.6).

One step, in order (HOW-TO-BUILD): the card of 9.6 if an empty position is entered; fire, if the step draws it; who is disrupted
stays; the others move; stacking; forts and wake-up cards; then the rules that end a move. The record on the stack says how far a
stack has come; everything that somebody else decides or draws lies on top of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from beachhead.boards.hexes import spaces_of
from beachhead.engine.action import pack
from beachhead.engine.choices import Choices
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.engine.shown.words import listed
from beachhead.engine.step import AnyStep, Question
from beachhead.games.dday.combat import close_combat
from beachhead.games.dday.control import command, lasting_events
from beachhead.games.dday.counters import defenders, marines, stacking
from beachhead.games.dday.counters.japanese_damage import because
from beachhead.games.dday.fire import fire_phase, under_fire
from beachhead.games.dday.fire.under_fire import ASSAULT, AWOKEN, JOINING, ORDINARY
from beachhead.games.dday.moves import arrival, move_goals
from beachhead.games.dday.phases import FAMILY
from beachhead.games.dday.ruleset import JP, US
from beachhead.games.dday.state import ACTED, ENTERED, MOVED, DDayState
from beachhead.games.dday.verbs import (
    DONE_CODE,
    DRAW_CODE,
    ENTER,
    FIGHT,
    JOIN_STACK,
    MOVE,
    REVEAL,
    STEP,
    STOP_CODE,
)

# Stages of a move.
FORMING: Final = 0
"""Units join the stack before it sets out."""
RISING: Final = 1
"""The card of 9.6 is due."""
LEAVING: Final = 2
"""Fire is drawn, or not."""
SHOT_AT: Final = 3
"""Fire has been resolved."""
GOING_ON: Final = 4
"""Whoever is not disrupted may go on or stop."""
SHOWING: Final = 5
"""The unit that has appeared is turned up."""
ARRIVING: Final = 6
"""The units enter the hex."""
ARRIVED: Final = 7
"""Everything that their arrival set off is done."""
HALTING: Final = 8
"""The move may go on from here."""
INSIDE: Final = 9
"""They have entered for close combat: now or later."""
STAGES: Final = 10
RESTING: Final = (FORMING, ARRIVED, HALTING, INSIDE)
"""Stages in which a stack is where it goes."""


class MoveRecord(NamedTuple):
    """A stack on the move."""

    step: int
    stage: int
    place: int
    """Where it is."""
    goal: int
    """The hex that it is entering; its own while it rests."""
    moved: int
    """Hexes entered."""
    fields: int
    """Those of them under a field of fire."""
    short: int
    """1: one-hex movement."""
    kind: int
    """ORDINARY, ASSAULT, AWOKEN or JOINING."""
    units: tuple[int, ...]
    """Its members; the first leads and is the one that is named."""


# ---------------------------------------------------------------------- beginning


def form(state: DDayState, leader: int, unit: int) -> None:
    """A unit joins another that has not moved yet; the stack can still grow."""
    place = state.where[leader]
    command.spend(state, leader)
    command.spend(state, unit)
    state.push(Move, FORMING, place, place, 0, 0, 0, ORDINARY, (leader, unit))


def begin(state: DDayState, unit: int, goal: int, *, short: bool = False, kind: int = ORDINARY) -> None:
    """A single unit moves into a neighboring hex."""
    place, units = state.where[unit], (unit,)
    short = short or kind == ASSAULT or move_goals.is_one_hex(state, units, place, goal)
    state.push(Move, leaving_stage(state, goal, units, kind), place, goal, 0, 0, int(short), kind, units)


def begin_under_fire(state: DDayState, unit: int, goal: int) -> None:
    """A unit that cannot move otherwise goes one hex under fire."""
    state.push(Move, LEAVING, state.where[unit], goal, 0, 0, 1, ORDINARY, (unit,))


def set_out(state: DDayState, goal: int, *, short: bool = False, kind: int = ORDINARY) -> None:
    """The stack on top leaves its hex: with its first hex it declares how it moves."""
    frame = state.top(MoveRecord)
    if not frame.moved:
        short = short or kind == ASSAULT or move_goals.is_one_hex(state, frame.units, frame.place, goal)
    stage = leaving_stage(state, goal, frame.units, kind)
    state.replace(Move, stage, frame.place, goal, frame.moved, frame.fields, int(short), kind, frame.units)


@enforces(FAMILY, "7.2-a", "7.2-b", "7.2-c", "7.0-d", "7.4", "9.6", "7.0-a-move-2", "7.3.1-h")
def leaving_stage(state: DDayState, goal: int, units: tuple[int, ...], kind: int) -> int:
    """Units leave their hex, which is their action; the stage that comes next."""
    mark(state, units)
    return RISING if kind == ORDINARY and arrival.may_rejuvenate(state, goal) else LEAVING


def mark(state: DDayState, units: Sequence[int]) -> None:
    """These units have moved, which is their action."""
    for unit in units:
        command.spend(state, unit)
    for unit in units:
        state.mark(unit, ACTED | MOVED)


# ---------------------------------------------------------------------- the step


class Move(Question[DDayState]):
    """A stack on its way: the player leads it, the Japanese draw and reveal."""

    name = "move"
    case = "7.3"
    record = MoveRecord
    pushed_by = ("actions",)
    forced_verbs = ("stop",)

    def fits(self, state: DDayState, spot: int, frame: MoveRecord) -> bool:
        land, units = state.ruleset.ground.land, frame.units
        return (
            bool(units)
            and len(set(units)) == len(units)
            and all(0 <= unit < len(state.where) for unit in units)
            and 0 <= frame.stage < STAGES
            and 0 <= frame.place < land
            and 0 <= frame.goal < land
            and (frame.place == frame.goal or state.ruleset.ground.distance[frame.place][frame.goal] == 1)
            and 0 <= frame.moved <= 3
            and 0 <= frame.fields <= frame.moved
            and frame.short in (0, 1)
            and frame.kind in (ORDINARY, ASSAULT, AWOKEN, JOINING)
            and (frame.kind == ORDINARY or state.slot_at(frame.goal) >= 0)
            and (frame.place == frame.goal) == (frame.stage in RESTING)
            and (frame.stage != RISING or (frame.kind == ORDINARY and arrival.may_rejuvenate(state, frame.goal)))
            and (frame.stage != SHOWING or frame.kind == AWOKEN)
            and (frame.stage != INSIDE or frame.kind in (ASSAULT, AWOKEN))
            and (frame.stage not in (FORMING, HALTING) or all(state.where[unit] == frame.place for unit in units))
        )

    def side(self, state: DDayState) -> int:
        return JP if state.top(MoveRecord).stage in (RISING, SHOWING) else US

    def case_now(self, state: DDayState) -> str:
        stage = state.top(MoveRecord).stage
        return {FORMING: "7.2-b", RISING: "9.6-1", GOING_ON: "7.3.3-f", SHOWING: "7.4-a-important", INSIDE: "8.6-a"}.get(
            stage, self.case
        )

    def prompt(self, state: DDayState) -> str:
        frame = state.top(MoveRecord)
        names = listed([state.ruleset.unit_ids[unit] for unit in frame.units])
        place, goal = state.ruleset.hex_name(frame.place), state.ruleset.hex_name(frame.goal)
        if frame.stage == FORMING:
            return f"{names} move together from {place}: add units, or move."
        if frame.stage == RISING:
            return f"US units are about to enter the empty position in {goal}: draw a card."
        if frame.stage == SHOWING:
            return f"Turn up the unit that has appeared in {goal}."
        if frame.stage == INSIDE:
            return f"{names} entered {goal}: fight now, or wait until all other actions are over."
        if frame.stage == GOING_ON:
            return f"{names} came under fire in {place}: go on to {goal}, or stop."
        return f"{names} in {place}: move on, or stop."

    # ------------------------------------------------------------------ what needs no decision

    def settle(self, state: DDayState) -> bool:
        frame = state.top(MoveRecord)
        stage = frame.stage
        if stage == LEAVING:
            self.draw_fire(state, frame)
        elif stage == SHOT_AT:
            self.after_fire(state, frame)
        elif stage == ARRIVING:
            self.go_in(state, frame)
        elif stage == ARRIVED:
            self.look_round(state, frame)
        else:
            return super().settle(state)
        return False

    @enforces(FAMILY, "7.0-c", "7.3.3-f", "9.6-3", "7.4")
    def draw_fire(self, state: DDayState, frame: MoveRecord) -> None:
        """Fire comes before the units leave their hex. A unit that has just appeared fires alone, unless leaving the hex draws
        fire as well; nobody it hits escapes disruption (D80)."""
        tanks, others = move_goals.tanks_and_others(state, frame.units)
        left, entered = under_fire.drawn(
            state, frame.place, frame.goal, kind=frame.kind, short=bool(frame.short), tanks=tanks, others=others
        )
        if not left and not entered:
            self.go_in(state, frame)
            return
        state.replace(Move, SHOT_AT, *frame[2:])
        group = state.ruleset.ground.group_at[frame.goal]
        awoken = frame.kind == AWOKEN
        fire_phase.begin_under_fire(
            state,
            frame.units,
            frame.place,
            entering=frame.goal if entered else -1,
            only_group=group if awoken and not left else -1,
            no_press=awoken,
        )

    @enforces(FAMILY, "7.3.1-d", "7.3.3-e", "7.0-a-into", "9.6-3", "9.6-4", "9.6-4-none", "7.3.2-d", "20.0-at-ditch")
    def after_fire(self, state: DDayState, frame: MoveRecord) -> None:
        """Who has been disrupted stays behind and has acted; the others may go on or stop. If a unit has appeared, they must
        enter, and heavy weapons stay out (D135)."""
        units = self.fit(state, frame.units, frame.place)
        if frame.kind == AWOKEN:
            ruleset = state.ruleset
            ready = tuple(unit for unit in units if not ruleset.is_heavy[unit] and not ruleset.is_regimental_hq[unit])
            state.replace(Move, SHOWING, *frame[2:8], ready or frame.units)
        elif units and not lasting_events.barred(state, units) >> frame.goal & 1:
            state.replace(Move, GOING_ON, *frame[2:8], units)
        else:
            self.end(state, frame.place)

    @staticmethod
    def fit(state: DDayState, units: tuple[int, ...], place: int) -> tuple[int, ...]:
        """Members that are still there and not disrupted."""
        return tuple(unit for unit in units if state.where[unit] == place and not state.disrupted[unit])

    @enforces(FAMILY, "7.3", "7.3.1-e", "7.4", "8.6", "8.6-c-1", "9.6-4", "7.5")
    def go_in(self, state: DDayState, frame: MoveRecord) -> None:
        """The units move: then stacking, forts and wake-up cards, in this order."""
        goal = frame.goal
        joined = False
        if frame.kind != ORDINARY:
            position = state.slot_at(goal)
            joined = bool(state.done[position] & ENTERED)
            state.mark_position(position, ENTERED)
        for unit in frame.units:
            if frame.kind != ORDINARY:
                state.came_from[unit] = frame.place
            state.put(unit, goal)
        if state.sink is not None:
            self.report(state, frame)
        kind = JOINING if joined else frame.kind
        state.replace(Move, ARRIVED, goal, goal, frame.moved + 1, frame.fields, frame.short, kind, frame.units)
        full = bool(marines.shortfall(state, state.units_in(goal)))
        if full or arrival.is_awaited(state, goal):
            arrival.arrive(state, goal)
            stacking.test(state, goal)
        else:
            self.look_round(state, state.top(MoveRecord))

    @staticmethod
    def report(state: DDayState, frame: MoveRecord) -> None:
        """Tell who has moved where."""
        ruleset = state.ruleset
        names = [ruleset.unit_ids[unit] for unit in frame.units]
        here, there = ruleset.hex_name(frame.place), ruleset.hex_name(frame.goal)
        many = len(names) > 1
        if frame.kind == ORDINARY:
            text = f"{listed(names)} {'move' if many else 'moves'} to {there}"
            kind, case = "moved", "7.3"
        else:
            text = f"{listed(names)} {'enter' if many else 'enters'} {there} for close combat"
            kind, case = "entered", "7.4"
        state.happened(kind, case, text, {"units": names, "from": here, "to": there, "path": [there]})

    @enforces(FAMILY, "7.3.1-a", "7.3.1-b", "7.3.1-c", "7.3.1-e", "7.3.1-f", "7.2-b", "9.3-b-2")
    def look_round(self, state: DDayState, frame: MoveRecord) -> None:
        """The move ends, or the player may go on. A field that a reserve unit has just brought counts at once."""
        if frame.kind != ORDINARY:
            if frame.kind == JOINING:
                state.stack.pop()
            else:
                state.replace(Move, INSIDE, *frame[2:])
            return
        units = self.fit(state, frame.units, frame.place)
        fields = frame.fields + move_goals.under_field(state, frame.place)
        stop = move_goals.why_stop(state, units, frame.place, frame.moved, fields, bool(frame.short)) if units else ""
        if stop and stop != move_goals.ONE_HEX and state.sink is not None:
            for unit in units:
                name = state.ruleset.unit_ids[unit]
                reason = f"the move of {name} has ended {move_goals.ENDS[stop]}"
                state.pass_over(Move, Refusal(stop, reason, (name,), ("7.0-d",)), told=False)
        if stop or not units or not self.goes_on(state, units, frame):
            self.end(state, frame.place)
            return
        state.replace(Move, HALTING, frame.place, frame.goal, frame.moved, fields, 0, ORDINARY, units)

    def goes_on(self, state: DDayState, units: Sequence[int], frame: MoveRecord) -> bool:
        """Whether there is a hex to go to, or somebody to pick up."""
        return bool(move_goals.reach(state, units, frame.place, frame.moved) or self.waiting(state, units))

    @staticmethod
    @enforces(FAMILY, "6.7")
    def end(state: DDayState, place: int) -> None:
        """The move is over; guns in its last hex are destroyed."""
        state.stack.pop()
        arrival.take_guns(state, place)

    # ------------------------------------------------------------------ choices

    @staticmethod
    def waiting(state: DDayState, units: Sequence[int]) -> list[int]:
        """Units that an officer's stack may pick up where it is."""
        return [unit for unit in state.units_in(state.where[units[0]]) if move_goals.may_pick_up(state, units, unit)]

    @enforces(FAMILY, "7.2-b", "7.3", "7.4", "8.6-a", "8.6-b", "9.6-4", "11.1.2-officer-e")
    def choices(self, state: DDayState) -> Choices:
        frame = state.top(MoveRecord)
        leader = frame.units[0]
        if frame.stage == RISING:
            return [DRAW_CODE]
        if frame.stage == SHOWING:
            return [pack(REVEAL, frame.goal)]
        if frame.stage == INSIDE:
            return [pack(FIGHT, frame.goal), DONE_CODE]
        if frame.stage == GOING_ON:
            return [pack(ENTER if frame.kind == ASSAULT else MOVE, leader, frame.goal), STOP_CODE]
        goals = move_goals.reach(state, frame.units, frame.place, frame.moved)
        found = [pack(MOVE, leader, goal) for goal in spaces_of(goals)]
        if frame.stage == HALTING:
            found += [pack(JOIN_STACK, unit, leader) for unit in self.waiting(state, frame.units)]
            return [*found, STOP_CODE]
        found += [pack(STEP, leader, goal) for goal in spaces_of(move_goals.short_reach(state, frame.units, frame.place))]
        goals = move_goals.assault_reach(state, frame.units, frame.place)
        found += [pack(ENTER, leader, goal) for goal in spaces_of(goals)]
        return found + [pack(JOIN_STACK, unit, leader) for unit in self.joiners(state, frame)]

    @staticmethod
    def joiners(state: DDayState, frame: MoveRecord) -> list[int]:
        """Units that may still join a stack that has not set out, so that it can go somewhere together."""
        found = []
        for unit in state.units_in(frame.place):
            if unit not in frame.units and move_goals.may_join(state, unit, frame.units[0]):
                units = (*frame.units, unit)
                if move_goals.reach(state, units, frame.place, 0) or move_goals.assault_reach(state, units, frame.place):
                    found.append(unit)
        return found

    # ------------------------------------------------------------------ actions

    def take_join_stack(self, state: DDayState, unit: int, leader: int) -> None:
        frame = state.top(MoveRecord)
        command.spend(state, unit)
        if frame.moved:
            mark(state, (unit,))
        state.replace(Move, *frame[1:8], (*frame.units, unit))

    def take_move(self, state: DDayState, unit: int, goal: int) -> None:
        frame = state.top(MoveRecord)
        if frame.stage == GOING_ON:
            state.replace(Move, ARRIVING, *frame[2:])
        else:
            set_out(state, goal)

    def take_step(self, state: DDayState, unit: int, goal: int) -> None:
        set_out(state, goal, short=True)

    def take_enter(self, state: DDayState, unit: int, goal: int) -> None:
        frame = state.top(MoveRecord)
        if frame.stage == GOING_ON:
            state.replace(Move, ARRIVING, *frame[2:])
        else:
            set_out(state, goal, kind=ASSAULT)

    def take_stop(self, state: DDayState) -> None:
        self.end(state, state.top(MoveRecord).place)

    @enforces(FAMILY, "9.6-1", "9.6-2")
    def take_draw(self, state: DDayState) -> None:
        frame = state.top(MoveRecord)
        appeared = arrival.rejuvenate(state, frame.goal)
        state.replace(Move, LEAVING, *frame[2:7], AWOKEN if appeared else ORDINARY, frame.units)

    @enforces(FAMILY, "7.4-a-important", "9.6-4", "9.6-4-none")
    def take_reveal(self, state: DDayState, place: int) -> None:
        """The unit that has appeared is turned up; whoever it has not stopped must enter."""
        frame = state.top(MoveRecord)
        why = because("US units are about to enter: the unit that has appeared is turned up", "7.4-a-important")
        defenders.reveal_units(state, state.ruleset.ground.position_at[place], "7.4-a-important", why)
        units = self.fit(state, frame.units, frame.place)
        if any(state.ruleset.is_heavy[unit] or state.ruleset.is_regimental_hq[unit] for unit in units):
            units = ()
        if units:
            state.replace(Move, ARRIVING, *frame[2:8], units)
        else:
            self.end(state, frame.place)

    @enforces(FAMILY, "8.6-a", "7.0-a-into", "7.0-important")
    def take_fight(self, state: DDayState, place: int) -> None:
        state.stack.pop()
        close_combat.begin(state, state.slot_at(place))

    @enforces(FAMILY, "8.6-b", "8.6-c-1")
    def take_done(self, state: DDayState) -> None:
        state.stack.pop()

    # ------------------------------------------------------------------ refusals

    def refuse_leader(self, state: DDayState, unit: int) -> Refusal | None:
        """Why another unit cannot be named now."""
        frame, ruleset = state.top(MoveRecord), state.ruleset
        leader, name = ruleset.unit_ids[frame.units[0]], ruleset.unit_ids[unit]
        if unit == frame.units[0]:
            return None
        if unit in frame.units:
            return Refusal("7.2-b", f"{name} moves with {leader}: name {leader}", (name, leader))
        return Refusal("7.2-a", f"finish the move of {leader} first", (name, leader))

    def refuse_move(self, state: DDayState, unit: int, goal: int) -> Refusal:
        why = self.refuse_leader(state, unit)
        if why is not None:
            return why
        frame = state.top(MoveRecord)
        where, name = state.ruleset.hex_name(frame.goal), state.ruleset.unit_ids[unit]
        if frame.stage == INSIDE:
            return Refusal("7.3.1-e", f"{name} has entered {where} for close combat and moves no farther", (name,))
        if frame.stage == GOING_ON:
            case = "7.4" if frame.kind == ASSAULT else "7.3.3-f"
            return Refusal(case, f"{name} came under fire on the way to {where}: go on there, or stop", (name,))
        return move_goals.refuse_hex(state, frame.units, goal, frame.moved)

    def refuse_step(self, state: DDayState, unit: int, goal: int) -> Refusal:
        frame = state.top(MoveRecord)
        if frame.stage == FORMING and move_goals.reach(state, frame.units, frame.place, 0) >> goal & 1:
            return self.refuse_leader(state, unit) or refuse_needless(state, unit, goal)
        if frame.moved and frame.stage == HALTING:
            name = state.ruleset.unit_ids[unit]
            return Refusal("7.3.2", f"{name} has begun a longer move: one-hex movement is declared before the first hex", (name,))
        return self.refuse_move(state, unit, goal)

    def refuse_enter(self, state: DDayState, unit: int, goal: int) -> Refusal:
        why = self.refuse_leader(state, unit)
        if why is not None:
            return why
        frame = state.top(MoveRecord)
        if frame.stage in (FORMING, HALTING):
            return move_goals.refuse_enemy(state, frame.units, goal, frame.moved)
        return self.refuse_move(state, unit, goal)

    def refuse_join_stack(self, state: DDayState, unit: int, leader: int) -> Refusal:
        frame, ruleset = state.top(MoveRecord), state.ruleset
        first, name = ruleset.unit_ids[frame.units[0]], ruleset.unit_ids[unit]
        if unit in frame.units:
            return Refusal("7.2-b", f"{name} is in the stack of {first} already", (name,))
        if leader != frame.units[0]:
            return Refusal("7.2-b", f"the stack is led by {first}: join {name} {first}", (name, first))
        if frame.moved or frame.stage != FORMING:
            why = move_goals.why_idle(state, unit)
            if why is not None:
                return why
            reason = f"{name} cannot be picked up on the way: only an officer hero's stack does that, from its own hex"
            return Refusal("7.2-b", reason, (name,), ("11.1.2-officer-e",))
        return move_goals.refuse_join(state, unit, leader)

    def refuse_stop(self, state: DDayState) -> Refusal:
        frame = state.top(MoveRecord)
        if frame.stage == INSIDE:
            return Refusal("8.6", "the units have entered: fight now, or say done to fight at the end of the phase")
        return Refusal("7.2-b", "the stack has been formed to move: move it")

    def refuse_fight(self, state: DDayState, place: int) -> Refusal:
        where = state.ruleset.hex_name(place)
        return Refusal("8.6-b", f"the close combat in {where} is not to be fought now", (), ("4.0-VI-3",))

    def refuse_done(self, state: DDayState) -> Refusal:
        frame = state.top(MoveRecord)
        name = state.ruleset.unit_ids[frame.units[0]]
        if frame.stage == FORMING:
            return Refusal("7.2-b", f"the stack of {name} has been formed to move: move it", (name,))
        return Refusal("7.3", f"{name} is on the move: move on or stop", (name,))

    def refuse_draw(self, state: DDayState) -> Refusal:
        return Refusal("7.4-a-important", "the unit that has appeared is turned up now")

    def refuse_reveal(self, state: DDayState, place: int) -> Refusal:
        return Refusal(self.case_now(state), f"{state.ruleset.hex_name(place)} is not turned up now: {self.prompt(state)}")


def refuse_needless(state: DDayState, unit: int, goal: int) -> Refusal:
    """Why a one-hex move is not offered where a move is the same."""
    name, where = state.ruleset.unit_ids[unit], state.ruleset.hex_name(goal)
    reason = f"a one-hex move to {where} need not be declared: it draws no less fire than a longer one; move {name} there"
    return Refusal("7.3.2", reason, (name,), ("7.3.2-c",))


STEPS: Final[tuple[AnyStep, ...]] = (Move(),)
