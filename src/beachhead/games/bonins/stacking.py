"""Stacking (13.0 on 5.3, 14.3, 17.1, std-5.3): one unit to a hex, pairs with a support unit, any number on landing beaches."""

from __future__ import annotations

from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.games.bonins.ground import FAMILY
from beachhead.games.bonins.state import BoninsState


@enforces(FAMILY, "13.0-5.3-a", "13.0-5.3-b", "13.0-5.3-c", "14.3-a", "17.1-b", "std-5.3-a", "std-5.3-c", "17.1-e")
def room(state: BoninsState, support: bool) -> int:
    """Hexes in which one more U.S. unit may stop as far as friends go: those without one, the landing beaches, and hexes with one
    other unit if either is a support unit."""
    return ~state.us_mask | state.beach_mask() | (state.lone_mask if support else state.lone_support)


def may_stop(state: BoninsState, unit: int, space: int) -> bool:
    """Whether a unit may stop in a hex as far as friends go."""
    return bool(room(state, state.ruleset.is_support[unit]) >> space & 1)


def refuse_stack(state: BoninsState, unit: int, space: int) -> Refusal:
    """Why a unit may not stop among the friends in a hex."""
    name, where = state.name(unit), state.hex_name(space)
    here = state.us_in(space)
    about = (name, *(state.name(other) for other in here))
    if state.ruleset.ground.stop_mask >> space & 1 and any(mask >> space & 1 for mask in state.ruleset.ground.beach_masks):
        reason = f"{where} is not one of your landing beaches, so stacking is limited there as anywhere else"
        return Refusal("13.0-5.3-b", reason, about, ("17.1-b",))
    if len(here) == 1:
        return Refusal("17.1-b", f"{state.name(here[0])} is in {where}; two battalions cannot share a hex", about, ("std-5.3-a",))
    return Refusal("17.1-b", f"two units are in {where} already", about, ("std-5.3-a",))
