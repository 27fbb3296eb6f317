"""Ranges: every space that a move can end in, as bits of one number.

The search goes layer by layer, with all spaces of a layer in one number. On an empty map it depends only on the allowance and the
start, so it is cached; among enemies it resumes where the first of them is met.
"""

from __future__ import annotations

from typing import Final

from beachhead.boards.network import Network

CELLS: Final = 3_000_000
"""Numbers that the fans of a network may hold in all before they are dropped: some 25 megabytes, and twenty times what dozens of
games on a map of 330 land hexes need."""


class Fan:
    """A range on an empty map, layer by layer: a search among enemies can begin where the first of them is met."""

    __slots__ = ("layers", "spaces", "within")

    def __init__(self, ranges: Ranges, allowance: int, start: int) -> None:
        self.layers: list[tuple[int, ...]] = []
        """For each cost, the layers of the search that are still to come when that much has been spent."""
        self.within: list[int] = []
        """The spaces reached by then, as bits, the start among them."""
        layers, seen = [0] * (allowance + 1), 0
        layers[0] = 1 << start
        for spent in range(allowance + 1):
            coming = tuple(layers[spent:])
            if not any(coming):
                break
            self.layers.append(coming)
            seen = ranges.spread(layers, seen, -1, spent, spent + 1)
            self.within.append(seen)
        self.spaces = seen & ~(1 << start)


