"""What a map prints over ground and sea for the rules alone: zones at sea, letters in hexes, land that is out of play."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from beachhead.drawing.coast import outlines
from beachhead.drawing.geometry import Pen
from beachhead.drawing.lattice import ACROSS, Lattice

Layer = dict[str, Any]


def zones(lattice: Lattice, board: Mapping[str, Any]) -> list[Layer]:
    """Hexes of the sea that belong together: a tint and an outline for each zone."""
    found = Pen()
    for hexes in board.get("zones", {}).values():
        for loop in outlines(lattice, hexes):
            found.polygon([a for a, _, _ in loop])
    if not found.parts:
        return []
    d = found.text()
    return [{"id": "zones", "class": "zones", "paths": [{"d": d, "class": "zone"}]}]


def abroad(d: str) -> list[Layer]:
    """Islands and shores out of play."""
    return [{"id": "abroad", "class": "abroad", "paths": [{"d": d, "class": "abroad-land"}]}] if d else []


def letters(lattice: Lattice, board: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Letters printed in hexes, at the lower left, clear of the figures of overlays: a counter covers them."""
    found = []
    for name, text in board.get("letters", {}).items():
        x, y = lattice.centre(name)
        found.append(
            {"text": text, "x": round(x - ACROSS * 0.22, 1), "y": round(y + ACROSS * 0.28, 1), "class": "letter", "level": 1}
        )
    return found
