"""Updates are differences: many acts in one message, with every position on the way, and nothing that a seat did not see."""

from __future__ import annotations

import random
import threading
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from beachhead.engine.action import Action
from beachhead.games import game as find_game
from beachhead.players import PLAYERS, Seat
from beachhead.players.random import RandomPlayer
from beachhead.server.play import bots
from beachhead.server.play.changes import changes_between
from beachhead.server.play.messages import decode, encode
from beachhead.server.told.views import Views
from tests.wire.client import patched

from ..manual_clock import ManualClock
from .desk import PATIENCE, QUICK, Chair, Desk, Message, eventually, play_on

values = st.recursive(
    st.none() | st.booleans() | st.integers(0, 2) | st.sampled_from(["", "a", "é"]) | st.sampled_from([0.0, 1.0]),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from("abcd"), inner, max_size=4),
    max_leaves=12,
)
views = st.dictionaries(st.sampled_from("abcd"), values, max_size=4)


@given(views, views)
@settings(max_examples=300, deadline=None)
def test_changes_turn_one_view_into_another(before: Any, after: Any) -> None:
    changes = decode(encode(changes_between(encode(before), encode(after))))
    found = patched(before, changes)
    assert encode(_in_order(found)) == encode(_in_order(after)), "1, 1.0 and true are not the same to a client"
    assert changes == [] or before != after or encode(before) != encode(after)


def _in_order(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _in_order(value[key]) for key in sorted(value)}
    return [_in_order(item) for item in value] if isinstance(value, list) else value


@pytest.mark.parametrize(
    ("game", "scenario"), [("saipan", "historical"), ("saipan", "free"), ("rage", "campaign"), ("quiet", "night")]
)
def test_the_changes_of_a_game_lead_from_view_to_view(quiet: str, game: str, scenario: str) -> None:
    assert quiet
    state, rng = find_game(game).new(scenario, seed=5), random.Random(2)
    sides = (None, *state.ruleset.sides)
    shown = {side: decode(Views(state).view(side)) for side in sides}
    before = {side: Views(state).view_for(side, 0) for side in sides}
    long = short = 0
    for _ in range(250):
        if state.over:
            break
        actions = state.actions()
        state.apply(actions[rng.randrange(len(actions))])
        views = Views(state)
        for side in sides:
            now = views.view_for(side, 0)
            changes = encode(now.changes_since(before[side]))
            shown[side] = patched(shown[side], decode(changes))
            assert shown[side] == decode(bytes(now.whole)) == decode(encode(state.view(side)))
            before[side], long, short = now, long + len(bytes(now.whole)), short + len(changes)
    assert short * (2 if game == "quiet" else 5) < long, f"{short} bytes of changes for {long} of views"


# ---------------------------------------------------------------------- many acts, one message


def until_turn(chair: Chair) -> list[Message]:
    """Listen until that chair decides, or the match is over; the updates that came."""
    heard = len(chair.heard)
    while not chair.now["offers"] and chair.now["view"]["result"] is None:
        chair.until_t("update")
    return [message for message in chair.heard[heard:] if message["t"] == "update"]


@pytest.fixture
def still(sqlite: str) -> Any:
    """A service whose clock stands still: only numbers end what is sent together."""
    with Desk(sqlite, clock=ManualClock()) as desk:
        yield desk


@pytest.mark.parametrize("player", ["random", "sergeant"])
def test_the_turn_of_the_program_is_one_message(still: Desk, player: str) -> None:
    keys = still.create(seats={"us": player, "jp": "me"})
    with still.sit(keys, "jp") as jp, still.sit(keys, None) as looker:
        until_turn(jp)
        rng = random.Random(3)
        rows: list[int] = []
        for _ in range(60):
            if jp.now["view"]["result"] is not None or len(rows) > 6:
                break
            play_on([jp], 1, rng)
            if jp.now["offers"]:
                continue
            [update] = until_turn(jp)
            rows.append(len(update["acts"]))
            assert update["from"] is not None
            first = update["moment"] - len(update["acts"]) + 1
            assert [act["n"] for act in update["acts"]] == list(range(first, update["moment"] + 1))
            room = still.table.rooms[keys["match"]]
            seen = room.history.actions_seen(room.bit("jp"))
            for act, view in zip(update["acts"], update["positions"], strict=True):
                state = room.history.at(seen[act["n"] - 1] + 1)
                assert view == decode(encode(state.view("jp"))), "every position on the way is the one that was"
        assert max(rows) > 5
        looker.settle()
        assert looker.now["view"] == jp.now["view"]


