"""What goes wrong with storage: said in one sentence, to the host and to health checks, and nothing that can be saved is lost."""

from __future__ import annotations

import logging
import random
import shutil
import sqlite3
import stat
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from beachhead.engine.errors import UserError
from beachhead.server import service
from beachhead.server.kept import storage
from beachhead.server.kept.schema import entries, matches, metadata
from beachhead.server.kept.storage import Storage, fault_of, says
from beachhead.server.play import bots

from ..manual_clock import ManualClock
from .desk import Chair, Closed, Desk, Message, eventually, play_on


def file_of(address: str) -> Path:
    """The file of an address of SQLite."""
    return Path(address.removeprefix("sqlite:///"))


def played(desk: Desk, actions: int = 40) -> tuple[Message, Message]:
    """A match in which something has happened, and what one side sees of it."""
    keys = desk.create()
    with desk.sit(keys, "us") as us, desk.sit(keys, "jp") as jp:
        play_on([us, jp], actions, random.Random(3))
        return keys, us.now


def change(address: str, statement: Any) -> None:
    """Change a database from outside."""
    engine = sa.create_engine(address.replace("postgresql://", "postgresql+psycopg://"))
    with engine.begin() as connection:
        connection.execute(statement)
    engine.dispose()


def closed(chair: Chair) -> int | None:
    """How a socket is closed."""
    with pytest.raises(Closed) as gone:
        while True:
            chair.hear()
    return gone.value.code


# ---------------------------------------------------------------------- snapshots and journals


@pytest.mark.parametrize("snapshot", ["{bad", "{}", "[]", "null", '{"fields": 7}', "\x00"])
def test_a_snapshot_is_a_cache(sqlite: str, snapshot: str) -> None:
    """One that cannot be read is made again from the journal, and kept."""
    with Desk(sqlite) as desk:
        keys, now = played(desk)
    change(sqlite, matches.update().values(snapshot=snapshot))
    for _ in range(2):
        with Desk(sqlite) as desk, desk.sit(keys, "us") as us:
            assert us.now["view"] == now["view"]
            assert us.now["tag"] == now["tag"]
    with Desk(sqlite) as desk, desk.table.storage.engine.connect() as connection:
        kept = connection.execute(sa.select(matches.c.snapshot)).scalar()
        assert kept is not None and len(kept) > 1000


