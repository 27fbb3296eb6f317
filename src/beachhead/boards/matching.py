"""Pairing things off: targets and shells, stacks and beaches, attackers and those they attack, each at most once.

Both sides are numbers. `wants` lists for each key the values that would serve it. All searches are loops, so nothing depends on
Python's recursion limit; the work is at most keys times pairs.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping


def most_served(means: Mapping[int, Iterable[int]]) -> int:
    """How many of the keys can be given a value of their own at the same time.

    >>> most_served({1: [7], 2: [7, 8], 3: [8]})
    2
    """
    return len(_holders(means))


def largest_matching(wants: Mapping[int, Iterable[int]]) -> dict[int, int]:
    """A largest set of pairs in which no key and no value occurs twice: the value of each key that gets one.

    The same `wants`, in the same order, always give the same pairs.

    >>> largest_matching({1: [7, 8], 2: [7]})
    {1: 8, 2: 7}
    """
    given = {key: value for value, key in _holders(wants).items()}
    return {key: given[key] for key in wants if key in given}


def pairs_of_largest(wants: Mapping[int, Iterable[int]]) -> set[tuple[int, int]]:
    """All pairs that belong to at least one largest matching.

    >>> sorted(pairs_of_largest({1: [7, 8], 2: [7]}))
    [(1, 8), (2, 7)]
    """
    holders = _holders(wants)
    given = {key: value for value, key in holders.items()}
    hungry = _reached(wants, holders, [key for key in wants if key not in given])
    free = _freed(wants, given, [value for row in wants.values() for value in row if value not in holders])
    ring = _components({key: [holders[value] for value in row if value in holders] for key, row in wants.items()})
    found = set()
    for key, row in wants.items():
        for value in row:
            # Kept as it is, or passed on along a chain from a key that has none, to a value that is free, or around a ring.
            held = value in holders
            if (held and holders[value] == key) or key in hungry or value in free or (held and ring[key] == ring[holders[value]]):
                found.add((key, value))
    return found


def _holders(wants: Mapping[int, Iterable[int]]) -> dict[int, int]:
    """The key that holds each value in a largest matching (augmenting paths, breadth first)."""
    holders: dict[int, int] = {}
    given: dict[int, int] = {}
    for start in wants:
        asked: dict[int, int] = {}
        waiting = [start]
        free = None
        for key in waiting:
            for value in wants[key]:
                if value not in asked:
                    asked[value] = key
                    if value not in holders:
                        free = value
                        break
                    waiting.append(holders[value])
            if free is not None:
                break
        while free is not None:
            key = asked[free]
            holders[free] = key
            passed = given.get(key)
            given[key] = free
            free = passed
    return holders


def _reached(wants: Mapping[int, Iterable[int]], holders: Mapping[int, int], hungry: list[int]) -> set[int]:
    """The keys without a value, and all that could pass their value on along a chain to one of these."""
    found, waiting = set(hungry), list(hungry)
    for key in waiting:
        for value in wants[key]:
            holder = holders[value]  # Nobody hungry wants a free value: the matching would not be a largest one.
            if holder not in found:
                found.add(holder)
                waiting.append(holder)
    return found


def _freed(wants: Mapping[int, Iterable[int]], given: Mapping[int, int], free: list[int]) -> set[int]:
    """The values that nobody holds, and all that their holders could give up in exchange for one of these."""
    wanted_by: dict[int, list[int]] = {}
    for key, row in wants.items():
        for value in row:
            wanted_by.setdefault(value, []).append(key)
    found, waiting = set(free), list(free)
    for value in waiting:
        for key in wanted_by[value]:
            other = given[key]
            if other not in found:
                found.add(other)
                waiting.append(other)
    return found


def _components(links: Mapping[int, list[int]]) -> dict[int, int]:
    """The strongly connected component of every key, by number: two keys share one if each leads to the other (Tarjan)."""
    order: dict[int, int] = {}
    low: dict[int, int] = {}
    component: dict[int, int] = {}
    stack: list[int] = []
    count = 0
    for root in links:
        if root in order:
            continue
        walk = [(root, 0)]
        while walk:
            key, position = walk.pop()
            if not position:
                order[key] = low[key] = len(order)
                stack.append(key)
            row = links[key]
            while position < len(row):
                other = row[position]
                position += 1
                if other not in order:
                    walk += [(key, position), (other, 0)]
                    break
                if other not in component:
                    low[key] = min(low[key], order[other])
            else:
                if low[key] == order[key]:
                    while key not in component:
                        component[stack.pop()] = count
                    count += 1
                if walk:
                    low[walk[-1][0]] = min(low[walk[-1][0]], low[key])
    return component
