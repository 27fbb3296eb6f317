"""Lay the areas of Iwo Jima on its shore of February 1945 and keep the result: src/beachhead/games/rage/areas.yaml.

    python benchmarks/areas.py path/to/iwo_jima.geojson      from the real coastline (features `coast_1945`, `coast_registered`)
    python benchmarks/areas.py                               from the shore that areas.yaml keeps

`make maps` draws the map anew afterwards.
"""

from __future__ import annotations

import json
import math
import sys
from pathlib import Path

from beachhead.boards.cells import Point, borders, cells
from beachhead.engine.files.datafile import read_yaml

GAME = Path(__file__).resolve().parent.parent / "src" / "beachhead" / "games" / "rage"
SUMMIT = (141.2893, 24.7507)
"""Mount Suribachi: longitude and latitude."""
KM = (111.32 * math.cos(math.radians(24.78)), 110.77)
"""Kilometres to a degree, there."""
STRETCH = ((1.21, -0.12, 0.31), (-0.21, 1.22, 0.12))
"""From kilometres east and north of the summit to the measure of the components. Found by laying the real shore over the
outline that the components give (83 of 100 parts in common): along the island it is nearly true to scale, across it the printed
map is drawn a third wider, to make room for counters."""
NUDGES: tuple[tuple[Point, float, Point], ...] = (
    ((0.10, 1.00), 1.0, (-0.17, 0.08)),
    ((1.10, 0.25), 1.0, (0.22, -0.20)),
    ((4.10, 1.80), 1.0, (0.12, -0.22)),
)
"""Where the true shore leaves too little: around a place, within a distance, by so much. The neck is widened, for Chidori
Airfield and Suribachi Yama border each other there, and Futatsune Hama and Ishikiriba need room for counters."""
SHORTEST = 0.25
"""No border is shorter than this: a player must be able to see it."""
ISLETS = ("rock off the north-east coast",)
"""Kangoku rock in the north-west would lie under the title."""

HEAD = """\
# The shapes of the areas of Iwo Jima, made by benchmarks/areas.py; do not edit, make them anew.
#
# shore    The island in February 1945, in the measure of components.yaml (x east, y north). Derived from the GSHHG shorelines
#          (P. Wessel and W. H. F. Smith, GNU LGPL; see NOTICE): pulled in by 213 m because the island has risen since, the neck
#          and Suribachi patched by hand, stretched across and widened at the neck so that the areas fit. For drawing; nothing
#          is decided by it.
# islets   Rocks off the shore, likewise.
# areas    RECONSTRUCTION: the land nearer to the `seed` of an area (components.yaml) than to any other. They border each other
#          exactly as `adjacency` says, for at least {shortest} km each; a test keeps it so.
# seeds    What they were made from: components with other seeds get shapes of their own.
"""


def shore_of(path: Path) -> tuple[list[Point], list[list[Point]]]:
    """The real shore, and the islets, in the measure of the components."""
    features = json.loads(path.read_text(encoding="utf-8"))["features"]

    def loop(kind: str, name: str | None = None) -> list[Point]:
        wanted = [f for f in features if f["properties"]["kind"] == kind and name in (None, f["properties"]["name"])]
        return [placed((lon, lat)) for lon, lat in wanted[0]["geometry"]["coordinates"][0][:-1]]

    return [nudged(point) for point in loop("coast_1945")], [loop("coast_registered", name) for name in ISLETS]


def placed(place: Point) -> Point:
    """A place on the earth in the measure of the components."""
    x, y = ((place[axis] - SUMMIT[axis]) * KM[axis] for axis in (0, 1))
    (a, b, c), (d, e, f) = STRETCH
    return (round(a * x + b * y + c, 3), round(d * x + e * y + f, 3))


def nudged(point: Point) -> Point:
    """A point of the shore, moved where the true shore is in the way."""
    x, y = point
    for centre, reach, (dx, dy) in NUDGES:
        part = max(0.0, 1 - (math.dist(point, centre) / reach) ** 2) ** 2
        x, y = x + dx * part, y + dy * part
    return (round(x, 3), round(y, 3))


def check(shapes: dict[str, list[Point]], adjacency: dict[str, list[str]]) -> None:
    """The shapes border each other as the components say."""
    found = borders(shapes)
    wanted = {(a, b) if a < b else (b, a) for a, near in adjacency.items() for b in near}
    assert set(found) == wanted, f"too many {set(found) - wanted}, too few {wanted - set(found)}"
    short = {pair: round(long, 2) for pair, long in found.items() if long < SHORTEST}
    assert not short, short


def flow(points: list[Point]) -> str:
    """A line of points as YAML."""
    return "[" + ", ".join(f"[{x:g}, {y:g}]" for x, y in points) + "]"


def main() -> None:
    components = read_yaml((GAME / "components.yaml").read_text(encoding="utf-8"))
    kept = GAME / "areas.yaml"
    if len(sys.argv) > 1:
        shore, islets = shore_of(Path(sys.argv[1]))
    else:
        data = read_yaml(kept.read_text(encoding="utf-8"))
        shore, islets = ([(x, y) for x, y in data["shore"]], [[(x, y) for x, y in loop] for loop in data["islets"]])
    seeds = {area["id"]: (area["seed"][0], area["seed"][1]) for area in components["areas"]}
    shapes = cells(shore, seeds)
    check(shapes, components["adjacency"])
    lines = [
        HEAD.format(shortest=SHORTEST),
        f"shore: {flow(shore)}",
        "islets:",
        *(f"  - {flow(islet)}" for islet in islets),
        "areas:",
    ]
    lines += [f"  {name}: {flow(shape)}" for name, shape in shapes.items()]
    lines += ["seeds:", *(f"  {name}: [{x:g}, {y:g}]" for name, (x, y) in seeds.items())]
    kept.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(kept)


if __name__ == "__main__":
    main()
