"""Time, from one place: whatever the service reads from a clock or waits for goes through the `Clock` of its settings.

Tests give the service a clock that they move themselves, so that what must happen after ten seconds takes none, and what must
take the same time can be compared exactly, however busy the computer is. A test fails if any other module of the service reads
the time or waits by itself.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, suppress
from typing import Any, Protocol


class Alarm(Protocol):
    """Something that will happen, unless it is called off."""

    def cancel(self) -> None: ...


class Clock:
    """The computer's clock."""

    def now(self) -> float:
        """Seconds since some moment, for measuring: never set back."""
        return time.monotonic()

    def time(self) -> float:
        """Seconds since 1970, for writing down."""
        return time.time()

    def worked(self) -> float:
        """Seconds of processor time that the calling thread has used, however busy the computer is otherwise."""
        return time.thread_time()

    async def sleep(self, seconds: float) -> None:
        """Let `seconds` pass; 0 lets everybody else have a turn."""
        await asyncio.sleep(seconds)

    def timeout(self, seconds: float) -> AbstractAsyncContextManager[Any]:
        """A block that ends with `TimeoutError` if it takes longer than `seconds`."""
        return asyncio.timeout(seconds)

    def call_later(self, seconds: float, what: Callable[[], object]) -> Alarm:
        """Call something on the running loop after `seconds`."""
        return asyncio.get_running_loop().call_later(seconds, what)

    def pause(self, seconds: float) -> None:
        """Hold a thread up for a moment, so that others get something done: for throughput, never for meaning."""
        time.sleep(seconds)

    async def wait(self, work: asyncio.Future[Any], seconds: float) -> None:
        """Wait for some work, but no longer than `seconds`; what becomes of the work is not looked at."""
        with suppress(TimeoutError):
            async with self.timeout(seconds):
                await asyncio.wait({work})
