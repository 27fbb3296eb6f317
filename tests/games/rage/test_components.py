"""Rage's components: what ours hold, and an owner's folder in their place, checked with file and line."""

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
from beachhead.games.rage.box.components import BOX as READER
from beachhead.games.rage.box.components import FOLDER, SECTIONS, Components
from beachhead.testing import proves

OURS: dict[str, Any] = read_yaml((FOLDER / "components.yaml").read_text(encoding="utf-8"))
BOX = READER.components_of({})
UNITS = {unit.id: unit for unit in BOX.units}


def owner_folder(tmp_path: Path, **sections: object) -> Path:
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


@proves("rage", "2-a", "2.1", "2.1.2")
def test_units_and_markers_make_88_counters() -> None:
    assert sum(unit.counters for unit in BOX.units) + sum(BOX.markers.values()) == 88
    assert BOX.markers == {
        "turn": 1,
        "vp_us": 1,
        "vp_japanese": 1,
        "beachhead": 2,
        "safe_to_land": 4,
        "cave": 21,
        "stars_and_stripes": 1,
    }


@proves("rage", "2.1.1-2", "2.1.1-c", "2.1.1-3")
def test_twelve_types_and_three_colours() -> None:
    us, japanese = ([unit for unit in BOX.units if unit.side == side] for side in (0, 1))
    assert {unit.type for unit in us} == {"marines", "artillery", "tank", "air_support", "naval_support"}
    assert len({unit.type for unit in BOX.units}) == 12
    assert [unit.type for unit in BOX.units if not unit.is_ground] == ["air_support"] * 5 + ["naval_support"] * 5
    assert {unit.colour for unit in us} == {"blue"}
    assert Counter(unit.colour for unit in japanese) == {"brown": 16, "red": 7}


@proves("rage", "2.1.1-1", "4.2-b", "4.2-d", "22.2.1-a")
def test_divisions_and_where_they_start() -> None:
    ground = [unit for unit in BOX.units if unit.side == 0 and unit.is_ground]
    assert {(unit.division, unit.stripe, unit.start) for unit in ground} == {
        (3, "blue", "reserve"),
        (4, "orange", "landing_area"),
        (5, "green", "landing_area"),
    }
    third = [unit for unit in ground if unit.division == 3]
    assert sorted(unit.type for unit in third) == ["artillery", "marines", "marines", "marines", "tank"]
    assert all(unit.id.endswith(f"/{unit.division}") for unit in ground)


@proves("rage", "3-steps", "26", "2.1.1-7", "2.1.1-2-armor")
def test_steps_and_armor() -> None:
    assert {unit.type: unit.steps for unit in BOX.units if unit.side == 0} == {
        "marines": 4,
        "artillery": 2,
        "tank": 2,
        "air_support": 1,
        "naval_support": 1,
    }
    single = {unit.id for unit in BOX.units if unit.side == 1 and unit.steps == 1}
    assert single == {"2 Mtr", "3 Mtr", "2 Bde Art", "Rkt", "109 HQ"}
    assert {UNITS[f"109 Art {letter}"].steps for letter in "abcd"} == {2}
    assert {unit.id: unit.armor for unit in BOX.units if unit.armor} == {"Tk/4": 2, "Tk/5": 2, "Tk/3": 2}


@proves("rage", "2.1.1-4", "2.1.1-4-range", "2.1.1-5", "2.1.1-5-at", "2.1.1-6")
def test_ratings_follow_the_steps_left() -> None:
    assert UNITS["23/4"].assault == (0, 2, 3, 4, 5)
    assert UNITS["23/4"].mp == (0, 3, 3, 3, 3)
    assert UNITS["23/4"].bombardment == ()
    assert (UNITS["14/4"].bombardment, UNITS["14/4"].range) == ((0, 2, 4), "unlimited")
    assert (UNITS["2 Mtr"].bombardment, UNITS["2 Mtr"].range) == ((0, 4), "one")
    assert UNITS["Rkt"].bombardment == (0, 0)
    assert {unit.range for unit in BOX.units} == {"one", "unlimited", ""}
    assert {unit.id for unit in BOX.units if unit.at and unit.colour == "brown"} == {"26 Tk", "8 AT"}


