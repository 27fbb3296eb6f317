"""Where a match came from, and whether its dice were known to somebody beforehand."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("matches", sa.Column("origin", sa.String(16)))
    op.add_column("matches", sa.Column("known_dice", sa.Boolean, nullable=False, server_default=sa.false()))
    matches = sa.table(
        "matches", sa.column("id"), sa.column("created"), sa.column("tour"), sa.column("origin"), sa.column("known_dice")
    )
    entries = sa.table("entries", sa.column("match"), sa.column("at"))
    # The actions of an uploaded record were written down before its match was: nothing played at the table is older than that.
    uploaded = sa.exists().where(entries.c.match == matches.c.id, entries.c.at <= matches.c.created)
    op.execute(matches.update().where(uploaded).values(origin="record", known_dice=sa.true()))
    op.execute(matches.update().where(matches.c.tour == sa.true()).values(known_dice=sa.true()))


def downgrade() -> None:
    op.drop_column("matches", "known_dice")
    op.drop_column("matches", "origin")
