"""Movement on later turns, which positions of D-Day do not reach: three hexes, the second field hex, terraces (7.3)."""

from __future__ import annotations

from typing import Any

import pytest

from beachhead.boards.hexes import spaces_of
from beachhead.engine.errors import IllegalAction
from beachhead.games import game
from beachhead.games.dday.island.passability import allowance
from beachhead.games.dday.moves import arrival
from beachhead.games.dday.state import DDayState
from beachhead.testing import proves

FIELD = {"A1": {"hex": "0405", "color": "red"}}


def at_turn(turn: int, **given: Any) -> DDayState:
    """A position of the US Action Phase on a turn that the scenario does not have."""
    state = game("dday").position({"scenario": "d-day", "turn": 6, "phase": "actions", **given})
    assert isinstance(state, DDayState)
    state.turn = turn
    state.touch()
    state.forget_choices()
    return state


def hexes(state: DDayState, start: str) -> set[str]:
    """The last words of the actions that begin like this."""
    return {text.split()[-1] for text in map(str, state.actions()) if text.startswith(f"{start} ")}


def place(state: DDayState, unit: str) -> str:
    return state.ruleset.hex_name(state.where[state.ruleset.number[unit]])


@proves("dday", "7.0-a-move", "7.3", "7.3.1-a")
def test_three_hexes_from_turn_7() -> None:
    assert [allowance(turn) for turn in (1, 6, 7, 66)] == [2, 2, 3, 3]
    board = {"size": [6, 12]}
    state = at_turn(7, board=board, units={"A/1/23": "0302", "2A/4Tk": "0502", "HQ/2/23": "0112"})
    for unit, row in (("A/1/23", "03"), ("2A/4Tk", "05")):
        for column in ("03", "04", "05"):
            state.apply(f"move {unit} {row}{column}")
        assert state.decision.step == "actions"
        assert place(state, unit) == f"{row}05"


@proves("dday", "7.3.1-b", "7.3.3-a-example")
def test_the_second_hex_under_a_field_ends_a_move() -> None:
    """0403 is steady; so are 0304, 0503 and 0504, and they touch nobody. The position is disrupted, which changes nothing, and
    tied down by nobody."""
    board = {"size": [8, 14], "positions": FIELD}
    japanese = {"0405": {"unit": "A/309", "disrupted": True}}
    units = {"A/1/23": "0402", "2A/4Tk": "0402", "HQ/2/23": "0814"}
    state = at_turn(7, board=board, units=units, japanese=japanese)
    state.apply("move A/1/23 0403")
    assert state.decision.step == "move"
    state.apply("move A/1/23 0304")
    assert state.decision.step == "actions"
    state.apply("move 2A/4Tk 0403")
    state.apply("move 2A/4Tk 0304")
    assert state.decision.step == "move"
    with pytest.raises(IllegalAction):
        state.apply("done")


@proves("dday", "7.3.1-b", "7.2-b")
def test_the_strictest_rule_stops_a_stack() -> None:
    board = {"size": [8, 14], "positions": FIELD}
    japanese = {"0405": {"unit": "A/309", "disrupted": True}}
    units = {"A/1/23": "0402", "2A/4Tk": "0402", "HQ/2/23": "0814"}
    state = at_turn(7, board=board, units=units, japanese=japanese)
    state.apply("move 2A/4Tk 0403 with A/1/23")
    state.apply("move 2A/4Tk 0304")
    assert state.decision.step == "actions"


@proves("dday", "7.3.1-b")
def test_the_starting_hex_does_not_count_nor_does_an_empty_position() -> None:
    board = {"size": [8, 14], "positions": FIELD}
    units = {"A/1/23": "0403", "HQ/2/23": "0814"}
    state = at_turn(7, board=board, units=units, japanese={"0405": {"unit": "A/309", "disrupted": True}})
    state.apply("move A/1/23 0304")
    assert state.decision.step == "move"
    state = at_turn(7, board=board, units=units)
    state.apply("move A/1/23 0304")
    state.apply("move A/1/23 0305")
    assert state.decision.step == "move"


@proves("dday", "7.3-example-H")
def test_example_h_with_three_hexes() -> None:
    """1320 to 1422 through the steady field of Hill 199 in 1421: a tank is along, so nobody fires."""
    japanese = {"1222": "B/309", "1523": "C/309", "1524": {"unit": "A/310", "forts": ["F2-06"]}}
    units = {"A/1/27": "1320", "HQ/1/27": "1320", "2A/5Tk": "1320", "G/2/27": "1221", "C/1/26": "0613"}
    state = at_turn(7, units=units, japanese=japanese, woken=["E7", "E8", "I1", "F1", "F6", "H2", "I11"])
    state.apply("move A/1/27 1420 with HQ/1/27 2A/5Tk")
    state.apply("move A/1/27 1421")
    state.apply("move A/1/27 1422")
    assert {place(state, unit) for unit in ("A/1/27", "HQ/1/27", "2A/5Tk")} == {"1422"}
    assert len(state.cards[0]) == 55


@proves("dday", "7.3.3-a-example", "7.3.3-a-tiedown")
def test_a_company_next_to_a_hilltop_silences_its_third_ring() -> None:
    board = {"size": [8, 14], "positions": {"A1": {"hex": "0406", "color": "red", "hilltop": True}}}
    units = {"A/1/23": "0403", "HQ/2/23": "0814"}
    state = at_turn(7, board=board, units=units, japanese={"0406": "A/309"})
    assert hexes(state, "step A/1/23")
    units["B/1/23"] = "0407"
    state = at_turn(7, board=board, units=units, japanese={"0406": "A/309"})
    assert not hexes(state, "step A/1/23")
    state.apply("move A/1/23 0304")
    state.apply("move A/1/23 0305")
    assert state.decision.step == "actions"
    assert place(state, "A/1/23") == "0305"


@proves("dday", "7.3.6-a", "7.3.6-b", "7.3.6-c")
def test_bulldozers_work_their_way_inland() -> None:
    state = at_turn(6, units={"C/1/26": "0613"})
    ways, ground = state.ruleset.ways, state.ruleset.ground
    first, beaches, ramps, gone = (ways.terraces_on(turn) for turn in (6, 7, 10, 12))
    names = [{ground.names[space] for space in spaces_of(mask)} for mask in (first, beaches, ramps, gone)]
    assert names[0] >= {"0407", "0409", "0410", "0415", "0508", "0515", "0612", "0613"}
    assert "0416" not in names[0]
    assert "0410" not in names[1]
    assert names[1] >= {"0508", "0515", "0612"}
    assert "0508" not in names[2]
    assert "0612" in names[2]
    assert names[3] == set()
    assert [ways.terraces_on(turn) for turn in (8, 9, 11, 66)] == [beaches, beaches, ramps, 0]


@proves("dday", "6.7")
def test_guns_fall_only_to_units_alone_in_the_hex() -> None:
    board = {"size": [8, 14], "positions": {"A1": {"hex": "0405", "color": "red", "artillery": 2}}}
    fight = {
        "units": {"A/1/23": "0405, from 0404", "HQ/2/23": "0814"},
        "japanese": {"0405": "A/309 up"},
        "done": {"0405": "entered"},
    }
    for given, lost in (
        (fight, 0),
        ({"units": {"A/1/23": "0404", "HQ/2/23": "0814"}}, 0),
        ({"units": {"A/1/23": "0405", "HQ/2/23": "0814"}}, 1),
    ):
        state = at_turn(6, board=board, **given)
        arrival.take_guns(state, state.ruleset.position_hex[0])
        assert state.guns_lost[0] == lost
