"""Distance fields: the least cost from some spaces to every space of a network, or from every space to some."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from beachhead.boards.network import SHUT, Network, Steps

NEVER: Final = 1 << 30
"""The cost where there is no route."""
NO_LIMIT: Final = NEVER - 1
"""An allowance that never runs out."""
EVERY: Final = 256
"""Above every barrier."""
FAR: Final = 255
"""In a row of bytes: there is no route, or none that costs less than this."""


def costs_from(
    network: Network, sources: Iterable[int], barriers: bytes | bytearray = b"", allowance: int = NO_LIMIT
) -> list[int]:
    """The least cost of a move from any of the sources to each space; `NEVER` where the allowance does not suffice."""
    return _costs(network, network.steps, sources, barriers, allowance, EVERY, SHUT)


def costs_to(network: Network, goals: Iterable[int], barriers: bytes | bytearray = b"", allowance: int = NO_LIMIT) -> list[int]:
    """The least cost of a move from each space to any of the goals; `NEVER` where the allowance does not suffice.

    Each space counts as the start of the move, so its own barrier does not matter there: `costs_to(goals)[start]` is always
    the least of `costs_from([start])[goal]` over the goals.
    """
    return _costs(network, network.into, goals, barriers, allowance, SHUT, EVERY)


def _costs(
    network: Network,
    steps: Sequence[Steps],
    begun: Iterable[int],
    barriers: bytes | bytearray,
    allowance: int,
    first: int,
    enter: int,
) -> list[int]:
    """Spread along these steps in the order of cost. A space where the search begins is left if its barrier is below `first`, any
    other only if it has none; a space is entered if its barrier is below `enter`."""
    found = [NEVER] * network.size
    row = barriers or bytes(network.size)
    ring = network.dearest + 1
    waiting: list[list[int]] = [[] for _ in range(ring)]
    waiting[0] = _begin(found, begun)
    left, spent, leave = len(waiting[0]), 0, first
    while left and spent <= allowance:
        spaces = waiting[spent % ring]
        waiting[spent % ring] = []
        left -= len(spaces)
        for space in spaces:
            if found[space] != spent or row[space] >= leave:
                continue
            for near, cost in steps[space]:
                total = spent + cost
                if total < found[near] and total <= allowance and row[near] < enter:
                    found[near] = total
                    waiting[total % ring].append(near)
                    left += 1
        spent += 1
        leave = 1
    return found


def _begin(found: list[int], spaces: Iterable[int]) -> list[int]:
    """Mark where a search begins, each space once."""
    begun = []
    for space in spaces:
        if found[space]:
            found[space] = 0
            begun.append(space)
    return begun


class CostTable:
    """The least cost between any two spaces of an empty map, row by row as games ask for them: a bound for path searches."""

    def __init__(self, network: Network) -> None:
        self.network = network
        self._rows: dict[int, bytes] = {}
        self._back: dict[int, bytes] = {}

    def row(self, start: int) -> bytes:
        """The cost from one space to every space; `FAR` if there is no route that costs less."""
        found = self._rows.get(start)
        if found is None:
            costs = costs_from(self.network, [start], b"", FAR - 1)
            found = self._rows[start] = bytes([cost if cost < FAR else FAR for cost in costs])
        return found

    def row_to(self, goal: int) -> bytes:
        """The cost from every space to one; `FAR` if there is no route that costs less."""
        found = self._back.get(goal)
        if found is None:
            costs = costs_to(self.network, [goal], b"", FAR - 1)
            found = self._back[goal] = bytes([cost if cost < FAR else FAR for cost in costs])
        return found
