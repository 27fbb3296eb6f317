"""The sequence of play (chapter 5), with the two Reset Phases (7 and 15), which need no module of their own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from beachhead.engine.files.cases import enforces
from beachhead.engine.step import Step
from beachhead.games.rage import movement, phases
from beachhead.games.rage.combat import assault, bombardment
from beachhead.games.rage.combat.attacks import Volley
from beachhead.games.rage.combat.charges import Target
from beachhead.games.rage.combat.kinds import BOMBARDMENTS
from beachhead.games.rage.state import FAMILY, RageState
from beachhead.games.rage.turn import construction, control, end_phase, recovery, weather
from beachhead.games.rage.windows import PhaseWindow


@enforces(FAMILY, "7", "5.2.1")
def us_reset(state: RageState) -> None:
    """Every U.S. unit is turned upright. A new U.S. half-turn: landings are counted afresh."""
    ruleset = state.ruleset
    for unit in (*ruleset.us_ground, *ruleset.support):
        state.fired[unit] = 0


@enforces(FAMILY, "15", "5.3.1")
def jp_reset(state: RageState) -> None:
    """Every Japanese unit on either map is turned upright; how many there were is told to nobody."""
    for unit in state.ruleset.japanese:
        state.fired[unit] = 0


OPENINGS: Final[dict[int, Callable[[RageState], None]]] = {
    phases.WEATHER: weather.begin,
    phases.US_RESET: us_reset,
    phases.US_RECOVERY: recovery.begin,
    phases.US_BOMBARDMENT_PHASE: bombardment.begin_us,
    phases.US_MOVEMENT: movement.begin_us,
    phases.US_ASSAULT_PHASE: assault.begin_us,
    phases.FIRST_CONTROL: control.check,
    phases.CONSTRUCTION: construction.begin,
    phases.JP_RESET: jp_reset,
    phases.JP_BOMBARDMENT_PHASE: bombardment.begin_jp,
    phases.JP_MOVEMENT: movement.begin_jp,
    phases.JP_ASSAULT_PHASE: assault.begin_jp,
    phases.SECOND_CONTROL: control.check,
    phases.END: end_phase.begin,
}
"""What each phase does when its window has closed: its automatic part, and the question to its owner."""


class Begin(Step[RageState]):
    """A phase that is about to begin; its window lies above it on the stack."""

    name = "begin"
    pushed_by = ("turn",)

    def fits(self, state: RageState, spot: int, frame: Any) -> bool:
        return state.phase in OPENINGS

    def settle(self, state: RageState) -> bool:
        state.stack.pop()
        OPENINGS[state.phase](state)
        return False


class GameTurn(Step[RageState]):
    """At the bottom of the stack: when everything above is done, the next phase, or the next turn."""

    name = "turn"

    @enforces(FAMILY, "5", "3-turn", "22.1", "22.1.1")
    def settle(self, state: RageState) -> bool:
        """The first turn has no Weather Phase: it begins with the U.S. Reset, in good weather."""
        if state.phase == phases.END:
            state.turn += 1
            if state.sink is not None:
                state.happened("turn", "3-turn", f"Turn {state.turn} begins", {"turn": state.turn})
            begin_phase(state, phases.WEATHER)
        elif state.phase == phases.SETUP:
            begin_phase(state, phases.US_RESET)
        else:
            begin_phase(state, state.phase + 1)
        return False


def begin_phase(state: RageState, number: int, window: bool = True) -> None:
    """Put a phase on the stack, above the turn: first its window, if anything may be Concealed (R47 a, R62)."""
    state.phase = number
    if state.sink is not None:
        phase = phases.PHASES[number]
        state.happened("phase", phase.case, phase.title, {"phase": phase.name, "turn": state.turn})
    state.push(Begin)
    if window and state.fog():
        state.push(PhaseWindow)


class Roll(Volley):
    """The dice of a bombardment or an assault."""

    def settle(self, state: RageState) -> bool:
        area = state.top(Target).area
        state.stack.pop()
        if state.attack in BOMBARDMENTS:
            bombardment.roll(state, area)
        else:
            assault.roll(state, area)
        return False
