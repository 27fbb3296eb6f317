"""The sequence of play (11.1, 13.0 on 4.1, std-4.1): the phases of a turn, in order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from beachhead.engine.action import pack
from beachhead.engine.choices import Choices
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.engine.step import AnyStep, Question, Step
from beachhead.games.bonins import movement, phases, victory, weather
from beachhead.games.bonins.combat import bombardment, combat_phase, declaring
from beachhead.games.bonins.garrison import arrivals, banzai, deployment, sorties
from beachhead.games.bonins.ground import FAMILY
from beachhead.games.bonins.ruleset import US
from beachhead.games.bonins.state import BoninsState
from beachhead.games.bonins.verbs import INVADE


def begin_beaches(state: BoninsState) -> None:
    """The U.S. player chooses where to land."""
    state.push(Beaches)


@enforces(FAMILY, "13.0-4.1-b", "std-4.1-a")
def begin_mobile_combat(state: BoninsState) -> None:
    """Everybody may attack again, without markers."""
    combat_phase.begin(state)


@enforces(FAMILY, "20.5-a", "20.5-m", "23.2-d", "19.4-a", "std-4.1-f")
def begin_jp_movement(state: BoninsState) -> None:
    """Replacement, then banzai, then what a Japanese player moves himself. What comes first is pushed last."""
    if not state.ruleset.solitaire:
        sorties.begin(state)
    banzai.begin(state)
    arrivals.begin(state)


@enforces(FAMILY, "21.2-0", "20.5-m", "23.2-c")
def begin_jp_combat(state: BoninsState) -> None:
    """Banzai attacks, then a Japanese player's own, then bombardment."""
    combat_phase.clear_phase(state)
    bombardment.begin(state)
    if not state.ruleset.solitaire:
        combat_phase.begin_japanese(state)
    banzai.begin_combat(state)


OPENINGS: Final[dict[int, Callable[[BoninsState], None]]] = {
    phases.DEPLOYMENT: deployment.begin,
    phases.BEACHES: begin_beaches,
    phases.US_MOVEMENT: movement.begin,
    phases.US_COMBAT: declaring.begin,
    phases.US_MOBILE_MOVEMENT: movement.begin,
    phases.US_MOBILE_COMBAT: begin_mobile_combat,
    phases.JP_MOVEMENT: begin_jp_movement,
    phases.JP_COMBAT: begin_jp_combat,
    phases.ADMINISTRATIVE: weather.roll,
}
"""What each phase does when it begins."""


class GameTurn(Step[BoninsState]):
    """At the bottom of the stack: when everything above is done, the next phase, or the next turn."""

    name = "turn"

    @enforces(FAMILY, "11.1-b", "13.0-4.1-c", "std-4.1-a", "std-4.1-f", "12.1-a", "12.2", "10.2")
    def settle(self, state: BoninsState) -> bool:
        number = state.phase + 1
        if number == len(phases.PHASES):
            if state.turn >= state.last_turn:
                victory.end_of_game(state)
                return False
            state.turn += 1
            if state.sink is not None:
                state.tell("turn", "11.1-b", f"Turn {state.turn} begins", turn=state.turn, storm=bool(state.storm))
            number = phases.US_MOVEMENT
        begin_phase(state, number)
        return False


def begin_phase(state: BoninsState, number: int) -> None:
    """A phase begins, above the turn on the stack."""
    state.phase = number
    if state.sink is not None:
        phase = phases.PHASES[number]
        state.tell("phase", phase.case, phase.title, phase=phase.name, turn=state.turn)
    OPENINGS[number](state)


class Beaches(Question[BoninsState]):
    """The U.S. player chooses the side of the island, for good."""

    name = "beaches"
    case = "11.3-a"
    pushed_by = ("turn",)
    forced_verbs = ()

    def side(self, state: BoninsState) -> int:
        return US

    def prompt(self, state: BoninsState) -> str:
        return "Choose the side of the island to invade: only its beaches will ever be used."

    @enforces(FAMILY, "11.3-a", "11.3-b")
    def choices(self, state: BoninsState) -> Choices:
        return [pack(INVADE, number) for number in range(len(state.ruleset.ground.beach_sides))]

    def take_invade(self, state: BoninsState, side: int) -> None:
        state.invasion = side
        state.stack.pop()
        if state.sink is not None:
            name = state.ruleset.ground.beach_sides[side]
            state.tell("invasion", "11.3-a", f"The Marines will land on the {name}ern beaches", side=name)

    def refuse_invade(self, state: BoninsState, side: int) -> Refusal:
        return Refusal("11.3-a", f"there are no beaches {state.ruleset.ground.beach_sides[side]}")


STEPS: Final[tuple[AnyStep, ...]] = (GameTurn(), Beaches())
