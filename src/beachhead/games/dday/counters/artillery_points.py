"""The support of an attack as one number: naval gunfire and airstrike are its lowest bits; the artillery points of the 3rd, 4th
and 5th Division and of the corps have three bits each above them."""

from __future__ import annotations

from typing import Final

from beachhead.games.dday.box.kinds import DIVISIONS

ROWS: Final = len(DIVISIONS) + 1
CORPS_ROW: Final = len(DIVISIONS)
FIRST_BIT: Final = 2
BITS: Final = 3
MASK: Final = 7


def points_in(packed: int, row: int) -> int:
    """The points of a division or the corps in the support of an attack.

    >>> [points_in(with_points(3, 1, 2), row) for row in range(4)], total(with_points(3, 1, 2))
    ([0, 2, 0, 0], 2)
    """
    return packed >> FIRST_BIT + BITS * row & MASK


def with_points(packed: int, row: int, points: int) -> int:
    """Support with points added."""
    return packed + (points << FIRST_BIT + BITS * row)


def total(packed: int) -> int:
    """All points in the support of an attack."""
    packed >>= FIRST_BIT
    found = 0
    while packed:
        found += packed & MASK
        packed >>= BITS
    return found


def divisional(packed: int) -> int:
    """The points of divisions in the support of an attack."""
    return total(packed) - points_in(packed, CORPS_ROW)
