"""Lay real shores under the hexes of a game and keep them: Kyushu for Operation Olympic, Iwo Jima for D-Day at Iwo Jima.

    python benchmarks/coast.py path/to/kyushu.geojson
    python benchmarks/coast.py path/to/iwo_jima.geojson

`make maps` draws the maps anew afterwards.
"""

from __future__ import annotations

import json
import math
import sys
from pathlib import Path

from beachhead.drawing.geometry import Point, area, simplify

GAMES = Path(__file__).resolve().parent.parent / "src" / "beachhead" / "games"
ORIGIN = (129.5, 31.0)
"""Longitude and latitude from which kilometres are counted."""
KM = (93.99, 110.9)
"""Kilometres to a degree, there."""
TURN = math.radians(12)
"""The sheet is turned so that "up" is this much west of north."""
FIRST = (60.46, -36.82)
"""The middle of the first hex of an unshifted row, in kilometres along the rows and across them."""
HEX = (6.5, 5.629)
"""Kilometres from hex to hex and from row to row."""
FINE = 0.03
"""The shore is kept this exactly, in widths of a hex."""
LEAST = 0.03
"""Smaller islands, in hexes, are left out."""
SHEET = (34, 61)
BEYOND = 0.6
"""Degrees of latitude by which land that the data cut off goes on."""

HEAD = """\
# The real shore of Kyushu under the hexes of the map, made by benchmarks/coast.py; do not edit, make it anew.
#
# Derived from the GSHHG shorelines (P. Wessel and W. H. F. Smith, GNU LGPL; see NOTICE): simplified, turned and scaled by the
# formula that fits the numbers of the hexes. For drawing; nothing is decided by it: where it disagrees with a hex, the hex wins.
# Points are hundredths: across in positions of a row, then up in rows; the middle of hex 0102 is 250 100: odd rows are shifted.
#
# shore     Kyushu.
# islands   What is drawn but out of play: the islands off the coast and the tip of Honshu.
"""


def on_sheet(place: list[float]) -> Point:
    """A place by its longitude and latitude as position and row."""
    x, y = (place[0] - ORIGIN[0]) * KM[0], (place[1] - ORIGIN[1]) * KM[1]
    along, up = x * math.cos(TURN) + y * math.sin(TURN), y * math.cos(TURN) - x * math.sin(TURN)
    return (along - FIRST[0]) / HEX[0] + 1, (up - FIRST[1]) / HEX[1] + 1


def text(loop: list[Point]) -> str:
    """A closed line as hundredths."""
    return " ".join(f"{round(x * 100)} {round(y * 100)}" for x, y in loop)


# ---------------------------------------------------------------------- Iwo Jima

ANCHOR = (141.3215, 24.7735, 23, 7)
"""Longitude and latitude of a hex, and its position and row."""
IWO_KM = (101.07, 110.77)
BEARING = math.radians(54)
"""Where the rows run, from their first position to the last."""
PITCH = 0.217
"""Kilometres from hex to hex along a row."""
STRETCH = (1.06, 21)
"""Rows are drawn apart by this much, about this row (D1)."""
OUTWARD = 0.108
"""Kilometres by which the shore was moved out."""

IWO_HEAD = """\
# The real shore of Iwo Jima under the hexes of the map, made by benchmarks/coast.py; do not edit, make it anew.
#
# Derived from the GSHHG shorelines (P. Wessel and W. H. F. Smith, GNU LGPL; see NOTICE): moved onto true positions, pulled in
# to the shore of February 1945 as we estimate it, turned and scaled by the formula of components/map.yaml. For drawing; nothing
# is decided by it: where it disagrees with a hex, the hex wins.
# Points are hundredths: across in positions of a row, then up in rows; the middle of hex 0202 is 250 200: even rows are shifted.
"""


def on_iwo(place: list[float]) -> Point:
    """A place on Iwo Jima by its longitude and latitude as position and row."""
    x, y = (place[0] - ANCHOR[0]) * IWO_KM[0], (place[1] - ANCHOR[1]) * IWO_KM[1]
    along = x * math.sin(BEARING) + y * math.cos(BEARING)
    across = y * math.sin(BEARING) - x * math.cos(BEARING)
    row = ANCHOR[3] + across / (PITCH * math.sin(math.pi / 3))
    stretch, about = STRETCH
    return ANCHOR[2] + along / PITCH, about + (row - about) * stretch


def widened(loop: list[Point]) -> list[Point]:
    """A closed line moved outward, point by point."""
    away = OUTWARD / PITCH * (1 if area(loop) > 0 else -1)
    found = []
    for (ax, ay), (x, y), (bx, by) in zip([loop[-1], *loop[:-1]], loop, [*loop[1:], loop[0]], strict=True):
        length = math.hypot(bx - ax, by - ay) or 1.0
        found.append((x + (by - ay) / length * away, y - (bx - ax) / length * away))
    return found


def iwo_jima(path: Path) -> None:
    """Write the shore of Iwo Jima."""
    for feature in json.loads(path.read_text(encoding="utf-8"))["features"]:
        if feature["properties"]["kind"] == "coast_1945":
            loop = simplify(widened([on_iwo(place) for place in feature["geometry"]["coordinates"][0][:-1]]), FINE)
            (GAMES / "dday" / "coast.yaml").write_text(f"{IWO_HEAD}shore:\n  - {text(loop)}\n", encoding="utf-8")


def kyushu(path: Path) -> None:
    """Write the shore of Kyushu."""
    found: dict[str, list[str]] = {"shore": [], "islands": []}
    for feature in json.loads(path.read_text(encoding="utf-8"))["features"]:
        if feature["properties"]["kind"] != "coast":
            continue
        places = feature["geometry"]["coordinates"][0][:-1]
        if feature["properties"]["name"].startswith("Honshu"):
            # the data end at a latitude within the sheet: the land goes on beyond its edge
            end = max(place[1] for place in places)
            places = [[east, north + BEYOND * (north > end - 0.001)] for east, north in places]
        loop = simplify([on_sheet(place) for place in places], FINE)
        seen = any(-1 < x < SHEET[0] + 2 and -1 < y < SHEET[1] + 2 for x, y in loop)
        if seen and abs(area(loop)) >= LEAST:
            found["shore" if feature["properties"]["name"] == "Kyushu" else "islands"].append(text(loop))
    lines = [f"{kind}:\n" + "".join(f"  - {loop}\n" for loop in loops) for kind, loops in found.items()]
    (GAMES / "olympic" / "coast.yaml").write_text(HEAD + "".join(lines), encoding="utf-8")


if __name__ == "__main__":
    source = Path(sys.argv[1])
    (iwo_jima if source.stem == "iwo_jima" else kyushu)(source)
