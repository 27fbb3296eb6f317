"""Sectors (18.0) and Mount Suribachi (22.0): when they are cleared, and what that ends."""

from __future__ import annotations

from beachhead.engine.files.cases import enforces
from beachhead.games.bonins.ground import FAMILY, SECTORS, SURIBACHI
from beachhead.games.bonins.state import BoninsState


@enforces(FAMILY, "18.0-b", "18.0-c", "18.0-d", "22.0-d", "20.5-j", "11.4-c", "rec-sectors", "18.0-a")
def test(state: BoninsState) -> None:
    """Clear whatever sector has no dug-in unit on a symbol any more; Suribachi when no Japanese unit is on its five hexes.

    A sector in which nobody ever was counts too. Asked after complete resolutions only; while banzai units wait for their combat
    nothing is cleared (90).
    """
    if state.charges:
        return
    ground, dug, cleared = state.ruleset.ground, state.dug_mask, state.cleared
    masks = ground.sector_mask
    for sector in range(1, SECTORS):
        if not cleared[sector] and not dug & masks[sector]:
            state.cleared[sector] = 1
            if state.sink is not None:
                state.tell("cleared", "18.0-b", f"Sector {sector} is cleared", sector=sector)
    if not state.cleared[SURIBACHI] and not state.jp_mask & ground.suribachi_mask:
        state.cleared[SURIBACHI] = 1
        if state.sink is not None:
            state.tell("flag", "22.0-d", "Mount Suribachi is cleared: the flag is raised", turn=state.turn)


@enforces(FAMILY, "20.5-b", "18.0-a")
def cleared_count(state: BoninsState) -> int:
    """How many sectors count as cleared for the first banzai die: the six numbered ones, by an option Suribachi too."""
    found = sum(list(state.cleared[1:]))
    return found + state.cleared[SURIBACHI] if state.ruleset.banzai_counts_suribachi else found
