"""Notices between processes that share a PostgreSQL: one thread listens, and hands over what it hears."""

from __future__ import annotations

import asyncio
import contextlib
import json
import threading
from collections.abc import Callable

from beachhead.server.clock import Clock
from beachhead.server.kept.storage import CHANNEL, Storage
from beachhead.server.web.responses import log

PATIENCE = 1.0
"""Seconds between looks at whether to stop, and between attempts to connect again."""


class Listener:
    """Listens until it is closed. After a lost connection it says None: look at everything again."""

    def __init__(self, storage: Storage, hear: Callable[[dict[str, str] | None], None], clock: Clock) -> None:
        url = storage.engine.url.set(drivername="postgresql")
        self._address = url.render_as_string(hide_password=False)
        self._hear = hear
        self._clock = clock
        self._loop = asyncio.get_running_loop()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="beachhead-listener", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop listening."""
        self._stop.set()
        self._thread.join(10)

    def _run(self) -> None:
        import psycopg

        lost = False
        while not self._stop.is_set():
            try:
                with psycopg.connect(self._address, autocommit=True) as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    if lost:
                        self._say(None)
                    lost = False
                    while not self._stop.is_set():
                        for notice in connection.notifies(timeout=PATIENCE):
                            self._say(_read(notice.payload))
            except psycopg.Error as error:
                if not lost:
                    log.warning("the database does not answer (%s); trying again", type(error).__name__)
                lost = True
                self._clock.pause(PATIENCE)

    def _say(self, notice: dict[str, str] | None) -> None:
        with contextlib.suppress(RuntimeError):  # the loop has just been closed
            self._loop.call_soon_threadsafe(self._hear, notice)


def _read(payload: str) -> dict[str, str] | None:
    try:
        found = json.loads(payload)
        return {name: str(found[name]) for name in ("match", "what", "by")}
    except (ValueError, KeyError, TypeError):
        return None
