"""Many matches at once on one service: how many actions a second it confirms, how long one waits, what a match weighs.

Everything that happens here is a callback on one loop, and a message is decoded only as far as its reader needs, because the
generator shares the machine with the service.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import msgspec

from .client import Keys, Table, choose
from .light import Line, dial

NOTHING = msgspec.Raw(b"[]")
Windows = Sequence[tuple[str, str]]
"""Steps that could be passed, and whose they are (empty: anybody's)."""


class Happened(msgspec.Struct):
    """All that is needed of an event."""

    kind: str


class Seen(msgspec.Struct):
    """All that is needed of an act."""

    events: list[Happened]


class Update(msgspec.Struct):
    """All that is needed of an update."""

    tag: str
    offers: msgspec.Raw


class Heard(msgspec.Struct):
    """All that is needed of any message."""

    t: str
    re: str | None = None
    tag: str = ""
    offers: msgspec.Raw = NOTHING
    acts: list[Seen] = []
    update: Update | None = None
    text: str = ""


_heard = msgspec.json.Decoder(Heard).decode
_offers = msgspec.json.Decoder(list[dict[str, Any]]).decode
_encode = msgspec.json.Encoder().encode


@dataclass
class Tally:
    """What was measured."""

    waits: list[float] = field(default_factory=list)
    """Seconds from a request to its own update."""
    messages: int = 0
    """Received by all clients."""
    bytes: int = 0
    """Received by all clients, as they came over the wire."""
    offered: int = 0
    """Bytes of the offers that actors read."""
    largest: int = 0
    faults: list[str] = field(default_factory=list)

    def quantile(self, share: float) -> float:
        """Milliseconds that this share of the requests waited at most."""
        waits = sorted(self.waits)
        return waits[min(len(waits) - 1, int(len(waits) * share))] * 1000 if waits else 0.0


class Pair:
    """Two players of one match, each with a socket of his own, who act as soon as it is their turn and they have thought."""

    def __init__(
        self, keys: Keys, tally: Tally, *, actions: int, think: float, rng: random.Random, windows: Windows = ()
    ) -> None:
        self.keys = keys
        self.windows = windows
        self.tally = tally
        self.left = actions
        self.think = think
        self.rng = rng
        self.done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.started = False
        self.lines: list[Line] = []
        self.tags: list[str] = []
        self.offers: list[bytes] = []
        self._sent_at = 0.0
        self._waiting = ""
        self._number = 0

    async def sit(self, table: Table, deflate: bool) -> None:
        """Open both sockets and wait until both are welcome."""
        for side, token in self.keys.tokens.items():
            number = len(self.lines)
            self.tags.append("")
            self.offers.append(b"[]")
            line = await dial(table.host, table.port, partial(self.hear, number), self.ended, deflate=deflate)
            self.lines.append(line)
            line.send(_encode({"t": "hello", "protocol": 2, "match": self.keys.match, "token": token}))
            steps = {step: False for step, of in self.windows if of in ("", side)}
            if steps:  # everybody answers himself: it is his waiting that is measured
                line.send(_encode({"t": "autopass", "id": "never", "steps": steps}))
        async with asyncio.timeout(30):
            while not all(self.tags):
                await asyncio.sleep(0.01)

    def start(self) -> None:
        """Begin to play."""
        self.started = True
        self.go()

    def ended(self, code: int | None) -> None:
        if not self.done.done():
            self.tally.faults.append(f"{self.keys.match}: a socket was closed ({code})")
            self.done.set_result(None)

    def hear(self, seat: int, raw: bytes) -> None:
        """A message for one of the two."""
        tally = self.tally
        tally.messages += 1
        if len(raw) > tally.largest:
            tally.largest = len(raw)
        heard = _heard(raw)
        over = False
        if heard.t == "update":
            self.tags[seat], self.offers[seat] = heard.tag, bytes(heard.offers)
            over = any(event.kind == "end" for act in heard.acts for event in act.events)
        elif heard.update is not None:
            self.tags[seat], self.offers[seat] = heard.update.tag, bytes(heard.update.offers)
        mine = self._waiting and heard.re == self._waiting
        if mine:
            tally.waits.append(time.perf_counter() - self._sent_at)
            self._waiting = ""
            if heard.t != "update":
                tally.faults.append(f"{self.keys.match}: {heard.t}: {heard.text}")
        if over and not self.done.done():
            self.done.set_result(None)
        if self.started and (mine or not self._waiting):
            self.go()

    def go(self) -> None:
        """If somebody can act and nothing is under way, act after having thought."""
        if self._waiting or self.done.done():
            return
        if not self.left:
            self.done.set_result(None)
            return
        seat = next((seat for seat, offers in enumerate(self.offers) if offers != b"[]"), None)
        if seat is None:
            return
        if self.think:
            self._waiting = "thinking"
            asyncio.get_running_loop().call_later(self.rng.uniform(0.5, 1.5) * self.think, self.act, seat)
        else:
            self.act(seat)

    def act(self, seat: int) -> None:
        """Take any offered action."""
        offers = self.offers[seat]
        self.tally.offered += len(offers)
        self.offers[seat] = b"[]"
        self.left -= 1
        self._number += 1
        self._waiting = f"a{self._number}"
        request = {"t": "act", "id": self._waiting, "tag": self.tags[seat], "texts": [choose(_offers(offers), self.rng)]}
        self._sent_at = time.perf_counter()
        self.lines[seat].send(_encode(request))

    def leave(self) -> None:
        """Hang up."""
        for line in self.lines:
            self.tally.bytes += line.bytes_in
            line.close()


async def gather(
    table: Table, matches: int, tally: Tally, *, actions: int, think: float, deflate: bool, seed: int, game: str = "saipan"
) -> list[Pair]:
    """Create the matches and sit down at them."""
    theme = (await table.ask("GET", f"/api/games/{game}")).json()["theme"] or {}
    windows = [(window["step"], window.get("side", "")) for window in theme.get("windows", ())]
    pairs = []
    for number in range(matches):
        keys = await table.create(game, seats={"us": "me", "jp": "open"})
        pair = Pair(keys, tally, actions=actions, think=think, rng=random.Random(f"load {seed} {number}"), windows=windows)
        await pair.sit(table, deflate)
        pairs.append(pair)
    return pairs


async def play(pairs: Sequence[Pair], patience: float) -> float:
    """Let all play at once; answers the seconds it took."""
    begun = time.perf_counter()
    for pair in pairs:
        if pair.think:
            asyncio.get_running_loop().call_later(pair.rng.uniform(0, pair.think), pair.start)
        else:
            pair.start()
    async with asyncio.timeout(patience):
        await asyncio.gather(*(pair.done for pair in pairs))
    return time.perf_counter() - begun
