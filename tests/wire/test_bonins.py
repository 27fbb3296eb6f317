"""Matches of Bonins over the service: whatever Japan has deployed in secret, and whatever is drawn blindly after that, the U.S.
seat and a spectator get the same bytes, as long as the units that are shown are the same."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ..budget import many
from .bonins_worlds import SCENARIO, pair
from .pairs import Cast, Scripted, Timed, both, service, tell_apart
from .twins import Move

pytestmark = pytest.mark.game("bonins")
TEXTS = (
    "deploy 8 AT 1812",
    "invade east",
    "land 1/23 1914",
    "move 1/23 1812",
    "declare 1812 from 1813",
    "attack 1812 1813",
    "march 1812 1711",
    "turn 1812",
    "try 1812",
    "draw",
    "keep",
    "roll",
    "done",
    "nonsense J1812",
)
UNITS = ("1/23", "J1812", "J1709", "8 AT", "309A", "nobody")
OVERLAYS = ("safe", "jp zones", "chances", "hidden", "placement", "airfields", "banzai", "none")
TELLING = (1, 9)
"""Seeds whose plays have much in them, the best first."""


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Timed]:
    """A service with known dice."""
    with service(tmp_path_factory.mktemp("bonins"), games={}, scripted=Scripted) as table:
        yield table


def cast(program: str = "") -> Cast:
    return Cast("bonins", SCENARIO, "us", "jp", program, (), TEXTS, UNITS, stops=1, overlays=OVERLAYS)


def worlds(seed: int) -> list[list[Move]]:
    """Two plays that are not the same, with blind draws and searches in them."""
    first, second, kinds = pair(seed)
    assert [move for move in first if move.hidden] != [move for move in second if move.hidden]
    assert len([move for move in first if not move.hidden]) > 40
    assert {"revealed", "drawn", "search", "tunnel"} <= set(kinds)
    return [first, second]


@pytest.mark.parametrize("seed", TELLING[: many(1, len(TELLING))])
def test_a_garrison_of_a_person(table: Timed, seed: int) -> None:
    tell_apart(both(table, (cast(), cast()), worlds(seed)))


def test_a_garrison_of_a_program(table: Timed) -> None:
    tell_apart(both(table, (cast("scripted"), cast("scripted")), worlds(TELLING[0])))


def test_a_look_is_caught(table: Timed, monkeypatch: pytest.MonkeyPatch) -> None:
    from beachhead.games.bonins.game import Bonins

    about = Bonins.about_unit
    monkeypatch.setattr(Bonins, "about_unit", lambda *asked: about(*asked) | {"sum": sum(asked[1].dug[:200])})
    with pytest.raises(AssertionError, match="can tell by"):
        tell_apart(both(table, (cast(), cast()), pair(TELLING[0], 12)[:2]))
