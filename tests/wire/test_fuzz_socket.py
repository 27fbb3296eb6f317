"""Nothing that comes in over a socket brings the service down or keeps others from playing; see `test_fuzz.py`."""

from __future__ import annotations

import asyncio
import json
import random
import socket
import struct
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed

from beachhead.server import Limits

from ..server.desk import Desk
from . import strategies as odd
from .bench import CLOSES, SAYS, TIMES, Bench, Socket, Visitor, frame, many, upgrade
from .client import PATIENCE, Keys, Message, Seat, Table, choose, encode
from .service import UNBOUND

pytestmark = pytest.mark.usefixtures("nobody_else_suffers")
REQUESTS: dict[str, dict[str, Any]] = {
    "hello": {"protocol": 2, "match": "nosuchmatch1", "token": "x", "name": "Smith"},
    "act": {"id": "1", "tag": "x", "texts": ["land U:1/2 1203", "done"]},
    "actions": {"id": "1", "tag": "x", "verb": "land", "args": ["U:1/2"], "kinds": None},
    "autopass": {"id": "1", "steps": {"watch": True}},
    "undo": {"id": "1", "tag": "x"},
    "why": {"id": "1", "text": "land U:1/2 1203"},
    "preview": {"id": "1", "verb": "land", "args": ["U:1/2"]},
    "about": {"id": "1", "unit": "U:1/2"},
    "overlay": {"id": "1", "name": "zones"},
    "log": {"id": "1", "before": 5, "after": None, "most": 3, "side": None},
    "look": {"id": "1", "at": 0, "side": None},
    "offer": {"id": "1", "what": "draw"},
    "answer": {"id": "1", "yes": False},
    "withdraw": {"id": "1"},
    "chat": {"id": "1", "text": "hello"},
    "name": {"id": "1", "name": "Smith"},
    "ping": {"id": "1"},
    "welcome": {"id": "1"},
    "": {"id": "1"},
}


@pytest.mark.parametrize("who", ["us", "jp", "spectator"])
def test_bent_messages(bench: Bench, who: str) -> None:
    """Every kind of message with wrong, missing and additional fields, before the eyes of a seat that may act and of those that
    may not; each is answered or ignored, and the socket stays open or is closed with a documented code."""
    visitor = Visitor(bench, who)

    async def one(messages: list[Message]) -> None:
        socket = await visitor.seated()
        await socket.say(*(json.dumps(message) for message in messages))

    @many(45)
    @given(st.lists(odd.draws(REQUESTS), min_size=1, max_size=3))
    def run(messages: list[Message]) -> None:
        bench.runner.run(one(messages))

    run()
    bench.runner.run(visitor.socket.shut())


@many(45)
@given(frames=st.lists(st.one_of(odd.broken_json, odd.junk.map(odd.as_json)), min_size=1, max_size=2), binary=st.booleans())
def test_broken_frames(bench: Bench, frames: list[bytes], binary: bool) -> None:
    """Junk after the welcome, as text where it is text, and as bytes."""

    async def one() -> None:
        socket = Socket(bench.table)
        await socket.hello(bench.victim.match, bench.victim.tokens["us"])
        ready: list[str | bytes] = []
        for raw in frames:
            try:
                ready.append(raw if binary else raw.decode())
            except UnicodeDecodeError:
                ready.append(raw)
        await socket.say(*ready)
        await socket.shut()

    bench.runner.run(one())


@many(40)
@given(first=st.one_of(odd.broken_json, odd.draws(REQUESTS).map(odd.as_json)), binary=st.booleans())
def test_broken_hellos(bench: Bench, first: bytes, binary: bool) -> None:
    """Whatever comes instead of a hello ends the socket with a documented code, and never with a welcome."""

    async def one() -> None:
        socket = Socket(bench.table)
        raw = await socket.open()
        whole: str | bytes = first
        if not binary:
            try:
                whole = first.decode()
            except UnicodeDecodeError:
                whole = first
        try:
            await raw.send(whole)
            while True:
                message = socket.look(await asyncio.wait_for(raw.recv(), PATIENCE))
                assert message["t"] == "error", message
        except ConnectionClosed as closed:
            code = closed.rcvd.code if closed.rcvd else -1
            assert code in CLOSES | {1007}, closed
            assert code != 1000

    bench.runner.run(one())


