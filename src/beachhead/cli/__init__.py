"""The command line: `beachhead` and its commands. `main` is the script; `app` is the Typer application behind it."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Annotated

import typer

import beachhead
from beachhead.cli.options import UsageError
from beachhead.cli.play import PlayCommand, play, replay
from beachhead.cli.rules import games, rules
from beachhead.cli.serve import DataFolder, open_table, serve, verify
from beachhead.cli.simulate import SimulateCommand, bench, check, simulate
from beachhead.engine.errors import UserError

# Typer keeps click's errors in a different place from version to version; they are the ancestors of the one it exports.
ClickError: type[Exception] = typer.BadParameter.__mro__[2]

WRONG = 2
"""The status of a command that was given something wrong."""
INTERRUPTED = 130
"""What shells call a command that Ctrl-C ended; some versions of Typer return it themselves."""

app = typer.Typer(
    name="beachhead",
    help="Play, study and simulate historical board wargames about landing on a defended Pacific shore.",
    add_completion=False,
    rich_markup_mode=None,
)
_WITH_SIDES = {"play": PlayCommand, "simulate": SimulateCommand}
for command in (serve, games, rules, play, simulate, replay, verify, check, bench):
    app.command(cls=_WITH_SIDES.get(command.__name__))(command)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"beachhead {beachhead.__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def start(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")] = False,
    data: DataFolder = None,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Do not open the browser.")] = False,
) -> None:
    """Play, study and simulate historical board wargames about landing on a defended Pacific shore.

    Without a command: start Beachhead on this machine and open it in the browser.
    """
    del version
    if context.invoked_subcommand is None:
        open_table(data, not no_browser)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line; a mistake of the user becomes one line on standard error, and status 2."""
    try:
        status = _run(arguments)
    except UserError as error:
        print(f"beachhead: {' '.join(str(error).split())}", file=sys.stderr)
        return WRONG
    except BrokenPipeError:
        # The reader has seen enough; Python would complain once more when it closes the pipe.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (KeyboardInterrupt, typer.Abort):
        status = INTERRUPTED
    if status == INTERRUPTED:
        print("beachhead: interrupted", file=sys.stderr)
    return status if isinstance(status, int) else 0


def _run(arguments: Sequence[str] | None) -> object:
    """What Typer finds wrong with a command line is an error like all others."""
    try:
        return app(args=None if arguments is None else list(arguments), prog_name="beachhead", standalone_mode=False)
    except ClickError as error:
        raise UsageError(f"{getattr(error, 'format_message', error.__str__)()} {_see(error)}") from None


def _see(error: Exception) -> str:
    context = getattr(error, "ctx", None)
    return f"(see: {context.command_path if context else 'beachhead'} --help)"


__all__ = ["app", "main"]