@proves("rage", "2.2.1-a", "2.2.1-b", "2.2.1-c", "3-area", "14-note")
def test_the_island() -> None:
    areas = BOX.map.areas
    assert len(areas) == 21
    assert Counter(area.kind for area in areas) == {"beach": 3, "coastal": 6, "inland": 6, "hill": 6}
    assert Counter(area.box for area in areas if area.box) == {"beachhead": 3, "safe_to_land": 4, "stars_and_stripes": 1}
    assert all(("beach" in area.symbols) == (area.bdv == 0) for area in areas)
    assert sum(map(len, BOX.map.neighbours)) == 2 * 49
    assert BOX.map.distance(BOX.map.space("suribachi"), BOX.map.space("kitanohana")) == 5


def test_charts_and_tracks() -> None:
    assert BOX.weather == ("", "bad", "cloudy", "cloudy", "good", "good", "good")
    assert BOX.grounded == {"bad": 2, "cloudy": 1, "good": 0}
    assert BOX.moves == (0, 1, 1, 2, 2, 3, 3)
    assert BOX.hit_faces == {5, 6}
    assert [number for number, turn in enumerate(BOX.track, 1) if turn.naval] == [3, 7, 8]
    assert [number for number, turn in enumerate(BOX.track, 1) if turn.air or turn.red] == [1]
    assert (BOX.track[0].date, BOX.track[8].date) == ("Feb 17-19", "Mar 13-14")


@proves("rage", "4.1-b", "4.2-e")
@pytest.mark.parametrize("name", BOX.plans)
def test_prepared_set_ups_are_complete(name: str) -> None:
    plan = BOX.plans[name]
    assert set(plan.units) == {unit.id for unit in BOX.units if unit.side == 1}
    assert sum(plan.caves.values()) == 21
    assert max(plan.caves.values()) <= 2
    assert max(Counter(plan.units.values()).values()) <= 10


def test_the_default_set_up_comes_first() -> None:
    assert next(iter(BOX.plans)) == "default"


# ---------------------------------------------------------------------- an owner's folder


def from_folder(folder: Path) -> Components:
    return READER.components_of({"components": json.loads(json.dumps(READER.read_folder(folder)))})


def test_an_owners_section_replaces_ours(tmp_path: Path) -> None:
    sections = changed("us_ground_units", lambda units: units[0]["assault"].update({4: 7}))
    found = from_folder(owner_folder(tmp_path, **sections))
    assert found.units[0].assault == (0, 2, 3, 4, 7)
    assert found.units[1:] == BOX.units[1:]


def test_an_owners_section_travels_with_the_record(tmp_path: Path) -> None:
    sections = changed("areas", lambda areas: areas[6].update(name="The Quarry"))
    match = bh.Match.new("rage", seed=5, components=owner_folder(tmp_path, **sections))
    match.play("dig The Quarry")
    again = bh.Match.load(match.record())
    assert again.state.digest() == match.state.digest()
    assert bh.loads(bh.dumps(match.state)).digest() == match.state.digest()


@proves("rage", "26")
def test_red_artillery_of_one_step_is_the_other_reading(tmp_path: Path) -> None:
    def one_step(units: list[dict[str, Any]]) -> None:
        for unit in units:
            if unit["printed"] == "109 Art":
                unit.update(steps=1, bombardment={1: 3}, assault={1: 3}, mp={1: 0})

    found = from_folder(owner_folder(tmp_path, **changed("japanese_units", one_step)))
    assert sum(unit.steps for unit in found.units if unit.side == 1) == 37


def _set(*path: Any, to: Any) -> Callable[[Any], None]:
    def change(value: Any) -> None:
        for key in path[:-1]:
            value = value[key]
        value[path[-1]] = to

    return change


def _plan(key: str, *path: str, to: Any) -> dict[str, Any]:
    return changed("deployments", _set("default", key, *path, to=to))


