"""The engine of D-Day at Iwo Jima against the slow implementation: on positions thrown at random, and along random games."""

from __future__ import annotations

import random
from typing import Any

import pytest

import beachhead as bh
from beachhead.games.dday.fire.fire_on_movers import UnderFireRecord
from beachhead.games.dday.fire.fire_phase import FireRecord
from beachhead.testing import proves

from ...budget import many
from .comparing import compare, compare_fields, places
from .island import distance, land, sees
from .positions import chosen, crowded, options_of, thrown
from .table import read
from .watching import watch

pytestmark = pytest.mark.game("dday")
GAME = bh.game("dday")
THROWN = many(30)
FIRES = many(45)
GAMES = many(1)
EVERY = 40
"""Actions between two positions of a game that are compared as a whole."""
OFTEN = 7
"""Actions between two looks at the fields of fire, which the engine keeps from one action to the next."""
ACTIONS = 25


def follow(state: Any, rng: random.Random, actions: int, said: str, every: int = 0) -> None:
    """Play at random; compare every fire, and now and then the whole position."""
    past: list[str] = []
    try:
        for number in range(actions):
            if state.over:
                break
            if every and number % every == 0:
                compare(state, rng)
            elif every and number % OFTEN == 0:
                compare_fields(state, read(state))
            action = chosen(rng, [str(one) for one in state.actions()])
            past.append(action)
            fires = action.startswith("fire ") and isinstance(state.stack[-1], (FireRecord, UnderFireRecord))
            if fires:
                watch(state, action, rng)
            else:
                state.apply(action)
    except AssertionError as error:
        raise AssertionError(f"{said}, after {'; '.join(past[-4:])}: {error}") from error


def from_thrown(seed: int) -> None:
    said = f"position {seed}"
    rng = random.Random(said)
    words = thrown(rng)
    try:
        compare(GAME.position(words, bh.Dice(rng.randbytes(16))), rng)
    except AssertionError as error:
        raise AssertionError(f"{said}: {error}") from error


def from_fire(seed: int) -> None:
    said = f"fire {seed}"
    rng = random.Random(said)
    words = crowded(rng) if seed % 3 else thrown(rng, "actions")
    follow(GAME.position(words, bh.Dice(rng.randbytes(16))), rng, ACTIONS, said)


def from_start(seed: int) -> None:
    said = f"game {seed}"
    rng = random.Random(said)
    follow(GAME.new("d-day", seed=seed, **options_of(rng)), rng, 2000, said, EVERY)


@proves("dday", "6.2.1", "6.2.1-exception", "6.2.3-smoke-c", "6.4", "6.4.1-important", "6.8.1-b", "7.3.3-a-tiedown", "7.3.3-b")
@proves("dday", "7.3.3-c", "7.3.3-d", "7.3.3-e", "8.2.2-a", "8.2.2-b", "8.2.7-important", "8.2.8-b", "8.3-c-2", "8.3-c-4-b")
@proves("dday", "8.4.1-1", "8.4-d-1", "12.1-a-2", "12.2-d", "12.2-e", "12.3-b", "5.1-e", "5.1-f", "6.5.4-c", "6.5.4-d")
def test_thrown_positions() -> None:
    for seed in range(THROWN):
        from_thrown(seed)


@proves(
    "dday", "6.3.1", "6.3.1-a-1", "6.3.1-b-1", "6.3.1-b-2", "6.3.1-b-3", "6.3.4", "6.3.5", "6.3.6-a", "11.4", "11.4-b", "13.2-b"
)
@proves("dday", "7.3.3-f", "7.3.3-f-important", "13.3-range", "6.3-b")
def test_fire() -> None:
    for seed in range(FIRES):
        from_fire(seed)


def test_games() -> None:
    for seed in range(GAMES):
        from_start(seed)


@proves("dday", "6.2.3", "6.2.3-blocking", "6.2.3-bluff")
def test_long_lines_of_sight() -> None:
    """Beyond the reach of positions, where observers look. From five hexes on a line may leave a hex for the next at the very end
    of the hexside between them: it crosses that hexside, and a bluff there blocks it (D10, D11)."""
    names, ground = places(), GAME.new("d-day", seed=1).ruleset.ground
    past_a_corner = [("1522", "1925"), ("0425", "0924"), ("1321", "1822"), ("1523", "2021")]
    for one, two in past_a_corner:
        assert not sees(one, two)
        assert not ground.sees(names[one], names[two])
        assert not ground.sees(names[two], names[one])
    rng = random.Random("long lines")
    for one in rng.sample(sorted(land()), many(12, len(land()))):
        for two in land():
            if 3 < distance(one, two) <= 7:
                assert sees(one, two) == ground.sees(names[one], names[two]), f"from {one} to {two}"
