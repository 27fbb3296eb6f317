"""No test looks at a real clock: what passes on a quiet computer passes on a busy one."""

from __future__ import annotations

import re
from pathlib import Path

TESTS = Path(__file__).parent
CLOCKS = re.compile(r"wait_for_timeout|\btime\.(sleep|monotonic|perf_counter|process_time|time)\(|setTimeout\(")
ALLOWED = {
    "manual_clock.py": "lets threads of the service breathe",
    "server/desk.py": "looks again until something is so",
    "wire/service.py": "looks again until a process answers",
    "wire/killing.py": "measures for `make kill`",
    "wire/crowd.py": "measures for `make load`",
    "test_accounts.py": "keeps a processor busy",
    "test_no_clock.py": "is this file",
}


def test_no_test_looks_at_a_clock() -> None:
    found = {
        path.relative_to(TESTS).as_posix(): [
            line.strip() for line in path.read_text(encoding="utf-8").splitlines() if CLOCKS.search(line)
        ]
        for path in TESTS.rglob("*.py")
    }
    assert {name: lines for name, lines in found.items() if lines and name not in ALLOWED} == {}
    assert not [name for name in ALLOWED if not found[name]], "these need no clock any more"
