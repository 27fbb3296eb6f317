"""Kill the service in the middle of actions, many times, and check that nothing was lost and nothing was done twice.

    python benchmarks/kill.py [--game saipan] [--kills 100] [--matches 6] [--database sqlite|postgres] [--seed 1]

How to read the report: *kills* are SIGKILLs at random moments while all clients have a request under way. *Sent again* counts
requests that had no answer when the service died or the line was cut (clients hang up now and then, too); some had been carried
out and some had not, and the client cannot know: the id decides. *Repeated for no need* are requests that had been answered and
were sent once more. Every action confirmed to a client must be in the record of its match exactly once and in order, and the
record must replay to its digest; if one does not, a FAULT line says which, and the exit status is 1. The waiting times are with
SQLite's full durability, on whatever disk the temporary folder is on.

With `--database postgres` two services share one PostgreSQL, the two players of a match sit at different services, and one of the
two is killed each time.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.wire.killing import postgres, prove
from tests.wire.service import Service


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="saipan")
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--matches", type=int, default=6)
    parser.add_argument("--database", choices=("sqlite", "postgres"), default="sqlite")
    parser.add_argument("--most", type=int, default=150, help="requests that the service answers between two kills, at most")
    parser.add_argument("--seed", type=int, default=1)
    wish = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="beachhead-kill-") as name:
        folder = Path(name)
        if wish.database == "sqlite":
            services = [Service(folder)]
            return run(services, wish)
        with postgres(folder / "pg") as address:
            services = [Service(folder, database=address, name=f"service-{letter}") for letter in "ab"]
            return run(services, wish)


def run(services: list[Service], wish: argparse.Namespace) -> int:
    """Start, prove, stop."""
    try:
        for service in services:
            service.start()
        report = asyncio.run(
            prove(services, kills=wish.kills, matches=wish.matches, most=wish.most, seed=wish.seed, game=wish.game)
        )
    finally:
        for service in services:
            service.stop()
    print(report)
    return 1 if report.faults else 0


if __name__ == "__main__":
    sys.exit(main())