@many(45)
@given(text=odd.action_texts, verb=st.sampled_from(odd.WORDS), arguments=st.lists(odd.action_texts, max_size=4), past=odd.numbers)
def test_texts_of_actions(bench: Bench, text: str, verb: str, arguments: list[str], past: float) -> None:
    """Texts of actions that are legal, illegal or nonsense: refused with a reason, never with a fault."""
    visitor = TEXT_VISITORS.setdefault(id(bench), Visitor(bench, "us"))

    async def one() -> None:
        socket = await visitor.seated()
        tag = socket.welcome["update"]["tag"]
        for message in reversed(socket.heard):
            if message["t"] in ("update", "stale"):
                tag = message.get("update", message)["tag"]
                break
        requests = (
            {"t": "why", "id": "w", "text": text},
            {"t": "preview", "id": "p", "verb": verb, "args": arguments},
            {"t": "about", "id": "a", "unit": arguments[0] if arguments else text},
            {"t": "overlay", "id": "o", "name": text},
            {"t": "look", "id": "l", "at": past},
            {"t": "log", "id": "g", "before": past, "most": past},
            {"t": "actions", "id": "n", "tag": tag, "verb": verb, "args": arguments},
            {"t": "act", "id": f"t{time.time_ns()}", "tag": tag, "texts": [text]},
            {"t": "act", "id": f"u{time.time_ns()}", "tag": tag, "texts": [text, *arguments]},
            {"t": "autopass", "id": "s", "steps": dict.fromkeys(arguments, True)},
        )
        await socket.say(*(json.dumps(request) for request in requests))

    bench.runner.run(one())


TEXT_VISITORS: dict[int, Visitor] = {}


def test_valid_messages_in_any_order(bench: Bench) -> None:
    """Two seats and a spectator say sensible things at senseless times, at once."""
    rng = random.Random(5)
    keys = bench.runner.run(bench.table.create("lookout", "night", seats={"raider": "me", "warden": "me"}))

    async def somebody(token: str, times: int) -> None:
        async with Seat.sit(bench.table, keys.match, token) as seat:
            for number in range(times):
                kind = rng.choice(
                    ("act", "act", "act", "row", "undo", "why", "preview", "look", "log", "offer", "answer", "withdraw", "chat")
                )
                offers, tag = seat.now["offers"], rng.choice((seat.now["tag"], seat.now["tag"], "old"))
                text = (
                    choose(offers, rng)
                    if offers and rng.random() < 0.8
                    else rng.choice(("aim village", "pass", "done", "search t1"))
                )
                sensible: dict[str, dict[str, Any]] = {
                    "act": {"tag": tag, "texts": [text]},
                    "row": {"tag": tag, "texts": [text, choose(offers, rng) if offers else text]},
                    "undo": {"tag": tag},
                    "why": {"text": text},
                    "preview": {"verb": text.split()[0], "args": text.split()[1:2]},
                    "look": {"at": rng.randrange(0, 8)},
                    "log": {"after": rng.randrange(0, 8)},
                    "offer": {"what": rng.choice(("undo", "draw"))},
                    "answer": {"yes": rng.random() < 0.5},
                    "withdraw": {},
                    "chat": {"text": f"line {number}"},
                }
                answer = await seat.ask("act" if kind == "row" else kind, **sensible[kind])
                assert answer["t"] in SAYS
                assert "went wrong" not in answer.get("text", ""), answer

    async def all_at_once() -> None:
        tokens = (*keys.tokens.values(), *keys.tokens.values(), keys.spectator)
        await asyncio.gather(*(somebody(token, int(60 * min(TIMES, 5))) for token in tokens))

    bench.runner.run(all_at_once())


