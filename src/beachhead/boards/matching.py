"""The most that can be served at once, each by a means of its own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping


def most_served(means: Mapping[int, Iterable[int]]) -> int:
    """How many of the keys can be given different ones of their values at the same time (augmenting paths).

    >>> most_served({1: [7], 2: [7, 8], 3: [8]})
    2
    """
    serves: dict[int, int] = {}

    def place(wanting: int, tried: set[int]) -> bool:
        for one in means[wanting]:
            if one not in tried:
                tried.add(one)
                if one not in serves or place(serves[one], tried):
                    serves[one] = wanting
                    return True
        return False

    return sum(place(wanting, set()) for wanting in means)
