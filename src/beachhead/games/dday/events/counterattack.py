"""The counterattack action (14.4.2): before anybody else in the Fire Phase, stacks in counterattack stance move or attack, one by
one, by priorities that leave nothing to choose."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from beachhead.boards.hexes import spaces_of
from beachhead.engine.action import pack
from beachhead.engine.choices import Choices
from beachhead.engine.event import Why
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.engine.step import AnyStep, Question
from beachhead.games.dday.box.kinds import BLACK
from beachhead.games.dday.combat import close_combat
from beachhead.games.dday.control import communication
from beachhead.games.dday.control.communication import landing_beaches
from beachhead.games.dday.counters import japanese_moves, sorties, stance
from beachhead.games.dday.phases import FAMILY
from beachhead.games.dday.phases import FIRE as FIRE_PHASE
from beachhead.games.dday.ruleset import JP
from beachhead.games.dday.state import STANCE_ACTED, DDayState
from beachhead.games.dday.verbs import ADVANCE, ASSAULT

BEACH_TURNS: Final = 13
"""From this turn on positions over the landing beaches draw nobody any more (14.4.2-c-1)."""
FAR: Final = 255

# The priorities.
NOTHING: Final = 0
BEACH: Final = 1
MARINES: Final = 2
BLACK_POSITION: Final = 3
CASES: Final = ("14.4.2-c-5", "14.4.2-c-1", "14.4.2-c-2", "14.4.2-c-3")
REASONS: Final = (
    "no hex within three meets a priority",
    "an empty position from which a landing beach can be fired upon is within three hexes",
    "US units are within three hexes, and these are the nearest to a landing beach",
    "an empty position within three hexes is nearer to a black position",
)


def row_and_column(state: DDayState, place: int) -> tuple[int, int]:
    """Where a hex lies: how far west, and how far north (D2)."""
    name = state.ruleset.hex_name(place)
    return int(name[:2]), int(name[2:])


@enforces(FAMILY, "14.4.2-b")
def next_stack(state: DDayState) -> int:
    """The stack that acts next: nearest to a US landing beach, then westernmost, then by letter and number; -1 if all have
    acted. Disrupted stacks act too (D95)."""
    ruleset, beaches = state.ruleset, landing_beaches(state)
    best, found = (999, 0), -1
    for position in stance.stacks(state):
        if state.stance[position] & STANCE_ACTED:
            continue
        place = ruleset.position_hex[position]
        rank = (ruleset.ground.nearest(place, beaches), -row_and_column(state, place)[0])
        if rank < best:
            best, found = rank, position
    return found


# ---------------------------------------------------------------------- where to


def goal_of(state: DDayState, position: int) -> tuple[int, int]:
    """What draws a stack, and the hex: the first priority that some hex within three meets."""
    for kind, place in (
        (BEACH, over_beach(state, position)),
        (MARINES, against_marines(state, position)),
        (BLACK_POSITION, toward_black(state, position)),
    ):
        if place >= 0:
            return kind, place
    return NOTHING, -1


@enforces(FAMILY, "14.4.2-c-4")
def closest(state: DDayState, position: int, hexes: list[int]) -> int:
    """Of some hexes the one closest to the stack, then the westernmost, then the southernmost; -1 if there is none."""
    row, best, found = state.ruleset.ground.distance[state.ruleset.position_hex[position]], (999, 0, 0), -1
    for place in hexes:
        west, north = row_and_column(state, place)
        rank = (row[place], -west, north)
        if rank < best:
            best, found = rank, place
    return found


def free_hexes(state: DDayState, position: int) -> list[int]:
    """The unoccupied position hexes within three hexes."""
    ruleset = state.ruleset
    near = ruleset.ground.disk[japanese_moves.REACH][ruleset.position_hex[position]] & ruleset.ground.position_mask
    return [place for place in spaces_of(near) if japanese_moves.is_free(state, ruleset.ground.position_at[place])]


@enforces(FAMILY, "14.4.2-c-1", "14.4.2-c")
def over_beach(state: DDayState, position: int) -> int:
    """An unoccupied position with a field over a US landing beach; not from GT 13 on."""
    if state.turn >= BEACH_TURNS:
        return -1
    at = state.ruleset.ground.position_at
    return closest(state, position, [place for place in free_hexes(state, position) if stance.reaches_beach(state, at[place])])


@enforces(FAMILY, "14.4.2-c-2", "14.4.2-c")
def against_marines(state: DDayState, position: int) -> int:
    """A hex with US units: the nearest to a landing beach, then the southernmost."""
    ground, beaches = state.ruleset.ground, landing_beaches(state)
    best, found = (999, 0), list[int]()
    for place in spaces_of(ground.disk[japanese_moves.REACH][state.ruleset.position_hex[position]] & state.us_mask):
        rank = (ground.nearest(place, beaches), row_and_column(state, place)[1])
        if rank < best:
            best, found = rank, [place]
        elif rank == best:
            found.append(place)
    return closest(state, position, found)


@enforces(FAMILY, "14.4.2-c-3", "14.4.2-c")
def toward_black(state: DDayState, position: int) -> int:
    """An unoccupied position nearer to a black position that the Marines do not control (D95)."""
    ruleset, ground = state.ruleset, state.ruleset.ground
    blacks = 0
    for other, place in enumerate(ruleset.position_hex):
        if ruleset.position_color[other] == BLACK and not communication.us_controls_position(state, other):
            blacks |= 1 << place
    far = ground.nearest(ruleset.position_hex[position], blacks)
    return closest(
        state, position, [place for place in free_hexes(state, position) if ground.nearest(place, blacks) < far]
    )  # fmt: skip


# ---------------------------------------------------------------------- the step


@enforces(FAMILY, "4.0-IV-1", "14.4", "14.4.2", "14.4.2-a")
def begin(state: DDayState) -> None:
    """Before anything else in the Fire Phase, whatever the card shows."""
    if stance.stacks(state):
        state.push(Counterattack)


class CounterattackRecord(NamedTuple):
    """Nothing has to be remembered: who has acted is in the state."""

    step: int


class Counterattack(Question[DDayState]):
    """Stacks in counterattack stance act, one by one."""

    name = "counterattack"
    case = "14.4.2"
    record = CounterattackRecord
    pushed_by = ("fire phase",)
    forced_verbs = ()

    def fits(self, state: DDayState, spot: int, frame: Any) -> bool:
        return state.phase == FIRE_PHASE

    @enforces(FAMILY, "14.4.2-c-5")
    def settle(self, state: DDayState) -> bool:
        """A stack that no hex draws does nothing in this phase."""
        position = next_stack(state)
        while position >= 0:
            if goal_of(state, position)[0]:
                return True
            state.stance[position] |= STANCE_ACTED
            if state.sink is not None:
                where = state.ruleset.hex_name(state.ruleset.position_hex[position])
                text = f"The Japanese in counterattack stance in {where} stay: {REASONS[NOTHING]}"
                why = Why(f"{text}.", CASES[NOTHING], where).plain()
                state.happened("no action", CASES[NOTHING], text, {"hex": where, "why": why})
            position = next_stack(state)
        state.stack.pop()
        return False

    def side(self, state: DDayState) -> int:
        return JP

    def case_now(self, state: DDayState) -> str:
        return CASES[goal_of(state, next_stack(state))[0]]

    def prompt(self, state: DDayState) -> str:
        where = state.ruleset.hex_name(state.ruleset.position_hex[next_stack(state)])
        return f"The Japanese in counterattack stance in {where} act first."

    @enforces(FAMILY, "14.4.2-b", "14.4.2-c")
    def choices(self, state: DDayState) -> Choices:
        position = next_stack(state)
        kind, goal = goal_of(state, position)
        return [pack(ASSAULT if kind == MARINES else ADVANCE, state.ruleset.position_hex[position], goal)]

    @enforces(FAMILY, "14.4.2-c", "14.4.6")
    def take_advance(self, state: DDayState, place: int, goal: int) -> None:
        ruleset = state.ruleset
        position, there = ruleset.position_at[place], ruleset.position_at[goal]
        kind = goal_of(state, position)[0]
        state.stance[position] |= STANCE_ACTED
        why = f"{REASONS[kind][:1].upper()}{REASONS[kind][1:]}."
        japanese_moves.tell(state, position, there, CASES[kind], "The stack in counterattack stance", why)
        japanese_moves.move(state, position, there, sorties.stack_of(state, position))
        stance.after_action(state, there)

    @enforces(FAMILY, "14.4.2-c-2", "8.6-japanese")
    def take_assault(self, state: DDayState, place: int, goal: int) -> None:
        position = state.ruleset.position_at[place]
        state.stance[position] |= STANCE_ACTED
        why = f"{REASONS[MARINES][:1].upper()}{REASONS[MARINES][1:]}."
        close_combat.begin_sortie(state, sorties.COUNTERATTACK, position, goal, why)

    def refuse_any(self, state: DDayState, code: int) -> Refusal:
        return Refusal(self.case_now(state), f"the rulebook says what comes next: {self.prompt(state)}")


STEPS: Final[tuple[AnyStep, ...]] = (Counterattack(),)
