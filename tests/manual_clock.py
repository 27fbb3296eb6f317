"""A clock that stands still until a test moves it, for services that run in a thread of the test.

    clock = ManualClock()
    with Desk(database, clock=clock) as desk:
        ...
        clock.advance(10)       # whoever was to be woken within ten seconds is, at once

Nothing happens in between of itself, so a test never waits for time to pass and never sees it pass by accident.
"""

from __future__ import annotations

import asyncio
import heapq
import itertools
import threading
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from typing import Any

from beachhead.server.clock import Alarm, Clock

START = 1000.0
DAY = 1_750_000_000.0


class _Set:
    """An alarm that is set."""

    def __init__(self, due: float, loop: asyncio.AbstractEventLoop, ring: Callable[[], object]) -> None:
        self.due = due
        self.task: asyncio.Task[Any] | None = None
        """The task that does nothing else until it rings."""
        self.on = True
        self.over = False
        """Whether nobody wants to hear of it any more, though it may have rung."""
        self._loop = loop
        self._ring = ring

    def cancel(self) -> None:
        self.on = False
        self.over = True

    def ring(self) -> None:
        self.on = False
        with suppress(RuntimeError):  # the service has ended meanwhile
            self._loop.call_soon_threadsafe(self._sound)

    def _sound(self) -> None:
        if not self.over:
            self._ring()


class ManualClock(Clock):
    """Moves when it is told to. Any thread may tell it: a player that is to think for a second moves it by one."""

    def __init__(self) -> None:
        self._now = START
        self._lock = threading.Lock()
        self._order = itertools.count()
        self._alarms: list[tuple[float, int, _Set]] = []

    # ------------------------------------------------------------------ for the service

    def now(self) -> float:
        return self._now

    def time(self) -> float:
        return DAY + self._now

    async def sleep(self, seconds: float) -> None:
        if seconds <= 0:
            await asyncio.sleep(0)
            return
        woken = asyncio.Event()
        alarm = self._set(seconds, woken.set)
        alarm.task = asyncio.current_task()
        try:
            await woken.wait()
        finally:
            alarm.cancel()

    def timeout(self, seconds: float) -> AbstractAsyncContextManager[Any]:
        return self._timeout(seconds)

    @asynccontextmanager
    async def _timeout(self, seconds: float) -> AsyncIterator[None]:
        loop = asyncio.get_running_loop()
        async with asyncio.timeout(None) as limit:
            alarm = self._set(seconds, lambda: limit.reschedule(loop.time()))
            try:
                yield
            finally:
                alarm.cancel()

    def call_later(self, seconds: float, what: Callable[[], object]) -> Alarm:
        return self._set(seconds, what)

    def pause(self, seconds: float) -> None:
        time.sleep(min(seconds, 0.01))

    def _set(self, seconds: float, ring: Callable[[], object]) -> _Set:
        with self._lock:
            alarm = _Set(self._now + seconds, asyncio.get_running_loop(), ring)
            heapq.heappush(self._alarms, (alarm.due, next(self._order), alarm))
        return alarm

    # ------------------------------------------------------------------ for tests

    def advance(self, seconds: float) -> None:
        """Let `seconds` pass. Whoever is due on the way is woken, in order."""
        self.advance_to(self._now + seconds)

    def advance_to(self, moment: float) -> None:
        """Let time pass until a moment of this clock."""
        with self._lock:
            while self._alarms and self._alarms[0][0] <= moment:
                due, _, alarm = heapq.heappop(self._alarms)
                if alarm.on:
                    self._now = max(self._now, due)
                    alarm.ring()
            self._now = max(self._now, moment)

    def waiting(self) -> list[float]:
        """In how many seconds each alarm that is set will ring, the next one first."""
        with self._lock:
            return sorted(due - self._now for due, _, alarm in self._alarms if alarm.on)

    def wakes(self, task: asyncio.Task[Any]) -> float | None:
        """When a task that sleeps by this clock will be woken; None if it is not asleep."""
        with self._lock:
            return next((due for due, _, alarm in self._alarms if alarm.on and alarm.task is task), None)
