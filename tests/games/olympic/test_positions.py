"""Positions of Olympic: what a person may write, what is refused and how, and moments told exactly."""

from __future__ import annotations

import json
import random
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import beachhead as bh
from beachhead.engine.chance.dice import Dice
from beachhead.engine.step import Question
from beachhead.games.olympic.saves.position import KEYS
from beachhead.games.olympic.state import OlympicState
from beachhead.testing import proves, state_at

from ...budget import many

OLYMPIC = bh.game("olympic")
BOARD = {"size": [12, 12], "hexes": {"sea": ["0501", "0601", "0701"]}, "zones": {"Sendai": ["0601"]}, "towns": {"Plain": "0806"}}
WIDE = BOARD | {"zones": {"Sendai": ["0701"]}}
"""From 0701 a stack can land in several hexes."""
ASHORE = {"units": {"U:27/25": "0605"}, "beachheads": ["0602"], "turn": 5, "phase": "us movement", "board": BOARD}


def position(*dice: int, **data: Any) -> OlympicState:
    state = OLYMPIC.position({key.replace("_", " "): value for key, value in data.items()}, Dice.scripted(dice))
    assert isinstance(state, OlympicState)
    return state


def facts(state: OlympicState, side: str | None = None) -> dict[str, Any]:
    return OLYMPIC.facts(state, side)


def ashore(**changes: Any) -> dict[str, Any]:
    return ASHORE | {key.replace("_", " "): value for key, value in changes.items()}


# ---------------------------------------------------------------------- what may be written


def test_units_stand_where_they_are_written_and_nobody_else_is_there() -> None:
    state = position(
        **ashore(
            units={
                "U:27/25": "0605",
                "U:35": "0605",
                "26M": "0602",
                "U:161/25": "box Sendai 2",
                "U:123/33": "due",
                "U:130/33": "due 7",
                "U:136/33": "lost",
                "J:434": "0909",
                "J:C13": "lost",
                "J:R01": "pool",
                "J:R02": "entering",
            }
        )
    )
    assert {name: place for name, place in facts(state)["units"].items() if place != "absent"} == {
        "U:27/25": "0605",
        "U:35/25": "0605",
        "U:26/5M": "0602",
        "U:161/25": "box Sendai 2",
        "U:123/33": "due",
        "U:130/33": "due 7",
        "U:136/33": "lost",
        "J:434": "0909",
        "J:435": "lost",
        "J:R01": "pool",
        "J:R02": "entering",
    }
    assert facts(state)["stacks"] == {"0605": ["U:27/25", "U:35/25"]}
    assert len(state.where) == 123


@proves("olympic", "7.31", "8.52-d")
def test_the_order_of_a_stack_is_that_of_the_units_or_is_said() -> None:
    units = {"U:35/25": "0605", "U:27/25": "0605", "U:161/25": "0605"}
    assert facts(position(**ashore(units=units)))["stacks"] == {"0605": ["U:35/25", "U:27/25", "U:161/25"]}
    said = ashore(units=units, stacks={"0605": ["161", "U:27", "U:35/25"]})
    assert facts(position(**said))["stacks"] == {"0605": ["U:161/25", "U:27/25", "U:35/25"]}


@proves("olympic", "16.24", "14.21-reserve")
def test_what_lies_face_down_is_its_place_to_everybody() -> None:
    data = ashore(face_down={"1010": "3-4", "1101": "dummy C", "1212": ["2-8", "dummy L"], "1201": "1-8"})
    state = position(**data)
    down = {name for name, place in facts(state)["units"].items() if place == "face down"}
    assert down == {"C1010", "C1101", "L1212a", "L1212b", "L1201"}
    assert {state.ruleset.slot_names[slot] for slot in state.ruleset.coastal_slots} == {"C1010", "C1101"}
    for side in ("us", "jp"):
        assert {name for name, place in facts(state, side)["units"].items() if place == "face down"} == down
        assert "J:434" not in facts(state, side)["units"]
    other = position(**data | {"face down": data["face down"] | {"1010": "4-4", "1101": "2-4"}})
    assert facts(other, "us") == facts(state, "us")


