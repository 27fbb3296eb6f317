"""How Alembic finds the database: the service hands its connection over (`beachhead.server.kept.storage.Storage.migrate`)."""

from __future__ import annotations

from alembic import context

from beachhead.server.kept.schema import metadata


def run() -> None:
    """Take the steps that are due."""
    connection = context.config.attributes["connection"]
    context.configure(connection=connection, target_metadata=metadata, render_as_batch=connection.dialect.name == "sqlite")
    with context.begin_transaction():
        context.run_migrations()


if hasattr(context, "config"):  # there is none where Alembic does not run, such as in a search for doctests
    run()
