"""The map of Saipan as it is drawn: true to its hexes, readable, small, and always the same."""

from __future__ import annotations

import gzip
import json
import math
from functools import cache
from itertools import combinations, pairwise
from typing import Any
from xml.etree import ElementTree

import pytest

import beachhead as bh
from beachhead.drawing import draw, svg
from beachhead.drawing.geometry import inside
from beachhead.drawing.hexes.lattice import Lattice
from beachhead.drawing.hexes.routes import Network, hexside_lines
from beachhead.drawing.labels import Wish, corners, overlap
from beachhead.drawing.stamps import path_of
from tests.drawing.paths import loops_of

GAME = bh.game("saipan")
SETUP = GAME.ruleset(GAME.parameters())
BOARD = GAME.board(SETUP)
THEME = GAME.lore("theme")
LATTICE = Lattice(BOARD, THEME["map"])
LAND = {name for name, kind in BOARD["terrain"].items() if kind != "sea"}


@cache
def drawing() -> dict[str, Any]:
    return draw(GAME, SETUP)


def test_the_shore_is_that_of_the_hexes() -> None:
    coast = loops_of(drawing()["shapes"]["coast"])
    wrong = [name for name in BOARD["terrain"] if inside(LATTICE.centre(name), coast) != (name in LAND)]
    assert wrong == []


def test_the_shore_leaves_room_for_counters() -> None:
    """Most of every land hex is drawn as land: the points of a ring half way to its corners."""
    coast = loops_of(drawing()["shapes"]["coast"])
    for name in LAND:
        x, y = LATTICE.centre(name)
        ring = [(x + dx / 2, y + dy / 2) for dx, dy in LATTICE.corners]
        assert sum(inside(point, coast) for point in ring) >= 5, name


def boxes_of(labels: list[dict[str, Any]]) -> dict[str, list[tuple[float, float]]]:
    found = {}
    for label in labels:
        wish = Wish(label["text"], label["class"], [(label["x"], label["y"])], label.get("angle", 0))
        found[label["text"]] = corners(wish, (label["x"], label["y"]), 0)
    return found


def test_names_do_not_overlap() -> None:
    names = {*BOARD["names"], *(label["text"] for label in THEME["map"]["labels"])}
    labels = [label for label in drawing()["labels"] if label["text"] in names]
    assert {label["text"] for label in labels} == names
    boxes = boxes_of(labels)
    assert [(a, b) for a, b in combinations(boxes, 2) if overlap(boxes[a], boxes[b])] == []
    for text, box in boxes.items():
        for x, y in box:
            assert 0 < x < drawing()["width"] and 0 < y < drawing()["height"], text
    for panel in drawing()["boxes"]:
        x, y, right, bottom = panel["x"], panel["y"], panel["x"] + panel["width"], panel["y"] + panel["height"]
        frame = [(x, y), (right, y), (right, bottom), (x, bottom)]
        assert [text for text, box in boxes.items() if overlap(box, frame)] == [], panel["id"]


def test_names_stand_by_what_they_name() -> None:
    placed = {label["text"]: (label["x"], label["y"]) for label in drawing()["labels"]}
    for name, hexes in BOARD["names"].items():
        nearest = min(math.dist(placed[name], LATTICE.centre(each)) for each in hexes)
        assert nearest < 3 * drawing()["unit"], name


def test_boxes_keep_clear_of_the_land() -> None:
    coast = [point for loop in loops_of(drawing()["shapes"]["coast"]) for point in loop]
    for box in drawing()["boxes"]:
        within = [p for p in coast if box["x"] < p[0] < box["x"] + box["width"] and box["y"] < p[1] < box["y"] + box["height"]]
        assert not within, box["id"]


@pytest.mark.parametrize("kind", ["road", "trail"])
def test_every_way_is_drawn(kind: str) -> None:
    network = Network(LATTICE, BOARD["routes"])
    drawn = [tuple(sorted(pair)) for chain in network.chains(kind) for pair in pairwise(chain)]
    assert sorted(drawn) == sorted(tuple(sorted(pair)) for pair in BOARD["routes"][kind])
    crossed = set()
    for stroke in loops_of(drawing()["shapes"][kind], 24):
        hexes = [LATTICE.at(point) for point in stroke]
        crossed |= {tuple(sorted(pair)) for pair in pairwise(hexes) if pair[0] != pair[1]}  # type: ignore[type-var]
    assert crossed == set(drawn), "a way is drawn through the hexsides that the rules say, and through no other"


@pytest.mark.parametrize("kind", ["river", "cliff"])
def test_every_hexside_is_drawn(kind: str) -> None:
    pairs = BOARD["hexsides"][kind]
    lines = hexside_lines(LATTICE, pairs)
    assert sum(len(line) - 1 for line in lines) == len(pairs)
    sides = {frozenset(map(_rounded, LATTICE.side(a, b))) for a, b in pairs}
    assert {frozenset(map(_rounded, side)) for line in lines for side in pairwise(line)} == sides
    assert any(layer["id"] == kind for layer in drawing()["layers"])


def _rounded(point: tuple[float, float]) -> tuple[int, int]:
    return round(point[0]), round(point[1])


def test_beaches_are_drawn_where_they_are() -> None:
    paths = next(layer for layer in drawing()["layers"] if layer["id"] == "land")["paths"]
    sand = next(path for path in paths if path["class"] == "sand")
    points = [point for stroke in loops_of(sand["d"]) for point in stroke]
    for name in BOARD["beaches"]:
        assert min(math.dist(LATTICE.centre(name), point) for point in points) < 45, name


def test_the_spaces_are_the_hexes() -> None:
    spaces = drawing()["spaces"]
    assert LAND <= set(spaces) <= set(BOARD["terrain"])
    for name, space in spaces.items():
        assert bool(space.get("sea")) == (name not in LAND)
        if name in LAND:
            assert space["terrain"] == BOARD["terrain"][name]
        near = {other for other, there in spaces.items() if 0 < math.dist(_at(space), _at(there)) <= 1.25 * drawing()["unit"]}
        assert near == {other for other in LATTICE.near[name] if other in spaces}
    assert all("beach" in spaces[name]["facts"] for name in BOARD["beaches"])
    assert spaces["2104"]["title"] == "Garapan"


def _at(space: dict[str, Any]) -> tuple[float, float]:
    return space["x"], space["y"]


def test_units_can_stand_wherever_the_rules_let_them() -> None:
    """The sea before every beach is a space, though the open sea is none."""
    for name in BOARD["beaches"]:
        assert set(LATTICE.near[name]) <= set(drawing()["spaces"])


def test_the_drawing_is_small() -> None:
    text = json.dumps(drawing(), separators=(",", ":")).encode()
    assert len(text) < 110_000
    assert len(gzip.compress(text)) < 32_000


def test_every_path_can_be_drawn() -> None:
    for layer in drawing()["layers"]:
        for path in layer["paths"]:
            assert path_of(path, drawing()["shapes"]), (layer["id"], path.get("class"))


@pytest.mark.parametrize("dark", [False, True])
def test_the_picture_stands_alone(dark: bool) -> None:
    text = svg(drawing(), THEME, dark=dark)
    assert "var(" not in text and "href" not in text
    root = ElementTree.fromstring(text)
    assert root.find("{http://www.w3.org/2000/svg}title") is not None
    words = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    assert "Mt Tapotchau" in words and "SAIPAN" in words
