"""The components of Bonins: what ours hold, and an owner's folder in their place, checked with file and line."""

from __future__ import annotations

import copy
import json
from collections import Counter
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

import beachhead as bh
from beachhead.engine.files import bounds
from beachhead.engine.files.datafile import read_yaml, write_yaml
from beachhead.games.bonins.box.components import BOX as READER
from beachhead.games.bonins.box.components import FOLDER, SECTIONS, components_of
from beachhead.games.bonins.box.kinds import BATTALION, JP, SUPPORT, TANK, US, Components, Island
from beachhead.testing import proves

OURS: dict[str, Any] = read_yaml((FOLDER / "components.yaml").read_text(encoding="utf-8"))
BOX = components_of({"options": {}})
BOARD = BOX.board
GRID = BOARD.grid
BY_ID = {unit.id: unit for unit in BOX.units}


def names(spaces: Any, board: Island = BOARD) -> list[str]:
    return [board.grid.names[space] for space in spaces]


def owner_folder(tmp_path: Path, sections: dict[str, Any]) -> Path:
    (tmp_path / "mine.yaml").write_text(write_yaml(sections, sort_keys=False), encoding="utf-8")
    return tmp_path


def changed(section: str, change: Callable[[Any], object]) -> dict[str, Any]:
    """One of our sections with a change."""
    mine = copy.deepcopy(OURS[section])
    change(mine)
    return {section: mine}


# ---------------------------------------------------------------------- what is in the box


def test_the_file_has_the_sections_that_are_read_and_no_other() -> None:
    assert set(OURS) == set(SECTIONS)


@proves("bonins", "11.4-a", "11.4-b", "17.1-a", "17.1-c", "std-2.3", "rec-us-counters", "14.4-b")
def test_the_american_counters() -> None:
    us = [unit for unit in BOX.units if unit.side == US]
    assert Counter((unit.kind, unit.values, unit.weak_values, unit.steps) for unit in us) == {
        (BATTALION, "6-6-8", "3-3-8", 2): 27,
        (SUPPORT, "2-1-8", "", 1): 9,
        (TANK, "4-2-8", "", 1): 3,
    }
    assert Counter((unit.division, unit.starts) for unit in us) == {
        (3, "reserves"): 13,
        (4, "available"): 13,
        (5, "available"): 13,
    }
    assert [unit.id for unit in us if unit.regiment == 21] == ["1/21", "2/21", "3/21", "Spt/21"]
    tank = BY_ID["4 Tk"]
    assert (tank.attack, tank.defense, tank.movement, tank.regiment, tank.collins) == (4, 2, 8, 0, (8, 4, 8))
    assert (BY_ID["1/23"].weak_attack, BY_ID["1/23"].weak_defense, BY_ID["1/23"].collins) == (3, 3, ())


@proves("bonins", "rec-us-counters")
def test_the_easier_level_changes_full_battalions_alone() -> None:
    easier = components_of({"options": {"level": "easier"}})
    for ours, theirs in zip(BOX.units, easier.units, strict=True):
        if ours.side == US and ours.kind == BATTALION:
            assert (theirs.values, theirs.attack, theirs.weak_values) == ("7-6-8", 7, "3-3-8")
        else:
            assert theirs == ours


@proves("bonins", "19.1-a", "17.3-b", "19.3-a", "rec-jp-counters", "rec-fire-track", "21.1-a")
def test_the_japanese_counters() -> None:
    japanese = [unit for unit in BOX.units if unit.side == JP]
    assert [unit.side for unit in BOX.units] == [US] * 39 + [JP] * 48
    assert len(japanese) == len(BOARD.red) == 48
    assert {unit.steps for unit in japanese} == {1}
    assert Counter(unit.kind for unit in japanese if unit.track) == {"artillery": 7, "HQ": 3}
    assert Counter(unit.kind for unit in japanese if unit.anti_tank) == {"anti-tank": 5, "anti-aircraft": 9}
    assert sum(unit.attack == 0 or unit.movement == 0 for unit in japanese) == 24
    assert BOX.fire_track == tuple(range(10, 0, -1))


