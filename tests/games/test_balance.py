"""How trial games ended: counts that `make balance` stores, shown on the start page. Nobody writes them by hand."""

from __future__ import annotations

import datetime

import pytest

import beachhead as bh
from beachhead.engine.seats import BOOK
from beachhead.players import players_of


@pytest.mark.parametrize("game", list(bh.all_games()), ids=lambda game: game.id)
def test_every_scenario_has_been_tried(game: bh.Game) -> None:
    """If not: `make balance GAME=<id>`."""
    assert list(game.balance) == [scenario.id for scenario in game.scenarios]
    for scenario in game.scenarios:
        tried = game.balance[scenario.id]
        assert sum(tried["results"].values()) == tried["trials"] >= 20, scenario.id
        assert set(tried["results"]) == {*game.sides, "draw"}
        assert tried["rules"] in game.versions
        best = players_of(game.id)[-1]
        assert tried["players"] == {side: BOOK if side in scenario.book else best for side in game.sides_of(scenario.id)}
        datetime.date.fromisoformat(tried["date"])
