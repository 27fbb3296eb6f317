"""`play` and `replay`: a game in the terminal, and a record played back."""

from __future__ import annotations

import contextlib
import secrets
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.text import Text

from beachhead.cli.options import (
    AsJson,
    ComponentsFolder,
    GameName,
    OptionTexts,
    ScenarioName,
    UsageError,
    read_options,
    show_json,
)
from beachhead.cli.sides import SidesCommand, named_players
from beachhead.engine.errors import UserError
from beachhead.engine.ruleset import Ruleset
from beachhead.engine.seats import by_seat, first_side, usual_seats
from beachhead.games import game as find_game
from beachhead.match import Match, read_record
from beachhead.players import BOOK, HUMAN, PLAYERS, Player, check_player, player, players_of
from beachhead.terminal.files import check_writable, read_text
from beachhead.terminal.screen import Screen
from beachhead.terminal.session import Session

WIDTH = 100
"""Characters per line where no terminal says otherwise; the map needs about that many."""
OPPONENT = "sergeant"
"""Who plays the other sides, unless told otherwise."""
_KNOWN = [HUMAN, OPPONENT, *(name for name in PLAYERS if name != OPPONENT)]


class PlayCommand(SidesCommand):
    """`play`, with an option for each side."""

    says = (
        f"A player is {', '.join(_KNOWN[:-1])} or {_KNOWN[-1]}, or {BOOK} for a side that the rulebook plays. "
        f"If nobody is named: {HUMAN} on the first side, {BOOK} where the rulebook plays, {OPPONENT} on the others."
    )


def play(
    context: typer.Context,
    game: GameName,
    scenario: ScenarioName = None,
    seed: Annotated[int | None, typer.Option(min=0, help="Seed of the dice; secret and random if not given.")] = None,
    options: OptionTexts = None,
    components: ComponentsFolder = None,
    save: Annotated[
        Path | None, typer.Option("--save", metavar="FILE", help="Save the game to this file after every action.")
    ] = None,
    resume: Annotated[Path | None, typer.Option("--resume", metavar="FILE", help="Resume a saved game.")] = None,
    as_json: AsJson = False,
) -> None:
    """Play in the terminal, against the computer or another person."""
    found = find_game(game)
    named = named_players(context)
    kept: dict[str, str] = {}
    if save is not None:
        check_writable(save)
    if resume is not None:
        match = _load(resume)
        if match.game is not found:
            raise UsageError(f"{resume} is a game of {match.game.id}; use: beachhead play {match.game.id} --resume {resume}")
        given = {"--scenario": scenario, "--seed": seed, "--options": options, "--components": components}
        for name, value in given.items():
            if value:
                raise UsageError(f"{name} cannot be combined with --resume, because the game has already begun")
        places, book = match.state.ruleset.seats, match.state.ruleset.book
        kept = {seat: name for seat, name in match.seats.items() if name in _KNOWN or (name == BOOK and places[seat] in book)}
    else:
        chosen = read_options(found, options)
        match = Match(found.new(scenario, seed=seed, components=components, **chosen))
    match.seats |= _seats(match.state.ruleset, kept, named)
    chance = secrets.token_hex(16) if seed is None else str(seed)
    players: dict[str, Player] = {}
    for side in match.state.ruleset.sides:
        name = match.player_of(side)
        if name != HUMAN:
            players[side] = player(name, f"{chance} {side}")
    session = Session(match, players, _console(as_json), _asker(as_json), save=save)
    session.run()
    if as_json:
        show_json(_summary(session.match) | {"saved": None if session.kept is None else str(session.kept)})


def _seats(ruleset: Ruleset, kept: dict[str, str], named: dict[str, str]) -> dict[str, str]:
    """Who sits where: whoever is named, else whoever sat there before, else a person on the first side, the book on the sides
    that it plays, and the computer on the others."""
    game = ruleset.game.id
    seats = (
        usual_seats(ruleset, players_of(game)[-1])
        | by_seat(ruleset, {first_side(ruleset): HUMAN})
        | kept
        | by_seat(ruleset, named)
    )
    for seat, name in seats.items():
        check_player(name, game, people=True, book=ruleset.seats[seat] in ruleset.book)
    return seats


def _console(as_json: bool) -> Console:
    """The session talks on standard output, unless that is reserved for the JSON output."""
    console = Console(stderr=as_json, highlight=False)
    return console if console.is_terminal else Console(stderr=as_json, highlight=False, width=WIDTH)


def _asker(as_json: bool) -> Callable[[str], str]:
    """How a line is read: with editing at a terminal; echoed if it comes from a pipe, so that the whole game can be read."""
    if sys.stdin.isatty():
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401

        return input
    out = sys.stderr if as_json else sys.stdout

    def read(prompt: str) -> str:
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        print(f"{prompt}{line.rstrip()}", file=out)
        return line

    return read


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A record that `play` or `Match.record` has written.")],
    to: Annotated[int | None, typer.Option("--to", min=0, metavar="N", help="Stop after N actions.")] = None,
    log: Annotated[bool, typer.Option("--log", help="Show the events.")] = False,
    as_json: AsJson = False,
) -> None:
    """Replay a record, check its digest and show where it ends."""
    match = _load(file, to)
    if as_json:
        show_json(_summary(match))
        return
    console = _console(False)
    screen = Screen(console, match.state.ruleset)
    if log:
        screen.news(match.events())
    screen.map(match.state.view())
    console.print(Text(str(match.state.decision), "bold"))
    console.print(f"{match.game.id}, {match.state.ruleset.scenario}: {len(match.history)} actions, digest {match.state.digest()}")


def _load(path: Path, to: int | None = None) -> Match:
    text = read_text(path, "a record of a game")
    try:
        if to is not None:
            length = len(read_record(text)[1])
            if to > length:
                raise UserError(f"it has {length} actions, not {to}: give --to a smaller number")
        return Match.load(text, to=to)
    except UserError as error:
        raise UserError(f"{path}: {error}") from None


def _summary(match: Match) -> dict[str, Any]:
    result = match.state.result
    return {
        "game": match.game.id,
        "scenario": match.state.ruleset.scenario,
        "players": dict(match.seats),
        "actions": len(match.history),
        "digest": match.state.digest(),
        "result": None if result is None else result.plain(),
    }
