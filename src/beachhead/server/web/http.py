"""Lists and joining over HTTP (docs/protocol.md)."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from beachhead.diary import as_text
from beachhead.engine.errors import BeachheadError
from beachhead.engine.game import Game
from beachhead.engine.state import State
from beachhead.games import game as find_game
from beachhead.server import creation
from beachhead.server.catalogue import Kept
from beachhead.server.kept.records import diary_pages, record_page, seen_record, verify, whole_record
from beachhead.server.kept.saving import begin_save
from beachhead.server.kept.storage import says
from beachhead.server.play import messages
from beachhead.server.play.limits import Buckets, Patience
from beachhead.server.play.messages import tidy
from beachhead.server.room import Room, timestamp
from beachhead.server.seats import HOST, LINK, SPECTATOR, own_token, same
from beachhead.server.service import Service
from beachhead.server.settings import PROTOCOL
from beachhead.server.web import qr
from beachhead.server.web.delivery import START, TABLE, Delivery
from beachhead.server.web.responses import Refused, answer, body, refusal, unforeseen
from beachhead.server.web.security import address_of
from beachhead.server.web.staticfiles import FOREVER, Files, send_file, send_kept

T = TypeVar("T")
WRONG_TOKEN = 4001
"""How a socket is closed whose token does not open a seat, or not from there."""
RECORDS = 8
"""Records that are kept at hand."""
PAGE, MOST = 200, 1000
"""Lines of a record in one page: unless told otherwise, and at most."""
Endpoint = Callable[[Request], Awaitable[Response]]


class Http:
    """The endpoints."""

    def __init__(self, table: Service) -> None:
        self.table = table
        self.limits = table.limits
        self.files = Files(table.clock)
        self.delivery = Delivery(self.files, offline=table.settings.offline)
        self._lookups = Buckets(self.limits.requests_per_s, self.limits.request_burst, table.clock)
        self._packed: dict[str, bytes] = {}
        self._records: dict[str, str] = {}
        """Records of matches that are over, as long as somebody may be reading them page by page."""

    def routes(self) -> list[Route]:
        """What can be asked for."""
        get: list[tuple[str, Endpoint]] = [
            ("/", self.page),
            ("/m/{match}", self.match_page),
            ("/favicon.ico", self.icon),
            ("/static/{name:path}", self.file),
            ("/page/{version}/{name:path}", self.lasting_file),
            ("/service-worker.js", self.worker),
            ("/api/games", self.games),
            ("/api/games/{game}", self.lore),
            ("/api/games/{game}/board", self.board),
            ("/api/games/{game}/picture.svg", self.picture),
            ("/api/games/{game}/thumbnail.svg", self.thumbnail),
            ("/api/matches/{match}", self.meta),
            ("/api/matches/{match}/board", self.own_board),
            ("/api/matches/{match}/record", self.record),
            ("/api/matches/{match}/diary", self.diary),
            ("/api/matches/{match}/network", self.network),
            ("/api/health", self.health),
        ]
        post: list[tuple[str, Endpoint]] = [
            ("/api/matches", self.create),
            ("/api/matches/upload", self.upload),
            ("/api/matches/lookup", self.lookup),
            ("/api/verify", self.verify),
            ("/api/matches/{match}/seats", self.sit),
            ("/api/matches/{match}/take", self.take),
            ("/api/matches/{match}/pass", self.pass_on),
            ("/api/matches/{match}/spectators", self.spectators),
            ("/api/matches/{match}/save", self.save),
            ("/api/matches/{match}/network", self.open_network),
            ("/api/matches/{match}/qr", self.qr),
            ("/api/matches/{match}/branch", self.branch),
        ]
        return [Route(path, _careful(end), methods=["POST"]) for path, end in post] + [
            Route(path, _careful(end), methods=["GET"]) for path, end in get
        ]

    # ------------------------------------------------------------------ the page

    async def page(self, request: Request) -> Response:
        """The start page, which also says that there is nothing at an address."""
        return send_file(request, self.delivery.document(START))

    async def match_page(self, request: Request) -> Response:
        """The same page, with word of all that a table will need, so that the browser need not find it out one by one."""
        room = self.table.rooms.get(request.path_params["match"])
        public: list[str] = []
        if room is not None:
            meta = room.meta()
            lore = f"/api/games/{room.game.id}?scenario={quote(str(meta['scenario']))}"
            public = [address for address in (lore, meta["board"]) if address.startswith("/api/games/")]
        return send_file(request, self.delivery.document(TABLE, public))

    async def icon(self, request: Request) -> Response:
        """Browsers ask for it by themselves."""
        return self._file(request, "icon.svg")

    async def file(self, request: Request) -> Response:
        """A file of the page, as it is now."""
        return self._file(request, request.path_params["name"])

    async def lasting_file(self, request: Request) -> Response:
        """A file of one version of the page, which browsers keep. A page of another version is told to load itself again."""
        file = self.delivery.file(request.path_params["version"], request.path_params["name"])
        if file is None:
            raise Refused(404, "unknown", "There is no such file in this version of the page; reload the page.")
        return send_file(request, file, caching=FOREVER)

    async def worker(self, request: Request) -> Response:
        """The script that keeps the page for when there is no connection."""
        return send_file(request, self.delivery.worker())

    def _file(self, request: Request, name: str) -> Response:
        file = self.files.get(name)
        if file is None:
            raise Refused(404, "unknown", "There is no such file.")
        return send_file(request, file)

    async def health(self, _: Request) -> Response:
        """For whoever watches over the service."""
        fault = await self.table.health()
        return answer({"ok": False, "reason": fault, "text": says(fault)}, 503) if fault else answer({"ok": True})

    # ------------------------------------------------------------------ games

    async def games(self, request: Request) -> Response:
        """Which games there are, and which version of the page goes with this service."""
        password = bool(self.table.settings.password)
        told = {"protocol": PROTOCOL, "page": self.delivery.version, "password": password, "games": self.table.catalogue.games()}
        return self._kept(request, Kept.of(told))

    async def lore(self, request: Request) -> Response:
        """All that is fixed about a game."""
        game = _game(request)
        return self._kept(request, await asyncio.to_thread(self.table.catalogue.lore, game, request.query_params.get("scenario")))

    async def board(self, request: Request) -> Response:
        """The drawing of a game's map, or of the one on which a scenario is played."""
        game = _game(request)
        scenario = request.query_params.get("scenario")
        known = scenario if any(one.id == scenario for one in game.scenarios) else None
        ruleset = game.ruleset(game.parameters(known))
        kept = await asyncio.to_thread(self.table.catalogue.board, game, ruleset, f"{game.id} {known}" if known else game.id)
        if kept is None:
            raise Refused(404, "unknown", "There is no drawing of this map.")
        return self._kept(request, kept)

    async def picture(self, request: Request) -> Response:
        """A game's map as a picture."""
        kept = await asyncio.to_thread(self.table.catalogue.picture, _game(request))
        if kept is None:
            raise Refused(404, "unknown", "There is no picture of this map.")
        return self._kept(request, kept, "image/svg+xml")

    async def thumbnail(self, request: Request) -> Response:
        """A game's map in small, or that of a scenario. An address that names its version is kept for good."""
        game, query = _game(request), request.query_params
        kept = await asyncio.to_thread(self.table.catalogue.thumbnail, game, query.get("scenario"))
        if kept is None:
            raise Refused(404, "unknown", "There is no picture of this map.")
        lasting = query.get("v") == self.table.catalogue.mark(game)
        return self._kept(request, kept, "image/svg+xml", caching=FOREVER if lasting else "no-cache")

    def _kept(self, request: Request, kept: Kept, kind: str = "application/json", *, caching: str = "no-cache") -> Response:
        if kept.etag not in self._packed:
            if len(self._packed) > 64:
                self._packed.clear()
            self._packed[kept.etag] = gzip.compress(kept.body, 6)
        return send_kept(request, kept.body, self._packed[kept.etag], kind, kept.etag, caching=caching)

    # ------------------------------------------------------------------ making matches

    async def _body(self, request: Request, kind: type[T], most: int) -> T:
        return await body(request, kind, most, self.limits.body_seconds, self.table.clock)

    def _may_create(self, request: Request, password: str) -> None:
        if not self.table.creations.take(address_of(request.scope)):
            raise Refused(429, "too_fast", "Too many matches from this address; wait a minute.")
        wanted = self.table.settings.password
        if wanted and not same(password, wanted):
            raise Refused(401, "password", "The password is wrong. Ask the host of this server.")

    async def create(self, request: Request) -> Response:
        """A new match."""
        wanted = await self._body(request, messages.NewMatch, self.limits.body_bytes)
        self._may_create(request, wanted.password)
        return answer(await creation.create(self.table, wanted), 201)

    async def upload(self, request: Request) -> Response:
        """A match that goes on where a record ends."""
        most = 2 * self.limits.record_bytes + self.limits.body_bytes
        wanted = await self._body(request, messages.Upload, most)
        self._may_create(request, wanted.password)
        self._check_length(wanted.record)
        name = tidy(wanted.name, self.limits.name_length)
        async with self.table.heavy.of(address_of(request.scope)):
            made, journal = await asyncio.to_thread(
                creation.describe_record,
                wanted.record,
                wanted.seats,
                name,
                self._patience(),
                private=self.table.settings.private,
            )
        return answer(await creation.keep_record(self.table, made, journal), 201)

    async def verify(self, request: Request) -> Response:
        """Whether a record is true."""
        most = 2 * self.limits.record_bytes + self.limits.body_bytes
        wanted = await self._body(request, messages.Verify, most)
        password = wanted.password
        if wanted.match:  # whoever is at a table of this server may check its dice
            await self._admitted(request, wanted.match, _token(request))
            password = self.table.settings.password
        self._may_create(request, password)
        self._check_length(wanted.record)
        async with self.table.heavy.of(address_of(request.scope)):
            return answer(await asyncio.to_thread(verify, wanted.record, self._patience()))

    def _patience(self) -> Patience:
        return Patience(self.limits.record_seconds, self.table.clock)

    def _check_length(self, record: str) -> None:
        if len(record.encode("utf-8", "replace")) > self.limits.record_bytes:
            raise Refused(413, "too_large", f"A record has at most {self.limits.record_bytes} bytes.")

    # ------------------------------------------------------------------ one match

    async def _room(self, request: Request) -> tuple[Room, str]:
        """The match that is asked about, and who asks."""
        return await self._admitted(request, request.path_params["match"], _token(request))

    async def _admitted(self, request: Request, id: str, token: str, instead: str = "") -> tuple[Room, str]:
        """The match of an id, and whose token this is; or the one `instead`, if the first opens nothing (any more)."""
        if not self._id_like(id):
            raise Refused(404, "unknown", "There is no such match.")
        room = await self.table.room(id)
        if room is None:
            raise Refused(404, "unknown", "There is no such match.")
        admitted = (one for one in (token, instead) if one and self.table.network.admits(request.scope, room.id, one))
        who = next((who for one in admitted if (who := room.holder(one)) is not None), None)
        if who is None:
            if not self.table.wrong_tokens.take(address_of(request.scope)):
                raise Refused(429, "too_fast", "Too many wrong tokens from this address; wait a minute.")
            raise Refused(401, "token", "This needs a token of the match.")
        await self.table.look_again(room)
        return room, who

    @staticmethod
    def _id_like(id: str) -> bool:
        return len(id) <= 32 and id.isascii() and id.isalnum()

    async def meta(self, request: Request) -> Response:
        """What everybody at the table may know."""
        room, who = await self._room(request)
        return answer(room.meta() | ({"link": room.linked(_token(request))} if who == LINK else {}))

    async def lookup(self, request: Request) -> Response:
        """What everybody may know about several matches, each with the token by which it is asked for, and when something last
        happened before the eyes of its holder."""
        wanted = await self._body(request, messages.Lookup, self.limits.body_bytes)
        if not self._lookups.take(address_of(request.scope), len(wanted.matches)):
            raise Refused(429, "too_fast", "Too many matches looked up from this address; wait a moment.")
        found: list[dict[str, Any]] = []
        for one in wanted.matches:
            try:
                room, who = await self._admitted(request, one.match, one.token)
            except Refused as no:
                found.append({"match": one.match, "error": {"code": no.code, "text": no.text}})
                continue
            bit = room.bit(_side(room, who))
            if bit not in room.active:
                seen = await asyncio.to_thread(self.table.storage.last_seen, room.id, 1 << bit)
                room.active[bit] = seen or room.row.created
            found.append({"match": one.match, "meta": room.meta(), "active": timestamp(room.active[bit])})
        return answer({"matches": found})

    async def own_board(self, request: Request) -> Response:
        """The drawing of the map of a match with its owner's own components."""
        room, _ = await self._room(request)
        kept = await asyncio.to_thread(self._draw_own, room)
        if kept is None:
            raise Refused(404, "unknown", "There is no drawing of this map.")
        return self._kept(request, kept)

    def _draw_own(self, room: Room) -> Kept | None:
        """Slow: for a thread. The setup is built by the rules that the match began with, as far as they can still be played."""
        ruleset = room.game.ruleset(room.source, room.row.rules if room.playable else None)
        return self.table.catalogue.board(room.game, ruleset, f"{room.game.id} {room.row.source}")

    async def record(self, request: Request) -> Response:
        """The record of a match, or what this seat may know of it."""
        room, who = await self._room(request)
        wanted = _page(request)
        async with self.table.heavy.of(address_of(request.scope)):
            text = await self._record(room, _side(room, who))
        return _text_file(room, text) if wanted is None else answer(record_page(text, *wanted))

    async def _record(self, room: Room, side: str | None) -> str:
        if room.ended is None or not room.playable:
            return await asyncio.to_thread(seen_record, room, self.table.storage, side)
        found = self._records.get(room.id)
        if found is None:
            found = self._records[room.id] = await asyncio.to_thread(whole_record, room, *_whole(room))
            if len(self._records) > RECORDS:
                del self._records[next(iter(self._records))]
        return found

    async def diary(self, request: Request) -> Response:
        """What a seat would write down of a match, turn by turn; as a text if it is to be kept."""
        room, who = await self._room(request)
        theme = room.game.theme_of(room.source.get("scenario"))
        if not theme.diary:
            raise Refused(404, "unknown", "This game keeps no diary.")
        async with self.table.heavy.of(address_of(request.scope)):
            side = _side(room, who)
            pages = await asyncio.to_thread(diary_pages, room, self.table.storage, side, room.view_for(side))
        if request.query_params.get("as") == "text":
            return _text_file(room, as_text(room.game.title, pages, theme.tally), "diary-")
        return answer({"pages": [page.plain() for page in pages]})

    async def save(self, request: Request) -> Response:
        """A running match as a file that resumes it with the same dice."""
        room, _ = await self._host(request)
        if not self.table.creations.take(address_of(request.scope)):
            raise Refused(429, "too_fast", "Too many requests from this address; wait a minute.")
        start, texts = await begin_save(self.table, room, _token(request))
        async with self.table.heavy.of(address_of(request.scope)):
            return _text_file(room, await asyncio.to_thread(whole_record, room, start, texts))

    # ------------------------------------------------------------------ inviting

    async def _host(self, request: Request) -> tuple[Room, str]:
        room, who = await self._room(request)
        if who != HOST:
            raise Refused(401, "token", "Only the host of the match, with the host's token, can do this.")
        return room, who

    async def network(self, request: Request) -> Response:
        """Whether others on the local network can join, and where."""
        room, _ = await self._host(request)
        network = self.table.network
        return answer({"private": network.private and network.is_local(request.scope), "address": network.address_of(room.id)})

    async def open_network(self, request: Request) -> Response:
        """Open the service to the local network, or close it again: for the person at this computer alone."""
        wanted = await self._body(request, messages.OpenNetwork, self.limits.body_bytes)
        room, _ = await self._host(request)
        network = self.table.network
        if not network.is_local(request.scope):
            raise Refused(403, "elsewhere", "Only the person at the host's computer can open the network.")
        if not wanted.open:
            await network.close(room.id)
            for connection in list(room.connections):
                if network.through(connection.scope):
                    connection.close(WRONG_TOKEN, "the host has closed the match to the network")
            return answer({"address": None})
        host = _token(request)
        return answer({"address": await network.open(room.id, [own_token(host, seat) for seat in room.seats])})

    async def qr(self, request: Request) -> Response:
        """The link that this token belongs to, as a QR code. The link must lead to this service."""
        wanted = await self._body(request, messages.DrawLink, self.limits.body_bytes)
        room, who = await self._room(request)
        if who == HOST:
            raise Refused(401, "token", "The host's token is not a link.")
        here = request.headers["host"]
        if wanted.origin not in (*self.table.settings.origins, self.table.network.address, f"http://{here}", f"https://{here}"):
            raise Refused(422, "origin", "That is not an address of this service.")
        link = f"{wanted.origin}/m/{room.id}#{_token(request)}"
        return answer({"link": link} | await asyncio.to_thread(qr.drawing, link))

    # ------------------------------------------------------------------ seats and branches

    async def sit(self, request: Request) -> Response:
        """Give a seat to somebody else."""
        wanted = await self._body(request, messages.AssignSeat, self.limits.body_bytes)
        room, _ = await self._host(request)
        return answer(await creation.sit(self.table, room, wanted, _token(request)))

    async def take(self, request: Request) -> Response:
        """Take a seat by its link."""
        wanted = await self._body(request, messages.TakeSeat, self.limits.body_bytes)
        try:
            room, _ = await self._admitted(request, request.path_params["match"], _token(request), wanted.token)
        except Refused as no:
            raise (creation.USED if no.code == "token" else no) from None
        return answer(await creation.take(self.table, room, _token(request), wanted))

    async def pass_on(self, request: Request) -> Response:
        """A link by which the player of a seat plays on from another device."""
        await self._body(request, messages.Nothing, self.limits.body_bytes)
        room, who = await self._room(request)
        if who in (HOST, SPECTATOR, LINK):
            raise Refused(401, "token", "Only the device that plays in a seat can pass it on.")
        return answer(await creation.pass_on(self.table, room, who))

    async def spectators(self, request: Request) -> Response:
        """Whether spectators may chat, and a new link for them."""
        wanted = await self._body(request, messages.Spectators, self.limits.body_bytes)
        room, _ = await self._host(request)
        return answer(await creation.change_spectators(self.table, room, wanted))

    async def branch(self, request: Request) -> Response:
        """A new match from a moment of this one."""
        wanted = await self._body(request, messages.Branch, self.limits.body_bytes)
        room, who = await self._room(request)
        self._may_create(request, wanted.password)
        async with self.table.heavy.of(address_of(request.scope)):
            moment = creation.branch_state(room, _side(room, who), wanted.at)
            made = await asyncio.to_thread(creation.describe_branch, self.table, room, wanted, *moment)
        return answer(await creation.keep(self.table, made), 201)


