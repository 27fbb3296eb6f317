"""Culling (9.5): nobody sees which of the eliminated come back."""

from __future__ import annotations

from fractions import Fraction

from beachhead.engine.chance import lots
from beachhead.games.dday.game import DDay
from beachhead.games.dday.state import DEPTHS, ELITES, LOST_DEPTH, OUT, RESERVES, DDayState
from beachhead.testing import proves

CENTER = 3


def culled() -> DDayState:
    """Three units and two markers in the boxes on an AM turn, after the culling."""
    state = DDay().position(
        {
            "scenario": "campaign",
            "turn": 10,
            "phase": "first event",
            "units": {"A/1/23": "0512"},
            "japanese": {"F1": "?"},
            "elites": ["A/309", "B/309", "C/309"],
            "lost depth": ["D01", "D02"],
        }
    )
    for _ in range(2):
        state.apply("cull")
    return state


@proves("dday", "9.5-a", "9.5-b", "9.5-c", "9.5-f")
def test_each_unit_comes_back_with_the_same_chance() -> None:
    state = culled()
    number = state.ruleset.counter_number
    (back,) = state.pools[RESERVES + CENTER - 1]
    (waiting,) = state.pools[ELITES]
    third = Fraction(1, 3)
    for counter in (back, waiting, next(gone for gone in state.pools[OUT] if gone in (back, waiting))):
        assert lots.candidates(state.lots, counter) == {number[name]: third for name in ("A/309", "B/309", "C/309")}


@proves("dday", "9.5-f")
def test_one_of_two_markers_is_gone_and_nobody_knows_which() -> None:
    state = culled()
    number = state.ruleset.counter_number
    assert state.pools[LOST_DEPTH] == []
    (back,) = state.pools[DEPTHS + CENTER - 1]
    assert lots.candidates(state.lots, back) == {number["D01"]: Fraction(1, 2), number["D02"]: Fraction(1, 2)}
    assert back in state.pools[OUT]
