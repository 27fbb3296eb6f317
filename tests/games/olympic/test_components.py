"""Olympic's components: what ours hold, and an owner's folder in their place, checked with file and line."""

from __future__ import annotations

import copy
import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import beachhead as bh
from beachhead.engine.files.datafile import read_yaml, write_yaml
from beachhead.games.olympic.box.components import BOX as READER
from beachhead.games.olympic.box.components import FOLDER, SECTIONS, components_of
from beachhead.games.olympic.box.kinds import Components
from beachhead.testing import proves

OURS: dict[str, Any] = read_yaml((FOLDER / "components.yaml").read_text(encoding="utf-8"))
BOX = components_of({})
BOARD = BOX.board
GRID = BOARD.grid


def names(spaces: Any) -> list[str]:
    return [GRID.names[space] for space in spaces]


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


@proves("olympic", "3.22", "16.21", "16.22", "16.24", "16.31")
def test_the_counter_mix() -> None:
    counts = {kind: Counter(unit.values for unit in BOX.units if unit.kind == kind) for kind in ("army", "marine", "C", "L", "R")}
    assert counts == {
        "army": {"4-12": 34},
        "marine": {"5-12": 9},
        "C": {"4-4": 9, "3-4": 13, "2-4": 7},
        "L": {"3-10": 8, "2-10": 5, "2-8": 14, "1-8": 8},
        "R": {"3-10": 1, "2-10": 3, "2-8": 6, "1-8": 6},
    }
    assert BOX.dummies == {"C": 10, "L": 5}
    assert [unit.side for unit in BOX.units] == [0] * 43 + [1] * 80
    assert [sum(unit.strength for unit in BOX.units if unit.kind == kind) for kind in "CLR"] == [89, 70, 27]


def test_names_are_unique_and_read_like_the_counters() -> None:
    by_key = {unit.key: unit.id for unit in BOX.units}
    assert len({unit.id.casefold() for unit in BOX.units}) == len(BOX.units)
    assert {
        key: by_key[key] for key in ("U:27", "U:26M", "U:5", "U:132", "U:187", "U:158", "J:C01", "J:C12", "J:L09", "J:L28")
    } == {
        "U:27": "U:27/25",
        "U:26M": "U:26/5M",
        "U:5": "U:5/1C",
        "U:132": "U:132/Am",
        "U:187": "U:187/11A",
        "U:158": "U:158/RCT",
        "J:C01": "J:98Bde",
        "J:C12": "J:434",
        "J:L09": "J:4TkBde",
        "J:L28": "J:depot1",
    }
    assert by_key["J:R05"] == "J:R05"


@proves("olympic", "3.1")
def test_the_map() -> None:
    land = [space for space in range(GRID.size) if BOARD.terrain[space] != "sea"]
    assert (GRID.lines, GRID.positions, GRID.size) == (61, 34, 2074)
    assert len(land) == 1113
    assert len(BOARD.coastal) == 289
    assert Counter(BOARD.terrain[space] for space in land) == {
        "rough": 605,
        "town_in_rough": 2,
        "clear": 434,
        "town": 49,
        "city": 23,
    }
    assert BOARD.coastal <= set(land)
    assert names(GRID.neighbours[GRID.space("2324")]) == ["2224", "2225", "2323", "2325", "2424", "2425"]
    assert (len(BOARD.sea_sides), len(BOARD.rough_sides), len(BOARD.roads)) == (32, 37, 343)
    assert not BOARD.roads & (BOARD.sea_sides | BOARD.rough_sides)
    assert (len(BOARD.towns), sum(map(len, BOARD.cities.values()))) == (51, 23)
    assert names(BOARD.kagoshima) == ["1408", "1508", "1608"]
    assert BOARD.north_row == 25


@proves("olympic", "10.51-zones", "10.53", "10.53-example")
def test_the_zones() -> None:
    assert {zone.name: (len(zone.hexes), zone.north) for zone in BOARD.zones} == {
        "Tsuno": (4, False),
        "Miyazaki": (6, False),
        "Ariake": (5, False),
        "Osumi": (4, False),
        "Satsuma": (5, False),
        "Sendai": (6, False),
        "Fukuoka": (5, True),
        "Imari": (3, True),
    }
    assert all(zone.hexes == tuple(sorted(zone.hexes)) for zone in BOARD.zones)


