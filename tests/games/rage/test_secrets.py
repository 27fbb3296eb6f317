"""The U.S. player of Rage learns nothing but what the rules tell: a thousand other worlds, played beside the true one."""

from __future__ import annotations

import random

import pytest

from .two_worlds import Tally, letters, reach, trial, try_all_unseen

TRIALS, WORLDS = 40, 25
"""A thousand other worlds. `make secrets` tries many more."""


@pytest.mark.parametrize("part", range(8))
def test_other_worlds_look_the_same(part: int) -> None:
    tally = Tally()
    for seed in range(part, TRIALS, 8):
        tally += trial(seed, WORLDS)
    assert tally.worlds == TRIALS // 8 * WORLDS
    assert tally.to_the_end > 0
    assert tally.tokens > 40 * tally.worlds


@pytest.mark.parametrize("seed", range(6))
def test_letters_of_equal_counters_mean_nothing(seed: int) -> None:
    assert letters(seed) > 60


@pytest.mark.parametrize("step", ["jp move", "jp bombard", "losses", "jp assault"])
def test_private_choices_are_private(step: str) -> None:
    """Each choice that Japan may make out of sight, tried at several moments: nothing of it is seen or heard."""
    tried = 0
    for seed in range(12):
        state = reach(seed, lambda state: state.decision.step == step and state.turn > 1)
        if state is not None:
            tried += try_all_unseen(state, 12, random.Random(seed))
    assert tried > (4 if step == "losses" else 12)
