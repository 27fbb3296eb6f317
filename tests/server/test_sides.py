"""Sides and seats by scenario over the wire: partners on one side, a match for one, and a side that the book plays."""

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
        assert (ann.now["undo"], bob.now["undo"]) == (True, False)
        assert bob.act("climb baker")["t"] == "update"
        assert bob.ask("undo", tag=bob.now["tag"])["view"]["climbed"] == ["able"]


def test_consent_is_the_other_side_s(desk: Desk) -> None:
    """A partner cannot grant what his own side asks for, unless an action of his own is crossed."""
    keys = desk.create("cliffs", scenario="partners", seats=TABLE)
    with desk.sit(keys, "us-1") as ann, desk.sit(keys, "us-2") as bob, desk.sit(keys, "jp") as jp:
        ann.act("climb able")
        ann.act("done")
        jp.settle()
        jp.act("roll")
        ann.settle()
        assert ann.ask("offer", what="undo")["t"] == "done"
        assert bob.ask("answer", yes=True)["code"] == "not_now"
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


# ---------------------------------------------------------------------- the book


def test_the_book_plays_its_side_act_by_act(desk: Desk) -> None:
    keys = desk.create("cliffs", scenario="doctrine", seats=None)
    assert list(keys["tokens"]) == ["us"]
    with desk.sit(keys, "us") as us:
        assert us.meta["seats"]["jp"] | {"here": True} == {
            "kind": "player",
            "name": "book",
            "here": True,
            "taken": True,
            "side": "jp",
        }
        for text in ("climb able", "climb baker", "done"):
            us.act(text)
        us.until(lambda message: message["t"] == "update" and bool(message["offers"]))
        acts = [moment for moment in us.log() if moment["side"] == "jp"]
        assert [event["kind"] for event in acts[0]["events"]] == ["roll"]
        assert us.now["moment"] == 3 + len(acts), "each act is a moment of its own"
        assert us.now["view"]["turn"] == 2
        assert not us.now["undo"]
        assert us.ask("undo", tag=us.now["tag"])["t"] == "refused"


def test_a_person_may_take_the_books_seat_and_give_it_back(desk: Desk) -> None:
    keys = desk.create("cliffs", scenario="doctrine", seats={"jp": "open"})
    with desk.sit(keys, "us") as us, desk.sit(keys, "jp") as jp:
        us.act("climb able")
        us.act("done")
        jp.settle()
        assert [offer["verb"] for offer in jp.now["offers"]] == ["roll"]
        seated = desk.post(f"/api/matches/{keys['match']}/seats", {"side": "jp", "sit": "book"}, keys["host"])
        assert seated.status_code == 200
        us.until(lambda message: message["t"] == "update" and bool(message["offers"]))


def test_the_book_sits_nowhere_else(desk: Desk) -> None:
    for scenario, seats in (("doctrine", {"us": "book"}), ("duel", {"us": "me", "jp": "book"})):
        refused = desk.post("/api/matches", {"game": "cliffs", "scenario": scenario, "seats": seats})
        assert (refused.status_code, refused.json()["error"]["code"]) == (422, "refused")
        assert "does not play this side" in refused.json()["error"]["text"]
    keys = desk.create("cliffs", scenario="duel")
    refused = desk.post(f"/api/matches/{keys['match']}/seats", {"side": "jp", "sit": "book"}, keys["host"])
    assert (refused.status_code, refused.json()["error"]["code"]) == (422, "unknown_player")


def test_the_catalogue_names_the_book(desk: Desk) -> None:
    games = {game["id"]: game for game in desk.get("/api/games").json()["games"]}
    assert games["cliffs"]["book"]["title"] == "Japanese doctrine"
    assert games["saipan"]["book"] is None
    assert [scenario["book"] for scenario in games["cliffs"]["scenarios"]] == [["jp"], [], [], ["jp"]]
    assert games["cliffs"]["scenarios"][3]["seats"] == {"us-1": "us", "us-2": "us", "jp": "jp"}
    assert games["saipan"]["scenarios"][0]["sides"] == ["us", "jp"]
    assert [scenario["options"] for scenario in games["cliffs"]["scenarios"][1:3]] == [["ropes", "calm"], ["calm"]]
