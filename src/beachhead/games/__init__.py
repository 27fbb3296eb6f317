"""The games, registered in one place. A game is imported when it is first asked for."""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterator
from functools import cache
from importlib import import_module

from beachhead.engine.errors import PositionError
from beachhead.engine.game import SAVE_FORMAT, Game
from beachhead.engine.state import State

REGISTERED: dict[str, str] = {
    "saipan": "beachhead.games.saipan:Saipan",
    "rage": "beachhead.games.rage:Rage",
}
"""Id -> where its `Game` class stands. A line here is all it takes to register a game."""


@cache
def game(id: str) -> Game:
    """The game of that id.

    >>> game("saipan").title
    'Saipan: Conquest of the Marianas, June 1944'
    """
    if id not in REGISTERED:
        close = difflib.get_close_matches(id, REGISTERED, n=1)
        hint = f"did you mean {close[0]!r}?" if close else f"there are: {', '.join(REGISTERED)}"
        raise PositionError(f"no such game: {id!r} ({hint})")
    module, _, name = REGISTERED[id].partition(":")
    made: Game = getattr(import_module(module), name)()
    return made


def games() -> Iterator[Game]:
    """All games."""
    return map(game, REGISTERED)


def dumps(state: State) -> str:
    """A state as text that `loads` reads, secrets and seed included: for the owner of the game, not for a seat."""
    return json.dumps(state.setup.game.save(state), sort_keys=True, separators=(",", ":"))


def loads(text: str) -> State:
    """The state that `dumps` wrote."""
    try:
        data = json.loads(text)
        if not isinstance(data, dict) or data.get("beachhead") != SAVE_FORMAT:
            raise PositionError(f"this is no save of format {SAVE_FORMAT}")
        return game(str(data["game"])).load(data)
    except json.JSONDecodeError as error:
        raise PositionError(f"this save is no JSON: line {error.lineno}: {error.msg}") from None
    except RecursionError:
        raise PositionError("this save is nested too deeply") from None
    except KeyError as error:
        raise PositionError(f"this save lacks {error}") from None
