"""Weather Phase (chapter 6)."""

from __future__ import annotations

from collections.abc import Sequence

from beachhead.engine.action import pack, unpack
from beachhead.engine.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.games.rage.ruleset import ACTIVATE, GROUND
from beachhead.games.rage.state import FAMILY, SUPPORT, RageState
from beachhead.games.rage.windows import AskUS

KINDS = ("good", "cloudy", "bad")


@enforces(FAMILY, "5.1", "6-a", "6-b")
def begin(state: RageState) -> None:
    """All support comes back face up, then one die tells the weather of the turn."""
    state.grounded = bytearray(len(state.grounded))
    die = state.dice.roll()
    kind = state.ruleset.components.weather[die]
    state.weather = KINDS.index(kind)
    count = state.ruleset.components.grounded[kind]
    if state.sink is not None:
        state.tell("weather", "6-b", f"The die shows {die}: {kind} weather", die=die, weather=kind, grounded=count)
    step, able = state.ruleset.step.ground, len(flying(state))
    if count and able:
        state.push(step, min(count, able))
    elif count:
        state.pass_over(state.ruleset.steps[step], Refusal("6-c", "no air unit is grounded: none is left"))


def flying(state: RageState) -> list[int]:
    """Air units that are in the American Support Box, face up."""
    ruleset = state.ruleset
    return [u for u in ruleset.support if ruleset.is_air[u] and state.where[u] == SUPPORT and not state.grounded[u]]


class Ground(AskUS):
    """The U.S. player picks which air units stay on the ground (R28)."""

    name, case, calls_third = "ground", "6-c", True
    verbs = (GROUND,)

    def prompt(self, state: RageState) -> str:
        count = state.stack[-1][1]
        return f"{KINDS[state.weather].capitalize()} weather: turn {count} air unit{'s' if count > 1 else ''} face down."

    @enforces(FAMILY, "6-c")
    def choices(self, state: RageState) -> Sequence[int]:
        return [*(pack(GROUND, unit) for unit in flying(state)), *self.third(state)]

    def take(self, state: RageState, code: int) -> None:
        verb, unit, _, _ = unpack(code)
        if verb == ACTIVATE:
            self.activate(state, unit)
            return
        state.grounded[unit] = 1
        if state.sink is not None:
            state.tell("grounded", "6-c", f"{state.name(unit)} is grounded", unit=state.name(unit))
        step, count = state.stack.pop()
        if count > 1:
            state.push(step, count - 1)

    def why(self, state: RageState, verb: int, first: int, second: int) -> Refusal:
        name = state.name(first)
        if not state.ruleset.is_air[first]:
            return Refusal("6-c", f"{name} is no air support unit; the weather touches no other", (name,))
        return Refusal("6-c", f"{name} is not among the air units that could fly", (name,))