def _side(room: Room, who: str) -> str | None:
    """With whose eyes the holder of a token looks; None for host and spectators."""
    return None if who in (HOST, SPECTATOR, LINK) else room.side_of(who)


def _token(request: Request) -> str:
    """The token that a request carries; empty if none."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.casefold() == "bearer" else ""


def _text_file(room: Room, text: str, what: str = "") -> Response:
    """A record or diary to be saved."""
    name = f'attachment; filename="beachhead-{room.game.id}-{what}{room.id}.txt"'
    return PlainTextResponse(text, headers={"Cache-Control": "no-store", "Content-Disposition": name})


def _page(request: Request) -> tuple[int, int] | None:
    """Which lines of a record are wanted: those after a number, and how many at most; None for the whole."""
    query = request.query_params
    if "after" not in query and "most" not in query:
        return None
    after, most = query.get("after", "0"), query.get("most", str(PAGE))
    if not all(text.isascii() and text.isdigit() and len(text) < 10 for text in (after, most)) or not 1 <= int(most) <= MOST:
        raise Refused(400, "unreadable", f"Ask for after=0 or more, and for most=1 to {MOST} lines.")
    return int(after), int(most)


def _whole(room: Room) -> tuple[State, list[str]]:
    """The start of a match and all its actions."""
    return room.history.start, list(room.history.texts)


def _game(request: Request) -> Game:
    try:
        return find_game(request.path_params["game"])
    except BeachheadError:
        raise Refused(404, "unknown", "There is no such game.") from None


def _careful(endpoint: Endpoint) -> Endpoint:
    """Whatever goes wrong becomes an answer; what nobody foresaw is logged under a number."""

    async def run(request: Request) -> Response:
        try:
            return await endpoint(request)
        except Refused as no:
            return refusal(no.status, no.code, no.text)
        except BeachheadError as error:
            return refusal(422, "refused", str(error)[:500])
        except Exception as error:
            return refusal(500, "trouble", unforeseen(error))

    return run
