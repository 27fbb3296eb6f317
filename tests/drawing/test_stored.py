"""The maps kept with the games are those that would be drawn now; any other board is drawn when it is asked for."""

from __future__ import annotations

import json

import pytest

from beachhead.drawing import draw, draw_board, inputs, sheets
from beachhead.drawing.stored import stored
from beachhead.engine.game import Game
from beachhead.games import all_games

DRAWN = [game for game in all_games() if game.board(game.ruleset(game.parameters()))]
SHEETS = [(game, scenario) for game in DRAWN for scenario in sheets(game).values()]


@pytest.mark.parametrize(("game", "scenario"), SHEETS, ids=lambda value: value if isinstance(value, str) else value.id)
def test_the_map_that_is_kept_is_the_one_that_would_be_drawn(game: Game, scenario: str) -> None:
    board, theme = inputs(game, game.ruleset(game.parameters(scenario)))
    kept = stored(game, board, theme)
    assert kept is not None, "the board or the theme has changed: `make maps` draws the map anew"
    drawn = json.loads(json.dumps(draw_board(json.loads(board), json.loads(theme))))
    assert json.loads(kept) == drawn, "the drawing has changed: `make maps` draws the map anew"


def test_another_board_is_not_mistaken_for_ours() -> None:
    game = DRAWN[0]
    board, theme = inputs(game, game.ruleset(game.parameters()))
    other = json.loads(board)
    other["names"] = {}
    assert stored(game, json.dumps(other, sort_keys=True), theme) is None
    assert draw(game, game.ruleset(game.parameters()))["labels"]
