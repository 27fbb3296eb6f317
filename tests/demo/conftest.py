"""Atoll is registered while these tests run; the service of the browser tests has it as well."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from beachhead.games import REGISTERED
from tests.demo.serve import GAMES


@pytest.fixture(scope="package", autouse=True)
def registered() -> Iterator[None]:
    """Saves and records name their game."""
    REGISTERED.update(GAMES)
    yield
    for name in GAMES:
        REGISTERED.pop(name, None)
