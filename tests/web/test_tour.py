"""The tour of Saipan: its position loads, and whatever Japan answers, every step of it can be taken."""

from __future__ import annotations

import random
from typing import Any

import pytest

import beachhead as bh
from beachhead.engine.chance.dice import Dice, seed_bytes

GAME = bh.game("saipan")
TOUR: dict[str, Any] = GAME.lore("tour")
AWAITED = [task if isinstance(task, str) else task["act"] for step in TOUR["steps"] for task in step["await"]]


def begin() -> bh.Match:
    return bh.Match(GAME.position(TOUR["position"], Dice(seed_bytes(TOUR["seed"]))))


def test_the_tour_has_ten_steps_with_a_title_and_a_text() -> None:
    assert len(TOUR["steps"]) == 10
    assert len({step["id"] for step in TOUR["steps"]}) == 10
    assert all(step["title"] and step["text"] and step["point"] for step in TOUR["steps"])


@pytest.mark.parametrize("answers", range(5))
def test_every_awaited_action_is_legal_in_its_turn(answers: int) -> None:
    match, chance = begin(), random.Random(answers)
    for text in AWAITED:
        while match.state.side == "jp":
            match.play(chance.choice(list(match.state.actions())))
        if text == "undo":
            match.undo()
        else:
            match.play(text)
    assert match.state.side == "us"
    assert match.state.view("us")["duties"]["be attacked"] == ["J:318"]


def test_every_step_comes_in_the_step_that_it_explains() -> None:
    match = begin()
    for step in TOUR["steps"]:
        assert match.state.decision.step == step["at"], step["id"]
        for task in step["await"]:
            act, at = (task, None) if isinstance(task, str) else (task["act"], task["at"])
            assert at in (None, match.state.decision.step), act
            match.undo() if act == "undo" else match.play(act)
            while match.state.side == "jp":
                match.play(next(iter(match.state.actions())))


def test_the_texts_tell_the_truth() -> None:
    match = begin()
    fights = []
    for text in AWAITED[:-1]:
        match.undo() if text == "undo" else match.play(text)
        fights.append(match.state.view("us")["combat"])
    assert [fight["differential"] for fight in fights[-3:]] == [2, 5, 10]
    ruleset: Any = match.state.ruleset
    assert not any(row[fights[-1]["column"] - 1][0] in "A." for row in ruleset.table.results)
    assert fights[-1]["result"] == "D2"
    assert match.state.view("us")["support"]["us"] == 3


def test_what_is_pointed_at_exists() -> None:
    state = begin().state
    spaces, units = set(GAME.facts(state)["hexes"]), set(state.view("us")["units"])
    for step in TOUR["steps"]:
        point = step["point"]
        assert set(point.get("units", ())) <= units
        assert set(point.get("spaces", ())) <= spaces
        assert point.get("case", "13.0-us") in GAME.cases


def test_a_unit_of_the_tour_is_pinned_as_the_tour_says() -> None:
    state = begin().state
    refusal = state.why_not("move U:1/23 0803")
    assert refusal is not None
    assert "5.14" in refusal.cases
