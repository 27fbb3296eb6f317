"""All lines of a game, each under a key that says what it is about."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from beachhead.engine.game import Game
from beachhead.testing.digests import positions, whole_games
from beachhead.testing.digests.settings import Hash, Setting, settings

MANY = 100
"""Games of the long line about play, which is compared by the command, not in the tests."""
WHOLE = ("play", "events", "words", "players", "records", "tables")
"""Kinds of line that are not about positions."""
KINDS = (*WHOLE, *positions.KINDS)


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

    def line(self) -> str:
        """The line, as the program is now."""
        if self.kind == "play":
            return whole_games.play(self.setting, self.games or whole_games.GAMES)
        if self.kind == "players":
            return whole_games.players(self.setting, dict(self.players))
        if self.kind == "events":
            return whole_games.events(self.setting)
        if self.kind == "words":
            return whole_games.words(self.setting)
        if self.kind == "records":
            return whole_games.records(self.setting)
        if self.kind == "tables":
            return tables(self.setting)
        return positions.line(self.setting, self.kind)


def tables(setting: Setting) -> str:
    """What a game declares, its cases, and what is printed on its map and charts."""
    game, found = setting.game, Hash()
    ruleset = setting.new(0).ruleset
    found.add(game.plain(), ruleset.parameters, [[case.id, case.title, case.says] for case in game.cases.values()])
    found.add(game.board(ruleset), game.charts(ruleset), game.schedule(ruleset))
    found.add([[verb.word, verb.kinds] for verb in ruleset.verbs], {kind: names.full for kind, names in ruleset.names.items()})
    return found.line()


def keys(game: Game, *, games: int = 0) -> Iterator[Key]:
    """What is compared of a game; with `games`, also a long line about play for each setting. Older rules are only played."""
    for setting in settings(game):
        yield Key(setting, "play")
        if games:
            yield Key(setting, "play", games)
        if setting.rules:
            continue
        for pairing in whole_games.pairings(setting):
            yield Key(setting, "players", players=tuple(pairing.items()))
        for kind in KINDS:
            if kind not in ("play", "players"):
                yield Key(setting, kind)


def lines(some: Iterator[Key]) -> Mapping[str, str]:
    """The lines of some keys, by their texts."""
    return {str(key): key.line() for key in some}
