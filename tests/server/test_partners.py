"""Partners who order their own units, over the wire: offers, refusals, undo with the partner's consent, and bots for partners."""

from __future__ import annotations

from typing import Any

import pytest

from beachhead.engine.action import Action
from beachhead.players import PLAYERS, Seat

from .desk import Chair, Desk, eventually

pytestmark = pytest.mark.usefixtures("bluffs")
TABLE = {"north": "me", "south": "open"}
WITH_ENEMY = TABLE | {"jp": "open"}


def verbs(chair: Chair) -> dict[str, Any]:
    """What a seat is offered, verb by verb."""
    return {offer["verb"]: offer["args"] for offer in chair.now["offers"]}


def led(chair: Chair) -> dict[str, str]:
    """Who leads which squad."""
    return {unit: seat for seat, who in chair.meta["seats"].items() for unit in who.get("units", ())}


def test_one_view_and_own_orders(desk: Desk) -> None:
    keys = desk.create("bluffs", seats=TABLE, name="Ann")
    with desk.sit(keys, "north") as ann, desk.sit(keys, "south", name="Bob") as bob:
        ann.settle()
        leaders = led(ann)
        assert (leaders["able"], leaders["charlie"]) == ("north", "south")
        assert leaders["baker"] == ann.now["view"]["lot"]
        assert [ann.meta["seats"][seat].get("title") for seat in ("north", "south", "jp")] == ["north team", "south team", None]
        assert ann.now["tag"] == bob.now["tag"]
        for chair, seat, other in ((ann, "north", "south"), (bob, "south", "north")):
            own = [squad for squad, leader in leaders.items() if leader == seat]
            assert verbs(chair) == {"climb": sorted(own), "done": []}
            assert chair.now["partners"] == {other: 3 - len(own)}
        assert ann.act("climb able")["t"] == "update"
        bob.settle()
        assert (bob.now["offers"], bob.now["partners"]) == ([], {"north": 2}), "the decision is the partner's alone"
        assert bob.now["view"] == ann.now["view"]
        assert set(verbs(ann)) == {"anchor", "done"}
        assert "partners" not in desk.sit(keys, None).now


def test_a_refusal_names_the_case_and_the_partner(desk: Desk) -> None:
    keys = desk.create("bluffs", seats=TABLE)
    with desk.sit(keys, "north") as ann, desk.sit(keys, "south") as bob:
        no = bob.act("climb able")
        assert (no["t"], no["at"], no["case"], no["units"]) == ("refused", 0, "1.1", ["able"])
        assert no["text"] == "Able belongs to the north team, which your partner commands"
        assert bob.ask("why", text="climb able") | {"re": ""} == {
            "t": "explained", "re": "", "legal": False, "text": no["text"], "case": "1.1", "units": ["able"], "cases": ["1.1"]
        }  # fmt: skip
        assert bob.ask("why", text="climb charlie")["legal"]
        assert bob.ask("preview", verb="climb", args=["able"])["of"] == {}
        assert bob.ask("preview", verb="climb", args=["charlie"])["of"] != {}
        assert bob.ask("actions", tag=bob.now["tag"], verb="climb", args=[])["args"] == verbs(bob)["climb"]
        about = bob.ask("about", unit="able")
        assert about["can"] == []
        assert about["cannot"][0]["text"] == "Your partner, who commands the north team, gives orders to this unit"
        assert ann.ask("about", unit="able")["cannot"] == []
        refused = bob.acts(["climb charlie", "done", "climb able"])
        assert (refused["t"], refused["at"]) == ("refused", 2)
        ann.settle()
        assert ann.now["view"]["climbed"] == []


def test_what_belongs_to_neither_is_whoever_s_answers_first(desk: Desk) -> None:
    keys = desk.create("bluffs", scenario="against", seats=WITH_ENEMY)
    with desk.sit(keys, "north") as ann, desk.sit(keys, "south") as bob:
        tag = ann.now["tag"]
        assert bob.act("done")["t"] == "update"
        assert ann.act("done", tag=tag)["t"] == "stale"


