"""Ranges as bits against distance fields, which are tested against plain counting."""

from __future__ import annotations

import random

import pytest

from beachhead.boards.fields import costs_from
from beachhead.boards.hexes import HexGrid, mask_of
from beachhead.boards.network import Network, barrier_row, network_of
from beachhead.boards.ranges import Lines, Ranges, cost_in
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


def hexes(rng: random.Random) -> tuple[HexGrid, Network]:
    """Sea, clear and rough hexes; here and there a road, a hexside that costs more, or one that is closed."""
    grid = HexGrid(9, 7, shifted=rng.choice(["odd", "even"]))
    enter = [rng.choice([None, 1, 1, 3, 3]) for _ in range(grid.size)]
    sides = {
        (space, near): rng.choice([0, 0, 0, 0, 0, 0, 2, -1, None])
        for space in range(grid.size)
        for near in grid.neighbours[space]
    }

    def cost(first: int, second: int) -> int | None:
        more, price = sides[first, second], enter[second]
        return None if enter[first] is None or price is None or more is None else max(1, price + more)

    return grid, network_of(grid.neighbours, cost)


@pytest.mark.parametrize("seed", range(20))
def test_hexes_in_lines_take_their_steps_together(seed: int) -> None:
    """Some are odd and take theirs alone, also at the ends of the lines, where the next number is a hex of another line."""
    rng = random.Random(seed)
    grid, network = hexes(rng)
    lines = Lines(network, grid.positions, grid.neighbours)
    assert 0 < lines.odd.bit_count() < grid.size
    moves = Ranges(network, lines=lines)
    for _ in range(20):
        start, allowance, extra = rng.randrange(grid.size), rng.randint(1, 9), rng.randint(1, 3)
        shut, stop, slow = (mask_of(space for space in range(grid.size) if rng.random() < 0.15) for _ in range(3))
        dearer = network.dearer_to_leave({space: extra for space in range(grid.size) if slow >> space & 1})
        costs = costs_from(dearer, [start], barrier_row(grid.size, shut & ~(1 << start), stop), allowance)
        layers = moves.layered(allowance, start, shut, stop, slow, extra)
        for space, cost in enumerate(costs):
            if not shut >> space & 1:
                assert cost_in(layers, 1 << space) == (cost if cost <= allowance else len(layers))


@pytest.mark.parametrize("seed", range(20))
def test_a_move_leads_to_a_goal_past_what_is_shut(seed: int) -> None:
    rng = random.Random(seed)
    network = random_network(rng, 12)
    moves = Ranges(network)
    for _ in range(30):
        start, allowance = rng.randrange(network.size), rng.randint(0, 9)
        shut = rng.getrandbits(network.size) & rng.getrandbits(network.size)
        goals = rng.getrandbits(network.size) & rng.getrandbits(network.size) & ~shut
        costs = costs_from(network, [start], barrier_row(network.size, shut, 0), allowance)
        wanted = any(cost <= allowance for space, cost in enumerate(costs) if goals >> space & 1)
        assert moves.leads_to(allowance, start, goals, shut) == wanted
        reached = moves.within(allowance, start)
        assert reached == mask_of(space for space, cost in enumerate(costs_from(network, [start])) if cost <= allowance)


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
