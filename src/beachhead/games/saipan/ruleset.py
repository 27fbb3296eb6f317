"""The setup of a match of Saipan, and what the standard rules ask of the game: hooks for chapters 12 and 13."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from beachhead.engine.action import SPACE, UNIT, Verb
from beachhead.engine.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.engine.secrecy import Secret, Shown
from beachhead.engine.step import AnyStep
from beachhead.games.saipan import victory
from beachhead.games.saipan.state import FAMILY, SaipanState
from beachhead.series.island_war.movement import can_pass, path_of
from beachhead.series.island_war.ruleset import VERBS, Components, IslandWarRuleset
from beachhead.series.island_war.state import JP, MOVED, US, IslandWarState

if TYPE_CHECKING:
    from beachhead.engine.game import Game

NOTE, DEPLOY, LAND, LAND_SEA = range(len(VERBS), len(VERBS) + 4)
SAIPAN_VERBS: tuple[Verb, ...] = (
    *VERBS,
    Verb("note", (SPACE,), "write down a beach hex for the landing"),
    Verb("deploy", (UNIT, SPACE), "set up a unit"),
    Verb("land", (UNIT, SPACE), "place a reinforcement"),
    Verb("land", (UNIT, SPACE, SPACE), "place it in a Sea hex, to storm the held Beach hex behind"),
)


class SaipanRuleset(IslandWarRuleset):
    """Everything that is fixed in a match of Saipan."""

    def __init__(
        self,
        game: Game,
        parameters: Mapping[str, Any],
        components: Components,
        landing: Mapping[int, int],
        *,
        steps: Sequence[AnyStep],
        shown: Sequence[Shown[Any]],
        secrets: Sequence[Secret[Any]],
    ) -> None:
        options = parameters["options"]
        super().__init__(
            game,
            parameters,
            components,
            verbs=SAIPAN_VERBS,
            steps=steps,
            shown=shown,
            secrets=secrets,
            minimum_move=options["minimum_move"],
        )
        self.landing = dict(landing)
        """Beach hexes of the printed landing, with the Sea hex before those that the enemy holds (-1: none)."""
        self.free = parameters["scenario"] == "free"
        self.per_beachhead = options["reinforcement_rate"] == "per_beachhead"
        self.japan_wins_at_once = options.get("japanese_victory") == "at_once"
        self.beaches = tuple(sorted(components.board.beaches))

    def adopt(self, rules: str) -> None:
        super().adopt(rules)
        self.edition = int(rules)
        """The version of the rules, as a number."""
        self.exchanges = self.lone_price_taken = self.edition >= 3

    def may_land_at(self, unit: int, space: int) -> bool:
        """Whether a reinforcement may be placed in a hex of that ground: armor only where it may go (5.25, R51)."""
        return not self.is_armour[unit] or self.ground.kind[space].armour

    # ------------------------------------------------------------------ hooks of the standard rules

    def carry_out_move(self, state: IslandWarState, unit: int, space: int) -> None:
        """A whole path in one action (R43)."""
        assert isinstance(state, SaipanState)
        path = self._path(state, unit, space)
        state.flags[unit] |= MOVED
        start = state.where[unit]
        state.shift(unit, space)
        if state.sink is not None:
            self._tell_move(state, unit, start, path, "5.0", "")
        self._enter(state, unit, path)

    def carry_out_exchange(self, state: IslandWarState, unit: int, other: int) -> None:
        """Two whole moves in one action, each into the hex that the other leaves (R42)."""
        assert isinstance(state, SaipanState)
        here, there = state.where[unit], state.where[other]
        out, back = self._path(state, unit, there), self._path(state, other, here)
        state.flags[unit] |= MOVED
        state.flags[other] |= MOVED
        state.exchange(unit, other)
        if state.sink is not None:
            self._tell_move(state, unit, here, out, "5.31", f", exchanging places with {state.name(other)}")
            self._tell_move(state, other, there, back, "5.31", f", exchanging places with {state.name(unit)}")
        self._enter(state, unit, out)
        self._enter(state, other, back)

    def _path(self, state: SaipanState, unit: int, space: int) -> tuple[int, ...]:
        """The hexes of a move, its end last, or the end alone where nobody asks; a Japanese unit goes by way of as many
        beachhead markers as it can (R61)."""
        markers = state.marker_mask() if state.markers and self.owner[unit] == JP else 0
        if state.sink is not None or (markers and can_pass(state, unit, space, markers)):
            return path_of(state, unit, space, markers)
        return (space,)

    def _tell_move(self, state: SaipanState, unit: int, start: int, path: tuple[int, ...], case: str, more: str) -> None:
        name, hexes = state.name(unit), [self.hex_name(step) for step in (start, *path)]
        state.tell("move", case, f"{name} moves from {hexes[0]} to {hexes[-1]}{more}", unit=name, path=hexes)

    def _enter(self, state: SaipanState, unit: int, path: tuple[int, ...]) -> None:
        if self.owner[unit] == JP:
            for step in path:
                state.entered(unit, step)

    def refuse_elsewhere(self, state: IslandWarState, code: int) -> Refusal:
        verb = self.verbs[code >> 36].word
        if verb == "land":
            if state.stack[-1][0] == self.step.move and state.phasing == US:
                return Refusal("12.2", "Reinforcements come when all movement is over: end it first")
            return Refusal("12.2", "Reinforcements are placed at the end of the U.S. movement phase", (), ("12.0",))
        if verb == "note":
            return Refusal("14.22-c", "The landing hexes have been written down, or are printed", (), ("14.22-d", "14.12-b"))
        return Refusal("14.22-c", "Deployment is not under way", (), ("14.21",))

    @enforces(FAMILY, "12.32-c")
    def storm_failed(self, state: IslandWarState) -> None:
        """A unit that is still in the sea when its combat is over, or has failed to drive the enemy out, is lost (R26)."""
        for unit in state.attackers:
            if state.storms(unit) and state.stands(unit):
                state.eliminate(unit, "12.32-c", "it has not won its beach hex and cannot stay in the sea")

    def prefers_walk(self, state: IslandWarState, unit: int, walk: tuple[int, ...], other: tuple[int, ...] | None) -> bool:
        """As in movement (R61), a Japanese unit rather goes by way of beachhead markers."""
        if other is None:
            return True
        assert isinstance(state, SaipanState)
        markers = set(state.markers)
        return self.owner[unit] == JP and len(markers & set(walk)) > len(markers & set(other))

    @enforces(FAMILY, "12.0")
    def landing_step(self, side: int) -> int | None:
        number: int = self.step.land
        return number if side == US else None

    def end_player_turn(self, state: IslandWarState, side: int) -> None:
        assert isinstance(state, SaipanState)
        if side == US and state.turn == 1:
            self.place_markers(state)
        victory.end_of_player_turn(state)

    @enforces(FAMILY, "12.34-a", "12.34-b")
    def place_markers(self, state: SaipanState) -> None:
        """Once, when the first U.S. Player-Turn ends: a marker in every Beach hex that holds a U.S. unit."""
        for space in self.beaches:
            if state.held_by(US, space):
                state.markers.append(space)
        if state.sink is not None and state.markers:
            hexes = [self.hex_name(space) for space in state.markers]
            state.tell("beachheads", "12.34-a", f"Beachheads at {', '.join(hexes)}", hexes=hexes)

    def after_combat(self, state: IslandWarState) -> None:
        assert isinstance(state, SaipanState)
        victory.after_combat(state)

    def judge(self, state: IslandWarState) -> None:
        assert isinstance(state, SaipanState)
        victory.judge(state)
