"""Where the hexes of a numbered grid lie on the paper."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from beachhead.boards.hexes import HexGrid
from beachhead.drawing.geometry import Point

ACROSS = 60.0
"""From side to side of a hex; the measure of everything drawn."""
ALONG = 52.0
"""From one line of hexes to the next: 60 times the sine of 60 degrees, rounded so that centres are whole numbers."""
RADIUS = ALONG / 1.5
MARGIN = 46.0


class Lattice:
    """A grid laid out on the paper.

    `lines: rows` puts the lines of the numbers across the paper, hexes standing on a point; `columns` puts them down the paper,
    hexes lying on a side. `first` says at which edge line 1 lies.
    """

    def __init__(self, board: Mapping[str, Any], look: Mapping[str, Any]) -> None:
        self.grid = HexGrid(board["lines"], board["positions"], shifted=board["shifted"])
        self.rows = look.get("lines", "rows") == "rows"
        self.first = look.get("first", "south" if self.rows else "west")
        self.backward = self.first in ("south", "east")
        lines = (self.grid.lines - 1) * ALONG + 2 * RADIUS + 2 * MARGIN
        positions = (self.grid.positions + 0.5) * ACROSS + 2 * MARGIN
        left, top, right, bottom = (round(part * ACROSS) for part in look.get("margins", (0, 0, 0, 0)))
        self.left, self.top = left, top
        """Open sea beyond the grid, for what is printed beside the land."""
        width, height = (positions, lines) if self.rows else (lines, positions)
        self.width, self.height = width + left + right, height + top + bottom

    def centre(self, name: str) -> Point:
        """The middle of a hex."""
        line, position = int(name[:2]), int(name[2:])
        shift = 0.5 if line % 2 == self.grid.shifted_parity else 0.0
        along = MARGIN + (position - 0.5 + shift) * ACROSS
        down = (self.grid.lines - line if self.backward else line - 1) * ALONG + RADIUS + MARGIN
        x, y = (along, down) if self.rows else (down, along)
        return (round(x) + self.left, round(y) + self.top)

    def point(self, position: float, line: float) -> Point:
        """A place between the hexes: across in positions of an unshifted line, up in lines."""
        along = MARGIN + (position - 0.5) * ACROSS
        down = (self.grid.lines - line if self.backward else line - 1) * ALONG + RADIUS + MARGIN
        x, y = (along, down) if self.rows else (down, along)
        return (x + self.left, y + self.top)

    @cached_property
    def corners(self) -> tuple[Point, ...]:
        """The corners of a hex around its middle, clockwise."""
        half, quarter = ACROSS / 2, RADIUS / 2
        standing = ((0.0, -RADIUS), (half, -quarter), (half, quarter), (0.0, RADIUS), (-half, quarter), (-half, -quarter))
        return standing if self.rows else tuple((-y, x) for x, y in standing)

    def corner(self, name: str, index: int) -> Point:
        """One corner of a hex on the paper."""
        x, y = self.centre(name)
        dx, dy = self.corners[index % 6]
        return (x + dx, y + dy)

    @cached_property
    def near(self) -> dict[str, tuple[str, ...]]:
        """The neighbours of every hex by name."""
        names = self.grid.names
        return {name: tuple(names[other] for other in self.grid.neighbours[space]) for space, name in enumerate(names)}

    def side(self, first: str, second: str) -> tuple[Point, Point]:
        """The ends of the hexside between two hexes, clockwise around the first."""
        (ax, ay), (bx, by) = self.centre(first), self.centre(second)
        middle = ((ax + bx) / 2, (ay + by) / 2)
        order = sorted(range(6), key=lambda index: _square(self.corner(first, index), middle))[:2]
        one, two = sorted(order)
        if (one, two) == (0, 5):
            one, two = 5, 0
        return self.corner(first, one), self.corner(first, two)

    def at(self, point: Point) -> str | None:
        """The hex whose middle is nearest, or None off the grid."""
        x, y = point[0] - self.left, point[1] - self.top
        if not self.rows:
            x, y = y, x
        level = (y - RADIUS - MARGIN) / ALONG
        best: tuple[float, str] | None = None
        for down in (int(level // 1), int(level // 1) + 1):
            line = self.grid.lines - down if self.backward else down + 1
            if not 1 <= line <= self.grid.lines:
                continue
            shift = 0.5 if line % 2 == self.grid.shifted_parity else 0.0
            position = round((x - MARGIN) / ACROSS + 0.5 - shift)
            if not 1 <= position <= self.grid.positions:
                continue
            name = f"{line:02}{position:02}"
            away = _square(self.centre(name), point)
            if best is None or away < best[0]:
                best = (away, name)
        return best[1] if best is not None and best[0] <= (RADIUS * 1.01) ** 2 else None


def _square(a: Point, b: Point) -> float:
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2
