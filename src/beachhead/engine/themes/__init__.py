"""Themes and tours: what a game brings for the table besides its rules, as typed records that are checked when they are read."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

from beachhead.engine.datafile import load_file
from beachhead.engine.themes.reading import plain, read
from beachhead.engine.themes.theme import Theme
from beachhead.engine.themes.tour import Tour

R = TypeVar("R")


def load(kind: type[R], path: Path) -> R:
    """The record of this kind in a file; `DataError` names file, line, key and fault."""
    return read(kind, load_file(path))


__all__ = ["Theme", "Tour", "load", "plain"]
