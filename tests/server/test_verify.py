"""Whether a record is true: its headings count, not whatever its comments say, and a start that is written out is mentioned."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

import beachhead as bh
from beachhead.cli import app
from beachhead.server.kept.records import verify


def record(*, written_out: bool = False) -> str:
    match = bh.Match.new("saipan", "historical", seed=7)
    match.play("land U:1/2 1203")
    if written_out:
        match = bh.Match(match.state)
    match.play("land U:1/6 0702")
    return match.record()


def without(text: str, *names: str) -> str:
    return "\n".join(line for line in text.splitlines() if not line.startswith(tuple(f"[{name} " for name in names)))


def test_a_true_record() -> None:
    found = verify(record())
    assert found["ok"]
    assert "true" in found["text"]
    assert "position" not in found["text"].partition("claims")[2]


@pytest.mark.parametrize("names", [("Commitment",), ("Digest",), ("Commitment", "Digest")])
def test_comments_are_no_headings(names: tuple[str, ...]) -> None:
    """A comment or an action may hold any text, brackets included."""
    bare = without(record(), *names)
    said = verify(bare)
    assert not said["ok"]
    assert all(name in said["text"] for name in names)
    comment = "\n".join(f'# [{name} "x"] [{name} y]' for name in names)
    for forged in (f"{comment}\n{bare}", f"{bare}\n{comment}\n", bare.replace("[Title ", f'[Note "[{names[-1]} x]"]\n[Title ')):
        assert verify(forged)["text"] == said["text"]
        assert not verify(forged)["ok"]


@pytest.mark.parametrize("name", ["Seed", "Commitment", "Digest", "Game"])
def test_a_heading_stands_once(name: str) -> None:
    """Of two headings a reader may believe the one and the program the other."""
    found = verify(f'[{name} "x"]\n{record()}')
    assert not found["ok"]
    assert f"the heading {name} is given twice" in found["text"].replace("'", "")


@pytest.mark.parametrize("character", ["\x0b", "\x0c", "\x1c", "\x85", "\u2028", "\u2029"])
def test_a_comment_ends_with_its_line(character: str) -> None:
    """Only a line feed ends a line: what looks like part of a comment is part of it."""
    bare = without(record(), "Digest")
    digest = next(line for line in record().splitlines() if line.startswith("[Digest "))
    forged = f"# x{character}{digest}\n{bare}"
    assert verify(forged)["text"] == verify(bare)["text"]
    assert verify(record().replace("\n", "\r\n"))["ok"], "records that went through other systems"


def test_a_result_that_is_not_the_games_is_noticed() -> None:
    finished = (Path(__file__).parents[1] / "kit" / "golden" / "saipan-historical.txt").read_text(encoding="utf-8")
    line = next(line for line in finished.splitlines() if line.startswith("[Result "))
    assert verify(finished)["ok"]
    for text in (finished.replace(line, '[Result "jp 13.0-us"]'), f'[Result "us 13.0-us"]\n{record()}'):
        assert "another result" in verify(text)["text"]


def test_an_ending_by_people_proves_nothing() -> None:
    found = verify(f'[Ended "Japan resigned."]\n{record()}')
    assert found["ok"]
    assert "no replay can prove that" in found["text"]
    assert "no replay" not in verify(record())["text"]


def test_what_is_missing_is_named_in_the_same_order_every_time() -> None:
    assert "its Commitment and Digest" in verify(without(record(), "Commitment", "Digest"))["text"]


def test_a_start_that_is_written_out_is_mentioned() -> None:
    """The dice are the ones promised, but nobody promised the position."""
    text = record(written_out=True)
    assert "[Start " in text
    found = verify(text)
    assert found["ok"]
    assert "position written out" in found["text"]
    assert "position written out" not in verify(record())["text"]
    assert "position written out" not in verify(record() + '# [Start "{}"]\n')["text"]


def test_the_seed_of_a_start_is_the_one_in_the_heading() -> None:
    """A start brings its own dice along; a reader who checks the seed in the heading must find those."""
    text = record(written_out=True)
    line = next(line for line in text.splitlines() if line.startswith("[Seed "))
    assert "another seed" in verify(text.replace(line, f'[Seed "{"ab" * 16}"]'))["text"]
    assert verify(text.replace(line, line.upper().replace("SEED", "Seed")))["ok"], "hex digits of either kind"


def finished_from_the_start(**said: str) -> str:
    """A record without an action whose start says that the game is over."""
    text = record(written_out=True)
    state = json.loads(bh.dumps(bh.Match.load(text).state))["state"]
    end = {"winner": "us", "case": "13.0-us", "how": "", "turn": 1, "points": {}} | said
    start = json.dumps(state | {"outcome": end, "stack": []})
    head = [line for line in text.partition("\n\n")[0].splitlines() if not line.startswith(("[Start ", "[Digest "))]
    bare = "\n".join([*head, f"[Start {json.dumps(start)}]"]) + "\n"
    digest = verify(bare)["digest"]
    return f'[Digest "{digest}"]\n{bare}'


def test_a_game_that_is_over_from_the_start_proves_nothing() -> None:
    found = verify(finished_from_the_start())
    assert not found["ok"]
    assert "over from the start" in found["text"]


@pytest.mark.parametrize("said", [{"winner": "nobody"}, {"winner": ""}, {"case": "99.9"}, {"winner": "x" * 900}])
def test_an_outcome_that_the_game_does_not_know_is_refused(said: dict[str, str]) -> None:
    assert "cannot be played: its outcome" in verify(finished_from_the_start(**said))["text"]


def test_the_command_says_so_too(tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    path.write_text(record(written_out=True), encoding="utf-8")
    told = CliRunner().invoke(app, ["verify", str(path)])
    assert told.exit_code == 0
    assert "position written out" in told.output
    path.write_text(without(record(), "Digest") + '\n# [Digest "x"]\n', encoding="utf-8")
    told = CliRunner().invoke(app, ["verify", str(path)])
    assert told.exit_code == 1
    assert "its Digest" in told.output
