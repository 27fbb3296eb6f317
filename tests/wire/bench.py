"""What all fuzzing stands on: a service to be abused, a match that must play on meanwhile, and a look at every answer."""

from __future__ import annotations

import asyncio
import json
import random
import socket
from typing import Any

import httpx
from hypothesis import HealthCheck, settings
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from ..budget import SOAK
from .client import PATIENCE, Keys, Message, Seat, Table, choose, decode, encode
from .service import Service

TIMES = SOAK
STATUSES = {400, 401, 403, 404, 405, 408, 409, 413, 414, 415, 422, 429, 431}
"""What the protocol names for errors, and what HTTP itself has for malformed requests."""
CLOSES = {1000, 1008, 1009, 1013, 4001, 4002, 4003, 4004}
SAYS = {
    "welcome": {"protocol", "seat", "meta", "update", "log", "first", "chapters", "chat", "autopass"},
    "update": {"re", "from", "tag", "moment", "acts", "offers", "undo", "autopass"},
    "autopass": {"re", "steps"},
    "refused": {"re", "text", "case", "units", "cases"},
    "stale": {"re", "update"},
    "explained": {"re", "legal", "text", "case", "units", "cases"},
    "previewed": {"re", "of"},
    "known": {"re", "unit", "can", "cannot", "spaces"},
    "overlaid": {"re", "name", "title", "case", "spaces"},
    "logged": {"re", "log", "more"},
    "listed": {"re", "args"},
    "looked": {"re", "at", "of", "side", "view", "events", "text"},
    "done": {"re"},
    "meta": {"meta"},
    "chat": {"line"},
    "pong": {"re"},
    "error": {"re", "code", "text"},
}
"""Every message of the service and the fields that the protocol gives it."""


def many(count: int) -> settings:
    """So many examples: the same every time, unless a longer search is wanted."""
    return settings(
        max_examples=max(1, int(count * TIMES)),
        deadline=None,
        derandomize=TIMES == 1,
        database=None,
        suppress_health_check=list(HealthCheck),
    )


def in_order(answer: httpx.Response) -> None:
    """An answer of the service, whatever was asked: no fault of its own, and errors as the protocol has them."""
    status = answer.status_code
    assert status < 500, f"{answer.request.method} {answer.request.url}: {status} {answer.text[:500]}"
    assert "Traceback" not in answer.text
    if status >= 400:
        assert status in STATUSES, status
        if answer.request.method != "HEAD":
            is_error(answer.text, answer.headers.get("content-type", ""))


def is_error(body: str, kind: str) -> None:
    """`{"error": {"code": …, "text": one sentence}}`"""
    assert kind.startswith("application/json"), (kind, body[:200])
    found = json.loads(body)
    error = found["error"]
    assert isinstance(error["code"], str)
    assert error["code"]
    assert isinstance(error["text"], str)
    assert error["text"]
    for inside in ("site-packages", "beachhead.server", "sqlalchemy", "psycopg", 'File "'):
        assert inside not in error["text"]


