"""Whole sets of hexes at once: one step outward is a few shifts of one long number.

Where spaces are numbered line by line over the whole grid, a neighbor is always one of eight numbers away, so all spaces of a set
take their step together. That makes floods, zones and short distances over a map of two thousand hexes a matter of microseconds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

NO_LIMIT: Final = 1 << 30
"""A level that no search gets to."""

WAYS: Final = 4
"""Different numbers by which a step leads up, and as many by which it leads down: on hexes in shifted rows 1 and three more."""

RARE: Final = 100
"""Steps over all: a spread with no more of them takes them one by one, since hardly any set has many."""

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
        self.single: dict[int, int] = {}
        """Where single steps lead from each space, as bits, if they are rare."""
        count = 0
        for space, around in enumerate(neighbours):
            for near in around:
                if is_open(space, near):
                    found[near - space] = found.get(near - space, 0) | 1 << space
                    self.single[space] = self.single.get(space, 0) | 1 << near
                    count += 1
        if count > RARE:
            self.single = {}
        self.up: Shifts = tuple(sorted((by, mask) for by, mask in found.items() if by > 0))
        self.down: Shifts = tuple(sorted((-by, mask) for by, mask in found.items() if by < 0))
        if len(self.up) > WAYS or len(self.down) > WAYS:
            raise ValueError(f"steps lead to more than {WAYS} different numbers either way: this is no grid of hexes")
        none = ((0, 0),) * WAYS
        self._shifts = tuple(number for shifts in (self.up, self.down) for pair in (shifts + none)[:WAYS] for number in pair)
        """Both in one row, filled up with shifts that nothing takes: written out they take less time than a loop."""
        self.open = 0
        """The spaces that a step leads out of at all."""
        for mask in found.values():
            self.open |= mask

    def step(self, spaces: int) -> int:
        """All spaces that one step leads to from any of these."""
        single = self.single
        if single:
            up = 0
            spaces &= self.open
            while spaces:
                low = spaces & -spaces
                spaces ^= low
                up |= single[low.bit_length() - 1]
            return up
        a, from_a, b, from_b, c, from_c, d, from_d, e, from_e, f, from_f, g, from_g, h, from_h = self._shifts
        up = (spaces & from_a) << a | (spaces & from_b) << b | (spaces & from_c) << c | (spaces & from_d) << d
        return up | (spaces & from_e) >> e | (spaces & from_f) >> f | (spaces & from_g) >> g | (spaces & from_h) >> h

    def flood(self, start: int, within: int, until: int = 0) -> int:
        """All spaces that can be reached from some without leaving `within`, these included as far as they are within. It ends
        early, with the nearer ones alone, once it meets one of `until`."""
        a, from_a, b, from_b, c, from_c, d, from_d, e, from_e, f, from_f, g, from_g, h, from_h = self._shifts
        fresh = start & within
        rest = within ^ fresh
        while fresh and not fresh & until:
            up = (fresh & from_a) << a | (fresh & from_b) << b | (fresh & from_c) << c | (fresh & from_d) << d
            down = (fresh & from_e) >> e | (fresh & from_f) >> f | (fresh & from_g) >> g | (fresh & from_h) >> h
            fresh = (up | down) & rest
            rest ^= fresh
        return within ^ rest


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
        self.dearest = max((cost for cost, _ in self.spreads), default=0)
        """The highest cost of any step."""

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
                if spent + cost > allowance:
                    break
                part = fresh & spread.open
                if part:
                    layers[spent + cost] |= spread.step(part)
        return seen | goals


class Levels:
    """How far it is from anywhere to the nearest of some goals, level by level, each worked out when first asked for.

    A goal may lie in a `shut` space: it ends the moves that enter it. Other shut spaces are not passed, but a move may begin
    there: `reached` has them, `levels`, which ways run through, has not.

    >>> line = CostSpread([(1,), (0, 2), (1, 3), (2,)], lambda first, second: 2)
    >>> field = Levels(line, goals=0b0001, shut=0b0101)
    >>> field.first(0b1110), field.first(0b1100), field.first(0b1000)
    (2, 4, -1)
    >>> [bin(level) for level in field.levels]
    ['0b1', '0b0', '0b10', '0b0', '0b0']
    """

    __slots__ = ("goals", "levels", "reached", "ring", "seen", "shut", "spreads", "waiting")

    def __init__(self, costs: CostSpread, goals: int, shut: int) -> None:
        self.spreads = costs.spreads
        self.ring = costs.dearest + 1
        self.goals = goals
        self.shut = shut
        self.levels: list[int] = []
        """By cost: the spaces that are that far from a goal and may be passed."""
        self.reached: list[int] = []
        """The same with the shut spaces in which a move may begin."""
        self.seen = 0
        self.waiting = [0] * self.ring
        self.waiting[0] = goals

    def deepen(self) -> bool:
        """Work out one more level. Returns whether there can be any."""
        spent = len(self.levels)
        waiting, ring = self.waiting, self.ring
        if not any(waiting):
            return False
        at = spent % ring
        fresh = waiting[at] & ~self.seen
        waiting[at] = 0
        self.seen |= fresh
        self.reached.append(fresh)
        if spent:
            fresh &= ~self.shut
        self.levels.append(fresh)
        if fresh:
            for cost, spread in self.spreads:
                part = fresh & spread.open
                if part:
                    waiting[(spent + cost) % ring] |= spread.step(part)
        return True

    def reach(self, cost: int) -> None:
        """Work out all levels up to that cost, as far as there are any."""
        while len(self.levels) <= cost and self.deepen():
            pass

    def first(self, spaces: int, limit: int = NO_LIMIT) -> int:
        """The least cost from any of the spaces to a goal, if it is at most `limit`; otherwise -1."""
        reached = self.reached
        if self.seen & spaces:
            for cost in range(min(len(reached), limit + 1)):
                if reached[cost] & spaces:
                    return cost
            return -1
        while len(reached) <= limit and self.deepen():
            if reached[-1] & spaces:
                return len(reached) - 1
        return -1