def test_counters_lie_on_the_printed_map_where_it_has_their_letter() -> None:
    state = position(
        face_down={"2324": "3-4", "1203": "dummy L", "1607": ["2-8", "3-10"]},
        units={"U:27/25": "2004"},
        beachheads=["2004"],
        turn=2,
        phase="us movement",
    )
    kinds = {state.ruleset.slot_names[slot]: state.ruleset.kind_values[kind] for slot, kind in enumerate(state.reserve) if kind}
    assert kinds == {"C2324": "3-4", "L1203": "dummy", "L1607a": "2-8", "L1607b": "3-10"}


@proves("olympic", "16.21", "16.22", "16.23", "16.31")
def test_everybody_else_as_at_the_start() -> None:
    state = position(others="start", face_down={"2324": "4-4"}, turn=2, units={"U:27/25": "0512"}, beachheads=["0512"])
    ruleset = state.ruleset
    counts = Counter((ruleset.slot_is_coastal[slot], ruleset.kind_values[kind]) for slot, kind in enumerate(state.reserve))
    assert counts == {
        (True, "4-4"): 9,
        (True, "3-4"): 13,
        (True, "2-4"): 7,
        (True, "dummy"): 10,
        (False, "3-10"): 8,
        (False, "2-10"): 5,
        (False, "2-8"): 14,
        (False, "1-8"): 8,
        (False, "dummy"): 5,
    }
    assert ruleset.kind_values[state.reserve[ruleset.slot_names.index("C2324")]] == "4-4"
    places = Counter(place for name, place in facts(state)["units"].items() if name in ruleset.number)
    assert places == {"0512": 1, "due": 42 + 64, "pool": 16}
    assert state.due[ruleset.number["U:187/11A"]] == 4


@proves("olympic", "14.21-adjacent")
def test_nothing_is_dealt_in_or_next_to_hexes_with_us_units() -> None:
    state = position(others="start", turn=2, units={"U:27/25": "2004"}, beachheads=["2004"])
    empty = [name for slot, name in enumerate(state.ruleset.slot_names) if not state.reserve[slot]]
    assert empty == ["C1904", "C2004"]


def test_nothing_is_dealt_while_japan_deploys() -> None:
    state = position(scenario="two-player", options={"free_deployment": True}, others="start", phase="jp deployment")
    assert not any(state.reserve)
    state.apply("deploy 4-4 2324")
    state.apply("deploy dummy 1203")
    units = facts(state)["units"]
    assert (units["C2324"], units["L1203"], units["U:27/25"]) == ("face down", "face down", "due")


@proves("olympic", "13.2-destroyed", "13.2-controlled", "11.31")
def test_markers_and_tracks_are_as_written() -> None:
    state = position(
        **ashore(
            units={"U:27/25": "0806"},
            militia_gone=["0806"],
            beachheads=["0602"],
            fortified=["0603"],
            points=349,
            north_assaulted=True,
            turn=6,
        )
    )
    found = facts(state)
    assert (found["control"], found["militia gone"]) == (["0806"], ["0806"])
    assert (found["beachheads"], found["fortified"]) == (["0602", "0603"], ["0603"])
    assert (found["points"], found["north assaulted"], found["turn"], found["phase"]) == (349, True, 6, "us movement")
    assert facts(position(**ashore(control=["0806"])))["militia gone"] == ["0806"]


