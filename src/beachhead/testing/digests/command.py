"""The command line of the gate: print the lines, compare them with the stored ones, or store them."""

from __future__ import annotations

import argparse
import platform
import sys
import traceback
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

from beachhead.engine.compiled import form, is_compiled
from beachhead.engine.errors import UserError
from beachhead.engine.game import Game
from beachhead.games import REGISTERED
from beachhead.games import game as find_game
from beachhead.testing.digests.lines import KINDS, LENGTH, MANY, Key, keys
from beachhead.testing.digests.stored import Difference, compare, path_of, read, write

FOLDER = Path("tests", "golden", "digests")
EPILOG = """\
examples:
  %(prog)s                                    compare every game with the stored lines
  %(prog)s --quick                            the same, but only scenarios with their usual options, and few games
  %(prog)s --game NAME --kind odds --kind play  only these
  %(prog)s --game NAME --write                store the lines of a new game, or after a change on purpose
  %(prog)s --game NAME --scenario NAME --kind views --show > compiled.txt
                                              all that goes into a line: `diff` two of these to find where builds part
  %(prog)s --games 1000 --folder /tmp/plain --write
                                              store lines of more games; then compare another build with them
  %(prog)s --game my_package.game:MyGame      a game that is not registered

Lines go to standard output, differences to standard error. Exit code: 0 if all lines are as stored, 1 if any differs, 2 if the
command cannot be carried out.
"""


def build() -> str:
    """How the program was built.

    >>> build().split()[1]
    'Python'
    """
    return f"{form()} Python {platform.python_version()}"


def games_named(names: Sequence[str]) -> list[Game]:
    """The games of these names, registered ones or `module:Class`; all registered ones if none is named."""
    return [_foreign(name) if ":" in name else find_game(name) for name in names or list(REGISTERED)]


def _foreign(name: str) -> Game:
    """A game that is not registered; from now on it is, until the command ends, so that its records can be loaded."""
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
    made.add_argument("--show", action="store_true", help="print all that goes into the lines instead")
    return made


def main(arguments: Sequence[str]) -> int:
    """Carry out the command and return its exit code."""
    parser = reader()
    given = parser.parse_args(arguments)
    if given.file is not None and len(given.game) != 1:
        parser.error("--file holds the lines of one game: name it with --game")
    if given.games < 0:
        parser.error(f"--games {given.games}: expected 0 or more")
    if given.write and given.file is None and given.folder == FOLDER and is_compiled():
        parser.error(f"this is compiled code: write {FOLDER} from plain code, or name another --folder")
    registered = dict(REGISTERED)
    try:
        games = games_named(given.game)
        for scenario in given.scenario:
            if not any(scenario == known.id for game in games for known in game.scenarios):
                raise UserError(f"no scenario {scenario!r} in {', '.join(game.id for game in games)}")
        _say(build())
        differing = sum([_run(game, given) for game in games])
    except UserError as error:
        _say(str(error))
        return 2
    finally:
        REGISTERED.clear()
        REGISTERED.update(registered)
    if not (given.write or given.list or given.show):
        _say(f"{differing} lines differ" if differing else "all lines are as stored")
    return 1 if differing else 0


def _run(game: Game, given: argparse.Namespace) -> int:
    """Do what is wanted with one game, and return how many lines differ."""
    path: Path = given.file or path_of(game.id, given.folder)
    whole = not (given.scenario or given.kind or given.quick) and given.games == MANY
    stored, now, differing = read(path), dict[str, str](), 0
    for key in keys(game, games=0 if given.quick else given.games):
        if not _is_wanted(key, given):
            continue
        if given.list or given.show:
            for text in key.texts() if given.show else [""]:
                print(f"{game.id} {key} {text}".rstrip())
            continue
        now[str(key)] = _line(key)
        print(game.id, key, now[str(key)], flush=True)
        for difference in () if given.write else compare(game.id, stored, {str(key): now[str(key)]}, whole=False):
            differing += 1
            _say(f"DIFFERS: {difference}")
    if given.write:
        failed = [key for key, line in now.items() if len(line) != LENGTH]
        if failed:
            raise UserError(f"nothing is written: {game.id} {failed[0]} failed")
        write(path, now if whole else stored | now)
        _say(f"{path}: {len(now)} lines written")
    elif whole and now:
        for gone in sorted(set(stored) - set(now)):
            differing += 1
            _say(f"DIFFERS: {Difference(game.id, gone, stored[gone], '')}")
    return differing


def _line(key: Key) -> str:
    """The line of a key or, if it cannot be computed, the error: the other lines are of interest all the same."""
    try:
        return key.line()
    except Exception as error:
        traceback.print_exc()
        return f"failed with {type(error).__name__}: {error}"


def _is_wanted(key: Key, given: argparse.Namespace) -> bool:
    return (
        (not given.kind or key.kind in given.kind)
        and (not given.scenario or key.setting.scenario in given.scenario)
        and (not given.quick or key.setting.is_usual)
    )


def _say(text: str) -> None:
    print(f"digests: {text}", file=sys.stderr, flush=True)
