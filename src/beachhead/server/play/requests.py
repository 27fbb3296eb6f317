"""What a seat may ask of a match: act, undo, ask the other side, resign; and what it may look up."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from itertools import pairwise
from typing import Any

from beachhead.engine.action import Action
from beachhead.engine.choices import Choices
from beachhead.engine.errors import ActionError, AmbiguousAction, BeachheadError, IllegalAction
from beachhead.engine.game import Game
from beachhead.engine.refusal import Refusal
from beachhead.engine.seats import refusal_to
from beachhead.engine.shown.panel import Panel
from beachhead.engine.state import State
from beachhead.history import carry_out, commitments
from beachhead.server.kept.history import Applied, try_action
from beachhead.server.kept.journal import ACT, BACK, DECLINE, DRAW, OFFER, PLAYED, RESIGN, UNDO, WITHDRAW
from beachhead.server.kept.storage import EntryRow
from beachhead.server.play import messages
from beachhead.server.play.bots import ensure_bot
from beachhead.server.play.changes import Change
from beachhead.server.play.connections import Connection
from beachhead.server.play.hints import Adviser, plays_alone
from beachhead.server.play.messages import encode
from beachhead.server.room import Room
from beachhead.server.service import Service
from beachhead.server.told.legal_actions import list_actions, matching
from beachhead.server.told.log import log_page, logged
from beachhead.server.told.panels import panel_beside, panel_now, with_panels
from beachhead.server.told.views import SeatView, Views, seen_events
from beachhead.server.web.responses import unforeseen

LOOKS = 8
"""Looks into the past that a room keeps."""
PREVIEWS = 400
"""Actions that one `preview` looks at, at most."""
COMMITMENTS = 40
"""Actions of one `preview` that are tried to learn whether they roll a die: as many as buttons can show."""


class RequestError(Exception):
    """A request that is answered with `error`."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code
        self.text = text


def refused_message(re: str, error: ActionError) -> dict[str, Any]:
    """The message `refused`."""
    if isinstance(error, IllegalAction):
        no = error.refusal
        return {"t": "refused", "re": re, "text": no.reason, "case": no.case, "units": list(no.units), "cases": list(no.cases)}
    blank = _no(re, str(error))
    if isinstance(error, AmbiguousAction):
        blank["readings"] = list(error.readings)
    return blank


def _no(re: str, text: str) -> dict[str, Any]:
    return {"t": "refused", "re": re, "text": text, "case": "", "units": [], "cases": []}


