"""The messages of docs/protocol.md as types. Whatever does not fit them is refused before anything else looks at it."""

from __future__ import annotations

import unicodedata
from fractions import Fraction
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

Key = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"\A[^\x00-\x1f\x7f]*\Z")]
Name = Annotated[str, Meta(max_length=200)]
"""Names and lines of chat are cut to the host's limits after decoding; these bounds only keep nonsense out."""
Tag = Annotated[str, Meta(max_length=64)]
Word = Annotated[str, Meta(max_length=100)]
Moment = Annotated[int, Meta(ge=0, le=1_000_000)]
Seats = dict[Word, Word]


class Message(Struct, frozen=True, tag_field="t"):
    """What a client sends over a socket."""


class Hello(Message, frozen=True, tag="hello"):
    protocol: int
    match: Annotated[str, Meta(max_length=64)]
    token: Annotated[str, Meta(max_length=200)]
    name: Name = ""


class Request(Message, frozen=True):
    """A message that is answered, with the id by which its sender knows the answer again."""

    id: Key


class Act(Request, frozen=True, tag="act"):
    tag: Tag
    texts: Annotated[list[Annotated[str, Meta(max_length=4000)]], Meta(min_length=1, max_length=64)]


class ListActions(Request, frozen=True, tag="actions"):
    tag: Tag
    verb: Word
    args: Annotated[list[Word], Meta(max_length=2)] = []
    kinds: Annotated[list[Word], Meta(max_length=3)] | None = None


class AutoPass(Request, frozen=True, tag="autopass"):
    steps: Annotated[dict[Word, bool], Meta(max_length=100)]


class Undo(Request, frozen=True, tag="undo"):
    tag: Tag


class Why(Request, frozen=True, tag="why"):
    text: Annotated[str, Meta(max_length=4000)]


class Preview(Request, frozen=True, tag="preview"):
    verb: Word
    args: Annotated[list[Word], Meta(max_length=3)] = []
    after: Annotated[list[Annotated[str, Meta(max_length=400)]], Meta(max_length=12)] = []


class AskHint(Request, frozen=True, tag="hint"):
    tag: Tag
    host: Annotated[str, Meta(max_length=200)] = ""


class About(Request, frozen=True, tag="about"):
    unit: Word


class Overlay(Request, frozen=True, tag="overlay"):
    name: Word


class Log(Request, frozen=True, tag="log"):
    before: Moment | None = None
    after: Moment | None = None
    most: Annotated[int, Meta(ge=1, le=1_000_000)] | None = None
    side: Word | None = None


class Look(Request, frozen=True, tag="look"):
    at: Moment
    side: Word | None = None
    then: Annotated[int, Meta(ge=0, le=200)] = 0


class AskOpponent(Request, frozen=True, tag="offer"):
    what: Literal["undo", "draw"]


class Answer(Request, frozen=True, tag="answer"):
    yes: bool


class Withdraw(Request, frozen=True, tag="withdraw"):
    pass


class Resign(Request, frozen=True, tag="resign"):
    pass


class Chat(Request, frozen=True, tag="chat"):
    text: Annotated[str, Meta(max_length=16_000)]


class Rename(Request, frozen=True, tag="name"):
    name: Name


class Ping(Request, frozen=True, tag="ping"):
    pass


Incoming = (
    Hello
    | Act
    | ListActions
    | AutoPass
    | Undo
    | Why
    | Preview
    | AskHint
    | About
    | Overlay
    | Log
    | Look
    | AskOpponent
    | Answer
    | Withdraw
    | Resign
    | Chat
    | Rename
    | Ping
)


class Known(Struct, frozen=True):
    match: Annotated[str, Meta(max_length=64)]
    token: Annotated[str, Meta(max_length=200)]


class Lookup(Struct, frozen=True):
    matches: Annotated[list[Known], Meta(max_length=30)]


class NewMatch(Struct, frozen=True):
    game: Word
    scenario: Word | None = None
    options: dict[Word, Any] = {}
    seats: Seats | None = None
    name: Name = ""
    password: Annotated[str, Meta(max_length=200)] = ""
    tour: bool = False


class Upload(Struct, frozen=True):
    record: str
    seats: Seats | None = None
    name: Name = ""
    password: Annotated[str, Meta(max_length=200)] = ""


class Verify(Struct, frozen=True):
    record: str
    match: Annotated[str, Meta(max_length=64)] = ""
    password: Annotated[str, Meta(max_length=200)] = ""


class AssignSeat(Struct, frozen=True):
    side: Word
    sit: Word


class TakeSeat(Struct, frozen=True):
    token: Annotated[str, Meta(min_length=24, max_length=200)]


class Spectators(Struct, frozen=True):
    silent: bool | None = None
    renew: bool = False


class Nothing(Struct, frozen=True):
    """A request that says all by its address and token."""


class OpenNetwork(Struct, frozen=True):
    open: bool


class DrawLink(Struct, frozen=True):
    origin: Annotated[str, Meta(max_length=200)]


class Branch(Struct, frozen=True):
    at: Moment
    seats: Seats | None = None
    name: Name = ""
    password: Annotated[str, Meta(max_length=200)] = ""


def _plain(value: object) -> str:
    """What a game says may hold chances, which are fractions."""
    if isinstance(value, Fraction):
        return str(value)
    raise NotImplementedError


read_message = msgspec.json.Decoder(Incoming).decode
encode = msgspec.json.Encoder(enc_hook=_plain).encode
decode = msgspec.json.Decoder().decode


def id_of(raw: bytes | str) -> str | None:
    """The id of a message that could not be read as a whole, so that its sender learns which one it was."""
    try:
        found = decode(raw)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None
    key = found.get("id") if isinstance(found, dict) else None
    return key if isinstance(key, str) and len(key) <= 64 else None


MARKS = 4
"""Accents and the like that may stand on one letter: no script needs more, and piles of them cover what stands around."""
_UNSEEN = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Characters that show nothing though they count as letters or marks."""


def tidy(text: str, length: int) -> str:
    """A text by a person without what could disturb or deceive others: control and direction marks, characters that show
    nothing, piles of accents, runs of blanks, excess length.

    >>> tidy(" General\\n\\u202eSmith ", 40)
    'General Smith'
    """
    kept: list[str] = []
    marks = MARKS  # a mark needs a letter to stand on: at the beginning there is none
    for character in text:
        kind = unicodedata.category(character)
        if character.isspace():
            kept.append(" ")
            marks = MARKS
        elif kind in ("Mn", "Me"):
            if marks < MARKS and character not in _UNSEEN:
                kept.append(character)
                marks += 1
        elif kind not in ("Cc", "Cf", "Cs") and character not in _UNSEEN:
            kept.append(character)
            marks = 0
    return " ".join("".join(kept).split())[:length].strip()
