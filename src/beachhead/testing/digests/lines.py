"""All lines of a game, each under a key that says what it is about."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from beachhead.engine.game import Game
from beachhead.testing.digests import positions, whole_games
from beachhead.testing.digests.settings import Setting, settings

MANY = 100
"""Games of the long line about play, which the command compares, but not the tests."""
LENGTH = 16
"""Of a line."""


def tables(setting: Setting) -> Iterator[Any]:
    """What a game declares, its cases, and what is printed on its map and charts."""
    game, ruleset = setting.game, setting.new(0).ruleset
    yield game.plain(), ruleset.parameters
    yield from ([case.id, case.title, case.says] for case in game.cases.values())
    yield game.board(ruleset)
    yield game.charts(ruleset)
    yield game.schedule(ruleset)
    yield [[verb.word, verb.kinds] for verb in ruleset.verbs], {kind: names.full for kind, names in ruleset.names.items()}


PLAY, PLAYERS = "play", "players"
WHOLE: Mapping[str, Callable[[Setting], Iterator[Any]]] = MappingProxyType(
    {
        PLAY: whole_games.play,
        "events": whole_games.events,
        "words": whole_games.words,
        "records": whole_games.records,
        "tables": tables,
    }
)
"""Kinds of line that are not about positions, apart from those about players."""
KINDS = (*WHOLE, PLAYERS, *positions.KINDS)
CHANGED_BY_OPTIONS = (PLAY, "events", "choices", "odds", "views", "previews", "refusals")
"""What is compared with one option changed; all kinds are with all of them changed together."""


@dataclass(frozen=True, slots=True)
class Key:
    """What a line is about: a setting and a kind; for play a number of games, for players who plays which side."""

    setting: Setting
    kind: str
    games: int = 0
    players: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        more = [f"x{self.games}"] if self.games else [f"{side}={name}" for side, name in self.players]
        return f"{self.setting}: {' '.join([self.kind, *more])}"

    def values(self) -> Iterator[Any]:
        """All that goes into the line, as plain data."""
        if self.games:
            return whole_games.play(self.setting, self.games)
        if self.kind == PLAYERS:
            return whole_games.players(self.setting, dict(self.players))
        return WHOLE[self.kind](self.setting) if self.kind in WHOLE else positions.values(self.setting, self.kind)

    def texts(self) -> Iterator[str]:
        """The same as JSON. Types count (True is not 1), and so does the order of mappings: this is how clients receive them."""
        return (json.dumps(value, ensure_ascii=True, separators=(",", ":")) for value in self.values())

    def line(self) -> str:
        """The line, as the program is now."""
        found = hashlib.sha256()
        for text in self.texts():
            found.update(f"{text}\n".encode())
        return found.hexdigest()[:LENGTH]


def keys(game: Game, *, games: int = 0) -> Iterator[Key]:
    """What is compared of a game; with `games`, also a long line about play for each setting. Older rules are only played."""
    for setting in settings(game):
        yield Key(setting, PLAY)
        if games:
            yield Key(setting, PLAY, games)
        if setting.rules:
            continue
        for pairing in whole_games.pairings(setting) if setting.thorough else ():
            yield Key(setting, PLAYERS, players=tuple(pairing.items()))
        for kind in KINDS if setting.thorough else CHANGED_BY_OPTIONS:
            if kind not in (PLAY, PLAYERS):
                yield Key(setting, kind)