def test_what_has_happened_in_the_phase_is_as_written() -> None:
    units = {"U:27/25": "0605", "U:35/25": "0604", "J:434": "0606"}
    found = facts(position(**ashore(units=units, moved=["U:35"], unsupplied=["U:27"])))
    assert (found["moved"], found["unsupplied"]) == (["U:35/25"], ["U:27/25"])
    data = ashore(units=units | {"J:435": "0506"}, phase="us combat", attacked=["U:35"], defended=["J:434"], retreated=["J:435"])
    found = facts(position(**data | {"militia attacked": ["0806"]}))
    assert (found["attacked"], found["defended"], found["retreated"]) == (["U:35/25"], ["J:434"], ["J:435"])
    assert found["militia attacked"] == ["0806"]


@pytest.mark.parametrize(
    ("data", "phase", "step"),
    [
        ({}, "us movement", "move"),
        ({"phase": "us combat", "units": {"U:27/25": "0605", "J:434": "0606"}}, "us combat", "combat"),
        ({"phase": "us landing", "turn": 2, "units": {"U:27/25": "0701"}, "board": WIDE}, "us landing", "landing"),
        ({"phase": "us beachheads"}, "us beachheads", "beachheads"),
        ({"phase": "us reinforcement", "units": {"U:27/25": "due 5", "U:35/25": "0605"}}, "us reinforcement", "reinforcement"),
        ({"phase": "jp doctrine", "units": {"J:R01": "pool", "U:27/25": "0605"}}, "jp doctrine", "doctrine"),
        ({"phase": "jp movement", "units": {"J:434": "0909", "U:27/25": "0605"}}, "jp movement", "march"),
        ({"phase": "jp combat", "turn": 1, "units": {"J:434": "0606", "U:27/25": "0605"}}, "jp combat", "strike"),
        ({"phase": "tokko", "turn": 1, "units": {"U:27/25": "0601"}}, "tokko", "tokko"),
    ],
)
def test_every_phase_begins(data: dict[str, Any], phase: str, step: str) -> None:
    found = facts(position(**ashore(**data)))
    assert (found["phase"], found["decision"]["step"]) == (phase, step)


@pytest.mark.parametrize(
    ("data", "phase", "step"),
    [
        ({"options": {"free_deployment": True}, "phase": "jp deployment", "turn": 1}, "jp deployment", "deploy"),
        ({"options": {"hidden_tokko": True}, "phase": "jp tokko", "turn": 1}, "jp tokko", "aim"),
        ({"phase": "us announce", "turn": 1, "units": {"U:27/25": "1605"}}, "us announce", "announce"),
        ({"phase": "tokko", "turn": 1, "units": {"U:27/25": "1605"}, "announced": 6}, "tokko", "tokko"),
        ({"phase": "us interdiction", "turn": 2, "units": {"J:434": "1711"}}, "us interdiction", "interdiction"),
        ({"phase": "jp movement", "turn": 2, "units": {"J:434": "1815"}}, "jp movement", "japanese move"),
    ],
)
def test_every_phase_of_the_two_player_game_begins(data: dict[str, Any], phase: str, step: str) -> None:
    found = facts(position(scenario="two-player", **data))
    assert (found["phase"], found["decision"]["step"]) == (phase, step)


@proves("olympic", "9.3-track", "9.3-arrival")
@pytest.mark.parametrize(("phase", "box", "due"), [("us movement", 3, 5), ("us movement", 1, 7), ("jp combat", 3, 6)])
def test_a_replacement_box_says_when_its_unit_returns(phase: str, box: int, due: int) -> None:
    units = {"U:27/25": "0605", "J:417": "0606", "U:35/25": f"box Sendai {box}"}
    state = position(**ashore(units=units, phase=phase, unsupplied=[] if phase == "us movement" else None))
    assert state.due[state.ruleset.number["U:35/25"]] == due
    assert facts(state)["units"]["U:35/25"] == f"box Sendai {box}"


# ---------------------------------------------------------------------- what is refused

