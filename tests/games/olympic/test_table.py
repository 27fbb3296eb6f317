"""What the table shows besides the position: chances, panels, previews, overlays, ways of supply, what units may do."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

import beachhead as bh
from beachhead.engine.action import Action, unpack
from beachhead.engine.shown.panel import faults
from beachhead.games.olympic.game import Olympic
from beachhead.games.olympic.state import LOST, RETREATED, OlympicState
from beachhead.games.olympic.supply import jp_supplied, us_region, us_supplied
from beachhead.games.olympic.table import chances, knowledge, overlays, panels, previews, units, view, ways
from beachhead.testing.proofs import proves

GAME = bh.game("olympic")
assert isinstance(GAME, Olympic)
ARMY, MARINES = 12, 15


def at(**position: Any) -> OlympicState:
    state = GAME.position(position)
    assert isinstance(state, OlympicState)
    return state


def new(scenario: str = "solitaire", seed: int = 0, **options: Any) -> OlympicState:
    state = GAME.new(scenario, seed=seed, **options)
    assert isinstance(state, OlympicState)
    return state


def space(state: OlympicState, name: str) -> int:
    return state.ruleset.ground.grid.space(name)


def walk(scenario: str, seed: int, most: int) -> Iterator[OlympicState]:
    """The first decisions of a random game."""
    state, rng = new(scenario, seed), random.Random(seed)
    for _ in range(most):
        if state.over:
            return
        yield state
        choices = state.choices()
        state.apply(Action(choices[rng.randrange(len(choices))], state.ruleset))


def previewed(state: OlympicState, text: str) -> dict[str, Any]:
    assert state.why_not(text) is None
    return previews.preview(state, state.parse(text))


# ---------------------------------------------------------------------- chances


@proves("olympic", "10.0-success", "10.0-failure", "10.0-dummy", "8.37", "14.24", "16.21", "16.24")
@pytest.mark.parametrize(
    ("hexes", "army", "marines"),
    [(("1116", "1018"), "55/117", "73/117"), (("1822",), "215/702", "56/117"), (("2324", "0905"), "1", "1")],
)
def test_the_chance_of_an_assault_is_the_mean_over_what_may_lie_there(hexes: tuple[str, ...], army: str, marines: str) -> None:
    state = new()
    for name in hexes:
        for strength, chance in ((ARMY, army), (MARINES, marines)):
            assert chances.assault_chance(state, strength, space(state, name)) == Fraction(chance), (name, strength)


def test_each_counter_that_may_lie_in_a_town_has_a_chance_of_its_own() -> None:
    state = new()
    values = state.ruleset.kind_values
    for strength, expected in ((ARMY, (1, "0", "2/9", "7/9")), (MARINES, (1, "1/18", "5/9", "17/18"))):
        found = {values[one.kinds[0]]: one.success for one in chances.prospects(state, strength, space(state, "1116"))}
        assert list(found) == ["dummy", "4-4", "3-4", "2-4"]
        assert list(found.values()) == [Fraction(chance) for chance in expected]


@proves("olympic", "8.37")
def test_with_the_other_reading_of_the_doubling_a_town_is_easier() -> None:
    state = new(coastal_doubling="best_only")
    found = {one.kinds: one.success for one in chances.prospects(state, ARMY, space(state, "1116"))}
    assert found[(2,)] == Fraction(7, 9)


def test_counters_turned_up_change_what_may_lie_elsewhere() -> None:
    """What has been turned up is known, and counts in every hex alike, whatever lies there."""
    state = new()
    ruleset = state.ruleset
    kept = [slot for name in ("1116", "1018", "1822", "1004") for slot in ruleset.slots_at[space(state, name)]]
    state.release_all([slot for slot in ruleset.coastal_slots if slot not in kept], "14.21-track1")
    left = [state.reserve[slot] for slot in kept]
    alone = dict(zip((1, 2, 3, 4), (Fraction(1), Fraction(0), Fraction(2, 9), Fraction(7, 9)), strict=True))
    expected = sum((alone[kind] for kind in left), Fraction(0)) / 4
    assert len(set(left)) > 1
    for name in ("1116", "1018"):
        assert chances.assault_chance(state, ARMY, space(state, name)) == expected


def test_a_unit_that_died_after_a_retreat_is_not_taken_for_a_hidden_one() -> None:
    state = new()
    ruleset = state.ruleset
    gone = [
        slot for slot in ruleset.coastal_slots if ruleset.slot_space[slot] not in (space(state, "1116"), space(state, "1018"))
    ]
    state.release_all(gone, "14.21-track1")
    before = {one.kinds: one.success for one in chances.prospects(state, ARMY, space(state, "1018"))}
    for unit in [unit for unit in range(ruleset.us_count, len(state.where)) if state.where[unit] >= 0]:
        state.take(unit, LOST)
        state.fought[unit] |= RETREATED
    assert {one.kinds: one.success for one in chances.prospects(state, ARMY, space(state, "1018"))} == before


@proves("olympic", "16.22")
def test_two_counters_of_a_hex_are_drawn_without_putting_back() -> None:
    state = new()
    found = {kinds: chance for chance, kinds in chances.may_lie(state, space(state, "1607"))}
    assert sum(found.values()) == 1
    assert found[(1, 1)] == Fraction(5, 40) * Fraction(4, 39)
    assert found[(1, 5)] == 2 * Fraction(5, 40) * Fraction(8, 39)


# ---------------------------------------------------------------------- panels


@pytest.mark.parametrize(("scenario", "seed"), [("solitaire", 1), ("two-player", 2)])
def test_panels_previews_and_overlays_are_well_formed(scenario: str, seed: int) -> None:
    """Nothing that is asked of a position changes it, and every case that is cited exists."""
    rng, seen = random.Random(seed), set()
    for number, state in enumerate(walk(scenario, seed, 320)):
        combat = panels.combat_in(state.ruleset, state.view(state.side)) if number % 5 == 0 else {}
        shown = [combat] if combat else []
        if number % 8 == 0:
            before = state.digest()
            choices = state.choices()
            for _ in range(3):
                action = Action(choices[rng.randrange(len(choices))], state.ruleset)
                told = previews.preview(state, action)
                assert all(isinstance(told[name], kind) for name, kind in (("text", str), ("path", list)) if name in told)
                shown += [told["combat"]] if "combat" in told else []
            if number % 40 == 0:
                for name in overlays.OVERLAYS:
                    assert overlays.overlay(state, state.side, name)["case"] in GAME.cases
                for name in state.view(state.side)["units"]:
                    about = units.about_unit(state, state.side, name)
                    assert all(line["case"] in GAME.cases and line["text"] for line in about["cannot"])
            assert state.digest() == before
        for one in shown:
            panel = panels.panel_of(state.ruleset, one)
            assert panel is not None
            assert not faults(panel, state.ruleset.sides, state.view(state.side)["units"], GAME.cases), panel
            seen.add(panel["title"].split(" on ")[0])
    assert {"U.S. attack", "Amphibious assault"} <= seen or scenario == "two-player"


def test_a_panel_shows_the_column_and_the_faces_of_the_die() -> None:
    """15.11: a 2-4 against a 4-12 in clear terrain."""
    state = at(phase="jp combat", turn=3, units={"U:27": "2021", "J:358": "2020"}, beachheads=["2023"])
    attacker, defender = state.ruleset.number["J:358"], state.ruleset.number["U:27/25"]
    facts = chances.strike_facts(state, attacker, defender)
    assert (facts["differential"], facts["column"]) == (-2, "-2")
    panel = panels.panel_of(state.ruleset, facts)
    assert panel is not None
    assert panel["label"] == "−2" and panel["strip"]["at"] == 0 and len(panel["strip"]["columns"]) == 9
    faces = {one["text"]: one["faces"] for one in panel["outcomes"]}
    assert faces == {"Dr 2": [5], "Ar 2": [3, 4], "Ae 3": [1, 2], "Ex 10": [6]}


# ---------------------------------------------------------------------- the view


def test_a_view_shows_tracks_boxes_marks_and_stacks() -> None:
    places = {"U:27": "1606", "U:35": "1606", "U:161": "box Sendai 2", "U:187": "due", "J:434": "1607", "J:R05": "pool"}
    state = at(
        **{
            "phase": "us combat",
            "turn": 3,
            "units": places,
            "beachheads": ["1606"],
            "points": 349,
            "face down": {"2324": "3-4"},
            "attacked": ["U:35"],
            "control": ["1508"],
        }
    )
    seen = state.view("us")
    shown = seen["units"]
    assert shown["U:161/25"]["place"] == "box Sendai 2" and seen["boxes"] == {"Sendai": [[], ["U:161/25"], []]}
    assert shown["U:187/11A"]["place"] == "due" and seen["arrivals"] == {"4": ["U:161/25", "U:187/11A"]}
    assert shown["U:35/25"]["marks"] == ["attacked"] and seen["attacked"] == ["U:35/25"]
    assert shown["C2324"] == {"side": "jp", "place": "2324", "back": "C", "marks": []}
    assert seen["face down"]["C"]["3-4"] == 12 and "back" not in shown["J:434"]
    assert seen["stacks"] == {"1606": ["U:35/25", "U:27/25"]}
    assert shown["J:R05"]["place"] == "pool" and "J:435" not in shown
    assert seen["control"] == ["1508"] and seen["militia gone"] == ["1508"]
    assert seen["points"] == 349 and seen["score"]["next"] == 1.5 and seen["vp"]["jp"] == 373.5
    assert seen["standing"]["winner"] == "jp"


@proves("olympic", "12.51")
def test_a_unit_out_of_supply_is_marked() -> None:
    state = at(phase="us combat", turn=3, units={"U:27": "2020", "U:35": "1606"}, beachheads=["1606"])
    shown = state.view("us")["units"]
    assert shown["U:27/25"]["marks"] == ["unsupplied"] and shown["U:35/25"]["marks"] == []
    about = units.about_unit(state, "us", "U:27/25")
    assert "supply" not in about["spaces"] and any(line["case"] == "12.51" for line in about["cannot"])


def test_stacks_at_sea_and_units_that_must_land_are_duties() -> None:
    three = {"U:27": "1017", "U:35": "1017", "U:161": "1017"}
    state = at(**{"phase": "us combat", "units": three, "face down": {"1116": "3-4", "1018": "dummy C"}})
    assert state.view(None)["duties"] == {"assault": ["1017"]}
    landing = at(phase="us reinforcement", turn=4, units={"U:187": "due", "U:27": "1606"}, beachheads=["1606"])
    assert landing.view(None)["duties"] == {"land": ["U:187/11A"]}


@pytest.mark.parametrize("test", ["each_stop", "phase_end"])
def test_japanese_stacks_that_must_spread_and_units_that_must_enter_are_duties(test: str) -> None:
    state = at(
        scenario="two-player",
        options={"japanese_stack_test": test},
        phase="jp movement",
        turn=3,
        units={"J:417": "4106", "J:14": "3118", "J:40": "3118", "J:R05": "entering", "U:27/25": "1606"},
        beachheads=["1606"],
    )
    assert state.view("us")["duties"] == state.view("jp")["duties"] == {"unstack": ["3118"], "enter": ["J:R05"]}
    for action in ("move J:40 3219", "move J:R05 5823"):
        assert "done" not in map(str, state.actions())
        state.apply(state.parse(action))
    assert state.view(None)["duties"] == {}
    assert "done" in map(str, state.actions())


def test_two_people_at_one_screen_see_the_same_unless_an_option_gives_japan_a_secret() -> None:
    for state in walk("two-player", 3, 60):
        assert state.view("us") == state.view("jp"), "the screen would be covered at every change of side"
    assert new("two-player", hidden_tokko=True).view("us") != new("two-player", hidden_tokko=True).view("jp")


def test_counters_are_called_as_an_order_of_battle_has_them() -> None:
    looks = {counter["name"]: (counter["title"], counter["arm"]) for counter in knowledge.counters_of(new().ruleset)}
    assert looks["U:103/43"] == ("103rd Regiment, 43rd Division", "army")
    assert looks["U:21/3M"] == ("21st Marines, 3rd Marine Division", "marine")
    assert looks["U:5/1C"] == ("5th Cavalry, 1st Cavalry Division", "army")
    assert looks["U:511/11A"] == ("511th Regiment, 11th Airborne Division", "airborne")
    assert looks["U:158/RCT"] == ("158th RCT", "army")
    assert looks["J:98Bde"] == ("98th Brigade", "coastal_brigade")
    assert looks["J:422"] == ("422nd Regiment", "coastal_regiment")
    assert looks["J:4TkBde"] == ("4th Tank Brigade", "armor_brigade")
    assert looks["J:mixedBde1"] == ("Mixed Brigade 1", "line_brigade")
    assert looks["J:R11"] == ("Depot Regiment 1", "line_regiment")
    assert all(GAME.theme.arms[arm].size for _, arm in looks.values())


def test_counters_and_knowledge_say_the_same_as_the_view() -> None:
    state = new()
    printed = knowledge.counters_of(state.ruleset)
    shown = state.view("us")["units"]
    for counter in printed:
        if counter["name"] in shown:
            assert shown[counter["name"]].items() >= {key: counter[key] for key in ("arm", "values", "side")}.items()
    known = {item.name: item for item in knowledge.KNOWN}
    down = known["down"].to(state, "us")
    assert [state.ruleset.slot_names[slot] for slot in down] == [name for name in shown if "back" in shown[name]]
    coastal, line = known["left"].to(state, "us")
    assert (sum(coastal), sum(line), coastal[1], line[1]) == (39, 40, 10, 5)
    assert known["reserve"].to(state, "us") is None
    places = [look[0] for look in known["units"].to(state, "us")]
    assert places == [
        state.ruleset.places.index(shown[name]["place"]) - len(state.ruleset.places) if name in shown else -1
        for name in state.ruleset.unit_ids
    ]


# ---------------------------------------------------------------------- previews


def test_the_preview_of_a_move_tells_cost_way_and_what_it_meets() -> None:
    near = {"U:27": "2021", "U:35": "2023"}
    state = at(**{"phase": "us movement", "turn": 2, "units": near, "beachheads": ["2023"], "face down": {"2222": "2-8"}})
    told = previewed(state, "move U:27 2020")
    assert told == {"path": ["2021", "2020"], "cost": "1", "text": "11 MP left."}
    beside = previewed(state, "move U:27 2121")
    assert beside["text"] == "L2222 lies next to it and is turned up."


def test_the_preview_of_a_placement_names_the_targets_and_their_chances() -> None:
    state = new()
    told = previewed(state, "place U:27/25 1017")["text"]
    assert "1116 Shibushi militia and C counter, 47% to land" in told
    assert "1117 vacant" in told
    assert told.endswith("Under a C: dummy 26%, 4-4 23%, 3-4 33%, 2-4 18%.")
    marines = previewed(state, "place U:26/5M 1017")["text"]
    assert "1116 Shibushi militia and C counter, 62% to land" in marines


@proves("olympic", "10.52-release")
def test_the_first_landing_in_the_north_warns() -> None:
    three = {"U:27": "5612", "U:35": "5612", "U:161": "5612"}
    state = at(**{"phase": "us combat", "units": three, "face down": {"5613": "3-4"}})
    told = previewed(state, "assault 5612 5613")
    assert told["warn"] is True and {one["values"][0] for one in told["combat"]["may"]} == {"dummy", "4-4", "3-4", "2-4"}


# ---------------------------------------------------------------------- overlays, supply, units


def test_landing_chances_are_shaded() -> None:
    levels = overlays.overlay(new(), "us", "landing chances")["levels"]
    assert levels["1116"]["text"] == "47:62" and levels["1822"]["text"] == "31:48" and levels["2324"]["text"] == "100"


@proves("olympic", "12.12", "12.11", "12.21-zoc")
@pytest.mark.parametrize(("scenario", "seed"), [("solitaire", 6), ("two-player", 7)])
def test_every_unit_in_supply_has_a_way_and_no_other_has(scenario: str, seed: int) -> None:
    """The rules judge the whole map at once; the ways that are drawn are found one by one."""
    counted = [0, 0]
    for number, state in enumerate(walk(scenario, seed, 500)):
        if number % 20 or state.turn == 1:
            continue
        ground = state.ruleset.ground
        lines = (ways.us_lines(state), ways.jp_lines(state))
        for unit, where in enumerate(state.where):
            if where < 0 or not ground.is_land[where]:
                continue
            us = state.is_us(unit)
            supplied = us_supplied(state, unit) if us else jp_supplied(state, unit)
            way = ways.way_of(state, lines[0 if us else 1], where)
            assert bool(way) == supplied, (state.name(unit), state.hex_name(where))
            counted[supplied] += 1
            if way:
                line = lines[0 if us else 1]
                assert way[0] == where and line.sources >> way[-1] & 1
                assert all(second in ground.near[first] for first, second in itertools.pairwise(way))
                assert not any(line.blocked >> one & 1 for one in way[1:])
    assert counted[1] > 200 and counted[0] > 5


def test_an_overlay_of_supply_says_what_cuts_a_unit_off() -> None:
    state = at(phase="us combat", turn=3, units={"U:27": "2020", "J:434": "2022"}, beachheads=["2023"])
    shown = overlays.overlay(state, "us", "us supply")
    [line] = [line for line in shown["lines"] if line["kind"] == "cut"]
    assert line["says"].startswith("U:27/25: cut off at") and shown["spaces"]["2022"] == ["cut"]
    assert shown["spaces"].get("2020") != ["us"] and not us_region(state) >> space(state, "2020") & 1


def test_the_overlay_of_the_doctrine_shows_each_move_in_order() -> None:
    state = at(phase="us combat", turn=3, units={"U:27": "2020", "J:434": "1719", "J:358": "2216"}, beachheads=["2023"])
    lines = overlays.overlay(state, "us", "doctrine")["lines"]
    assert [line["says"].split()[1] for line in lines] == ["J:358", "J:434"]
    assert lines[0]["path"][0] == "2216"


@proves("olympic", "11.33", "5.23")
def test_a_unit_says_why_it_cannot_act() -> None:
    state = at(
        phase="us movement",
        turn=3,
        units={"U:27": "1606", "U:35": "2021", "U:161": "2023", "J:434": "2020"},
        beachheads=["1606", "2023"],
        fortified=["1606"],
    )
    held = units.about_unit(state, "us", "U:27/25")
    assert not held["can"] and held["cannot"][0]["case"] == "11.33"
    locked = units.about_unit(state, "us", "U:35/25")
    assert not locked["can"] and locked["cannot"][0]["case"] == "5.23"
    assert units.about_unit(state, "us", "J:435") == {"can": [], "cannot": [], "spaces": {}}
    assert units.about_unit(new(), "us", "C2324")["cannot"][0]["case"] == "14.21-reserve"


def test_looks_of_counters_are_the_same_by_the_short_way() -> None:
    for options in ({}, {"free_deployment": True}):
        state = new("two-player", **options)
        for side in (None, "us", "jp"):
            for item in view.SHOWN:
                assert item.to(state, side) == item.judged(state, side), (item.name, side)


@proves("olympic", "12.11", "6.4")
def test_what_a_move_says_of_supply_is_so_after_it() -> None:
    """Entering a City in a U.S. zone may open the source that the unit stands on."""
    said = 0
    for seed in (5, 6):
        for state in walk("two-player", seed, 900):
            if state.step.name != "japanese move" or state.turn < 2:
                continue
            moves = [code for code in state.choices() if state.ruleset.text(code).startswith("move")]
            for code in moves[:: max(1, len(moves) // 6)]:
                after, (_, unit, goal, _) = state.copy(), unpack(code)
                after.apply(code)
                text = previews.preview(state, Action(code, state.ruleset)).get("text", "")
                lost = after.where[unit] == goal and not jp_supplied(after, unit)
                assert ("Out of supply there." in text) == lost, state.ruleset.text(code)
                said += lost
    assert said > 10


def test_a_city_that_a_move_opens_is_not_said_to_be_out_of_supply() -> None:
    board = {"size": [12, 12], "hexes": {"sea": ["0501", "0601", "0701"]}, "zones": {"Sendai": ["0501", "0601", "0701"]}}
    board |= {"cities": ["0606"]}
    state = at(
        scenario="two-player", board=board, units={"U:27/25": "0605", "J:417": "0607"}, beachheads=["0602"], control=["0606"],
        turn=5, phase="jp movement",
    )  # fmt: skip
    assert "Out of supply" not in previews.preview(state, state.parse("move J:417 0606")).get("text", "")
