"""A view in lists: what a game without a drawn map shows instead of one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from beachhead.terminal.words import View

KNOWN = frozenset({"game", "scenario", "options", "decision", "result", "units", "turn", "turns", "phase", "duties"})
"""Items that a screen shows in other ways, or that never change."""


def items(view: View) -> list[tuple[str, str]]:
    """The name and the content of every item of a view that has something to show.

    >>> items({"turn": 2, "squads": {"alpha": "cove", "bravo": "reef"}, "acted": [], "cup": None, "die": 0})
    [('squads', 'alpha cove, bravo reef'), ('die', '0')]
    """
    return [(name, text(value)) for name, value in view.items() if name not in KNOWN and value not in (None, "", [], (), {})]


def text(value: Any) -> str:
    """A value in one line."""
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {_inner(part)}".rstrip() for key, part in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(_inner(part) for part in value)
    return str(value)


def _inner(value: Any) -> str:
    return f"({text(value)})" if isinstance(value, Mapping | list | tuple) else str(value)
