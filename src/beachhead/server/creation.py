"""How matches come into being, from a scenario, a record or a moment of another match, and how their seats change hands."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable, Mapping
from typing import Any

from sqlalchemy.engine import Connection

from beachhead.engine.chance.dice import Dice, commitment, seed_bytes
from beachhead.engine.errors import UserError
from beachhead.engine.state import State
from beachhead.games import game as find_game
from beachhead.match import Match
from beachhead.players import check_player
from beachhead.server.kept.history import seen_by
from beachhead.server.kept.journal import ACT
from beachhead.server.kept.records import past_of
from beachhead.server.kept.schema import entries
from beachhead.server.kept.storage import LineRow, SeatRow
from beachhead.server.play import messages
from beachhead.server.play.bots import ensure_bot
from beachhead.server.play.chat import seat_changed
from beachhead.server.play.limits import Patience
from beachhead.server.play.messages import encode, tidy
from beachhead.server.play.windows import keeps_secrets
from beachhead.server.room import Room
from beachhead.server.seats import ME, OPEN, hash_of, is_own, new_id, new_link, new_token, own_token, settle_seats
from beachhead.server.service import Service
from beachhead.server.told.views import kept_events
from beachhead.server.web.responses import Refused

Keys = dict[str, Any]
Made = tuple[dict[str, Any], list[dict[str, Any]], Keys]


RECORD, BRANCH = "record", "branch"


def describe(
    state: State,
    wanted: Mapping[str, str] | None,
    name: str,
    *,
    plain_start: bool,
    tour: bool = False,
    origin: str | None = None,
    known_dice: bool = False,
    undone: int = 0,
    past: str | None = None,
) -> Made:
    """The rows of a new match that begins at a state, and the keys for its creator.

    `origin` and `known_dice` are shown to everybody at the table: whoever sits down may want to know that the position is
    somebody else's making, or that the coming dice are known. `past`: see `past_of`.
    """
    game, id = state.ruleset.game, new_id()
    host, spectator, tokens = new_token(), new_token(), {}
    people: list[dict[str, Any]] = []
    for seat, sit in settle_seats(state.ruleset, wanted).items():
        token = own_token(host, seat) if sit == ME else new_link() if sit == OPEN else None
        if token is not None:
            tokens[seat] = token
        people.append(
            {
                "match": id,
                "side": seat,
                "player": None if token is not None else sit,
                "name": name if sit == ME else "",
                "token_hash": hash_of(token) if token is not None and sit == ME else None,
                "link_hash": hash_of(token) if token is not None and sit == OPEN else None,
                "seen_at": 0.0,
                "autopass": None,
            }
        )
    row = {
        "id": id,
        "game": game.id,
        "rules": state.ruleset.rules,
        "source": json.dumps(state.ruleset.parameters, sort_keys=True),
        "start": None if plain_start else encode(state.plain()).decode(),
        "seed": state.dice.seed.hex(),
        "commitment": commitment(state.dice.seed),
        "tour": tour,
        "host_hash": hash_of(host),
        "spectator_hash": hash_of(spectator),
        "ended": None,
        "snapshot": None,
        "snapshot_number": 0,
        "origin": origin,
        "known_dice": known_dice,
        "silent": False,
        "undone": undone,
        "past": past,
    }
    return row, people, {"match": id, "tokens": tokens, "spectator": spectator, "host": host}


async def create(table: Service, wanted: messages.NewMatch) -> Keys:
    """A new match from a scenario."""
    game = find_game(wanted.game)
    name = tidy(wanted.name, table.limits.name_length)
    if wanted.tour:
        tour = game.lore("tour", wanted.scenario)
        if not isinstance(tour, dict):
            raise UserError(f"{game.id} has no tour")
        state = game.position(tour["position"], Dice(seed_bytes(tour.get("seed"))))
        known = tour.get("seed") is not None
        return await keep(table, describe(state, tour.get("seats"), name, plain_start=False, tour=True, known_dice=known))
    # The names of options are the client's: they are checked here and become neither dice nor files.
    source = game.parameters(wanted.scenario, wanted.options)
    state = game.initial_state(game.ruleset(source), Dice(seed_bytes(None)))
    return await keep(table, describe(state, wanted.seats, name, plain_start=True))


async def keep(table: Service, made: Made, journal: list[dict[str, Any]] | None = None) -> Keys:
    """Keep a new match."""
    row, people, keys = made
    row["created"] = table.clock.time()
    for entry in journal or ():
        entry["at"] = row["created"]

    def write(connection: Connection) -> None:
        table.storage.create(connection, row, people)
        if journal:
            connection.execute(entries.insert(), journal)

    await table.writer.do(write)
    if all(seat["player"] is None for seat in people) or journal:
        return keys
    room = await table.room(keys["match"])
    if room is not None:
        ensure_bot(table, room)
    return keys


# ---------------------------------------------------------------------- from records and other matches


def journal_of(match: Match) -> list[dict[str, Any]]:
    """The entries of a match of the library, without the id of a match."""
    sides = match.state.ruleset.sides
    return [
        {
            "number": number,
            "side": played.side,
            "key": None,
            "kind": ACT,
            "text": played.text,
            "events": kept_events(played.events),
            "seen": seen_by(sides, played.side, played.events),
            "final": played.final,
        }
        for number, played in enumerate(match.history, 1)
    ]


def describe_record(
    text: str, seats: Mapping[str, str] | None, name: str, patience: Patience | None = None, *, private: bool = False
) -> tuple[Made, list[dict[str, Any]]]:
    """A match that goes on where a record ends. Slow: for a thread.

    Whoever has the record knows its seed. A match in which a second person can ever sit therefore begins at its last position
    with new dice: one with an open seat, and one with two seats of one's own, whose links could be handed on. Whoever goes on
    alone against the computer, or at a table that nobody else can reach, keeps the past and the dice that belong to it; the match
    is marked, and whoever is invited to it later gets new dice (`sit`).
    """
    match = Match.load(text, patience=patience)
    start, state = match.at(0), match.state
    sits = list(settle_seats(start.ruleset, seats).values())
    others = OPEN in sits or (sits.count(ME) > 1 and not private)
    if others and not state.over:
        past = past_of(start.ruleset, (kept_events(played.events) for played in match.history))
        return describe(new_dice(state.copy(), []), seats, name, plain_start=False, origin=RECORD, past=past), []
    plain, undone = match.game.is_start(start), match.history.undone
    made = describe(start, seats, name, plain_start=plain, origin=RECORD, known_dice=True, undone=undone)
    row, journal = made[0], journal_of(match)
    if journal:
        row["snapshot"], row["snapshot_number"] = encode(state.plain()).decode(), len(journal)
    row["ended"] = ACT if state.over else None
    return made, [entry | {"match": row["id"]} for entry in journal]


async def keep_record(table: Service, made: Made, journal: list[dict[str, Any]]) -> Keys:
    """Keep a match made of a record."""
    keys = await keep(table, made, journal)
    room = await table.room(keys["match"])
    if room is not None:
        ensure_bot(table, room)
    return keys


def branch_state(room: Room, side: str | None, at: int) -> tuple[State, list[str], list[int]]:
    """A moment of a match that is over: a state before it, the actions from there to it, and the journal's entries up to it."""
    if room.ended is None:
        raise Refused(409, "not_over", "A match can be branched when it is over; until then its past holds secrets.")
    history = room.history
    if not room.playable:
        raise Refused(409, "other_rules", "This match was played with other rules than these.")
    bit = room.bit(side)
    if at > history.moments(bit):
        raise Refused(404, "unknown", f"There have been {history.moments(bit)} moments, not {at}.")
    action = history.action_of(bit, at)
    return *history.replay_plan(action), history.numbers()[:action]


