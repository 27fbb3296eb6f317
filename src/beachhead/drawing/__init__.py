"""Drawing a game's map: from the plain data of its board and its theme to layers of paths that a page, or a picture, can show.

Nothing here knows a game, and nothing is left to chance: the same board gives the same drawing, byte for byte.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from beachhead.drawing.areas.areamap import draw_areas
from beachhead.drawing.hexes.hexmap import draw_hexes
from beachhead.drawing.picture import svg
from beachhead.drawing.stored import store, stored
from beachhead.drawing.thumbnail import thumbnail
from beachhead.engine.game import Game
from beachhead.engine.ruleset import Ruleset

__all__ = ["draw", "draw_board", "inputs", "redraw", "svg", "thumbnail"]


def draw(game: Game, ruleset: Ruleset) -> dict[str, Any]:
    """The drawing of a match's map (docs/protocol.md): the one kept with the game, or made once for every other board."""
    board, theme = inputs(game, ruleset)
    found: dict[str, Any] = json.loads(stored(game, board, theme) or _drawn(board, theme))
    return found


def sheets(game: Game) -> dict[str, str]:
    """The scenarios whose maps are kept, by the names of the drawings: one for each sheet of the theme, and one more for a
    scenario that is played on other ground. The last of a sheet gives it its map: one with its own ground comes before."""
    found: dict[str, str] = {}
    seen: dict[tuple[str, str], str] = {}
    for scenario in reversed(game.scenarios):
        ruleset = game.ruleset(game.parameters(scenario.id))
        if game.board(ruleset) and seen.setdefault(inputs(game, ruleset), scenario.id) == scenario.id:
            found[f"{scenario.sheet}-{scenario.id}".strip("-") if scenario.sheet in found else scenario.sheet] = scenario.id
    return found


def redraw(game: Game, ruleset: Ruleset, name: str) -> Path:
    """Draw the map of a game's own components anew and keep it with them under a name."""
    board, theme = inputs(game, ruleset)
    return store(game, board, theme, draw_board(json.loads(board), json.loads(theme)), name)


DRAWN = ("map", "terrain", "hexsides", "routes")
"""The parts of a theme that a drawing is made from; its words may change without a new drawing."""


def inputs(game: Game, ruleset: Ruleset) -> tuple[str, str]:
    """All that a drawing is made from: the board and what the theme says of maps, as text."""
    theme = game.lore("theme", ruleset.parameters["scenario"]) or {}
    return json.dumps(game.board(ruleset), sort_keys=True), json.dumps({key: theme[key] for key in DRAWN if key in theme})


@lru_cache(maxsize=8)
def _drawn(board: str, theme: str) -> str:
    return json.dumps(draw_board(json.loads(board), json.loads(theme)))


def draw_board(board: Mapping[str, Any], theme: Mapping[str, Any]) -> dict[str, Any]:
    """The drawing of a board given as plain data. Its regions, such as sectors, are the page's to draw."""
    drawing = draw_areas(board, theme) if board["kind"] == "areas" else draw_hexes(board, theme)
    if board.get("regions"):
        drawing["regions"] = board["regions"]
    return drawing
