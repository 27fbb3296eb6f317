"""A sheet of numbers over the map: distances, heights, and the lines along which they have one value."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from beachhead.drawing.geometry import Point

Row = list[float]
FAR = 1e9


class Field:
    """Numbers at the crossings of a fine square grid."""

    def __init__(self, width: float, height: float, step: float, rows: list[Row] | None = None) -> None:
        self.width, self.height, self.step = width, height, step
        self.columns = math.ceil(width / step) + 1
        self.lines = math.ceil(height / step) + 1
        self.rows = rows if rows is not None else [[0.0] * self.columns for _ in range(self.lines)]

    def made(self, rows: list[Row]) -> Field:
        """Another sheet over the same map."""
        return Field(self.width, self.height, self.step, rows)

    def fill(self, value: Callable[[float, float], float]) -> Field:
        """A sheet whose numbers depend on where they are."""
        step = self.step
        return self.made([[value(i * step, j * step) for i in range(self.columns)] for j in range(self.lines)])

    def combine(self, other: Field, value: Callable[[float, float], float]) -> Field:
        """A sheet made of two."""
        return self.made(
            [[value(a, b) for a, b in zip(mine, theirs, strict=True)] for mine, theirs in zip(self.rows, other.rows, strict=True)]
        )

    def blur(self, cells: int, times: int = 2) -> Field:
        """Every number becomes the mean of those around it."""
        rows = self.rows
        for _ in range(times):
            rows = _transposed(_box(_transposed(_box(rows, cells)), cells))
        return self.made(rows)

    def slope(self, towards: Point) -> Field:
        """How steeply the numbers rise in a direction."""
        dx, dy = towards
        rows = self.rows
        last_column, last_line = self.columns - 1, self.lines - 1
        found = []
        for j in range(self.lines):
            up, here, down = rows[max(0, j - 1)], rows[j], rows[min(last_line, j + 1)]
            found.append(
                [(here[min(last_column, i + 1)] - here[max(0, i - 1)]) * dx + (down[i] - up[i]) * dy for i in range(self.columns)]
            )
        return self.made([[value / (2 * self.step) for value in row] for row in found])

    def distance(self) -> Field:
        """How far every place is from the nearest number above a half."""
        squares = [[0.0 if value > 0.5 else FAR for value in row] for row in self.rows]
        squares = [_parabolas(row) for row in squares]
        squares = _transposed([_parabolas(row) for row in _transposed(squares)])
        return self.made([[math.sqrt(value) * self.step for value in row] for row in squares])

    def contours(self, level: float) -> list[list[Point]]:
        """Closed lines around everything above the level (marching squares); the map's edge counts as below it."""
        low = min(level - 1.0, min(min(row) for row in self.rows))
        rows = [[low] * (self.columns + 2)]
        rows += [[low, *row, low] for row in self.rows]
        rows.append([low] * (self.columns + 2))
        step: dict[tuple[int, int, int], tuple[int, int, int]] = {}
        for j in range(len(rows) - 1):
            above, below = rows[j], rows[j + 1]
            for i in range(len(above) - 1):
                a, b, c, d = above[i] > level, above[i + 1] > level, below[i + 1] > level, below[i] > level
                kind = a + 2 * b + 4 * c + 8 * d
                if kind in (0, 15):
                    continue
                edges = {"n": (i, j, 0), "s": (i, j + 1, 0), "w": (i, j, 1), "e": (i + 1, j, 1)}
                for start, end in _CELLS[kind]:
                    step[edges[start]] = edges[end]
        return [[self._crossing(rows, edge, level) for edge in loop] for loop in _loops(step)]

    def _crossing(self, rows: list[Row], edge: tuple[int, int, int], level: float) -> Point:
        i, j, down = edge
        first = rows[j][i]
        second = rows[j + 1][i] if down else rows[j][i + 1]
        part = (level - first) / (second - first) if second != first else 0.5
        x, y = (i - 1, j - 1 + part) if down else (i - 1 + part, j - 1)
        return (min(max(x, -0.5), self.columns - 0.5) * self.step, min(max(y, -0.5), self.lines - 0.5) * self.step)


# Which sides of a cell a contour joins, by the corners above the level (1 north-west, 2 north-east, 4 south-east, 8 south-west);
# the high ground always lies on the same hand, so that the pieces chain.
_CELLS: dict[int, list[tuple[str, str]]] = {
    1: [("w", "n")],
    2: [("n", "e")],
    3: [("w", "e")],
    4: [("e", "s")],
    5: [("w", "n"), ("e", "s")],
    6: [("n", "s")],
    7: [("w", "s")],
    8: [("s", "w")],
    9: [("s", "n")],
    10: [("n", "e"), ("s", "w")],
    11: [("s", "e")],
    12: [("e", "w")],
    13: [("e", "n")],
    14: [("n", "w")],
}


def _loops(step: dict[tuple[int, int, int], tuple[int, int, int]]) -> list[list[tuple[int, int, int]]]:
    found = []
    for start in sorted(step):
        if start not in step:
            continue
        loop = [start]
        edge = step.pop(start)
        while edge != start:
            loop.append(edge)
            edge = step.pop(edge)
        found.append(loop)
    return found


def _transposed(rows: Sequence[Row]) -> list[Row]:
    return [list(column) for column in zip(*rows, strict=True)]


def _box(rows: Sequence[Row], cells: int) -> list[Row]:
    found = []
    for row in rows:
        padded = [row[0]] * (cells + 1) + list(row) + [row[-1]] * cells
        total, sums = 0.0, [0.0]
        for value in padded:
            total += value
            sums.append(total)
        wide = 2 * cells + 1
        found.append([(sums[i + 1 + wide] - sums[i + 1]) / wide for i in range(len(row))])
    return found


def _parabolas(row: Row) -> Row:
    """Squared distances along one row, given those across it (Felzenszwalb and Huttenlocher)."""
    count = len(row)
    places = [0] * count
    bounds = [0.0] * (count + 1)
    top = 0
    bounds[0], bounds[1] = -math.inf, math.inf
    for q in range(1, count):
        while True:
            p = places[top]
            meet = ((row[q] + q * q) - (row[p] + p * p)) / (2 * q - 2 * p)
            if meet > bounds[top] or top == 0:
                break
            top -= 1
        if meet <= bounds[top]:
            places[0] = q
            continue
        top += 1
        places[top] = q
        bounds[top], bounds[top + 1] = meet, math.inf
    found = []
    top = 0
    for q in range(count):
        while bounds[top + 1] < q:
            top += 1
        found.append((q - places[top]) ** 2 + row[places[top]])
    return found
