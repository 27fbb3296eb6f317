"""4.0 Sequence of play: Game-Turns of two Player-Turns, each a movement phase and a combat phase."""

from __future__ import annotations

from typing import ClassVar, Final, NamedTuple

from mypy_extensions import mypyc_attr

from beachhead.engine.files.cases import enforces
from beachhead.engine.step import Step
from beachhead.series.island_war import FAMILY
from beachhead.series.island_war.combat.declaring import CombatPhase
from beachhead.series.island_war.movement import Movement
from beachhead.series.island_war.ruleset import JP, SIDE_ADJECTIVES, US
from beachhead.series.island_war.state import S

FIRST_MOVEMENT: Final = 0
FIRST_COMBAT: Final = 1
FIRST_END: Final = 2
SECOND_MOVEMENT: Final = 3
SECOND_COMBAT: Final = 4
SECOND_END: Final = 5


class TurnRecord(NamedTuple):
    """A Game-Turn under way: the stage that comes next."""

    step: int
    stage: int


@mypyc_attr(allow_interpreted_subclasses=True)
class GameTurn(Step[S]):
    """The frame of a Game-Turn. A game adds what happens between its phases, and who wins."""

    name = "turn"
    case = "4.1"
    record = TurnRecord
    first: ClassVar[int] = US
    second: ClassVar[int] = JP
    """Who is First Player is the scenario's word; in every game so far it is the U.S."""

    @enforces(FAMILY, "4.0", "4.1", "4.1-1A", "4.1-1B", "4.1-2", "4.1-3", "3.0-order")
    def settle(self, state: S) -> bool:
        stage = state.top(TurnRecord).stage
        state.replace(GameTurn, (stage + 1) % 6)
        if stage in (FIRST_MOVEMENT, SECOND_MOVEMENT):
            self.movement(state, self.first if stage == FIRST_MOVEMENT else self.second)
        elif stage in (FIRST_COMBAT, SECOND_COMBAT):
            self.combat(state, self.first if stage == FIRST_COMBAT else self.second)
        elif stage == FIRST_END:
            self.end_player_turn(state, self.first)
        else:
            self.end_player_turn(state, self.second)
            if state.outcome is None:
                self._next_turn(state)
        return False

    def movement(self, state: S, side: int) -> None:
        """A movement phase begins."""
        state.begin_movement(side)
        self._announce(state, "4.1-1A", "movement", side)
        state.push(Movement)

    def combat(self, state: S, side: int) -> None:
        """A combat phase begins."""
        state.begin_combat(side)
        self._announce(state, "4.1-1B", "combat", side)
        state.push(CombatPhase)

    def end_player_turn(self, state: S, side: int) -> None:
        """A Player-Turn is over."""

    def judge(self, state: S) -> None:
        """The last Game-Turn is over: end the game. The standard rules leave victory to each game."""
        raise NotImplementedError

    def _announce(self, state: S, case: str, phase: str, side: int) -> None:
        if state.sink is not None:
            text = f"Game-Turn {state.turn}, {SIDE_ADJECTIVES[side]} {phase} phase"
            state.happened("phase", case, text, {"turn": state.turn, "phase": f"{state.ruleset.sides[side]} {phase}"})

    def _next_turn(self, state: S) -> None:
        if state.turn >= state.ruleset.turns:
            self.judge(state)
            return
        state.turn += 1
        if state.sink is not None:
            state.happened("turn", "4.1-3", f"Game-Turn {state.turn} begins", {"turn": state.turn})