FOUR = dict.fromkeys(("U:27/25", "U:35/25", "U:161/25", "U:123/33"), "0605")
WRONG: list[tuple[dict[str, Any], str]] = [
    ({"unit": {}}, r"unit: unknown key; there are scenario"),
    ({"phase": "lunch"}, r"phase: 'lunch' is unknown here; there are jp deployment"),
    ({"turn": 11}, r"turn: a number of at most 10 is needed here, not 11"),
    ({"turn": 1}, r"phase: Game-Turn 1 has no American Movement Phase"),
    ({"phase": "tokko"}, r"the Tokko attack comes on Game-Turn 1 alone"),
    ({"phase": "us interdiction"}, r"the solitaire game has no Air Interdiction; use scenario: two-player"),
    ({"phase": "jp deployment", "turn": 1}, r"only the option free_deployment has a deployment"),
    ({"others": "everybody"}, r"others: 'everybody' is unknown here; there are absent, start"),
    ({"units": {"U:162/4": "0605"}}, r"units\.U:162/4: there is no unit 'U:162/4' \(did you mean 'U:162/41'\?\)"),
    ({"units": {"187": "0605"}}, r"'187' may be U:187/11A or J:187; write one of these"),
    ({"units": {"U:27": "0605", "U:27/25": "0605"}}, r"U:27/25 is named twice"),
    ({"units": {"U:27/25": "0613"}}, r"'0613' is not a place of U:27/25; write a hex of this map, absent, lost, due, 'due 4'"),
    ({"units": {"U:27/25": "pool"}}, r"'pool' is not a place of U:27/25"),
    ({"units": {"U:27/25": "box Omaha 2"}}, r"there is no zone 'Omaha' on this map; there are Sendai"),
    ({"units": {"U:27/25": "due 0"}}, r"U:27/25 is to arrive on no Game-Turn; name one from 1 on"),
    ({"units": {"J:434": "due 4"}}, r"'due 4' is not a place of J:434"),
    ({"units": {"J:434": "entering"}}, r"'entering' is not a place of J:434"),
    ({"units": {"J:R01": "due"}}, r"'due' is not a place of J:R01; write a hex of this map, absent, lost, pool, entering"),
    ({"units": {"J:434": 605}}, r"units\.J:434: a text is needed here, not 605 \(put it in quotes\)"),
    ({"units": {"J:434": "0601"}}, r"J:434 is at 0601, which is all-sea; Japanese units stay on land"),
    ({"units": {"U:27/25": "0701"}, "phase": "us combat"}, r"U:27/25 is at sea in 0701, which is not a hex of an invasion zone"),
    ({"units": {"U:27/25": "0601"}}, r"U:27/25 is at sea in 0601; stacks wait there only from their placement"),
    ({"units": FOUR}, r"4 units are in 0605; at most 3 can stack"),
    ({"units": {"J:98": "1010", "J:99": "1010"}, "face down": {"1010": ["2-8", "1-8"]}}, r"4 units are in 1010; at most 3"),
    ({"units": {"U:27/25": "0605", "J:434": "0605"}}, r"units of both sides are in 0605; move one of them elsewhere"),
    ({"stacks": {"0605": ["U:35/25"]}}, r"stacks\.0605: list exactly the units at 0605, the top one first: U:27/25"),
    ({"face down": {"1010": "5-5"}}, r"face down\.1010: '5-5' cannot lie in L1010; there are 3-10, 2-10, 2-8, 1-8, dummy L"),
    ({"face down": {"1313": "3-4"}}, r"there is no hex '1313'"),
    ({"face down": {"0606": "3-4"}}, r"C0606 lies face down next to U\.S\. units in 0605; it would have been turned up"),
    (
        {"face down": {f"{row:02}12": "4-4" for row in range(1, 11)}},
        r"10 counters 4-4 lie face down, but only 9 units",
    ),
    ({"face down": {f"{row:02}12": "dummy L" for row in range(1, 7)}}, r"6 dummies L lie face down; there are only 5"),
    ({"units": {"U:27/25": "0806"}}, r"U\.S\. units are in Plain \(0806\), whose militia is alive; add the hex to control"),
    ({"units": {"J:434": "0806"}, "control": ["0806"]}, r"a Japanese unit is in Plain \(0806\), which is under U\.S\. control"),
    ({"control": ["0605"]}, r"control: 0605 is not a Town or City hex"),
    ({"control": "0806"}, r"control: a list is needed here"),
    ({"beachheads": ["0601"]}, r"beachheads: 0601 is all-sea; name a land hex"),
    ({"beachheads": ["0602", "0602"]}, r"beachheads\.1: 0602 is listed twice"),
    ({"beachheads": ["0605"], "units": {"J:434": "0605"}}, r"beachheads: a Japanese unit is in 0605; its entry destroys"),
    (
        {"fortified": ["0806"], "control": ["0806"]},
        r"fortified: 0806 is a Town, City or Rough hex, where no",
    ),
    ({"interdiction": ["0605"]}, r"there are no Air Interdiction markers in the solitaire game"),
    ({"announced": 6}, r"6 Air Interdiction markers cannot be announced"),
    ({"tokko": {"Omaha": 1}}, r"tokko\.Omaha: unknown key; there are Sendai"),
    ({"tokko": {"Sendai": 1}}, r"1 Tokko Points are too many; there are 3, with the option hidden_tokko alone"),
    ({"points": -1}, r"points: a number of at least 0"),
    ({"moved": ["U:35/25"]}, r"moved\.0: U:35/25 is not on the map"),
    ({"board": {"size": [12]}}, r"board\.size: a size is \[rows, columns\]"),
    ({"moment": []}, r"the moment of this position must be a mapping"),
    ({"moment": {}}, r"the moment of this position does not say its"),
]