def test_looking_back_while_others_act(bench: Bench) -> None:
    """The past is read while the present is written and taken back: every answer fits, and nothing breaks."""
    keys = bench.runner.run(bench.table.create("saipan", "historical", seats={"us": "me", "jp": "me"}))
    rng = random.Random(7)

    async def acting(seats: dict[str, Seat]) -> None:
        for _ in range(150):
            for seat in seats.values():
                if seat.now["undo"] and rng.random() < 0.4:
                    await seat.ask("undo", tag=seat.now["tag"])
                if seat.now["offers"]:
                    assert (await seat.act(choose(seat.now["offers"], rng)))["t"] in ("update", "stale")
                    break
            else:
                await asyncio.sleep(0.005)

    async def looking(seat: Seat, playing: asyncio.Task[None]) -> None:
        while not playing.done():
            at = rng.randrange(0, seat.now["moment"] + 1)
            answer = await seat.ask("look", at=at)
            assert answer["t"] in ("looked", "error"), answer
            assert "went wrong" not in answer.get("text", ""), answer
            answer = await seat.ask("log", after=at)
            assert answer["t"] == "logged"

    async def both() -> None:
        seats = {side: await Seat.open(bench.table, keys.match, token) for side, token in keys.tokens.items()}
        lookers = [await Seat.open(bench.table, keys.match, token) for token in (keys.spectator, *keys.tokens.values())]
        playing = asyncio.create_task(acting(seats))
        await asyncio.gather(playing, *(looking(seat, playing) for seat in lookers))
        for seat in (*seats.values(), *lookers):
            await seat.close()

    bench.runner.run(both())


# ---------------------------------------------------------------------- manners


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"token": "wrong"}, 4001),
        ({"token": ""}, 4001),
        ({"match": "nosuchmatch1"}, 4004),
        ({"match": ""}, 4004),
        ({"protocol": 1}, 4002),
        ({"protocol": 0}, 4002),
    ],
)
def test_refused_hellos(bench: Bench, change: Message, code: int) -> None:
    async def one() -> int:
        socket = Socket(bench.table)
        raw = await socket.open()
        hello = {"t": "hello", "protocol": 2, "match": bench.victim.match, "token": bench.victim.tokens["us"]} | change
        await raw.send(encode(hello).decode())
        try:
            while True:
                message = socket.look(await asyncio.wait_for(raw.recv(), PATIENCE))
                assert message["t"] == "error", message
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else -1

    assert bench.runner.run(one()) == code


@pytest.mark.parametrize("fragments", [1, 400])
@pytest.mark.parametrize("early", [True, False])
def test_ten_megabytes(bench: Bench, fragments: int, early: bool) -> None:
    """Ten megabytes in one message, whole or in pieces, before the hello or after: 1009, and the memory does not stay taken."""

    async def one() -> int:
        socket = Socket(bench.table)
        raw = await socket.open()
        if not early:
            await socket.hello(bench.victim.match, bench.victim.tokens["us"])
            assert socket.raw is not None
            raw = socket.raw
        piece = "x" * (10_000_000 // fragments)
        try:
            await raw.send(piece if fragments == 1 else [piece] * fragments)
            while True:
                await asyncio.wait_for(raw.recv(), PATIENCE)
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else 1006

    assert bench.runner.run(one()) in (1009, 1006)


def test_message_of_just_the_limit(bench: Bench) -> None:
    """16 kB may be sent, and a little more may not."""

    async def one(size: int) -> int | None:
        socket = Socket(bench.table)
        await socket.hello(bench.victim.match, bench.victim.tokens["us"])
        body = json.dumps({"t": "ping", "id": "a", "extra": ""})
        return await socket.say(json.dumps({"t": "ping", "id": "a", "extra": "x" * (size - len(body))}))

    assert bench.runner.run(one(16 * 1024)) is None
    assert bench.runner.run(one(16 * 1024 + 1)) == 1009


def test_slow_reader(bench: Bench) -> None:
    """Who asks and asks and never reads costs the service a bounded queue, not its memory, and nobody else any time."""
    before = bench.service.memory()
    with socket.create_connection(("127.0.0.1", bench.service.port)) as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        upgrade(line)
        line.settimeout(0.5)
        frame(line, encode({"t": "hello", "protocol": 2, "match": bench.victim.match, "token": bench.victim.tokens["us"]}))
        sent = 0
        try:
            for number in range(6000):
                frame(line, encode({"t": "look", "id": f"{number}", "at": 0}))
                sent += 1
        except (TimeoutError, ConnectionError):
            pass  # the service has stopped reading from somebody who does not read either
        bench.still_plays()
        assert bench.service.memory() - before < 60e6, f"{sent} requests took {(bench.service.memory() - before) / 1e6:.0f} MB"


def test_abrupt_ends(bench: Bench) -> None:
    """Sockets cut in the middle of a handshake, a frame, a request; and left half open."""
    hello = encode({"t": "hello", "protocol": 2, "match": bench.victim.match, "token": bench.victim.tokens["us"]})
    left = []
    for number in range(60):
        line = socket.create_connection(("127.0.0.1", bench.service.port))
        if number % 6 == 0:
            line.sendall(b"GET /ws HTTP/1.1\r\nHost: loc")
        else:
            upgrade(line)
        if number % 6 == 1:
            line.sendall(b"\x81\xfe\x10")  # a head without its mask
        elif number % 6 == 2:
            line.sendall(b"\x81\xff\x7f\xff\xff\xff\xff\xff\xff\xff\x00\x00\x00\x00")  # nine exabytes to come
        elif number % 6 == 3:
            line.sendall(b"\x81\x05hello")  # not masked
        elif number % 6 == 4:
            frame(line, hello)
            for count in range(20):
                frame(line, encode({"t": "log", "id": f"{count}"}))
        elif number % 6 == 5:
            frame(line, hello)
            line.sendall(b"\x88\x80\x00\x00\x00\x00" + b"\xff" * 100)  # a close, and more after it
        if number % 2:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))  # cut, without a farewell
            line.close()
        else:
            left.append(line)
    bench.still_plays()
    for line in left:
        line.close()


