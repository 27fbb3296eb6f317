"""Duties are kept up to date while an attack is built; they must be what counting them again would find."""

from __future__ import annotations

import random
from typing import Any

import pytest

from beachhead.games.saipan import Saipan
from beachhead.series.island_war.duties import Duties


def told(now: Duties) -> list[Any]:
    """All that a set of duties says, in its order."""
    maps = now.owes, now.claims, now.touch, now.touched
    return [*(list(each.items()) for each in maps), now.guns, now.points, now.bonds]


@pytest.mark.parametrize(("scenario", "seed"), [("historical", 1), ("historical", 2), ("free", 3)])
def test_duties_kept_up_to_date_are_those_counted_again(scenario: str, seed: int) -> None:
    state, chance, building = Saipan().new(scenario, seed=seed), random.Random(seed), 0
    while not state.over:
        if state.duties_now is not None:
            building += state.decision.step == "barrage"
            assert told(state.duties_now) == told(state.ruleset.duties(state))
        state.apply(chance.choice(state.choices()))
    assert building > 20
