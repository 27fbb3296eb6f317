"""The games, registered in one place. A game is imported when it is first asked for."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from importlib import import_module

from beachhead.engine.errors import PositionError, UserError
from beachhead.engine.files import bounds
from beachhead.engine.game import SAVE_FORMAT, Game
from beachhead.engine.ruleset import shared
from beachhead.engine.state import State

REGISTERED: dict[str, str] = {
    "saipan": "beachhead.games.saipan:Saipan",
    "rage": "beachhead.games.rage:Rage",
    "olympic": "beachhead.games.olympic:Olympic",
    "bonins": "beachhead.games.bonins:Bonins",
    "dday": "beachhead.games.dday:DDay",
}
"""Id -> where its `Game` class is. A line here is all it takes to register a game."""


def game(id: str) -> Game:
    """The game of that id.

    >>> game("saipan").title
    'Saipan: Conquest of the Marianas, June 1944'
    """
    if not isinstance(id, str) or id not in REGISTERED:
        close = difflib.get_close_matches(id, REGISTERED, n=1) if isinstance(id, str) and len(id) <= bounds.NAME else []
        hint = f"did you mean {close[0]!r}?" if close else f"there are: {', '.join(REGISTERED)}"
        raise UserError(f"no such game: {bounds.clip(id)} ({hint})")
    module, _, name = REGISTERED[id].partition(":")
    return shared(getattr(import_module(module), name))


def all_games() -> Iterator[Game]:
    """All games."""
    return map(game, REGISTERED)


def dumps(state: State) -> str:
    """A state as text that `loads` reads, secrets and seed included: for the owner of the game, not for a seat."""
    return state.ruleset.game.dumps(state)


def loads(text: str) -> State:
    """The state that `dumps` wrote."""
    data = bounds.read_json(text, "this save")
    if not isinstance(data, dict):
        raise PositionError("this is not a save: it does not hold a JSON object")
    bounds.known_format(data.get("beachhead"), SAVE_FORMAT, "save")
    if "game" not in data:
        raise PositionError("this save does not name its game")
    try:
        found = game(str(data["game"]))
    except UserError as error:
        raise PositionError(f"this save cannot be loaded: {error}") from None
    state: State = found.load(data)
    return state
