"""One client cannot fill the memory, stop the others, or stay for ever: whatever it sends, and whether it reads or not."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from beachhead.server import Limits, run
from beachhead.server.play.limits import network_of
from beachhead.server.web import protocols, responses
from beachhead.server.web.protocols import QuickSocket

from ..manual_clock import ManualClock
from .desk import QUICK, Desk, eventually, frame, shake_hands

FRAMES = Limits().frame_burst
EMPTY_PING, EMPTY_PONG, UNFINISHED, GOING_ON = (
    b"\x89\x80" + bytes(4),
    b"\x8a\x80" + bytes(4),
    b"\x01\x80" + bytes(4),
    b"\x00\x80" + bytes(4),
)
LIMITS = replace(QUICK, frames_per_s=Limits().frames_per_s, frame_burst=FRAMES)


@pytest.fixture(autouse=True)
def no_long_goodbyes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who is sent away goes soon."""
    monkeypatch.setattr(protocols, "GOODBYE", 0.25)


@pytest.fixture
def wires(monkeypatch: pytest.MonkeyPatch) -> list[QuickSocket]:
    """Every socket of the service, as it is made."""
    found: list[QuickSocket] = []
    made = QuickSocket.connection_made

    def remember(wire: QuickSocket, transport: asyncio.BaseTransport) -> None:
        found.append(wire)
        made(wire, transport)

    monkeypatch.setattr(QuickSocket, "connection_made", remember)
    return found


@contextlib.contextmanager
def line(desk: Desk, *, source: str = "127.0.0.1", deaf: bool = False) -> Iterator[socket.socket]:
    """A plain line to a service."""
    with socket.socket() as raw:
        if deaf:
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        raw.bind((source, 0))
        raw.settimeout(60)
        raw.connect(desk.place.getsockname())
        yield raw


def pour(raw: socket.socket, data: bytes) -> None:
    """Send it all, unless the other side hangs up."""
    with contextlib.suppress(OSError):
        raw.sendall(data)


def ending(raw: socket.socket) -> bytes:
    """All that still comes until the other side hangs up."""
    heard = b""
    with contextlib.suppress(ConnectionError):
        while piece := raw.recv(65536):
            heard += piece
    return heard


