"""Routes that seek out some spaces: through as many wanted spaces as the allowance permits, then cheapest, then lowest."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from beachhead.boards.fields import FAR, NEVER, CostTable
from beachhead.boards.network import SHUT, Network

DETOUR: Final = 2
"""Points within which a detour is sought first."""
WANTED: Final = 6
"""The most spaces that a route may seek out: every order of them is a route of its own. If there are more, the lowest count."""
Leg = tuple[int, tuple[int, ...]]
"""A cheapest route between two spaces: its cost, and the spaces entered; `NO_LEG` if there is none."""
NO_LEG: Final[Leg] = (NEVER, ())
Found = tuple[int, int, tuple[int, ...]]
"""A route by how it compares: wanted spaces met, counted down from 0, then the cost, then the spaces entered."""


def best_detour(
    costs: CostTable, allowance: int, start: int, goal: int, barriers: bytes | bytearray, wanted: Sequence[int]
) -> tuple[int, ...]:
    """The route through most wanted spaces, then the cheapest, then that of the lowest numbers: the spaces entered, goal last.

    The result is `(goal,)` if the allowance, which is below `FAR`, permits no route.
    """
    ahead, back = costs.row(start), costs.row_to(goal)
    near = [space for space in wanted if ahead[space] + back[space] <= allowance and space != start]
    # Every route meets its goal, and none goes on from a space that ends a move.
    stops = [space for space in near[:WANTED] if not barriers[space] and space != goal]
    if not stops:
        return cheapest_way(costs, allowance, start, goal, barriers)
    return _Tour(costs, allowance, goal, barriers).best(start, stops, 0, 0, ())[2] or (goal,)


class _Tour:
    """Routes to a goal by way of other spaces. Whatever the order in which a route meets them, the best of its kind is made of
    the best routes from each to the next."""

    def __init__(self, costs: CostTable, allowance: int, goal: int, barriers: bytes | bytearray) -> None:
        self.costs = costs
        self.allowance = allowance
        self.goal = goal
        self.barriers = barriers
        self._back = costs.row_to(goal)
        self._legs: dict[tuple[int, int], Leg] = {}

    def best(self, here: int, stops: list[int], met: int, spent: int, way: tuple[int, ...]) -> Found:
        """The best route that begins in this way, leads to some of the stops in some order, and to the goal."""
        cost, last = self._leg(here, self.goal, spent)
        found = (-met, spent + cost, way + last) if last else (1, NEVER, last)
        for stop in stops:
            cost, more = self._leg(here, stop, spent + self._back[stop])
            if more:
                rest = [other for other in stops if other != stop]
                found = min(found, self.best(stop, rest, met + 1, spent + cost, way + more))
        return found

    def _leg(self, here: int, there: int, spent: int) -> Leg:
        """The best route between two spaces, if so many points have been spent, or will be."""
        leg = self._legs.get((here, there))
        if leg is None:
            leg = self._legs[here, there] = _cheapest(self.costs, self.allowance, here, there, self.barriers)
        return leg if spent + leg[0] <= self.allowance else NO_LEG


def cheapest_way(costs: CostTable, allowance: int, start: int, goal: int, barriers: bytes | bytearray) -> tuple[int, ...]:
    """The cheapest route, of these the one of the lowest numbers: the spaces entered, goal last. The result is `(goal,)` if the
    allowance, which is below `FAR`, permits no route."""
    return _cheapest(costs, allowance, start, goal, barriers)[1] or (goal,)


def _cheapest(costs: CostTable, allowance: int, start: int, goal: int, barriers: bytes | bytearray) -> Leg:
    """The same with its cost.

    Most often some route that is the cheapest on an empty map is free of barriers. Next to that a detour is short, so it is
    sought within a few points first, then within the whole allowance.
    """
    least = costs.row(start)[goal]
    if start == goal or barriers[goal] >= SHUT or least > allowance:
        return NO_LEG
    way = _lowest(costs.network, costs.row_to(goal), start, goal, barriers)
    if way:
        return least, way
    for most in (min(least + DETOUR, allowance), allowance):
        rest = _rest_around(costs, most, start, goal, barriers)
        if rest[start] < FAR:
            return rest[start], _lowest(costs.network, rest, start, goal, barriers)
    return NO_LEG


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