def describe_branch(
    table: Service, room: Room, wanted: messages.Branch, state: State, texts: list[str], numbers: list[int]
) -> Made:
    """A match that begins at such a moment. Slow: for a thread."""
    name = tidy(wanted.name, table.limits.name_length)
    past = _past(table, room, numbers)
    return describe(new_dice(state, texts), wanted.seats, name, plain_start=False, origin=BRANCH, past=past)


def _past(table: Service, room: Room, numbers: list[int]) -> str | None:
    """The turns of a match up to an entry of its journal. Slow: for a thread."""
    kept = table.storage.events(room.id, numbers[0], numbers[-1]) if numbers else {}
    return past_of(room.history.state.ruleset, [kept[number] for number in numbers if number in kept], room.row.past)


def new_dice(state: State, texts: list[str]) -> State:
    """The state after these actions, with new dice: the old ones are known by now. Slow: for a thread."""
    for text in texts:
        state.apply(text)
    if state.over:
        raise Refused(409, "over", "The game is over at that moment; choose an earlier one.")
    state.dice = Dice(seed_bytes(None))
    state.forget_choices()
    return state


# ---------------------------------------------------------------------- seats


async def sit(table: Service, room: Room, wanted: messages.AssignSeat, host: str) -> dict[str, Any]:
    """Give a seat to somebody else: a person with a new token, or a bot. The old token ends. `host` is the host's token.

    The host often plays in the match too, so a seat that keeps secrets gets no new link once play has begun: the host could
    follow it and see the other side's map. And nobody is invited to play a person who may know the coming dice: then the match
    continues as a new one, at the same position and with new dice.
    """
    if wanted.side not in room.seats:
        raise Refused(404, "unknown", f"There is no seat {wanted.side!r} in this match.")
    if wanted.sit != OPEN:
        try:
            check_player(wanted.sit, room.game.id, book=room.places[wanted.side] in room.book)
        except UserError as error:
            raise Refused(422, "unknown_player", str(error)) from None
    token = new_link() if wanted.sit == OPEN else None
    values: dict[str, Any] = {
        "player": None if token is not None else wanted.sit,
        "token_hash": None,
        "link_hash": None if token is None else hash_of(token),
        "name": "",
        "seen_at": 0.0,
        "autopass": None,
    }

    def write(connection: Connection) -> LineRow | tuple[SeatRow, ...]:
        """Change the seat, unless the dice must be changed with it: then return who sits where."""
        people = table.storage.hold_seats(connection, room.id)
        others = any(seat.player is None for seat in people if seat.side != wanted.side)
        if token is not None and others and room.ended is None and table.storage.knows_dice(connection, room.id):
            return people
        table.storage.change_seat(connection, room.id, wanted.side, **values)
        return seat_changed(table, connection, room, wanted.side, "link" if token is not None else wanted.sit)

    async with room.lock:  # a bot may be about to act in secret
        if wanted.sit == OPEN and _has_secrets(room, room.places[wanted.side]):
            raise Refused(409, "secret", "This side keeps secrets, and play has begun: only its player can pass its link on.")
        done = await table.writer.do(write)
        if not isinstance(done, LineRow):
            return await _continue_with_new_dice(table, room, wanted.side, done, host)
        await _tell_of_seat(table, room, done)
    return {"side": wanted.side, "token": token}


