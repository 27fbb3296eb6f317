"""The tours of all games: they have ten steps, point at things there are, and every step comes where it is explained."""

from __future__ import annotations

import random
from typing import Any

import pytest

import beachhead as bh
from beachhead.engine.chance.dice import Dice, seed_bytes

TOURS = [(game.id, scenario) for game in bh.all_games() for scenario in game.tours]


def tour_of(game: str, scenario: str) -> dict[str, Any]:
    found: dict[str, Any] = bh.game(game).lore("tour", scenario)
    return found


def begin(game: str, scenario: str) -> bh.Match:
    given = tour_of(game, scenario)
    return bh.Match(bh.game(game).position(given["position"], Dice(seed_bytes(given["seed"]))))


def me(game: str, scenario: str) -> str:
    seats: dict[str, str] = tour_of(game, scenario)["seats"]
    return next(side for side, who in seats.items() if who == "me")


def let_others_act(match: bh.Match, mine: str, chance: random.Random) -> None:
    while not match.state.over and match.state.side != mine:
        match.play(chance.choice(list(match.state.actions())))


@pytest.mark.parametrize(("game", "scenario"), TOURS)
def test_a_tour_has_ten_steps_that_point_at_things_there_are(game: str, scenario: str) -> None:
    steps, state = tour_of(game, scenario)["steps"], begin(game, scenario).state
    assert state.ruleset.parameters["scenario"] == scenario
    assert len(steps) == len({step["id"] for step in steps}) == 10
    units, cases = set(state.view(me(game, scenario))["units"]), bh.game(game).cases
    for step in steps:
        point = step["point"]
        assert step["title"] and step["text"] and point, step["id"]
        assert set(point.get("units", ())) <= units, step["id"]
        assert point.get("case") is None or point["case"] in cases, step["id"]


@pytest.mark.parametrize(("game", "scenario"), TOURS)
@pytest.mark.parametrize("seed", range(3))
def test_every_step_comes_where_it_is_explained(game: str, scenario: str, seed: int) -> None:
    match, mine, chance = begin(game, scenario), me(game, scenario), random.Random(seed)
    let_others_act(match, mine, chance)
    for step in tour_of(game, scenario)["steps"]:
        assert step.get("at") in (None, match.state.decision.step), step["id"]
        for task in step["await"]:
            act, at = (task, None) if isinstance(task, str) else (task["act"], task["at"])
            assert at in (None, match.state.decision.step), (step["id"], act)
            match.undo() if act == "undo" else match.play(act)
            let_others_act(match, mine, chance)
