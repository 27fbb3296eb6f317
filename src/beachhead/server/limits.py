"""Buckets of tokens: how often somebody may do something, with room for a burst."""

from __future__ import annotations

from collections import OrderedDict

from beachhead.server.clock import Clock


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

    def take(self, whose: str) -> bool:
        """Take one out of somebody's bucket, if there is one."""
        bucket = self._buckets.get(whose)
        if bucket is None:
            bucket = self._buckets[whose] = Bucket(self._rate, self._size, self._clock)
            if len(self._buckets) > self._most:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(whose)
        return bucket.take()
