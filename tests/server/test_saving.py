"""A running match as a file that resumes it with the same dice: for whoever plays alone or hot seat, and for nobody else."""

from __future__ import annotations

import random
from typing import Any

import httpx
import pytest

import beachhead as bh

from .desk import Desk, Message, any_action, play_on

BOTH = {"us": "me", "jp": "me"}
ALONE = {"us": "me", "jp": "random"}
INVITED = {"us": "me", "jp": "open"}


def save(desk: Desk, keys: Message, token: str = "") -> httpx.Response:
    return desk.post(f"/api/matches/{keys['match']}/save", None, token or keys["host"])


def upload(desk: Desk, record: str, seats: dict[str, str]) -> Message:
    answer = desk.post("/api/matches/upload", {"record": record, "seats": seats})
    assert answer.status_code == 201, answer.text
    keys: Message = answer.json()
    return keys


def meta_of(desk: Desk, keys: Message) -> Message:
    told: Message = desk.get(f"/api/matches/{keys['match']}", keys["spectator"]).json()
    return told


def code(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]["code"]


def hot_seat(desk: Desk, keys: Message, actions: int, rng: random.Random) -> tuple[list[str], list[Any]]:
    """Play both seats, and return the actions and all that was seen of them."""
    with desk.sit(keys, "us") as us, desk.sit(keys, "jp") as jp:
        played = play_on([us, jp], actions, rng)
        log = us.ask("log")["log"]
        return played, [event for moment in log for event in moment["events"]]


def test_hot_seat_resumes_with_the_same_dice(desk: Desk) -> None:
    keys = desk.create(seats=BOTH)
    hot_seat(desk, keys, 40, random.Random(2))
    saved = save(desk, keys)
    assert saved.status_code == 200
    assert "attachment" in saved.headers["content-disposition"]
    assert meta_of(desk, keys)["known_dice"] is True
    again = upload(desk, saved.text, BOTH)
    assert (meta_of(desk, again)["origin"], meta_of(desk, again)["known_dice"]) == ("record", True)
    first, second = (hot_seat(desk, one, 60, random.Random(9)) for one in (keys, again))
    assert first == second, "the same actions bring the same events, dice and all"
    assert any(event["data"].get("die") for event in first[1]), "and there were dice"
    assert bh.Match.load(saved.text).seats == {"us": "human", "jp": "human"}


def test_alone_it_resumes_with_the_same_dice(sqlite: str) -> None:
    """On a server for others too: against the computer known dice hurt nobody."""
    with Desk(sqlite, private=False) as desk:
        keys = desk.create(seats=ALONE)
        with desk.sit(keys, "us") as us:
            for _ in range(6):
                us.act_any()
        saved = save(desk, keys)
        assert saved.status_code == 200
        match = bh.Match.load(saved.text)
        assert match.seats == {"us": "human", "jp": "random"}
        again = upload(desk, saved.text, ALONE)
        assert meta_of(desk, again)["commitment"] == meta_of(desk, keys)["commitment"]
        with desk.sit(keys, "us") as us, desk.sit(again, "us") as twin:
            text = any_action(us.now["offers"], random.Random(4))
            one, other = us.act(text), twin.act(text)
            assert (one["view"]["units"], one["events"]) == (other["view"]["units"], other["events"])


@pytest.mark.parametrize("taken", [False, True])
def test_never_where_another_person_plays_or_could(desk: Desk, taken: bool) -> None:
    keys = desk.create(seats=INVITED)
    if taken:
        with desk.sit(keys, "us") as us, desk.sit(keys, "jp") as jp:
            play_on([us, jp], 4, random.Random(1))
    for token in (keys["host"], keys["tokens"]["us"], keys["tokens"]["jp"], keys["spectator"]):
        answer = save(desk, keys, token)
        assert code(answer) == ((409, "shared") if token == keys["host"] else (401, "token"))
        assert "seed" not in answer.text.lower()
    assert meta_of(desk, keys)["known_dice"] is False


def test_only_the_host_saves(desk: Desk) -> None:
    """A seat's token alone is a link, and a link may have been handed on."""
    keys = desk.create(seats=ALONE)
    for token in (keys["tokens"]["us"], keys["spectator"], "wrong"):
        assert code(save(desk, keys, token)) == (401, "token")
    assert save(desk, keys).status_code == 200


def test_not_for_a_host_whose_seat_went_to_somebody_else(desk: Desk) -> None:
    """The host holds the new link too, but it was made for another person."""
    keys = desk.create(seats=ALONE)
    desk.post(f"/api/matches/{keys['match']}/seats", {"side": "us", "sit": "open"}, keys["host"])
    assert code(save(desk, keys)) == (409, "shared")
    desk.post(f"/api/matches/{keys['match']}/seats", {"side": "us", "sit": "random"}, keys["host"])
    assert code(save(desk, keys)) == (409, "shared"), "nobody's match is nobody's file"


def test_two_own_seats_only_where_nobody_else_can_come(sqlite: str) -> None:
    with Desk(sqlite, private=False) as desk:
        keys = desk.create(seats=BOTH)
        assert code(save(desk, keys)) == (409, "links")
        assert meta_of(desk, keys)["known_dice"] is False


