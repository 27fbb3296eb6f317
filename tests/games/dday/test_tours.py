"""The tours of D-Day: what their texts say is true (tests/web/test_tours.py takes their steps)."""

from __future__ import annotations

import random
from typing import Any

import beachhead as bh
from beachhead.engine.chance.dice import Dice, seed_bytes

GAME = bh.game("dday")
SCENARIOS = sorted(GAME.tours)


def tour(scenario: str) -> dict[str, Any]:
    found: dict[str, Any] = GAME.lore("tour", scenario)
    return found


def begin(scenario: str) -> bh.Match:
    given = tour(scenario)
    return bh.Match(GAME.position(given["position"], Dice(seed_bytes(given["seed"]))))


def let_japan_act(match: bh.Match, chance: random.Random) -> None:
    while not match.state.over and match.state.side == "jp":
        match.play(chance.choice(list(match.state.actions())))


def test_there_is_one_for_the_landing_and_one_for_the_later_battle() -> None:
    assert SCENARIOS == ["d-day", "hot-rocks"]


def test_the_second_tour_tells_the_truth() -> None:
    """Who comes into command, what the loss box says, who attacks, and that the counterattack is beaten."""
    match, chance = begin("hot-rocks"), random.Random(0)
    assert match.state.view("us")["units"]["F/2/26"]["chips"]["out of command"]
    told: dict[str, str] = {}
    for step in tour("hot-rocks")["steps"]:
        for task in step["await"]:
            act = task if isinstance(task, str) else task["act"]
            action = next(one for one in match.state.actions() if str(one) == act)
            told[act] = GAME.preview(match.state, action).get("text", "")
            match.play(act)
            let_japan_act(match, chance)
            if act == "extend HQ/26":
                units = match.state.view("us")["units"]
                assert "out of command" not in units["F/2/26"].get("chips", {})
                assert "come into command" in told[act]
            if act == "replace E/2/26":
                assert "Loss box of the 5th Division: 0 of 10 then." in told[act]
    units = match.state.view("us")["units"]
    assert "J1721" not in units and "J1721-tank" not in units, "the tank and its company are beaten"
    assert match.state.decision.prompt.startswith("Raid on 0823")
