"""Games whose scenarios differ in who takes part, on the command line."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from beachhead.cli import main
from beachhead.games import REGISTERED


@pytest.fixture(autouse=True)
def registered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    REGISTERED["cliffs"] = "tests.kit.book_game:CliffsGame"
    yield
    del REGISTERED["cliffs"]


def typed(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    """Put lines into the pipe."""
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


def test_the_book_acts_before_the_persons_eyes(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    typed(monkeypatch, "climb able", "climb baker", "done", "quit")
    assert main(["play", "cliffs", "--seed", "1"]) == 0
    shown = capsys.readouterr().out
    assert shown.count("Japanese doctrine: The battery has hit 0 times: roll. [3.1]") == 1
    act = shown[shown.index("Japanese doctrine: The battery has hit 0 times") :]
    assert act.splitlines()[1].strip().startswith("The battery rolls a ")
    assert "Turn 2: climb with a squad" in act


def test_a_person_may_take_the_books_seat(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    typed(monkeypatch, "done", "roll", "quit")
    assert main(["play", "cliffs", "--jp", "human", "--seed", "1", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["actions"], answer["players"]) == (2, {"us": "human", "jp": "human"})


def test_a_resumed_game_keeps_the_book(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "game.record"
    typed(monkeypatch, "climb able", "quit")
    assert main(["play", "cliffs", "--save", str(file), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["players"] == {"us": "human", "jp": "book"}
    typed(monkeypatch, "quit")
    assert main(["play", "cliffs", "--resume", str(file), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["players"] == {"us": "human", "jp": "book"}


def test_partners_share_a_screen(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    typed(monkeypatch, "climb able", "undo", "climb baker", "quit")
    assert main(["play", "cliffs", "--scenario", "partners", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["actions"], answer["players"]) == (1, {"us-1": "human", "us-2": "human", "jp": "book"})


def test_a_game_for_one(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    typed(monkeypatch, *["done"] * 5)
    assert main(["play", "cliffs", "--scenario", "alone", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["players"] == {"us": "human"}
    assert answer["result"]["winner"] == "draw"


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("play cliffs --us book", "does not play this side; there are: human, random, sergeant"),
        ("play cliffs --scenario duel --jp book", "does not play this side"),
        ("play cliffs --scenario alone --jp human", "no such side: 'jp' (there are us)"),
        ("play cliffs --scenario alone --options ropes=true", "has no option ropes [2.2]"),
        ("simulate cliffs --us book", "does not play this side"),
        ("simulate cliffs --scenario alone --jp random", "cliffs alone has no side 'jp'"),
    ],
)
def test_who_cannot_play(line: str, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(line.split()) == 2
    assert words in capsys.readouterr().err


def test_the_list_of_games_tells_who_takes_part(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games"]) == 0
    shown = capsys.readouterr().out
    assert "Japanese doctrine plays jp" in shown
    assert "sides: us\n" in shown
    assert "seats: us-1 (us), us-2 (us), jp (jp)" in shown
    assert "(only in doctrine, duel)" in shown
    assert main(["games", "--json"]) == 0
    cliffs = next(game for game in json.loads(capsys.readouterr().out) if game["id"] == "cliffs")
    alone, partners = cliffs["scenarios"][2:]
    assert (alone["sides"], alone["options"], alone["book"]) == (["us"], ["calm"], [])
    assert (partners["seats"], partners["book"]) == ({"us-1": "us", "us-2": "us", "jp": "jp"}, ["jp"])


# ---------------------------------------------------------------------- sides as options


@pytest.fixture
def lookout() -> Iterator[None]:
    REGISTERED["lookout"] = "tests.kit.hidden_game:LookoutGame"
    yield
    del REGISTERED["lookout"]


@pytest.mark.usefixtures("lookout")
@pytest.mark.parametrize(
    "line",
    [
        "simulate lookout --raider random --warden random --games 1 --json",
        "simulate --warden random lookout --games 1 --json --raider=random",
        "simulate --games 1 --json --raider random -- lookout",
    ],
)
def test_any_games_sides_are_options(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(line.split()) == 0
    assert json.loads(capsys.readouterr().out)["players"] == {"raider": "random", "warden": "random"}


@pytest.mark.usefixtures("lookout")
@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("simulate lookout --us random", "no such option: --us; players of lookout are named with --raider and --warden"),
        ("simulate lookout --raider", "--raider needs a player"),
        ("simulate lookout --raider --json", "--raider needs a player"),
        ("simulate lookout --raider nobody", "there are: random, sergeant"),
        ("simulate saipan --jsn", "did you mean --json?"),
        ("play saipan --sede 3", "did you mean --seed?"),
        ("simulate lokout --us random", "did you mean 'lookout'"),
        ("simulate --us random", "GAME"),
    ],
)
def test_sides_that_there_are_not(line: str, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(line.split()) == 2
    shown = capsys.readouterr()
    assert (shown.out, len(shown.err.splitlines())) == ("", 1)
    assert words in shown.err


@pytest.mark.usefixtures("lookout")
def test_help_lists_the_sides(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of the game that is named, else those of all games."""
    monkeypatch.setenv("COLUMNS", "160")
    for command in ("play", "simulate"):
        assert main([command, "lookout", "--help"]) == 0
        shown = capsys.readouterr().out
        assert "--warden PLAYER" in shown and "Player for Wardens" in shown
        assert "--us" not in shown
        assert main([command, "--help"]) == 0
        shown = capsys.readouterr().out
        assert "--warden PLAYER" in shown and "--us PLAYER" in shown


# ---------------------------------------------------------------------- modes


def test_rules_are_counted_by_mode(capsys: pytest.CaptureFixture[str]) -> None:
    """One case of Cliffs is for solitaire play alone; a game with a single mode is counted once."""
    assert main(["rules", "cliffs", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["modes"]["solitaire"]["cases"] == report["cases"] == 7
    assert report["modes"]["two-player"]["cases"] == 6
    assert report["modes"]["two-player"]["enforced"] == report["enforced"] - 1
    assert next(case for case in report["list"] if case["id"] == "3.3")["modes"] == ["solitaire"]
    assert main(["rules", "cliffs"]) == 0
    shown = capsys.readouterr().out
    assert "  two-player: 6 cases, 5 enforceable" in shown
    assert main(["rules", "cliffs", "3.3"]) == 0
    assert "Modes: solitaire" in capsys.readouterr().out
    assert main(["rules", "saipan"]) == 0
    assert "two-player:" not in capsys.readouterr().out
