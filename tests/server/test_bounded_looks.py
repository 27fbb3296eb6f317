"""Looking things up costs little: looks into the past are kept, and many at once are counted as what they are."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from beachhead.server import Limits
from beachhead.server.kept.storage import Storage
from beachhead.server.play import requests
from beachhead.server.play.messages import Look
from beachhead.server.play.socket import _cost

from ..manual_clock import ManualClock
from .desk import QUICK, Desk, play_on


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What had to be played again."""
    found: list[Any] = []
    plain = requests._view_after

    def count(*of: Any) -> Any:
        found.append(of)
        return plain(*of)

    monkeypatch.setattr(requests, "_view_after", count)
    return found


def test_a_look_into_the_past_is_played_again_once(desk: Desk, looks: list[Any]) -> None:
    keys = desk.create()
    with desk.sit(keys, "us") as us, desk.sit(keys, "us") as tab, desk.sit(keys, "jp") as jp:
        play_on([us, jp], 40, random.Random(3))
        first = us.ask("look", at=5, then=20)
        for chair in (us, tab, us):
            assert chair.ask("look", at=5, then=20) | {"re": ""} == first | {"re": ""}
        assert len(looks) == 1
        jp.ask("look", at=5, then=20)
        us.ask("look", at=5, then=19)
        us.ask("look", at=6, then=20)
        assert len(looks) == 4, "another side, another end, another beginning"
        for at in range(20):
            us.ask("look", at=at)
        assert len(desk.table.rooms[keys["match"]].looks) == requests.LOOKS


def test_a_look_after_going_back_is_a_new_one(desk: Desk) -> None:
    """The same moments have other actions now."""
    keys = desk.create()
    with desk.sit(keys, "us") as us, desk.sit(keys, "jp"):
        us.act("land U:1/2 1203")
        before = us.ask("look", at=1)
        us.ask("undo", tag=us.now["tag"])
        us.act("land U:2/2 0902")
        after = us.ask("look", at=1)
        assert after["view"] == us.now["view"] != before["view"]


def test_many_moments_count_as_many_messages() -> None:
    limits = Limits()
    costs = [_cost(Look("x", 0, then=then)) for then in (0, 20, 200)]
    assert costs == [2, 12, 102]
    assert costs[-1] <= limits.message_burst, "what the protocol allows must be possible"


def test_a_lookup_counts_every_match(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = 0
    plain = Storage.last_seen

    def count(*of: Any) -> Any:
        nonlocal asked
        asked += 1
        return plain(*of)

    monkeypatch.setattr(Storage, "last_seen", count)
    clock = ManualClock()
    with Desk(sqlite, replace(QUICK, requests_per_s=10, request_burst=100), clock=clock) as desk:
        keys = desk.create()
        wanted = {"matches": [{"match": keys["match"], "token": keys["tokens"]["us"]}] * 30}

        def status() -> int:
            return desk.post("/api/matches/lookup", wanted).status_code

        assert [status() for _ in range(4)] == [200, 200, 200, 429]
        assert asked == 1, "the room remembers"
        clock.advance(3)
        assert [status() for _ in range(2)] == [200, 429]


def test_when_something_last_happened_follows_the_match(desk: Desk) -> None:
    """As the storage would say: what a seat did not see does not count for it."""
    keys = desk.create("rage")
    room_of = desk.table.rooms

    def active(side: str) -> str:
        wanted = {"matches": [{"match": keys["match"], "token": keys["tokens"][side]}]}
        told: str = desk.post("/api/matches/lookup", wanted).json()["matches"][0]["active"]
        return told

    with desk.sit(keys, "us") as us, desk.sit(keys, "jp") as jp:
        before = {side: active(side) for side in ("us", "jp")}
        play_on([us, jp], 30, random.Random(3))
        room = room_of[keys["match"]]
        for side in ("us", "jp"):
            bit = room.bit(side)
            kept = desk.table.storage.last_seen(room.id, 1 << bit)
            assert kept is None or abs(room.active[bit] - kept) < 60
            assert active(side) >= before[side]
