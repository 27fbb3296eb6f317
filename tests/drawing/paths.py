"""Reading path data back: what was drawn, as points."""

from __future__ import annotations

import re

from beachhead.drawing.geometry import Point

TOKEN = re.compile(r"[MmLlQqCcZzHhVv]|-?(?:\d+\.?\d*|\.\d+)")


def loops_of(d: str, bends: int = 4) -> list[list[Point]]:
    """Every stroke of a path as points, curves cut into pieces."""
    tokens = TOKEN.findall(d)
    found: list[list[Point]] = []
    x = y = 0.0
    command = ""
    at = 0

    def take(count: int) -> list[float]:
        nonlocal at
        numbers = [float(token) for token in tokens[at : at + count]]
        assert len(numbers) == count
        at += count
        return numbers

    while at < len(tokens):
        if tokens[at].isalpha():
            command = tokens[at]
            at += 1
        if command in "Zz":
            x, y = found[-1][0]
            continue
        if command in "Mm":
            dx, dy = take(2)
            x, y = (dx, dy) if command == "M" else (x + dx, y + dy)
            found.append([(x, y)])
            command = "l" if command == "m" else "L"
            continue
        if command == "l":
            dx, dy = take(2)
            points = [(x + dx, y + dy)]
        elif command == "q":
            a, b, c, e = take(4)
            points = [_bend((x, y), (x + a, y + b), (x + c, y + e), part / bends) for part in range(1, bends + 1)]
        elif command == "c":
            a, b, c, e, f, g = take(6)
            ends = ((x, y), (x + a, y + b), (x + c, y + e), (x + f, y + g))
            points = [_curve(ends, part / bends) for part in range(1, bends + 1)]
        else:
            raise AssertionError(f"{command!r} is not drawn by us")
        found[-1] += points
        x, y = points[-1]
    return found


def _bend(a: Point, b: Point, c: Point, t: float) -> Point:
    u = 1 - t
    return (u * u * a[0] + 2 * u * t * b[0] + t * t * c[0], u * u * a[1] + 2 * u * t * b[1] + t * t * c[1])


def _curve(ends: tuple[Point, Point, Point, Point], t: float) -> Point:
    u = 1 - t
    weights = (u**3, 3 * u * u * t, 3 * u * t * t, t**3)
    return (
        sum(weight * point[0] for weight, point in zip(weights, ends, strict=True)),
        sum(weight * point[1] for weight, point in zip(weights, ends, strict=True)),
    )
