"""Draw the maps of all games anew and keep them with their components: after a change of a board, a theme or the drawing."""

from __future__ import annotations

from beachhead.drawing import redraw
from beachhead.games import games

if __name__ == "__main__":
    for game in games():
        setup = game.setup(game.source())
        if game.board(setup):
            print(redraw(game, setup))
