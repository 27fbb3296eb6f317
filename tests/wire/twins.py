"""The same public game played twice over the wire, with different secrets of one side, and all that the others got to see of it.

A `Watcher` is somebody who may not know: the other player, or a spectator. He keeps every frame of his socket, and at every stop
he asks for everything he can think of: his view of the past, the log, every unit, every overlay, why and what if, illegal and
stale actions, and every address that his token opens. What he got in one play must be what he got in the other, byte for
byte, once the names that differ by necessity (the match's id, moments of time) are taken out.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

import beachhead as bh
from beachhead.engine.event import Event

from .client import SETTLE, Keys, Seat, Table

SEED = "5eed" * 8
OVERLAYS = ("zones", "guns", "none")
TIMES = re.compile(r'"(created|at)":"\d{4}-\d\d-\d\dT[^"]*"')


@dataclass(frozen=True)
class Move:
    """One action, or one taken back; `hidden` from the watchers, so that the other play may have more or fewer of them."""

    side: str
    text: str
    hidden: bool = False

    @property
    def undo(self) -> bool:
        return self.text == "undo"


@dataclass
class Watcher:
    """Somebody who may not know, and all that he got."""

    name: str
    token: str
    seat: Seat
    fetched: list[str] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)

    async def look_around(
        self, table: Table, match: str, texts: Sequence[str], units: Sequence[str], overlays: Sequence[str] = OVERLAYS
    ) -> None:
        """Ask for everything. The answers are in the frames."""
        seat = self.seat
        await seat.settle()
        self.tags.append(seat.now["tag"])
        moments = seat.now["moment"]
        for moment in sorted({0, moments // 2, max(0, moments - 1), moments, moments + 1}):
            await seat.ask("look", at=moment)
        for side in (*seat.meta["seats"], "nobody"):
            await seat.ask("look", at=moments, side=side)
        await seat.ask("log")
        await seat.ask("log", before=moments, most=3)
        await seat.ask("log", after=1, most=3)
        for unit in units:
            await seat.ask("about", unit=unit)
        for overlay in overlays:
            await seat.ask("overlay", name=overlay)
        offered = {text for text in texts if _is_offered(seat, text)}
        for text in texts:
            await seat.ask("why", text=text)
            if text not in offered:
                await seat.act(text)
        await seat.act(texts[0], tag=self.tags[0] if self.tags[0] != seat.now["tag"] else "long ago")
        for offer in seat.now["offers"][:6]:
            words = list(offer["args"])[:3] if isinstance(offer["args"], dict) else []
            for word in words or [None]:
                await seat.ask("preview", verb=offer["verb"], args=[] if word is None else [word])
        if not seat.now["undo"]:
            await seat.ask("undo", tag=seat.now["tag"])
        await seat.ask("answer", yes=True)
        await self.fetch(table, match, ("", "/record", "/seats", "/branch"))

    async def fetch(self, table: Table, match: str, paths: Sequence[str]) -> None:
        """Addresses that the token opens, and some that it does not."""
        for path in paths:
            answer = await table.ask("GET", f"/api/matches/{match}{path}", token=self.token)
            self.keep(f"GET {path} {answer.status_code}", answer.headers.multi_items(), answer.text)
        bodies: dict[str, dict[str, object]] = {"/seats": {"side": "jp", "sit": "open"}, "/branch": {"at": 1}}
        for path, body in bodies.items():
            answer = await table.ask("POST", f"/api/matches/{match}{path}", token=self.token, body=body)
            self.keep(f"POST {path} {answer.status_code}", answer.headers.multi_items(), answer.text)

    def keep(self, what: str, headers: list[tuple[str, str]], text: str) -> None:
        head = "\n".join(f"{name}: {value}" for name, value in headers if name != "date")
        self.fetched.append(f"{what}\n{head}\n{text}")

    def all(self, match: str) -> list[str]:
        """All that he got, without what must differ, and without what only marks how far the test has come."""
        frames = [frame if isinstance(frame, str) else f"binary {frame!r}" for frame in self.seat.frames]
        frames = [frame for frame in frames if f'"re":"{SETTLE}' not in frame]
        return [TIMES.sub(r'"\1":"…"', text.replace(match, "MATCH")) for text in (*frames, *self.fetched)]


def _is_offered(seat: Seat, text: str) -> bool:
    words = text.split()
    return any(offer["verb"] == words[0] for offer in seat.now["offers"])


async def play(
    table: Table,
    game: str,
    scenario: str,
    moves: Sequence[Move],
    *,
    watched_by: Sequence[str],
    texts: Sequence[str],
    units: Sequence[str],
    stops: int,
    board: bool,
) -> dict[str, list[str]]:
    """Play a game over the wire; answers all that each watcher got."""
    sides = bh.game("saipan" if game == "saipan" else "lookout").sides
    keys = await table.create(game, scenario, seats=dict.fromkeys(sides, "me"))
    seats: dict[str, Seat] = {}
    watchers: list[Watcher] = []
    for name in watched_by:
        token = keys.tokens.get(name, keys.spectator)
        seat = await arrive(table, keys, token, list(seats.values()))
        watchers.append(Watcher(name, token, seat))
        seats[name] = seat
    for side in sides:
        if side not in seats:
            seats[side] = await arrive(table, keys, keys.tokens[side], list(seats.values()))
    public = [number for number, move in enumerate(moves) if not move.hidden]
    looks = set(public[:: max(1, len(public) // stops)]) | {public[0], public[-1]}
    for number, move in enumerate(moves):
        seat = seats[move.side]
        if number in looks:
            # A hidden action may have been taken since: nothing of it is seen before the watchers look.
            for watcher in watchers:
                await watcher.look_around(table, keys.match, texts, units)
        await seat.settle()
        answer = await (seat.ask("undo", tag=seat.now["tag"]) if move.undo else seat.act(move.text))
        assert answer["t"] == "update", (move, answer)
        if not move.hidden:
            for other in seats.values():
                await other.settle()
    await _talk(seats, sides)
    for watcher in watchers:
        await watcher.look_around(table, keys.match, texts, units)
        if board:
            await watcher.fetch(table, keys.match, ("/board",))
    found = {watcher.name: watcher.all(keys.match) for watcher in watchers}
    for seat in seats.values():
        await seat.close()
    return found


async def arrive(table: Table, keys: Keys, token: str, others: Sequence[Seat]) -> Seat:
    """Sit down, and let everybody hear of it before anything else happens."""
    seat = await Seat.open(table, keys.match, token)
    await seat.settle()
    for other in others:
        await other.settle()
    return seat


async def _talk(seats: dict[str, Seat], sides: Sequence[str]) -> None:
    """Questions and chat are public: they must look alike, too."""
    one, other = seats[sides[0]], seats[sides[1]]
    for what in ("draw", "undo"):
        for asker, asked in ((one, other), (other, one)):
            answer = await asker.ask("offer", what=what)
            for seat in seats.values():
                await seat.settle()
            if answer["t"] == "done":
                await asked.ask("answer", yes=False)
            await asker.ask("chat", text=f"So no {what}.")
            for seat in seats.values():
                await seat.settle()


# ---------------------------------------------------------------------- games in which only the secrets differ


def common_moves(game: str, scenario: str, first: Sequence[Move], second: Sequence[Move], *, seed: int, most: int) -> list[Move]:
    """Play on after two openings with the same actions in both, as long as no secret comes out: moves at random that are legal
    in both. The library serves as an umpire here; over the wire the moves are only played."""
    one, other = (_after(game, scenario, opening) for opening in (first, second))
    rng, found = random.Random(f"twins {seed}"), list[Move]()
    reveals = bh.game(game).reveal_kinds | {"end", "revealed"}
    while len(found) < most:
        choices = one.actions()
        for number in rng.sample(range(len(choices)), min(len(choices), 60)):
            text = str(choices[number])
            if other.side != one.side or other.why_not(text) is not None:
                continue
            copies, events = (one.copy(), other.copy()), list[Event]()
            for copy in copies:
                copy.apply(text, events)
            if copies[0].side == copies[1].side and not any(event.kind in reveals for event in events):
                found.append(Move(one.side, text))
                one, other = copies
                break
        else:
            break
    return found


def _after(game: str, scenario: str, opening: Sequence[Move]) -> bh.State:
    match = bh.Match.new(game, scenario, seed=SEED)
    for move in opening:
        if move.undo:
            match.undo()
        else:
            match.play(move.text)
    return match.state
