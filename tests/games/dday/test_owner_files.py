"""An owner's files in place of the components of D-Day: what is wrong in them is said, with file and line."""

from __future__ import annotations

import copy
import json
import shutil
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from beachhead.boards.hexes import spaces_of
from beachhead.engine.errors import DataError
from beachhead.engine.files.bounds import checked
from beachhead.engine.files.datafile import Document, Item, read_yaml
from beachhead.games.dday.box.board import read_map
from beachhead.games.dday.box.charts import read_charts
from beachhead.games.dday.box.components import BOX as READER
from beachhead.games.dday.box.components import FILES, FOLDER, components_of, read_components
from beachhead.games.dday.box.counters import (
    read_depth,
    read_forts,
    read_heroes,
    read_japanese_units,
    read_step_losses,
    read_us_units,
)
from beachhead.games.dday.box.deck import read_deck
from beachhead.games.dday.box.kinds import (
    COLORS,
    Board,
    Components,
)
from beachhead.games.dday.box.positions import check_fields, read_positions
from beachhead.games.dday.box.scenarios import read_arrivals, read_scenarios
from beachhead.games.dday.island.lines_of_sight import Fields
from beachhead.testing import proves

BOX = READER.ours
BOARD = BOX.board
OURS: dict[str, Any] = {name: read_yaml((FOLDER / "components" / f"{name}.yaml").read_text(encoding="utf-8")) for name in FILES}
READ: dict[str, Callable[[Item], object]] = {
    "map": read_map,
    "cards": read_deck,
    "charts": lambda item: read_charts(item, BOX.charts.mark_from),
    "us_units": read_us_units,
    "japanese_units": read_japanese_units,
    "depth_markers": read_depth,
    "forts": read_forts,
    "heroes": read_heroes,
    "us_step_loss_markers": read_step_losses,
    "reinforcements": lambda item: read_arrivals(item, BOX.us_units, BOARD),
    "scenarios": lambda item: read_scenarios(item, BOARD, BOX.us_units, BOX.japanese_units, 69),
}
"""How each file is read on its own, without waiting for the others."""


def text_of(name: str) -> str:
    return (FOLDER / "components" / f"{name}.yaml").read_text(encoding="utf-8")


def same(mine: Components, other: Components) -> bool:
    """All but the grids, which compare by their hexes."""
    for part in fields(Components):
        if part.name != "board" and getattr(mine, part.name) != getattr(other, part.name):
            return False
    ours, theirs = mine.board, other.board
    rest = [part.name for part in fields(Board) if part.name != "grid"]
    return ours.grid.names == theirs.grid.names and all(getattr(ours, name) == getattr(theirs, name) for name in rest)


def test_components_come_back_from_a_save_the_same() -> None:
    """Whatever order a save has its keys in, and though numbers become texts there."""
    saved = json.loads(json.dumps(checked({"components": OURS}, "components"), sort_keys=True))
    assert same(BOX, components_of(saved))


def test_a_folder_replaces_single_files(tmp_path: Path) -> None:
    mine = text_of("heroes").replace("smoke: 3", "smoke: 5")
    (tmp_path / "heroes.yaml").write_text(mine, encoding="utf-8")
    given = READER.read_folder(tmp_path)
    assert list(given) == ["heroes"]
    found = components_of({"components": given})
    assert found.markers["smoke"] == 5 and found.cards == BOX.cards


def test_a_whole_folder_is_taken(tmp_path: Path) -> None:
    for name in FILES:
        shutil.copy(FOLDER / "components" / f"{name}.yaml", tmp_path)
    assert sorted(READER.read_folder(tmp_path)) == sorted(FILES)


