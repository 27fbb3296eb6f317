"""Drawing a game's map: from the plain data of its board and its theme to layers of paths that a page, or a picture, can show.

Nothing here knows a game, and nothing is left to chance: the same board gives the same drawing, byte for byte.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from beachhead.drawing.areamap import draw_areas
from beachhead.drawing.hexmap import draw_hexes
from beachhead.drawing.picture import svg
from beachhead.engine.game import Game
from beachhead.engine.setup import Setup

__all__ = ["draw", "draw_board", "svg"]


def draw(game: Game, setup: Setup) -> dict[str, Any]:
    """The drawing of a match's map (docs/protocol.md); made once for every board."""
    board = json.dumps(game.board(setup), sort_keys=True)
    theme = json.dumps(game.lore("theme") or {})
    found: dict[str, Any] = json.loads(_drawn(board, theme))
    return found


@lru_cache(maxsize=8)
def _drawn(board: str, theme: str) -> str:
    return json.dumps(draw_board(json.loads(board), json.loads(theme)))


def draw_board(board: Mapping[str, Any], theme: Mapping[str, Any]) -> dict[str, Any]:
    """The drawing of a board given as plain data."""
    if board["kind"] == "areas":
        return draw_areas(board, theme)
    return draw_hexes(board, theme)
