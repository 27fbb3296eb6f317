"""Two plays of one game that the watchers must not be able to tell apart, with a service that answers for one side.

`twins.py` has both sides played by people. Here the side with secrets is answered for by the service: by a player of the program
that follows a script (`Scripted`) or one of the tests' own, or by passing. So time is part of what the watchers perceive: how
long they waited for their turn is kept beside the frames. The service runs in this process, where a test can put faults into it,
and by a clock that stands still unless everybody waits for it: times are compared exactly, however long anything takes here.
"""

from __future__ import annotations

import asyncio
import threading
import types
from collections import defaultdict, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any, ClassVar
from unittest import mock

import beachhead as bh
from beachhead.engine.action import Action
from beachhead.engine.state import State
from beachhead.games import REGISTERED
from beachhead.players import PLAYERS
from beachhead.players import Seat as Place
from beachhead.server import Limits
from beachhead.server.play.connections import Connection

from ..manual_clock import ManualClock
from ..server.desk import PATIENCE, Desk
from .client import Message, Seat, Table, decode, follow
from .compare import same_bytes
from .service import UNBOUND
from .twins import OVERLAYS, SEED, Move, Watcher, arrive

AT_ONCE = 64
"""Actions that a message may hold."""
BEAT = 0.25
"""Seconds after which windows are answered: of the tests' clock, which adds them up without a remainder."""


class Timed(Table):
    """A service whose clock is ours."""

    def __init__(self, desk: Desk, clock: ManualClock) -> None:
        super().__init__(desk.address)
        self.desk = desk
        self.clock = clock
        self.sent: dict[tuple[str, str | None], list[tuple[float, bytes]]] = defaultdict(list)
        """By match and seat: every message, and when it was sent. That is when somebody near by would have it; when the test gets
        around to reading it says nothing."""

    def note(self, send: Callable[[Connection, bytes], None], connection: Connection, message: bytes) -> None:
        """Send a message, and note when."""
        self.sent[connection.room.id, connection.seat].append((self.clock.now(), message))
        send(connection, message)

    async def next_beat(self, match: str) -> float | None:
        """When what the service is about to answer will be answered; None if it is about nothing. Whatever can be done before
        any time passes has been done then."""
        async with asyncio.timeout(PATIENCE):
            while True:
                answering = self.desk.table.rooms[match].bot
                if answering is None or answering.done():
                    return None
                if (moment := self.clock.wakes(answering)) is not None:
                    return moment
                await asyncio.sleep(0.001)


@contextmanager
def service(folder: Path, *, games: Mapping[str, str], **players: Any) -> Iterator[Timed]:
    """A service with known dice, and players of the tests' own."""
    clock = ManualClock()
    limits: dict[str, Any] = dict(UNBOUND) | {"window_seconds": BEAT}
    known = types.SimpleNamespace(token_bytes=lambda _: bytes.fromhex(SEED))
    with (
        mock.patch.dict(REGISTERED, games),
        mock.patch.dict(PLAYERS, players),
        mock.patch("beachhead.engine.chance.dice.secrets", known),
        Desk(f"sqlite:///{folder / 'table.sqlite3'}", Limits(**limits), clock=clock) as desk,
    ):
        table, send = Timed(desk, clock), Connection.send
        with mock.patch.object(Connection, "send", lambda connection, message: table.note(send, connection, message)):
            yield table


class Scripted:
    """A player of the program that does what a test has written down, once it is let."""

    name = "scripted"
    script: ClassVar[deque[str]] = deque()
    let: ClassVar[threading.Event] = threading.Event()

    def __init__(self, seed: str) -> None:
        del seed

    def choose(self, seat: Place, budget: float) -> Action:
        """The next action of the script."""
        del budget
        assert self.let.wait(PATIENCE)
        text = self.script.popleft()
        return next(action for action in seat.actions() if str(action) == text)


@dataclass
class Perceived:
    """What the watchers of one play got, and how long each window was open before their eyes, by its step."""

    frames: dict[str, list[str]] = field(default_factory=dict)
    waits: list[tuple[str, float]] = field(default_factory=list)


@dataclass(frozen=True)
class Cast:
    """Who plays, and who watches."""

    game: str
    scenario: str
    watcher: str
    other: str
    program: str = ""
    """The player of the program on the other side; empty if a person sits there."""
    answered: tuple[str, ...] = ()
    """Steps of the other side that are passed, if a person sits there."""
    texts: tuple[str, ...] = ()
    units: tuple[str, ...] = ()
    stops: int = 2
    options: tuple[tuple[str, Any], ...] = ()
    overlays: tuple[str, ...] = OVERLAYS

    def new(self) -> State:
        """The game that the service begins."""
        made: State = bh.game(self.game).new(self.scenario, seed=SEED, **dict(self.options))
        return made


def waits_of(sent: Sequence[tuple[float, bytes]], side: str, since: int) -> list[tuple[str, float]]:
    """How long each decision of that side was to be seen by somebody who was sent these messages at these times, by its step. The
    first `since` of them do not count."""
    heard: list[tuple[float, str, str]] = []
    now: Message = {}
    tag = ""
    for number, (moment, message) in enumerate(sent):
        told = decode(message)
        update = told.get("update", told)
        now = follow(now, update) if "acts" in update else now
        if number >= since and "acts" in update and now["tag"] != tag:
            tag, decision = now["tag"], now["view"]["decision"]
            heard.append((moment, decision["side"], decision["step"]))
    return [(step, after - before) for (before, who, step), (after, _, _) in pairwise(heard) if who == side]


