"""A match in memory: what the service knows of it now, and what it shows to each seat.

A room has no socket logic and no database: it is fed with entries of the journal, its own process's or another's, and returns
what a seat may be shown.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from beachhead.engine.chance.dice import Dice, seed_bytes
from beachhead.engine.choices import Choices
from beachhead.engine.errors import BeachheadError
from beachhead.engine.game import Game
from beachhead.engine.ruleset import Ruleset
from beachhead.engine.seats import Orders, orders
from beachhead.engine.state import State
from beachhead.games import game as find_game
from beachhead.history import PlayedAction
from beachhead.server.clock import Clock
from beachhead.server.kept.history import Applied, SeenHistory, bit_of
from beachhead.server.kept.journal import ACT, BACK, DRAW, PLAYED, RESIGN, UNDO, Asking, asking_after
from beachhead.server.kept.storage import EntryRow, LineRow, MatchRow
from beachhead.server.play.messages import encode
from beachhead.server.play.windows import Pace, Window, is_idle, settings_of, windows_of
from beachhead.server.seats import HOST, LINK, SPECTATOR, Seated, holder
from beachhead.server.told.legal_actions import fold_actions
from beachhead.server.told.panels import panel_now
from beachhead.server.told.views import NO_VIEW, SeatView, Views, read_events
from beachhead.server.web.responses import log

if TYPE_CHECKING:
    from beachhead.server.kept.storage import SeatRow
    from beachhead.server.play.connections import Connection
    from beachhead.server.play.hints import Adviser


@dataclass(slots=True)
class Effect:
    """What an entry did: whose it was, who saw it, what happened, and whether a question or the end have come of it."""

    side: str
    kind: str
    seen: int
    events: list[dict[str, Any]]
    """With `seen_by`; see `visible`."""
    meta: bool
    ended: bool
    hidden: bool = False
    """Whether it is known that nobody but its player can tell."""


def timestamp(at: float) -> str:
    """A moment of time as people and programs read it."""
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def plain_line(line: LineRow) -> dict[str, Any]:
    """A line of chat as the protocol has it."""
    return {"kind": line.kind, "side": line.side, "name": line.name, "text": line.text, "at": timestamp(line.at)}


def _places(game: Game, scenario: Any) -> tuple[tuple[str, ...], dict[str, str], tuple[str, ...], bool]:
    """The sides, seats and book of a scenario, and whether its seats order their own units; all sides of the game if a match
    under other rules has a scenario that is gone."""
    try:
        found = game.scenario(scenario)
        return game.sides_of(scenario), game.seats_of(scenario), found.book, found.own_orders
    except BeachheadError:
        return game.sides, {side: side for side in game.sides}, (), False


class Room:
    """One match."""

    def __init__(self, row: MatchRow, journal: Iterable[EntryRow], clock: Clock) -> None:
        self.row = row
        self.clock = clock
        self.id = row.id
        self.game: Game = find_game(row.game)
        self.source: dict[str, Any] = json.loads(row.source)
        self.playable = row.rules in self.game.versions
        self.sides, self.places, self.book, self.own_orders = _places(self.game, self.source.get("scenario"))
        """The sides that take part, the seats with the side that each belongs to, the sides that the book plays, and whether
        seats of one side order their own units."""
        self.windows: dict[str, Window] = windows_of(self.game)
        self.seats: dict[str, Seated] = {}
        self.standing_by = -1
        """The number of the entry after which bots that have a person for a partner left the decision to that person."""
        self.set_seats(row.seats)
        self.number = 0
        self.returned = False
        """Whether the last thing done was to go back: a player who did so wants to choose anew."""
        self.asking: Asking | None = None
        self._orders: Orders | None = None
        self._ending: dict[str, Any] | None = None
        self.secrets, start, snapshot = self._positions()
        self._frozen = None if self.playable else snapshot
        self.history = SeenHistory(start, self.sides)
        self.history.undone = row.undone
        for entry in journal:
            self.apply_entry(entry)
            if entry.number == row.snapshot_number and self.playable and snapshot is not None:
                self.history.checkpoint(snapshot)
        _ = self.ended  # works the position out here, in the thread that loads it
        self.connections: set[Connection] = set()
        self.told: dict[str | None, SeatView] = {}
        """The view that the connections of each side were sent last."""
        self.lock = asyncio.Lock()
        self.behind = False
        """Whether the journal may hold more than this room knows."""
        self.bot: asyncio.Task[None] | None = None
        self.pace: Pace | None = None
        """How long its windows take, as far as the service answers them."""
        self.adviser: Adviser | None = None
        """Who gives hints, once somebody has asked for one."""
        self.used = self.clock.now()
        self.snapshot_number = 0 if snapshot is None else row.snapshot_number
        self.opened = self.clock.now()
        """When the others saw the present decision come up."""
        self.active: dict[int, float] = {}
        """When something last happened before the eyes of a seat, by its bit, once somebody has asked."""
        self.looks: dict[tuple[Any, ...], Any] = {}
        """Looks into the past that somebody may ask for again."""
        self._views: Views | None = None
        self._view: dict[str | None, SeatView] = {}

    # ------------------------------------------------------------------ coming into being

    def set_seats(self, rows: Iterable[SeatRow]) -> None:
        """Take the seats over as the database has them."""
        sockets = {name: seat.links for name, seat in self.seats.items()}
        players = {name: seat.player for name, seat in self.seats.items()}
        found = {row.side: Seated.of(row) for row in rows}
        self.seats = {name: found[name] for name in self.places if name in found}
        if players != {name: seat.player for name, seat in self.seats.items()}:
            self.standing_by = -1
        for name, seat in self.seats.items():
            seat.links = sockets.get(name, 0)

    def _positions(self) -> tuple[bool, State | None, State | None]:
        """Whether the match has secrets, where it begins, and its snapshot. Where the rules are no longer played there is no
        beginning: nothing is played again, and the snapshot is shown, if it can still be read."""
        row = self.row
        try:
            ruleset = self.game.ruleset(self.source, row.rules if self.playable else None)
            snapshot = None if row.snapshot is None else self._snapshot(ruleset, row.snapshot)
            return bool(ruleset.secrets), self._start(ruleset) if self.playable else None, snapshot
        except BeachheadError:
            if self.playable:
                raise
            return False, None, None

    def _snapshot(self, ruleset: Ruleset, text: str) -> State | None:
        """The snapshot, if it can be read: it is a cache, and the journal knows better."""
        try:
            return self._load(ruleset, text)
        except Exception as error:
            log.warning("the snapshot of a match cannot be read (%s); its journal is replayed", type(error).__name__)
            return None

    def _start(self, ruleset: Ruleset) -> State:
        if self.row.start is not None:
            return self._load(ruleset, self.row.start)
        found: State = self.game.initial_state(ruleset, Dice(seed_bytes(self.row.seed)))
        return found

    def _load(self, ruleset: Ruleset, text: str) -> State:
        found: State = self.game.load({"rules": ruleset.rules, "setup": ruleset.parameters, "state": json.loads(text)})
        return found

    @property
    def state(self) -> State | None:
        """The position now; None if it can no longer be read."""
        return self.history.state if self.playable else self._frozen

    # ------------------------------------------------------------------ what has happened

    def apply_entry(self, entry: EntryRow, applied: Applied | None = None) -> None:
        """What an entry of the journal means: loading a match and following it are both this, entry by entry. `applied` is the
        action carried out already, if this process did it; else the position is worked out when it is asked for."""
        self.number = entry.number
        self.asking = asking_after(self.asking, entry)
        if entry.kind in PLAYED:
            self.returned = entry.kind != ACT
            self._views = None
            self._view = {}
            self._orders = None
        if entry.kind == ACT:
            played = PlayedAction(entry.side, entry.text, (), entry.final or not self.playable, entry.seat)
            self.history.add(played, entry.seen, entry.number, None if applied is None else applied.state)
        elif entry.kind in (UNDO, BACK):
            self.looks = {}
            self.history.rewind(len(self.history) - int(entry.text))
        elif entry.kind in (DRAW, RESIGN):
            self._ending = self._ended_by(entry)

    def follow(self, entry: EntryRow, applied: Applied | None = None) -> Effect:
        """Apply an entry that has just been written, here or by another process, and return what came of it."""
        was_asking, was_ended, units = self.asking, self.ended, self.commanded()
        self.used = self.clock.now()
        for bit in self.active:
            if entry.seen >> bit & 1:
                self.active[bit] = self.clock.time()
        hidden = applied is not None and applied.hidden
        timed = not hidden and entry.kind in PLAYED and self._has_clock()
        shown = self._shown_to_others(entry.side) if timed else []
        self.apply_entry(entry, applied)
        commanded = self.commanded() != units
        events = read_events(entry.events) if entry.kind == ACT else []
        if events and self.history.chapters is not None:
            self.history.chapters.add(len(self.history) - 1, events)
        if timed and self._shown_to_others(entry.side) != shown:
            self.opened = self.clock.now()
        ended = self.ended is not None and was_ended is None
        return Effect(entry.side, entry.kind, entry.seen, events, ended or commanded or self.asking != was_asking, ended, hidden)

    def _has_clock(self) -> bool:
        """Whether anybody here is answered for by the service in a game with secrets, so that its time must be kept."""
        return self.secrets and (bool(self.windows) or any(seat.player is not None for seat in self.seats.values()))

    def _shown_to_others(self, side: str) -> list[str]:
        return [self.view_for(seat).tag for seat in (None, *self.sides) if seat != side]

    def _ended_by(self, entry: EntryRow) -> dict[str, Any]:
        if entry.kind == DRAW:
            return {"winner": "draw", "how": "Both sides agreed to a draw.", "case": "", "by": "agreement"}
        others = [side for side in (*self.sides, *self.game.sides) if side != entry.side]
        how = f"{self.name_of(entry.side)} resigned."
        return {"winner": others[0] if others else "", "how": how, "case": "", "by": "resignation"}

    @property
    def ended(self) -> dict[str, Any] | None:
        """How the match ended; None while it continues."""
        if self._ending is None:
            result = self.state.result if self.state is not None else None
            if result is None:
                return None
            return {"winner": result.winner, "how": result.how, "case": result.case, "by": "play"}
        return self._ending

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

    def partner_bots(self) -> dict[str, str]:
        """The bots that share the side that decides with a person, by seat."""
        sitting = self.sitting(self.decider) if self.decider else []
        found = {seat: name for seat in sitting if (name := self.seats[seat].player) is not None}
        return found if len(found) < len(sitting) else {}

    # ------------------------------------------------------------------ what a seat is shown

    def bit(self, side: str | None) -> int:
        """The bit of a seat among those who saw an action."""
        return bit_of(self.sides, side)

    def moments(self, side: str | None) -> int:
        """How much has happened before the eyes of a seat."""
        return self.history.moments(self.bit(side))

    def view_for(self, side: str | None) -> SeatView:
        """View and tag of a seat now."""
        found = self._view.get(side)
        if found is None:
            state = self.state
            if state is None:
                return NO_VIEW
            if self._views is None:
                self._views = Views(state)
            found = self._view[side] = self._views.view_for(side, self.moments(side))
        return found

    def decides(self, side: str | None) -> bool:
        """Whether that seat is the one that acts now."""
        return side is not None and self.decider == side

    @property
    def decider(self) -> str:
        """The side that decides; empty when nobody can act any more."""
        return "" if self.ended is not None or not self.playable else self.history.state.side

    @property
    def step(self) -> str:
        """The name of the step that waits for a decision."""
        return "" if self.state is None else self.state.decision.step

    def autopass(self, seat: str) -> dict[str, bool]:
        """What is passed for a seat, window by window. For its own eyes."""
        return settings_of(self.windows, self.places[seat], self.seats[seat].autopass)

    def passing(self) -> Window | None:
        """The window that now waits to be passed in its player's name; None if somebody is to decide himself. It depends on the
        kind of window alone, never on what could be done in it, unless its side has nothing to hide."""
        window = self.windows.get(self.step) if self.windows and not self.returned and self.decider else None
        if window is None:
            return None
        people = [seat for seat in self.sitting(self.decider) if self.seats[seat].player is None and self.seats[seat].taken]
        if not people or not all(self.autopass(seat).get(window.step) for seat in people):
            return None
        if window.idle is not None and self.history.can_undo():
            return None  # he is in the middle of it, and may want to take back what he has just done
        return window if is_idle(self.history.state, window, self.decider) else None

    def orders(self) -> Orders:
        """Who may take which of the legal actions; worked out once per position."""
        if self._orders is None:
            self._orders = orders(self.history.state)
        return self._orders

    def own_choices(self, seat: str | None) -> Choices:
        """The legal actions that a seat of the side that decides may take."""
        return self.history.state.choices() if seat is None else self.orders().own[seat]

    def is_shared(self, side: str | None) -> bool:
        """Whether a side has several seats."""
        return list(self.places.values()).count(str(side)) > 1

    def seat_name(self, seat: str) -> str:
        """What to call a seat."""
        return str(self.game.seat_names.get(seat) or self.name_of(self.places[seat]))

    def commanded(self) -> dict[str, tuple[str, ...]]:
        """The units that each seat commands, where seats order their own."""
        if not self.own_orders or self.state is None:
            return {}
        return {seat: self.game.units_of(self.state, seat) for seat, side in self.places.items() if self.is_shared(side)}

    def update(self, side: str | None, most: int, seat: str | None = None, **told: Any) -> dict[str, Any]:
        """The message `update` for a seat of a side; `told` says how it follows from the one before. Without that the view is
        whole. More than `most` legal actions are not listed to the end."""
        view, mine = self.view_for(side), self.decides(side)
        message: dict[str, Any] = {"t": "update", "re": None, "from": None, "tag": view.tag, "moment": self.moments(side)}
        message |= told or {"acts": [], "view": view.whole}
        message["offers"] = fold_actions(self.history.state, most, self.own_choices(seat)) if mine else []
        message["undo"] = mine and self.history.can_undo(seat or "")
        if mine and self.is_shared(side):
            message["partners"] = {of: n for of, n in self.orders().alone.items() if of != seat}
        message["autopass"] = mine and self.passing() is not None
        return message | (panel_now(self.state, side) if self.state is not None else {})

    def seated(self) -> dict[str, dict[str, object]]:
        """Who sits where, and whether they are here."""
        now = self.clock.time()
        units = self.commanded()
        return {
            name: seat.plain(now)
            | {"side": self.places[name]}
            | ({"title": self.seat_name(name)} if self.is_shared(self.places[name]) else {})
            | ({"units": list(units[name])} if name in units else {})
            for name, seat in self.seats.items()
        }

    def meta(self) -> dict[str, Any]:
        """All that everybody at the table may know about the match besides the game itself."""
        row = self.row
        return {
            "match": self.id,
            "game": row.game,
            "scenario": self.source.get("scenario"),
            "options": self.source.get("options", {}),
            "rules": row.rules,
            "playable": self.playable,
            "created": timestamp(row.created),
            "commitment": row.commitment,
            "secrets": self.secrets,
            "tour": row.tour,
            "origin": row.origin,
            "known_dice": row.known_dice,
            "silent": row.silent,
            "seats": self.seated(),
            "decides": self.decider or None,
            "turn": self._turn(),
            "ended": self.ended,
            "seed": row.seed if self.ended is not None else None,
            "offer": None if self.asking is None or self.ended else self.asking.plain(self._asker()),
            "board": self._board(),
            "spectators": sum(connection.seat is None for connection in self.connections),
        }

    def _board(self) -> str:
        """Where the drawing of the map is: an owner's own components are for this table alone."""
        if any(name not in ("scenario", "options") for name in self.source):
            return f"/api/matches/{self.id}/board"
        scenario = self.source.get("scenario")
        sheet = any(one.own_map or one.sheet for one in self.game.scenarios if one.id == scenario)
        return f"/api/games/{self.row.game}/board" + (f"?scenario={scenario}" if sheet else "")

    def _asker(self) -> str:
        """Who has put the question that is on the table."""
        assert self.asking is not None
        return self.seat_name(self.asking.seat) if self.asking.partner else self.name_of(self.asking.by)

    def _turn(self) -> int | None:
        """The turn, in games that show one to everybody."""
        state = self.state
        for item in () if state is None else state.ruleset.shown:
            if item.name == "turn" and item.secret is None:
                return int(item.to(state, None))
        return None

    def holder(self, token: str) -> str | None:
        """Whose token it is: a seat's, `HOST`, `SPECTATOR`, nobody's, or `LINK` if a seat can be taken by it."""
        people = [(name, seat.token_hash) for name, seat in self.seats.items()]
        links = [(LINK, seat.link_hash) for seat in self.seats.values()]
        return holder(token, [*people, *links, (SPECTATOR, self.row.spectator_hash), (HOST, self.row.host_hash)])

    def linked(self, link: str) -> str | None:
        """The seat that a link leads to."""
        return holder(link, [(name, seat.link_hash) for name, seat in self.seats.items()])

    def opens(self, connection: Connection) -> bool:
        """Whether the token that a socket came with still opens its place."""
        known = self.row.spectator_hash if connection.seat is None else self.seats[connection.seat].token_hash
        return known == connection.token_hash

    def snapshot(self) -> str | None:
        """The state as the database keeps it."""
        return encode(self.history.state.plain()).decode() if self.playable else None
