"""Where matches are kept: SQLite or PostgreSQL, spoken to with plain SQL by way of SQLAlchemy.

Reading is done by whoever asks, in a thread; writing goes through one thread (`beachhead.server.writer`).
"""

from __future__ import annotations

import importlib.util
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from sqlalchemy.engine import Connection, Engine
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError

from beachhead.engine.errors import UserError
from beachhead.server.schema import entries, lines, matches, seats

CHANNEL = "beachhead"
MIGRATIONS = Path(__file__).parent / "migrations"
_MIGRATION_LOCK = 0x62656163


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A seat as the database has it."""

    side: str
    player: str | None
    name: str
    token_hash: str | None
    taken: bool
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
    snapshot: str | None
    snapshot_number: int
    origin: str | None
    known_dice: bool
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


_ENTRY = tuple(entries.c[name] for name in EntryRow.__slots__)
_LIGHT = tuple(sa.literal("").label("events") if column.name == "events" else column for column in _ENTRY)
"""An entry without its events, which are long."""
_ROW = tuple(matches.c[name] for name in MatchRow.__slots__ if name != "seats")
_LINE = tuple(lines.c[name] for name in LineRow.__slots__)
_SEAT = tuple(seats.c[name] for name in SeatRow.__slots__)


class Storage:
    """A database with the tables of `beachhead.server.schema`."""

    def __init__(self, address: str, *, durable: bool = True) -> None:
        self.engine = _engine(address, durable)
        self.shared = self.engine.dialect.name == "postgresql"
        """Whether several processes may serve it at once."""

    def migrate(self) -> None:
        """Bring the tables up to date; processes that start together wait for each other."""
        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
        try:
            with self.engine.begin() as connection:
                if self.shared:
                    connection.execute(sa.text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _MIGRATION_LOCK})
                config.attributes["connection"] = connection
                command.upgrade(config, "head")
        except SQLAlchemyError as error:
            raise UserError(f"the database cannot be opened: {_reason(error)}") from None

    def close(self) -> None:
        """Let go of all connections."""
        self.engine.dispose()

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

    def entry_by_key(self, id: str, side: str, key: str) -> EntryRow | None:
        """The entry that a request of that seat led to."""
        query = sa.select(*_ENTRY).where(entries.c.match == id, entries.c.side == side, entries.c.key == key)
        with self.engine.connect() as connection:
            row = connection.execute(query).first()
            return None if row is None else EntryRow(*row)

    def chat(self, id: str, newest: int) -> list[LineRow]:
        """The newest lines of a match, oldest first."""
        query = sa.select(*_LINE).where(lines.c.match == id).order_by(lines.c.id.desc()).limit(newest)
        with self.engine.connect() as connection:
            return [LineRow(*row) for row in connection.execute(query)][::-1]

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
        """A line of chat; the oldest ones go when there are too many."""
        values = {"match": id, "side": line.side, "name": line.name, "text": line.text, "at": line.at}
        done = connection.execute(lines.insert().values(**values))
        number = int(done.inserted_primary_key[0]) if done.inserted_primary_key else 0
        if number % 50 == 0:
            oldest = sa.select(lines.c.id).where(lines.c.match == id).order_by(lines.c.id.desc()).offset(kept).limit(1)
            bound = connection.execute(oldest).scalar()
            if bound is not None:
                connection.execute(lines.delete().where(lines.c.match == id, lines.c.id <= bound))
        return number

    def hold_seats(self, connection: Connection, id: str) -> tuple[SeatRow, ...]:
        """The seats of a match, which nobody else changes before this transaction is done."""
        found = connection.execute(sa.select(*_SEAT).where(seats.c.match == id).with_for_update())
        return tuple(SeatRow(*seat) for seat in found)

    def knows_dice(self, connection: Connection, id: str) -> bool:
        """Whether somebody may know the coming dice of a match."""
        return bool(connection.execute(sa.select(matches.c.known_dice).where(matches.c.id == id)).scalar())

    def reveal_dice(self, connection: Connection, id: str) -> None:
        """From now on somebody may know the coming dice."""
        connection.execute(matches.update().where(matches.c.id == id).values(known_dice=True))

    def change_seat(self, connection: Connection, id: str, side: str, **values: Any) -> None:
        """Another name, token or player for a seat."""
        connection.execute(seats.update().where(seats.c.match == id, seats.c.side == side).values(**values))

    def keep_snapshot(self, connection: Connection, id: str, number: int, snapshot: str | None) -> None:
        """The state after an entry, unless a later one is kept already."""
        later = matches.c.snapshot_number < number
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


def _reason(error: SQLAlchemyError) -> str:
    """What the driver says, without statement or address: neither belongs in a log."""
    found = getattr(error, "orig", None)
    text = str(found if found is not None else type(error).__name__)
    return " ".join(text.split())[:300]
