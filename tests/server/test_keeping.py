"""What is kept: restarts, several processes on one database, rules that have changed. On SQLite and PostgreSQL alike."""

from __future__ import annotations

import random
import threading
from dataclasses import replace
from typing import Any

import pytest
import sqlalchemy as sa

from beachhead.engine.errors import UserError
from beachhead.games.saipan import Saipan
from beachhead.server.kept.schema import entries, matches, metadata, seats
from beachhead.server.kept.storage import Storage

from ..manual_clock import ManualClock
from .desk import Chair, Desk, any_action, eventually, play_on


def test_a_restart_resumes_every_match(database: str) -> None:
    rng = random.Random(11)
    with Desk(database) as desk:
        keys = desk.create(name="Ann")
        with desk.sit(keys, "us") as us, desk.sit(keys, "jp") as jp:
            play_on([us, jp], 37, rng)
            if us.now["undo"] or jp.now["undo"]:
                deciding = us if us.now["undo"] else jp
                deciding.ask("undo", tag=deciding.now["tag"])
            us.ask("chat", text="good night")
            us.ask("offer", what="draw", id="the draw")
            us.settle()
            jp.settle()
            before = us.now, us.log(), jp.now["tag"]
    with Desk(database) as desk, desk.sit(keys, "us") as us, desk.sit(keys, "jp") as jp:
        assert us.now["view"] == before[0]["view"]
        assert us.now["tag"] == before[0]["tag"]
        assert us.now["offers"] == before[0]["offers"]
        assert us.now["undo"] == before[0]["undo"]
        assert us.welcome["log"] == before[1]
        assert jp.now["tag"] == before[2]
        assert us.welcome["chat"][-1]["text"] == "good night"
        assert us.meta["offer"]["what"] == "draw"
        assert us.meta["seats"]["us"]["name"] == "Ann"
        assert us.ask("offer", what="draw", id="the draw")["t"] == "done"
        jp.ask("answer", yes=False)
        assert len(play_on([us, jp], 30, rng)) == 30


def test_requests_are_carried_out_once_across_a_restart(database: str) -> None:
    with Desk(database) as desk:
        keys = desk.create()
        with desk.sit(keys, "us") as us:
            tag = us.now["tag"]
            us.act("land U:1/2 1203", id="one")
    with Desk(database) as desk, desk.sit(keys, "us") as us:
        assert us.now["moment"] == 1
        again = us.act("land U:1/2 1203", id="one", tag=tag)
        assert again["t"] == "update"
        assert again["moment"] == 1
        assert us.ask("undo", tag=us.now["tag"])["moment"] == 0


def test_undo_across_a_snapshot_and_a_restart(database: str) -> None:
    rng = random.Random(2)
    with Desk(database, snapshot_every=5) as desk:
        keys = desk.create()
        with desk.sit(keys, "us") as us, desk.sit(keys, "jp") as jp:
            tags = [us.now["tag"]]
            play_on([us, jp], 5, rng)
            for _ in range(4):
                asker, other = (us, jp) if us.now["offers"] else (jp, us)
                asker.ask("offer", what="undo")
                other.ask("answer", yes=True)
                us.settle()
                jp.settle()
            tags.append(us.now["tag"])
    with Desk(database) as desk, desk.sit(keys, "us") as us:
        assert us.now["tag"] == tags[1]


def test_tokens_are_not_in_the_database(database: str) -> None:
    with Desk(database) as desk:
        keys = desk.create()
        with desk.sit(keys, "us") as us:
            us.act("land U:1/2 1203")
        with desk.table.storage.engine.connect() as connection:
            everything = [str(row) for table in metadata.sorted_tables for row in connection.execute(sa.select(table))]
        for secret in (keys["host"], keys["spectator"], *keys["tokens"].values()):
            assert not any(secret in row for row in everything)


def test_the_tables_are_those_of_the_migrations(database: str) -> None:
    storage = Storage(database)
    storage.open()
    storage.open()
    looker = sa.inspect(storage.engine)
    for table in metadata.sorted_tables:
        found = {column["name"]: column["nullable"] for column in looker.get_columns(table.name)}
        assert found == {column.name: column.nullable for column in table.columns}
    storage.close()


