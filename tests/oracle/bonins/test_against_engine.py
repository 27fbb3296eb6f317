"""The engine of Bloodbath in the Bonins against the slow implementation: at every decision what is offered must be what the book
allows, and what happened must be what it orders. On positions thrown at random, and along random games."""

from __future__ import annotations

import random
from typing import Any

import pytest

import beachhead as bh
from beachhead.engine.event import Event
from beachhead.testing import proves

from ...budget import many
from .japan import losses
from .positions import PHASES, chosen, cornered, options_of, thrown
from .watching import Witness, same

pytestmark = pytest.mark.game("bonins")
GAME = bh.game("bonins")
THROWN = many(8)
"""Positions for each scenario and phase."""
CORNERED = many(150)
ACTIONS = 30
"""Actions from each of them: about a turn."""
GAMES = many(2)
LENGTH = 250
"""Actions of each game that are watched."""
both = pytest.mark.parametrize("scenario", ["solitaire", "two-player"])


def follow(state: Any, rng: random.Random, actions: int, said: str, plan: list[str] | None = None) -> None:
    """Play at random, but by a plan as long as it can be followed, and compare at every decision."""
    plan = list(plan or ())
    past: list[str] = []
    try:
        witness = Witness(state)
        for _ in range(actions):
            if state.outcome is not None:
                break
            witness.check()
            offered = [str(action) for action in state.actions()]
            action = plan.pop(0) if plan and plan[0] in offered else chosen(rng, offered)
            past.append(action)
            events: list[Event] = []
            state.apply(action, events)
            witness.saw(action, events)
        else:
            witness.check()
        same(GAME.facts(state)["losses"]["total"], losses(witness.position)["total"], "losses of 12.3")
    except AssertionError as error:
        raise AssertionError(f"{said}, after {'; '.join(past[-4:])}: {error}") from error


def from_thrown(scenario: str, phase: str, seed: int, actions: int = ACTIONS) -> None:
    said = f"{scenario}, {phase}, position {seed}"
    rng = random.Random(said)
    words = thrown(rng, scenario, phase)
    follow(GAME.position(words, bh.Dice(rng.randbytes(16))), rng, actions, said)


def from_start(scenario: str, seed: int, actions: int = LENGTH) -> None:
    said = f"{scenario}, game {seed}"
    rng = random.Random(said)
    state = GAME.new(scenario, seed=seed, **options_of(scenario, rng))
    for _ in range(48 if scenario == "two-player" else 0):
        state.apply(chosen(rng, [str(action) for action in state.actions()]))
    follow(state, rng, actions, said)


@proves("bonins", "14.2-b", "14.2-c", "14.2-d", "14.3-a", "14.4-a", "14.5-a", "14.6-a", "14.7-b", "15.0-a", "15.0-b", "15.0-c")
@proves("bonins", "13.0-4.1-a", "13.0-4.1-e", "std-5.1-f", "std-5.3-b", "std-6.1-a", "std-6.1-b", "17.1-b", "17.4-a")
@proves("bonins", "14.3-b", "14.3-c", "16.1-b", "16.2-b", "17.2-a", "17.3-d", "std-7.1-b", "std-7.7-b", "std-7.8", "std-7.9-a")
@proves("bonins", "19.5-b", "19.5-d", "20.3-d", "20.5-e", "20.5-g", "20.5-i", "21.2-1-a", "21.2-2", "21.3-b", "18.0-b", "22.0-d")
@pytest.mark.parametrize("phase", PHASES)
@both
def test_thrown_positions(scenario: str, phase: str) -> None:
    for seed in range(THROWN):
        from_thrown(scenario, phase, seed)


def from_corner(seed: int) -> None:
    said = f"cornered stack {seed}"
    rng = random.Random(said)
    words, action = cornered(rng)
    # The combat die, then whatever is rolled.
    dice = [rng.randint(4, 6), *(rng.randint(1, 6) for _ in range(60))]
    state = GAME.position(words, bh.Dice.scripted(dice))
    follow(state, rng, 8, said, [action, "done"])


@proves("bonins", "14.3-c", "std-7.7-b", "std-7.7-d", "13.0-7.7.2")
def test_beach_stacks_driven_back() -> None:
    """All go, each so that the others can follow, or nobody does."""
    for seed in range(CORNERED):
        from_corner(seed)


@both
def test_games(scenario: str) -> None:
    for seed in range(GAMES):
        from_start(scenario, seed)
