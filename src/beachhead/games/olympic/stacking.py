"""The order of stacks (7.31, 8.52-d): any unit may be put on top, once for each stack in a phase (A64)."""

from __future__ import annotations

from beachhead.boards import stacks
from beachhead.engine.action import pack
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.engine.step import Question
from beachhead.games.olympic.ground import FAMILY
from beachhead.games.olympic.state import OlympicState
from beachhead.games.olympic.verbs import RAISE


class Arranging(Question[OlympicState]):
    """A question in whose course the order of stacks may be set, in passing."""

    in_passing = ("raise",)

    @enforces(FAMILY, "7.31", "8.52-d", "7.12")
    def raising(self, state: OlympicState) -> list[int]:
        """Units of land stacks that are not on top of one of equal strength, where the order has not been set in this phase."""
        below = state.below
        covering = [unit for unit, under in enumerate(below[: state.ruleset.us_count]) if under >= 0]
        if not covering:
            return []
        codes: set[int] = set()
        strength, arranged, where, is_land = state.ruleset.strength, state.arranged, state.where, state.ruleset.ground.is_land
        for unit in covering:
            if is_land[where[unit]]:
                own, under = strength[unit], below[unit]
                while under >= 0:
                    if strength[under] == own and not arranged[under]:
                        codes.add(pack(RAISE, under))
                    under = below[under]
        return sorted(codes)

    def _on_land(self, state: OlympicState, unit: int) -> bool:
        return state.ruleset.ground.is_land[state.where[unit]]

    def take_raise(self, state: OlympicState, unit: int) -> None:
        space = state.where[unit]
        order = state.units_in(space)
        stacks.arrange(state.below, state.tops, space, [unit, *(other for other in order if other != unit)])
        for other in order:
            state.arranged[other] = 1
        if state.sink is not None:
            name, where = state.name(unit), state.hex_name(space)
            state.tell("raised", "7.31", f"{name} is now on top of its stack at {where}", unit=name, hex=where)

    def refuse_raise(self, state: OlympicState, unit: int) -> Refusal:
        name, space = state.name(unit), state.where[unit]
        if space < 0 or not state.is_us(unit) or not self._on_land(state, unit):
            return Refusal("7.31", f"{name} is not in a U.S. stack on land", (name,))
        if state.arranged[unit]:
            return Refusal("7.31", "the order of this stack has already been set in this phase", (name,))
        return Refusal("7.31", f"{name} would not change places with a unit of equal strength", (name,), ("8.52-d",))
