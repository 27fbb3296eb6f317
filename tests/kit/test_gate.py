"""The gate of `beachhead.testing.digests`: it takes any game, its lines repeat, and a changed game shows in the right lines."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

import pytest

import beachhead as bh
from beachhead.engine.game import Game, Option
from beachhead.games import REGISTERED
from beachhead.testing.digests import Setting, compare, keys, settings
from beachhead.testing.digests.command import main

from .book_game import Cliffs, CliffsGame, Climb, Dusk, Fire, Stones, Target

HERE = "tests.kit.book_game:CliffsGame"
OTHERS = {"ridge": "tests.kit.card_game:RidgeGame", "lookout": "tests.kit.hidden_game:LookoutGame"}


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, place in {"cliffs": HERE, **OTHERS}.items():
        monkeypatch.setitem(REGISTERED, name, place)


def lines(game: Game, scenario: str = "doctrine") -> Mapping[str, str]:
    """The lines of a scenario as it comes. Records are loaded by the game that is registered, so they are left out."""
    usual = Setting(game, scenario)
    return {key.kind + str(dict(key.players)): key.line() for key in keys(game) if key.setting == usual and key.kind != "records"}


def changed(game: Game) -> set[str]:
    """The kinds of lines in which a game differs from Cliffs."""
    before, after = lines(CliffsGame()), lines(game)
    assert before.keys() == after.keys()
    return {kind.split("{")[0] for kind in before if before[kind] != after[kind]}


# ---------------------------------------------------------------------- games that differ from Cliffs in one thing


class Reversed(Climb):
    def choices(self, state: Cliffs) -> Sequence[int]:
        return list(reversed(super().choices(state)))


class ReversedGame(CliffsGame):
    """The same actions, in another order."""

    steps = (Reversed(), Fire(), Target(), Stones(), Dusk())


class Strong(Fire):
    def take_roll(self, state: Cliffs) -> None:
        super().take_roll(state)
        state.hits += state.turn == 5


class StrongGame(CliffsGame):
    """One cell of the table is another: on the last turn the battery hits once more with every throw."""

    steps = (Climb(), Strong(), Target(), Stones(), Dusk())


class Reworded(Climb):
    def prompt(self, state: Cliffs) -> str:
        return f"{super().prompt(state)} Be quick."


class RewordedGame(CliffsGame):
    """A prompt in other words."""

    steps = (Reworded(), Fire(), Target(), Stones(), Dusk())


class TalkativeGame(CliffsGame):
    """A preview says more."""

    def preview(self, state: Cliffs, action: bh.Action) -> dict[str, Any]:
        return {"turn": state.turn}


class TrueGame(CliffsGame):
    """A number has become a truth value: the same in Python, another thing on the wire."""

    def overlay(self, state: Cliffs, side: str | None, name: str) -> dict[str, Any]:
        return {"able": True}

    overlays: ClassVar[Mapping[str, str]] = {"rock": "Rock"}


class OneGame(TrueGame):
    def overlay(self, state: Cliffs, side: str | None, name: str) -> dict[str, Any]:
        return {"able": 1}


def test_another_order_of_actions_is_noticed() -> None:
    assert {"play", "choices", "players", "events"} <= changed(ReversedGame())


def test_another_cell_of_a_table_is_noticed() -> None:
    found = changed(StrongGame())
    assert {"play", "saves", "events"} <= found and "tables" not in found


def test_play_does_not_depend_on_words() -> None:
    assert changed(RewordedGame()) == {"words", "views", "facts", "refusals"}


def test_a_line_says_what_differs() -> None:
    assert changed(TalkativeGame()) == {"previews"}


def test_types_count() -> None:
    one, other = lines(TrueGame()), lines(OneGame())
    assert [kind for kind in one if one[kind] != other[kind]] == ["overlays{}"]


# ---------------------------------------------------------------------- any game


@pytest.mark.parametrize("name", ["cliffs", *OTHERS])
def test_lines_repeat(name: str) -> None:
    game = bh.game(name)
    some = [key for key in keys(game, games=7) if key.setting.scenario == game.scenarios[0].id]
    once = {str(key): key.line() for key in some}
    assert len(once) == len(some)
    assert once == {str(key): key.line() for key in some}


def test_every_scenario_and_option_is_played() -> None:
    assert [str(setting) for setting in settings(CliffsGame())] == [
        "doctrine",
        "doctrine ropes=true",
        "doctrine calm=swell",
        "doctrine ropes=true calm=swell",
        "duel",
        "duel ropes=true",
        "duel calm=swell",
        "duel ropes=true calm=swell",
        "alone",
        "alone calm=swell",
        "partners",
        "partners calm=swell",
    ]


def test_options_are_compared_thoroughly_together() -> None:
    kinds: dict[str, set[str]] = {}
    for key in keys(CliffsGame()):
        kinds.setdefault(str(key.setting), set()).add(key.kind)
    assert kinds["duel"] == kinds["duel ropes=true calm=swell"] == kinds["alone calm=swell"]
    assert {"play", "choices"} < kinds["duel ropes=true"] < kinds["duel"]


def test_a_game_that_does_not_end_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CliffsGame, "max_actions", 5)
    with pytest.raises(RuntimeError, match="not over after 5 actions"):
        lines(CliffsGame())


def test_older_rules_are_played() -> None:
    class Second(CliffsGame):
        version = "2"
        older = ("1",)
        options = (Option("calm", ("still", "swell"), "still", "Changes nothing.", "1.0", since="2"),)

    found = [str(key) for key in keys(Second(), games=9) if key.setting.scenario == "duel"]
    assert [key for key in found if "rules=1" in key] == ["duel rules=1: play", "duel rules=1: play x9"]
    assert "duel calm=swell: play x9" in found


def test_the_book_plays_its_side() -> None:
    found = [dict(key.players) for key in keys(CliffsGame()) if key.kind == "players" and str(key.setting) == "doctrine"]
    assert found == [{"jp": "book", "us": "random"}]


def test_a_difference_names_its_line() -> None:
    stored = {"duel: play": "a", "duel: odds": "b", "gone: play": "c"}
    now = {"duel: play": "a", "duel: odds": "d", "new: play": "e"}
    assert [str(difference) for difference in compare("cliffs", stored, now)] == [
        "cliffs duel: odds: stored b, now d",
        "cliffs gone: play: stored c, no longer computed",
        "cliffs new: play: not stored, now e",
    ]
    assert len(list(compare("cliffs", stored, now, whole=False))) == 2


# ---------------------------------------------------------------------- the command


def test_the_command_stores_and_compares(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    some = ["--game", HERE, "--folder", str(tmp_path), "--games", "5", "--scenario", "alone", "--kind", "play", "--kind", "odds"]
    assert main([*some, "--write"]) == 0
    stored = json.loads((tmp_path / "cliffs.json").read_text())
    assert list(stored) == sorted(stored) and "alone calm=swell: play x5" in stored
    assert main(some) == 0
    assert "all lines are as stored" in capsys.readouterr().err
    was, stored["alone: odds"] = stored["alone: odds"], "0" * 16
    del stored["alone: play"]
    (tmp_path / "cliffs.json").write_text(json.dumps(stored))
    assert main(some) == 1
    told = capsys.readouterr().err
    assert f"DIFFERS: cliffs alone: odds: stored {'0' * 16}, now {was}" in told
    assert "DIFFERS: cliffs alone: play: not stored" in told and "2 lines differ" in told
    assert "plain" in told or "compiled" in told


def test_a_line_that_fails_is_a_difference(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(*_: object) -> Any:
        raise ZeroDivisionError("no such view")

    some = ["--game", HERE, "--file", str(tmp_path / "here.json"), "--scenario", "alone", "--kind", "views", "--kind", "copies"]
    assert main([*some, "--write"]) == 0
    monkeypatch.setattr(Cliffs, "view", broken)
    assert main(some) == 1
    told = capsys.readouterr()
    assert "now failed with ZeroDivisionError: no such view" in told.err and "alone: copies" in told.out
    assert main([*some, "--write"]) == 2


def test_lines_that_nobody_computes_any_more_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole = ["--game", "examples.foothold.game:Foothold", "--folder", str(tmp_path)]
    assert main([*whole, "--write"]) == 0
    path = tmp_path / "foothold.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {"night: play": "0"}))
    assert main(whole) == 1
    assert "foothold night: play: stored 0, no longer computed" in capsys.readouterr().err
    assert main([*whole, "--quick"]) == 0
    assert "foothold" not in REGISTERED, "a game that was only looked at must not stay"


def test_what_goes_into_a_line_can_be_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--game", HERE, "--scenario", "alone", "--kind", "play", "--quick", "--show"]) == 0
    assert capsys.readouterr().out.startswith('cliffs alone: play [4,"')
    assert main(["--game", HERE, "--scenario", "alone", "--kind", "play", "--quick", "--list"]) == 0
    assert capsys.readouterr().out == "cliffs alone: play\n"


@pytest.mark.parametrize("wrong", [["--game", "nowhere"], ["--game", "tests.nowhere:Game"], ["--scenario", "nowhere"]])
def test_what_does_not_exist_is_named(wrong: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(wrong) == 2
    assert "nowhere" in capsys.readouterr().err
