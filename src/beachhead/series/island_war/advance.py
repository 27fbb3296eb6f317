"""7.9 Advance after combat: victors follow the path of retreat."""

from __future__ import annotations

from collections.abc import Sequence

from beachhead.engine.action import pack, unpack
from beachhead.engine.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.engine.step import Question
from beachhead.series.island_war import FAMILY
from beachhead.series.island_war.ground import FOOT
from beachhead.series.island_war.refusals import wrong_time
from beachhead.series.island_war.ruleset import ADVANCE, DONE_CODE
from beachhead.series.island_war.state import IslandWarState


@enforces(FAMILY, "7.91", "7.92", "7.93", "7.95", "7.97", "5.31")
def walks(state: IslandWarState, unit: int) -> dict[int, tuple[int, ...]]:
    """Where a victor may stop, with the hexes it enters on the way: along one path, from the combat hex outward.

    Zones do not matter. A friend on the path may be passed, an enemy on it ends the advance, and closed hexsides stay
    closed (R14, R47). A unit that storms a beach follows the path of the enemy who stood there, and no other (R57).
    """
    ruleset, owner = state.ruleset, state.ruleset.owner[unit]
    open_steps = ruleset.ground.open[ruleset.mover[unit]]
    found: dict[int, tuple[int, ...]] = {}
    for _, *path in state.paths:
        if state.storms(unit) and path[0] != state.storm[unit]:
            continue
        here, walked = state.where[unit], []
        for space in path:
            if space not in open_steps[here]:
                break
            if state.held_by(1 - owner, space):
                break
            walked.append(space)
            here = space
            if not state.occupant[space] and ruleset.prefers_walk(state, unit, tuple(walked), found.get(space)):
                found[space] = tuple(walked)
    return found


class Advance(Question[IslandWarState]):
    """Victors that took part next to the beaten unit may advance, one after the other, at once or not at all."""

    name = "advance"
    case = "7.91"
    verbs = (ADVANCE,)

    def side(self, state: IslandWarState) -> int:
        return state.ruleset.owner[state.victors[0]]

    def prompt(self, state: IslandWarState) -> str:
        ready = self._next(state)
        if state.storms(ready[0]):
            return f"{state.list_names(ready)} may advance from the sea onto the beach hex, or is lost."
        return f"{state.list_names(ready)} may advance along the path of retreat."

    def case_now(self, state: IslandWarState) -> str:
        return "12.32-c" if state.storms(self._next(state)[0]) else self.case

    def settle(self, state: IslandWarState) -> bool:
        state.victors = [unit for unit in state.victors if state.stands(unit)]
        if not state.victors or not state.paths:
            state.skip(self)
            state.stack.pop()
            return False
        return super().settle(state)

    def passed_over(self, state: IslandWarState) -> Refusal | None:
        """A hex was vacated, and none of the winners can go there; whoever has gone or stayed behind has been asked."""
        if state.stack[-1][0] != state.ruleset.step.advance or not state.paths:
            return None
        winners = state.attackers if state.verdict[0] == "D" else state.defenders
        left = [unit for unit in winners if state.stands(unit)]
        if not winners:
            reason = "no advance: only artillery and Ground Support Points attacked, from a distance"
            return Refusal("7.94", reason, (), ("8.14",))
        if not left:
            return Refusal("7.91", "no advance: no unit of the victor survived")
        if len(self._next(state)) < len(left) or any(walks(state, unit) for unit in left):
            return None
        names = state.list_names(left)
        return Refusal("7.95", f"no advance: no vacated hex is open to {names}", (), ("5.25", "7.72"))

    def _next(self, state: IslandWarState) -> list[int]:
        """Whose turn it is: units in the sea come before anybody else (R26)."""
        return [unit for unit in state.victors if state.storms(unit)] or state.victors

    @enforces(FAMILY, "7.91", "7.94", "7.96-a")
    def choices(self, state: IslandWarState) -> Sequence[int]:
        codes = [pack(ADVANCE, unit, space) for unit in self._next(state) for space in sorted(walks(state, unit))]
        codes.append(DONE_CODE)
        return codes

    def take(self, state: IslandWarState, code: int) -> None:
        ready = self._next(state)
        if code == DONE_CODE:
            state.victors = [unit for unit in state.victors if unit not in ready]
            return
        _, unit, space, _ = unpack(code)
        walked = walks(state, unit)[space]
        state.shift(unit, space)
        state.storm[unit] = -1
        state.victors.remove(unit)
        if state.sink is not None:
            name, hex_name = state.name(unit), state.ruleset.hex_name(space)
            state.tell("advance", "7.91", f"{name} advances to {hex_name}", unit=name, hex=hex_name)
        for passed in walked:
            state.entered(unit, passed)

    def _too_rough(self, state: IslandWarState, unit: int, goal: int) -> bool:
        """Whether only armour's limits keep a unit from following some path up to a hex."""
        ground = state.ruleset.ground
        for _, *path in state.paths:
            here = state.where[unit]
            for space in path:
                if space not in ground.open[FOOT][here] or state.held_by(1 - state.ruleset.owner[unit], space):
                    break
                if space == goal:
                    return True
                here = space
        return False

    def refuse(self, state: IslandWarState, code: int) -> Refusal:
        verb, unit, space, _ = unpack(code)
        if verb != ADVANCE:
            if verb in (1,):
                return wrong_time(state, code)
            return Refusal("7.96-a", "the advance is decided before anything else", ())
        ruleset, name, hex_name = state.ruleset, state.name(unit), state.ruleset.hex_name(space)
        ready = self._next(state)
        if unit not in state.victors:
            if unit in state.guns or unit in state.cover:
                return Refusal("7.94", f"{name} took part from afar and does not advance", (name,), ("8.44",))
            if unit in (*state.attackers, *state.defenders):
                return Refusal("7.91", f"{name} is not a victor that may still advance", (name,), ("7.94",))
            return Refusal("7.94", f"{name} did not take part in the combat next to the beaten unit", (name,))
        if unit not in ready:
            names = tuple(state.name(other) for other in ready)
            return Refusal("12.32-c", f"{', '.join(names)}, in the sea, advances before anybody else", (name, *names))
        paths = [path[1:] for path in state.paths]
        if not any(space in path for path in paths):
            return Refusal("7.95", f"{hex_name} is not on the path of retreat", (name,))
        if state.occupant[space]:
            other = state.name(state.unit_at(space))
            case, also = ("5.31", ("7.97",)) if state.held_by(ruleset.owner[unit], space) else ("5.12", ())
            return Refusal(case, f"{hex_name} is taken by {other}", (name, other), also)
        if state.storms(unit):
            return Refusal("12.32-b", f"{name} comes from the sea and enters its own beach hex first", (name,), ("7.95",))
        if self._too_rough(state, unit, space):
            return Refusal("5.25", f"{name} is armour and cannot follow the path to {hex_name}", (name,), ("7.95",))
        return Refusal("7.95", f"{name} cannot follow the path to {hex_name}: it is blocked on the way", (name,), ("7.72",))
