"""Where matches are kept: SQLite or PostgreSQL, spoken to with plain SQL by way of SQLAlchemy.

Reading is done by whoever asks, in a thread; writing goes through one thread (`beachhead.server.kept.writer`).
"""

from __future__ import annotations

import contextlib
import importlib.util
import os
import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy.engine import Connection, Engine
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError

from beachhead.engine.errors import UserError
from beachhead.server.kept.schema import entries, lines, matches, seats

CHANNEL = "beachhead"
MIGRATIONS = Path(__file__).parent / "migrations"
_MIGRATION_LOCK = 0x62656163
_UNRELEASED = {"0001", "0002", "0003", "0004"}
"""Schemas from before the first one that is kept."""
_FAULTS = {
    "database or disk is full": "full",
    "could not extend file": "full",
    "database is locked": "locked",
    "database table is locked": "locked",
    "readonly database": "read_only",
    "malformed": "damaged",
    "not a database": "damaged",
    "disk i/o error": "damaged",
}
_SENTENCES = {
    "full": "The disk of the database is full.",
    "locked": "The database does not answer in time; another program may keep it locked.",
    "read_only": "The database cannot be written to.",
    "damaged": "The file of the database is damaged; restore a backup.",
    "gone": "The database cannot be reached, or has been removed.",
}


def fault_of(error: BaseException | None) -> str:
    """What is wrong with a database that raises this: full, locked, read_only, damaged or gone; empty if it is not its fault."""
    if isinstance(error, sa.exc.DBAPIError):
        text = str(error.orig).casefold()
        found = next((word for needle, word in _FAULTS.items() if needle in text), "")
        return found or ("gone" if isinstance(error, sa.exc.OperationalError | sa.exc.InterfaceError) else "")
    return "gone" if isinstance(error, sa.exc.TimeoutError | FileNotFoundError) else ""


