"""The log of a match as a seat saw it, by pages: a long match has thousands of moments, and nobody reads them all at once."""

from __future__ import annotations

import asyncio
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import Any

from beachhead.server.kept.storage import Storage
from beachhead.server.room import Room
from beachhead.server.told.chapters import Chapters
from beachhead.server.told.panels import with_panels
from beachhead.server.told.views import read_events, seen_events


async def log_page(
    storage: Storage, room: Room, side: str | None, most: int, *, before: int | None = None, after: int | None = None
) -> dict[str, Any]:
    """At most `most` moments of a seat: the last ones before a moment, the first ones after one, or simply the last ones. Those
    come with the chapters of the whole match. `more`: whether there are others beyond, in the same direction."""
    actions = room.history.actions_seen(room.bit(side))
    end = len(actions) if before is None else max(0, min(before - 1, len(actions)))
    first = 0 if after is None else min(after, end)
    if after is None:
        first = max(0, end - most)
        more = first > 0
    else:
        more = end - first > most
        end = min(end, first + most)
    page: dict[str, Any] = {"log": await _moments(storage, room, side, actions, range(first, end)), "more": more}
    if before is None and after is None:
        page["chapters"] = await chapters_of(storage, room, side)
    return page


async def logged(storage: Storage, room: Room, side: str | None, first: int, last: int) -> list[dict[str, Any]]:
    """The moments of a seat that are among these entries of the journal, as far as they still stand."""
    actions, numbers = room.history.actions_seen(room.bit(side)), room.history.numbers()
    entries = [numbers[action] for action in actions]
    return await _moments(storage, room, side, actions, range(bisect_left(entries, first), bisect_right(entries, last)))


async def _moments(storage: Storage, room: Room, side: str | None, actions: Sequence[int], wanted: range) -> list[dict[str, Any]]:
    """Some moments of a seat; `actions` are all that it saw."""
    if not wanted:
        return []
    history = room.history
    found = [(moment + 1, history.number_of(actions[moment]), history.side_of(actions[moment])) for moment in wanted]
    ruleset = None if room.state is None else room.state.ruleset
    kept = await asyncio.to_thread(storage.events, room.id, found[0][1], found[-1][1])
    # A bot's last acts may still be on their way to the storage: whoever listens gets them by themselves.
    return [
        {"n": n, "side": by, "events": with_panels(ruleset, seen_events(kept[number], side))}
        for n, number, by in found
        if number in kept
    ]


async def chapters_of(storage: Storage, room: Room, side: str | None) -> list[dict[str, Any]]:
    """The chapters of a match as a seat saw them. They are read from the journal once, and follow the match from then on."""
    history = room.history
    if history.chapters is None:
        numbers = history.numbers()
        chapters, complete = await asyncio.to_thread(_read_chapters, storage, room.id, numbers)
        if history.numbers() != numbers or not complete:
            return chapters.seen(side, _moments_of(room, side))  # the match has moved on; the next one to ask reads it again
        history.chapters = chapters
    return history.chapters.seen(side, _moments_of(room, side))


def _read_chapters(storage: Storage, id: str, numbers: Sequence[int]) -> tuple[Chapters, bool]:
    """The chapters, and whether the storage has all that has happened. Slow: for a thread."""
    chapters = Chapters()
    kept = storage.events(id, numbers[0], numbers[-1]) if numbers else {}
    complete = True
    for action, number in enumerate(numbers):
        if number in kept:
            chapters.add(action, read_events(kept[number]))
        else:
            complete = False
    return chapters, complete


def _moments_of(room: Room, side: str | None) -> dict[int, int]:
    return {action: moment for moment, action in enumerate(room.history.actions_seen(room.bit(side)), 1)}
