"""Distance fields against costs improved until nothing changes."""

from __future__ import annotations

import random

import pytest

from beachhead.boards.fields import FAR, NEVER, CostTable, costs_from, costs_to
from beachhead.boards.network import Network
from tests.boards.maps import random_barriers, random_network, relaxed


@pytest.mark.parametrize("seed", range(60))
def test_costs_from_and_to(seed: int) -> None:
    rng = random.Random(seed)
    network, barriers = random_network(rng, 9), random_barriers(rng, 9) if seed % 3 else bytes(9)
    allowance = rng.choice([0, 3, 6, 1000])
    truth = [relaxed(network, barriers, start) for start in range(network.size)]
    some = rng.sample(range(network.size), rng.randint(1, 3))

    def within(cost: float) -> int:
        return int(cost) if cost <= allowance else NEVER

    given = barriers if seed % 3 else b""
    forward = [within(min(truth[source][space] for source in some)) for space in range(network.size)]
    assert costs_from(network, some, given, allowance) == forward
    backward = [within(min(truth[space][goal] for goal in some)) for space in range(network.size)]
    assert costs_to(network, some, given, allowance) == backward
    assert costs_from(network, [some[0], some[0]], given, allowance) == costs_from(network, some[:1], given, allowance)


def test_no_source_no_cost() -> None:
    network = random_network(random.Random(1))
    assert costs_from(network, []) == costs_to(network, []) == [NEVER] * network.size


def test_the_table_of_an_empty_map() -> None:
    network = random_network(random.Random(5))
    table = CostTable(network)
    for start in range(network.size):
        assert list(table.row(start)) == [min(cost, FAR) for cost in relaxed(network, bytes(network.size), start)]
        assert table.row(start) is table.row(start)


def test_costs_beyond_a_byte_count_as_far() -> None:
    line = Network([((1, 254),), ((2, 1),), ((3, 1),), ()])
    assert list(CostTable(line).row(0)) == [0, 254, FAR, FAR]
    assert costs_from(line, [0]) == [0, 254, 255, 256]
