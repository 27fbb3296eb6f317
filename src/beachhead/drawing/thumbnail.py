"""Maps in small: sea, land, ground and relief, without hexes, signs, roads, names or boxes, cut to the land.

At the size of a stamp nobody sees every bend of a contour, so curves are thinned. A thumbnail weighs a tenth of the picture.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any
from xml.sax.saxutils import escape

from beachhead.drawing.picture import style
from beachhead.drawing.stamps import path_of

LAYERS = ("sea", "abroad", "surf", "land", "shore", "airfields", "runways", "lakes", "towns")
LEFT_OUT = ("waterline", "sign", "contour", "shade-1", "shade-3", "light-2", "runway-line", "blocks")
MARGIN = {"hexes": 2.5, "areas": 5.0}
"""How far beyond the middle of its outermost land a thumbnail reaches, in units of the map: landing forces lie there."""
THIN = 3
"""Pieces of a curve that become one."""


def box(drawing: Mapping[str, Any]) -> tuple[int, int, int, int]:
    """The part of the map that a thumbnail shows: x, y, width, height. The page finds the same (web/js/start/snapshots.js)."""
    land = [space for space in drawing["spaces"].values() if not space.get("sea")] or list(drawing["spaces"].values())
    margin = round(MARGIN[drawing["kind"]] * drawing["unit"])
    left = max(0, round(min(space["x"] for space in land)) - margin)
    top = max(0, round(min(space["y"] for space in land)) - margin)
    right = min(int(drawing["width"]), round(max(space["x"] for space in land)) + margin)
    bottom = min(int(drawing["height"]), round(max(space["y"] for space in land)) + margin)
    return left, top, right - left, bottom - top


def thumbnail(drawing: Mapping[str, Any], *, title: str = "Map") -> str:
    """The map in small, as an SVG that stands alone."""
    shapes = drawing.get("shapes", {})
    x, y, width, height = box(drawing)
    drawn: list[str] = []
    used: set[str] = set()
    clips: dict[str, str] = {}
    for layer in drawing["layers"]:
        if layer["id"] not in LAYERS or "when" in layer:
            continue
        clip = ""
        if "clip" in layer:
            clips[layer["clip"]] = shapes[layer["clip"]]
            clip = f' clip-path="url(#{layer["clip"]})"'
        drawn.append(f'<g class="{_classes(layer["class"], used)}"{clip}>')
        for path in layer["paths"]:
            names = path.get("class", "")
            if not set(names.split()) & set(LEFT_OUT):
                drawn.append(f'<path class="{_classes(names, used)}" d="{thinned(path_of(path, shapes))}"/>')
        drawn.append("</g>")
    defs = "".join(f'<clipPath id="{key}"><path d="{thinned(d)}"/></clipPath>' for key, d in clips.items())
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{x} {y} {width} {height}" width="{width}" height="{height}">'
        f"<title>{escape(title)}</title><style>{''.join(_rules(used))}</style><defs>{defs}</defs>{''.join(drawn)}</svg>"
    )


def thinned(d: str) -> str:
    """A path with fewer bends: of each run of curves, some become one. Straight lines stay as they are.

    >>> thinned("m0 0q1 0 2 0 1 0 2 0 1 0 2 0 1 0 2 0z")
    'm0 0q3 0 6 0 1 0 2 0z'
    """
    return re.sub(r"q([^a-zA-Z]+)", lambda found: "q" + _fewer([float(n) for n in NUMBER.findall(found[1])]), d)


NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)")


def _fewer(numbers: list[float]) -> str:
    pieces = [numbers[n : n + 4] for n in range(0, len(numbers) - 3, 4)]
    made = ""
    for start in range(0, len(pieces), THIN):
        run = pieces[start : start + THIN]
        whole = [sum(piece[2] for piece in run), sum(piece[3] for piece in run)]
        if len(run) == 1:
            bend = run[0][:2]
        else:  # through the middle of the run
            middle = len(run) // 2
            bend = [sum(piece[2 + axis] for piece in run[:middle]) + run[middle][axis] for axis in (0, 1)]
        for number in (*bend, *whole):
            text = f"{round(number)}"
            made += text if not made or text.startswith("-") else f" {text}"
    return made


def _classes(names: str, used: set[str]) -> str:
    found = [f"m-{name}" for name in names.split()]
    used.update(found)
    return " ".join(found)


def _rules(used: set[str]) -> Iterator[str]:
    """The rules of the style sheet that such a drawing needs."""
    for selectors, body in re.findall(r"([^{}]+)\{([^{}]*)\}", style()):
        if any(set(re.findall(r"\.([\w-]+)", one)) <= used for one in selectors.split(",") if "." in one):
            yield f"{selectors.strip()}{{{body.strip()}}}"
