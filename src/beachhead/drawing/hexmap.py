"""A map of hexes, drawn: from the plain data of the game's board to layers of paths."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

from beachhead.drawing import coast, furniture, ground, routes
from beachhead.drawing.field import Field
from beachhead.drawing.geometry import Pen, Point, chance
from beachhead.drawing.labels import Placer, Wish, plain
from beachhead.drawing.lattice import ACROSS, Lattice

CELL = 8.0
"""The grain of the sheets from which tints, relief and depths are drawn."""

Layer = dict[str, Any]
PLURAL = {"beach": "beach"}


def draw_hexes(board: Mapping[str, Any], theme: Mapping[str, Any]) -> dict[str, Any]:
    """The drawing of a map of hexes."""
    return HexMap(board, theme).drawing()


class HexMap:
    """One map on its way to the paper."""

    def __init__(self, board: Mapping[str, Any], theme: Mapping[str, Any]) -> None:
        self.board, self.theme = board, theme
        self.look: Mapping[str, Any] = theme.get("map", {})
        self.lattice = Lattice(board, self.look)
        self.terrain: Mapping[str, str] = board["terrain"]
        looks = theme.get("terrain", {})
        self.sea_kinds = {kind for kind in self.terrain.values() if looks.get(kind, {}).get("sea", kind == "sea")}
        self.land = {name for name, kind in self.terrain.items() if kind not in self.sea_kinds}
        self.shore = coast.trace(self.lattice, self.land)
        self.features: Mapping[str, str] = self.look.get("names", {})
        self.places: Mapping[str, list[str]] = board.get("names", {})
        towns = {name for name, kind in self.terrain.items() if kind == "town"}
        self.network = routes.Network(self.lattice, board.get("routes", {}), towns)
        self.sheet = Field(self.lattice.width, self.lattice.height, CELL)
        self.kinds = ground.spread(self.lattice, self.terrain, self.sea_kinds)

    def drawing(self) -> dict[str, Any]:
        """Everything, bottom to top."""
        width, height = self.lattice.width, self.lattice.height
        boxes = furniture.boxes(self.look)
        layers = [*self.water(), *self.ground(), *self.lines(), *self.towns()]
        ornaments, fixed = self.ornaments()
        names = self.names(boxes)
        return {
            "kind": "hexes",
            "width": round(width),
            "height": round(height),
            "unit": ACROSS,
            "shapes": {"coast": self.shore.path()},
            "cell": Pen().polygon(self.lattice.corners).text(),
            "layers": [layer for layer in [*layers, furniture.frame(width, height), *ornaments] if layer["paths"] or "cells" in layer],
            "labels": plain(names) + fixed,
            "spaces": self.spaces(),
            "boxes": boxes,
            "credits": self.look.get("credits", ""),
        }

    # ------------------------------------------------------------------ layers

    def water(self) -> list[Layer]:
        """The sea, the shallows and the surf."""
        width, height = self.lattice.width, self.lattice.height
        self.dry = coast.fill_land(self.sheet, self.shore)
        shelf = coast.shelf(self.sheet, self.lattice, self.board.get("beaches", ()))
        rings, lines = coast.depths(self.dry, shelf)
        whole = Pen().polygon([(0, 0), (width, 0), (width, height), (0, height)]).text()
        depths = [{"d": ring, "class": f"depth-{len(rings) - index}"} for index, ring in enumerate(rings)]
        return [
            {"id": "sea", "class": "sea", "paths": [{"d": whole, "class": "sea-deep"}, *depths, {"d": lines, "class": "waterline"}]},
            {"id": "grid-sea", "class": "grid-sea", "cells": "sea", "paths": []},
            {"id": "surf", "class": "surf", "paths": [{"use": "coast", "class": "surf-wide"}, {"use": "coast", "class": "surf-line"}]},
        ]

    def ground(self) -> list[Layer]:
        """The land: tints nested by height, sand, relief, signs."""
        looks = self.theme.get("terrain", {})
        kinds = sorted({self.terrain[name] for name in self.land}, key=lambda kind: (looks.get(kind, {}).get("height", 0), kind))
        tints: list[dict[str, Any]] = [{"use": "coast", "class": "land"}]
        for index, kind in enumerate(kinds):
            height = looks.get(kind, {}).get("height", 0)
            if height <= 0 and looks.get(kind, {}).get("scatter") in (None, "blocks"):
                continue
            higher = {other for other in kinds[index:] if height <= 0 or looks.get(other, {}).get("height", 0) >= height}
            wanted = {kind} if height <= 0 else higher
            tints.append({"d": ground.tint(self.sheet, self.lattice, self.kinds, wanted), "class": f"tint {kind}"})
        high = {kind: float(looks.get(kind, {}).get("height", 0)) for kind in kinds}
        shades = {}
        if any(high.values()):
            shades = ground.relief(ground.heights(self.sheet, self.lattice, self.kinds, high, self.dry))
        sand = routes.beaches(self.shore, set(self.board.get("beaches", ())))
        signs = ground.scatter(self.lattice, {name: self.terrain[name] for name in self.land}, looks, self.clear_of_roads())
        blocks = signs.pop("blocks", "")
        self.blocks = blocks
        paths = [
            *tints,
            *({"d": d, "class": f"relief {kind}"} for kind, d in shades.items() if d),
            *({"d": d, "class": f"sign {sign}"} for sign, d in sorted(signs.items())),
        ]
        if sand:
            paths += [{"d": sand, "class": "sand"}, {"d": sand, "class": "sand-dots"}]
        return [
            {"id": "land", "class": "ground", "clip": "coast", "paths": paths},
            {"id": "shore", "class": "shore", "paths": [{"use": "coast", "class": "shore-line"}]},
            {"id": "grid-land", "class": "grid-land", "cells": "land", "paths": []},
        ]

    def clear_of_roads(self) -> Callable[[Point], bool]:
        """Whether a sign may stand somewhere: not on a road."""
        cells: dict[tuple[int, int], list[Point]] = {}
        for x, y in self.network.sampled():
            cells.setdefault((int(x // 20), int(y // 20)), []).append((x, y))

        def free(point: Point) -> bool:
            column, row = int(point[0] // 20), int(point[1] // 20)
            near = [spot for i in (-1, 0, 1) for j in (-1, 0, 1) for spot in cells.get((column + i, row + j), ())]
            return all(math.dist(point, spot) > 9.5 for spot in near)

        return free

    def lines(self) -> list[Layer]:
        """Rivers, cliffs, trails and roads."""
        sides = self.board.get("hexsides", {})
        found: list[Layer] = []
        if sides.get("river"):
            d = routes.river(self.lattice, sides["river"])
            found.append({"id": "river", "class": "river", "paths": [{"d": d, "class": "river-bank"}, {"d": d, "class": "river-water"}]})
        ways = [kind for kind in ("trail", "road") if kind in self.network.kinds]
        ways += [kind for kind in self.network.kinds if kind not in ways]
        for kind in ways:
            d = self.network.path(kind)
            found.append({"id": kind, "class": kind, "paths": [{"d": d, "class": f"{kind}-under"}, {"d": d, "class": f"{kind}-top"}]})
        if sides.get("cliff"):
            edge, teeth = routes.cliff(self.lattice, sides["cliff"])
            paths = [{"d": teeth, "class": "cliff-teeth"}, {"d": edge, "class": "cliff-edge"}]
            found.append({"id": "cliff", "class": "cliff", "paths": paths})
        return found

    def towns(self) -> list[Layer]:
        """Houses, runways and lakes."""
        runways, lakes, marsh, summits = Pen(), Pen(), Pen(), Pen()
        for name, hexes in self.places.items():
            kind = self.features.get(name)
            x, y = _mean([self.lattice.centre(each) for each in hexes])
            if kind == "airfield":
                _runway(runways, (x, y), 26.0 if len(hexes) == 1 else 42.0)
            elif kind == "lake":
                _lake(lakes, marsh, (x, y))
            elif kind == "height":
                summits.polygon([(x, y - 6), (x + 6, y + 4.5), (x - 6, y + 4.5)])
        return [
            {"id": "lakes", "class": "lakes", "paths": [{"d": lakes.text(), "class": "lake"}, {"d": marsh.text(), "class": "marsh"}] if lakes.parts else []},
            {"id": "towns", "class": "towns", "paths": [{"d": self.blocks, "class": "blocks"}] if self.blocks else []},
            {"id": "runways", "class": "runways", "paths": [{"d": runways.text(), "class": "runway"}, {"d": runways.text(), "class": "runway-line"}] if runways.parts else []},
            {"id": "summits", "class": "summits", "paths": [{"d": summits.text(), "class": "summit"}] if summits.parts else []},
        ]

    def ornaments(self) -> tuple[list[Layer], list[dict[str, Any]]]:
        """Title, compass, scale and key, as far as the theme gives them a place."""
        layers: list[Layer] = []
        labels: list[dict[str, Any]] = []
        if self.look.get("title"):
            more, words = furniture.cartouche(self.look)
            layers += more
            labels += words
        if "compass" in self.look:
            layer, words = furniture.compass(self.look["compass"])
            layers.append(layer)
            labels += words
        if "key" in self.look:
            layer, words = furniture.key(self.theme, self.board, self.look["key"])
            layers.append(layer)
            labels += words
        if "scale" in self.look:
            spec = self.look["scale"]
            layer, words = furniture.scale_bar(spec, (spec["at"][0] * ACROSS, spec["at"][1] * ACROSS))
            layers.append(layer)
            labels += words
        return layers, labels

    # ------------------------------------------------------------------ names

    def names(self, boxes: list[dict[str, Any]]) -> list[Wish]:
        """Every name in its place."""
        wishes = []
        for name, hexes in self.places.items():
            wishes.append(Wish(name, self.features.get(name, "place"), [self.lattice.centre(each) for each in hexes]))
        for spec in self.look.get("labels", ()):
            if spec["at"] not in self.terrain:
                continue
            x, y = self.lattice.centre(spec["at"])
            dx, dy = spec.get("shift", (0, 0))
            fixed = "shift" in spec
            wish = Wish(spec["text"], spec["kind"], [(x + dx * ACROSS, y + dy * ACROSS)], spec.get("angle", 0), fixed)
            if spec["kind"] in ("cape", "beach"):
                wish.seaward = self.seaward(spec["at"])
            wishes.append(wish)
        blocked = furniture.outlines_of(boxes)
        blocked += furniture.outlines_of(furniture.boxes({"boxes": [self.look[name] for name in ("key", "cartouche") if name in self.look]}))
        avoid: list[tuple[Point, float]] = [(point, 2.4) for point in self.network.sampled()]
        for name in sorted(self.land):
            x, y = self.lattice.centre(name)
            town = self.terrain[name] == "town"
            avoid += [((x + dx, y + dy), 3.0 if town else 0.55) for dx in (-18, -6, 6, 18) for dy in (-16, 0, 16)]
        for loop in self.shore.loops:
            avoid += [(point, 0.9) for point in loop]
        Placer(self.lattice.width, self.lattice.height, avoid, blocked).place(wishes)
        return wishes

    def seaward(self, name: str) -> Point:
        """The direction in which the sea lies."""
        x, y = self.lattice.centre(name)
        sea = [self.lattice.centre(near) for near in self.lattice.near[name] if near not in self.land] or [(x + 1, y)]
        mx, my = _mean(sea)
        length = math.hypot(mx - x, my - y) or 1.0
        return ((mx - x) / length, (my - y) / length)

    # ------------------------------------------------------------------ spaces

    def spaces(self) -> dict[str, dict[str, Any]]:
        """Where every hex is and what is there; outline and neighbours follow from `cell` and `unit`."""
        named: dict[str, list[str]] = {}
        for name, hexes in self.places.items():
            for each in hexes:
                named.setdefault(each, []).append(name)
        beaches = set(self.board.get("beaches", ()))
        looks = self.theme.get("terrain", {})
        found = {}
        for name in sorted(self.terrain):
            x, y = self.lattice.centre(name)
            kind = self.terrain[name]
            space: dict[str, Any] = {"x": round(x), "y": round(y), "terrain": kind}
            if name in named:
                space["title"] = " and ".join(named[name])
            facts = ["beach"] if name in beaches else []
            if facts:
                space["facts"] = facts
            if kind in self.sea_kinds:
                space["sea"] = True
            found[name] = space
        del looks
        return found


def _mean(points: list[Point]) -> Point:
    return (sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points))


def _runway(pen: Pen, at: Point, half: float) -> None:
    x, y = at
    cos, sin = math.cos(-0.18), math.sin(-0.18)
    y += 2
    for along, down, length in ((0.0, 0.0, half),):
        one, two = along - length, along + length
        pen.move((x + one * cos - down * sin, y + one * sin + down * cos)).line((x + two * cos - down * sin, y + two * sin + down * cos))


def _lake(water: Pen, marsh: Pen, at: Point) -> None:
    x, y = at
    points = []
    for turn in range(10):
        angle = math.tau * turn / 10
        reach = 1 + 0.35 * (chance(turn, 3) - 0.5)
        points.append((x + 2 + 15 * reach * math.cos(angle), y + 9 * reach * math.sin(angle)))
    water.loop(points)
    for index in range(7):
        mx, my = x - 22 + 44 * chance(index, 11), y + (14 if index % 2 else -15) + 5 * chance(index, 12)
        marsh.move((mx - 4, my)).line((mx + 4, my)).move((mx, my - 3)).line((mx, my))
