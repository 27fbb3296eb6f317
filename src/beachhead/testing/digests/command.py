"""The command line of the gate: print the lines, compare them with the stored ones, or store them."""

from __future__ import annotations

import argparse
import platform
import sys
from collections.abc import Sequence
from pathlib import Path

import beachhead.engine.state
from beachhead.engine.errors import UserError
from beachhead.engine.game import Game
from beachhead.games import REGISTERED
from beachhead.games import game as find_game
from beachhead.testing.digests.lines import KINDS, MANY, Key, keys
from beachhead.testing.digests.stored import compare, path_of, read, write

FOLDER = Path("tests", "golden", "digests")
EPILOG = """\
examples:
  %(prog)s                                    compare every game with the stored lines
  %(prog)s --quick                            the same, but only scenarios with their usual options, and few games
  %(prog)s --game NAME --kind odds --kind play  only these
  %(prog)s --game NAME --write                store the lines of a new game, or after a change on purpose
  %(prog)s --games 1000 --folder /tmp/plain --write
                                              store lines of more games; then compare another build with them
  %(prog)s --game my_package.game:MyGame      a game that is not registered

Exit code: 0 if all lines are as stored, 1 if any differs, 2 if the command cannot be carried out.
"""


def build() -> str:
    """How the program was built: plain Python, or compiled.

    >>> build().split()[1]
    'Python'
    """
    plain = str(beachhead.engine.state.__file__).endswith(".py")
    return f"{'plain' if plain else 'compiled'} Python {platform.python_version()}"


def games_named(names: Sequence[str]) -> list[Game]:
    """The games of these names, registered ones or `module:Class`; all registered ones if none is named."""
    found = []
    for name in names or list(REGISTERED):
        if ":" in name:
            found.append(_foreign(name))
        else:
            found.append(find_game(name))
    return found


def _foreign(name: str) -> Game:
    """A game that is not registered; from now on it is, so that its records can be loaded."""
    from importlib import import_module

    module, _, kind = name.partition(":")
    try:
        made: Game = getattr(import_module(module), kind)()
    except (ImportError, AttributeError) as error:
        raise UserError(f"no game {name!r}: {error}") from None
    REGISTERED[made.id] = name
    return find_game(made.id)


def reader() -> argparse.ArgumentParser:
    """What the command takes."""
    made = argparse.ArgumentParser(
        prog="python -m beachhead.testing.digests",
        description="Hash games, events, odds, views, saves and more into short lines, and compare them with the stored ones.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    made.add_argument("--game", action="append", default=[], help="only this game: its id, or module:Class (may be repeated)")
    made.add_argument("--scenario", action="append", default=[], help="only this scenario (may be repeated)")
    made.add_argument("--kind", action="append", default=[], choices=KINDS, metavar="KIND", help=f"only: {', '.join(KINDS)}")
    made.add_argument("--quick", action="store_true", help="only the usual options and the current rules; no long lines")
    made.add_argument("--games", type=int, default=MANY, help=f"games of the long line about play ({MANY}; 0: no such line)")
    where = made.add_mutually_exclusive_group()
    where.add_argument("--folder", type=Path, default=FOLDER, help=f"where the files GAME.json are ({FOLDER})")
    where.add_argument("--file", type=Path, help="the file of the one game that is named")
    made.add_argument("--write", action="store_true", help="store the lines instead of comparing them")
    made.add_argument("--list", action="store_true", help="name the lines without computing them")
    return made


def main(arguments: Sequence[str]) -> int:
    """Carry out the command; the exit code."""
    parser = reader()
    given = parser.parse_args(arguments)
    if given.file is not None and len(given.game) != 1:
        parser.error("--file holds the lines of one game: name it with --game")
    if given.games < 0:
        parser.error(f"--games {given.games}: 0 or more")
    try:
        return _run(given)
    except UserError as error:
        print(f"digests: {error}", file=sys.stderr)
        return 2


def _run(given: argparse.Namespace) -> int:
    games = games_named(given.game)
    for scenario in given.scenario:
        if not any(scenario == known.id for game in games for known in game.scenarios):
            raise UserError(f"no scenario {scenario!r} in {', '.join(game.id for game in games)}")
    print(f"digests: {build()}", file=sys.stderr)
    counted = differing = 0
    for game in games:
        path: Path = given.file or path_of(game.id, given.folder)
        now: dict[str, str] = {}
        for key in keys(game, games=0 if given.quick else given.games):
            if not _wanted(key, given):
                continue
            if given.list:
                print(game.id, key)
                continue
            now[str(key)] = key.line()
            print(game.id, key, now[str(key)], flush=True)
        counted += len(now)
        whole = not (given.scenario or given.kind or given.quick)
        if given.list:
            continue
        if given.write:
            write(path, now if whole else read(path) | now)
            print(f"digests: {path} written", file=sys.stderr)
            continue
        for difference in compare(game.id, read(path), now, whole=whole):
            differing += 1
            print(f"DIFFERS {difference}", file=sys.stderr)
    if not given.write and not given.list:
        print(f"digests: {counted} lines, {differing or 'none'} differ", file=sys.stderr)
    return 1 if differing else 0


def _wanted(key: Key, given: argparse.Namespace) -> bool:
    return (
        (not given.kind or key.kind in given.kind)
        and (not given.scenario or key.setting.scenario in given.scenario)
        and (not given.quick or key.setting.is_usual)
    )
