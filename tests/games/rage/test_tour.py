"""The tour of Iwo Jima: its position loads, and whatever Japan does in its windows, every step of it can be taken."""

from __future__ import annotations

import random
from typing import Any

import pytest

import beachhead as bh
from beachhead.engine.chance.dice import Dice, seed_bytes

GAME = bh.game("rage")
TOUR: dict[str, Any] = GAME.lore("tour")
AWAITED = [task if isinstance(task, str) else task["act"] for step in TOUR["steps"] for task in step["await"]]


def begin() -> bh.Match:
    return bh.Match(GAME.position(TOUR["position"], Dice(seed_bytes(TOUR["seed"]))))


def japan(match: bh.Match, chance: random.Random, how: str) -> None:
    """Japan answers: passing where it can, firing where it can, or anything."""
    while match.state.side == "jp" and not match.state.over:
        texts = [str(action) for action in match.state.actions()]
        shots = [text for text in texts if text.startswith("fire")]
        if how == "fire" and shots:
            match.play(shots[0])
        elif how != "anything" and "pass" in texts:
            match.play("pass")
        else:
            match.play(chance.choice(texts))


def test_the_tour_has_ten_steps_with_a_title_and_a_text() -> None:
    assert len(TOUR["steps"]) == 10 == len({step["id"] for step in TOUR["steps"]})
    assert all(step["title"] and step["text"] and step["point"] for step in TOUR["steps"])
    assert max(len(step["text"]) for step in TOUR["steps"]) < 520, "the card must fit beside the map"


@pytest.mark.parametrize("how", ["pass", "fire", *["anything"] * 10])
def test_every_awaited_action_is_legal_in_its_turn(how: str, request: pytest.FixtureRequest) -> None:
    match, chance = begin(), random.Random(request.node.name)
    for text in AWAITED:
        japan(match, chance, how)
        match.play(text)
    assert match.state.side == "us" and match.state.decision.step == "build"
    assert "chidori" in match.state.view("us")["airfields"]


@pytest.mark.parametrize("how", ["pass", "fire", *["anything"] * 3])
def test_every_step_comes_in_the_step_that_it_explains(how: str, request: pytest.FixtureRequest) -> None:
    match, chance = begin(), random.Random(request.node.name)
    for step in TOUR["steps"]:
        japan(match, chance, how)
        assert match.state.decision.step == step["at"], step["id"]
        for task in step["await"]:
            japan(match, chance, how)
            act, at = (task, None) if isinstance(task, str) else (task["act"], task["at"])
            assert at in (None, match.state.decision.step), act
            match.play(act)


def test_the_texts_tell_the_truth() -> None:
    """The guns of Funami Dai are hit through one Cave; Uguisu and the airfield are taken, fire or no fire."""
    for how in ("pass", "fire"):
        match, chance = begin(), random.Random(0)
        for text in AWAITED:
            japan(match, chance, how)
            if text == "accept":
                fight = match.state.view("us")["fight"]
                assert fight["area"] == "funami" and fight["hits"] == 6 and fight["damage"] == 3
            match.play(text)
        view = match.state.view("us")
        assert view["control"]["chidori"] == "us" == view["control"]["uguisu"]
        assert view["units"]["141 Naval"]["place"] == "eliminated"


def test_what_is_pointed_at_exists() -> None:
    state = begin().state
    areas = {area.id for area in state.ruleset.areas}  # type: ignore[attr-defined]
    for step in TOUR["steps"]:
        point = step["point"]
        assert set(point.get("spaces", ())) <= areas
        assert set(point.get("units", ())) <= set(state.view("us")["units"]), step["id"]
        assert "case" not in point or point["case"] in GAME.cases
