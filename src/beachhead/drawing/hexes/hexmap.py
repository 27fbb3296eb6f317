"""A map of hexes, drawn: from the plain data of the game's board to layers of paths."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

from beachhead.drawing import furniture
from beachhead.drawing.field import Field
from beachhead.drawing.geometry import Pen, Point, chance
from beachhead.drawing.hexes import airfields, coast, ground, levels, printed, routes, shores, summits, works
from beachhead.drawing.hexes.lattice import ACROSS, Lattice
from beachhead.drawing.labels import Placer, Wish, plain
from beachhead.drawing.stamps import stamped

CELL = 8.0
"""The grain of the sheets from which tints, relief and depths are drawn."""

OFFSHORE = 3
"""How many hexes of sea around the land are spaces of the drawing, unless the theme says otherwise."""

VILLAGE: tuple[Point, ...] = ((-21, -8), (-13, -17), (15, -17), (22, -6), (21, 8), (12, 18), (-12, 18), (-22, 9))
"""Where the houses of a village stand: around the middle of its hex, where a symbol may be printed."""
ACROSS_IT = (-20, -10, 0, 10, 20)
"""Points of a counter, for names that should not be covered by it."""
COVERED = {"red": 1.7}
"""What each of these points costs under a symbol on which a counter begins the game."""
HOUSES = ground.SIGNS["houses"][0]

Layer = dict[str, Any]


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
        bent = shores.Land(self.lattice, board, self.land) if shores.wanted(board) else None
        self.abroad = bent.abroad() if bent else ""
        self.dry_islands = bent.islands if bent else None
        self.shore = bent.shore() if bent else coast.trace(self.lattice, self.land)
        self.shapes = {"coast": self.shore.path()}
        self.features: Mapping[str, str] = self.look.get("names", {})
        self.places: Mapping[str, list[str]] = dict(sorted(board.get("names", {}).items()))
        self.built = {name for name, kind in self.terrain.items() if looks.get(kind, {}).get("scatter") in ground.BUILT}
        self.network = routes.Network(self.lattice, board.get("routes", {}), self.built)
        self.sheet = Field(self.lattice.width, self.lattice.height, CELL)
        self.kinds = ground.spread(self.lattice, self.terrain, self.sea_kinds)

    def drawing(self) -> dict[str, Any]:
        """Everything, bottom to top."""
        width, height = self.lattice.width, self.lattice.height
        boxes = furniture.boxes(self.look, self.board)
        shore = coast.finer(self.shore, self.lattice, self.land, CELL) if self.board.get("shore") else self.shore
        landings, self.beach_names = printed.landings(shore, self.board, self.lattice)
        layers = [*self.water(), *self.ground(), *self.lines(), *self.towns(), *landings]
        layers += printed.symbols(self.lattice, self.board)
        layers += works.layers(self.lattice, self.board)
        ornaments, fixed = self.ornaments()
        names = self.names(boxes)
        return {
            "kind": "hexes",
            "width": round(width),
            "height": round(height),
            "unit": ACROSS,
            "shapes": self.shapes,
            "cell": Pen().polygon(self.lattice.corners).text(),
            "layers": [
                layer for layer in [*layers, furniture.frame(width, height), *ornaments] if layer["paths"] or "cells" in layer
            ],
            "labels": plain(names) + printed.letters(self.lattice, self.board) + works.codes(self.lattice, self.board) + fixed,
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
        rings, lines = coast.depths(self.with_islands(), shelf)
        whole = Pen().polygon([(0, 0), (width, 0), (width, height), (0, height)]).text()
        depths = [{"d": ring, "class": f"depth-{len(rings) - index}"} for index, ring in enumerate(rings)]
        return [
            {
                "id": "sea",
                "class": "sea",
                "paths": [{"d": whole, "class": "sea-deep"}, *depths, {"d": lines, "class": "waterline"}],
            },
            {"id": "grid-sea", "class": "grid-sea", "cells": "sea", "paths": []},
            *printed.zones(self.lattice, self.board),
            *printed.abroad(self.abroad),
            {
                "id": "surf",
                "class": "surf",
                "paths": [{"use": "coast", "class": "surf-wide"}, {"use": "coast", "class": "surf-line"}],
            },
        ]

    def with_islands(self) -> Field:
        """The land and what lies out of play: the sea is shallow before both."""
        islands = self.dry_islands
        if islands is None:
            return self.dry

        def dry(x: float, y: float) -> float:
            return islands.rows[min(islands.lines - 1, round(y / islands.step))][
                min(islands.columns - 1, round(x / islands.step))
            ]

        return self.dry.combine(self.dry.fill(dry), max)

    def by_terrain(self) -> tuple[list[dict[str, Any]], Field | None]:
        """Tints by kind of ground, nested by its height, and the heights that follow from it."""
        looks = self.theme.get("terrain", {})
        high = {kind: float(looks.get(kind, {}).get("height", 0)) for kind in {self.terrain[name] for name in self.land}}
        patches = ground.Patches(self.sheet, self.lattice, self.kinds)
        paths: list[dict[str, Any]] = []
        drawn: set[float] = set()
        for kind in sorted(high, key=lambda kind: (high[kind], kind)):
            if high[kind] > 0 and high[kind] not in drawn:
                wanted = {other for other in high if high[other] >= high[kind]}
                drawn.add(high[kind])
            elif not high[kind] and (
                looks.get(kind, {}).get("scatter") not in ground.UNTINTED or looks.get(kind, {}).get("tint")
            ):
                wanted = {kind}
            else:
                continue
            paths.append({"d": patches.tint(wanted), "class": f"tint {looks.get(kind, {}).get('tint', kind)}"})
        return paths, ground.heights(patches, high, self.dry) if any(high.values()) else None

    def by_level(self) -> tuple[list[dict[str, Any]], Field | None]:
        """Tints by the level of each hex, with a wash over ground of certain kinds, and the heights of the levels."""
        looks = self.theme.get("terrain", {})
        kinds = ground.Patches(self.sheet, self.lattice, self.kinds)
        washed = sorted(kind for kind in {self.terrain[name] for name in self.land} if looks.get(kind, {}).get("tint"))
        paths, sheet = levels.tints(self.sheet, self.lattice, self.board["levels"], self.dry)
        return [*paths, *({"d": kinds.tint({kind}), "class": f"wash {looks[kind]['tint']}"} for kind in washed)], sheet

    def ground(self) -> list[Layer]:
        """The land: tints nested by height, sand, relief, signs."""
        looks = self.theme.get("terrain", {})
        hills = [self.lattice.centre(name) for name in self.board.get("hills", ())]
        volcanoes = summits.spots(self.lattice, self.look.get("volcanoes", {}))
        paths: list[dict[str, Any]] = [{"use": "coast", "class": "land"}]
        tints, sheet = self.by_level() if self.board.get("levels") else self.by_terrain()
        paths += tints
        if sheet is not None:
            sheet = summits.raised(sheet, self.dry, hills, volcanoes)
            paths += [{"d": d, "class": f"relief {kind}"} for kind, d in ground.relief(sheet).items() if d]
            paths += summits.lines(sheet, self.dry) if self.look.get("contours") else []
        free = self.clear_of_print(volcanoes)
        signs = ground.scatter(self.lattice, {name: self.terrain[name] for name in self.land}, looks, free)
        self.blocks = [stamp for sign in ground.BUILT for stamp in signs.pop(sign, [])]
        paths += [stamp | {"class": f"sign {sign}"} for sign, stamps in signs.items() for stamp in stamps]
        if self.board.get("beaches"):
            sand, grains = routes.beaches(self.shore, set(self.board["beaches"]))
            paths += [{"d": sand, "class": "sand"}, grains | {"class": "grains"}]
        paths += summits.paths(hills, volcanoes)
        return [
            {"id": "land", "class": "ground", "clip": "coast", "paths": paths},
            {"id": "shore", "class": "shore", "paths": [{"use": "coast", "class": "shore-line"}]},
            *airfields.layers(self.lattice, self.look, self.board),
            {"id": "grid-land", "class": "grid-land", "cells": "land", "paths": []},
        ]

    @cached_property
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

    def clear_of_print(self, craters: list[Point]) -> Callable[[Point], bool]:
        """Whether a sign may stand somewhere: not on a road, nor under a symbol, nor on an airfield, nor in a crater."""
        marks = [(point, 46.0) for point in craters]
        for key, reach in (("symbols", 14.0), ("airfields", 24.0)):
            marks += [(self.lattice.centre(name), reach) for names in self.board.get(key, {}).values() for name in names]
        marks += [(self.lattice.centre(name), 21.0) for name in self.board.get("works", {})]
        if not marks:
            return self.clear_of_roads
        roads = self.clear_of_roads
        return lambda point: roads(point) and all(math.dist(point, mark) > reach for mark, reach in marks)

    def lines(self) -> list[Layer]:
        """Rivers, cliffs, trails and roads."""
        sides = self.board.get("hexsides", {})
        found: list[Layer] = []
        if sides.get("river"):
            found.append(self.twice("river", routes.river(self.lattice, sides["river"])))
        ways = sorted(self.network.kinds, key=lambda kind: (kind == "road", kind))
        found += [self.twice(kind, self.network.path(kind)) for kind in ways if self.network.kinds[kind]]
        if sides.get("cliff"):
            edge, teeth = routes.cliff(self.lattice, sides["cliff"], self.board.get("levels", {}))
            paths = [{"d": teeth, "class": "cliff-teeth"}, {"d": edge, "class": "cliff-edge"}]
            found.append({"id": "cliff", "class": "cliff", "paths": paths})
        if sides.get("escarpment"):
            looks = self.theme.get("terrain", {})
            high = {name: float(looks.get(kind, {}).get("height", 0)) for name, kind in self.terrain.items()}
            high |= self.board.get("levels", {})
            edge, teeth = routes.escarpment(self.lattice, sides["escarpment"], high)
            paths = [{"d": teeth, "class": "scarp-teeth"}, {"d": edge, "class": "scarp-edge"}]
            found.append({"id": "escarpment", "class": "escarpment", "paths": paths})
        if sides.get("objective"):
            pen = Pen()
            for line in routes.hexside_lines(self.lattice, sides["objective"]):
                pen.polyline(line)
            found.append(self.twice("objective", pen.text()))
        if border := printed.borders(self.lattice, self.board):
            found.append(self.twice("sector", border) | {"clip": "coast"})
        return found

    def twice(self, kind: str, d: str) -> Layer:
        """A line drawn wide and dark, then narrow and light."""
        self.shapes[kind] = d
        return {
            "id": kind,
            "class": kind,
            "paths": [{"use": kind, "class": f"{kind}-under"}, {"use": kind, "class": f"{kind}-top"}],
        }

    def towns(self) -> list[Layer]:
        """Houses, runways and lakes."""
        runways, lakes, marsh, peaks = Pen(), Pen(), Pen(), Pen()
        houses: list[Point] = []
        for name, hexes in self.places.items():
            kind = self.features.get(name)
            x, y = _mean([self.lattice.centre(each) for each in hexes])
            if kind == "airfield" and not self.look.get("runways"):
                _runway(runways, (x, y), 26.0 if len(hexes) == 1 else 42.0)
            elif kind == "lake":
                _lake(lakes, marsh, (x, y))
            elif kind == "village":
                houses += [(x + dx, y + dy) for dx, dy in VILLAGE]
            elif kind == "height":
                peaks.polygon([(x, y - 6), (x + 6, y + 4.5), (x - 6, y + 4.5)])
        found: list[tuple[str, list[dict[str, Any]]]] = [
            ("lakes", [{"d": lakes.text(), "class": "lake"}, {"d": marsh.text(), "class": "marsh"}]),
            ("towns", [stamp | {"class": "blocks"} for stamp in self.blocks] + self.dots()),
            ("runways", [{"d": runways.text(), "class": "runway"}, {"d": runways.text(), "class": "runway-line"}]),
            ("village", [stamped(form, houses[n::2]) | {"class": "blocks"} for n, form in enumerate(HOUSES) if houses]),
            ("summits", [{"d": peaks.text(), "class": "summit"}]),
        ]
        return [{"id": name, "class": name, "paths": paths} for name, paths in found if any(path.get("d", "-") for path in paths)]

    def dots(self) -> list[dict[str, Any]]:
        """A dot for every place of a few houses, so that it is seen on a small map too: where its roads meet."""
        looks = self.theme.get("terrain", {})
        places = [name for name in sorted(self.built) if looks[self.terrain[name]]["scatter"] == "houses"]
        spots = [self.network.spots.get(name, self.lattice.centre(name)) for name in places]
        return [stamped(ground.DOT, spots) | {"class": "dot"}] if spots else []

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
        wishes = list(self.beach_names)
        for name, hexes in self.places.items():
            kind = (
                self.features.get(name) or self.theme.get("terrain", {}).get(self.terrain[hexes[0]], {}).get("label") or "place"
            )
            wishes.append(Wish(name, kind, [self.lattice.centre(each) for each in hexes]))
        for spec in self.look.get("labels", ()):
            if spec["at"] not in self.terrain:
                continue
            x, y = self.lattice.centre(spec["at"])
            dx, dy = spec.get("shift", (0, 0))
            fixed = "shift" in spec
            wish = Wish(spec["text"], spec["kind"], [(x + dx * ACROSS, y + dy * ACROSS)], spec.get("angle", 0), fixed)
            if spec["kind"] in ("cape", "beach"):
                wish.seaward = self.seaward(spec["at"])
                wish.wet = True
            wishes.append(wish)
            if spec["kind"] == "sector" and spec["text"] in self.board.get("struck", {}):
                crossed = Wish("×", "sector-cross", wish.anchors, fixed=True)
                crossed.more = {"when": self.board["struck"][spec["text"]]["when"]}
                wishes.append(crossed)
        blocked = furniture.outlines_of(boxes)
        blocked += furniture.outlines_of(
            furniture.boxes({"boxes": [self.look[name] for name in ("key", "cartouche") if name in self.look]})
        )
        beaches = set(self.board.get("beaches", ()))
        taken = set(self.board.get("letters", ()))  # a counter lies there when the game begins
        avoid: list[tuple[Point, float]] = [(point, 2.4) for point in self.network.sampled()]
        for name in sorted(self.land):
            x, y = self.lattice.centre(name)
            price = 3.0 if name in self.built else 2.2 if name in beaches else 0.55
            avoid += [((x + dx, y + dy), price) for dx in (-18, -6, 6, 18) for dy in (-16, 0, 16)]
            if name in taken:
                avoid += [((x + dx, y + dy), 9.0) for dx in (-23, -8, 8, 23) for dy in (-23, -8, 8, 23)]
        for kind, names in self.board.get("symbols", {}).items():
            price = COVERED.get(kind, 0.7)
            for x, y in map(self.lattice.centre, names):
                avoid += [((x + dx, y + dy), price) for dx in ACROSS_IT for dy in ACROSS_IT]
        for x, y in map(self.lattice.centre, self.board.get("works", {})):
            avoid += [((x + dx, y + dy), 3.0) for dx in ACROSS_IT for dy in (-20, -10, 0, 10, 20, 29)]
        avoid += [(point, 1.6) for point in airfields.sampled(self.lattice, self.look.get("runways", ()))]
        for loop in self.shore.loops:
            avoid += [(point, 0.9) for point in loop]
        rows, step = self.dry.rows, self.dry.step

        def dry(point: Point) -> bool:
            column, row = (max(0, round(value / step)) for value in point)
            return rows[min(len(rows) - 1, row)][min(len(rows[0]) - 1, column)] > 0

        Placer((self.lattice.width, self.lattice.height), avoid, blocked, dry).place(wishes)
        return wishes

    def seaward(self, name: str) -> Point:
        """The direction in which the sea lies."""
        x, y = self.lattice.centre(name)
        sea = [self.lattice.centre(near) for near in self.lattice.near[name] if near not in self.land] or [(x + 1, y)]
        mx, my = _mean(sea)
        length = math.hypot(mx - x, my - y) or 1.0
        return ((mx - x) / length, (my - y) / length)

    # ------------------------------------------------------------------ spaces

    def within_reach(self) -> list[str]:
        """The land and the sea before it; nothing ever happens on the open sea."""
        found = set(self.land)
        for _ in range(self.look.get("offshore", OFFSHORE)):
            found |= {near for name in found for near in self.lattice.near[name]}
        return sorted(found)

    def spaces(self) -> dict[str, dict[str, Any]]:
        """Where every hex is and what is there; outline and neighbours follow from `cell` and `unit`."""
        named: dict[str, list[str]] = {}
        for name, hexes in self.places.items():
            for each in hexes:
                named.setdefault(each, []).append(name)
        beaches = set(self.board.get("beaches", ()))
        found = {}
        for name in self.within_reach():
            x, y = self.lattice.centre(name)
            kind = self.terrain[name]
            space: dict[str, Any] = {"x": round(x), "y": round(y)}
            if kind in self.sea_kinds:
                space["sea"] = True
            else:
                space["terrain"] = kind
            if name in named:
                space["title"] = " and ".join(named[name])
            facts = [*(["beach"] if name in beaches else []), *self.board.get("facts", {}).get(name, ())]
            if facts:
                space["facts"] = facts
            found[name] = space
        return found


def _mean(points: list[Point]) -> Point:
    return (sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points))


def _runway(pen: Pen, at: Point, half: float) -> None:
    x, y = at
    cos, sin = math.cos(-0.18), math.sin(-0.18)
    y += 2
    pen.move((x - half * cos, y - half * sin)).line((x + half * cos, y + half * sin))


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