@proves("olympic", "16.21", "16.22", "16.22-pairs", "9.11-entry", "9.13")
def test_where_the_counters_start() -> None:
    assert (len(BOARD.coastal_ring), names(BOARD.coastal_ring[:2]), names(BOARD.coastal_ring[-1:])) == (
        39,
        ["5920", "5225"],
        ["5714"],
    )
    assert sum(GRID.names[space] < "2500" for space in BOARD.coastal_ring) == 22
    assert len(BOARD.line_hexes) == 34
    assert names(sorted(BOARD.line_double)) == ["1607", "1615", "2313", "3420", "5314", "5415"]
    assert list(BOARD.line_hexes) == sorted(BOARD.line_hexes)
    assert GRID.names[BOARD.entry] == "5823"
    assert names(BOARD.entry_order[:3]) == ["5920", "5522", "5225"]
    assert len(BOARD.entry_order) == 38


@proves("olympic", "8.8", "14.3", "14.4", "17.4", "17.41", "14.51", "17.1", "9.23", "18.22-A", "18.22-B", "18.22-C")
def test_charts_and_tracks() -> None:
    assert BOX.columns == ((-2, -2), (-1, -1), (0, 0), (1, 1), (2, 3), (4, 7), (8, 8), (9, 9), (10, 99))
    assert BOX.results[3][0] == ("Ar", 5, 2)
    assert BOX.results[5][2] == ("Ex", 10, 10)
    assert Counter(cell[0] for row in BOX.results for cell in row) == {"Ae": 3, "Ar": 11, "Dr": 27, "De": 9, "Ex": 4}
    assert BOX.track1 == ("all", "half", "half", "half", "half", "none")
    assert BOX.track2 == ("all", "all", "all_inland", "all_coastal", "all_southern", "all_northern")
    assert BOX.track3 == (("3-10", "2-10"), ("2-10", "2-8"), ("2-8", "1-8"), ("1-8",), ("1-8",), ())
    assert (BOX.track4, BOX.track5) == ((6, 4, 2, 2, 2, 1), (3, 2, 2, 1, 1, 1))
    assert BOX.tokko == ((100, 100, 0, 0, 0, 0), (100, 100, 100, 100, 0, 0), (300, 200, 100, 100, 0, 0))
    assert BOX.optional_tokko == ((33, 33, 33, 0, 0, 0), (66, 66, 33, 33, 33, 0), (200, 100, 66, 33, 33, 0))
    assert BOX.tokko_zones == ("Tsuno", "Miyazaki", "Ariake", "Osumi", "Satsuma", "Sendai")
    assert BOX.tokko_units == {33: 1, 66: 2, 100: 3, 200: 6, 300: 9}
    assert BOX.order == ("2-4", "3-4", "4-4", "1-8", "2-8", "2-10", "3-10")
    assert (BOX.turns, BOX.floating_turn, BOX.cancelled_turn, BOX.interdiction) == (10, 2, 6, 12)
    assert {turn: sum(row.values()) for turn, row in BOX.arrivals.items() if row} == {1: 27, 2: 9, 4: 3, 6: 4}
    assert BOX.plan == {"Miyazaki": {"4-12": 9}, "Ariake": {"4-12": 9}, "Sendai": {"5-12": 9}}
    assert (BOX.south, BOX.per_row, BOX.kagoshima_points, BOX.city_points, BOX.town_points) == (500, 30, 200, 25, 10)
    assert [half for _, half in BOX.casualty_bands] == [2, 3, 4]
    assert [up_to for up_to, _ in BOX.casualty_bands[:2]] == [300, 500]


@proves("olympic", "5.3")
def test_the_terrain_chart() -> None:
    assert {name: (line.cost, line.defence, line.retreat, line.militia) for name, line in BOX.terrain.items()} == {
        "sea": (0, 1, 0, 0),
        "clear": (1, 1, 2, 0),
        "rough": (3, 3, 1, 0),
        "town": (1, 2, 1, 2),
        "town_in_rough": (3, 3, 1, 2),
        "city": (1, 2, 1, 4),
    }
    assert (BOX.road_cost, BOX.rough_side_cost) == (1, 2)


# ---------------------------------------------------------------------- an owner's folder


def from_folder(folder: Path) -> Components:
    return READER.components_of({"components": json.loads(json.dumps(READER.read_folder(folder)))})


