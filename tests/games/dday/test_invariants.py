"""What holds after every action of a game: counters and cards are conserved, and everybody stands where he may."""

from __future__ import annotations

import random

import pytest

import beachhead as bh
from beachhead.engine.chance import lots
from beachhead.games.dday.box.kinds import MOST_STEPS
from beachhead.games.dday.counters import cards, marines
from beachhead.games.dday.counters.defenders import is_black
from beachhead.games.dday.setup import scenario_setup
from beachhead.games.dday.state import BOXES, ENTERED, FOUGHT, LOST, OFF_MAP, DDayState
from tests.budget import many

SEEDS = range(many(4))


def check(state: DDayState) -> None:
    """Everything that HAS to be true between two decisions."""
    ruleset = state.ruleset
    assert cards.count(state) == 55
    state.ruleset.deck.check(state.cards)
    counters = [counter for row in scenario_setup.japanese_rows(state) for counter in row if counter]
    counters += [counter for pool in state.pools for counter in pool]
    lots.check(state.lots, counters, range(1, ruleset.counter_count + 1))
    assert sum(state.cup) + sum(1 for marker in state.marker if marker) >= ruleset.marker_count
    for unit, place in enumerate(state.where):
        steps, full = state.steps[unit], ruleset.full_steps[unit]
        assert (steps == 0) == (place == LOST)
        assert bool(state.marker[unit]) == (full == MOST_STEPS and steps in (1, 3))
        assert state.disrupted[unit] <= state.turn
        if place < 0:
            assert place in OFF_MAP or BOXES - ruleset.box_count < place <= BOXES
            continue
        assert place < ruleset.components.board.land
        assert ruleset.components.board.sector[place] not in ruleset.setup.closed_sectors
        assert unit in state.units_in(place)
        if state.jp_mask >> place & 1:
            position = ruleset.position_at[place]
            assert state.done[position] & (ENTERED | FOUGHT) or state.came_from[unit] >= 0
    for position in range(ruleset.position_count):
        unit, second, fort = state.unit[position], state.second[position], state.fort[position]
        assert not second or (unit and is_black(state, position) and state.lower_fort[position])
        assert not state.lower_fort[position] or fort
        assert not state.depth[position] or unit or fort
        assert not state.second_depth[position] or (state.depth[position] and second)
        assert not state.tank_depth[position] or state.tank[position]
    before = (dict(state.us_at), state.us_mask, state.jp_mask)
    twin = state.copy()
    twin.rebuild()
    assert before == (twin.us_at, twin.us_mask, twin.jp_mask)


def stacked_well(state: DDayState) -> None:
    """When the player may choose freely, nobody is over the stacking limit undisrupted."""
    for units in state.us_at.values():
        assert not marines.shortfall(state, units)


@pytest.mark.parametrize("seed", SEEDS)
def test_random_games_keep_everything_in_its_place(seed: int) -> None:
    state = bh.game("dday").new("d-day", seed=seed)
    rng = random.Random(seed)
    count = 0
    while not state.over:
        actions = state.actions()
        state.apply(actions[rng.randrange(len(actions))])
        assert isinstance(state, DDayState)
        if not state.over:
            check(state)
            if state.step.name == "actions":
                stacked_well(state)
        count += 1
        assert count < 6000
