"""Players on the command line: one option for each side of the game, such as `--us sergeant --jp random`.

Only the game knows which sides there are. So these options are taken out of the line before Typer reads the rest of it.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import typer
from typer.core import TyperCommand

from beachhead.engine.errors import UserError
from beachhead.engine.game import Game
from beachhead.games import REGISTERED, all_games
from beachhead.games import game as find_game

_GAME, _NAMED = "beachhead.game", "beachhead.players"


def named_players(context: typer.Context) -> dict[str, str]:
    """Who was named for which side."""
    named: dict[str, str] = context.meta[_NAMED]
    return named


class SidesCommand(TyperCommand):
    """A command about a game whose sides are options."""

    says: ClassVar[str] = ""
    """Who can play a side, and who does if nobody is named."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Take the players out of the line, then read the rest."""
        takes_value = {name: not getattr(option, "is_flag", False) for option in self.get_params(ctx) for name in option.opts}
        named, rest, words = _split(args, takes_value)
        game = next((find_game(word) for word in words[:1] if word in REGISTERED), None)
        if game is not None and "--help" not in rest:
            _check(game, named, takes_value)
        ctx.meta[_GAME], ctx.meta[_NAMED] = game, named
        return super().parse_args(ctx, rest)

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """The help of the other options, then of the sides: those of the game, or of all games if none is named."""
        super().format_options(ctx, formatter)
        named: Game | None = ctx.meta[_GAME]
        names: dict[str, dict[str, None]] = {}
        for game in all_games() if named is None else (named,):
            for side in game.sides:
                names.setdefault(side, {})[game.side_names.get(side, side)] = None
        with formatter.section("Players"):
            formatter.write_dl([(f"--{side} PLAYER", f"Player for {' or '.join(titles)}") for side, titles in names.items()])
            formatter.write_paragraph()
            formatter.write_text(self.says)


def _split(args: Sequence[str], takes_value: Mapping[str, bool]) -> tuple[dict[str, str], list[str], list[str]]:
    """The options that are not the command's own, with their values; the rest of the line; and the plain words in it."""
    named: dict[str, str] = {}
    rest: list[str] = []
    words: list[str] = []
    waiting = list(args)
    while waiting:
        token = waiting.pop(0)
        name, equals, value = token.partition("=")
        if token == "--":
            return named, [*rest, token, *waiting], [*words, *waiting]
        if not token.startswith("--"):
            rest.append(token)
            words.append(token)
        elif name in takes_value:
            rest.append(token)
            if takes_value[name] and not equals and waiting:
                rest.append(waiting.pop(0))
        else:
            value_follows = bool(waiting) and not waiting[0].startswith("--")
            named[name[2:]] = value if equals else waiting.pop(0) if value_follows else ""
    return named, rest, words


def _check(game: Game, named: Mapping[str, str], known: Mapping[str, bool]) -> None:
    """Every option that is not the command's own must be a side of the game, and name a player."""
    sides = [f"--{side}" for side in game.sides]
    for side, name in named.items():
        if side not in game.sides:
            close = difflib.get_close_matches(side, [name[2:] for name in known], n=1)
            hint = f" (did you mean --{close[0]}?)" if close else ""
            raise UserError(f"no such option: --{side}{hint}; players of {game.id} are named with {' and '.join(sides)}")
        if not name:
            raise UserError(f"--{side} needs a player, such as --{side} random")
