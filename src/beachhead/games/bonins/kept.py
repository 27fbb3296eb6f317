"""What is worked out once per movement phase: ranges, and how far the enemy's presence reaches."""

from __future__ import annotations

from typing import Any

from beachhead.games.bonins.ground import SAFE
from beachhead.games.bonins.state import BoninsState


def tables(state: BoninsState) -> dict[Any, int]:
    """Ranges of this phase by what they depend on: the other side stands still in it, so copies may share them."""
    found: dict[Any, int] | None = state.tables
    if found is None:
        found = state.tables = {}
    return found


def near_japan(state: BoninsState) -> int:
    """The hexes fewer than four away from a Japanese unit, in a U.S. movement phase (14.7-b, 15.0-b)."""
    memo = tables(state)
    found = memo.get("near")
    if found is None:
        found = memo["near"] = state.ruleset.ground.within(state.jp_mask, SAFE - 1)
    return found
