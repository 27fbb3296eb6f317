"""Nobody at a table of D-Day learns what nobody can know: the next card, what lies face down, which counter culling brings back.
The long run is benchmarks/worlds.py."""

from __future__ import annotations

from typing import Any

import pytest

import beachhead as bh
from beachhead.engine.event import Event

from ..worlds import Leak, Tally
from .two_worlds import GAME, compare_after, compare_before, trial


@pytest.mark.parametrize("scenario", ["d-day", "hot-rocks", "drive-to-the-sea"])
def test_worlds_part_only_where_the_rules_disclose_something(scenario: str) -> None:
    tally = trial(scenario, 1, 40)
    assert tally.to_the_end > 5
    assert tally.disclosed


def opening() -> tuple[Any, int]:
    """The beginning of a game, and a position in which a unit lies face down."""
    state: Any = bh.Match.new(GAME.id, "d-day", seed=5).state
    return state, next(position for position, counter in enumerate(state.unit) if counter < 0)


def test_a_counter_that_is_settled_before_it_is_turned_up_is_found() -> None:
    state, position = opening()
    other = state.copy()
    lot = -other.unit[position]
    number, *rest = other.lots[lot]
    other.lots[lot] = rest
    other.unit[position] = number
    with pytest.raises(Leak, match="chance has settled lots, unit"):
        compare_after(state, other, [], [], "planted", Tally())


@pytest.mark.parametrize("kind", ["depth", "reserve", "culled"])
def test_a_blind_act_that_names_its_counter_is_found(kind: str) -> None:
    state, _ = opening()
    here, there = [[Event(kind, "9.2-f", f"{counter} is placed in 0508", {"counter": counter})] for counter in ("D07", "D08")]
    with pytest.raises(Leak, match=f"hears of {kind}"):
        compare_after(state, state.copy(), here, there, "planted", Tally())


def test_what_can_be_seen_before_the_act_counts_too() -> None:
    state, _ = opening()
    other = state.copy()
    other.naval += 1
    with pytest.raises(Leak, match=r"sees what nobody knows yet|an answer depends"):
        compare_before(state, other, "planted", 1)
