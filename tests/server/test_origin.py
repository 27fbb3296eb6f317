"""Matches made of records and of other matches: whose dice they have, who may sit down, and that everybody can see it."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

import beachhead as bh

from .desk import Desk, Message, play_on

BOTH = {"us": "me", "jp": "me"}
ALONE = {"us": "me", "jp": "random"}
INVITED = {"us": "me", "jp": "open"}


def record(actions: int = 8) -> str:
    match, rng = bh.Match.new("saipan", "historical", seed=7), random.Random(5)
    for _ in range(actions):
        match.play(rng.choice(list(match.state.actions())))
    return match.record()


def upload(desk: Desk, seats: dict[str, str], text: str | None = None) -> Message:
    answer = desk.post("/api/matches/upload", {"record": text or record(), "seats": seats, "name": "Ann"})
    assert answer.status_code == 201, answer.text
    keys: Message = answer.json()
    return keys


def meta_of(desk: Desk, keys: Message) -> Message:
    """What everybody is told, by way of the spectators' token."""
    told: Message = desk.get(f"/api/matches/{keys['match']}", keys["spectator"]).json()
    return told


def seat(desk: Desk, keys: Message, side: str, sit: str) -> tuple[int, str]:
    """How the service answers: "moved" if the match continues as another one."""
    answer = desk.post(f"/api/matches/{keys['match']}/seats", {"side": side, "sit": sit}, keys["host"])
    told = answer.json()
    return answer.status_code, "moved" if "moved" in told else told.get("error", {}).get("code", "")


@pytest.mark.parametrize(("seats", "known"), [(BOTH, True), (ALONE, True), (INVITED, False)])
def test_everybody_is_told_that_a_match_began_as_a_record(desk: Desk, seats: dict[str, str], known: bool) -> None:
    keys = upload(desk, seats)
    told = meta_of(desk, keys)
    assert (told["origin"], told["known_dice"]) == ("record", known)
    assert (told["commitment"] in record()) == known, "dice that somebody knows are the record's own"
    with desk.sit(keys, "us") as us:
        assert us.meta["origin"] == "record"
        assert us.meta["known_dice"] == known
        assert us.now["moment"] == (8 if known else 0), "whoever goes on alone keeps the past"


def test_where_others_can_sit_two_seats_of_ones_own_get_new_dice(sqlite: str) -> None:
    """On a service for others the second link could be handed on, and its new owner would face somebody who knows the dice."""
    with Desk(sqlite, private=False) as desk:
        keys = upload(desk, BOTH)
        told = meta_of(desk, keys)
        assert (told["origin"], told["known_dice"]) == ("record", False)
        assert told["commitment"] not in record()
        told = meta_of(desk, upload(desk, ALONE))
        assert told["known_dice"], "against the computer the record goes on as it was"
        assert told["commitment"] in record()


def test_a_new_match_has_no_origin_and_a_branch_has(desk: Desk) -> None:
    keys = desk.create()
    told = meta_of(desk, keys)
    assert (told["origin"], told["known_dice"]) == (None, False)
    with desk.sit(keys, "us") as us:
        us.act_any()
        us.ask("resign")
    branch = desk.post(f"/api/matches/{keys['match']}/branch", {"at": 1, "seats": BOTH}, keys["host"]).json()
    told = meta_of(desk, branch)
    assert (told["origin"], told["known_dice"]) == ("branch", False)
    assert told["commitment"] != meta_of(desk, keys)["commitment"]


def test_the_dice_of_a_tour_are_known_to_everybody(desk: Desk) -> None:
    keys = desk.post("/api/matches", {"game": "saipan", "tour": True}).json()
    told = meta_of(desk, keys)
    assert (told["origin"], told["known_dice"]) == (None, True)


