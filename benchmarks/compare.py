"""Is the working tree faster or slower than a commit? The judge of every change that claims speed, or might cost some.

    python benchmarks/compare.py BASE [--rounds N] [--seconds S] [--game GAME]... [--json]

BASE is checked out beside the working tree. Both play the same number of random actions from the same seeds, scenario by
scenario, in rounds that alternate between them. Every round is a fresh process that counts its own processor time, without
imports and warm-up. What counts is the ratio of the best rounds (base / new: above 1 the working tree is faster), per action, as
changed rules make games longer or shorter. The quartiles of the ratios of single rounds tell how far to trust it.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
LEAST_ROUNDS = 9
"""Fewer do not find a quiet moment on a busy machine."""
WARM_UP = 0.25
"""The share of a round's actions that is played before the clock starts."""
Key = tuple[str, str]
"""Game and scenario."""


class Trouble(Exception):
    """Something that the person who asked has to put right."""


# ---------------------------------------------------------------------- in a child process: one checkout plays


def scenarios_here(games: Sequence[str]) -> list[Key]:
    """What the checkout on the path can play, of these games; of all if none is named."""
    from beachhead.games import REGISTERED
    from beachhead.games import game as find_game

    found = [find_game(name) for name in REGISTERED if not games or name in games]
    return [(game.id, scenario.id) for game in found for scenario in game.scenarios]


def play(key: Key, actions: int, seconds: float = math.inf) -> tuple[int, int, str]:
    """Random games, one after another, until so many actions are played or the time is up: actions, games, and a digest."""
    from beachhead.games import game as find_game

    game, scenario = find_game(key[0]), key[1]
    played = games = 0
    state = None
    until = time.process_time() + seconds
    while played < actions and time.process_time() < until:
        chance = random.Random(f"compare {key} {games}")
        state, draw = game.new(scenario, seed=chance.getrandbits(128)), chance.random
        games += 1
        while not state.over and played < actions:
            choices = state.actions()
            state.apply(choices[int(draw() * len(choices))])
            played += 1
    return played, games, "" if state is None else state.digest()


def timed(key: Key, actions: int) -> dict[str, Any]:
    """A round: how long these actions take, and a mark by which other rounds can tell whether they played the same."""
    play(key, max(1, int(actions * WARM_UP)))
    begun = time.process_time()
    played, games, digest = play(key, actions)
    spent = time.process_time() - begun
    return {"actions": played, "games": games, "seconds": spent, "digest": hashlib.sha256(digest.encode()).hexdigest()[:16]}


def child(task: Mapping[str, Any]) -> Any:
    """What the parent wants to know of this checkout."""
    import beachhead

    found = Path(beachhead.__file__).resolve()
    if not found.is_relative_to(task["checkout"]):
        raise Trouble(f"{found} was imported, which is not in {task['checkout']}")
    if task["what"] == "list":
        return scenarios_here(task["games"])
    key: Key = (task["key"][0], task["key"][1])
    if task["what"] == "budget":
        play(key, 1 << 30, task["seconds"] / 2)
        return play(key, 1 << 30, task["seconds"])[0]
    return timed(key, task["actions"])


# ---------------------------------------------------------------------- in the parent: rounds, and what they say


@dataclass(frozen=True, slots=True)
class Checkout:
    """A copy of the project that can be asked to play."""

    name: str
    path: Path

    def ask(self, what: str, **more: Any) -> Any:
        """Ask a fresh process; its answer."""
        task = {"what": what, "checkout": str(self.path), **more}
        setting = os.environ | {"PYTHONPATH": str(self.path / "src"), "PYTHONHASHSEED": "0"}
        command = [sys.executable, str(Path(__file__).resolve()), "--child", json.dumps(task)]
        done = subprocess.run(command, env=setting, capture_output=True, text=True, check=False)
        if done.returncode:
            words = done.stderr.strip().splitlines() or ["no reason given"]
            raise Trouble(f"{self.name} cannot {what}: {words[-1]}")
        return json.loads(done.stdout)


@dataclass(frozen=True, slots=True)
class Verdict:
    """One game and scenario: what the rounds of both checkouts say."""

    key: Key
    ratio: float
    """Best time per action of the base by best of the working tree: above 1 the working tree is faster."""
    low: float
    middle: float
    high: float
    """Quartiles of the ratios of single rounds."""
    base_us: float
    new_us: float
    """Best processor time per action, in microseconds."""
    same: bool
    """Whether both played the same games."""

    def plain(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "ratio": round(self.ratio, 4),
            "quartiles": [round(value, 4) for value in (self.low, self.middle, self.high)],
            "base_us": round(self.base_us, 3),
            "new_us": round(self.new_us, 3),
            "same_games": self.same,
        }


def judge(key: Key, base: Sequence[Mapping[str, Any]], new: Sequence[Mapping[str, Any]]) -> Verdict:
    """What rounds that were played in pairs say."""
    ours, theirs = ([one["seconds"] / one["actions"] for one in rounds] for rounds in (new, base))
    ratios = [their / our for their, our in zip(theirs, ours, strict=True)]
    low, middle, high = statistics.quantiles(ratios, n=4, method="inclusive") if len(ratios) > 1 else ratios * 3
    same = len({(one["digest"], one["games"]) for one in [*base, *new]}) == 1
    return Verdict(key, min(theirs) / min(ours), low, middle, high, min(theirs) * 1e6, min(ours) * 1e6, same)


def overall(verdicts: Sequence[Verdict]) -> float | None:
    """The geometric mean of all ratios; None if nothing could be compared."""
    return statistics.geometric_mean([verdict.ratio for verdict in verdicts]) if verdicts else None


