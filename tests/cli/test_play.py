"""`beachhead play` with lines from a pipe, from the first landing to the result."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from beachhead.cli import main
from beachhead.match import Match
from beachhead.players import PLAYERS


def typed(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    """Put lines into the pipe."""
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


def test_a_whole_game(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "game.record"
    typed(monkeypatch, *["done", "1"] * 1500)
    assert main(["play", "saipan", "--seed", "3", "--save", str(file)]) == 0
    shown = capsys.readouterr().out
    assert "The dice came from seed" in shown
    assert max(len(line) for line in shown.splitlines() if not line.startswith(("Kept", "Go on"))) <= 100
    kept = Match.load(file.read_text(encoding="utf-8"))
    assert kept.state.result is not None
    assert f"Turn {kept.state.result.turn} of 15" in shown
    assert kept.seats == {"us": "human", "jp": "sergeant"}


def test_breaking_off_keeps_the_game(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    typed(monkeypatch, "land U:1/2 1203")
    assert main(["play", "saipan", "--seed", "3"]) == 0
    (file,) = (tmp_path / "beachhead").iterdir()
    assert f"--resume {file}" in capsys.readouterr().out
    typed(monkeypatch, "land U:2/2 0702", "quit")
    assert main(["play", "saipan", "--resume", str(file), "--save", str(file), "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["actions"], answer["saved"], answer["result"]) == (2, str(file), None)
    assert [played.text for played in Match.load(file.read_text(encoding="utf-8")).history] == [
        "land U:1/2 1203",
        "land U:2/2 0702",
    ]


def test_nothing_played_writes_nothing(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    typed(monkeypatch)
    assert main(["play", "saipan"]) == 0
    assert "Nothing was played" in capsys.readouterr().out
    assert list(tmp_path.iterdir()) == []


def test_two_players_of_the_program(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    typed(monkeypatch)
    assert main(["play", "saipan", "--us", "random", "--jp", "random", "--seed", "4", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["result"]["winner"] in ("us", "jp", "draw")


def test_help_lists_who_can_play(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is registered, and who plays if nobody is named."""
    monkeypatch.setenv("COLUMNS", "160")
    assert main(["play", "--help"]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "human, sergeant or random" in shown
    for name in PLAYERS:
        assert name in shown


@pytest.mark.parametrize("name", PLAYERS)
@pytest.mark.parametrize("game", ["saipan", "rage"])
def test_every_player_takes_a_seat(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, game: str, name: str
) -> None:
    """The program opens the game from the first side; the person on the other one leaves at once."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    typed(monkeypatch, "quit")
    assert main(["play", game, "--us", name, "--jp", "human", "--seed", "4", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["players"] == {"us": name, "jp": "human"}


def test_a_resumed_game_keeps_its_players(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Two friends stay two friends, and whoever played against chance goes on against it, unless they say otherwise."""
    file = tmp_path / "game.record"
    for seated, resumed, players in (
        (["--jp", "human"], [], {"us": "human", "jp": "human"}),
        (["--jp", "random"], [], {"us": "human", "jp": "random"}),
        (["--jp", "random"], ["--jp", "sergeant"], {"us": "human", "jp": "sergeant"}),
        ([], [], {"us": "human", "jp": "sergeant"}),
    ):
        typed(monkeypatch, "land U:1/2 1203", "quit")
        assert main(["play", "saipan", "--seed", "3", "--save", str(file), *seated, "--json"]) == 0
        capsys.readouterr()
        typed(monkeypatch, "quit")
        assert main(["play", "saipan", "--resume", str(file), *resumed, "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["players"] == players


def test_a_record_with_other_names_is_resumed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Seats of a record may be held by people whom this terminal does not know."""
    file = tmp_path / "game.record"
    file.write_text(Match.new("saipan", seed=1, seats={"us": "Ann", "jp": "Bob"}).record(), encoding="utf-8")
    typed(monkeypatch, "quit")
    assert main(["play", "saipan", "--resume", str(file), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["players"] == {"us": "human", "jp": "sergeant"}
