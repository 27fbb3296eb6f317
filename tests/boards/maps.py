"""Small random maps, and the obvious way to move on them: every walk is tried."""

from __future__ import annotations

import random
from collections.abc import Iterator

from beachhead.boards.network import SHUT, Network


def random_network(rng: random.Random, spaces: int = 7, dearest: int = 4) -> Network:
    """Steps here and there, not always both ways, some spaces cut off."""
    steps = []
    for space in range(spaces):
        others = [other for other in range(spaces) if other != space and rng.random() < 0.4]
        rng.shuffle(others)
        steps.append(tuple((other, rng.randint(1, dearest)) for other in others))
    return Network(steps)


def random_barriers(rng: random.Random, spaces: int = 7) -> bytes:
    """Mostly nothing, some that stop, some that are shut, in all the values that mean so."""
    return bytes(rng.choice([0, 0, 0, 1, 127, 128, 255]) for _ in range(spaces))


def walks(network: Network, barriers: bytes | bytearray, start: int, allowance: int) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Every move from a space with its cost, the one that stays among them; spaces may be entered again."""
    waiting: list[tuple[int, tuple[int, ...]]] = [(0, ())]
    while waiting:
        spent, walk = waiting.pop()
        yield spent, walk
        here = walk[-1] if walk else start
        if walk and barriers[here]:
            continue
        for near, cost in network.steps[here]:
            if spent + cost <= allowance and barriers[near] < SHUT:
                waiting.append((spent + cost, (*walk, near)))


def relaxed(network: Network, barriers: bytes | bytearray, start: int) -> list[float]:
    """The least cost from a space to every space, improved until nothing changes any more."""
    cost = [float("inf")] * network.size
    cost[start] = 0
    for _ in range(network.size):
        for space, steps in enumerate(network.steps):
            if space == start or not barriers[space]:
                for near, more in steps:
                    if barriers[near] < SHUT:
                        cost[near] = min(cost[near], cost[space] + more)
    return cost
