"""Players of the program in the seats of a match, and windows that people wish to be passed: whatever the service answers itself.

Players think in threads, see what their seat sees, and act like anybody else. Where a side keeps secrets, neither the time it
takes nor the number of its unseen actions may tell (`beachhead.server.play.windows`). Where there is nothing to hide, a player
plays on while it decides, and what it has done is written and sent together. If two processes play the same seat at once, the
journal takes what one of them did; the other process follows and says nothing.

A bot whose partner is a person orders its own units. What belongs to neither it leaves to the person: when it would rather do
that than order another unit, it stands by until something else has happened.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import takewhile
from typing import TYPE_CHECKING

from beachhead.engine.chance.dice import secret_of, seed_bytes
from beachhead.engine.choices import Choices
from beachhead.engine.seats import orders
from beachhead.engine.state import State
from beachhead.players import Player, Seat, player
from beachhead.server.kept.history import Applied, try_action
from beachhead.server.kept.storage import fault_of
from beachhead.server.play.windows import Pace, Window, actions_until_seen, keeps_secrets, passing_text
from beachhead.server.web.responses import log, trouble

if TYPE_CHECKING:
    from beachhead.server.room import Room
    from beachhead.server.service import Service

THREADS = ThreadPoolExecutor(max_workers=2, thread_name_prefix="beachhead-player")
FAILURES = 3
NAP = 2.0
SHORTEST = 0.02
"""Seconds that a player gets for an action though it has used up its time on those before."""


def ensure_bot(service: Service, room: Room) -> None:
    """If a player of the program decides, or a window is to be passed, see to it."""
    if _answers_itself(room) and (room.bot is None or room.bot.done()) and _wanted(room):
        room.bot = service.run_in_background(_play(service, room))


def _seated(room: Room) -> str | None:
    """The player of the program that decides now."""
    return room.player_of(room.decider)


def _answers_itself(room: Room) -> bool:
    return _seated(room) is not None or room.passing() is not None or _has_orders(room)


def _has_orders(room: Room) -> bool:
    """Whether a bot with a person for a partner may want to order its units."""
    return room.own_orders and room.standing_by != room.number and bool(room.partner_bots())


def _wanted(room: Room) -> bool:
    """Players of the program do not play for an empty house."""
    return bool(room.connections) or _has_people(room)


def _has_people(room: Room) -> bool:
    return any(seat.player is None for seat in room.seats.values())


def chance_of(room: Room, side: str, seat: str = "") -> str:
    """The seed of a player's own chance. It comes from the match's secret: id, side and moment are public, and a player seeded
    with them alone would set up and move as anybody could compute. After an undo the same chance comes again, as the dice do."""
    return secret_of(seed_bytes(room.row.seed), f"player {room.id} {seat or side} {room.moments(side)}")


@dataclass(slots=True)
class BotTurn:
    """What the service will do in somebody's name, and how long that took to find."""

    row: list[Applied]
    seconds: float = 0.0
    timed: bool = False
    """Whether it must wait for its beat."""


