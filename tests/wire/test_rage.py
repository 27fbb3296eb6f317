"""Whole matches of Rage over the service: whatever the Japanese map is, the U.S. seat and a spectator get the same bytes, up to
the first disclosure that the rules demand. With people on both sides, with windows that are passed, with a player of the program.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from unittest import mock

import pytest

import beachhead as bh
from beachhead.server.play.windows import windows_of
from beachhead.server.room import Room

from ..budget import many
from .pairs import Cast, Scripted, Timed, both, service, tell_apart
from .rage_worlds import SCENARIO, pair
from .twins import Move

TEXTS = (
    "fire 309",
    "fire 109 Art a",
    "reveal 2/145",
    "rank 312",
    "move 309 okina",
    "bombard 109 Art b okina",
    "assault 1/145",
    "retreat 26 Tk",
    "show kita",
    "deploy 8 AT okina",
    "banzai",
    "kirikami 2 MG",
    "land 309 okina",
    "bombard TF 54 kita",
    "move 23/4 suribachi",
    "done",
    "nonsense 309",
)
UNITS = ("309", "109 Art a", "109 HQ", "Rkt", "23/4", "Air 1", "nobody")
PASSES = ("window", "targets", "dice", "entry", "kirikami", "charge", "jp bombard")
PEOPLE = Cast("rage", SCENARIO, "us", "jp", "", (), TEXTS, UNITS, stops=2)
PASSING = Cast("rage", SCENARIO, "us", "jp", "", PASSES, TEXTS, UNITS, stops=2)
PROGRAM = Cast("rage", SCENARIO, "us", "jp", "scripted", (), TEXTS, UNITS, stops=2)
MOST = 80
SEEDS = range(many(1))


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Timed]:
    """A service with known dice."""
    with service(tmp_path_factory.mktemp("rage"), games={}, scripted=Scripted) as table:
        yield table


def worlds(seed: int, most: int = MOST, **more: Any) -> list[list[Move]]:
    """Two plays that are not the same."""
    first, second, _ = pair(seed, most, **more)
    assert [move for move in first if move.hidden] != [move for move in second if move.hidden]
    return [first, second]


@pytest.mark.parametrize("seed", SEEDS)
def test_people(table: Timed, seed: int) -> None:
    tell_apart(both(table, (PEOPLE, PEOPLE), worlds(seed)))


@pytest.mark.parametrize("seed", SEEDS)
def test_passing(table: Timed, seed: int) -> None:
    assert set(PASSES) <= set(windows_of(bh.game("rage")))
    tell_apart(both(table, (PASSING, PASSING), worlds(1000 + seed, passes=PASSES)))


@pytest.mark.parametrize("seed", SEEDS)
def test_program(table: Timed, seed: int) -> None:
    tell_apart(both(table, (PROGRAM, PROGRAM), worlds(2000 + seed)))


def test_a_count_is_caught(table: Timed) -> None:
    def count(room: Room, _: object) -> int:
        return len(room.history)

    with mock.patch.object(Room, "moments", count):
        found = both(table, (PROGRAM, PROGRAM), worlds(3000, most=25))
    with pytest.raises(AssertionError, match="can tell by"):
        tell_apart(found)
