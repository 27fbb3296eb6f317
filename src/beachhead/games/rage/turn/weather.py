"""Weather Phase (chapter 6)."""

from __future__ import annotations

from typing import NamedTuple

from beachhead.engine.action import pack
from beachhead.engine.choices import Choices
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.engine.shown.words import counted
from beachhead.games.rage.box.components import WEATHER as KINDS
from beachhead.games.rage.phases import WEATHER
from beachhead.games.rage.state import FAMILY, SUPPORT, RageState
from beachhead.games.rage.turn.third_division import PhaseDecision
from beachhead.games.rage.verbs import GROUND


class Grounding(NamedTuple):
    """How many air units are still to be turned face down."""

    step: int
    units: int


@enforces(FAMILY, "5.1", "6-a", "6-b")
def begin(state: RageState) -> None:
    """All support comes back face up, then one die tells the weather of the turn."""
    state.grounded = bytearray(len(state.grounded))
    die = state.dice.roll()
    kind = state.ruleset.components.weather[die]
    state.weather = KINDS.index(kind)
    count = state.ruleset.components.grounded[kind]
    state.tell("weather", "6-b", f"Die roll {die}: {kind} weather", die=die, weather=kind, grounded=count)
    able = len(flying(state))
    if count and able:
        state.push(Ground, min(count, able))
    elif count:
        state.pass_over(Ground, Refusal("6-c", "no air unit is grounded: none is left"))


def flying(state: RageState) -> list[int]:
    """Air units that are in the American Support Box, face up."""
    ruleset = state.ruleset
    return [u for u in ruleset.support if ruleset.is_air[u] and state.where[u] == SUPPORT and not state.grounded[u]]


class Ground(PhaseDecision):
    """The U.S. player picks which air units stay on the ground (R28)."""

    name = "ground"
    case = "6-c"
    record = Grounding
    pushed_by = ("turn",)

    def prompt(self, state: RageState) -> str:
        units = counted(state.top(Grounding).units, "air unit")
        return f"{KINDS[state.weather].capitalize()} weather: turn {units} face down."

    @enforces(FAMILY, "6-c")
    def choices(self, state: RageState) -> Choices:
        return [*(pack(GROUND, unit) for unit in flying(state)), *self.reserves(state)]

    def fits(self, state: RageState, spot: int, frame: Grounding) -> bool:
        return state.phase == WEATHER and 0 < frame.units <= len(flying(state))

    def take_ground(self, state: RageState, unit: int) -> None:
        state.grounded[unit] = 1
        state.tell("grounded", "6-c", f"{state.name(unit)} is grounded", unit=state.name(unit))
        count = state.top(Grounding).units
        if count > 1:
            state.replace(Ground, count - 1)
        else:
            state.stack.pop()

    def refuse_ground(self, state: RageState, unit: int) -> Refusal:
        name = state.name(unit)
        if not state.ruleset.is_air[unit]:
            return Refusal("6-c", f"{name} is not an air support unit; weather grounds nothing else", (name,))
        return Refusal("6-c", f"{name} is not an air unit that can be grounded now", (name,))