WRONG: list[tuple[dict[str, Any], str]] = [
    # the map
    (changed("areas", _set(0, "bdv", to=4)), r"mine\.yaml:4: areas\.0\.bdv: a Basic Defense Value is 0 to 3, not 4"),
    (changed("areas", _set(1, "bdv", to=1)), r"has the Beach symbol exactly if its Basic Defense Value is 0"),
    (changed("areas", _set(0, "symbols", to=["volcano"])), r"'volcano' is unknown here"),
    (changed("areas", _set(4, "box", to="beachhead")), r"a Beachhead box must be in a beach area"),
    (changed("areas", _set(6, "box", to="safe_to_land")), r"must be in an area with an airfield"),
    (changed("areas", _set(0, "box", to=None)), r"one area has a box for the Stars and Stripes, not 0 \(14-d\)"),
    (changed("areas", _set(0, "seed", to=[1])), r"a point is a pair"),
    (changed("areas", _set(1, "id", to="suribachi")), r"suribachi is listed twice"),
    (changed("areas", lambda areas: areas.pop(1)), r"3 areas are beaches, not 2 \(14-note\)"),
    (changed("areas", _set(0, "colour", to="red")), r"areas\.0\.colour: unknown key"),
    (changed("adjacency", _set("suribachi", to=["futatsune"])), r"chidori borders suribachi, but suribachi does not border it"),
    (changed("adjacency", _set("suribachi", to=["futatsune", "atlantis"])), r"'atlantis' is unknown here"),
    (changed("adjacency", _set("atlantis", to=[])), r"there is no area 'atlantis'"),
    (changed("adjacency", lambda near: near["kita"].append("kita")), r"kita borders itself"),
    (
        changed("adjacency", lambda near: (near.update(suribachi=[]), near["futatsune"].pop(0), near["chidori"].pop(0))),
        r"there is no route from suribachi to futatsune",
    ),
    (changed("outline", _set(0, to=[1, 2, 3])), r"a point is a pair"),
    # the counters
    (changed("us_ground_units", _set(0, "type", to="cavalry")), r"us_ground_units\.0\.type: 'cavalry' is unknown"),
    (changed("us_ground_units", _set(0, "division", to=6)), r"the divisions are 3, 4, 5, not 6"),
    (changed("us_ground_units", _set(0, "stripe", to="green")), r"stripe: 'green' is unknown here; there are orange"),
    (changed("us_ground_units", _set(0, "start", to="reserve")), r"the 3rd Division starts in reserve, the others"),
    (changed("us_ground_units", _set(0, "armor", to=2)), r"U\.S\. tanks have an Armor Rating, and no other unit"),
    (changed("us_ground_units", _set(0, "steps", to=3)), r"such a unit has 4 steps, not 3 \(3-steps\)"),
    (changed("us_ground_units", _set(0, "assault", to={4: 5, 3: 4, 2: 3})), r"each of the steps 1 to 4"),
    (changed("us_ground_units", _set(0, "range", to="one")), r"a range without a Bombardment Rating"),
    (changed("us_ground_units", lambda units: units[9].pop("range")), r"a Bombardment Rating without a range"),
    (changed("us_ground_units", _set(1, "id", to="23/4")), r"23/4 is listed twice"),
    (changed("us_support_units", _set(0, "range", to="one")), r"'one' is unknown here; there are unlimited"),
    (changed("us_support_units", _set(0, "start", to="reserve")), r"'reserve' is unknown here"),
    (changed("japanese_units", _set(0, "id", to="23/4")), r"23/4 is listed twice"),
    (changed("japanese_units", _set(0, "colour", to="blue")), r"'blue' is unknown here; there are brown, red"),
    (changed("japanese_units", _set(14, "bombardment", to={1: 3})), r"rocket artillery, and nothing else"),
    (changed("japanese_units", _set(13, "bombardment", to="one_die_is_hits")), r"rocket artillery, and nothing else"),
    (changed("japanese_units", _set(11, "steps", to=2)), r"each of the steps 1 to 2|such a unit has 1 steps"),
    (changed("japanese_units", lambda units: units.pop(15)), r"there is one HQ, not 0 \(22\.3\.1-a\)"),
    (changed("japanese_units", lambda units: units.pop(0)), r"there are 87 counters, units and markers together, not 88"),
    (changed("markers", _set("cave", to=22)), r"there are 89 counters"),
    (changed("markers", lambda markers: markers.pop("cave")), r"'cave' is missing"),
    # charts and tracks
    (changed("weather", _set("by_die", 1, to="snow")), r"'snow' is unknown here; there are good, cloudy, bad"),
    (changed("weather", lambda weather: weather["by_die"].pop(6)), r"an entry is needed for each face 1 to 6"),
    (changed("weather", lambda weather: weather["grounded"].pop("bad")), r"a number is needed for each of good, cloudy, bad"),
    ({"hit_faces": [1, 2]}, r"the faces that hit are the highest ones"),
    (changed("japanese_moves_by_die", _set(1, to=-1)), r"at least 0"),
    (changed("turn_track", _set(1, "turn", to=5)), r"turn_track\.1\.turn: turn 2 comes here"),
    ({"turn_track": []}, r"at least one turn"),
    (changed("turn_track", _set(0, "weather", to="fair")), r"turn_track\.0\.weather: unknown key"),
    (changed("victory", _set("us_end_phase", "pair", "areas", to=["funami", "kita"])), r"kita has no box for Safe to Land"),
    (changed("victory", _set("us_end_phase", "pair", "areas", to=["funami"])), r"a pair is two areas"),
    (changed("landing", _set("mp_cost", "reef", to=4)), r"landing\.mp_cost\.reef: unknown key"),
    (changed("stacking", _set("japanese", to=0)), r"at least 1"),
    (changed("extra_dice", _set("surprise", to="two")), r"a number is needed here, not 'two'"),
    # the Japanese set-up
    (changed("japanese_setup_limits", _set("caves_per_area", to=0)), r"21 areas have no room for 21 Caves"),
    (changed("japanese_setup_limits", _set("caves_total", to=22)), r"there are only 21 Cave markers"),
    (_plan("units", "atlantis", to=["309"]), r"there is no area 'atlantis'"),
    (_plan("units", "kita", to=["109 HQ", "3/145", "309"]), r"309 is listed twice"),
    (_plan("units", "kita", to=["109 HQ"]), r"3/145 has no place"),
    (_plan("units", "kita", to=["23/4"]), r"'23/4' is unknown here"),
    (_plan("units", "kita", to=[f"{n}" for n in range(11)]), r"11 units are too many for an area; the limit is 10"),
    (_plan("caves", "kita", to=3), r"3 Caves are too many for an area; the limit is 2"),
    (_plan("caves", "kita", to=2), r"a setup places 21 Caves, not 22"),
    (_plan("caves", "atlantis", to=1), r"there is no area 'atlantis'"),
    (changed("deployments", lambda plans: plans.update(random=plans["default"])), r"'random' is not a valid setup name"),
    (changed("deployments", lambda plans: plans.update(mine=plans.pop("default"))), r"'default' is missing"),
    ({"dice": 6}, r"mine\.yaml:1: dice: unknown key"),
]


@proves("rage", "2.1.1-2-armor", "2.2.1-b", "3-steps", "4.1-b", "4.2-e", "2-a", "14-note", "22.2.1-a")
@pytest.mark.parametrize(("sections", "message"), WRONG, ids=[message[:50] for _, message in WRONG])
def test_a_wrong_folder_is_named_with_file_line_and_fault(tmp_path: Path, sections: dict[str, Any], message: str) -> None:
    with pytest.raises(bh.DataError, match=message):
        READER.read_folder(owner_folder(tmp_path, **sections))


def test_a_folder_without_components_says_so(tmp_path: Path) -> None:
    with pytest.raises(bh.DataError, match="holds no YAML file"):
        READER.read_folder(tmp_path)
    with pytest.raises(bh.DataError, match="is not a folder"):
        READER.read_folder(tmp_path / "nowhere")
    (tmp_path / "a.yaml").write_text("hit_faces: [5, 6]", encoding="utf-8")
    (tmp_path / "b.yaml").write_text("hit_faces: [6]", encoding="utf-8")
    with pytest.raises(bh.DataError, match=r"hit_faces is also in .*a\.yaml"):
        READER.read_folder(tmp_path)
