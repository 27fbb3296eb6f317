"""Matches of Olympic over the service: whatever Japan has deployed and written down in secret, the U.S. seat and a spectator
get the same bytes, up to the first counter that is turned up or the record that is shown."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ..budget import many
from .olympic_worlds import BOTH, FREE, SCENARIO, pair
from .pairs import Cast, Scripted, Timed, both, service, tell_apart
from .twins import Move

pytestmark = pytest.mark.game("olympic")
TEXTS = (
    "deploy 3-4 2324",
    "deploy dummy 2324",
    "aim Miyazaki",
    "place U:27/25 1605",
    "move U:27/25 1607",
    "assault 1605 1606",
    "attack U:27/25 2324",
    "roll",
    "announce 6",
    "done",
    "nonsense C2324",
)
UNITS = ("U:27/25", "C2324", "L1607a", "J:434", "J:R05", "nobody")
OVERLAYS = ("us supply", "jp zones", "landing chances", "score", "none")
SEEDS = range(many(1))


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Timed]:
    """A service with known dice."""
    with service(tmp_path_factory.mktemp("olympic"), games={}, scripted=Scripted) as table:
        yield table


def cast(options: tuple[tuple[str, object], ...], program: str = "") -> Cast:
    return Cast("olympic", SCENARIO, "us", "jp", program, (), TEXTS, UNITS, stops=1, options=options, overlays=OVERLAYS)


def worlds(seed: int, options: tuple[tuple[str, object], ...]) -> list[list[Move]]:
    """Two plays that are not the same."""
    first, second, _ = pair(seed, options)
    assert [move for move in first if move.hidden] != [move for move in second if move.hidden]
    assert len([move for move in first if not move.hidden]) > 25
    return [first, second]


@pytest.mark.parametrize("seed", SEEDS)
def test_deployments_of_people(table: Timed, seed: int) -> None:
    tell_apart(both(table, (cast(FREE), cast(FREE)), worlds(seed, FREE)))


@pytest.mark.parametrize("seed", SEEDS)
def test_deployments_and_records_of_a_program(table: Timed, seed: int) -> None:
    plays = worlds(1000 + seed, BOTH)
    tell_apart(both(table, (cast(BOTH, "scripted"), cast(BOTH, "scripted")), plays))


def test_a_look_is_caught(table: Timed, monkeypatch: pytest.MonkeyPatch) -> None:
    from beachhead.games.olympic.table import units

    about = units.about_unit
    monkeypatch.setattr(units, "about_unit", lambda state, side, name: about(state, side, name) | {"sum": sum(state.reserve[:9])})
    with pytest.raises(AssertionError, match="can tell by"):
        tell_apart(both(table, (cast(FREE), cast(FREE)), worlds(2000, FREE)))