class Ranges:
    """The ranges of one kind of mover. `cells` limits the cache."""

    def __init__(self, network: Network, cells: int = CELLS) -> None:
        self.network = network
        self.cells = cells
        self._bit = tuple(1 << space for space in range(network.size))
        self._groups = tuple(_grouped(steps) for steps in network.steps)
        self._fans: dict[int, Fan] = {}
        """By allowance and start, in one number: cheaper to look up than a pair."""
        self._cells = 0
        """How many numbers the fans hold."""

    def fan(self, allowance: int, start: int) -> Fan:
        """The range on an empty map; filled as games ask for it."""
        key = allowance * self.network.size + start
        found = self._fans.get(key)
        if found is None:
            found = Fan(self, allowance, start)
            self._cells += len(found.layers) * (allowance + 1)
            if self._cells > self.cells:
                self._fans.clear()
                self._cells = 0
            self._fans[key] = found
        return found

    def leads_by(self, allowance: int, start: int, way: int, goal: int) -> bool:
        """Whether, on an empty map, a move can go from one space by way of another to a third."""
        within = self.fan(allowance, start).within
        spent = 0
        while not within[spent] >> way & 1:
            spent += 1
            if spent == len(within):
                return False
        onward = self.fan(allowance, way).within
        return bool(onward[min(allowance - spent, len(onward) - 1)] >> goal & 1)

    def reach(self, allowance: int, start: int, shut: int, stop: int) -> int:
        """All spaces within the allowance, the start left out. Those of `shut` are not entered, those of `stop` end the move.

        Up to the first of either the search is that of an empty map, which is cached.
        """
        fan = self.fan(allowance, start)
        touched = (shut | stop) & fan.spaces
        if not touched:
            return fan.spaces
        within = fan.within
        first, last = 1, len(within) - 1
        while first < last:
            middle = first + last >> 1
            if within[middle] & touched:
                last = middle
            else:
                first = middle + 1
        seen = self.spread(list(fan.layers[first]), shut | within[first - 1], ~stop, 0, allowance + 1 - first)
        return seen & ~(shut | self._bit[start])

    def reach_slowly(self, allowance: int, start: int, shut: int, stop: int, slow: int, extra: int) -> int:
        """The same as `reach` where it costs `extra` more to leave a space of `slow`."""
        fan = self.fan(allowance, start)
        here = self._bit[start]
        if not slow & (fan.spaces | here):
            return self.reach(allowance, start, shut, stop)
        first = 0 if slow & here else self._untouched((shut | stop | slow) & fan.spaces, fan.within)
        seen = self._spread_slowly(fan, first, allowance, shut, stop & ~here, slow, extra, -1)
        return seen & ~(shut | here)

    def cost(self, allowance: int, start: int, goal: int, shut: int, stop: int, slow: int = 0, extra: int = 0) -> int:
        """What the cheapest such move costs, or -1 if the allowance does not suffice."""
        fan = self.fan(allowance, start)
        within, here = fan.within, self._bit[start]
        if not fan.spaces >> goal & 1:
            return -1
        least = self._untouched(self._bit[goal], within)
        # Nothing in the way of any route that is as cheap as on an empty map.
        if not (shut | stop | slow) & within[least - 1]:
            return least
        first = 0 if slow & here else self._untouched((shut | stop | slow) & fan.spaces, within)
        found = self._spread_slowly(fan, first, allowance, shut, stop & ~here, slow, extra, goal)
        return found if found <= allowance else -1

    def _untouched(self, touched: int, within: list[int]) -> int:
        """The first layer of a fan that has one of these spaces, some of which it has."""
        first, last = 1, len(within) - 1
        while first < last:
            middle = first + last >> 1
            if within[middle] & touched:
                last = middle
            else:
                first = middle + 1
        return first

    def _spread_slowly(self, fan: Fan, first: int, allowance: int, shut: int, stop: int, slow: int, extra: int, goal: int) -> int:
        """Go on from a layer of a fan; the spaces seen, or with a goal what it costs to get there (more than the allowance: no
        way)."""
        groups, bit = self._groups, self._bit
        arriving = [0] * first + list(fan.layers[first])
        leaving = [0] * (allowance + 1)
        seen = shut | (fan.within[first - 1] if first else 0)
        if not first:
            seen &= ~arriving[0]
        target = bit[goal] if goal >= 0 else 0
        for spent in range(first, allowance + 1):
            fresh = arriving[spent] & ~seen
            if fresh:
                seen |= fresh
                if fresh & target:
                    return spent
                onward = fresh & ~stop
                if onward & slow:
                    if spent + extra <= allowance:
                        leaving[spent + extra] |= onward & slow
                    onward &= ~slow
                frontier = leaving[spent] | onward
            else:
                frontier = leaving[spent]
            left = allowance - spent
            while frontier:
                space = frontier.bit_length() - 1
                frontier ^= bit[space]
                for cost, mask in groups[space]:
                    if cost > left:
                        break
                    arriving[spent + cost] |= mask
        return allowance + 1 if target else seen

    def search(self, allowance: int, start: int, shut: int, stop: int) -> int:
        """The same from scratch, for single questions such as why a space cannot be reached."""
        layers = [0] * (allowance + 1)
        layers[0] = here = self._bit[start]
        return self.spread(layers, shut & ~here, ~stop | here, 0, allowance + 1) & ~(shut | here)

    def spread(self, layers: list[int], seen: int, onward: int, first: int, end: int) -> int:
        """Go through some layers in the order of their cost, each space once, and return all spaces seen.

        `layers[n]` are the spaces that some step leads into for n points in all; only `onward` spaces are left again.
        """
        groups, bit, allowance = self._groups, self._bit, len(layers) - 1
        for spent in range(first, end):
            frontier = layers[spent] & ~seen
            if not frontier:
                continue
            seen |= frontier
            frontier &= onward
            left = allowance - spent
            while frontier:
                space = frontier.bit_length() - 1
                frontier ^= bit[space]
                for cost, mask in groups[space]:
                    if cost > left:
                        break
                    layers[spent + cost] |= mask
        return seen


def _grouped(steps: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
    """The steps out of a space by cost: what they cost, and where they lead, as bits."""
    masks: dict[int, int] = {}
    for near, cost in steps:
        masks[cost] = masks.get(cost, 0) | 1 << near
    return tuple(sorted(masks.items()))