def shared(base: Sequence[Key], new: Sequence[Key]) -> tuple[list[Key], list[Key], list[Key]]:
    """What both can play, what only the base can, what only the working tree can; in the order of the working tree."""
    return [key for key in new if key in base], [key for key in base if key not in new], [key for key in new if key not in base]


def compare(base: Any, new: Any, *, games: Sequence[str], rounds: int, seconds: float) -> dict[str, Any]:
    """Play both checkouts in turn, and say what came of it."""
    both, gone, fresh = shared(*([(key[0], key[1]) for key in one.ask("list", games=list(games))] for one in (base, new)))
    for name in games:
        if not any(name == key[0] for key in [*both, *gone, *fresh]):
            raise Trouble(f"neither {base.name} nor the working tree has a game {name!r}")
    verdicts = []
    for key in both:
        actions = max(1, base.ask("budget", key=key, seconds=seconds))
        times: dict[str, list[Mapping[str, Any]]] = {base.name: [], new.name: []}
        for number in range(rounds):
            # Whoever goes first may find the machine in another mood.
            for checkout in (base, new) if number % 2 == 0 else (new, base):
                times[checkout.name].append(checkout.ask("time", key=key, actions=actions))
        verdicts.append(judge(key, times[base.name], times[new.name]))
    mean = overall(verdicts)
    return {
        "base": base.name,
        "rounds": rounds,
        "seconds": seconds,
        "scenarios": [{"game": verdict.key[0], "scenario": verdict.key[1]} | verdict.plain() for verdict in verdicts],
        "only_base": [list(key) for key in gone],
        "only_new": [list(key) for key in fresh],
        "ratio": None if mean is None else round(mean, 4),
    }


def table(answer: Mapping[str, Any]) -> Iterator[str]:
    """The answer as lines for people."""
    yield f"{'':24}{'ratio':>8}{'quartiles of rounds':>24}{'base':>12}{'new':>12}"
    for one in answer["scenarios"]:
        low, middle, high = one["quartiles"]
        spread, name = f"{low:.3f} {middle:.3f} {high:.3f}", f"{one['game']} {one['scenario']}"
        note = "" if one["same_games"] else "  other games were played: rules, or the order of actions, differ"
        yield f"{name:24}{one['ratio']:8.3f}{spread:>24}{one['base_us']:9.2f} µs{one['new_us']:9.2f} µs{note}"
    for words, keys in ((f"only in {answer['base']}", answer["only_base"]), ("only in the working tree", answer["only_new"])):
        for key in keys:
            yield f"{' '.join(key):24}{words}"
    if answer["ratio"] is None:
        yield "nothing to compare"
        return
    mean = answer["ratio"]
    noise = all(one["quartiles"][0] <= 1 <= one["quartiles"][2] for one in answer["scenarios"])
    words = (
        f"the working tree is {'faster' if mean >= 1 else 'slower'} by {abs(mean - 1):.1%}{', within the noise' if noise else ''}"
    )
    yield f"{'geometric mean':24}{mean:8.3f}  {words}"
    rounds = f"best of {answer['rounds']} rounds of {answer['seconds']:g} s each"
    yield f"{rounds}, by turns, in processor time per action; above 1 is faster"


@contextmanager
def checked_out(commit: str) -> Iterator[Path]:
    """A commit of this project in a folder of its own, as long as it is needed."""
    name = _git("rev-parse", "--verify", "--quiet", f"{commit}^{{commit}}")
    with tempfile.TemporaryDirectory(prefix="compare-") as folder:
        place = Path(folder).resolve() / "base"
        _git("worktree", "add", "--detach", "--quiet", str(place), name)
        try:
            yield place
        finally:
            _git("worktree", "remove", "--force", str(place))


def _git(*words: str) -> str:
    done = subprocess.run(["git", "-C", str(ROOT), *words], capture_output=True, text=True, check=False)
    if done.returncode:
        raise Trouble(f"git {words[0]} {words[-1]}: {done.stderr.strip() or 'there is no such commit'}")
    return done.stdout.strip()


def main(arguments: Sequence[str]) -> int:
    """The command line."""
    if arguments[:1] == ["--child"]:
        print(json.dumps(child(json.loads(arguments[1]))))
        return 0
    reader = argparse.ArgumentParser(description="Compare the speed of the working tree with that of a commit.")
    reader.add_argument("base", help="the commit to compare with")
    reader.add_argument("--rounds", type=int, default=LEAST_ROUNDS, help=f"rounds of each, {LEAST_ROUNDS} or more")
    reader.add_argument("--seconds", type=float, default=1.0, help="processor time of a round of one scenario, about")
    reader.add_argument("--game", action="append", default=[], help="only this game (may be repeated)")
    reader.add_argument("--json", action="store_true", help="answer with JSON")
    given = reader.parse_args(arguments)
    if given.rounds < LEAST_ROUNDS:
        reader.error(f"--rounds {given.rounds}: {LEAST_ROUNDS} at least, or noise decides")
    if given.seconds <= 0:
        reader.error(f"--seconds {given.seconds:g}: a round takes some time")
    try:
        with checked_out(given.base) as folder:
            answer = compare(
                Checkout(given.base, folder),
                Checkout("working tree", ROOT),
                games=given.game,
                rounds=given.rounds,
                seconds=given.seconds,
            )
    except Trouble as trouble:
        print(f"compare: {trouble}", file=sys.stderr)
        return 2
    print(json.dumps(answer, indent=2) if given.json else "\n".join(table(answer)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
