"""What a host can choose: where matches are kept, who may come in, and how much of everything anybody may send."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from platformdirs import user_data_dir

from beachhead.engine.errors import UserError
from beachhead.engine.files.bounds import ACTION
from beachhead.server.clock import Clock

PROTOCOL = 2
PREFERRED_PORT = 8044
FILE_NAME = "table.sqlite3"


@dataclass(frozen=True, slots=True)
class Limits:
    """How much is too much. Every number can be changed by the host (docs/hosting.md)."""

    message_bytes: int = 16 * 1024
    """Length of a message on a socket."""
    record_bytes: int = 1024 * 1024
    """Length of a record that is uploaded or verified."""
    record_seconds: float = 10.0
    """Processor time that replaying one may take; a long game takes one or two."""
    body_bytes: int = 16 * 1024
    """Length of any other request."""
    body_seconds: float = 10.0
    """A request that has not arrived by then is given up."""
    name_length: int = 40
    chat_length: int = 500
    action_length: int = ACTION
    """Length of an action; the library reads none that is longer."""
    key_length: int = 64
    messages_per_s: float = 40.0
    message_burst: int = 120
    frames_per_s: float = 200.0
    """Frames of one socket, empty and unfinished ones included."""
    frame_burst: int = 400
    chats_per_s: float = 2.0
    chat_burst: int = 10
    chat_kept: int = 500
    """Lines of chat that a match keeps."""
    requests_per_s: float = 50.0
    """Requests of one address, files included."""
    request_burst: int = 400
    creations_per_minute: float = 30.0
    """Matches that one address may create, upload, branch or verify."""
    creation_burst: int = 30
    wrong_tokens_per_minute: float = 60.0
    connections_per_address: int = 2000
    """Open connections of one address, those of a trusted proxy excepted."""
    sockets_per_address: int = 1000
    sockets: int = 10_000
    hello_seconds: float = 10.0
    queued_messages: int = 512
    """Messages that wait for a client that reads slowly; one more and it is sent away."""
    queued_bytes: int = 4 * 1024 * 1024
    idle_seconds: float = 300.0
    """A match that nobody looks at leaves memory after so long."""
    log_page: int = 200
    """Moments of the log that are sent at once."""
    listed_actions: int = 3000
    """Legal actions of a decision beyond which only their first arguments are listed."""
    bot_seconds: float = 1.0
    """What a player of the program may think about one action."""
    bot_acts: int = 64
    """Actions of a bot that are written and sent together, at most."""
    bot_pause: float = 1.0
    """Seconds after which what it has done so far is sent, though it has more to do."""
    window_seconds: float = 0.25
    """After which a window is answered that the service answers, whatever it found there."""
    hints_per_minute: float = 30.0
    """Hints that the people of one match may ask for."""
    hint_burst: int = 15
    watched_pause: float = 0.25
    """Between two actions where only players of the program sit, so that one can follow."""


@dataclass(frozen=True, slots=True)
class Settings:
    """One service."""

    database: str
    """Address of the database as SQLAlchemy knows it."""
    hosts: tuple[str, ...] = ()
    """Names under which the service may be called, besides localhost and plain addresses; `*` for any."""
    origins: tuple[str, ...] = ()
    """Pages of other origins that may use the service, such as https://play.example.org."""
    password: str = ""
    """What people must know to create a match; empty if anybody may."""
    limits: Limits = field(default_factory=Limits)
    snapshot_every: int = 25
    """Entries of a match's journal between two snapshots of its state."""
    durable: bool = True
    """Whether a confirmed action survives a power cut, not only the death of the process."""
    private: bool = False
    """Whether nobody but the people at this computer can reach it: then several seats of one's own are seats at one screen."""
    offline: bool = True
    """Whether browsers may keep the page and what is fixed about the games, for when there is no connection."""
    clock: Clock = field(default_factory=Clock)
    """Where the service reads the time, and by which it waits."""

    def __post_init__(self) -> None:
        for origin in self.origins:
            origin_host(origin)


def read_limits(texts: Iterable[str]) -> Limits:
    """Limits as a host writes them.

    >>> read_limits(["chat_length=200"]).chat_length
    200
    """
    known = {item.name: item.type for item in fields(Limits)}
    chosen: dict[str, Any] = {}
    for text in texts:
        name, _, value = text.partition("=")
        if name not in known:
            raise UserError(f"there is no limit {name!r}; there are: {', '.join(known)}")
        try:
            number = int(value) if known[name] == "int" else float(value)
        except ValueError:
            raise UserError(f"--limit {text!r}: write NAME=NUMBER") from None
        if not 0 < number < 1e12:
            raise UserError(f"--limit {text!r}: the number must be above 0")
        chosen[name] = number
    return Limits(**chosen)


def data_folder(given: Path | None = None) -> Path:
    """Where this user's matches are kept."""
    if given is not None:
        return given
    chosen = os.environ.get("BEACHHEAD_DATA")
    return Path(chosen) if chosen else Path(user_data_dir("beachhead", appauthor=False))


def sqlite_address(folder: Path) -> str:
    """The database in that folder, which is made if need be."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"{folder}: the matches cannot be kept there: {error.strerror}; name another folder") from None
    return f"sqlite:///{folder / FILE_NAME}"


def origin_host(origin: str) -> str:
    """Name and port of an origin, or an error that says how it is written.

    >>> origin_host("https://play.example.org")
    'play.example.org'
    """
    parts = urlsplit(origin)
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.path.strip("/") or parts.query or "@" in parts.netloc:
        raise UserError(f"{origin!r} is no origin; it looks like https://play.example.org")
    return parts.netloc.casefold()
