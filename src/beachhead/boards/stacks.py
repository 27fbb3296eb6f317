"""Counters on a map, as plain lists: stacks with an order, zones counted by space, and identities apart from places.

A counter is a slot, numbered from 0. A state keeps for each counter its space (`where`) and the counter under it (`below`), and
for each space its top counter (`top`, a row of bytes, so that a copy costs nothing). A game in which both sides may be in one
space keeps one row of tops per side, and gives each function the row of the counter's side. `where` and `below` say everything;
`top` and zones can be computed from them (`tops`, `zones`). Whether a counter may stop in a space is for the game to say.

Which unit a counter is can be a list of its own, so that counters lie face down, change identities and go back to a cup while the
map reveals nothing (`draw`, `put_back`, `exchange_identities`).
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable, Sequence
from typing import Final

NOBODY: Final = -1
"""No counter."""
OFF: Final = -1
"""Not on the map. A game may use lower numbers for boxes and tracks."""
MOST: Final = 255
"""Counters that a row of tops can tell apart."""


# ---------------------------------------------------------------------- looking


def top_of(top: bytearray, space: int) -> int:
    """The top counter of a space, or `NOBODY`."""
    return top[space] - 1


def stack(below: list[int], top: bytearray, space: int) -> list[int]:
    """The counters of a space, the top one first."""
    found = []
    counter = top[space] - 1
    while counter >= 0:
        found.append(counter)
        counter = below[counter]
    return found


def height(below: list[int], top: bytearray, space: int) -> int:
    """How many counters are in a space."""
    count = 0
    counter = top[space] - 1
    while counter >= 0:
        count += 1
        counter = below[counter]
    return count


def tops(where: Sequence[int], below: Sequence[int], size: int, counters: Iterable[int]) -> bytearray:
    """The row of tops, computed from where these counters are and what is under each: after loading, or to check."""
    top = bytearray(size)
    covered = set(below)
    for counter in counters:
        if where[counter] >= 0 and counter not in covered:
            if counter >= MOST or top[where[counter]]:
                raise ValueError(f"counter {counter} cannot be the top of space {where[counter]}")
            top[where[counter]] = counter + 1
    return top


# ---------------------------------------------------------------------- moving


def put_on_top(where: list[int], below: list[int], top: bytearray, counter: int, space: int) -> None:
    """Put a counter that is off the map on top of whatever is in a space.

    >>> where, below, top = [OFF] * 3, [NOBODY] * 3, bytearray(4)
    >>> put_on_top(where, below, top, 0, 2), put_on_top(where, below, top, 1, 2), put_at_bottom(where, below, top, 2, 2)
    (None, None, None)
    >>> stack(below, top, 2)
    [1, 0, 2]
    """
    where[counter] = space
    below[counter] = top[space] - 1
    top[space] = counter + 1


def put_at_bottom(where: list[int], below: list[int], top: bytearray, counter: int, space: int) -> None:
    """Put a counter that is off the map under whatever is in a space."""
    other = top[space] - 1
    if other < 0:
        put_on_top(where, below, top, counter, space)
        return
    while below[other] >= 0:
        other = below[other]
    put_under(where, below, counter, other)


def put_under(where: list[int], below: list[int], counter: int, other: int) -> None:
    """Put a counter that is off the map directly under another."""
    where[counter] = where[other]
    below[counter] = below[other]
    below[other] = counter


def lift(where: list[int], below: list[int], top: bytearray, counter: int, to: int = OFF) -> int:
    """Take a counter off the map, wherever it is in its stack, and return its space."""
    space = where[counter]
    over = top[space] - 1
    if over == counter:
        top[space] = below[counter] + 1
    else:
        while below[over] != counter:
            over = below[over]
        below[over] = below[counter]
    where[counter] = to
    below[counter] = NOBODY
    return space


def move(where: list[int], below: list[int], top: bytearray, counter: int, space: int, under: bool = False) -> int:
    """Move a counter to the top of another space, or under whatever is there, and return the space it left."""
    left = lift(where, below, top, counter)
    if under:
        put_at_bottom(where, below, top, counter, space)
    else:
        put_on_top(where, below, top, counter, space)
    return left


def arrange(below: list[int], top: bytearray, space: int, order: Sequence[int]) -> None:
    """Put the counters of a space into a new order, the top one first; `order` must list exactly these."""
    top[space] = order[0] + 1
    for index, counter in enumerate(order):
        below[counter] = order[index + 1] if index + 1 < len(order) else NOBODY


# ---------------------------------------------------------------------- zones


def add_zone(zone: bytearray, around: Iterable[int]) -> None:
    """A counter's zone now covers these spaces: one more in the row of its side."""
    for near in around:
        zone[near] += 1


def drop_zone(zone: bytearray, around: Iterable[int]) -> None:
    """A counter's zone no longer covers these spaces."""
    for near in around:
        zone[near] -= 1


def zones(where: Sequence[int], around: Sequence[Sequence[int]], counters: Iterable[int]) -> bytearray:
    """How many of these counters have each space in their zone. `around` lists the spaces of a zone by the counter's space."""
    zone = bytearray(len(around))
    for counter in counters:
        if where[counter] >= 0:
            add_zone(zone, around[where[counter]])
    return zone


def mask_of_row(row: bytes | bytearray) -> int:
    """The spaces whose entry in a row is not zero, as bits: the spaces a side holds, or the whole of its zones.

    >>> bin(mask_of_row(bytes([0, 3, 0, 1])))
    '0b1010'
    """
    return int(row.translate(_AS_DIGITS)[::-1] or b"0", 2)


_AS_DIGITS: Final = b"0" + b"1" * 255


# ---------------------------------------------------------------------- identities


def draw(cup: list[int], number: int) -> int:
    """Take out the unit of that number, counted from 0, and return it. The dice say which number."""
    return cup.pop(number)


def put_back(cup: list[int], unit: int) -> None:
    """Put a unit into a cup. A cup is kept in ascending order, so that it does not reveal which unit came when."""
    insort(cup, unit)


def exchange_identities(identity: list[int], counter: int, other: int) -> None:
    """Exchange the units that two counters are: nothing moves on the map."""
    identity[counter], identity[other] = identity[other], identity[counter]
