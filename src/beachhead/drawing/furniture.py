"""What a printed map has besides the land: frame, title, compass, scale, key, and the boxes at its edges."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from beachhead.drawing.geometry import Pen, Point
from beachhead.drawing.hexes import works
from beachhead.drawing.hexes.ground import BUILT, DOT, SIGNS
from beachhead.drawing.hexes.lattice import ACROSS
from beachhead.drawing.hexes.printed import PILLBOX
from beachhead.drawing.hexes.summits import strokes
from beachhead.drawing.labels import STYLES
from beachhead.drawing.labels import width as text_width
from beachhead.drawing.stamps import stamped

Layer = dict[str, Any]


def frame(width: float, height: float) -> Layer:
    """The neat line around the sheet, with its ticks."""
    outer, inner, ticks = Pen(), Pen(), Pen()
    outer.polygon(_rectangle(12, 12, width - 24, height - 24))
    inner.polygon(_rectangle(20, 20, width - 40, height - 40))
    for index in range(1, int((width - 40) // 120) + 1):
        for y in (12.0, height - 20):
            ticks.move((20 + index * 120, y)).line((20 + index * 120, y + 8))
    for index in range(1, int((height - 40) // 120) + 1):
        for x in (12.0, width - 20):
            ticks.move((x, 20 + index * 120)).line((x + 8, 20 + index * 120))
    return {
        "id": "frame",
        "class": "frame",
        "paths": [
            {"d": outer.text(), "class": "frame-outer"},
            {"d": inner.text(), "class": "frame-inner"},
            {"d": ticks.text(), "class": "frame-tick"},
        ],
    }


def _rectangle(x: float, y: float, width: float, height: float) -> list[Point]:
    return [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]


def panel(x: float, y: float, width: float, height: float, notch: float = 10.0) -> str:
    """A box with its corners cut inwards, as on old maps."""
    pen = Pen()
    pen.move((x + notch, y)).line((x + width - notch, y)).bend((x + width - notch, y + notch), (x + width, y + notch))
    pen.line((x + width, y + height - notch)).bend((x + width - notch, y + height - notch), (x + width - notch, y + height))
    pen.line((x + notch, y + height)).bend((x + notch, y + height - notch), (x, y + height - notch))
    pen.line((x, y + notch)).bend((x + notch, y + notch), (x + notch, y))
    return pen.close().text()


def cartouche(look: Mapping[str, Any]) -> tuple[list[Layer], list[dict[str, Any]]]:
    """The title in its frame at the top left."""
    x, y, width, height = _place(look.get("cartouche", {"at": [0.6, 0.6], "size": [8.4, 2.9]}))
    paths = [
        {"d": panel(x, y, width, height, 16), "class": "panel"},
        {"d": panel(x + 7, y + 7, width - 14, height - 14, 13), "class": "panel-line"},
    ]
    middle = x + width / 2
    labels = [
        _fixed(str(look.get("title", "")).upper(), middle, y + height * 0.36, "title"),
        _fixed(look.get("subtitle", ""), middle, y + height * 0.64, "subtitle"),
        _fixed(look.get("dates", ""), middle, y + height * 0.82, "dates"),
    ]
    rule = Pen().move((middle - width * 0.3, y + height * 0.52)).line((middle + width * 0.3, y + height * 0.52))
    paths.append({"d": rule.text(), "class": "panel-line"})
    return [{"id": "cartouche", "class": "panels", "paths": paths}], [label for label in labels if label["text"]]


def _fixed(text: str, x: float, y: float, kind: str, level: int = 0) -> dict[str, Any]:
    return {"text": text, "x": round(x, 1), "y": round(y, 1), "class": kind, "level": level}


def _place(spec: Mapping[str, Any]) -> tuple[float, float, float, float]:
    (x, y), (width, height) = spec["at"], spec["size"]
    return (x * ACROSS, y * ACROSS, width * ACROSS, height * ACROSS)


def compass(spec: Mapping[str, Any]) -> tuple[Layer, list[dict[str, Any]]]:
    """A rose of eight points."""
    x, y = (value * ACROSS for value in spec["at"])
    size = spec.get("size", 1.5) * ACROSS
    north = math.radians(spec.get("turn", 0))
    dark, light, ring = Pen(), Pen(), Pen()
    for turn in range(8):
        long = turn % 2 == 0
        reach = size * (1.0 if long else 0.62)
        angle = math.tau * turn / 8 - math.tau / 4 + north
        tip = (x + reach * math.cos(angle), y + reach * math.sin(angle))
        for hand, pen in ((-1, light), (1, dark)):
            side = angle + hand * math.tau / 16
            waist = (x + size * 0.2 * math.cos(side), y + size * 0.2 * math.sin(side))
            pen.polygon([(x, y), tip, waist])
    for radius in (size * 0.46, size * 0.52):
        ring.move((x - radius, y))
        arc = f"{radius:.1f} {radius:.1f} 0 1 0"
        ring.parts.append(f"a{arc} {2 * radius:.1f} 0a{arc} {-2 * radius:.1f} 0")
        ring.close()
    layer = {
        "id": "compass",
        "class": "compass",
        "paths": [
            {"d": ring.text(), "class": "compass-ring"},
            {"d": light.text(), "class": "compass-light"},
            {"d": dark.text(), "class": "compass-dark"},
        ],
    }
    reach = size + 14
    return layer, [_fixed("N", x + reach * math.sin(north), y - reach * math.cos(north), "compass-letter")]


def scale_bar(spec: Mapping[str, Any], at: Point) -> tuple[Layer, list[dict[str, Any]]]:
    """A bar some hexes long."""
    x, y = at
    hexes = int(spec["hexes"])
    whole, dark = Pen(), Pen()
    whole.polygon(_rectangle(x, y, hexes * ACROSS, 7))
    for index in range(0, hexes, 2):
        dark.polygon(_rectangle(x + index * ACROSS, y, ACROSS, 7))
    layer = {
        "id": "scale",
        "class": "scale",
        "paths": [{"d": whole.text(), "class": "scale-bar"}, {"d": dark.text(), "class": "scale-dark"}],
    }
    return layer, [_fixed(spec["text"], x + hexes * ACROSS / 2, y - 12, "scale-text")]


def boxes(look: Mapping[str, Any], board: Mapping[str, Any] | None = None) -> list[dict[str, Any]]:
    """The off-map places and tracks. The box of a landing beach has a bar of its color and signs of the works that reach it."""
    found = []
    beaches = {beach["box"]: beach for beach in (board or {}).get("landings", ()) if "box" in beach}
    for spec in look.get("boxes", ()):
        x, y, width, height = _place(spec)
        box = {key: value for key, value in spec.items() if key not in ("at", "size")}
        box |= {"x": x, "y": y, "width": width, "height": height, "d": panel(x, y, width, height)}
        if beach := beaches.get(spec.get("id")):
            bar = Pen().move((x + 14, y + 5)).line((x + width - 14, y + 5)).text()
            box["signs"] = [{"d": bar, "class": f"landing-bar {beach['colour']}"}]
            box["signs"] += works.row(board or {}, beach.get("signs", ()), (x + 20, y + height - 14))
        found.append(box)
    return found


def key(theme: Mapping[str, Any], board: Mapping[str, Any], spec: Mapping[str, Any]) -> tuple[Layer, list[dict[str, Any]]]:
    """The key of terrain: a patch and a word for everything on the map that the rules know."""
    x, y, width, height = _place(spec)
    entries: list[tuple[str, str, str]] = []
    signs = {look.get("tint", kind): look.get("scatter") for kind, look in theme.get("terrain", {}).items()}
    on_map = set(board["terrain"].values())
    for kind, look in theme.get("terrain", {}).items():
        if look.get("on_key") and kind in on_map:
            entries.append((look["name"], f"tint {look.get('tint', kind)}", "patch"))
    for kind, text in spec.get("symbols", {}).items():
        entries += _entries(kind, text, board)
    if board.get("beaches"):
        entries.append(("beach", "key-beach", "line"))
    for group, store in (("routes", board.get("routes", {})), ("hexsides", board.get("hexsides", {}))):
        for kind, look in theme.get(group, {}).items():
            if store.get(kind):
                entries.append((look["name"], f"key-{kind}", "line"))
    if board.get("zones") and theme.get("map", {}).get("zones"):
        entries.append((theme["map"]["zones"], "key-zone", "patch"))
    paths: list[dict[str, Any]] = [{"d": panel(x, y, width, height), "class": "panel"}]
    labels = []
    rows = math.ceil(len(entries) / spec.get("columns", 2))
    columns = [entries[first : first + rows] for first in range(0, len(entries), rows)]
    wide = [58 + max(text_width(name, STYLES["key-text"]) for name, *_ in column) for column in columns]
    spare = (width - 46 - sum(wide)) / len(columns)
    for index, (name, kind, shape) in enumerate(entries):
        left = x + 26 + sum(wide[: index // rows]) + (index // rows) * spare
        top = y + 30 + (index % rows) * (height - 36) / rows
        if shape == "note":
            labels.append(_fixed(kind.split(maxsplit=1)[1], left + 23, top, "work-note"))
        else:
            paths += _sample(kind, shape, left, top, signs.get(kind.split()[-1]))
        labels.append(_fixed(name, left + 58, top, "key-text"))
    return {"id": "key", "class": "key", "paths": paths}, labels


def _entries(kind: str, text: str, board: Mapping[str, Any]) -> list[tuple[str, str, str]]:
    """The lines of the key for a sign: one, or one for each level, or for each color of the works; a note is printed as it is."""
    if kind.startswith("note "):
        return [(text, kind, "note")]
    if not board.get(kind.split()[0]):
        return []
    if kind == "levels":
        return [(text.replace("{n}", str(n)), f"level level-{n}", "patch") for n in sorted(set(board["levels"].values()))]
    if kind == "works":
        colors = {work["color"]: work["sign"] for work in board["works"].values()}
        return [(text.replace("{n}", color), f"works {sign} {color}", "sign") for color, sign in sorted(colors.items())]
    return [(text, kind, "sign")]


def _sign(kind: str, x: float, y: float) -> list[dict[str, Any]]:
    """Signs that are printed on the ground: hills, airfields, symbols in hexes, the lines between regions."""
    at, what = (x + 23, y), kind.split()[-1]
    if kind.startswith("works "):
        return [stamped(works.form(kind.split()[1], 0.8), [at]) | {"class": f"work {what}"}]
    line = Pen().move((x, y + 4)).line((x + 15, y - 5)).line((x + 31, y + 5)).line((x + 46, y - 4)).text()
    strip = Pen().move((x + 4, y + 5)).line((x + 42, y - 5)).text()
    return {
        "hills": [{"d": strokes([at], 0.62), "class": "hill-strokes"}],
        "airfields": [{"d": strip, "class": name} for name in ("runway-edge", "runway", "runway-line")],
        "regions": [{"d": line, "class": "sector-under"}, {"d": line, "class": "sector-top"}],
    }.get(what, [stamped(PILLBOX, [at]) | {"class": f"pillbox {what}"}])


def _sample(kind: str, shape: str, x: float, y: float, sign: str | None) -> list[dict[str, Any]]:
    if shape == "sign":
        return _sign(kind, x, y)
    if shape == "patch":
        found = [{"d": Pen().polygon(_rectangle(x, y - 13, 46, 26)).text(), "class": f"{kind} key-patch"}]
        if sign == "houses":
            found.append(stamped(DOT, [(x + 23, y)]) | {"class": "dot"})
        if sign in SIGNS:
            places = ((x + 10, y - 3), (x + 23, y + 4), (x + 36, y - 2))
            found.append(
                stamped(SIGNS[sign][0][0], places[:: 2 if sign == "houses" else 1])
                | {"class": f"sign {'blocks' if sign in BUILT else sign}"}
            )
        return found
    line = Pen().move((x, y + 4)).curve((x + 15, y - 12), (x + 30, y + 14), (x + 46, y - 4)).text()
    return [{"d": line, "class": f"{kind} under"}, {"d": line, "class": kind}]


def outlines_of(specs: Sequence[Mapping[str, Any]]) -> list[list[Point]]:
    """The boxes as corners, so that names keep clear of them."""
    return [_rectangle(box["x"] - 8, box["y"] - 8, box["width"] + 16, box["height"] + 16) for box in specs]
