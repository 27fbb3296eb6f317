"""A map of areas: polygons with names, as the game gives them, with borders that look drawn.

The board: {"kind": "areas", "areas": {id: {"outline": [[x, y], …], "name": text, "terrain": kind, "centre": [x, y], "near": [id],
"sea": bool}}}; all but the outline may be left out. Areas that share a side share its drawn line.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from statistics import median
from typing import Any

from beachhead.drawing import furniture
from beachhead.drawing.geometry import Pen, Point, area, between, clouds, number
from beachhead.drawing.labels import Placer, Wish, plain
from beachhead.drawing.lattice import ACROSS, MARGIN

SEED = 1950
SPACES_ACROSS = 3.2
"""How many counters lie beside each other in a typical area."""
STEP = 11.0

Layer = dict[str, Any]


def draw_areas(board: Mapping[str, Any], theme: Mapping[str, Any]) -> dict[str, Any]:
    """The drawing of a map of areas."""
    return AreaMap(board, theme).drawing()


class AreaMap:
    """One map of areas on its way to the paper."""

    def __init__(self, board: Mapping[str, Any], theme: Mapping[str, Any]) -> None:
        self.board, self.theme = board, theme
        self.look: Mapping[str, Any] = theme.get("map", {})
        self.areas: Mapping[str, Mapping[str, Any]] = board["areas"]
        outlines = {name: [(float(x), float(y)) for x, y in given["outline"]] for name, given in self.areas.items()}
        self.scale = ACROSS * SPACES_ACROSS / math.sqrt(median(abs(area(outline)) for outline in outlines.values()))
        points = [point for outline in outlines.values() for point in outline]
        margin = max(MARGIN * 2, ACROSS * 1.5)
        self.left = min(x for x, _ in points) - margin / self.scale
        self.top = min(y for _, y in points) - margin / self.scale
        self.width = (max(x for x, _ in points) - self.left) * self.scale + margin
        self.height = (max(y for _, y in points) - self.top) * self.scale + margin
        self.corners = {name: [self.placed(point) for point in outline] for name, outline in outlines.items()}
        self.lines = {name: self.drawn(outline) for name, outline in self.corners.items()}

    def placed(self, point: Sequence[float]) -> Point:
        """A point of the game on the paper."""
        return (round((point[0] - self.left) * self.scale, 1), round((point[1] - self.top) * self.scale, 1))

    def drawn(self, outline: Sequence[Point]) -> list[Point]:
        """An outline as a pen would draw it; what moves a point depends on the point alone, so neighbours agree."""
        found = []
        for a, b in zip(outline, [*outline[1:], outline[0]], strict=True):
            steps = max(1, round(math.dist(a, b) / STEP))
            one, two = sorted((a, b))
            points = [_wander(between(one, two, step / steps)) for step in range(steps + 1)]
            found += points[:-1] if one == a else points[:0:-1]
        return found

    def shore(self) -> list[list[Point]]:
        """The sides that only one area of land has, chained."""
        sides: set[tuple[Point, Point]] = set()
        for name, outline in self.lines.items():
            if self.sea(name):
                continue
            points = outline if area(outline) > 0 else outline[::-1]
            for a, b in zip(points, [*points[1:], points[0]], strict=True):
                if (b, a) in sides:
                    sides.remove((b, a))
                else:
                    sides.add((a, b))
        onward: dict[Point, list[Point]] = {}
        for a, b in sorted(sides):
            onward.setdefault(a, []).append(b)
        found = []
        while onward:
            point = start = min(onward)
            loop = []
            while point in onward:
                loop.append(point)
                following = onward[point].pop()
                if not onward[point]:
                    del onward[point]
                point = following
                if point == start:
                    break
            found.append(loop)
        return found

    def drawing(self) -> dict[str, Any]:
        """Everything, bottom to top."""
        boxes = furniture.boxes(self.look)
        coast = Pen()
        for loop in self.shore():
            coast.polygon(loop)
        paths = {name: Pen().polygon(line).text() for name, line in self.lines.items()}
        whole = Pen().polygon([(0, 0), (self.width, 0), (self.width, self.height), (0, self.height)]).text()
        depths = [{"use": "coast", "class": f"shelf shelf-{index}"} for index in (3, 2, 1)]
        land = [
            {"d": d, "class": f"area {self.areas[name].get('terrain', 'clear')}"}
            for name, d in paths.items()
            if not self.sea(name)
        ]
        borders = [{"d": d, "class": "border"} for d in paths.values()]
        layers: list[Layer] = [
            {"id": "sea", "class": "sea", "paths": [{"d": whole, "class": "sea-deep"}, *depths]},
            {
                "id": "surf",
                "class": "surf",
                "paths": [{"use": "coast", "class": "surf-wide"}, {"use": "coast", "class": "surf-line"}],
            },
            {"id": "areas", "class": "areas", "paths": land},
            {"id": "borders", "class": "borders", "paths": borders},
            {"id": "shore", "class": "shore", "paths": [{"use": "coast", "class": "shore-line"}]},
            furniture.frame(self.width, self.height),
        ]
        return {
            "kind": "areas",
            "width": round(self.width),
            "height": round(self.height),
            "unit": ACROSS,
            "shapes": {"coast": coast.text()},
            "layers": layers,
            "labels": plain(self.names(boxes)),
            "spaces": {name: self.space(name, paths[name]) for name in sorted(self.areas)},
            "boxes": boxes,
            "credits": self.look.get("credits", ""),
        }

    def sea(self, name: str) -> bool:
        """Whether an area is water."""
        return bool(self.areas[name].get("sea"))

    def centre(self, name: str) -> Point:
        """Where the counters of an area lie: where the game says, or at its centre of gravity."""
        given = self.areas[name].get("centre")
        if given is not None:
            return self.placed(given)
        outline = self.corners[name]
        whole, x, y = 0.0, 0.0, 0.0
        for (ax, ay), (bx, by) in zip(outline, [*outline[1:], outline[0]], strict=True):
            cross = ax * by - bx * ay
            whole, x, y = whole + cross, x + (ax + bx) * cross, y + (ay + by) * cross
        return (x / (3 * whole), y / (3 * whole))

    def near(self, name: str) -> list[str]:
        """The areas next to one: as the game says, or those that share a side."""
        given = self.areas[name].get("near")
        if given is not None:
            return sorted(given)
        mine = _sides(self.corners[name])
        return sorted(other for other, outline in self.corners.items() if other != name and mine & _sides(outline))

    def space(self, name: str, path: str) -> dict[str, Any]:
        """An area as a space of the drawing."""
        x, y = self.centre(name)
        found: dict[str, Any] = {"x": float(number(x)), "y": float(number(y)), "d": "M0 0" + path, "near": self.near(name)}
        given = self.areas[name]
        found["title"] = given.get("name", name)
        if self.sea(name):
            found["sea"] = True
        else:
            found["terrain"] = given.get("terrain", "clear")
        return found

    def names(self, boxes: list[dict[str, Any]]) -> list[Wish]:
        """The names of the areas, below where their counters lie."""
        wishes = []
        for name, given in self.areas.items():
            if given.get("name"):
                x, y = self.centre(name)
                wishes.append(Wish(given["name"], "bay" if self.sea(name) else "place", [(x, y + 0.72 * ACROSS)]))
        avoid: list[tuple[Point, float]] = [(point, 1.2) for line in self.lines.values() for point in line]
        for name in self.areas:
            x, y = self.centre(name)
            avoid += [((x + dx, y + dy), 3.0) for dx in (-18, -6, 6, 18) for dy in (-16, 0, 16)]
        Placer((self.width, self.height), avoid, furniture.outlines_of(boxes)).place(wishes)
        return wishes


def _wander(point: Point) -> Point:
    x, y = point
    moved = (x + 5 * clouds(x / 40, y / 40, SEED, 2), y + 5 * clouds(x / 40, y / 40, SEED + 9, 2))
    return (round(moved[0], 1), round(moved[1], 1))


def _sides(outline: Sequence[Point]) -> set[tuple[Point, ...]]:
    return {tuple(sorted(side)) for side in zip(outline, [*outline[1:], outline[0]], strict=True)}
