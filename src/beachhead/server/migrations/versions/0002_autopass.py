"""What a seat has chosen to be passed by itself, and rows of actions."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("seats", sa.Column("autopass", sa.Text))
    op.add_column("entries", sa.Column("place", sa.Integer, nullable=False, server_default="1"))


def downgrade() -> None:
    op.drop_column("entries", "place")
    op.drop_column("seats", "autopass")
