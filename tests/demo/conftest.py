"""Atoll is registered while these tests run, and the service of the browser tests has it as well."""

from __future__ import annotations

import urllib.request
from collections.abc import Iterator

import pytest

from beachhead.games import REGISTERED
from tests.browser.conftest import Computers, chromium_started, looker, person
from tests.demo.serve import GAMES, demo_service
from tests.wire.service import Service

__all__ = ["computers", "looker", "person", "registered", "service"]


@pytest.fixture(scope="package", autouse=True)
def registered() -> Iterator[None]:
    """Saves and records name their game."""
    REGISTERED.update(GAMES)
    yield
    for name in GAMES:
        REGISTERED.pop(name, None)


@pytest.fixture(scope="package")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """One service with Atoll for all tests of the page; its map is drawn before the first of them."""
    with demo_service(tmp_path_factory.mktemp("demo")) as made:
        with urllib.request.urlopen(f"{made.address}/api/games/atoll/board", timeout=120) as answer:
            answer.read()
        yield made
        assert "Traceback" not in made.said(), made.said()


@pytest.fixture(scope="module")
def computers() -> Iterator[Computers]:
    """One Chromium for the tests of a module: other modules of this folder run event loops of their own."""
    with chromium_started() as started:
        yield started
