"""Whole sets of hexes at once: one step outward is a few shifts of one long number.

Where spaces are numbered line by line over the whole grid, a neighbor is always one of eight numbers away, so all spaces of a set
take their step together. That makes floods, zones and short distances over a map of two thousand hexes a matter of microseconds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

Shifts = tuple[tuple[int, int], ...]
"""How far a step leads in space numbers, and from which spaces it can be taken, as bits."""


class Spread:
    """Steps through open borders.

    >>> line = Spread([(1,), (0, 2), (1,)], lambda first, second: True)
    >>> bin(line.step(0b010)), bin(line.flood(0b001, 0b011))
    ('0b101', '0b11')
    """

    def __init__(self, neighbours: Sequence[Sequence[int]], is_open: Callable[[int, int], bool]) -> None:
        found: dict[int, int] = {}
        for space, around in enumerate(neighbours):
            for near in around:
                if is_open(space, near):
                    found[near - space] = found.get(near - space, 0) | 1 << space
        self.up: Shifts = tuple(sorted((by, mask) for by, mask in found.items() if by > 0))
        self.down: Shifts = tuple(sorted((-by, mask) for by, mask in found.items() if by < 0))

    def step(self, spaces: int) -> int:
        """All spaces that one step leads to from any of these."""
        found = 0
        for by, mask in self.up:
            found |= (spaces & mask) << by
        for by, mask in self.down:
            found |= (spaces & mask) >> by
        return found

    def flood(self, start: int, within: int) -> int:
        """All spaces that can be reached from some without leaving `within`, these included as far as they are within."""
        seen = start & within
        fresh = seen
        while fresh:
            fresh = self.step(fresh) & within & ~seen
            seen |= fresh
        return seen


class CostSpread:
    """Short distances to a set of spaces, by what each step costs: a spread for each cost, taken backward.

    >>> line = CostSpread([(1,), (0, 2), (1,)], lambda first, second: 2)
    >>> bin(line.near(0b001, 0b000, 3)), bin(line.near(0b001, 0b010, 4))
    ('0b11', '0b11')
    """

    def __init__(self, neighbours: Sequence[Sequence[int]], cost: Callable[[int, int], int | None]) -> None:
        costs = {cost(space, near) for space, around in enumerate(neighbours) for near in around}

        def backward(wanted: int) -> Spread:
            return Spread(neighbours, lambda goal, start: cost(start, goal) == wanted)

        self.spreads: tuple[tuple[int, Spread], ...] = tuple((c, backward(c)) for c in sorted(c for c in costs if c is not None))

    def near(self, goals: int, shut: int, allowance: int) -> int:
        """All spaces from which a move of at most `allowance` leads to one of the goals without entering `shut` spaces.

        A space counts as the start of its own move, so it may be shut itself; a goal that is shut cannot be entered.
        """
        layers = [0] * (allowance + 1)
        layers[0] = goals & ~shut
        seen = 0
        for spent in range(allowance + 1):
            fresh = layers[spent] & ~seen
            if not fresh:
                continue
            seen |= fresh
            fresh &= ~shut
            for cost, spread in self.spreads:
                if spent + cost <= allowance:
                    layers[spent + cost] |= spread.step(fresh)
        return seen | goals
