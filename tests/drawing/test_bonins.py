"""The map of Bloodbath in the Bonins as it is drawn: true to its hexes, readable, small, and alive to the course of a match."""

from __future__ import annotations

import gzip
import json
import math
from collections import Counter
from functools import cache
from itertools import combinations
from typing import Any

import beachhead as bh
from beachhead.drawing import draw, draw_board, svg
from beachhead.drawing.geometry import Point, between, inside
from beachhead.drawing.hexes.lattice import ACROSS, Lattice
from beachhead.drawing.labels import Wish, corners, overlap
from beachhead.drawing.stamps import path_of
from tests.drawing.paths import loops_of

GAME = bh.game("bonins")
RULESET = GAME.ruleset(GAME.parameters())
BOARD = GAME.board(RULESET)
THEME = GAME.lore("theme")
LATTICE = Lattice(BOARD, THEME["map"])
LAND = {name for name, kind in BOARD["terrain"].items() if kind != "sea"}
SECTORS = ("1", "2", "3", "4", "5", "6", "Suribachi")


@cache
def drawing() -> dict[str, Any]:
    return draw(GAME, RULESET)


@cache
def layers() -> dict[str, dict[str, Any]]:
    return {layer["id"]: layer for layer in drawing()["layers"]}


@cache
def coast() -> tuple[list[Point], ...]:
    return tuple(loops_of(drawing()["shapes"]["coast"]))


def stamps(layer: str) -> list[Point]:
    """Where the figure of a layer is stamped."""
    at, found, x, y = layers()[layer]["paths"][0]["at"], [], 0, 0
    for dx, dy in zip(at[::2], at[1::2], strict=True):
        x, y = x + dx, y + dy
        found.append((x, y))
    return found


def hexes(layer: str) -> list[str]:
    return sorted(LATTICE.at(point) or "" for point in stamps(layer))


def test_the_shore_is_that_of_the_hexes() -> None:
    assert len(LAND) == 216
    assert [name for name in BOARD["terrain"] if inside(LATTICE.centre(name), coast()) != (name in LAND)] == []


def test_margins_move_everything_alike() -> None:
    """Open sea beside the grid makes the sheet larger and moves nothing against anything else."""
    plain = Lattice(BOARD, THEME["map"] | {"margins": (0, 0, 0, 0)})
    left, top, right, bottom = (part * ACROSS for part in THEME["map"]["margins"])
    assert (LATTICE.width - plain.width, LATTICE.height - plain.height) == (left + right, top + bottom)
    for name in ("0101", "1111", "2812"):
        x, y = plain.centre(name)
        assert LATTICE.centre(name) == (x + left, y + top) and LATTICE.at((x + left, y + top)) == name
    assert LATTICE.at((left / 2, top / 2)) is None, "the margin holds no hex"


def test_names_do_not_overlap_and_boxes_leave_the_land_free() -> None:
    names = {*BOARD["names"], *(label["text"] for label in THEME["map"]["labels"]), *(one["name"] for one in BOARD["landings"])}
    labels = [label for label in drawing()["labels"] if label["text"] in names and label["class"] != "key-text"]
    assert Counter(label["text"] for label in labels) == dict.fromkeys(names, 1)
    boxes = {}
    for label in labels:
        wish = Wish(label["text"], label["class"], [(label["x"], label["y"])], label.get("angle", 0))
        boxes[label["text"]] = corners(wish, (label["x"], label["y"]), 0)
    assert [(a, b) for a, b in combinations(boxes, 2) if overlap(boxes[a], boxes[b])] == []
    panels = [*drawing()["boxes"], *map(_spot, (THEME["map"]["key"], THEME["map"]["cartouche"]))]
    for panel in panels:
        x, y, right, bottom = panel["x"], panel["y"], panel["x"] + panel["width"], panel["y"] + panel["height"]
        frame = [(x, y), (right, y), (right, bottom), (x, bottom)]
        assert [text for text, box in boxes.items() if overlap(box, frame)] == [], panel
        assert x > 0 and right < drawing()["width"] and y > 0 and bottom < drawing()["height"]
        assert not [point for loop in coast() for point in loop if x < point[0] < right and y < point[1] < bottom]
    for one, two in combinations(panels, 2):
        apart = one["x"] + one["width"] <= two["x"] or two["x"] + two["width"] <= one["x"]
        assert apart or one["y"] + one["height"] <= two["y"] or two["y"] + two["height"] <= one["y"], (one, two)


def _spot(spec: dict[str, Any]) -> dict[str, float]:
    (x, y), (width, height) = spec["at"], spec["size"]
    return {"x": x * ACROSS, "y": y * ACROSS, "width": width * ACROSS, "height": height * ACROSS}


