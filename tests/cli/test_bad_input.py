"""Bad input: one line that says what is wrong and how to mend it, status 2, nothing written."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from beachhead.cli import main
from beachhead.match import Match


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("simulat", "simulate"),
        ("simulate", "GAME"),
        ("simulate saipn", "did you mean 'saipan'"),
        ("rules saipan 5.2", "5.21"),
        ("rules saipan banana", "beachhead rules saipan"),
        ("simulate saipan --scenario freee", "did you mean 'free'"),
        ("play saipan --scenario nowhere", "historical"),
        ("simulate saipan --games none", "--games"),
        ("simulate saipan --games 0", "--games"),
        ("simulate saipan --jobs 0", "--jobs"),
        ("simulate saipan --seed -1", "--seed"),
        ("simulate saipan --us nobody", "random"),
        ("simulate saipan --us human", "unattended"),
        ("play saipan --jp rndom", "did you mean 'random'"),
        ("simulate saipan --options minimum_move", "NAME=VALUE"),
        ("simulate saipan --options minimum_move=maybe", "false, true"),
        ("simulate saipan --options minimum_mov=true", "did you mean 'minimum_move'"),
        ("simulate saipan --components nowhere", "nowhere"),
        ("simulate saipan --report nowhere/run.html", "no folder"),
        ("play saipan --save nowhere/game.record", "no folder"),
        ("play saipan --resume nowhere.record", "no such file"),
        ("replay nowhere.record", "no such file"),
        ("replay .", "is a folder"),
        ("check nowhere.yaml", "no such file"),
        ("check .", "no YAML file"),
        ("bench nogame", "saipan"),
        ("games --jsn", "--json"),
    ],
)
def test_one_line(
    line: str, words: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(line.split()) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert len(shown.err.splitlines()) == 1
    assert words in shown.err
    assert list(tmp_path.iterdir()) == []


def complaint(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The one line that a bad file earns."""
    assert main(list(arguments)) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert len(shown.err.splitlines()) == 1
    return shown.err


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("hello", "not a record"),
        ('[Game "saipan"]\n', "Record"),
        ("good", "line"),
        ("late", "--to"),
        ("seed", "commitment"),
        ("digest", "another position"),
    ],
)
def test_broken_record(text: str, words: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    match = Match.new("saipan", "historical", seed=5)
    match.play("land U:1/2 1203")
    record = match.record()
    broken = {
        "good": record + "land U:2/2 1203\n",
        "late": record,
        "seed": record.replace(f'[Seed "{5:032x}"]', f'[Seed "{6:032x}"]'),
        "digest": record.replace("land U:1/2", "land U:2/2"),
    }.get(text, text)
    file = tmp_path / "game.record"
    file.write_text(broken, encoding="utf-8")
    shown = complaint(capsys, "replay", str(file), *(["--to", "9"] if text == "late" else []))
    assert words in shown
    assert str(file) in shown


def test_a_record_that_is_no_text(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "game.record"
    file.write_bytes(b"\xff\xfe\x00")
    assert "UTF-8" in complaint(capsys, "replay", str(file))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("game: saipan\nvectors: [", "no YAML"),
        ("game: saipan\nvectors:\n  - titel: a\n", "bad.yaml:3"),
        ("game: saipan\nvectors:\n  - title: a\n    cases: ['99.9']\n", "99.9"),
        ("game: saipn\nvectors:\n  - title: a\n    cases: []\n", "saipan"),
        ("game: saipan\nvectors:\n  - title: a\n    cases: []\n    dice: 7\n    play: [done]\n", "bad.yaml:5"),
        ("- 1\n", "mapping"),
    ],
)
def test_broken_vectors(text: str, words: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "bad.yaml"
    file.write_text(text, encoding="utf-8")
    assert words in complaint(capsys, "check", str(file))


@pytest.mark.parametrize("command", ["simulate", "play"])
def test_broken_components(command: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "track.yaml"
    file.write_text("turn_track:\n  - {turn: 1, date: '1944-06-15', support: [12, 0]}\n  - {turn: 3, date: x, support: 1}\n")
    shown = complaint(capsys, command, "saipan", "--components", str(tmp_path))
    assert f"{file}:3" in shown
    assert "expected turn 2" in shown


def test_the_script_leaves_no_traceback(tmp_path: Path) -> None:
    """Once as a real process: status, empty output, one line of complaint."""
    done = subprocess.run(
        [sys.executable, "-m", "beachhead", "replay", "nowhere"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "Traceback" not in done.stderr


def test_resume_refuses_what_cannot_change(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "game.record"
    file.write_text(Match.new("saipan", seed=1).record(), encoding="utf-8")
    assert "--seed" in complaint(capsys, "play", "saipan", "--resume", str(file), "--seed", "3")
