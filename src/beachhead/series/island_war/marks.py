"""What is remembered of a unit in a phase, one bit each."""

from __future__ import annotations

from functools import cache
from typing import Final

CONTACT: Final = 1
"""It was next to an enemy when movement ended."""
MOVED: Final = 2
ATTACKED: Final = 4
"""It has attacked or fired."""
DEFENDED: Final = 8
"""It has been attacked."""
DISPLACED: Final = 16
STRUCK: Final = 32
"""It had to retreat in this combat phase."""
STRUCK_BEFORE: Final = 64
"""It had to retreat in the previous combat phase."""
PROTECTED: Final = 128
"""It has given protective fire."""

LEFT_BY_COMBAT: Final = bytes(STRUCK_BEFORE if flags & STRUCK else 0 for flags in range(256))
"""What the end of a combat phase leaves of every set of marks."""
LEFT_FOR_MOVEMENT: Final = bytes(flags & (STRUCK | STRUCK_BEFORE) for flags in range(256))
"""What the beginning of a movement phase leaves of them."""

MARKS: Final = {
    "moved": MOVED,
    "attacked": ATTACKED,
    "defended": DEFENDED,
    "displaced": DISPLACED,
    "struck": STRUCK,
    "struck before": STRUCK_BEFORE,
    "contact": CONTACT,
    "protected": PROTECTED,
}
"""Their names in views and positions."""


@cache
def marks_of(flags: int) -> tuple[str, ...]:
    """The names of a set of marks; a view is made for every seat after every action, so they are kept."""
    return tuple(name for name, mark in MARKS.items() if flags & mark)
