"""Shapes for areas that are known only by a point: each gets the land that is nearer to its point than to any other.

Plain geometry, so that an area map can be drawn from a list of points and a shoreline, with neighbors that share their corners.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

Point = tuple[float, float]
NEAR = 0.004
"""Corners closer than this are one corner, in the units of the map."""


def cells(shore: Sequence[Point], seeds: Mapping[str, Point]) -> dict[str, list[Point]]:
    """The shape of every area: the shore cut along the lines halfway between the points (Voronoi cells).

    >>> square = [(0.0, 0.0), (4.0, 0.0), (4.0, 2.0), (0.0, 2.0)]
    >>> found = cells(square, {"west": (1.0, 1.0), "east": (3.0, 1.0)})
    >>> found["west"]
    [(0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)]
    """
    corners: list[Point] = []
    found = {}
    for name, seed in seeds.items():
        shape = list(shore)
        for other, beyond in seeds.items():
            if other != name:
                shape = _nearer(shape, seed, beyond)
        found[name] = _shared(shape, corners)
    return {name: _seamed(shape, corners) for name, shape in found.items()}


def _nearer(shape: Sequence[Point], seed: Point, other: Point) -> list[Point]:
    """The part of a shape that is nearer to one point than to another (Sutherland and Hodgman)."""
    (sx, sy), (ox, oy) = seed, other
    dx, dy = ox - sx, oy - sy
    middle = ((sx + ox) * dx + (sy + oy) * dy) / 2
    beyond = [x * dx + y * dy - middle for x, y in shape]
    found = []
    for index, (x, y) in enumerate(shape):
        after = (index + 1) % len(shape)
        here, there = beyond[index], beyond[after]
        if here <= 0:
            found.append((x, y))
        if (here <= 0) != (there <= 0):
            part = here / (here - there)
            found.append((x + (shape[after][0] - x) * part, y + (shape[after][1] - y) * part))
    return found


def _shared(shape: Sequence[Point], corners: list[Point]) -> list[Point]:
    """A shape on the corners of its neighbors; new corners are added to the list."""
    found: list[Point] = []
    for x, y in shape:
        known = next((point for point in corners if math.dist(point, (x, y)) < NEAR), None)
        if known is None:
            known = (round(x, 3), round(y, 3))
            corners.append(known)
        if known not in found:
            found.append(known)
    return found


def _seamed(shape: Sequence[Point], corners: Sequence[Point]) -> list[Point]:
    """A shape with every corner of a neighbor that lies on one of its sides, so that both have the same sides."""
    found = []
    for a, b in zip(shape, [*shape[1:], shape[0]], strict=True):
        found.append(a)
        long = math.dist(a, b)
        if not long:
            continue
        ux, uy = (b[0] - a[0]) / long, (b[1] - a[1]) / long
        on = []
        for x, y in corners:
            along, aside = (x - a[0]) * ux + (y - a[1]) * uy, abs((y - a[1]) * ux - (x - a[0]) * uy)
            if NEAR < along < long - NEAR and aside < NEAR / 2 and (x, y) not in shape:
                on.append((along, (x, y)))
        found += [point for _, point in sorted(on)]
    return found


def borders(shapes: Mapping[str, Sequence[Point]]) -> dict[tuple[str, str], float]:
    """Which shapes share sides, and for how long."""
    owners: dict[frozenset[Point], str] = {}
    found: dict[tuple[str, str], float] = {}
    for name, shape in shapes.items():
        for a, b in zip(shape, [*shape[1:], shape[0]], strict=True):
            side = frozenset((a, b))
            other = owners.setdefault(side, name)
            if other != name:
                pair = (other, name) if other < name else (name, other)
                found[pair] = found.get(pair, 0.0) + math.dist(a, b)
    return found
