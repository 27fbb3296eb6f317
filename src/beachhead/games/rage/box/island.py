"""The island as shapes: what a map is drawn from. Nothing in the rules asks for it."""

from __future__ import annotations

from functools import cache
from typing import Any

from beachhead.boards.cells import Point, cells
from beachhead.engine.files.datafile import read_yaml
from beachhead.games.rage.box.components import FOLDER, Components

Shape = list[Point]


@cache
def _kept() -> tuple[dict[str, Shape], list[Shape], dict[str, Point]]:
    data = read_yaml((FOLDER / "areas.yaml").read_text(encoding="utf-8"))

    def shape(points: list[list[float]]) -> Shape:
        return [(x, y) for x, y in points]

    areas = {name: shape(points) for name, points in data["areas"].items()}
    return areas, [shape(points) for points in data["islets"]], {name: (x, y) for name, (x, y) in data["seeds"].items()}


def shapes_of(components: Components) -> tuple[dict[str, Shape], list[Shape]]:
    """The outline of every area, and the islets: on the real shore if the areas are ours, else on the outline given with them."""
    areas, islets, seeds = _kept()
    wanted = {area.id: area.seed for area in components.map.areas}
    if wanted == seeds:
        return areas, islets
    return cells(components.outline, wanted), []


def board_of(components: Components) -> dict[str, Any]:
    """The map as plain data, north up."""
    shapes, islets = shapes_of(components)
    names, near = components.map.names, components.map.neighbours
    areas = {}
    for number, area in enumerate(components.map.areas):
        symbols = sorted(area.symbols)
        found: dict[str, Any] = {
            "outline": [[x, -y] for x, y in shapes[area.id]],
            "name": area.name,
            "terrain": area.kind,
            "near": sorted(names[other] for other in near[number]),
            "value": area.bdv,
            "symbols": symbols,
            "facts": [f"Basic Defense Value {area.bdv}", *symbols],
        }
        if area.box:
            found["box"] = area.box
        areas[area.id] = found
    return {"kind": "areas", "areas": areas, "islets": [[[x, -y] for x, y in islet] for islet in islets]}
