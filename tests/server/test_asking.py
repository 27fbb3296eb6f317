"""Asking the other side, giving up, and players of the program."""

from __future__ import annotations

import random

from .desk import Desk, eventually, play_on


def test_an_agreed_undo_crosses_dice_and_brings_the_same_dice_again(desk: Desk) -> None:
    keys = desk.create()
    rng = random.Random(9)
    with desk.sit(keys, "us") as us, desk.sit(keys, "jp") as jp:
        play_on([us, jp], 60, rng)
        asker, other = (us, jp) if us.now["offers"] else (jp, us)
        before = asker.now
        text = play_on([asker, other], 1, rng)[0]
        after = asker.now
        assert asker.ask("offer", what="undo")["t"] == "done"
        assert other.until_t("meta")["meta"]["offer"]["what"] == "undo"
        assert asker.ask("answer", yes=True)["code"] == "not_now"
        told = other.ask("answer", yes=True)
        assert told["t"] == "update"
        asker.settle()
        assert asker.meta["offer"] is None
        assert asker.now["tag"] == before["tag"]
        asker.act(text)
        assert asker.now["view"] == after["view"]
        assert asker.now["events"] == after["events"]


def test_an_undo_goes_back_to_before_the_askers_last_action(desk: Desk) -> None:
    keys = desk.create()
    with desk.sit(keys, "us") as us, desk.sit(keys, "jp") as jp:
        assert us.ask("offer", what="undo")["code"] == "not_now"
        us.act("land U:1/2 1203")
        start = us.now
        us.act_any()
        us.ask("offer", what="undo")
        us.act_any()
        jp.settle()
        jp.ask("answer", yes=True)
        us.settle()
        assert us.now["tag"] == start["tag"]


def test_a_question_can_be_declined_or_withdrawn(desk: Desk) -> None:
    keys = desk.create()
    with desk.sit(keys, "us") as us, desk.sit(keys, "jp") as jp:
        assert jp.ask("answer", yes=True)["code"] == "not_now"
        us.ask("offer", what="draw")
        assert jp.ask("offer", what="draw")["code"] == "not_now"
        assert jp.ask("answer", yes=False)["t"] == "done"
        us.settle()
        assert us.meta["offer"] is None
        us.ask("offer", what="draw")
        assert jp.ask("withdraw")["code"] == "not_now"
        assert us.ask("withdraw")["t"] == "done"
        jp.settle()
        assert jp.meta["offer"] is None
        assert us.meta["ended"] is None


def test_an_agreed_draw_ends_the_match_and_shows_the_seed(desk: Desk) -> None:
    keys = desk.create()
    with desk.sit(keys, "us") as us, desk.sit(keys, "jp") as jp:
        assert us.ask("offer", what="draw", id="d")["t"] == "done"
        assert us.ask("offer", what="draw", id="d")["t"] == "done"
        told = jp.ask("answer", yes=True, id="y")
        assert told["t"] == "update"
        assert jp.ask("answer", yes=True, id="y")["t"] == "update"
        us.settle()
        jp.settle()
        assert us.meta["ended"] == jp.meta["ended"]
        assert us.meta["ended"]["winner"] == "draw"
        assert us.meta["ended"]["by"] == "agreement"
        assert len(us.meta["seed"]) == 32
        assert us.now["offers"] == []
        assert us.act("land U:1/2 1203")["code"] == "over"


def test_whoever_resigns_loses(desk: Desk) -> None:
    keys = desk.create()
    with desk.sit(keys, "us") as us, desk.sit(keys, "jp") as jp:
        us.act("land U:1/2 1203")
        assert us.ask("resign", id="r")["t"] == "update"
        assert us.ask("resign", id="r")["t"] == "update"
        assert us.ask("resign")["code"] == "over"
        jp.settle()
        assert jp.meta["ended"]["winner"] == "jp"
        assert jp.meta["ended"]["by"] == "resignation"
        record = desk.get(f"/api/matches/{keys['match']}/record", keys["tokens"]["jp"]).text
        assert "[Ended " in record
        assert desk.post("/api/verify", {"record": record}).json()["ok"]


def test_a_player_of_the_program_answers_at_once(desk: Desk) -> None:
    keys = desk.create(seats={"jp": "random"})
    assert list(keys["tokens"]) == ["us"]
    rng = random.Random(3)
    with desk.sit(keys, "us") as us:
        assert us.meta["seats"]["jp"]["kind"] == "player"
        for _ in range(40):
            if not us.now["offers"]:
                us.until(lambda message: message["t"] == "update" and bool(message["offers"]))
            play_on([us], 1, rng)
        assert {moment["side"] for moment in us.log()} == {"us", "jp"}
        assert us.ask("offer", what="draw")["code"] == "declined"
        moments = us.now["moment"]
        assert us.ask("offer", what="undo")["t"] == "update"
        assert us.now["moment"] < moments


def test_two_players_of_the_program_play_for_whoever_looks(desk: Desk) -> None:
    keys = desk.create(seats={"us": "random", "jp": "random"})
    assert keys["tokens"] == {}
    with desk.sit(keys, None) as looker:
        looker.until(lambda message: message["t"] == "update" and message["moment"] > 20)
    room = desk.table.rooms[keys["match"]]
    eventually(lambda: room.bot is None or room.bot.done())
    assert room.ended is None


def test_the_host_gives_a_seat_to_somebody_else(desk: Desk) -> None:
    keys = desk.create()
    path = f"/api/matches/{keys['match']}/seats"
    with desk.sit(keys, "us") as us, desk.sit(keys, "jp") as jp:
        assert desk.post(path, {"side": "jp", "sit": "open"}, keys["tokens"]["us"]).status_code == 401
        assert desk.post(path, {"side": "jp", "sit": "nobody"}, keys["host"]).status_code == 422
        assert desk.post(path, {"side": "xx", "sit": "open"}, keys["host"]).status_code == 404
        answer = desk.post(path, {"side": "jp", "sit": "random"}, keys["host"])
        assert answer.json() == {"side": "jp", "token": None}
        try:
            while True:
                jp.hear()
        except Exception as gone:
            assert getattr(gone, "code", None) == 4003
        us.until(lambda message: message["t"] == "meta" and message["meta"]["seats"]["jp"]["kind"] == "player")
        assert desk.get(f"/api/matches/{keys['match']}", keys["tokens"]["jp"]).status_code == 401
        token = desk.post(path, {"side": "jp", "sit": "open"}, keys["host"]).json()["token"]
        with desk.sit({"match": keys["match"], "tokens": {"jp": token}}, "jp", name="Kenji") as new:
            assert new.welcome["seat"] == "jp"
            us.until(lambda message: message["t"] == "meta" and message["meta"]["seats"]["jp"]["name"] == "Kenji")