class Bench:
    """The service under test, a match to be abused, and one that must go on undisturbed."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.table = Table(service.address)
        self.runner = asyncio.Runner()
        self.rng = random.Random(1)
        self.http = httpx.Client(base_url=service.address, timeout=60, trust_env=False)
        self.keeper = self.new_match()
        self.victim = self.new_match()
        self.read_log = 0

    def new_match(self) -> Keys:
        return self.runner.run(self.table.create("saipan", "historical", seats={"us": "me", "jp": "open"}))

    def close(self) -> None:
        self.http.close()
        self.runner.close()

    def still_plays(self) -> None:
        """A legal action in another match is confirmed, and the log is clean."""
        self.runner.run(self._play())
        said = self.service.said()
        fresh, self.read_log = said[self.read_log :], len(said)
        for word in ("Traceback", "ERROR", "CRITICAL", "Exception", "Task exception"):
            assert word not in fresh, f"the log has a fault:\n{fresh[-4000:]}"
        assert self.service.process is not None
        assert self.service.process.poll() is None

    async def _play(self) -> None:
        keys = self.keeper
        for side, token in keys.tokens.items():
            async with Seat.sit(self.table, keys.match, token) as seat:
                if seat.now["offers"]:
                    answer = await seat.act(choose(seat.now["offers"], self.rng), id=f"{side}{self.rng.random()}")
                    assert answer["t"] == "update", answer
                    return
        raise AssertionError("nobody can act in the match that nobody disturbs")


class Socket:
    """A socket that says whatever it is told to, and looks at every message that comes back."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.raw: ClientConnection | None = None
        self.number = 0
        self.heard: list[Message] = []
        self.welcome: Message = {}

    async def open(self) -> ClientConnection:
        await self.shut()
        self.raw = await connect(self.table.socket_address, compression=None, max_size=None, proxy=None, ping_interval=None)
        return self.raw

    async def hello(self, match: str, token: str, **more: Any) -> None:
        raw = await self.open()
        await raw.send(encode({"t": "hello", "protocol": 2, "match": match, "token": token, **more}).decode())
        self.welcome = self.look(await asyncio.wait_for(raw.recv(), PATIENCE))
        assert self.welcome["t"] == "welcome"

    async def shut(self) -> None:
        if self.raw is not None:
            await self.raw.close()
            self.raw = None

    def look(self, frame: str | bytes) -> Message:
        """Every message is one of the protocol's, with its fields."""
        assert isinstance(frame, str), "a binary frame from the service"
        assert "Traceback" not in frame
        message: Message = decode(frame)
        assert message["t"] in SAYS, message
        assert SAYS[message["t"]] <= set(message), (message["t"], set(message))
        if message["t"] == "error":
            assert isinstance(message["code"], str)
            assert message["code"] not in ("", "trouble", "internal"), message
            assert isinstance(message["text"], str)
            assert "went wrong" not in message["text"], message
            assert message["text"]
        self.heard.append(message)
        return message

    async def say(self, *frames: str | bytes) -> int | None:
        """Send frames, then ask whether anybody is there: None if so, else the code with which the socket was closed."""
        assert self.raw is not None
        self.heard = []
        self.number += 1
        key = f"still there {self.number}"
        try:
            for frame in frames:
                await self.raw.send(frame)
            await self.raw.send(encode({"t": "ping", "id": key}).decode())
            while True:
                message = self.look(await asyncio.wait_for(self.raw.recv(), PATIENCE))
                if message["t"] == "pong" and message["re"] == key:
                    return None
        except ConnectionClosed as closed:
            self.raw = None
            code = closed.rcvd.code if closed.rcvd else -1
            large = any(len(frame) > 16 * 1024 for frame in frames)  # then the line may be cut while we are still sending
            junk = any(isinstance(frame, bytes) for frame in frames)
            assert code in CLOSES or (code == 1007 and junk) or (code == -1 and large), closed
            return code


class Visitor:
    """Keeps one socket in the match that is abused, and sits down again whenever it has been thrown out."""

    def __init__(self, bench: Bench, who: str) -> None:
        self.bench = bench
        self.who = who
        self.socket = Socket(bench.table)
        self.keys = bench.victim

    async def seated(self) -> Socket:
        keys = self.bench.victim
        if self.socket.raw is None or self.keys != keys:
            self.keys = keys
            await self.socket.hello(keys.match, keys.tokens.get(self.who, keys.spectator))
        return self.socket


def upgrade(line: socket.socket, wait: bool = True) -> None:
    """The handshake of a WebSocket, by hand."""
    line.sendall(
        b"GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    if wait:
        said = b""
        while b"\r\n\r\n" not in said:
            piece = line.recv(1000)
            assert piece, said
            said += piece
        assert b" 101 " in said, said


def frame(line: socket.socket, body: bytes) -> None:
    """One text frame, masked with zeros."""
    head = bytes((0x81, 0x80 | len(body))) if len(body) < 126 else bytes((0x81, 0xFE)) + len(body).to_bytes(2, "big")
    line.sendall(head + bytes(4) + body)
