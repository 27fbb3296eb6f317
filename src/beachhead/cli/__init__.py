"""The command line: `beachhead` and its commands. `main` is the script; `app` is the Typer application behind it."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Annotated

import typer

import beachhead
from beachhead.cli.catalogue import games, rules
from beachhead.cli.laboratory import SimulateCommand, bench, check, simulate
from beachhead.cli.service import DataFolder, open_table, serve, verify
from beachhead.cli.table import PlayCommand, play, replay
from beachhead.engine.errors import BeachheadError

# Typer keeps click's errors in a different place from version to version; they are the ancestors of the one it exports.
UsageProblem: type[Exception] = typer.BadParameter.__mro__[2]

INTERRUPTED = 130
"""What shells call a command that Ctrl-C ended; some versions of Typer answer it by themselves."""

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

    Without a command: start the table on this machine and open the browser.
    """
    del version
    if context.invoked_subcommand is None:
        open_table(data, not no_browser)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line; whatever is wrong with it becomes one line on standard error, and status 2."""
    try:
        status = app(args=None if arguments is None else list(arguments), prog_name="beachhead", standalone_mode=False)
    except BeachheadError as error:
        return _complain(str(error))
    except UsageProblem as error:
        return _complain(f"{getattr(error, 'format_message', error.__str__)()} {_see(error)}")
    except BrokenPipeError:
        # Whoever read our answer has seen enough; Python would complain once more when it closes the pipe.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (KeyboardInterrupt, typer.Abort):
        status = INTERRUPTED
    if status == INTERRUPTED:
        print("beachhead: interrupted", file=sys.stderr)
    return status if isinstance(status, int) else 0


def _complain(message: str) -> int:
    print(f"beachhead: {' '.join(message.split())}", file=sys.stderr)
    return 2


def _see(error: Exception) -> str:
    context = getattr(error, "ctx", None)
    return f"(see: {context.command_path if context else 'beachhead'} --help)"


__all__ = ["app", "main"]
