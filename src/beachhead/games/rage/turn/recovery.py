"""U.S. Recovery Phase (chapter 8)."""

from __future__ import annotations

from typing import Any

from beachhead.engine.action import pack
from beachhead.engine.choices import Choices
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.games.rage.phases import US_RECOVERY
from beachhead.games.rage.state import FAMILY, LOST, OUT, RageState
from beachhead.games.rage.turn.third_division import PhaseDecision
from beachhead.games.rage.verbs import DONE_CODE, RECOVER, RETURN


@enforces(FAMILY, "8-b", "5.2.2")
def begin(state: RageState) -> None:
    """Every Beachhead marker in an area without Japanese units can give one step back. No Concealed unit can be there (R67)."""
    state.pending = [a for a in range(len(state.beachhead)) if state.beachhead[a] and not state.revealed_in(a)]
    state.push(Recovery)


class Recovery(PhaseDecision):
    """One step for each Beachhead: to a unit there, or to one that comes back."""

    name = "recovery"
    case = "8-a"
    pushed_by = ("turn",)

    def prompt(self, state: RageState) -> str:
        return "Restore a step at each Beachhead, or end the phase."

    @enforces(FAMILY, "8-a", "8-b", "8-c", "8-d")
    def choices(self, state: RageState) -> Choices:
        """Never above full strength; never a sixth unit in an area; only units lost step by step come back (R21)."""
        ruleset, where = state.ruleset, state.where
        codes: list[int] = []
        if state.pending:
            lost = [unit for unit in ruleset.us_ground if where[unit] == LOST]
            for area in state.pending:
                here = state.us_in(area)
                codes += [pack(RECOVER, unit) for unit in here if state.steps[unit] < ruleset.full[unit]]
                if len(here) < ruleset.components.stacking.us_ground:
                    codes += [pack(RETURN, unit, area) for unit in lost]
        return [*codes, *self.reserves(state), DONE_CODE]

    def fits(self, state: RageState, spot: int, frame: Any) -> bool:
        return state.phase == US_RECOVERY and all(state.beachhead[area] for area in state.pending)

    def take_done(self, state: RageState) -> None:
        state.pending = []
        state.stack.pop()

    @enforces(FAMILY, "8-c", "8-e")
    def take_recover(self, state: RageState, unit: int) -> None:
        """Whoever recovers may still move and fire."""
        name = state.name(unit)
        state.steps[unit] += 1
        state.pending.remove(state.where[unit])
        state.tell("recovered", "8-c", f"{name} recovers a step ({state.steps[unit]} now)", unit=name, steps=state.steps[unit])

    @enforces(FAMILY, "8-c", "8-d", "8-e")
    def take_return(self, state: RageState, unit: int, area: int) -> None:
        """A return is no landing: no MP, no place used, no fire drawn (R52)."""
        state.where[unit], state.steps[unit], state.fired[unit] = area, 1, 0
        state.pending.remove(area)
        name, text = state.name(unit), f"{state.name(unit)} returns to {state.area_name(area)} with 1 step"
        state.tell("returned", "8-d", text, unit=name, area=state.ruleset.areas[area].id)

    def refuse_recover(self, state: RageState, unit: int) -> Refusal:
        name = state.name(unit)
        return no_recovery(state, unit, state.where[unit]) or Refusal("8-c", f"{name} is already at full strength", (name,))

    def refuse_return(self, state: RageState, unit: int, area: int) -> Refusal:
        name, place = state.name(unit), state.where[unit]
        if unit < state.ruleset.ground_count and place == OUT:
            return Refusal("8-d", f"{name} was not eliminated by step losses and cannot return", (name,))
        if unit < state.ruleset.ground_count and place != LOST:
            return Refusal("8-d", f"{name} has not been eliminated", (name,))
        full = Refusal("8-d", f"{state.area_name(area)} is full", (name,), ("3-stacking-limits",))
        return no_recovery(state, unit, area) or full


def no_recovery(state: RageState, unit: int, area: int) -> Refusal | None:
    """That no step can be had there for that unit; None if one can."""
    name = state.name(unit)
    if unit >= state.ruleset.ground_count:
        return Refusal("8-a", f"{name} is not a U.S. ground unit", (name,))
    if area < 0 or not state.beachhead[area]:
        return Refusal("8-b", f"{name} can recover only at a Beachhead marker", (name,))
    if area in state.pending:
        return None
    if state.revealed_in(area):
        return Refusal("8-b", f"No unit can recover in {state.area_name(area)}: Japanese units are there", (name,))
    return Refusal("8-c", f"The Beachhead at {state.area_name(area)} has already restored its step this turn", (name,))
