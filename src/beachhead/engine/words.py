"""Words for sentences that people read."""

from __future__ import annotations


def counted(count: int, thing: str, things: str = "") -> str:
    """A number and what it counts.

    >>> counted(1, "unit"), counted(3, "unit"), counted(2, "loss", "losses")
    ('1 unit', '3 units', '2 losses')
    """
    return f"{count} {thing if count == 1 else things or thing + 's'}"
