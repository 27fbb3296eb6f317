"""Sides and seats by scenario: who takes part, who sits where, and what a match, a run and the kit make of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

import beachhead as bh
from beachhead.games import REGISTERED
from beachhead.lab.simulate import Run, play_all
from beachhead.testing import KIT, LawBroken, declarations_agree

from .book_game import CliffsGame

SCENARIOS = [scenario.id for scenario in CliffsGame.scenarios]


@pytest.fixture(autouse=True)
def registered() -> Iterator[None]:
    REGISTERED["cliffs"] = "tests.kit.book_game:CliffsGame"
    yield
    del REGISTERED["cliffs"]


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("law", KIT)
def test_law_in_cliffs(law: str, scenario: str) -> None:
    KIT[law](bh.game("cliffs"), scenario, 1)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"sides": ("us", "fr")}, "does not list"),
        ({"sides": ("us", "us")}, "one twice"),
        ({"sides": ("us",), "seats": (("us", "us"), ("jp", "jp"))}, "does not take part"),
        ({"seats": (("us", "us"),)}, "has no seat"),
        ({"seats": (("us", "jp"), ("jp", "us"))}, "a different side"),
        ({"sides": ("us",), "book": ("jp",)}, "the book plays"),
    ],
)
def test_declarations_that_do_not_agree(changes: dict[str, Any], words: str) -> None:
    class Careless(CliffsGame):
        scenarios = (replace(CliffsGame.scenarios[1], **changes),)

    with pytest.raises(LawBroken, match=words):
        declarations_agree(Careless(), "duel")


def test_the_sides_are_the_scenario_s() -> None:
    game = bh.game("cliffs")
    assert [game.sides_of(scenario) for scenario in SCENARIOS] == [("us", "jp"), ("us", "jp"), ("us",), ("us", "jp")]
    state = game.new("alone", seed=1)
    assert state.ruleset.sides == ("us",)
    with pytest.raises(bh.PositionError, match="no such side: 'jp'"):
        state.view("jp")


def _climbed_by_one(seed: int) -> bh.State:
    """A game for one in which a single squad climbs."""
    state = bh.game("cliffs").new("alone", seed=seed)
    while not state.over:
        state.apply("climb able")
        state.apply("done")
    return state


def test_a_game_for_one_ends_with_a_winner_that_a_save_keeps() -> None:
    """The other side may win though nobody plays it."""
    state = next(state for state in map(_climbed_by_one, range(50)) if state.result is not None and state.result.winner == "jp")
    again = bh.loads(bh.dumps(state))
    assert again.digest() == state.digest()
    assert again.result == state.result


def test_partners_have_a_seat_each_and_share_a_side() -> None:
    match = bh.Match.new("cliffs", "partners", seed=1, seats={"us-2": "Ann"})
    assert match.state.ruleset.seats == {"us-1": "us", "us-2": "us", "jp": "jp"}
    assert list(match.seats) == ["us-1", "us-2", "jp"]
    assert (match.seats["us-2"], match.player_of("us")) == ("Ann", "human")
    record = match.record()
    assert '[Seat-us-2 "Ann"]' in record
    assert bh.Match.load(record).seats == match.seats


def test_a_side_stands_for_all_its_seats() -> None:
    match = bh.Match.new("cliffs", "partners", seats={"us-1": "Ann", "us": "random"})
    assert (match.seats["us-1"], match.seats["us-2"]) == ("Ann", "random")
    with pytest.raises(bh.PositionError, match="no such side: 'us-3'"):
        bh.Match.new("cliffs", "partners", seats={"us-3": "Ann"})
    with pytest.raises(bh.PositionError, match="no such side: 'jp'"):
        bh.Match.new("cliffs", "alone", seats={"jp": "Ann"})


def test_a_run_has_the_players_of_its_scenario() -> None:
    run = Run.of("cliffs", 4, scenario="alone")
    assert list(run.players) == ["us"]
    assert play_all(run).games == 4
    with pytest.raises(bh.PositionError, match="cliffs alone has no side 'jp'"):
        Run.of("cliffs", 1, {"jp": "random"}, scenario="alone")
