"""Words for sentences that people read."""

from __future__ import annotations

from collections.abc import Sequence


def counted(count: int, thing: str, things: str = "") -> str:
    """A number and what it counts.

    >>> counted(1, "unit"), counted(3, "unit"), counted(2, "loss", "losses")
    ('1 unit', '3 units', '2 losses')
    """
    return f"{count} {thing if count == 1 else things or thing + 's'}"


def listed(names: Sequence[str]) -> str:
    """Names in a sentence.

    >>> listed(["J:1"]), listed(["J:1", "J:2", "J:3"]), listed([])
    ('J:1', 'J:1, J:2 and J:3', '')
    """
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else "".join(names)
