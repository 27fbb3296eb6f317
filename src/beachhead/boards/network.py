"""Movement networks: which steps lead out of each space, and what each costs.

A network is made once per map and kind of mover, from what it costs to enter a space, to cross a hexside and to leave a space.
Searches over it (`fields`, `ranges`, `ways`) add what changes during play as a row of barriers: one byte per space, 0 for a
space that is passed freely, `STOP` for one that ends a move (an enemy zone), `SHUT` for one that cannot be entered (an enemy).
The barrier of the space where a move begins has no effect.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from beachhead.boards.hexes import spaces_of

Steps = tuple[tuple[int, int], ...]
"""Steps out of a space (or into it): the space at the other end, and the cost."""
Side = tuple[int, int]
"""A hexside, or the border of two areas: the lower space number first."""
CLOSED: Final = -1
"""In a table of costs: not possible at any price."""
STOP: Final = 1
"""In a row of barriers: a move that enters must end. Every value from here up to `SHUT` does the same."""
SHUT: Final = 128
"""In a row of barriers: no entry. Every higher value does the same."""


def side_of(first: int, second: int) -> Side:
    """The border of two neighbours, the same from both sides."""
    return (first, second) if first < second else (second, first)


def barrier_row(size: int, shut: int, stop: int) -> bytes:
    """Barriers from two sets of spaces, as bits: those that cannot be entered, and those that end a move.

    >>> list(barrier_row(4, 0b0010, 0b0110))
    [0, 128, 1, 0]
    """
    row = bytearray(size)
    for space in spaces_of(stop):
        if space < size:
            row[space] = STOP
    for space in spaces_of(shut):
        if space < size:
            row[space] = SHUT
    return bytes(row)


class Network:
    """The steps of a map for one kind of mover.

    >>> chain = Network([((1, 2),), ((0, 1), (2, 3)), ()])
    >>> chain.open, chain.into
    (((1,), (0, 2), ()), (((1, 1),), ((0, 2),), ((1, 3),)))
    """

    def __init__(self, steps: Sequence[Steps]) -> None:
        self.size = len(steps)
        self.steps: tuple[Steps, ...] = tuple(steps)
        """For each space the steps out of it."""
        self.upward: tuple[Steps, ...] = tuple(tuple(sorted(row)) for row in steps)
        """The same in the order of the spaces they lead to, for searches in which the lowest number wins."""
        self.open: tuple[tuple[int, ...], ...] = tuple(tuple(near for near, _ in row) for row in steps)
        """For each space those it leads to, for searches that ignore costs."""
        into: list[list[tuple[int, int]]] = [[] for _ in range(self.size)]
        self.dearest = 0
        """The highest cost of any step."""
        for space, row in enumerate(self.steps):
            for near, cost in row:
                if cost < 1:
                    raise ValueError(f"the step from {space} to {near} costs {cost}; a step costs at least 1")
                into[near].append((space, cost))
                self.dearest = max(self.dearest, cost)
        self.into: tuple[Steps, ...] = tuple(tuple(row) for row in into)
        """For each space the steps that lead into it, with the space they come from."""

    def dearer_to_leave(self, extra: Mapping[int, int]) -> Network:
        """The network with `extra` added to the cost of every step out of its spaces, as markers placed during play do."""
        steps = list(self.steps)
        for space, more in extra.items():
            steps[space] = tuple((near, cost + more) for near, cost in steps[space])
        return Network(steps)


def network_of(neighbours: Sequence[Sequence[int]], cost: Callable[[int, int], int | None]) -> Network:
    """A network from a function: the cost of the step from one space to another, or None if there is no such step."""
    steps = []
    for space, around in enumerate(neighbours):
        row = []
        for near in around:
            needed = cost(space, near)
            if needed is not None:
                row.append((near, needed))
        steps.append(tuple(row))
    return Network(steps)


def network_from(
    neighbours: Sequence[Sequence[int]], enter: Sequence[int], cross: Mapping[Side, int], leave: Sequence[int] = ()
) -> Network:
    """A network from tables: the cost to enter each space, to cross a border (0 if not listed) and to leave each space.

    `CLOSED` anywhere closes the step.

    >>> row = network_from([[1], [0, 2], [1]], enter=[1, 2, CLOSED], cross={(0, 1): 3}, leave=[0, 5, 0])
    >>> row.steps
    (((1, 5),), ((0, 9),), ((1, 2),))
    """

    def cost(first: int, second: int) -> int | None:
        parts = (enter[second], cross.get(side_of(first, second), 0), leave[first] if leave else 0)
        return None if CLOSED in parts else sum(parts)

    return network_of(neighbours, cost)
