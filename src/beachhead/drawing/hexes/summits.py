"""Heights that a map of hexes names: hills within one hex, and volcanoes with their craters."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from typing import Any

from beachhead.drawing.areas.arealand import cone, contours, summit
from beachhead.drawing.field import Field
from beachhead.drawing.geometry import Pen, Point, chance
from beachhead.drawing.hexes.lattice import ACROSS, Lattice

HILL = ACROSS * 0.62
"""How far a hill reaches from the middle of its hex."""
RISE = 1.9
"""How high it rises above the ground around it."""
CONE, FOOT = ACROSS * 2.1, ACROSS * 3.0
"""How far a volcano reaches, and how far the ground around it gives way to it."""
INNER, OUTER = ACROSS * 0.41, ACROSS * 0.49
"""The strokes around a hill: outside a counter, inside its hex, so that they are seen with a unit on it."""
NUMBER = math.radians(33)
"""To either side of the top they leave room for the number of the hex."""


def raised(sheet: Field, dry: Field, hills: Collection[Point], volcanoes: Collection[Point]) -> Field:
    """The heights of the ground with the hills and volcanoes on it."""
    if hills:

        def bump(x: float, y: float) -> float:
            away = min(math.hypot(x - hx, y - hy) for hx, hy in hills)
            return RISE * math.cos(away / HILL * math.pi / 2) ** 1.4 if away < HILL else 0.0

        sheet = sheet.combine(sheet.fill(bump), lambda ground, hill: ground + hill)
    if volcanoes:
        away = dry.made([[1.0 - value for value in row] for row in dry.rows]).distance()
        for centre in volcanoes:
            foot = sheet.fill(lambda x, y, at=centre: min(1.0, (math.dist((x, y), at) / FOOT) ** 1.7))  # type: ignore[misc]
            mountain = sheet.fill(cone(centre, CONE)).combine(away, lambda high, shore: high * min(1.0, 0.3 + shore / 24))
            sheet = sheet.combine(foot, lambda ground, part: ground * part).combine(mountain, max)
    return sheet


def lines(sheet: Field, dry: Field) -> list[dict[str, Any]]:
    """Lines of equal height."""
    inland = dry.blur(1, 1)
    return contours(sheet.combine(inland, lambda high, land: high * land))


def strokes(hills: Collection[Point], scale: float = 1.0) -> str:
    """Short strokes around every hill, pointing down its slopes."""
    pen = Pen()
    for order, (x, y) in enumerate(sorted(hills)):
        for turn in range(30):
            angle = math.tau * turn / 30 - math.tau / 4
            if abs(math.remainder(angle + math.tau / 4, math.tau)) < NUMBER:
                continue
            inner, outer = INNER * scale, (OUTER - 2.4 * chance(order, turn, 8)) * scale
            cos, sin = math.cos(angle), math.sin(angle)
            pen.move((x + inner * cos, y + inner * sin)).line((x + outer * cos, y + outer * sin))
    return pen.text()


def paths(hills: Collection[Point], volcanoes: Collection[Point]) -> list[dict[str, Any]]:
    """The signs of hills and craters."""
    found = [{"d": strokes(hills), "class": "hill-strokes"}] if hills else []
    for centre in volcanoes:
        found += summit(centre, 1.35)
    return found


def spots(lattice: Lattice, named: Mapping[str, Any]) -> list[Point]:
    """Places given as hexes, each with its shift in widths of a hex; hexes that the board does not have are left out."""
    found = []
    for name, (dx, dy) in named.items():
        if name in lattice.near:
            x, y = lattice.centre(name)
            found.append((x + dx * ACROSS, y + dy * ACROSS))
    return found