class SeatRequests:
    """Requests of seats, carried out."""

    def __init__(self, service: Service) -> None:
        self.service = service

    # ------------------------------------------------------------------ acting

    async def act(self, connection: Connection, request: messages.Act) -> None:
        """Take actions, once, if their player saw what is: all or none, up to the first that its player cannot undo alone. What
        comes after that one is not even read: a refusal that undid a roll of the dice would have revealed how they fall."""
        room = connection.room
        for text in request.texts:
            self._check_length(text)
        async with room.lock:
            side = await self._acting_seat(connection, request.id, request.tag)
            if side is None:
                return
            state, row = room.history.state, list[Applied]()
            for at, text in enumerate(request.texts):
                try:
                    row.append(try_action(state, text, connection.seat or ""))
                except ActionError as error:
                    if not await self._resend(connection, side, request.id):
                        connection.send(encode(refused_message(request.id, error) | {"at": at}))
                    return
                state = row[-1].state
                if row[-1].played.final or state.over:
                    break
            if not await self.service.act(room, row, key=request.id, asker=connection):
                await self._resend_or_stale(connection, side, request.id)

    def _check_length(self, text: str) -> None:
        if len(text) > self.service.limits.action_length:
            raise RequestError("too_large", f"An action has at most {self.service.limits.action_length} characters.")

    async def _acting_seat(self, connection: Connection, key: str, tag: str) -> str | None:
        """The side that asks, if it is its turn and it knows how things stand; otherwise it has been told."""
        room = connection.room
        side = await self._ready(connection, key)
        if side is None or await self._stale(connection, side, key, tag):
            return None
        if not room.decides(side):
            if await self._resend(connection, side, key):
                return None
            raise RequestError("not_your_move", f"It is {room.name_of(room.decider)}'s turn to act.")
        return side

    async def autopass(self, connection: Connection, request: messages.AutoPass) -> None:
        """Choose which kinds of window are passed. Only this seat hears of it."""
        room, seat = connection.room, connection.seat
        if seat is None:
            raise RequestError("spectator", "Spectators look and talk; they do not play.")
        known = room.autopass(seat)
        for step in request.steps:
            if step not in known:
                raise RequestError("unknown", f"There is no window {step!r} here; there are: {', '.join(known) or 'none'}.")
        service, token = self.service, connection.token_hash
        async with room.lock:
            if room.seats[seat].token_hash != token:
                raise RequestError("not_now", "The seat has been given to somebody else.")
            chosen = room.seats[seat].autopass | request.steps

            def write(database: Any) -> None:
                service.storage.change_seat(database, room.id, seat, autopass=encode(chosen).decode())
                service.storage.tell(database, [service.notice(room.id, "autopass")])

            await service.writer.do(write)
            room.seats[seat].autopass = chosen
            service.tell_autopass(room, seat, connection, request.id)
        ensure_bot(service, room)

    async def undo(self, connection: Connection, request: messages.Undo) -> None:
        """Undo the seat's own last action, as far as nobody needs to be asked."""
        room = connection.room
        async with room.lock:
            side = await self._ready(connection, request.id)
            if side is None or await self._stale(connection, side, request.id, request.tag):
                return
            if not room.decides(side) or not room.history.can_undo(connection.seat or ""):
                if await self._resend(connection, side, request.id):
                    return
                if room.decides(side) and room.history.can_undo():
                    text = "Your partner took the last action. You can ask to go back to before your own."
                    connection.send(encode(_no(request.id, text)))
                    return
                text = "Undo stops here: at a die, a reveal, another player's decision, or the start. You can ask the other side."
                connection.send(encode(_no(request.id, text)))
                return
            if not await self._write(connection, side, UNDO, "1", request.id):
                await self._resend_or_stale(connection, side, request.id)

    # ------------------------------------------------------------------ asking the other side

    async def offer(self, connection: Connection, request: messages.AskOpponent) -> None:
        """Ask the other side, and before it the partners whose actions an undo would cross. Players of the program grant every
        undo and play on; alone at the table one asks oneself."""
        room = connection.room
        async with room.lock:
            side = await self._ready(connection, request.id)
            if side is None or await self._resend(connection, side, request.id):
                return
            if room.asking is not None:
                raise RequestError("not_now", "There is a question on the table already.")
            seat = connection.seat or ""
            if request.what == "undo":
                to = room.history.last_of(side, seat)
                if to is None:
                    raise RequestError("not_now", "You have taken no action that could be undone.")
                kind, text = self._next_question(room, side, seat, to)
            elif self._plays_alone(room, side):
                raise RequestError("declined", "Your opponent plays on.")
            else:
                kind, text = OFFER, "draw"
            await self._carry_out(connection, side, kind, text, request.id)

    @staticmethod
    def _plays_alone(room: Room, side: str) -> bool:
        """Whether bots play all other sides."""
        return all(room.player_of(other) is not None for other in room.sides if other != side)

    def _next_question(self, room: Room, side: str, seat: str, to: int, answered: str = "") -> tuple[str, str]:
        """Whom a seat has to ask next before only `to` actions stand, as the kind and text of an entry; nobody: it is done.
        Partners whose actions would be crossed come first, one by one; `answered` is the last of them who has agreed. The other
        side is asked where nothing of a partner is crossed, or something that no player may undo alone."""
        history, nobody = room.history, self._plays_alone(room, side)
        crossed = history.partners_since(to, side, seat)
        beyond = not crossed or any(history.is_final(number) for number in range(to, len(history)))
        if nobody and beyond and self._has_seen(room, side, to):
            raise RequestError("declined", "The computer declines: you have already seen its reaction, or that it had none.")
        sitting = room.sitting(side)
        for partner in sitting[sitting.index(answered) + 1 if answered else 0 :]:
            if partner in crossed and room.seats[partner].player is None:
                return OFFER, f"undo {to} {partner}"
        return (OFFER, f"undo {to}") if beyond and not nobody else (BACK, str(len(history) - to))

    @staticmethod
    def _has_seen(room: Room, side: str, to: int) -> bool:
        """Whether going back would cross a window of the other side, which nobody may open to peep through and close again."""
        if not room.windows or room.row.tour:
            return False
        return room.decider != side or any(room.history.side_of(number) != side for number in range(to, len(room.history)))

    async def answer(self, connection: Connection, request: messages.Answer) -> None:
        """Say yes or no to the other side's question."""
        room = connection.room
        async with room.lock:
            side = await self._ready(connection, request.id)
            if side is None or await self._resend(connection, side, request.id):
                return
            if room.asking is None and self.service.storage.shared:
                await self.service.catch_up(room)  # the question may have been put in another process just now
            asking = room.asking
            if asking is None:
                raise RequestError("not_now", "Nobody has asked anything.")
            if asking.partner and asking.partner != connection.seat:
                raise RequestError("not_now", f"This question is for the {room.seat_name(asking.partner)} to answer.")
            if asking.by == side and not asking.partner:
                raise RequestError("not_now", "You cannot answer your own question; you can withdraw it.")
            kind, text, seat = DECLINE, "", connection.seat or ""
            if request.yes and asking.what == "draw":
                kind, text = DRAW, ""
            elif request.yes and asking.what == "resign":
                kind, text = self._next_to_resign(room, side, asking.seat, asking.partner)
                seat = asking.seat
            elif request.yes and asking.to < len(room.history):  # else it has been undone since
                kind, text = BACK, str(len(room.history) - asking.to)
                if asking.partner:
                    kind, text = self._next_question(room, side, asking.seat, asking.to, asking.partner)
                    seat = asking.seat  # if somebody else has to be asked, it is in the name of the one who asked first
            await self._carry_out(connection, side, kind, text, request.id, seat)

    async def withdraw(self, connection: Connection, request: messages.Withdraw) -> None:
        """Withdraw the seat's own question."""
        room = connection.room
        async with room.lock:
            side = await self._ready(connection, request.id)
            if side is None or await self._resend(connection, side, request.id):
                return
            asking = room.asking
            if asking is None or asking.by != side or asking.seat not in ("", connection.seat):
                raise RequestError("not_now", "You have asked nothing.")
            await self._carry_out(connection, side, WITHDRAW, "", request.id)

    async def resign(self, connection: Connection, request: messages.Resign) -> None:
        """Give up, once the partners agree."""
        room = connection.room
        async with room.lock:
            side = await self._ready(connection, request.id)
            if side is None or await self._resend(connection, side, request.id):
                return
            kind, text = self._next_to_resign(room, side, connection.seat or "")
            if kind == OFFER and room.asking is not None:
                raise RequestError("not_now", "There is a question on the table already.")
            await self._carry_out(connection, side, kind, text, request.id)

    @staticmethod
    def _next_to_resign(room: Room, side: str, seat: str, answered: str = "") -> tuple[str, str]:
        """Which partner a seat has to ask next before it resigns for both, as the kind and text of an entry; none: it is done."""
        sitting = room.sitting(side)
        for partner in sitting[sitting.index(answered) + 1 if answered else 0 :]:
            if partner != seat and room.seats[partner].taken:
                return OFFER, f"resign 0 {partner}"
        return RESIGN, ""

    async def _carry_out(
        self, connection: Connection, side: str, kind: str, text: str, key: str, seat: str | None = None
    ) -> None:
        if not await self._write(connection, side, kind, text, key, seat) and not await self._resend(connection, side, key):
            raise RequestError("not_now", "Something else happened first; look again.")

    async def _write(self, connection: Connection, side: str, kind: str, text: str, key: str, seat: str | None = None) -> bool:
        """Write one entry that is not an action; in the name of another seat, if one is named."""
        room = connection.room
        entry = EntryRow(room.number + 1, side, kind, text, 0, False, "[]", seat=seat or connection.seat or "")
        return await self.service.write(room, [entry], key=key, asker=connection)

    # ------------------------------------------------------------------ before and after

    async def _ready(self, connection: Connection, key: str) -> str | None:
        """The side that asks, if it can do anything; a repeated request of a match that has ended is answered."""
        room, side = connection.room, connection.side
        if side is None:
            raise RequestError("spectator", "Spectators look and talk; they do not play.")
        if room.behind:
            await self.service.catch_up(room)
        if not room.playable:
            raise RequestError("other_rules", "This match uses a different rules version; it can be read, not continued.")
        if room.ended is not None:
            if await self._resend(connection, side, key):
                return None
            raise RequestError("over", "The match is over.")
        return side

    async def _stale(self, connection: Connection, side: str, key: str, tag: str) -> bool:
        """Whether the tag is not the current one; then the client has been told: the old outcome, or what is now."""
        if connection.room.view_for(side).tag == tag:
            return False
        await self._resend_or_stale(connection, side, key)
        return True

    async def _resend_or_stale(self, connection: Connection, side: str, key: str) -> None:
        if not await self._resend(connection, side, key):
            connection.send(encode({"t": "stale", "re": key, "update": self.service.whole_update(connection)}))

    async def _resend(self, connection: Connection, side: str, key: str) -> bool:
        """If the request has been carried out before, say so again: what came of it, and what is now."""
        room, storage = connection.room, self.service.storage
        entry = await asyncio.to_thread(storage.entry_by_key, room.id, connection.seat or "", key)
        if entry is None:
            return False
        if entry.number > room.number:
            await self.service.catch_up(room)
        if entry.kind not in (*PLAYED, RESIGN, DRAW):
            connection.send(encode({"t": "done", "re": key}))
            return True
        reply: dict[str, Any] = {"re": key}
        if entry.kind == ACT:
            acts = await logged(storage, room, side, entry.number - entry.place + 1, entry.number)
            reply |= {"acts": [act | {"changes": None} for act in acts], "taken": entry.place}
        connection.send(encode(self.service.whole_update(connection) | reply))
        return True

    # ------------------------------------------------------------------ looking things up

    def _deciding(self, connection: Connection) -> State:
        room = connection.room
        if not room.decides(connection.side):
            raise RequestError("not_your_move", "Only the side that decides can ask that.")
        return room.history.state

    def why(self, connection: Connection, request: messages.Why) -> None:
        """Why an action is not possible."""
        self._check_length(request.text)
        state = self._deciding(connection)
        try:
            no: Refusal | None = state.why_not(request.text)
            if no is None and connection.seat is not None and state.ruleset.own_orders:
                no = refusal_to(state, connection.seat, state.parse(request.text))
        except ActionError as error:
            connection.send(encode(refused_message(request.id, error) | {"t": "explained", "legal": False}))
            return
        told: dict[str, Any] = {"t": "explained", "re": request.id, "legal": no is None}
        if no is None:
            told |= {"text": "This is possible.", "case": "", "units": [], "cases": []}
        else:
            told |= {"text": no.reason, "case": no.case, "units": list(no.units), "cases": list(no.cases)}
        connection.send(encode(told))

    async def preview(self, connection: Connection, request: messages.Preview) -> None:
        """What the legal actions that begin so would lead to."""
        state, choices = self._deciding(connection).copy(), connection.room.own_choices(connection.seat)
        for text in request.after:
            self._check_length(text)
        found = await asyncio.to_thread(_previews, state, request, choices)
        connection.send(encode({"t": "previewed", "re": request.id, "of": found}))

    def hint(self, connection: Connection, request: messages.AskHint) -> None:
        """What the sergeant would do here. He thinks on the side: the seat can act meanwhile."""
        state, room, service = self._deciding(connection), connection.room, self.service
        seat, side = connection.seat, connection.side
        if seat is None or side is None:
            raise RequestError("spectator", "Spectators look and talk; they do not play.")
        if not plays_alone(room, seat, request.host):
            raise RequestError("shared", "Hints are for matches in which nobody else plays.")
        if room.view_for(side).tag != request.tag:
            connection.send(encode({"t": "stale", "re": request.id, "update": service.whole_update(connection)}))
            return
        own = room.own_choices(seat) if state.ruleset.own_orders else None
        if own is not None and not own:
            raise RequestError("not_your_move", "Only your partner can act now.")
        adviser = room.adviser = room.adviser or Adviser(room, service.limits)
        if not adviser.patience.take():
            raise RequestError("too_fast", "The sergeant needs a break; ask again in a minute.")
        service.run_in_background(self._hint(connection, adviser, request, state.copy(), own))

    async def _hint(
        self, connection: Connection, adviser: Adviser, request: messages.AskHint, state: State, own: Choices | None
    ) -> None:
        try:
            found = await adviser.hint(connection.seat or "", connection.side or "", request.tag, state, own)
            connection.send(encode({"t": "hinted", "re": request.id, "tag": request.tag} | found))
        except Exception as error:
            connection.send(encode({"t": "error", "re": request.id, "code": "trouble", "text": unforeseen(error)}))

    def list_actions(self, connection: Connection, request: messages.ListActions) -> None:
        """What may follow the first arguments of a verb, where there are too many actions to list them all."""
        state, room = self._deciding(connection), connection.room
        if room.view_for(connection.side).tag != request.tag:
            connection.send(encode({"t": "stale", "re": request.id, "update": self.service.whole_update(connection)}))
            return
        found = list_actions(state, request.verb, request.args, request.kinds, room.own_choices(connection.seat))
        if found is None:
            raise RequestError("unknown", f"No legal action begins with {' '.join([request.verb, *request.args])!r}.")
        connection.send(encode({"t": "listed", "re": request.id, "args": found}))

    def about(self, connection: Connection, request: messages.About) -> None:
        """What a unit may do."""
        known = self._told(connection, lambda game, state: game.about_unit(state, connection.side, request.unit))
        partner = next((seat for seat, units in connection.room.commanded().items() if request.unit in units), None)
        if partner is not None and partner != connection.seat and connection.room.side_of(partner) == connection.side:
            text = f"Your partner, who commands the {connection.room.seat_name(partner)}, gives orders to this unit"
            known = known | {"can": [], "cannot": [{"text": text, "case": ""}, *known["cannot"]]}
        connection.send(encode({"t": "known", "re": request.id, "unit": request.unit} | known))

    def overlay(self, connection: Connection, request: messages.Overlay) -> None:
        """Spaces to be shaded."""
        shaded = self._told(connection, lambda game, state: game.overlay(state, connection.side, request.name))
        connection.send(encode({"t": "overlaid", "re": request.id, "name": request.name} | shaded))

    def _told(self, connection: Connection, ask: Callable[[Game, State], dict[str, Any]]) -> dict[str, Any]:
        """What the game answers to a question that any seat may ask."""
        state = connection.room.state
        if state is None:
            raise RequestError("other_rules", "This match was played by a different rules version.")
        try:
            return ask(connection.room.game, state)
        except BeachheadError as error:
            raise RequestError("unknown", str(error)) from None

    async def log(self, connection: Connection, request: messages.Log) -> None:
        """A page of what a seat has seen."""
        room, side = connection.room, self.eyes(connection, request.side)
        most = min(request.most or self.service.limits.log_page, self.service.limits.log_page)
        found = await log_page(self.service.storage, room, side, most, before=request.before, after=request.after)
        connection.send(encode({"t": "logged", "re": request.id} | found))

    @staticmethod
    def eyes(connection: Connection, side: str | None) -> str | None:
        """With whose eyes a seat looks at the past: its own, and when the match is over any side's."""
        if side is None or side == connection.side:
            return connection.side
        if connection.room.ended is None:
            raise RequestError("not_now", "You can replay from the other side when the match is over.")
        if side not in connection.room.sides:
            raise RequestError("unknown", f"There is no side {side!r} in this game.")
        return side

    async def look(self, connection: Connection, request: messages.Look) -> None:
        """The view of an earlier moment, and how it changes in those that come `then`."""
        room, history = connection.room, connection.room.history
        if not room.playable:
            text = "This match was played by a different rules version; its past can be read in the log."
            raise RequestError("other_rules", text)
        side = self.eyes(connection, request.side)
        bit = room.bit(side)
        total = history.moments(bit)
        if request.at > total:
            raise RequestError("unknown", f"There have been {total} moments, not {request.at}.")
        seen = history.actions_seen(bit)
        text, events = "", list[dict[str, Any]]()
        state, texts = history.replay_plan(history.action_of(bit, request.at))
        if request.at:
            shown = seen[request.at - 1]
            number = history.number_of(shown)
            if room.ended is not None or history.side_of(shown) == connection.side:
                text = history.texts[shown]
            kept = await asyncio.to_thread(self.service.storage.events, room.id, number, number)
            events = with_panels(state.ruleset, seen_events(kept[number], side))
        ends = [*seen, len(history)][request.at : request.at + request.then + 1]
        rows = [history.texts[first:end] for first, end in pairwise(ends)]
        looks, key = room.looks, (side, history.action_of(bit, request.at), *ends)
        if key not in looks:
            found = await asyncio.to_thread(_view_after, state, texts, rows, side)
            if len(looks) >= LOOKS:
                del looks[next(iter(looks))]
            looks[key] = found
        view, panel, then = looks[key]
        told = {"t": "looked", "re": request.id, "at": request.at, "of": total, "side": side, "view": view.whole}
        connection.send(encode(told | {"events": events, "text": text} | ({"then": then} if request.then else {}) | panel))


