"""One clock: nothing in the service knows the time but from it, and what waits by it waits for nothing else."""

from __future__ import annotations

import ast
import asyncio
from pathlib import Path

import pytest

import beachhead.server
from beachhead.server.clock import Clock
from beachhead.server.play.limits import Bucket, Buckets

from ..manual_clock import ManualClock
from .desk import PATIENCE

SERVER = Path(beachhead.server.__file__).parent
TICK = 1 / 1024
WAITS = {("asyncio", "sleep"), ("asyncio", "timeout"), ("asyncio", "timeout_at"), ("asyncio", "wait_for"), ("loop", "call_later")}


def own_time(source: str) -> list[str]:
    """Where a module reads the time, or waits, other than by the clock it was given."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import | ast.ImportFrom):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else [node.module or ""]
            found += [f"line {node.lineno}: imports {name}" for name in names if name == "time"]
        if isinstance(node, ast.Attribute):
            of = node.value
            owner = of.id if isinstance(of, ast.Name) else of.attr if isinstance(of, ast.Attribute) else ""
            if (owner.strip("_"), node.attr) in WAITS or (owner == "datetime" and node.attr in ("now", "utcnow", "today")):
                found.append(f"line {node.lineno}: {owner}.{node.attr}")
    return sorted(found)


@pytest.mark.parametrize("path", sorted(SERVER.rglob("*.py")), ids=lambda path: path.stem)
def test_the_time_comes_from_the_clock(path: Path) -> None:
    assert path.name == "clock.py" or not own_time(path.read_text(encoding="utf-8"))


def test_a_module_with_a_watch_of_its_own_is_found() -> None:
    assert own_time("import time\nasync def f(): await asyncio.sleep(1)\nself._loop.call_later(1, f)\ndatetime.now()") == [
        "line 1: imports time",
        "line 2: asyncio.sleep",
        "line 3: _loop.call_later",
        "line 4: datetime.now",
    ]


def test_a_bucket_fills_with_the_time() -> None:
    clock = ManualClock()
    bucket = Bucket(2, 3, clock)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    clock.advance(0.5)
    assert [bucket.take() for _ in range(2)] == [True, False]
    clock.advance(100)
    assert not bucket.take(4)
    assert bucket.take(3)
    both = Buckets(1, 1, clock, most=2)
    assert [both.take(name) for name in "aabb"] == [True, False, True, False]
    assert both.take("c")
    assert both.take("a"), "the one unused for longest has been forgotten"


@pytest.mark.parametrize("kind", [Clock, ManualClock])
def test_clocks_agree(kind: type[Clock]) -> None:
    """Those who wait are woken; what takes too long is given up; what is called off does not come."""
    clock, heard = kind(), list[str]()

    async def wait(seconds: float) -> None:
        await clock.sleep(seconds)
        heard.append(f"{seconds / TICK:.0f}")

    async def give_up() -> None:
        with pytest.raises(TimeoutError):
            async with clock.timeout(2 * TICK):
                await asyncio.Event().wait()
        async with clock.timeout(PATIENCE):
            await clock.sleep(0)
        heard.append("given up")

    async def run() -> None:
        never = clock.call_later(TICK, lambda: heard.append("never"))
        clock.call_later(5 * TICK, lambda: heard.append("called"))
        never.cancel()
        work = asyncio.gather(wait(3 * TICK), wait(TICK), give_up())
        endless = asyncio.ensure_future(asyncio.Event().wait())
        patience = asyncio.ensure_future(clock.wait(endless, 4 * TICK))
        for _ in range(5):
            await clock.sleep(0)
            if isinstance(clock, ManualClock):
                clock.advance(TICK)
                for _ in range(5):
                    await clock.sleep(0)
        await work
        await patience
        assert not endless.done()
        endless.cancel()
        for _ in range(100):
            await clock.sleep(0 if "called" in heard or isinstance(clock, ManualClock) else TICK)

    begun = clock.now(), clock.time()
    asyncio.run(run())
    assert sorted(heard) == ["1", "3", "called", "given up"]
    if kind is ManualClock:  # by the real one several may be late, and then they come as the loop has it
        assert heard == ["1", "given up", "3", "called"]
    assert clock.now() - begun[0] >= 5 * TICK
    assert clock.time() - begun[1] >= 5 * TICK
