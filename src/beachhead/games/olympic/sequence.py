"""The sequence of play (chapter 4): the phases of a Game-Turn, in order, for either mode."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from beachhead.engine.files.cases import enforces
from beachhead.engine.step import Step
from beachhead.games.olympic import movement, phases, victory
from beachhead.games.olympic.combat import american_phase, strike
from beachhead.games.olympic.doctrine import interdiction, marching, tracks
from beachhead.games.olympic.ground import FAMILY
from beachhead.games.olympic.landing import deployment, placement, reinforcements
from beachhead.games.olympic.state import OlympicState


@enforces(FAMILY, "4.2-B2", "5.0-precedence", "5.21", "16.53-free", "14.21-gt4", "14.22-gt4")
def begin_jp_movement(state: OlympicState) -> None:
    """By the doctrine in solitaire, freely in the two-player game; on Game-Turn 4 whatever is in reserve is released first."""
    tracks.begin_movement_release(state)
    if state.ruleset.doctrine:
        marching.begin(state)
    else:
        movement.begin_jp(state)


@enforces(FAMILY, "4.2-B3", "8.27")
def begin_jp_combat(state: OlympicState) -> None:
    """Nobody has attacked or been attacked in this phase."""
    american_phase.clear_phase(state)
    strike.begin(state)


OPENINGS: Final[dict[int, Callable[[OlympicState], None]]] = {
    phases.DEPLOYMENT: deployment.begin_deployment,
    phases.TOKKO_RECORD: deployment.begin_record,
    phases.US_MOVEMENT: movement.begin_us,
    phases.US_ASSAULT: placement.begin,
    phases.US_COMBAT: american_phase.begin,
    phases.US_REINFORCEMENT: reinforcements.begin,
    phases.US_INTERDICTION: interdiction.begin,
    phases.JP_DOCTRINE: tracks.begin,
    phases.JP_MOVEMENT: begin_jp_movement,
    phases.JP_COMBAT: begin_jp_combat,
    phases.REMOVAL: interdiction.remove,
}
"""What each phase does when it begins: its automatic part, and the question to its owner."""
TWO_PLAYER_ONLY: Final = (phases.US_INTERDICTION, phases.REMOVAL)


class GameTurn(Step[OlympicState]):
    """At the bottom of the stack: when everything above is done, the next phase, or the next Game-Turn."""

    name = "turn"

    @enforces(FAMILY, "4.1", "4.2", "4.2-D", "18.1", "16.4", "16.5", "4.2-A5", "4.2-C", "16.0")
    def settle(self, state: OlympicState) -> bool:
        number = following(state)
        if number < 0:
            if state.turn == state.ruleset.turns:
                victory.finish(state)
                return False
            state.turn += 1
            if state.sink is not None:
                state.happened("turn", "4.2-D", f"Game-Turn {state.turn} begins", {"turn": state.turn})
            number = phases.US_MOVEMENT
        begin_phase(state, number)
        return False


@enforces(FAMILY, "4.2", "4.2-A1", "16.4", "4.2-A5", "4.2-C")
def following(state: OlympicState) -> int:
    """The phase that follows in this Game-Turn, or -1. Game-Turn 1 has no American Movement Phase; Air Interdiction is for the
    two-player game."""
    ruleset, number = state.ruleset, state.phase + 1
    if number == phases.TOKKO_RECORD and not ruleset.hidden_tokko:
        number += 1
    if number == phases.US_MOVEMENT and state.turn == 1:
        number += 1
    if ruleset.solitaire and number in TWO_PLAYER_ONLY:
        number += 1
    return number if number < len(phases.PHASES) else -1


def begin_phase(state: OlympicState, number: int) -> None:
    """A phase begins, above the turn on the stack."""
    state.phase = number
    if state.sink is not None:
        phase = phases.PHASES[number]
        state.happened("phase", phase.case, phase.title, {"phase": phase.name, "turn": state.turn})
    OPENINGS[number](state)
