"""Rooms: at most fifteen modules lie beside each other, and every room says what is in it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import beachhead

ROOT = Path(beachhead.__file__).parent
MOST = 15
FULLER = {"players/sergeant/rage": 16, "players/sergeant/dday": 20}
"""Rooms that still hold more. These numbers only fall."""


def rooms() -> Iterator[str]:
    """All packages, by their path."""
    return (str(path.parent.relative_to(ROOT)) for path in sorted(ROOT.rglob("__init__.py")))


@pytest.mark.parametrize("room", rooms())
def test_a_room_is_not_crowded_and_says_what_is_in_it(room: str) -> None:
    modules = [path.name for path in (ROOT / room).glob("*.py") if path.name != "__init__.py"]
    assert len(modules) <= FULLER.get(room, MOST), sorted(modules)
    assert room not in FULLER or len(modules) == FULLER[room], "lower the number, or take the room off the list"
    assert ast.get_docstring(ast.parse((ROOT / room / "__init__.py").read_text(encoding="utf-8")))
