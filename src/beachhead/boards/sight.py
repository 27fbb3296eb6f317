"""Lines of sight on a hex grid: which hexes and hexsides the straight line between two hex centers crosses, exactly.

A line is a list of stages from one end to the other, the ends among them. A stage is the hex that the line runs through, or both
hexes of the hexside that it runs along (one at the edge of the map). Everything is computed in whole numbers and fractions.

What blocks is for the game to say: it gives `is_open` the height of each hex, the height that blocks nothing yet, and hexsides
that block, and may choose other rows for other ends.
"""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction
from functools import cache
from typing import Final

from beachhead.boards.hexes import HexGrid
from beachhead.boards.network import Side, side_of

Line = tuple[tuple[int, ...], ...]
"""Stages from one end to the other."""
Axes = tuple[int, int]
"""A hex, or a point in thirds of a hex, in axial coordinates: along the line of the grid, and across."""
CORNERS: Final = ((2, -1), (1, 1), (-1, 2), (-2, 1), (-1, -1), (1, -2))
"""From the center of a hex to its corners, going around it, in thirds."""
NO_SIDES: Final[frozenset[Side]] = frozenset()


def line_between(grid: HexGrid, first: int, second: int) -> Line:
    """The line from one hex to another. The line back is the same, reversed.

    >>> grid = HexGrid(4, 4)
    >>> [[grid.names[space] for space in stage] for stage in line_between(grid, grid.space("0102"), grid.space("0302"))]
    [['0102'], ['0201', '0202'], ['0302']]
    """
    (q, r), (other_q, other_r) = grid.axes(first), grid.axes(second)
    stages = []
    for stage in _stages(other_q - q, other_r - r):
        spaces = [grid.at(q + along, r + across) for along, across in stage]
        stages.append(tuple(sorted(space for space in spaces if space >= 0)))
    return tuple(stages)


def hexes_crossed(line: Line) -> list[int]:
    """All hexes strictly between the ends, those on either side of a hexside that the line runs along included."""
    return [space for stage in line[1:-1] for space in stage]


def hexsides_crossed(line: Line) -> list[Side]:
    """All hexsides that the line crosses, those at the corners where it begins or ends to run along a hexside included."""
    return [side_of(before, space) for index in range(1, len(line)) for before in line[index - 1] for space in line[index]]


def hexsides_along(line: Line) -> list[Side]:
    """All hexsides that the line runs along."""
    return [side_of(stage[0], stage[1]) for stage in line if len(stage) == 2]


def is_open(
    line: Line, heights: bytes | bytearray, limit: int, sides: Collection[Side] = NO_SIDES, borders: Collection[Side] = NO_SIDES
) -> bool:
    """Whether nothing on the line blocks it; the ends themselves never do.

    A hex between the ends blocks if it is higher than `limit`. A hexside of `sides` blocks wherever it is crossed, one of
    `borders` only where the line leaves its first hex or enters its last. Where the line runs along a hexside, either side of it
    is enough: a hex that does not block, entered and left across hexsides that do not.
    """
    last = len(line) - 1
    for index in range(1, last + 1):
        stage, before = line[index], line[index - 1]
        if len(stage) == 2:
            after = line[index + 1]
            for space in stage:
                if (
                    heights[space] <= limit
                    and not _is_barred(before, space, index == 1, sides, borders)
                    and not _is_barred(after, space, index + 1 == last, sides, borders)
                ):
                    break
            else:
                return False
        else:
            if index < last and heights[stage[0]] > limit:
                return False
            if len(before) == 1 and _is_barred(before, stage[0], index in (1, last), sides, borders):
                return False
    return True


def _is_barred(stage: tuple[int, ...], space: int, at_end: bool, sides: Collection[Side], borders: Collection[Side]) -> bool:
    """Whether the hexside between a stage of one hex and another hex blocks."""
    side = side_of(stage[0], space)
    return side in sides or (at_end and side in borders)


@cache
def _stages(q: int, r: int) -> tuple[tuple[Axes, ...], ...]:
    """The stages of the line from the hex 0, 0 to another, in order.

    Every hex that the line meets is on one of the shortest routes between the ends. It runs through a hex if corners lie on both
    sides of it, and along a hexside if two neighboring corners lie on it. A hex that it touches only in one corner is left out.
    """
    if not q and not r:
        return (((0, 0),),)
    found: dict[Fraction, list[Axes]] = {}
    for hex_ in _on_shortest_ways(q, r):
        corners = [(3 * hex_[0] + along, 3 * hex_[1] + across) for along, across in CORNERS]
        aside = [q * across - r * along for along, across in corners]
        if min(aside) < 0 < max(aside) or aside.count(0) == 2:
            found.setdefault(_enters(corners, aside, q, r), []).append(hex_)
    return tuple(tuple(found[when]) for when in sorted(found))


def _on_shortest_ways(q: int, r: int) -> list[Axes]:
    """The hexes whose distances to both ends add up to the distance between the ends."""
    whole = _steps(q, r)
    spread_q, spread_r = range(min(0, q), max(0, q) + 1), range(min(0, r), max(0, r) + 1)
    return [(a, b) for a in spread_q for b in spread_r if _steps(a, b) + _steps(q - a, r - b) == whole]


def _steps(q: int, r: int) -> int:
    return max(abs(q), abs(r), abs(q + r))


def _enters(corners: list[Axes], aside: list[int], q: int, r: int) -> Fraction:
    """How far along the line it first meets a hex; the unit does not matter, only that the value grows along the line."""
    met = []
    for index in range(6):
        here, there = aside[index - 1], aside[index]
        if here * there < 0 or not there:
            (a, b), (c, d) = corners[index - 1], corners[index]
            part = Fraction(here, here - there) if there else Fraction(1)
            met.append(q * (a + (c - a) * part) + r * (b + (d - b) * part) + (q + r) * (a + b + (c + d - a - b) * part))
    return min(met)
