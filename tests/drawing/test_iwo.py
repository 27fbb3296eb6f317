"""The map of Iwo Jima as it is drawn: areas that border as the components say, on the real shore, with room for counters."""

from __future__ import annotations

import gzip
import json
import math
from functools import cache
from itertools import combinations
from typing import Any
from xml.etree import ElementTree

import pytest

import beachhead as bh
from beachhead.boards.cells import borders, cells
from beachhead.drawing import draw, svg
from beachhead.drawing.geometry import area, inside
from beachhead.drawing.labels import Wish, corners, overlap
from beachhead.drawing.stamps import path_of
from beachhead.engine.files.datafile import read_yaml
from beachhead.games.rage.box.components import BOX, FOLDER
from beachhead.games.rage.box.island import board_of, shapes_of
from tests.drawing.paths import loops_of

GAME = bh.game("rage")
SETUP = GAME.ruleset(GAME.parameters())
BOARD = GAME.board(SETUP)
THEME = GAME.lore("theme")
PARTS = BOX.components_of({})
AREAS = {one.id: one for one in PARTS.map.areas}
SHORTEST = 0.25


@cache
def drawing() -> dict[str, Any]:
    return draw(GAME, SETUP)


@cache
def kept() -> dict[str, Any]:
    found: dict[str, Any] = read_yaml((FOLDER / "areas.yaml").read_text(encoding="utf-8"))
    return found


def wanted() -> set[tuple[str, str]]:
    names = PARTS.map.names
    return {(min(a, names[b]), max(a, names[b])) for n, a in enumerate(names) for b in PARTS.map.neighbours[n]}


def outline(name: str) -> list[tuple[float, float]]:
    return loops_of(drawing()["spaces"][name]["d"])[1]


# ---------------------------------------------------------------------- shapes


def test_shapes_border_exactly_as_the_components_say() -> None:
    shapes, _ = shapes_of(PARTS)
    found = borders(shapes)
    assert set(found) == wanted() and len(found) == 49
    assert min(found.values()) >= SHORTEST, "a border must be long enough to be seen"


def test_no_two_areas_meet_in_a_point_only() -> None:
    shapes, _ = shapes_of(PARTS)
    touching = {pair for pair in combinations(sorted(shapes), 2) if set(shapes[pair[0]]) & set(shapes[pair[1]])}
    assert touching == wanted()


def test_the_areas_fill_the_island() -> None:
    shapes, _ = shapes_of(PARTS)
    shore = [(x, y) for x, y in kept()["shore"]]
    assert sum(abs(area(shape)) for shape in shapes.values()) == pytest.approx(abs(area(shore)), rel=1e-4)
    for name, shape in shapes.items():
        assert inside(AREAS[name].seed, [shape]), name


def test_landing_areas_reach_the_shore_and_others_do_not() -> None:
    """But for Suribachi, a hill by the sea, and the short west shore of Chidori Airfield (R26)."""
    shapes, _ = shapes_of(PARTS)
    sides: dict[frozenset[tuple[float, float]], list[str]] = {}
    for name, shape in shapes.items():
        for a, b in zip(shape, [*shape[1:], shape[0]], strict=True):
            sides.setdefault(frozenset((a, b)), []).append(name)
    wet: dict[str, float] = {}
    for side, owners in sides.items():
        if len(owners) == 1:
            wet[owners[0]] = wet.get(owners[0], 0.0) + math.dist(*side)
    coastal = {name for name, one in AREAS.items() if one.bdv <= 1}
    assert set(wet) == coastal | {"suribachi", "chidori"}
    assert all(wet[name] > 0.8 for name in coastal)


def test_the_shapes_that_are_kept_are_those_of_the_seeds() -> None:
    """`benchmarks/areas.py` makes them anew after a change of the components."""
    shore = [(x, y) for x, y in kept()["shore"]]
    seeds = {name: one.seed for name, one in AREAS.items()}
    assert {name: tuple(seed) for name, seed in kept()["seeds"].items()} == seeds
    assert {name: [tuple(point) for point in shape] for name, shape in kept()["areas"].items()} == cells(shore, seeds)


def test_other_areas_get_shapes_of_their_own() -> None:
    """An owner's map with other seeds is laid on the outline that came with it."""
    ours = read_yaml((FOLDER / "components.yaml").read_text(encoding="utf-8"))
    theirs = [dict(one) for one in ours["areas"]]
    theirs[0]["seed"] = [0.1, 0.2]
    board = board_of(BOX.components_of({"components": {"areas": theirs}}))
    assert board["islets"] == [] and set(board["areas"]) == set(AREAS)
    shapes = {name: [(x, y) for x, y in one["outline"]] for name, one in board["areas"].items()}
    assert set(borders(shapes)) == wanted()


# ---------------------------------------------------------------------- the drawing


def test_the_spaces_are_the_areas() -> None:
    spaces = drawing()["spaces"]
    assert set(spaces) == set(AREAS)
    for name, space in spaces.items():
        assert space["title"] == AREAS[name].name
        assert space["terrain"] == AREAS[name].kind
        assert sorted(space["near"]) == sorted(b if a == name else a for a, b in wanted() if name in (a, b))
        assert inside((space["x"], space["y"]), [outline(name)]), name
        assert (space["box"]["kind"] if "box" in space else "") == AREAS[name].box


def test_drawn_neighbours_share_their_line() -> None:
    lines = {name: {(round(x, 1), round(y, 1)) for x, y in outline(name)} for name in AREAS}
    for a, b in combinations(sorted(AREAS), 2):
        shared = len(lines[a] & lines[b])
        assert (shared > 3) == ((a, b) in wanted()), (a, b)


