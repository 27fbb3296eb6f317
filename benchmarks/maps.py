"""Draw the maps of all games anew and keep them with their components: after a change of a board, a theme or the drawing."""

from __future__ import annotations

from beachhead.drawing import redraw, sheets
from beachhead.games import all_games

if __name__ == "__main__":
    for game in all_games():
        for name, scenario in sheets(game).items():
            print(redraw(game, game.ruleset(game.parameters(scenario)), name))
