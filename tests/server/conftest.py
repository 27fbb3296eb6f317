"""Databases for the tests: a file of SQLite, or a real PostgreSQL that is started once."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pgserver
import pytest

from beachhead.games import REGISTERED

from .desk import Desk


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[Any]:
    """A PostgreSQL for this run. Its folder is not among pytest's: PostgreSQL runs as another user, and another pytest that
    begins meanwhile closes their common folder to everybody else."""
    with TemporaryDirectory(prefix="beachhead-postgres-", ignore_cleanup_errors=True) as folder:
        server = pgserver.get_server(folder, cleanup_mode="stop")  # type: ignore[attr-defined]
        server.psql("ALTER SYSTEM SET fsync = off;")
        server.psql("SELECT pg_reload_conf();")
        yield server
        server.cleanup()


@pytest.fixture
def postgres(postgres_server: Any) -> str:
    """An empty database in it."""
    name = f"t{secrets.token_hex(6)}"
    postgres_server.psql(f"CREATE DATABASE {name};")
    return str(postgres_server.get_uri(database=name))


@pytest.fixture
def sqlite(tmp_path: Path) -> str:
    """An empty file."""
    return f"sqlite:///{tmp_path / 'table.sqlite3'}"


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest) -> str:
    """Either of them: what holds for one must hold for the other."""
    found: str = request.getfixturevalue(request.param)
    return found


@pytest.fixture
def desk(sqlite: str) -> Iterator[Desk]:
    """A service on a new file."""
    with Desk(sqlite) as running:
        yield running


@pytest.fixture
def lookout() -> Iterator[str]:
    """The toy game with many secrets, for as long as the test runs."""
    REGISTERED["lookout"] = "tests.kit.hidden_game:LookoutGame"
    yield "lookout"
    del REGISTERED["lookout"]


@pytest.fixture
def cliffs() -> Iterator[str]:
    """The toy game whose second side the book plays, with scenarios for one person, two, and two partners."""
    REGISTERED["cliffs"] = "tests.kit.book_game:CliffsGame"
    yield "cliffs"
    del REGISTERED["cliffs"]


@pytest.fixture
def bluffs() -> Iterator[str]:
    """The toy game of two partners who order their own units."""
    REGISTERED["bluffs"] = "tests.kit.partner_game:BluffsGame"
    yield "bluffs"
    del REGISTERED["bluffs"]


@pytest.fixture
def quiet() -> Iterator[str]:
    """The same with windows that can be passed, and much to do unseen."""
    REGISTERED["quiet"] = "tests.wire.quiet_game:QuietGame"
    yield "quiet"
    del REGISTERED["quiet"]