DAMAGES = {
    "act": entries.update().where(entries.c.number == 5).values(text="fly away"),
    "undo": entries.update().where(entries.c.number == 5).values(kind="undo", text="a few"),
    "start": matches.update().values(start="{bad"),
    "source": matches.update().values(source="{bad"),
    "game": matches.update().values(game="chess"),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_match_that_cannot_be_read_is_set_aside(database: str, damage: str, caplog: pytest.LogCaptureFixture) -> None:
    """With a sentence for whoever asks, one line for the host, and no harm to other matches."""
    with Desk(database) as desk:
        keys, _ = played(desk, 20)
    change(database, matches.update().values(snapshot=None, snapshot_number=0))
    change(database, DAMAGES[damage])
    caplog.clear()
    with Desk(database) as desk, caplog.at_level(logging.WARNING):
        for _ in range(3):
            answer = desk.get(f"/api/matches/{keys['match']}", keys["host"])
            assert (answer.status_code, answer.json()["error"]["code"]) == (503, "set_aside")
            with desk.sit(keys, "us") as us:
                assert (us.welcome["t"], us.welcome["code"]) == ("error", "set_aside")
                assert closed(us) == 4005
        looked = {"match": keys["match"], "token": keys["host"]}
        assert desk.post("/api/matches/lookup", {"matches": [looked]}).json()["matches"][0]["error"]["code"] == "set_aside"
        assert played(desk, 5)
    lines = [record for record in caplog.records if "set aside" in record.getMessage()]
    assert len(lines) == 1
    assert lines[0].exc_info is None
    assert keys["match"] not in lines[0].getMessage()


# ---------------------------------------------------------------------- health


def test_health_writes_and_reads(database: str) -> None:
    with Desk(database) as desk:
        assert desk.get("/api/health").json() == {"ok": True}


def _raises(error: BaseException) -> Any:
    def probe(*_: object) -> None:
        raise error

    return probe


def _sqlite(text: str) -> sa.exc.OperationalError:
    return sa.exc.OperationalError("x", {}, sqlite3.OperationalError(text))


FAULTS = {
    "full": _sqlite("database or disk is full"),
    "locked": _sqlite("database is locked"),
    "read_only": _sqlite("attempt to write a readonly database"),
    "damaged": sa.exc.DatabaseError("x", {}, sqlite3.DatabaseError("database disk image is malformed")),
    "gone": _sqlite("unable to open database file"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_health_says_what_is_wrong(desk: Desk, fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desk.table.storage, "probe", _raises(FAULTS[fault]))
    answer = desk.get("/api/health")
    assert answer.status_code == 503
    assert answer.json() == {"ok": False, "reason": fault, "text": says(fault)}
    monkeypatch.undo()
    assert desk.get("/api/health").json() == {"ok": True}


def test_what_is_no_fault_of_the_database_is_none() -> None:
    assert fault_of(sa.exc.IntegrityError("x", {}, sqlite3.IntegrityError("UNIQUE constraint failed"))) == ""
    assert fault_of(ValueError("database is locked")) == ""
    assert fault_of(None) == ""


def test_health_has_a_deadline_and_sitting_down_does_not_wait(sqlite: str) -> None:
    """While another program keeps the database locked, people may come and look; they cannot act until it lets go."""
    clock = ManualClock()
    with Desk(sqlite, clock=clock) as desk:
        keys, now = played(desk)
        other = sqlite3.connect(file_of(sqlite), isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        try:
            with desk.sit(keys, "us") as us:
                assert us.now["view"] == now["view"]
                assert us.ask("ping")["t"] == "pong"
                answers: list[Any] = []
                asking = threading.Thread(target=lambda: answers.append(desk.get("/api/health")))
                asking.start()
                eventually(lambda: service.HEALTH_SECONDS in clock.waiting())
                clock.advance(service.HEALTH_SECONDS)
                asking.join(60)
                assert (answers[0].status_code, answers[0].json()["reason"]) == (503, "locked")
        finally:
            other.execute("ROLLBACK")
            other.close()

        def well() -> bool:
            return bool(desk.table._probe is not None and desk.table._probe.done())

        eventually(well)
        assert desk.get("/api/health").json() == {"ok": True}


def test_health_sees_that_the_file_has_gone(sqlite: str) -> None:
    with Desk(sqlite) as desk:
        file_of(sqlite).unlink()
        assert desk.get("/api/health").json()["reason"] == "gone"


def test_health_remembers_damage(desk: Desk) -> None:
    """What is damaged is found by whoever reads there, not by a look at something else."""
    with pytest.raises(sa.exc.DatabaseError), desk.table.storage.engine.connect() as connection:
        raw: Any = connection.connection.driver_connection
        raw.create_function("broken", 0, lambda: 1 / 0)
        connection.exec_driver_sql("PRAGMA writable_schema=ON")
        connection.exec_driver_sql("UPDATE sqlite_master SET rootpage = 9999 WHERE name = 'lines'")
        connection.exec_driver_sql("PRAGMA writable_schema=RESET")
        connection.exec_driver_sql("SELECT * FROM lines").all()
    assert desk.get("/api/health").json()["reason"] == "damaged"


# ---------------------------------------------------------------------- a database that is away


@pytest.fixture
def away(desk: Desk, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> Iterator[tuple[Desk, Message]]:
    """A service whose database is gone, with a match that it does not have in memory and one that it has."""
    keys, _ = played(desk, 5)
    caplog.clear()
    for name in ("match", "seats", "journal", "chat", "events", "existing"):
        monkeypatch.setattr(desk.table.storage, name, _raises(FAULTS["gone"]))
    monkeypatch.setattr(desk.table.writer, "_begin", _raises(FAULTS["gone"]))
    yield desk, keys
    monkeypatch.undo()


def test_a_database_that_is_gone_is_no_traceback(away: tuple[Desk, Message], caplog: pytest.LogCaptureFixture) -> None:
    """And whoever comes is told, instead of being closed without a word."""
    desk, keys = away
    for _ in range(5):
        answer = desk.post("/api/matches", {"game": "saipan"})
        assert answer.status_code == 500
        assert "cannot use its database" in answer.json()["error"]["text"]
        assert desk.get("/api/matches/abcabcabcabc", keys["host"]).status_code == 500
        with desk.sit(keys, "us") as us:
            assert us.welcome["t"] == "error"
            assert closed(us) == 1013
    with Chair(desk.host, "abcabcabcabc", keys["host"]) as other:
        assert other.welcome["t"] == "error"
        assert closed(other) == 1013
    lines = [record for record in caplog.records if record.levelno >= logging.WARNING]
    assert len(lines) <= 1
    assert all(record.exc_info is None for record in lines)


def test_the_program_plays_on_when_the_database_is_back(
    sqlite: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """However long it was away: that is no failure of the player, and whoever plays against it need do nothing."""
    clock, tries = ManualClock(), 0

    def away(plain: Any) -> Any:
        def ask(*of: Any, **more: Any) -> Any:
            nonlocal tries
            tries += 1
            if tries <= 5 * bots.FAILURES:
                raise FAULTS["gone"]
            return plain(*of, **more)

        return ask

    with Desk(sqlite, clock=clock) as desk, caplog.at_level(logging.WARNING):
        monkeypatch.setattr(desk.table.writer, "append", away(desk.table.writer.append))
        keys = desk.create(seats={"us": "random", "jp": "me"})
        monkeypatch.setattr(desk.table.storage, "journal", away(desk.table.storage.journal))
        with desk.sit(keys, "jp"):

            def played_on() -> bool:
                if bots.NAP in clock.waiting():
                    clock.advance(bots.NAP)
                return desk.table.rooms[keys["match"]].number > 0

            eventually(played_on)
    assert not any("failed" in record.getMessage() for record in caplog.records)


# ---------------------------------------------------------------------- deleting


def test_deleting_a_match_deletes_all_of_it_in_any_shell(sqlite: str) -> None:
    """The shell of SQLite does not heed foreign keys."""
    with Desk(sqlite) as desk:
        keys, _ = played(desk)
        with desk.sit(keys, "us") as us:
            us.ask("chat", text="hello")
        other, _ = played(desk, 5)
    with sqlite3.connect(file_of(sqlite)) as shell:
        assert shell.execute("PRAGMA foreign_keys").fetchone() == (0,)
        shell.execute("DELETE FROM matches WHERE id = ?", (keys["match"],))
        for table in ("seats", "entries", "lines"):
            assert shell.execute(f"SELECT DISTINCT match FROM {table}").fetchall() == [(other["match"],)]


def test_a_match_that_was_deleted_does_not_live_on_in_memory(database: str) -> None:
    clock = ManualClock()
    with Desk(database, clock=clock) as desk:
        keys, _ = played(desk, 5)
        other, _ = played(desk, 5)
        with desk.sit(keys, "us") as us, desk.sit(other, "us") as stays:
            change(database, matches.delete().where(matches.c.id == keys["match"]))

            def gone() -> bool:
                clock.advance(service.HEARTBEAT)
                return keys["match"] not in desk.table.rooms

            eventually(gone)
            assert closed(us) == 4004
            assert stays.ask("ping")["t"] == "pong"
        assert desk.get(f"/api/matches/{keys['match']}", keys["host"]).status_code == 404


# ---------------------------------------------------------------------- one file, one server


def test_a_second_server_on_one_file_is_refused(sqlite: str) -> None:
    with Desk(sqlite) as desk:
        with pytest.raises(UserError, match="in use by another Beachhead server"):
            Storage(sqlite).open()
        assert played(desk, 3)
    one = Storage(sqlite)
    one.open()
    one.close()


def test_only_its_owner_may_read_the_file(sqlite: str) -> None:
    file_of(sqlite).touch(0o644)
    with Desk(sqlite) as desk:
        played(desk, 3)
        for path in file_of(sqlite).parent.glob("table.sqlite3*"):
            assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0, path.name


def test_a_database_that_cannot_be_written_is_one_sentence(sqlite: str) -> None:
    first = Storage(sqlite)
    first.open()
    first.close()
    second = Storage(sqlite)
    sa.event.listen(second.engine, "connect", lambda raw, _: raw.execute("PRAGMA query_only=ON"))
    with pytest.raises(UserError, match=r"^the database cannot be opened: .*readonly"):
        second.open()


# ---------------------------------------------------------------------- other versions

LATER = '''
"""A column that a later version has."""
import sqlalchemy as sa
from alembic import op

revision, down_revision, branch_labels, depends_on = "r2", "r1", None, None


def upgrade() -> None:
    op.add_column("matches", sa.Column("weather", sa.String(16)))
'''


def test_a_database_of_before_moves_on_and_one_of_later_is_left_alone(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A made-up next version: a match from before it goes on after it, and today's program does not touch its tables."""
    with Desk(database) as desk:
        keys, now = played(desk)
    later = tmp_path / "migrations"
    shutil.copytree(storage.MIGRATIONS, later)
    (later / "versions" / "r2_weather.py").write_text(LATER)
    monkeypatch.setattr(storage, "MIGRATIONS", later)
    with Desk(database) as desk, desk.sit(keys, "us") as us:
        assert us.now["view"] == now["view"]
        assert "weather" in {column["name"] for column in sa.inspect(desk.table.storage.engine).get_columns("matches")}
    monkeypatch.undo()
    with pytest.raises(UserError, match=r"made by a newer Beachhead \(schema r2\); update the program"):
        Storage(database).open()


@pytest.mark.parametrize("version", ["0001", "0002", "0003", "0004"])
def test_a_database_of_before_the_baseline_is_one_sentence(database: str, version: str) -> None:
    made = Storage(database)
    made.open()
    made.close()
    change(database, sa.text(f"UPDATE alembic_version SET version_num = '{version}'"))
    with pytest.raises(UserError, match="made before the first release"):
        Storage(database).open()


def test_the_schema_has_one_baseline() -> None:
    assert [path.name for path in (storage.MIGRATIONS / "versions").glob("r*.py")] == ["r1_baseline.py"]
    assert {table.name for table in metadata.sorted_tables} == {"matches", "seats", "entries", "lines"}
