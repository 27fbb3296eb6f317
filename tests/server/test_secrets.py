"""What leaves the service for a seat depends on nothing that the seat may not know."""

from __future__ import annotations

import random

from beachhead.games import game as find_game
from beachhead.server.course import Course
from beachhead.server.faces import Faces
from beachhead.server.wire import decode

from .desk import Desk, play_on


def test_faces_are_views(lookout: str) -> None:
    for name, scenario in (("saipan", "historical"), ("saipan", "free"), (lookout, None)):
        rng = random.Random(3)
        course = Course(find_game(name).new(scenario, seed=4))
        for _ in range(150):
            if course.state.over:
                break
            actions = course.state.actions()
            course.accept(course.try_(str(actions[rng.randrange(len(actions))])))
            faces = Faces(course.state)
            for side in (None, *course.sides):
                assert decode(faces.view(side)) == course.state.view(side)


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
            course = desk.table.rooms[keys["match"]].course
            assert course is not None
            assert raider.now["view"] == course.state.view("raider")
            assert warden.now["view"] == course.state.view("warden")
            assert looker.now["view"] == course.state.view(None)
        for chair, side in ((raider, "raider"), (warden, "warden")):
            log = chair.ask("log", since=0)["log"]
            assert len(log) == chair.now["moment"]
            if chair.meta["ended"] is None:
                assert chair.ask("look", at=1, side="warden" if side == "raider" else "raider")["code"] == "not_now"


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
