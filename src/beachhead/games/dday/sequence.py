"""The sequence of play (4.0): the phases of a game turn, in order, and its end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from beachhead.engine.files.cases import enforces
from beachhead.engine.step import AnyStep, Step
from beachhead.games.dday import phases, victory
from beachhead.games.dday.control import fields_of_fire
from beachhead.games.dday.counters import cards, japanese_reserves, losses, stacking, support
from beachhead.games.dday.events import event_phases, raids
from beachhead.games.dday.fire import fire_phase, japanese_artillery
from beachhead.games.dday.headquarters import division_reserve, hq_phase, replacements, rest, third_marines
from beachhead.games.dday.moves import landing, recovery, us_actions
from beachhead.games.dday.phases import FAMILY
from beachhead.games.dday.ruleset import DDayRuleset
from beachhead.games.dday.setup import opening_card, questions
from beachhead.games.dday.state import LANDING_CARDS, DDayState

MONTHS: Final = {2: "February", 3: "March"}
DISRUPTING: Final = "initial_disruption"
REVEALING: Final = "opening_reveal"


@enforces(FAMILY, "4.0-IX", "4.0-IX-c", "6.4.2-a", "6.2.3-smoke-d", "18.4.4-e")
def end_of_turn(state: DDayState) -> None:
    """Cards off the track, smoke off, at nightfall disruption off the Japanese; D-Day's support points are lost (D131)."""
    cards.discard(state, LANDING_CARDS)
    event_phases.end_of_turn(state)
    cards.end_of_turn(state)
    clear_smoke(state)
    charts = state.ruleset.charts
    if state.turn == charts.nightfall or charts.parts[state.turn] == "PM":
        for position in range(len(state.shaken)):
            if state.shaken[position]:
                state.shaken[position] = 0
                state.touch_position(position)
    support.end_turn(state)
    state.done = bytearray(len(state.done))
    state.acted = bytearray(len(state.acted))
    state.stale_options = -1
    state.stale_command = -1
    if not division_reserve.is_resting(state):
        third_marines.ask_at_end(state)


def clear_smoke(state: DDayState) -> None:
    """Smoke lifts from all groups."""
    for group in range(len(state.smoked)):
        if state.smoked[group]:
            state.smoked[group] = 0
            state.touch_position(state.ruleset.groups[group].positions[0])


def day_of(ruleset: DDayRuleset, turn: int) -> str:
    """The day of a turn in words."""
    date = ruleset.charts.dates[turn]
    return f"{date % 100} {MONTHS[date // 100]}"


OPENINGS: Final[dict[int, Callable[[DDayState], None]]] = {
    phases.OPENING: opening_card.begin,
    phases.CHECKS: landing.begin_checks,
    phases.LANDING: landing.begin_landing,
    phases.ARRIVALS: landing.begin_arrivals,
    phases.REPLACEMENTS: replacements.begin,
    phases.FIRST_EVENT: event_phases.begin,
    phases.FIRE: fire_phase.begin,
    phases.ACTIONS: us_actions.begin,
    phases.SECOND_WAVE: landing.begin_second_wave,
    phases.ARTILLERY: japanese_artillery.begin,
    phases.END: end_of_turn,
    phases.HQ: hq_phase.begin,
    phases.SECOND_EVENT: event_phases.begin,
    phases.RAIDS: raids.begin,
    phases.SET_UP: questions.begin,
    phases.REST: rest.begin,
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
        if not state.top(TurnRecord).rallied and not division_reserve.is_resting(state) and recovery.rally_due(state):
            state.replace(GameTurn, 1)
            state.push(recovery.Rallying)
            return False
        if stacking.test_all(state):
            return False
        state.replace(GameTurn)
        japanese_reserves.adjust_pools(state)
        if state.phase == phases.FIRE:
            event_phases.after_fire(state)
        victory.after_phase(state)
        if state.outcome is not None:
            return False
        spot = phases.ORDER.index(state.phase) + 1
        while spot < len(phases.ORDER) and not takes_place(state, phases.ORDER[spot]):
            spot += 1
        if spot == len(phases.ORDER):
            if state.turn >= victory.last_turn(state):
                victory.end_of_game(state)
                return False
            before = losses.level(state)
            state.turn += 1
            if state.turn == fields_of_fire.TANKS_FIRE:
                state.touch()
            if losses.level(state) < before:
                state.bloodied = 1
            if state.turn > state.resting:
                state.resting = 0
            if state.sink is not None:
                day, tally = day_of(state.ruleset, state.turn), victory.tally(state)
                state.tell("turn", "4.0-IX", f"Game Turn {state.turn} begins", turn=state.turn, day=day, tally=tally)
            support.begin_turn(state)
            spot = next(place for place, number in enumerate(phases.ORDER) if takes_place(state, number))
        begin_phase(state, phases.ORDER[spot])
        return False


@enforces(FAMILY, "18.4.4-d", "4.0-III", "4.0-VII", "18.6.3-b", "18.7.3-c")
def takes_place(state: DDayState, number: int) -> bool:
    """Whether a phase takes place on this turn of this scenario."""
    setup = state.ruleset.setup
    if division_reserve.is_resting(state):
        return number == phases.END or (number == phases.HQ and state.ruleset.charts.parts[state.turn] == phases.AM)
    if number == phases.REPLACEMENTS:
        clause = setup.rule("replacements")
        return clause is not None and state.turn in clause.details.get("gts", ())
    if number == phases.SET_UP:
        return bool(setup.us_hexes) if state.turn == setup.first_turn else staffs_come(state)
    if number == phases.OPENING:
        return state.turn == setup.first_turn and bool(opening_of(state))
    if number == phases.SECOND_WAVE:
        return state.turn == 1
    return phases.takes_place(number, state.turn, state.ruleset.charts.parts[state.turn])


@enforces(FAMILY, "18.9.3-a")
def staffs_come(state: DDayState) -> bool:
    """Whether the HQs of regiments come ashore at the beginning of this turn, since units are not in command any more as a matter
    of course."""
    clause = state.ruleset.setup.rule("always_in_command")
    if clause is None or "until_gt" not in clause.details:
        return False
    return state.turn == int(clause.details["until_gt"]) + 1


def opening_of(state: DDayState) -> str:
    """The special rule by which a card is drawn before the first turn; empty if the scenario has none."""
    for name in (DISRUPTING, REVEALING):
        if state.ruleset.setup.rule(name) is not None:
            return name
    return ""


def begin_phase(state: DDayState, number: int) -> None:
    """A phase begins, above the turn on the stack."""
    state.phase = number
    if state.sink is not None:
        phase = phases.PHASES[number]
        state.tell("phase", phase.case, phase.title, phase=phase.name, turn=state.turn)
    if number == phases.HQ and division_reserve.is_resting(state):
        replacements.begin_daily(state)
    else:
        OPENINGS[number](state)


STEPS: Final[tuple[AnyStep, ...]] = (GameTurn(),)
