"""What was played with earlier versions still plays: random games step by step, and finished records."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

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


RECORDS = sorted((Path(__file__).parent / "records").glob("*.txt"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_finished_records_of_earlier_versions_verify(path: Path) -> None:
    """A record loads only if it replays to the digest that it claims."""
    assert bh.Match.load(path.read_text(encoding="utf-8")).state.over


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_the_words_of_an_ending_may_change(path: Path) -> None:
    """How a game ended may be reworded: neither the digest of today nor that of records of format 1 depends on it."""
    state = bh.Match.load(path.read_text(encoding="utf-8")).state
    assert state.outcome is not None
    digests = state.digest(), state.digest(1)
    state.outcome = replace(state.outcome, how="It is over.")
    assert (state.digest(), state.digest(1)) == digests
    assert f'[Digest "{digests[1]}"]' in path.read_text(encoding="utf-8")
    state.outcome = replace(state.outcome, winner="nobody")
    assert state.digest() != digests[0]
