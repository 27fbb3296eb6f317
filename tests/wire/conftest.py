"""One service for all fuzzing."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from .bench import Bench
from .service import TOYS, UNBOUND, Service


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    """One service for all tests of this module; speed limits off, patience short."""
    limits = dict(UNBOUND) | {"hello_seconds": 0.6, "body_seconds": 1.5}
    with Service(tmp_path_factory.mktemp("fuzz"), limits=limits, games=TOYS) as service:
        bench = Bench(service)
        yield bench
        bench.close()


@pytest.fixture
def nobody_else_suffers(bench: Bench) -> Iterator[None]:
    """Whatever a test did: the service is in order afterwards."""
    yield
    bench.still_plays()
