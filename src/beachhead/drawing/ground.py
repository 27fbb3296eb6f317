"""The ground: tints of terrain with drawn edges, hills with light and shadow, and the little signs scattered over them."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping
from typing import Any

from beachhead.drawing.coast import ring
from beachhead.drawing.field import Field
from beachhead.drawing.geometry import Pen, Point, area, chance, clouds, noise
from beachhead.drawing.lattice import ACROSS, Lattice

SEED = 615
LIGHT = (-0.6, -0.8)
"""The sun stands in the north-west, as on every map."""


def spread(lattice: Lattice, terrain: Mapping[str, str], sea: Collection[str]) -> dict[str, str]:
    """The terrain of every hex; the sea next to land takes that of its shore, so that tints reach under the drawn shore."""
    found = {name: kind for name, kind in terrain.items() if kind not in sea}
    for name, kind in terrain.items():
        if kind in sea:
            kinds = sorted(terrain[near] for near in lattice.near[name] if terrain[near] not in sea)
            if kinds:
                found[name] = max(kinds, key=kinds.count)
    return found


def sample(field: Field, lattice: Lattice, kinds: Mapping[str, str], value: Mapping[str, float], warp: float) -> Field:
    """A number for every place by the terrain there, along edges that waver."""

    def here(x: float, y: float) -> float:
        moved = (x + warp * clouds(x / 38, y / 38, SEED, 2), y + warp * clouds(x / 38, y / 38, SEED + 50, 2))
        name = lattice.at(moved)
        return value.get(kinds.get(name, ""), 0.0) if name is not None else 0.0

    return field.fill(here)


def tint(field: Field, lattice: Lattice, kinds: Mapping[str, str], wanted: Collection[str]) -> str:
    """One shape for all hexes of some kinds, corners rounded."""
    sheet = sample(field, lattice, kinds, dict.fromkeys(wanted, 1.0), 7.0).blur(1, 3)
    return ring(sheet, 0.5, 0.7)


def heights(field: Field, lattice: Lattice, kinds: Mapping[str, str], high: Mapping[str, float], land: Field) -> Field:
    """How high the ground is: what the terrain says, broken up by ridges and valleys, falling off to the shore."""
    base = sample(field, lattice, kinds, high, 10.0).blur(2, 3)
    shore = land.blur(2, 2)

    def ridges(x: float, y: float) -> float:
        # Ridges run with the island: noise stretched along one diagonal, folded so that its zero line becomes a crest.
        u, v = (x * 0.86 + y * 0.5), (y * 0.86 - x * 0.5)
        u, v = u + 20 * noise(x / 70, y / 70, SEED + 9), v + 20 * noise(x / 70, y / 70, SEED + 10)
        large = 1 - abs(noise(u / 62, v / 105, SEED + 3)) * 1.7
        small = 1 - abs(noise(u / 30, v / 44, SEED + 4)) * 1.7
        return 0.62 * large + 0.38 * small

    rough = field.fill(ridges)
    sheet = base.combine(rough, lambda level, ridge: level * (0.55 + 0.75 * ridge))
    return sheet.combine(shore, lambda level, dry: level * min(1.0, dry * 1.25))


def relief(sheet: Field) -> dict[str, str]:
    """Shadows on slopes turned from the light, brightness on those turned to it, in steps."""
    slope = sheet.slope(LIGHT)  # positive where the ground rises towards the light: such slopes fall away from it
    dark = slope.blur(1, 1)
    bright = dark.made([[-value for value in row] for row in dark.rows])

    def worth(limit: float) -> Callable[[list[Point]], bool]:
        return lambda loop: abs(area(loop)) > limit

    return {
        "shade-1": ring(dark, 0.006, 1.2, worth(420)),
        "shade-2": ring(dark, 0.016, 1.2, worth(320)),
        "shade-3": ring(dark, 0.027, 1.1, worth(240)),
        "light-1": ring(bright, 0.009, 1.2, worth(420)),
        "light-2": ring(bright, 0.021, 1.2, worth(300)),
    }


# ------------------------------------------------------------------ signs

SPOTS: tuple[Point, ...] = ((-0.28, -0.24), (0.02, -0.3), (0.29, -0.2), (-0.14, 0.02), (0.16, 0.05), (-0.3, 0.22), (0.01, 0.3), (0.3, 0.24))
"""Where the signs of a hex lie before chance moves them."""


def scatter(lattice: Lattice, terrain: Mapping[str, str], look: Mapping[str, Any], free: Callable[[Point], bool]) -> dict[str, str]:
    """The little signs of the terrain, by sign; none where `free` says no (roads, names)."""
    pens: dict[str, Pen] = {}
    for order, name in enumerate(sorted(terrain)):
        sign = look.get(terrain[name], {}).get("scatter")
        if sign not in SIGNS:
            continue
        x, y = lattice.centre(name)
        draw, spots = SIGNS[sign]
        pen = pens.setdefault(sign, Pen())
        for index in spots:
            dx, dy = SPOTS[index]
            spot = (
                x + ACROSS * (dx + 0.12 * (chance(order, index, 1) - 0.5)),
                y + ACROSS * (dy + 0.12 * (chance(order, index, 2) - 0.5)),
            )
            if free(spot):
                draw(pen, spot, 0.8 + 0.4 * chance(order, index, 3), order * 8 + index)
    return {sign: pen.text() for sign, pen in pens.items()}


def _tuft(pen: Pen, at: Point, size: float, key: int) -> None:
    """Grass and bush: three blades."""
    del key
    x, y = at
    pen.move((x - 3 * size, y - 2.5 * size)).line((x - 1 * size, y + 1.5 * size))
    pen.move((x, y - 4 * size)).line((x, y + 1.5 * size))
    pen.move((x + 3 * size, y - 2.5 * size)).line((x + 1 * size, y + 1.5 * size))


def _peak(pen: Pen, at: Point, size: float, key: int) -> None:
    """A crag: two flanks and a stroke of shadow."""
    x, y = at
    lean = (chance(key, 5) - 0.5) * 2
    pen.move((x - 5 * size, y + 3 * size)).line((x + lean, y - 4.5 * size)).line((x + 5 * size, y + 3 * size))
    pen.move((x + lean + 0.6, y - 2.2 * size)).line((x + lean + 1.6 * size, y + 2.6 * size))


def _tree(pen: Pen, at: Point, size: float, key: int) -> None:
    """A crown."""
    del key
    x, y = at
    pen.move((x - 4 * size, y)).bend((x - 4 * size, y - 5 * size), (x, y - 5 * size)).bend((x + 4 * size, y - 5 * size), (x + 4 * size, y))


def _block(pen: Pen, at: Point, size: float, key: int) -> None:
    """A house or two, seen from above."""
    x, y = at
    turn = 0.32 * (chance(key, 7) - 0.5)
    wide, deep = (4.6 * size, 3.4 * size) if key % 2 else (3.2 * size, 4.4 * size)
    cos, sin = math.cos(turn), math.sin(turn)
    corners = [(-wide, -deep), (wide, -deep), (wide, deep), (-wide, deep)]
    pen.polygon([(x + cx * cos - cy * sin, y + cx * sin + cy * cos) for cx, cy in corners])


SIGNS: dict[str, tuple[Callable[[Pen, Point, float, int], None], tuple[int, ...]]] = {
    "tufts": (_tuft, (0, 2, 3, 5, 7)),
    "peaks": (_peak, (0, 2, 3, 4, 6)),
    "trees": (_tree, (0, 2, 3, 4, 6)),
    "blocks": (_block, (0, 1, 2, 3, 4, 5, 6, 7)),
}