def test_undo_of_one_s_own_and_of_a_partner_s(desk: Desk) -> None:
    keys = desk.create("bluffs", seats=TABLE)
    with desk.sit(keys, "north") as ann, desk.sit(keys, "south") as bob:
        for text in ("climb able", "done"):
            ann.act(text)
        bob.settle()
        assert (ann.now["undo"], bob.now["undo"]) == (True, False)
        refused = bob.ask("undo", tag=bob.now["tag"])
        assert (refused["t"], refused["text"]) == (
            "refused", "Your partner took the last action. You can ask to go back to before your own."
        )  # fmt: skip
        assert bob.ask("offer", what="undo")["text"] == "You have taken no action that could be undone."
        bob.act("climb charlie")
        bob.act("anchor")
        ann.settle()
        assert not ann.now["undo"]
        assert ann.ask("offer", what="undo")["t"] == "done"
        bob.settle()
        assert bob.meta["offer"] == {
            "what": "undo",
            "by": "us",
            "text": "north team asks to take its last action back",
            "seat": "north",
            "partner": "south",
        }
        assert ann.ask("answer", yes=True)["text"] == "This question is for the south team to answer."
        assert bob.ask("withdraw")["text"] == "You have asked nothing."
        assert bob.ask("answer", yes=False)["t"] == "done"
        ann.settle()
        assert ann.meta["offer"] is None and ann.now["view"]["anchored"] == ["charlie"]
        assert ann.ask("offer", what="undo")["t"] == "done"
        assert bob.ask("answer", yes=True)["t"] == "update"
        ann.settle()
        assert ann.now["view"]["anchored"] == [] and ann.now["view"]["climbed"] == ["able"]
        assert verbs(ann).keys() == {"anchor", "done"}, "back at the decision that Ann took last"


def test_the_partner_agrees_first_and_then_the_other_side(desk: Desk) -> None:
    keys = desk.create("bluffs", scenario="against", seats=WITH_ENEMY)
    with desk.sit(keys, "north") as ann, desk.sit(keys, "south") as bob, desk.sit(keys, "jp") as jp:
        for text in ("climb able", "done"):
            ann.act(text)
        bob.settle()
        bob.act("done")
        jp.settle()
        jp.act("roll")
        ann.settle()
        assert ann.ask("offer", what="undo")["t"] == "done"
        jp.settle()
        assert jp.meta["offer"]["partner"] == "south"
        assert jp.ask("answer", yes=True)["code"] == "not_now"
        bob.settle()
        assert bob.ask("answer", yes=True)["t"] == "done"
        jp.settle()
        assert jp.meta["offer"]["partner"] is None and jp.meta["offer"]["by"] == "us"
        assert bob.ask("answer", yes=True)["code"] == "not_now"
        assert bob.ask("withdraw")["code"] == "not_now", "Ann has asked"
        assert jp.ask("answer", yes=True)["t"] == "update"
        ann.settle()
        assert ann.now["view"]["hits"] == 0 and verbs(ann).keys() == {"anchor", "done"}


def test_the_other_side_need_not_agree_to_what_a_player_may_undo_alone(desk: Desk) -> None:
    keys = desk.create("bluffs", scenario="against", seats=WITH_ENEMY)
    with desk.sit(keys, "north") as ann, desk.sit(keys, "south") as bob, desk.sit(keys, "jp"):
        ann.acts(["climb able", "done"])
        bob.settle()
        bob.acts(["climb charlie", "done"])
        ann.settle()
        ann.ask("offer", what="undo")
        bob.settle()
        assert bob.ask("answer", yes=True)["t"] == "update"


def test_who_acted_is_known_after_a_restart(sqlite: str) -> None:
    with Desk(sqlite) as desk:
        keys = desk.create("bluffs", seats=TABLE)
        with desk.sit(keys, "north") as ann:
            ann.acts(["climb able", "done"])
    with Desk(sqlite) as desk, desk.sit(keys, "north") as ann, desk.sit(keys, "south") as bob:
        assert (ann.now["undo"], bob.now["undo"]) == (True, False)
        bob.acts(["climb charlie", "done"])
        ann.settle()
        ann.ask("offer", what="undo")
        bob.settle()
        assert bob.meta["offer"]["partner"] == "south"


# ---------------------------------------------------------------------- bots


class Late:
    """A bot that stands by until it is told that it is time, and then orders whatever it may."""

    name = "late"
    ready = False

    def __init__(self, seed: str) -> None:
        del seed

    def choose(self, seat: Seat, budget: float) -> Action:
        actions = list(seat.actions())
        return actions[0] if self.ready else actions[-1]