def test_a_file_of_another_name_is_refused(tmp_path: Path) -> None:
    (tmp_path / "tanks.yaml").write_text("tanks: 3\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"is no file of this game; there are cards, charts"):
        READER.read_folder(tmp_path)


def test_a_file_twice_is_refused(tmp_path: Path) -> None:
    for suffix in ("yaml", "yml"):
        (tmp_path / f"heroes.{suffix}").write_text(text_of("heroes"), encoding="utf-8")
    with pytest.raises(DataError, match=r"is also in .*heroes.yaml"):
        READER.read_folder(tmp_path)


def test_an_empty_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="holds no YAML file of the names cards"):
        READER.read_folder(tmp_path)


@proves("dday", "6.2", "6.3-intense")
def test_a_field_of_fire_that_the_map_does_not_give(tmp_path: Path) -> None:
    """One error, with the file, the line and the hex."""
    good = text_of("positions")
    old = next(line for line in good.splitlines() if line.startswith('  A1: {i: ["0405"'))
    bad = good.replace(old, old.replace('"0507"]', '"0507", "0705"]'))
    assert bad != good
    (tmp_path / "positions.yaml").write_text(bad, encoding="utf-8")
    with pytest.raises(
        DataError, match=r"fof.A1.i: 0705: the map does not see it so; .*Take it off the list, or change the map"
    ) as error:
        READER.read_folder(tmp_path)
    assert Path(error.value.file).name == "positions.yaml"
    assert error.value.line == 1 + bad.splitlines().index(old.replace('"0507"]', '"0507", "0705"]'))
    (tmp_path / "positions.yaml").write_text(good.replace(old, old.replace(', "0507"]', "]")), encoding="utf-8")
    with pytest.raises(DataError, match=r"0507: the map has it in that field; .*Add it, or change the map"):
        READER.read_folder(tmp_path)


def test_errors_name_file_and_line(tmp_path: Path) -> None:
    bad = text_of("forts").replace(
        "{id: F1-01, class: 1, blocked: [UL, UR, R, LR]", "{id: F1-01, class: 1, blocked: [UP, UR, R, LR]"
    )
    (tmp_path / "forts.yaml").write_text(bad, encoding="utf-8")
    with pytest.raises(DataError, match=r"markers.0.blocked.0: 'UP' is unknown here; there are L, R") as error:
        READER.read_folder(tmp_path)
    assert (Path(error.value.file).name, error.value.line) == (
        "forts.yaml",
        1 + bad.splitlines().index(next(x for x in bad.splitlines() if "[UP" in x)),
    )


def put(*path: Any, value: Any) -> Callable[[Any], None]:
    """A change: something else at a place of the file."""

    def change(data: Any) -> None:
        for key in path[:-1]:
            data = data[key]
        data[path[-1]] = value

    return change


def drop(*path: Any) -> Callable[[Any], None]:
    """A change: nothing at a place of the file."""

    def change(data: Any) -> None:
        for key in path[:-1]:
            data = data[key]
        del data[path[-1]]

    return change


