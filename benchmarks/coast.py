"""Lay the real shore of Kyushu under the hexes of Operation Olympic and keep it: src/beachhead/games/olympic/coast.yaml.

    python benchmarks/coast.py path/to/kyushu.geojson

`make maps` draws the map anew afterwards.
"""

from __future__ import annotations

import json
import math
import sys
from pathlib import Path

from beachhead.drawing.geometry import Point, area, simplify

GAME = Path(__file__).resolve().parent.parent / "src" / "beachhead" / "games" / "olympic"
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


def main(path: Path) -> None:
    """Write the file."""
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
    (GAME / "coast.yaml").write_text(HEAD + "".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
