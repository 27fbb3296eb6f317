"""The ground: tints of terrain with drawn edges, hills with light and shadow, and the little signs scattered over them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from beachhead.drawing.field import Field
from beachhead.drawing.geometry import Point, chance, clouds, noise
from beachhead.drawing.hexes.coast import ring
from beachhead.drawing.hexes.lattice import ACROSS, Lattice
from beachhead.drawing.stamps import stamped

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


class Patches:
    """Which terrain lies where on a fine sheet, along edges that waver."""

    def __init__(self, field: Field, lattice: Lattice, kinds: Mapping[str, str], warp: float = 7.5) -> None:
        self.field = field
        self.rows: list[list[str]] = []
        around = self._coarse(lattice, kinds)
        for j in range(field.lines):
            row = []
            for i in range(field.columns):
                x, y = i * field.step, j * field.step
                if not around[round(y / 40)][round(x / 40)]:
                    row.append("")
                    continue
                moved = (x + warp * clouds(x / 38, y / 38, SEED, 2), y + warp * clouds(x / 38, y / 38, SEED + 50, 2))
                row.append(kinds.get(lattice.at(moved) or "", ""))
            self.rows.append(row)

    def _coarse(self, lattice: Lattice, kinds: Mapping[str, str]) -> list[list[bool]]:
        """Where on a coarse sheet any terrain may lie: the rest need not be looked at."""
        marks = [[False] * (int(self.field.width // 40) + 3) for _ in range(int(self.field.height // 40) + 3)]
        for name in kinds:
            x, y = lattice.centre(name)
            for j in range(max(0, int((y - 60) // 40)), int((y + 60) // 40) + 2):
                for i in range(max(0, int((x - 60) // 40)), int((x + 60) // 40) + 2):
                    if j < len(marks) and i < len(marks[0]):
                        marks[j][i] = True
        return marks

    def sheet(self, value: Mapping[str, float]) -> Field:
        """A number for every place by the terrain there."""
        return self.field.made([[value.get(kind, 0.0) for kind in row] for row in self.rows])

    def tint(self, wanted: Collection[str]) -> str:
        """One shape for all hexes of some kinds, corners rounded."""
        return ring(self.sheet(dict.fromkeys(wanted, 1.0)).blur(1, 3), [0.5], 1.1)


def heights(patches: Patches, high: Mapping[str, float], land: Field, rough_by: float = 0.75) -> Field:
    """How high the ground is: what the terrain says, broken up by ridges and valleys, falling off to the shore."""
    base = patches.sheet(high).blur(2, 3)
    shore = land.blur(2, 2)

    def ridges(x: float, y: float) -> float:
        if not base.rows[round(y / base.step)][round(x / base.step)]:
            return 0.0
        # Ridges run with the island: noise stretched along one diagonal, folded so that its zero line becomes a crest.
        u, v = (x * 0.86 + y * 0.5), (y * 0.86 - x * 0.5)
        u, v = u + 20 * noise(x / 70, y / 70, SEED + 9), v + 20 * noise(x / 70, y / 70, SEED + 10)
        large = 1 - abs(noise(u / 62, v / 105, SEED + 3)) * 1.7
        small = 1 - abs(noise(u / 30, v / 44, SEED + 4)) * 1.7
        return 0.62 * large + 0.38 * small

    rough = base.fill(ridges)
    even = 1.0 - 0.6 * rough_by
    sheet = base.combine(rough, lambda level, ridge: level * (even + rough_by * ridge))
    return sheet.combine(shore, lambda level, dry: level * min(1.0, dry * 1.25))


def relief(sheet: Field) -> dict[str, str]:
    """Shadows on slopes turned from the light, brightness on those turned to it, in steps."""
    slope = sheet.slope(LIGHT)  # positive where the ground rises towards the light: such slopes fall away from it
    dark = slope.blur(1, 1)
    bright = dark.made([[-value for value in row] for row in dark.rows])
    return {
        "shade-1": ring(dark, [0.008], 2.2, 900),
        "shade-2": ring(dark, [0.016], 2.0, 500),
        "shade-3": ring(dark, [0.027], 1.8, 300),
        "light-1": ring(bright, [0.012], 2.2, 900),
        "light-2": ring(bright, [0.022], 2.0, 420),
    }


# ------------------------------------------------------------------ signs

SPOTS: tuple[Point, ...] = (
    (-0.28, -0.24),
    (0.02, -0.3),
    (0.29, -0.2),
    (-0.14, 0.02),
    (0.16, 0.05),
    (-0.3, 0.22),
    (0.01, 0.3),
    (0.3, 0.24),
)
"""Where the signs of a hex lie before chance moves them."""


def scatter(
    lattice: Lattice, terrain: Mapping[str, str], look: Mapping[str, Any], free: Callable[[Point], bool]
) -> dict[str, list[dict[str, Any]]]:
    """The little signs of the terrain, by sign, stamped in a few forms; none where `free` says no (roads)."""
    places: dict[tuple[str, int], list[Point]] = {}
    for order, name in enumerate(sorted(terrain)):
        sign = look.get(terrain[name], {}).get("scatter")
        if sign not in SIGNS:
            continue
        x, y = lattice.centre(name)
        forms, spots = SIGNS[sign]
        for index in spots:
            dx, dy = SPOTS[index]
            spot = (
                x + ACROSS * (dx + 0.13 * (chance(order, index, 1) - 0.5)),
                y + ACROSS * (dy + 0.13 * (chance(order, index, 2) - 0.5)),
            )
            if free(spot):
                places.setdefault((sign, (order + index) % len(forms)), []).append(spot)
    found: dict[str, list[dict[str, Any]]] = {}
    for (sign, form), spots_of in sorted(places.items()):
        found.setdefault(sign, []).append(stamped(SIGNS[sign][0][form], spots_of))
    return found


BUILT = ("blocks", "houses", "streets")
"""Signs of built-up ground: roads lead to its middle, and names keep off it."""
DOT = "m-6.5 0a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0-13 0z"
"""The dot of a place of a few houses."""
UNTINTED = (None, "blocks", "houses")
"""Signs that need no tint of their own under them."""

SIGNS: dict[str, tuple[tuple[str, ...], tuple[int, ...]]] = {
    # grass and bush: three blades
    "tufts": (
        (
            "m-3-2.4l2 4m1-5.6l0 5.6m3-4l-2 4",
            "m-3.4-2l2.2 3.8m1.4-4.8l-.2 4.8m3.2-3.6l-2 3.6",
            "m-2.6-2.8l1.8 4.2m.8-5l0 5m2.4-3.4l-1.4 3.4",
        ),
        (0, 2, 3, 5, 7),
    ),
    # crags: two flanks and a stroke of shadow
    "peaks": (
        (
            "m-5 3l5-7.6 5 7.6m-4.4-5.2l1.4 4.8",
            "m-4.2 2.6l3.6-6.4 4.8 6.4m-4.2-4.4l1.6 3.8",
            "m-5.6 3.4l6-8.6 5.2 8.6m-4.6-6l1 5.4",
        ),
        (0, 2, 3, 4, 6),
    ),
    # crowns of trees
    "trees": (("m-4 0q0-5 4-5 4 0 4 5m-4 0l0 2.6", "m-3.4 0q0-4.4 3.4-4.4 3.4 0 3.4 4.4m-3.4 0l0 2.2"), (0, 2, 3, 4, 6)),
    # houses seen from above
    "blocks": (
        ("m-4.4-3.2l8.6-.8.8 6.6-8.6.8z", "m-3-4.2l6.4.6-.8 8.2-6.4-.6z", "m-4-2.6l5.4-2 1.2 3.2 2.8-1 1.4 3.6-8.4 3z"),
        (0, 1, 2, 3, 4, 5, 6, 7),
    ),
    # a few houses
    "houses": (("m-4.2-3l8-.6.6 6-8 .6z", "m-3-3.8l5.8.6-.6 7.4-5.8-.6z"), (0, 2, 5, 7)),
    # rows of houses along streets
    "streets": (
        (
            "m-7-5h5v4h-5zm7 0h6v4h-6zm-7 6h5v4h-5zm7 0h6v4h-6z",
            "m-7.4-4l5-1 .8 3.8-5 1zm7-1.4l6-1.2.8 3.8-6 1.2zm-6 7.2l5-1 .8 3.8-5 1z",
        ),
        (0, 1, 2, 3, 4, 5, 6, 7),
    ),
    # broken ground: humps and stones
    "stones": (
        (
            "m-4.4 2q.6-4 3.4-4t3.4 4m.6.2q.2-2 1.6-2t1.4 2",
            "m-4 2q.4-3.2 2.6-3.2t2.6 3.2m.8-.4q.4-2.4 2-2.4t1.8 2.6",
            "m-3 2q.6-3.6 3-3.6t3 3.6m-7.6.4q.2-1.6 1.2-1.6t1.2 1.6",
        ),
        (0, 2, 4, 5, 7),
    ),
    # ravines: broken edges with strokes down the steep side
    "gullies": (
        (
            "m-9 1l4-4l5-1l5 1.4l4 4m-18-.4l-.5 3m3.2-5.7l-.4 5m3.4-6.6l-.2 6"
            "m3.5-6.7l0 5.4m3.3-4.5l.2 6m2.8-4.2l.4 4.6m2.3-1.9l.5 3",
            "m-8-3l4 3l4-.6l4-3l4 .6m-16 0l-.4 4m3.1-2l-.3 5.6m2.9-4.8l-.1 4.6m2.8-5l0 6m2.7-8l.1 5.6m2.5-6.4l.3 4m2.4-3.6l.4 3",
            "m-9-1l5-1.6l5 1.6l4 2l4-.6m-18-1.4l-.5 3.6m3.8-4.7l-.3 5m3.7-5l-.2 5.6"
            "m3.5-4.5l.1 4.6m2.6-3.3l.2 5m2.4-4.5l.4 3.6m2.3-4l.5 3",
        ),
        (0, 2, 5, 7),
    ),
    # sulphur mines and quarries: a pit and a heap of spoil
    "pits": (
        (
            "m-5 0a5 3.4 0 1 0 10 0a5 3.4 0 1 0-10 0m2.4 0a2.6 1.6 0 1 0 5.2 0",
            "m-4.4 0a4.4 3 0 1 0 8.8 0a4.4 3 0 1 0-8.8 0m2.2 0a2.2 1.4 0 1 0 4.4 0",
        ),
        (0, 2, 5, 7),
    ),
    # steep heights: large crags
    "crests": (
        (
            "m-8 5l8-12 8 12m-11-7.6l3 3.4 1.6-3.2m1.4-2.4l3 9.6m-9-4.6l-1.4 4.6",
            "m-7 4.4l6-10.8 8.4 10.8m-11-6l2.4 2.8 2-3.4m1.2-1l3 7.4m-8-3.6l-1.2 3.6",
        ),
        (0, 2, 5, 7),
    ),
    # terraces: short steps, one above the other
    "ledges": (
        (
            "m-8 2.6h5l2-3h7l2 2.4m-13 3.6h6l2.6-2.8h4.4",
            "m-8-1h4l2.4 3h6.6l2-2.6m-12 4.4h3.4l2 2.6h5",
        ),
        (0, 2, 4, 5, 7),
    ),
    # ash and sand: dots
    "grains": (
        ("m-3-2h.1m5 1.4h.1m-3.6 3h.1m5-5.6h.1m1.6 6h.1", "m-4 0h.1m3.2-2.4h.1m2 4h.1m2.4-2.2h.1m-7 4.4h.1"),
        tuple(range(8)),
    ),
}
