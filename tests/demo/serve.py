"""The demonstration game at the table: `python -m tests.demo.serve [port]`, for eyes and for the tests of the page."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Final

from tests.browser.conftest import LIMITS
from tests.wire.service import Service, free_port
from tests.wire.twins import SEED

GAMES: Final = {"atoll": "tests.demo.atoll:Atoll", "reef": "tests.demo.reef:Reef"}


def demo_service(folder: Path, port: int | None = None) -> Service:
    """A service in a process of its own, with the games of the library and this one; its dice are always the same."""
    return Service(folder, port=port, limits=LIMITS, games=GAMES, seed=SEED, same_players=True, name="demo")


def main() -> None:
    """Serve until interrupted."""
    port = int(sys.argv[1]) if len(sys.argv) > 1 else free_port()
    with tempfile.TemporaryDirectory() as folder, demo_service(Path(folder), port) as service:
        print(service.address, flush=True)
        assert service.process is not None
        service.process.wait()


if __name__ == "__main__":
    main()
