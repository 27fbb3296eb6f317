"""The log by pages, and the chapters by which one finds one's way in it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from beachhead.server.kept.storage import Storage
from beachhead.server.told.chapters import chapter_kind

from .desk import QUICK, Chair, Desk, Message, play_on


@pytest.fixture
def paged(sqlite: str) -> Iterator[Desk]:
    """A service with short pages."""
    with Desk(sqlite, replace(QUICK, log_page=10)) as desk:
        yield desk


def test_the_log_comes_by_pages(paged: Desk) -> None:
    keys = paged.create()
    with paged.sit(keys, "us") as us, paged.sit(keys, "jp") as jp:
        assert (us.welcome["log"], us.welcome["first"]) == ([], 1)
        play_on([us, jp], 47, random.Random(3))
        whole = us.log()
        total = us.now["moment"]
        assert [moment["n"] for moment in whole] == list(range(1, total + 1))
        with paged.sit(keys, "us") as again:
            assert again.welcome["log"] == whole[-10:]
            assert again.welcome["first"] == total - 9
            assert again.welcome["chapters"]
        last = us.ask("log")
        assert (last["log"], last["more"]) == (whole[-10:], True)
        page = us.ask("log", before=total - 9)
        assert (page["log"], page["more"], "chapters" in page) == (whole[-20:-10], True, False)
        assert us.ask("log", before=4)["log"] == whole[:3]
        assert us.ask("log", before=4)["more"] is False
        assert us.ask("log", before=1) | {"re": ""} == {"t": "logged", "re": "", "log": [], "more": False}
        page = us.ask("log", after=5, most=4)
        assert ([moment["n"] for moment in page["log"]], page["more"]) == ([6, 7, 8, 9], True)
        assert us.ask("log", after=total - 2)["log"] == whole[-2:]
        assert us.ask("log", after=total - 2)["more"] is False
        assert us.ask("log", after=3, before=7)["log"] == whole[3:6]
        assert len(us.ask("log", most=999)["log"]) == 10, "no page is longer than the host allows"
        assert us.ask("log", most=0)["code"] == "unreadable"


def test_acts_that_are_still_being_stored_are_left_out(paged: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot plays faster than its acts are written down: who asks for the log meanwhile gets what is there."""
    keys = paged.create()
    whole = Storage.events
    with paged.sit(keys, "us") as us, paged.sit(keys, "jp") as jp:
        play_on([us, jp], 12, random.Random(3))
        total = us.now["moment"]

        def behind(self: Storage, id: str, first: int, last: int) -> dict[int, str]:
            found = whole(self, id, first, last)
            found.pop(max(found))
            return found

        monkeypatch.setattr(Storage, "events", behind)
        page = us.ask("log")
        assert [moment["n"] for moment in page["log"]] == list(range(total - 9, total))
        monkeypatch.setattr(Storage, "events", whole)
        assert [moment["n"] for moment in us.ask("log")["log"]] == list(range(total - 9, total + 1))


def told(log: list[Message]) -> list[tuple[Any, ...]]:
    """The chapters of a whole log, worked out here."""
    found: list[tuple[Any, ...]] = []
    turn, phase = None, ""
    for moment in log:
        for event in moment["events"]:
            kind = chapter_kind(event)
            if kind in ("turn", "phase"):
                turn, phase = event["data"]["turn"], event["data"].get("phase", "")
            if kind is not None:
                found.append((moment["n"], turn, phase, kind, event["text"]))
    return found


def chapters(message: Message) -> list[tuple[Any, ...]]:
    return [tuple(chapter[name] for name in ("n", "turn", "phase", "kind", "text")) for chapter in message["chapters"]]


@pytest.mark.parametrize("game", ["saipan", "rage"])
def test_chapters_are_turns_phases_and_fights_as_a_seat_saw_them(paged: Desk, game: str) -> None:
    keys = paged.create(game, seats={"us": "me", "jp": "me"})
    seats: list[Chair] = [paged.sit(keys, side) for side in ("us", "jp")]
    with seats[0] as us, seats[1] as jp, paged.sit(keys, None) as looker:
        for chair in (us, jp):
            chair.ask("autopass", steps=dict.fromkeys(chair.welcome["autopass"], False))
        if game == "rage":
            jp.acts(["plan default", "done"])
        play_on([us, jp], 160, random.Random(2))
        for chair in (us, jp, looker):
            chair.settle()
            found = chapters(chair.ask("log"))
            assert found == told(chair.log())
            assert {kind for _, _, _, kind, _ in found} >= {"phase", "fight"}
        before = chapters(us.ask("log"))
        asker, other = (us, jp) if us.now["offers"] else (jp, us)
        asker.ask("offer", what="undo")
        other.settle()
        other.ask("answer", yes=True)
        us.settle()
        assert chapters(us.ask("log")) == told(us.log())
        play_on([us, jp], 20, random.Random(9))
        assert chapters(us.ask("log")) == told(us.log()) != before
        us.ask("resign")
        looker.until(lambda message: message["t"] == "meta" and message["meta"]["ended"] is not None)
        assert chapters(looker.ask("log", side="jp")) == told(looker.log(side="jp"))


def test_chapters_after_a_restart(sqlite: str) -> None:
    with Desk(sqlite) as desk:
        keys = desk.create()
        with desk.sit(keys, "us") as us, desk.sit(keys, "jp") as jp:
            play_on([us, jp], 60, random.Random(3))
            before = us.ask("log")["chapters"]
    with Desk(sqlite) as desk, desk.sit(keys, "us") as us:
        assert us.welcome["chapters"] == before
        assert before
