"""Pairing off against all ways to do so."""

from __future__ import annotations

import random

import pytest

from beachhead.boards.matching import largest_matching, most_served, pairs_of_largest

Pairs = frozenset[tuple[int, int]]


def all_matchings(wants: dict[int, list[int]]) -> list[Pairs]:
    """Every set of pairs without a key or value twice."""
    found: list[Pairs] = [frozenset()]
    for key, row in wants.items():
        found += [some | {(key, value)} for some in found for value in row if all(value != taken for _, taken in some)]
    return found


def random_wants(rng: random.Random) -> dict[int, list[int]]:
    keys, values = rng.randint(0, 5), rng.randint(1, 5)
    density = rng.choice([0.25, 0.5, 0.8])
    return {key * 3: [value for value in range(values) if rng.random() < density] for key in rng.sample(range(9), keys)}


@pytest.mark.parametrize("seed", range(300))
def test_largest_matchings(seed: int) -> None:
    wants = random_wants(random.Random(seed))
    matchings = all_matchings(wants)
    most = max(map(len, matchings))
    largest = [some for some in matchings if len(some) == most]
    assert most_served(wants) == most
    assert frozenset(largest_matching(wants).items()) in largest
    assert pairs_of_largest(wants) == {pair for some in largest for pair in some}


def test_the_same_question_has_the_same_answer() -> None:
    assert largest_matching({5: [1, 2], 3: [1], 4: [1, 2]}) == {5: 2, 3: 1}


def test_long_chains_need_no_deep_calls() -> None:
    """Key n wants n and n - 1, except that the last wants only the first: everybody has to give way."""
    long = 3000
    wants = {key: [key, key + 1] for key in range(long)}
    wants[long] = [0]
    assert most_served(wants) == long + 1
    assert largest_matching(wants) == {key: key + 1 for key in range(long)} | {long: 0}
    assert pairs_of_largest(wants) == {(key, key + 1) for key in range(long)} | {(long, 0)}


def test_rings_need_no_deep_calls() -> None:
    size = 3000
    wants = {key: [key, (key + 1) % size] for key in range(size)}
    assert len(pairs_of_largest(wants)) == 2 * size
