"""Who can sit in a seat. Bots are made here by name; people are asked at the table."""

from __future__ import annotations

import difflib
from collections.abc import Callable

from beachhead.engine.errors import UserError
from beachhead.engine.seats import BOOK, HUMAN
from beachhead.players.base import Player, Seat
from beachhead.players.book import BookPlayer
from beachhead.players.random import RandomPlayer
from beachhead.players.sergeant import SergeantPlayer, knows, not_learned

PLAYERS: dict[str, Callable[[str], Player]] = {"random": RandomPlayer, "sergeant": SergeantPlayer}
"""Name -> a maker that takes the seed of the player's own dice. A line here is all it takes to add a player. The book is not
among them: it sits only where a scenario says that it plays."""


def player(name: str, seed: int | str = 0) -> Player:
    """A player of that name, with its own stream of chance.

    >>> player("random", seed=7).name
    'random'
    """
    if name == BOOK:
        return BookPlayer(str(seed))
    return PLAYERS[check_player(name)](str(seed))


def players_of(game: str) -> list[str]:
    """The players that can play a game, the best last: the sergeant only if it has a drill for it."""
    return [name for name in PLAYERS if name != SergeantPlayer.name or knows(game)]


def check_player(name: str, game: str = "", *, people: bool = False, book: bool = False) -> str:
    """The name, if somebody goes by it who can play this game; else an error that says what to do. `people`: a person may sit
    here too; `book`: the rulebook plays this side."""
    if game and name == SergeantPlayer.name and not knows(game):
        raise UserError(not_learned(game))
    known = [*([HUMAN] if people else []), *PLAYERS, *([BOOK] if book else [])]
    if name in known:
        return name
    if name == BOOK:
        raise UserError(f"the rulebook does not play this side; there are: {', '.join(known)}")
    close = difflib.get_close_matches(name, known, n=1)
    hint = f"did you mean {close[0]!r}?" if close else f"there are: {', '.join(known)}"
    if name == HUMAN:
        hint = f"a person cannot play unattended; there are: {', '.join(known)}"
    raise UserError(f"no such player: {name!r} ({hint})")


__all__ = [
    "BOOK",
    "HUMAN",
    "PLAYERS",
    "BookPlayer",
    "Player",
    "RandomPlayer",
    "Seat",
    "SergeantPlayer",
    "check_player",
    "player",
    "players_of",
]
