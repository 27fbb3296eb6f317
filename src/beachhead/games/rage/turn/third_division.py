"""The 3rd Marine Division (22.2.1): it waits in Reserve until the U.S. player calls for it, in the decisions of his phases."""

from __future__ import annotations

from typing import ClassVar

from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.games.rage.questions import AskUS
from beachhead.games.rage.state import FAMILY, LANDING, LOST, OUT, RESERVE, RageState
from beachhead.games.rage.verbs import ACTIVATE_CODES


class PhaseDecision(AskUS):
    """A decision of the U.S. player in one of his phases, in which he may also call for the 3rd Division."""

    in_passing: ClassVar[tuple[str, ...]] = ("activate",)

    @enforces(FAMILY, "22.2.1-a", "22.2.1-b")
    def reserves(self, state: RageState) -> list[int]:
        """Units of the 3rd Division that wait in Reserve, one by one (R53). Those lost lie in the same box, but stay (R52)."""
        where = state.where
        return [ACTIVATE_CODES[unit] for unit in state.ruleset.us_ground_units if where[unit] == RESERVE]

    @enforces(FAMILY, "22.2.1-c")
    def take_activate(self, state: RageState, unit: int) -> None:
        """It costs nothing. The 4-step counter moves; steps are a number here, so its small counter has nowhere to stay."""
        state.where[unit] = LANDING
        if state.sink is not None:
            state.tell("activated", "22.2.1-b", f"{state.name(unit)} moves to the Landing Area Box", unit=state.name(unit))

    def refuse_activate(self, state: RageState, unit: int) -> Refusal:
        """Where U.S. units are, is no secret."""
        name, ruleset = state.name(unit), state.ruleset
        if unit >= ruleset.ground_count or not ruleset.is_third[unit]:
            return Refusal("22.2.1-a", f"{name} does not belong to the 3rd Marine Division", (name,))
        if state.where[unit] in (LOST, OUT):
            return Refusal("22.2.1-b", f"{name} has been lost; only Recovery can bring it back", (name,), ("8-d",))
        return Refusal("22.2.1-b", f"{name} is no longer in Reserve", (name,))
