"""Random games go step by step as they were recorded, under every version of the rules that can be played."""

from __future__ import annotations

import pytest

import beachhead as bh

from ..budget import many
from .games import EACH, Kind, kinds, play

KINDS = [kind for game in bh.all_games() for rules in game.versions for kind in kinds(game, rules)]
GAMES = many(1, most=EACH)
"""Of the hundred games of each kind; a soak plays more of them."""


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_random_games_go_as_they_went(kind: Kind) -> None:
    """A change of rules on purpose breaks this. Then raise the game's version and record the games again (games.py)."""
    lines = kind.path.read_text(encoding="utf-8").splitlines()
    assert len(lines) == EACH
    for number in range(min(GAMES, EACH)):
        assert play(kind, number) == lines[number]
