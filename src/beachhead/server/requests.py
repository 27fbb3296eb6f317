"""What a seat may ask of a match: act, take back, ask the other side, give up; and what it may look up."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import msgspec

from beachhead.engine.action import Action
from beachhead.engine.errors import ActionError, AmbiguousAction, BeachheadError, IllegalAction
from beachhead.engine.game import Game
from beachhead.engine.panel import Panel
from beachhead.engine.refusal import Refusal
from beachhead.engine.state import State
from beachhead.server import messages
from beachhead.server.bots import ensure_bot
from beachhead.server.connections import Link
from beachhead.server.history import Course, Next, attempt
from beachhead.server.journal import ACT, BACK, DECLINE, DRAW, OFFER, PLAYED, RESIGN, UNDO, WITHDRAW, fold
from beachhead.server.legal_actions import matching
from beachhead.server.messages import encode
from beachhead.server.panels import panel_now, with_panel, with_panels
from beachhead.server.room import Room
from beachhead.server.service import Table
from beachhead.server.views import Faces, seen_events

PREVIEWS = 400
"""Actions that one `preview` looks at, at most."""


class Impossible(Exception):
    """A request that is answered with `error`."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code
        self.text = text


def refusal(re: str, error: ActionError) -> dict[str, Any]:
    """The message `refused`."""
    if isinstance(error, IllegalAction):
        no = error.refusal
        return {"t": "refused", "re": re, "text": no.reason, "case": no.case, "units": list(no.units), "cases": list(no.cases)}
    blank: dict[str, Any] = {"t": "refused", "re": re, "text": str(error), "case": "", "units": [], "cases": []}
    if isinstance(error, AmbiguousAction):
        blank["readings"] = list(error.readings)
    return blank


def _no(re: str, text: str) -> dict[str, Any]:
    return {"t": "refused", "re": re, "text": text, "case": "", "units": [], "cases": []}


