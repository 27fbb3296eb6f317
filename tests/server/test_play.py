"""Acting over a socket: updates, refusals, stale tabs, repeated requests, undo."""

from __future__ import annotations

import random

from beachhead.games import game as find_game

from .desk import Desk, any_action, play_on


def test_a_seat_is_welcomed_with_all_it_needs(desk: Desk) -> None:
    keys = desk.create(name="Ann")
    with desk.sit(keys, "us") as us, desk.sit(keys, "jp", name="Jun") as jp, desk.sit(keys, None) as looker:
        assert us.welcome["seat"] == "us"
        assert jp.welcome["seat"] == "jp"
        assert looker.welcome["seat"] is None
        assert us.now["offers"]
        assert jp.now["offers"] == looker.now["offers"] == []
        assert us.welcome["log"] == us.welcome["chat"] == []
        us.settle()
        seats = us.meta["seats"]
        assert seats["us"] == {"kind": "person", "name": "Ann", "here": True, "taken": True, "side": "us"}
        assert seats["jp"] == {"kind": "person", "name": "Jun", "here": True, "taken": True, "side": "jp"}
        assert us.meta["spectators"] == 1
        assert us.meta["seed"] is None
        assert len(us.meta["commitment"]) == 64


def test_an_action_reaches_every_seat(desk: Desk) -> None:
    keys = desk.create()
    with desk.sit(keys, "us") as us, desk.sit(keys, "jp") as jp, desk.sit(keys, None) as looker:
        told = us.act("land U:1/2 1203")
        assert told["t"] == "update"
        assert told["moment"] == 1
        assert told["side"] == "us"
        assert told["view"]["units"]["U:1/2"]["place"] == "1203"
        assert told["events"][0]["kind"] == "land"
        for other in (jp, looker):
            heard = other.until_t("update")
            assert heard["re"] is None
            assert heard["events"] == told["events"]
            assert heard["offers"] == []
            assert not heard["undo"]


def test_short_forms_are_understood_and_refusals_explained(desk: Desk) -> None:
    keys = desk.create()
    with desk.sit(keys, "us") as us:
        assert us.act("land 1/2 1203")["t"] == "update"
        no = us.act("land U:1/2 1203")
        assert (no["t"], no["case"] != "", no["units"]) == ("refused", True, ["U:1/2"])
        unread = us.act("march nowhere")
        assert (unread["t"], unread["case"]) == ("refused", "")
        assert us.now["moment"] == 1
        why = us.ask("why", text="land U:1/2 1203")
        assert (why["t"], why["legal"], why["case"]) == ("explained", False, no["case"])
        assert us.ask("why", text="xyzzy")["legal"] is False


def test_a_text_may_stand_for_several_actions(desk: Desk) -> None:
    keys = desk.create()
    with desk.sit(keys, "us") as us:
        told = us.act("land 2/2 1102")
        assert (told["t"], told["moment"]) == ("update", 1)
        assert us.ask("undo", tag=us.now["tag"])["moment"] == 0
        us.act("land 2/2 1102")
        us.ask("resign")
    record = desk.get(f"/api/matches/{keys['match']}/record", keys["host"]).text
    assert desk.post("/api/verify", {"record": record}).json()["ok"]
    assert desk.post("/api/matches/upload", {"record": record, "seats": {"jp": "open"}}).status_code == 201


def test_readings_of_a_doubtful_text_are_listed(desk: Desk) -> None:
    keys = desk.create()
    with desk.sit(keys, "us") as us, desk.sit(keys, "jp") as jp:
        rng = random.Random(3)
        for _ in range(30):
            text = any_action(us.now["offers"], rng) if us.now["offers"] else ""
            if not text:
                break
            short = text.replace("U:", "")
            told = us.act(short)
            if told["t"] == "refused":
                assert told.get("readings"), told
                us.act(text)
        assert jp.quiet()


def test_a_stale_tab_is_refreshed_and_changes_nothing(desk: Desk) -> None:
    keys = desk.create()
    with desk.sit(keys, "us") as one, desk.sit(keys, "us") as two:
        old = two.now["tag"]
        one.act("land U:1/2 1203")
        told = two.act("land U:2/2 1303", tag=old)
        assert told["t"] == "stale"
        assert told["update"]["tag"] == one.now["tag"]
        assert told["update"]["moment"] == 1
        two.act_any()


