"""Positions of Rage: what a person may write, what is refused and how, and moments told exactly."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

import beachhead as bh
from beachhead.engine.chance.dice import Dice
from beachhead.games.rage.saves.position import KEYS
from beachhead.games.rage.state import RageState
from beachhead.games.rage.turn.sequence import Begin
from beachhead.testing import proves, state_at, walk

RAGE = bh.game("rage")


def position(*dice: int, **data: Any) -> RageState:
    state = RAGE.position({key.replace("_", " "): value for key, value in data.items()}, Dice.scripted(dice))
    assert isinstance(state, RageState)
    return state


def facts(state: RageState) -> dict[str, Any]:
    return RAGE.facts(state)


# ---------------------------------------------------------------------- what may be written


def test_an_empty_position_is_a_new_game() -> None:
    found = facts(position())
    assert found["decision"]["step"] == "setup"
    assert found["phase"] == "setup"
    assert found["units"]["309"] == "not set up"
    assert (found["units"]["23/4"], found["units"]["3/3"], found["units"]["Air 1"]) == ("landing area", "reserve", "support")
    assert position().digest() == RAGE.new(dice=Dice.scripted(())).digest()


def test_units_stand_as_they_are_written() -> None:
    state = position(
        phase="us movement",
        units={
            "23/4": "okina",
            "24/4": "Okina Hama, 3 steps, fired, moved",
            "25/4": "eliminated",
            "26/5": "out of play",
            "309": "funami, concealed, 1 step",
            "310": "kita",
            "311": "secretly eliminated",
            "312": "eliminated",
            "Air 2": "support, grounded",
            "Nav 1": "out of play",
        },
        landed={"okina": 2},
    )
    found = facts(state)
    assert {found["units"][unit] for unit in ("23/4", "24/4")} == {"okina"}
    assert (found["steps"]["24/4"], found["steps"]["309"], found["steps"]["25/4"], found["steps"]["26/5"]) == (3, 1, 0, 4)
    assert found["fired"] == found["moved"] == ["24/4"]
    assert found["concealed"] == ["309", "311"]
    assert found["grounded"] == ["Air 2"]
    assert found["landed"] == {"okina": 2}
    assert found["units"]["311"] == "secretly eliminated"
    assert found["units"]["2 MG"] == "absent"
    assert found["units"]["27/5"] == "landing area"


def test_a_unit_that_has_moved_stays_where_it_is() -> None:
    state = position(phase="us movement", units={"23/4": "okina, moved", "24/4": "okina", "309": "kita"})
    texts = [str(action) for action in state.actions()]
    assert not [text for text in texts if text.startswith("move 23/4")]
    assert [text for text in texts if text.startswith("move 24/4")]


@pytest.mark.parametrize(
    ("others", "us", "japanese", "caves"), [("start", 25, 0, 0), ("absent", 0, 0, 0), ("default", 25, 23, 21)]
)
def test_units_that_are_not_named(others: str, us: int, japanese: int, caves: int) -> None:
    state = position(phase="us movement", others=others)
    here = [name for name, place in facts(state)["units"].items() if place != "absent"]
    sides = [state.ruleset.units[state.ruleset.number[name]].side for name in here]
    assert (sides.count(0), sides.count(1), sum(state.caves)) == (us, japanese, caves)
    assert len(facts(state)["concealed"]) == japanese


def test_caves_that_are_given_replace_those_of_the_default_set_up() -> None:
    assert facts(position(phase="us movement", others="default", caves={"kita": 1}))["caves"] == {"kita": 1}


def test_areas_and_tracks_are_as_written() -> None:
    found = facts(
        position(
            turn=4,
            phase="construction",
            units={"23/4": "okina", "309": "kita, concealed"},
            control=["okina", "Chidori Airfield", "suribachi"],
            caves={"kita": 2},
            shown_caves={"okina": 1, "kita": 0},
            caves_checked=["quarry"],
            beachheads=["okina"],
            safe_to_land=["chidori"],
            flag="raised",
            vp={"us": 4},
            weather="cloudy",
        )
    )
    assert found["turn"] == 4
    assert found["control"] == ["suribachi", "okina", "chidori"]
    assert (found["caves"], found["shown caves"]) == ({"kita": 2}, {"okina": 1})
    assert found["caves checked"] == ["suribachi", "okina", "chidori", "quarry"]
    assert (found["beachheads"], found["safe to land"]) == (["okina"], ["chidori"])
    assert (found["flag"], found["vp"], found["weather"]) == ("raised", {"us": 4, "jp": 0}, "cloudy")


@pytest.mark.parametrize("flag", ["box", "due", "raised"])
def test_the_flag(flag: str) -> None:
    assert facts(position(phase="us movement", flag=flag))["flag"] == flag


def test_a_phase_begins_with_its_owner_or_with_its_window() -> None:
    units = {"23/4": "okina", "309": "kita, concealed"}
    assert facts(position(phase="us movement", units=units))["decision"]["step"] == "move"
    state = position(phase="us movement", units=units, window=True)
    assert facts(state)["decision"]["step"] == "window"
    state.apply("pass")
    assert facts(state)["decision"]["step"] == "move"


def test_a_charge_that_was_not_declared_lies_before_an_assault_position() -> None:
    units = {"23/4": "okina", "309": "okina"}
    assert facts(position(phase="us assault", units=units))["decision"]["step"] == "assault"
    state = position(phase="us assault", units=units | {"310": "kita, concealed"}, window=True)
    state.apply("pass")
    assert facts(state)["decision"]["step"] == "kirikami"


@proves("rage", "17.1-1")
def test_the_dice_of_a_phase_have_been_rolled_when_it_begins() -> None:
    found = facts(position(5, phase="jp movement", units={"23/4": "okina", "309": "kita"}))
    assert (found["die"], found["moves left"], found["decision"]["step"]) == (5, 3, "jp move")
    found = facts(position(1, phase="weather", units={"309": "kita"}))
    assert (found["turn"], found["weather"], found["decision"]["step"]) == (2, "bad", "ground")


# ---------------------------------------------------------------------- what is refused

WRONG: list[tuple[dict[str, Any], str]] = [
    ({"unit": {}}, r"unit: unknown key; there are scenario"),
    ({"phase": "lunch"}, r"phase: 'lunch' is unknown here; there are setup, weather"),
    ({"turn": 10}, r"turn: a number of at most 9 is needed here, not 10"),
    ({"turn": "2"}, r"turn: a number is needed here"),
    ({"turn": True}, r"turn: a number is needed here"),
    ({"phase": "weather", "turn": 1}, r"Turn 1 has no Weather Phase"),
    ({"phase": "setup", "turn": 2}, r"before Turn 1"),
    ({"others": "everybody"}, r"others: 'everybody' is unknown here; there are start, absent, default"),
    ({"window": "yes"}, r"window: true or false"),
    ({"units": {"23/9": "okina"}}, r"units.23/9: there is no such unit \(did you mean '23/4'\?\)"),
    ({"units": {"23/4": "okinawa"}}, r"23/4: there is no place 'okinawa' \(did you mean 'okina'\?\)"),
    ({"units": {"23/4": "okina, 5 steps"}}, r"23/4 has 1 to 4 steps there, not 5"),
    ({"units": {"23/4": "okina, 0 steps"}}, r"23/4 has 1 to 4 steps there, not 0"),
    ({"units": {"23/4": "okina, concealed"}}, r"U\.S\. units are always Revealed"),
    ({"units": {"23/4": "okina, asleep"}}, r"23/4: 'asleep' is not valid"),
    ({"units": {"23/4": "okina, grounded"}}, r"only air support can be grounded"),
    ({"units": {"23/4": "reserve"}}, r"23/4 cannot be 'reserve'; apart from areas there are landing area"),
    ({"units": {"23/4": "support"}}, r"23/4 cannot be 'support'"),
    ({"units": {"Air 1": "okina"}}, r"Air 1 cannot be in an area"),
    ({"units": {"Nav 1": "eliminated"}}, r"Nav 1 cannot be 'eliminated'"),
    ({"units": {"309": "landing area"}}, r"309 cannot be 'landing area'"),
    ({"units": {"23/4": "secretly eliminated"}}, r"23/4 cannot be 'secretly eliminated'"),
    ({"units": ["23/4"]}, r"units: a mapping is needed here"),
    ({"control": ["okinawa"]}, r"control.0: there is no area 'okinawa' \(did you mean 'okina'\?\)"),
    ({"control": "okina"}, r"control: a list is needed here"),
    ({"caves": ["okina"]}, r"caves: a mapping is needed here"),
    ({"caves": {"okina": 3}}, r"caves.okina: a number of at most 2 is needed here, not 3"),
    ({"caves": {"okina": 1}, "shown caves": {"okina": 2}}, r"okina has more than 2 Caves"),
    ({"caves": dict.fromkeys(("suribachi", "quarry", "osaka", "kita", "nidan", "minami", "nishi"), 2), "phase": "us movement",
      "shown caves": dict.fromkeys(("funami", "tamana", "tenzan", "higashi"), 2)}, r"there are only 21 Caves"),
    ({"caves": {"okina": 1}, "caves checked": ["okina"]}, r"caves checked: okina has a Concealed Cave"),
    ({"beachheads": ["chidori"], "control": ["chidori"]}, r"beachheads: chidori has no box for this marker"),
    ({"safe to land": ["okina"], "control": ["okina"]}, r"safe to land: okina has no box"),
    ({"beachheads": ["okina", "uguisu", "futatsune"], "control": ["okina", "uguisu", "futatsune"]}, r"only 2 markers"),
    ({"vp": {"us": 40}}, r"vp.us: a number of at most 39 is needed here, not 40"),
    ({"vp": {"uk": 1}}, r"vp.uk: unknown key; there are us, jp"),
    ({"flag": "stolen"}, r"flag: 'stolen' is unknown here; there are box, due, raised"),
    ({"weather": "fine"}, r"weather: 'fine' is unknown here; there are good, cloudy, bad"),
    ({"landed": {"okina": 6}}, r"landed.okina: a number of at most 5"),
    ({"third paid": 1}, r"third paid: true or false"),
    ({"kirikami": "now"}, r"kirikami: true or false"),
    ({"scenario": "sulfur"}, r"no scenario 'sulfur'"),
    ({"options": {"fog": False}}, r"no option 'fog'"),
    ({"moment": []}, r"the moment of this position must be a mapping"),
    ({"moment": {}}, r"the moment of this position does not say its"),
    ({"components": {"hit_faces": [1]}}, r"the faces that hit are the highest ones"),
]  # fmt: skip


@proves("rage", "2.2-boxes", "4.2-a")
@pytest.mark.parametrize(("data", "message"), WRONG, ids=[message[:40] for _, message in WRONG])
def test_what_cannot_be_is_refused_with_a_reason(data: dict[str, Any], message: str) -> None:
    with pytest.raises(bh.UserError, match=message):
        RAGE.position(data)


@proves("rage", "10.5-b", "3-stacking-limits", "13-note")
def test_what_cannot_stand_on_the_table_is_refused() -> None:
    hidden = {"23/4": "okina", "309": "okina, concealed"}
    with pytest.raises(bh.PositionError, match=r"nothing is Concealed where U\.S\. units are"):
        position(phase="us assault", units=hidden)
    with pytest.raises(bh.PositionError, match=r"nothing is Concealed where U\.S\. units are"):
        position(phase="us bombardment", units={"23/4": "okina"}, caves={"okina": 1})
    assert facts(position(phase="us movement", units=hidden))["concealed"] == ["309"]
    six = dict.fromkeys(("23/4", "24/4", "25/4", "26/5", "27/5", "28/5"), "okina")
    with pytest.raises(bh.PositionError, match="okina holds more units than can stack there"):
        position(phase="us movement", units=six)


def test_every_key_is_described() -> None:
    from pathlib import Path

    text = (Path(__file__).parents[3] / "docs" / "vectors.md").read_text(encoding="utf-8")
    section = text.split("## Rage's positions")[1].split("## Rage's actions")[0]
    for key in set(KEYS) - {"scenario", "options", "components", "moment"}:
        assert f"`{key}`" in section, key


# ---------------------------------------------------------------------- moments

MOMENTS = [state_at(RAGE, "campaign", seed, number) for seed in (3, 4) for number in (2, 60, 140, 230, 300)]


@pytest.mark.parametrize("number", range(len(MOMENTS)))
def test_a_moment_comes_back_as_it_was(number: int) -> None:
    state = MOMENTS[number]
    if state.over:
        return
    data = json.loads(json.dumps(RAGE.describe(state)))
    again = RAGE.position(data)
    assert again.digest() == state.digest()
    assert RAGE.describe(again) == data


def test_a_state_keeps_nothing_of_the_description_it_was_made_from() -> None:
    data = RAGE.describe(MOMENTS[1])
    first = RAGE.position(data)
    first.apply(first.actions()[0])
    assert RAGE.describe(RAGE.position(data)) == data


def test_a_finished_game_has_no_position() -> None:
    state = state_at(RAGE, "campaign", 3, 100_000)
    assert state.over
    with pytest.raises(bh.PositionError, match="the game is over"):
        RAGE.describe(state)


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("row", [999], "999 for row"),
        ("row", [1, 1], "twice for row"),
        ("aim", [], "0 numbers for aim"),
        ("aim", [99] * 48, "99 for aim"),
        ("stack", [], "nothing left to do"),
        ("stack", [["window"]], "'window' on 'nothing'"),
        ("stack", [["turn"], ["turn"]], "'turn' on 'turn'"),
        ("stack", [["turn"], ["begin"]], "stops at 'begin'"),
        ("stack", [["turn"], ["build"]], "'build' does not fit"),
        ("faces", [7], "7 for faces"),
        ("damage", -1, "-1 for damage"),
        ("die", 7, "7 for die"),
        ("banzai", 21, "21 for banzai"),
        ("charged", [-22], "-22 for charged"),
        ("pending", [21], "21 for pending"),
        ("attack", 7, "7 for attack"),
        ("named", 2, "2 for named"),
        ("memory", [[99]], "invalid memory"),
        ("caves_found", [255] * 21, "255 for caves_found"),
        ("cave_checked", [2] * 21, "2 for cave_checked"),
    ],
)
def test_a_moment_that_cannot_be_is_refused(name: str, value: object, words: str) -> None:
    data = RAGE.describe(MOMENTS[1])
    with pytest.raises(bh.PositionError, match=words):
        RAGE.position(data | {"moment": data["moment"] | {name: value}})


@pytest.mark.parametrize("frame", [["move", 999, 1, 0], ["move"], ["entry", -99, 0], ["window of opportunity"]])
def test_a_moment_with_nobody_to_ask_is_refused(frame: list[Any]) -> None:
    data = RAGE.describe(MOMENTS[1])
    with pytest.raises(bh.PositionError):
        RAGE.position(data | {"moment": data["moment"] | {"stack": [["turn"], frame]}})


def test_nobody_aims_outside_an_attack() -> None:
    """It would be forgotten in play, but the position could not be saved and loaded until then."""
    state = RAGE.position(
        {"phase": "us movement", "units": {"23/4": "okina", "309": "kita", "Nav 1": "support"}}, Dice(bytes(16))
    )
    save = json.loads(bh.dumps(state))
    save["state"]["attack"] = 1
    assert bh.dumps(bh.loads(json.dumps(save)))
    save["state"]["aim"][state.ruleset.number["Nav 1"]] = 0
    with pytest.raises(bh.PositionError, match="invalid targets"):
        bh.loads(json.dumps(save))


SAVES = [json.loads(bh.dumps(state)) for state in MOMENTS]
json_values = some.recursive(
    some.none() | some.booleans() | some.integers() | some.text(max_size=5),
    lambda inner: some.lists(inner, max_size=3) | some.dictionaries(some.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


def paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to everything inside a value."""
    yield path
    keys = value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in keys:
        yield from paths(value[key], (*path, key))


