"""The course of a match: the actions that stand, the state they led to, and the way back to any earlier moment.

Kept lean, since a service holds hundreds: texts of actions and a state now and then; what lies between is played again when
somebody looks back. Who saw an action is a set of bits, the lowest for spectators, then one a side.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from beachhead.engine.event import Event
from beachhead.engine.state import State
from beachhead.match import blocks_undo

STRIDE = 32
SPECTATORS = 0


def bit_of(sides: Sequence[str], side: str | None) -> int:
    """Which bit of `seen` belongs to a seat."""
    return SPECTATORS if side is None else 1 + sides.index(side)


@dataclass(slots=True)
class Next:
    """An action carried out on a copy of the state, not yet confirmed."""

    state: State
    side: str
    text: str
    events: list[Event]
    seen: int
    final: bool
    hidden: bool = False
    """Whether it is known that nobody but its player can tell that it was taken."""


def attempt(before: State, text: str) -> Next:
    """Carry out an action on a copy; raises `ActionError` if it cannot be."""
    side, sides = before.side, before.ruleset.sides
    action = before.parse(text)
    full = str(action)
    state = before.copy()
    events: list[Event] = []
    if action.code in before.choices():
        state.apply(action, events)
    else:
        state.apply(full, events)  # only as text it may be short for other actions
    return Next(state, side, full, events, seen_by(sides, side, events), blocks_undo(before, state, events))


def seen_by(sides: Sequence[str], side: str, events: Iterable[Event]) -> int:
    """The seats that can tell that an action of a side was taken, as bits."""
    seen = 1 << bit_of(sides, side)
    for event in events:
        for bit, seat in enumerate((None, *sides)):
            if event.visible_to(seat):
                seen |= 1 << bit
    return seen


class Course:
    """Actions that stand, and the states along the way."""

    def __init__(self, start: State) -> None:
        self.state = start
        self.sides = start.ruleset.sides
        self.texts: list[str] = []
        self._by = bytearray()
        self._final = bytearray()
        self._seen = array("H")
        self._numbers = array("I")
        self._moments = [0] * (1 + len(self.sides))
        self._marks: dict[int, State] = {0: _kept(start)}

    def __len__(self) -> int:
        return len(self.texts)

    # ------------------------------------------------------------------ going on

    def try_(self, text: str) -> Next:
        """Carry out an action on a copy; raises `ActionError` if it cannot be."""
        return attempt(self.state, text)

    def accept(self, done: Next, number: int = 0) -> None:
        """The action stands, as that entry of the journal."""
        self.state = done.state
        self.remember(done.side, done.text, done.seen, done.final, number)
        if len(self) % STRIDE == 0:
            self._marks[len(self)] = _kept(done.state)

    def remember(self, side: str, text: str, seen: int, final: bool, number: int = 0) -> None:
        """Note an action without carrying it out, while a match is loaded."""
        self.texts.append(text)
        self._by.append(self.sides.index(side))
        self._final.append(final)
        self._seen.append(seen)
        self._numbers.append(number)
        for bit in range(len(self._moments)):
            self._moments[bit] += seen >> bit & 1

    # ------------------------------------------------------------------ going back

    def can_undo(self) -> bool:
        """Whether whoever decides may take the last action back without asking."""
        return bool(self.texts) and not self._final[-1] and not self.state.over

    def last_of(self, side: str) -> int | None:
        """How many actions stood before that side's last one; None if it has taken none."""
        found = self._by.rfind(self.sides.index(side))
        return None if found < 0 else found

    def go_back(self, to: int) -> None:
        """Only the first so many actions stand."""
        state = self.at(to)
        for bit in range(len(self._moments)):
            self._moments[bit] -= sum(seen >> bit & 1 for seen in self._seen[to:])
        del self.texts[to:], self._by[to:], self._final[to:], self._seen[to:], self._numbers[to:]
        self._marks = {number: mark for number, mark in self._marks.items() if number <= to}
        self.state = state

    def at(self, number: int) -> State:
        """The state after so many actions, as a copy."""
        state, texts = self.way_to(number)
        for text in texts:
            state.apply(text)
        return state

    def way_to(self, number: int) -> tuple[State, list[str]]:
        """A copy of the nearest known state before so many actions, and what to do to get there: for a thread, which must not
        look at a course that goes on meanwhile."""
        if number == len(self):
            return self.state.copy(), []
        nearest = max(mark for mark in self._marks if mark <= number)
        return self._marks[nearest].copy(), self.texts[nearest:number]

    def mark(self, number: int, state: State) -> None:
        """A state known from elsewhere, such as a snapshot."""
        self._marks[number] = _kept(state)

    def arrive(self) -> None:
        """After loading: play what lies between the last known state and now."""
        number = len(self)
        nearest = max(mark for mark in self._marks if mark <= number)
        self.state = self._marks[nearest].copy()
        for count in range(nearest, number):
            self.state.apply(self.texts[count])
            if (count + 1) % STRIDE == 0:
                self._marks[count + 1] = _kept(self.state)

    # ------------------------------------------------------------------ moments, as a seat counts them

    def moments(self, bit: int) -> int:
        """How many of the actions that stand a seat has seen."""
        return self._moments[bit]

    def action_of(self, bit: int, moment: int) -> int:
        """How many actions stood when a seat had just seen so many moments, before it saw the next."""
        if moment >= self._moments[bit]:
            return len(self)
        seen = 0
        for count, bits in enumerate(self._seen):
            if bits >> bit & 1:
                if seen == moment:
                    return count
                seen += 1
        return len(self)

    def shown_by(self, bit: int, moment: int) -> int | None:
        """Which action was that moment of a seat, counted from 0; None for the start."""
        seen = 0
        for count, bits in enumerate(self._seen):
            seen += bits >> bit & 1
            if seen == moment and bits >> bit & 1:
                return count
        return None

    def seen_since(self, bit: int, moment: int) -> list[tuple[int, str]]:
        """The actions that a seat has seen since a moment: their numbers in the journal, and who took them."""
        found, seen = [], 0
        for count, bits in enumerate(self._seen):
            if bits >> bit & 1:
                seen += 1
                if seen > moment:
                    found.append((self._numbers[count], self.side_of(count)))
        return found

    def side_of(self, action: int) -> str:
        """Who took an action."""
        return self.sides[self._by[action]]


def _kept(state: State) -> State:
    """A copy to be kept for long: without the legal actions, which are large and soon found again."""
    twin = state.copy()
    twin.forget_choices()
    return twin
