"""Works on a map of hexes: bunkers, batteries and other positions that belong together in groups of a color.

Every color has a sign of its own shape, so that nobody needs to tell colors apart. A large sign with its code lies in the middle
of the hex, where a counter covers it; a small one at the lower corner and the outline of the group are seen beside a counter.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from beachhead.drawing.geometry import Pen, Point
from beachhead.drawing.hexes.lattice import Lattice
from beachhead.drawing.stamps import stamped

Layer = dict[str, Any]

INSET = 0.925
"""The outline of a group runs within its hexes, so that two groups can lie side by side."""
LARGE, SMALL = 1.0, 0.42
BELOW = 27.5
"""How far below the middle of the hex the small sign lies: under the edge of a counter."""


def _ring(corners: int, radius: float, turn: float = 0.0) -> list[Point]:
    """A regular polygon; unturned, its first corner is at the top."""
    angles = [math.tau * (n / corners + turn) - math.tau / 4 for n in range(corners)]
    return [(radius * math.cos(angle), radius * math.sin(angle)) for angle in angles]


SIGNS: dict[str, list[Point]] = {
    "square": [(-14, -12), (14, -12), (14, 12), (-14, 12)],
    "pentagon": [(0, -17), (16.5, -4), (10.5, 14), (-10.5, 14), (-16.5, -4)],
    "shield": [(-15, -13), (15, -13), (15, 1), (10, 10), (0, 16), (-10, 10), (-15, 1)],
    "arch": [(-15, 13), (-15, -1), (-12.5, -8), (-7.5, -12.5), (0, -14.5), (7.5, -12.5), (12.5, -8), (15, -1), (15, 13)],
    "cross": [
        (-8, -16), (8, -16), (8, -9.5), (17, -9.5), (17, 9.5), (8, 9.5), (8, 16), (-8, 16), (-8, 9.5), (-17, 9.5), (-17, -9.5),
        (-8, -9.5),
    ],
    "hexagon": _ring(6, 17, 1 / 12),
    "octagon": _ring(8, 16.5, 1 / 16),
}  # fmt: skip
"""The shapes, about 32 wide, with room for a code in the middle."""


def form(sign: str, scale: float) -> str:
    """A sign as a figure that can be stamped."""
    points = [(x * scale, y * scale) for x, y in SIGNS[sign]]
    text, (x, y) = f"m{points[0][0]:.1f} {points[0][1]:.1f}", points[0]
    for nx, ny in points[1:]:
        text += f"l{nx - x:.1f} {ny - y:.1f}"
        x, y = nx, ny
    return text + "z"


def layers(lattice: Lattice, board: Mapping[str, Any]) -> list[Layer]:
    """Outlines and links of the groups, then the signs, by color."""
    works: Mapping[str, Mapping[str, Any]] = board.get("works", {})
    groups: dict[str, dict[str, list[str]]] = {}
    for name, work in works.items():
        groups.setdefault(work["color"], {}).setdefault(work["group"], []).append(name)
    outlines: list[dict[str, Any]] = []
    signs: list[dict[str, Any]] = []
    for color in sorted(groups):
        edge, link = Pen(), Pen()
        for hexes in groups[color].values():
            _outline(edge, lattice, hexes)
            _links(link, lattice, hexes)
        outlines += [{"d": edge.text(), "class": "work-under"}, {"d": edge.text(), "class": f"work-edge {color}"}]
        if link.parts:
            outlines += [{"d": link.text(), "class": "link-under"}, {"d": link.text(), "class": f"work-link {color}"}]
        spots = [lattice.centre(name) for hexes in groups[color].values() for name in hexes]
        sign = next(work["sign"] for work in works.values() if work["color"] == color)
        signs.append(stamped(form(sign, LARGE), spots) | {"class": f"work {color}"})
        signs.append(stamped(form(sign, SMALL), [(x, y + BELOW) for x, y in spots]) | {"class": f"work small {color}"})
    if not signs:
        return []
    return [
        {"id": "work-groups", "class": "work-groups", "paths": outlines},
        {"id": "works", "class": "works", "paths": signs},
    ]


def _outline(pen: Pen, lattice: Lattice, hexes: Sequence[str]) -> None:
    """The sides of the hexes of a group that do not lie between two of them, drawn a little within."""
    shared = {frozenset(_corner(end) for end in lattice.side(a, b)) for a in hexes for b in lattice.near[a] if b in hexes}
    for name in hexes:
        x, y = lattice.centre(name)
        corners = [(x + dx, y + dy) for dx, dy in lattice.corners]
        for a, b in zip(corners, [*corners[1:], corners[0]], strict=True):
            if frozenset((_corner(a), _corner(b))) in shared:
                continue
            (ax, ay), (bx, by) = ((x + (px - x) * INSET, y + (py - y) * INSET) for px, py in (a, b))
            pen.move((ax, ay)).line((bx, by))


def _corner(point: Point) -> tuple[int, int]:
    return round(point[0]), round(point[1])


def _links(pen: Pen, lattice: Lattice, hexes: Sequence[str]) -> None:
    """A line through the middles of the hexes of a group: neighbors first, then whoever is left."""
    left = sorted(hexes)
    reached = [left.pop(0)]
    while left:
        a, b = min(
            ((one, other) for one in reached for other in left),
            key=lambda pair: (math.dist(lattice.centre(pair[0]), lattice.centre(pair[1])), pair),
        )
        pen.move(lattice.centre(a)).line(lattice.centre(b))
        reached.append(b)
        left.remove(b)


def codes(lattice: Lattice, board: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What is printed in the signs and beside the small ones: its code, and what else counts there."""
    found: list[dict[str, Any]] = []
    for name, work in board.get("works", {}).items():
        x, y = lattice.centre(name)
        found.append({"text": work["code"], "x": x, "y": y + 0.5, "class": f"work-code {work['color']}", "level": 1})
        for key, dx, dy in (("left", -15.5, 24.5), ("right", 15.5, 24.5), ("above", -17, -19)):
            if work.get(key):
                found.append({"text": work[key], "x": x + dx, "y": y + dy, "class": "work-note", "level": 1})
    return found


def row(board: Mapping[str, Any], colors: Sequence[str], at: Point, step: float = 17.0) -> list[dict[str, Any]]:
    """Small signs of some colors side by side, from the left."""
    signs = {work["color"]: work["sign"] for work in board.get("works", {}).values()}
    return [
        stamped(form(signs[color], SMALL), [(at[0] + step * index, at[1])]) | {"class": f"work small {color}"}
        for index, color in enumerate(colors)
        if color in signs
    ]