def test_symbols_are_printed_and_struck_sector_by_sector() -> None:
    board = RULESET.components.board
    names = board.grid.names
    assert hexes("symbols-red") == sorted(names[space] for space in board.red) and len(board.red) == 48
    assert hexes("symbols-white") == sorted(names[space] for space in board.white) and "1111" in hexes("symbols-white")
    struck = {key: hexes(f"struck-{key}") for key in SECTORS}
    assert sorted(name for row in struck.values() for name in row) == sorted(hexes("symbols-red") + hexes("symbols-white"))
    assert struck["Suribachi"] == ["2610", "2611", "2612", "2711", "2712"]
    for key in SECTORS:
        assert set(struck[key]) <= set(BOARD["regions"][key]["spaces"])
        assert layers()[f"struck-{key}"]["when"] == [f"sectors/{key}", "cleared"]
    crossed = [label for label in drawing()["labels"] if label["class"] == "sector-cross"]
    assert [label["when"] for label in crossed] == [[f"sectors/{key}", "cleared"] for key in SECTORS[:6]]
    picture = svg(drawing(), THEME)
    assert "m-pillbox m-red" in picture and "m-strike" not in picture.partition("</style>")[2], "no cross before the first shot"


def test_sectors_are_parted_by_a_line() -> None:
    owner = {name: key for key, region in BOARD["regions"].items() for name in region["spaces"]}
    assert set(owner) == LAND
    wanted = {frozenset((a, b)) for a in LAND for b in LATTICE.near[a] if b in LAND and owner[a] != owner[b]}
    drawn = sum(len(line) - 1 for line in loops_of(drawing()["shapes"]["sector"]))
    assert drawn == len(wanted) and layers()["sector"]["clip"] == "coast"


def test_beaches_lie_before_their_hexes_and_turn_pale() -> None:
    assert [one["name"].split()[0] for one in BOARD["landings"]] == [
        *("Green", "Red", "Yellow", "Blue"),
        *("Purple", "Brown", "White", "Orange"),
    ]
    for one in BOARD["landings"]:
        layer = layers()[f"landing-{one['colour']}"]
        assert layer["pale"] == ["invasion", "west" if one["side"] == "east" else "east"]
        centres = [LATTICE.centre(name) for name in one["hexes"]]
        for point in (point for line in loops_of(layer["paths"][0]["d"]) for point in line):
            assert not inside(point, coast()), "the bar lies at sea"
            assert min(math.dist(point, centre) for centre in centres) < ACROSS
        (label,) = [label for label in drawing()["labels"] if label["text"] == one["name"]]
        assert label["pale"] == layer["pale"] and not inside((label["x"], label["y"]), coast())
        assert (label["x"] > centres[0][0]) == (one["side"] == "east")


def test_hills_airfields_and_the_mountain_are_drawn() -> None:
    ground = {path["class"]: path for path in layers()["land"]["paths"]}
    strokes = loops_of(ground["hill-strokes"]["d"])
    around = Counter(LATTICE.at(stroke[0]) for stroke in strokes)
    assert set(around) == set(BOARD["hills"]) and len(BOARD["hills"]) == 10
    assert {LATTICE.at(point) for point in loops_of(ground["crater"]["d"])[0]} <= {"2611", "2711", "2712"}
    runways = next(path for path in layers()["airfields"]["paths"] if path["class"] == "runway")
    fields = {name for names in BOARD["airfields"].values() for name in names}
    for strip in loops_of(runways["d"]):
        assert {LATTICE.at(between(strip[0], strip[-1], part / 12)) for part in range(13)} <= fields
    assert "contour" in ground and "village" in layers()


def test_every_kind_of_ground_has_its_own_look() -> None:
    kinds = {BOARD["terrain"][name] for name in LAND}
    assert kinds == {"clear", "beach", "broken", "rough", "mine", "mountain", "ravine"}
    looks = [THEME["terrain"][kind] for kind in sorted(kinds)]
    assert len({look["tint"] for look in looks}) == len({look.get("scatter") for look in looks}) == len(kinds)
    classes = {path["class"] for path in layers()["land"]["paths"]}
    assert {f"tint {look['tint']}" for look in looks} <= classes
    key = [label["text"] for label in drawing()["labels"] if label["class"] == "key-text"]
    assert kinds < set(key) and {"hill", "airfield", "sector boundary"} < set(key)


def test_another_board_is_drawn_too() -> None:
    """A made position has hexes that the theme's runways, crater and labels do not know."""
    size = [f"{line:02}{at:02}" for line in range(1, 6) for at in range(1, 6)]
    board: dict[str, Any] = {key: value for key, value in BOARD.items() if key in ("kind", "shifted")}
    board |= {"lines": 5, "positions": 5, "terrain": {name: "clear" if name[:2] in ("02", "03") else "sea" for name in size}}
    board |= {"hills": ["0203"], "airfields": {"Airfield No. 1": ["0302"]}, "symbols": {"red": ["0202"]}, "names": {}}
    found = draw_board(board, THEME)
    assert {"airfields", "symbols-red"} <= {layer["id"] for layer in found["layers"]}


def test_the_drawing_is_small() -> None:
    text = json.dumps(drawing(), separators=(",", ":"), ensure_ascii=False).encode()
    assert len(text) < 180_000 and len(gzip.compress(text)) < 60_000
    assert all(path_of(path, drawing()["shapes"]) for layer in drawing()["layers"] for path in layer["paths"])
    assert drawing()["spaces"]["1111"]["title"] == "Motoyama"
    assert drawing()["spaces"]["1212"]["facts"] == ["hill", "red symbol: initial deployment"]
