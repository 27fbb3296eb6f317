"""Stacking (chapter 3)."""

from __future__ import annotations

from beachhead.engine.files.cases import enforces
from beachhead.games.rage import victory
from beachhead.games.rage.concealment import OWNER_ONLY
from beachhead.games.rage.state import FAMILY, LOST_UNSEEN, OUT, RageState


@enforces(FAMILY, "3-stacking-limits", "3-stacking-overstack", "3-stacking-markers")
def check_stack(state: RageState, unit: int) -> None:
    """When a unit has finished moving, landing or retreating: one too many, and the last to enter is out of play (R9, R61)."""
    area, ruleset = state.where[unit], state.ruleset
    if area < 0:
        return
    limits = ruleset.components.stacking
    japanese = unit >= ruleset.first_japanese
    crowd = len(state.jp_in(area)) if japanese else len(state.us_in(area))
    if crowd <= (limits.japanese if japanese else limits.us_ground):
        return
    unseen = bool(state.concealed[unit])
    state.where[unit] = LOST_UNSEEN if unseen else OUT
    if state.sink is not None:
        text = f"{state.name(unit)} overstacks {state.area_name(area)} and is removed from play"
        state.tell("overstacked", "3-stacking-overstack", text, seen_by=OWNER_ONLY if unseen else None, unit=state.name(unit))
    victory.check_units(state)
