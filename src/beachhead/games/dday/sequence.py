"""The sequence of play (4.0): the phases of a game turn, in order, and its end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from beachhead.engine.cases import enforces
from beachhead.engine.step import AnyStep, Step
from beachhead.games.dday import (
    actions,
    artillery,
    cards,
    events,
    fire,
    landing,
    phases,
    recovery,
    replacements,
    reserves,
    stacking,
    victory,
)
from beachhead.games.dday.phases import FAMILY
from beachhead.games.dday.state import DDayState

SUPPORT: Final = "support_points"


@enforces(FAMILY, "4.0-IX", "4.0-IX-c", "6.4.2-a", "6.2.3-smoke-d", "18.4.4-e")
def end_of_turn(state: DDayState) -> None:
    """Cards off the track, smoke off, at nightfall disruption off the Japanese; support points of the turn are lost (D131)."""
    cards.end_of_turn(state)
    events.end_of_turn(state)
    clear_smoke(state)
    charts = state.ruleset.charts
    if state.turn == charts.nightfall or charts.parts[state.turn] == "PM":
        for position, shaken in enumerate(state.shaken):
            if shaken:
                state.shaken[position] = 0
                state.touch_position(position)
    state.naval = 0
    state.air = 0
    state.done = bytearray(len(state.done))
    state.acted = bytearray(len(state.acted))
    state.stale_options = -1


def clear_smoke(state: DDayState) -> None:
    """Smoke lifts from all groups."""
    for group, smoked in enumerate(state.smoked):
        if smoked:
            state.smoked[group] = 0
            state.touch_position(state.ruleset.groups[group].positions[0])


@enforces(FAMILY, "18.4.4-e")
def support_points(state: DDayState) -> None:
    """A naval gunfire and an airstrike point on the turns that the scenario names; nothing is carried over."""
    clause = state.ruleset.setup.rule(SUPPORT)
    if clause is not None and state.turn in clause.details["gts"]:
        state.naval += int(clause.details["naval_gunfire"])
        state.air += int(clause.details["airstrike"])


OPENINGS: Final[dict[int, Callable[[DDayState], None]]] = {
    phases.OPENING: fire.begin_opening,
    phases.CHECKS: landing.begin_checks,
    phases.LANDING: landing.begin_landing,
    phases.ARRIVALS: landing.begin_arrivals,
    phases.REPLACEMENTS: replacements.begin,
    phases.FIRST_EVENT: events.begin,
    phases.FIRE: fire.begin,
    phases.ACTIONS: actions.begin,
    phases.SECOND_WAVE: landing.begin_second_wave,
    phases.ARTILLERY: artillery.begin,
    phases.END: end_of_turn,
}
"""What each phase does when it begins."""


class TurnRecord(NamedTuple):
    """Whether heroes have had their say at the end of the phase."""

    step: int
    rallied: int = 0


class GameTurn(Step[DDayState]):
    """At the bottom of the stack: when everything above is done, the next phase, or the next turn."""

    name = "turn"
    record = TurnRecord

    def fits(self, state: DDayState, spot: int, frame: TurnRecord) -> bool:
        return frame.rallied in (0, 1)

    @enforces(FAMILY, "4.0", "4.0-IX-b", "18.4", "19.0")
    def settle(self, state: DDayState) -> bool:
        if not state.top(TurnRecord).rallied and recovery.rally_due(state):
            state.replace(GameTurn, 1)
            state.push(recovery.Rallying)
            return False
        if stacking.test_all(state):
            return False
        state.replace(GameTurn)
        reserves.adjust_pools(state)
        if state.phase == phases.FIRE:
            events.after_fire(state)
        number = state.phase + 1
        while number <= phases.END and not takes_place(state, number):
            number += 1
        if number > phases.END:
            if state.turn >= state.ruleset.last_turn:
                victory.end_of_game(state)
                return False
            state.turn += 1
            if state.sink is not None:
                state.tell("turn", "4.0-IX", f"Game Turn {state.turn} begins", turn=state.turn)
            support_points(state)
            number = phases.CHECKS
        begin_phase(state, number)
        return False


@enforces(FAMILY, "18.4.4-d", "4.0-III", "4.0-VII")
def takes_place(state: DDayState, number: int) -> bool:
    """Whether a phase takes place on this turn of this scenario."""
    if number == phases.REPLACEMENTS:
        clause = state.ruleset.setup.rule("replacements")
        return clause is not None and state.turn in clause.details["gts"]
    return phases.takes_place(number, state.turn)


def begin_phase(state: DDayState, number: int) -> None:
    """A phase begins, above the turn on the stack."""
    state.phase = number
    if state.sink is not None:
        phase = phases.PHASES[number]
        state.tell("phase", phase.case, phase.title, phase=phase.name, turn=state.turn)
    OPENINGS[number](state)


STEPS: Final[tuple[AnyStep, ...]] = (GameTurn(),)
