"""Shapes of areas: every point of the land belongs to the nearest seed, and neighbours have the same sides."""

from __future__ import annotations

import math
import random

import pytest

from beachhead.boards.cells import Point, borders, cells

SQUARE: list[Point] = [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)]


def size(shape: list[Point]) -> float:
    """The surface of a shape."""
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(shape, [*shape[1:], shape[0]], strict=True)) / 2


def inside(shape: list[Point], point: Point) -> bool:
    """Whether a convex shape, listed counterclockwise, contains a point."""
    x, y = point
    pairs = zip(shape, [*shape[1:], shape[0]], strict=True)
    return all((b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]) >= 0 for a, b in pairs)


def test_a_corner_of_two_is_on_the_side_of_the_third() -> None:
    """Two cells above one: their common corner lies in the middle of its side, and belongs to all three."""
    found = cells(SQUARE, {"south": (2.0, 1.0), "west": (1.0, 3.0), "east": (3.0, 3.0)})
    corner = (2.0, 2.25)
    assert all(corner in shape for shape in found.values())
    level = cells(SQUARE, {"south": (2.0, 1.0), "middle": (2.0, 3.0)})
    assert borders(level) == {("middle", "south"): 4.0}


@pytest.mark.parametrize("seed", range(12))
def test_land_belongs_to_the_nearest_seed(seed: int) -> None:
    rng = random.Random(seed)
    seeds = {name: (rng.uniform(0.3, 3.7), rng.uniform(0.3, 3.7)) for name in "abcdef"}
    found = cells(SQUARE, seeds)
    assert sum(map(size, found.values())) == pytest.approx(16, abs=0.05)
    for _ in range(100):
        point = (rng.uniform(0, 4), rng.uniform(0, 4))
        far = sorted((math.dist(point, seeds[name]), name) for name in seeds)
        if far[1][0] - far[0][0] > 0.05:  # beside a border, where rounding decides, anything goes
            assert inside(found[far[0][1]], point)
            assert not inside(found[far[1][1]], point)


@pytest.mark.parametrize("seed", range(12))
def test_all_sides_but_the_shore_are_borders(seed: int) -> None:
    rng = random.Random(seed)
    found = cells(SQUARE, {name: (rng.uniform(0.3, 3.7), rng.uniform(0.3, 3.7)) for name in "abcdef"})
    around = sum(math.dist(a, b) for shape in found.values() for a, b in zip(shape, [*shape[1:], shape[0]], strict=True))
    shared = borders(found)
    assert all(first < second for first, second in shared)
    assert around == pytest.approx(16 + 2 * sum(shared.values()), abs=0.01)
