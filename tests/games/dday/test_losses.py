"""Losses, limits, points and reserves over whole games after D-Day: what holds after every action."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

import beachhead as bh
from beachhead.engine.errors import PositionError
from beachhead.games.dday import victory
from beachhead.games.dday.combat import us_artillery
from beachhead.games.dday.counters import losses, support
from beachhead.games.dday.counters.artillery_points import ROWS, divisional, points_in, total, with_points
from beachhead.games.dday.headquarters import division_reserve, replacements
from beachhead.games.dday.ruleset import DDayRuleset
from beachhead.games.dday.state import DAYS, LOST, RESERVE, DDayState
from beachhead.testing import proves
from tests.budget import many

SCENARIOS = ("suribachi", "drive-to-the-north", "hot-rocks", "drive-to-the-sea", "campaign")
MOST = 600
"""Actions of a game that are looked at."""


def new(scenario: str, seed: int = 1, **options: Any) -> DDayState:
    """A game of a scenario."""
    state = bh.game("dday").new(scenario, seed=seed, **options)
    assert isinstance(state, DDayState)
    return state


def at(**given: object) -> DDayState:
    """A position."""
    state = bh.game("dday").position(given)
    assert isinstance(state, DDayState)
    return state


def check(state: DDayState) -> None:
    """What must be true between two decisions."""
    assert sum(state.infantry_losses) + sum(state.other_losses) == (0 if not state.ruleset.counts_by_day else state.losses)
    for division in losses.DIVISIONS:
        level = losses.level(state)
        assert losses.limit(state, division) >= min(1, level)
        assert losses.limit(state, division) <= level
        row = losses.DIVISIONS.index(division)
        assert state.infantry_points[row] >= 0
        assert state.infantry_spent[row] >= 0
    for row in range(ROWS):
        assert 0 <= state.guns_spent[row] <= state.guns[row]
        assert 0 <= us_artillery.at_hand(state, row) <= state.guns[row]
    for unit, place in enumerate(state.where):
        if place == RESERVE:
            assert state.steps[unit] and not state.disrupted[unit]
            assert state.returns[unit] <= state.turn + division_reserve.STAY
    assert state.naval >= 0
    assert state.air >= 0
    assert state.bloodied == 0
    assert state.turn <= victory.last_turn(state) <= state.ruleset.last_turn


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("seed", range(many(1)))
def test_losses_never_go_down_and_points_are_never_negative(scenario: str, seed: int) -> None:
    state, rng = new(scenario, seed, loss_level="companies"), random.Random(seed)
    before = [0] * (DAYS * 3)
    for _ in range(MOST):
        if state.over:
            break
        actions = state.actions()
        state.apply(actions[rng.randrange(len(actions))])
        assert all(old <= now for old, now in zip(before, state.infantry_losses, strict=True))
        before = state.infantry_losses
        if not state.over:
            check(state)


def test_the_standard_limit_falls_on_the_first_of_march() -> None:
    state = new("hot-rocks")
    state.ruleset = _without_limit(state)
    state.turn = 33
    assert losses.level(state) == 5
    state.turn = 34
    assert losses.level(state) == 4
    state.turn = 6
    assert losses.level(state) == 0


def _without_limit(state: DDayState) -> DDayRuleset:
    """The ruleset of a scenario that says nothing of catastrophic losses (18.1.1): one of its own, since matches share theirs."""
    ruleset = bh.game("dday").build_ruleset(state.ruleset.parameters)
    assert isinstance(ruleset, DDayRuleset)
    ruleset.adopt(state.ruleset.rules)
    ruleset.setup = replace(ruleset.setup, catastrophic_limit=None)
    return ruleset


def test_the_limit_never_falls_below_one() -> None:
    state = at(scenario="drive-to-the-sea", turn=50, committed=49, **{"infantry points": {"4": 0}}, units={"A/1/23": "1012"})
    assert losses.limit(state, 4) == 2
    state.ruleset = _without_limit(state)
    state.ruleset.setup = replace(state.ruleset.setup, catastrophic_limit=2)
    assert losses.limit(state, 4) == 1
    state.ruleset.setup = replace(state.ruleset.setup, catastrophic_limit=1)
    assert losses.limit(state, 4) == 1


@proves("dday", "18.5.3-c")
def test_suribachi_has_few_points() -> None:
    state = new("suribachi")
    assert (list(state.infantry_points), state.tank_points, state.engineer_points) == ([0, 0, 10], 4, 4)
    assert state.ruleset.infantry_at_start == (0, 0, 10)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_game_begins_with_the_points_that_limits_are_measured_by(scenario: str) -> None:
    state = new(scenario)
    assert tuple(state.infantry_points) == state.ruleset.infantry_at_start
    assert (state.naval, state.air) == (1, 1)


def test_points_of_a_mission_are_one_number() -> None:
    packed = 3
    for row, points in enumerate((1, 2, 0, 4)):
        packed = with_points(packed, row, points)
    assert [points_in(packed, row) for row in range(ROWS)] == [1, 2, 0, 4]
    assert (total(packed), divisional(packed), packed & 3) == (7, 3, 3)


def test_points_are_lost_and_restored() -> None:
    state = at(scenario="hot-rocks", turn=25, units={"A/1/23": "1012"}, guns={"4": 3}, **{"guns spent": {"4": 3}})
    assert support.lose_points(state, 1, 2, back=29) == 2
    assert (state.guns[1], state.guns_spent[1], state.guns_due) == (1, 1, [(29, 1, 2)])
    assert support.lose_points(state, 0, 1) == 0
    assert support.restore_point(state, 1)
    assert (state.guns[1], state.guns_due) == (2, [(29, 1, 1)])
    assert support.restore_point(state, 1)
    assert not support.restore_point(state, 1)
    assert (state.guns[1], state.guns_due) == (3, [])


def test_income_counts_only_what_is_in_reserve() -> None:
    state = at(scenario="hot-rocks", turn=25, phase="fire", units={"1A/4Tk": "reserve", "1B/4Tk": "1012", "A/1/23": "1012"})
    replacements.receive_income(state)
    assert (state.tank_points, state.engineer_points, list(state.infantry_points)) == (1, 0, [0, 0, 0])


def test_played_on_limits_and_rules_change_after_the_last_turn() -> None:
    state = at(scenario="hot-rocks", options={"play_on": True}, turn=45, units={"A/1/23": "1012"})
    assert (losses.level(state), state.ruleset.last_turn) == (5, 66)
    state.turn = 49
    assert losses.level(state) == 4
    plain = at(scenario="hot-rocks", turn=45, units={"A/1/23": "1012"})
    assert plain.ruleset.last_turn == 45
    assert 1 in plain.ruleset.setup.closed_sectors
    assert not state.ruleset.setup.closed_sectors


def test_north_alone_keeps_suribachi_out_of_play_when_it_is_played_on() -> None:
    state = at(scenario="drive-to-the-north", options={"play_on": True}, turn=30, units={"A/1/23": "1012"})
    assert state.ruleset.setup.closed_sectors == (1,)
    sectors = {state.ruleset.position_sector[position] for position in victory.every_position(state)}
    assert sectors == {2, 3, 4}


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"guns": {"4": 1}, "guns spent": {"4": 2}}, "have fired than there are"),
        ({"guns due": [{"turn": 20, "of": "4", "points": 1}]}, "should have come back"),
        ({"returns": {"B/1/23": 40}}, "stays in reserve"),
        ({"committed": 30}, "still to come"),
        ({"last turn": 24}, "the last turn is 24"),
        ({"resting": 29}, "day of rest"),
    ],
)
def test_positions_that_disagree_are_refused(given: dict[str, object], says: str) -> None:
    with pytest.raises(PositionError, match=says):
        at(scenario="hot-rocks", turn=25, units={"A/1/23": "1012", "B/1/23": "reserve"}, **given)


def test_lost_units_are_counted_twice_and_rebuilt_ones_no_more() -> None:
    state = at(scenario="hot-rocks", turn=25, phase="fire", units={"A/1/23": "lost", "B/1/23": "1012, 2 steps", "HW/23": "lost"})
    assert losses.in_box(state, 4) == 3
    state.where[state.ruleset.number["A/1/23"]] = RESERVE
    state.steps[state.ruleset.number["A/1/23"]] = 3
    assert losses.in_box(state, 4) == 1
    assert LOST not in (state.where[state.ruleset.number["A/1/23"]],)
