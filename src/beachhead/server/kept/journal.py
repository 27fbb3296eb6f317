"""A journal: the entries of a match, one after another, make up what the match is now (`Room.apply_entry`).

| kind | text | means |
| --- | --- | --- |
| act | the action | an action was taken |
| undo | how many | its player undid actions, as the rules of undo allow |
| back | how many | actions were undone by consent |
| offer | undo, how many actions will stand then, and the partner asked, if one is | a question to the others |
| offer | draw; or resign, 0 and the partner asked | the same |
| decline, withdraw | | the question is off the table |
| draw | | both agreed to a draw |
| resign | | that side gave up |
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from beachhead.server.kept.history import Applied
from beachhead.server.kept.storage import EntryRow
from beachhead.server.told.views import kept_events

ACT, UNDO, BACK, OFFER, DECLINE, WITHDRAW, DRAW, RESIGN = "act", "undo", "back", "offer", "decline", "withdraw", "draw", "resign"
PLAYED = (ACT, UNDO, BACK)
"""Entries that change the position."""


_WISHES = {"undo": "take its last action back", "draw": "end the match as a draw", "resign": "resign for both of you"}


@dataclass(frozen=True, slots=True)
class Asking:
    """A question that one side has put to the other, or `seat` to its `partner`. `to`: how many actions would stand after an
    undo; it is settled when the question is put, so that whatever is done until the answer, perhaps in secret, neither changes
    nor ends the question."""

    what: str
    by: str
    to: int = 0
    seat: str = ""
    partner: str = ""

    @classmethod
    def of(cls, entry: EntryRow) -> Asking:
        """The question of an entry."""
        what, to, partner = [*entry.text.split(" "), "", ""][:3]
        return cls(what, entry.side, int(to or 0), entry.seat, partner)

    def plain(self, name: str) -> dict[str, Any]:
        """As the protocol has it."""
        told = {"what": self.what, "by": self.by, "text": f"{name} asks to {_WISHES[self.what]}"}
        return told | {"seat": self.seat or None, "partner": self.partner or None}


def asking_after(now: Asking | None, entry: EntryRow) -> Asking | None:
    """Which question is open after an entry."""
    if entry.kind == OFFER:
        return Asking.of(entry)
    return now if entry.kind in (ACT, UNDO) else None


def entry_of(number: int, applied: Applied, place: int = 1) -> EntryRow:
    """The entry that an action will be; `place` is its place in the row that one request takes."""
    played = applied.played
    events = kept_events(played.events)
    return EntryRow(number, played.side, ACT, played.text, applied.seen, played.final, events, place, played.seat)
