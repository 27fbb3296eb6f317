"""Steps that are passed over: what is told, what is kept for refusals, for how long, and for whom."""

from __future__ import annotations

from typing import Any

import pytest

import beachhead as bh
from beachhead.engine.action import pack
from beachhead.engine.chance.dice import Dice
from beachhead.engine.event import Event
from beachhead.engine.refusal import Refusal
from beachhead.engine.state import State
from beachhead.engine.step import Step
from beachhead.series.island_war.combat.banzai import Banzai
from beachhead.series.island_war.verbs import DONE

BARRAGE_ALONE: dict[str, Any] = {
    "board": {"size": [9, 9]},
    "units": {
        "U:A": "infantry 5-4-8 at 0101",
        "U:G": "artillery 3-3-10/1-4 at 0404",
        "U:K": "artillery 3-3-10/1-4 at 0403",
        "U:L": "artillery 3-3-10/1-4 at 0402",
        "J:X": "infantry 2-3-8 at 0407",
        "J:Y": "infantry 2-3-8 at 0607",
        "J:H": "artillery 2-1-10/1-4 at 0909",
    },
    "phase": "us combat",
    "support": {"us": 0, "jp": 0},
}


@pytest.fixture
def state() -> State:
    """A combat phase with three guns that may fire, none of which has."""
    found: State = bh.game("saipan").position(BARRAGE_ALONE, Dice.scripted([3, 3]))
    return found


def fire(state: State, events: list[Event] | None) -> None:
    """A barrage without effect; both sides could add a gun, and only the attacker is asked."""
    state.apply("barrage U:G J:X", events)
    state.apply("done", events)


def refusal(state: State, text: str) -> str:
    found = state.why_not(text)
    assert found is not None
    return found.case


def step_of(state: State, name: str) -> Any:
    return state.ruleset.steps[state.ruleset.step_number[name]]


def test_a_step_that_is_passed_over_is_told_with_its_name(state: State) -> None:
    events: list[Event] = []
    fire(state, events)
    skipped = [event for event in events if event.kind == "skipped"]
    assert [(event.case, event.data["step"], event.seen_by) for event in skipped] == [("8.45", "protect", None)]


def test_its_reason_is_given_until_the_next_action(state: State) -> None:
    state.dice = Dice.scripted([2])
    fire(state, [])
    assert refusal(state, "protect J:H") == "8.45"
    assert refusal(state, "retreat J:X 0408") == "8.15"
    assert refusal(state.copy(), "retreat J:X 0408") == "8.15"
    state.apply("barrage U:K J:Y", [])
    assert state.passed == ()
    assert refusal(state, "retreat J:X 0408") == "7.7"


def test_nothing_is_kept_where_nobody_listens(state: State) -> None:
    fire(state, None)
    assert state.passed == ()
    assert refusal(state, "protect J:H") == "4.1-1B-c"


def test_it_is_no_part_of_the_state(state: State) -> None:
    heard, unheard = state, state.copy()
    fire(heard, [])
    unheard.dice = Dice.scripted([3, 3])
    fire(unheard, None)
    assert heard.passed
    assert heard.digest() == unheard.digest()
    heard.dice = Dice(bytes(16))  # scripted dice cannot be saved
    loaded = bh.game("saipan").load(bh.game("saipan").save(heard))
    assert loaded.digest() == heard.digest()
    assert refusal(loaded, "protect J:H") == "4.1-1B-c"


def test_a_reason_about_a_unit_answers_for_that_unit_alone(state: State) -> None:
    state.sink = []
    state.pass_over(step_of(state, "retreat"), Refusal("7.74", "U:A cannot go", ("U:A",)))
    assert refusal(state, "retreat U:A 0102") == "7.74"
    assert refusal(state, "retreat J:X 0408") == "7.7"


def test_the_step_at_hand_refuses_its_own_actions(state: State) -> None:
    state.sink = []
    state.pass_over(step_of(state, "combat"), Refusal("7.15", "nobody is near"))
    assert refusal(state, "attack U:A J:X") == "7.15"
    state.pass_over(step_of(state, "combat"), Refusal("9.14", "nobody is near"))
    assert refusal(state, "barrage U:A J:X") == "7.15"


def test_a_reason_that_one_side_may_know_is_kept_from_the_other(state: State) -> None:
    events: list[Event] = []
    state.sink = events
    state.pass_over(step_of(state, "retreat"), Refusal("7.74", "a secret"), seen_by=("jp",))
    assert [event.seen_by for event in events] == [("jp",)]
    assert refusal(state, "retreat U:A 0102") == "7.7"
    state.pass_over(step_of(state, "advance"), Refusal("7.94", "no secret"))
    assert [passed.why.case for passed in state.sample("us").passed] == ["7.94"]
    assert [passed.why.case for passed in state.sample("jp").passed] == ["7.74", "7.94"]


def test_a_reason_can_be_kept_without_being_told(state: State) -> None:
    events: list[Event] = []
    state.sink = events
    state.pass_over(step_of(state, "retreat"), Refusal("7.74", "plain to see"), told=False)
    assert events == []
    assert refusal(state, "retreat U:A 0102") == "7.74"


def test_closing_words_ask_for_no_step_in_particular(state: State) -> None:
    state.apply("barrage U:G J:X", [])
    state.sink = []
    closing = Step[State]()
    closing.verbs = (DONE,)
    state.pass_over(closing, Refusal("7.74", "that one could be closed"))
    state.replace(Banzai)
    assert state.refusal_of(pack(DONE)).case == "10.0"
