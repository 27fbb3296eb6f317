"""The tables: matches, seats, journal, chat."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "r1"
down_revision = None
branch_labels = None
depends_on = None

_REST = "".join(f"DELETE FROM {table} WHERE match = OLD.id; " for table in ("seats", "entries", "lines"))


def upgrade() -> None:
    op.create_table(
        "matches",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("rules", sa.String(64), nullable=False),
        sa.Column("source", sa.Text, nullable=False),
        sa.Column("start", sa.Text),
        sa.Column("seed", sa.String(64), nullable=False),
        sa.Column("commitment", sa.String(64), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("tour", sa.Boolean, nullable=False),
        sa.Column("host_hash", sa.String(64), nullable=False),
        sa.Column("spectator_hash", sa.String(64), nullable=False),
        sa.Column("silent", sa.Boolean, nullable=False),
        sa.Column("ended", sa.Text),
        sa.Column("snapshot", sa.Text),
        sa.Column("snapshot_number", sa.Integer, nullable=False),
        sa.Column("origin", sa.String(16)),
        sa.Column("known_dice", sa.Boolean, nullable=False),
        sa.Column("undone", sa.Integer, nullable=False),
        sa.Column("past", sa.Text),
    )
    op.create_table(
        "seats",
        sa.Column("match", sa.String(32), sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("side", sa.String(64), primary_key=True),
        sa.Column("player", sa.String(64)),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("token_hash", sa.String(64)),
        sa.Column("link_hash", sa.String(64)),
        sa.Column("seen_at", sa.Float, nullable=False),
        sa.Column("autopass", sa.Text),
    )
    op.create_table(
        "entries",
        sa.Column("match", sa.String(32), sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("side", sa.String(64), nullable=False),
        sa.Column("key", sa.String(140)),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("events", sa.Text, nullable=False),
        sa.Column("seen", sa.Integer, nullable=False),
        sa.Column("final", sa.Boolean, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("seat", sa.String(64), nullable=False),
        sa.UniqueConstraint("match", "key", name="entries_once"),
    )
    op.create_table(
        "lines",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("match", sa.String(32), sa.ForeignKey("matches.id", ondelete="CASCADE"), nullable=False),
        sa.Column("side", sa.String(64)),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
    )
    op.create_index("lines_of_match", "lines", ["match", "id"])
    if op.get_bind().dialect.name == "sqlite":  # its shell does not heed foreign keys unless it is told to
        op.execute(f"CREATE TRIGGER match_deleted AFTER DELETE ON matches BEGIN {_REST}END")


def downgrade() -> None:
    for table in ("lines", "entries", "seats", "matches"):
        op.drop_table(table)
