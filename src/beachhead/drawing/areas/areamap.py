"""A map of areas: polygons with names, as the game gives them, with borders that look drawn.

The board: {"kind": "areas", "areas": {id: {"outline": [[x, y], …], "name": text, "terrain": kind, "centre": [x, y], "near": [id],
"sea": bool, "value": number, "symbols": [kind], "box": kind, "facts": [text]}}, "islets": [[[x, y], …], …]}, y pointing down;
all but the outline may be left out. Areas that share a side share its drawn line.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import cached_property
from statistics import median
from typing import Any

from beachhead.drawing import furniture
from beachhead.drawing.areas import areafit, arealand
from beachhead.drawing.areas.areafit import Fit
from beachhead.drawing.field import Field
from beachhead.drawing.geometry import Pen, Point, area, between, clouds, inside, middle, number
from beachhead.drawing.hexes import coast
from beachhead.drawing.hexes.coast import Shore
from beachhead.drawing.hexes.lattice import ACROSS, MARGIN
from beachhead.drawing.labels import STYLES, Placer, Wish, plain, width

SEED = 1950
SPACES_ACROSS = 3.35
"""How many counters lie beside each other in a typical area."""
STEP = 11.0
CELL = 8.0
"""The grain of the sheets from which relief and depths are drawn."""

Layer = dict[str, Any]


def draw_areas(board: Mapping[str, Any], theme: Mapping[str, Any]) -> dict[str, Any]:
    """The drawing of a map of areas."""
    return AreaMap(board, theme).drawing()


class AreaMap:
    """One map of areas on its way to the paper."""

    def __init__(self, board: Mapping[str, Any], theme: Mapping[str, Any]) -> None:
        self.board, self.theme = board, theme
        self.look: Mapping[str, Any] = theme.get("map", {})
        self.areas: Mapping[str, Mapping[str, Any]] = dict(sorted(board["areas"].items()))
        self.looks: Mapping[str, Mapping[str, Any]] = theme.get("terrain", {})
        outlines = {name: [(float(x), float(y)) for x, y in given["outline"]] for name, given in self.areas.items()}
        self.scale = ACROSS * SPACES_ACROSS / math.sqrt(median(abs(area(outline)) for outline in outlines.values()))
        points = [point for outline in outlines.values() for point in outline]
        usual = max(MARGIN * 2, ACROSS * 1.5) / ACROSS
        left, top, right, bottom = (ACROSS * float(value) for value in self.look.get("margins", [usual] * 4))
        self.left = min(x for x, _ in points) - left / self.scale
        self.top = min(y for _, y in points) - top / self.scale
        self.width = (max(x for x, _ in points) - self.left) * self.scale + right
        self.height = (max(y for _, y in points) - self.top) * self.scale + bottom
        self.corners = {name: [self.placed(point) for point in outline] for name, outline in outlines.items()}
        shared = _shared(self.corners)
        self.lines = {name: self.drawn(_rounded(outline, shared)) for name, outline in self.corners.items()}
        self.land = [name for name in self.areas if not self.sea(name)]
        self.islets = [self.drawn([self.placed(point) for point in islet]) for islet in board.get("islets", ())]
        self.sheet = Field(self.width, self.height, CELL)

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

    # ------------------------------------------------------------------ the shore

    @cached_property
    def sides(self) -> list[tuple[Point, Point, str]]:
        """The drawn sides that only one area of land has, with that area, in the order of the outline."""
        found: dict[tuple[Point, Point], str] = {}
        for name in self.land:
            outline = self.lines[name]
            points = outline if area(outline) > 0 else outline[::-1]
            for a, b in zip(points, [*points[1:], points[0]], strict=True):
                if found.pop((b, a), None) is None:
                    found[a, b] = name
        return [(a, b, name) for (a, b), name in found.items()]

    @cached_property
    def shore(self) -> Shore:
        """The sides of the land, chained."""
        onward: dict[Point, list[tuple[Point, str]]] = {}
        for a, b, name in sorted(self.sides):
            onward.setdefault(a, []).append((b, name))
        found = Shore([], [])
        while onward:
            point = start = min(onward)
            loop, owners = [], []
            while point in onward:
                following, name = onward[point].pop()
                loop.append(point)
                owners.append(name)
                if not onward[point]:
                    del onward[point]
                point = following
                if point == start:
                    break
            found.loops.append(loop)
            found.owners.append(owners)
        return found

    # ------------------------------------------------------------------ the drawing

    def drawing(self) -> dict[str, Any]:
        """Everything, bottom to top."""
        boxes = furniture.boxes(self.look)
        pen = Pen()
        for loop in self.shore.loops:
            pen.polygon(loop)
        self.shapes = {"coast": pen.text()}
        self.shapes |= {f"area-{name}": Pen().polygon(self.lines[name]).text() for name in self.land}
        ornaments, fixed = self.ornaments()
        layers: list[Layer] = [
            *self.water(),
            self.ground(),
            *self.terraces(),
            {
                "id": "control",
                "class": "control",
                "paths": [{"use": f"area-{name}", "class": "control-area", "space": name} for name in self.land],
            },
            *self.borders(),
            {"id": "shore", "class": "shore", "paths": [{"use": "coast", "class": "shore-line"}]},
            self.print(),
            furniture.frame(self.width, self.height),
            *ornaments,
        ]
        return {
            "kind": "areas",
            "width": round(self.width),
            "height": round(self.height),
            "unit": ACROSS,
            "shapes": self.shapes,
            "layers": [layer for layer in layers if layer["paths"]],
            "labels": self.words() + plain(self.names(boxes)) + fixed,
            "spaces": {name: self.space(name) for name in self.areas},
            "boxes": boxes,
            "credits": self.look.get("credits", ""),
        }

    def water(self) -> list[Layer]:
        """The sea, the shallows and the surf; sea areas keep the colour of the water."""
        self.dry = coast.fill_land(self.sheet, self.shore)
        wet = self.dry.combine(arealand.sheet_of(self.sheet, self.islets), max) if self.islets else self.dry
        rings, lines = coast.depths(wet, self.shelf())
        whole = Pen().polygon([(0, 0), (self.width, 0), (self.width, self.height), (0, self.height)]).text()
        depths = [{"d": ring, "class": f"depth-{len(rings) - index}"} for index, ring in enumerate(rings)]
        rocks = Pen()
        for islet in self.islets:
            rocks.polygon(islet)
        paths = [{"d": whole, "class": "sea-deep"}, *depths, {"d": lines, "class": "waterline"}]
        surf = [{"use": "coast", "class": "surf-wide"}, {"use": "coast", "class": "surf-line"}]
        if self.islets:
            surf += [{"d": rocks.text(), "class": kind} for kind in ("surf-line", "rocks")]
        return [{"id": "sea", "class": "sea", "paths": paths}, {"id": "surf", "class": "surf", "paths": surf}]

    def shelf(self) -> Field:
        """Where the sea is shallow for longer: before the beaches."""
        marks = self.sheet.made([[0.0] * self.sheet.columns for _ in range(self.sheet.lines)])
        reach = int(ACROSS * 0.7 / CELL)
        for run in self.beaches():
            for x, y in run[::3]:
                for j in range(int(y / CELL) - reach, int(y / CELL) + reach + 1):
                    for i in range(int(x / CELL) - reach, int(x / CELL) + reach + 1):
                        if 0 <= j < marks.lines and 0 <= i < marks.columns:
                            marks.rows[j][i] = 1.0
        return marks.blur(4, 2)

    def beaches(self) -> list[list[Point]]:
        """The stretches of shore that are beaches."""
        wanted = {name for name in self.land if "beach" in self.areas[name].get("symbols", ())}
        return self.shore.along(wanted) if wanted else []

    def ground(self) -> Layer:
        """The land: tints by kind, sand, relief, contours, signs, runways."""
        paths: list[dict[str, Any]] = [{"use": "coast", "class": "land"}]
        paths += [{"use": f"area-{name}", "class": f"area {self.kind(name)}"} for name in self.land]
        level = {name: float(self.looks.get(self.kind(name), {}).get("height", 0)) for name in self.land}
        paths += arealand.sand(self.beaches())
        if any(level.values()):
            masks = {name: arealand.sheet_of(self.sheet, [self.lines[name]]) for name in self.land}
            sheet = arealand.heights(self.sheet, self.dry, masks, level, self.peaks)
            paths += [*arealand.light(sheet), *arealand.contours(sheet)]
            kinds = {name: self.kind(name) for name in self.land if name not in self.peaks}
            paths += arealand.signs(masks, kinds, self.looks, self.clear_of_print())
            for peak in self.peaks.values():
                paths += arealand.summit(peak)
        runways = self.runways()
        if runways:
            paths += [{"d": runways, "class": kind} for kind in ("runway-edge", "runway", "runway-line")]
        return {"id": "land", "class": "ground", "clip": "coast", "paths": paths}

    def terraces(self) -> list[Layer]:
        """The steps that the sea has left behind the beaches, line upon line along the shore."""
        beaches = [name for name in self.land if "beach" in self.areas[name].get("symbols", ())]
        if not beaches:
            return []
        pen = Pen()
        for name in beaches:
            pen.polygon(self.lines[name])
        self.shapes["beaches"] = pen.text()
        lines = arealand.steps(self.dry)
        return [{"id": "terraces", "class": "terraces", "clip": "beaches", "paths": [{"d": lines, "class": "terrace"}]}]

    def clear_of_print(self) -> Any:
        """Whether a sign may stand somewhere: not under a name or a box."""
        taken = []
        for name in self.land:
            fit = self.fits[name]
            for line, at in zip(fit.lines, fit.names, strict=True):
                taken.append(areafit.around(at, width(line, STYLES[self.style(name)]) + 12, 30))
            spots = [*fit.symbols, *(spot for spot in (fit.value, fit.box) if spot is not None)]
            taken += [areafit.around(at, 44, 44) for at in spots]

        def free(point: Point) -> bool:
            x, y = point
            return not any(left < x < right and top < y < bottom for left, top, right, bottom in taken)

        return free

    def runways(self) -> str:
        """Airstrips: through the middle of an area, or from one area into the next."""
        pen = Pen()
        for spec in self.look.get("runways", ()):
            if spec["from"] not in self.areas or spec.get("to", spec["from"]) not in self.areas:
                continue
            start = self.beside(spec["from"], spec.get("at", (0, 0)))
            if "to" in spec:
                end = self.beside(spec["to"], spec.get("end", (0, 0)))
            else:
                turn, half = math.radians(spec.get("turn", 0)), spec.get("long", 2.0) * ACROSS / 2
                dx, dy = half * math.cos(turn), -half * math.sin(turn)
                start, end = (start[0] - dx, start[1] - dy), (start[0] + dx, start[1] + dy)
            pen.move(start).line(end)
        return pen.text()

    def borders(self) -> list[Layer]:
        """The lines between areas: land borders strong, those at sea fine."""
        shore = {frozenset((a, b)) for a, b, _ in self.sides}
        land, sea = Pen(), Pen()
        done: set[frozenset[Point]] = set()
        for name, outline in self.lines.items():
            pen = sea if self.sea(name) else land
            run: list[Point] = []
            for a, b in zip(outline, [*outline[1:], outline[0]], strict=True):
                side = frozenset((a, b))
                if side in shore or side in done:
                    if len(run) > 1:
                        pen.polyline(run)
                    run = []
                    continue
                done.add(side)
                run = [*run, b] if run else [a, b]
            if len(run) > 1:
                pen.polyline(run)
        self.shapes["borders"] = land.text()
        paths = [{"use": "borders", "class": "border-under"}, {"use": "borders", "class": "border"}] if land.parts else []
        if sea.parts:
            paths.append({"d": sea.text(), "class": "border-sea"})
        return [{"id": "borders", "class": "borders", "paths": paths}]

    def print(self) -> Layer:
        """What is printed in the areas: boxes for values and markers, symbols."""
        boxes, values, paths = Pen(), Pen(), list[dict[str, Any]]()
        discs: dict[str, tuple[list[Point], list[Point]]] = {}
        for name in self.land:
            fit = self.fits[name]
            if fit.value is not None:
                x, y = fit.value
                half = areafit.VALUE / 2
                values.polygon([(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)])
            if fit.box is not None:
                x, y = fit.box
                half = areafit.BOX / 2
                boxes.polygon([(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)])
            for symbol, at in zip(self.symbols(name), fit.symbols, strict=True):
                discs.setdefault(symbol, ([], []))[0].append(at)
        if boxes.parts:
            paths.append({"d": boxes.text(), "class": "marker-box"})
        if values.parts:
            paths.append({"d": values.text(), "class": "value-box"})
        for symbol, (places, _) in sorted(discs.items()):
            pen, figure = Pen(), Pen()
            for x, y in places:
                _disc(pen, (x, y), 12.0)
                _figure(figure, symbol, (x, y))
            paths.append({"d": pen.text(), "class": f"symbol-disc {symbol}"})
            paths.append({"d": figure.text(), "class": f"symbol {symbol}"})
        return {"id": "print", "class": "print", "paths": paths}

    # ------------------------------------------------------------------ areas

    def sea(self, name: str) -> bool:
        """Whether an area is water."""
        return bool(self.areas[name].get("sea"))

    def kind(self, name: str) -> str:
        """The terrain of an area."""
        return str(self.areas[name].get("terrain", "clear"))

    def style(self, name: str) -> str:
        """How the name of an area is set."""
        return "bay" if self.sea(name) else str(self.looks.get(self.kind(name), {}).get("label", "area-name"))

    def symbols(self, name: str) -> list[str]:
        """The symbols printed in an area that we have figures for."""
        return [symbol for symbol in sorted(self.areas[name].get("symbols", ())) if symbol in FIGURES]

    @cached_property
    def peaks(self) -> dict[str, Point]:
        """The summits of volcanoes, by area."""
        given = self.look.get("volcanoes", {})
        return {name: self.beside(name, shift) for name, shift in given.items() if name in self.areas}

    @cached_property
    def fits(self) -> dict[str, Fit]:
        """What stands where in every area of land."""
        peaks = {name: areafit.around(at, 58, 50) for name, at in self.peaks.items()}
        return {
            name: areafit.fit(
                self.lines[name],
                str(self.areas[name].get("name", "")),
                self.style(name),
                value="value" in self.areas[name],
                symbols=len(self.symbols(name)),
                box=bool(self.areas[name].get("box")),
                keep=[peaks[name]] if name in peaks else (),
            )
            for name in self.land
        }

    def heart(self, name: str) -> Point:
        """Where ways through an area lead and what is said of it stands: where the game says, or amid its counters."""
        given = self.areas[name].get("centre")
        if given is not None:
            return self.placed(given)
        if self.sea(name):
            return self.centre(name)
        one, two, *_ = self.fits[name].slots
        between_them = middle(one, two)
        return between_them if inside(between_them, [self.lines[name]]) else one

    def centre(self, name: str) -> Point:
        """The centre of gravity of an area."""
        outline = self.corners[name]
        whole, x, y = 0.0, 0.0, 0.0
        for (ax, ay), (bx, by) in zip(outline, [*outline[1:], outline[0]], strict=True):
            cross = ax * by - bx * ay
            whole, x, y = whole + cross, x + (ax + bx) * cross, y + (ay + by) * cross
        return (x / (3 * whole), y / (3 * whole))

    def beside(self, name: str, shift: Sequence[float]) -> Point:
        """A place near the middle of an area, in the widths of a hex."""
        x, y = self.centre(name)
        return (x + shift[0] * ACROSS, y + shift[1] * ACROSS)

    def near(self, name: str) -> list[str]:
        """The areas next to one: as the game says, or those that share a side."""
        given = self.areas[name].get("near")
        if given is not None:
            return sorted(given)
        mine = _sides(self.corners[name])
        return sorted(other for other, outline in self.corners.items() if other != name and mine & _sides(outline))

    def space(self, name: str) -> dict[str, Any]:
        """An area as a space of the drawing."""
        given, (x, y) = self.areas[name], self.heart(name)
        d = "M0 0" + Pen().polygon(self.lines[name]).text()
        found: dict[str, Any] = {"x": float(number(x)), "y": float(number(y)), "d": d, "near": self.near(name)}
        found["title"] = given.get("name", name)
        if given.get("facts"):
            found["facts"] = list(given["facts"])
        if self.sea(name):
            return found | {"sea": True}
        fit = self.fits[name]
        found |= {"terrain": self.kind(name), "slots": [_plain(slot) for slot in fit.slots], "marks": _plain(fit.marks)}
        if fit.box is not None:
            found["box"] = {"kind": given["box"], "at": _plain(fit.box)}
        return found

    # ------------------------------------------------------------------ words

    def words(self) -> list[dict[str, Any]]:
        """Names, values and the questions in the boxes, all within their areas."""
        found = []
        for name in self.land:
            fit, given = self.fits[name], self.areas[name]
            for line, at in zip(fit.lines, fit.names, strict=True):
                found.append(_label(line, at, self.style(name)))
            if fit.value is not None:
                found.append(_label(str(given["value"]), fit.value, "area-value"))
            if fit.box is not None:
                lines = self.look.get("questions", {}).get(given["box"], [given["box"]])
                x, y = fit.box
                found += [_label(text, (x, y + 9 * (n - (len(lines) - 1) / 2)), "box-word", 1) for n, text in enumerate(lines)]
        return found

    def names(self, boxes: list[dict[str, Any]]) -> list[Wish]:
        """The names of waters and whatever else the theme names, where there is room."""
        wishes = [
            Wish(self.areas[name]["name"], "bay", [self.centre(name)])
            for name in self.areas
            if self.sea(name) and self.areas[name].get("name")
        ]
        for spec in self.look.get("labels", ()):
            at = (spec["at"][0] * ACROSS, spec["at"][1] * ACROSS)
            wishes.append(Wish(spec["text"], spec["kind"], [at], spec.get("angle", 0), True))
        avoid: list[tuple[Point, float]] = [(point, 1.2) for line in self.lines.values() for point in line]
        Placer((self.width, self.height), avoid, furniture.outlines_of(boxes)).place(wishes)
        return wishes

    def ornaments(self) -> tuple[list[Layer], list[dict[str, Any]]]:
        """Title, compass and key, as far as the theme gives them a place."""
        layers: list[Layer] = []
        labels: list[dict[str, Any]] = []
        if "cartouche" in self.look:
            more, words = furniture.cartouche(self.look)
            layers += more
            labels += words
        if "compass" in self.look:
            layer, words = furniture.compass(self.look["compass"])
            layers.append(layer)
            labels += words
        if "key" in self.look:
            layer, words = self.key(self.look["key"])
            layers.append(layer)
            labels += words
        return layers, labels

    def key(self, spec: Mapping[str, Any]) -> tuple[Layer, list[dict[str, Any]]]:
        """What the tints, values and symbols mean."""
        (x, y), (wide, tall) = ([value * ACROSS for value in spec[part]] for part in ("at", "size"))
        paths: list[dict[str, Any]] = [{"d": furniture.panel(x, y, wide, tall), "class": "panel"}]
        labels = []
        kinds = [(kind, look) for kind, look in self.looks.items() if look.get("on_key")]
        symbols = [(kind, text) for kind, text in spec.get("symbols", {}).items() if kind in FIGURES]
        columns = spec.get("columns", 2)
        rows = math.ceil((len(kinds) + len(symbols)) / columns)
        for index in range(len(kinds) + len(symbols)):
            left = x + 18 + (index // rows) * (wide - 22) / columns
            down = y + 26 + (index % rows) * (tall - 30) / rows
            if index < len(kinds):
                kind, look = kinds[index]
                patch = [(left, down - 13), (left + 40, down - 13), (left + 40, down + 13), (left, down + 13)]
                paths.append({"d": Pen().polygon(patch).text(), "class": f"area {kind} key-patch"})
                text = str(look["name"])
                if "value" in look:
                    labels.append(_label(str(look["value"]), (left + 20, down), "key-value"))
            else:
                symbol, text = symbols[index - len(kinds)]
                disc, figure = Pen(), Pen()
                _disc(disc, (left + 20, down), 12.0)
                _figure(figure, symbol, (left + 20, down))
                paths.append({"d": disc.text(), "class": f"symbol-disc {symbol}"})
                paths.append({"d": figure.text(), "class": f"symbol {symbol}"})
            labels.append(_label(text, (left + 50, down), "key-text"))
        return {"id": "key", "class": "key", "paths": paths}, labels


FIGURES = {
    # two peaks, the nearer one lower
    "mountain": [(-9.5, 6), (-2.5, -7), (1.2, -0.6), (3.4, -3.6), (9.5, 6)],
    # an aircraft seen from above
    "airfield": [
        *((0, -9.5), (1.5, -7), (1.5, -2.6), (9, 2), (9, 4.2), (1.5, 2), (1.1, 6), (3.6, 7.8), (3.6, 9.4), (0, 8.5)),
        *((-3.6, 9.4), (-3.6, 7.8), (-1.1, 6), (-1.5, 2), (-9, 4.2), (-9, 2), (-1.5, -2.6), (-1.5, -7)),
    ],
    "beach": [],
}
"""The symbols of areas around their middle; the beach is drawn with waves."""


def _figure(pen: Pen, symbol: str, at: Point) -> None:
    x, y = at
    points = FIGURES[symbol]
    if points:
        pen.polygon([(x + dx, y + dy) for dx, dy in points])
        return
    for down in (-4.5, 0.5, 5.5):
        pen.move((x - 8, y + down)).bend((x - 4, y + down - 4), (x, y + down)).bend((x + 4, y + down + 4), (x + 8, y + down))


def _disc(pen: Pen, at: Point, radius: float) -> None:
    x, y = at
    pull = radius * 0.5523
    pen.move((x - radius, y))
    pen.curve((x - radius, y - pull), (x - pull, y - radius), (x, y - radius))
    pen.curve((x + pull, y - radius), (x + radius, y - pull), (x + radius, y))
    pen.curve((x + radius, y + pull), (x + pull, y + radius), (x, y + radius))
    pen.curve((x - pull, y + radius), (x - radius, y + pull), (x - radius, y)).close()


def _label(text: str, at: Point, kind: str, level: int = 0) -> dict[str, Any]:
    return {"text": text, "x": round(at[0], 1), "y": round(at[1], 1), "class": kind, "level": level}


def _plain(point: Point) -> list[int]:
    return [round(point[0]), round(point[1])]


def _wander(point: Point) -> Point:
    x, y = point
    away = 7.0 * clouds(x / 84, y / 84, SEED, 2) + 3.6 * clouds(x / 27, y / 27, SEED + 5, 2)
    aside = 7.0 * clouds(x / 84, y / 84, SEED + 9, 2) + 3.6 * clouds(x / 27, y / 27, SEED + 14, 2)
    return (round(x + away, 1), round(y + aside, 1))


def _shared(outlines: Mapping[str, Sequence[Point]]) -> set[Point]:
    """Corners that more than one area has."""
    seen: set[Point] = set()
    found: set[Point] = set()
    for outline in outlines.values():
        for point in outline:
            (found if point in seen else seen).add(point)
    return found


def _rounded(outline: Sequence[Point], shared: set[Point]) -> list[Point]:
    """An outline whose corners are cut where no neighbour has a part in them: along the shore."""
    found: list[Point] = []
    for index, point in enumerate(outline):
        before, after = outline[index - 1], outline[(index + 1) % len(outline)]
        if point in shared or math.dist(before, after) > 4 * ACROSS:
            found.append(point)
            continue
        for other in (before, after):
            cut = between(point, other, 0.28) if math.dist(point, other) > 4 else middle(point, other)
            found.append((round(cut[0], 1), round(cut[1], 1)))
    return found


def _sides(outline: Sequence[Point]) -> set[tuple[Point, ...]]:
    return {tuple(sorted(side)) for side in zip(outline, [*outline[1:], outline[0]], strict=True)}
