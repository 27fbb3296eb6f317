"""Airfields on a map of hexes: the leveled ground, and the runways across it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from beachhead.drawing.geometry import Pen, Point, between
from beachhead.drawing.hexes.lattice import ACROSS, Lattice

Layer = dict[str, Any]


def ground(lattice: Lattice, airfields: Mapping[str, Sequence[str]]) -> str:
    """The ground of every airfield: strokes from hex to hex, so broad that they run together."""
    pen = Pen()
    for hexes in airfields.values():
        for name in hexes:
            x, y = lattice.centre(name)
            pen.move((x, y)).line((x + 0.1, y))
            for other in lattice.near[name]:
                if other in hexes and name < other:
                    pen.move((x, y)).line(lattice.centre(other))
    return pen.text()


def runways(lattice: Lattice, specs: Sequence[Mapping[str, Any]]) -> list[tuple[Point, Point]]:
    """The runways of the theme: from a place beside one hex to another, or through one at an angle."""
    found = []
    for spec in specs:
        if spec["from"] not in lattice.near or spec.get("to", spec["from"]) not in lattice.near:
            continue
        start = _beside(lattice, spec["from"], spec.get("at", (0, 0)))
        if "to" in spec:
            end = _beside(lattice, spec["to"], spec.get("end", (0, 0)))
        else:
            turn, half = math.radians(spec.get("turn", 0)), spec.get("long", 2.0) * ACROSS / 2
            dx, dy = half * math.cos(turn), -half * math.sin(turn)
            start, end = (start[0] - dx, start[1] - dy), (start[0] + dx, start[1] + dy)
        found.append((start, end))
    return found


def sampled(lattice: Lattice, specs: Sequence[Mapping[str, Any]]) -> list[Point]:
    """Points along the runways, for names that should keep clear of them."""
    return [between(a, b, part / 16) for a, b in runways(lattice, specs) for part in range(17)]


def _beside(lattice: Lattice, name: str, shift: Sequence[float]) -> Point:
    x, y = lattice.centre(name)
    return (x + shift[0] * ACROSS, y + shift[1] * ACROSS)


def layers(lattice: Lattice, look: Mapping[str, Any], board: Mapping[str, Any]) -> list[Layer]:
    """Ground and runways, as far as the board has airfields."""
    fields = board.get("airfields", {})
    if not fields:
        return []
    apron, pen = ground(lattice, fields), Pen()
    for start, end in runways(lattice, look.get("runways", ())):
        pen.move(start).line(end)
    strips = pen.text()
    paths = [{"d": apron, "class": "apron-edge"}, {"d": apron, "class": "apron"}]
    paths += [{"d": strips, "class": kind} for kind in ("runway-edge", "runway", "runway-line") if strips]
    return [{"id": "airfields", "class": "airfields", "clip": "coast", "paths": paths}]
