"""Atoll over the wire: the forty acts of the book arrive one by one with their reasons, and nobody is told what lies face down.

The second half plays the same public game twice with different counters under the same backs, as tests/wire does for its games:
what those who may not know were sent is the same to the last byte.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from typing import Any

import pytest

from beachhead.engine.event import Event
from tests.demo.atoll import Atoll
from tests.demo.atoll.pieces import GARRISON
from tests.demo.atoll.ruleset import UNKNOWN
from tests.demo.atoll.state import AtollState
from tests.demo.serve import GAMES
from tests.wire.client import Message, Seat, Table, decode
from tests.wire.compare import same_bytes
from tests.wire.service import Service
from tests.wire.twins import SEED, Move, Watcher, arrive

TITLES = {title for title, _ in GARRISON}
OTHER = {"atoll": "tests.demo.test_wire:Other"}
BACK = {"side", "place", "back", "marks", "chips"}


class Other(Atoll):
    """The same island, dice and cards; under the backs lies something else."""

    def set_up(self, state: AtollState) -> None:
        super().set_up(state)
        for unit in state.ruleset.garrison if state.ruleset.dealt else ():
            state.identity[unit] = state.ruleset.last_piece - state.identity[unit]
        state.cup = sorted(state.ruleset.last_piece - piece for piece in state.cup)


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Table]]:
    """Two services; at the second something else lies under the backs."""
    folder = tmp_path_factory.mktemp("atoll")
    with (
        Service(folder, games=GAMES, seed=SEED, name="one", database=f"sqlite:///{folder / 'one.sqlite3'}") as one,
        Service(folder, games=OTHER, seed=SEED, name="other", database=f"sqlite:///{folder / 'other.sqlite3'}") as other,
    ):
        yield [Table(one.address), Table(other.address)]
        assert "Traceback" not in one.said() + other.said()


def acts_in(frames: list[str | bytes], side: str) -> list[list[Message]]:
    """The acts of a side as a socket carried them, each with its events: many in one message, or a message each."""
    found: list[list[Message]] = []
    for message in map(decode, frames):
        if message["t"] == "update":
            acts = message.get("acts", [message] if message.get("events") else [])
            found += [act["events"] for act in acts if act["side"] == side]
    return found


def face_down(message: Any) -> Iterator[Message]:
    """Everything in a message that shows a back."""
    if isinstance(message, dict):
        if "back" in message:
            yield message
        message = list(message.values())
    for inner in message if isinstance(message, list) else ():
        yield from face_down(inner)


async def run_through(seat: Seat) -> None:
    """Take the U.S. turn as quickly as may be."""
    for _ in range(80):
        offers = {offer["verb"]: offer["args"] for offer in seat.now["offers"]}
        if "done" in offers:
            answer = await seat.act("done")
        else:
            verb = next(iter(offers))
            answer = await seat.act(f"{verb} {next(iter(offers[verb]))}")
        assert answer["t"] == "update", answer
        if not seat.now["offers"] or acts_in(seat.frames[-1:], "jp"):
            return
    raise AssertionError("the turn does not end")


def test_the_forty_acts_of_the_book(tables: list[Table]) -> None:
    table = tables[0]

    async def watch() -> list[list[Message]]:
        keys = await table.create("atoll", "solitaire", seats={"us": "me"})
        async with Seat.sit(table, keys.match, keys.tokens["us"]) as us:
            await run_through(us)
            await us.until(lambda seat: bool(seat.now["offers"]))
            await us.settle()
            for message in map(decode, us.frames):
                for unit in face_down(message):
                    assert unit.keys() <= BACK
            return acts_in(us.frames, "jp")

    acts = asyncio.run(watch())
    assert len(acts) >= 40
    for events in acts:
        why = next(event["data"]["why"] for event in events if "why" in event["data"])
        assert why["text"] and why["case"] and why["goal"]


def common(seed: int, most: int) -> list[Move]:
    """Moves that are legal in both games and bring nothing out. The library is the umpire."""
    one, other = (game.new("duel", seed=SEED) for game in (Atoll(), Other()))
    assert one.view("us") == other.view("us")
    assert one.view("jp")["units"] != other.view("jp")["units"]
    chance, found = random.Random(seed), list[Move]()
    while len(found) < most:
        verbs: dict[str, list[str]] = {}
        for action in one.actions():
            verbs.setdefault(action.verb, []).append(str(action))
        texts = [chance.choice(verbs[chance.choice(list(verbs))]) for _ in range(40)]
        for text in texts:
            if other.why_not(text) is not None:
                continue
            states, events = (one.copy(), other.copy()), list[Event]()
            for state in states:
                state.apply(text, events)
            if not any(event.kind in ("revealed", "end") for event in events):
                found.append(Move(one.side, text))
                one, other = states
                break
        else:
            return found
    return found


async def watched(table: Table, moves: list[Move]) -> dict[str, list[str]]:
    """Play these moves; all that the U.S. and a spectator were sent, and what they got when they asked for everything."""
    keys = await table.create("atoll", "duel", seats={"us": "me", "jp": "me"})
    seats: dict[str, Seat] = {}
    watchers = []
    for name in ("us", "spectator", "jp"):
        token = keys.tokens.get(name, keys.spectator)
        seats[name] = await arrive(table, keys, token, list(seats.values()))
        if name != "jp":
            watchers.append(Watcher(name, token, seats[name]))
    units = ("J1", "J7", "J23", "A/1", "nobody")
    texts = ("scout J1", "scout J5", "shoot J1 A/1", "hold J1", "advance J1 0411", "attack A/1 0411", "done", "??")
    for number, move in enumerate(moves):
        if number % 20 == 0:
            for watcher in watchers:
                await watcher.look_around(table, keys.match, texts if move.side == "jp" else texts[2:5], units)
                for overlay in ("fire", "supply", "command"):
                    await watcher.seat.ask("overlay", name=overlay)
        await seats[move.side].settle()
        answer = await seats[move.side].act(move.text)
        assert answer["t"] == "update", (move, answer)
        for seat in seats.values():
            await seat.settle()
    found = {watcher.name: watcher.all(keys.match) for watcher in watchers}
    for seat in seats.values():
        await seat.close()
    return found


def test_what_lies_face_down_is_not_told(tables: list[Table]) -> None:
    moves = common(3, 45)
    assert len(moves) == 45 and {move.side for move in moves} == {"us", "jp"}

    async def both() -> list[dict[str, list[str]]]:
        return [await watched(table, moves) for table in tables]

    first, second = asyncio.run(both())
    same_bytes(first, second, 100)


def test_both_games_differ_in_what_lies_face_down() -> None:
    one, other = (game.new("duel", seed=SEED) for game in (Atoll(), Other()))
    assert one.dice.plain() == other.dice.plain()
    kinds = [[state.ruleset.piece(piece)[0] for piece in state.identity if piece != UNKNOWN] for state in (one, other)]
    assert kinds[0] != kinds[1] and {*kinds[0], *kinds[1]} == TITLES
