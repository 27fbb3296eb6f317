"""What leaves the service for a seat depends on nothing that the seat may not know."""

from __future__ import annotations

import random

import pytest

from beachhead.games import game as find_game
from beachhead.server.kept.history import SeenHistory, try_action
from beachhead.server.play.messages import decode
from beachhead.server.told.views import Views

from .desk import Chair, Desk, Message, play_on


def test_what_is_sent_is_the_view(lookout: str) -> None:
    games = (("saipan", "historical"), ("saipan", "free"), ("olympic", "solitaire"), ("olympic", "two-player"), (lookout, None))
    for name, scenario in games:
        rng = random.Random(3)
        history = SeenHistory(find_game(name).new(scenario, seed=4), find_game(name).sides)
        for _ in range(150):
            if history.state.over:
                break
            actions = history.state.actions()
            applied = try_action(history.state, str(actions[rng.randrange(len(actions))]))
            history.add(applied.played, applied.seen, 0, applied.state)
            views = Views(history.state)
            for side in (None, *history.state.ruleset.sides):
                assert decode(views.view(side)) == history.state.view(side)


def test_a_hidden_action_sends_nothing(desk: Desk) -> None:
    keys = desk.create(scenario="free")
    with desk.sit(keys, "us") as us, desk.sit(keys, "jp") as jp, desk.sit(keys, None) as looker:
        for chair in (jp, looker):
            chair.settle()
        tag = jp.now["tag"]
        us.act_any()
        assert us.now["moment"] == 1
        assert jp.quiet() == []
        assert looker.quiet() == []
        us.ask("undo", tag=us.now["tag"])
        assert jp.quiet() == []
        with desk.sit(keys, "jp") as again:
            assert again.now["tag"] == tag
            assert again.now["moment"] == 0


def test_each_seat_sees_its_own_view_of_a_game_full_of_secrets(desk: Desk, lookout: str) -> None:
    keys = desk.create(lookout, seats={"raider": "me", "warden": "open"})
    with desk.sit(keys, "raider") as raider, desk.sit(keys, "warden") as warden, desk.sit(keys, None) as looker:
        rng = random.Random(8)
        for _ in range(60):
            if not play_on([raider, warden], 1, rng):
                break
            looker.settle()
            course = desk.table.rooms[keys["match"]].history
            assert course is not None
            assert raider.now["view"] == course.state.view("raider")
            assert warden.now["view"] == course.state.view("warden")
            assert looker.now["view"] == course.state.view(None)
        for chair, side in ((raider, "raider"), (warden, "warden")):
            log = chair.log()
            assert len(log) == chair.now["moment"]
            if chair.meta["ended"] is None:
                assert chair.ask("look", at=1, side="warden" if side == "raider" else "raider")["code"] == "not_now"


def start(desk: Desk, game: str) -> tuple[Message, list[Chair]]:
    """A match of a game with secrets, set up, and its players."""
    first, second = find_game(game).sides
    keys = desk.create(game, seats={first: "me", second: "me"})
    chairs = [desk.sit(keys, first), desk.sit(keys, second)]
    for chair, side in zip(chairs, (first, second), strict=True):
        chair.ask("autopass", steps=dict.fromkeys(chair.welcome["autopass"], False))
        if game == "rage" and side == "jp":
            assert chair.ask("act", tag=chair.now["tag"], texts=["plan default", "done"])["t"] == "update"
    return keys, chairs


@pytest.mark.parametrize("game", ["quiet", "rage"])
def test_the_past_is_public_while_a_match_goes_on_and_everybodys_afterwards(desk: Desk, quiet: str, game: str) -> None:
    assert quiet
    keys, chairs = start(desk, game)
    first, second = find_game(game).sides
    with chairs[0] as one, chairs[1] as other, desk.sit(keys, None) as looker:
        play_on([one, other], 90 if game == "rage" else 25, random.Random(12))
        room = desk.table.rooms[keys["match"]]
        course = room.history
        assert course is not None
        assert room.ended is None
        looker.settle()
        rng = random.Random(1)
        for chair, side in ((looker, None), (one, first), (other, second)):
            total = chair.now["moment"]
            assert total == course.moments(room.bit(side))
            for at in {0, total, *(rng.randrange(total + 1) for _ in range(4))}:
                told = chair.ask("look", at=at)
                assert told["view"] == course.at(course.action_of(room.bit(side), at)).view(side)
                assert told["side"] == side
            for foreign in {first, second} - {side}:
                assert chair.ask("look", at=0, side=foreign)["code"] == "not_now"
                assert chair.ask("log", side=foreign)["code"] == "not_now"
        one.ask("resign")
        looker.until(lambda message: message["t"] == "meta" and message["meta"]["ended"] is not None)
        for side in (first, second):
            total = looker.ask("look", at=0, side=side)["of"]
            assert total == course.moments(room.bit(side))
            for at in {0, total, *(rng.randrange(total + 1) for _ in range(4))}:
                told = looker.ask("look", at=at, side=side)
                assert told["view"] == course.at(course.action_of(room.bit(side), at)).view(side)
        mine = [text for number, text in enumerate(course.texts) if course.side_of(number) == second]
        log = looker.log(side=second)
        assert len(log) == total
        assert sum(moment["side"] == second for moment in log) == len(mine), "all that was done in secret can be looked at"
        at = next(moment["n"] for moment in log if moment["side"] == second)
        assert looker.ask("look", at=at, side=second)["text"] == mine[0]
        record = desk.get(f"/api/matches/{keys['match']}/record", keys["spectator"]).text
        assert all(text in record for text in course.texts)


def test_neither_seed_nor_tokens_are_ever_sent(desk: Desk) -> None:
    keys = desk.create(scenario="free")
    with desk.sit(keys, "us") as us, desk.sit(keys, "jp") as jp, desk.sit(keys, None) as looker:
        play_on([us, jp], 40, random.Random(2))
        looker.settle()
        seed = desk.table.rooms[keys["match"]].row.seed
        for chair in (us, jp, looker):
            said = str(chair.heard)
            for secret in (seed, keys["host"], keys["spectator"], *keys["tokens"].values()):
                assert secret not in said


def test_the_host_cannot_make_himself_a_link_to_the_secret_map(desk: Desk) -> None:
    """Once the secret set-up has begun the seat may go to a player of the program, but to nobody with a new link."""
    keys = desk.create("rage", seats={"us": "me", "jp": "me"})
    path = f"/api/matches/{keys['match']}/seats"
    before = desk.post(path, {"side": "jp", "sit": "open"}, keys["host"])
    assert before.status_code == 200, "nothing has been hidden yet"
    keys["tokens"]["jp"] = before.json()["token"]
    with desk.sit(keys, "jp") as jp:
        jp.act("plan default")
        answer = desk.post(path, {"side": "jp", "sit": "open"}, keys["host"])
        assert (answer.status_code, answer.json()["error"]["code"]) == (409, "secret")
        jp.act("done")
    assert desk.post(path, {"side": "us", "sit": "open"}, keys["host"]).status_code == 200, "the U.S. side hides nothing"
    assert desk.post(path, {"side": "jp", "sit": "random"}, keys["host"]).status_code == 200
    assert desk.post(path, {"side": "jp", "sit": "open"}, keys["host"]).status_code == 409
