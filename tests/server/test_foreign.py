"""Records from strangers: whatever is in them, the service answers with a reason, keeps its memory and goes on."""

from __future__ import annotations

import random
import threading
from typing import Any

import pytest

import beachhead as bh
from beachhead.engine.files import bounds
from beachhead.server import Limits
from beachhead.server.clock import Clock
from beachhead.server.kept.records import verify
from beachhead.server.web import http
from tests.engine.test_bounds import RECORD, bent_start, track, with_heading

from .desk import PATIENCE, Desk, eventually

HOSTILE = {
    "support points": with_heading("Setup-components", track([10**15, 0])),
    "movement points": with_heading("Setup-roster", '{"U:X": "infantry 1-1-10000"}'),
    "turns": with_heading("Setup-board", '{"size": [5, 5], "turns": 1000000000}'),
    "bytes": bent_start(flags=400_000_000),
    "a long line": RECORD + "move " + "a " * 20_000 + "\n",
    "digits": with_heading("Option-x", "1" * 5000),
    "dice": bent_start(dice={"seed": "0" * 32, "counts": {"dice": 2**64 - 1}}),
    "nobody can begin": with_heading("Setup-board", '{"size": [3, 3]}', bh.Match.new("saipan", "free", seed=7).record()),
    "headings": "".join(f'[H{number} "x"]\n' for number in range(70)) + RECORD,
}


@pytest.mark.parametrize("record", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_record_is_refused_with_a_reason(desk: Desk, record: str) -> None:
    verdict = desk.post("/api/verify", {"record": record})
    assert verdict.status_code == 200
    assert not verdict.json()["ok"]
    for seats in ({"us": "me", "jp": "me"}, {"us": "me", "jp": "open"}):
        answer = desk.post("/api/matches/upload", {"record": record, "seats": seats})
        assert answer.status_code == 422, answer.text
        assert 10 < len(answer.json()["error"]["text"]) < 500


def test_the_wire_and_records_take_actions_of_the_same_length() -> None:
    assert Limits().action_length == bounds.ACTION


@pytest.mark.parametrize("scenario", ["historical", "free"])
def test_a_match_from_a_position_goes_up_and_comes_down_again(desk: Desk, scenario: str) -> None:
    """A position on a board of its own is no start of any scenario, so the record holds it."""
    units = {"U:A": "infantry 5-4-8 at 0404", "J:X": "infantry 2-3-8 at 0406"}
    position = {"scenario": scenario, "board": {"size": [7, 7]}, "units": units, "phase": "us movement"}
    match = bh.Match(bh.game("saipan").position(position))
    match.play("move U:A 0403")
    for seats in ({"us": "me", "jp": "me"}, {"us": "me", "jp": "open"}):
        answer = desk.post("/api/matches/upload", {"record": match.record(), "seats": seats})
        assert answer.status_code == 201, answer.text
        keys = answer.json()
        with desk.sit(keys, "us") as us:
            us.ask("resign")
        record = desk.get(f"/api/matches/{keys['match']}/record", keys["tokens"]["us"])
        assert record.status_code == 200
        assert desk.post("/api/verify", {"record": record.text}).json()["ok"]


@pytest.mark.parametrize("rules", bh.game("saipan").versions)
def test_a_map_of_ones_own_is_drawn_whatever_the_rules(desk: Desk, rules: str) -> None:
    """Older rules have fewer options, and a match that began with them still has its map."""
    units = {"U:A": "infantry 5-4-8 at 0404", "J:X": "infantry 2-3-8 at 0406"}
    record = bh.Match(bh.game("saipan").position({"board": {"size": [7, 7]}, "units": units, "phase": "us movement"})).record()
    dropped = ("[Digest ", *(f"[Option-{option.name} " for option in bh.game("saipan").options if option.since > rules))
    lines = [line for line in record.splitlines() if not line.startswith(dropped)]
    text = "\n".join(f'[Rules "{rules}"]' if line.startswith("[Rules ") else line for line in lines)
    keys = desk.post("/api/matches/upload", {"record": text, "seats": {"us": "me", "jp": "me"}}).json()
    board = desk.get(f"/api/matches/{keys['match']}/board", keys["spectator"])
    assert board.status_code == 200, board.text


class WorkingClock(Clock):
    """A clock by which every look at the processor time finds another second gone."""

    def __init__(self) -> None:
        self._worked = 0.0

    def worked(self) -> float:
        self._worked += 1.0
        return self._worked


def test_a_record_that_takes_too_long_is_given_up(database: str) -> None:
    """No length says how long legal actions take, so replaying them is timed: here every action takes a second."""
    match, rng = bh.Match.new("saipan", "historical", seed=7), random.Random(5)
    records = []
    for _ in range(12):
        match.play(rng.choice(list(match.state.actions())))
        records.append(match.record())
    with Desk(database, clock=WorkingClock()) as desk:
        for record, fine in ((records[9], True), (records[11], False)):
            verdict = desk.post("/api/verify", {"record": record}).json()
            assert verdict["ok"] == fine, verdict
            for seats in ({"us": "me", "jp": "me"}, {"us": "me", "jp": "open"}):
                answer = desk.post("/api/matches/upload", {"record": record, "seats": seats})
                assert answer.status_code == (201 if fine else 422), answer.text
                assert fine or "10 seconds" in answer.json()["error"]["text"]
    assert len(bh.Match.load(records[11]).history) == 12, "who replays records of his own takes as long as he likes"


def test_nobody_takes_all_the_places_for_slow_work(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two records of one address are replayed one after another, so that there is a place left for everybody else."""
    arrived, verdicts, may_end = list[str](), list[bool](), threading.Event()
    check_length = http.Http._check_length

    def slow(*given: Any) -> dict[str, Any]:
        assert may_end.wait(PATIENCE)
        return verify(*given)

    def noted(self: http.Http, record: str) -> None:
        arrived.append(record)
        check_length(self, record)

    def ask() -> None:
        verdicts.append(desk.post("/api/verify", {"record": RECORD}, **{"X-Forwarded-For": "10.0.0.1"}).json()["ok"])

    monkeypatch.setattr(http, "verify", slow)
    monkeypatch.setattr(http.Http, "_check_length", noted)
    greedy = [threading.Thread(target=ask) for _ in range(2)]
    for thread in greedy:
        thread.start()
    try:
        eventually(lambda: len(arrived) == 2)
        keys = desk.create()
        for _ in range(2):
            record = desk.get(f"/api/matches/{keys['match']}/record", keys["tokens"]["us"], **{"X-Forwarded-For": "10.0.0.2"})
            assert record.status_code == 200
    finally:
        may_end.set()
        for thread in greedy:
            thread.join()
    assert verdicts == [True, True]
    assert not desk.table.heavy._queues, "nothing is kept of those who have had their turn"
