"""The gate: every game gives the lines that are stored, whichever way the program was built.

After a change on purpose, `make digests DIGESTS=--write` stores them again; the diff shows what has changed. A change of `play`,
`events`, `records` or `saves` is a change of the rules (CONTRIBUTING, "Changing rules"); `words` may be reworded at any time.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import beachhead as bh
from beachhead.testing.digests import Key, keys, read
from beachhead.testing.digests.lines import CHANGED_BY_OPTIONS, MANY, PLAY
from beachhead.testing.digests.stored import path_of

from ..budget import many

FOLDER = Path(__file__).parent / "digests"
STORED = {game.id: read(path_of(game.id, FOLDER)) for game in bh.all_games()}
FURTHER = (PLAY, "events")
"""Kinds of lines about the further scenarios of a game that has many. A game takes its actions from the lists of what is legal,
so another list is another game."""
LONG = MANY if many(1) >= 10 else 0
"""A soak plays the long lines as well."""


def is_ordinary(key: Key) -> bool:
    """Whether a line is for an ordinary run. Single options are left to `make digests` and soaks: here all of them are changed
    together, and what options hardly change is not asked for again. Overlays are asked for with those alone: shading whole maps
    takes longest of all. Of the further scenarios of a game that has many, the course of the games and what happened in them
    are compared; views, odds, previews and the rest of them are left to `make digests` too."""
    setting = key.setting
    if not setting.thorough and not setting.options:
        return key.kind in FURTHER
    if key.kind == "overlays":
        return setting.thorough and not (setting.is_usual and setting.game.options_of(setting.scenario))
    return not setting.options or (setting.thorough and key.kind in CHANGED_BY_OPTIONS)


KEYS = [
    pytest.param(key, id=f"{game.id} {key}")
    for game in bh.all_games()
    for key in keys(game, games=LONG)
    if LONG or is_ordinary(key)
]


@pytest.mark.parametrize("key", KEYS)
def test_lines_are_as_stored(key: Key) -> None:
    assert STORED[key.setting.game.id].get(str(key), "not stored") == key.line()


@pytest.mark.parametrize("game", STORED)
def test_no_line_is_stored_that_nobody_computes(game: str) -> None:
    assert set(STORED[game]) == {str(key) for key in keys(bh.game(game), games=MANY)}
