"""What was played with earlier versions still plays: random games step by step, and the matches of a host's database."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import beachhead as bh
from tests.server.desk import Desk

from ..budget import many
from .database import FOLDER, digest_in, play_on, unpack
from .games import EACH, Kind, kinds, play

KINDS = [kind for game in bh.all_games() for rules in game.versions for kind in kinds(game, rules)]
GAMES = many(1, most=EACH)
"""Of the hundred games of each kind; a soak plays more of them."""
DATABASES = sorted(path.name.removesuffix(".json") for path in FOLDER.glob("*.json"))


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_random_games_go_as_they_went(kind: Kind) -> None:
    """A change of rules on purpose breaks this. Then raise the game's version and record the games again (games.py)."""
    lines = kind.path.read_text(encoding="utf-8").splitlines()
    assert len(lines) == EACH
    for number in range(min(GAMES, EACH)):
        assert play(kind, number) == lines[number]


@pytest.mark.parametrize("name", DATABASES)
def test_matches_of_an_earlier_version_go_on(name: str, tmp_path: Path) -> None:
    address, known = unpack(name, tmp_path)
    with Desk(address) as desk:
        for match in known["matches"]:
            _goes_on(desk, match, known["format"])


def _goes_on(desk: Desk, known: dict[str, Any], record_format: int) -> None:
    keys, title = known["keys"], known["title"]
    chairs = {side: desk.sit(keys, side) for side in keys["tokens"]}
    assert all(chair.welcome["t"] == "welcome" for chair in chairs.values()), title
    assert digest_in(desk, keys["match"], record_format) == known["digest"], title
    for side, chair in chairs.items():
        assert chair.now["moment"] == known["moments"][side], title
        assert chair.now["view"]["decision"]["step"] == known["decision"][side], title
        ended = chair.meta["ended"]
        assert (ended and {**ended, "how": ""}) == (known["ended"] and {**known["ended"], "how": ""}), title
    record = desk.get(f"/api/matches/{keys['match']}/record", next(iter(keys["tokens"].values())))
    assert record.status_code == 200, title
    if known["ended"] is not None:
        verdict = desk.post("/api/verify", {"record": record.text}).json()
        assert verdict["ok"], (title, verdict)
    elif len(chairs) == 2:
        before = sum(chair.now["moment"] for chair in chairs.values())
        play_on(list(chairs.values()), 12, random.Random(5))
        assert sum(chair.now["moment"] for chair in chairs.values()) > before, title
    else:
        [chair] = chairs.values()
        if chair.now["offers"]:
            chair.act_any(random.Random(5))
    for chair in chairs.values():
        chair.socket.close()


RECORDS = sorted((Path(__file__).parent / "records").glob("*.txt"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_finished_records_of_earlier_versions_verify(path: Path) -> None:
    """A record loads only if it replays to the digest that it claims."""
    assert bh.Match.load(path.read_text(encoding="utf-8")).state.over


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_the_words_of_an_ending_may_change(path: Path) -> None:
    """How a game ended may be reworded: neither the digest of today nor that of records of format 1 depends on it."""
    state = bh.Match.load(path.read_text(encoding="utf-8")).state
    assert state.outcome is not None
    digests = state.digest(), state.digest(1)
    state.outcome = replace(state.outcome, how="It is over.")
    assert (state.digest(), state.digest(1)) == digests
    assert f'[Digest "{digests[1]}"]' in path.read_text(encoding="utf-8")
    state.outcome = replace(state.outcome, winner="nobody")
    assert state.digest() != digests[0]