BAD: list[tuple[str, Callable[[Any], None], str]] = [
    ("map", put("counts", "land", value=601), "there are 602 land hexes"),
    ("map", put("counts", "shore", value=1), "there are 92 hexes on the shore"),
    ("map", put("grid", "even_row", value="other"), "even rows lie half a hex to the right"),
    ("map", put("grid", "rows", value=[0, 25]), "at least 1|run from 1"),
    ("map", put("grid", "rows", value=[1, 61]), "at most 60"),
    ("map", put("compass", "left", value="north"), "the program knows no other way"),
    ("map", put("sectors", 1, "name", value="Surabachi"), "spelled Suribachi"),
    ("map", put("sectors", 5, value={"name": "a", "rule": "b"}), "there are sectors 1, 2, 3 and 4"),
    ("map", put("sector_adjacency", 4, value=[]), "neighbors are neighbors from both sides"),
    ("map", put("hexes", "2601", value={"level": 1, "terrain": ["clear"], "sector": 4}), "is not a hex of this map"),
    ("map", put("hexes", "0707", "level", value=0), "at least 1"),
    ("map", put("hexes", "0707", "low", value=1), "at most 0"),
    ("map", put("hexes", "0707", "terrain", value=["rocky", "wooded"]), "a hex has one terrain"),
    ("map", put("hexes", "0707", "terrain", value=["swamp"]), "'swamp' is unknown here"),
    ("map", put("hexes", "0707", "terrain", value=["airfield"]), "0707 is airfield on the map but in no list"),
    ("map", put("hexes", "0707", "terrain", value=["beach"]), "0707 is a beach without a box"),
    ("map", put("hexes", "0707", "shore", value=True), "shore is false here"),
    ("map", put("hexes", "0707", "name", value="Hill 1"), "name is 'Hill 1' here and None in the list"),
    ("map", put("hexes", "0406", "box", value="Red 1"), "box is 'Red 1' here and 'Green' in the list"),
    ("map", put("boxes", "Green", "hexes", value=["0406", "0408"]), "0408 belongs to Green already|beach hex has one box"),
    ("map", put("boxes", "Green", "hexes", value=["0406", "0507"]), "0507 is no beach on the map"),
    ("map", put("boxes", "Green", "hexes", value=["0406", "0101"]), "0101 is sea"),
    ("map", put("boxes", "Green", "left", value="Red 1"), "one box of the east shore is its left end"),
    ("map", put("boxes", "Green", "right", value="Orange 1"), "Orange 1 is no other box of the east shore"),
    ("map", put("boxes", "Green", "right", value="Red 2"), "the box to the left of Red 2 is Green"),
    ("map", put("boxes", "Green", "sector", value=1), "a box is in the sector of its hexes"),
    ("map", put("airfields", 2, value=["1222", "1222"]), "1222 is listed twice"),
    ("map", put("airfields", 2, value=["1020"]), "1020 is no airfield hex on the map"),
    ("map", put("hexsides", "bluff", value=["0101-0103"]), "do not touch"),
    ("map", put("hexsides", "bluff", value=["0101"]), "named by its two hexes"),
    ("map", put("hexsides", "bluff", value=["0426-0327", "0327-0426"]), "this hexside is listed twice"),
    ("map", put("hexsides", "cliff", value=["1010-1011"]), "cliffs run along 0534 to 0835"),
    ("map", put("roads", "a", value=["0707", "0709"]), "0709 does not touch 0707"),
    ("cards", drop("cards", 7), "the deck has 55 cards, not 54"),
    ("cards", put("cards", 1, "landing", value=["red", "triangle"]), "a landing section is"),
    ("cards", put("cards", 1, "landing", value=["red", "star", None]), "'star' is unknown here"),
    ("cards", put("cards", 1, "fire", value=[{"colour": "red"}] * 3), "a card has 3 fire colors, each of them once"),
    ("cards", put("cards", 1, "fire", 0, "mark", value="Z"), "'Z' is unknown here"),
    ("cards", put("cards", 1, "events", value={"219": "rain"}), "a date is month and day"),
    ("cards", put("cards", 1, "events", value={"2-19": "snow"}), "'snow' is unknown here"),
    ("cards", put("colours", value=["red"]), "in this order"),
    ("cards", drop("events", "rain"), "'rain' is missing"),
    ("charts", put("attack", "cells", "1:1", value=["R", "JE", "JD"]), "the examples of 8.4 have JD here"),
    ("charts", put("attack", "cells", "4:1", value=["JE"]), "this row needs 3 results"),
    ("charts", put("attack", "cells", "4:1", value=["JE", "JE", "JZ"]), "JZ is no result of this chart"),
    ("charts", put("barrage", "rows", "both", value=["D", "D", "D", "D"]), "the last cell is D A X"),
    ("charts", put("barrage", "columns", value=["1+", "1+", "4+", "6+"]), "columns run from the least strength"),
    ("charts", put("barrage", "symbols", "artillery", value="circle"), "artillery fires at diamonds"),
    ("charts", put("japanese_fire", "steady", "any_unrevealed", "no_match", value=["D"]), "the examples of 7.3 and 8.6"),
    ("charts", put("weapons", "bn_hq", "non_adjacent", value=["FT", "RD"]), "FT only when adjacent"),
    ("charts", put("weapons", "bn_hq", "adjacent", value=["MO"]), "FT when adjacent, and RD"),
    ("charts", put("weapons", "tank", "one_hex", value=["AR"]), "the same weapons at one and at two hexes"),
    ("charts", put("weapons", "engineer", "adjacent", value=["CC"]), "CC and FL are tactics"),
    ("charts", put("terrain", "rocky", "move", value="go"), "rocks, woods and hilltops end a move"),
    ("charts", put("terrain", "clear", "los", value="blocks"), "rocks and woods block lines of sight"),
    ("charts", put("turn_track", "from_gt_7", "parts", value=["AM", "PM"]), "from turn 7 a day has the turns"),
    ("charts", put("turn_track", "d_day", "gts", value=[1, 7]), "D-Day is game turns 1 to 6"),
    ("charts", put("actions", "gt_1_to_6", "M", "from_gt", value=3), "cards.yaml lets M count from game turn 2"),
    ("charts", put("actions", "gt_1_to_6", "M", "no_us", value=["dance"]), "'dance' is unknown here"),
    ("us_units", put("counts", "total", value=1), "there are 156 units"),
    ("us_units", put("types", "rifle", "steps", value=3), "a unit of this type has 4 steps"),
    ("us_units", put("units", "A/1/3", "rgt", value=9), "does not fit its type, division, regiment and battalion"),
    ("us_units", put("units", "A/1/3", "symbol", value="star"), "headquarters and heavy weapons have stars"),
    ("us_units", put("units", "A/1/3", "symbol_colour", value="blue"), "the symbol is red here"),
    ("us_units", put("units", "HW/3", "back_weapons", value=["MG"]), "only rifle companies have weapons of their own"),
    ("us_units", put("units", "A/1/3", "div", value=4), "the 3 Marines belong to division"),
    ("us_step_loss_markers", put("strength_modifier", value=-1), "costs two points of strength"),
    ("us_step_loss_markers", put("markers", 1, "id", value="S01"), "S01 is listed twice"),
    ("us_step_loss_markers", put("markers", value=[]), "at least one marker"),
    ("japanese_units", put("counts", "by_sector", 3, value=34), "there are 35 units in sector 3"),
    ("japanese_units", put("counts", "near", 1, value=7), "there are 8 near units in sector 1"),
    ("japanese_units", put("units", "E1", "elite", value=True), "the five lettered formations are not"),
    ("japanese_units", drop("units", "Tk1", "colour"), "tanks have a color of their own"),
    ("japanese_units", drop("units", "Tk1", "depth"), "tanks start with an armor depth marker"),
    ("japanese_units", put("units", "E1", "requires", value=["DE", "DE"]), "DE is listed twice"),
    ("depth_markers", put("counts", "armor", value=4), "there are 3 depth markers of the kind armor"),
    ("depth_markers", put("markers", 0, "strength", value=0), "at least 1"),
    ("forts", put("counts", 1, value=13), "there are 14 forts of class 1"),
    ("forts", put("markers", 0, "blocked", value=[]), "a fort blocks one hexside at least"),
    ("forts", put("classes", 3, "strength", value=3), "class 1 is the strongest"),
    ("forts", put("classes", 1, "reduces_to", value=3), "reduced to the next class"),
    ("forts", put("classes", 1, "steps", value=2), "a class 1 fort has 3 steps"),
    ("heroes", put("heroes", 0, "type", value="cook"), "'cook' is unknown here"),
    ("heroes", drop("other_markers", "smoke"), "'smoke' is missing"),
    ("reinforcements", put("schedule", 2, 0, "units", value=["4/27"]), "is no U.S. unit, battalion"),
    ("reinforcements", put("schedule", 2, 0, "boxes", value=["Pink 1"]), "is no beach box"),
    ("reinforcements", put("schedule", 2, 0, "units", value=["3/27", "I/3/27"]), "is listed already"),
    ("reinforcements", put("schedule", 2, 0, "units", value=["3/28"]), "arrives on game turn"),
    ("reinforcements", put("artillery_totals", 3, value=9), "there are 10 points of artillery"),
    ("scenarios", drop("scenarios", 4), "scenario 4 is missing"),
    ("scenarios", put("scenarios", 1, "gts", value=[6, 1]), "the game turns are"),
    ("scenarios", put("scenarios", 1, "japanese", "sector_1", "near", value=["B1"]), "B1 lies in sector 2"),
    ("scenarios", put("scenarios", 1, "japanese", "sector_1", "near", value=["A5"]), "A5 is far from the beaches"),
    ("scenarios", put("scenarios", 1, "japanese", "sector_1", "near", value=["Z9"]), "'Z9' is no position"),
    ("scenarios", put("scenarios", 1, "japanese", "sector_1", "reserve", value=5), "positions and reserve take 11 of the 10"),
    ("scenarios", put("scenarios", 1, "japanese", "sector_1", "depth", value=9), "the sectors take 70 depth markers"),
    ("scenarios", put("scenarios", 1, "japanese", "sector_3", "tanks", value=["G1"]), "no tank unit starts at G1"),
    ("scenarios", put("scenarios", 1, "forts", 0, "at", value=["A1"]), "A1 is no fort location"),
    ("scenarios", put("scenarios", 1, "special", 0, "rule", value="x"), "'x' is unknown here"),
    ("scenarios", put("scenarios", 1, "victory", 0, value={"book": "18.4.5-a"}), "a victory condition is one of"),
    ("scenarios", put("scenarios", 2, "us_hexes", "1/28", value="0101"), "0101 is sea"),
    ("scenarios", put("scenarios", 2, "us_area", "04", value=[[9, 2]]), "a span is"),
    ("scenarios", put("scenarios", 3, "us_boxes_at_start", value="soon"), "arrivals of GT 7"),
    ("scenarios", put("scenarios", 3, "step_losses", 6, value=1), "this is a division"),
]  # fmt: skip


