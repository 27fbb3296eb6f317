"""Ranges: every space that a move can end in, as bits of one number.

The search goes layer by layer, with all spaces of a layer in one number. On an empty map it depends only on the allowance and the
start, so it is cached; among enemies it resumes where the first of them is met.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from beachhead.boards.network import Network

CELLS: Final = 3_000_000
"""Numbers that the fans of a network may hold in all before they are dropped: some 25 megabytes, and twenty times what dozens of
games on a map of 330 land hexes need."""


class Lines:
    """Steps of many spaces at once, where spaces are numbered line by line, `width` to a line, every other line shifted by half a
    space: a step leads to one of eight numbers, and mostly costs what it costs to enter a space from anywhere.

    Spaces with other steps are `odd`: whoever takes steps takes theirs one by one.
    """

    __slots__ = ("entering", "lower", "odd", "upper", "width")

    def __init__(self, network: Network, width: int, neighbours: Sequence[Sequence[int]]) -> None:
        self.width = width
        self.lower = self.upper = 0
        """The spaces of lines that are shifted down, or up: the two numbers to which they lead in the next line."""
        for space, around in enumerate(neighbours):
            if space + width - 1 in around or space - width - 1 in around:
                self.lower |= 1 << space
            else:
                self.upper |= 1 << space
        masks: dict[int, int] = {}
        for space, steps in enumerate(network.into):
            costs = [cost for _, cost in steps]
            if costs:
                usual = max(sorted(set(costs)), key=costs.count)
                masks[usual] = masks.get(usual, 0) | 1 << space
        self.entering = tuple(sorted(masks.items()))
        """What it costs to enter a space, and which spaces cost that, as bits."""
        self.odd = 0
        for space, steps in enumerate(network.steps):
            near = self.around(1 << space)
            if dict(_grouped(steps)) != {cost: near & mask for cost, mask in self.entering if near & mask}:
                self.odd |= 1 << space

    def around(self, spaces: int) -> int:
        """All spaces beside some, the ends of neighboring lines among them; some of them may lie off the map."""
        wide = spaces | (spaces & self.lower) >> 1 | (spaces & self.upper) << 1
        return wide << self.width | wide >> self.width | spaces << 1 | spaces >> 1


class Fan:
    """A range on an empty map, layer by layer: a search among enemies can begin where the first of them is met."""

    __slots__ = ("layers", "spaces", "start", "within")

    def __init__(self, start: int) -> None:
        self.layers: list[tuple[int, ...]] = []
        """For each cost, the layers of the search that are still to come when that much has been spent."""
        self.within: list[int] = []
        """The spaces reached by then, as bits, the start among them."""
        self.start = start
        self.spaces = 0
        """All of them but the start."""

    def search(self, ranges: Ranges, allowance: int) -> None:
        """Work out all layers up to an allowance."""
        layers, seen = [0] * (allowance + 1), 0
        layers[0] = 1 << self.start
        for spent in range(allowance + 1):
            coming = tuple(layers[spent:])
            if not any(coming):
                break
            self.layers.append(coming)
            seen = ranges.spread_in_lines(layers, seen, spent)
            self.within.append(seen)
        self.spaces = seen & ~(1 << self.start)

    def cut(self, allowance: int) -> Fan:
        """The same for fewer points: the layers are the same, only fewer, so they are shared."""
        found = Fan(self.start)
        for spent in range(min(allowance + 1, len(self.layers))):
            coming = self.layers[spent][: allowance + 1 - spent]
            if not any(coming):
                break
            found.layers.append(coming)
            found.within.append(self.within[spent])
        found.spaces = found.within[-1] & ~(1 << self.start)
        return found


class Ranges:
    """The ranges of one kind of mover. `cells` limits the cache. With `lines` most spaces of a layer take a step together."""

    def __init__(self, network: Network, cells: int = CELLS, lines: Lines | None = None) -> None:
        self.network = network
        self.cells = cells
        self.lines = Lines(Network([()] * network.size), 1, [()] * network.size) if lines is None else lines
        self._odd = -1 if lines is None else lines.odd
        self._back: dict[int, list[int]] = {}
        """By space: what a move can begin in to get there, for each cost (`behind`)."""
        self._back_groups: tuple[tuple[tuple[int, int], ...], ...] = ()
        self._bit = tuple(1 << space for space in range(network.size))
        self.groups = tuple(_grouped(steps) for steps in network.steps)
        """For each space what steps out of it cost, the cheapest first, and where those of a cost lead, as bits."""
        self._dearest = max((groups[0][0] for groups in self.groups if groups), default=0)
        self._leaving = [self._left_with(points) for points in range(self._dearest)]
        """By the points left: the spaces that some step leads out of; with more points it is all of them."""
        self._fans: dict[int, Fan] = {}
        """By allowance and start, in one number: cheaper to look up than a pair."""
        self._widest = 0
        """The largest allowance that anybody has asked for: fans are worked out up to it, and cut for less."""
        self._cells = 0
        """How many numbers the fans hold."""

    def _left_with(self, points: int) -> int:
        found = 0
        for space, groups in enumerate(self.groups):
            if groups and groups[0][0] <= points:
                found |= 1 << space
        return found

    def fan(self, allowance: int, start: int) -> Fan:
        """The range on an empty map; filled as games ask for it."""
        key = allowance * self.network.size + start
        found = self._fans.get(key)
        if found is None:
            if allowance < self._widest:
                found = self.fan(self._widest, start).cut(allowance)
                self._cells += len(found.layers)
            else:
                self._widest = allowance
                found = Fan(start)
                found.search(self, allowance)
                self._cells += len(found.layers) * (allowance + 1)
            if self._cells > self.cells:
                self._fans.clear()
                self._cells = 0
            self._fans[key] = found
        return found

    def within(self, allowance: int, start: int) -> int:
        """The range on an empty map with the start, as bits."""
        within = self.fan(max(allowance, self._widest), start).within
        return within[allowance] if allowance < len(within) else within[-1]

    def leads_to(self, allowance: int, start: int, goals: int, shut: int) -> bool:
        """Whether a move gets to one of some spaces, none of them shut, without entering a `shut` one."""
        within = self.fan(max(allowance, self._widest), start).within
        barred = shut & ~self._bit[start]
        for spent in range(min(allowance + 1, len(within))):
            if within[spent] & barred:
                return bool(self.within(allowance, start) & goals and self.layered(allowance, start, shut, 0)[-1] & goals)
            if within[spent] & goals:
                return True
        return False

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
        first = self._untouched(touched, fan.within)
        seen = self.spread(list(fan.layers[first]), shut | fan.within[first - 1], ~stop, 0, allowance + 1 - first)
        return seen & ~(shut | self._bit[start])

    def layered(self, allowance: int, start: int, shut: int, stop: int, slow: int = 0, extra: int = 0) -> list[int]:
        """What a move can reach for each cost, with the start and the spaces of `shut` among it or not: who asks leaves them out.
        Whether the start itself is one of any of these but `slow` makes no difference.

        As in `reach`, and it costs `extra` more to leave a space of `slow`. The row may end before the allowance does, if nothing
        is added any more.
        """
        widest = allowance if allowance > self._widest else self._widest
        fan = self._fans.get(widest * self.network.size + start)
        if fan is None:
            fan = self.fan(widest, start)
        within, here = fan.within, self._bit[start]
        reached = within[allowance] if allowance < len(within) else within[-1]
        slow &= reached
        touched = (shut | stop) & reached | slow
        if slow & here:
            first, seen = 0, shut & ~here
        else:
            if touched & here:
                touched ^= here
            if not touched:
                return within[: allowance + 1]
            first = 1
            while not within[first] & touched:
                first += 1
            seen = shut | within[first - 1]
        stop &= ~here
        groups, bit, leaving, dearest = self.groups, self._bit, self._leaving, self._dearest
        lines, odd = self.lines, self._odd
        width, lower, upper, entering = lines.width, lines.lower, lines.upper, lines.entering
        layers = list(fan.layers[first][: allowance + 1 - first])
        last = len(layers) - 1
        waiting = [0] * (last + 1) if slow else []
        found = within[:first]
        onward = ~stop
        for spent in range(last):
            frontier = layers[spent] & ~seen
            if frontier:
                seen |= frontier
                frontier &= onward
                if slow:
                    delayed = frontier & slow
                    if delayed:
                        frontier ^= delayed
                        if spent + extra <= last:
                            waiting[spent + extra] |= delayed
            found.append(seen)
            if slow:
                frontier |= waiting[spent]
            left = last - spent
            if left < dearest:
                frontier &= leaving[left]
            single = frontier & odd
            if single:
                frontier ^= single
                while single:
                    space = single.bit_length() - 1
                    single ^= bit[space]
                    for cost, mask in groups[space]:
                        if cost > left:
                            break
                        layers[spent + cost] |= mask
            if frontier:
                wide = frontier | (frontier & lower) >> 1 | (frontier & upper) << 1
                near = wide << width | wide >> width | frontier << 1 | frontier >> 1
                for cost, mask in entering:
                    if cost > left:
                        break
                    layers[spent + cost] |= near & mask
        found.append(seen | layers[last])
        return found

    def spread_in_lines(self, layers: list[int], seen: int, spent: int) -> int:
        """Go through one layer on an empty map as `spread` does, with hexes in lines taking their steps together."""
        if self._odd == -1:
            return self.spread(layers, seen, -1, spent, spent + 1)
        frontier = layers[spent] & ~seen
        if frontier:
            last, groups, bit, single = len(layers) - 1, self.groups, self._bit, frontier & self._odd
            seen |= frontier
            near = self.lines.around(frontier ^ single)
            for cost, mask in self.lines.entering:
                if spent + cost <= last:
                    layers[spent + cost] |= near & mask
            while single:
                space = single.bit_length() - 1
                single ^= bit[space]
                for cost, mask in groups[space]:
                    if spent + cost <= last:
                        layers[spent + cost] |= mask
        return seen

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

    def behind(self, goal: int, most: int) -> list[int]:
        """By cost, up to `most` or farther: all spaces from which a move on an empty map gets to a goal for at most that, and the
        goal."""
        found = self._back.get(goal)
        if found is None or len(found) <= most:
            if not self._back_groups:
                self._back_groups = tuple(_grouped(steps) for steps in self.network.into)
            groups, bit, seen, found = self._back_groups, self._bit, 0, []
            layers = [0] * (most + self.network.dearest + 1)
            layers[0] = bit[goal]
            for spent in range(most + 1):
                frontier = layers[spent] & ~seen
                seen |= frontier
                found.append(seen)
                while frontier:
                    space = frontier.bit_length() - 1
                    frontier ^= bit[space]
                    for cost, mask in groups[space]:
                        layers[spent + cost] |= mask
            self._back[goal] = found
        return found

    def leads_past(self, layers: list[int], whole: int, prizes: int, goal: int) -> bool:
        """Whether a cheapest move to a goal, which costs `whole`, may pass one of some spaces after its start: `layers` say what
        the move can reach, and what it costs from there on is taken from an empty map, so that it may turn out to be more."""
        behind = self.behind(goal, whole)
        prizes &= layers[whole - 1] & behind[whole - 1]
        while prizes:
            low = prizes & -prizes
            prizes ^= low
            if behind[whole - cost_in(layers, low)] & low:
                return True
        return False

    def search(self, allowance: int, start: int, shut: int, stop: int) -> int:
        """The same from scratch, for single questions such as why a space cannot be reached."""
        layers = [0] * (allowance + 1)
        layers[0] = here = self._bit[start]
        return self.spread(layers, shut & ~here, ~stop | here, 0, allowance + 1) & ~(shut | here)

    def spread(self, layers: list[int], seen: int, onward: int, first: int, end: int) -> int:
        """Go through some layers in the order of their cost, each space once, and return all spaces seen.

        `layers[n]` are the spaces that some step leads into for n points in all; only `onward` spaces are left again.
        """
        groups, bit, allowance = self.groups, self._bit, len(layers) - 1
        leaving, dearest = self._leaving, self._dearest
        for spent in range(first, end):
            frontier = layers[spent] & ~seen
            if not frontier:
                continue
            seen |= frontier
            frontier &= onward
            left = allowance - spent
            if left < dearest:
                frontier &= leaving[left]
            while frontier:
                space = frontier.bit_length() - 1
                frontier ^= bit[space]
                for cost, mask in groups[space]:
                    if cost > left:
                        break
                    layers[spent + cost] |= mask
        return seen


def cost_in(layers: list[int], bit: int) -> int:
    """The first of some growing layers that has a space, given as its bit; one more than there are if none has."""
    first, last = 0, len(layers)
    while first < last:
        middle = first + last >> 1
        if layers[middle] & bit:
            last = middle
        else:
            first = middle + 1
    return first


def _grouped(steps: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
    """The steps out of a space by cost: what they cost, and where they lead, as bits."""
    masks: dict[int, int] = {}
    for near, cost in steps:
        masks[cost] = masks.get(cost, 0) | 1 << near
    return tuple(sorted(masks.items()))
