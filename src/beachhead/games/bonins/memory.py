"""What everybody could see of how face-down counters came and went: enough to tell all pasts that fit it (96, 97).

Each note is a tuple: what happened, where, and which unit if it was seen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from beachhead.games.bonins.state import BoninsState

SHOWN: Final = 0
"""The counter in this hex is this unit."""
PUT: Final = 1
"""The counter in this hex goes into the container."""
ENTERED: Final = 2
"""This unit goes into the container openly."""
DRAWN: Final = 3
"""A blind draw from the container lies in this hex now."""
MOVED: Final = 4
"""The counter in this hex has gone to that one."""
GONE: Final = 5
"""The counter in this hex, which was shown, has left the fog."""
MOBILE: Final = 6
"""The counter in this hex has a movement factor above 0."""
LAID: Final = 7
"""This unit, seen by everybody, lies face down in this hex."""
LEFT: Final = 8
"""This unit is taken out of the container openly."""


def shown(state: BoninsState, space: int, unit: int) -> None:
    """A counter has been shown."""
    state.memory.append((SHOWN, space, unit))


def put(state: BoninsState, space: int) -> None:
    """A counter goes into the container."""
    state.memory.append((PUT, space))


def entered(state: BoninsState, unit: int) -> None:
    """A unit goes into the container openly."""
    state.memory.append((ENTERED, unit))


def drawn(state: BoninsState, space: int) -> None:
    """A blind draw lies in a hex."""
    state.memory.append((DRAWN, space))


def moved(state: BoninsState, start: int, end: int) -> None:
    """A counter has gone from hex to hex unseen."""
    state.memory.append((MOVED, start, end))


def gone(state: BoninsState, space: int) -> None:
    """A counter that was shown has left the fog."""
    state.memory.append((GONE, space))


def mobile(state: BoninsState, space: int) -> None:
    """A tunnel try shows that a counter can move."""
    state.memory.append((MOBILE, space))


def laid(state: BoninsState, space: int, unit: int) -> None:
    """A unit that everybody has seen is turned face down."""
    state.memory.append((LAID, space, unit))


def left(state: BoninsState, unit: int) -> None:
    """A unit is taken out of the container openly."""
    state.memory.append((LEFT, unit))
