"""A hint: what the sergeant would do in a seat's place, and why.

It is for people who play alone, against the computer or against themselves: no seat may belong to anybody else. The sergeant
gets what a bot in that seat would get (`beachhead.players.Seat`) and nothing else, so a hint depends on nothing that its player
may not know. He thinks in a thread of his own, one hint of a match after another, and keeps his plan between hints: whoever
follows them carries out one plan. What he said about a position he says again without thinking.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from beachhead.engine.action import FIRST_SHIFT, NUMBER, SECOND_SHIFT, VERB_SHIFT
from beachhead.engine.chance.dice import secret_of, seed_bytes
from beachhead.engine.choices import Choices
from beachhead.engine.state import State
from beachhead.players import Seat, SergeantPlayer
from beachhead.server.play.limits import Bucket
from beachhead.server.seats import hash_of, is_own, same
from beachhead.server.told.panels import panel_beside

if TYPE_CHECKING:
    from beachhead.server.room import Room
    from beachhead.server.settings import Limits

THREAD = ThreadPoolExecutor(max_workers=1, thread_name_prefix="beachhead-hint")
"""Apart from the bots' threads: whoever asks for hints must not slow anybody's opponent down."""
KEPT = 32
"""Hints of a match that are remembered."""
_ONES = (1 << SECOND_SHIFT) - 1


def plays_alone(room: Room, seat: str, host: str) -> bool:
    """Whether whoever asks from a seat has all seats that bots do not have: there is one such seat, or it is the host (`host` is
    the host's token), all of them are the host's own, and nobody else is there by one of their links.

    One screen has one socket in each of its seats, so a seat with more sockets than the one that asks has somebody else in it."""
    people = {name: one for name, one in room.seats.items() if one.player is None}
    if len(people) < 2:
        return True
    known = room.row.host_hash
    if not host or known is None or not same(hash_of(host), known):
        return False
    if any(one.links > people[seat].links for one in people.values()):
        return False
    return all(is_own(one.token_hash, host, name) for name, one in people.items())


def advise(sergeant: SergeantPlayer, state: State, side: str, own: Choices | None, seconds: float) -> dict[str, Any]:
    """What the sergeant would do for a side that decides, as the protocol has it. `own`: the actions that its seat may take,
    if these are not all.

    Slow: for a thread."""
    seat = Seat.at(state, side, own)
    action = sergeant.choose(seat, seconds)
    why = sergeant.why(seat, action)
    ruleset, code = state.ruleset, action.code
    verb = ruleset.verbs[code >> VERB_SHIFT]
    arguments = list[str]()
    for place, kind in enumerate(verb.kinds):
        number = code >> (FIRST_SHIFT - place * SECOND_SHIFT) & _ONES
        arguments.append(str(number) if kind == NUMBER else ruleset.names[kind].full[number])
    preview = ruleset.game.preview(state, action)
    named = list(zip(verb.kinds, arguments, strict=True))
    return {
        "text": str(action),
        "verb": verb.word,
        "args": arguments,
        "kinds": list(verb.kinds),
        "why": why,
        "units": [name for kind, name in named if kind == "unit"],
        "spaces": [name for kind, name in named if kind == "space"],
        "preview": preview | panel_beside(ruleset, preview.get("combat")),
    }


class Adviser:
    """The sergeants who advise the seats of a match."""

    def __init__(self, room: Room, limits: Limits) -> None:
        self._room = room
        self._seconds = limits.bot_seconds
        self._sergeants: dict[str, SergeantPlayer] = {}
        self._said: OrderedDict[tuple[str, str], dict[str, Any]] = OrderedDict()
        self._lock = asyncio.Lock()
        self.patience = Bucket(limits.hints_per_minute / 60, limits.hint_burst, room.clock)

    async def hint(self, seat: str, side: str, tag: str, state: State, own: Choices | None) -> dict[str, Any]:
        """The hint for a seat that decides in the position with that tag; `state` is a copy of it."""
        async with self._lock:
            found = self._said.get((seat, tag))
            if found is None:
                found = await asyncio.get_running_loop().run_in_executor(
                    THREAD, advise, self._sergeant(seat), state, side, own, self._seconds
                )
                self._said[seat, tag] = found
                if len(self._said) > KEPT:
                    self._said.popitem(last=False)
            return found

    def _sergeant(self, seat: str) -> SergeantPlayer:
        if seat not in self._sergeants:
            chance = secret_of(seed_bytes(self._room.row.seed), f"hint {self._room.id} {seat}")
            self._sergeants[seat] = SergeantPlayer(chance)
        return self._sergeants[seat]
