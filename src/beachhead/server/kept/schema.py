"""The tables of the database. A match is its first lines (`matches`), its seats, and a journal to which entries are only added.

Whatever happens in a match is one entry: an action, a taking back, a question to the other side and its answer, a resignation.
What the match is now is the fold of its journal, so two processes need to agree on one thing alone: who wrote entry number n. The
database decides that by the key of `entries`. A request's id (`key`, with its seat before it) is unique, so no request is carried
out twice.
"""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Float, ForeignKey, Index, Integer, MetaData, String, Table, Text, UniqueConstraint

metadata = MetaData()

matches = Table(
    "matches",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("rules", String(64), nullable=False),
    Column("source", Text, nullable=False),
    Column("start", Text),
    Column("seed", String(64), nullable=False),
    Column("commitment", String(64), nullable=False),
    Column("created", Float, nullable=False),
    Column("tour", Boolean, nullable=False, default=False),
    Column("host_hash", String(64), nullable=False),
    Column("spectator_hash", String(64), nullable=False),
    Column("silent", Boolean, nullable=False, default=False),
    Column("ended", Text),
    Column("snapshot", Text),
    Column("snapshot_number", Integer, nullable=False, default=0),
    Column("origin", String(16)),
    Column("known_dice", Boolean, nullable=False, default=False),
    Column("undone", Integer, nullable=False, default=0),
    Column("past", Text),
)
"""`source` is the game's setup, `start` a first position that is not the scenario's; `snapshot` is the state after entry
`snapshot_number`, and `ended` repeats how the journal ends. `origin` is "record" or "branch" if the match did not begin with a
scenario; `known_dice`: somebody could know the seed before the match began. `silent`: only players may chat. `undone`: how often
somebody had gone back past something seen before this match began, if it continues another; `past`: the turns of that other, with
their numbers, as the diary of each seat has them (JSON)."""

seats = Table(
    "seats",
    metadata,
    Column("match", String(32), ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("side", String(64), primary_key=True),
    Column("player", String(64)),
    Column("name", String(80), nullable=False, default=""),
    Column("token_hash", String(64)),
    Column("link_hash", String(64)),
    Column("seen_at", Float, nullable=False, default=0.0),
    Column("autopass", Text),
)
"""`player` names the player of the program that sits here. A person's seat has the token of the device that took it instead, and
until that is done (again), a link by which it can be taken. `autopass` is what its player has chosen to be passed, window by
window, as JSON."""

entries = Table(
    "entries",
    metadata,
    Column("match", String(32), ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("side", String(64), nullable=False),
    Column("key", String(140)),
    Column("kind", String(16), nullable=False),
    Column("text", Text, nullable=False),
    Column("events", Text, nullable=False, default="[]"),
    Column("seen", Integer, nullable=False, default=0),
    Column("final", Boolean, nullable=False, default=False),
    Column("at", Float, nullable=False),
    Column("place", Integer, nullable=False, default=1),
    Column("seat", String(64), nullable=False, default=""),
    UniqueConstraint("match", "key", name="entries_once"),
)
"""`seen` has a bit for each seat that saw the action, the lowest for spectators. `final`: it cannot be taken back alone.
`place`: its place in the row of actions that one request took, counted from 1; the last of them has the request's id. `seat`:
which of the side's seats did it, empty if the service did it in the side's name."""

lines = Table(
    "lines",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("match", String(32), ForeignKey("matches.id", ondelete="CASCADE"), nullable=False),
    Column("side", String(64)),
    Column("name", String(80), nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Float, nullable=False),
    Column("kind", String(16), nullable=False, default="said"),
    Index("lines_of_match", "match", "id"),
)
"""`side` is empty for spectators. `kind`: "said", or "seat" if a seat has changed hands; then `name` is the seat and `text` says
how."""
