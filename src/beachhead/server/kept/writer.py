"""The one thread that writes. It takes whatever has come in, writes it in one transaction, and only then tells those who wait.

A transaction costs the same for one action as for fifty, so a busy table pays for few. Each job has a savepoint of its own: one
that fails undoes itself and nothing else.
"""

from __future__ import annotations

import asyncio
import queue
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from sqlalchemy.engine import Connection
from sqlalchemy.exc import IntegrityError

from beachhead.server.clock import Clock
from beachhead.server.kept.schema import entries, matches
from beachhead.server.kept.storage import Storage

T = TypeVar("T")
BATCH = 256
CROWD = 3
GATHERING = 0.002
"""When a batch had a crowd in it, so many seconds are given to the next one to gather: fewer transactions, more play."""


class Conflict(Exception):
    """Another process has written this entry, or this request has been carried out before."""


@dataclass(slots=True)
class Append:
    """Entries to be added to a journal, all or none, with whatever must be true together with them."""

    rows: list[dict[str, Any]]
    notice: str
    snapshot: str | None = None
    ended: str | None = None


class Writer:
    """Takes jobs from the event loop and carries them out in a thread."""

    def __init__(self, storage: Storage, clock: Clock) -> None:
        self._storage = storage
        self._clock = clock
        self._queue: queue.SimpleQueue[tuple[Append | Callable[[Connection], Any], asyncio.Future[Any]] | None] = (
            queue.SimpleQueue()
        )
        self._loop = asyncio.get_running_loop()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="beachhead-writer", daemon=True)
        self._thread.start()

    def append(self, entry: Append) -> asyncio.Future[None]:
        """Add entries; done when they are safe, `Conflict` if they cannot be the next ones."""
        return self._put(entry)

    def do(self, job: Callable[[Connection], T]) -> asyncio.Future[T]:
        """Carry out any other change."""
        return self._put(job)

    def _put(self, job: Any) -> asyncio.Future[Any]:
        future: asyncio.Future[Any] = self._loop.create_future()
        if self._closed:
            future.set_exception(RuntimeError("the service is closing"))
        else:
            self._queue.put((job, future))
        return future

    async def close(self) -> None:
        """Write what has come in, then stop."""
        self._closed = True
        self._queue.put(None)
        await asyncio.to_thread(self._thread.join, 30)

    # ------------------------------------------------------------------ in the thread

    def _run(self) -> None:
        open_, busy = True, False
        while open_:
            if busy:
                self._clock.pause(GATHERING)
            batch = [self._queue.get()]
            while len(batch) < BATCH and not self._queue.empty():
                batch.append(self._queue.get())
            open_, busy = None not in batch, len(batch) >= CROWD
            jobs = [job for job in batch if job is not None]
            if jobs:
                self._write(jobs)

    def _write(self, jobs: list[tuple[Append | Callable[[Connection], Any], asyncio.Future[Any]]]) -> None:
        appends = [job for job, _ in jobs if isinstance(job, Append)]
        outcomes: list[tuple[asyncio.Future[Any], Any, BaseException | None]]
        try:
            if len(appends) == len(jobs):
                try:
                    self._all_at_once(appends)
                    outcomes = [(future, None, None) for _, future in jobs]
                except IntegrityError:
                    outcomes = self._one_by_one(jobs)
            else:
                outcomes = self._one_by_one(jobs)
        except Exception as error:  # the database is gone or full: everybody who waits must hear of it
            outcomes = [(future, None, error) for _, future in jobs]
        self._loop.call_soon_threadsafe(_settle, outcomes)

    def _begin(self) -> Any:
        return self._storage.engine.connect().execution_options(writes=True)

    def _all_at_once(self, appends: list[Append]) -> None:
        with self._begin() as connection, connection.begin():
            connection.execute(entries.insert(), [row for append in appends for row in append.rows])
            self._besides(connection, appends)

    def _one_by_one(self, jobs: list[Any]) -> list[tuple[asyncio.Future[Any], Any, BaseException | None]]:
        outcomes: list[tuple[asyncio.Future[Any], Any, BaseException | None]] = []
        with self._begin() as connection, connection.begin():
            for job, future in jobs:
                try:
                    with connection.begin_nested():
                        if isinstance(job, Append):
                            connection.execute(entries.insert(), job.rows)
                            self._besides(connection, [job])
                            outcomes.append((future, None, None))
                        else:
                            outcomes.append((future, job(connection), None))
                except IntegrityError:
                    outcomes.append((future, None, Conflict()))
                except Exception as error:
                    if connection.invalidated:
                        raise
                    outcomes.append((future, None, error))
        return outcomes

    def _besides(self, connection: Connection, appends: list[Append]) -> None:
        for append in appends:
            values: dict[str, Any] = {}
            if append.snapshot is not None:
                values = {"snapshot": append.snapshot, "snapshot_number": append.rows[-1]["number"]}
            if append.ended is not None:
                values["ended"] = append.ended
            if values:
                connection.execute(matches.update().where(matches.c.id == append.rows[-1]["match"]).values(**values))
        self._storage.tell(connection, [append.notice for append in appends])


def _settle(outcomes: list[tuple[asyncio.Future[Any], Any, BaseException | None]]) -> None:
    for future, value, error in outcomes:
        if future.cancelled():
            continue
        if error is None:
            future.set_result(value)
        else:
            future.set_exception(error)
