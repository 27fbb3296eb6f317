"""The history of a match as a service keeps it: the library's, with who saw what.

Who saw an action is a set of bits, the lowest for spectators, then one for each side. A seat counts the actions that it saw:
those are its moments.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from beachhead.engine.event import Event
from beachhead.engine.state import State
from beachhead.history import History, PlayedAction, carry_out
from beachhead.server.told.chapters import Chapters

SPECTATORS = 0


def bit_of(sides: Sequence[str], side: str | None) -> int:
    """Which bit of `seen` belongs to a seat."""
    return SPECTATORS if side is None else 1 + sides.index(side)


@dataclass(slots=True)
class Applied:
    """An action carried out on a copy of the state, not yet confirmed."""

    state: State
    played: PlayedAction
    seen: int
    hidden: bool = False
    """Whether it is known that nobody but its player can tell that it was taken."""


def try_action(before: State, text: str, seat: str = "") -> Applied:
    """Carry out an action on a copy, in the name of a seat or of its whole side; raises `ActionError` if it cannot be."""
    state, played = carry_out(before, text, seat)
    return Applied(state, played, seen_by(before.ruleset.sides, played.side, played.events))


def seen_by(sides: Sequence[str], side: str, events: Iterable[Event]) -> int:
    """The seats that can tell that an action of a side was taken, as bits."""
    seen = 1 << bit_of(sides, side)
    for event in events:
        for bit, seat in enumerate((None, *sides)):
            if event.visible_to(seat):
                seen |= 1 << bit
    return seen


class SeenHistory(History):
    """Actions that stand, the entries of the journal that they are, and who saw them."""

    def __init__(self, start: State | None, sides: Sequence[str]) -> None:
        super().__init__(start, keep_events=False)
        self.chapters: Chapters | None = None
        """Where turns, phases and fights begin, once somebody has asked: that takes all events of the journal."""
        self._seen = array("H")
        self._numbers = array("I")
        self._moments = [0] * (1 + len(sides))

    def add(self, played: PlayedAction, seen: int, number: int, state: State | None = None) -> None:
        """Add the action of an entry of the journal, and the state after it, if that is known already."""
        self.append(played, state)
        self._seen.append(seen)
        self._numbers.append(number)
        for bit in range(len(self._moments)):
            self._moments[bit] += seen >> bit & 1

    def rewind(self, to: int) -> None:
        """Keep only the first `to` actions."""
        super().rewind(to)
        for bit in range(len(self._moments)):
            self._moments[bit] -= sum(seen >> bit & 1 for seen in self._seen[to:])
        del self._seen[to:], self._numbers[to:]
        if self.chapters is not None:
            self.chapters.rewind(to)

    # ------------------------------------------------------------------ moments, as a seat counts them

    def moments(self, bit: int) -> int:
        """How many of the actions that stand a seat has seen."""
        return self._moments[bit]

    def actions_seen(self, bit: int) -> list[int]:
        """The actions that a seat has seen, counted from 0: its moment n is the n-th of them."""
        return [action for action, seen in enumerate(self._seen) if seen >> bit & 1]

    def action_of(self, bit: int, moment: int) -> int:
        """How many actions stood when a seat had just seen that many moments, before it saw the next."""
        actions = self.actions_seen(bit)
        return actions[moment] if moment < len(actions) else len(self)

    def numbers(self) -> list[int]:
        """The entries of the journal that the actions are."""
        return self._numbers.tolist()

    def number_of(self, action: int) -> int:
        """The entry of the journal that an action is."""
        return self._numbers[action]