@proves("olympic", "7.0", "7.11", "11.35", "13.2-must", "14.21-adjacent", "16.24", "16.52", "17.2", "17.3-record", "4.2-A1")
@pytest.mark.parametrize(("data", "message"), WRONG, ids=[message[:40] for _, message in WRONG])
def test_what_cannot_be_is_refused_with_a_reason(data: dict[str, Any], message: str) -> None:
    with pytest.raises(bh.UserError, match=message):
        OLYMPIC.position(ASHORE | data)


def test_a_counter_on_the_printed_map_needs_a_hex_of_its_letter() -> None:
    for down, message in (
        ({"2325": "3-4"}, r"2325 is neither a C nor an L hex; counters lie face down where the map has these letters"),
        ({"2324": "2-8"}, r"'2-8' cannot lie in C2324; there are 4-4, 3-4, 2-4, dummy C"),
        ({"1203": ["2-8", "2-8"]}, r"1203 holds 1 counter face down, not 2"),
    ):
        with pytest.raises(bh.PositionError, match=message):
            OLYMPIC.position({"face down": down})


def section(title: str) -> str:
    """A section of the documentation of vectors."""
    text = (Path(__file__).parents[3] / "docs" / "vectors.md").read_text(encoding="utf-8")
    return text.split(f"## {title}\n")[1].split("\n## ")[0]


def test_every_key_action_and_fact_is_described() -> None:
    for key in set(KEYS) - {"components", "deployment"}:
        assert f"`{key}`" in section("Olympic's positions"), key
    state = position(**ASHORE)
    for verb in state.ruleset.verbs:
        assert f"`{verb.word}" in section("Olympic's actions"), verb.word
    steps = [step.name for step in state.ruleset.steps if isinstance(step, Question)]
    for name in (*facts(state), *OLYMPIC.costly_facts(state), *steps):
        assert f"`{name}`" in section("Olympic's facts"), name


# ---------------------------------------------------------------------- facts


