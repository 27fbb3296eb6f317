"""Thousands of bent saves, records, positions, vectors, components and actions, each within limits of processor time and memory.

The inputs are made and tried in child processes. A child that takes more than five seconds of processor time over one input is ended
by the kernel, one that asks for more than 500 megabytes gets a `MemoryError`; either is a fault, as is any exception that is not
ours. The inputs at fault are printed, and the exit code is 1.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from dataclasses import asdict
from pathlib import Path

from hypothesis import HealthCheck, Phase, given, seed, settings

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.fuzz.examples import EXAMPLES
from tests.fuzz.strategies import GAMES, Input, inputs
from tests.fuzz.trying import try_input

SECONDS = 5
MEGABYTES = 500
BATCH = 250
"""Inputs that one child tries."""


def child(number: int, count: int, notes: Path) -> None:
    """Try some inputs, noting each before it is tried and every fault after."""
    for kind in EXAMPLES.values():
        for game in GAMES:
            kind(game)
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    with open("/proc/self/statm", encoding="ascii") as file:
        used = max(used, int(file.read().split()[0]) * resource.getpagesize())
    most = used + MEGABYTES * 1024 * 1024
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    tally: Counter[str] = Counter()
    faults: list[dict[str, str]] = []

    @seed(number)
    @settings(
        max_examples=count,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
        report_multiple_bugs=False,
    )
    @given(inputs())
    def attempt(one: Input) -> None:
        (notes / "now.json").write_text(json.dumps(asdict(one)), encoding="utf-8")
        signal.setitimer(signal.ITIMER_PROF, SECONDS)
        try:
            accepted = try_input(one)
        except BaseException as error:
            faults.append(asdict(one) | {"why": f"{type(error).__name__}: {error}"[:300]})
            tally[f"{one.kind} at fault"] += 1
        else:
            tally[f"{one.kind} {'accepted' if accepted else 'refused'}"] += 1
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
        (notes / "done.json").write_text(json.dumps({"tally": tally, "faults": faults}), encoding="utf-8")

    attempt()


def batch(number: int, count: int) -> tuple[Counter[str], list[dict[str, str]]]:
    """The outcome of one child; an input that ended it is a fault."""
    with tempfile.TemporaryDirectory() as folder:
        notes = Path(folder)
        command = [sys.executable, __file__, "--child", str(number), "--count", str(count), "--notes", folder]
        done = subprocess.run(command, check=False, capture_output=True, text=True, env=os.environ)
        tally, faults = Counter[str](), []
        if (notes / "done.json").exists():
            told = json.loads((notes / "done.json").read_text(encoding="utf-8"))
            tally, faults = Counter(told["tally"]), told["faults"]
        if done.returncode:
            why = "too much processor time" if done.returncode == -signal.SIGPROF else f"exit {done.returncode}: {done.stderr[-300:]}"
            last = json.loads((notes / "now.json").read_text(encoding="utf-8")) if (notes / "now.json").exists() else {}
            faults.append(last | {"why": why})
            tally["ended its process"] += 1
        return tally, faults


def main() -> int:
    """Try them all, and say how many were accepted, refused and at fault."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--faults", type=Path, help="write the inputs at fault there, as JSON")
    parser.add_argument("--child", type=int)
    parser.add_argument("--notes", type=Path)
    chosen = parser.parse_args()
    if chosen.child is not None:
        child(chosen.child, chosen.count, chosen.notes)
        return 0
    tally, faults, number = Counter[str](), list[dict[str, str]](), chosen.seed
    while sum(tally.values()) < chosen.count:
        some, wrong = batch(number, min(BATCH, chosen.count - sum(tally.values())))
        tally, faults, number = tally + some, faults + wrong, number + 1
        if not some:
            break  # not a single input came through: the child itself is broken
    for name, count in sorted(tally.items()):
        print(f"{count:6} {name}")
    for fault in faults:
        print({key: value[:400] for key, value in fault.items()})
    if chosen.faults is not None:
        chosen.faults.write_text(json.dumps(faults, indent=1), encoding="utf-8")
    print(f"{sum(tally.values())} inputs, {len(faults)} at fault")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
