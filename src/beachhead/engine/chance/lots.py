"""Counters that nobody has looked at: drawn blind, laid face down, and settled only when somebody turns them up.

A cup could be shuffled once, and every counter on the map could then have its face from the start. That face would be a secret
from everybody, samples would have to make it up again, and odds would find what really lies there. Here a counter face down is
one of a *lot*: as many counters belong to a lot as it has members, and each may be any of them. Which one it is, is drawn when it
is turned up. A blind draw rolls nothing, there is nothing to hide, and the odds of what turns up are exact.

A counter is one whole number: 0 is none, a positive number is the counter with that number, which everybody knows (it may have
been turned face down again), and `-lot` is a counter of that lot. A lot is a row of such numbers; a member of it may itself be a
counter of another lot, since what is left over of two cups may be mixed. `lots[0]` is not used, so that every lot has a sign.
Rows are replaced, never changed in place.

>>> lots: Lots = [[]]
>>> cup = mixed(lots, [1, 2, 3])
>>> hidden, cup = cup[-1], cup[:-1]     # one laid on the map, unseen
>>> cup = mixed(lots, [*cup, 9])        # a known counter goes back into the cup
>>> turned_up(lots, hidden, Dice.scripted([3])), sorted(candidates(lots, cup[0]))
(3, [1, 2, 9])
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Final

from beachhead.engine.chance.dice import Dice
from beachhead.engine.errors import DiceError, PositionError

Lots = list[list[int]]
STREAM: Final = "counters"


def mixed(lots: Lots, counters: Sequence[int]) -> list[int]:
    """These counters after somebody has mixed them face down: as many, each of which may be any of them."""
    if len(set(counters)) <= 1:
        return list(counters)
    row = _free_row(lots)
    lots[row] = sorted(counters)
    return [-row] * len(counters)


def turned_up(lots: Lots, counter: int, dice: Dice, stream: str = STREAM) -> int:
    """Which counter it is: one that everybody knows, or one drawn now from its lot. The caller puts the answer in its place."""
    if counter >= 0:
        return counter
    if dice.script is not None:
        return _scripted(lots, -counter, dice, stream)
    while counter < 0:
        lot = lots[-counter]
        spot = dice.below(len(lot), stream) if len(lot) > 1 else 0
        lots[-counter] = lot[:spot] + lot[spot + 1 :]
        counter = lot[spot]
    return counter


def candidates(lots: Lots, counter: int) -> dict[int, Fraction]:
    """What a counter may be, with the chance of each.

    >>> candidates([[], [4, 5], [-1, 7]], -2) == {4: Fraction(1, 4), 5: Fraction(1, 4), 7: Fraction(1, 2)}
    True
    """
    if counter >= 0:
        return {counter: Fraction(1)} if counter else {}
    return dict(_chances(_written(lots, -counter)))


def _written(lots: Lots, row: int) -> tuple[tuple[int, ...], ...]:
    """A lot and all that its members may belong to, inner lots last, each once, with members numbered by their place here: the
    same lots give the same text, so that what follows from them is worked out once."""
    rows = [row]
    place = {row: 0}
    for inner in rows:
        for member in lots[inner]:
            if member < 0 and -member not in place:
                place[-member] = len(rows)
                rows.append(-member)
    return tuple(tuple([member if member > 0 else -place[-member] for member in lots[inner]]) for inner in rows)


@lru_cache(maxsize=2048)
def _chances(written: tuple[tuple[int, ...], ...]) -> dict[int, Fraction]:
    """What a counter of the first of these lots may be, with the chance of each. Equal members count once, with their share; no
    lot holds itself, so the inner ones are found on the way down."""
    known: dict[int, dict[int, Fraction]] = {}

    def chances(at: int) -> dict[int, Fraction]:
        if at not in known:
            lot = written[at]
            found: dict[int, Fraction] = {}
            for member, count in Counter(lot).items():
                share = Fraction(count, len(lot))
                inner = {member: Fraction(1)} if member > 0 else chances(-member)
                for number, chance in inner.items():
                    found[number] = found.get(number, Fraction(0)) + share * chance
            known[at] = found
        return known[at]

    return chances(0)


def members(lots: Lots, counters: Iterable[int]) -> list[int]:
    """The numbers of all counters that these and the others of their lots may be, sorted, each once."""
    found: set[int] = set()
    for counter in set(counters):
        found.update(candidates(lots, counter))
    return sorted(found)


def check(lots: Lots, counters: Sequence[int], numbers: Sequence[int]) -> None:
    """Refuse lots that no play can lead to: `counters` are all that lie anywhere, `numbers` the counters there are."""
    inside = [member for lot in lots for member in lot]
    everything = [*counters, *inside]
    known = sorted(counter for counter in everything if counter > 0)
    down = [-counter for counter in everything if counter < 0]
    sound = (
        bool(lots)
        and not lots[0]
        and known == sorted(numbers)
        and all(0 < row < len(lots) for row in down)
        and all(down.count(row) == len(lot) for row, lot in enumerate(lots))
        and 0 not in inside
        and _ends(lots)
    )
    if not sound:
        raise PositionError("these counters cannot be: each must be in one place, and face down in one lot")


def _ends(lots: Lots) -> bool:
    """Whether no lot holds itself, directly or through others."""
    inner = {row: {-member for member in lot if member < 0} for row, lot in enumerate(lots)}
    while inner:
        leaves = [row for row, below in inner.items() if not below & inner.keys()]
        if not leaves:
            return False
        for row in leaves:
            del inner[row]
    return True


def _free_row(lots: Lots) -> int:
    for row in range(1, len(lots)):
        if not lots[row]:
            return row
    lots.append([])
    return len(lots) - 1


def _scripted(lots: Lots, row: int, dice: Dice, stream: str) -> int:
    """A script gives a counter by its number, wherever more than one may turn up."""
    routes = _routes(lots, row)
    number = dice.below(4096, stream) + 1 if len(routes) > 1 else next(iter(routes))
    if number not in routes:
        raise DiceError(f"the script says counter {number}, which cannot be there")
    rows = routes[number]
    for lot, member in zip(rows, [*(-below for below in rows[1:]), number], strict=True):
        lots[lot] = lots[lot].copy()
        lots[lot].remove(member)
    return number


def _routes(lots: Lots, row: int) -> dict[int, list[int]]:
    """Every counter that may be in a lot, with the lots that lead to it."""
    found: dict[int, list[int]] = {}
    for member in lots[row]:
        inner = {member: list[int]()} if member > 0 else _routes(lots, -member)
        for number, rows in inner.items():
            found.setdefault(number, [row, *rows])
    return found
