"""4.0 Sequence of play: Game-Turns of two Player-Turns, each a movement phase and a combat phase."""

from __future__ import annotations

from beachhead.engine.cases import enforces
from beachhead.engine.step import Step
from beachhead.series.island_war import FAMILY
from beachhead.series.island_war.ruleset import SIDE_ADJECTIVES
from beachhead.series.island_war.state import JP, US, IslandWarState

FIRST_MOVEMENT, FIRST_COMBAT, FIRST_END, SECOND_MOVEMENT, SECOND_COMBAT, SECOND_END = range(6)


class GameTurn(Step[IslandWarState]):
    """The frame of a Game-Turn. Its record holds the stage that comes next."""

    name = "turn"
    case = "4.1"
    first, second = US, JP
    """Who is First Player is the scenario's word; in every game so far it is the U.S."""

    @enforces(FAMILY, "4.0", "4.1", "4.1-1A", "4.1-1B", "4.1-2", "4.1-3", "3.0-order")
    def settle(self, state: IslandWarState) -> bool:
        me, stage = state.stack[-1]
        state.stack[-1] = (me, (stage + 1) % 6)
        if stage in (FIRST_MOVEMENT, SECOND_MOVEMENT):
            self._movement(state, self.first if stage == FIRST_MOVEMENT else self.second)
        elif stage in (FIRST_COMBAT, SECOND_COMBAT):
            self._combat(state, self.first if stage == FIRST_COMBAT else self.second)
        elif stage == FIRST_END:
            state.ruleset.end_player_turn(state, self.first)
        else:
            state.ruleset.end_player_turn(state, self.second)
            if state.outcome is None:
                self._next_turn(state)
        return False

    @enforces("saipan", "12.2")
    def _movement(self, state: IslandWarState, side: int) -> None:
        """Units on the map move; then, and not before, reinforcements are placed."""
        state.begin_movement(side)
        self._announce(state, "4.1-1A", "movement", side)
        landing = state.ruleset.landing_step(side)
        if landing is not None:
            state.push(landing)
        state.push(state.ruleset.step.move)

    def _combat(self, state: IslandWarState, side: int) -> None:
        state.begin_combat(side)
        self._announce(state, "4.1-1B", "combat", side)
        state.push(state.ruleset.step.combat)

    def _announce(self, state: IslandWarState, case: str, phase: str, side: int) -> None:
        if state.sink is not None:
            text = f"Game-Turn {state.turn}, {SIDE_ADJECTIVES[side]} {phase} phase"
            state.tell("phase", case, text, turn=state.turn, phase=f"{state.ruleset.sides[side]} {phase}")

    def _next_turn(self, state: IslandWarState) -> None:
        if state.turn >= state.ruleset.track.turns:
            state.ruleset.judge(state)
            return
        state.turn += 1
        if state.sink is not None:
            state.tell("turn", "4.1-3", f"Game-Turn {state.turn} begins", turn=state.turn)
