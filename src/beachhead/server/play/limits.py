"""How often somebody may do something, with room for a burst (buckets of tokens), and how long a stranger's record may take."""

from __future__ import annotations

import asyncio
import ipaddress
from collections import OrderedDict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import lru_cache

from beachhead.engine.errors import PositionError
from beachhead.server.clock import Clock


@lru_cache(maxsize=4096)
def network_of(address: str) -> str:
    """Whose address it is, for counting: an address of IPv6 stands for its network of 64 bits, which one person may have alone.

    >>> network_of("2001:db8:1:2:aaaa::7"), network_of("::ffff:192.0.2.7"), network_of("192.0.2.7")
    ('2001:db8:1:2::/64', '192.0.2.7', '192.0.2.7')
    """
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    return str(found.ipv4_mapped or ipaddress.ip_network((found, 64), strict=False))


class Bucket:
    """Fills at a steady rate up to its size; each thing done takes one out."""

    __slots__ = ("_at", "_clock", "_level", "_rate", "_size")

    def __init__(self, rate: float, size: float, clock: Clock) -> None:
        self._rate = rate
        self._size = size
        self._clock = clock
        self._level = float(size)
        self._at = clock.now()

    def take(self, count: int = 1) -> bool:
        """Take so many out, if there are as many."""
        now = self._clock.now()
        self._level = min(self._size, self._level + (now - self._at) * self._rate)
        self._at = now
        if self._level < count:
            return False
        self._level -= count
        return True


class Buckets:
    """A bucket for each address; the one unused for longest goes when there are too many."""

    def __init__(self, rate: float, size: float, clock: Clock, most: int = 10_000) -> None:
        self._rate = rate
        self._size = size
        self._clock = clock
        self._most = most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, whose: str, count: int = 1) -> bool:
        """Take `count` out of somebody's bucket, if there are as many."""
        bucket = self._buckets.get(whose)
        if bucket is None:
            bucket = self._buckets[whose] = Bucket(self._rate, self._size, self._clock)
            if len(self._buckets) > self._most:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(whose)
        return bucket.take(count)


class Turns:
    """Slow work: `most` pieces at a time, and those of one address one after another, so that nobody takes all the places."""

    def __init__(self, most: int) -> None:
        self._places = asyncio.Semaphore(most)
        self._queues: dict[str, tuple[asyncio.Lock, int]] = {}

    @asynccontextmanager
    async def of(self, whose: str) -> AsyncIterator[None]:
        """Wait for a place and keep it for the block."""
        queue, waiting = self._queues.get(whose, (asyncio.Lock(), 0))
        self._queues[whose] = queue, waiting + 1
        try:
            async with queue, self._places:
                yield
        finally:
            queue, waiting = self._queues.pop(whose)
            if waiting > 1:
                self._queues[whose] = queue, waiting - 1


class Patience:
    """Processor time for replaying one record: called before every action, it refuses the record that takes too long.

    Lengths alone do not bound that time. A record of a megabyte may walk two hundred units across a map of sixty by sixty hexes
    in fifty thousand legal moves, which takes many minutes, and the thread that does so cannot be stopped from outside.
    """

    def __init__(self, seconds: float, clock: Clock) -> None:
        self._seconds = seconds
        self._clock = clock
        self._begun: float | None = None

    def __call__(self) -> None:
        """Refuse to go on if the time since the first call is used up; always from the same thread."""
        now = self._clock.worked()
        if self._begun is None:
            self._begun = now
        if now - self._begun > self._seconds:
            raise PositionError(
                f"this record takes more than {self._seconds:g} seconds to replay, which is too long for this host"
            )