def test_acting_and_hanging_up(tmp_path: Path) -> None:
    """Somebody acts and is cut off before he hears the answer. If the action stands, the other player hears of it: he does not
    sit before an old position until the first one comes back."""
    rng = random.Random(11)

    async def hang_up(desk: Desk, keys: Keys, jp: Seat, number: int) -> None:
        async with Seat.sit(Table(desk.address), keys.match, keys.tokens["us"]) as us:
            if not us.now["offers"]:
                await jp.settle()
                assert (await jp.act(choose(jp.now["offers"], rng)))["t"] == "update"
                return
            tag, text = us.now["tag"], choose(us.now["offers"], rng)
        await jp.until(lambda seat: not seat.meta["seats"]["us"]["here"])
        with socket.create_connection(("127.0.0.1", desk.place.getsockname()[1])) as line:
            upgrade(line)
            frame(line, encode({"t": "hello", "protocol": 2, "match": keys.match, "token": keys.tokens["us"]}))
            for count in range(number * 3):
                frame(line, encode({"t": "ping", "id": f"p{count}"}))
            await jp.until(lambda seat: seat.meta["seats"]["us"]["here"])
            frame(line, encode({"t": "act", "id": f"cut {number}", "tag": tag, "texts": [text]}))
            await asyncio.sleep(rng.choice((0, 0.002, 0.005, 0.01, 0.02)))
            line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        # Whatever he did is written before it is noted that he has gone.
        await jp.until(lambda seat: not seat.meta["seats"]["us"]["here"])
        stands, room = len(desk.table.storage.journal(keys.match, 0)), desk.table.rooms[keys.match]
        async with asyncio.timeout(PATIENCE):
            while room.number != stands or jp.now["tag"] != room.view_for("jp").tag:
                await jp.settle()

    async def rounds(desk: Desk) -> None:
        keys = await Table(desk.address).create("saipan", "historical", seats={"us": "me", "jp": "me"})
        async with Seat.sit(Table(desk.address), keys.match, keys.tokens["jp"]) as jp:
            for number in range(int(12 * min(TIMES, 10))):
                await hang_up(desk, keys, jp, number % 12)

    with Desk(f"sqlite:///{tmp_path / 'table.sqlite3'}", Limits(**UNBOUND)) as desk:  # type: ignore[arg-type]
        asyncio.run(rounds(desk))


def test_two_hundred_silent_sockets(bench: Bench) -> None:
    """Many that never say who they are."""
    lines = [socket.create_connection(("127.0.0.1", bench.service.port)) for _ in range(200)]
    for line in lines:
        upgrade(line, wait=False)
    bench.still_plays()
    for line in lines:
        line.close()
