"""Draw the maps of all games anew and keep them with their components: after a change of a board, a theme or the drawing."""

from __future__ import annotations

from beachhead.drawing import redraw
from beachhead.games import all_games

if __name__ == "__main__":
    for game in all_games():
        for scenario in {one.sheet: one.id for one in reversed(game.scenarios)}.values():
            ruleset = game.ruleset(game.parameters(scenario))
            if game.board(ruleset):
                print(redraw(game, ruleset))
