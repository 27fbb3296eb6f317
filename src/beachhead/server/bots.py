"""Players of the program in the seats of a match. They think in threads, see what their seat sees, and act like anybody else.

If two processes play the same seat at once, the journal takes one of the two actions; the other process follows and says nothing.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from beachhead.engine.action import Action
from beachhead.engine.state import State
from beachhead.players import Player, Seat, player
from beachhead.server.answers import log, trouble
from beachhead.server.journal import ACT

if TYPE_CHECKING:
    from beachhead.server.room import Room
    from beachhead.server.table import Table

THREADS = ThreadPoolExecutor(max_workers=2, thread_name_prefix="beachhead-player")
FAILURES = 3
NAP = 2.0


def ensure_bot(table: Table, room: Room) -> None:
    """If a player of the program decides, let it."""
    if _seated(room) is not None and (room.bot is None or room.bot.done()) and _wanted(room):
        room.bot = table.spawn(_play(table, room))


def _seated(room: Room) -> str | None:
    """The player of the program that decides now."""
    seat = room.seats.get(room.decider)
    return None if seat is None else seat.player


def _wanted(room: Room) -> bool:
    """Players of the program do not play for an empty house."""
    return bool(room.links) or _has_people(room)


def _has_people(room: Room) -> bool:
    return any(seat.player is None for seat in room.seats.values())


async def _play(table: Table, room: Room) -> None:
    players: dict[tuple[str, str], Player] = {}
    failures = 0
    while (name := _seated(room)) is not None and _wanted(room) and failures < FAILURES:
        side, number = room.decider, room.number
        course = room.course
        assert course is not None
        if (side, name) not in players:
            players[side, name] = player(name, f"{room.id} {side} {number}")
        try:
            state = course.state.copy()
            action = await asyncio.get_running_loop().run_in_executor(
                THREADS, _choose, players[side, name], state, side, table.limits.bot_seconds
            )
            async with room.lock:
                if room.number == number and not room.behind:
                    done = course.try_(str(action))
                    change = await table.write(room, side, ACT, done.text, None, done)
                    if change is not None:
                        table.publish(room, change)
                elif room.behind:
                    await table.catch_up(room)
            failures = 0
        except asyncio.CancelledError:
            raise
        except Exception as error:  # a player that fails must not take the match with it
            failures += 1
            log.warning("player %s failed (error %s)", name, trouble(error))
            await asyncio.sleep(NAP)
        await asyncio.sleep(0 if _has_people(room) else table.limits.watched_pause)


def _choose(chooser: Player, state: State, side: str, budget: float) -> Action:
    return chooser.choose(Seat.at(state, side), budget)
