"""Advances along paths that play seldom brings about."""

from __future__ import annotations

import beachhead as bh
from beachhead.games.saipan.state import SaipanState
from beachhead.games.saipan.storming import SaipanAdvance
from beachhead.testing import proves


def after_retreat(**units: str) -> SaipanState:
    """A beaten J:X has gone from 0404 by way of 0405 and 0406 to somewhere far; others stand as told."""
    described = {name.replace("_", ":"): text for name, text in units.items()}
    position = {
        "board": {"size": [7, 9]},
        "units": {"J:X": "infantry 2-3-8 at 0709", **described},
        "turn": 2,
        "phase": "us movement",
    }
    state = bh.game("saipan").position(position)
    assert isinstance(state, SaipanState)
    space = state.ruleset.ground.grid.space
    state.paths = [(state.ruleset.number["J:X"], space("0404"), space("0405"), space("0406"))]
    return state


def walks(state: SaipanState, unit: int) -> dict[int, tuple[int, ...]]:
    return state.ruleset.step_of(SaipanAdvance).walks(state, unit)


def ends(state: SaipanState, name: str) -> set[str]:
    return {state.ruleset.hex_name(space) for space in walks(state, state.ruleset.number[name])}


@proves("saipan", "7.92", "7.95", "7.91")
def test_the_whole_path_is_open() -> None:
    assert ends(after_retreat(U_A="infantry 5-4-8 at 0403"), "U:A") == {"0404", "0405", "0406"}


@proves("saipan", "7.95", "5.12")
def test_an_enemy_that_came_to_rest_on_the_path_ends_the_advance_before_him() -> None:
    state = after_retreat(U_A="infantry 5-4-8 at 0403", J_Y="infantry 2-3-8 at 0405")
    assert ends(state, "U:A") == {"0404"}


@proves("saipan", "5.31", "7.97")
def test_a_friend_on_the_path_is_passed_but_not_joined() -> None:
    state = after_retreat(U_A="infantry 5-4-8 at 0403", U_B="infantry 5-4-8 at 0405")
    assert ends(state, "U:A") == {"0404", "0406"}


@proves("saipan", "12.34-c", "7.92")
def test_a_japanese_unit_advances_by_way_of_a_beachhead_rather_than_past_it() -> None:
    """Two paths lead to 0506; only the second goes through the marker. To a U.S. unit its own markers mean nothing (R61)."""
    state = after_retreat(J_A="infantry 2-3-8 at 0403", U_A="infantry 5-4-8 at 0504")
    space, loser = state.ruleset.ground.grid.space, state.ruleset.number["J:X"]
    past, through = ([space(name) for name in ("0404", middle, "0506")] for middle in ("0405", "0505"))
    state.paths = [(loser, *past), (loser, *through)]
    state.markers = [space("0505")]
    assert walks(state, state.ruleset.number["J:A"])[space("0506")] == tuple(through)
    assert walks(state, state.ruleset.number["U:A"])[space("0506")] == tuple(past)