class Bots:
    """Play for the bots of a match for as long as they decide."""

    def __init__(self, service: Service, room: Room) -> None:
        self._limits = service.limits
        self._clock = service.clock
        self._room = room
        self._players: dict[str, tuple[str, Player]] = {}
        self._partners: dict[str, tuple[str, Player]] = {}
        self.stopped = False

    def sit_down(self) -> dict[str, Player]:
        """Who plays which side now. A player stays as long as its seat is its own."""
        room = self._room
        for side in room.sides:
            name = room.player_of(side)
            if name is None:
                self._players.pop(side, None)
            elif side not in self._players or self._players[side][0] != name:
                self._players[side] = name, player(name, chance_of(room, side))
        return {side: chosen for side, (_, chosen) in self._players.items()}

    def sit_down_with_people(self) -> dict[str, Player]:
        """The bots that share the side that decides with a person, by seat."""
        room = self._room
        found = room.partner_bots()
        for seat, name in found.items():
            if seat not in self._partners or self._partners[seat][0] != name:
                self._partners[seat] = name, player(name, chance_of(room, room.places[seat], seat))
        return {seat: self._partners[seat][1] for seat in found}

    def partners_turn(self, players: Mapping[str, Player], state: State, number: int) -> BotTurn:
        """What the bots order whose partner is a person: one order after another, until they leave the decision to the person or
        it is time to show it. Empty if they stand by.

        Slow: for a thread."""
        begun, side, timed = self._clock.now(), state.side, self._is_timed(state)
        row: list[Applied] = []
        while state.side == side:
            done = self._order(players, state)
            if done is None:
                break
            row.append(done)
            state = done.state
            late = self._clock.now() - begun >= self._limits.bot_pause
            if late or len(row) >= self._limits.bot_acts or self.stopped or self._room.number != number:
                break
        return BotTurn(row, self._clock.now() - begun, timed)

    def _order(self, players: Mapping[str, Player], state: State) -> Applied | None:
        """The next order of a bot whose partner is a person; None if all of them stand by."""
        divided, ruleset = orders(state), state.ruleset
        for seat, chooser in players.items():
            own = divided.own[seat]
            if not divided.alone.get(seat):
                continue
            text = self._choose(chooser, state.side, self._clock.now(), state, own)
            action = state.parse(text)
            owner = ruleset.game.owner_of(state, action)
            if action.code in own and owner is not None:
                return try_action(state, text, seat)
        return None

    def turn(self, players: Mapping[str, Player], state: State, number: int, alone: bool) -> BotTurn:
        """What the players do now. If the side that decides keeps secrets: all that it does unseen up to what is seen, in one
        budget. If not: whatever they do until somebody else decides, there are secrets to keep, or it is time to show it.
        `alone`: nobody plays with them, so whoever looks wants to see one action after another.

        Slow: for a thread."""
        begun, side = self._clock.now(), state.side
        if self._is_timed(state):
            found = actions_until_seen(state, side, partial(self._choose, players[side], side, begun))
            return BotTurn(found, self._clock.now() - begun, True)
        row: list[Applied] = []
        while state.side in players and not (row and self._is_timed(state)):
            try:
                row.append(try_action(state, self._choose(players[state.side], state.side, self._clock.now(), state)))
            except Exception:
                if not row:
                    raise
                break  # what was done before stands; if it was no accident, the next turn fails
            state = row[-1].state
            late = self._clock.now() - begun >= self._limits.bot_pause
            if alone or late or len(row) >= self._limits.bot_acts or self.stopped or self._room.number != number:
                break
        return BotTurn(row)

    def _is_timed(self, state: State) -> bool:
        """Whether the time that a decision takes may tell something."""
        room = self._room
        return room.secrets and (state.decision.step in room.windows or keeps_secrets(state, state.side))

    def _choose(self, chooser: Player, side: str, begun: float, state: State, own: Choices | None = None) -> str:
        left = self._limits.bot_seconds - (self._clock.now() - begun)
        try:
            return str(chooser.choose(Seat.at(state, side, own), max(SHORTEST, left)))
        except StopIteration as error:  # which no future can carry: whoever waits for it would wait for ever
            raise RuntimeError("the player has stopped") from error


async def _play(service: Service, room: Room) -> None:
    bots = Bots(service, room)
    failures = 0
    while _answers_itself(room) and _wanted(room) and failures < FAILURES:
        side, step, number, opened = room.decider, room.step, room.number, room.opened
        name, window = _seated(room), room.passing()
        paused = False
        try:
            state = room.history.state.copy()
            if name is not None:
                turn = await asyncio.get_running_loop().run_in_executor(
                    THREADS, bots.turn, bots.sit_down(), state, number, not _has_people(room)
                )
            elif window is None:
                seats = {} if _waits_for_people(room) else bots.sit_down_with_people()
                turn = await asyncio.get_running_loop().run_in_executor(THREADS, bots.partners_turn, seats, state, number)
                if not turn.row:
                    room.standing_by = number
                    continue
            else:
                turn = await asyncio.to_thread(_passed, state, side, window)
                if not turn.row:
                    log.warning("%s: none of the answers to the window %s is possible", room.game.id, step)
                    return
            if turn.timed:
                pace = room.pace = room.pace or Pace(service.limits.window_seconds)
                pace.thought(step, turn.seconds)
                await service.clock.sleep(pace.wait(step, service.clock.now() - opened))
            paused = turn.timed
            async with room.lock:
                if room.behind:
                    await service.catch_up(room)
                elif room.number == number and _seated(room) == name and (name is not None or room.passing() is window):
                    row = _still_seated(room, turn.row) if window is None else turn.row
                    if row:
                        await service.act(room, row)
            failures = 0
        except asyncio.CancelledError:
            bots.stopped = True
            raise
        except Exception as error:  # a player that fails must not take the match with it
            reference = trouble(error)
            if not fault_of(error):  # a database that is away is no fault of the player, who tries again until it is back
                failures += 1
                log.warning("player %s failed (error %s)", name, reference)
            await service.clock.sleep(NAP)
        await service.clock.sleep(0 if paused or _has_people(room) else service.limits.watched_pause)


def _still_seated(room: Room, row: list[Applied]) -> list[Applied]:
    """What players did whose seats are still theirs: somebody may have taken one while they thought."""

    def is_seated(applied: Applied) -> bool:
        seat = applied.played.seat
        return room.player_of(applied.played.side) is not None if not seat else room.seats[seat].player is not None

    return list(takewhile(is_seated, row))


def _waits_for_people(room: Room) -> bool:
    """Whether a person has just gone back and can do something there: they want to choose anew, before any bot does."""
    if not room.returned:
        return False
    divided, bots = room.orders(), room.partner_bots()
    return any(divided.own[seat] for seat in room.sitting(room.decider) if seat not in bots)


def _passed(state: State, side: str, window: Window) -> BotTurn:
    return BotTurn(actions_until_seen(state, side, lambda state: passing_text(state, window)), timed=True)