def test_an_owners_section_replaces_ours_also_after_a_journey_as_json(tmp_path: Path) -> None:
    sections = changed("tokko_tables", lambda tables: tables[1].update({6: 100}))
    sections |= changed("combat_results", lambda table: table["by_die"][1].__setitem__(0, ["Ar", 9, 3]))
    found = from_folder(owner_folder(tmp_path, sections))
    assert found.tokko[0] == (100, 100, 0, 0, 0, 100)
    assert found.results[0][0] == ("Ar", 9, 3)
    assert found.results[1:] == BOX.results[1:]
    assert found.board.terrain == BOX.board.terrain


def _set(*path: Any, to: Any) -> Callable[[Any], None]:
    def change(value: Any) -> None:
        for key in path[:-1]:
            value = value[key]
        value[path[-1]] = to

    return change


def _letter(name: str, to: str) -> Callable[[Any], None]:
    """Another letter for a hex of the map."""

    def change(value: Any) -> None:
        row = value["rows"][name[:2]]
        column = int(name[2:])
        value["rows"][name[:2]] = row[: column - 1] + to + row[column:]

    return change


ENTRY = "entry_if_5823_held"
WRONG: list[tuple[dict[str, Any], str]] = [
    # the map
    (changed("map", _set("columns", to=99)), r"mine\.yaml:2: map\.columns: a number of at most 60"),
    (changed("map", lambda m: m["rows"].pop("30")), r'mine\.yaml:\d+: map\.rows: row "30" is missing'),
    (changed("map", _set("rows", "61", to=".")), r"mine\.yaml:4: map\.rows\.61: row 61 has 1 letters; it needs 34"),
    (changed("map", _letter("3020", "x")), r"mine\.yaml:35: map\.rows\.30: 'x' in column 20 is not a terrain"),
    (changed("map", _letter("2324", "c")), r"map\.rows\.23: 2324 lies beside the all-sea hex 2225; make its letter a capital"),
    (changed("map", _letter("3020", "t")), r"map\.towns: the map has a town in 3020 without a name; add it to towns"),
    (changed("map", _letter("3020", "y")), r"map\.cities: the map has a city in 3020 without a name"),
    (changed("map", _letter("2006", "c")), r"map\.towns\.Sendai: Sendai: 2006 is clear on the map; write t or u there"),
    (changed("map", _set("towns", "Nowhere", to="2006")), r"map\.towns\.Nowhere: Nowhere: 2006 is Sendai already"),
    (changed("map", _set("towns", "Nowhere", to="9999")), r"there is no hex '9999' on this map of 61 rows"),
    (changed("map", _set("towns", "Oita", to="2006")), r"Oita is a City as well"),
    (changed("map", _set("kagoshima", to=["1408", "1508"])), r"map\.kagoshima: these are not the hexes of Kagoshima"),
    (
        changed("map", lambda m: m["cities"].update(Kago=m["cities"].pop("Kagoshima"))),
        r"not the hexes of Kagoshima under cities \(none",
    ),
    (changed("map", _set("japanese_entry", to="6123")), r"map\.japanese_entry: the entry hex 6123 is all-sea"),
    (changed("map", _set("northern_from_row", to=26)), r"victory\.us\.objective_row: the last southern row is 25"),
    (changed("map", _set("all_sea_hexsides", 0, to=["0408", "0510"])), r"all_sea_hexsides\.0\.1: 0510 is not adjacent to 0408"),
    (changed("map", _set("all_sea_hexsides", 0, to=["0408"])), r"a hexside is the pair of hexes"),
    (
        changed("map", _set("all_sea_hexsides", 0, to=["0407", "0408"])),
        r"0407 is an all-sea hex: its hexsides are all-sea and need no",
    ),
    (changed("map", _set("all_sea_hexsides", 1, to=["0508", "0408"])), r"the hexside 0408/0508 is listed twice"),
    (changed("map", _set("rough_hexsides", 0, to=["0408", "0508"])), r"the hexside 0408/0508 is all-sea as well"),
    (changed("map", _set("roads", "New", to=["2006", "2008"])), r"map\.roads\.New\.1: 2008 is not adjacent to 2006"),
    (changed("map", _set("roads", "New", to=["2004", "2003"])), r"the road runs into the all-sea hex 2003"),
    (changed("map", _set("roads", "New", to=["1904", "1805"])), r"the road crosses the all-sea hexside 1805/1904"),
    (changed("map", _set("roads", "New", to=["2411", "2511"])), r"the road crosses the rough hexside 2411/2511"),
    (changed("map", _set("roads", "New", to=["2411"])), r"a road is a list of two hexes or more"),
    # zones and deployment
    (
        changed("invasion_zones", _set("Imari", "hexes", to=["5303", "5404"])),
        r"the land beside the hexes of Imari is|exactly 3 hexes",
    ),
    (changed("invasion_zones", _set("Sendai", "hexes", 0, to="1505")), r"Sendai\.hexes\.0: 1505 is land; a zone holds all-sea"),
    (changed("invasion_zones", _set("Sendai", "hexes", 0, to="2001")), r"2001 is not adjacent to land"),
    (changed("invasion_zones", _set("Sendai", "hexes", 0, to="0706")), r"0706 belongs to Satsuma already"),
    (changed("invasion_zones", _set("Sendai", "hexes", 1, to="1610")), r"does not touch the rest of Sendai"),
    (changed("invasion_zones", _set("Sendai", "region", to="north")), r"Sendai is a southern zone"),
    (
        changed("invasion_zones", lambda z: z["Sendai"]["coastal_hexes"].pop()),
        r"the land beside the hexes of Sendai is 1405 1505",
    ),
    (changed("invasion_zones", lambda z: z.pop("Tsuno")), r"'Tsuno' is missing"),
    (changed("deployment", lambda d: d["coastal_ring"].pop()), r"coastal_ring: there are 39 C hexes, not 38 \(16\.21\)"),
    (changed("deployment", _set("coastal_ring", 3, to="5225")), r"coastal_ring\.3: 5225 is a C hex already"),
    (changed("deployment", _set("coastal_ring", 3, to="2325")), r"coastal_ring\.3: 2325 is an all-sea hex"),
    (changed("deployment", _set("coastal_ring", 3, to="3020")), r"coastal_ring\.3: 3020 is not coastal"),
    (changed("deployment", _set("line_single", 0, to="2325")), r"line_single\.0: 2325 is an all-sea hex"),
    (changed("deployment", _set("line_single", 0, to="2324")), r"line_single\.0: 2324 is a C hex already"),
    (changed("deployment", lambda d: d["line_double"].pop()), r"the L hexes hold 40 counters, not 28 and twice 5"),
    (changed("deployment", lambda d: d["line_part_sea"].pop()), r"the part-sea L hexes of this map are 1203 1712"),
    (changed("deployment", lambda d: d[ENTRY].reverse()), rf"{ENTRY}\.0: .*5920 comes here"),
    (changed("deployment", lambda d: d[ENTRY].pop()), rf"{ENTRY}: .*there are 38"),
    # the counters
    (changed("us_units", _set(0, "values", to="5-12")), r"us_units\.0\.values: '5-12' is unknown here; there are 4-12"),
    (changed("us_units", _set(0, "id", to="U:27M")), r"with M after it for a Marine unit"),
    (changed("us_units", _set(1, "id", to="U:27")), r"us_units\.1: U:27 would be called U:27/25, but that is a name of U:27"),
    (changed("us_units", _set(0, "arrival", to=11)), r"at most 10"),
    (changed("us_units", _set(0, "arrival", to=3)), r"18 units 4-12 arrive on Game-Turn 1 by the track, but 17 of us_units"),
    (changed("japanese_coastal", _set(0, "values", to="2-8")), r"'2-8' is unknown here; there are 2-4, 3-4, 4-4"),
    (changed("japanese_coastal", _set(0, "name", to="434")), r"J:C12 would be called J:434, but that is a name of J:C01"),
    (changed("japanese_coastal", lambda units: units.pop()), r"there are 29 C units, not 28 \(16\.21\)"),
    (changed("japanese_line", lambda units: units.pop()), r"there are 35 L units, not 34 \(16\.22\)"),
    (changed("japanese_line", _set(0, "id", to="J:C01")), r"the ids of this list are J:L01"),
    ({"dummies": {"coastal": 10, "line": 6}}, r"mine\.yaml:3: dummies\.line: there are 5 L dummies, not 6"),
    (changed("japanese_movement_order", lambda order: order.pop()), r"each of 2-4, 3-4.* stands here once"),
    (changed("markers", _set("interdiction", to=11)), r"there are 12 Air Interdiction markers"),
    # charts and tracks
    (changed("combat_results", _set("columns", 3, to=[2, 2])), r"columns\.3: this column begins at 2; it must begin at 1"),
    (changed("combat_results", _set("columns", 8, to=[10, 12])), r"the last column has no end"),
    (
        changed("combat_results", _set("by_die", 1, 0, 0, to="Aw")),
        r"by_die\.1\.0\.0: 'Aw' is unknown here; there are Ae, Ar, De, Dr, Ex",
    ),
    (
        changed("combat_results", lambda table: table["by_die"][2].pop()),
        r"by_die\.2: a row has a cell for each of the 9 columns, not 8",
    ),
    (changed("combat_results", lambda table: table["by_die"].pop(4)), r"an entry is needed for each face 1 to 6; 4 is missing"),
    (changed("doctrine_chart", _set("track1_coastal_release", 7, to="all")), r"a die has the faces 1 to 6"),
    (changed("doctrine_chart", _set("track2_line_release", 1, to="half")), r"'half' is unknown here"),
    (changed("doctrine_chart", _set("track3_reinforcements", 6, to=["4-4"])), r"'4-4' is unknown here"),
    (changed("doctrine_chart", _set("track4_militia", 6, to=0.3)), r"at least 0\.5"),
    (changed("doctrine_chart", _set("track4_militia", 6, to=0.7)), r"a whole number or by 0\.5"),
    (changed("doctrine_chart", _set("track5_tokko_table", 6, to=4)), r"at most 3"),
    (changed("tokko_tables", _set(3, 1, to=400)), r"units_lost does not say how many units 400"),
    (changed("tokko_tables", _set("units_lost", 100, to=4)), r"whole stacks of three"),
    (changed("tokko_tables", _set(4, 1, to="Imari")), r"'Imari' is unknown here"),
    (changed("optional_tokko_tables", _set("units_lost", 100, to=4)), r"100 Casualty Points cost 3 units by the standard"),
    (
        changed("optional_tokko_tables", _set(4, 1, to="Sendai")),
        r"each southern zone once",
    ),
    (changed("terrain", _set("rough", "letter", to="c")), r"terrain\.rough\.letter: clear has the letter c already"),
    (changed("terrain", _set("rough", "militia", to=2)), r"Towns and Cities have a militia"),
    (changed("terrain", _set("rough", "cost", to=0)), r"at least 1"),
    (changed("terrain", _set("sea", "enter", to=True)), r"all-sea hexes cannot be entered"),
    (changed("hexsides", _set("all_sea", "prohibited", to=False)), r"all-sea hexsides are never crossed"),
    (changed("turn_track", _set(1, "turn", to=5)), r"turn_track\.1\.turn: Game-Turn 2 comes here"),
    (changed("turn_track", _set(3, "floating_reserve", to=True)), r"floating_reserve stands in two boxes"),
    (changed("turn_track", lambda track: track[1].pop("floating_reserve")), r"the Floating Reserve arrives on Game-Turn 2"),
    (changed("turn_track", lambda track: track.pop()), r"the track has 9 boxes, but there are 10 Game-Turns"),
    ({"game_turns": 11}, r"the track has 10 boxes, but there are 11 Game-Turns"),
    (changed("historical_plan", _set("Sendai", to={"5-12": 8})), r"8 units do not make two to 5 full stacks in Sendai"),
    (changed("historical_plan", _set("Sendai", to={"5-12": 6})), r"the plan must use all units of Game-Turn 1"),
    (changed("historical_plan", _set("Atlantis", to={"5-12": 6})), r"historical_plan\.Atlantis: unknown key"),
    (changed("victory", _set("japan", 1, "up_to", to=200)), r"japan\.1: this band ends at 200; it must end after 300"),
    (changed("victory", _set("japan", 2, "up_to", to=700)), r"the last band has no end"),
    (changed("sequence", lambda phases: phases.reverse()), r"sequence\.0\.code: phase A1 comes here"),
    (changed("casualty_track", _set("start", to=1)), r"columns of 100, 10 and 1, from 0"),
    (changed("replacement_tracks", _set("boxes", to=[1, 2])), r"boxes 1, 2 and 3"),
    ({"dice": 6}, r"mine\.yaml:1: dice: unknown key"),
]


