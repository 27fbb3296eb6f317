"""How often somebody went back past something seen is in the record, and verifying says it."""

from __future__ import annotations

import random

import pytest

import beachhead as bh

from .desk import Desk, Message, play_on


def heading(record: str) -> str:
    """What a record says about it."""
    return next((line for line in record.splitlines() if line.startswith("[Undone")), "")


def back(desk: Desk, keys: Message, times: int) -> None:
    """Go back to before one's own last action, with the other side's consent."""
    with desk.sit(keys, "us") as us, desk.sit(keys, "jp") as jp:
        for number in range(times):
            play_on([us, jp], 12, random.Random(number))
            asker, other = (us, jp) if us.ask("offer", what="undo")["t"] != "error" else (jp, us)
            assert other.ask("answer", yes=True)["t"] == "update"
            asker.settle()


def test_a_record_counts_what_was_undone_and_verify_says_so(database: str) -> None:
    """Also after a restart, and in a match that goes on from the record."""
    with Desk(database) as desk:
        keys = desk.create()
        back(desk, keys, 1)
    with Desk(database) as desk:
        back(desk, keys, 2)
        crossed = desk.table.rooms[keys["match"]].history.undone
        assert 0 < crossed <= 3
        path = f"/api/matches/{keys['match']}/record"
        assert heading(desk.get(path, keys["tokens"]["us"]).text) == f'[Undone "{crossed}"]'
        with desk.sit(keys, "us") as us:
            us.ask("resign")
        record = desk.get(path, keys["host"]).text
        assert heading(record) == f'[Undone "{crossed}"]'
        told = desk.post("/api/verify", {"record": record}).json()
        assert (told["ok"], told["undone"]) == (True, crossed)
        assert f"{crossed} time" in told["text"]
        copy = desk.post("/api/matches/upload", {"record": record, "seats": {"us": "me", "jp": "me"}}).json()
        back(desk, copy, 1)
        found = desk.get(f"/api/matches/{copy['match']}/record", copy["host"]).text
        assert int(heading(found).split('"')[1]) >= crossed


def test_what_nobody_has_seen_is_not_counted(desk: Desk) -> None:
    keys = desk.create()
    with desk.sit(keys, "us") as us:
        us.act("land U:1/2 1203")
        assert us.ask("undo", tag=us.now["tag"])["moment"] == 0
        us.ask("resign")
    record = desk.get(f"/api/matches/{keys['match']}/record", keys["host"]).text
    assert heading(record) == ""
    told = desk.post("/api/verify", {"record": record}).json()
    assert told["undone"] == 0
    assert "undid" not in told["text"]


def test_the_library_counts_alike() -> None:
    match, rng = bh.Match.new("saipan", seed=7), random.Random(5)
    while not match.history or not match.history[-1].final:
        match.play(rng.choice(list(match.state.actions())))
    match.rewind(1)
    text = match.record()
    assert heading(text) == '[Undone "1"]'
    loaded = bh.Match.load(text)
    assert loaded.history.undone == 1
    assert loaded.record() == text
    match.play(rng.choice(list(match.state.actions())))
    for said in ("many", "-1", "1e9", "9999999", ""):
        with pytest.raises(bh.PositionError, match="Undone"):
            bh.Match.load(text.replace('[Undone "1"]', f'[Undone "{said}"]'))
