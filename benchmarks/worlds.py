"""Play many other worlds of Rage, Olympic, Bonins and D-Day beside the true one: a side must notice nothing. The long run of
test_secrets.py.

    python benchmarks/worlds.py [trials] [worlds]      trials (200) lines of play of Rage, with so many (50) other worlds each,
                                                       as many pairs of worlds of each scenario of Olympic and of Bonins, and an
                                                       eighth as many games of each scenario of D-Day

Says how many worlds and tokens were compared, by which disclosures of the rules they parted, and every leak found, with its seed.
The secrecy of one trial can be looked at again by its seed: `tests.games.rage.two_worlds.trial(seed, worlds)`, and
`tests.games.olympic.two_worlds.trial(scenario, seed, **variant(GAME, scenario, seed))`, likewise for Bonins; and
`tests.games.dday.two_worlds.trial(scenario, seed, MOST, EVERY, **variant(GAME, scenario, seed))` with the numbers below.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.games.bonins import two_worlds as bonins
from tests.games.dday import two_worlds as dday
from tests.games.olympic import two_worlds as olympic
from tests.games.rage import two_worlds as rage
from tests.games.worlds import Leak, Tally

from beachhead.testing.walks import variant

FIRST = 100_000
"""Seeds that no test uses."""
MOST, EVERY = 3000, 10
"""Actions of a game of D-Day, and of how many one is tried in two worlds; blind acts always are."""
Task = tuple[str, str, int, int]
"""A game, what of it, a seed, and how many worlds."""


def one(task: Task) -> tuple[str, Any, str]:
    """A trial: which game and what of it, its tally, and the leak that it has found."""
    game, kind, seed, worlds = task
    name = f"{game} {kind}"
    try:
        if game == "olympic":
            return name, olympic.trial(kind, seed, **variant(olympic.GAME, kind, seed)), ""
        if game == "bonins":
            return name, bonins.trial(kind, seed, **variant(bonins.GAME, kind, seed)), ""
        if game == "dday":
            return name, dday.trial(kind, seed, MOST, EVERY, **variant(dday.GAME, kind, seed)), ""
        if kind == "letters":
            return name, Tally(worlds=1, tokens=rage.letters(seed, 400), to_the_end=1), ""
        return name, rage.trial(seed, worlds, 90), ""
    except Leak as leak:
        return name, Tally(), f"{name} {seed}: {leak}"


def main(trials: int, worlds: int) -> int:
    """Run them all; the number of leaks."""
    tasks: list[Task] = [("rage", "trial", FIRST + number, worlds) for number in range(trials)]
    tasks += [("rage", "letters", FIRST + number, 1) for number in range(trials // 4)]
    for game in (olympic.GAME, bonins.GAME):
        tasks += [(game.id, scenario.id, FIRST + number, 1) for scenario in game.scenarios for number in range(trials)]
    tasks += [
        ("dday", scenario.id, FIRST + number, 1) for scenario in dday.GAME.scenarios for number in range(max(1, trials // 8))
    ]
    tallies, leaks, begun = dict[str, Any](), list[str](), time.perf_counter()
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        each: Callable[[Task], tuple[str, Any, str]] = one
        for name, found, leak in pool.map(each, tasks, chunksize=2):
            if name in tallies:
                tallies[name] += found
            else:
                tallies[name] = found
            if leak:
                leaks.append(leak)
                print(leak[:400])
    for name, tally in tallies.items():
        print(f"{name}: {tally.worlds} worlds, {tally.tokens} tokens, {tally.to_the_end} alike to the end, ", end="")
        print(f"{tally.disclosed} told apart by the rules themselves")
    print(f"{len(leaks)} leaks, {round(time.perf_counter() - begun)} s")
    return len(leaks)


if __name__ == "__main__":
    given = [int(word) for word in sys.argv[1:3]]
    sys.exit(bool(main(*(given + [200, 50][len(given) :]))))
