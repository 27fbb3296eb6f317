"""Maps of areas: a later game brings polygons instead of hexes."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

from beachhead.drawing import draw_board, svg
from beachhead.drawing.geometry import inside
from tests.drawing.paths import loops_of

BOARD: dict[str, Any] = {
    "kind": "areas",
    "areas": {
        "A": {"outline": [[0, 0], [4, 0], [4, 3], [0, 3]], "name": "North Field", "terrain": "clear"},
        "B": {"outline": [[4, 0], [9, 0], [9, 5], [4, 3]], "name": "The Quarry", "terrain": "rough"},
        "C": {"outline": [[0, 3], [4, 3], [9, 5], [5, 8], [0, 7]], "name": "Green Beach"},
        "S": {"outline": [[0, 7], [5, 8], [4, 11], [-1, 10]], "name": "Landing waters", "sea": True},
    },
}
THEME: dict[str, Any] = {
    "map": {"title": "Test", "boxes": [{"id": "pool", "kind": "hold", "title": "Pool", "at": [0.5, 0.5], "size": [1, 1]}]}
}


def test_areas_are_spaces_with_neighbours() -> None:
    drawing = draw_board(BOARD, THEME)
    assert drawing["kind"] == "areas"
    assert {name: space["near"] for name, space in drawing["spaces"].items()} == {
        "A": ["B", "C"],
        "B": ["A", "C"],
        "C": ["A", "B", "S"],
        "S": ["C"],
    }
    for name, space in drawing["spaces"].items():
        assert inside((space["x"], space["y"]), loops_of(space["d"])[1:]), name
        assert space["title"] == BOARD["areas"][name]["name"]
    assert drawing["spaces"]["S"]["sea"] and drawing["spaces"]["B"]["terrain"] == "rough"


def test_neighbours_share_their_border() -> None:
    drawing = draw_board(BOARD, THEME)
    lines = {name: {(round(x, 1), round(y, 1)) for x, y in loops_of(space["d"])[1]} for name, space in drawing["spaces"].items()}
    assert len(lines["A"] & lines["B"]) > 5
    assert len(lines["A"] & lines["S"]) <= 2


def test_the_coast_runs_around_the_land_only() -> None:
    drawing = draw_board(BOARD, THEME)
    coast = loops_of(drawing["shapes"]["coast"])
    assert len(coast) == 1
    assert all(inside((space["x"], space["y"]), coast) != bool(space.get("sea")) for space in drawing["spaces"].values())


def test_what_the_game_says_goes_first() -> None:
    board = {"kind": "areas", "areas": {**BOARD["areas"], "A": {**BOARD["areas"]["A"], "centre": [1, 1], "near": ["B"]}}}
    drawing = draw_board(board, THEME)
    assert drawing["spaces"]["A"]["near"] == ["B"]
    assert drawing["spaces"]["A"]["x"] < draw_board(BOARD, THEME)["spaces"]["A"]["x"]


def test_areas_make_a_picture() -> None:
    drawing = draw_board(BOARD, THEME)
    assert drawing == draw_board(BOARD, THEME)
    assert {label["text"] for label in drawing["labels"]} == {area["name"] for area in BOARD["areas"].values()}
    words = [element.text for element in ElementTree.fromstring(svg(drawing, THEME)).iter("{http://www.w3.org/2000/svg}text")]
    assert "The Quarry" in words and "Pool" in words
