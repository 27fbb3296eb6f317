"""Ranges as bits against distance fields, which are tested against plain counting."""

from __future__ import annotations

import random

import pytest

from beachhead.boards.fields import costs_from
from beachhead.boards.hexes import mask_of
from beachhead.boards.network import barrier_row
from beachhead.boards.ranges import Ranges, cost_in
from tests.boards.maps import random_network


@pytest.mark.parametrize("seed", range(40))
def test_a_range_is_what_the_allowance_pays(seed: int) -> None:
    rng = random.Random(seed)
    network = random_network(rng, 12)
    moves = Ranges(network)
    for _ in range(20):
        start, allowance = rng.randrange(network.size), rng.randint(0, 9)
        shut, stop = (rng.getrandbits(network.size) & rng.getrandbits(network.size) for _ in range(2))
        costs = costs_from(network, [start], barrier_row(network.size, shut, stop), allowance)
        wanted = mask_of(space for space, cost in enumerate(costs) if cost <= allowance and space != start)
        assert moves.reach(allowance, start, shut, stop) == moves.search(allowance, start, shut, stop) == wanted


@pytest.mark.parametrize("seed", range(40))
def test_layers_say_what_each_space_costs(seed: int) -> None:
    """Larger and smaller allowances mixed, so that fans are cut; some spaces are dearer to leave."""
    rng = random.Random(seed)
    network = random_network(rng, 12)
    moves = Ranges(network)
    for _ in range(20):
        start, allowance, extra = rng.randrange(network.size), rng.randint(1, 9), rng.randint(1, 3)
        shut, stop, slow = (rng.getrandbits(network.size) & rng.getrandbits(network.size) for _ in range(3))
        shut &= ~(1 << start)
        dearer = network.dearer_to_leave({space: extra for space in range(network.size) if slow >> space & 1})
        costs = costs_from(dearer, [start], barrier_row(network.size, shut, stop), allowance)
        layers = moves.layered(allowance, start, shut, stop, slow, extra)
        for space, cost in enumerate(costs):
            if not shut >> space & 1:
                assert cost_in(layers, 1 << space) == (cost if cost <= allowance else len(layers))


@pytest.mark.parametrize("seed", range(20))
def test_no_prize_on_a_cheapest_way_is_overlooked(seed: int) -> None:
    rng = random.Random(seed)
    network = random_network(rng, 12)
    moves = Ranges(network)
    for _ in range(20):
        start, goal, prizes = rng.randrange(network.size), rng.randrange(network.size), rng.getrandbits(network.size)
        layers = moves.layered(9, start, 0, 0)
        whole = cost_in(layers, 1 << goal)
        if 0 < whole < len(layers):
            ways = [p for p in range(network.size) if prizes >> p & 1 and 0 < costs_from(network, [start])[p] < whole]
            on_way = any(costs_from(network, [start])[p] + costs_from(network, [p])[goal] == whole for p in ways)
            assert moves.leads_past(layers, whole, prizes, goal) == on_way


@pytest.mark.parametrize("seed", range(20))
def test_a_way_leads_by_a_space_if_the_allowance_pays_for_both_parts(seed: int) -> None:
    rng = random.Random(seed)
    network = random_network(rng, 12)
    moves = Ranges(network)
    for _ in range(40):
        start, way, goal = (rng.randrange(network.size) for _ in range(3))
        allowance = rng.randint(0, 12)
        cost = costs_from(network, [start])[way] + costs_from(network, [way])[goal]
        assert moves.leads_by(allowance, start, way, goal) == (cost <= allowance)


def test_fans_are_kept_until_they_are_too_many() -> None:
    moves = Ranges(random_network(random.Random(1), 12), cells=50)
    first = moves.fan(5, 0)
    assert moves.fan(5, 0) is first
    for start in range(1, 12):
        again = moves.fan(5, start)
        assert moves.fan(5, start) is again
    assert moves.fan(5, 0) is not first
    assert moves.fan(5, 0).spaces == first.spaces
