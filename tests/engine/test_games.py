"""Games as declared: ids, scenarios, options, and what is said when they are wrong."""

from __future__ import annotations

from typing import Any

import pytest

import beachhead as bh

ALL = list(bh.all_games())
each_game = pytest.mark.parametrize("game", ALL, ids=lambda game: game.id)


@each_game
def test_a_game_declares_itself(game: bh.Game) -> None:
    assert game.id == game.id.lower()
    assert game.title
    assert game.version
    assert set(game.side_names) == set(game.sides)
    assert game.modes
    assert game.max_actions > 0
    assert len({scenario.id for scenario in game.scenarios}) == len(game.scenarios) > 0
    assert all(scenario.turns > 0 for scenario in game.scenarios)


@each_game
def test_options_have_their_case_and_default(game: bh.Game) -> None:
    for option in game.options:
        assert option.case in game.cases
        assert option.default in option.values
        assert option.says
        assert option.plain()["name"] == option.name
        scenario = option.scenarios[0] if option.scenarios else None
        for value in option.values:
            assert game.settle_options({option.name: value}, scenario=scenario)[option.name] == value


def test_a_game_that_does_not_exist() -> None:
    with pytest.raises(bh.UserError, match="did you mean 'saipan'"):
        bh.game("saipam")
    with pytest.raises(bh.UserError, match="there are:"):
        bh.game("monopoly")


@pytest.mark.parametrize(
    ("scenario", "options", "words"),
    [
        ("fre", {}, "did you mean 'free'"),
        ("waterloo", {}, "there are: free, historical"),
        (None, {"minimum_moves": True}, "did you mean 'minimum_move'"),
        (None, {"minimum_move": 1}, "minimum_move is one of False, True, not 1"),
        (None, {"reinforcement_rate": "fast"}, "one of printed, per_beachhead"),
        (None, {"reinforcement_rate": None}, "one of printed"),
        (None, {"reinforcement_rate": ["printed"]}, "one of printed"),
    ],
)
def test_wrong_scenarios_and_options(scenario: str | None, options: dict[str, Any], words: str) -> None:
    with pytest.raises(bh.UserError, match=words):
        bh.game("saipan").new(scenario, seed=1, **options)


def test_options_are_part_of_the_game() -> None:
    game = bh.game("saipan")
    plain, other = game.new("historical", seed=1), game.new("historical", seed=1, minimum_move=True)
    assert plain.digest() != other.digest()
    assert other.view()["options"]["minimum_move"] is True
    assert plain.ruleset is game.new("historical", seed=9).ruleset


def test_sides_that_do_not_exist() -> None:
    state = bh.game("saipan").new("historical", seed=1)
    with pytest.raises(bh.UserError, match="no such side"):
        state.view("germany")
    with pytest.raises(bh.UserError, match="no such side"):
        state.sample("germany")


@pytest.mark.parametrize(
    "description",
    [
        {"bord": {}},
        {"scenario": "waterloo"},
        {"phase": "tea"},
        {"turn": 0},
        {"turn": "soon"},
        {"units": {"U:1/2": "on the moon"}},
        {"units": {"U:9/99": "1203"}},
        {"units": {"U:1/2": "1103"}},
        {"board": {"size": [0, 0]}, "units": {}},
        {"board": {"size": "large"}, "units": {}},
        {"board": {"size": [5, 5], "hexes": {"0909": "rough"}}, "units": {}},
        {"moved": ["U:9/99"]},
        {"support": 5},
        {"moment": {}},
        {"others": "maybe"},
        {"options": {"minimum_move": 5}},
        {"units": 5},
        {"beachheads": ["9999"]},
    ],
    ids=str,
)
def test_positions_that_make_no_sense(description: dict[str, Any]) -> None:
    with pytest.raises(bh.UserError):
        bh.game("saipan").position(description)


def test_odds_of_an_illegal_action_are_refused() -> None:
    state = bh.game("saipan").new("historical", seed=1)
    with pytest.raises(bh.IllegalAction):
        state.odds("done")
    assert state.odds(state.actions()[0]) == {}