PATHS = [[path for path in paths(save) if path and path[0] == "state"] for save in SAVES]


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)
@given(some.data())
def test_a_bent_save_is_read_or_refused(data: some.DataObject) -> None:
    which = data.draw(some.integers(0, len(SAVES) - 1))
    *way, last = data.draw(some.sampled_from(PATHS[which]))
    save = json.loads(json.dumps(SAVES[which]))
    inside = save
    for key in way:
        inside = inside[key]
    inside[last] = data.draw(json_values)
    try:
        state = bh.loads(json.dumps(save))
    except bh.PositionError as error:
        assert str(error).strip()
    else:
        state.digest()
        for side in ("us", "jp", None):
            json.dumps(state.view(side))


def test_a_marker_of_the_us_player_says_who_controls_its_area() -> None:
    state = bh.game("rage").position({"turn": 3, "phase": "us recovery", "units": {"309": "kita"}, "beachheads": ["okina"]})
    assert bh.game("rage").facts(state)["control"] == ["okina"]


def test_a_moment_before_a_phase_does_not_go_with_the_setup() -> None:
    """The phase that waits under its window must be one that can begin."""
    state = next(moment.state for moment in walk(RAGE, "campaign", 3) if moment.state.is_in(Begin))
    with pytest.raises(bh.PositionError, match="its step 'begin' does not fit the position"):
        RAGE.position(RAGE.describe(state) | {"phase": None})
