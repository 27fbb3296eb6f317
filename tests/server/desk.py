"""A service in a thread, and clients that talk to it as strangers would: over HTTP and sockets, with nothing but the protocol."""

from __future__ import annotations

import asyncio
import json
import random
import secrets
import socket
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from beachhead.server import Limits, Settings, create_app
from beachhead.server.run import Server, bind, config
from beachhead.server.service import Service
from tests.wire.client import follow

Message = dict[str, Any]
PATIENCE = 60.0
"""Seconds of real time after which something is broken: on no computer does anything here take as long."""
QUICK = Limits(
    watched_pause=0.001,
    creations_per_minute=6000,
    creation_burst=1000,
    listed_actions=10**6,
    messages_per_s=1e6,
    message_burst=10**6,
    frames_per_s=1e6,
    frame_burst=10**6,
)
"""Tests ask as fast as the computer lets them; what the limits do is proved by tests that set their own."""


class Desk:
    """One service. `with Desk(database) as desk:` runs it until the end of the block."""

    def __init__(
        self, database: str, limits: Limits = QUICK, *, private: bool = True, proxies: str = "127.0.0.1", **settings: Any
    ) -> None:
        self.settings = Settings(database, limits=limits, durable=False, private=private, **settings)
        self.app = create_app(self.settings)
        self.place = bind("127.0.0.1", 0, search=False)
        self.host = f"127.0.0.1:{self.place.getsockname()[1]}"
        self.address = f"http://{self.host}"
        self._ready = threading.Event()
        self._server = Server(config(self.app, self.settings, proxies=proxies), self._ready.set)
        self._thread = threading.Thread(target=self._run, daemon=True)
        self.http = httpx.Client(base_url=self.address, timeout=PATIENCE)

    @property
    def table(self) -> Service:
        """The service behind it, for tests that look inside."""
        table: Service = self.app.state.table
        return table

    def _run(self) -> None:
        asyncio.run(self._server.serve(sockets=[self.place]))

    def __enter__(self) -> Desk:
        self._thread.start()
        assert self._ready.wait(PATIENCE), "the service did not start"
        return self

    def __exit__(self, *_: object) -> None:
        self.http.close()
        self._server.should_exit = True
        self._thread.join(PATIENCE)

    # ------------------------------------------------------------------ asking

    def get(self, path: str, token: str | None = None, **headers: str) -> httpx.Response:
        """A GET, with a token if there is one."""
        return self.http.get(path, headers=headers | ({"Authorization": f"Bearer {token}"} if token else {}))

    def post(self, path: str, data: Any, token: str | None = None, **headers: str) -> httpx.Response:
        """A POST of JSON."""
        return self.http.post(path, json=data, headers=headers | ({"Authorization": f"Bearer {token}"} if token else {}))

    def create(self, game: str = "saipan", **wanted: Any) -> Message:
        """A new match between two people, unless told otherwise; answers its keys."""
        wanted.setdefault("seats", {"us": "me", "jp": "open"})
        answer = self.post("/api/matches", {"game": game} | {name: value for name, value in wanted.items() if value is not None})
        assert answer.status_code == 201, answer.text
        keys: Message = answer.json()
        return keys

    def take(self, match: str, link: str) -> str:
        """Take a seat by its link, as the page does when somebody says so; answers the token that opens it from then on."""
        token = secrets.token_urlsafe(18)
        answer = self.post(f"/api/matches/{match}/take", {"token": token}, link)
        assert answer.status_code == 200, answer.text
        return token

    def sit(self, keys: Message, side: str | None, **more: Any) -> Chair:
        """A socket in a seat; None for a spectator."""
        if side is not None and keys["tokens"][side].startswith("seat-"):
            keys["tokens"][side] = self.take(keys["match"], keys["tokens"][side])
        token = keys["spectator"] if side is None else keys["tokens"][side]
        return Chair(self.host, keys["match"], token, **more)


class Closed(Exception):
    """The service has closed the socket."""

    def __init__(self, code: int | None) -> None:
        super().__init__(f"closed with {code}")
        self.code = code


