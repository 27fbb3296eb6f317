"""`beachhead play` with lines from a pipe, from the first landing to the result."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from beachhead.cli import main
from beachhead.match import Match


def typed(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    """Put lines into the pipe."""
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


def test_a_whole_game(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "game.record"
    typed(monkeypatch, *["done", "1"] * 1500)
    assert main(["play", "saipan", "--seed", "3", "--save", str(file)]) == 0
    shown = capsys.readouterr().out
    assert "Turn 15 of 15" in shown
    assert "The dice came from seed" in shown
    assert max(len(line) for line in shown.splitlines() if not line.startswith(("Kept", "Go on"))) <= 100
    kept = Match.load(file.read_text(encoding="utf-8"))
    assert kept.state.result is not None
    assert kept.seats == {"us": "human", "jp": "random"}


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
    assert "Nothing had been played" in capsys.readouterr().out
    assert list(tmp_path.iterdir()) == []


def test_two_players_of_the_program(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    typed(monkeypatch)
    assert main(["play", "saipan", "--us", "random", "--jp", "random", "--seed", "4", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["result"]["winner"] in ("us", "jp", "draw")
