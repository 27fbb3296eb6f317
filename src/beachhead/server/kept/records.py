"""Records: the whole one for everybody when a match is over, and until then what a seat may know; and whether one is true."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

from beachhead.diary import Counter, Page, pages_of
from beachhead.engine.errors import BeachheadError
from beachhead.engine.ruleset import Ruleset
from beachhead.engine.state import State
from beachhead.engine.themes import Theme
from beachhead.match import FORMAT, Match, read_record
from beachhead.server.kept.storage import Storage
from beachhead.server.play.limits import Patience
from beachhead.server.play.messages import decode
from beachhead.server.room import Room
from beachhead.server.told.views import SeatView, seen_events


def whole_record(room: Room, start: State, texts: Sequence[str]) -> str:
    """A match that is over as text that replays. Slow: for a thread."""
    match = Match(start, {side: seat.player or "human" for side, seat in room.seats.items()})
    for text in texts:
        match.play(text)
    match.history.undone = room.history.undone
    record = match.record()
    if room.ended is not None and room.ended["by"] != "play":
        head, blank, actions = record.partition("\n\n")
        return f"{head}\n[Ended {json.dumps(room.ended['how'], ensure_ascii=False)}]{blank}{actions}"
    return record


def seen_record(room: Room, storage: Storage, seat: str | None) -> str:
    """What a seat may know of a match: the events it saw. It cannot be replayed, and says so. Also all that can be said of a
    match with other rules."""
    over = room.ended is not None
    head = {
        "Game": room.game.id,
        "Title": room.game.title,
        "Record": FORMAT,
        "Rules": room.row.rules,
        "Scenario": str(room.source.get("scenario", "")),
        "Seen-by": "everybody" if over else seat or "spectators",
        "Commitment": room.row.commitment,
    }
    if room.history.undone:
        head["Undone"] = str(room.history.undone)
    if over:
        head["Seed"] = room.row.seed
    lines = [f"[{name} {json.dumps(value, ensure_ascii=False)}]" for name, value in head.items()]
    why = "the match was played with other rules" if over else "the match is not over"
    lines += ["", f"# What this seat saw; {why}, so this record cannot be replayed."]
    history = room.history
    numbers, texts, seen = history.numbers(), list(history.texts), set(history.actions_seen(room.bit(seat)))
    kept = storage.events(room.id, numbers[0], numbers[-1]) if numbers else {}
    for action, (number, text) in enumerate(zip(numbers, texts, strict=False)):
        if over or action in seen:
            if over:
                lines.append(text)
            lines += [f"# {event['text']} [{event['case']}]" for event in seen_events(kept[number], seat)]
    return "\n".join(lines) + "\n"


def diary_pages(room: Room, storage: Storage, side: str | None, view: SeatView) -> list[Page]:
    """The diary of a match as a seat saw it, to the position of this view. Slow: for a thread."""
    history = room.history
    numbers, actions = history.numbers(), history.actions_seen(room.bit(side))
    kept = storage.events(room.id, numbers[0], numbers[-1]) if numbers else {}
    moments = ((moment, kept[numbers[action]]) for moment, action in enumerate(actions, 1) if numbers[action] in kept)
    ruleset = room.game.ruleset(room.source, room.row.rules if room.playable else None)
    pages = _pages(ruleset, moments, side, room.row.past)
    now: dict[str, Any] = decode(view.whole) or {}
    if pages:
        known = {name: now[count.view] for name, count in theme_of(ruleset).counts.items() if count.view in now}
        pages[-1].tally = {**pages[-1].tally, **known}
    return pages


def past_of(ruleset: Ruleset, kept: Iterable[str], before: str | None = None) -> str | None:
    """The turns of a match that another continues, with their numbers, as the diary of each seat has them; what happened in them
    is not among it. None if the game keeps no diary. Slow: for a thread."""
    if not theme_of(ruleset).diary:
        return None
    moments = [(0, events) for events in kept]
    turns = {side or "": _pages(ruleset, moments, side, before) for side in (None, *ruleset.sides)}
    return json.dumps({seat: [page.plain() | {"n": 0, "entries": []} for page in pages] for seat, pages in turns.items()})


def theme_of(ruleset: Ruleset) -> Theme:
    """The theme of a match."""
    return ruleset.game.theme_of(ruleset.parameters["scenario"])


def _pages(ruleset: Ruleset, moments: Iterable[tuple[int, str]], side: str | None, past: str | None) -> list[Page]:
    theme = theme_of(ruleset)
    owners = {unit["name"]: unit["side"] for unit in ruleset.game.counters(ruleset)} if theme.counts else {}
    before = [Page.of(page) for page in json.loads(past)[side or ""]] if past else []
    counter = Counter(theme.counts, owners, before[-1].tally if before else {})
    return pages_of(((moment, seen_events(kept, side)) for moment, kept in moments), theme.diary, counter, before)


def record_page(text: str, after: int, most: int) -> dict[str, Any]:
    """The lines of a record after a number, `most` of them; `head` with the first page, `next` unless it is the last.

    >>> record_page('[Game "toy"]\\n\\nmove a\\n# It moves.\\nmove b\\n', 1, 1)
    {'after': 1, 'of': 3, 'lines': ['# It moves.'], 'next': 2}
    """
    head, _, body = text.partition("\n\n")
    lines = body.removesuffix("\n").split("\n") if body else []
    found = lines[after : after + most]
    end = after + len(found)
    page: dict[str, Any] = {"after": after, "of": len(lines), "lines": found, "next": end if end < len(lines) else None}
    return page if after else {"head": head.split("\n")} | page


PROMISES = ("Commitment", "Digest")
"""Headings without which a record can be replayed but proves nothing."""


def verify(text: str, patience: Patience | None = None) -> dict[str, Any]:
    """Whether a record is what it says: it replays with the dice that were promised to the position that it claims."""
    try:
        match = Match.load(text, patience=patience)
        head, _ = read_record(text)
    except BeachheadError as error:
        text = f"{error}.".replace("..", ".")
        return {"ok": False, "text": text, "actions": 0, "undone": 0, "digest": "", "result": None, "start": None}
    result = match.state.result
    missing = [name for name in PROMISES if name not in head]
    over = match.at(0).over
    if over:
        says = "The record begins with a game that is over from the start, so there is nothing to replay."
    elif missing:
        says = f"Every action is legal, but the record does not say its {' and '.join(missing)}."
    else:
        says = "The record is true: the seed fits its commitment, every action is legal, and the position is the one it claims."
    if "Start" in head:
        says += (
            " It begins with a position written out, not with the scenario: the dice are the ones promised, that position is not."
        )
    if "Ended" in head:
        says += " How people ended it is what the record says: no replay can prove that."
    if undone := match.history.undone:
        times = f"{undone} time{'s' * (undone > 1)}"
        says += f" Players undid something of which they had seen the outcome {times}, and played on from there."
    return {
        "ok": not missing and not over,
        "text": says,
        "actions": len(match.history),
        "undone": match.history.undone,
        "digest": match.state.digest(),
        "result": None if result is None else result.plain(),
        "start": "position" if "Start" in head else "scenario",
    }
