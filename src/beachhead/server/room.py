"""A match in memory: what the table knows of it now, and what it tells each seat.

A room holds no socket logic and no database: it is fed with entries of the journal, its own process's or another's, and answers
what a seat may be shown.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import msgspec

from beachhead.engine.dice import Dice, seed_bytes
from beachhead.engine.errors import BeachheadError
from beachhead.engine.event import Event
from beachhead.engine.game import Game
from beachhead.engine.ruleset import Ruleset
from beachhead.engine.state import State
from beachhead.games import game as find_game
from beachhead.server.clock import Clock
from beachhead.server.history import Course, Next, bit_of
from beachhead.server.journal import ACT, BACK, DRAW, PLAYED, RESIGN, UNDO, Asking, asking_after, fold
from beachhead.server.legal_actions import offers
from beachhead.server.messages import encode
from beachhead.server.panels import panel_now, with_panels
from beachhead.server.seats import HOST, SPECTATOR, Seated, holder
from beachhead.server.storage import EntryRow, LineRow, MatchRow
from beachhead.server.views import Face, Faces, plain_events
from beachhead.server.windows import Pace, Window, is_idle, settings_of, windows_of

if TYPE_CHECKING:
    from beachhead.server.connections import Link
    from beachhead.server.storage import SeatRow


@dataclass(slots=True)
class Change:
    """What an entry did: whose it was, what happened, and whether a question or the end have come of it."""

    side: str
    kind: str
    events: list[Event]
    meta: bool
    ended: bool
    hidden: bool = False
    """Whether it is known that nobody but its player can tell."""


def moment_text(at: float) -> str:
    """A moment of time as people and programs read it."""
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def plain_line(line: LineRow) -> dict[str, Any]:
    """A line of chat as the protocol has it."""
    return {"side": line.side, "name": line.name, "text": line.text, "at": moment_text(line.at)}


def _places(game: Game, scenario: Any) -> tuple[tuple[str, ...], dict[str, str], tuple[str, ...]]:
    """The sides, seats and book of a scenario; all sides of the game if a match under other rules has a scenario that is gone."""
    try:
        return game.sides_of(scenario), game.seats_of(scenario), game.scenario(scenario).book
    except BeachheadError:
        return game.sides, {side: side for side in game.sides}, ()


class Room:
    """One match."""

    def __init__(self, row: MatchRow, journal: Iterable[EntryRow], clock: Clock) -> None:
        self.row = row
        self.clock = clock
        self.id = row.id
        self.game: Game = find_game(row.game)
        self.source: dict[str, Any] = json.loads(row.source)
        self.playable = row.rules in self.game.versions
        self.sides, self.places, self.book = _places(self.game, self.source.get("scenario"))
        """The sides that take part, the seats with the side that each belongs to, and the sides that the book plays."""
        self.secrets = False
        self.windows: dict[str, Window] = windows_of(self.game)
        self.seats: dict[str, Seated] = {}
        self.sit(row.seats)
        folded = fold(journal, row.snapshot_number if row.snapshot is not None else 0)
        self.number = folded.number
        self.returned = folded.returned
        """Whether the last thing done was to go back: a player who did so wants to choose anew."""
        self.asking: Asking | None = folded.asking
        self.course = self._course(folded.acts, folded.snapshot_at)
        self.ended: dict[str, Any] | None = None
        if folded.ending is not None:
            self._end_by(folded.ending)
        self._end_by_play()
        self.links: set[Link] = set()
        self.lock = asyncio.Lock()
        self.behind = False
        """Whether the journal may hold more than this room knows."""
        self.bot: asyncio.Task[None] | None = None
        self.pace: Pace | None = None
        """How long its windows take, as far as the service answers them."""
        self.used = self.clock.now()
        self.snapshot_number = row.snapshot_number
        self.opened = self.clock.now()
        """When the others saw the present decision come up."""
        self._faces: Faces | None = None
        self._face: dict[str | None, Face] = {}

    # ------------------------------------------------------------------ coming into being

    def sit(self, rows: Iterable[SeatRow]) -> None:
        """Take the seats over as the database has them."""
        links = {name: seat.links for name, seat in self.seats.items()}
        found = {row.side: Seated.of(row) for row in rows}
        self.seats = {name: found[name] for name in self.places if name in found}
        for name, seat in self.seats.items():
            seat.links = links.get(name, 0)

    def _course(self, acts: list[EntryRow], snapshot_at: int | None) -> Course | None:
        """The actions that stand, and where they led. With other rules than these nothing is played again: the last snapshot is
        shown, if it can still be read."""
        row = self.row
        try:
            ruleset = self.game.ruleset(self.source, row.rules if self.playable else None)
            self.secrets = bool(ruleset.secrets)
            snapshot = None
            if row.snapshot is not None and (snapshot_at is not None or not self.playable):
                snapshot = self._load(ruleset, row.snapshot)
            if not self.playable:
                return self._frozen(snapshot, acts)
            course = Course(self._start(ruleset))
            for act in acts:
                course.remember(act.side, act.text, act.seen, act.final, act.number)
            if snapshot is not None and snapshot_at is not None:
                course.mark(snapshot_at, snapshot)
            course.arrive()
            return course
        except BeachheadError:
            if self.playable:
                raise
            return None

    def _frozen(self, snapshot: State | None, acts: list[EntryRow]) -> Course | None:
        if snapshot is None:
            return None
        course = Course(snapshot)
        for act in acts:
            course.remember(act.side, act.text, act.seen, True, act.number)
        return course

    def _start(self, ruleset: Ruleset) -> State:
        if self.row.start is not None:
            return self._load(ruleset, self.row.start)
        found: State = self.game.initial_state(ruleset, Dice(seed_bytes(self.row.seed)))
        return found

    def _load(self, ruleset: Ruleset, text: str) -> State:
        found: State = self.game.load({"rules": ruleset.rules, "setup": ruleset.parameters, "state": json.loads(text)})
        return found

    # ------------------------------------------------------------------ what has happened

    def take(self, entry: EntryRow, done: Next | None = None) -> Change:
        """Follow an entry of the journal; `done` is the action already carried out, if this process did it."""
        was_asking, was_ended = self.asking, self.ended
        self.number = entry.number
        self.used = self.clock.now()
        self.asking = asking_after(self.asking, entry)
        events: list[Event] = []
        course = self.course
        hidden = done is not None and done.hidden
        timed = not hidden and entry.kind in PLAYED and self._has_clock()
        shown = self._shown_to_others(entry.side) if timed else []
        if course is not None and self.playable:
            if entry.kind == ACT:
                done = done if done is not None else course.try_(entry.text)
                course.accept(done, entry.number)
                events = done.events
            elif entry.kind in (UNDO, BACK):
                course.go_back(len(course) - int(entry.text))
            if entry.kind in PLAYED:
                self.returned = entry.kind != ACT
                self._faces = None
                self._face = {}
        if entry.kind in (DRAW, RESIGN):
            self._end_by(entry)
        self._end_by_play()
        if timed and self._shown_to_others(entry.side) != shown:
            self.opened = self.clock.now()
        ended = self.ended is not was_ended
        return Change(entry.side, entry.kind, events, ended or self.asking != was_asking, ended, hidden)

    def _has_clock(self) -> bool:
        """Whether anybody here is answered for by the service in a game with secrets, so that its time must be kept."""
        return self.secrets and (bool(self.windows) or any(seat.player is not None for seat in self.seats.values()))

    def _shown_to_others(self, side: str) -> list[str]:
        return [self.face(seat).tag for seat in (None, *self.sides) if seat != side]

    def _end_by(self, entry: EntryRow) -> None:
        name = self.name_of(entry.side)
        if entry.kind == DRAW:
            self.ended = {"winner": "draw", "how": "Both sides agreed to a draw.", "case": "", "by": "agreement"}
        else:
            others = [side for side in (*self.sides, *self.game.sides) if side != entry.side]
            self.ended = {"winner": others[0] if others else "", "how": f"{name} resigned.", "case": "", "by": "resignation"}

    def _end_by_play(self) -> None:
        result = self.course.state.result if self.course is not None else None
        if result is not None and self.ended is None:
            self.ended = {"winner": result.winner, "how": result.how, "case": result.case, "by": "play"}

    def name_of(self, side: str) -> str:
        """What to call a side."""
        return str(self.game.side_names.get(side, side))

    def side_of(self, seat: str | None) -> str | None:
        """The side that a seat belongs to; None for spectators."""
        return None if seat is None else self.places[seat]

    def sitting(self, side: str) -> list[str]:
        """The seats of a side."""
        return [seat for seat in self.seats if self.places[seat] == side]

    def player_of(self, side: str) -> str | None:
        """The bot that decides for a side; None while a person has a seat there."""
        players = [self.seats[seat].player for seat in self.sitting(side)]
        return None if None in players or not players else players[0]

    # ------------------------------------------------------------------ what a seat is shown

    def bit(self, side: str | None) -> int:
        """The bit of a seat among those who saw an action."""
        return bit_of(self.sides, side)

    def moments(self, side: str | None) -> int:
        """How much has happened before the eyes of a seat."""
        return self.course.moments(self.bit(side)) if self.course is not None else 0

    def face(self, side: str | None) -> Face:
        """View and tag of a seat now."""
        found = self._face.get(side)
        if found is None:
            if self.course is None:
                return Face(b"null", "frozen")
            if self._faces is None:
                self._faces = Faces(self.course.state)
            found = self._face[side] = self._faces.face(side, self.moments(side))
        return found

    def decides(self, side: str | None) -> bool:
        """Whether that seat is the one that acts now."""
        return side is not None and self.decider == side

    @property
    def decider(self) -> str:
        """The side that decides; empty when nobody can act any more."""
        if self.ended is not None or not self.playable or self.course is None:
            return ""
        return self.course.state.side

    @property
    def step(self) -> str:
        """The name of the step that waits for a decision."""
        return self.course.state.decision.step if self.course is not None else ""

    def autopass(self, seat: str) -> dict[str, bool]:
        """What is passed for a seat, window by window. For its own eyes."""
        return settings_of(self.windows, self.places[seat], self.seats[seat].autopass)

    def passing(self) -> Window | None:
        """The window that now waits to be passed in its player's name; None if somebody is to decide himself. It depends on the
        kind of window alone, never on what could be done in it, unless its side has nothing to hide."""
        window = self.windows.get(self.step) if self.windows and not self.returned and self.decider else None
        if window is None or self.course is None:
            return None
        people = [seat for seat in self.sitting(self.decider) if self.seats[seat].player is None and self.seats[seat].taken]
        if not people or not all(self.autopass(seat).get(window.step) for seat in people):
            return None
        if window.idle is not None and self.course.can_undo():
            return None  # he is in the middle of it, and may want to take back what he has just done
        return window if is_idle(self.course.state, window, self.decider) else None

    def update(self, side: str | None, by: str | None, events: list[dict[str, Any]], re: str | None = None) -> dict[str, Any]:
        """The message `update` for a seat."""
        face, moments = self.face(side), self.moments(side)
        mine = self.decides(side)
        course = self.course
        return {
            "t": "update",
            "re": re,
            "tag": face.tag,
            "moment": moments,
            "moments": moments,
            "side": by,
            "view": msgspec.Raw(face.view),
            "panel": panel_now(course.state, side) if course is not None else None,
            "events": events,
            "offers": offers(course.state) if mine and course is not None else [],
            "undo": mine and course is not None and course.can_undo(),
            "autopass": mine and self.passing() is not None,
        }

    def seen(self, change: Change, side: str | None) -> list[dict[str, Any]]:
        """The events of a change that a seat may know of."""
        events = plain_events(change.events, side)
        return events if self.course is None else with_panels(self.course.state.ruleset, events)

    def seated(self) -> dict[str, dict[str, object]]:
        """Who sits where, and whether they are here."""
        now = self.clock.time()
        return {name: seat.plain(now) | {"side": self.places[name]} for name, seat in self.seats.items()}

    def meta(self) -> dict[str, Any]:
        """All that everybody at the table may know about the match besides the game itself."""
        row = self.row
        own = any(name not in ("scenario", "options") for name in self.source)
        return {
            "match": self.id,
            "game": row.game,
            "scenario": self.source.get("scenario"),
            "options": self.source.get("options", {}),
            "rules": row.rules,
            "playable": self.playable,
            "created": moment_text(row.created),
            "commitment": row.commitment,
            "secrets": self.secrets,
            "tour": row.tour,
            "origin": row.origin,
            "known_dice": row.known_dice,
            "seats": self.seated(),
            "decides": self.decider or None,
            "turn": self._turn(),
            "ended": self.ended,
            "seed": row.seed if self.ended is not None else None,
            "offer": None if self.asking is None or self.ended else self.asking.plain(self.name_of(self.asking.by)),
            "board": f"/api/matches/{self.id}/board" if own else f"/api/games/{row.game}/board",
            "spectators": sum(link.seat is None for link in self.links),
        }

    def _turn(self) -> int | None:
        """The turn, in games that show one to everybody."""
        if self.course is None:
            return None
        state = self.course.state
        for item in state.ruleset.shown:
            if item.name == "turn" and item.secret is None:
                return int(item.to(state, None))
        return None

    def holder(self, token: str) -> str | None:
        """Whose token it is: a seat's, `HOST`, `SPECTATOR`, or nobody's."""
        people = [(name, seat.token_hash) for name, seat in self.seats.items()]
        return holder(token, [*people, (SPECTATOR, self.row.spectator_hash), (HOST, self.row.host_hash)])

    def snapshot(self) -> str | None:
        """The state as the database keeps it."""
        if self.course is None or not self.playable:
            return None
        return encode(self.course.state.plain()).decode()
