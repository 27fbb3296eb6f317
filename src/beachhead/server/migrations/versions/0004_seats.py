"""Which of a side's seats took an action: partners ask each other before they undo what the other has done."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("entries", sa.Column("seat", sa.String(64), nullable=False, server_default=""))


def downgrade() -> None:
    op.drop_column("entries", "seat")
