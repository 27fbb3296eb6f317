"""Bent inputs by the thousand, made and tried in child processes with limits of processor time and memory for each of them.

A child that takes too much processor time over one input is ended by the kernel, one that asks for too much memory gets a
`MemoryError`; either is a fault of ours, as is any exception that is not one of our errors.
"""

from __future__ import annotations

import json
import resource
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

from hypothesis import HealthCheck, Phase, given, seed, settings

from .examples import EXAMPLES
from .strategies import GAMES, Input, inputs
from .trying import try_input

SECONDS = 5.0
MEGABYTES = 500
BATCH = 250
"""Inputs that one child tries."""
ROOT = Path(__file__).parent.parent.parent
Fault = dict[str, str]


def limit_memory(megabytes: int = MEGABYTES) -> None:
    """This process gets so much more memory and no more."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    most = pages * resource.getpagesize() + megabytes * 1024 * 1024
    resource.setrlimit(resource.RLIMIT_AS, (most, most))


def within(seconds: float, attempt: Callable[[], bool]) -> bool:
    """The outcome of an attempt, unless it takes more processor time than this: then the process ends, whatever it is doing."""
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        return attempt()
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def child(number: int, count: int, notes: Path) -> None:
    """Try some inputs, noting each before it is tried and how it went after."""
    for examples in EXAMPLES.values():
        for game in GAMES:
            examples(game)
    limit_memory()
    tally: Counter[str] = Counter()
    faults: list[Fault] = []

    @seed(number)
    @settings(
        max_examples=count,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(inputs())
    def attempt(one: Input) -> None:
        (notes / "now.json").write_text(json.dumps(asdict(one)), encoding="utf-8")
        try:
            accepted = within(SECONDS, lambda: try_input(one))
        except BaseException as error:
            faults.append(asdict(one) | {"why": f"{type(error).__name__}: {error}"[:300]})
            tally[f"{one.kind} at fault"] += 1
        else:
            tally[f"{one.kind} {'accepted' if accepted else 'refused'}"] += 1
        (notes / "done.json").write_text(json.dumps({"tally": tally, "faults": faults}), encoding="utf-8")

    attempt()


def batch(number: int, count: int = BATCH) -> tuple[Counter[str], list[Fault]]:
    """How the inputs of one child went; one that ended the child is a fault."""
    with tempfile.TemporaryDirectory() as folder:
        notes = Path(folder)
        code = f"from pathlib import Path; from tests.fuzz.running import child; child({number}, {count}, Path({folder!r}))"
        done = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True, text=True, cwd=ROOT)
        tally, faults = Counter[str](), list[Fault]()
        if (notes / "done.json").exists():
            told = json.loads((notes / "done.json").read_text(encoding="utf-8"))
            tally, faults = Counter(told["tally"]), told["faults"]
        if done.returncode:
            late = done.returncode == -signal.SIGPROF
            why = f"more than {SECONDS} s" if late else f"exit {done.returncode}: {done.stderr[-300:]}"
            last = json.loads((notes / "now.json").read_text(encoding="utf-8")) if (notes / "now.json").exists() else {}
            faults.append(last | {"why": why})
            tally["ended its process"] += 1
        return tally, faults
