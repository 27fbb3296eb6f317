"""Floods and pieces against reach counted link by link."""

from __future__ import annotations

import random

import pytest

from beachhead.boards.hexes import HexGrid, mask_of
from beachhead.boards.pieces import flood, link_masks, piece_of, pieces
from tests.boards.maps import random_network


@pytest.mark.parametrize("seed", range(40))
def test_flood(seed: int) -> None:
    rng = random.Random(seed)
    links = random_network(rng, 12).open
    sources, enter, leave = (rng.getrandbits(12) for _ in range(3))
    seen = {space for space in range(12) if sources >> space & 1}
    for _ in range(12):
        for space in list(seen):
            if sources >> space & 1 or leave >> space & 1:
                seen |= {near for near in links[space] if enter >> near & 1}
    assert flood(link_masks(links), sources, enter, leave) == mask_of(seen)


@pytest.mark.parametrize("seed", range(20))
def test_pieces_of_a_map(seed: int) -> None:
    rng, grid = random.Random(seed), HexGrid(6, 6)
    within = rng.getrandbits(grid.size)
    name = list(range(grid.size))
    for _ in range(grid.size):
        for space, around in enumerate(grid.neighbours):
            for near in around:
                if within >> space & within >> near & 1:
                    name[space] = name[near] = min(name[space], name[near])
    lowest = sorted({name[space] for space in range(grid.size) if within >> space & 1})
    wanted = [mask_of(space for space in range(grid.size) if within >> space & 1 and name[space] == low) for low in lowest]
    assert link_masks(grid.neighbours) == grid.neighbour_mask
    assert pieces(grid.neighbour_mask, within) == wanted
    for space in range(grid.size):
        whole = [piece for piece in wanted if piece >> space & 1]
        assert piece_of(grid.neighbour_mask, space, within) == (whole[0] if whole else 0)


def test_a_whole_map_is_one_piece() -> None:
    grid = HexGrid(4, 4)
    assert pieces(grid.neighbour_mask) == [(1 << 16) - 1] == [piece_of(grid.neighbour_mask, 5)]
