"""Nothing that a side sees or asks depends on what lies face down, nor on the Tokko record (A33, A59, A103)."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

import beachhead as bh
from beachhead.engine.action import Action
from beachhead.games.olympic.state import OlympicState
from beachhead.games.olympic.table import knowledge, overlays, previews, units, view
from beachhead.testing.proofs import proves

GAME = bh.game("olympic")
SECRET: dict[str, Any] = {"free_deployment": True, "hidden_tokko": True}


def walk(scenario: str, options: dict[str, Any], seed: int, most: int) -> Iterator[OlympicState]:
    """Every decision of the beginning of a random game: there most counters lie face down."""
    state, rng = GAME.new(scenario, seed=seed, **options), random.Random(seed)
    assert isinstance(state, OlympicState)
    for _ in range(most):
        if state.over:
            return
        yield state
        choices = state.choices()
        state.apply(Action(choices[rng.randrange(len(choices))], state.ruleset))


def other_world(state: OlympicState, side: str, seed: int) -> OlympicState:
    world = state.sample(side, seed)
    assert isinstance(world, OlympicState)
    return world


@proves("olympic", "14.21-reserve", "16.23", "16.24", "17.2", "17.3-record")
@pytest.mark.parametrize(
    ("scenario", "options", "side", "seed"),
    [
        ("solitaire", {}, "us", 11),
        ("solitaire", {}, "jp", 12),
        ("two-player", {}, "jp", 13),
        ("two-player", SECRET, "us", 14),
    ],
)
def test_two_worlds_that_look_the_same_are_told_the_same(scenario: str, options: dict[str, Any], side: str, seed: int) -> None:
    differed = asked = 0
    rng = random.Random(seed)
    for number, state in enumerate(walk(scenario, options, seed, 230)):
        if number % 6:
            continue
        world = other_world(state, side, number)
        differed += world.reserve != state.reserve
        assert state.view(side) == world.view(side), (number, state.decision)
        assert state.view(None) == world.view(None)
        for item in knowledge.KNOWN:
            assert item.to(state, side) == item.to(world, side), item.name
        for name in overlays.OVERLAYS if number % 30 == 0 else ():
            assert overlays.overlay(state, side, name) == overlays.overlay(world, side, name), (number, name)
        for name in rng.sample(list(state.view(side)["units"]), 5):
            assert units.about_unit(state, side, name) == units.about_unit(world, side, name), (number, name)
        if state.side == side:
            choices = state.choices()
            for _ in range(2):
                action = Action(choices[rng.randrange(len(choices))], state.ruleset)
                assert previews.preview(state, action) == previews.preview(world, action), (number, action)
                asked += 1
    assert differed > 3 and asked > 3


@proves("olympic", "17.2")
def test_a_deployment_is_out_of_sight_until_it_is_whole() -> None:
    for number, state in enumerate(walk("two-player", SECRET, 15, 80)):
        backs = [name for name, counter in state.view("us")["units"].items() if "back" in counter]
        own = [name for name, counter in state.view("jp")["units"].items() if "face down" in counter["marks"]]
        if view.deploying(state):
            assert backs == [] and len(own) == number
            assert units.about_unit(state, "us", "C2324") == {"can": [], "cannot": [], "spaces": {}}
        else:
            assert len(backs) == len(own) == 79
    assert not view.deploying(state)


def test_japan_knows_what_it_has_deployed_and_nobody_what_was_dealt() -> None:
    dealt = GAME.new("two-player", seed=3)
    for side in (None, "us", "jp"):
        shown = dealt.view(side)["units"]
        assert all(set(shown[name]) == {"side", "place", "back", "marks"} for name in shown if name[0] in "CL")
    assert sum("dummy" in counter["marks"] for counter in view.units_of(dealt).values()) == 15


def test_the_tokko_record_is_shown_to_japan_alone() -> None:
    position = {"scenario": "two-player", "options": {"hidden_tokko": True}, "phase": "us assault", "others": "start"}
    state = GAME.position(position | {"tokko": {"Miyazaki": 2, "Sendai": 1}})
    assert state.view("jp")["tokko"] == {"Miyazaki": 2, "Sendai": 1}
    assert state.view("us")["tokko"] is None and state.view(None)["tokko"] is None
