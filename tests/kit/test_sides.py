"""Sides and seats by scenario: who takes part, who sits where, and what a match, a run and the kit make of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
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
        scenarios = (CliffsGame.scenarios[0], replace(CliffsGame.scenarios[1], **changes))

    with pytest.raises(LawBroken, match=words):
        declarations_agree(Careless(), "duel")


@pytest.mark.parametrize(
    ("changes", "words"),
    [({"scenarios": ("dual",)}, "a scenario that there is not"), ({"default": 1.5}, "default"), ({"case": "9.9"}, "a case")],
)
def test_options_that_do_not_agree(changes: dict[str, Any], words: str) -> None:
    class Careless(CliffsGame):
        options = (replace(CliffsGame.options[1], **changes),)

    with pytest.raises(LawBroken, match=words):
        declarations_agree(Careless(), "duel")


def test_modes_are_those_of_the_scenarios() -> None:
    class Duel(CliffsGame):
        scenarios = CliffsGame.scenarios[1:2]

    assert CliffsGame().modes == ("solitaire", "two-player")
    assert Duel().modes == ("two-player",)
    with pytest.raises(bh.DataError, match="'solitaire' is unknown here"):
        print(Duel().cases)


def test_the_sides_are_the_scenario_s() -> None:
    game = bh.game("cliffs")
    assert [game.sides_of(scenario) for scenario in SCENARIOS] == [("us", "jp"), ("us", "jp"), ("us",), ("us", "jp")]
    state = game.new("alone", seed=1)
    assert state.ruleset.sides == ("us",)
    with pytest.raises(bh.UserError, match="no such side: 'jp'"):
        state.view("jp")


def _climbed_by_one(seed: int) -> bh.State:
    """A game for one in which a single squad climbs."""
    state = bh.game("cliffs").new("alone", seed=seed)
    while not state.over:
        state.apply("climb able")
        state.apply("done")
    found: bh.State = state
    return found


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
    with pytest.raises(bh.UserError, match="no such side: 'us-3'"):
        bh.Match.new("cliffs", "partners", seats={"us-3": "Ann"})
    with pytest.raises(bh.UserError, match="no such side: 'jp'"):
        bh.Match.new("cliffs", "alone", seats={"jp": "Ann"})


def test_a_run_has_the_players_of_its_scenario() -> None:
    run = Run.of("cliffs", 4, scenario="alone")
    assert list(run.players) == ["us"]
    assert play_all(run).games == 4
    with pytest.raises(bh.UserError, match="cliffs alone has no side 'jp'"):
        Run.of("cliffs", 1, {"jp": "random"}, scenario="alone")


# ---------------------------------------------------------------------- options


def test_a_scenario_has_its_own_options() -> None:
    game = bh.game("cliffs")
    assert game.parameters("duel")["options"] == {"ropes": False, "calm": "still"}
    assert game.parameters("alone")["options"] == {"calm": "still"}
    assert list(game.options_of("alone")) == ["calm"]
    state = game.new("duel", ropes=True)
    state.apply("climb able")
    assert state.view()["units"]["able"]["place"] == "2"


def test_an_option_of_another_scenario_is_refused_with_its_case() -> None:
    game = bh.game("cliffs")
    words = r"the scenario alone of cliffs has no option ropes \[2\.2\]; it belongs to doctrine, duel"
    with pytest.raises(bh.UserError, match=words):
        game.new("alone", ropes=True)
    saved = game.save(game.new("alone", seed=1))
    saved["setup"] = {"scenario": "alone", "options": {"calm": "still", "ropes": False}}
    with pytest.raises(bh.UserError, match=words):
        game.load(saved)


def test_a_save_names_every_option_of_its_scenario() -> None:
    game = bh.game("cliffs")
    saved = game.save(game.new("duel", seed=1))
    saved["setup"] = {"scenario": "duel", "options": {"calm": "still"}}
    with pytest.raises(bh.UserError, match="ropes"):
        game.load(saved)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("climb: Climb, ", "", "a verb without a name: 'climb'"),
        ("hit: Hit}", "hit: Hit, fly: Fly}", "a verb that the game does not have: 'fly'"),
        ('  hit: {1: "Hit {a}"}\n', "", "an action without words: 'hit' with 1 arguments"),
        ("done: {climb:", "done: {walk:", "a step of `done` that the game does not have: 'walk'"),
        ("{from: lost,", "{from: glory,", "something that is not in the view: 'glory'"),
        ("losses: [hit]", "losses: [kick]", "a kind of event that is nowhere in the game's source: 'kick'"),
        ('cases: ["4.1"]', 'cases: ["9.9"]', "a case that the game does not have: '9.9'"),
        ("names:\n  squad:", "names:\n  team:", "that is in neither `kinds` nor `names`: 'squad'"),
    ],
)
def test_a_theme_that_does_not_fit_is_noticed(tmp_path: Path, old: str, new: str, words: str) -> None:
    for name in ("cases.yaml", "theme.yaml"):
        text = (CliffsGame.folder / name).read_text(encoding="utf-8")
        (tmp_path / name).write_text(text.replace(old, new) if name == "theme.yaml" else text, encoding="utf-8")
    game = type("Misfit", (CliffsGame,), {"folder": tmp_path})()
    with pytest.raises(LawBroken, match=re.escape(words)):
        KIT["the theme fits the game"](game, "duel", seed=1)
