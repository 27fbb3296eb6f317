"""Paths said briefly: a shape used again, or one small figure stamped in many places."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from beachhead.drawing.geometry import Point


def stamped(figure: str, places: Iterable[Point]) -> dict[str, Any]:
    """A figure (path data with relative moves only) and where it is stamped: whole numbers, each pair relative to the last."""
    numbers: list[int] = []
    x = y = 0
    for place in places:
        nx, ny = round(place[0]), round(place[1])
        numbers += [nx - x, ny - y]
        x, y = nx, ny
    return {"stamp": figure, "at": numbers}


def path_of(path: Mapping[str, Any], shapes: Mapping[str, str]) -> str:
    """The path data that a path of a drawing stands for.

    >>> path_of({"stamp": "m-1 0l2 0", "at": [10, 10, 5, 0]}, {})
    'M10 10m-1 0l2 0M15 10m-1 0l2 0'
    """
    if "use" in path:
        return shapes[path["use"]]
    if "stamp" not in path:
        return str(path["d"])
    text, x, y = "", 0, 0
    at = path["at"]
    for dx, dy in zip(at[::2], at[1::2], strict=True):
        x, y = x + dx, y + dy
        text += f"M{x} {y}{path['stamp']}"
    return text
