"""A client of the table that knows docs/protocol.md and nothing of the server's insides: a fault there is not repeated here.

    table = Table("http://127.0.0.1:8044")
    keys = await table.create("saipan", "historical", seats={"us": "me", "jp": "me"})
    async with Seat.sit(table, keys.match, keys.tokens["us"]) as seat:
        answer = await seat.act(choose(seat.now["offers"], random.Random(1)))

A seat keeps every frame that its socket ever carried (`frames`), in order and as it came: that is what the proofs compare.
"""

from __future__ import annotations

import asyncio
import random
import secrets
import ssl
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlsplit

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

PATIENCE = 60.0
"""Seconds to wait for an answer before the service counts as dead."""
SETTLE = "settle "
"""How the ids of requests begin that ask for nothing but an answer."""
encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder().decode
Message = dict[str, Any]
_TRUST = ssl.create_default_context()
"""Made once, since making it takes longer than most requests."""


@dataclass(frozen=True, slots=True)
class Keys:
    """What the creator of a match gets."""

    match: str
    tokens: Mapping[str, str]
    spectator: str
    host: str

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Keys:
        return cls(data["match"], dict(data["tokens"]), data["spectator"], data["host"])


class Refused(Exception):
    """An HTTP answer that is no success."""

    def __init__(self, status: int, body: str) -> None:
        super().__init__(f"{status}: {body[:500]}")
        self.status = status


class Gone(Exception):
    """The socket was closed while an answer was awaited; `code` says why, if the other side said."""

    def __init__(self, code: int | None) -> None:
        super().__init__(f"the socket was closed ({code})")
        self.code = code


class Table:
    """A service at an address."""

    def __init__(self, address: str) -> None:
        self.address = address.rstrip("/")
        parts = urlsplit(self.address)
        self.host, self.port = parts.hostname or "127.0.0.1", parts.port or 80
        self.socket_address = f"{'wss' if parts.scheme == 'https' else 'ws'}://{parts.netloc}/ws"

    async def ask(
        self,
        method: str,
        path: str,
        *,
        token: str | None = None,
        body: Any = None,
        headers: Mapping[str, str] | None = None,
    ) -> httpx.Response:
        """Any request; whatever comes back is the answer."""
        head = dict(headers or {})
        if token is not None:
            head["Authorization"] = f"Bearer {token}"
        if body is not None:
            head.setdefault("Content-Type", "application/json")
        async with httpx.AsyncClient(timeout=2 * PATIENCE, trust_env=False, verify=_TRUST) as http:
            return await http.request(method, self.address + path, headers=head, content=None if body is None else encode(body))

    async def post(self, path: str, body: Any, token: str | None = None) -> Any:
        """Post something that is meant to work."""
        answer = await self.ask("POST", path, body=body, token=token)
        if answer.status_code >= 300:
            raise Refused(answer.status_code, answer.text)
        return answer.json()

    async def create(
        self, game: str, scenario: str | None = None, *, seats: Mapping[str, str] | None = None, **more: Any
    ) -> Keys:
        """A new match."""
        body: Message = {"game": game, **more}
        if scenario is not None:
            body["scenario"] = scenario
        if seats is not None:
            body["seats"] = dict(seats)
        return await self._taken(Keys.of(await self.post("/api/matches", body)))

    async def _taken(self, keys: Keys) -> Keys:
        """The keys once everybody who was invited has taken the seat by its link."""
        tokens = dict(keys.tokens)
        for seat, link in keys.tokens.items():
            if link.startswith("seat-"):
                tokens[seat] = secrets.token_urlsafe(18)
                await self.post(f"/api/matches/{keys.match}/take", {"token": tokens[seat]}, link)
        return replace(keys, tokens=tokens)

    async def upload(self, record: str, seats: Mapping[str, str]) -> Keys:
        """A match that goes on where the record ends."""
        return await self._taken(Keys.of(await self.post("/api/matches/upload", {"record": record, "seats": dict(seats)})))

    async def meta(self, match: str, token: str) -> Message:
        """What everybody at the table may know about the match."""
        answer = await self.ask("GET", f"/api/matches/{match}", token=token)
        if answer.status_code != 200:
            raise Refused(answer.status_code, answer.text)
        found: Message = answer.json()
        return found

    async def record(self, match: str, token: str) -> str:
        """The record as far as the owner of that token may know it."""
        answer = await self.ask("GET", f"/api/matches/{match}/record", token=token)
        if answer.status_code != 200:
            raise Refused(answer.status_code, answer.text)
        return answer.text


