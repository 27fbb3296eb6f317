"""Shortest ways, retreats and detours against all ways there are."""

from __future__ import annotations

import random

import pytest

from beachhead.boards.detours import WANTED, best_detour, cheapest_way
from beachhead.boards.fields import NEVER, CostTable
from beachhead.boards.hexes import HexGrid, mask_of
from beachhead.boards.network import SHUT, Network, network_of
from beachhead.boards.ways import Ways, outward
from tests.boards.maps import random_barriers, random_network, walks


@pytest.mark.parametrize("seed", range(50))
def test_best_ways(seed: int) -> None:
    rng = random.Random(seed)
    network, barriers = random_network(rng, 7, 3), random_barriers(rng)
    goals = rng.sample(range(7), rng.randint(1, 2))
    rank = [rng.randint(0, 2) for _ in range(7)] if seed % 2 else []
    prizes = [rng.randint(0, 2) for _ in range(7)] if seed % 3 else []
    ways = Ways(network, goals, barriers, 8, rank, prizes)
    for start in range(7):
        if start in goals:
            assert ways.way(start) == ()
            assert ways.spaces(start) == 1 << start
            continue
        found = [(spent, walk) for spent, walk in walks(network, barriers, start, 8) if walk and walk[-1] in goals]
        if not found:
            assert ways.rest[start] == NEVER
            assert ways.way(start) == ()
            assert ways.spaces(start) == 0
            continue
        least = min(found)[0]
        assert ways.rest[start] == least
        cheapest = [walk for spent, walk in found if spent == least]
        assert ways.spaces(start) == mask_of([start, *(space for walk in cheapest for space in walk)])

        def worth(walk: tuple[int, ...]) -> tuple[int, list[tuple[int, int]]]:
            taken = sum(prizes[space] for space in walk) if prizes else 0
            return -taken, [(rank[space] if rank else space, space) for space in walk]

        assert ways.way(start) == min(cheapest, key=worth)


@pytest.mark.parametrize("seed", range(40))
def test_outward(seed: int) -> None:
    rng = random.Random(seed)
    grid = HexGrid(5, 5)
    network = network_of(grid.neighbours, lambda *_: 1 if rng.random() < 0.9 else None)
    barriers = random_barriers(rng, grid.size)
    start, steps = rng.randrange(grid.size), rng.randint(1, 3)
    away = grid.distances(start)
    wanted = sorted(
        walk for _, walk in walks(network, barriers, start, steps) if [away[space] for space in walk] == list(range(1, steps + 1))
    )
    assert outward(network.open, away, start, steps, barriers) == wanted
    assert len(outward(network.open, away, start, steps)) >= len(wanted)


@pytest.mark.parametrize("seed", range(80))
def test_detours(seed: int) -> None:
    rng = random.Random(seed)
    network, barriers = random_network(rng, 7, 3), bytearray(random_barriers(rng))
    start, goal = rng.sample(range(7), 2)
    barriers[start] = 0
    if barriers[goal] >= SHUT:
        barriers[goal] = 0
    wanted = sorted(rng.sample(range(7), rng.randint(0, 5)))
    allowance = rng.randint(3, 8)
    found = [(spent, walk) for spent, walk in walks(network, barriers, start, allowance) if walk and walk[-1] == goal]
    ends = [(-len(set(walk) & set(wanted) - {start}), spent, walk) for spent, walk in found]
    best = min(ends)[2] if ends else (goal,)
    assert best_detour(CostTable(network), allowance, start, goal, barriers, wanted) == best


def test_of_many_wanted_spaces_the_lowest_count() -> None:
    """The allowance would pay for all of them, but those beyond the goal are two too many."""
    line = network_of(HexGrid(1, 12).neighbours, lambda *_: 1)
    wanted = [*range(2, 2 + WANTED), 10, 11]
    found = best_detour(CostTable(line), 40, 8, 9, bytes(12), wanted)
    assert (min(found), max(found)) == (2, 9)


def test_of_equal_detours_the_lowest_is_taken_even_if_it_is_found_later() -> None:
    network = Network([((3, 1), (2, 2)), (), ((4, 2),), ((4, 3),), ((5, 1),), ((6, 1),), ()])
    assert best_detour(CostTable(network), 9, 0, 6, bytes(7), [4, 5]) == (2, 4, 5, 6)


@pytest.mark.parametrize("seed", range(80))
def test_cheapest_ways_past_barriers(seed: int) -> None:
    """On a hex map, where many ways cost the same and barriers make detours of all lengths."""
    rng = random.Random(seed)
    grid = HexGrid(4, 4)
    network = network_of(grid.neighbours, lambda *_: rng.choice((1, 1, 2, None)))
    barriers = bytearray(random_barriers(rng, grid.size))
    start, goal, allowance = rng.randrange(grid.size), rng.randrange(grid.size), rng.randint(2, 6)
    ends = [(spent, walk) for spent, walk in walks(network, barriers, start, allowance) if walk and walk[-1] == goal]
    best = min(ends)[1] if ends and start != goal else (goal,)
    assert cheapest_way(CostTable(network), allowance, start, goal, barriers) == best
