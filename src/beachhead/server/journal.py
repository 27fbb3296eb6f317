"""A journal and how it is read: the entries of a match, one after another, make up what the match is now.

| kind | text | means |
| --- | --- | --- |
| act | the action | an action was taken |
| undo | how many | its player took actions back, as the rules of undo allow |
| back | how many | actions were taken back by consent |
| offer | undo and how many actions are to stand, or draw | a question to the other side |
| decline, withdraw | | the question is off the table |
| draw | | both agreed to a draw |
| resign | | that side gave up |
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from beachhead.server.storage import EntryRow

ACT, UNDO, BACK, OFFER, DECLINE, WITHDRAW, DRAW, RESIGN = "act", "undo", "back", "offer", "decline", "withdraw", "draw", "resign"
PLAYED = (ACT, UNDO, BACK)
"""Entries that change the position."""


@dataclass(frozen=True, slots=True)
class Asking:
    """A question that one side has put to the other. `to`: how many actions would stand after an undo; it is settled when the
    question is put, so that whatever is done meanwhile, perhaps in secret, neither changes nor ends the question."""

    what: str
    by: str
    to: int = 0

    @classmethod
    def of(cls, entry: EntryRow) -> Asking:
        """The question of an entry."""
        what, _, to = entry.text.partition(" ")
        return cls(what, entry.side, int(to or 0))

    def plain(self, name: str) -> dict[str, Any]:
        """As the protocol has it."""
        asks = "take its last action back" if self.what == "undo" else "end the match as a draw"
        return {"what": self.what, "by": self.by, "text": f"{name} asks to {asks}"}


def asking_after(now: Asking | None, entry: EntryRow) -> Asking | None:
    """Which question is open after an entry."""
    if entry.kind == OFFER:
        return Asking.of(entry)
    return now if entry.kind in (ACT, UNDO) else None


@dataclass(slots=True)
class Folded:
    """A journal folded: the entries of the actions that stand, the open question, and how it ended otherwise than by play."""

    acts: list[EntryRow]
    number: int
    asking: Asking | None
    ending: EntryRow | None
    returned: bool
    """Whether the last that happened to the position was a taking back."""
    snapshot_at: int | None
    """How many actions stood at the snapshot, if all of them still do."""


def fold(journal: Iterable[EntryRow], snapshot_number: int = 0) -> Folded:
    """What a journal amounts to."""
    acts: list[EntryRow] = []
    number, asking, ending, returned = 0, None, None, False
    snapshot_at: int | None = None
    for entry in journal:
        number = entry.number
        asking = asking_after(asking, entry)
        if entry.kind in PLAYED:
            returned = entry.kind != ACT
        if entry.kind == ACT:
            acts.append(entry)
        elif entry.kind in (UNDO, BACK):
            del acts[len(acts) - int(entry.text) :]
            if snapshot_at is not None and len(acts) < snapshot_at:
                snapshot_at = None
        elif entry.kind in (DRAW, RESIGN):
            ending = entry
        if entry.number == snapshot_number:
            snapshot_at = len(acts)
    return Folded(acts, number, asking, ending, returned, snapshot_at)