class Seat:
    """One socket at the table, sitting or watching."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.frames: list[str | bytes] = []
        """Everything that was received, as it came."""
        self.welcome: Message = {}
        self.now: Message = {}
        """The last update, whatever brought it."""
        self.meta: Message = {}
        self.side: str | None = None
        self.listener: Callable[[], None] | None = None
        """Called after every message, for whoever watches several seats at once."""
        self._answers: dict[str, asyncio.Future[Message]] = {}
        self._heard = asyncio.Event()
        self._number = 0
        self._settled = 0
        self._reader: asyncio.Task[None] | None = None

    @classmethod
    @asynccontextmanager
    async def sit(cls, table: Table, match: str, token: str, name: str | None = None) -> AsyncIterator[Seat]:
        """Take a seat for a while."""
        seat = await cls.open(table, match, token, name)
        try:
            yield seat
        finally:
            await seat.close()

    @classmethod
    async def open(cls, table: Table, match: str, token: str, name: str | None = None) -> Seat:
        """Take a seat; raises `Gone` if it is not given."""
        socket = await connect(
            table.socket_address,
            compression=None,
            max_size=None,
            max_queue=None,
            open_timeout=PATIENCE,
            ping_interval=None,
            proxy=None,
        )
        seat = cls(socket)
        hello: Message = {"t": "hello", "protocol": 2, "match": match, "token": token}
        if name is not None:
            hello["name"] = name
        try:
            await socket.send(encode(hello).decode())
            first = await asyncio.wait_for(socket.recv(), PATIENCE)
        except ConnectionClosed as closed:
            raise Gone(closed.rcvd.code if closed.rcvd else None) from None
        seat.frames.append(first)
        seat._take(decode(first))
        seat._reader = asyncio.create_task(seat._read())
        return seat

    @property
    def alive(self) -> bool:
        """Whether the socket is open as far as is known."""
        return self._reader is not None and not self._reader.done()

    async def close(self) -> None:
        """Leave politely."""
        await self.socket.close()
        if self._reader is not None:
            await self._reader

    # ------------------------------------------------------------------ listening

    async def _read(self) -> None:
        with suppress(ConnectionClosed):
            while True:
                frame = await self.socket.recv()
                self.frames.append(frame)
                self._take(decode(frame))
        closed = self.socket.close_code
        for waiting in self._answers.values():
            if not waiting.done():
                waiting.set_exception(Gone(closed))
        self._answers.clear()
        self._tell()

    def _take(self, message: Message) -> None:
        kind = message.get("t")
        if kind == "welcome":
            self.welcome, self.meta, self.side = message, message["meta"], message["seat"]
            self.now = follow({}, message["update"])
        elif kind == "update":
            self.now = follow(self.now, message)
        elif kind == "stale":
            self.now = follow(self.now, message["update"])
        elif kind == "meta":
            self.meta = message["meta"]
        key = message.get("re")
        if isinstance(key, str) and (waiting := self._answers.pop(key, None)) is not None and not waiting.done():
            waiting.set_result(message)
        self._tell()

    def _tell(self) -> None:
        self._heard.set()
        if self.listener is not None:
            self.listener()

    async def until(self, good: Callable[[Seat], bool], patience: float = PATIENCE) -> None:
        """Listen until something is so."""
        async with asyncio.timeout(patience):
            while not good(self):
                if not self.alive:
                    raise Gone(self.socket.close_code)
                self._heard.clear()
                await self._heard.wait()

    # ------------------------------------------------------------------ speaking

    def fresh(self) -> str:
        """An id that this seat has not used."""
        self._number += 1
        return f"r{self._number}"

    async def ask(self, kind: str, *, id: str | None = None, **fields: Any) -> Message:
        """Send a request and await the message that answers it."""
        if not self.alive:
            raise Gone(self.socket.close_code)
        key = id if id is not None else self.fresh()
        waiting: asyncio.Future[Message] = asyncio.get_running_loop().create_future()
        self._answers[key] = waiting
        try:
            await self.socket.send(encode({"t": kind, "id": key, **fields}).decode())
        except ConnectionClosed as closed:
            if self._answers.pop(key, None) is None:
                waiting.exception()  # the reader was quicker to notice
            raise Gone(closed.rcvd.code if closed.rcvd else None) from None
        return await asyncio.wait_for(waiting, PATIENCE)

    async def act(self, text: str, *, id: str | None = None, tag: str | None = None) -> Message:
        """Take an action, by default on what was seen last."""
        return await self.ask("act", id=id, tag=self.now["tag"] if tag is None else tag, texts=[text])

    async def settle(self) -> None:
        """Wait until what the service has for this seat so far has arrived."""
        self._settled += 1
        await self.ask("ping", id=f"{SETTLE}{self._settled}")


# ---------------------------------------------------------------------- updates


def patched(view: Any, changes: list[list[Any]]) -> Any:
    """A view after some changes."""
    for path, *value in changes:
        view = _with(view, path, value)
    return view


def _with(node: Any, path: list[str], value: list[Any]) -> Any:
    key, *rest = path
    copy = dict(node)
    if rest:
        copy[key] = _with(node[key], rest, value)
    elif value:
        [copy[key]] = value
    else:
        del copy[key]
    return copy


def follow(now: Message, update: Message) -> Message:
    """An update with what follows from it: the whole view, the view after each act, and all events in one list. The message
    itself gets them."""
    follows = update["from"] is not None
    if follows:
        assert update["from"] == now["tag"], "the service thinks that this client has seen something else"
        assert "view" not in update
    view, positions = now["view"] if follows else update["view"], []
    for act in update["acts"]:
        assert (act["changes"] is not None) == follows
        view = patched(view, act["changes"] or [])
        positions.append(view)
    update["view"] = patched(view, update.get("changes", []))
    update["positions"] = positions
    update["events"] = [event for act in update["acts"] for event in act["events"]]
    update["side"] = update["acts"][-1]["side"] if update["acts"] else None
    return update


# ---------------------------------------------------------------------- offers


def choose(offers: list[Message], rng: random.Random) -> str:
    """The text of some offered action, picked offer by offer and argument by argument: cheap, if not uniform."""
    offer = offers[int(rng.random() * len(offers))]
    words, args = [offer["verb"]], offer["args"]
    while isinstance(args, dict):
        word = list(args)[int(rng.random() * len(args))]
        words.append(word)
        args = args[word]
    if args:
        words.append(args[int(rng.random() * len(args))])
    return " ".join(str(word) for word in words)


def texts(offers: list[Message]) -> Iterator[str]:
    """The texts of all offered actions."""
    for offer in offers:
        yield from (" ".join([offer["verb"], *rest]) for rest in _rests(offer["args"], len(offer["kinds"])))


def _rests(args: Any, depth: int) -> Iterator[list[str]]:
    if depth == 0:
        yield []
    elif isinstance(args, dict):
        for word, inner in args.items():
            yield from ([word, *rest] for rest in _rests(inner, depth - 1))
    else:
        yield from ([str(word)] for word in args)
