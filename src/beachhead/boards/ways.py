"""Shortest routes: the spaces a move enters, with tie-breaks that leave nothing to chance; and walks that lead away."""

from __future__ import annotations

from collections.abc import Sequence

from beachhead.boards.network import SHUT, Network


def way_among(
    network: Network,
    start: int,
    goal: int,
    cost: int,
    shut: int,
    stop: int,
    prizes: int = 0,
    twice: int = 0,
    slow: int = 0,
    extra: int = 0,
    layers: Sequence[int] = (),
) -> tuple[int, ...]:
    """The best of the cheapest routes between two spaces, which cost `cost`, with barriers as sets of bits: the spaces entered.

    It passes most `prizes`, where those of `twice` count once more, and among these has the highest numbers, compared
    from the first on. To leave a space of `slow` costs `extra` more. Nothing if there is no route of that cost. `layers`, where
    somebody knows them, say what can be reached for each cost, and spare the search all that leads elsewhere.

    >>> square = Network([((1, 1), (2, 1)), ((3, 1),), ((3, 1),), ()])
    >>> way_among(square, 0, 3, 2, 0, 0), way_among(square, 0, 3, 2, 0, 0, prizes=0b0010), way_among(square, 0, 3, 2, 0b100, 0)
    ((2, 3), (1, 3), (1, 3))
    """
    blocked = shut | stop
    best: dict[int, tuple[int, int, int]] = {goal: (0, 0, -1)}
    """For each space what is left to pay, the prizes still to be had, and where to go next."""
    waiting: list[list[int]] = [[] for _ in range(cost + 1)]
    waiting[0].append(goal)
    for left in range(cost + 1):
        for space in sorted(set(waiting[left])):
            if best[space][0] != left or space == start:
                continue
            gain = best[space][1] + (prizes >> space & 1) + (twice >> space & 1)
            for before, price in network.into[space]:
                total = left + price + (extra if slow >> before & 1 else 0)
                if total > cost or (blocked >> before & 1 and before != start) or before == goal:
                    continue
                if layers and not layers[cost - total] >> before & 1:
                    continue
                known = best.get(before)
                if known is None or (total, -gain, -space) < (known[0], -known[1], -known[2]):
                    best[before] = (total, gain, space)
                    if total < cost or before == start:
                        waiting[total].append(before)
    if start not in best or start == goal or best[start][0] != cost:
        return ()
    found, here = [], start
    while here != goal:
        here = best[here][2]
        found.append(here)
    return tuple(found)


def outward(
    links: Sequence[Sequence[int]], away: Sequence[int], start: int, steps: int, barriers: bytes | bytearray = b""
) -> list[tuple[int, ...]]:
    """All walks of `steps` steps that get farther away with each, as retreats do: the spaces entered, in ascending order.

    `away` is the distance of every space from whatever the walk leaves behind. Whether a walk through vacant spaces comes before
    others is for the game to say. A retreat is a few steps long, and so is the list.

    >>> outward([[1, 2], [0, 3], [0, 3], [1, 2]], [0, 1, 1, 2], 0, 2, bytes([0, 0, 128, 0]))
    [(1, 3)]
    """
    walks: list[tuple[int, ...]] = [()]
    for step in range(steps):
        farther = []
        for walk in walks:
            here = walk[-1] if walk else start
            for near in links[here]:
                if away[near] > away[here] and (not barriers or barriers[near] < (SHUT if step == steps - 1 else 1)):
                    farther.append((*walk, near))
        walks = farther
    return sorted(walks)
