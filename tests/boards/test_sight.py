"""Lines of sight against the nearest hex centers of points along the line, in fractions."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import pairwise

import pytest

from beachhead.boards.hexes import HexGrid
from beachhead.boards.network import side_of
from beachhead.boards.sight import hexes_crossed, hexsides_along, hexsides_crossed, is_open, line_between

GRIDS = [HexGrid(7, 7), HexGrid(6, 8, shifted="odd")]
each_grid = pytest.mark.parametrize("grid", GRIDS, ids=["even", "odd"])
Point = tuple[Fraction, Fraction]


def center(grid: HexGrid, name: tuple[int, int]) -> tuple[int, int]:
    """A hex center: half hexes along the line of the grid, and lines across, which are the root of 3/4 of a hex apart."""
    line, position = name
    return 2 * position + (line % 2 == grid.shifted_parity), line


def apart(first: Point | tuple[int, int], second: Point | tuple[int, int]) -> Fraction:
    """Twice the distance, squared: exact, as the lines are the root of three half hexes apart."""
    return Fraction((first[0] - second[0]) ** 2 + 3 * (first[1] - second[1]) ** 2)


def stages_by_points(grid: HexGrid, first: int, second: int) -> list[tuple[int, ...]]:
    """Look at one point between any two where the nearest center could change; two nearest centers share a hexside."""
    names = {
        (line, position): grid.find(f"{line:02}{position:02}")
        for line in range(-1, grid.lines + 3)
        for position in range(-1, grid.positions + 3)
    }
    a, b = (center(grid, (int(grid.names[end][:2]), int(grid.names[end][2:]))) for end in (first, second))

    def point(when: Fraction) -> Point:
        return a[0] + (b[0] - a[0]) * when, a[1] + (b[1] - a[1]) * when

    low, high = min(a[1], b[1]) - 1, max(a[1], b[1]) + 1
    left, right = min(a[0], b[0]) - 2, max(a[0], b[0]) + 2
    near = [name for name in names if low <= center(grid, name)[1] <= high and left <= center(grid, name)[0] <= right]
    changes = {Fraction(0), Fraction(1)}
    for index, one in enumerate(near):
        for other in near[:index]:
            c, d = center(grid, one), center(grid, other)
            if apart(c, d) > 4:
                continue  # The line passes straight from one to the other only if they are neighbours.
            # Both are equally near where the difference of the two distances, a straight function of the way, is zero.
            at_first, at_second = apart(a, c) - apart(a, d), apart(b, c) - apart(b, d)
            if at_first != at_second and 0 < at_first / (at_first - at_second) < 1:
                changes.add(at_first / (at_first - at_second))
    found: list[tuple[int, ...]] = []
    for before, after in pairwise(sorted(changes)):
        here = point((before + after) / 2)
        least = min(apart(here, center(grid, name)) for name in near)
        spaces = [names[name] for name in near if apart(here, center(grid, name)) == least]
        stage = tuple(sorted(space for space in spaces if space is not None))
        if not found or found[-1] != stage:
            found.append(stage)
    return found


@each_grid
def test_lines_against_points(grid: HexGrid) -> None:
    rng = random.Random(1)
    pairs = [(first, second) for first in range(grid.size) for second in range(grid.size) if first != second]
    for first, second in rng.sample(pairs, 80):
        assert list(line_between(grid, first, second)) == stages_by_points(grid, first, second), (first, second)


@each_grid
def test_lines_are_the_same_both_ways(grid: HexGrid) -> None:
    for first in range(grid.size):
        for second in range(grid.size):
            line = line_between(grid, first, second)
            assert line == line_between(grid, second, first)[::-1]
            assert (line[0], line[-1]) == ((first,), (second,))
            assert all(1 <= len(stage) <= 2 for stage in line)


def named(grid: HexGrid, first: str, second: str) -> list[list[str]]:
    line = line_between(grid, grid.space(first), grid.space(second))
    return [[grid.names[space] for space in stage] for stage in line]


def test_lines_on_paper() -> None:
    grid = HexGrid(9, 9)
    assert named(grid, "0505", "0505") == [["0505"]]
    assert named(grid, "0505", "0605") == [["0505"], ["0605"]]
    assert named(grid, "0505", "0508") == [["0505"], ["0506"], ["0507"], ["0508"]]
    assert named(grid, "0505", "0705") == [["0505"], ["0604", "0605"], ["0705"]]
    assert named(grid, "0505", "0905") == [["0505"], ["0604", "0605"], ["0705"], ["0804", "0805"], ["0905"]]
    assert named(grid, "0505", "0606") == [["0505"], ["0506", "0605"], ["0606"]]
    assert named(grid, "0505", "0607") == [["0505"], ["0506"], ["0606"], ["0607"]]


def test_the_edge_of_the_map_leaves_hexes_out() -> None:
    grid = HexGrid(9, 9)
    assert named(grid, "0101", "0301") == [["0101"], ["0201"], ["0301"]]
    assert named(HexGrid(5, 1), "0101", "0501") == [["0101"], ["0201"], ["0301"], ["0401"], ["0501"]]


def test_a_line_through_a_corner_crosses_one_hexside_there() -> None:
    """Five hexes off the line passes through corners; the third hex at such a corner does not count."""
    grid = HexGrid(9, 9)
    line = line_between(grid, grid.space("0502"), grid.space("0606"))
    assert all(len(stage) == 1 for stage in line)
    assert all(second[0] in grid.neighbours[first[0]] for first, second in pairwise(line))


@each_grid
def test_hexes_and_hexsides(grid: HexGrid) -> None:
    for first in range(0, grid.size, 3):
        for second in range(grid.size):
            line = line_between(grid, first, second)
            crossed = hexes_crossed(line)
            assert len(set(crossed)) == len(crossed)
            assert not {first, second} & set(crossed)
            for low, high in [*hexsides_crossed(line), *hexsides_along(line)]:
                assert low < high
                assert high in grid.neighbours[low]


def opened(grid: HexGrid, first: str, second: str, high: str = "", sides: str = "", borders: str = "") -> bool:
    """Whether one hex sees another over high hexes and blocking hexsides; the same must hold the other way."""
    heights = bytearray([2]) * grid.size
    for name in high.split():
        heights[grid.space(name)] = 3

    def as_sides(text: str) -> set[tuple[int, int]]:
        return {side_of(*(grid.space(name) for name in side.split("-"))) for side in text.split()}

    ends = grid.space(first), grid.space(second)
    found = is_open(line_between(grid, *ends), heights, 2, as_sides(sides), as_sides(borders))
    assert found == is_open(line_between(grid, *ends[::-1]), heights, 2, as_sides(sides), as_sides(borders))
    return found


def test_what_blocks_a_line_through_hexes() -> None:
    grid = HexGrid(9, 9)
    assert opened(grid, "0505", "0508")
    assert not opened(grid, "0505", "0508", high="0507")
    assert opened(grid, "0505", "0508", high="0505 0508 0606 0509"), "ends and hexes beside the line do not block"
    assert not opened(grid, "0505", "0508", sides="0506-0507")
    assert opened(grid, "0505", "0508", sides="0505-0605 0506-0606")
    assert opened(grid, "0505", "0508", borders="0506-0507"), "not a border of either end"
    assert not opened(grid, "0505", "0508", borders="0505-0506")
    assert not opened(grid, "0505", "0508", borders="0507-0508")
    assert opened(grid, "0505", "0506", high="0505 0506")
    assert not opened(grid, "0505", "0506", sides="0505-0506")
    assert not opened(grid, "0505", "0506", borders="0505-0506")
    assert opened(grid, "0505", "0505", high="0505")


def test_along_a_hexside_one_open_side_is_enough() -> None:
    grid = HexGrid(9, 9)
    assert opened(grid, "0505", "0705", high="0604")
    assert opened(grid, "0505", "0705", high="0605")
    assert not opened(grid, "0505", "0705", high="0604 0605")
    assert opened(grid, "0505", "0705", sides="0604-0605"), "running along a hexside does not cross it"
    assert opened(grid, "0505", "0705", sides="0505-0604 0604-0705")
    assert not opened(grid, "0505", "0705", high="0604", sides="0505-0605")
    assert not opened(grid, "0505", "0705", high="0604", sides="0605-0705")
    assert not opened(grid, "0505", "0705", high="0604", borders="0605-0705")
    assert opened(grid, "0505", "0905", high="0604 0805"), "each hexside may be passed on a side of its own"
    assert not opened(grid, "0505", "0905", high="0604 0804 0805")
    assert not opened(grid, "0505", "0905", high="0705")
    assert opened(grid, "0505", "0905", high="0604", borders="0605-0705")
    assert not opened(grid, "0505", "0905", high="0604", sides="0605-0705")