def test_after_saving_whoever_is_invited_gets_new_dice(desk: Desk) -> None:
    keys = desk.create(seats=BOTH)
    hot_seat(desk, keys, 12, random.Random(6))
    path = f"/api/matches/{keys['match']}/seats"
    saved = save(desk, keys).text
    moved = desk.post(path, {"side": "jp", "sit": "open"}, keys["host"]).json()["moved"]
    told = meta_of(desk, moved)
    assert (told["origin"], told["known_dice"]) == ("record", False)
    assert told["commitment"] not in saved
    assert code(save(desk, moved)) == (409, "shared")
    with desk.sit(moved, "us") as us, desk.sit(moved, "jp") as jp:
        assert us.now["view"]["units"] == jp.now["view"]["units"]
        play_on([us, jp], 5, random.Random(1))


def test_without_saving_the_dice_stay_with_the_match(desk: Desk) -> None:
    keys = desk.create(seats=BOTH)
    answer = desk.post(f"/api/matches/{keys['match']}/seats", {"side": "jp", "sit": "open"}, keys["host"]).json()
    assert set(answer) == {"side", "token"}
    assert code(save(desk, keys)) == (409, "shared")


def test_another_process_knows_that_the_dice_are_known(postgres: str) -> None:
    with Desk(postgres) as one, Desk(postgres) as other:
        keys = one.create(seats=BOTH)
        assert meta_of(other, keys)["known_dice"] is False, "it has the match in memory"
        assert save(one, keys).status_code == 200
        answer = other.post(f"/api/matches/{keys['match']}/seats", {"side": "jp", "sit": "open"}, keys["host"]).json()
        assert "moved" in answer


def test_a_match_that_is_over_has_a_record_instead(desk: Desk) -> None:
    keys = desk.create(seats=BOTH)
    with desk.sit(keys, "us") as us:
        us.ask("resign")
    assert code(save(desk, keys)) == (409, "over")
    assert "[Seed " in desk.get(f"/api/matches/{keys['match']}/record", keys["tokens"]["us"]).text


def test_secrets_of_the_bot_are_in_the_file_and_nowhere_else(desk: Desk) -> None:
    """Alone against a bot with a secret set-up the file must hold it to be resumed; what the seat is shown does not change."""
    keys = desk.create("rage", seats={"us": "me", "jp": "random"})
    with desk.sit(keys, "us") as us:
        while not us.now["offers"]:
            us.hear()
        before = us.now["view"]
        saved = save(desk, keys)
        assert saved.status_code == 200
        us.settle()
        assert us.now["view"] == before
    record = desk.get(f"/api/matches/{keys['match']}/record", keys["tokens"]["us"]).text
    assert "[Seed " in saved.text
    assert "[Seed " not in record
    hidden = [line for line in saved.text.splitlines() if line and line[0] not in "[#"]
    assert hidden, "the bot has set up"
    assert not any(line in record for line in hidden)


# ---------------------------------------------------------------------- the record by pages


def pages(desk: Desk, keys: Message, token: str, most: int) -> tuple[str, int]:
    """The record put together from its pages, and how many there were."""
    path, lines, head, after, count = f"/api/matches/{keys['match']}/record", list[str](), list[str](), 0, 0
    while after is not None:
        page = desk.get(f"{path}?after={after}&most={most}", token).json()
        assert len(page["lines"]) <= most
        assert page["after"] == after
        head = page.get("head", head)
        lines += page["lines"]
        after, count = page["next"], count + 1
        assert page["of"] >= len(lines)
    return "\n".join([*head, "", *lines]) + "\n", count


@pytest.mark.parametrize("over", [False, True])
def test_pages_are_the_record(desk: Desk, over: bool) -> None:
    keys = desk.create()
    with desk.sit(keys, "us") as us, desk.sit(keys, "jp") as jp:
        play_on([us, jp], 20, random.Random(8))
        if over:
            us.ask("resign")
    for side in ("us", "jp"):
        whole = desk.get(f"/api/matches/{keys['match']}/record", keys["tokens"][side]).text
        for most in (7, 1000):
            found, count = pages(desk, keys, keys["tokens"][side], most)
            assert found == whole
            assert (count > 2) == (most == 7)
        assert ("[Seed " in whole) == over


@pytest.mark.parametrize("query", ["after=-1", "after=x", "most=0", "most=1001", "after=99999999999", "most=²", "after="])
def test_pages_have_bounds(desk: Desk, query: str) -> None:
    keys = desk.create()
    answer = desk.get(f"/api/matches/{keys['match']}/record?{query}", keys["tokens"]["us"])
    assert code(answer) == (400, "unreadable")


def test_a_page_past_the_end_is_empty(desk: Desk) -> None:
    keys = desk.create()
    page = desk.get(f"/api/matches/{keys['match']}/record?after=500", keys["tokens"]["us"]).json()
    assert page == {"after": 500, "of": 1, "lines": [], "next": None}