@pytest.mark.parametrize(("file", "change", "says"), BAD, ids=[f"{file}-{says[:40]}" for file, _, says in BAD])
@proves("dday", "2.4.6-cliffs", "2.1-errata-1", "2.2.1-steps", "2.4.4-d-errata", "6.3-chart", "8.3-chart", "8.4-chart")
def test_what_is_wrong_is_said(file: str, change: Callable[[Any], None], says: str) -> None:
    data = copy.deepcopy(OURS[file])
    change(data)
    with pytest.raises(DataError, match=says) as error:
        READ[file](Item(data, Document(f"{file}.yaml")))
    assert error.value.file == f"{file}.yaml"


POSITIONS: list[tuple[Callable[[Any], None], str]] = [
    (put("positions", "A1", "near", value=False), "near is true here"),
    (put("positions", "A1", "hex", value="0101"), "0101 is sea"),
    (put("positions", "A1", "hex", value="0508"), "is position A1 already|is position B1 already"),
    (put("positions", "A1", "sector", value=2), "0506 lies in sector 1 on the map"),
    (put("positions", "A1", "hilltop", value=True), "hilltop is false here"),
    (put("positions", "A2", "artillery", value=1), "guns here are worth 3"),
    (put("positions", "B1", "artillery", value=1), "no position of sector 2 has artillery"),
    (put("positions", "a1", value={"hex": "0707", "colour": "red"}), "named by a letter and a number"),
    (put("positions", "A3", "colour", value="red"), "all hexes of a group have one color"),
    (put("positions", "A3", "group", value="A3"), "the group of A2 is named A2"),
    (put("counts", "groups", value=74), "there are 73 groups"),
    (put("groups", "A2-A3", "hexes", value=["0706"]), "0806 is missing"),
    (put("groups", "A2-A3", "colour", value="red"), "the positions of A2-A3 are gold"),
    (drop("groups", "A2-A3"), "A2-A3 is missing"),
    (put("artillery_totals", 3, value=28), "there are 29 points of artillery in sector 3"),
    (put("sets", "black_hilltops", value=["I9"]), "K8 is missing: this list follows from map and positions"),
    (drop("fof", "A1"), "A1 is missing: every group has a field of fire"),
]  # fmt: skip


