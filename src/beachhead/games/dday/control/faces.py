"""What lies face up, and where forts are: worked out position by position and kept.

Most acts turn up nothing, and those that do concern one position (`state.stale_shown`).
"""

from __future__ import annotations

from beachhead.boards.hexes import spaces_of
from beachhead.games.dday.counters import defenders
from beachhead.games.dday.state import FORT_UP, DDayState


class Shown:
    """What lies face up at one moment; replaced, never changed."""

    __slots__ = ("forts", "near_forts", "turned_up")

    def __init__(self, turned_up: int, forts: int, near_forts: int) -> None:
        self.turned_up = turned_up
        """The hexes of Japanese that have been turned up, as far as barrages ask: of a fort the top one."""
        self.forts = forts
        """The hexes with forts."""
        self.near_forts = near_forts
        """The hexes that touch a fort."""


def shown(state: DDayState) -> Shown:
    """What lies face up now."""
    stale = state.stale_shown
    old: Shown | None = state.shown
    if old is not None and not stale:
        return old
    state.stale_shown = 0
    ruleset = state.ruleset
    if old is None or stale == -1:
        old, stale = Shown(0, 0, 0), (1 << ruleset.slot_count) - 1
    turned, forts = old.turned_up, old.forts
    for position in spaces_of(stale):
        place = state.hex_of(position)
        if place >= 0:
            bit, fort = 1 << place, state.fort[position]
            forts = forts | bit if fort else forts & ~bit
            if state.jp_mask & bit and (state.faces[position] & FORT_UP if fort else defenders.is_revealed(state, position)):
                turned |= bit
            else:
                turned &= ~bit
    near = old.near_forts
    if forts != old.forts:
        near = 0
        for place in spaces_of(forts):
            near |= ruleset.ground.near_mask[place]
    state.shown = new = Shown(turned, forts, near)
    return new
