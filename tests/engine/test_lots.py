"""Counters that nobody has looked at: blind draws roll nothing, and every counter turns up with the right chance."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from beachhead.engine.chance import lots
from beachhead.engine.chance.dice import Dice, seed_bytes
from beachhead.engine.chance.forced import ForcedDice
from beachhead.engine.errors import DiceError, PositionError


def test_blind_draws_roll_nothing() -> None:
    rows: lots.Lots = [[]]
    cup = lots.mixed(rows, [1, 2, 3])
    assert cup == [-1, -1, -1]
    assert rows == [[], [1, 2, 3]]


def test_a_cup_of_equal_counters_is_not_mixed_again() -> None:
    rows: lots.Lots = [[]]
    cup = lots.mixed(rows, [1, 2, 3])
    assert lots.mixed(rows, cup[:2]) == cup[:2]
    assert lots.mixed(rows, [7]) == [7]
    assert len(rows) == 2


def test_what_is_left_of_two_cups_is_mixed() -> None:
    """Of {1, 2, 3} one lies on the map, of {4, 5} none: a reserve of four, from which one is drawn blind."""
    rows: lots.Lots = [[]]
    near, far = lots.mixed(rows, [1, 2, 3]), lots.mixed(rows, [4, 5])
    reserve = lots.mixed(rows, [*near[1:], *far])
    chances = lots.candidates(rows, reserve[0])
    assert chances == {1: Fraction(1, 6), 2: Fraction(1, 6), 3: Fraction(1, 6), 4: Fraction(1, 4), 5: Fraction(1, 4)}
    assert lots.members(rows, [near[0]]) == [1, 2, 3]


def test_every_order_of_turning_up_gives_the_same_chances() -> None:
    """Two counters of nested lots, turned up one after the other, in all ways: each as likely as by real shuffling."""
    found: Counter[tuple[int, int]] = Counter()
    told: list[int] | None = []
    while told is not None:
        rows: lots.Lots = [[]]
        near, far = lots.mixed(rows, [1, 2]), lots.mixed(rows, [3, 4])
        first = near.pop()
        reserve = lots.mixed(rows, [*near, *far])
        dice = ForcedDice(told)
        drawn = lots.turned_up(rows, reserve[0], dice)
        shown = lots.turned_up(rows, first, dice)
        chance = Fraction(1)
        for number, chances in dice.falls:
            chance *= chances[number]
        found[shown, drawn] += chance  # type: ignore[assignment]
        falls = dice.falls
        while falls and falls[-1][0] + 1 == len(falls[-1][1]):
            falls.pop()
        told = [number for number, _ in falls[:-1]] + [falls[-1][0] + 1] if falls else None
    expected: Counter[tuple[int, int]] = Counter()
    for shown, other in ((1, 2), (2, 1)):
        for drawn in (other, 3, 4):
            expected[shown, drawn] += Fraction(1, 6)  # type: ignore[assignment]
    assert found == expected


def test_turning_up_takes_the_counter_out_of_its_lot() -> None:
    rows: lots.Lots = [[]]
    cup = lots.mixed(rows, [1, 2, 3])
    dice = Dice(seed_bytes(5))
    shown = sorted(lots.turned_up(rows, counter, dice) for counter in cup)
    assert shown == [1, 2, 3]
    assert rows == [[], []]
    assert lots.mixed(rows, [8, 9]) == [-1, -1]


def test_scripts_name_the_counter() -> None:
    rows: lots.Lots = [[]]
    cup = lots.mixed(rows, [1, 2, 3])
    with pytest.raises(DiceError, match="counter 4, which cannot be there"):
        lots.turned_up(rows, cup[0], Dice.scripted([4]))
    assert lots.turned_up(rows, cup[0], Dice.scripted([2])) == 2
    assert lots.turned_up(rows, 9, Dice.scripted([])) == 9


@pytest.mark.parametrize(
    ("rows", "counters"),
    [
        ([[], [1, 2]], [-1]),
        ([[], [1, 2]], [-1, -1, -1]),
        ([[], [1, 2]], [-1, -1, 2]),
        ([[], [-1, 1]], [-1, 2]),
        ([[1]], []),
        ([[], [1, 2]], [-2, -1]),
        ([], []),
        ([[], [0, 1]], [-1, -1]),
    ],
)
def test_lots_that_cannot_be_are_refused(rows: lots.Lots, counters: list[int]) -> None:
    with pytest.raises(PositionError, match="each must be in one place"):
        lots.check(rows, counters, [1, 2])


def test_sound_lots_pass() -> None:
    lots.check([[], [1, 2], [-1, 3]], [-1, -2, -2, 4], [1, 2, 3, 4])


def test_asides_are_not_tried_by_odds() -> None:
    dice = ForcedDice([])
    assert dice.aside(60) == 0
    assert not dice.falls
    scripted = Dice.scripted([3])
    assert 0 <= scripted.aside(60) < 60
    assert scripted.roll() == 3
