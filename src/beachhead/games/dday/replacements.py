"""Replacement steps (16.1) as Scenario One has them: eight in all, on GT 2 and GT 5 (18.4.4-c, D102)."""

from __future__ import annotations

from typing import Final

from beachhead.engine.action import pack
from beachhead.engine.cases import enforces
from beachhead.engine.choices import Choices
from beachhead.engine.refusal import Refusal
from beachhead.engine.step import AnyStep, Question
from beachhead.games.dday import fields_of_fire, marines
from beachhead.games.dday.phases import FAMILY
from beachhead.games.dday.ruleset import US
from beachhead.games.dday.state import BOXES, REPLACED, DDayState
from beachhead.games.dday.verbs import DONE_CODE, REPLACE

HEAVY: Final = 2
"""What a step of a heavy weapons company costs."""


@enforces(FAMILY, "18.4.4-c", "18.4.4-d")
def begin(state: DDayState) -> None:
    """Units may take a step each, as far as the points go."""
    state.clear_marks(REPLACED)
    state.push(Replacements)


@enforces(FAMILY, "16.1", "16.1-a", "16.1-b")
def price(state: DDayState, unit: int) -> int:
    """What a step costs."""
    return HEAVY if state.ruleset.is_heavy[unit] else 1


@enforces(FAMILY, "16.1-c", "16.1-d", "16.1-b", "18.4.4-c")
def why_not(state: DDayState, unit: int) -> Refusal | None:
    """Why a unit cannot take a step now."""
    ruleset = state.ruleset
    name = ruleset.unit_ids[unit]
    place = state.where[unit]
    if (place < 0 and place > BOXES) or not state.steps[unit]:
        return Refusal("16.1", f"{name} is neither on the map nor in a beach box", (name,), ("18.4.4-c",))
    if state.steps[unit] == ruleset.full_steps[unit]:
        return Refusal("16.1-a", f"{name} is at full strength", (name,))
    if state.acted[unit] & REPLACED:
        return Refusal("16.1-c", f"{name} has taken its one step", (name,))
    if price(state, unit) > state.replacements:
        return Refusal("18.4.4-c", f"a step for {name} costs {price(state, unit)}, and {state.replacements} are left", (name,))
    if ruleset.is_tank[unit] and place >= 0 and fields_of_fire.intense_now(state) >> place & 1:
        return Refusal("16.1-d", f"{name} is in an intense field of fire", (name,))
    return None


class Replacements(Question[DDayState]):
    """The player spends replacement steps."""

    name = "replacements"
    case = "18.4.4-c"
    pushed_by = ("turn",)

    def side(self, state: DDayState) -> int:
        return US

    def prompt(self, state: DDayState) -> str:
        return f"Spend replacement steps ({state.replacements} left for the game), at most one a unit."

    def choices(self, state: DDayState) -> Choices:
        full = state.ruleset.full_steps
        codes = [
            pack(REPLACE, unit)
            for unit, steps in enumerate(state.steps)
            if 0 < steps < full[unit] and why_not(state, unit) is None
        ]
        return [*codes, DONE_CODE]

    @enforces(FAMILY, "16.1-a", "16.1-b", "16.1-c")
    def take_replace(self, state: DDayState, unit: int) -> None:
        state.replacements -= price(state, unit)
        state.acted[unit] |= REPLACED
        marines.regain_step(state, unit)
        if state.sink is not None:
            name = state.ruleset.unit_ids[unit]
            state.happened(
                "replaced",
                "16.1-a",
                f"{name} takes a replacement step; it has {state.steps[unit]} now",
                {"unit": name, "steps": state.steps[unit]},
            )

    def refuse_replace(self, state: DDayState, unit: int) -> Refusal:
        return why_not(state, unit) or Refusal("16.1", "that step is not possible now")

    def take_done(self, state: DDayState) -> None:
        state.stack.pop()

    def passed_over(self, state: DDayState) -> Refusal | None:
        return Refusal("18.4.4-c", "no unit can take a replacement step now")

    def missed(self, state: DDayState) -> bool:
        return False


STEPS: Final[tuple[AnyStep, ...]] = (Replacements(),)
