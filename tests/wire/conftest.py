"""One service for all fuzzing."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from .bench import Bench
from .service import TOYS, Service


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    """One service for all tests of this module; speed limits off."""
    with Service(tmp_path_factory.mktemp("fuzz"), games=TOYS) as service:
        bench = Bench(service)
        yield bench
        bench.close()


@pytest.fixture
def nobody_else_suffers(bench: Bench) -> Iterator[None]:
    """Whatever a test did: the service is in order afterwards."""
    yield
    bench.still_plays()
