"""Saipan's components: what ours hold, and an owner's folder in their place, checked with file and line."""

from __future__ import annotations

from pathlib import Path

import pytest

import beachhead as bh
from beachhead.engine.files.datafile import read_yaml, write_yaml
from beachhead.games.saipan.box.components import FOLDER
from beachhead.games.saipan.ruleset import SaipanRuleset
from beachhead.testing import proves

OURS = read_yaml((FOLDER / "components.yaml").read_text(encoding="utf-8"))


def ruleset() -> SaipanRuleset:
    found = bh.game("saipan").new("historical", seed=1).ruleset
    assert isinstance(found, SaipanRuleset)
    return found


def owner_folder(tmp_path: Path, **sections: object) -> Path:
    (tmp_path / "mine.yaml").write_text(write_yaml(sections, sort_keys=False), encoding="utf-8")
    return tmp_path


@proves("saipan", "2.31", "2.31-types", "2.32-attack", "2.32-defense", "2.32-barrage", "2.32-fpf", "3.0-values")
def test_counters_carry_their_printed_values() -> None:
    units = {unit.id: unit for unit in ruleset().units}
    foot, gun = units["J:1/135"], units["J:1/3"]
    assert (foot.attack, foot.defence, foot.movement, foot.fpf, foot.range) == (3, 4, 8, 0, 0)
    assert (gun.attack, gun.fpf, gun.range, gun.defence, gun.movement) == (2, 1, 10, 1, 4)
    assert {unit.arm for unit in units.values()} == {"infantry", "engineer", "armour", "artillery"}
    assert sum(unit.attack for unit in units.values() if unit.id.startswith("J:") and unit.arm != "artillery") == 41


@proves("saipan", "1.0-a")
def test_no_more_than_a_hundred_pieces(tmp_path: Path) -> None:
    units = [*OURS["us_units"], *({"id": f"U:{n}/99", "arm": "infantry", "values": "5-4-8"} for n in range(30))]
    with pytest.raises(bh.DataError, match=r"107 pieces are too many"):
        bh.game("saipan").new("historical", components=owner_folder(tmp_path, us_units=units))


@proves("saipan", "3.0-gsp", "3.0-track")
def test_a_single_number_of_support_points_is_the_us_share(tmp_path: Path) -> None:
    track = [{"turn": turn, "date": "1944-06-15", "support": 3 if turn == 1 else [2, 4]} for turn in (1, 2)]
    state = bh.game("saipan").new("historical", seed=1, components=owner_folder(tmp_path, turn_track=track))
    found = state.ruleset
    assert isinstance(found, SaipanRuleset)
    assert found.track.support == ((3, 0), (2, 4))
    assert found.track.turns == 2


def test_the_map_has_its_names_and_the_track_its_dates() -> None:
    found = ruleset()
    board = found.components.board
    assert [found.hex_name(space) for space in board.names["Garapan"]] == ["2104", "2105"]
    assert (found.track.dates[0], found.track.dates[14]) == ("1944-06-15", "1944-07-13")
    assert len(found.ground.land) == 331
    assert not found.ground.terrain["sea"].armour


def test_an_owners_section_replaces_ours_and_travels_with_the_record(tmp_path: Path) -> None:
    units = [{**unit, "values": "6-5-8"} if unit["id"] == "U:1/2" else unit for unit in OURS["us_units"]]
    match = bh.Match.new("saipan", "historical", seed=5, components=owner_folder(tmp_path, us_units=units))
    match.play("land U:1/2 1203")
    again = bh.Match.load(match.record())
    assert again.state.view("us")["units"]["U:1/2"]["values"] == "6-5-8"
    assert again.state.digest() == match.state.digest()
    assert bh.loads(bh.dumps(match.state)).digest() == match.state.digest()


