"""Rows of actions are the list that they stand for, however they are asked."""

from __future__ import annotations

import random

import pytest

from beachhead.boards.rows import Rows
from beachhead.engine.action import FIRST_SHIFT, SECOND_SHIFT, pack


@pytest.mark.parametrize("seed", range(20))
def test_rows_are_what_they_list(seed: int) -> None:
    chance = random.Random(seed)
    shift = chance.choice([FIRST_SHIFT, SECOND_SHIFT])
    units = chance.sample(range(60), chance.randrange(8))
    bases = [pack(1, unit) if shift == SECOND_SHIFT else pack(1, 0, unit) for unit in units]
    masks = [chance.getrandbits(chance.choice([1, 30, 400])) for _ in units]
    before, after = [pack(2, number) for number in range(seed % 3)], [pack(0)] * (seed % 2)
    rows = Rows(bases, masks, before=before, after=after, shift=shift)
    middle = [base | bit << shift for base, mask in zip(bases, masks, strict=True) for bit in range(400) if mask >> bit & 1]
    wanted = [*before, *middle, *after]
    assert list(rows) == wanted
    assert len(rows) == len(wanted)
    assert [rows[index] for index in range(len(rows))] == wanted
    tried = [*wanted, *(code ^ 1 << chance.randrange(40) for code in wanted), pack(1, 70), pack(3), "x"]
    assert [code in rows for code in tried] == [code in wanted for code in tried]
    assert (rows.rows() is None) == (shift == FIRST_SHIFT)


def test_an_empty_row_is_not_shown() -> None:
    rows = Rows([pack(1, 7), pack(1, 8), pack(1, 9)], [0, 0b101, 0], after=[pack(0)])
    assert [rows[index] for index in range(len(rows))] == list(rows) == [pack(1, 8, 0), pack(1, 8, 2), pack(0)]
    assert rows.rows() == ([(pack(1, 8), 0b101)], [pack(0)])


@pytest.mark.parametrize("seed", range(20))
def test_rows_may_be_counted_by_others_and_cut(seed: int) -> None:
    """As moves are: a unit that has moved keeps a row that counts none, and may have a second one."""
    chance = random.Random(seed)
    within = chance.getrandbits(400)
    bases = [pack(1, unit) for unit in (3, 5, 5, 9)]
    masks = [chance.getrandbits(400) for _ in bases]
    counts = [(mask & within).bit_count() for mask in masks]
    counts[1] = 0
    rows = Rows(bases, masks, after=[pack(0)], counts=counts, within=within)
    shown = [(bases[row], masks[row] & within) for row in (0, 2, 3)]
    wanted = [base | bit << SECOND_SHIFT for base, mask in shown for bit in range(400) if mask >> bit & 1] + [pack(0)]
    assert list(rows) == [rows[index] for index in range(len(rows))] == wanted
    tried = [base | bit << SECOND_SHIFT for base in set(bases) for bit in range(400)]
    assert [code for code in tried if code in rows] == [code for code in tried if code in wanted]
    assert rows.rows() == (shown, [pack(0)])
    assert list(Rows(bases[2:], masks[2:], within=within)) == [code for code in wanted if code >> FIRST_SHIFT & 4095 in (5, 9)]
