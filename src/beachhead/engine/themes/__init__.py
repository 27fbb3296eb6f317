"""Themes and tours: what a game brings for the table besides its rules, as typed records that are checked when they are read."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

from beachhead.engine.files.datafile import Item, load_file
from beachhead.engine.themes.reading import plain, read
from beachhead.engine.themes.theme import Theme
from beachhead.engine.themes.tour import Tour

R = TypeVar("R")


def load(kind: type[R], path: Path, over: Path | None = None) -> R:
    """The record of this kind in a file; `DataError` names file, line, key and fault. What a second file says is laid over it:
    mappings are joined key by key, everything else is replaced."""
    item = load_file(path)
    if over is not None:
        upper = load_file(over)
        item = Item(laid_over(item.mapping(), upper.mapping()), upper.document)
    return read(kind, item)


def laid_over(lower: Mapping[str, Any], upper: Mapping[str, Any]) -> dict[str, Any]:
    """Two mappings as one.

    >>> laid_over({"a": {"x": 1, "y": 2}, "b": [1, 2]}, {"a": {"y": 3}, "b": [4]})
    {'a': {'x': 1, 'y': 3}, 'b': [4]}
    """
    found = dict(lower)
    for key, value in upper.items():
        below = found.get(key)
        found[key] = laid_over(below, value) if isinstance(below, dict) and isinstance(value, dict) else value
    return found


__all__ = ["Theme", "Tour", "load", "plain"]
