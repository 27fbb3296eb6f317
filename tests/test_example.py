"""The example of CONTRIBUTING.md keeps every law of the kit, plays in the terminal, and enforces what its cases say."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

import beachhead as bh
from beachhead.games import REGISTERED
from beachhead.players import player
from beachhead.terminal.session import Session
from beachhead.testing import KIT
from beachhead.testing.enforced import enforced_at

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """The one line that adds a game."""
    monkeypatch.setitem(REGISTERED, "foothold", "examples.foothold.game:Foothold")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    yield


@pytest.mark.parametrize("law", KIT)
def test_laws(law: str) -> None:
    KIT[law](bh.game("foothold"), "landing", 1)


def test_every_case_has_its_code() -> None:
    wanted = [case.id for case in bh.game("foothold").cases.values() if case.enforceable]
    assert sorted(enforced_at(bh.game("foothold"))) == wanted


def test_refusals_and_odds() -> None:
    state = bh.game("foothold").new(seed=1)
    assert str(state.why_not("fire 1st Squad")) == "Japan fires after the squads move [3.1]"
    for text in ("advance 1st Squad", "done"):
        state.apply(text)
    assert str(state.why_not("fire 2nd Squad")) == "2nd Squad is still at sea, out of range [3.1]"
    assert str(state.why_not("advance 2nd Squad")) == "It is Japan's turn to fire [2.1]"
    chances = state.odds("fire 1st Squad")
    assert sum(chance for name, chance in chances.items() if "eliminated" in name) == Fraction(1, 2)


def test_the_terminal_plays_it() -> None:
    out, lines = StringIO(), iter(["advance 1st Squad", "done", "done", "quit"])
    match = bh.Match.new("foothold", seed=3)
    Session(match, {"jp": player("random", 1)}, Console(file=out, width=100, highlight=False), lambda _: next(lines)).run()
    assert [played.text for played in match.history][:2] == ["advance 1st Squad", "done"]
    assert "1st Squad advances to the beach" in out.getvalue()


def test_contributing_shows_it() -> None:
    """The guide quotes the example in pieces; each must be what the file says."""
    guide = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    source = (ROOT / "examples/foothold/game.py").read_text(encoding="utf-8")
    pieces = [piece.split("```", 1)[0] for piece in guide.split("```python\n")[1:]]
    assert pieces
    for piece in pieces:
        assert piece in source
