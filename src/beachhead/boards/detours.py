"""Routes that seek out some spaces: through as many wanted spaces as the allowance permits, then cheapest, then lowest."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from beachhead.boards.fields import FAR, CostTable, costs_to
from beachhead.boards.network import SHUT, Network

DETOUR: Final = 2
"""Points within which a detour is sought first."""
WANTED: Final = 6
"""The most spaces that a route may seek out: every set of them is a search of its own. If there are more, the lowest count."""


def best_detour(
    costs: CostTable,
    allowance: int,
    start: int,
    goal: int,
    barriers: bytes | bytearray,
    wanted: Sequence[int],
    apart: Sequence[int],
) -> tuple[int, ...]:
    """The route through most wanted spaces, then the cheapest, then that of the lowest numbers: the spaces entered, goal last.

    `apart` is a lower bound of the cost from each space to the goal. The result is `(goal,)` if the allowance permits no route.
    """
    network = costs.network
    ahead, back = costs.row(start), costs.row_to(goal)
    spaces = [space for space in wanted if ahead[space] + back[space] <= allowance and space != start]
    if not spaces and allowance < FAR:
        return cheapest_way(costs, allowance, start, goal, barriers)
    if len(spaces) < 2:
        return _plain_way(network, allowance, start, goal, barriers, spaces[0] if spaces else -1, apart)
    # Spaces too far off the way cannot be part of it; a row of bytes knows them only below `FAR`.
    tour = Tour(network, allowance, start, goal, barriers, spaces[:WANTED], ahead if allowance < FAR else b"")
    whole = tour.rest(start, 0)
    if whole > allowance:
        return (goal,)
    # Partial ways by (space, wanted spaces met), all of them parts of best ways: of equal ones that with the lowest numbers.
    known: dict[tuple[int, int], tuple[int, ...]] = {(start, 0): ()}
    waiting: list[list[tuple[int, int]]] = [[] for _ in range(whole + 1)]
    waiting[0].append((start, 0))
    for spent in range(whole):
        for space, met in sorted(set(waiting[spent]), key=known.__getitem__):
            if barriers[space] and space != start:
                continue
            way = known[space, met]
            for near, cost in network.steps[space]:
                total = spent + cost
                if total > whole or barriers[near] >= SHUT:
                    continue
                key = (near, met | tour.bit.get(near, 0))
                if total + tour.rest(*key) != whole:
                    continue
                if key not in known or (*way, near) < known[key]:
                    known[key] = (*way, near)
                    waiting[total].append(key)
    return min(known[space, met] for space, met in waiting[whole] if space == goal and met.bit_count() == tour.most)


def cheapest_way(costs: CostTable, allowance: int, start: int, goal: int, barriers: bytes | bytearray) -> tuple[int, ...]:
    """The cheapest route, of these the one of the lowest numbers: the spaces entered, goal last. The result is `(goal,)` if the
    allowance, which is below `FAR`, permits no route.

    Most often some route that is the cheapest on an empty map is free of barriers. Next to that a detour is short, so it is
    sought within a few points first, then within the whole allowance.
    """
    least = costs.row(start)[goal]
    if start == goal or barriers[goal] >= SHUT or least > allowance:
        return (goal,)
    way = _lowest(costs.network, costs.row_to(goal), start, goal, barriers)
    if way:
        return way
    for most in (min(least + DETOUR, allowance), allowance):
        rest = _rest_around(costs, most, start, goal, barriers)
        if rest[start] < FAR:
            return _lowest(costs.network, rest, start, goal, barriers)
    return (goal,)


def _rest_around(costs: CostTable, allowance: int, start: int, goal: int, barriers: bytes | bytearray) -> bytearray:
    """What a move still costs, past the barriers, from every space of the cheapest routes to the goal; `FAR` at the start if the
    allowance permits none."""
    into, ahead = costs.network.into, costs.row(start)
    rest = bytearray([FAR]) * costs.network.size
    rest[goal] = 0
    waiting: list[list[int]] = [[] for _ in range(allowance + 1)]
    waiting[0].append(goal)
    for left in range(allowance + 1):
        if rest[start] <= left:
            break
        for space in waiting[left]:
            if rest[space] == left:
                for before, cost in into[space]:
                    total = left + cost
                    if total + ahead[before] <= allowance and total < rest[before] and (not barriers[before] or before == start):
                        rest[before] = total
                        waiting[total].append(before)
    return rest


def _lowest(network: Network, rest: Sequence[int], start: int, goal: int, barriers: bytes | bytearray) -> tuple[int, ...]:
    """The route of the lowest numbers among those that lead to the goal at the cost of `rest`; nothing if barriers block all.

    It takes the lowest step each time, and goes back where barriers leave none.
    """
    steps = network.upward
    way: list[int] = []
    blind: set[int] = set()
    here, left = start, rest[start]
    while here != goal:
        for near, cost in steps[here]:
            if rest[near] + cost == left and (not barriers[near] or near == goal) and near not in blind:
                way.append(near)
                here, left = near, rest[near]
                break
        else:
            blind.add(here)
            if not way:
                break
            way.pop()
            here = way[-1] if way else start
            left = rest[here]
    return tuple(way)


def _plain_way(
    network: Network, allowance: int, start: int, goal: int, barriers: bytes | bytearray, wanted: int, apart: Sequence[int]
) -> tuple[int, ...]:
    """The same for one wanted space, or none (-1), by a search without tables: quicker, but each further one would double it."""
    # Partial ways by (space, wanted space met): a cheaper one, or an equal one with lower numbers, replaces the other.
    known: dict[tuple[int, int], tuple[int, tuple[int, ...]]] = {(start, 0): (0, ())}
    waiting: list[list[tuple[int, int]]] = [[] for _ in range(allowance + 1)]
    waiting[0].append((start, 0))
    end = (goal, 1 if wanted >= 0 else 0)
    for spent in range(allowance + 1):
        if end in known and known[end][0] <= spent:
            break
        for space, met in sorted(set(waiting[spent]), key=known.__getitem__):
            total_known, way = known[space, met]
            if total_known != spent or (barriers[space] and space != start):
                continue
            for near, cost in network.steps[space]:
                total = spent + cost
                if total + apart[near] > allowance or barriers[near] >= SHUT:
                    continue
                key = (near, 1 if near == wanted else met)
                entry = (total, (*way, near))
                if key not in known or entry < known[key]:
                    known[key] = entry
                    waiting[total].append(key)
    ends = [(-met, *known[space, met]) for space, met in known if space == goal and known[space, met][1]]
    return min(ends)[2] if ends else (goal,)


class Tour:
    """What a move to a goal still costs from anywhere, by way of as many wanted spaces as the whole allowance permits.

    A set of wanted spaces is a number with one bit for each; there are few, so all orders in which they can be met are compared.
    """

    def __init__(
        self,
        network: Network,
        allowance: int,
        start: int,
        goal: int,
        barriers: bytes | bytearray,
        wanted: Sequence[int],
        ahead: bytes,
    ) -> None:
        self.never = allowance + 1
        self.goal = goal
        self.bit = {space: 1 << number for number, space in enumerate(wanted)}
        self.to_goal = costs_to(network, [goal], barriers, allowance, ahead)
        self.to_wanted = [costs_to(network, [space], barriers, allowance, ahead) for space in wanted]
        self._onward: dict[tuple[int, int], int] = {}
        self._rest: dict[tuple[int, int], int] = {}
        self._wanted = wanted
        self._stops = [bool(barriers[space]) for space in wanted]
        self._everything = (1 << len(wanted)) - 1
        self.most = len(wanted)
        """The most wanted spaces that one move can meet."""
        while self.most and self.rest(start, 0) > allowance:
            self.most -= 1
            self._rest.clear()

    def onward(self, number: int, left: int) -> int:
        """The cost from a wanted space by way of all those that are left, in the best order, to the goal."""
        if self._stops[number] and (left or self._wanted[number] != self.goal):
            return self.never
        found = self._onward.get((number, left))
        if found is None:
            found = self._by_way(self._wanted[number], left)
            self._onward[number, left] = found
        return found

    def _by_way(self, space: int, left: int) -> int:
        if not left:
            return min(self.never, self.to_goal[space])
        found = self.never
        for number, costs in enumerate(self.to_wanted):
            if left >> number & 1 and costs[space] < found:
                found = min(found, costs[space] + self.onward(number, left & ~(1 << number)))
        return found

    def rest(self, space: int, met: int) -> int:
        """The cost from a space to the goal if these wanted spaces have been met and as many as possible will be."""
        found = self._rest.get((space, met))
        if found is None:
            missing, open_ = self.most - met.bit_count(), self._everything & ~met
            sets = (some for some in range(open_ + 1) if not some & ~open_ and some.bit_count() == missing)
            found = min((self._by_way(space, some) for some in sets), default=self.never)
            self._rest[space, met] = found
        return found
