"""Every vector of the tests, read once: reading them takes longer than many a test."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from beachhead.vectors import Vector, load_vectors

FOLDER = Path(__file__).parent / "cases"


@cache
def all_vectors() -> tuple[Vector, ...]:
    """The vectors of all games, by file."""
    return tuple(vector for path in sorted(FOLDER.rglob("*.yaml")) for vector in load_vectors(path))
