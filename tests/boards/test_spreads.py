"""Whole sets of spaces at once, against searches that go space by space."""

from __future__ import annotations

import random

import pytest

from beachhead.boards.fields import NEVER, costs_to
from beachhead.boards.hexes import HexGrid, mask_of, spaces_of
from beachhead.boards.network import Network, barrier_row, network_of
from beachhead.boards.spreads import CostSpread, Levels, Spread

GRID = HexGrid(7, 6, shifted="odd")
NEAR = GRID.neighbours


def some(rng: random.Random, share: float) -> int:
    return mask_of(space for space in range(GRID.size) if rng.random() < share)


def random_costs(rng: random.Random) -> tuple[Network, CostSpread]:
    """Steps at 1, 3 or 5, some closed, not the same both ways."""
    table = {(space, near): rng.choice([1, 1, 3, 5, None]) for space in range(GRID.size) for near in NEAR[space]}

    def cost(first: int, second: int) -> int | None:
        return table[first, second]

    return network_of(NEAR, cost), CostSpread(NEAR, cost)


@pytest.mark.parametrize("seed", range(10))
def test_a_step_leads_through_open_borders_from_every_space_of_the_set(seed: int) -> None:
    rng = random.Random(seed)
    shut = {(space, near) for space in range(GRID.size) for near in NEAR[space] if rng.random() < 0.3}
    spread = Spread(NEAR, lambda first, second: (first, second) not in shut)
    start, within = some(rng, 0.2), some(rng, 0.7)
    once = {near for space in spaces_of(start) for near in NEAR[space] if (space, near) not in shut}
    assert spread.step(start) == mask_of(once)
    assert spread.open == mask_of(space for space in range(GRID.size) if any((space, near) not in shut for near in NEAR[space]))
    flooded = set(spaces_of(start & within))
    for _ in range(GRID.size):
        flooded |= {near for space in flooded for near in NEAR[space] if (space, near) not in shut and within >> near & 1}
    assert spread.flood(start, within) == mask_of(flooded)
    until = some(rng, 0.1)
    met = spread.flood(start, within, until)
    assert bool(met & until) == bool(mask_of(flooded) & until)
    assert met == mask_of(flooded) if not met & until else not met & ~mask_of(flooded)


@pytest.mark.parametrize("seed", range(20))
def test_near_is_what_an_allowance_reaches(seed: int) -> None:
    rng = random.Random(seed)
    network, costs = random_costs(rng)
    goals, shut, allowance = some(rng, 0.1), some(rng, 0.2), rng.randint(0, 8)
    field = costs_to(network, spaces_of(goals & ~shut), barrier_row(GRID.size, shut, 0), allowance)
    assert costs.near(goals, shut, allowance) == goals | mask_of(space for space, cost in enumerate(field) if cost < NEVER)
    assert costs.dearest == 5


@pytest.mark.parametrize("seed", range(30))
def test_levels_are_distances_to_the_nearest_goal(seed: int) -> None:
    rng = random.Random(seed)
    network, costs = random_costs(rng)
    goals, shut = some(rng, 0.08), some(rng, 0.3)
    # A goal that is shut ends a move, any other shut space bars it.
    truth = costs_to(network, spaces_of(goals), barrier_row(GRID.size, shut & ~goals, shut & goals))
    levels = Levels(costs, goals, shut)
    for space in rng.sample(range(GRID.size), GRID.size):
        limit = rng.choice([2, 6, NEVER])
        expected = truth[space] if truth[space] < NEVER else -1
        assert levels.first(1 << space, limit) == (expected if expected <= limit else -1)
    group = rng.sample(range(GRID.size), 5)
    nearest = min(truth[space] for space in group)
    assert levels.first(mask_of(group)) == (nearest if nearest < NEVER else -1)
    again = Levels(costs, goals, shut)
    again.reach(4)
    assert again.levels == levels.levels[:5]
    levels.reach(NEVER)
    for cost, level in enumerate(levels.levels):
        at = mask_of(space for space, found in enumerate(truth) if found == cost)
        assert levels.reached[cost] == at
        assert level == (at & ~shut if cost else at)
    assert not levels.deepen()


def test_no_goal_no_level() -> None:
    _, costs = random_costs(random.Random(1))
    assert Levels(costs, 0, 0).first(-1) == -1
