"""Runs of many games."""

from __future__ import annotations

from typing import Any

import pytest

import beachhead as bh
from beachhead.lab import Run, page, play_all
from beachhead.lab.simulate import Tally, play_one


def outcome(run: Run, jobs: int = 1) -> dict[str, Any]:
    """What came of a run, but for the clock."""
    plain = play_all(run, jobs).plain(run)
    return {name: value for name, value in plain.items() if name not in ("seconds", "games_per_s", "actions_per_s")}


def test_jobs_do_not_change_the_outcome() -> None:
    run = Run.of("saipan", 6, seed=11)
    assert outcome(run, 1) == outcome(run, 2)


def test_seeds_do() -> None:
    assert outcome(Run.of("saipan", 2, seed=1)) == outcome(Run.of("saipan", 2, seed=1))
    assert outcome(Run.of("saipan", 2, seed=1))["actions"] != outcome(Run.of("saipan", 2, seed=2))["actions"]


def test_unfinished_games_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(bh.game("saipan")), "max_actions", 5)
    tally = Tally()
    play_one(Run.of("saipan", 1), 0, tally)
    assert (tally.unfinished, tally.actions, tally.games, sum(tally.results.values())) == (1, 5, 1, 0)


def test_progress_hears_of_every_game() -> None:
    heard: list[int] = []
    play_all(Run.of("saipan", 5), progress=heard.append)
    assert sum(heard) == 5


def test_bad_runs() -> None:
    with pytest.raises(bh.UserError, match="at least one game"):
        Run.of("saipan", 0)
    with pytest.raises(bh.UserError, match="no side 'fr'"):
        Run.of("saipan", 1, {"fr": "random"})
    with pytest.raises(bh.UserError, match="at least one job"):
        play_all(Run.of("saipan", 1), 0)


def test_points_and_margins_are_counted() -> None:
    run = Run.of("rage", 4, seed=2)
    tally = play_all(run)
    plain = tally.plain(run)
    scored = []
    for number in range(4):
        one = Tally()
        play_one(run, number, one)
        (us,), (jp,) = one.points["us"], one.points["jp"]
        assert list(one.margins) == [us - jp]
        scored.append((us, jp))
    assert plain["points"]["us"]["mean"] == round(sum(us for us, _ in scored) / 4, 2)
    assert plain["points"]["jp"]["least"] == min(jp for _, jp in scored)
    assert plain["margin"]["of"] == "us" and plain["margin"]["over"] == "jp"
    assert plain["margin"]["greatest"] == max(us - jp for us, jp in scored)
    low, middle, high = plain["margin"]["quartiles"]
    assert plain["margin"]["least"] <= low <= middle <= high <= plain["margin"]["greatest"]
    html = page(run, tally)
    assert "<h2>Points</h2>" in html
    assert "margin of U.S. over Japan" in html


def test_games_without_points_have_no_margin() -> None:
    run = Run.of("saipan", 1)
    tally = play_all(run)
    assert (tally.plain(run)["points"], tally.plain(run)["margin"]) == ({}, None)
    assert "<h2>Points</h2>" not in page(run, tally)


def test_page_escapes_what_it_shows() -> None:
    run = Run.of("saipan", 1)
    tally = Tally(unfinished=1)
    tally.endings["<b>"] = 1
    html = page(run, tally)
    assert "<b>" not in html
    assert "&lt;b&gt;" in html
