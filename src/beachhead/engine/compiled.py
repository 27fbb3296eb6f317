"""Which form of the rules runs: plain Python, or modules that `make fast` compiled from the same source.

Python prefers a compiled module to the source beside it, and goes on running it when the source has changed since. Whoever times
or tests the rules asks here what they really are.
"""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path
from typing import Final

from beachhead.engine import state

PACKAGE: Final = Path(__file__).parents[1]
STAMP: Final = "compiled.json"


def is_compiled() -> bool:
    """Whether the rules that run here are compiled."""
    return not str(state.__file__).endswith(".py")


def form() -> str:
    """The form of the rules in a word, for reports."""
    return "compiled" if is_compiled() else "plain"


def changed_sources(package: Path = PACKAGE) -> list[str]:
    """The sources that have changed since they were compiled; none if nothing is compiled."""
    stamp = package / STAMP
    if not stamp.is_file():
        return []
    return [name for name, mark in json.loads(stamp.read_text()).items() if _fingerprint(package / name) != mark]


def _fingerprint(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else ""


def warn_of_changes() -> None:
    """Say on the error stream that compiled modules are out of date, since everything else would look as if they were not."""
    changed = changed_sources()
    if changed:
        words = f"{changed[0]} and {len(changed) - 1} more have" if len(changed) > 1 else f"{changed[0]} has"
        print(f"{words} changed since the rules were compiled: `make fast` compiles again, `make slow` removes", file=sys.stderr)
