"""Many matches at once on one service: actions a second, waiting times, memory.

    python benchmarks/load.py [--game saipan] [--matches 200] [--actions 40] [--think 0] [--deflate] [--json]

Each match has two clients with a socket each. Whoever may act takes any offered action; `--actions` is how many each match
plays. With `--think 0` everybody acts as soon as he is answered: the service is saturated, *actions a second* is what it can
do, and the waiting times say how long the queue is (Little's law: matches / actions a second), not how fast the service
feels. With `--think 1` everybody thinks for half a second to one and a half, as no human ever does, and the waiting
times are what players would feel.

*A second* counts actions confirmed to their actor. *Waited* is from sending a request to its own update, both in the generator,
so the generator's own queue is part of it. *Memory* is the resident memory of the service with all matches under way less that of
the service before the first match, divided by the number of matches: sockets, matches and whatever Python keeps for later.
*Processor* says how many of the machine's cores service and generator kept busy: on two cores the generator takes its share.
`--deflate` asks for compression of messages, as browsers do; without it the numbers are those of a bare client.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.wire.client import Table
from tests.wire.crowd import Tally, gather, play
from tests.wire.service import Service


async def measure(service: Service, wish: argparse.Namespace) -> dict[str, Any]:
    """Sit down, play, count."""
    table, tally = Table(service.address), Tally()
    for _ in range(3):
        await table.ask("GET", f"/api/games/{wish.game}")
    empty = service.memory()
    begun = time.perf_counter()
    pairs = await gather(
        table,
        wish.matches,
        tally,
        actions=wish.actions,
        think=wish.think,
        deflate=wish.deflate,
        seed=wish.seed,
        game=wish.game,
    )
    seated = time.perf_counter() - begun
    sitting = service.memory()
    print(f"{wish.matches} matches created in {seated:.1f} s; playing (service is process {service.pid})", file=sys.stderr)
    tally.messages = 0
    ours, theirs = time.process_time(), service.processor()
    seconds = await play(pairs, patience=600)
    ours, theirs = time.process_time() - ours, service.processor() - theirs
    full = service.memory()
    for pair in pairs:
        pair.leave()
    actions = len(tally.waits)
    return {
        "game": wish.game,
        "matches": wish.matches,
        "sockets": 2 * wish.matches,
        "think_s": wish.think,
        "deflate": wish.deflate,
        "cores": os.cpu_count(),
        "actions": actions,
        "seconds": round(seconds, 2),
        "actions_per_s": round(actions / seconds, 1),
        "waited_ms": {name: round(tally.quantile(share), 2) for name, share in (("p50", 0.5), ("p90", 0.9), ("p99", 0.99))}
        | {"max": round(tally.quantile(1), 2)},
        "messages_per_s": round(tally.messages / seconds, 1),
        "bytes_per_action": round(tally.bytes / max(actions, 1)),
        "largest_message": tally.largest,
        "memory_empty": empty,
        "memory_seated": sitting,
        "memory_full": full,
        "memory_per_match": round((full - empty) / wish.matches),
        "memory_per_match_before_play": round((sitting - empty) / wish.matches),
        "processor_service": round(theirs / seconds, 2),
        "processor_generator": round(ours / seconds, 2),
        "processor_ms_per_action": round(theirs / max(actions, 1) * 1000, 3),
        "faults": tally.faults[:10],
    }


def told(found: dict[str, Any]) -> str:
    """The numbers for people."""
    waited = found["waited_ms"]
    lines = [
        f"{found['matches']} matches of {found['game']}, {found['sockets']} sockets, think {found['think_s']} s, "
        f"{'with' if found['deflate'] else 'without'} compression, {found['cores']} cores",
        f"{found['actions_per_s']} actions a second ({found['actions']} in {found['seconds']} s), "
        f"{found['messages_per_s']} messages a second",
        f"waited p50 {waited['p50']} ms, p90 {waited['p90']} ms, p99 {waited['p99']} ms, longest {waited['max']} ms",
        f"memory {found['memory_empty'] / 1e6:.1f} MB empty, {found['memory_full'] / 1e6:.1f} MB full: "
        f"{found['memory_per_match'] / 1e3:.0f} kB a match ({found['memory_per_match_before_play'] / 1e3:.0f} kB before play)",
        f"on the wire {found['bytes_per_action'] / 1e3:.1f} kB an action, largest {found['largest_message'] / 1e3:.1f} kB",
        f"processor: service {found['processor_service']} cores ({found['processor_ms_per_action']} ms an action), "
        f"generator {found['processor_generator']} cores",
    ]
    return "\n".join([*lines, *(f"FAULT {fault}" for fault in found["faults"])])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="saipan")
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--actions", type=int, default=40, help="how many each match plays")
    parser.add_argument("--think", type=float, default=0.0, help="seconds, on average, before each action")
    parser.add_argument("--deflate", action="store_true", help="ask for compressed messages, as browsers do")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--database", default=None, help="another database than SQLite in a temporary folder")
    wish = parser.parse_args()
    with (
        tempfile.TemporaryDirectory(prefix="beachhead-load-") as folder,
        Service(Path(folder), database=wish.database) as service,
    ):
        found = asyncio.run(measure(service, wish))
    print(json.dumps(found, indent=2) if wish.json else told(found))
    return 1 if found["faults"] else 0


if __name__ == "__main__":
    sys.exit(main())