class Chair:
    """A seat with a socket. It keeps what it was told last."""

    def __init__(self, host: str, match: str, token: str, *, greet: bool = True, name: str = "", protocol: int = 2) -> None:
        self._opened = ExitStack()
        dialled = connect(f"ws://{host}/ws", max_size=None, compression=None, ping_interval=None, proxy=None)
        self.socket: ClientConnection = self._opened.enter_context(dialled)
        self.heard: list[Message] = []
        self.now: Message = {}
        self.meta: Message = {}
        self._number = random.randrange(10**9)
        if greet:
            self.send("hello", protocol=protocol, match=match, token=token, name=name)
            self.welcome = self.hear()
            if self.welcome["t"] == "welcome":
                self.now, self.meta = follow({}, self.welcome["update"]), self.welcome["meta"]

    def __enter__(self) -> Chair:
        return self

    def __exit__(self, *_: object) -> None:
        self._opened.close()

    def send(self, t: str, **fields: Any) -> None:
        """Send a message."""
        self.socket.send(json.dumps({"t": t} | fields))

    def hear(self, patience: float = PATIENCE) -> Message:
        """The next message."""
        try:
            message: Message = json.loads(self.socket.recv(timeout=patience))
        except ConnectionClosed as gone:
            raise Closed(gone.rcvd.code if gone.rcvd is not None else None) from None
        self.heard.append(message)
        if message["t"] == "update":
            self.now = follow(self.now, message)
        elif message["t"] == "stale":
            self.now = follow(self.now, message["update"])
        elif message["t"] == "meta":
            self.meta = message["meta"]
        return message

    def ask(self, t: str, **fields: Any) -> Message:
        """Send a request and wait for its answer."""
        self._number += 1
        fields.setdefault("id", f"r{self._number}")
        self.send(t, **fields)
        return self.until(lambda message: message.get("re") == fields["id"])

    def act(self, text: str, **fields: Any) -> Message:
        """Take an action."""
        return self.acts([text], **fields)

    def acts(self, texts: list[str], **fields: Any) -> Message:
        """Take actions in a row."""
        return self.ask("act", **({"tag": self.now["tag"], "texts": texts} | fields))

    def log(self, **fields: Any) -> list[Message]:
        """Everything that was seen, page by page."""
        page = self.ask("log", **fields)
        found: list[Message] = page["log"]
        while page["more"]:
            page = self.ask("log", before=found[0]["n"], **fields)
            found = page["log"] + found
        return found

    def act_any(self, rng: random.Random | None = None) -> str:
        """Take any offered action; answers its text."""
        text = any_action(self.now["offers"], rng or random.Random(7))
        told = self.act(text)
        assert told["t"] == "update", told
        return text

    def until(self, found: Callable[[Message], bool]) -> Message:
        """The next message that will do."""
        while not found(message := self.hear()):
            pass
        return message

    def until_t(self, t: str) -> Message:
        """The next message of a kind."""
        return self.until(lambda message: message["t"] == t)

    def settle(self) -> None:
        """Hear whatever has been sent by now."""
        self.ask("ping")

    def quiet(self) -> list[Message]:
        """What comes before an answer to a ping, other than that."""
        count = len(self.heard)
        self.ask("ping")
        return [message for message in self.heard[count:] if message["t"] != "pong"]


def frame(message: Message) -> bytes:
    """A text frame as a client masks it, with the simplest of masks."""
    text = json.dumps(message).encode()
    length = bytes([0x80 | len(text)]) if len(text) < 126 else bytes([0x80 | 126, *len(text).to_bytes(2, "big")])
    return b"\x81" + length + bytes(4) + text


def shake_hands(raw: socket.socket, host: str, keys: Message | None = None) -> None:
    """Begin a socket on a plain line; with keys, sit down as a spectator and then never read again."""
    raw.sendall(
        f"GET /ws HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    assert b"101" in raw.recv(200)
    if keys is not None:
        raw.sendall(frame({"t": "hello", "protocol": 2, "match": keys["match"], "token": keys["spectator"]}))


def any_action(offers: list[Message], rng: random.Random) -> str:
    """The text of one of the offered actions."""
    offer = rng.choice(offers)
    words, arguments = [offer["verb"]], offer["args"]
    while isinstance(arguments, dict):
        key = rng.choice(list(arguments))
        words.append(key)
        arguments = arguments[key]
    if arguments:
        words.append(rng.choice(arguments))
    return " ".join(words)


def play_on(chairs: list[Chair], actions: int, rng: random.Random) -> list[str]:
    """Take so many offered actions, whoever decides; answers their texts."""
    played: list[str] = []
    while len(played) < actions:
        for chair in chairs:
            if not chair.now["offers"]:
                chair.settle()
        deciding = [chair for chair in chairs if chair.now["offers"]]
        if not deciding:
            break
        text = any_action(deciding[0].now["offers"], rng)
        told = deciding[0].act(text)
        assert told["t"] in ("update", "stale"), told
        if told["t"] == "update":  # else it had not yet heard of the last action, and decides again if it is still its turn
            played.append(text)
    for chair in chairs:
        chair.settle()
    return played


def eventually(check: Callable[[], Any], patience: float = PATIENCE) -> Any:
    """Wait for something to come true."""
    end = time.monotonic() + patience
    while not (found := check()):
        assert time.monotonic() < end, "it never came true"
        time.sleep(0.01)
    return found
