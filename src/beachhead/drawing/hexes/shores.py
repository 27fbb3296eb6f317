"""A real shore under hexes: the true line where it agrees with the hexes, bent where it does not, so that the map never lies.

On a sheet of fine cells the true land is filled in first. Then the hexes have their say: a sea hex is water, an inland hex is
land, a coastal hex is land around its middle and has a bridge of land to every neighbor that it can be left for, and a channel
runs along a hexside that is all sea. What the true line does apart from that is kept: capes, bays, river mouths.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from beachhead.drawing.field import Field
from beachhead.drawing.geometry import Point, area, noise, simplify
from beachhead.drawing.hexes.coast import Shore, owner_of, ring, trace
from beachhead.drawing.hexes.lattice import ACROSS, Lattice

CELL = 4.0
"""The grain of the sheet."""
SEED = 1945
CORE = 14.0
"""Around its middle a coastal hex is land this far."""
BRIDGE = 9.0
"""Half the width of the land between two hexes that touch each other by land."""
CHANNEL = 6.5
"""Half the width of the water between two that do not."""
LEAST = 320.0
"""Smaller rocks and pools are not drawn."""


def wanted(board: Mapping[str, Any]) -> bool:
    """Whether a board has a real shore, or water between hexes of land."""
    return bool(board.get("shore") or board.get("hexsides", {}).get("strait"))


def loop_of(lattice: Lattice, text: str) -> list[Point]:
    """A closed line of the board on the paper: hundredths, across in positions of a line, then up in lines."""
    numbers = [int(part) / 100 for part in text.split()]
    return [lattice.point(x, y) for x, y in zip(numbers[::2], numbers[1::2], strict=True)]


class Land:
    """The land on its way to the paper."""

    def __init__(self, lattice: Lattice, board: Mapping[str, Any], land: Collection[str]) -> None:
        self.lattice, self.land = lattice, land
        self.straits = {frozenset(pair) for pair in board.get("hexsides", {}).get("strait", ())}
        self.coastal = set(board.get("coastal", ())) or {n for n in land if any(o not in land for o in lattice.near[n])}
        sheet = Field(lattice.width, lattice.height, CELL)
        loops = [loop_of(lattice, text) for text in board.get("shore", ())]
        self.field = _filled(sheet, loops or trace(lattice, land).loops)
        self.islands = _filled(sheet, [loop_of(lattice, text) for text in board.get("islands", ())])
        if loops:
            self._bend()
        for pair in sorted(map(sorted, self.straits)):
            self._stroke(*lattice.side(*pair), CHANNEL, 0.0)

    def _bend(self) -> None:
        """Make the true land agree with the hexes."""
        lattice, land = self.lattice, self.land
        for name in sorted(lattice.near):
            if name not in land:
                self._hex(name, 0.0, 3.0, 3.0)
            elif name not in self.coastal:
                self._hex(name, 1.0, -1.0)
        for name in sorted(self.coastal):
            self._stroke(lattice.centre(name), lattice.centre(name), CORE, 1.0)
            for other in lattice.near[name]:
                done = other in self.coastal and other < name
                if other in land and not done and frozenset((name, other)) not in self.straits:
                    self._stroke(lattice.centre(name), lattice.centre(other), BRIDGE, 1.0)

    def shore(self) -> Shore:
        """The shore of what can be walked on."""
        found = Shore([], [])
        for loop in self.field.blur(1, 1).contours(0.5):
            if abs(area(loop)) >= LEAST:
                points = simplify(loop, 0.9)
                found.loops.append(points)
                found.owners.append([owner_of(self.lattice, self.land, point) for point in points])
        return found

    def abroad(self) -> str:
        """Islands and shores out of play, with water between them and the land, as path data."""
        near = self.field.blur(2, 1)
        apart = self.islands.combine(near, lambda isle, land: 0.0 if land > 0 else isle)
        return ring(apart.blur(1, 1), [0.5], 1.2, LEAST)

    def _hex(self, name: str, value: float, margin: float, waver: float = 0.0) -> None:
        """Fill a hex, but for a margin along its sides that may waver."""
        x, y = self.lattice.centre(name)
        for j, i in self._cells(x, y, ACROSS * 0.62):
            px, py = i * CELL, j * CELL
            if self.field.rows[j][i] == value:
                continue
            edge = margin + waver * noise(px / 17, py / 17, SEED) if waver else margin
            if self._within(px - x, py - y) > edge:
                self.field.rows[j][i] = value

    def _within(self, dx: float, dy: float) -> float:
        """How far within a hex a place is that lies so far from its middle."""
        if not self.lattice.rows:
            dx, dy = dy, dx
        return ACROSS / 2 - max(abs(dx), abs(0.5 * dx + 0.866 * dy), abs(0.5 * dx - 0.866 * dy))

    def _stroke(self, a: Point, b: Point, half: float, value: float) -> None:
        """A broad stroke with round ends."""
        (ax, ay), (bx, by) = a, b
        length = (bx - ax) ** 2 + (by - ay) ** 2
        reach = math.sqrt(length) / 2 + half
        for j, i in self._cells((ax + bx) / 2, (ay + by) / 2, reach):
            x, y = i * CELL, j * CELL
            part = max(0.0, min(1.0, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length)) if length else 0.0
            away = math.hypot(x - ax - part * (bx - ax), y - ay - part * (by - ay)) / half
            if away <= 0.75 or (away <= 1.25 and away <= 1 + 0.25 * noise(x / 23, y / 23, SEED + 1)):
                self.field.rows[j][i] = value

    def _cells(self, x: float, y: float, reach: float) -> list[tuple[int, int]]:
        left, right = max(0, int((x - reach) / CELL)), min(self.field.columns - 1, int((x + reach) / CELL) + 1)
        top, bottom = max(0, int((y - reach) / CELL)), min(self.field.lines - 1, int((y + reach) / CELL) + 1)
        return [(j, i) for j in range(top, bottom + 1) for i in range(left, right + 1)]


def _filled(sheet: Field, loops: Sequence[Sequence[Point]]) -> Field:
    """A sheet with 1 within closed lines, by scanning every row across them."""
    edges: list[list[tuple[Point, Point]]] = [[] for _ in range(sheet.lines)]
    for loop in loops:
        for a, b in zip(loop, [*loop[1:], loop[0]], strict=True):
            low, high = sorted((a[1], b[1]))
            for j in range(max(0, math.ceil((low - 0.01) / CELL)), min(sheet.lines - 1, int((high - 0.01) / CELL)) + 1):
                edges[j].append((a, b))
    rows = []
    for j in range(sheet.lines):
        y = j * sheet.step + 0.01
        crossings = sorted((bx - ax) * (y - ay) / (by - ay) + ax for (ax, ay), (bx, by) in edges[j] if (ay > y) != (by > y))
        row = [0.0] * sheet.columns
        for start, end in zip(crossings[::2], crossings[1::2], strict=True):
            for i in range(max(0, int(start / sheet.step) + 1), min(sheet.columns, int(end / sheet.step) + 1)):
                row[i] = 1.0
        rows.append(row)
    return sheet.made(rows)