def says(fault: str) -> str:
    """A fault of the database as a sentence."""
    return _SENTENCES[fault]


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A seat as the database has it."""

    side: str
    player: str | None
    name: str
    token_hash: str | None
    link_hash: str | None
    seen_at: float
    autopass: str | None


@dataclass(frozen=True, slots=True)
class MatchRow:
    """A match as the database has it, without its journal."""

    id: str
    game: str
    rules: str
    source: str
    start: str | None
    seed: str
    commitment: str
    created: float
    tour: bool
    host_hash: str
    spectator_hash: str
    silent: bool
    snapshot: str | None
    snapshot_number: int
    origin: str | None
    known_dice: bool
    undone: int
    past: str | None
    seats: tuple[SeatRow, ...] = ()


@dataclass(frozen=True, slots=True)
class EntryRow:
    """An entry of a journal. `events` is empty where they were not asked for."""

    number: int
    side: str
    kind: str
    text: str
    seen: int
    final: bool
    events: str = ""
    place: int = 1
    seat: str = ""


@dataclass(frozen=True, slots=True)
class LineRow:
    """A line of chat."""

    side: str | None
    name: str
    text: str
    at: float
    kind: str = "said"


_ENTRY = tuple(entries.c[name] for name in EntryRow.__slots__)
_LIGHT = tuple(sa.literal("").label("events") if column.name == "events" else column for column in _ENTRY)
"""An entry without its events, which are long."""
_ROW = tuple(matches.c[name] for name in MatchRow.__slots__ if name != "seats")
_LINE = tuple(lines.c[name] for name in LineRow.__slots__)
_SEAT = tuple(seats.c[name] for name in SeatRow.__slots__)


class Storage:
    """A database with the tables of `beachhead.server.kept.schema`."""

    def __init__(self, address: str, *, durable: bool = True) -> None:
        self.engine = _engine(address, durable)
        self.shared = self.engine.dialect.name == "postgresql"
        """Whether several processes may serve it at once."""

        self.damaged = False
        """Whether the database has been found to be damaged since this process began."""
        self._file = Path(str(self.engine.url.database)) if not self.shared else None
        self._lock: sqlite3.Connection | None = None
        sa.event.listen(self.engine, "handle_error", self._note)

    def _note(self, context: Any) -> None:
        self.damaged = self.damaged or fault_of(context.sqlalchemy_exception) == "damaged"

    def open(self) -> None:
        """Bring the tables up to date; processes that start together wait for each other. A file of SQLite is this process's
        alone, and only its owner may read it."""
        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
        try:
            if self._file is not None:
                self._claim(self._file)
            with self.engine.connect().execution_options(writes=True) as connection, connection.begin():
                if self.shared:
                    connection.execute(sa.text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _MIGRATION_LOCK})
                _check_version(connection, ScriptDirectory.from_config(config))
                config.attributes["connection"] = connection
                command.upgrade(config, "head")
                self.probe(connection)
        except (SQLAlchemyError, OSError) as error:
            raise UserError(f"the database cannot be opened: {_reason(error)}") from None

    def _claim(self, file: Path) -> None:
        """Two processes on one file would not see what happens in each other: a lock on another file beside it, which ends with
        the process, keeps the second one out."""
        if self._lock is not None:
            return
        beside = Path(f"{file}.lock")
        for path in (file, beside):
            os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        with contextlib.suppress(PermissionError):  # whose file it is, its owner decides
            file.chmod(0o600)
        self._lock = sqlite3.connect(beside, timeout=0, isolation_level=None, check_same_thread=False)
        try:
            self._lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError:
            self._lock.close()
            self._lock = None
            raise UserError(
                f"{file} is in use by another Beachhead server; stop that one first, or use PostgreSQL for several processes"
            ) from None

    def probe(self, connection: Connection) -> None:
        """Write something that changes nothing, and read a little of every table; raises what is wrong."""
        if self._file is not None and not self._file.exists():
            raise FileNotFoundError(self._file)
        connection.execute(sa.text("UPDATE alembic_version SET version_num = version_num"))
        for table in (matches, seats, entries, lines):
            connection.execute(sa.select(*table.primary_key.columns).limit(1)).all()

    def close(self) -> None:
        """Let go of all connections."""
        self.engine.dispose()
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    # ------------------------------------------------------------------ reading

    def match(self, id: str) -> MatchRow | None:
        """The match of that id with its seats."""
        with self.engine.connect() as connection:
            row = connection.execute(sa.select(*_ROW).where(matches.c.id == id)).first()
            if row is None:
                return None
            return MatchRow(**row._mapping, seats=self._seats(connection, id))

    def seats(self, id: str) -> tuple[SeatRow, ...]:
        """The seats of a match."""
        with self.engine.connect() as connection:
            return self._seats(connection, id)

    @staticmethod
    def _seats(connection: Connection, id: str) -> tuple[SeatRow, ...]:
        found = connection.execute(sa.select(*_SEAT).where(seats.c.match == id))
        return tuple(SeatRow(*seat) for seat in found)

    def journal(self, id: str, after: int = 0, *, events: bool = False) -> list[EntryRow]:
        """The entries of a match that come after a number."""
        query = (
            sa.select(*(_ENTRY if events else _LIGHT))
            .where(entries.c.match == id, entries.c.number > after)
            .order_by(entries.c.number)
        )
        with self.engine.connect() as connection:
            return [EntryRow(*row) for row in connection.execute(query)]

    def events(self, id: str, first: int, last: int) -> dict[int, str]:
        """What happened in the actions of a part of the journal, by number."""
        query = sa.select(entries.c.number, entries.c.events).where(
            entries.c.match == id, entries.c.number >= first, entries.c.number <= last, entries.c.kind == "act"
        )
        with self.engine.connect() as connection:
            return {row[0]: row[1] for row in connection.execute(query)}

    def last_seen(self, id: str, eyes: int) -> float | None:
        """When something last happened in a match that these eyes saw (the bits of `seen`); anything else is a secret."""
        query = sa.select(sa.func.max(entries.c.at)).where(entries.c.match == id, entries.c.seen.op("&")(eyes) != 0)
        with self.engine.connect() as connection:
            found: float | None = connection.execute(query).scalar()
            return found

    def entry_by_key(self, id: str, seat: str, key: str) -> EntryRow | None:
        """The entry that a request of that seat led to."""
        query = sa.select(*_ENTRY).where(entries.c.match == id, entries.c.key == key_of(seat, key))
        with self.engine.connect() as connection:
            row = connection.execute(query).first()
            return None if row is None else EntryRow(*row)

    def chat(self, id: str, newest: int) -> list[LineRow]:
        """The newest lines of a match, oldest first: so many of the players, and so many of spectators."""
        with self.engine.connect() as connection:
            found = [
                row
                for among in (lines.c.side.is_not(None), lines.c.side.is_(None))
                for row in connection.execute(
                    sa.select(lines.c.id, *_LINE).where(lines.c.match == id, among).order_by(lines.c.id.desc()).limit(newest)
                )
            ]
            return [LineRow(*line) for _, *line in sorted(found)]

    def existing(self, ids: Sequence[str]) -> set[str]:
        """Those of these matches that there still are."""
        with self.engine.connect() as connection:
            return set(connection.execute(sa.select(matches.c.id).where(matches.c.id.in_(ids))).scalars())

    def line(self, number: int) -> LineRow | None:
        """One line of chat."""
        with self.engine.connect() as connection:
            row = connection.execute(sa.select(*_LINE).where(lines.c.id == number)).first()
            return None if row is None else LineRow(*row)

    # ------------------------------------------------------------------ writing (by the writer's thread)

    def create(self, connection: Connection, match: Mapping[str, Any], people: Sequence[Mapping[str, Any]]) -> None:
        """A new match with its seats."""
        connection.execute(matches.insert(), dict(match))
        connection.execute(seats.insert(), [dict(seat) for seat in people])

    def add_line(self, connection: Connection, id: str, line: LineRow, kept: int) -> int:
        """A line of chat; the oldest ones go when there are too many, those of spectators and those of players apart."""
        values = {name: getattr(line, name) for name in LineRow.__slots__}
        done = connection.execute(lines.insert().values(match=id, **values))
        among = lines.c.side.is_(None) if line.side is None else lines.c.side.is_not(None)
        oldest = sa.select(lines.c.id).where(lines.c.match == id, among).order_by(lines.c.id.desc()).offset(kept).limit(1)
        bound = connection.execute(oldest).scalar()
        if bound is not None:
            connection.execute(lines.delete().where(lines.c.match == id, among, lines.c.id <= bound))
        return int(done.inserted_primary_key[0]) if done.inserted_primary_key else 0

    def hold_seats(self, connection: Connection, id: str) -> tuple[SeatRow, ...]:
        """The seats of a match, which nobody else changes before this transaction is done."""
        found = connection.execute(sa.select(*_SEAT).where(seats.c.match == id).with_for_update())
        return tuple(SeatRow(*seat) for seat in found)

    def knows_dice(self, connection: Connection, id: str) -> bool:
        """Whether somebody may know the coming dice of a match."""
        return bool(connection.execute(sa.select(matches.c.known_dice).where(matches.c.id == id)).scalar())

    def change_match(self, connection: Connection, id: str, **values: Any) -> None:
        """Another spectators' link, or something else that everybody at the table may know."""
        connection.execute(matches.update().where(matches.c.id == id).values(**values))

    def change_seat(self, connection: Connection, id: str, side: str, **values: Any) -> None:
        """Another name, token or player for a seat."""
        connection.execute(seats.update().where(seats.c.match == id, seats.c.side == side).values(**values))

    def keep_snapshot(self, connection: Connection, id: str, number: int, snapshot: str | None) -> None:
        """The state after an entry, unless a later one is kept already."""
        later = matches.c.snapshot_number <= number
        connection.execute(matches.update().where(matches.c.id == id, later).values(snapshot=snapshot, snapshot_number=number))

    def saw(self, connection: Connection, present: Sequence[tuple[str, str]], now: float) -> None:
        """Somebody sits in these seats now."""
        if present:
            query = seats.update().where(seats.c.match == sa.bindparam("m"), seats.c.side == sa.bindparam("s"))
            connection.execute(
                query.values(seen_at=sa.bindparam("now")), [{"m": match, "s": side, "now": now} for match, side in present]
            )

    def tell(self, connection: Connection, payloads: Sequence[str]) -> None:
        """Tell the other processes, once the transaction is done."""
        if self.shared and payloads:
            for payload in dict.fromkeys(payloads):
                connection.execute(_NOTIFY, {"payload": payload})


