"""Draw the maps of all games anew and keep them with their components: after a change of a board, a theme or the drawing."""

from __future__ import annotations

from beachhead.drawing import redraw
from beachhead.games import all_games

if __name__ == "__main__":
    for game in all_games():
        ruleset = game.ruleset(game.parameters())
        if game.board(ruleset):
            print(redraw(game, ruleset))
