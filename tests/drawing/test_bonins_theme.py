"""What the theme, charts and tour of Bloodbath in the Bonins have besides what every game has (test_theme.py, the kit)."""

from __future__ import annotations

from typing import Any

import beachhead as bh
from beachhead.engine.chance.dice import Dice, seed_bytes
from beachhead.games.bonins.phases import PHASES
from beachhead.games.bonins.table.charts import dice_text

GAME = bh.game("bonins")
RULESET = GAME.ruleset(GAME.parameters())
THEME = GAME.lore("theme")
TOUR: dict[str, Any] = GAME.lore("tour")
CHARTS = {chart["id"]: chart for chart in GAME.charts(RULESET)}


def rows(chart: str) -> dict[str, list[str]]:
    return {row["title"]: row["cells"] for row in CHARTS[chart]["rows"]}


def test_phases_arms_and_places_are_named_and_no_others() -> None:
    assert [phase["id"] for phase in THEME["phases"]] == [phase.name for phase in PHASES]
    assert {unit.kind for unit in RULESET.units} == set(THEME["arms"])
    assert set(THEME["places"]) == {"available", "reserves", "eliminated", "removed", "container", "track", "to deploy", "absent"}
    assert set(THEME["names"]["beaches"]) == set(RULESET.components.board.beaches)
    assert {str(number) for number in RULESET.reserve_regiments} < set(THEME["names"]["regiment"])


def test_options_have_words_for_all_their_values() -> None:
    for option in GAME.options:
        assert set(THEME["options"][option.name]) == {
            str(value).lower() if isinstance(value, bool) else value for value in option.values
        }


def test_charts_tell_what_the_components_say() -> None:
    results = CHARTS["results"]
    assert {cell for row in results["rows"] for cell in row["cells"]} == set(results["codes"])
    assert [ruler["title"] for ruler in results["rulers"]] == ["ravine, hill", "rough, mine, mountain", "broken", "clear, beach"]
    assert [len(ruler["labels"]) for ruler in results["rulers"]] == [9, 10, 11, 12]
    assert [row["cells"][5] for row in results["rows"]] == ["Ex", "Ex", "NE", "NE", "(A)", "A1"], "+8 in broken"
    against = [(row["title"], *row["cells"][:3]) for row in CHARTS["dug-in"]["rows"]][1:]
    assert against == [
        ("Ex", "1-5", "one step, none if suppressed", "eliminated"),
        ("Ex", "6", "one step, none if suppressed", "redeploys elsewhere"),
        ("D2", "1-2", "-", "eliminated"),
        ("D2", "3-6", "one step", "eliminated"),
        ("D3", "1-3", "-", "eliminated"),
        ("D3", "4-6", "one step", "eliminated"),
        ("De", "-", "-", "eliminated"),
    ]
    assert rows("bombardment")["Ex"][:2] == ["1-4: loses a step", "5-6: nothing"]
    assert rows("terrain")["ravine"] == ["3", "ravine", "no", "ends the move"] and rows("terrain")["mountain"][0] == "4"
    assert rows("storm") == {"for turns 2 to 5": ["1-2", "3-6"], "for turns 6 to 16": ["1", "2-6"]}
    assert rows("allowances")["U.S. mobile movement"][:2] == ["4", "2"]
    assert [row["cells"][0] for row in CHARTS["support"]["rows"]] == ["9", "10", "11", "9", "1 to 2", "1-3", "1-2"]
    assert rows("fire-track")["0 units"] == ["10"] and rows("fire-track")["10 units"] == ["0"]
    assert rows("victory")["total 13 to 19"][0] == "draw"
    assert rows("track")["turn 14"] == ["17-18 Mar", "the last turn, with 2 regiments called"]
    assert len(CHARTS["sequence"]["rows"]) == 7


def test_charts_are_whole_and_name_their_rules() -> None:
    for chart in CHARTS.values():
        assert chart["case"] in GAME.cases, chart["id"]
        assert all(len(row["cells"]) == len(chart["columns"]) for row in chart["rows"]), chart["id"]
        if chart["columns"][-1] == "rule":
            assert {row["cells"][-1] for row in chart["rows"]} <= set(GAME.cases), chart["id"]
    for id in ("results", "terrain", "storm", "track", "fire-track", "counters"):
        assert "reconstruction" in CHARTS[id]["notes"][0]
    assert sum(int(row["cells"][0]) for row in CHARTS["counters"]["rows"]) == len(RULESET.units) == 87
    assert dice_text([1, 2, 3, 6]) == "1-3, 6"


def test_an_easier_game_says_so_on_its_charts() -> None:
    easier = GAME.ruleset(GAME.parameters(options={"level": "easier"}))
    (chart,) = [chart for chart in GAME.charts(easier) if chart["id"] == "counters"]
    assert chart["rows"][0]["cells"][1:3] == ["7-6-8", "3-3-8"]


def test_the_schedule_dates_every_turn() -> None:
    turns = GAME.schedule(RULESET)
    assert [turn["turn"] for turn in turns] == list(range(1, 17)) and turns[0]["date"] == "19-20 Feb"
    assert all(case in GAME.cases for turn in turns for case in turn["cases"])


def test_the_tour_can_be_taken_and_its_texts_are_true() -> None:
    match = bh.Match(GAME.position(TOUR["position"], Dice(seed_bytes(TOUR["seed"]))))
    assert len(TOUR["steps"]) == 10
    for step in TOUR["steps"]:
        assert match.state.decision.step == step["at"] and match.state.side == "us", step["id"]
        assert set(step["point"]["units"]) <= set(GAME.facts(match.state, "us")["units"])
        for task in step["await"]:
            act, at = (task, None) if isinstance(task, str) else (task["act"], task["at"])
            assert at in (None, match.state.decision.step), act
            match.undo() if act == "undo" else match.play(act)
        found = GAME.facts(match.state, "us")
        if step["id"] == "why":
            refusal = match.state.why_not("move 3/23 1713")
            assert refusal is not None and refusal.case == "std-6.1-a"
        if step["id"] == "land":
            assert found["replacements"] == 1 and found["depleted"] == ["3/24", "1/25"]
            assert found["units"]["3/24"] == "available"
            late = match.state.why_not("land 3/24 1914")
            assert late is not None and late.case == "14.6-d"
        if step["id"] == "declare":
            assert found["markers"] == 7
        if step["id"] == "attack":
            assert found["combat"]["attack"] == 20 and "J1812" not in found["units"] and found["container"] == 1
    assert GAME.facts(match.state, "us")["units"]["2/23"] == "1812" and match.state.decision.step == "combat"
    assert {unit.defense for unit in RULESET.units if unit.side} == {1, 2, 3, 4, 5}, "as the text on the odds says"
