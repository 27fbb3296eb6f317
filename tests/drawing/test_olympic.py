"""The map of Operation Olympic as it is drawn: true to its hexes, readable, small; and its charts."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from functools import cache
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

from beachhead.drawing import DRAWN, draw_board
from beachhead.drawing.geometry import Point, inside, middle
from beachhead.drawing.hexes.lattice import Lattice
from beachhead.drawing.hexes.routes import hexside_lines
from beachhead.drawing.hexes.shores import Land
from beachhead.drawing.labels import Wish, corners, overlap
from beachhead.drawing.stamps import path_of
from beachhead.drawing.stored import NAME, fingerprint
from beachhead.engine.themes import Theme, load, plain
from beachhead.games import olympic
from beachhead.games.olympic.box.components import components_of
from beachhead.games.olympic.table.map import board_of
from tests.drawing.paths import loops_of

FOLDER = Path(str(olympic.__file__)).parent
PARTS = components_of({})
BOARD = board_of(PARTS)
THEME = plain(load(Theme, FOLDER / "theme.yaml"))
LATTICE = Lattice(BOARD, THEME["map"])
LAND = {name for name, kind in BOARD["terrain"].items() if kind != "sea"}
STRAITS = {frozenset(pair) for pair in BOARD["hexsides"]["strait"]}


@cache
def drawing() -> dict[str, Any]:
    """The map that is kept, as far as it is the one that would be drawn."""
    board, look = json.dumps(BOARD, sort_keys=True), {key: THEME[key] for key in DRAWN if key in THEME}
    kept: dict[str, Any] = json.loads((FOLDER / NAME).read_text()) if (FOLDER / NAME).exists() else {}
    if kept.get("of") == fingerprint(board, json.dumps(look)):
        return dict(kept["drawing"])
    return draw_board(json.loads(board), look)


@cache
def coast() -> tuple[list[Point], ...]:
    return tuple(loops_of(drawing()["shapes"]["coast"]))


def test_the_shore_is_that_of_the_hexes() -> None:
    assert [name for name in BOARD["terrain"] if inside(LATTICE.centre(name), coast()) != (name in LAND)] == []


def test_land_joins_two_hexes_unless_a_strait_parts_them() -> None:
    """A player can see by which hexsides a coastal hex can be left."""
    wrong = []
    for name in BOARD["coastal"]:
        for other in LATTICE.near[name]:
            if other in LAND:
                dry = inside(middle(*LATTICE.side(name, other)), coast())
                if dry == (frozenset((name, other)) in STRAITS):
                    wrong.append((name, other))
    assert wrong == []


def test_a_board_without_a_real_shore_has_straits_too() -> None:
    terrain = {
        f"{line:02}{position:02}": "clear" if 2 <= line <= 4 and 2 <= position <= 4 else "sea"
        for line in range(1, 6)
        for position in range(1, 6)
    }
    board = {
        "kind": "hexes",
        "lines": 5,
        "positions": 5,
        "shifted": "odd",
        "terrain": terrain,
        "hexsides": {"strait": [["0302", "0303"]]},
    }
    lattice = Lattice(board, {})
    shore = Land(lattice, board, {name for name, kind in terrain.items() if kind == "clear"}).shore()
    assert not inside(middle(*lattice.side("0302", "0303")), shore.loops)
    assert inside(middle(*lattice.side("0303", "0304")), shore.loops)
    assert inside(lattice.centre("0303"), shore.loops) and not inside(lattice.centre("0101"), shore.loops)


def test_names_do_not_overlap() -> None:
    names = {*BOARD["names"], *(label["text"] for label in THEME["map"]["labels"])}
    labels = [label for label in drawing()["labels"] if label["text"] in names and label["class"] != "key-text"]
    assert Counter(label["text"] for label in labels).keys() == names
    boxes = {}
    for label in labels:
        wish = Wish(label["text"], label["class"], [(label["x"], label["y"])], label.get("angle", 0))
        boxes[label["text"], label["class"]] = corners(wish, (label["x"], label["y"]), 0)
    assert [(a, b) for a, b in combinations(boxes, 2) if overlap(boxes[a], boxes[b])] == []
    for panel in [*drawing()["boxes"], *map(_spot, (THEME["map"]["key"], THEME["map"]["cartouche"]))]:
        x, y, right, bottom = panel["x"], panel["y"], panel["x"] + panel["width"], panel["y"] + panel["height"]
        frame = [(x, y), (right, y), (right, bottom), (x, bottom)]
        assert [text for text, box in boxes.items() if overlap(box, frame)] == [], panel
        assert x > 0 and right < drawing()["width"] and y > 0 and bottom < drawing()["height"]
        assert not [point for loop in coast() for point in loop if x < point[0] < right and y < point[1] < bottom], (
            "the land is free"
        )


def _spot(spec: dict[str, Any]) -> dict[str, float]:
    (x, y), (width, height) = spec["at"], spec["size"]
    return {"x": x * 60, "y": y * 60, "width": width * 60, "height": height * 60}


def test_boxes_do_not_overlap() -> None:
    for one, two in combinations(drawing()["boxes"], 2):
        apart = one["x"] + one["width"] <= two["x"] or two["x"] + two["width"] <= one["x"]
        assert apart or one["y"] + one["height"] <= two["y"] or two["y"] + two["height"] <= one["y"], (one["id"], two["id"])


def test_roads_cross_the_hexsides_that_the_rules_say() -> None:
    crossed = set()
    for stroke in loops_of(drawing()["shapes"]["road"], 24):
        hexes = [LATTICE.at(point) for point in stroke]
        crossed |= {tuple(sorted(pair)) for pair in pairwise(hexes) if pair[0] != pair[1]}  # type: ignore[type-var]
    assert crossed == {tuple(pair) for pair in BOARD["routes"]["road"]}


def test_hexsides_are_drawn() -> None:
    layers = {layer["id"]: layer for layer in drawing()["layers"]}
    edges = next(path for path in layers["escarpment"]["paths"] if path["class"] == "scarp-edge")
    assert len(loops_of(edges["d"])) == len(BOARD["hexsides"]["escarpment"]) == 37
    (line,) = hexside_lines(LATTICE, BOARD["hexsides"]["objective"])
    assert len(line) == 51, "one line across the whole island"
    assert {pair[0][:2] + pair[1][:2] for pair in BOARD["hexsides"]["objective"]} == {"2425"}


def test_zones_and_letters_are_printed() -> None:
    layer = next(layer for layer in drawing()["layers"] if layer["id"] == "zones")
    zones = loops_of(layer["paths"][0]["d"])
    assert len(zones) == len(BOARD["zones"]) == 8
    hexes = [name for zone in BOARD["zones"].values() for name in zone]
    assert sorted(name for name in BOARD["terrain"] if inside(LATTICE.centre(name), zones)) == sorted(hexes)
    for zone, names in BOARD["zones"].items():
        assert all(f"{zone} invasion zone" in drawing()["spaces"][name]["facts"] for name in names)
    letters = Counter(label["text"] for label in drawing()["labels"] if label["class"] == "letter")
    assert letters == {"C": 39, "L": 28, "2L": 6, "R": 1}


def test_the_spaces_are_the_hexes() -> None:
    spaces = drawing()["spaces"]
    assert LAND <= set(spaces) <= set(BOARD["terrain"])
    assert all(bool(space.get("sea")) == (name not in LAND) for name, space in spaces.items())
    assert spaces["1508"]["title"] == "Kagoshima" and spaces["2006"]["title"] == "Sendai"


def test_the_drawing_is_small() -> None:
    text = json.dumps(drawing(), separators=(",", ":"), ensure_ascii=False).encode()
    assert len(text) < 400_000 and len(gzip.compress(text)) < 115_000
    assert all(path_of(path, drawing()["shapes"]) for layer in drawing()["layers"] for path in layer["paths"])


def test_no_counter_of_the_start_covers_the_name_of_a_place() -> None:
    half, covered = 23, []
    for label in drawing()["labels"]:
        if label["class"] not in ("capital", "city", "town", "place"):
            continue
        at = label["x"], label["y"]
        box = corners(Wish(label["text"], label["class"], [at]), at, -3)
        for name in BOARD["letters"]:
            x, y = LATTICE.centre(name)
            counter = [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]
            if BOARD["letters"][name] != "R" and overlap(box, counter):
                covered.append((label["text"], name))
    assert covered == []