@pytest.mark.parametrize("seats", [BOTH, ALONE])
def test_whoever_is_invited_gets_new_dice(desk: Desk, seats: dict[str, str]) -> None:
    """The uploader knows how every die will fall, so the match continues with others, as another match, for the second person."""
    keys = upload(desk, seats)
    with desk.sit(keys, "us") as us:
        play_on([us], 1, random.Random(1))
        position = us.now["view"]
    answer = desk.post(f"/api/matches/{keys['match']}/seats", {"side": "jp", "sit": "open"}, keys["host"]).json()
    moved = answer["moved"]
    assert answer["token"] == moved["tokens"]["jp"]
    assert moved["seats"] == INVITED
    assert moved["match"] != keys["match"]
    told = meta_of(desk, moved)
    assert (told["origin"], told["known_dice"]) == ("record", False)
    assert told["commitment"] != meta_of(desk, keys)["commitment"], "other dice"
    with desk.sit(moved, "us") as us, desk.sit(moved, "jp") as jp:
        if seats is BOTH:  # where a bot plays, it may have gone on
            assert us.now["view"]["units"] == position["units"] == jp.now["view"]["units"]
        assert us.meta["seats"]["us"]["name"] == "Ann"
    told = meta_of(desk, keys)
    assert told["known_dice"] is True
    assert told["seats"]["jp"]["kind"] == ("person" if seats is BOTH else "player"), "the old match is as it was"


def test_a_person_alone_gets_a_new_link(desk: Desk) -> None:
    """A lost link can be replaced: against players of the program known dice hurt nobody."""
    keys = upload(desk, ALONE)
    assert seat(desk, keys, "us", "open") == (200, "")
    assert seat(desk, keys, "us", "random") == (200, "")
    assert seat(desk, keys, "jp", "open") == (200, ""), "both seats are the program's"
    assert seat(desk, keys, "us", "open") == (200, "moved")


def test_another_process_may_have_seated_somebody_meanwhile(database: str) -> None:
    """What counts is who sits there when the seat is changed, not when the request came in."""
    with Desk(database) as desk:
        keys = upload(desk, {"us": "random", "jp": "random"})
        assert meta_of(desk, keys)["seats"]["us"]["kind"] == "player"
        with desk.table.storage.engine.begin() as connection:
            desk.table.storage.change_seat(connection, keys["match"], "us", player=None, token_hash="0" * 64)
        answer = desk.post(f"/api/matches/{keys['match']}/seats", {"side": "jp", "sit": "open"}, keys["host"]).json()
        assert answer["moved"]["seats"] == {"us": "open", "jp": "open"}, "the other person gets a link too, and not the host's"


def test_seats_are_given_freely_where_nobody_knows_the_dice(desk: Desk) -> None:
    for keys in (desk.create(seats=BOTH), upload(desk, INVITED)):
        assert seat(desk, keys, "jp", "random") == (200, "")
        assert seat(desk, keys, "jp", "open") == (200, "")


def test_a_finished_record_may_be_shown_to_anybody(desk: Desk) -> None:
    finished = (Path(__file__).parents[1] / "kit" / "golden" / "saipan-historical.txt").read_text(encoding="utf-8")
    keys = upload(desk, BOTH, finished)
    assert meta_of(desk, keys)["ended"] is not None
    assert seat(desk, keys, "jp", "open") == (200, "")


def test_dice_cannot_be_loaded(desk: Desk) -> None:
    """A record that begins with a position may not say how the dice will fall."""
    match = bh.Match(bh.game("saipan").position(bh.game("saipan").lore("tour")["position"], bh.Dice(bytes(range(16)))))
    text = match.record()
    lines = [line for line in text.splitlines() if not line.startswith("[Digest")]
    number = next(number for number, line in enumerate(lines) if line.startswith("[Start "))
    start: dict[str, Any] = json.loads(json.loads(lines[number][len("[Start ") : -1]))
    assert upload(desk, BOTH, text)
    start["dice"]["script"] = [6] * 50
    lines[number] = f"[Start {json.dumps(json.dumps(start))}]"
    for seats in (BOTH, ALONE, INVITED):
        answer = desk.post("/api/matches/upload", {"record": "\n".join(lines), "seats": seats})
        assert answer.status_code == 422, answer.text
        assert "script" in answer.json()["error"]["text"]
    verdict = desk.post("/api/verify", {"record": "\n".join(lines)}).json()
    assert not verdict["ok"]
