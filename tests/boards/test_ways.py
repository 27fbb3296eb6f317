"""Shortest ways, retreats and detours against all ways there are."""

from __future__ import annotations

import random

import pytest

from beachhead.boards.detours import WANTED, best_detour, cheapest_way
from beachhead.boards.fields import CostTable
from beachhead.boards.hexes import HexGrid, mask_of
from beachhead.boards.network import SHUT, Network, network_of
from beachhead.boards.ways import outward, way_among
from tests.boards.maps import random_barriers, random_network, walks


@pytest.mark.parametrize("seed", range(80))
def test_best_ways(seed: int) -> None:
    """Cheapest first, then most prizes, then the highest numbers; with and without spaces that are dear to leave."""
    rng = random.Random(seed)
    network, barriers = random_network(rng, 7, 3), random_barriers(rng)
    stop = mask_of(space for space in range(7) if 0 < barriers[space] < SHUT)
    shut = mask_of(space for space in range(7) if barriers[space] >= SHUT)
    prizes, twice = (rng.getrandbits(7), rng.getrandbits(7)) if seed % 3 else (0, 0)
    slow, extra = (rng.getrandbits(7), 2) if seed % 2 else (0, 0)
    start, goal = rng.sample(range(7), 2)
    found = []
    for spent, walk in walks(network, barriers, start, 8):
        if walk and walk[-1] == goal and goal not in walk[:-1] and start not in walk:
            left = [start, *walk[:-1]]
            found.append((spent + extra * sum(slow >> space & 1 for space in left), walk))
    if not found:
        assert way_among(network, start, goal, 8, shut, stop, prizes, twice, slow, extra) == ()
        return
    least = min(found)[0]

    def worth(walk: tuple[int, ...]) -> tuple[int, list[int]]:
        return -sum((prizes >> space & 1) + (twice >> space & 1) for space in walk), [-space for space in walk]

    best = min((walk for spent, walk in found if spent == least), key=worth)
    assert way_among(network, start, goal, least, shut, stop, prizes, twice, slow, extra) == best
    assert way_among(network, start, goal, least - 1, shut, stop, prizes, twice, slow, extra) == ()


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
