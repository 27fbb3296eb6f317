"""Sides and seats by scenario over the wire: partners on one side, and a match for one."""

from __future__ import annotations

import pytest

from .desk import Desk

pytestmark = pytest.mark.usefixtures("cliffs")
TABLE = {"us-1": "me", "us-2": "open", "jp": "open"}


def test_partners_see_the_same_and_act_in_turn_as_they_like(desk: Desk) -> None:
    keys = desk.create("cliffs", scenario="partners", seats=TABLE, name="Ann")
    with desk.sit(keys, "us-1") as ann, desk.sit(keys, "us-2", name="Bob") as bob, desk.sit(keys, "jp") as jp:
        assert (bob.welcome["seat"], bob.welcome["side"]) == ("us-2", "us")
        ann.settle()
        assert {seat: who["side"] for seat, who in ann.meta["seats"].items()} == {"us-1": "us", "us-2": "us", "jp": "jp"}
        assert ann.now["offers"] == bob.now["offers"] != []
        assert not jp.now["offers"]
        assert ann.act("climb able")["t"] == "update"
        assert bob.until_t("update")["tag"] == ann.now["tag"]
        assert bob.now["undo"]
        assert bob.act("climb baker")["t"] == "update"
        ann.settle()
        assert ann.ask("undo", tag=ann.now["tag"])["view"]["climbed"] == ["able"]


def test_consent_is_the_other_side_s(desk: Desk) -> None:
    """A partner cannot grant what his own side asks for."""
    keys = desk.create("cliffs", scenario="partners", seats=TABLE)
    with desk.sit(keys, "us-1") as ann, desk.sit(keys, "us-2") as bob, desk.sit(keys, "jp") as jp:
        ann.act("climb able")
        ann.act("done")
        jp.settle()
        jp.act("roll")
        bob.settle()
        assert bob.ask("offer", what="undo")["t"] == "done"
        assert ann.ask("answer", yes=True)["code"] == "not_now"
        assert jp.ask("answer", yes=True)["t"] == "update"
        ann.settle()
        assert ann.now["view"]["climbed"] == ["able"]
        assert ann.now["offers"]


def test_partners_are_known_apart_in_the_record(desk: Desk) -> None:
    keys = desk.create("cliffs", scenario="partners", seats=TABLE)
    with desk.sit(keys, "us-1") as ann:
        assert ann.ask("resign")["t"] == "update"
    record = desk.get(f"/api/matches/{keys['match']}/record", keys["tokens"]["us-1"]).text
    assert '[Seat-us-2 "human"]' in record


def test_a_match_for_one(desk: Desk) -> None:
    keys = desk.create("cliffs", scenario="alone", seats=None)
    assert list(keys["tokens"]) == ["us"]
    with desk.sit(keys, "us") as us:
        for _ in range(5):
            assert us.act("done")["t"] == "update"
        assert us.now["view"]["result"]["winner"] == "draw"


def test_a_seat_that_the_scenario_does_not_have_is_refused(desk: Desk) -> None:
    for seats in ({"jp": "random"}, {"us-1": "me"}):
        refused = desk.post("/api/matches", {"game": "cliffs", "scenario": "alone", "seats": seats})
        assert (refused.status_code, refused.json()["error"]["code"]) == (422, "refused")
        assert "no such side" in refused.json()["error"]["text"]
    keys = desk.create("cliffs", scenario="partners", seats=TABLE)
    refused = desk.post(f"/api/matches/{keys['match']}/seats", {"side": "us", "sit": "open"}, keys["host"])
    assert refused.status_code == 404
