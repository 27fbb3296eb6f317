"""7.9 Advance after combat: victors follow the path of retreat."""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from beachhead.engine.action import pack, verb_of
from beachhead.engine.choices import Choices
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.engine.step import Question
from beachhead.series.island_war import FAMILY
from beachhead.series.island_war.ground import FOOT
from beachhead.series.island_war.state import S
from beachhead.series.island_war.verbs import ADVANCE, DONE_CODE, MOVE

ONLY_FIRE: Final = Refusal("7.94", "no advance: only artillery at range and Ground Support Points attacked", (), ("8.14",))
NO_SURVIVOR: Final = Refusal("7.91", "no advance: no victorious unit survived")


@mypyc_attr(allow_interpreted_subclasses=True)
class Advance(Question[S]):
    """Victors that took part next to the beaten unit may advance, one after the other, immediately or not at all."""

    name = "advance"
    case = "7.91"
    pushed_by = ("aftermath",)

    def side(self, state: S) -> int:
        return state.ruleset.owner[state.victors[0]]

    def prompt(self, state: S) -> str:
        return f"{state.list_names(self.ready(state))} may advance along the path of retreat."

    def settle(self, state: S) -> bool:
        state.victors = [unit for unit in state.victors if state.stands(unit)]
        if not state.victors or not state.paths:
            state.skip(self)
            state.stack.pop()
            return False
        return super().settle(state)

    def passed_over(self, state: S) -> Refusal | None:
        """A hex was vacated, and none of the winners can go there; units that advanced or stayed behind have been asked."""
        if not state.is_at(Advance) or not state.paths:
            return None
        winners = state.attackers if state.verdict[0] == "D" else state.defenders
        left = [unit for unit in winners if state.stands(unit)]
        if not winners:
            return ONLY_FIRE
        if not left:
            return NO_SURVIVOR
        if len(self.ready(state)) < len(left) or any(self.walks(state, unit) for unit in left):
            return None
        names = state.list_names(left)
        return Refusal("7.95", f"no advance: no vacated hex is open to {names}", (), ("5.25", "7.72"))

    def ready(self, state: S) -> list[int]:
        """The victors whose turn it is to advance."""
        return state.victors

    def paths(self, state: S, unit: int) -> list[tuple[int, ...]]:
        """The hexes of each path of retreat that a victor may follow, the combat hex first."""
        del unit
        return [path[1:] for path in state.paths]

    def prefers(self, state: S, unit: int, walk: list[int], other: tuple[int, ...]) -> bool:
        """Whether an advance to the same hex should rather take this way than the other."""
        del state, unit, walk, other
        return False

    @enforces(FAMILY, "7.91", "7.92", "7.93", "7.95", "7.97", "5.31")
    def walks(self, state: S, unit: int) -> dict[int, tuple[int, ...]]:
        """Where a victor may stop, with the hexes it enters on the way: along one path, from the combat hex outward.

        Zones do not matter. A friend on the path may be passed, an enemy on it ends the advance, and closed hexsides stay
        closed (R14, R47).
        """
        ruleset, owner = state.ruleset, state.ruleset.owner[unit]
        open_steps, room = ruleset.ground.open[ruleset.mover[unit]], state.room(owner)
        found: dict[int, tuple[int, ...]] = {}
        for path in self.paths(state, unit):
            here, walked = state.where[unit], list[int]()
            for space in path:
                if space not in open_steps[here] or state.held_by(1 - owner, space):
                    break
                walked.append(space)
                here = space
                if room >> space & 1 and (space not in found or self.prefers(state, unit, walked, found[space])):
                    found[space] = tuple(walked)
        return found

    @enforces(FAMILY, "7.91", "7.94", "7.96-a")
    def choices(self, state: S) -> Choices:
        codes = [pack(ADVANCE, unit, space) for unit in self.ready(state) for space in sorted(self.walks(state, unit))]
        codes.append(DONE_CODE)
        return codes

    def take_done(self, state: S) -> None:
        ready = self.ready(state)
        state.victors = [unit for unit in state.victors if unit not in ready]

    def take_advance(self, state: S, unit: int, space: int) -> None:
        walked = self.walks(state, unit)[space]
        state.shift(unit, space)
        state.victors.remove(unit)
        if state.sink is not None:
            name, hex_name = state.name(unit), state.ruleset.hex_name(space)
            state.happened("advance", "7.91", f"{name} advances to {hex_name}", {"unit": name, "hex": hex_name})
        for passed in walked:
            state.entered(unit, passed)

    def _too_rough(self, state: S, unit: int, goal: int) -> bool:
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

    def misplaced(self, state: S, code: int) -> Refusal:
        if verb_of(code) == MOVE:
            return super().misplaced(state, code)
        return Refusal("7.96-a", "decide the advance after combat first")

    def refuse_advance(self, state: S, unit: int, space: int) -> Refusal:
        ruleset, name, hex_name = state.ruleset, state.name(unit), state.ruleset.hex_name(space)
        if unit not in state.victors:
            if unit in state.guns or unit in state.cover:
                return Refusal("7.94", f"{name} fired at range and cannot advance", (name,), ("8.44",))
            if unit in state.attackers or unit in state.defenders:
                return Refusal("7.91", f"{name} is not a victorious unit that can still advance", (name,), ("7.94",))
            return Refusal("7.94", f"{name} did not take part in the combat from an adjacent hex", (name,))
        if not any(space in path[1:] for path in state.paths):
            return Refusal("7.95", f"{hex_name} is not on the path of retreat", (name,))
        if state.occupant[space]:
            other = state.name(state.unit_at(space))
            case, also = ("5.31", ("7.97",)) if state.held_by(ruleset.owner[unit], space) else ("5.12", ())
            return Refusal(case, f"{hex_name} is occupied by {other}", (name, other), also)
        if self._too_rough(state, unit, space):
            return Refusal("5.25", f"{name} is armor and cannot follow the path to {hex_name}", (name,), ("7.95",))
        return Refusal("7.95", f"{name} cannot follow the path to {hex_name}: the way is blocked", (name,), ("7.72",))
