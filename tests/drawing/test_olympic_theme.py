"""What Olympic's theme, charts and tour have besides what every game's have (test_theme.py, the kit's law of themes)."""

from __future__ import annotations

from typing import Any

import beachhead as bh
from beachhead.engine.chance.dice import Dice, seed_bytes
from beachhead.games.olympic.phases import PHASES
from beachhead.games.olympic.state import PLACES
from beachhead.games.olympic.table.view import ASIDE, MARKS

GAME = bh.game("olympic")
RULESET = GAME.ruleset(GAME.parameters())
THEME = GAME.lore("theme")
TOUR: dict[str, Any] = GAME.lore("tour")
CHARTS = {chart["id"]: chart for chart in GAME.charts(RULESET)}


def test_marks_places_and_phases_are_named_and_no_others() -> None:
    assert {*MARKS, "face down", "dummy"} == set(THEME["marks"])
    boxes = {f"box {zone.name} {box}" for zone in RULESET.components.board.zones for box in (1, 2, 3)}
    assert {*PLACES.values(), ASIDE, *boxes} - {"box"} == set(THEME["places"])
    assert boxes <= {box.get("place") for box in THEME["map"]["boxes"]}, "each box of a Replacement Track is printed"
    assert [phase["id"] for phase in THEME["phases"]] == [phase.name for phase in PHASES]


def test_options_have_words_for_all_their_values() -> None:
    for option in GAME.options:
        assert set(THEME["options"][option.name]) == {
            str(value).lower() if isinstance(value, bool) else value for value in option.values
        }


def test_charts_tell_what_the_components_say() -> None:
    results = CHARTS["results"]
    assert {cell for row in results["rows"] for cell in row["cells"]} == set(results["codes"])
    assert results["columns"][0] == "-2" and results["columns"][-1] == "+10 or more"
    assert [results["rows"][die]["cells"][1] for die in range(6)] == [
        "Ae 10/3",
        "Ar 5/2",
        "Ar 5/2",
        "Ar 5/2",
        "Dr 2/2",
        "Ex 10/10",
    ]
    assert CHARTS["doctrine"]["rows"][0]["cells"] == ["all", "all", "3-10, 2-10", "tripled", "table 3"]
    assert [row["cells"][2] for row in CHARTS["tokko"]["rows"]] == ["300", "200", "100", "100", "none", "none"]
    assert "reconstruction" in CHARTS["terrain"]["notes"][0] and "reconstruction" in CHARTS["track"]["notes"][0]
    for chart in CHARTS.values():
        assert chart["case"] in GAME.cases
        assert all(len(row["cells"]) == len(chart["columns"]) for row in chart["rows"]), chart["id"]
        if chart["columns"][-1] == "rule":
            assert {row["cells"][-1] for row in chart["rows"]} <= set(GAME.cases), chart["id"]


def test_the_schedule_brings_every_unit_once() -> None:
    turns = GAME.schedule(RULESET)
    assert [turn["arrivals"]["us"] for turn in turns] == [27, 9, 0, 3, 0, 4, 0, 0, 0, 0]
    assert turns[3]["date"] == "1945-11-22"
    assert all(case in GAME.cases for turn in turns for case in turn["cases"])


def test_the_tour_can_be_taken_and_its_texts_are_true() -> None:
    match = bh.Match(GAME.position(TOUR["position"], Dice(seed_bytes(TOUR["seed"]))))
    seen = []
    assert len(TOUR["steps"]) == 10
    for step in TOUR["steps"]:
        assert match.state.decision.step == step["at"], step["id"]
        view, point = match.state.view("us"), step["point"]
        assert set(point.get("units", ())) <= set(view["units"])
        for task in step["await"]:
            act, at = (task, None) if isinstance(task, str) else (task["act"], task["at"])
            assert at in (None, match.state.decision.step), act
            match.undo() if act == "undo" else match.play(act)
            seen.append(match.state.view("us")["combat"].get("differential"))
        if step["id"] == "why":
            refusal = match.state.why_not("move U:27/25 1505")
            assert refusal is not None and refusal.case == "5.23"
        if step["id"] == "odds":
            assert seen[-4:] == [1, 5, 10, 10]
            assert match.state.view("us")["combat"]["result"] == "De"
    assert match.state.side == "us" and match.state.view("us")["units"]["U:305/77"]["place"] == "1606"
