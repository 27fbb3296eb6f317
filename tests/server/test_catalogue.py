"""The list of games: the first thing that anybody asks for, and it needs none of the rules."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import beachhead as bh
from beachhead.engine.game import Game
from beachhead.games import REGISTERED
from beachhead.server.catalogue import LISTED, Catalogue, _mark, entry, listed
from beachhead.server.play.messages import decode, encode

ASK = """
import sys
from pathlib import Path
from beachhead.games import REGISTERED
from tests.server.desk import Desk
with Desk("sqlite:///" + sys.argv[1]) as desk:
    assert [game["id"] for game in desk.get("/api/games").json()["games"]] == list(REGISTERED)
print(*sorted(name for name in sys.modules if name.startswith(("beachhead.games.", "beachhead.series."))))
"""


def test_the_list_needs_no_rules(tmp_path: Path) -> None:
    """Of a server that has just been started, whatever it loads by itself included."""
    done = subprocess.run(
        [sys.executable, "-c", ASK, str(tmp_path / "table.sqlite3")],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).parents[2],
    )
    assert done.stdout.split() == []


def test_the_list_builds_no_ruleset(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object) -> None:
        raise AssertionError("a ruleset is built")

    monkeypatch.setattr(Game, "ruleset", never)
    for game in bh.all_games():
        entry(game)
    assert Catalogue().games()


@pytest.mark.parametrize("id", REGISTERED)
def test_what_is_written_out_is_what_the_game_says(id: str) -> None:
    """If not: `make themes`."""
    game = bh.game(id)
    assert decode((game.folder / LISTED).read_bytes()) == decode(encode(entry(game)))
    assert listed(id)["about"]["thumbnail"] == f"/api/games/{id}/thumbnail.svg?v={_mark(game.folder)}"


def test_a_game_without_it_is_listed_too(lookout: str) -> None:
    assert listed(lookout)["id"] == lookout
    assert lookout in {game["id"] for game in Catalogue().games()}