def key_of(seat: str, key: str) -> str:
    """A request's id as the journal keeps it: unique for its seat."""
    return f"{seat} {key}"


def _check_version(connection: Connection, script: ScriptDirectory) -> None:
    """A database that this program cannot bring up to date is left alone."""
    unknown = set(MigrationContext.configure(connection).get_current_heads()) - {one.revision for one in script.walk_revisions()}
    if unknown & _UNRELEASED:
        raise UserError(
            "this database was made before the first release and cannot be read any more; start with another (--data, --database)"
        )
    if unknown:
        raise UserError(f"this database was made by a newer Beachhead (schema {', '.join(unknown)}); update the program")


_NOTIFY = sa.text(f"SELECT pg_notify('{CHANNEL}', :payload)")


def _engine(address: str, durable: bool) -> Engine:
    try:
        url = sa.make_url(address)
        if url.drivername in ("postgresql", "postgres"):
            url = url.set(drivername="postgresql+psycopg")
        backend = url.get_backend_name()
    except (ArgumentError, NoSuchModuleError):
        raise UserError("the address of the database cannot be read; it looks like postgresql://user@host/name") from None
    if backend == "postgresql":
        if importlib.util.find_spec("psycopg") is None:
            raise UserError('PostgreSQL needs one more package: pip install "beachhead[postgres]"')
        return sa.create_engine(url, pool_pre_ping=True, pool_size=8, max_overflow=8, hide_parameters=True)
    if backend != "sqlite" or not url.database or url.database == ":memory:":
        raise UserError("the database is a file of SQLite (sqlite:///PATH) or a PostgreSQL (postgresql://…)")
    engine = sa.create_engine(url, connect_args={"timeout": 30}, hide_parameters=True)
    sa.event.listen(engine, "connect", _sqlite_connect(durable))
    sa.event.listen(engine, "begin", _sqlite_begin)
    return engine


def _sqlite_connect(durable: bool) -> Any:
    def connect(connection: Any, _record: Any) -> None:
        connection.isolation_level = None  # transactions begin and end where we say, not where the driver thinks
        cursor = connection.cursor()
        cursor.execute("PRAGMA journal_mode=WAL")
        cursor.execute(f"PRAGMA synchronous={'FULL' if durable else 'NORMAL'}")
        cursor.execute("PRAGMA busy_timeout=30000")
        cursor.execute("PRAGMA foreign_keys=ON")
        cursor.close()

    return connect


def _sqlite_begin(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE" if connection.get_execution_options().get("writes") else "BEGIN")


def _reason(error: SQLAlchemyError | OSError) -> str:
    """What the driver says, without statement or address: neither belongs in a log."""
    found = getattr(error, "orig", None)
    text = str(found if found is not None else type(error).__name__)
    return " ".join(text.split())[:300]