def test_a_match_of_other_rules_is_read_not_continued(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(1)
    with Desk(database) as desk:
        keys = desk.create()
        with desk.sit(keys, "us") as us, desk.sit(keys, "jp") as jp:
            play_on([us, jp], 20, rng)
            view, log = us.now["view"], us.log()
    rules = Saipan.version
    monkeypatch.setattr(Saipan, "version", "99")
    monkeypatch.setattr(Saipan, "older", ())
    monkeypatch.setattr(Saipan, "options", tuple(replace(option, since="") for option in Saipan.options))
    with Desk(database) as desk, desk.sit(keys, "us") as us:
        assert us.meta["playable"] is False
        assert us.meta["rules"] == rules
        assert us.welcome["log"] == log
        assert us.now["view"] == view
        assert us.now["offers"] == []
        for request in (
            {"t": "act", "tag": us.now["tag"], "texts": ["done"]},
            {"t": "undo", "tag": us.now["tag"]},
            {"t": "resign"},
        ):
            assert us.ask(**request)["code"] == "other_rules"
        assert us.ask("look", at=3)["code"] == "other_rules"
        record = desk.get(f"/api/matches/{keys['match']}/record", keys["tokens"]["us"]).text
        assert "cannot be replayed" in record
        new = desk.create()
        with desk.sit(new, "us") as fresh:
            assert fresh.meta["playable"]


def test_what_a_match_may_not_lose_is_written_before_it_is_told(database: str) -> None:
    with Desk(database) as desk:
        keys = desk.create()
        with desk.sit(keys, "us") as us, desk.sit(keys, "jp") as jp, desk.table.storage.engine.connect() as connection:
            for number in range(1, 31):
                play_on([us, jp], 1, random.Random(number))
                count = connection.execute(sa.select(sa.func.max(entries.c.number)).where(entries.c.match == keys["match"]))
                assert count.scalar() == number
                connection.rollback()
            row = connection.execute(sa.select(matches.c.snapshot_number).where(matches.c.id == keys["match"])).scalar()
            assert row == 25


def test_a_match_that_nobody_looks_at_leaves_memory(database: str) -> None:
    clock = ManualClock()

    def left() -> bool:
        clock.advance(desk.settings.limits.idle_seconds)
        return keys["match"] not in desk.table.rooms

    with Desk(database, clock=clock) as desk:
        keys = desk.create()
        with desk.sit(keys, "us") as us:
            us.act("land U:1/2 1203")
            assert keys["match"] in desk.table.rooms
            clock.advance(10 * desk.settings.limits.idle_seconds)
            us.settle()
            assert keys["match"] in desk.table.rooms
        eventually(left)
        with desk.sit(keys, "us") as us:
            assert us.now["moment"] == 1


# ---------------------------------------------------------------------- several processes


def wait_for_moment(chair: Chair, moment: int) -> None:
    """Listen until a seat has seen so much."""
    while chair.now["moment"] != moment:
        chair.hear()


def test_two_services_on_one_database_play_one_match(postgres: str) -> None:
    rng = random.Random(5)
    with Desk(postgres) as one, Desk(postgres) as two:
        keys = one.create(name="Ann")
        with one.sit(keys, "us") as us, two.sit(keys, "jp", name="Jun") as jp, two.sit(keys, None) as looker:
            seat = {"kind": "person", "name": "Jun", "here": True, "taken": True, "side": "jp"}
            us.until(lambda message: message["t"] == "meta" and message["meta"]["seats"]["jp"] == seat)
            for _ in range(60):
                chairs = {"us": us, "jp": jp}
                decides = next((chair for chair in chairs.values() if chair.now["offers"]), None)
                if decides is None:
                    asked = us.now["view"]["decision"]["side"]
                    decides = chairs[asked]
                    decides.until(lambda message: message["t"] == "update" and bool(message["offers"]))
                assert decides.act(any_action(decides.now["offers"], rng))["t"] == "update"
                other = jp if decides is us else us
                while other.now["view"] != decides.now["view"]:
                    other.hear()
            us.ask("chat", text="over there?")
            assert jp.until_t("chat")["line"]["text"] == "over there?"
            us.ask("offer", what="draw")
            jp.until(lambda message: message["t"] == "meta" and message["meta"]["offer"] is not None)
            jp.ask("answer", yes=True)
            us.until(lambda message: message["t"] == "meta" and message["meta"]["ended"] is not None)
            looker.until(lambda message: message["t"] == "meta" and message["meta"]["seed"] is not None)


def test_two_tabs_in_two_processes_race_and_one_is_stale(postgres: str) -> None:
    with Desk(postgres) as one, Desk(postgres) as two:
        keys = one.create()
        with one.sit(keys, "us") as here, two.sit(keys, "us") as there:
            for number in range(15):
                barrier = threading.Barrier(2)
                told: list[dict[str, Any]] = []

                def race(chair: Any, barrier: threading.Barrier = barrier, told: list[Any] = told, number: int = number) -> None:
                    text = any_action(chair.now["offers"], random.Random(number))
                    barrier.wait()
                    told.append(chair.act(text))

                threads = [threading.Thread(target=race, args=(chair,)) for chair in (here, there)]
                for thread in threads:
                    thread.start()
                for thread in threads:
                    thread.join()
                assert sorted(message["t"] for message in told) in (["stale", "update"], ["error", "update"])
                for chair in (here, there):
                    wait_for_moment(chair, number + 1)
                if not here.now["offers"]:
                    break
                assert here.now["tag"] == there.now["tag"]


def test_one_of_two_processes_plays_the_program(postgres: str) -> None:
    rng = random.Random(5)
    with Desk(postgres) as one, Desk(postgres) as two:
        keys = one.create(seats={"jp": "random"})
        with one.sit(keys, "us") as us, two.sit(keys, None) as looker:
            for _ in range(60):
                us.act_any(rng)
                if not us.now["offers"]:
                    us.until(lambda message: message["t"] == "update" and bool(message["offers"]))
            units = us.now["view"]["units"]
            if looker.now["view"]["units"] != units:
                looker.until(lambda message: message["t"] == "update" and message["view"]["units"] == units)


def test_a_record_has_what_another_process_has_confirmed(postgres: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """However late the notice comes that something has happened there."""
    with Desk(postgres) as one, Desk(postgres) as two:
        keys = one.create()
        monkeypatch.setattr(one.table, "_noticed", lambda _: None)
        monkeypatch.setattr(one.table._listener, "_hear", lambda _: None)
        with one.sit(keys, "us"), two.sit(keys, "jp") as jp:
            jp.ask("resign")
        records = {desk.get(f"/api/matches/{keys['match']}/record", keys["tokens"]["us"]).text for desk in (one, two)}
        assert len(records) == 1
        assert "[Seed " in records.pop()
        assert one.get(f"/api/matches/{keys['match']}", keys["tokens"]["us"]).json()["ended"]["by"] == "resignation"


def test_a_seat_given_away_in_one_process_is_closed_in_the_other(postgres: str) -> None:
    with Desk(postgres) as one, Desk(postgres) as two:
        keys = one.create()
        with two.sit(keys, "jp") as jp:
            one.post(f"/api/matches/{keys['match']}/seats", {"side": "jp", "sit": "open"}, keys["host"])
            try:
                while True:
                    jp.hear()
            except Exception as gone:
                assert getattr(gone, "code", None) == 4003


# ---------------------------------------------------------------------- databases that cannot be


@pytest.mark.parametrize(
    "address", ["nonsense", "mysql://somewhere/x", "sqlite://", "sqlite:///:memory:", "postgresql://u:secret@127.0.0.1:1/none"]
)
def test_a_database_that_cannot_be_opened_is_one_sentence(address: str) -> None:
    with pytest.raises(UserError) as error:
        Storage(address).open()
    assert "secret" not in str(error.value)
    assert "\n" not in str(error.value)


def test_a_seat_belongs_to_one_match(database: str) -> None:
    storage = Storage(database)
    storage.open()
    with pytest.raises(sa.exc.IntegrityError), storage.engine.begin() as connection:
        connection.execute(seats.insert().values(match="none", side="us", name="", seen_at=0.0))
    storage.close()
