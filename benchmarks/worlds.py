"""Play many other worlds of Rage beside the true one: the U.S. side must notice nothing. The long run of test_secrets.py.

    python benchmarks/worlds.py [trials] [worlds]      trials (200) lines of play, with so many (50) other worlds each

Says how many worlds and tokens were compared, by which disclosures of the rules they parted, and every leak found, with its seed.
The secrecy of one trial can be looked at again by its seed: `tests.games.rage.two_worlds.trial(seed, worlds)`.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.games.rage.two_worlds import Leak, Tally, letters, trial

FIRST = 100_000
"""Seeds that no test uses."""


def one(task: tuple[str, int, int]) -> tuple[Tally, str]:
    """A trial, and the leak that it has found."""
    kind, seed, worlds = task
    try:
        if kind == "letters":
            return Tally(worlds=1, tokens=letters(seed, 400), to_the_end=1), ""
        return trial(seed, worlds, 90), ""
    except Leak as leak:
        return Tally(), f"{kind} {seed}: {leak}"


def main(trials: int, worlds: int) -> int:
    """Run them all; the number of leaks."""
    tasks = [("trial", FIRST + number, worlds) for number in range(trials)]
    tasks += [("letters", FIRST + number, 1) for number in range(trials // 4)]
    tally, leaks, begun = Tally(), list[str](), time.perf_counter()
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        each: Callable[[tuple[str, int, int]], tuple[Tally, str]] = one
        for found, leak in pool.map(each, tasks, chunksize=2):
            tally += found
            if leak:
                leaks.append(leak)
                print(leak[:400])
    seconds = round(time.perf_counter() - begun)
    print(f"{tally.worlds} worlds, {tally.tokens} tokens, {seconds} s: {tally.to_the_end} alike to the end, ", end="")
    print(f"{tally.disclosed} told apart by the rules themselves, {len(leaks)} leaks")
    return len(leaks)


if __name__ == "__main__":
    given = [int(word) for word in sys.argv[1:3]]
    sys.exit(bool(main(*(given + [200, 50][len(given) :]))))