@pytest.mark.parametrize("greet", [False, True], ids=["before-hello", "seated"])
@pytest.mark.parametrize(
    "flood",
    [EMPTY_PING * 100_000, EMPTY_PONG * 100_000, UNFINISHED + GOING_ON * 100_000],
    ids=["pings", "pongs", "one-message-without-end"],
)
def test_every_frame_counts(sqlite: str, flood: bytes, greet: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also those that say nothing and that nobody answers; and they are counted before they are decoded."""
    decoded = 0
    events = QuickSocket.handle_events

    def count(wire: QuickSocket) -> None:
        nonlocal decoded
        decoded += len(wire.conn.events)
        events(wire)

    monkeypatch.setattr(QuickSocket, "handle_events", count)
    clock = ManualClock()
    with Desk(sqlite, LIMITS, clock=clock) as desk, line(desk) as raw:
        keys = desk.create()
        shake_hands(raw, desk.host)
        if greet:
            raw.sendall(frame({"t": "hello", "protocol": 2, "match": keys["match"], "token": keys["spectator"]}))
        pour(raw, flood)
        eventually(lambda: 0.25 in clock.waiting())
        clock.advance(0.25)
        ending(raw)
        assert decoded <= FRAMES + 10
        assert desk.get("/api/health").json() == {"ok": True}


def test_who_keeps_to_the_limit_is_not_cut_off(sqlite: str) -> None:
    clock = ManualClock()
    with Desk(sqlite, LIMITS, clock=clock) as desk:
        keys = desk.create()
        with desk.sit(keys, "us") as us:
            for _ in range(20):
                for _ in range(100):
                    us.send("ping", id="p")
                for _ in range(100):
                    us.until_t("pong")
                clock.advance(0.5)


def test_pongs_to_a_client_that_does_not_read_are_bounded(sqlite: str, wires: list[QuickSocket]) -> None:
    limits = replace(QUICK, queued_bytes=100_000)
    clock = ManualClock()
    ping = b"\x89\xfd" + bytes(4) + bytes(125)
    with Desk(sqlite, limits, clock=clock) as desk, line(desk, deaf=True) as raw:
        keys = desk.create()
        shake_hands(raw, desk.host, keys)
        most = 0
        for _ in range(400):
            pour(raw, ping * 500)
            most = max(most, *(wire.transport.get_write_buffer_size() for wire in wires))
            if wires[0]._cut:
                break
        assert wires[0]._cut, "it went on for ever"
        assert most < 4 * limits.queued_bytes
        clock.advance(0.25)
        eventually(lambda: wires[0].disconnected)
        assert wires[0].transport.get_write_buffer_size() == 0


WAYS_TO_END: dict[str, Callable[[QuickSocket], object]] = {
    "keepalive": lambda wire: wire.keepalive_timeout(),
    "hang-up": lambda wire: wire.hang_up(1008, "enough"),
    "close": lambda wire: wire.transport.close(),
    "shutdown": lambda wire: wire.shutdown(),
    "bad-frame": lambda wire: wire.data_received(b"\xff\xff\xff"),
}


@pytest.mark.parametrize("way", WAYS_TO_END)
def test_a_socket_that_is_to_end_ends_though_its_client_does_not_read(sqlite: str, wires: list[QuickSocket], way: str) -> None:
    """However little is queued, and however it came to end."""
    clock = ManualClock()
    with Desk(sqlite, replace(QUICK, queued_bytes=10**9), clock=clock) as desk, line(desk, deaf=True) as raw:
        keys = desk.create()
        shake_hands(raw, desk.host, keys)
        pour(raw, b"".join(frame({"t": "about", "id": str(number), "unit": "x" * 99}) for number in range(20)))
        [wire] = eventually(lambda: wires)
        loop = wire.loop
        loop.call_soon_threadsafe(wire.transport.write, bytes(8_000_000))
        eventually(lambda: wire.transport.get_write_buffer_size() > 1_000_000)
        loop.call_soon_threadsafe(WAYS_TO_END[way], wire)
        eventually(lambda: wire.transport.is_closing() or wire._cut)

        def gone() -> bool:
            clock.advance(protocols.PATIENCE)
            return bool(wire.disconnected)

        eventually(gone)
        assert wire.transport.get_write_buffer_size() == 0
        rooms = desk.table.rooms
        eventually(lambda: keys["match"] not in rooms or not rooms[keys["match"]].connections)


def test_a_page_that_is_not_read_is_not_kept(sqlite: str) -> None:
    clock = ManualClock()
    with Desk(sqlite, clock=clock) as desk, line(desk, deaf=True) as raw:
        raw.sendall(f"GET /api/games/dday/board HTTP/1.1\r\nHost: {desk.host}\r\n\r\n".encode() * 20)
        connections = desk._server.server_state.connections
        eventually(lambda: any(one.transport.get_write_buffer_size() for one in list(connections)))

        def gone() -> bool:
            clock.advance(protocols.PATIENCE)
            return not any(one.transport.get_write_buffer_size() for one in list(connections))

        eventually(gone)


def test_connections_are_counted_by_address_and_nobody_is_banned(sqlite: str) -> None:
    """One address may have so many; others are not concerned, and as soon as one ends there is room again."""
    with Desk(sqlite, replace(QUICK, connections_per_address=3), proxies="") as desk, contextlib.ExitStack() as stack:
        lines = [stack.enter_context(line(desk, source="127.0.0.3")) for _ in range(6)]
        hello = f"GET /api/health HTTP/1.1\r\nHost: {desk.host}\r\n\r\n".encode()

        def served(raw: socket.socket) -> bool:
            try:
                raw.sendall(hello)
                return raw.recv(15).startswith(b"HTTP/1.1 200")
            except ConnectionError:
                return False

        assert [served(raw) for raw in lines] == [True] * 3 + [False] * 3
        with line(desk, source="127.0.0.4") as other:
            assert served(other)
        lines[0].close()

        def again() -> bool:
            with line(desk, source="127.0.0.3") as raw:
                return served(raw)

        eventually(again)


def test_a_proxy_brings_many(sqlite: str) -> None:
    with Desk(sqlite, replace(QUICK, connections_per_address=1)) as desk, contextlib.ExitStack() as stack:
        for _ in range(5):
            raw = stack.enter_context(line(desk))
            raw.sendall(f"GET /api/health HTTP/1.1\r\nHost: {desk.host}\r\n\r\n".encode())
            assert raw.recv(15).startswith(b"HTTP/1.1 200")


def test_a_network_of_ipv6_is_one_address(sqlite: str) -> None:
    """Whoever has one such network has its 2^64 addresses."""
    with Desk(sqlite, replace(QUICK, wrong_tokens_per_minute=5)) as desk:
        keys = desk.create()

        def guess(address: str) -> int:
            path = f"/api/matches/{keys['match']}"
            return desk.get(path, "wrong", **{"X-Forwarded-For": address}).status_code

        answers = [guess(f"2001:db8:1:2::{number:x}") for number in range(1, 8)]
        assert answers == [401] * 5 + [429] * 2
        assert guess("2001:db8:1:3::1") == 401
    assert network_of("?") == "?"
    assert network_of("fe80::1%eth0") == "fe80::/64"


def test_verifying_needs_the_password_where_there_is_one(sqlite: str) -> None:
    with Desk(sqlite, password="swordfish") as desk:
        assert desk.post("/api/verify", {"record": ""}).status_code == 401
        assert desk.post("/api/verify", {"record": "", "password": "swordfish"}).status_code == 200
        keys = desk.create(password="swordfish")
        assert desk.post("/api/verify", {"record": "", "match": keys["match"]}, keys["spectator"]).status_code == 200
        assert desk.post("/api/verify", {"record": "", "match": keys["match"]}, "wrong").status_code == 401


def test_out_of_files_is_one_line_a_minute(caplog: pytest.LogCaptureFixture) -> None:
    loop = asyncio.new_event_loop()
    once = responses.OncePerMinute()
    try:
        with caplog.at_level(logging.ERROR):
            responses.loop_trouble(loop, {"message": "x", "exception": OSError(24, "Too many open files")})
            responses.loop_trouble(loop, {"message": "something else", "exception": ValueError("x")})
    finally:
        loop.close()
    assert [record.exc_info is None for record in caplog.records if record.name == "beachhead.server"] in ([True], [])
    assert [record.msg for record in caplog.records if record.name == "asyncio"] == ["something else"]

    def passes(at: float, text: str = responses.OUT_OF_FILES) -> bool:
        record = logging.LogRecord("beachhead.server", logging.ERROR, "", 0, text, (), None)
        record.created = at
        return once.filter(record)

    assert [passes(at) for at in (1000, 1001, 1059, 1060, 1061, 500)] == [True, False, False, True, False, True]
    assert [passes(500, responses.DATABASE), passes(501, responses.DATABASE), passes(501, "another")] == [True, False, True]


def test_the_file_limit_is_raised() -> None:
    import resource

    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (256, before[1]))
        run.raise_file_limit()
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] == min(run.FILES, before[1] if before[1] > 0 else run.FILES)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


def test_the_loop_of_a_running_service_knows_what_to_do(desk: Desk) -> None:
    found: list[Any] = []
    loop = desk.table.writer._loop
    loop.call_soon_threadsafe(lambda: found.append(loop.get_exception_handler()))
    assert eventually(lambda: found) == [responses.loop_trouble]
