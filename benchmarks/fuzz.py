"""Thousands of bent saves, records, positions, vectors, components and actions: none may hang, fill the memory or raise anything
but our errors. The inputs at fault are printed, and then the exit code is 1."""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.fuzz.running import BATCH, Fault, batch


def main() -> int:
    """Try them all, and say how many were accepted, refused and at fault."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--faults", type=Path, help="write the inputs at fault to this file, as JSON")
    chosen = parser.parse_args()
    tally, faults, number = Counter[str](), list[Fault](), chosen.seed
    while tally.total() < chosen.count:
        some, wrong = batch(number, min(BATCH, chosen.count - tally.total()))
        tally, faults, number = tally + some, faults + wrong, number + 1
    for name, count in sorted(tally.items()):
        print(f"{count:6} {name}")
    for fault in faults:
        print({key: value[:400] for key, value in fault.items()})
    if chosen.faults is not None:
        chosen.faults.write_text(json.dumps(faults, indent=1), encoding="utf-8")
    print(f"{tally.total()} inputs, {len(faults)} at fault")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
