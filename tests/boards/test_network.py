"""Movement networks: made from functions and tables, turned round, made dearer."""

from __future__ import annotations

import random

import pytest

from beachhead.boards.hexes import HexGrid
from beachhead.boards.network import CLOSED, SHUT, STOP, Network, barrier_row, network_from, network_of, side_of
from tests.boards.maps import random_network


def test_steps_into_a_space_are_the_steps_out_of_the_others() -> None:
    network = random_network(random.Random(1), 12)
    out = {(space, near, cost) for space, row in enumerate(network.steps) for near, cost in row}
    back = {(before, space, cost) for space, row in enumerate(network.into) for before, cost in row}
    assert out == back
    assert network.dearest == max(cost for _, _, cost in out)
    assert network.open == tuple(tuple(near for near, _ in row) for row in network.steps)


def test_a_step_costs_what_is_entered_crossed_and_left() -> None:
    rng, grid = random.Random(2), HexGrid(4, 5)
    enter = [rng.choice([CLOSED, 1, 2, 3]) for _ in range(grid.size)]
    leave = [rng.choice([0, 0, 2]) for _ in range(grid.size)]
    sides = {side_of(space, near) for space, around in enumerate(grid.neighbours) for near in around}
    cross = {side: rng.choice([CLOSED, 2]) for side in sides if rng.random() < 0.4}

    def cost(first: int, second: int) -> int | None:
        hexside = cross.get((min(first, second), max(first, second)), 0)
        if enter[second] == CLOSED or hexside == CLOSED:
            return None
        return enter[second] + hexside + leave[first]

    network = network_from(grid.neighbours, enter, cross, leave)
    assert network.steps == network_of(grid.neighbours, cost).steps
    for space, around in enumerate(grid.neighbours):
        wanted = [(near, cost(space, near)) for near in around]
        assert list(network.steps[space]) == [(near, needed) for near, needed in wanted if needed is not None]


def test_dearer_to_leave() -> None:
    network = random_network(random.Random(3))
    dearer = network.dearer_to_leave({2: 5, 4: 1})
    for space in range(network.size):
        more = {2: 5, 4: 1}.get(space, 0)
        assert dearer.steps[space] == tuple((near, cost + more) for near, cost in network.steps[space])
    assert dearer.dearest >= network.dearest
    assert all(dict(dearer.into[near])[2] == cost for near, cost in dearer.steps[2])


@pytest.mark.parametrize("cost", [0, -1])
def test_a_step_costs_something(cost: int) -> None:
    with pytest.raises(ValueError, match="the step from 1 to 0 costs"):
        Network([((1, 1),), ((0, cost),)])


def test_rows_of_barriers() -> None:
    row = barrier_row(5, 0b00110, 0b10100)
    assert list(row) == [0, SHUT, SHUT, 0, STOP]