class Play:
    """Requests of seats, carried out."""

    def __init__(self, table: Table) -> None:
        self.table = table

    # ------------------------------------------------------------------ acting

    async def act(self, link: Link, request: messages.Act) -> None:
        """Take an action, once, if its player saw what is."""
        room = link.room
        self._check_length(request.text)
        async with room.lock:
            side, course = await self._to_act(link, request.id, request.tag)
            if side is None or course is None:
                return
            try:
                done = course.try_(request.text)
            except ActionError as error:
                if not await self._again(link, side, request.id):
                    link.send(encode(refusal(request.id, error)))
                return
            change = await self.table.write(room, side, ACT, done.text, request.id, done)
            if change is None:
                await self._again_or_stale(link, side, request.id)
                return
            self.table.publish(room, change, link, request.id)
        ensure_bot(self.table, room)

    async def acts(self, link: Link, request: messages.Acts) -> None:
        """Take several actions, all or none, up to the first that cannot be taken back alone. What comes after that one is not
        even looked at: a refusal that undid a roll of the dice would have told how they fall."""
        room = link.room
        for text in request.texts:
            self._check_length(text)
        async with room.lock:
            side, course = await self._to_act(link, request.id, request.tag)
            if side is None or course is None:
                return
            state, row = course.state, list[Next]()
            for at, text in enumerate(request.texts):
                try:
                    row.append(attempt(state, text))
                except ActionError as error:
                    if not await self._again(link, side, request.id):
                        link.send(encode(refusal(request.id, error) | {"at": at}))
                    return
                state = row[-1].state
                if row[-1].final or state.over:
                    break
            if not await self.table.write_row(room, row, request.id, link):
                await self._again_or_stale(link, side, request.id)
                return
        ensure_bot(self.table, room)

    def _check_length(self, text: str) -> None:
        if len(text) > self.table.limits.action_length:
            raise Impossible("too_large", f"An action has at most {self.table.limits.action_length} characters.")

    async def _to_act(self, link: Link, key: str, tag: str) -> tuple[str | None, Course | None]:
        """The side that asks and the course, if it is its turn and it knows how things stand; otherwise it has been told."""
        room = link.room
        side, course = await self._ready(link, key)
        if side is None or course is None or await self._stale(link, side, key, tag):
            return None, None
        if not room.decides(side):
            if await self._again(link, side, key):
                return None, None
            raise Impossible("not_your_move", f"It is {room.name_of(room.decider)} that decides now.")
        return side, course

    async def autopass(self, link: Link, request: messages.AutoPass) -> None:
        """Choose which kinds of window are passed. Only this seat hears of it."""
        room, seat = link.room, link.seat
        if seat is None:
            raise Impossible("spectator", "Spectators look and talk; they do not play.")
        known = room.autopass(seat)
        for step in request.steps:
            if step not in known:
                raise Impossible("unknown", f"There is no window {step!r} here; there are: {', '.join(known) or 'none'}.")
        table, token = self.table, link.token_hash
        async with room.lock:
            if room.seats[seat].token_hash != token:
                raise Impossible("not_now", "The seat has been given to somebody else.")
            chosen = room.seats[seat].autopass | request.steps

            def write(connection: Any) -> None:
                table.storage.change_seat(connection, room.id, seat, autopass=encode(chosen).decode())
                table.storage.tell(connection, [table.notice(room.id, "autopass")])

            await table.writer.do(write)
            room.seats[seat].autopass = chosen
            table.tell_autopass(room, seat, link, request.id)
        ensure_bot(table, room)

    async def undo(self, link: Link, request: messages.Undo) -> None:
        """Take the own last action back, as far as nobody needs to be asked."""
        room = link.room
        async with room.lock:
            side, course = await self._ready(link, request.id)
            if side is None or course is None:
                return
            if await self._stale(link, side, request.id, request.tag):
                return
            if not room.decides(side) or not course.can_undo():
                if await self._again(link, side, request.id):
                    return
                text = "Undo stops here: at a die, a reveal, another player's decision, or the start. You can ask the other side."
                link.send(encode(_no(request.id, text)))
                return
            change = await self.table.write(room, side, UNDO, "1", request.id)
            if change is None:
                await self._again_or_stale(link, side, request.id)
                return
            self.table.publish(room, change, link, request.id)

    # ------------------------------------------------------------------ asking the other side

    async def offer(self, link: Link, request: messages.OfferTo) -> None:
        """Ask the other side. Players of the program grant every undo and play on; alone at the table one asks oneself."""
        room = link.room
        async with room.lock:
            side, course = await self._ready(link, request.id)
            if side is None or course is None or await self._again(link, side, request.id):
                return
            if room.asking is not None:
                raise Impossible("not_now", "There is a question on the table already.")
            others = [other for other in room.sides if other != side]
            nobody = all(room.player_of(other) is not None for other in others)
            kind, text = OFFER, "draw"
            if request.what == "undo":
                to = course.last_of(side)
                if to is None:
                    raise Impossible("not_now", "You have taken no action that could be taken back.")
                if nobody and self._has_seen(room, course, side, to):
                    raise Impossible(
                        "declined", "Your opponent does not go back: you have seen what it did since, or did not do."
                    )
                kind, text = (BACK, str(len(course) - to)) if nobody else (OFFER, f"undo {to}")
            elif nobody:
                raise Impossible("declined", "Your opponent plays on.")
            await self._carry_out(link, side, kind, text, request.id)
        ensure_bot(self.table, room)

    @staticmethod
    def _has_seen(room: Room, course: Course, side: str, to: int) -> bool:
        """Whether going back would cross a window of the other side, which nobody may open to peep through and close again."""
        if not room.windows or room.row.tour:
            return False
        return room.decider != side or any(course.side_of(number) != side for number in range(to, len(course)))

    async def answer(self, link: Link, request: messages.Answer) -> None:
        """Say yes or no to the other side's question."""
        room = link.room
        async with room.lock:
            side, course = await self._ready(link, request.id)
            if side is None or course is None or await self._again(link, side, request.id):
                return
            if room.asking is None and self.table.storage.shared:
                await self.table.catch_up(room)  # the question may have been put in another process just now
            asking = room.asking
            if asking is None:
                raise Impossible("not_now", "Nobody has asked anything.")
            if asking.by == side:
                raise Impossible("not_now", "You cannot answer your own question; you can withdraw it.")
            kind, text = DECLINE, ""
            if request.yes:
                kind, text = (DRAW, "") if asking.what == "draw" else (BACK, str(len(course) - asking.to))
                if kind == BACK and asking.to >= len(course):
                    kind, text = DECLINE, ""  # it has been taken back meanwhile
            await self._carry_out(link, side, kind, text, request.id)
        ensure_bot(self.table, room)

    async def withdraw(self, link: Link, request: messages.Withdraw) -> None:
        """Take the own question back."""
        room = link.room
        async with room.lock:
            side, _ = await self._ready(link, request.id)
            if side is None or await self._again(link, side, request.id):
                return
            if room.asking is None or room.asking.by != side:
                raise Impossible("not_now", "You have asked nothing.")
            await self._carry_out(link, side, WITHDRAW, "", request.id)

    async def resign(self, link: Link, request: messages.Resign) -> None:
        """Give up."""
        async with link.room.lock:
            side, _ = await self._ready(link, request.id)
            if side is None or await self._again(link, side, request.id):
                return
            await self._carry_out(link, side, RESIGN, "", request.id)

    async def _carry_out(self, link: Link, side: str, kind: str, text: str, key: str) -> None:
        room = link.room
        change = await self.table.write(room, side, kind, text, key)
        if change is None:
            if not await self._again(link, side, key):
                raise Impossible("not_now", "Something else happened first; look again.")
            return
        if kind in PLAYED or change.ended:
            self.table.publish(room, change, link, key)
        else:
            self.table.publish(room, change)
            link.send(encode({"t": "done", "re": key}))

    # ------------------------------------------------------------------ before and after

    async def _ready(self, link: Link, key: str) -> tuple[str | None, Course | None]:
        """The side that asks and the course, if it can do anything; a repeated request of a match that has ended is answered."""
        room, side = link.room, link.side
        if side is None:
            raise Impossible("spectator", "Spectators look and talk; they do not play.")
        if room.behind:
            await self.table.catch_up(room)
        if not room.playable or room.course is None:
            raise Impossible("other_rules", "This match was played with other rules than these; it can be read, not continued.")
        if room.ended is not None:
            if await self._again(link, side, key):
                return None, None
            raise Impossible("over", "The match is over.")
        return side, room.course

    async def _stale(self, link: Link, side: str, key: str, tag: str) -> bool:
        """Whether the tag is not the current one; then the client has been told: the old outcome, or what is now."""
        if link.room.face(side).tag == tag:
            return False
        await self._again_or_stale(link, side, key)
        return True

    async def _again_or_stale(self, link: Link, side: str, key: str) -> None:
        if not await self._again(link, side, key):
            room = link.room
            link.tag = room.face(side).tag
            update = room.update(side, None, [])
            link.send(encode({"t": "stale", "re": key, "update": update}))

    async def _again(self, link: Link, side: str, key: str) -> bool:
        """If the request has been carried out before, say so again."""
        room = link.room
        entry = await asyncio.to_thread(self.table.storage.entry_by_key, room.id, side, key)
        if entry is None:
            return False
        if entry.number > room.number:
            await self.table.catch_up(room)
        if entry.kind == ACT:
            kept = await asyncio.to_thread(self.table.storage.events, room.id, entry.number - entry.place + 1, entry.number)
            events = [event for number in sorted(kept) for event in seen_events(kept[number], side)]
            events = events if room.course is None else with_panels(room.course.state.ruleset, events)
            self.table.tell(link, room, entry.side, events, key, taken=entry.place)
        elif entry.kind in (*PLAYED, RESIGN, DRAW):
            self.table.tell(link, room, entry.side, seen_events(entry.events, side), key)
        else:
            link.send(encode({"t": "done", "re": key}))
        return True

    # ------------------------------------------------------------------ looking things up

    def _deciding(self, link: Link) -> State:
        room = link.room
        if room.course is None or not room.decides(link.side):
            raise Impossible("not_your_move", "Only the side that decides can ask that.")
        return room.course.state

    def why(self, link: Link, request: messages.Why) -> None:
        """Why an action is not possible."""
        self._check_length(request.text)
        state = self._deciding(link)
        try:
            no: Refusal | None = state.why_not(request.text)
        except ActionError as error:
            link.send(encode(refusal(request.id, error) | {"t": "explained", "legal": False}))
            return
        told: dict[str, Any] = {"t": "explained", "re": request.id, "legal": no is None}
        if no is None:
            told |= {"text": "This is possible.", "case": "", "units": [], "cases": []}
        else:
            told |= {"text": no.reason, "case": no.case, "units": list(no.units), "cases": list(no.cases)}
        link.send(encode(told))

    async def preview(self, link: Link, request: messages.Preview) -> None:
        """What the legal actions that begin so would lead to."""
        state = self._deciding(link).copy()
        found = await asyncio.to_thread(_previews, state, request.verb, request.args)
        link.send(encode_any({"t": "previewed", "re": request.id, "of": found}))

    def about(self, link: Link, request: messages.About) -> None:
        """What a unit may do."""
        known = self._told(link, lambda game, state: game.about_unit(state, link.side, request.unit))
        link.send(encode_any({"t": "known", "re": request.id, "unit": request.unit} | known))

    def overlay(self, link: Link, request: messages.Overlay) -> None:
        """Spaces to be shaded."""
        shaded = self._told(link, lambda game, state: game.overlay(state, link.side, request.name))
        link.send(encode_any({"t": "overlaid", "re": request.id, "name": request.name} | shaded))

    def _told(self, link: Link, ask: Callable[[Game, State], dict[str, Any]]) -> dict[str, Any]:
        """What the game answers to a question that any seat may ask."""
        course = link.room.course
        if course is None:
            raise Impossible("other_rules", "This match was played with other rules than these.")
        try:
            return ask(link.room.game, course.state)
        except BeachheadError as error:
            raise Impossible("unknown", str(error)) from None

    async def log(self, room: Room, side: str | None, since: int = 0) -> list[dict[str, Any]]:
        """What a seat has seen since a moment."""
        course = room.course
        if course is None:
            return await asyncio.to_thread(self._read_log, room.id, room.bit(side), side, since)
        seen = course.seen_since(room.bit(side), since)
        if not seen:
            return []
        events = await asyncio.to_thread(self.table.storage.events, room.id, seen[0][0], seen[-1][0])
        return [
            {"n": count, "side": by, "events": with_panels(course.state.ruleset, seen_events(events[number], side))}
            for count, (number, by) in enumerate(seen, since + 1)
        ]

    def _read_log(self, id: str, bit: int, side: str | None, since: int) -> list[dict[str, Any]]:
        """The same from the journal alone, for matches of which nothing else can be read any more."""
        acts = [entry for entry in fold(self.table.storage.journal(id, events=True)).acts if entry.seen >> bit & 1]
        moments = [{"side": entry.side, "events": seen_events(entry.events, side)} for entry in acts]
        return [{"n": count} | moment for count, moment in enumerate(moments, 1) if count > since]

    @staticmethod
    def eyes(link: Link, side: str | None) -> str | None:
        """With whose eyes a seat looks at the past: its own, and when the match is over any side's."""
        if side is None or side == link.side:
            return link.side
        if link.room.ended is None:
            raise Impossible("not_now", "The other side's view can be looked at when the match is over.")
        if side not in link.room.sides:
            raise Impossible("unknown", f"There is no side {side!r} in this game.")
        return side

    async def look(self, link: Link, request: messages.Look) -> None:
        """The view of an earlier moment."""
        room, course = link.room, link.room.course
        if course is None or not room.playable:
            raise Impossible("other_rules", "This match was played with other rules than these; its past can be read in the log.")
        side = self.eyes(link, request.side)
        bit = room.bit(side)
        total = course.moments(bit)
        if request.at > total:
            raise Impossible("unknown", f"There have been {total} moments, not {request.at}.")
        shown = course.shown_by(bit, request.at) if request.at else None
        text = ""
        if shown is not None and (room.ended is not None or course.side_of(shown) == link.side):
            text = course.texts[shown]
        moment = course.seen_since(bit, request.at - 1)[0] if shown is not None else None
        state, texts = course.way_to(course.action_of(bit, request.at))
        view, panel = await asyncio.to_thread(_view_after, state, texts, side)
        events: list[dict[str, Any]] = []
        if moment is not None:
            kept = await asyncio.to_thread(self.table.storage.events, room.id, moment[0], moment[0])
            events = with_panels(state.ruleset, seen_events(kept[moment[0]], side))
        told = {"t": "looked", "re": request.id, "at": request.at, "of": total, "side": side}
        link.send(encode(told | {"view": msgspec.Raw(view), "panel": panel, "events": events, "text": text}))


def _view_after(state: State, texts: list[str], side: str | None) -> tuple[bytes, Panel | None]:
    for text in texts:
        state.apply(text)
    return Faces(state).view(side), panel_now(state, side)


def _previews(state: State, verb: str, arguments: list[str]) -> dict[str, Any]:
    found = list(matching(state, verb, arguments).items())[:PREVIEWS]
    ruleset = state.ruleset
    return {last: with_panel(ruleset, ruleset.game.preview(state, Action(code, ruleset))) for last, code in found}


def encode_any(message: dict[str, Any]) -> bytes:
    """Encode what a game says, in which chances are fractions."""
    return msgspec.json.encode(message, enc_hook=_plain)


def _plain(value: object) -> str:
    if isinstance(value, Fraction):
        return str(value)
    raise NotImplementedError
