"""Supply lines as a table shows them: the way of a unit to its source, or what cuts it (chapter 12).

The rules judge the whole map at once and know no paths; here one is found for each unit, in the same region and network.
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush
from typing import NamedTuple

from beachhead.boards.hexes import spaces_of
from beachhead.boards.spreads import Spread
from beachhead.games.olympic.state import OlympicState
from beachhead.games.olympic.supply import LEG, TOWNS, jp_blocked, us_blocked


class Lines(NamedTuple):
    """What supply of a side runs over: hexes that no path may enter, the pieces of network that hold a source, the sources, and
    the links between hexes of the network."""

    blocked: int
    network: int
    sources: int
    links: Spread
    reach: int
    """The network and, for the U.S., its beachheads: where the first leg may end."""


def us_lines(state: OlympicState) -> Lines:
    """U.S. supply: from Supply Beachheads over clear ground and roads (12.12, A52)."""
    ground = state.ruleset.ground
    blocked = us_blocked(state, state.us_mask)
    sources = state.beach_mask & ~blocked
    open_ = ground.net_mask & ~blocked
    start = sources | (ground.beach_links.step(sources) & open_)
    network = ground.us_links.flood(start, open_ | sources) if sources else 0
    return Lines(blocked, network, sources, ground.us_links, network)


def jp_lines(state: OlympicState) -> Lines:
    """Japanese supply: pieces of network with a City, or three Towns, that the U.S. does not control (12.11, A53)."""
    ground, blocked = state.ruleset.ground, jp_blocked(state)
    open_ = ground.net_mask & ~blocked
    cities = ground.city_mask & ~state.control_mask & open_
    network = ground.links.flood(cities, open_)
    towns = ground.town_mask & ~state.control_mask & open_
    sources = cities
    rest = towns & ~network
    while rest.bit_count() >= TOWNS:
        piece = ground.links.flood(rest & -rest, open_)
        if (piece & towns).bit_count() >= TOWNS:
            network |= piece
            sources |= piece & towns
        rest &= ~piece
    return Lines(blocked, network, sources, ground.links, network)


def way_of(state: OlympicState, lines: Lines, start: int) -> list[int]:
    """The hexes from a unit to a source, the unit's own first; empty if it is cut off."""
    if state.beach_mask >> start & 1 and lines.sources & state.beach_mask:
        return [start]
    ground = state.ruleset.ground
    leg = _leg(ground.steps, start, lines.blocked, lines.reach)
    if not leg:
        return []
    rest = _along(state, lines, leg[-1])
    return [*leg, *rest[1:]] if rest else []


def _leg(steps: Sequence[Sequence[tuple[int, int]]], start: int, blocked: int, goals: int) -> list[int]:
    """The cheapest way of at most six points into the network; the hex of the unit itself is never tested (A51)."""
    if goals >> start & 1:
        return [start]
    came: dict[int, int] = {start: start}
    heap: list[tuple[int, int, int]] = [(0, start, start)]
    done: set[int] = set()
    while heap:
        spent, here, before = heappop(heap)
        if here in done:
            continue
        done.add(here)
        came[here] = before
        if here != start and goals >> here & 1:
            way = [here]
            while way[-1] != start:
                way.append(came[way[-1]])
            return way[::-1]
        for near, cost in steps[here]:
            if spent + cost <= LEG and near not in done and not blocked >> near & 1:
                heappush(heap, (spent + cost, near, here))
    return []


def _along(state: OlympicState, lines: Lines, start: int) -> list[int]:
    """The shortest way through the network to a source."""
    ground = state.ruleset.ground
    beaches = lines.sources & state.beach_mask
    ring, came = [start], {start: start}
    while ring:
        after = []
        for here in ring:
            if lines.sources >> here & 1:
                way = [here]
                while way[-1] != start:
                    way.append(came[way[-1]])
                return way[::-1]
            around = lines.links.step(1 << here) & lines.network
            if beaches:
                # A beachhead joins the clear and road hexes next to it, whatever its own ground (A52).
                around |= ground.beach_links.step(1 << here) & (beaches if ground.net_mask >> here & 1 else lines.network)
            for near in spaces_of(around):
                if near not in came:
                    came[near] = here
                    after.append(near)
        ring = after
    return []


def cut_of(state: OlympicState, lines: Lines, start: int, goals: int) -> tuple[list[int], list[int]]:
    """The shortest way over land from a unit to a source, and the hexes of it that no path may enter."""
    ground = state.ruleset.ground
    ring, came = [start], {start: start}
    while ring:
        after = []
        for here in ring:
            if goals >> here & 1:
                way = [here]
                while way[-1] != start:
                    way.append(came[way[-1]])
                way.reverse()
                return way, [space for space in way[1:] if lines.blocked >> space & 1]
            for near in ground.near[here]:
                if near not in came:
                    came[near] = here
                    after.append(near)
        ring = after
    return [], []