def test_facts_that_are_computed_only_on_demand() -> None:
    state = position(**ashore(units={"U:27/25": "0605", "J:417": "0606", "J:434": "0909"}, phase="jp movement"))
    costly = OLYMPIC.costly_facts(state)
    assert costly["supply"]() == {"U:27/25": True, "J:417": False, "J:434": False}
    assert costly["zones"]()["us"] == ["0504", "0505", "0604", "0606", "0704", "0705"]
    assert costly["militia"]() == {"0806": 1}
    assert OLYMPIC.costly_facts(position(**ashore(control=["0806"])))["militia"]() == {}
    assert list(costly["moves"]()) == ["J:434"]
    assert costly["destinations"]()["J:434"].keys() == {"goal", "cost", "ring", "stop", "path"}
    strikes = position(**ashore(units={"U:27/25": "0605", "J:417": "0606", "J:434": "0705"}, phase="jp combat", turn=1))
    assert OLYMPIC.costly_facts(strikes)["pairs"]() == [["J:417", "U:27/25"], ["J:434", "U:27/25"]]


@proves("olympic", "17.3-record")
def test_the_tokko_record_is_no_fact_for_the_us_player_until_it_is_shown() -> None:
    state = position(
        scenario="two-player", options={"hidden_tokko": True}, phase="us announce", turn=1, tokko={"Sendai": 2, "Tsuno": 1},
        units={"U:27/25": "1605"},
    )  # fmt: skip
    assert facts(state)["tokko"] == facts(state, "jp")["tokko"] == {"Tsuno": 1, "Sendai": 2}
    assert facts(state, "us")["tokko"] is None


@proves("olympic", "15.11")
def test_the_points_of_a_combat_are_those_of_all_its_units() -> None:
    units = {"U:27/25": "0605", "U:35/25": "0605", "U:161/25": "0605", "J:434": "0606"}
    state = position(5, **ashore(units=units, phase="us combat"))
    state.apply("attack 0606 from 0605")
    combat = facts(state)["combat"]
    assert (combat["differential"], combat["column"], combat["result"]) == (10, "+10 or more", "De")
    assert combat["points"] == facts(state)["points"] == 6


def test_the_moves_of_a_unit_with_their_price_and_path() -> None:
    moves = OLYMPIC.costly_facts(position(**ASHORE))["moves"]()
    assert moves["U:27/25"]["0607"] == {"cost": 2, "path": ["0605", "0606", "0607"]}
    assert OLYMPIC.costly_facts(position(**ASHORE), "jp")["moves"]() == {}


# ---------------------------------------------------------------------- moments and saves

PLACES = [("solitaire", number) for number in (3, 40, 110, 260)] + [("two-player", number) for number in (30, 120, 300)]


@cache
def moment(scenario: str, number: int) -> OlympicState:
    state = state_at(OLYMPIC, scenario, 5, number)
    assert isinstance(state, OlympicState)
    return state


@pytest.mark.parametrize(("scenario", "number"), PLACES)
def test_a_moment_comes_back_as_it_was(scenario: str, number: int) -> None:
    state = moment(scenario, number)
    data = json.loads(json.dumps(OLYMPIC.describe(state)))
    again = OLYMPIC.position(data)
    assert again.digest() == state.digest()
    assert OLYMPIC.describe(again) == data
    assert bh.loads(bh.dumps(state)).digest() == state.digest()


def test_a_blank_board_comes_back_with_its_counters() -> None:
    down = {"1212": ["2-8", "dummy L"], "1101": "dummy C", "1010": "3-4"}
    state = OLYMPIC.position(ashore(face_down=down), Dice(bytes(16)))
    data = json.loads(json.dumps(OLYMPIC.describe(state)))
    assert data["face down"] == down
    assert OLYMPIC.position(data).digest() == state.digest()


def bent(change: Any, scenario: str = "solitaire", number: int = 110) -> str:
    """A save of a game with a change in it."""
    save = json.loads(bh.dumps(moment(scenario, number)))
    change(save["state"])
    return json.dumps(save)


