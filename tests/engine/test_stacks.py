"""Steps on a stack: which one is at hand, passing one over by its class, and saved ones that do not fit."""

from __future__ import annotations

from typing import Any

import pytest

import beachhead as bh
from beachhead.engine.event import Event
from beachhead.engine.refusal import Refusal

from ..kit.hidden_game import GONE, Ambush, Lookout, LookoutGame, Moved, Raid

GAME = LookoutGame()


def ambush() -> Lookout:
    """The warden may fire at a squad that has come to the village."""
    state = GAME.new(seed=1)
    for text in ("aim village", "hide gun 1 village", "hide gun 2 village", "hide decoy 1 village", "hide decoy 2 village"):
        state.apply(text)
    state.apply("march alpha village")
    return state


def test_the_step_at_hand() -> None:
    state = ambush()
    assert isinstance(state.step, Ambush)
    assert state.is_at(Ambush)
    assert state.is_in(Raid)
    assert not state.is_at(Raid)
    assert state.top(Moved) == state.find(Moved) == (state.ruleset.number_of[Ambush], 0)


def test_a_step_is_passed_over_by_its_class_or_itself() -> None:
    why, told = Refusal("4.1", "nobody is there"), list[Event]()
    state = ambush()
    state.sink = told
    state.pass_over(Ambush, why)
    state.pass_over(state.step, why)
    assert [event.data["step"] for event in told] == ["ambush", "ambush"]
    assert state.passed[0] == state.passed[1]


@pytest.mark.parametrize("change", [{"squad": [GONE, 0, 1]}, {"stack": [["raid"], ["ambush", 3]]}])
def test_a_saved_step_that_does_not_fit_is_refused(change: dict[str, Any]) -> None:
    save = GAME.save(ambush())
    assert GAME.load(save).digest() == ambush().digest()
    with pytest.raises(bh.PositionError, match="its step 'ambush' does not fit the position"):
        GAME.load(save | {"state": save["state"] | change})
