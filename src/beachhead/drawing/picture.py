"""A map as one picture: an SVG that stands alone, with the colours of the page's own style sheet."""

from __future__ import annotations

import base64
import re
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any
from xml.sax.saxutils import escape

from beachhead.drawing.stamps import path_of


def svg(drawing: Mapping[str, Any], theme: Mapping[str, Any] | None = None, *, dark: bool = False, title: str = "") -> str:
    """A picture of the map without counters."""
    width, height = drawing["width"], drawing["height"]
    name = title or str((theme or {}).get("map", {}).get("title", "Map"))
    shapes = drawing.get("shapes", {})
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img">',
        f"<title>{escape(name)}</title><style>{own_type()} {style(dark)}</style><defs>",
    ]
    parts += [f'<clipPath id="clip-{key}"><path d="{d}"/></clipPath>' for key, d in shapes.items() if _clips(drawing, key)]
    parts.append("</defs>")
    for layer in drawing["layers"]:
        if "when" in layer:
            continue  # belongs to the course of a match
        clip = f' clip-path="url(#clip-{layer["clip"]})"' if "clip" in layer else ""
        parts.append(f'<g class="{_classes(layer["class"])}"{clip}>')
        if "cells" in layer:
            parts.append(f'<path d="{_cells(drawing, layer["cells"] == "sea")}"/>')
        for path in layer["paths"]:
            parts.append(f'<path class="{_classes(path.get("class", ""))}" d="{path_of(path, shapes)}"/>')
        parts.append("</g>")
    for box in drawing["boxes"]:
        parts.append(f'<path class="m-panel" d="{box["d"]}"/>')
        parts += [f'<path class="{_classes(sign["class"])}" d="{path_of(sign, shapes)}"/>' for sign in box.get("signs", ())]
        parts.append(f'<text class="m-name m-box-title" x="{box["x"] + 16}" y="{box["y"] + 18}">{escape(box["title"])}</text>')
    for label in drawing["labels"]:
        if "when" in label:
            continue
        turn = f' transform="rotate({label["angle"]} {label["x"]} {label["y"]})"' if label.get("angle") else ""
        place = f'x="{label["x"]}" y="{label["y"]}"{turn}'
        parts.append(f'<text class="m-name {_classes(label["class"])}" {place}>{escape(label["text"])}</text>')
    parts.append("</svg>")
    return "".join(parts)


def _classes(names: str) -> str:
    """Classes of the drawing as the style sheet calls them."""
    return " ".join(f"m-{name}" for name in names.split())


def _clips(drawing: Mapping[str, Any], key: str) -> bool:
    return any(layer.get("clip") == key for layer in drawing["layers"])


def _cells(drawing: Mapping[str, Any], sea: bool) -> str:
    cell = drawing.get("cell", "")
    return "".join(f"M{s['x']} {s['y']}{cell}" for s in drawing["spaces"].values() if bool(s.get("sea")) == sea)


@cache
def style(dark: bool = False) -> str:
    """The rules of the map in the page's style sheet, custom properties filled in: viewers of pictures know none."""
    sheets = resources.files("beachhead").joinpath("web", "css")
    sheet, tokens = (sheets.joinpath(name).read_text(encoding="utf-8") for name in ("board.css", "tokens.css"))
    colours = dict(re.findall(r"(--map-[\w-]+):\s*([^;]+);", sheet[: sheet.index('[data-theme="dark"]')]))
    if dark:
        start = sheet.index('[data-theme="dark"]')
        colours |= dict(re.findall(r"(--map-[\w-]+):\s*([^;]+);", sheet[start : sheet.index("}", start)]))
    rules = sheet[sheet.index("/* the map */") + 13 : sheet.index("/* end of the map */")]
    known = colours | dict(re.findall(r"(--(?:sans|serif)):\s*([^;]+);", tokens))
    filled = re.sub(r"var\((--[\w-]+)\)", lambda found: known[found[1]], rules)
    return re.sub(r"\s+", " ", filled).strip()


@cache
def own_type() -> str:
    """The page's fonts as a style sheet that needs no other file."""
    web = resources.files("beachhead").joinpath("web")

    def inside(found: re.Match[str]) -> str:
        body = web.joinpath(found[1]).read_bytes()
        return f'url("data:font/woff2;base64,{base64.b64encode(body).decode()}")'

    faces = re.sub(r'url\("\.\./([^"]+)"\)', inside, web.joinpath("css", "fonts.css").read_text(encoding="utf-8"))
    return re.sub(r"\s+", " ", faces) + "text { text-rendering: geometricPrecision; }"
