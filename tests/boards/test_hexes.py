"""Hex grids against plain counting."""

from __future__ import annotations

from collections import deque

import pytest

from beachhead.boards.hexes import HexGrid, mask_of, spaces_of

GRIDS = [HexGrid(7, 5), HexGrid(6, 9, shifted="odd"), HexGrid(1, 8), HexGrid(8, 1), HexGrid(1, 1), HexGrid(12, 12)]
each_grid = pytest.mark.parametrize("grid", GRIDS, ids=lambda grid: f"{grid.lines}x{grid.positions}-{grid.shifted_parity}")


def steps_from(grid: HexGrid, start: int) -> list[int]:
    """How many steps to every space, by walking."""
    steps, queue = {start: 0}, deque([start])
    while queue:
        here = queue.popleft()
        for near in grid.neighbours[here]:
            if near not in steps:
                steps[near] = steps[here] + 1
                queue.append(near)
    return [steps.get(space, -1) for space in range(grid.size)]


@each_grid
def test_neighbours_are_mutual(grid: HexGrid) -> None:
    for space, around in enumerate(grid.neighbours):
        assert list(around) == sorted(set(around))
        assert space not in around
        assert len(around) <= 6
        assert all(space in grid.neighbours[near] for near in around)


@each_grid
def test_inner_hexes_have_six_neighbours(grid: HexGrid) -> None:
    for space, name in enumerate(grid.names):
        line, position = int(name[:2]), int(name[2:])
        if 1 < line < grid.lines and 1 < position < grid.positions:
            assert len(grid.neighbours[space]) == 6


@each_grid
def test_distance_is_the_number_of_steps(grid: HexGrid) -> None:
    """On a whole rectangle the shortest walk is never longer than the crow flies."""
    for start in range(grid.size):
        walked = steps_from(grid, start)
        assert list(grid.distances(start)) == walked
        assert [grid.distance(start, space) for space in range(grid.size)] == walked


@each_grid
def test_within_is_the_set_of_the_near(grid: HexGrid) -> None:
    for start in range(0, grid.size, 7):
        for hexes in (0, 1, 2, 5):
            near = [space for space, steps in enumerate(steps_from(grid, start)) if steps <= hexes]
            assert spaces_of(grid.within(start, hexes)) == near
        assert grid.within(start, 1) == grid.neighbour_mask[start] | grid.bit[start]


@each_grid
def test_names_and_spaces(grid: HexGrid) -> None:
    assert list(grid.names) == sorted(grid.names)
    assert [grid.space(name) for name in grid.names] == list(range(grid.size))
    assert grid.find("9999") is None
    with pytest.raises(KeyError):
        grid.space("9999")


def test_which_lines_are_shifted() -> None:
    """Of docs/vectors.md: even rows lie half a hex towards the higher numbers; and the other way round."""

    def near(grid: HexGrid, name: str) -> set[str]:
        return {grid.names[space] for space in grid.neighbours[grid.space(name)]}

    even, odd = HexGrid(6, 6, shifted="even"), HexGrid(6, 6, shifted="odd")
    assert near(even, "0403") == {"0402", "0404", "0503", "0504", "0303", "0304"}
    assert near(even, "0303") == {"0302", "0304", "0402", "0403", "0202", "0203"}
    assert near(odd, "0303") == {"0302", "0304", "0403", "0404", "0203", "0204"}
    assert near(odd, "0403") == {"0402", "0404", "0502", "0503", "0302", "0303"}


@pytest.mark.parametrize("size", [(0, 5), (5, 0), (100, 5), (5, 100)])
def test_impossible_grids(size: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="1 to 99"):
        HexGrid(*size)


def test_masks() -> None:
    assert spaces_of(0) == []
    assert spaces_of(mask_of([3, 70, 3, 0])) == [0, 3, 70]
    for spaces in ([0, 7, 8, 15, 16, 511], [9, 10, 11, 12, 13], [9, 10, 11, 12, 13, 14], [*range(300)], [*range(5, 900, 7)]):
        assert spaces_of(mask_of(spaces)) == spaces


@each_grid
def test_spaces_are_found_by_their_axes(grid: HexGrid) -> None:
    assert [grid.at(*grid.axes(space)) for space in range(grid.size)] == list(range(grid.size))
    assert grid.at(0, grid.lines + 1) == grid.at(0, -1) == -1