@proves(
    "olympic", "3.22", "8.8", "10.51-zones", "10.53", "14.3", "14.51", "16.21", "16.22", "16.22-pairs", "16.24", "17.1", "18.1"
)
@pytest.mark.parametrize(("sections", "message"), WRONG, ids=[message[:50] for _, message in WRONG])
def test_a_wrong_folder_is_named_with_file_line_and_fault(tmp_path: Path, sections: dict[str, Any], message: str) -> None:
    with pytest.raises(bh.DataError, match=message):
        READER.read_folder(owner_folder(tmp_path, sections))


# ---------------------------------------------------------------------- blank boards


def test_a_blank_board_holds_what_is_said_and_all_our_counters() -> None:
    board = {
        "size": [9, 12],
        "hexes": {"rough": ["0303", "0304"], "sea": ["0101", "0102"], "0707": "rough"},
        "towns": {"Here": "0303", "There": "0505"},
        "cities": ["0606"],
        "sea sides": [["0404", "0405"]],
        "rough sides": [["0505", "0506"]],
        "roads": [["0505", "0506", "0507"]],
        "zones": {"Imari": ["0101"], "Sendai": ["0102"]},
        "coastal": ["0606"],
        "entry": "0808",
        "line": 5,
        "kagoshima": ["0606"],
        "turns": 3,
    }
    found = components_of({"board": board, "deployment": {"ring": ["0909", "0404"], "line": ["0707"], "double": ["0505"]}})
    made = found.board
    assert found.units == BOX.units
    assert found.turns == 3
    assert made.terrain[made.grid.space("0303")] == "town_in_rough"
    assert made.terrain[made.grid.space("0505")] == "town"
    assert made.cities == {"0606": (made.grid.space("0606"),)}
    assert {made.grid.names[space] for space in made.coastal} == {"0103", "0201", "0202", "0203", "0606"}
    assert [(zone.name, zone.north) for zone in made.zones] == [("Sendai", False), ("Imari", True)]
    assert len(made.roads) == 2
    assert [made.grid.names[space] for space in made.entry_order] == ["0606"]
    assert [made.grid.names[space] for space in made.coastal_ring] == ["0909", "0404"]
    assert [made.grid.names[space] for space in made.line_hexes] == ["0505", "0707"]
    assert (made.north_row, made.kagoshima) == (5, (made.grid.space("0606"),))