def test_every_area_has_room_for_counters() -> None:
    for name, space in drawing()["spaces"].items():
        slots = [(x, y) for x, y in space["slots"]]
        assert len(slots) >= 8, name
        assert all(inside(slot, [outline(name)]) for slot in slots), name
        us, jp, hidden = slots[:3]
        assert min(math.dist(us, jp), math.dist(us, hidden), math.dist(jp, hidden)) >= 54, name
        assert min(math.dist(a, b) for a, b in combinations(slots, 2)) >= 28, name
        for at in (space["marks"], *([space["box"]["at"]] if "box" in space else [])):
            assert inside((at[0], at[1]), [outline(name)]), name


def test_most_of_a_counter_lies_in_its_area() -> None:
    for name, space in drawing()["spaces"].items():
        for x, y in space["slots"][:3]:
            grid = [(x + dx, y + dy) for dx in (-18, -6, 6, 18) for dy in (-18, -6, 6, 18)]
            assert sum(inside(point, [outline(name)]) for point in grid) >= 14, (name, x, y)


def boxes_of(kinds: set[str]) -> list[tuple[str, list[tuple[float, float]]]]:
    found = []
    for label in drawing()["labels"]:
        if label["class"] in kinds:
            wish = Wish(label["text"], label["class"], [(label["x"], label["y"])], label.get("angle", 0))
            found.append((label["text"], corners(wish, (label["x"], label["y"]), 0)))
    return found


def test_names_stand_in_their_areas_and_do_not_overlap() -> None:
    names = boxes_of({"area-name", "hill-name"})
    words = " ".join(text for text, _ in names)
    for place in AREAS.values():
        assert all(word in words for word in place.name.split()), place.name
    # Letters of a name in two lines come close, the boxes of their lines may touch; other names may not.
    for (one, first), (two, second) in combinations(names, 2):
        if overlap(first, second):
            assert any(
                {one, two} <= {" ".join(a.name.split()[:n]) for n in range(4)} | {" ".join(a.name.split()[n:]) for n in range(4)}
                for a in AREAS.values()
            ), (one, two)
    for text, box in names:
        owners = [name for name in AREAS if all(inside(point, [outline(name)]) for point in box)]
        assert len(owners) == 1 and text in AREAS[owners[0]].name, text
    for text, box in [*names, *boxes_of({"ocean"})]:
        for panel in drawing()["boxes"]:
            x, y, right, bottom = panel["x"], panel["y"], panel["x"] + panel["width"], panel["y"] + panel["height"]
            if text not in ("Philippine Sea", "Pacific Ocean"):
                assert not overlap(box, [(x, y), (right, y), (right, bottom), (x, bottom)]), (text, panel["id"])


def test_names_of_hills_are_red() -> None:
    hills = " ".join(label["text"] for label in drawing()["labels"] if label["class"] == "hill-name")
    others = " ".join(label["text"] for label in drawing()["labels"] if label["class"] == "area-name")
    for one in AREAS.values():
        assert one.name.split()[0] in (hills if one.bdv == 3 else others)


def test_every_value_is_printed_in_its_area() -> None:
    values = [label for label in drawing()["labels"] if label["class"] == "area-value"]
    assert len(values) == len(AREAS)
    for label in values:
        (owner,) = [name for name in AREAS if inside((label["x"], label["y"]), [outline(name)])]
        assert label["text"] == str(AREAS[owner].bdv)


def test_boxes_keep_clear_of_land_and_of_each_other() -> None:
    coast = [point for loop in loops_of(drawing()["shapes"]["coast"]) for point in loop]
    panels = {box["id"]: (box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"]) for box in drawing()["boxes"]}
    for name, (left, top, right, bottom) in panels.items():
        assert not [p for p in coast if left < p[0] < right and top < p[1] < bottom], name
        assert 0 < left < right < drawing()["width"] and 0 < top < bottom < drawing()["height"], name
    for (one, a), (two, b) in combinations(panels.items(), 2):
        assert a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1], (one, two)


def test_suribachi_lies_in_the_south_west() -> None:
    spaces = drawing()["spaces"]
    assert all(spaces["suribachi"]["y"] > space["y"] for name, space in spaces.items() if name != "suribachi")
    assert spaces["suribachi"]["x"] < spaces["futatsune"]["x"] < spaces["okina"]["x"]
    assert min(spaces, key=lambda name: spaces[name]["y"]) == "kitanohana"


def test_the_drawing_is_small() -> None:
    text = json.dumps(drawing(), separators=(",", ":")).encode()
    assert len(text) < 130_000
    assert len(gzip.compress(text)) < 42_000


def test_every_path_can_be_drawn() -> None:
    for layer in drawing()["layers"]:
        assert "clip" not in layer or layer["clip"] in drawing()["shapes"]
        for path in layer["paths"]:
            assert path_of(path, drawing()["shapes"]), (layer["id"], path.get("class"))
    control = next(layer for layer in drawing()["layers"] if layer["id"] == "control")
    assert {path["space"] for path in control["paths"]} == set(AREAS), "the page can tint every area below its borders"


@pytest.mark.parametrize("dark", [False, True])
def test_the_picture_stands_alone(dark: bool) -> None:
    text = svg(drawing(), THEME, dark=dark)
    assert "var(" not in text and "href" not in text
    words = [element.text for element in ElementTree.fromstring(text).iter("{http://www.w3.org/2000/svg}text")]
    assert "IWO JIMA" in words and "Tenzan" in words
