"""The shore: the outline of the land hexes, drawn as a pen would draw it, with the water around it."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from beachhead.drawing.field import Field
from beachhead.drawing.geometry import Pen, Point, across, area, between, clouds, cut_corners, middle, noise, resample, simplify
from beachhead.drawing.hexes.lattice import ACROSS, Lattice

SEED = 1944
STEP = 10.0
DEPTHS = (13.0, 29.0, 50.0, 78.0)
"""Distances from the shore at which the water changes colour."""
LINES = (21.0, 39.0)
"""Distances of the fine lines along the shore, as engravers drew water."""


@dataclass(slots=True)
class Shore:
    """The drawn shore: closed lines, and for every point the land hex that it bounds."""

    loops: list[list[Point]]
    owners: list[list[str]]

    def path(self) -> str:
        """The land as path data."""
        pen = Pen()
        for loop in self.loops:
            pen.loop(loop)
        return pen.text()

    def along(self, hexes: Collection[str]) -> list[list[Point]]:
        """The stretches of the shore that bound these hexes."""
        found: list[list[Point]] = []
        for loop, owners in zip(self.loops, self.owners, strict=True):
            wanted = [owner in hexes for owner in owners]
            if all(wanted):
                found.append([*loop, loop[0]])
                continue
            start = wanted.index(False)
            run: list[Point] = []
            for index in range(start, start + len(loop) + 1):
                at = index % len(loop)
                if wanted[at]:
                    run.append(loop[at])
                elif run:
                    found.append(run)
                    run = []
        return [run for run in found if len(run) > 1]


def trace(lattice: Lattice, land: Collection[str]) -> Shore:
    """The shore of the land hexes.

    The line joins the middles of the hexsides between land and sea, so that a straight row of hexes has a straight shore; then
    corners are cut and a gentle noise moves it to and fro, never as far as a third of a hex.
    """
    shore = Shore([], [])
    for loop in outlines(lattice, land):
        points = cut_corners([middle(a, b) for a, b, _ in loop], 1)
        points = resample(points, STEP)
        points = _drawn(points)
        shore.loops.append(points)
        shore.owners.append([owner_of(lattice, land, point) for point in points])
    return shore


def finer(shore: Shore, lattice: Lattice, land: Collection[str], step: float) -> Shore:
    """The same shore with points no farther apart than a step: a real one has few where it is straight."""
    found = Shore([], [])
    for loop in shore.loops:
        points: list[Point] = []
        for a, b in zip(loop, [*loop[1:], loop[0]], strict=True):
            parts = max(1, round(math.dist(a, b) / step))
            points += [between(a, b, part / parts) for part in range(parts)]
        found.loops.append(points)
        found.owners.append([owner_of(lattice, land, point) for point in points])
    return found


def outlines(lattice: Lattice, hexes: Collection[str]) -> list[list[tuple[Point, Point, str]]]:
    """The hexsides around a set of hexes, chained: each with its ends and the hex within."""
    sides: dict[tuple[int, int], list[tuple[Point, Point, str]]] = {}
    for name in sorted(hexes):
        for index in range(6):
            a, b = lattice.corner(name, index), lattice.corner(name, index + 1)
            beyond = _beyond(lattice, name, a, b)
            if beyond not in hexes:
                sides.setdefault(_key(a), []).append((a, b, name))
    found = []
    while sides:
        start = min(sides)
        side = sides[start].pop()
        loop = [side]
        while _key(side[1]) != start:
            choices = sides[_key(side[1])]
            side = choices.pop()
            loop.append(side)
            if not choices:
                del sides[_key(side[0])]
        if not sides[start]:
            del sides[start]
        found.append(loop)
    return found


def _beyond(lattice: Lattice, name: str, a: Point, b: Point) -> str | None:
    (x, y), half = lattice.centre(name), middle(a, b)
    return lattice.at((2 * half[0] - x, 2 * half[1] - y))


def _key(point: Point) -> tuple[int, int]:
    return round(point[0]), round(point[1])


def _drawn(points: list[Point]) -> list[Point]:
    found = []
    for index, point in enumerate(points):
        before, after = points[index - 1], points[(index + 1) % len(points)]
        nx, ny = across(before, after)
        x, y = point
        away = 6.0 * clouds(x / 90, y / 90, SEED, 2) + 4.6 * clouds(x / 26, y / 26, SEED + 7, 2)
        found.append((x + nx * away, y + ny * away))
    return found


def owner_of(lattice: Lattice, land: Collection[str], point: Point) -> str:
    """The land hex that a point of the shore bounds."""
    here = lattice.at(point)
    near = [name for name in ((here, *lattice.near[here]) if here else ()) if name in land]
    if not near:
        near = list(land)
    return min(near, key=lambda name: (_square(lattice.centre(name), point), name))


def _square(a: Point, b: Point) -> float:
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def fill_land(field: Field, shore: Shore) -> Field:
    """A sheet with 1 on land and 0 at sea, by scanning every row across the shore."""
    rows = []
    for j in range(field.lines):
        y = j * field.step + 0.01
        crossings = []
        for loop in shore.loops:
            for (ax, ay), (bx, by) in zip(loop, [*loop[1:], loop[0]], strict=True):
                if (ay > y) != (by > y):
                    crossings.append((bx - ax) * (y - ay) / (by - ay) + ax)
        crossings.sort()
        row = [0.0] * field.columns
        for start, end in zip(crossings[::2], crossings[1::2], strict=True):
            for i in range(max(0, int(start / field.step) + 1), min(field.columns, int(end / field.step) + 1)):
                row[i] = 1.0
        rows.append(row)
    return field.made(rows)


def depths(land: Field, shelf: Field) -> tuple[list[str], str]:
    """Rings of shallow water from the deepest inwards, and the engraver's lines; wider where the shelf lies before beaches."""
    away = land.distance().combine(shelf, lambda distance, flat: distance / (1 + 0.75 * flat))
    away = away.blur(1, 2)
    rough = away.fill(lambda x, y: 9 * noise(x / 130, y / 130, SEED + 31))
    sea = away.combine(rough, lambda distance, change: -(distance + change * min(1.0, distance / 40)))
    rings = [ring(sea, [-depth], 1.6) for depth in reversed(DEPTHS)]
    return rings, ring(sea, [-depth for depth in LINES], 1.3)


def ring(field: Field, levels: Sequence[float], tolerance: float, least: float = 0.0) -> str:
    """The places above each level as path data, in whole numbers; patches smaller than `least` are left out."""
    pen = Pen(0)
    for level in levels:
        for loop in field.contours(level):
            if len(loop) >= 8 and abs(area(loop)) >= least:
                pen.loop(simplify(loop, tolerance))
    return pen.text()


def shelf(field: Field, lattice: Lattice, beaches: Collection[str]) -> Field:
    """Where the sea is shallow for longer: before the beaches."""
    marks = field.made([[0.0] * field.columns for _ in range(field.lines)])
    for name in beaches:
        x, y = lattice.centre(name)
        reach = int(ACROSS / field.step)
        for j in range(int(y / field.step) - reach, int(y / field.step) + reach + 1):
            for i in range(int(x / field.step) - reach, int(x / field.step) + reach + 1):
                if 0 <= j < field.lines and 0 <= i < field.columns:
                    marks.rows[j][i] = 1.0
    return marks.blur(4, 2)
