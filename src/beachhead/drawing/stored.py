"""Maps drawn beforehand. Drawing takes seconds of work; the map of a game's own components never changes, so it lies beside them.

`make maps` draws them anew; a test tells when that is needed. An owner's own components are drawn when they are first asked for.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from beachhead.engine.game import Game

NAME = "drawing{}.json"


def fingerprint(board: str, theme: str) -> str:
    """What a drawing was made from."""
    return hashlib.sha256(f"{board}\n{theme}".encode()).hexdigest()


def stored(game: Game, board: str, theme: str) -> str | None:
    """The drawing kept beside the game's components, if it was made from just this board and theme."""
    mark = fingerprint(board, theme)
    for path in sorted(game.folder.glob(NAME.format("*"))):
        kept: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        if kept["of"] == mark:
            return json.dumps(kept["drawing"])
    return None


def store(game: Game, board: str, theme: str, drawing: dict[str, Any], sheet: str = "") -> Path:
    """Keep a drawing beside the game's components, for one sheet of its theme."""
    path = game.folder / NAME.format(f"-{sheet}" if sheet else "")
    kept = {"of": fingerprint(board, theme), "drawing": drawing}
    path.write_text(json.dumps(kept, separators=(",", ":"), ensure_ascii=False) + "\n", encoding="utf-8")
    return path
