"""Players of the program in the seats of a match, and windows that people wish to be passed: whatever the service answers itself.

Players think in threads, see what their seat sees, and act like anybody else. Where a side keeps secrets, neither the time it
takes nor the number of its unseen actions may tell (`beachhead.server.windows`). If two processes play the same seat at once, the
journal takes one of the two actions; the other process follows and says nothing.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING

from beachhead.engine.dice import secret_of, seed_bytes
from beachhead.engine.state import State
from beachhead.players import Player, Seat, player
from beachhead.server.clock import Clock
from beachhead.server.history import Next, attempt
from beachhead.server.responses import log, trouble
from beachhead.server.windows import Pace, Window, keeps_secrets, passing_text, stretch

if TYPE_CHECKING:
    from beachhead.server.room import Room
    from beachhead.server.service import Table

THREADS = ThreadPoolExecutor(max_workers=2, thread_name_prefix="beachhead-player")
FAILURES = 3
NAP = 2.0
SHORTEST = 0.02
"""Seconds that a player gets for an action though it has used up its time on those before."""


def ensure_bot(table: Table, room: Room) -> None:
    """If a player of the program decides, or a window is to be passed, see to it."""
    if _answers_itself(room) and (room.bot is None or room.bot.done()) and _wanted(room):
        room.bot = table.spawn(_play(table, room))


def _seated(room: Room) -> str | None:
    """The player of the program that decides now."""
    return room.player_of(room.decider)


def _answers_itself(room: Room) -> bool:
    return _seated(room) is not None or room.passing() is not None


def _wanted(room: Room) -> bool:
    """Players of the program do not play for an empty house."""
    return bool(room.links) or _has_people(room)


def _has_people(room: Room) -> bool:
    return any(seat.player is None for seat in room.seats.values())


def chance_of(room: Room, side: str) -> str:
    """The seed of a player's own chance. It comes from the match's secret: id, side and moment are public, and a player seeded
    with them alone would set up and move as anybody could compute. After an undo the same chance comes again, as the dice do."""
    return secret_of(seed_bytes(room.row.seed), f"player {room.id} {side} {room.moments(side)}")


@dataclass(slots=True)
class Answer:
    """What the service will do in somebody's name, and how long that took to find."""

    row: list[Next]
    seconds: float = 0.0
    timed: bool = False
    """Whether it must wait for its beat."""


async def _play(table: Table, room: Room) -> None:
    players: dict[tuple[str, str], Player] = {}
    failures = 0
    while _answers_itself(room) and _wanted(room) and failures < FAILURES:
        side, step, number, opened = room.decider, room.step, room.number, room.opened
        name, window = _seated(room), room.passing()
        course = room.course
        assert course is not None
        paused = False
        try:
            state = course.state.copy()
            if name is not None:
                if (side, name) not in players:
                    players[side, name] = player(name, chance_of(room, side))
                answer = await asyncio.get_running_loop().run_in_executor(
                    THREADS,
                    _chosen,
                    players[side, name],
                    state,
                    side,
                    table.limits.bot_seconds,
                    room.secrets,
                    step in room.windows,
                    table.clock,
                )
            else:
                assert window is not None
                answer = await asyncio.to_thread(_passed, state, side, window)
                if not answer.row:
                    log.warning("%s: none of the answers to the window %s is possible", room.game.id, step)
                    return
            if answer.timed:
                pace = room.pace = room.pace or Pace(table.limits.window_seconds)
                pace.thought(step, answer.seconds)
                await table.clock.sleep(pace.wait(step, table.clock.now() - opened))
            paused = answer.timed
            async with room.lock:
                if room.behind:
                    await table.catch_up(room)
                elif room.number == number and _seated(room) == name and (name is not None or room.passing() is window):
                    await table.write_row(room, answer.row)
            failures = 0
        except asyncio.CancelledError:
            raise
        except Exception as error:  # a player that fails must not take the match with it
            failures += 1
            log.warning("player %s failed (error %s)", name, trouble(error))
            await table.clock.sleep(NAP)
        await table.clock.sleep(0 if paused or _has_people(room) else table.limits.watched_pause)


def _passed(state: State, side: str, window: Window) -> Answer:
    return Answer(stretch(state, side, lambda state: passing_text(state, window)), timed=True)


def _chosen(chooser: Player, state: State, side: str, budget: float, secrets: bool, window: bool, clock: Clock) -> Answer:
    """What a player does. If its side keeps secrets: all that it does unseen up to what is seen, in one budget."""
    begun = clock.now()

    def choose(state: State) -> str:
        left = budget - (clock.now() - begun)
        try:
            return str(chooser.choose(Seat.at(state, side), max(SHORTEST, left)))
        except StopIteration as error:  # which no future can carry: whoever waits for it would wait for ever
            raise RuntimeError("the player has stopped") from error

    if not secrets or not (window or keeps_secrets(state, side)):
        return Answer([attempt(state, choose(state))])
    return Answer(stretch(state, side, choose), clock.now() - begun, True)