def test_a_bare_board_has_no_zones_towns_or_entry() -> None:
    made = components_of({"board": {"size": [3, 3]}}).board
    assert set(made.terrain) == {"clear"}
    assert (made.zones, dict(made.towns), dict(made.cities), made.entry, made.entry_order, made.north_row) == (
        (),
        {},
        {},
        -1,
        (),
        25,
    )
    assert (made.coastal_ring, made.line_hexes, made.line_double) == ((), (), frozenset())


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"board": {"size": [3]}}, r"position: board\.size: a size is \[rows, columns\]"),
        ({"board": {"size": [3, 3], "towns": ["0404"]}}, r"board\.towns\.0: there is no hex '0404'"),
        ({"board": {"size": [3, 3], "hexes": {"lava": ["0101"]}}}, r"board\.hexes\.lava: 'lava' is not a terrain"),
        ({"board": {"size": [3, 3], "zones": {"Sendai": ["0101"]}}}, r"board\.zones\.Sendai\.0: 0101 is land"),
        ({"board": {"size": [3, 3], "zones": {"Omaha": ["0101"]}}}, r"board\.zones\.Omaha: unknown key"),
        ({"board": {"size": [3, 3], "entry": "0101", "terrain": "sea"}}, r"board\.entry: the entry hex 0101 is all-sea"),
        ({"board": {"size": [3, 3], "kagoshima": ["0101"]}}, r"board\.kagoshima\.0: 0101 is not a City hex; add it to cities"),
        (
            {"board": {"size": [3, 3]}, "deployment": {"ring": ["0101"], "line": ["0101"]}},
            r"deployment\.line\.0: 0101 is a C hex",
        ),
        ({"deployment": {"ring": ["2324"]}}, r"position: deployment: the printed map has its own C and L hexes"),
    ],
)
def test_a_wrong_board_names_the_thing(parameters: dict[str, Any], message: str) -> None:
    with pytest.raises(bh.DataError, match=message):
        components_of(parameters)
