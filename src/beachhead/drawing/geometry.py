"""Points, smooth lines and the noise that makes them look drawn by hand. Everything here is fixed by its seed."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import cache

Point = tuple[float, float]


def number(value: float, places: int = 1) -> str:
    """A coordinate as short as it can be written.

    >>> number(12.04), number(-0.51), number(7.96)
    ('12', '-.5', '8')
    """
    text = f"{value:.{places}f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    if text in ("-0", ""):
        return "0"
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def join(numbers: Iterable[str]) -> str:
    """Coordinates one after the other; a minus sign parts them as well as a space does.

    >>> join(["1", "-2", ".5"])
    '1-2 .5'
    """
    text = ""
    for part in numbers:
        text += part if not text or part.startswith("-") else " " + part
    return text


class Pen:
    """Writes path data with moves relative to where the pen is, rounded so that errors do not add up."""

    def __init__(self, places: int = 1) -> None:
        self.places = places
        self.parts: list[str] = []
        self.here: Point = (0.0, 0.0)
        self._start: Point = (0.0, 0.0)
        self._last = ""

    def _to(self, command: str, *points: Point) -> None:
        x, y = self.here
        numbers = [number(value, self.places) for px, py in points for value in (px - x, py - y)]
        text = join(numbers)
        text = (text if text.startswith("-") else " " + text) if command == self._last and command != "m" else command + text
        self.parts.append(text)
        self._last = command
        self.here = (x + float(numbers[-2]), y + float(numbers[-1]))

    def move(self, point: Point) -> Pen:
        """Lift the pen and put it down elsewhere."""
        self._to("m", point)
        self._start = self.here
        return self

    def line(self, point: Point) -> Pen:
        """A straight stroke."""
        self._to("l", point)
        return self

    def bend(self, control: Point, point: Point) -> Pen:
        """A stroke bent towards a control point."""
        self._to("q", control, point)
        return self

    def curve(self, first: Point, second: Point, point: Point) -> Pen:
        """A stroke with two control points."""
        self._to("c", first, second, point)
        return self

    def close(self) -> Pen:
        """Back to where the pen was put down."""
        self.parts.append("z")
        self._last = "z"
        self.here = self._start
        return self

    def polygon(self, points: Sequence[Point]) -> Pen:
        """A closed line with corners."""
        self.move(points[0])
        for point in points[1:]:
            self.line(point)
        return self.close()

    def polyline(self, points: Sequence[Point]) -> Pen:
        """An open line with corners."""
        self.move(points[0])
        for point in points[1:]:
            self.line(point)
        return self

    def loop(self, points: Sequence[Point]) -> Pen:
        """A closed line without corners: every point pulls the curve, which passes half way between them."""
        if len(points) < 3:
            return self
        middles = [middle(a, b) for a, b in zip(points, [*points[1:], points[0]], strict=True)]
        self.move(middles[-1])
        for point, half in zip(points, middles, strict=True):
            self.bend(point, half)
        return self.close()

    def through(self, points: Sequence[Point]) -> Pen:
        """An open line that passes through all points without corners (Catmull-Rom)."""
        self.move(points[0])
        if len(points) == 2:
            return self.line(points[1])
        last = len(points) - 1
        for index in range(last):
            before = points[max(0, index - 1)]
            start, end = points[index], points[index + 1]
            after = points[min(last, index + 2)]
            first = (start[0] + (end[0] - before[0]) / 6, start[1] + (end[1] - before[1]) / 6)
            second = (end[0] - (after[0] - start[0]) / 6, end[1] - (after[1] - start[1]) / 6)
            self.curve(first, second, end)
        return self

    def text(self) -> str:
        """The path data."""
        return "".join(self.parts)


def middle(a: Point, b: Point) -> Point:
    """Half way."""
    return ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)


def between(a: Point, b: Point, part: float) -> Point:
    """Some part of the way."""
    return (a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part)


def across(a: Point, b: Point) -> Point:
    """The unit vector to the left of the way from a to b (y points down)."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = math.hypot(dx, dy) or 1.0
    return (dy / length, -dx / length)