def test_a_repeated_request_is_carried_out_once(desk: Desk) -> None:
    keys = desk.create()
    with desk.sit(keys, "us") as us:
        tag = us.now["tag"]
        first = us.act("land U:1/2 1203", id="again")
        second = us.act("land U:1/2 1203", id="again", tag=tag)
        third = us.act("land U:1/2 1203", id="again")
        assert first["t"] == second["t"] == third["t"] == "update"
        assert first["tag"] == second["tag"] == third["tag"]
        assert second["events"] == first["events"]
        assert us.now["moment"] == 1
    with desk.sit(keys, "us") as later:
        assert later.act("land U:1/2 1203", id="again", tag=tag)["tag"] == first["tag"]


def test_nobody_acts_for_another(desk: Desk) -> None:
    keys = desk.create()
    with desk.sit(keys, "jp") as jp, desk.sit(keys, None) as looker:
        assert jp.act("land U:1/2 1203")["code"] == "not_your_move"
        assert jp.ask("why", text="land U:1/2 1203")["code"] == "not_your_move"
        assert looker.act("land U:1/2 1203")["code"] == "spectator"
        assert looker.ask("resign")["code"] == "spectator"


def test_undo_takes_the_own_last_action_back(desk: Desk) -> None:
    keys = desk.create()
    with desk.sit(keys, "us") as us, desk.sit(keys, "jp") as jp:
        start = us.now["tag"]
        assert not us.now["undo"]
        us.act("land U:1/2 1203")
        assert us.now["undo"]
        assert jp.until_t("update")["moment"] == 1
        told = us.ask("undo", tag=us.now["tag"])
        assert (told["t"], told["tag"], told["moment"], told["undo"]) == ("update", start, 0, False)
        assert jp.until_t("update")["moment"] == 0
        assert us.ask("undo", tag=us.now["tag"])["t"] == "refused"
        assert us.log() == []


def test_undo_is_repeated_once_too(desk: Desk) -> None:
    keys = desk.create()
    with desk.sit(keys, "us") as us:
        us.act("land U:1/2 1203")
        us.act_any()
        tag = us.now["tag"]
        us.ask("undo", id="u1", tag=tag)
        assert us.ask("undo", id="u1", tag=tag)["t"] == "update"
        assert us.now["moment"] == 1


def test_a_whole_game_is_played_and_the_views_are_the_engines(desk: Desk) -> None:
    keys = desk.create()
    rng = random.Random(5)
    with desk.sit(keys, "us") as us, desk.sit(keys, "jp") as jp, desk.sit(keys, None) as looker:
        played = play_on([us, jp], 2000, rng)
        looker.settle()
        assert us.meta["ended"]["by"] == "play"
        assert us.now["offers"] == jp.now["offers"] == []
        assert us.act("done")["code"] == "over"
        seed = us.meta["seed"]
        state = find_game("saipan").new("historical", seed=seed)
        for text in played:
            state.apply(text)
        for chair, side in ((us, "us"), (jp, "jp"), (looker, None)):
            assert chair.now["view"] == state.view(side)
        record = desk.get(f"/api/matches/{keys['match']}/record", keys["tokens"]["jp"]).text
        assert f'[Seed "{seed}"]' in record
        verdict = desk.post("/api/verify", {"record": record}).json()
        assert verdict["ok"]
        assert verdict["actions"] == len(played)
        assert verdict["digest"] == state.digest()


def test_offers_are_exactly_the_legal_actions(desk: Desk) -> None:
    keys = desk.create()
    rng = random.Random(2)
    with desk.sit(keys, "us") as us, desk.sit(keys, "jp") as jp:
        for _ in range(12):
            play_on([us, jp], 4, rng)
            deciding = us if us.now["offers"] else jp
            table = desk.table.rooms[keys["match"]].history
            assert table is not None
            assert sorted(texts(deciding.now["offers"])) == sorted(str(action) for action in table.state.actions())


def texts(offers: list[dict[str, object]]) -> list[str]:
    """All actions of offers, written out."""
    found: list[str] = []

    def unfold(words: list[str], rest: object) -> None:
        if isinstance(rest, dict):
            for key, inner in rest.items():
                unfold([*words, key], inner)
        else:
            assert isinstance(rest, list)
            found.extend(" ".join([*words, last]) for last in rest)

    for offer in offers:
        if not offer["kinds"]:
            found.append(str(offer["verb"]))
        else:
            unfold([str(offer["verb"])], offer["args"])
    return found
