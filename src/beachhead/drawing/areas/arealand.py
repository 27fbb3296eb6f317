"""The land of a map of areas: heights and their light, contour lines, sand, and the signs of the ground."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from beachhead.drawing.field import Field
from beachhead.drawing.geometry import Pen, Point, across, between, chance, clouds, noise
from beachhead.drawing.hexes.coast import Shore, fill_land, ring
from beachhead.drawing.hexes.ground import SIGNS, relief
from beachhead.drawing.stamps import stamped

SEED = 219
CONE = 92.0
"""How far a volcano reaches from its summit."""
CRATER = 17.0


def sheet_of(field: Field, loops: Sequence[Sequence[Point]]) -> Field:
    """A sheet with 1 within these lines."""
    return fill_land(field, Shore([list(loop) for loop in loops], []))


def heights(
    field: Field, dry: Field, inside: Mapping[str, Field], level: Mapping[str, float], volcanoes: Mapping[str, Point]
) -> Field:
    """How high the ground is: by the kind of each area, hills rising towards their middle, all of it falling off to the shore."""
    base = field.made([[0.0] * field.columns for _ in range(field.lines)])
    for name, mask in inside.items():
        high = level.get(name, 0.0)
        if not high or name in volcanoes:
            continue
        outside = mask.made([[1.0 - value for value in row] for row in mask.rows])
        if high < 3:
            part = mask.made([[value * high * 0.62 for value in row] for row in mask.rows])
        else:
            deep = outside.distance()
            part = mask.combine(deep, lambda within, away, high=high: within * high * (0.45 + 0.75 * min(1.0, away / 62)))  # type: ignore[misc]
        base = base.combine(part, lambda a, b: a + b)
    base = base.blur(2, 3)

    def broken(x: float, y: float) -> float:
        u, v = x * 0.8 + y * 0.6, y * 0.8 - x * 0.6
        u, v = u + 22 * noise(x / 80, y / 80, SEED), v + 22 * noise(x / 80, y / 80, SEED + 1)
        large = 1 - abs(noise(u / 58, v / 92, SEED + 3)) * 1.6
        small = 1 - abs(noise(u / 27, v / 40, SEED + 4)) * 1.6
        return 0.6 * large + 0.4 * small

    rough = base.fill(broken)
    sheet = base.combine(rough, lambda high, ridge: high * (0.62 + (0.36 + 0.1 * high) * ridge))
    away = dry.made([[1.0 - value for value in row] for row in dry.rows]).distance()
    sheet = sheet.combine(away, lambda high, shore: high * min(1.0, shore / 46))
    for centre in volcanoes.values():
        sheet = sheet.combine(field.fill(cone(centre)), max)
        sheet = sheet.combine(away, lambda high, shore: high * min(1.0, 0.25 + shore / 26))
    return sheet


def cone(centre: Point, reach: float = CONE) -> Callable[[float, float], float]:
    """A volcano: steep, cut by gullies, with a crater that opens to one side."""

    def high(x: float, y: float) -> float:
        dx, dy = x - centre[0], y - centre[1]
        away = math.hypot(dx, dy)
        if away >= reach:
            return 0.0
        angle = math.atan2(dy, dx)
        gully = math.cos(angle * 9 + 2.4 * noise(x / 30, y / 30, SEED + 20)) * min(1.0, away / 40)
        rise = math.pow(1 - away / reach, 1.15) * (5.4 + 0.42 * gully)
        bowl = max(0.0, 1 - away / CRATER)
        return rise - 2.6 * math.sqrt(bowl)

    return high


def light(sheet: Field) -> list[dict[str, Any]]:
    """Shadows and brightness on the slopes."""
    return [{"d": d, "class": f"relief {kind}"} for kind, d in relief(sheet).items() if d]


def contours(sheet: Field) -> list[dict[str, Any]]:
    """Lines of equal height, every third one stronger, as surveyors draw them."""
    levels = [0.55 + 0.42 * step for step in range(12)]
    fine = ring(sheet, [level for n, level in enumerate(levels) if n % 3 != 2], 1.4, 700)
    strong = ring(sheet, [level for n, level in enumerate(levels) if n % 3 == 2], 1.4, 500)
    return [{"d": d, "class": kind} for d, kind in ((fine, "contour"), (strong, "contour index")) if d]


def steps(dry: Field) -> str:
    """Lines along the shore, each farther inland than the last."""
    away = dry.made([[1.0 - value for value in row] for row in dry.rows]).distance().blur(1, 1)
    rough = away.fill(lambda x, y: 8 * noise(x / 70, y / 70, SEED + 70))
    return ring(away.combine(rough, lambda distance, change: distance + change), [24.0, 41.0, 60.0, 82.0], 1.3, 300)


def summit(centre: Point, scale: float = 1.0) -> list[dict[str, Any]]:
    """The crater of a volcano with the strokes of its rim, which are the longer the larger the mountain is."""
    x, y = centre
    rim, strokes = [], Pen()
    for turn in range(18):
        angle = math.tau * turn / 18
        reach = CRATER * (1 + 0.22 * (chance(turn, 7) - 0.5))
        rim.append((x + reach * math.cos(angle), y + reach * 0.86 * math.sin(angle)))
    for turn in range(30):
        angle = math.tau * (turn + 0.4 * chance(turn, 3)) / 30
        inner, outer = CRATER * 1.25, CRATER * (1.7 + 0.9 * chance(turn, 5)) * scale
        strokes.move((x + inner * math.cos(angle), y + inner * 0.86 * math.sin(angle)))
        strokes.line((x + outer * math.cos(angle), y + outer * 0.86 * math.sin(angle)))
    return [
        {"d": Pen().loop(rim).text(), "class": "crater"},
        {"d": strokes.text(), "class": "hachures"},
    ]


def sand(runs: Sequence[Sequence[Point]]) -> list[dict[str, Any]]:
    """The sand along the shore of beaches, and its grains."""
    pen = Pen()
    grains: list[Point] = []
    for line, run in enumerate(runs):
        pen.polyline(run)
        for index, (a, b) in enumerate(pairwise(run)):
            nx, ny = across(a, b)
            for grain in range(2):
                deep = 3.0 + 9.0 * chance(line, index, grain)
                x, y = between(a, b, chance(line, index, grain, 5))
                grains += [(x - nx * deep, y - ny * deep), (x + nx * deep, y + ny * deep)]
    return [{"d": pen.text(), "class": "sand"}, stamped("h.1", grains) | {"class": "grains"}] if runs else []


def signs(
    inside: Mapping[str, Field],
    kinds: Mapping[str, str],
    looks: Mapping[str, Any],
    free: Callable[[Point], bool],
    step: float = 33.0,
) -> list[dict[str, Any]]:
    """Little signs of the ground, scattered thinly; none where `free` says no."""
    places: dict[tuple[str, int], list[Point]] = {}
    for order, (name, mask) in enumerate(sorted(inside.items())):
        sign = looks.get(kinds.get(name, ""), {}).get("scatter")
        if sign not in SIGNS:
            continue
        forms = SIGNS[sign][0]
        for j in range(int(mask.height // step)):
            for i in range(int(mask.width // step)):
                x = (i + 0.5 + 0.8 * (chance(i, j, order, 1) - 0.5)) * step
                y = (j + 0.5 + 0.8 * (chance(i, j, order, 2) - 0.5)) * step
                if clouds(x / 90, y / 90, SEED + 60, 2) < -0.15 or not _well_within(mask, (x, y)) or not free((x, y)):
                    continue
                places.setdefault((sign, (i + j) % len(forms)), []).append((x, y))
    found: list[dict[str, Any]] = []
    for (sign, form), spots in sorted(places.items()):
        found.append(stamped(SIGNS[sign][0][form], spots) | {"class": f"sign {sign}"})
    return found


def _well_within(mask: Field, point: Point) -> bool:
    i, j = round(point[0] / mask.step), round(point[1] / mask.step)
    return all(
        0 <= i + di < mask.columns and 0 <= j + dj < mask.lines and mask.rows[j + dj][i + di] > 0.5
        for di in (-1, 0, 1)
        for dj in (-1, 0, 1)
    )