@pytest.mark.parametrize(
    ("sections", "message"),
    [
        (
            {"us_units": [{"id": "U:1", "arm": "cavalry", "values": "5-4-8"}]},
            r"mine\.yaml:3: us_units\.0\.arm: 'cavalry' is unknown",
        ),
        ({"us_units": [{"id": "U:1", "arm": "infantry", "values": "5-4"}]}, r"mine\.yaml:4: .*look like 3-4-8"),
        ({"us_units": [{"id": "J:1", "arm": "infantry", "values": "5-4-8"}]}, r"begin with U:"),
        ({"us_units": [{"id": "U:1", "arm": "artillery", "values": "5-4-8"}]}, r"artillery values look like"),
        ({"us_units": [OURS["us_units"][0]] * 2}, r"U:1/2 is listed twice"),
        ({"us_units": {"id": "U:1"}}, r"a list is needed here, not a mapping"),
        ({"japanese_units": [{"id": "J:1", "arm": "infantry", "values": "2-3-8"}]}, r"J:1 has no historical_hex"),
        (
            {"japanese_units": [{"id": "J:1", "arm": "infantry", "values": "2-3-8", "historical_hex": "3725"}]},
            r"would start in the sea",
        ),
        (
            {"japanese_units": [{"id": "J:1", "arm": "infantry", "values": "2-3-8", "historical_hex": "9999"}]},
            r"there is no hex '9999'",
        ),
        ({"terrain": {**OURS["terrain"], "broken": {**OURS["terrain"]["broken"], "cost": 1}}}, r"clear costs 1 .* \(5\.21\)"),
        ({"hexsides": {**OURS["hexsides"], "road": {"total_cost": 1}}}, r"a road costs 1/2 \(5\.22\)"),
        ({"turn_track": [{"turn": 2, "date": "x", "support": 1}]}, r"expected turn 1"),
        ({"turn_track": [{"turn": 1, "date": "x", "support": [1, 2, 3]}]}, r"a pair, U\.S\. and Japanese"),
        (
            {"map": {**OURS["map"], "rows": {**OURS["map"]["rows"], "20": "...CQ...................."}}},
            r"'Q' is not a terrain symbol",
        ),
        ({"map": {**OURS["map"], "rows": {**OURS["map"]["rows"], "20": "..."}}}, r"same number of hexes"),
        ({"map": {**OURS["map"], "river_hexsides": [["2412", "2613"]]}}, r"2613 is not adjacent to 2412"),
        ({"map": {**OURS["map"], "beaches": {"nowhere": ["3725"]}}}, r"beach hex 3725 is sea"),
        ({"historical_landing": [{"hex": "1205"}]}, r"1205 is not a Beach hex"),
        ({"historical_landing": [{"hex": "1103"}]}, r"starts in the sea exactly if"),
        (
            {"combat_results": {**OURS["combat_results"], "lines": {**OURS["combat_results"]["lines"], "clear": ["-7", "-5"]}}},
            r"leave a gap or overlap between -7 and -5",
        ),
        ({"combat_results": {**OURS["combat_results"], "by_die": {1: ["A9"]}}}, r"'A9' is unknown here"),
        ({"us_units": [{**OURS["us_units"][0], "colour": "green"}]}, r"us_units\.0\.colour: unknown key"),
        (
            {"terrain": {**OURS["terrain"], "rough": {**OURS["terrain"]["rough"], "height": 3}}},
            r"terrain\.rough\.height: unknown key",
        ),
        ({"hexsides": {**OURS["hexsides"], "wall": {}}}, r"hexsides\.wall: unknown key"),
        ({"turn_track": [{**OURS["turn_track"][0], "weather": "fair"}]}, r"turn_track\.0\.weather: unknown key"),
        ({"map": {**OURS["map"], "names": {"Atlantis": ["9999"]}}}, r"map\.names\.Atlantis\.0: there is no hex '9999'"),
        ({"terrain": {**OURS["terrain"], "rough": {**OURS["terrain"]["rough"], "line": "cave"}}}, r"uses the line 'cave'"),
        ({"hexsides": {**OURS["hexsides"], "river": {"extra_cost": 2, "line": "canal"}}}, r"uses the line 'canal'"),
        ({"weather": {}}, r"mine\.yaml:1: weather: unknown key"),
    ],
)
def test_a_wrong_folder_is_named_with_file_line_and_fault(tmp_path: Path, sections: dict[str, object], message: str) -> None:
    with pytest.raises(bh.DataError, match=message):
        bh.game("saipan").new("historical", components=owner_folder(tmp_path, **sections))


def test_a_folder_without_components_says_so(tmp_path: Path) -> None:
    with pytest.raises(bh.DataError, match="holds no YAML file"):
        bh.game("saipan").new("historical", components=tmp_path)
    with pytest.raises(bh.DataError, match="is not a folder"):
        bh.game("saipan").new("historical", components=tmp_path / "nowhere")
    (tmp_path / "broken.yaml").write_text("us_units: [", encoding="utf-8")
    with pytest.raises(bh.DataError, match=r"broken\.yaml:\d: is no YAML"):
        bh.game("saipan").new("historical", components=tmp_path)
