"""Small caches that cannot grow without end: what a view shows of something that seldom changes."""

from __future__ import annotations

from typing import Final, TypeVar

K = TypeVar("K")
V = TypeVar("V")
KEPT: Final = 4096
"""How many entries a cache holds."""


def keep(kept: dict[K, V], key: K, value: V) -> V:
    """Keep a value, and forget all others first if there are too many.

    >>> kept = {number: "" for number in range(KEPT)}
    >>> keep(kept, -1, "new"), kept
    ('new', {-1: 'new'})
    """
    if len(kept) >= KEPT:
        kept.clear()
    kept[key] = value
    return value
