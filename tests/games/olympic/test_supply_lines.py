"""Supply lines that are kept up to date, against lines traced anew."""

from __future__ import annotations

import random
from typing import Any

import pytest

import beachhead as bh
from beachhead.games.olympic.state import OlympicState
from beachhead.games.olympic.supply import jp_region, us_region


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("scenario", ["solitaire", "two-player"])
def test_lines_kept_are_lines_traced(scenario: str, seed: int) -> None:
    state: Any = bh.game("olympic").new(scenario, seed=seed)
    assert isinstance(state, OlympicState)
    rng = random.Random(seed)
    while not state.over:
        actions = state.actions()
        state.apply(actions[int(rng.random() * len(actions))])
        twin = state.copy()
        twin.us_supply = twin.jp_supply = None
        for region, units in ((us_region, state.us_mask & state.ruleset.ground.land_mask), (jp_region, state.jp_mask)):
            asked = region(state, units) & units
            assert asked == region(twin, units) & units
            assert asked == region(twin) & units
            assert region(state) == region(twin)
