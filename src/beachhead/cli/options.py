"""Options that several commands share, and how their texts become values."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any

import typer

from beachhead.engine.errors import UserError
from beachhead.engine.game import Game


class UsageError(UserError):
    """A command line that cannot be carried out as it is; the message says what to write instead."""


GameName = Annotated[str, typer.Argument(metavar="GAME", help="Id of the game, as `beachhead games` lists them.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]
ScenarioName = Annotated[str | None, typer.Option("--scenario", metavar="ID", help="Scenario; the first one if not given.")]
OptionTexts = Annotated[
    list[str] | None,
    typer.Option("--options", "--option", metavar="NAME=VALUE", help="An option of the game; may be given several times."),
]
ComponentsFolder = Annotated[
    Path | None,
    typer.Option("--components", metavar="DIR", help="Folder with your own components in place of the reconstructed ones."),
]


def read_options(game: Game, texts: Iterable[str] | None) -> dict[str, Any]:
    """The options that were typed, with the values that the game knows."""
    known = {option.name: option for option in game.options}
    found: dict[str, Any] = {}
    for text in texts or ():
        name, equals, value = text.partition("=")
        if not equals:
            raise UsageError(f"--options {text!r}: write NAME=VALUE; the options are {', '.join(known)}")
        if name not in known:
            game.settle_options({name: value})
        meant = [allowed for allowed in known[name].values if str(allowed).casefold() == value.casefold()]
        if not meant:
            choices = ", ".join(str(allowed).lower() for allowed in known[name].values)
            raise UsageError(f"option {name} is one of {choices}, not {value!r}")
        found[name] = meant[0]
    return found


def show_json(answer: Any) -> None:
    """Output for programs."""
    typer.echo(json.dumps(answer, indent=2, ensure_ascii=False))