@pytest.mark.parametrize(("change", "says"), POSITIONS, ids=[says[:40] for _, says in POSITIONS])
@proves("dday", "6.5.3-a", "6.5.3-errata", "6.5.3-important", "2.1-errata-6")
def test_what_is_wrong_with_positions_is_said(change: Callable[[Any], None], says: str) -> None:
    data = copy.deepcopy(OURS["positions"])
    change(data)
    island = Item(OURS["map"], Document("map.yaml"))
    with pytest.raises(DataError, match=says):
        read_positions(Item(data, Document("positions.yaml")), read_map(island)[1], island)


def fewer_armor_markers(data: Any) -> None:
    """Two, and the counts say so."""
    del data["markers"][69]
    data["counts"] |= {"armor": 2, "total": 71}


def whole(name: str, change: Callable[[Any], None]) -> dict[str, Item]:
    """All files, one of them with a change."""
    data = OURS | {name: copy.deepcopy(OURS[name])}
    change(data[name])
    return {file: Item(data[file], Document(f"{file}.yaml")) for file in FILES}


@pytest.mark.parametrize("color", ["red", "gold"])
@proves("dday", "6.2.2-overlap")
def test_fields_of_one_color_never_overlap(color: str) -> None:
    """Two positions three hexes apart share hexes; they may have two colors but not one."""
    board = components_of(
        {"board": {"size": [3, 8], "positions": {"A1": {"hex": "0202", "color": "red"}, "A2": {"hex": "0205", "color": color}}}}
    ).board
    found = Fields(board)
    names = {
        group.name: {
            key: [board.grid.names[space] for space in spaces_of(mask)]
            for key, mask in zip("is", found.group_field(number), strict=True)
        }
        for number, group in enumerate(board.groups)
    }
    assert set(names["A1"]["i"] + names["A1"]["s"]) & set(names["A2"]["i"] + names["A2"]["s"])
    item = Item(names, Document("positions.yaml"))
    if color == "gold":
        check_fields(item, board)
        return
    with pytest.raises(DataError, match="also lies in the field of A1, which is red too; fields of one color never overlap"):
        check_fields(item, board)


@pytest.mark.parametrize(
    ("file", "change", "says"),
    [
        ("map", put("hexes", "0506", "position", value="A9"), "0506 has position 'A9' here and A1 in the list"),
        ("map", put("boxes", "Red 1", "squares", value=list(COLORS[:6])), "brown does not belong here"),
        ("map", put("boxes", "Yellow 2", "squares", value=["gold", "blue", "brown"]), "purple is missing: Yellow 2 has a square"),
        ("map", put("hexes", "0606", "level", value=1), r"fof\..*the map"),
        ("japanese_units", put("units", "Tk1", "start", value="Z1"), "Z1 is no position"),
        ("depth_markers", fewer_armor_markers, "every Japanese tank starts with an armor marker"),
    ],
)  # fmt: skip
@proves("dday", "2.1-errata-4", "2.1-errata-5", "5.1-d")
def test_files_must_agree(file: str, change: Callable[[Any], None], says: str) -> None:
    with pytest.raises(DataError, match=says):
        read_components(whole(file, change))