@pytest.fixture
def late(monkeypatch: pytest.MonkeyPatch) -> type[Late]:
    monkeypatch.setitem(PLAYERS, "late", Late)
    monkeypatch.setattr(Late, "ready", False)
    return Late


def stands_by(desk: Desk, keys: dict[str, Any]) -> None:
    """Wait until the bots of a match leave the decision to a person."""
    room = desk.table.rooms[keys["match"]]
    eventually(lambda: room.standing_by == room.number and (room.bot is None or room.bot.done()))


def test_a_bot_orders_its_own_units_and_leaves_the_rest_to_its_partner(desk: Desk, late: type[Late]) -> None:
    """It never ends the climb: that belongs to neither, and the person does it."""
    late.ready = True
    keys = desk.create("bluffs", seats={"north": "me", "south": "late"})
    assert list(keys["tokens"]) == ["north"]
    with desk.sit(keys, "north") as ann:
        theirs = sorted(squad for squad, seat in led(ann).items() if seat == "south")
        stands_by(desk, keys)
        ann.settle()
        assert ann.now["view"]["climbed"] == theirs
        assert ann.now["view"]["anchored"] == theirs, "it decided for its squads in steps that are theirs alone"
        assert ann.now["view"]["turn"] == 1 and "done" in verbs(ann)
        assert not ann.now["undo"], "the last action was the bot's"
        assert ann.act("done")["t"] == "update"


def test_a_bot_grants_an_undo_and_lets_its_partner_choose_anew(desk: Desk, late: type[Late]) -> None:
    keys = desk.create("bluffs", seats={"north": "me", "south": "late"})
    with desk.sit(keys, "north") as ann:
        stands_by(desk, keys)
        ann.act("climb able")
        late.ready = True
        assert ann.ask("undo", tag=ann.now["tag"])["t"] == "update"
        stands_by(desk, keys)
        ann.settle()
        assert ann.now["view"]["climbed"] == [], "it could climb, but Ann has gone back to do something else"
        ann.acts(["climb able", "done"])
        stands_by(desk, keys)
        ann.settle()
        assert "charlie" in ann.now["view"]["climbed"]
        assert ann.ask("offer", what="undo")["t"] == "update", "granted without a question"
        assert ann.now["view"]["climbed"] == ["able"]
        assert verbs(ann).keys() == {"anchor", "done"}


def test_a_person_takes_the_bot_s_seat(desk: Desk, late: type[Late]) -> None:
    keys = desk.create("bluffs", seats={"north": "me", "south": "late"})
    with desk.sit(keys, "north") as ann:
        stands_by(desk, keys)
        seated = desk.post(f"/api/matches/{keys['match']}/seats", {"side": "south", "sit": "open"}, keys["host"]).json()
        with desk.sit(keys | {"tokens": {"south": seated["token"]}}, "south") as bob:
            late.ready = True
            assert ann.acts(["climb able", "done"])["t"] == "update"
            bob.settle()
            assert bob.acts(["climb charlie", "done"])["t"] == "update"


def test_a_bot_that_sits_down_anew_is_asked_anew(desk: Desk, late: type[Late]) -> None:
    keys = desk.create("bluffs", seats={"north": "me", "south": "late"})
    with desk.sit(keys, "north") as ann:
        stands_by(desk, keys)
        late.ready = True
        for sit in ("open", "late"):
            answer = desk.post(f"/api/matches/{keys['match']}/seats", {"side": "south", "sit": sit}, keys["host"])
            assert answer.status_code == 200
        ann.until(lambda message: message["t"] == "update" and "charlie" in ann.now["view"]["climbed"])


def test_partners_are_called_by_their_seats_in_the_chat(desk: Desk) -> None:
    keys = desk.create("bluffs", seats=TABLE)
    with desk.sit(keys, "north"), desk.sit(keys, "south") as bob:
        bob.ask("chat", text="Ready?")
        assert [message["line"]["name"] for message in bob.heard if message["t"] == "chat"] == ["south team"]


def test_two_bots_play_their_side_as_one(desk: Desk) -> None:
    keys = desk.create("bluffs", scenario="against", seats={"us": "random", "jp": "me"})
    with desk.sit(keys, "jp") as jp:
        if not jp.now["offers"]:
            jp.until(lambda message: message["t"] == "update" and bool(message["offers"]))
        assert jp.act("roll")["t"] == "update"