def test_a_message_holds_so_many_acts_at_most(sqlite: str) -> None:
    with Desk(sqlite, replace(QUICK, bot_acts=3), clock=ManualClock()) as desk:
        keys = desk.create(seats={"us": "random", "jp": "me"})
        with desk.sit(keys, "jp") as jp:
            updates = until_turn(jp)
            assert {len(update["acts"]) for update in updates} <= {0, 1, 2, 3}
            assert len(desk.table.rooms[keys["match"]].history) > 6


class Slow(RandomPlayer):
    """Takes a while for each action."""

    clock: ManualClock
    seconds = 0.3

    def choose(self, seat: Seat, budget: float) -> Action:
        self.clock.advance(self.seconds)
        return super().choose(seat, budget)


def test_what_a_slow_player_has_done_is_shown_every_second(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    Slow.clock = ManualClock()
    monkeypatch.setitem(PLAYERS, "slow", Slow)
    with Desk(sqlite, clock=Slow.clock) as desk:
        keys = desk.create(seats={"us": "slow", "jp": "me"})
        with desk.sit(keys, "jp") as jp:
            until_turn(jp)
            places = [entry.place for entry in desk.table.storage.journal(keys["match"], events=True)]
            assert max(places) == 4, "four times 0.3 s is more than a second"


def test_an_interrupted_bot_loses_nothing(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody undoes an action while the bot thinks: what it had in mind does not happen, and nothing else is lost."""
    thinking, decided, turn = threading.Event(), threading.Event(), bots.Bots.turn

    def wait(*given: Any) -> bots.BotTurn:
        found = turn(*given)
        thinking.set()
        assert decided.wait(PATIENCE)
        return found

    keys = desk.create(seats={"us": "me", "jp": "random"})
    with desk.sit(keys, "us") as us:
        rng = random.Random(2)
        for _ in range(3):
            play_on([us], 1, rng)
        monkeypatch.setattr(bots.Bots, "turn", wait)
        while us.now["offers"]:
            play_on([us], 1, rng)
        assert thinking.wait(PATIENCE)
        room = desk.table.rooms[keys["match"]]
        before = len(room.history)
        assert us.ask("offer", what="undo")["t"] == "update"
        assert len(room.history) == before - 1
        decided.set()
        eventually(lambda: room.bot is None or room.bot.done())
        assert len(room.history) == before - 1
        assert us.now["offers"]
        play_on([us], 1, rng)
        while not us.now["offers"]:
            us.until_t("update")
        assert us.now["view"] == decode(encode(room.history.state.view("us")))


def test_a_player_that_fails_after_some_acts_keeps_them(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "NAP", 0.0)

    class Weary(RandomPlayer):
        count = 0

        def choose(self, seat: Seat, budget: float) -> Action:
            Weary.count += 1
            if Weary.count == 3:
                raise RuntimeError("weary")
            return super().choose(seat, budget)

    monkeypatch.setitem(PLAYERS, "weary", Weary)
    keys = desk.create(seats={"us": "weary", "jp": "me"})
    with desk.sit(keys, "jp") as jp:
        until_turn(jp)
        assert Weary.count > 3
        assert [moment["n"] for moment in jp.log()] == list(range(1, jp.now["moment"] + 1))


def test_two_programs_are_watched_act_by_act(desk: Desk) -> None:
    keys = desk.create(seats={"us": "random", "jp": "random"})
    with desk.sit(keys, None) as looker:
        looker.until(lambda message: message["t"] == "update" and message["moment"] > 12)
        updates = [message for message in looker.heard if message["t"] == "update"]
        assert {len(update["acts"]) for update in updates} <= {0, 1}, "0: nobody else is told what was done, only what came of it"


def test_the_book_and_its_bot_are_one_message(still: Desk, cliffs: str) -> None:
    keys = still.create(cliffs, scenario="doctrine", seats=None)
    with still.sit(keys, "us") as us:
        us.acts(["climb able", "climb baker", "done"])
        updates = until_turn(us)
        assert len(updates) == 1
        assert {act["side"] for act in updates[0]["acts"]} == {"jp"}


# ---------------------------------------------------------------------- what a client has


def test_all_connections_of_a_side_are_sent_the_same_and_a_stranger_the_whole(desk: Desk) -> None:
    keys = desk.create()
    with desk.sit(keys, "us") as one, desk.sit(keys, "us") as two, desk.sit(keys, "jp") as jp:
        assert one.welcome["update"]["from"] is None
        told = one.act("land U:1/2 0702")
        heard = two.until_t("update")
        assert {name: heard[name] for name in heard if name not in ("re", "taken")} == {
            name: told[name] for name in told if name not in ("re", "taken")
        }
        assert (told["taken"], "taken" in heard) == (1, False)
        stale = two.act("land U:2/2 0902", tag="long ago")
        assert stale["t"] == "stale"
        assert stale["update"]["from"] is None
        again = one.act("land U:1/2 0702", id="x", tag=one.now["tag"])
        assert again["t"] == "refused"
        assert one.act("land U:2/2 0902", id="y")["from"] is not None
        assert one.act("land U:2/2 0902", id="y")["from"] is None, "a reply that is sent again has the whole view"
        assert one.act_any()
        jp.settle()
        two.settle()
        assert one.now["view"] == two.now["view"] == jp.now["view"]
        assert one.now["from"] is not None


def test_an_undo_leads_back(desk: Desk) -> None:
    keys = desk.create()
    with desk.sit(keys, "us") as us, desk.sit(keys, "jp") as jp:
        start = us.now
        us.acts(["land U:1/2 0702", "land U:2/2 0902"])
        for moment in (1, 0):
            told = us.ask("undo", tag=us.now["tag"])
            assert (told["moment"], told["acts"]) == (moment, [])
            assert told["changes"]
            jp.settle()
            assert jp.now["moment"] == moment
        assert us.now["view"] == jp.now["view"] == start["view"]


def test_what_changes_unseen_between_two_acts_belongs_to_the_next(desk: Desk, quiet: str) -> None:
    """Nothing of an unseen act is in the message: not its number, not its place."""
    keys = desk.create(quiet, seats={"raider": "me", "warden": "me"})
    with desk.sit(keys, "raider") as raider, desk.sit(keys, "warden") as warden:
        warden.ask("autopass", steps=dict.fromkeys(warden.welcome["autopass"], False))
        raider.act("aim village")
        warden.settle()
        warden.acts(["hide decoy 1 village", "hide decoy 2 village", "hide gun 1 north ridge", "hide gun 2 radio mast"])
        raider.settle()
        raider.act("done")
        warden.settle()
        moment = raider.now["moment"]
        warden.act("swap snipers 1 t1")
        assert raider.quiet() == []
        told = warden.acts(["swap snipers 2 t2", "done"])
        assert len(told["acts"]) == 2
        heard = raider.until_t("update")
        assert (heard["acts"], heard["moment"]) == ([], moment)
        assert heard["changes"], "the turn has passed, though nothing was seen to be done"
        assert "swap" not in str(heard)
        assert heard["view"] == decode(encode(desk.table.rooms[keys["match"]].history.state.view("raider")))


# ---------------------------------------------------------------------- old pages


@pytest.mark.parametrize("protocol", [0, 1, 3])
def test_a_page_of_another_version_is_told_so(desk: Desk, protocol: int) -> None:
    keys = desk.create()
    with desk.sit(keys, "us", protocol=protocol) as us:
        assert us.welcome["t"] == "error"
        assert us.welcome["code"] == "protocol"
        with pytest.raises(Exception, match="closed with 4002"):
            us.hear()


# ---------------------------------------------------------------------- long lists


def test_long_lists_of_actions_are_listed_argument_by_argument(sqlite: str) -> None:
    with Desk(sqlite, replace(QUICK, listed_actions=100)) as desk:
        keys = desk.create()
        with desk.sit(keys, "us") as us, desk.sit(keys, "jp") as jp:
            short, deep = us.now["offers"]
            assert (short["verb"], short["kinds"], short["count"]) == ("land", ["unit", "space"], 112)
            assert short["args"]["U:1/2"] is None
            assert deep["args"]["U:1/2"] is None
            tag = us.now["tag"]
            spaces = us.ask("actions", tag=tag, verb="land", args=["U:1/2"])
            assert spaces["t"] == "listed"
            assert len(spaces["args"]) == 4
            assert list(us.ask("actions", tag=tag, verb="land")["args"]) == list(short["args"]), "all of them, if one likes"
            at_sea = us.ask("actions", tag=tag, verb="land", args=["U:1/2"], kinds=["unit", "space", "space"])["args"]
            first = next(iter(at_sea))
            last = us.ask("actions", tag=tag, verb="land", args=["U:1/2", first], kinds=["unit", "space", "space"])["args"]
            assert last == at_sea[first]
            assert us.act(f"land U:1/2 {first} {last[0]}")["t"] == "update"
            assert us.ask("actions", tag=tag, verb="land", args=["U:2/2"])["t"] == "stale"
            assert us.ask("actions", tag=us.now["tag"], verb="land", args=["U:1/2"])["code"] == "unknown"
            assert us.ask("actions", tag=us.now["tag"], verb="fly", args=["U:2/2"])["code"] == "unknown"
            assert jp.ask("actions", tag=jp.now["tag"], verb="land", args=["U:1/2"])["code"] == "not_your_move"


def test_the_parts_of_a_long_list_are_the_whole(postgres: str) -> None:
    """In a phase of movement, whose actions come in rows."""
    with Desk(postgres, replace(QUICK, listed_actions=1)) as desk, Desk(postgres) as other:
        keys = other.create()
        with other.sit(keys, "us") as us, other.sit(keys, "jp") as jp:
            play_on([us, jp], 40, random.Random(4))
            assert other.table.rooms[keys["match"]].ended is None
        for side in ("us", "jp"):
            with other.sit(keys, side) as whole, desk.sit(keys, side) as part:
                for offer, folded in zip(whole.now["offers"], part.now["offers"], strict=True):
                    assert (offer["verb"], offer["count"]) == (folded["verb"], folded["count"])
                    if len(offer["kinds"]) > 1:
                        for first, rest in offer["args"].items():
                            ask = {"verb": offer["verb"], "args": [first], "kinds": offer["kinds"]}
                            assert part.ask("actions", tag=part.now["tag"], **ask)["args"] == rest


# ---------------------------------------------------------------------- panels


def panel(_: object, combat: dict[str, Any]) -> dict[str, Any] | None:
    """A panel that says which data it was made of."""
    return {"title": "Combat", "of": sorted(combat)} if "attackers" in combat else None


def test_panels_come_beside_what_they_are_made_of(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(find_game("saipan")), "panel", staticmethod(panel), raising=False)
    keys = desk.create(tour=True, seats=None)
    with desk.sit(keys, "us") as us:
        rng, seen = random.Random(1), set[str]()
        for _ in range(80):
            if not us.now["offers"]:
                until_turn(us)
            play_on([us], 1, rng)
            seen |= {"update"} if "panel" in us.now else set()
            seen |= {"event"} if any("panel" in event for event in us.now["events"]) else set()
            assert ("panel" in us.now) == ("attackers" in (us.now["view"].get("combat") or {}))
            assert "panel" not in us.now["view"]
        assert seen == {"update", "event"}
        assert any("panel" in event for moment in us.log() for event in moment["events"])
