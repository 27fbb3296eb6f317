"""Victory points: whole numbers or, in games that score them, halves.

A state counts half points as whole numbers; `half_points` turns such a count into points for a `Result`. Halves are floats, which
hold them exactly, and whole points are ints. So plain data, sentences, the terminal and the page all show 2 and 2.5, with no
function to print points and no separate form for saves and digests.
"""

from __future__ import annotations

from typing import Any

from beachhead.engine.errors import PositionError
from beachhead.engine.files.bounds import WHOLE, clip

Points = int | float


def half_points(count: int) -> Points:
    """`count` half points as points.

    >>> half_points(5), half_points(4), half_points(-1)
    (2.5, 2, -0.5)
    """
    return count / 2 if count % 2 else count // 2


def read_points(value: Any) -> Points:
    """The points that a save holds. Whole points come back as ints, and anything but a multiple of one half is refused."""
    if type(value) is int and -WHOLE < value < WHOLE:
        return value
    if type(value) is float and -WHOLE < value < WHOLE and (2 * value).is_integer():
        return half_points(int(2 * value))
    raise PositionError(f"this save has {clip(value)} for points, which must be a whole number or end in .5")
