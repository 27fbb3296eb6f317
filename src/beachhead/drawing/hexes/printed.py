"""What a map prints for the rules alone: zones at sea, letters and symbols in hexes, landing beaches, sectors."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from beachhead.drawing.geometry import Pen, Point, across, middle
from beachhead.drawing.hexes.coast import Shore, outlines
from beachhead.drawing.hexes.lattice import ACROSS, Lattice
from beachhead.drawing.hexes.routes import hexside_lines
from beachhead.drawing.labels import Wish, width
from beachhead.drawing.stamps import stamped

Layer = dict[str, Any]


def zones(lattice: Lattice, board: Mapping[str, Any]) -> list[Layer]:
    """Hexes of the sea that belong together: a tint and an outline for each zone."""
    found = Pen()
    for hexes in board.get("zones", {}).values():
        for loop in outlines(lattice, hexes):
            found.polygon([a for a, _, _ in loop])
    if not found.parts:
        return []
    d = found.text()
    return [{"id": "zones", "class": "zones", "paths": [{"d": d, "class": "zone"}]}]


def abroad(d: str) -> list[Layer]:
    """Islands and shores out of play."""
    return [{"id": "abroad", "class": "abroad", "paths": [{"d": d, "class": "abroad-land"}]}] if d else []


def letters(lattice: Lattice, board: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Letters printed in hexes, at the lower left, clear of the figures of overlays: a counter covers them."""
    found = []
    for name, text in board.get("letters", {}).items():
        x, y = lattice.centre(name)
        found.append(
            {"text": text, "x": round(x - ACROSS * 0.22, 1), "y": round(y + ACROSS * 0.28, 1), "class": "letter", "level": 1}
        )
    return found


def borders(lattice: Lattice, board: Mapping[str, Any]) -> str:
    """The lines between regions of land, such as sectors, as path data."""
    owner = {name: key for key, region in board.get("regions", {}).items() for name in region["spaces"]}
    pairs = sorted((a, b) for a in owner for b in lattice.near[a] if a < b and owner.get(b, owner[a]) != owner[a])
    pen = Pen()
    for line in hexside_lines(lattice, pairs):
        pen.polyline(line)
    return pen.text()


# A pillbox with its slit, wound the other way so that the ground shows through.
PILLBOX = "m-10 7v-7l5-6h10l5 6v7zm4.5-5.2v2.4h11v-2.4z"
STRIKE = "m-10-9l20 18m0-18l-20 18"


def symbols(lattice: Lattice, board: Mapping[str, Any]) -> list[Layer]:
    """Signs in the middle of hexes, by kind, and the strokes through those that have lost their meaning.

    A layer with `when` is shown only while the view has that value under that key.
    """
    found: list[Layer] = []
    for kind, names in board.get("symbols", {}).items():
        stamp = stamped(PILLBOX, [lattice.centre(name) for name in names])
        found.append({"id": f"symbols-{kind}", "class": "symbols", "paths": [stamp | {"class": f"pillbox {kind}"}]})
    for key, struck in board.get("struck", {}).items():
        stamp = stamped(STRIKE, [lattice.centre(name) for name in struck["hexes"]])
        paths = [stamp | {"class": "strike-under"}, stamp | {"class": "strike"}]
        found.append({"id": f"struck-{key}", "class": "struck", "when": struck["when"], "paths": paths})
    return found


OFF = 12.0
"""How far from the shore the bar of a landing beach lies."""
CLEAR = 16.0
"""How far from the bar its name begins."""


def landings(shore: Shore, board: Mapping[str, Any], lattice: Lattice | None = None) -> tuple[list[Layer], list[Wish]]:
    """Landing beaches: a bar of their color along the shore, and their name out at sea.

    What has `pale` is faint while the view has that value under that key: the beaches of the side that is not invaded. A beach
    with a box of its own has its name there.
    """
    layers: list[Layer] = []
    wishes: list[Wish] = []
    for beach in board.get("landings", ()):
        pen = Pen()
        longest: list[Point] = []
        for run in shore.along(set(beach["hexes"])):
            bar = _seaward(lattice, run, beach["hexes"]) if lattice is not None and board.get("shore") else _beside(run, OFF)
            pen.through(bar)
            longest = max(longest, bar, key=len)
        if not longest:
            continue
        kind, d = beach["colour"], pen.text()
        paths = [{"d": d, "class": "landing-under"}, {"d": d, "class": f"landing-bar {kind}"}]
        pale = {"pale": beach["pale"]} if "pale" in beach else {}
        layers.append({"id": f"landing-{kind}", "class": "landing", "paths": paths} | pale)
        if "box" in beach:
            continue
        wish = Wish(beach["name"], f"landing {kind}", [longest[len(longest) // 2]], fixed=True)
        (ax, ay), (bx, by) = longest[0], longest[-1]
        nx, ny = across((ax, ay), (bx, by))
        x, y = middle((ax, ay), (bx, by))
        bulge = max((px - x) * nx + (py - y) * ny for px, py in longest)
        away = bulge + CLEAR + width(wish.text, wish.style) / 2 * abs(nx) ** 0.7
        wish.anchors = [(x + nx * away, y + ny * (bulge + CLEAR))]
        wish.more = pale
        wishes.append(wish)
    return layers, wishes


def _seaward(lattice: Lattice, run: Sequence[Point], hexes: Sequence[str]) -> list[Point]:
    """The bar along a real shore, which may run either way: on the side that is farther from the hexes of the beach."""
    x, y = (sum(part) / len(hexes) for part in zip(*map(lattice.centre, hexes), strict=True))
    return max(
        (_beside(run, OFF), _beside(run, -OFF)),
        key=lambda bar: sum(math.dist(point, (x, y)) for point in bar),
    )


def _beside(run: Sequence[Point], off: float) -> list[Point]:
    """A line that follows another at a distance, to its left, without its small turns."""
    found = []
    last = len(run) - 1
    for index in range(1, last, 2):
        before, after = run[max(0, index - 3)], run[min(last, index + 3)]
        nx, ny = across(before, after)
        near = run[max(0, index - 2) : index + 3]
        x, y = sum(p[0] for p in near) / len(near), sum(p[1] for p in near) / len(near)
        found.append((x + nx * off, y + ny * off))
    return found or [run[0], run[last]]
