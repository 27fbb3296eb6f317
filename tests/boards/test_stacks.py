"""Stacks against plain lists of lists."""

from __future__ import annotations

import random

import pytest

from beachhead.boards.hexes import HexGrid, mask_of
from beachhead.boards.stacks import (
    NOBODY,
    OFF,
    add_zone,
    arrange,
    draw,
    drop_zone,
    exchange_identities,
    height,
    lift,
    mask_of_row,
    move,
    put_at_bottom,
    put_back,
    put_on_top,
    put_under,
    stack,
    top_of,
    tops,
    zones,
)

COUNTERS = 12


@pytest.mark.parametrize("seed", range(20))
def test_stacks_of_two_sides_that_share_spaces(seed: int) -> None:
    """Even counters are one side's, odd ones the other's; the truth is a list per side and space."""
    rng, grid = random.Random(seed), HexGrid(3, 3)
    where, below = [OFF] * COUNTERS, [NOBODY] * COUNTERS
    top = [bytearray(grid.size), bytearray(grid.size)]
    zone = [bytearray(grid.size), bytearray(grid.size)]
    truth: list[list[list[int]]] = [[[] for _ in range(grid.size)] for _ in range(2)]
    for _ in range(150):
        counter, space = rng.randrange(COUNTERS), rng.randrange(4)
        side = counter % 2
        pile = truth[side][space]
        if where[counter] >= 0:
            left = truth[side][where[counter]]
            if rng.random() < 0.2:
                space = where[counter]
                left.sort(key=lambda _: rng.random())
                arrange(below, top[side], space, left)
                continue
            left.remove(counter)
            drop_zone(zone[side], grid.neighbours[where[counter]])
            lift(where, below, top[side], counter, rng.choice([OFF, -5]))
            assert where[counter] < 0
            assert below[counter] == NOBODY
        elif not pile or rng.random() < 0.4:
            put_on_top(where, below, top[side], counter, space)
            pile.insert(0, counter)
            add_zone(zone[side], grid.neighbours[space])
        elif rng.random() < 0.5:
            put_at_bottom(where, below, top[side], counter, space)
            pile.append(counter)
            add_zone(zone[side], grid.neighbours[space])
        else:
            other = rng.choice(pile)
            put_under(where, below, counter, other)
            pile.insert(pile.index(other) + 1, counter)
            add_zone(zone[side], grid.neighbours[space])
        for side in range(2):
            members = range(side, COUNTERS, 2)
            for space, pile in enumerate(truth[side]):
                assert stack(below, top[side], space) == pile
                assert height(below, top[side], space) == len(pile)
                assert top_of(top[side], space) == (pile[0] if pile else NOBODY)
                assert all(where[counter] == space for counter in pile)
            assert tops(where, below, grid.size, members) == top[side]
            assert zones(where, grid.neighbours, members) == zone[side]
            assert mask_of_row(top[side]) == mask_of(space for space, pile in enumerate(truth[side]) if pile)


def test_lift_returns_the_space() -> None:
    where, below, top = [OFF, OFF], [NOBODY, NOBODY], bytearray(3)
    put_at_bottom(where, below, top, 1, 2)
    put_at_bottom(where, below, top, 0, 2)
    assert lift(where, below, top, 0) == 2
    assert (where, stack(below, top, 2)) == ([OFF, 2], [1])


def test_moves_go_on_top_or_under() -> None:
    where, below, top = [OFF] * 4, [NOBODY] * 4, bytearray(3)
    for counter in range(4):
        put_on_top(where, below, top, counter, counter // 3)
    assert [move(where, below, top, 1, 1), move(where, below, top, 2, 1, True), move(where, below, top, 2, 0, True)] == [0, 0, 1]
    assert (stack(below, top, 0), stack(below, top, 1), where) == ([0, 2], [1, 3], [0, 1, 0, 1])


def test_tops_that_do_not_fit_are_refused() -> None:
    with pytest.raises(ValueError, match="counter 1 cannot be the top of space 2"):
        tops([2, 2], [NOBODY, NOBODY], 3, range(2))
    with pytest.raises(ValueError, match="counter 255"):
        tops([OFF] * 255 + [0], [NOBODY] * 256, 3, range(256))


def test_no_row_no_spaces() -> None:
    assert mask_of_row(b"") == mask_of_row(bytes(9)) == 0
    assert mask_of_row(bytearray([255, 0, 1])) == 0b101


def test_a_cup_does_not_tell_who_came_when() -> None:
    cup = [3, 7, 9]
    assert draw(cup, 1) == 7
    put_back(cup, 4)
    put_back(cup, 7)
    assert cup == [3, 4, 7, 9]


def test_counters_keep_their_places_when_they_exchange_identities() -> None:
    identity = [10, 11, 12]
    exchange_identities(identity, 0, 2)
    assert identity == [12, 11, 10]