async def _tell_of_seat(table: Service, room: Room, line: LineRow) -> None:
    """A seat has changed hands: close the sockets that no longer belong there, and tell everybody. The caller holds the lock."""
    await table.reseat(room)
    table.publish_line(room, line)
    ensure_bot(table, room)


USED = Refused(410, "used", "This link has been used, or replaced by another one. Ask whoever sent it for a new one.")


async def take(table: Service, room: Room, link: str, wanted: messages.TakeSeat) -> dict[str, Any]:
    """Take a seat by its link, which is used up by that. From then on the token opens it that the client has made; asking again
    with the same token changes nothing."""
    hashed = hash_of(wanted.token)

    def write(connection: Connection) -> tuple[str, LineRow | None]:
        people = table.storage.hold_seats(connection, room.id)
        for seat in people:
            if seat.link_hash == hash_of(link):
                table.storage.change_seat(connection, room.id, seat.side, token_hash=hashed, link_hash=None)
                return seat.side, seat_changed(table, connection, room, seat.side, "taken")
        for seat in people:
            if seat.token_hash == hashed:
                return seat.side, None
        raise USED

    async with room.lock:
        side, line = await table.writer.do(write)
        if line is not None:
            await _tell_of_seat(table, room, line)
    return {"side": side}


async def pass_on(table: Service, room: Room, seat: str) -> dict[str, Any]:
    """A link for another device of a seat's player, or for whoever shall play on. The seat stays as it is until it is taken."""
    link = new_link()

    def write(connection: Connection) -> None:
        people = table.storage.hold_seats(connection, room.id)
        others = any(other.player is None for other in people if other.side != seat)
        if others and room.ended is None and table.storage.knows_dice(connection, room.id):
            raise Refused(
                409, "known_dice", "Somebody may know the coming dice of this match; give the seat to somebody else for new dice."
            )
        table.storage.change_seat(connection, room.id, seat, link_hash=hash_of(link))

    async with room.lock:
        await table.writer.do(write)
        await table.reseat(room)
    return {"side": seat, "token": link}


async def change_spectators(table: Service, room: Room, wanted: messages.Spectators) -> dict[str, Any]:
    """Let spectators chat or not, or make a new link for them: those who came by the old one are sent away."""
    token = new_token() if wanted.renew else None
    values: dict[str, Any] = {} if wanted.silent is None else {"silent": wanted.silent}
    if token is not None:
        values["spectator_hash"] = hash_of(token)

    def write(connection: Connection) -> None:
        if values:
            table.storage.change_match(connection, room.id, **values)
            table.storage.tell(connection, [table.notice(room.id, "seats")])

    async with room.lock:
        await table.writer.do(write)
        await table.reseat(room)
    return {"silent": room.row.silent, "spectator": token}


async def _continue_with_new_dice(
    table: Service, room: Room, opened: str, people: Iterable[SeatRow], host: str
) -> dict[str, Any]:
    """A new match at the position of this one, in which a seat is open. The caller holds the room's lock.

    The seats that were the host's own are so again; anybody else gets a new link from the host.
    """
    if not room.playable:
        raise Refused(409, "other_rules", "This match uses a different rules version; it cannot be continued.")
    own = {seat.side: seat.name for seat in people if seat.side != opened and is_own(seat.token_hash, host, seat.side)}
    seats = {seat.side: ME if seat.side in own else OPEN if seat.side == opened else seat.player or OPEN for seat in people}
    name = next((name for name in own.values() if name), "")
    state = new_dice(room.history.state.copy(), [])
    past = await asyncio.to_thread(_past, table, room, room.history.numbers())
    keys = await keep(table, describe(state, seats, name, plain_start=False, origin=RECORD, past=past))
    return {"side": opened, "token": keys["tokens"][opened], "moved": keys | {"seats": seats}}


def _has_secrets(room: Room, side: str) -> bool:
    begun = room.playable and len(room.history) > 0 and room.ended is None
    return begun and room.secrets and keeps_secrets(room.history.state, side)
