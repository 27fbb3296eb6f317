"""Duties are kept up to date while an attack is built; they must be what counting them again would find."""

from __future__ import annotations

import random
from typing import Any

import pytest

from beachhead.games.saipan import Saipan
from beachhead.series.island_war.combat.declaring import CombatPhase
from beachhead.series.island_war.combat.duties import Duties, duties


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


def test_a_friend_is_not_taken_for_the_enemy_of_the_same_place() -> None:
    """Sets of units count each side from its first unit, so the third of one side has the bit of the third of the other."""
    state, chance, tried = Saipan().new("historical", seed=4), random.Random(4), 0
    while tried < 20:
        if state.is_at(CombatPhase):
            ruleset, now = state.ruleset, duties(state)
            for unit, touch in now.touch.items():
                for enemy in ruleset.units_in(touch, 1 - state.phasing):
                    place = enemy - ruleset.starts[1 - state.phasing] + ruleset.starts[state.phasing]
                    if place in ruleset.roster[state.phasing]:
                        assert ruleset.bit[place] == ruleset.bit[enemy] and not now.touches(unit, place)
                        refusal = state.why_not(f"attack {ruleset.units[unit].id} {ruleset.units[place].id}")
                        assert refusal is not None and refusal.case == "7.0"
                        tried += 1
        choices = state.choices()
        state.apply(choices[chance.randrange(len(choices))])
