"""The loss of steps (chapter 3)."""

from __future__ import annotations

from beachhead.engine.files.cases import enforces
from beachhead.engine.shown.words import counted
from beachhead.games.rage import victory
from beachhead.games.rage.concealment import OWNER_ONLY
from beachhead.games.rage.state import FAMILY, JP, LOST, LOST_UNSEEN, RageState


@enforces(FAMILY, "3-step-loss-a", "3-step-loss-b", "2.1.1-7", "3-removal", "23.2-1", "11.1.2-2-c", "18-e")
def lose_step(state: RageState, unit: int, case: str) -> None:
    """One step less. It changes neither facing nor place; the last one destroys the unit.

    A U.S. step is a point for Japan at once. Whoever dies in view lies in a box that both see (R10); who dies unseen does not.
    """
    state.steps[unit] -= 1
    left, name = state.steps[unit], state.name(unit)
    unseen = bool(state.concealed[unit])
    if state.sink is not None:
        seen_by, kind = (OWNER_ONLY, "secret loss") if unseen else (None, "loss")
        text = f"{name} loses a step: {counted(left, 'step')} left" if left else f"{name} loses its last step"
        state.happened(kind, case, text, {"unit": name, "steps": left}, seen_by)
    if not left:
        state.where[unit] = LOST_UNSEEN if unseen else LOST
        if state.sink is not None:
            seen_by, kind = (OWNER_ONLY, "secret eliminated") if unseen else (None, "eliminated")
            state.happened(kind, "3-step-loss-b", f"{name} is eliminated", {"unit": name}, seen_by)
    if unit < state.ruleset.ground_count:
        victory.score(state, JP, state.ruleset.components.victory.per_us_step_lost, "23.2-1", f"a step of {name}")
    if not left:
        victory.check_units(state)
