"""Links to seats: each works once, when somebody says so; every change of a seat is announced; and spectators can be held off."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest
from starlette.routing import Route

from .desk import QUICK, Chair, Closed, Desk, Message, play_on

TOKEN = "a token that a guest's device has made"


def path(keys: Message, what: str = "") -> str:
    return f"/api/matches/{keys['match']}{what}"


def code(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]["code"]


def closed(chair: Chair) -> int | None:
    """How a socket is closed."""
    with pytest.raises(Closed) as gone:
        while True:
            chair.hear()
    return gone.value.code


def changes(chair: Chair) -> list[tuple[str, str]]:
    """Which seats have changed hands, as this chair has been told since it sat down."""
    chair.settle()
    lines = [message["line"] for message in chair.heard if message["t"] == "chat"]
    return [(line["name"], line["text"]) for line in lines if line["kind"] == "seat"]


def test_looking_at_a_link_does_not_use_it_up_and_shows_nothing(desk: Desk) -> None:
    """Programs that show what is behind a link ask for whatever a page would ask for, and press no button."""
    keys = desk.create()
    link = keys["tokens"]["jp"]
    assert link.startswith("seat-")
    for _ in range(2):
        assert desk.get(f"/m/{keys['match']}").status_code == 200
        told = desk.get(path(keys), link).json()
        assert told["link"] == "jp"
        assert told["seats"]["jp"]["taken"] is False
        with Chair(desk.host, keys["match"], link) as chair:
            assert (chair.welcome["t"], chair.welcome["code"]) == ("error", "link")
            assert closed(chair) == 4001
    assert desk.post(path(keys, "/take"), {"token": TOKEN}, link).json() == {"side": "jp"}


def test_a_link_shows_no_seat_s_secrets(desk: Desk) -> None:
    """What a link can ask for without being taken is what spectators can ask for."""
    fresh = desk.create("rage")
    link = fresh["tokens"]["jp"]
    seen, public = desk.get(path(fresh, "/record"), link).text, desk.get(path(fresh, "/record"), fresh["spectator"]).text
    assert seen == public
    assert code(desk.post(path(fresh, "/pass"), {}, link)) == (401, "token")
    assert code(desk.post(path(fresh, "/seats"), {"side": "jp", "sit": "open"}, link)) == (401, "token")


def test_a_link_works_once(desk: Desk) -> None:
    keys = desk.create()
    link = keys["tokens"]["jp"]
    with desk.sit(keys, "us") as us:
        assert desk.post(path(keys, "/take"), {"token": TOKEN}, link).json() == {"side": "jp"}
        assert changes(us) == [("Japan", "taken")]
        assert us.meta["seats"]["jp"]["taken"] is True
        with Chair(desk.host, keys["match"], TOKEN) as jp:
            assert jp.welcome["side"] == "jp"
            assert jp.welcome["chat"][-1]["text"] == "taken", "also those who come later are told"
            assert desk.get(path(keys), link).status_code == 401
            assert desk.get(path(keys, "/record"), link).status_code == 401
            assert code(desk.post(path(keys, "/take"), {"token": "another token of another device"}, link)) == (410, "used")
            with Chair(desk.host, keys["match"], link) as thief:
                assert closed(thief) == 4001
            assert jp.ask("ping")["t"] == "pong"


def test_an_answer_that_is_lost_loses_no_seat(desk: Desk) -> None:
    """The same device may ask again with the token that it made, and hears the same; nothing is announced twice."""
    keys = desk.create()
    link = keys["tokens"]["jp"]
    with desk.sit(keys, "us") as us:
        for _ in range(3):
            assert desk.post(path(keys, "/take"), {"token": TOKEN}, link).json() == {"side": "jp"}
        assert changes(us) == [("Japan", "taken")]
    for token in ("", "short", "x" * 201):
        assert desk.post(path(keys, "/take"), {"token": token}, link).status_code == 400


def test_a_host_cannot_read_the_guest_s_secrets(desk: Desk) -> None:
    """With nothing that the host ever held: the guest's link, the host's token, another link for the seat, a bot in between."""
    keys = desk.create("rage", seats={"us": "me", "jp": "open"})
    link = keys["tokens"]["jp"]
    guest = desk.take(keys["match"], link)
    with desk.sit(keys, "us") as us, Chair(desk.host, keys["match"], guest) as jp:
        play_on([us, jp], 30, random.Random(4))
        for token in (link, keys["host"], keys["spectator"], keys["tokens"]["us"]):
            assert desk.post(path(keys, "/take"), {"token": TOKEN}, token).status_code in (401, 410)
            answer = desk.get(path(keys, "/record"), token)
            assert answer.status_code == 401 or "[Seen-by " + '"jp"]' not in answer.text
            if token != keys["tokens"]["us"]:
                assert desk.post(path(keys, "/pass"), {}, token).status_code == 401
        assert code(desk.post(path(keys, "/seats"), {"side": "jp", "sit": "open"}, keys["host"])) == (409, "secret")
        assert jp.ask("ping")["t"] == "pong"
        assert desk.post(path(keys, "/seats"), {"side": "jp", "sit": "random"}, keys["host"]).status_code == 200
        assert code(desk.post(path(keys, "/seats"), {"side": "jp", "sit": "open"}, keys["host"])) == (409, "secret")


def test_a_seat_s_own_device_passes_it_on(desk: Desk) -> None:
    """To another device: then the first one is out. Until then it stays where it is, and only the newest link works."""
    keys = desk.create("rage")
    with desk.sit(keys, "us") as us, desk.sit(keys, "jp") as jp:
        play_on([us, jp], 20, random.Random(4))
        first = desk.post(path(keys, "/pass"), {}, keys["tokens"]["jp"]).json()["token"]
        second = desk.post(path(keys, "/pass"), {}, keys["tokens"]["jp"]).json()["token"]
        assert jp.ask("ping")["t"] == "pong"
        assert code(desk.post(path(keys, "/take"), {"token": TOKEN}, first)) == (410, "used")
        assert desk.post(path(keys, "/take"), {"token": TOKEN}, second).json() == {"side": "jp"}
        assert closed(jp) == 4003
        assert changes(us)[-1:] == [("Japan", "taken")]
    with Chair(desk.host, keys["match"], TOKEN) as other:
        assert other.now["view"] == jp.now["view"]
    with Chair(desk.host, keys["match"], keys["tokens"]["jp"]) as old:
        assert closed(old) == 4001


def test_every_change_of_a_seat_is_announced(desk: Desk) -> None:
    """By whomever, to whomever, and to everybody in the match, spectators too."""
    keys = desk.create()
    with desk.sit(keys, "us") as us, desk.sit(keys, None) as looker:
        token = desk.take(keys["match"], keys["tokens"]["jp"])
        moved = desk.post(path(keys, "/pass"), {}, token).json()["token"]
        desk.take(keys["match"], moved)
        desk.post(path(keys, "/seats"), {"side": "jp", "sit": "random"}, keys["host"])
        link = desk.post(path(keys, "/seats"), {"side": "jp", "sit": "open"}, keys["host"]).json()["token"]
        desk.take(keys["match"], link)
        told = [("Japan", how) for how in ("taken", "taken", "random", "link", "taken")]
        assert changes(us) == changes(looker) == told
    with desk.sit(keys, None) as late:
        assert [(line["name"], line["text"]) for line in late.welcome["chat"]] == told


def test_a_change_in_one_process_is_announced_in_the_other(postgres: str) -> None:
    with Desk(postgres) as one, Desk(postgres) as two:
        keys = one.create()
        with one.sit(keys, "us") as us, two.sit(keys, None) as looker:
            token = two.take(keys["match"], keys["tokens"]["jp"])
            assert us.until_t("chat")["line"]["text"] == "taken"
            with one.sit(keys | {"tokens": {"jp": token}}, "jp") as jp:
                two.take(keys["match"], two.post(path(keys, "/pass"), {}, token).json()["token"])
                assert closed(jp) == 4003
            assert looker.until_t("chat")["line"]["text"] == "taken"


def test_nobody_is_passed_a_seat_of_a_match_whose_dice_are_known(desk: Desk) -> None:
    """And no dice are saved while a link is about by which somebody may come."""
    keys = desk.create(seats={"us": "me", "jp": "me"})
    link = desk.post(path(keys, "/pass"), {}, keys["tokens"]["jp"]).json()["token"]
    assert code(desk.post(path(keys, "/save"), {}, keys["host"])) == (409, "shared")
    assert desk.get(path(keys), link).status_code == 200
    other = desk.create(seats={"us": "me", "jp": "me"})
    assert desk.post(path(other, "/save"), {}, other["host"]).status_code == 200
    assert code(desk.post(path(other, "/pass"), {}, other["tokens"]["jp"])) == (409, "known_dice")


# ---------------------------------------------------------------------- spectators


def test_spectators_cannot_push_out_what_players_say(sqlite: str) -> None:
    """Their lines are kept apart, and one address has one measure, however many sockets it opens."""
    with Desk(sqlite, replace(QUICK, chat_kept=5, chats_per_s=0.001, chat_burst=8)) as desk:
        keys = desk.create()
        with desk.sit(keys, "us") as us, desk.sit(keys, None) as first, desk.sit(keys, None) as second:
            for number in range(3):
                us.ask("chat", text=f"player {number}")
            told = [chair.ask("chat", text=f"spam {number}") for number in range(6) for chair in (first, second)]
            assert [answer["t"] for answer in told] == ["done"] * 8 + ["error"] * 4
            assert us.ask("chat", text="still here")["t"] == "done", "players have a measure of their own"
        with desk.sit(keys, None) as late:
            texts = [line["text"] for line in late.welcome["chat"]]
        assert [text for text in texts if not text.startswith("spam")] == ["player 0", "player 1", "player 2", "still here"]
        assert sum(text.startswith("spam") for text in texts) == 5
        assert texts[-1] == "still here", "in the order in which they were said"


def test_a_host_silences_spectators_and_renews_their_link(desk: Desk) -> None:
    keys = desk.create()
    with desk.sit(keys, "us") as us, desk.sit(keys, None) as looker:
        assert code(desk.post(path(keys, "/spectators"), {"silent": True}, keys["tokens"]["us"])) == (401, "token")
        assert desk.post(path(keys, "/spectators"), {"silent": True}, keys["host"]).json() == {"silent": True, "spectator": None}
        assert looker.ask("chat", text="hello")["code"] == "silent"
        assert us.ask("chat", text="hello")["t"] == "done"
        looker.settle()
        assert looker.meta["silent"] is us.meta["silent"] is True
        desk.post(path(keys, "/spectators"), {"silent": False}, keys["host"])
        assert looker.ask("chat", text="hello")["t"] == "done"
        renewed = desk.post(path(keys, "/spectators"), {"renew": True}, keys["host"]).json()["spectator"]
        assert closed(looker) == 4001
        assert us.ask("ping")["t"] == "pong"
    assert desk.get(path(keys), keys["spectator"]).status_code == 401
    with desk.sit(keys | {"spectator": renewed}, None) as looker:
        assert looker.welcome["seat"] is None


# ---------------------------------------------------------------------- partners

PARTNERS = {"north": "me", "south": "open"}


def test_request_ids_are_unique_per_seat(desk: Desk, bluffs: str) -> None:
    """A partner whose client counts 1, 2, 3 as well gets what came of its own request."""
    keys = desk.create(bluffs, seats=PARTNERS)
    with desk.sit(keys, "north") as ann, desk.sit(keys, "south") as bob:
        assert ann.act("climb able", id="1")["moment"] == 1
        assert ann.act("done", id="2")["moment"] == 2
        bob.settle()
        assert bob.act("climb charlie", id="1")["moment"] == 3
        assert ann.act("climb able", id="1", tag="of long ago")["taken"] == 1, "its own request is still known"


def test_one_partner_does_not_resign_for_both(desk: Desk, bluffs: str) -> None:
    keys = desk.create(bluffs, seats=PARTNERS)
    with desk.sit(keys, "north") as ann, desk.sit(keys, "south") as bob:
        for yes in (False, True):
            assert ann.ask("resign")["t"] == "done"
            bob.settle()
            assert bob.meta["ended"] is None
            assert (bob.meta["offer"]["what"], bob.meta["offer"]["partner"]) == ("resign", "south")
            assert ann.ask("answer", yes=True)["code"] == "not_now"
            bob.ask("answer", yes=yes)
            ann.settle()
        assert ann.meta["ended"]["by"] == "resignation"


def test_who_has_no_partner_at_the_table_resigns_alone(desk: Desk, bluffs: str) -> None:
    for seats in (PARTNERS, PARTNERS | {"south": "random"}):
        keys = desk.create(bluffs, seats=seats)
        with desk.sit(keys, "north") as ann:
            ann.ask("resign")
            ann.settle()
            assert ann.meta["ended"]["by"] == "resignation"


def test_a_link_is_told_what_a_spectator_is_told(desk: Desk) -> None:
    """Whatever can be asked of a match over HTTP, in a game with secrets that has begun."""
    keys = desk.create("rage")
    with desk.sit(keys, "us") as us, desk.sit(keys, "jp") as jp:
        play_on([us, jp], 30, random.Random(4))
        link = desk.post(path(keys, "/pass"), {}, keys["tokens"]["jp"]).json()["token"]
        asked = [
            route.path.replace("{match}", keys["match"])
            for route in desk.app.routes
            if isinstance(route, Route) and route.path.startswith("/api/matches/{match}") and "GET" in (route.methods or ())
        ]
        assert len(asked) >= 4
        for where in asked:
            told = [desk.get(where, token) for token in (link, keys["spectator"])]
            assert told[0].status_code == told[1].status_code, where
            if told[0].headers["content-type"] == "application/json":
                mine, theirs = (answer.json() for answer in told)
                assert {name: value for name, value in mine.items() if name != "link"} == theirs, where
            else:
                assert told[0].text == told[1].text, where
        own, seen = (desk.get(path(keys, "/record"), token).text for token in (keys["tokens"]["jp"], link))
        assert own != seen, "its own seat is told more"
