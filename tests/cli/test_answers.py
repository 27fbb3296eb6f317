"""What the commands answer, and the shapes that programs rely on."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import beachhead as bh
from beachhead.cli import main
from beachhead.match import Match

VECTORS = Path(__file__).parents[1] / "cases" / "saipan"


def answer(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0) -> Any:
    """The JSON answer of a command."""
    assert main([*arguments, "--json"]) == status
    return json.loads(capsys.readouterr().out)


def record_of(actions: int) -> str:
    """The record of a short random match."""
    match = Match.new("saipan", "historical", seed=5)
    for number in range(actions):
        choices = match.state.actions()
        match.play(choices[number * 7 % len(choices)])
    return match.record()


def test_help_lists_the_commands(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    shown = capsys.readouterr().out
    for command in ("serve", "games", "rules", "play", "simulate", "replay", "verify", "check", "bench"):
        assert command in shown


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out.split() == ["beachhead", bh.__version__]


def test_games(capsys: pytest.CaptureFixture[str]) -> None:
    listed = {game["id"]: game for game in answer(capsys, "games")}
    saipan = listed["saipan"]
    assert saipan["sides"] == ["us", "jp"]
    assert saipan["modes"] == ["two-player"]
    assert [(scenario["id"], scenario["turns"]) for scenario in saipan["scenarios"]] == [("historical", 15), ("free", 15)]
    assert {option["name"] for option in saipan["options"]} == {"reinforcement_rate", "minimum_move", "japanese_victory"}
    olympic = listed["olympic"]
    assert olympic["modes"] == ["solitaire", "two-player"]
    assert [scenario["book"] for scenario in olympic["scenarios"]] == [["jp"], []]
    alone, together = (set(scenario["options"]) for scenario in olympic["scenarios"])
    assert "historical_plan" in alone - together
    assert "free_deployment" in together - alone
    for game in listed.values():
        names = [option["name"] for option in game["options"]]
        for scenario in game["scenarios"]:
            assert scenario["sides"] == game["sides"]
            assert scenario["options"] == [name for name in names if name in scenario["options"]]
    for scenario in saipan["scenarios"]:
        assert scenario["book"] == []
        assert scenario["options"] == [option["name"] for option in saipan["options"]]
    assert main(["games"]) == 0
    assert "reinforcement_rate=printed|per_beachhead" in capsys.readouterr().out


def test_rules_of_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    report = answer(capsys, "rules", "saipan")
    assert report["game"] == "saipan"
    assert report["cases"] == len(report["list"]) == len(bh.game("saipan").cases)
    assert report["enforced"] <= report["enforceable"] <= report["cases"]
    assert report["tested"] <= report["enforceable"]
    for case in report["list"]:
        assert {"id", "title", "says", "kind", "code", "tests"} <= set(case)
        missing = case["enforceable"] and not (case["code"] and case["tests"])
        assert (case["id"] in report["missing"]) == missing
    assert main(["rules", "saipan"]) == 0
    assert f"{report['enforceable']} enforceable" in capsys.readouterr().out


def test_rules_of_a_case(capsys: pytest.CaptureFixture[str]) -> None:
    case = answer(capsys, "rules", "saipan", "5.24")
    assert case["id"] == "5.24"
    assert any("island_war" in place for place in case["code"])
    assert any("5-movement.yaml" in test for test in case["tests"])
    assert main(["rules", "saipan", "5.24"]) == 0
    assert "hexside" in capsys.readouterr().out


def test_simulate(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    page = tmp_path / "run.html"
    run = answer(capsys, "simulate", "saipan", "--games", "3", "--seed", "9", "--scenario", "free", "--report", str(page))
    assert (run["game"], run["scenario"], run["games"], run["unfinished"]) == ("saipan", "free", 3, 0)
    assert run["players"] == {"us": "random", "jp": "random"}
    assert set(run["results"]) == {"us", "jp", "draw"}
    assert sum(run["results"].values()) == sum(run["turns"].values()) == 3
    assert run["seconds"] > 0
    html = page.read_text(encoding="utf-8")
    assert "<svg" in html
    assert "<script" not in html
    assert "http" not in html


def test_simulate_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "saipan", "--games", "2", "--options", "minimum_move=true"]) == 0
    shown = capsys.readouterr()
    assert "unfinished 0" in shown.out
    assert "last turn" in shown.out


def test_simulate_reports_points(capsys: pytest.CaptureFixture[str]) -> None:
    run = answer(capsys, "simulate", "rage", "--games", "2")
    assert set(run["points"]) == {"us", "jp"}
    assert {"games", "mean", "quartiles", "least", "greatest"} <= set(run["points"]["us"])
    assert run["margin"]["games"] == 2
    assert main(["simulate", "rage", "--games", "2"]) == 0
    shown = capsys.readouterr().out
    assert "us over jp" in shown
    assert "median" in shown


def test_replay(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "game.record"
    file.write_text(record_of(12), encoding="utf-8")
    whole = answer(capsys, "replay", str(file))
    assert (whole["game"], whole["actions"], whole["result"]) == ("saipan", 12, None)
    assert whole["digest"] == Match.load(file.read_text(encoding="utf-8")).state.digest()
    half = answer(capsys, "replay", str(file), "--to", "5")
    assert half["actions"] == 5
    assert half["digest"] != whole["digest"]
    assert main(["replay", str(file), "--log"]) == 0
    assert whole["digest"] in capsys.readouterr().out


def test_check_passes(capsys: pytest.CaptureFixture[str]) -> None:
    file = VECTORS / "7-advance.yaml"
    checked = answer(capsys, "check", str(file))
    assert checked["vectors"] == checked["passed"] > 0
    assert checked["failed"] == []


def test_check_fails_with_status_one(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "wrong.yaml"
    file.write_text(
        "game: saipan\nvectors:\n  - title: no such luck\n    cases: ['5.24']\n    expect: {turn: 7}\n", encoding="utf-8"
    )
    checked = answer(capsys, "check", str(file), status=1)
    (failed,) = checked["failed"]
    assert (failed["file"], failed["title"], failed["cases"]) == (str(file), "no such luck", ["5.24"])
    assert "turn" in failed["why"]
    assert (failed["game"], failed["line"], failed["where"]) == ("saipan", 3, [])
    file.write_text(
        file.read_text(encoding="utf-8").replace(
            "expect: {turn: 7}", "play: [{after: [{play: land U:1/2 1203, expect: {turn: 7}}]}]"
        ),
        encoding="utf-8",
    )
    (failed,) = answer(capsys, "check", str(file), status=1)["failed"]
    assert failed["where"] == ["play 1", "after 1"]
    assert main(["check", str(tmp_path)]) == 1
    assert "1 failed" in capsys.readouterr().out


def test_bench(capsys: pytest.CaptureFixture[str]) -> None:
    timed = answer(capsys, "bench", "saipan", "--seconds", "0.02", "--rounds", "1")
    assert {"actions_per_s", "games_per_s", "copy_us", "state_bytes"} <= set(timed["saipan"])
    assert timed["saipan"]["state_bytes"] > 500
    assert set(timed["saipan"]["scenarios"]) == {"historical", "free"}
    for speed in timed["saipan"]["scenarios"].values():
        assert speed["actions_per_s"] > 0
        assert speed["games_per_s"] > 0
    assert timed["python-chess"]["actions_per_s"] > 0
    assert timed["ratio"]["saipan"] == pytest.approx(
        timed["saipan"]["actions_per_s"] / timed["python-chess"]["actions_per_s"], rel=0.01
    )


def test_bench_without_chess_says_so(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("beachhead.lab.bench.chess_module", lambda: None)
    assert main(["bench", "--seconds", "0.02", "--rounds", "1"]) == 0
    assert "python-chess is not installed" in capsys.readouterr().out
    timed = answer(capsys, "bench", "--seconds", "0.02", "--rounds", "1")
    assert timed["python-chess"] is None
    assert timed["ratio"] == {game.id: None for game in bh.all_games()}
