"""U.S. Recovery Phase (chapter 8)."""

from __future__ import annotations

from collections.abc import Sequence

from beachhead.engine.action import pack, unpack
from beachhead.engine.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.games.rage.ruleset import ACTIVATE, DONE, DONE_CODE, RECOVER, RETURN
from beachhead.games.rage.state import FAMILY, LOST, OUT, RageState
from beachhead.games.rage.windows import AskUS


@enforces(FAMILY, "8-b", "5.2.2")
def begin(state: RageState) -> None:
    """Every Beachhead marker in an area without Japanese units can give one step back. No Concealed unit can be there (R67)."""
    state.pending = [area for area, marker in enumerate(state.beachhead) if marker and not state.revealed_in(area)]
    state.push(state.ruleset.step.recovery)


class Recovery(AskUS):
    """One step for each Beachhead: to a unit there, or to one that comes back."""

    name, case, calls_third = "recovery", "8-a", True
    verbs = (RECOVER, RETURN, DONE)

    def prompt(self, state: RageState) -> str:
        return "Restore a step at each Beachhead, or end the phase."

    @enforces(FAMILY, "8-a", "8-b", "8-c", "8-d")
    def choices(self, state: RageState) -> Sequence[int]:
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
        return [*codes, *self.third(state), DONE_CODE]

    @enforces(FAMILY, "8-c", "8-d", "8-e")
    def take(self, state: RageState, code: int) -> None:
        """Whoever recovers may still move and fire. A return is no landing: no MP, no place used, no fire drawn (R52)."""
        verb, unit, area, _ = unpack(code)
        if verb == DONE:
            state.pending = []
            state.stack.pop()
            return
        if verb == ACTIVATE:
            self.activate(state, unit)
            return
        name = state.name(unit)
        if verb == RETURN:
            state.where[unit], state.steps[unit], state.fired[unit] = area, 1, 0
            if state.sink is not None:
                where = state.area_name(area)
                state.tell(
                    "returned", "8-d", f"{name} returns to {where} with 1 step", unit=name, area=state.ruleset.areas[area].id
                )
        else:
            area = state.where[unit]
            state.steps[unit] += 1
            if state.sink is not None:
                state.tell("recovered", "8-c", f"{name} recovers a step: {state.steps[unit]}", unit=name, steps=state.steps[unit])
        state.pending.remove(area)

    def why(self, state: RageState, verb: int, first: int, second: int) -> Refusal:
        name, ruleset = state.name(first), state.ruleset
        if first >= ruleset.ground_count:
            return Refusal("8-a", f"{name} is no U.S. ground unit", (name,))
        area = second if verb == RETURN else state.where[first]
        if verb == RETURN and state.where[first] != LOST:
            if state.where[first] == OUT:
                return Refusal("8-d", f"{name} was not lost by step losses, and does not come back", (name,))
            return Refusal("8-d", f"{name} has not been eliminated", (name,))
        if area < 0 or not state.beachhead[area]:
            return Refusal("8-b", f"{name} can recover only at a Beachhead marker", (name,))
        if area not in state.pending:
            if state.revealed_in(area):
                return Refusal("8-b", f"Japanese units are in {state.area_name(area)}: nobody recovers there", (name,))
            return Refusal("8-c", f"The Beachhead at {state.area_name(area)} has given its step of this turn", (name,))
        if verb == RETURN:
            return Refusal("8-d", f"{state.area_name(area)} is full", (name,), ("3-stacking-limits",))
        return Refusal("8-c", f"{name} has all its steps", (name,))