def _unit(state: dict[str, Any], us: bool = True) -> int:
    """A unit on the map, alone in its hex and ashore."""
    where, count = state["where"], Counter(state["where"])
    land = moment("solitaire", 110).ruleset.ground.is_land
    return next(unit for unit, at in enumerate(where) if at >= 0 and land[at] and count[at] == 1 and (unit < 43) == us)


def _beside_itself(state: dict[str, Any]) -> None:
    unit = _unit(state)
    state["below"][unit] = unit


def _two_sides(state: dict[str, Any]) -> None:
    state["where"][_unit(state, us=False)] = state["where"][_unit(state)]


def _put_down(state: dict[str, Any], counter: str, values: str) -> None:
    ruleset = moment("solitaire", 110).ruleset
    state["reserve"][ruleset.slot_names.index(counter)] = ruleset.kind_values.index(values)


def _no_zone(state: dict[str, Any]) -> None:
    unit = _unit(state)
    state["where"][unit], state["track"][unit] = -6, 0


SAVES: list[tuple[Any, str]] = [
    (_beside_itself, r"this save cannot be played: the units at \d{4} do not make one stack"),
    (_two_sides, r"this save cannot be played: the units at \d{4} do not make one stack"),
    (_no_zone, r"is in a replacement box, but in that of no zone"),
    (lambda state: state["where"].__setitem__(_unit(state, us=False), 0), r"is at 0101, which is all-sea"),
    (lambda state: state["where"].__setitem__(_unit(state), 0), r"is at sea in 0101, which is not a hex of an invasion zone"),
    (lambda state: state["where"].__setitem__(_unit(state), -4), r"cannot be 'pool'; apart from hexes there are due, box"),
    (lambda state: _put_down(state, "L3420a", "4-4"), r"L3420a would be a 4-4, which is not L; put it into a hex of its letter"),
    (lambda state: state.update(control=[1] * 74), r"is under U\.S\. control while its militia is alive"),
    (lambda state: state["fortified"].append(1000), r"fortified"),
    (lambda state: state.update(beachheads=[0]), r"beachheads: 0101 is all-sea"),
    (lambda state: state.update(interdiction=[100]), r"interdiction"),
    (lambda state: state.update(announced=5), r"5 Air Interdiction markers cannot be announced"),
    (lambda state: state.update(tokko=[3] * 8), r"24 Tokko Points are too many"),
    (lambda state: state.update(attackers=[0, 60]), r"units of one side are on both sides of a combat"),
    (lambda state: state.update(lost_at=[0, 700]), r"the hexes of losses set aside do not belong to units"),
    (lambda state: state.update(effect="Zz"), r"'Zz' is not a result of combat"),
    (lambda state: state.update(phase=0), r"only the option free_deployment|deployment comes before"),
]


@proves("olympic", "7.0", "16.22", "13.2-controlled")
@pytest.mark.parametrize(("change", "message"), SAVES, ids=[message[:40] for _, message in SAVES])
def test_a_save_that_cannot_be_is_refused_with_the_reason(change: Any, message: str) -> None:
    with pytest.raises(bh.PositionError, match=message):
        bh.loads(bent(change))


def test_a_bent_save_is_read_or_refused() -> None:
    """Numbers moved about in the fields never break anything but the save itself."""
    dice = random.Random(7)
    saves = [json.loads(bh.dumps(moment(*place))) for place in PLACES]
    for _ in range(many(30)):
        save = json.loads(json.dumps(dice.choice(saves)))
        fields = save["state"]
        name = dice.choice([key for key, value in fields.items() if isinstance(value, list) and value and key != "stack"])
        row = fields[name]
        row[dice.randrange(len(row))] = dice.choice([dice.choice(row), dice.randrange(-7, 2074), 0, 1, 255])
        try:
            state = bh.loads(json.dumps(save))
        except bh.PositionError as error:
            assert str(error).strip()
        else:
            json.dumps([state.view(side) for side in ("us", "jp", None)])
            OLYMPIC.facts(state)