async def play(table: Timed, cast: Cast, moves: Sequence[Move]) -> Perceived:
    """Play the moves; what the service answers is not sent but waited for."""
    more = {"options": dict(cast.options)} if cast.options else {}
    seated = {cast.watcher: "me", cast.other: cast.program or "me"}
    keys = await table.create(cast.game, cast.scenario, seats=seated, **more)
    seat = await arrive(table, keys, keys.tokens[cast.watcher], [])
    looker = await arrive(table, keys, keys.spectator, [seat])
    if seat.welcome["autopass"]:
        await seat.ask("autopass", steps=dict.fromkeys(seat.welcome["autopass"], False))
    seats, before = [seat, looker], len(table.sent[keys.match, cast.watcher])
    other: Seat | None = None
    if not cast.program:
        other = await arrive(table, keys, keys.tokens[cast.other], seats)
        seats.append(other)
        told = await other.ask("autopass", steps={step: step in cast.answered for step in other.welcome["autopass"]})
        assert told["t"] == "autopass", told
    Scripted.script = deque(move.text for move in moves if move.side == cast.other)
    Scripted.let.set()
    watchers = [Watcher(cast.watcher, keys.tokens[cast.watcher], seat), Watcher("spectator", keys.spectator, looker)]
    steps = steps_of(cast, moves)
    looks = _looks(cast, moves, steps)

    async def until(who: Seat, good: Callable[[Seat], bool]) -> None:
        """Let time pass until something is so, from one thing that waits for it to the next."""
        while True:
            for each in seats:
                await each.settle()
            moment = await table.next_beat(keys.match)
            await who.settle()
            if good(who):
                return
            assert moment is not None, f"{who.side} can tell by the time: nothing comes"
            table.clock.advance_to(moment)

    unseen: list[str] = []
    for number, (move, step) in enumerate(zip(moves, steps, strict=True)):
        if move.side == cast.watcher or (other is not None and step not in cast.answered):
            actor = seat if move.side == cast.watcher or other is None else other
            await until(actor, partial(_is_asked, step))
            if move.hidden:
                unseen.append(move.text)
                continue
            while unseen:
                told = await actor.ask("act", tag=actor.now["tag"], texts=unseen[:AT_ONCE])
                assert told.get("taken") == len(unseen[:AT_ONCE]), told
                unseen = unseen[AT_ONCE:]
            for each in seats:
                await until(each, partial(_sees, actor.now["view"]["decision"]))
            if number in looks:
                for watcher in watchers:
                    await watcher.look_around(table, keys.match, cast.texts, cast.units, cast.overlays)
            await _act(actor, move)
    last = cast.new()
    for move in moves:
        last.apply(move.text)
    for each in seats:
        await until(each, partial(_sees_step, last.decision.step))
    for watcher in watchers:
        await watcher.look_around(table, keys.match, cast.texts, cast.units, cast.overlays)
    Scripted.let.clear()
    waits = waits_of(table.sent[keys.match, cast.watcher], cast.other, before)
    waits = [wait for wait in waits if cast.program or wait[0] in cast.answered]
    perceived = Perceived({watcher.name: watcher.all(keys.match) for watcher in watchers}, waits)
    for each in seats:
        await each.close()
    return perceived


def _looks(cast: Cast, moves: Sequence[Move], steps: Sequence[str]) -> set[int]:
    """Before which moves the watchers look around: whenever they decide, or somebody does who takes his time."""
    turns = [
        number
        for number, (move, step) in enumerate(zip(moves, steps, strict=True))
        if not move.hidden and (move.side == cast.watcher or not (cast.program or step in cast.answered))
    ]
    return {turns[len(turns) * part // (cast.stops + 1)] for part in range(1, cast.stops + 1)}


def steps_of(cast: Cast, moves: Sequence[Move]) -> list[str]:
    """In which step each move is made. A brooder's moves are his own: then the script's are as good."""
    state, found = cast.new(), list[str]()
    for move in moves:
        found.append(state.decision.step)
        state.apply(move.text)
    return found


async def _act(seat: Seat, move: Move) -> None:
    answer = await seat.act(move.text)
    assert answer["t"] == "update", (move, answer)


def _is_asked(step: str, seat: Seat) -> bool:
    return bool(seat.now["offers"]) and _sees_step(step, seat)


def _sees_step(step: str, seat: Seat) -> bool:
    return bool(seat.now["view"]["decision"]["step"] == step)


def _sees(decision: object, seat: Seat) -> bool:
    return bool(seat.now["view"]["decision"] == decision)


def tell_apart(plays: Sequence[Perceived]) -> None:
    """Raise if the watchers can tell one play from the other, and say by what: bytes, or times."""
    first, second = plays
    same_bytes(first.frames, second.frames, 30)
    tell_apart_by_time(plays)


def tell_apart_by_time(plays: Sequence[Perceived], *steps: str) -> None:
    """Raise if they can by when windows of these steps, or any, ended."""
    first, second = ([wait for wait in play.waits if not steps or wait[0] in steps] for play in plays)
    assert [step for step, _ in first] == [step for step, _ in second], "can tell by the order of windows"
    for number, ((step, one), (_, other)) in enumerate(zip(first, second, strict=True)):
        assert one == other, f"can tell by the time: window {number}, {step}, takes {one} s, else {other} s"


def both(table: Timed, casts: Sequence[Cast], plays: Sequence[Sequence[Move]]) -> list[Perceived]:
    """Play both worlds."""

    async def run() -> list[Perceived]:
        return [await play(table, cast, moves) for cast, moves in zip(casts, plays, strict=True)]

    return asyncio.run(run())
