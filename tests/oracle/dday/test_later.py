"""The engine of D-Day at Iwo Jima against the slow implementation, turns 7 to 66: on positions thrown at random, and along random
games of all scenarios."""

from __future__ import annotations

import random
from typing import Any

import pytest

import beachhead as bh
from beachhead.testing import proves

from ...budget import many
from .later import compare_later
from .later_positions import SCENARIOS, options_of, thrown_later
from .positions import chosen

pytestmark = pytest.mark.game("dday")
GAME = bh.game("dday")
THROWN = many(4)
"""Positions of each scenario."""
GAMES = many(1)
ACTIONS = many(200, 2000)
"""Of a game at most; players who choose at random soon lose one."""
SOON = 30
"""Actions that are played from a position."""
EVERY = 15
"""Actions between two positions that are compared."""


def from_thrown(scenario: str, seed: int) -> None:
    said = f"position {seed} of {scenario}"
    rng = random.Random(said)
    words = thrown_later(rng, scenario)
    follow(GAME.position(words, bh.Dice(rng.randbytes(16))), rng, SOON, said)


def follow(state: Any, rng: random.Random, actions: int, said: str) -> None:
    """Play at random, and compare the position now and then: the engine keeps much of it from one action to the next. Days of
    rest are put off, or some games would hold nothing else."""
    past: list[str] = []
    try:
        for number in range(actions):
            if state.over:
                break
            if number % EVERY == 0:
                compare_later(state, rng)
            actions_now = [str(one) for one in state.actions()]
            action = chosen(rng, [one for one in actions_now if one != "declare" or rng.random() < 0.1] or actions_now)
            past.append(action)
            state.apply(action)
    except AssertionError as error:
        raise AssertionError(f"{said}, after {'; '.join(past[-4:])}: {error}") from error


@proves("dday", "10.1", "10.1-a", "10.1-b-1", "10.1-b-2", "10.2-a", "10.2-a-important", "10.2-b", "10.2-b-1", "10.2-b-2")
@proves("dday", "11.2.1", "11.2.1-a-1", "11.2.1-a-2", "11.3-a", "11.3-b", "11.3-c", "11.3-d-1", "11.3-d-2", "11.3-d-3", "15.3")
@proves("dday", "12.1", "12.2-b", "12.2-c", "12.2-d", "12.3-b", "14.1", "14.1-a", "14.1-b", "14.4.2-c-2", "15.1-a", "15.2-c")
@proves("dday", "18.1-b", "18.1.2", "18.2-d", "18.5.4-b", "18.6.4-c", "18.7.4-b", "18.8.4-b", "18.9.4-b", "15.3.1", "15.4-b")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_thrown_positions(scenario: str) -> None:
    for seed in range(THROWN):
        from_thrown(scenario, seed)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_games(scenario: str) -> None:
    for seed in range(GAMES):
        said = f"game {seed} of {scenario}"
        rng = random.Random(said)
        follow(GAME.new(scenario, seed=seed, **options_of(rng, scenario)), rng, ACTIONS, said)
