"""Tokens and seats. A token is a secret that only its holder keeps; the service keeps its hash and compares in constant time."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from beachhead.engine.ruleset import Ruleset
from beachhead.engine.seats import by_seat, first_side, usual_seats
from beachhead.players import check_player, players_of
from beachhead.server.kept.storage import SeatRow

_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
PRESENT = 40.0
"""Seconds after which a seat that nobody has been seen in counts as empty."""
HOST, SPECTATOR, LINK = "*host", "*spectator", "*link"
ME, OPEN = "me", "open"


def new_id() -> str:
    """The public name of a match."""
    return "".join(secrets.choice(_LETTERS) for _ in range(12))


def new_token() -> str:
    """A secret nobody can guess: 144 bits."""
    return secrets.token_urlsafe(18)


def new_link() -> str:
    """A secret by which a seat can be taken, once. It opens nothing itself, and can be told from a token."""
    return f"seat-{new_token()}"


def own_token(host: str, seat: str) -> str:
    """The token of a seat that the creator of a match takes: it follows from the host's token and is as hard to guess.

    So the service, which stores hashes alone, can tell the host's own seats from those whose links were made for others.
    """
    made = hmac.new(host.encode("utf-8", "replace"), f"seat {seat}".encode("utf-8", "replace"), hashlib.sha256).digest()
    return base64.urlsafe_b64encode(made[:18]).decode()


def is_own(token_hash: str | None, host: str, seat: str) -> bool:
    """Whether a seat is still the host's own: nobody else has ever been given a link to it by the service."""
    return token_hash is not None and hmac.compare_digest(token_hash, hash_of(own_token(host, seat)))


def hash_of(token: str) -> str:
    """What the database keeps of a token."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def same(one: str, other: str) -> bool:
    """Whether two secrets are equal, told in constant time."""
    return hmac.compare_digest(one.encode("utf-8", "replace"), other.encode("utf-8", "replace"))


@dataclass(slots=True)
class Seated:
    """Who sits in a seat of a match in memory."""

    player: str | None
    name: str
    token_hash: str | None
    """Of the device that plays here; None until somebody has taken the seat."""
    link_hash: str | None
    """Of the link by which the seat can be taken; a link is used up by that."""
    seen_at: float
    autopass: dict[str, bool] = field(default_factory=dict)
    """What its player has chosen, for windows by step. Nobody else may know."""
    links: int = 0
    """Sockets of this process in the seat."""

    @classmethod
    def of(cls, row: SeatRow) -> Seated:
        """As the database has it."""
        return cls(row.player, row.name, row.token_hash, row.link_hash, row.seen_at, json.loads(row.autopass or "{}"))

    def plain(self, now: float) -> dict[str, object]:
        """As the protocol has it; `now` is the time of day."""
        here = self.player is not None or self.links > 0 or now - self.seen_at < PRESENT
        kind = "person" if self.player is None else "player"
        return {"kind": kind, "name": self.player or self.name, "here": here, "taken": self.taken or self.player is not None}

    @property
    def taken(self) -> bool:
        """Whether a person plays here."""
        return self.token_hash is not None


def holder(token: str, people: Iterable[tuple[str, str | None]]) -> str | None:
    """Whose token it is; every hash is looked at, so that the time tells nothing."""
    hashed, found = hash_of(token), None
    for who, known in people:
        if known is not None and hmac.compare_digest(hashed, known):
            found = who
    return found


def settle_seats(ruleset: Ruleset, wanted: Mapping[str, str] | None) -> dict[str, str]:
    """Who sits where in a new match, unless told otherwise: the creator on the first side, with open seats for partners, the
    book on the sides that it plays, and the computer on the others."""
    game = ruleset.game.id
    seats = usual_seats(ruleset, players_of(game)[-1])
    own = [seat for seat, side in ruleset.seats.items() if side == first_side(ruleset)]
    seats |= dict.fromkeys(own, OPEN) | {own[0]: ME}
    for seat, sit in by_seat(ruleset, wanted or {}).items():
        seats[seat] = sit if sit in (ME, OPEN) else check_player(sit, game, book=ruleset.seats[seat] in ruleset.book)
    return seats
