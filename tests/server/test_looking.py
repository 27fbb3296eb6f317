"""Looking things up: previews, units, overlays, the log, earlier moments."""

from __future__ import annotations

import random

from tests.wire.client import patched

from .desk import Desk, play_on


def test_previews_of_what_begins_so(desk: Desk) -> None:
    keys = desk.create()
    with desk.sit(keys, "us") as us, desk.sit(keys, "jp") as jp:
        told = us.ask("preview", verb="land", args=["U:1/2"])
        assert told["t"] == "previewed"
        assert "1203" in told["of"]
        assert us.ask("preview", verb="nothing", args=[])["of"] == {}
        assert jp.ask("preview", verb="land", args=["U:1/2"])["code"] == "not_your_move"


def test_units_and_overlays(desk: Desk) -> None:
    keys = desk.create()
    with desk.sit(keys, "us") as us, desk.sit(keys, None) as looker:
        for chair in (us, looker):
            assert chair.ask("about", unit="U:1/2")["t"] == "known"
            assert chair.ask("about", unit="no such unit")["t"] in ("known", "error")
            assert chair.ask("overlay", name="nonsense")["code"] == "unknown"


def test_the_log_is_what_was_seen(desk: Desk) -> None:
    keys = desk.create()
    with desk.sit(keys, "us") as us, desk.sit(keys, "jp") as jp:
        play_on([us, jp], 25, random.Random(1))
        log = us.log()
        assert [moment["n"] for moment in log] == list(range(1, us.now["moment"] + 1))
        assert us.ask("log", after=20)["log"] == log[20:]
        assert us.ask("log", after=1000)["log"] == []
        told = [act for message in us.heard if message["t"] == "update" for act in message["acts"]]
        assert [{name: act[name] for name in ("n", "side", "events")} for act in told] == log
        with desk.sit(keys, "us") as again:
            assert again.welcome["log"] == log


def test_earlier_moments_are_seen_as_they_were(desk: Desk) -> None:
    keys = desk.create()
    with desk.sit(keys, "us") as us, desk.sit(keys, "jp") as jp:
        seen = {0: us.now["view"]}
        rng = random.Random(4)
        while us.now["moment"] < 40:
            play_on([us, jp], 1, rng)
            seen[us.now["moment"]] = us.now["view"]
        log = us.log()
        for at in (0, 1, 7, 31, 32, 33, 40):
            told = us.ask("look", at=at)
            assert (told["t"], told["at"], told["of"], told["side"]) == ("looked", at, 40, "us")
            assert told["view"] == seen[at]
            assert told["events"] == (log[at - 1]["events"] if at else [])
        told, view = us.ask("look", at=25, then=200), seen[25]
        assert len(told["then"]) == 15
        for at, changes in enumerate(told["then"], 26):
            view = patched(view, changes)
            assert view == seen[at]
        assert us.ask("look", at=40, then=5)["then"] == []
        assert "then" not in us.ask("look", at=40)
        assert us.ask("look", at=41)["code"] == "unknown"
        assert us.ask("look", at=3, side="jp")["code"] == "not_now"
        jp.ask("resign")
        assert us.ask("look", at=3, side="jp")["side"] == "jp"
        assert us.ask("look", at=3, side="nobody")["code"] == "unknown"
        assert us.ask("look", at=3)["text"]


def test_the_text_of_anothers_action_is_told_only_when_all_is_over(desk: Desk) -> None:
    keys = desk.create()
    with desk.sit(keys, "us") as us, desk.sit(keys, "jp") as jp:
        us.act("land U:1/2 1203")
        assert us.ask("look", at=1)["text"] == "land U:1/2 1203"
        jp.settle()
        assert jp.ask("look", at=1)["text"] == ""
        us.ask("resign")
        jp.settle()
        assert jp.ask("look", at=1)["text"] == "land U:1/2 1203"