def cut_corners(points: Sequence[Point], times: int = 1) -> list[Point]:
    """Chaikin's way of rounding a closed line."""
    found = list(points)
    for _ in range(times):
        found = [between(a, b, part) for a, b in zip(found, [*found[1:], found[0]], strict=True) for part in (0.25, 0.75)]
    return found


def resample(points: Sequence[Point], step: float) -> list[Point]:
    """A closed line as points at even distances."""
    found: list[Point] = []
    carried = 0.0
    for a, b in zip(points, [*points[1:], points[0]], strict=True):
        length = math.dist(a, b)
        at = carried
        while at < length:
            found.append(between(a, b, at / length))
            at += step
        carried = at - length
    return found


def simplify(points: Sequence[Point], tolerance: float) -> list[Point]:
    """A closed line with as few points as the tolerance allows (Douglas and Peucker)."""
    if len(points) < 5:
        return list(points)
    far = max(range(len(points)), key=lambda index: math.dist(points[0], points[index]))
    return [*_simplify(points[: far + 1], tolerance)[:-1], *_simplify([*points[far:], points[0]], tolerance)[:-1]]


def _simplify(points: Sequence[Point], tolerance: float) -> list[Point]:
    keep = {0, len(points) - 1}
    todo = [(0, len(points) - 1)]
    while todo:
        first, last = todo.pop()
        if last - first < 2:
            continue
        away, index = max((_away(points[i], points[first], points[last]), i) for i in range(first + 1, last))
        if away > tolerance:
            keep.add(index)
            todo += [(first, index), (index, last)]
    return [points[index] for index in sorted(keep)]


def _away(point: Point, a: Point, b: Point) -> float:
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = math.hypot(dx, dy)
    if not length:
        return math.dist(point, a)
    return abs(dx * (a[1] - point[1]) - dy * (a[0] - point[0])) / length


def area(points: Sequence[Point]) -> float:
    """The signed area within a closed line."""
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(points, [*points[1:], points[0]], strict=True)) / 2


def inside(point: Point, loops: Iterable[Sequence[Point]]) -> bool:
    """Whether a point lies within closed lines, holes left out."""
    x, y = point
    found = False
    for loop in loops:
        for (ax, ay), (bx, by) in zip(loop, [*loop[1:], loop[0]], strict=True):
            if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
                found = not found
    return found


def chance(*key: int) -> float:
    """A number from 0 to 1 that looks random and is always the same for the same key."""
    value = 0x9E3779B9
    for part in key:
        value = (value ^ (part & 0xFFFFFFFF)) * 0x85EBCA6B & 0xFFFFFFFF
        value ^= value >> 13
        value = value * 0xC2B2AE35 & 0xFFFFFFFF
        value ^= value >> 16
    return value / 0xFFFFFFFF


@cache
def _square(column: int, row: int, seed: int) -> tuple[float, float, float, float]:
    """The noise at the four corners of a square."""
    return (
        chance(column, row, seed),
        chance(column + 1, row, seed),
        chance(column, row + 1, seed),
        chance(column + 1, row + 1, seed),
    )


def noise(x: float, y: float, seed: int) -> float:
    """Smooth noise from -1 to 1 with a grain of one unit."""
    column, row = math.floor(x), math.floor(y)
    u, v = x - column, y - row
    u, v = u * u * (3 - 2 * u), v * v * (3 - 2 * v)
    a, b, c, d = _square(column, row, seed)
    top, bottom = a + (b - a) * u, c + (d - c) * u
    return 2 * (top + (bottom - top) * v) - 1


def clouds(x: float, y: float, seed: int, octaves: int = 3) -> float:
    """Noise upon noise, each finer and fainter, from about -1 to 1."""
    total, weight, found = 0.0, 1.0, 0.0
    for octave in range(octaves):
        found += weight * noise(x * 2**octave, y * 2**octave, seed + octave)
        total += weight
        weight /= 2
    return found / total
