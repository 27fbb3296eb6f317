"""What the table shows of an Island War game is what the rules say, and looking changes nothing."""

from __future__ import annotations

import random

import pytest

import beachhead as bh
from beachhead.engine.event import Event

SAIPAN = bh.game("saipan")


def field(phase: str, **units: str) -> bh.State:
    """A small field of clear ground with a road along its second row."""
    board = {"size": [6, 8], "roads": [["0202", "0203", "0204", "0205"]]}
    found: bh.State = SAIPAN.position(
        {"board": board, "turn": 2, "phase": phase, "units": {f"{name[0]}:{name[1:]}": text for name, text in units.items()}}
    )
    return found


def test_a_preview_tells_the_path_and_cost_that_the_move_then_takes() -> None:
    state = SAIPAN.new("historical", seed=5)
    while state.decision.step != "move":
        state.apply(state.actions()[-1])
    rng = random.Random(2)
    for action in rng.sample(list(state.actions())[:-1], 40):
        shown = SAIPAN.preview(state, action)
        events: list[Event] = []
        state.copy().apply(action, events)
        assert shown["path"] == next(event.data["path"] for event in events if event.kind == "move")
        assert shown["cost"].rstrip("½").isdigit() or shown["cost"] == "½"


def test_the_cost_of_a_road_step_is_a_half() -> None:
    state = field("us movement", UA="infantry 5-4-8 at 0202", JX="infantry 2-3-8 at 0608")
    assert SAIPAN.preview(state, state.parse("move U:A 0203")) == {"cost": "½", "path": ["0202", "0203"]}
    assert SAIPAN.preview(state, state.parse("move U:A 0205"))["cost"] == "1½"
    assert SAIPAN.preview(state, state.parse("move U:A 0201"))["cost"] == "1"


def test_a_preview_of_an_attack_tells_the_odds_and_never_the_die() -> None:
    state = field("us combat", UA="infantry 5-4-8 at 0302", JX="infantry 2-3-8 at 0303")
    combat = SAIPAN.preview(state, state.parse("attack U:A J:X"))["combat"]
    assert (combat["attack"], combat["defence"], combat["differential"], combat["line"]) == (5, 3, 2, "clear")
    assert not {"die", "result", "effect"} & set(combat)


def test_looking_changes_nothing() -> None:
    state = SAIPAN.new("historical", seed=11)
    rng = random.Random(4)
    for _ in range(120):
        before = state.digest()
        for action in rng.sample(list(state.actions()), min(2, len(state.actions()))):
            SAIPAN.preview(state, action)
        SAIPAN.about_unit(state, "us", rng.choice(list(state.view("us")["units"])))
        for name in SAIPAN.overlays:
            SAIPAN.overlay(state, None, name)
        assert state.digest() == before
        state.apply(rng.choice(state.actions()))


def test_a_unit_that_has_moved_says_by_which_case_it_stays() -> None:
    state = field("us movement", UA="infantry 5-4-8 at 0202", UB="infantry 5-4-8 at 0101", JX="infantry 2-3-8 at 0608")
    assert [item["verb"] for item in SAIPAN.about_unit(state, "us", "U:A")["can"]] == ["move", "exchange"]
    state.apply("move U:A 0203")
    known = SAIPAN.about_unit(state, "us", "U:A")
    assert not known["can"]
    assert known["cannot"][0]["case"] == "5.16"
    assert "0204" in known["spaces"]["zone"]


def test_the_zones_are_those_of_both_sides() -> None:
    state = field("us movement", UA="infantry 5-4-8 at 0302", JX="infantry 2-3-8 at 0306")
    spaces = SAIPAN.overlay(state, None, "zones")["spaces"]
    assert spaces["0303"] == ["us"]
    assert spaces["0305"] == ["jp"]
    with pytest.raises(bh.BeachheadError, match="zones"):
        SAIPAN.overlay(state, None, "zone")


def test_the_ranges_add_up_what_reaches_a_hex() -> None:
    state = field(
        "us movement", UA="artillery 4-4-2/1-4 at 0302", UB="artillery 6-4-1/1-4 at 0303", JX="artillery 2-1-1/1-4 at 0305"
    )
    shown = SAIPAN.overlay(state, None, "guns")
    assert shown["levels"]["0303"] == {"level": 5, "text": "10", "tone": "us"}
    assert shown["levels"]["0304"]["text"] == "10:2"
    assert shown["levels"]["0305"] == {"level": 1, "text": "2", "tone": "jp"}
    assert [line.get("tone") for line in shown["legend"]] == ["us", "jp", "plain"]


def test_the_charts_are_the_book_s() -> None:
    results, terrain = SAIPAN.charts(SAIPAN.new(seed=1).ruleset)
    assert results["rows"][0]["cells"][:4] == ["A1", "A1", ".", "."]
    assert [len(ruler["labels"]) for ruler in results["rulers"]] == [9, 10, 11, 12]
    assert {row["id"]: row["cells"][0] for row in terrain["rows"]}["road"] == "½"


def test_the_schedule_tells_support_and_landings_by_turn() -> None:
    turns = SAIPAN.schedule(SAIPAN.new(seed=1, reinforcement_rate="per_beachhead").ruleset)
    assert len(turns) == 15
    assert turns[0]["support"] == {"us": 12, "jp": 0}
    assert "each vacant" in turns[1]["says"][0]