@proves("bonins", "rec-map", "rec-grid", "std-distance", "rec-hills", "rec-village")
def test_the_map() -> None:
    land = [space for space in range(GRID.size) if BOARD.terrain[space] != "sea"]
    assert (GRID.lines, GRID.positions, len(land)) == (28, 17, 216)
    assert land == list(range(216)), "land is numbered first"
    assert names(land) == sorted(names(land))
    assert (GRID.names[0], GRID.names[215]) == ("0106", "2812")
    assert Counter(BOARD.terrain[space] for space in land)["beach"] == 20
    assert names(GRID.neighbours[GRID.space("1111")]) == ["1010", "1011", "1110", "1112", "1210", "1211"]
    assert names(sorted(GRID.neighbours[GRID.space("2610")])) == ["2510", "2511", "2609", "2611", "2710", "2711"]
    far = [GRID.distance(GRID.space(a), GRID.space(b)) for a, b in (("0106", "2812"), ("2312", "2611"), ("1111", "1213"))]
    assert far == [27, 3, 3]
    assert len(BOARD.hills) == 10
    assert BOARD.hills[GRID.space("1212")] == "Hill 382"
    assert {GRID.names[space]: name for space, name in BOARD.villages.items()} == {"1111": "Motoyama"}


@proves("bonins", "14.2-a", "rec-beaches", "rec-airfields")
def test_beaches_and_airfields() -> None:
    assert {coast: {color: names(spaces) for color, spaces in colors.items()} for coast, colors in BOARD.beaches.items()} == {
        "east": OURS["beaches"]["east"],
        "west": OURS["beaches"]["west"],
    }
    assert list(BOARD.beaches["east"]) == ["Green", "Red", "Yellow", "Blue"]
    assert {number: sorted(OURS["airfields"][number]) for number in (1, 2, 3)} == {
        number: names(spaces) for number, spaces in BOARD.airfields.items()
    }


@proves("bonins", "18.0-a", "22.0-a", "11.2-errata", "rec-sectors", "rec-symbols")
def test_sectors_and_symbols() -> None:
    assert Counter(BOARD.sector) == {-1: 260, 0: 16, 1: 39, 2: 30, 3: 24, 4: 28, 5: 43, 6: 36}
    assert (len(BOARD.suribachi), len(BOARD.ring)) == (5, 11)
    assert {BOARD.sector[space] for space in (*BOARD.suribachi, *BOARD.ring)} == {0}
    motoyama = GRID.space("1111")
    assert motoyama in BOARD.white
    assert motoyama not in BOARD.red
    assert (len(BOARD.red), len(BOARD.white)) == (48, 36)
    assert Counter(BOARD.sector[space] for space in BOARD.red) == {0: 5, 1: 8, 2: 8, 3: 7, 4: 7, 5: 7, 6: 6}
    assert Counter(BOARD.sector[space] for space in BOARD.white) == dict.fromkeys(range(1, 7), 6)
    assert "beach" not in {BOARD.terrain[space] for space in (*BOARD.red, *BOARD.white)}


COLUMNS = [
    # line, differential, column, results of dice 1 to 6
    ("broken", 8, 6, "Ex Ex NE NE (A) A1"),
    ("ravine", 17, 9, "D2 D2 Ex Ex Ex NE"),
    ("ravine", 99, 9, "D2 D2 Ex Ex Ex NE"),
    ("clear", 0, 3, "NE (A) A1 A1 A2 A2"),
    ("clear", -99, 1, "A1 A1 A2 A2 A3 Ae"),
    ("clear", -3, 2, "(A) A1 A1 A2 A2 A2"),
    ("clear", 16, 11, "De D3 D2 D2 Ex Ex"),
    ("clear", 17, 12, "De De D3 D2 D2 Ex"),
    ("rough", 11, 7, "Ex Ex Ex NE NE (A)"),
    ("rough", 0, 1, "A1 A1 A2 A2 A3 Ae"),
]


@proves("bonins", "std-7.6-crt", "std-7.6-range")
@pytest.mark.parametrize(("line", "differential", "column", "results"), COLUMNS)
def test_the_results_table(line: str, differential: int, column: int, results: str) -> None:
    assert BOX.table.column(line, differential) == column
    assert [row[column - 1] for row in BOX.table.results] == results.split()


def test_the_labels_of_the_table_have_open_ends() -> None:
    assert BOX.table.labels["ravine"][:2] == ("≤+2", "+3,4")
    assert BOX.table.labels["broken"][:3] == ("≤−2", "−1,0", "+1,2")
    assert BOX.table.labels["clear"][:3] == ("≤−4", "−3,−2", "−1,0")
    assert {labels[-1] for labels in BOX.table.labels.values()} == {"≥+17"}
    assert {line: len(labels) for line, labels in BOX.table.labels.items()} == {
        "ravine": 9,
        "rough": 10,
        "broken": 11,
        "clear": 12,
    }


