"""Windows: passed in a player's name by kind, answered by players of the program at a beat, and rows of actions."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from beachhead.games import game as find_game
from beachhead.players import PLAYERS
from beachhead.server.play.windows import SLOWEST, Pace, actions_until_seen, is_idle, keeps_secrets, passing_text, windows_of

from ..wire.quiet_game import Brooder
from .desk import QUICK, Chair, Desk, Message, eventually, play_on

SEATS = {"raider": "me", "warden": "me"}
HIDES = ["hide decoy 1 village", "hide decoy 2 village", "hide gun 1 north ridge", "hide gun 2 radio mast"]
FAST = replace(QUICK, window_seconds=0.02)
NEVER = replace(QUICK, window_seconds=60.0)


@pytest.fixture
def brisk(sqlite: str, quiet: str) -> Iterator[Desk]:
    """A service whose windows are short."""
    assert quiet
    with Desk(sqlite, FAST) as desk:
        yield desk


def set_up(raider: Chair, warden: Chair) -> None:
    """Up to the first raid."""
    raider.act("aim village")
    warden.settle()
    assert warden.ask("act", tag=warden.now["tag"], texts=HIDES)["t"] == "update"
    raider.settle()


def until_turn(chair: Chair) -> None:
    """Until that chair decides."""
    chair.settle()
    while not chair.now["offers"]:
        chair.until_t("update")


def answers_itself(desk: Desk, keys: Message) -> bool:
    """Whether the service is about to answer for somebody."""
    answering = desk.table.rooms[keys["match"]].bot
    return answering is not None and not answering.done()


# ---------------------------------------------------------------------- passing


def test_windows_are_passed_by_default_as_the_theme_has_it(brisk: Desk) -> None:
    keys = brisk.create("quiet", seats=SEATS)
    with brisk.sit(keys, "raider") as raider, brisk.sit(keys, "warden") as warden, brisk.sit(keys, None) as looker:
        assert warden.welcome["autopass"] == {"ambush": True, "watch": False, "fade": False, "hide": False}
        assert raider.welcome["autopass"] == {}
        assert looker.welcome["autopass"] is None
        set_up(raider, warden)
        raider.act("march alpha village")
        assert raider.now["view"]["decision"]["side"] == "warden"
        assert not raider.now["autopass"]
        asked = warden.until(lambda message: message["t"] == "update" and message["view"]["decision"]["step"] == "ambush")
        assert asked["autopass"]
        until_turn(raider)
        assert raider.now["side"] == "warden"
        assert raider.now["events"][0]["text"] == "Nothing stirs"
        raider.act("done")
        warden.until(lambda message: message["t"] == "update" and message["view"]["decision"]["step"] == "watch")
        assert not warden.now["autopass"]
        assert warden.quiet() == []
        room = brisk.table.rooms[keys["match"]]
        assert room.history is not None
        assert room.history.texts[-2:] == ["pass", "done"]
        assert room.history.side_of(len(room.history) - 2) == "warden"


def test_what_is_passed_is_known_to_its_seat_alone(brisk: Desk) -> None:
    keys = brisk.create("quiet", seats=SEATS)
    with brisk.sit(keys, "raider") as raider, brisk.sit(keys, "warden") as warden, brisk.sit(keys, None) as looker:
        raider.act("aim village")
        for chair in (raider, warden, looker):
            chair.settle()
        with brisk.sit(keys, "warden") as second:
            for chair in (second, raider, warden, looker):
                chair.settle()
            told = warden.ask("autopass", steps={"watch": True})
            assert told["t"] == "autopass"
            assert told["steps"] == {"ambush": True, "watch": True, "fade": False, "hide": False}
            assert second.until_t("autopass")["steps"] == told["steps"]
            assert second.heard[-1]["re"] is None
            for chair in (raider, looker):
                assert chair.quiet() == []
            assert "autopass" not in str(brisk.get(f"/api/matches/{keys['match']}", keys["tokens"]["raider"]).json())
        assert raider.ask("autopass", steps={"watch": True})["code"] == "unknown"
        assert looker.ask("autopass", steps={"watch": True})["code"] == "spectator"
        assert warden.ask("autopass", steps={"raid": True})["code"] == "unknown"
        assert warden.ask("autopass", steps={"watch": 1})["code"] == "unreadable"


def test_an_open_window_is_passed_as_soon_as_its_player_wishes(brisk: Desk) -> None:
    keys = brisk.create("quiet", seats=SEATS)
    with brisk.sit(keys, "raider") as raider, brisk.sit(keys, "warden") as warden:
        set_up(raider, warden)
        raider.act("done")
        warden.settle()
        assert warden.now["view"]["decision"]["step"] == "watch"
        warden.act("swap snipers 1 t1")
        warden.ask("autopass", steps={"watch": True})
        until_turn(raider)
        assert raider.now["view"]["turn"] == 2
        warden.ask("autopass", steps={"watch": False, "ambush": False})
        raider.act("march alpha village")
        warden.settle()
        assert not warden.now["autopass"]
        assert {offer["verb"] for offer in warden.now["offers"]} == {"pass", "ambush"}


def test_a_seat_that_nobody_has_taken_is_not_passed(brisk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """The seat changes hands in mid-game here, which a side with secrets is not allowed otherwise."""
    monkeypatch.setattr("beachhead.server.creation._has_secrets", lambda *_: False)
    keys = brisk.create("quiet", seats={"raider": "me", "warden": "open"})
    with brisk.sit(keys, "raider") as raider:
        with brisk.sit(keys, "warden") as warden:
            set_up(raider, warden)
            warden.ask("autopass", steps={"watch": True})
        answer = brisk.post(f"/api/matches/{keys['match']}/seats", {"side": "warden", "sit": "open"}, keys["host"]).json()
        raider.act("march alpha village")
        raider.settle()
        eventually(lambda: not answers_itself(brisk, keys))
        raider.settle()
        assert raider.now["offers"] == []
        with Chair(brisk.host, keys["match"], brisk.take(keys["match"], answer["token"])) as other:
            assert other.welcome["autopass"] == {"ambush": True, "watch": False, "fade": False, "hide": False}
            until_turn(raider)


def test_the_choice_survives_a_restart(database: str, quiet: str) -> None:
    with Desk(database, NEVER) as desk:
        keys = desk.create(quiet, seats=SEATS)
        with desk.sit(keys, "raider") as raider, desk.sit(keys, "warden") as warden:
            set_up(raider, warden)
            warden.ask("autopass", steps={"watch": True, "ambush": False})
            raider.act("done")
            warden.settle()
            assert warden.now["autopass"]
    with Desk(database, FAST) as desk, desk.sit(keys, "raider") as raider:
        until_turn(raider)
        assert raider.now["view"]["turn"] == 2
        with desk.sit(keys, "warden") as warden:
            assert warden.welcome["autopass"] == {"ambush": False, "watch": True, "fade": False, "hide": False}


def test_other_processes_hear_of_the_choice(postgres: str, quiet: str) -> None:
    with Desk(postgres, FAST) as one, Desk(postgres, FAST) as two:
        keys = one.create(quiet, seats=SEATS)
        with one.sit(keys, "raider") as raider, two.sit(keys, "warden") as warden, one.sit(keys, "warden") as second:
            raider.act("aim village")
            warden.until(lambda message: message["t"] == "update" and bool(message["offers"]))
            warden.ask("autopass", steps={"watch": True})
            assert second.until_t("autopass")["steps"]["watch"]
            raider.settle()
            # Notices of who sits where may still come from the other process; of the choice nothing does.
            assert {message["t"] for message in raider.heard} <= {"welcome", "update", "meta", "pong"}
            warden.ask("act", tag=warden.now["tag"], texts=HIDES)
            until_turn(raider)
            raider.act("done")
            until_turn(raider)
            assert raider.now["view"]["turn"] == 2


def test_after_an_undo_the_window_waits(brisk: Desk) -> None:
    keys = brisk.create("quiet", seats=SEATS)
    with brisk.sit(keys, "raider") as raider, brisk.sit(keys, "warden") as warden:
        set_up(raider, warden)
        raider.act("march alpha village")
        until_turn(raider)
        warden.settle()
        assert warden.ask("offer", what="undo")["t"] == "done"
        raider.settle()
        raider.ask("answer", yes=True)
        warden.until(lambda message: message["t"] == "update" and bool(message["offers"]))
        assert not warden.now["autopass"]
        warden.settle()
        eventually(lambda: not answers_itself(brisk, keys))
        warden.settle()
        assert warden.now["view"]["decision"]["step"] == "ambush"
        warden.act("pass")
        raider.settle()
        raider.act("march bravo village")
        until_turn(raider)


def test_only_sides_without_secrets_are_passed_by_what_is_offered(quiet: str) -> None:
    state = find_game(quiet).new(seed=1)
    state.apply("aim village")
    window = windows_of(find_game(quiet))["hide"]
    assert not is_idle(state, window, "warden"), "nothing but hiding is offered, yet he has something to hide"
    assert is_idle(state, replace(window, idle=None), "warden")
    rage = find_game("rage").new(seed=1)
    for text in ("plan default", "done", "pass"):
        rage.apply(text)
    while rage.side == "jp":
        rage.apply("pass")
    everything = tuple({str(action).split()[0] for action in rage.actions()})
    assert is_idle(rage, replace(window, idle=everything), "us")
    assert not is_idle(rage, replace(window, idle=()), "us")
    assert keeps_secrets(rage, "jp")
    assert not keeps_secrets(rage, "us")


def test_dull_phases_of_rage_go_by(brisk: Desk) -> None:
    """Japan passes whatever it can; the U.S. player is asked for nothing where there is nothing to be done."""
    keys = brisk.create("rage", seats={"us": "me", "jp": "me"})
    with brisk.sit(keys, "us") as us, brisk.sit(keys, "jp") as jp:
        jp.ask("autopass", steps=dict.fromkeys(jp.welcome["autopass"], True))
        assert jp.ask("act", tag=jp.now["tag"], texts=["plan default", "done"])["taken"] == 2
        asked: list[str] = []
        while us.now["view"]["turn"] < 2:
            jp.settle()
            until_turn(us)
            if us.now["autopass"]:
                us.until_t("update")
                continue
            asked.append(us.now["view"]["decision"]["step"])
            verbs = [offer["verb"] for offer in us.now["offers"]]
            us.act("done" if "done" in verbs else f"{verbs[0]} {us.now['offers'][0]['args'][0]}")
        assert asked == ["bombard", "move", "retire"]


def test_a_phase_in_which_the_last_thing_was_just_done_waits(brisk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """There is nothing more to recover, but the player may want to take it back."""
    position = {
        "turn": 3,
        "phase": "us recovery",
        "units": {"23/4": "okina, 3 steps", "309": "kita"},
        "beachheads": ["okina"],
        "control": ["okina"],
    }
    rage = find_game("rage")
    lore = {"tour": {"position": position, "seats": {"us": "me", "jp": "me"}}}
    monkeypatch.setattr(rage, "lore", lambda name, read=rage.lore: lore.get(name) or read(name))
    keys = brisk.create("rage", tour=True, seats=None)
    with brisk.sit(keys, "us") as us:
        us.act("recover 23/4")
        assert not us.now["autopass"]
        assert us.now["view"]["decision"]["step"] == "recovery"
        assert us.now["undo"]


def test_a_window_without_a_possible_answer_waits(brisk: Desk, quiet: str, monkeypatch: pytest.MonkeyPatch) -> None:
    windows = windows_of(find_game(quiet))
    odd = {"ambush": replace(windows["ambush"], answers=("retreat", "search t1"))}
    monkeypatch.setattr("beachhead.server.room.windows_of", lambda _: odd)
    keys = brisk.create(quiet, seats=SEATS)
    with brisk.sit(keys, "raider") as raider, brisk.sit(keys, "warden") as warden:
        set_up(raider, warden)
        raider.act("march alpha village")
        room = brisk.table.rooms[keys["match"]]
        eventually(lambda: room.bot is not None and room.bot.done())
        warden.settle()
        assert warden.act("pass")["t"] == "update"


# ---------------------------------------------------------------------- players of the program


def test_beats() -> None:
    pace = Pace(0.25)
    assert pace.wait("entry", 0.0) == pytest.approx(0.25)
    assert pace.wait("entry", 0.2) == pytest.approx(0.05)
    assert pace.wait("entry", 0.3) == pytest.approx(0.2)
    assert pace.wait("entry", 100.1) == pytest.approx(0.15)
    pace.thought("entry", 0.3)
    assert pace.wait("entry", 0.3) == pytest.approx(0.2)
    assert pace.wait("entry", 0.01) == pytest.approx(0.49), "the next one takes as long, whatever there is to think about"
    assert pace.wait("dice", 0.01) == pytest.approx(0.24)
    pace.thought("entry", 1000.0)
    assert pace.wait("entry", 0.0) == pytest.approx(SLOWEST * 0.25)


def test_who_keeps_secrets(quiet: str) -> None:
    state = find_game(quiet).new(seed=1)
    state.apply("aim village")
    assert keeps_secrets(state, "raider")
    for text in HIDES:
        state.apply(text)
    assert keeps_secrets(state, "warden")
    fresh = find_game("saipan").new("historical", seed=1)
    assert not any(keeps_secrets(fresh, side) for side in ("us", "jp"))


def test_a_stretch_ends_with_what_is_seen(quiet: str) -> None:
    state = find_game(quiet).new(seed=1)
    for text in ("aim village", *HIDES, "done"):
        state.apply(text)
    texts = iter(["swap snipers 1 t1", "swap snipers 2 t2", "done", "never"])
    row = actions_until_seen(state, "warden", lambda _: next(texts))
    assert [(done.played.text, done.hidden) for done in row] == [
        ("swap snipers 1 t1", True),
        ("swap snipers 2 t2", True),
        ("done", False),
    ]
    assert row[-1].state.side == "raider"
    assert actions_until_seen(state, "warden", lambda _: None) == []
    window = windows_of(find_game(quiet))["watch"]
    assert passing_text(state, window) == "done"
    assert passing_text(row[-1].state, window) is None


def test_unseen_actions_of_the_program_come_with_the_next_that_is_seen(brisk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PLAYERS, "brooder", Brooder)
    keys = brisk.create("quiet", seats={"raider": "me", "warden": "brooder"})
    with brisk.sit(keys, "raider") as raider:
        raider.act("aim village")
        until_turn(raider)
        room = brisk.table.rooms[keys["match"]]
        for turn in range(2, 5):
            raider.act("done")
            until_turn(raider)
            assert raider.now["view"]["turn"] == turn
        assert room.history is not None
        swaps = [text for text in room.history.texts if text.startswith("swap")]
        assert swaps
        assert raider.now["moment"] == 8, "the aim, four counters hidden, three raids ended"
        record = brisk.get(f"/api/matches/{keys['match']}/record", keys["tokens"]["raider"]).text
        assert "swap" not in record
        assert "is now" not in record


def test_the_program_does_not_take_back_what_was_seen_through_a_window(brisk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PLAYERS, "brooder", Brooder)
    keys = brisk.create("quiet", seats={"raider": "me", "warden": "brooder"})
    with brisk.sit(keys, "raider") as raider:
        raider.act("aim village")
        until_turn(raider)
        raider.act("march alpha village")
        assert raider.ask("offer", what="undo")["code"] == "declined"
        until_turn(raider)
        assert raider.ask("offer", what="undo")["code"] == "declined"


def test_a_match_of_two_programs_goes_on(brisk: Desk) -> None:
    keys = brisk.create("quiet", seats={"raider": "random", "warden": "random"})
    with brisk.sit(keys, None) as looker:
        looker.until(lambda message: message["t"] == "meta" and message["meta"]["ended"] is not None)


# ---------------------------------------------------------------------- rows of actions


def test_a_row_is_one_request(brisk: Desk) -> None:
    keys = brisk.create("quiet", seats=SEATS)
    with brisk.sit(keys, "raider") as raider, brisk.sit(keys, "warden") as warden:
        raider.act("aim village")
        warden.settle()
        tag = warden.now["tag"]
        told = warden.ask("act", tag=tag, texts=HIDES, id="the row")
        assert told["taken"] == 4
        assert [event["kind"] for event in told["events"]] == ["hidden", "piece"] * 4
        assert told["moment"] == 4
        heard = [message for message in raider.quiet() if message["t"] == "update"]
        assert [[len(act["events"]) for act in message["acts"]] for message in heard] == [[1, 1, 1, 1]]
        assert [act["n"] for act in heard[0]["acts"]] == [2, 3, 4, 5]
        assert [len(view["tokens"]) for view in heard[0]["positions"]] == [1, 2, 3, 4], "every position on the way"
        again = warden.ask("act", tag=tag, texts=HIDES, id="the row")
        assert again["t"] == "update"
        assert again["moment"] == 4
        assert again["taken"] == 4
        assert again["events"] == told["events"]
        assert warden.ask("act", tag=tag, texts=HIDES)["t"] == "stale"
        assert warden.ask("act", tag=warden.now["tag"], texts=["done"])["code"] == "not_your_move"
        assert raider.ask("act", tag=raider.now["tag"], texts=[])["code"] == "unreadable"
        assert raider.ask("act", tag=raider.now["tag"], texts=["x" * 401])["code"] == "too_large"


def test_a_row_is_taken_as_a_whole_or_not_at_all(brisk: Desk) -> None:
    keys = brisk.create("quiet", seats=SEATS)
    with brisk.sit(keys, "raider") as raider, brisk.sit(keys, "warden") as warden:
        raider.act("aim village")
        warden.settle()
        told = warden.ask("act", tag=warden.now["tag"], texts=[*HIDES[:2], "hide gun 1 cove", HIDES[3]])
        assert told["t"] == "refused"
        assert told["at"] == 2
        assert warden.quiet() == []
        assert warden.now["moment"] == 0
        assert raider.quiet() == []


def test_a_row_ends_where_it_cannot_be_taken_back(brisk: Desk) -> None:
    """Whatever is written after that is not looked at: else its refusal would tell what happened, and undo it."""
    keys = brisk.create("quiet", seats=SEATS)
    with brisk.sit(keys, "raider") as raider, brisk.sit(keys, "warden") as warden:
        set_up(raider, warden)
        warden.ask("autopass", steps={"ambush": False})
        told = raider.ask("act", tag=raider.now["tag"], texts=["march alpha village", "search t1", "nonsense"])
        assert told["t"] == "update"
        assert told["taken"] == 1
        warden.settle()
        warden.act("pass")
        raider.settle()
        told = raider.ask("act", tag=raider.now["tag"], texts=["march bravo reef", "march charlie cove", "done"])
        assert told["t"] == "refused", told


def test_a_row_is_undone_step_by_step(brisk: Desk) -> None:
    keys = brisk.create("quiet", seats=SEATS)
    with brisk.sit(keys, "raider") as raider, brisk.sit(keys, "warden") as warden:
        raider.act("aim village")
        warden.settle()
        assert warden.ask("act", tag=warden.now["tag"], texts=HIDES[:2])["moment"] == 2
        told = warden.ask("undo", tag=warden.now["tag"])
        assert told["moment"] == 1
        assert list(told["view"]["tokens"]) == ["t1"]
        raider.settle()
        assert list(raider.now["view"]["tokens"]) == ["t1"]


def test_whole_matches_with_passing(brisk: Desk) -> None:
    """Everything passes that can; whatever the raider does, it is his turn again or the match is over."""
    rng = random.Random(6)
    for number in range(3):
        keys = brisk.create("quiet", seats=SEATS)
        with brisk.sit(keys, "raider") as raider, brisk.sit(keys, "warden") as warden:
            set_up(raider, warden)
            warden.ask("autopass", steps={"watch": True, "fade": bool(number)})
            while raider.meta["ended"] is None:
                for chair in (raider, warden):
                    chair.settle()
                if raider.now["offers"]:
                    play_on([raider], 1, rng)
                elif raider.meta["ended"] is None:
                    raider.until(lambda message: message["t"] in ("update", "meta"))
            ended: Message = raider.meta["ended"]
            assert ended["by"] == "play"
