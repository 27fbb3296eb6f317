"""Kill the service in the middle of actions, and prove that no confirmed action is lost and none is carried out twice.

Several matches are played at once by clients who act as fast as they are answered. Every so often the service is killed without
warning and started again on the same database. A client whose request was not answered sends it again under the same id, and now
and then one that *was* answered, too. Each client keeps a ledger of what was confirmed to it: actions, less those taken back. In
the end the record of each match must hold exactly the ledger, in order, and replay to its own digest.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from websockets.exceptions import WebSocketException

import beachhead as bh
from beachhead.match import read_record

from .client import PATIENCE, Gone, Keys, Message, Refused, Seat, Table, choose
from .service import Service

SIDES = ("us", "jp")
LOST = (Gone, OSError, TimeoutError, WebSocketException, httpx.HTTPError)
"""How a client notices that the service has died."""


@dataclass
class Wish:
    """A request under way: sent, perhaps several times, and not answered yet."""

    side: str
    kind: str
    id: str
    fields: dict[str, Any]


@dataclass
class Game:
    """One match as its players saw it."""

    keys: Keys
    ledger: list[str] = field(default_factory=list)
    """The actions that were confirmed and not taken back."""
    asked: list[Wish] = field(default_factory=list)
    """Requests that were confirmed, newest last; any of them may be sent again."""
    over: bool = False


class Player:
    """Both players of one match, which they play as fast as they are answered; when it is over they begin another."""

    def __init__(self, name: str, tables: Sequence[Table], report: Report, seed: int, kind: str = "saipan") -> None:
        self.name = name
        self.kind = kind
        """The game that is played."""
        self.tables = tables
        """Where each side sits: two services on one database, or the same twice."""
        self.report = report
        self.rng = random.Random(f"kill {name} {seed}")
        self.game: Game | None = None
        self.wish: Wish | None = None
        self.seats: dict[str, Seat] = {}
        self.stop = False
        self.done = False
        self._number = 0
        self._heard = asyncio.Event()

    async def run(self) -> None:
        """Play, through every death of the service, until told to stop."""
        while not self.done:
            try:
                if self.game is None:
                    await self.begin()
                await self.sit()
                await self.play()
            except LOST:
                self.report.broken += 1
                await asyncio.sleep(0.15)
            finally:
                await self.leave()

    async def begin(self) -> None:
        """A match that was created just before a death may have no player; that is no loss."""
        scenario = self.rng.choice(("historical", "historical", "free")) if self.kind == "saipan" else None
        try:
            keys = await self.tables[0].create(self.kind, scenario, seats={"us": "me", "jp": "open"})
        except Refused as refused:
            self.report.fault(f"{self.name}: no match: {refused}")
            self.done = True
            return
        self.game = Game(keys)
        self.report.games.append(self.game)

    async def sit(self) -> None:
        assert self.game is not None
        self.seats = {}
        for side, table in zip(SIDES, self.tables, strict=True):
            seat = await Seat.open(table, self.game.keys.match, self.game.keys.tokens[side])
            seat.listener = self._heard.set
            self.seats[side] = seat
            if any(seat.welcome["autopass"].values()):  # whatever the service did itself would be missing in the ledger
                await seat.ask("autopass", steps=dict.fromkeys(seat.welcome["autopass"], False))

    async def leave(self) -> None:
        for seat in self.seats.values():
            with suppress(*LOST):
                await seat.close()
        self.seats = {}

    # ------------------------------------------------------------------ playing

    async def play(self) -> None:
        """Finish what is under way, then go on asking."""
        game = self.game
        assert game is not None
        if self.wish is not None:
            self.report.sent_again += 1
            await self.send(game)
        if game.asked and not game.over and self.rng.random() < 0.5:
            await self.repeat(game)
        while not game.over:
            self.wish = await self.next_wish(game)
            await self.send(game)
        self.game = None
        self.done = self.stop

    async def next_wish(self, game: Game) -> Wish:
        """What to ask for next: mostly an action, now and then something else that must not be done twice."""
        side = await self.deciding()
        seat, chance = self.seats[side], self.rng.random()
        if self.stop or chance < 0.002:
            return self.wish_of(self.rng.choice(SIDES), "resign")
        asked = seat.meta.get("offer")
        if asked:
            return self.wish_of(other(str(asked["by"])), "answer", yes=False)
        if chance < 0.01:
            return self.wish_of(side, "offer", what="draw")
        if seat.now["undo"] and chance < 0.08:
            return self.wish_of(side, "undo", tag=seat.now["tag"])
        if chance < 0.2:
            texts = [choose(seat.now["offers"], self.rng) for _ in range(self.rng.randint(1, 4))]
            return self.wish_of(side, "act", tag=seat.now["tag"], texts=texts)
        return self.wish_of(side, "act", tag=seat.now["tag"], texts=[choose(seat.now["offers"], self.rng)])

    def wish_of(self, side: str, kind: str, **fields: Any) -> Wish:
        self._number += 1
        return Wish(side, kind, f"{self.name}-{self._number}", fields)

    async def deciding(self) -> str:
        """The side that has offers; wait until one has."""
        async with asyncio.timeout(PATIENCE):
            while True:
                self._heard.clear()
                for side, seat in self.seats.items():
                    if seat.now["offers"]:
                        return side
                    if not seat.alive:
                        raise Gone(seat.socket.close_code)
                await self._heard.wait()

    async def send(self, game: Game) -> None:
        """Send the wish, and enter the outcome in the ledger."""
        wish = self.wish
        assert wish is not None
        if self.rng.random() < 0.03:
            # Hang up while the service is busy with us: to it that is another way of being interrupted.
            self.report.cut += 1
            asyncio.get_running_loop().call_later(self.rng.random() * 0.02, self.seats[wish.side].socket.transport.abort)
        begun = time.perf_counter()
        answer = await self.seats[wish.side].ask(wish.kind, id=wish.id, **wish.fields)
        self.report.waits.append(time.perf_counter() - begun)
        self.wish = None
        kind = str(answer["t"])
        self.report.answers[f"{wish.kind}: {kind}"] += 1
        if kind in ("update", "done"):
            game.asked.append(wish)
            self.confirm(game, wish, answer)
        elif kind == "refused" and len(wish.fields.get("texts", ())) > 1:
            return  # several actions picked blindly need not go together; then none is taken
        elif kind == "error" and wish.kind in ("offer", "answer"):
            # The question may have ended in the meantime: an action withdraws it.
            return
        elif kind != "stale":
            self.report.fault(f"{self.name}: {wish} was answered by {str(answer)[:300]}")
            await asyncio.sleep(0.2)
        if wish.kind == "answer" or wish.kind == "offer":
            for seat in self.seats.values():
                await seat.settle()

    def confirm(self, game: Game, wish: Wish, answer: Message) -> None:
        if wish.kind == "act":
            game.ledger += wish.fields["texts"][: answer["taken"]]
            self.report.actions += int(answer["taken"])
        elif wish.kind == "undo":
            game.ledger.pop()
        elif wish.kind == "resign":
            game.over = True
        if any(seat.now["view"]["result"] is not None for seat in self.seats.values()):
            game.over = True

    async def repeat(self, game: Game) -> None:
        """Send again what was confirmed long ago: the outcome must come again, and nothing else."""
        wish = self.rng.choice(game.asked[-3:])
        answer = await self.seats[wish.side].ask(wish.kind, id=wish.id, **wish.fields)
        self.report.repeated += 1
        if answer["t"] not in ("update", "done"):
            self.report.fault(f"{self.name}: {wish} was confirmed, but sent again it was answered by {str(answer)[:300]}")


def other(side: str) -> str:
    """Who sits opposite."""
    return SIDES[1 - SIDES.index(side)]


@dataclass
class Report:
    """What was done, and what went wrong."""

    kills: int = 0
    actions: int = 0
    sent_again: int = 0
    repeated: int = 0
    cut: int = 0
    broken: int = 0
    answers: Counter[str] = field(default_factory=Counter)
    waits: list[float] = field(default_factory=list)
    games: list[Game] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    checked: int = 0
    recovery: list[float] = field(default_factory=list)

    def fault(self, text: str) -> None:
        if len(self.faults) < 50:
            self.faults.append(text)

    def __str__(self) -> str:
        waits = sorted(self.waits) or [0.0]
        lines = [
            f"{self.kills} kills, {self.actions} actions confirmed in {len(self.games)} matches, {self.checked} records checked",
            f"sent again: {self.sent_again}; repeated for no need: {self.repeated}; "
            f"lines cut by the client: {self.cut}; attempts to come back: {self.broken}",
            f"answers: {', '.join(f'{name} {count}' for name, count in sorted(self.answers.items()))}",
            f"answer after {waits[len(waits) // 2] * 1000:.1f} ms (median), {waits[len(waits) * 99 // 100] * 1000:.1f} ms (p99)",
        ]
        if self.recovery:
            lines.append(f"back after a kill: {sorted(self.recovery)[len(self.recovery) // 2]:.2f} s (median)")
        lines += [f"FAULT {fault}" for fault in self.faults]
        lines.append("nothing lost, nothing done twice" if not self.faults else f"{len(self.faults)} faults")
        return "\n".join(lines)


async def prove(services: Sequence[Service], *, kills: int, matches: int, most: int, seed: int, game: str = "saipan") -> Report:
    """Play, kill, start again, so many times; then check every match. `most`: requests that a life of the service may answer."""
    report, rng = Report(), random.Random(f"killer {seed}")
    tables = [Table(service.address) for service in services]
    players = [Player(f"p{number}", (tables[0], tables[-1]), report, seed, game) for number in range(matches)]
    tasks = [asyncio.create_task(player.run()) for player in players]
    try:
        for _ in range(kills):
            await _some_answers(report, rng.randint(1, most))
            await asyncio.sleep(rng.uniform(0, 0.03))
            victim = rng.choice(list(services))
            victim.kill()
            report.kills += 1
            begun = time.perf_counter()
            await asyncio.to_thread(victim.start)
            report.recovery.append(time.perf_counter() - begun)
            for task in tasks:
                if task.done():
                    task.result()
        for player in players:
            player.stop = True
        await asyncio.wait_for(asyncio.gather(*tasks), 10 * PATIENCE)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    for played in report.games:
        await check(tables[0], played, report)
    return report


async def _some_answers(report: Report, count: int) -> None:
    """Wait until so many more requests have been answered: how long a life is depends on the machine, what it does must not."""
    enough = len(report.waits) + count
    async with asyncio.timeout(10 * PATIENCE):
        while len(report.waits) < enough:
            await asyncio.sleep(0.002)


async def check(table: Table, game: Game, report: Report) -> None:
    """Whether the record of a match is what was confirmed to its players."""
    match = game.keys.match
    try:
        records = {await table.record(match, token) for token in (*game.keys.tokens.values(), game.keys.spectator)}
    except Refused as refused:
        report.fault(f"{match}: no record: {refused}")
        return
    report.checked += 1
    if not game.over:
        report.fault(f"{match}: was left unfinished")
        return
    if len(records) != 1:
        report.fault(f"{match}: the record of a match that is over is not the same for all")
    record = records.pop()
    played = [text for _, text in read_record(record)[1]]
    if played != game.ledger:
        spot = next(
            (n for n, (a, b) in enumerate(zip(played, game.ledger, strict=False)) if a != b), min(len(played), len(game.ledger))
        )
        report.fault(
            f"{match}: {len(game.ledger)} actions were confirmed and {len(played)} are in the record; they part at {spot}: "
            f"confirmed {game.ledger[spot : spot + 3]}, recorded {played[spot : spot + 3]}"
        )
    try:
        replayed = bh.Match.load(record)
    except bh.BeachheadError as error:
        report.fault(f"{match}: the record does not replay: {error}")
        return
    if "Digest" not in read_record(record)[0] or len(replayed.history) != len(played):
        report.fault(f"{match}: the record has no digest, or replays to another length")
    verdict = await table.post("/api/verify", {"record": record})
    if not verdict["ok"] or verdict["digest"] != replayed.state.digest():
        report.fault(f"{match}: the service itself does not find the record in order: {verdict}")


@contextmanager
def postgres(folder: Path) -> Iterator[str]:
    """A PostgreSQL of our own for a while; answers the address of its database as SQLAlchemy knows it."""
    from pgserver.postgres_server import get_server  # only here: it brings a whole database server

    server = get_server(folder, cleanup_mode="stop")
    try:
        yield str(server.get_uri()).replace("postgresql://", "postgresql+psycopg://", 1)
    finally:
        server.cleanup()