@proves("bonins", "20.2-b", "20.2-c", "20.2-d", "20.2-e", "20.2-table", "21.4-b", "21.4-c", "21.4-d", "21.4-table")
def test_what_follows_a_result() -> None:
    assert {name: "".join(row) for name, row in BOX.follow_up.items()} == {
        "Ex": "xxxxxr", "D2": "eexxxx", "D3": "eeexxx", "De": "eeeeee",
    }  # fmt: skip
    assert {name: sorted(dice) for name, dice in BOX.bombardment.items()} == {"Ex": [1, 2, 3, 4], "D2": [1, 2], "D3": [1, 2, 3]}


@proves("bonins", "rec-tec", "13.0-5.2-a", "13.0-5.2-b", "13.0-5.2-c", "17.3-a", "19.5-d", "rec-storm", "rec-turns", "12.1-b")
def test_terrain_and_tracks() -> None:
    assert {name: (kind.halves // 2, kind.line, kind.armour) for name, kind in BOX.terrain.items() if kind.enter} == {
        "clear": (1, "clear", True),
        "beach": (1, "clear", True),
        "broken": (2, "broken", True),
        "rough": (3, "rough", True),
        "mine": (3, "rough", False),
        "mountain": (4, "rough", False),
        "ravine": (3, "ravine", False),
    }
    assert (BOX.stops, BOX.overlay_line) == (frozenset({"beach", "ravine"}), "ravine")
    assert BOX.priority == ("hill", "ravine", "mountain", "mine", "rough", "broken", "clear")
    assert (BOX.turns, len(BOX.dates), BOX.dates[13]) == (16, 16, "17-18 Mar")
    assert BOX.storm_die == (0, 0, 2, 2, 2, 2, *[1] * 12)


# ---------------------------------------------------------------------- an owner's components


def from_folder(folder: Path) -> Components:
    """As `--components` brings them into the parameters of a match."""
    parameters = bounds.checked({"options": {}, "components": READER.read_folder(folder)}, "these parameters")
    return components_of(json.loads(json.dumps(parameters, sort_keys=True)))


def test_our_own_file_as_an_owners_folder_gives_the_same_components(tmp_path: Path) -> None:
    found = from_folder(owner_folder(tmp_path, OURS))
    for field in fields(found):
        if field.name not in ("board", "table"):
            assert getattr(found, field.name) == getattr(BOX, field.name), field.name
    assert found.table.tops == BOX.table.tops
    for field in fields(found.board):
        if field.name != "grid":
            assert getattr(found.board, field.name) == getattr(BOARD, field.name), field.name
    assert list(found.board.beaches["east"]) == list(BOARD.beaches["east"])
    assert found.board.grid.names == GRID.names


def test_an_owners_section_replaces_ours_in_a_match(tmp_path: Path) -> None:
    game = bh.game("bonins")
    mine = changed("us_units", lambda units: units[13].update(full="9-9-8"))
    parameters = game.parameters("solitaire", None, owner_folder(tmp_path, mine))
    ruleset = game.ruleset(parameters)
    assert ruleset.units[13].values == "9-9-8"
    assert ruleset.components.board.red == BOARD.red


def test_a_symbol_on_an_owners_beach_and_sectors_as_lists(tmp_path: Path) -> None:
    sections = changed("symbols", lambda symbols: symbols["white"][1].append("2113"))
    six = [GRID.names[space] for space in range(GRID.size) if BOARD.sector[space] == 6]
    sections |= changed("sectors", lambda sectors: sectors.update({6: six}))
    found = from_folder(owner_folder(tmp_path, sections)).board
    assert GRID.space("2113") in found.white
    assert found.sector == BOARD.sector


def _set(*path: Any, to: Any) -> Callable[[Any], None]:
    def change(value: Any) -> None:
        for key in path[:-1]:
            value = value[key]
        value[path[-1]] = to

    return change


def _letter(name: str, to: str) -> Callable[[Any], None]:
    """Another letter for a hex of the map."""

    def change(value: Any) -> None:
        row = value[name[:2]]
        at = int(name[2:]) - row["first"]
        row["terrain"] = row["terrain"][:at] + to + row["terrain"][at + 1 :]

    return change


WRONG: list[tuple[dict[str, Any], str]] = [
    # the map
    (changed("map", lambda m: m.pop("15")), r'mine\.yaml:\d+: map: line "15" is missing'),
    (changed("map", _letter("1111", "x")), r"mine\.yaml:\d+: map\.11\.terrain: 'x' at position 11 is not a terrain; use b c e"),
    (changed("map", _set("05", "first", to=99)), r"map\.05\.first: a number of at most 60"),
    (changed("map", _set("05", "terrain", to="")), r"map\.05\.terrain: a line has at least one letter"),
    (changed("map", _set("01", to={"first": 15, "terrain": "r"})), r"map: .* does not touch the rest of the island"),
    (changed("map", _letter("1813", "c")), r"beaches\.east\.Yellow: 1813 is clear on the map; make it a beach there"),
    (changed("map", _letter("1812", "e")), r"beaches: 1812 is a beach without a color; add it to one"),
    (changed("grid", _set("odd_line", 2, to=[-1, 1])), r"grid\.odd_line: even lines lie half a hex toward the high positions"),
    (changed("hills", _set("0101", to="Hill 1")), r"hills\.0101: 0101 is sea"),
    (changed("hills", _set("9999", to="Hill 1")), r"hills\.9999: there is no hex '9999' on this map"),
    (changed("airfields", lambda a: a.pop(2)), r"airfields: Airfield 2 is missing"),
    (changed("airfields", _set(3, 0, to="1811")), r"airfields\.3\.0: 1811 belongs to Airfield 1 already"),
    (changed("airfields", _set(4, to=["1811"])), r"airfields\.4: unknown key"),
    (changed("beaches", _set("west", "Green", to=["2410"])), r"beaches\.west\.Green: Green is a color of the east coast already"),
    (changed("beaches", _set("east", "Red", 0, to="2313")), r"beaches\.east\.Red\.0: 2313 is Green already"),
    (changed("beaches", _set("north", to={})), r"beaches\.north: unknown key"),
    # sectors and symbols
    (changed("sectors", lambda s: s.pop(3)), r"sectors: sector 3 is missing"),
    (changed("sectors", _set(3, "positions", to=[10, 13])), r"sectors\.3\.hexes: this range holds 32 land hexes"),
    (changed("sectors", _set(3, to={"lines": [9, 16], "positions": [10, 13]})), r"sectors\.3: .* belongs to sector 2 already"),
    (changed("sectors", _set(3, to={"lines": [9, 16], "positions": [10, 11]})), r"sectors: .* belongs to no sector"),
    (changed("sectors", _set(3, "lines", to=[16, 9])), r"sectors\.3\.lines: a range is \[from, to\]"),
    (
        changed("sectors", lambda s: s["Suribachi"]["ring"].pop()),
        r"sectors\.Suribachi\.ring: the land around the mountain is 2510",
    ),
    (
        changed(
            "sectors", lambda s: s["Suribachi"].update(mountain=["2711"], ring=["2610", "2611", "2710", "2712", "2810", "2811"])
        ),
        r"Suribachi has 5 hexes and 11 around them",
    ),
    (changed("symbols", _set("white", 1, 0, to="2312")), r"symbols\.white\.1\.0: 2312 has a red symbol already"),
    (changed("symbols", _set("white", 1, 0, to="1514")), r"has a red symbol already|1514 lies in sector 2; list it there"),
    (changed("symbols", _set("red", 1, 0, to="1612")), r"symbols\.red\.1\.0: 1612 lies in sector 3; list it there"),
    (changed("symbols", _set("red", "Suribachi", 0, to="2510")), r"the symbols of Suribachi are red and stand on its five hexes"),
    (changed("symbols", lambda s: s["red"]["Suribachi"].pop()), r"symbols\.red: 2712 needs a red symbol"),
    (changed("symbols", lambda s: s["red"][1].pop()), r"symbols\.red: there are 47 red hexes and 48 Japanese units"),
    # the counters
    (changed("us_units", _set(0, "full", to="6-6")), r"mine\.yaml:\d+: us_units\.0\.full: values look like 6-6-8"),
    (changed("us_units", _set(0, "depleted", to="3-3-6")), r"us_units\.0\.depleted: both sides of a battalion"),
    (changed("us_units", _set(0, "steps", to=1)), r"us_units\.0\.steps: a battalion has 2 steps"),
    (changed("us_units", _set(3, "depleted", to="1-1-8")), r"us_units\.3: a support has regiment beside"),
    (changed("us_units", _set(0, "starts", to="available")), r"the units of Division 3 start in different boxes"),
    (changed("us_units", _set(0, "regiment", to=9)), r"regiment 3 has three battalions and one support unit"),
    (changed("us_units", lambda units: units.pop()), r"Division 5 has 12 units"),
    (changed("japanese_units", _set(0, "kind", to="guards")), r"japanese_units\.0\.kind: 'guards' is unknown here"),
    (changed("japanese_units", _set(0, "track", to=True)), r"japanese_units\.0\.track: this is true for artillery and HQ alone"),
    (
        changed("japanese_units", _set(24, "anti_tank", to=False)),
        r"anti_tank: this is true for anti-tank and anti-aircraft alone",
    ),
    (changed("japanese_units", _set(0, "id", to="1/23")), r"1/23 is listed twice"),
    (changed("japanese_units", _set(0, "id", to="1812")), r"1812 looks like a hex; give this unit another name"),
    # charts and tracks
    (changed("combat_results", _set("lines", "clear", 0, to=-5)), r"lines\.clear: a line begins with null"),
    (
        changed("combat_results", _set("lines", "clear", 3, to=-1)),
        r"lines\.clear\.3: this column begins at -1; it must begin after -1",
    ),
    (
        changed("combat_results", lambda t: t["lines"].pop("broken")),
        r"terrain\.broken\.line: the results table has no line 'broken'",
    ),
    (changed("combat_results", _set("by_die", 1, 0, to="D1")), r"by_die\.1\.0: 'D1' is unknown here; there are A1, A2"),
    (changed("combat_results", lambda t: t["by_die"][2].pop()), r"by_die\.2: fewer results than columns"),
    (changed("combat_results", lambda t: t["by_die"].pop(4)), r"by_die: '4' is missing"),
    (changed("dug_in_results", _set("Ex", 0, "die", to=[1, 2, 3, 4])), r"Ex: each face 1 to 6 needs a line; 5 is missing"),
    (changed("dug_in_results", _set("D2", 0, "die", to=[1, 3])), r"D2\.1\.die\.0: 3 is listed twice under D2"),
    (changed("dug_in_results", _set("D2", 0, "advance", to=False)), r"an advance follows D2 and D3, never Ex"),
    (changed("dug_in_results", _set("D2", 1, "waived", to=True)), r"suppression waives the step of Ex alone"),
    (changed("dug_in_results", _set("D2", 0, "japanese", to="redeploys")), r"a unit redeploys only after the U\.S\. has paid"),
    (changed("dug_in_results", _set("De", "us", to="step")), r"dug_in_results\.De\.us: this is none by the rules"),
    (changed("bombardment_results", _set("De", to=[1])), r"De eliminates the target"),
    (changed("terrain", _set("rough", "symbol", to="c")), r"terrain\.rough\.symbol: clear has the letter c already"),
    (changed("terrain", _set("beach", "cost", to=2)), r"terrain\.beach\.cost: beach costs 1"),
    (changed("terrain", _set("rough", "stop", to=True)), r"beaches and ravines end a move, and no other terrain does"),
    (changed("terrain", _set("mine", "us_tanks", to=True)), r"tanks enter everything but mine, mountain, ravine"),
    (changed("overlays", _set("hill", "cost", to="2")), r"an overlay takes this from the terrain under it"),
    (changed("overlays", _set("hill", "line", to="hill")), r"the results table has no line 'hill'"),
    (
        changed("placement_priority", lambda p: p.reverse()),
        r"placement_priority: each of hill, clear.* stands here once, hill first",
    ),
    ({"fire_support_track": [10, 9, 7]}, r"boxes are listed from 10 down without a gap"),
    ({"fire_support_track": [10, 9, 8]}, r"10 artillery and HQ units may have to be put on 3 boxes"),
    (changed("turns", lambda t: t.pop(16)), r"turns are numbered 1 to 16"),
    (changed("storm_die", _set(2, to=7)), r"storm_die\.2: a number of at most 6"),
    (changed("storm_die", lambda s: s.pop(17)), r"there is a die for every turn from 2 to 17"),
    (changed("allowances", _set("us_mobile", "storm", to=4)), r"allowances\.us_mobile\.storm: this is 2"),
    (changed("numbers", _set("markers_base", to=12)), r"mine\.yaml:\d+: numbers\.markers_base: this is 9 by the rules"),
    (changed("numbers", lambda n: n.pop("search_die")), r"numbers: 'search_die' is missing"),
    (changed("victory", _set("turn_saved", to=2)), r"victory\.turn_saved: this is -2 by the rules"),
    (changed("markers", _set("bombardment", to=12)), r"markers\.bombardment: this is 11 by the rules"),
    (changed("boxes", lambda b: b.reverse()), r"boxes: these are available, reserves, eliminated, removed, in this order"),
    (changed("phases", lambda p: p.reverse()), r"phases: these are us_movement"),
    ({"dice": 6}, r"mine\.yaml:1: dice: unknown key"),
]


@proves("bonins", "11.5", "14.1-a", "rec-markers", "rec-boxes", "std-4.1-a", "std-4.1-g", "13.0-4.1-e")
@pytest.mark.parametrize(("sections", "message"), WRONG, ids=[message[:48] for _, message in WRONG])
def test_a_slip_in_an_owners_file_is_told_with_its_line(tmp_path: Path, sections: dict[str, Any], message: str) -> None:
    with pytest.raises(bh.DataError, match=message) as refused:
        READER.read_folder(owner_folder(tmp_path, sections))
    assert refused.value.line is not None
    assert "mine.yaml" in str(refused.value) or "components.yaml" in str(refused.value)


# ---------------------------------------------------------------------- boards made on the spot


def blank(**board: Any) -> Island:
    return components_of({"options": {}, "board": board}).board


def test_a_blank_board_is_what_it_says() -> None:
    board = blank(
        size=[6, 6], hexes={"rough": ["0101"], "0102": "ravine", "sea": ["0103"]}, hills=["0303"],
        beaches={"east": {"Green": ["0106", "0206"]}}, airfields={1: ["0404"]}, sectors={2: ["0601"]},
        suribachi={"mountain": ["0505"]}, red=["0202"], white=["0203"],
    )  # fmt: skip
    grid = board.grid
    assert [board.terrain[grid.space(name)] for name in ("0101", "0102", "0103", "0106", "0303")] == [
        "rough", "ravine", "sea", "beach", "clear",
    ]  # fmt: skip
    assert grid.names[-1] == "0103", "the sea comes last"
    assert names(board.beaches["east"]["Green"], board) == ["0206", "0106"]
    assert board.beaches["west"] == {}
    assert board.hills == {grid.space("0303"): "Hill 0303"}
    assert names(board.ring, board) == ["0404", "0405", "0504", "0506", "0604", "0605"]
    assert names(board.red, board) == ["0202", "0505"]
    assert {grid.names[space]: number for space, number in enumerate(board.sector) if number != 1} == {
        "0103": -1, "0601": 2, "0404": 0, "0405": 0, "0504": 0, "0505": 0, "0506": 0, "0604": 0, "0605": 0,
    }  # fmt: skip


def test_a_blank_board_may_have_more_turns_than_the_track() -> None:
    long = components_of({"options": {}, "board": {"size": [2, 2], "turns": 20}})
    assert (long.turns, len(long.dates), len(long.storm_die)) == (20, 20, 22)


@pytest.mark.parametrize(
    ("board", "message"),
    [
        ({"size": [6]}, r"board\.size: a size is \[lines, positions\]"),
        ({"size": [6, 61]}, r"at most 60"),
        ({"size": [6, 6], "terrain": "swamp"}, r"'swamp' is unknown here"),
        ({"size": [6, 6], "hexes": {"swamp": ["0101"]}}, r"'swamp' is not a terrain"),
        ({"size": [6, 6], "hexes": {"rough": ["0707"]}}, r"there is no hex '0707'"),
        ({"size": [6, 6], "red": ["0101"], "white": ["0101"]}, r"0101 is red as well"),
        ({"size": [6, 6], "hexes": {"sea": ["0101"]}, "red": ["0101"]}, r"red\.0: 0101 is sea"),
        ({"size": [6, 6], "sectors": {"7": ["0101"]}}, r"sectors\.7: unknown key"),
        ({"size": [6, 6], "sectors": {"2": ["0101"], "3": ["0101"]}}, r"sectors\.3\.0: 0101 belongs to sector 2 already"),
        ({"size": [6, 6], "suribachi": {"mountain": ["0303"], "ring": ["0101"]}}, r"the land around the mountain is 0202"),
        ({"size": [6, 6], "roads": []}, r"board\.roads: unknown key"),
    ],
)
def test_a_blank_board_with_a_slip_is_refused(board: dict[str, Any], message: str) -> None:
    with pytest.raises(bh.DataError, match=message):
        blank(**board)