def _view_after(
    state: State, texts: list[str], rows: list[list[str]], side: str | None
) -> tuple[SeatView, dict[str, Panel], list[list[Change]]]:
    """The view after these actions, and how each further row of actions changes it."""
    for text in texts:
        state.apply(text)
    first, panel = Views(state).view_for(side, 0), panel_now(state, side)
    before, then = first, list[list[Change]]()
    for row in rows:
        for text in row:
            state.apply(text)
        now = Views(state).view_for(side, 0)
        then.append(now.changes_since(before))
        before = now
    return first, panel, then


def _previews(state: State, request: messages.Preview, choices: Choices) -> dict[str, Any]:
    """What the legal actions that begin so would lead to, once those before them have been taken; nothing if one of those cannot
    be undone, since nobody knows what is after it."""
    try:
        for text in request.after:
            state, played = carry_out(state, text)
            if played.final:
                return {}
            choices = state.choices()
    except ActionError:
        return {}
    found = list(matching(state, request.verb, request.args, choices).items())[:PREVIEWS]
    ruleset = state.ruleset
    commits = commitments(state, [code for _, code in found]) if len(found) <= COMMITMENTS else {}
    previews = {last: ruleset.game.preview(state, Action(code, ruleset)) for last, code in found}
    return {
        last: previews[last]
        | panel_beside(ruleset, previews[last].get("combat"))
        | ({"commits": commits[code]} if code in commits else {})
        for last, code in found
    }
