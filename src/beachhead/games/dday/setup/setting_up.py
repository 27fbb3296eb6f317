"""What all questions of the set-up share (`player_setup`): who is asked, and how `arrange` answers them."""

from __future__ import annotations

from typing import Any, ClassVar, NamedTuple

from beachhead.engine.files.cases import enforces
from beachhead.engine.step import Question
from beachhead.games.dday import phases
from beachhead.games.dday.phases import FAMILY
from beachhead.games.dday.ruleset import US
from beachhead.games.dday.state import DDayState
from beachhead.games.dday.verbs import ARRANGE_CODE


class SetUpRecord(NamedTuple):
    """How far it has come, and whether the player leaves the rest to the default."""

    step: int
    stage: int = 0
    rest: int = 0


def is_left_to_rules(state: DDayState) -> bool:
    """Whether the player has left the rest of the set-up to the default."""
    frame = state.stack[-2] if len(state.stack) > 1 else ()
    return isinstance(frame, SetUpRecord) and bool(frame.rest)


class SettingUp(Question[DDayState]):
    """A question of the set-up. Subclasses list what is open (`options`); nothing open: it is over."""

    case = "18.3.2"
    pushed_by: ClassVar[tuple[str, ...]] = ("set-up",)
    forced_verbs: ClassVar[tuple[str, ...]] = ("deploy", "assign", "retain", "detach", "lose", "place")

    def fits(self, state: DDayState, spot: int, frame: tuple[int, ...]) -> bool:
        return state.phase == phases.SET_UP

    def settle(self, state: DDayState) -> bool:
        codes = state.choices()
        if not len(codes):
            state.stack.pop()
            return False
        if is_left_to_rules(state) and self.side(state) == US:
            code = self.default(state, [code for code in codes if code != ARRANGE_CODE])
            state.forget_choices()
            self.take(state, code)
            return False
        return super().settle(state)

    def side(self, state: DDayState) -> int:
        return US

    def default(self, state: DDayState, codes: list[int]) -> int:
        """What is taken if the player leaves the rest to the default."""
        del state
        return codes[0]

    @enforces(FAMILY, "18.3.2")
    def take_arrange(self, state: DDayState) -> None:
        """From here on every question is answered by the default."""
        frame: Any = state.stack[-2]
        state.stack[-2] = frame._replace(rest=1)

    def missed(self, state: DDayState) -> bool:
        return False


def with_rest(codes: list[int]) -> list[int]:
    """A list of choices, with `arrange` beside them if there is a choice at all."""
    return [*codes, ARRANGE_CODE] if len(codes) > 1 else codes


def deployed(state: DDayState, unit: int, place: int, case: str) -> None:
    """A unit is set up in a hex."""
    state.put(unit, place)
    if state.sink is not None:
        name, where = state.ruleset.unit_ids[unit], state.ruleset.hex_name(place)
        state.happened("set up", case, f"{name} sets up in {where}", {"unit": name, "hex": where})


def ordinal(number: int) -> str:
    """A division by its number."""
    return f"{number}{'rd' if number == 3 else 'th'}"
