"""The combat of Saipan as the table shows it: forces, differential, column, faces, and the same for both sides and spectators."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

import beachhead as bh
from beachhead.engine.chance.dice import Dice
from beachhead.engine.event import Event
from beachhead.engine.shown.panel import Panel, faults

SAIPAN = bh.game("saipan")


def field(*dice: int, phase: str = "us combat", support: Mapping[str, int] | None = None, **units: str) -> bh.State:
    """A small field of clear ground."""
    placed = {f"{name[0]}:{name[1:]}": text for name, text in units.items()}
    position = {"board": {"size": [6, 8]}, "turn": 2, "phase": phase, "units": placed}
    if support is not None:
        position["support"] = dict(support)
    found: bh.State = SAIPAN.position(position, Dice.scripted(list(dice)) if dice else None)
    return found


def shown(state: bh.State, side: str | None = None) -> Panel:
    """The panel of the combat under way, as a side sees it."""
    view = state.view(side)
    found = SAIPAN.panel(state.ruleset, SAIPAN.combat_in(state.ruleset, view))
    assert found is not None
    assert not faults(found, state.ruleset.sides, view["units"], SAIPAN.cases)
    return found


def thought(state: bh.State, text: str) -> Panel:
    """The panel of a choice."""
    found = SAIPAN.panel(state.ruleset, SAIPAN.preview(state, state.parse(text))["combat"])
    assert found is not None
    assert not faults(found, state.ruleset.sides, state.view(state.side)["units"], SAIPAN.cases)
    return found


def test_every_step_of_an_attack_has_its_panel_the_same_for_everybody() -> None:
    state = field(
        2,
        UA="infantry 5-4-8 at 0302",
        UG="artillery 3-1-10/1-4 at 0101",
        JX="infantry 2-3-8 at 0303",
        JG="artillery 2-1-10/1-4 at 0506",
    )
    assert SAIPAN.panel(state.ruleset, SAIPAN.combat_in(state.ruleset, state.view("us"))) is None
    steps = []
    for text in ("attack U:A J:X", "barrage U:G"):
        state.apply(text)
        us, jp, nobody = (shown(state, side) for side in ("us", "jp", None))
        assert us == jp == nobody
        steps.append((us["forces"][0]["sum"], us["forces"][1]["sum"], us["label"]))
    assert steps == [("5", "3", "+2"), ("8", "3", "+5")]
    events: list[Event] = []
    state.apply("protect J:G", events)
    panel = SAIPAN.panel(state.ruleset, next(event.data for event in events if event.kind in SAIPAN.combat_kinds))
    assert panel is not None and panel["total"]["value"] == "+4"
    assert panel["thrown"] == {"text": "Die roll 2", "dice": [{"face": 2}]}
    assert panel["result"]["good"] == "us" and "Japanese defender" in panel["result"]["text"]
    rows = [(row.get("unit"), row["value"], row["says"]) for force in panel["forces"] for row in force["rows"]]
    assert rows == [
        ("U:A", "5", "attacks"),
        ("U:G", "3", "barrage at range"),
        ("J:X", "3", "defends"),
        ("J:G", "1", "Final Protective Fire"),
    ]


def test_the_faces_of_the_die_are_those_of_the_column() -> None:
    state = field(UA="infantry 5-4-8 at 0302", JX="infantry 2-3-8 at 0303")
    panel = thought(state, "attack U:A J:X")
    column = panel["strip"]["at"]
    by_face = {face: outcome["text"] for outcome in panel["outcomes"] for face in outcome["faces"]}
    ruleset: Any = state.ruleset
    printed = [row[column] for row in ruleset.table.results]
    assert [by_face[face] for face in range(1, 7)] == ["–" if code == "." else code for code in printed]
    assert {outcome["good"] for outcome in panel["outcomes"] if outcome["text"].startswith("A")} <= {"jp"}
    assert panel["chart"] == {"id": "results", "column": column, "ruler": "clear"}


def test_the_last_column_says_that_more_changes_nothing() -> None:
    enemies = {"JX": "infantry 2-3-8 at 0303", "JY": "infantry 2-3-8 at 0606"}
    state = field(support={"us": 6, "jp": 0}, UA="infantry 15-4-8 at 0302", **enemies)
    near, far = thought(state, "support 1 J:Y")["strip"], thought(state, "attack U:A J:X")["strip"]
    assert not near["last"] and far["last"] and far["at"] == len(far["columns"]) - 1
    assert "changes nothing" in far["says"] and "says" not in near


def test_fire_alone_says_which_results_count() -> None:
    state = field(support={"us": 6, "jp": 0}, UA="infantry 5-4-8 at 0101", JX="infantry 2-3-8 at 0505")
    panel = thought(state, "support 4 J:X")
    says = {outcome["text"]: (outcome["says"], outcome["good"]) for outcome in panel["outcomes"]}
    assert says["D1"] == ("no effect: fire alone needs D2 or better", None)
    assert says["A1"] == ("no effect: no attacker is adjacent", None)


def test_a_banzai_attack_shows_its_odds_and_its_price_before_it_is_declared() -> None:
    state = field(phase="jp combat", JA="infantry 4-3-8 at 0302", UX="infantry 5-4-8 at 0303")
    for text in ("attack J:A U:X", "done"):
        if text in map(str, state.actions()):
            state.apply(text)
    while state.decision.step != "banzai":
        state.apply("done")
    before = state.digest()
    massed, plain = thought(state, "banzai"), thought(state, "regular")
    assert (plain["label"], massed["label"]) == ("0", "+4")
    assert massed["forces"][0]["rows"][0]["value"] == "8" and "doubled" in massed["forces"][0]["rows"][0]["says"]
    assert massed["notes"][0]["case"] == "10.0-procedure-3" and "4 Attack Strength" in massed["notes"][0]["text"]
    assert not plain["notes"]
    assert "Costs 4" in SAIPAN.preview(state, state.parse("banzai"))["text"]
    assert "thrown" not in massed and state.digest() == before


@pytest.mark.parametrize("verb", ["done", "support 1"])
def test_points_that_are_owed_elsewhere_are_said_to_be(verb: str) -> None:
    state = owing()
    assert "3 Ground Support Points, 2 of them owed to J:Y and J:Z (7.11)." in state.decision.prompt
    assert [str(action) for action in state.actions() if action.verb == "support"] == ["support 1"]
    notes = thought(state, verb)["notes"]
    expected = [{"text": "3 Ground Support Points, 2 of them owed to J:Y and J:Z.", "case": "7.11"}]
    assert notes == (expected if verb != "done" else [])


def owing() -> bh.State:
    """One attacker, three enemies next to it: two of them can be attacked by points alone."""
    state = field(
        support={"us": 3, "jp": 0},
        UA="infantry 5-4-8 at 0302",
        JX="infantry 2-3-8 at 0303",
        JY="infantry 2-3-8 at 0301",
        JZ="infantry 2-3-8 at 0402",
    )
    state.apply("attack U:A J:X")
    while state.decision.step == "attackers":
        state.apply("done")
    return state


def test_points_that_nobody_else_needs_are_not_spoken_of() -> None:
    state = field(support={"us": 3, "jp": 0}, UA="infantry 5-4-8 at 0302", JX="infantry 2-3-8 at 0303")
    state.apply("attack U:A J:X")
    while state.decision.step == "attackers":
        state.apply("done")
    assert "owed" not in state.decision.prompt


def test_the_end_of_a_phase_has_nothing_to_say() -> None:
    state = field(phase="us movement", UA="infantry 5-4-8 at 0302", JX="infantry 2-3-8 at 0608")
    assert SAIPAN.preview(state, state.parse("done")) == {}


def test_faults_are_found() -> None:
    panel: Any = thought(field(UA="infantry 5-4-8 at 0302", JX="infantry 2-3-8 at 0303"), "attack U:A J:X")
    sides, cases = ("us", "jp"), SAIPAN.cases
    units: dict[str, Any] = {"U:A": {}, "J:X": {}}
    assert not faults(panel, sides, units, cases)
    assert faults(panel, sides, {"U:A": {}}, cases) == ["J:X is not in the view"]
    assert faults(panel | {"outcomes": panel["outcomes"][:1]}, sides, units, cases)[0].startswith("the chances add up to")
    assert faults(panel | {"strip": panel["strip"] | {"at": 12}}, sides, units, cases) == ["column 12 is not one of 12"]
    assert faults(panel | {"odds": 1}, sides, units, cases) == ["odds is unknown"]
    assert faults(panel | {"case": "0.0"}, sides, units, cases) == ["there is no case '0.0'"]
    assert faults({name: value for name, value in panel.items() if name != "key"}, sides, units, cases) == ["there is no key"]


RING: dict[str, Any] = {"UB": "infantry 5-4-8 at 0203", "UC": "infantry 5-4-8 at 0403", "UD": "infantry 5-4-8 at 0304"}


def test_a_surrounded_unit_is_lost_by_every_retreat() -> None:
    state = field(UA="infantry 15-4-8 at 0302", JX="infantry 2-3-8 at 0303", **RING)
    panel = thought(state, "attack U:A J:X")
    assert {outcome["says"] for outcome in panel["outcomes"]} == {"defender eliminated"}
    assert all(outcome["toll"] == {"us": "0", "jp": "1"} for outcome in panel["outcomes"])
    assert {"text": "No hex is open to J:X: to retreat is to be eliminated.", "case": "7.74"} in panel["notes"]


def test_a_unit_that_can_retreat_is_said_to_retreat() -> None:
    state = field(UA="infantry 15-4-8 at 0302", JX="infantry 2-3-8 at 0303")
    says = {outcome["text"]: (outcome["says"], outcome["toll"]["jp"]) for outcome in thought(state, "attack U:A J:X")["outcomes"]}
    assert says["D2"] == ("defender retreats 2 hexes", "0") and says["De"] == ("defender eliminated", "1")
