"""The history of a match: the actions that stand, the position that they led to, and the way back to any earlier one.

A history keeps the text of each action and a position now and then; what lies between is replayed on demand. So it stays small,
and it can be read in from a journal without playing anything: the position is worked out when somebody asks for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import overload

from beachhead.engine.action import Action
from beachhead.engine.errors import IllegalAction, PositionError
from beachhead.engine.event import Event
from beachhead.engine.seats import refusal_to
from beachhead.engine.state import State

STRIDE = 32
"""A history keeps its position every `STRIDE` actions."""


@dataclass(frozen=True, slots=True)
class PlayedAction:
    """An action of a match: who took it, its text, what happened, and whether its player may no longer undo it alone.

    `seat` is empty where it is not known which of a side's seats took it: in records, and where a side is played as one.
    """

    side: str
    text: str
    events: tuple[Event, ...]
    final: bool
    seat: str = ""


def blocks_undo(before: State, after: State, events: Iterable[Event]) -> bool:
    """Whether its player may not undo an action alone: a die was rolled, something was revealed, another side decides, or the
    action was the book's, no matter who took it. So undo stops at the book's first act, which follows a change of sides."""
    ruleset = after.ruleset
    return (
        after.side != before.side
        or before.side in ruleset.book
        or after.dice.rolled() != before.dice.rolled()
        or any(event.kind in ruleset.game.reveal_kinds for event in events)
    )


WORLDS = 3
"""Samples in which an action is tried before it is said what it commits to."""


def commitments(state: State, codes: Sequence[int]) -> dict[int, str]:
    """Which of these legal actions roll a die ("rolls"), or cannot be undone by their player alone for another reason ("final"),
    whatever lies hidden: tried in worlds that the deciding side cannot tell apart, with dice of their own. An action whose
    dice depend on the world is left out."""
    found: dict[int, str] = {}
    left = list(codes)
    for seed in range(WORLDS):
        world = state.sample(state.side, seed)
        for code in left:
            after, events = world.copy(), list[Event]()
            after.apply(Action(code, world.ruleset), events)
            rolled = after.dice.rolled() != world.dice.rolled()
            told = "rolls" if rolled else "final" if blocks_undo(world, after, events) else ""
            found[code] = told if seed == 0 or found[code] == told else "final" if told and found[code] else ""
        left = [code for code in left if found[code]]
    return {code: told for code, told in found.items() if told}


def carry_out(before: State, action: Action | str, seat: str = "") -> tuple[State, PlayedAction]:
    """Carry out an action on a copy of a position. If it raises `ActionError`, nothing has happened anywhere.

    With a seat it is refused if it belongs to a partner of that seat; what the rules forbid they refuse first.
    """
    wanted = before.parse(action) if isinstance(action, str) else action
    text = str(wanted)
    state, events = before.copy(), list[Event]()
    if isinstance(action, str) and wanted.code not in before.choices():
        state.apply(text, events)  # only as text it may be short for other actions, or illegal in so many words
    else:
        state.apply(wanted, events)
    refusal = refusal_to(before, seat, wanted) if seat else None
    if refusal is not None:
        raise IllegalAction(text, refusal)
    return state, PlayedAction(before.side, text, tuple(events), blocks_undo(before, state, events), seat)


class History(Sequence[PlayedAction]):
    """Actions that stand, and positions along the way.

    `keep_events`: whether to remember what happened in each action; a service reads that from its journal instead. Without a
    `start` there are no positions, only actions: that is all one can know of a match whose rules are no longer played.
    """

    def __init__(self, start: State | None, *, keep_events: bool = True) -> None:
        self.texts: list[str] = []
        self._by: list[str] = []
        self._seats: list[str] = []
        self._final = bytearray()
        self._events: list[tuple[Event, ...]] | None = [] if keep_events else None
        self._checkpoints: dict[int, State] = {} if start is None else {0: _kept(start)}
        self.undone = 0
        """How often somebody has gone back past something that was seen: a roll, a reveal, another side's decision."""
        self._known: tuple[int, State] | None = None if start is None else (0, start)
        """A number of actions, and the position after them: as a rule the newest."""

    def __len__(self) -> int:
        return len(self.texts)

    @overload
    def __getitem__(self, index: int) -> PlayedAction: ...
    @overload
    def __getitem__(self, index: slice) -> list[PlayedAction]: ...
    def __getitem__(self, index: int | slice) -> PlayedAction | list[PlayedAction]:
        if isinstance(index, slice):
            return [self[number] for number in range(*index.indices(len(self)))]
        events = self._events[index] if self._events is not None else ()
        return PlayedAction(self._by[index], self.texts[index], events, bool(self._final[index]), self._seats[index])

    def __eq__(self, other: object) -> bool:
        return list(self) == list(other) if isinstance(other, (History, list)) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    # ------------------------------------------------------------------ going on

    @property
    def state(self) -> State:
        """The position now."""
        if self._known is None or self._known[0] != len(self):
            self._known = len(self), self._replayed()
        return self._known[1]

    def append(self, played: PlayedAction, state: State | None = None) -> None:
        """Add an action and the position after it, if that is known already."""
        self.texts.append(played.text)
        self._by.append(played.side)
        self._seats.append(played.seat)
        self._final.append(played.final)
        if self._events is not None:
            self._events.append(played.events)
        if state is not None:
            self._known = len(self), state
            if len(self) % STRIDE == 0:
                self.checkpoint(state)

    def checkpoint(self, state: State) -> None:
        """Remember the position after the actions so far, such as a stored snapshot."""
        self._checkpoints[len(self)] = _kept(state)

    def _replayed(self) -> State:
        """The position now, by way of the nearest one known."""
        number, state = self._nearest(len(self))
        for text in self.texts[number:]:
            state.apply(text)
            number += 1
            if number % STRIDE == 0:
                self._checkpoints[number] = _kept(state)
        return state

    # ------------------------------------------------------------------ going back

    def can_undo(self, seat: str = "") -> bool:
        """Whether the last action may be undone without asking: it was the same player's, and no roll, reveal or other side's
        decision came since. With a seat: and it was not taken by one of its partners."""
        if not self.texts or self._final[-1] or self.state.over:
            return False
        return not seat or self._seats[-1] in ("", seat)

    def side_of(self, action: int) -> str:
        """Who took an action, by its number from 0."""
        return self._by[action]

    def seat_of(self, action: int) -> str:
        """The seat that took an action, by its number from 0; empty if that is not known."""
        return self._seats[action]

    def is_final(self, action: int) -> bool:
        """Whether its player may not undo an action alone."""
        return bool(self._final[action])

    def last_of(self, side: str, seat: str = "") -> int | None:
        """How many actions stood before that side's last one; None if it has taken none. With a seat: its last that no partner
        took."""
        for number in range(len(self) - 1, -1, -1):
            if self._by[number] == side and (not seat or self._seats[number] in ("", seat)):
                return number
        return None

    def partners_since(self, action: int, side: str, seat: str) -> set[str]:
        """The partners of a seat who have taken actions from a number on."""
        numbers = range(action, len(self))
        return {self._seats[number] for number in numbers if self._by[number] == side} - {"", seat}

    def rewind(self, to: int) -> None:
        """Keep only the first `to` actions."""
        self.undone += any(self._final[to:])
        del self.texts[to:], self._by[to:], self._seats[to:], self._final[to:]
        if self._events is not None:
            del self._events[to:]
        self._checkpoints = {number: state for number, state in self._checkpoints.items() if number <= to}
        if self._known is not None and self._known[0] > to:
            self._known = None

    @property
    def start(self) -> State:
        """The position before the first action, as a copy."""
        return self.at(0)

    def at(self, number: int) -> State:
        """The position after `number` actions, as a copy."""
        state, texts = self.replay_plan(number)
        for text in texts:
            state.apply(text)
        return state

    def replay_plan(self, number: int) -> tuple[State, list[str]]:
        """A copy of the nearest known position before `number` actions, and the actions that lead there: for a thread, which must
        not read a history that others continue."""
        if not 0 <= number <= len(self):
            raise PositionError(f"the match has {len(self)} actions, not {number}")
        nearest, state = self._nearest(number)
        return state, self.texts[nearest:number]

    def _nearest(self, number: int) -> tuple[int, State]:
        """The last known position that is not after `number` actions, as a copy."""
        nearest = max((known for known in self._checkpoints if known <= number), default=None)
        if self._known is not None and self._known[0] <= number and (nearest is None or nearest <= self._known[0]):
            return self._known[0], self._known[1].copy()
        if nearest is None:
            raise PositionError("the positions of this match are not known")
        return nearest, self._checkpoints[nearest].copy()


def _kept(state: State) -> State:
    """A copy to be kept for long: without the legal actions, which are large and quickly found again."""
    twin = state.copy()
    twin.forget_choices()
    return twin
