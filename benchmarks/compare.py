"""Is the working tree faster or slower than a commit? The judge of every change that claims speed, or might cost some.

    python benchmarks/compare.py BASE [--what WHAT] [--rounds N] [--seconds S] [--floor F] [--game GAME]... [--json]

BASE is checked out beside the working tree. Both do the same work from the same seeds, in rounds that alternate between them:

* playouts: random actions of bare games, scenario by scenario;
* edges: what server, players and tools ask of a state, on positions from random games: views, digest, saves, samples, the texts
  of all actions, an action with its events, a copy;
* sergeants: games of the sergeant against itself, scenario by scenario.

Every round is a fresh process that counts its own processor time, without imports and warm-up. What counts is the ratio of the
best rounds (base / new: above 1 the working tree is faster), per action or call, as changed rules make games longer or shorter.
The quartiles of the ratios of single rounds tell how far to trust it. Playouts have a floor: a working tree that falls below it
in any scenario fails.
"""

from __future__ import annotations

import argparse
import gc
import hashlib
import itertools
import json
import math
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
LEAST_ROUNDS = 9
"""Fewer do not find a quiet moment on a busy machine."""
WARM_UP = 0.25
"""The share of a round's actions that is played before the clock starts."""
FLOOR = 0.85
"""A playout may be this much of the base's speed; what is lost below it is no longer noise."""
POSITIONS = 40
"""Positions of each scenario on which the edges are measured."""
APART = 25
"""Actions between two of them, on average."""
WORLDS = 16
"""Seeds of samples in turn."""
PLAYOUTS, EDGES, SERGEANTS = "playouts", "edges", "sergeants"
WHAT = (PLAYOUTS, EDGES, SERGEANTS)
Key = tuple[str, str]
"""Game and scenario; for edges game and edge."""


class Trouble(Exception):
    """Something that the person who asked has to put right."""


# ---------------------------------------------------------------------- in a child process: one checkout plays


def scenarios_here(games: Sequence[str]) -> list[Key]:
    """What the checkout on the path can play, of these games; of all if none is named."""
    from beachhead.games import REGISTERED
    from beachhead.games import game as find_game

    found = [find_game(name) for name in REGISTERED if not games or name in games]
    return [(game.id, scenario.id) for game in found for scenario in game.scenarios]


def new_games(key: Key) -> Iterator[tuple[Any, random.Random]]:
    """New games, one after another, the same ones in every checkout, each with the chance to choose by."""
    from beachhead.games import game as find_game

    game, scenario = find_game(key[0]), key[1]
    for number in itertools.count():
        chance = random.Random(f"compare {key} {number}")
        yield game.new(scenario, seed=chance.getrandbits(128)), chance


def play(key: Key, actions: int, seconds: float = math.inf) -> tuple[int, int, str]:
    """Random games until so many actions are played or the time is up: actions, games, and a digest."""
    played = games = 0
    until = time.process_time() + seconds
    for state, chance in new_games(key):
        games += 1
        draw = chance.random
        while not state.over and played < actions:
            choices = state.actions()
            state.apply(choices[int(draw() * len(choices))])
            played += 1
        if played >= actions or time.process_time() >= until:
            break
    return played, games, state.digest()


def play_sergeants(key: Key, actions: int, seconds: float = math.inf) -> tuple[int, int, str]:
    """The same with a sergeant on every side. A game of theirs takes as long as a round, so the clock is read at every action."""
    from beachhead.players import Seat, player

    played = games = 0
    until = time.process_time() + seconds
    for state, chance in new_games(key):
        games += 1
        seats = {side: Seat.at(state, side) for side in state.ruleset.sides}
        players = {side: player("sergeant", chance.getrandbits(128)) for side in seats}
        while not state.over and played < actions and time.process_time() < until:
            side = state.side
            state.apply(players[side].choose(seats[side], 1.0))
            played += 1
        if played >= actions or time.process_time() >= until:
            break
    return played, games, state.digest()


PLAYERS = {PLAYOUTS: play, SERGEANTS: play_sergeants}


def timed(key: Key, actions: int, what: str = PLAYOUTS) -> dict[str, Any]:
    """A round: how long these actions take, and a mark by which other rounds can tell whether they played the same."""
    PLAYERS[what](key, max(1, int(actions * WARM_UP)))
    begun = time.process_time()
    played, games, digest = PLAYERS[what](key, actions)
    spent = time.process_time() - begun
    return {"actions": played, "games": games, "seconds": spent, "digest": hashlib.sha256(digest.encode()).hexdigest()[:16]}


@dataclass(frozen=True, slots=True)
class Edge:
    """Something that is asked of a state. Only `ask` is timed; what `ready` makes for it is new in every pass over the positions,
    so that nothing a state remembers from the last pass helps. `told` gives the answer as text."""

    ask: Callable[[Any], Any]
    ready: Callable[[Any], Any]
    told: Callable[[Any], str]


def positions(game: str, scenarios: Sequence[str]) -> list[Any]:
    """Positions from random games of these scenarios."""
    from beachhead.games import game as find_game

    found = []
    for scenario in scenarios:
        chance = random.Random(f"compare positions {game} {scenario}")
        state = None
        for _ in range(POSITIONS):
            left = chance.randrange(1, 2 * APART)
            while left or state is None or state.over:
                if state is None or state.over:
                    state = find_game(game).new(scenario, seed=chance.getrandbits(128))
                choices = state.actions()
                state.apply(choices[int(chance.random() * len(choices))])
                left = max(0, left - 1)
            found.append(state.copy())
    return found


def edges_of(sides: Sequence[str]) -> dict[str, Edge]:
    """What is measured, by name."""
    from beachhead.games import dumps, loads

    def copy(state: Any) -> Any:
        return state.copy()

    def reached(state: Any) -> Any:
        """A copy that has listed its own actions, as every state has after an action."""
        twin = state.copy()
        twin.forget_choices()
        twin.choices()
        return twin

    def chosen(state: Any) -> tuple[Any, Any, list[Any]]:
        twin = reached(state)
        choices = twin.actions()
        return twin, choices[random.Random(twin.digest()).randrange(len(choices))], []

    def apply(given: tuple[Any, Any, list[Any]]) -> Any:
        given[0].apply(given[1], given[2])
        return given

    def happened(given: tuple[Any, Any, list[Any]]) -> str:
        return str(given[0].digest()) + json.dumps([(event.plain(), event.seen_by) for event in given[2]])

    def view(side: str | None) -> Edge:
        return Edge(lambda state: state.view(side), reached, json.dumps)

    def sample(side: str) -> Edge:
        # A player asks for the same few worlds at each of its decisions.
        seeds = cycle(range(WORLDS))
        return Edge(lambda given: given[0].sample(side, given[1]), lambda state: (reached(state), next(seeds)), dumps)

    return {
        "view": view(None),
        **{f"view {side}": view(side) for side in sides},
        **{f"sample {side}": sample(side) for side in sides},
        "digest": Edge(lambda state: state.digest(), reached, str),
        "dumps": Edge(dumps, reached, str),
        "loads": Edge(loads, dumps, dumps),
        "texts of actions": Edge(lambda state: [str(action) for action in state.actions()], reached, json.dumps),
        "apply with events": Edge(apply, chosen, happened),
        "copy": Edge(copy, reached, dumps),
    }


def timed_edges(game: str, scenarios: Sequence[str], passes: Mapping[str, int] | None = None) -> dict[str, dict[str, Any]]:
    """A round of all edges: so many passes over the positions for each (by default one), after one to warm up, whose answers are
    what other rounds are compared with."""
    found = positions(game, scenarios)
    answer = {}
    for name, edge in edges_of(found[0].ruleset.sides).items():
        mark, spent = hashlib.sha256(), 0.0
        for state in found:
            mark.update(edge.told(edge.ask(edge.ready(state))).encode())
        count = 1 if passes is None else passes[name]
        for _ in range(count):
            given, ask = [edge.ready(state) for state in found], edge.ask
            # As in `timeit`: what has been made ready must not be collected in the middle of the pass.
            gc.disable()
            begun = time.process_time()
            for one in given:
                ask(one)
            spent += time.process_time() - begun
            gc.enable()
        answer[name] = {"actions": count * len(found), "games": 1, "seconds": spent, "digest": mark.hexdigest()[:16]}
    return answer


def form() -> str:
    """Whether this checkout runs compiled modules or plain Python."""
    from beachhead.engine import state

    return "plain" if str(state.__file__).endswith(".py") else "compiled"


def child(task: Mapping[str, Any]) -> Any:
    """What the parent wants to know of this checkout."""
    import beachhead

    found = Path(beachhead.__file__).resolve()
    if not found.is_relative_to(task["checkout"]):
        raise Trouble(f"{found} was imported, which is not in {task['checkout']}")
    if task["what"] == "list":
        return scenarios_here(task["games"])
    if task["what"] == "form":
        return form()
    if task["what"] == EDGES:
        if task["passes"] is not None:
            return timed_edges(task["game"], task["scenarios"], task["passes"])
        once = timed_edges(task["game"], task["scenarios"])
        return {name: max(1, round(task["seconds"] / len(once) / one["seconds"])) for name, one in once.items()}
    key: Key = (task["key"][0], task["key"][1])
    if task["actions"] is None:
        PLAYERS[task["what"]](key, 1 << 30, task["seconds"] / 2)
        return PLAYERS[task["what"]](key, 1 << 30, task["seconds"])[0]
    return timed(key, task["actions"], task["what"])


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


Rounds = tuple[list[Any], list[Any]]
"""What the base answered and what the working tree did, round by round."""


def by_turns(base: Any, new: Any, rounds: int, what: str, **more: Any) -> Rounds:
    """Ask both the same, in turn."""
    answers: Rounds = ([], [])
    for number in range(rounds):
        # Whoever goes first may find the machine in another mood.
        for one in (0, 1) if number % 2 == 0 else (1, 0):
            answers[one].append((base, new)[one].ask(what, **more))
    return answers


def compare_games(base: Any, new: Any, what: str, keys: Sequence[Key], rounds: int, seconds: float) -> list[Verdict]:
    """Playouts or games of sergeants, scenario by scenario. The base says how many actions make a round."""
    verdicts = []
    for key in keys:
        actions = max(1, base.ask(what, key=key, actions=None, seconds=seconds))
        verdicts.append(judge(key, *by_turns(base, new, rounds, what, key=key, actions=actions)))
    return verdicts


def compare_edges(base: Any, new: Any, keys: Sequence[Key], rounds: int, seconds: float) -> list[Verdict]:
    """All edges of every game, on positions of the scenarios that both have."""
    verdicts = []
    for game in dict.fromkeys(key[0] for key in keys):
        task = {"game": game, "scenarios": [scenario for other, scenario in keys if other == game]}
        passes = base.ask(EDGES, **task, passes=None, seconds=seconds)
        theirs, ours = by_turns(base, new, rounds, EDGES, **task, passes=passes)
        verdicts += [judge((game, name), [one[name] for one in theirs], [one[name] for one in ours]) for name in passes]
    return verdicts


def compare(
    base: Any, new: Any, *, games: Sequence[str], rounds: int, seconds: float, what: Sequence[str] = WHAT, floor: float = FLOOR
) -> dict[str, Any]:
    """Let both checkouts work in turn, and say what came of it."""
    both, gone, fresh = shared(*([(key[0], key[1]) for key in one.ask("list", games=list(games))] for one in (base, new)))
    for name in games:
        if not any(name == key[0] for key in [*both, *gone, *fresh]):
            raise Trouble(f"neither {base.name} nor the working tree has a game {name!r}")
    answer: dict[str, Any] = {"base": base.name, "forms": [base.ask("form"), new.ask("form")], "rounds": rounds}
    answer |= {"seconds": seconds, "floor": floor, "ratios": {}, "below": []}
    for part in what:
        if part == EDGES:
            verdicts = compare_edges(base, new, both, rounds, seconds)
        else:
            verdicts = compare_games(base, new, part, both, rounds, seconds)
        detail = "edge" if part == EDGES else "scenario"
        answer[part] = [{"game": verdict.key[0], detail: verdict.key[1]} | verdict.plain() for verdict in verdicts]
        mean = overall(verdicts)
        answer["ratios"][part] = None if mean is None else round(mean, 4)
        if part == PLAYOUTS:
            answer["below"] = [list(verdict.key) for verdict in verdicts if verdict.ratio < floor]
    return answer | {"only_base": [list(key) for key in gone], "only_new": [list(key) for key in fresh]}


def table(answer: Mapping[str, Any]) -> Iterator[str]:
    """The answer as lines for people."""
    base, new = (f"{name} {form}" for name, form in zip(("base", "new"), answer["forms"], strict=True))
    for part in answer["ratios"]:
        yield f"{part:28}{'ratio':>8}{'quartiles of rounds':>24}{base:>15}{new:>15}"
        for one in answer[part]:
            low, middle, high = one["quartiles"]
            spread, name = f"{low:.3f} {middle:.3f} {high:.3f}", f"{one['game']} {one.get('scenario') or one.get('edge')}"
            differs = "answers differ" if part == EDGES else "other games were played: rules, or the order of actions, differ"
            note = "" if one["same_games"] else f"  {differs}"
            yield f"{name:28}{one['ratio']:8.3f}{spread:>24}{one['base_us']:12.2f} µs{one['new_us']:12.2f} µs{note}"
        yield _verdict(answer[part], answer["ratios"][part])
    for words, keys in ((f"only in {answer['base']}", answer["only_base"]), ("only in the working tree", answer["only_new"])):
        for key in keys:
            yield f"{' '.join(key):28}{words}"
    rounds = f"best of {answer['rounds']} rounds of {answer['seconds']:g} s each"
    yield f"{rounds}, by turns, in processor time per action or call; above 1 is faster"
    for key in answer["below"]:
        yield f"TOO SLOW: playouts of {' '.join(key)} are below {answer['floor']:g} of the base's speed"


def _verdict(rows: Sequence[Mapping[str, Any]], mean: float | None) -> str:
    """The line under a part of the table."""
    if mean is None:
        return "nothing to compare"
    noise = all(one["quartiles"][0] <= 1 <= one["quartiles"][2] for one in rows)
    pace = f"{'faster' if mean >= 1 else 'slower'} by {abs(mean - 1):.1%}{', within the noise' if noise else ''}"
    return f"{'geometric mean':28}{mean:8.3f}  the working tree is {pace}"


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
    reader.add_argument(
        "--what",
        choices=[*WHAT, "all"],
        default="all",
        help="what to measure; all takes about six minutes, playouts and sergeants two each",
    )
    reader.add_argument("--rounds", type=int, default=LEAST_ROUNDS, help=f"rounds of each, {LEAST_ROUNDS} or more")
    reader.add_argument("--seconds", type=float, default=1.0, help="processor time of a round, about")
    reader.add_argument("--floor", type=float, default=FLOOR, help="fail if playouts of a scenario have a lower ratio")
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
                what=WHAT if given.what == "all" else [given.what],
                floor=given.floor,
            )
    except Trouble as trouble:
        print(f"compare: {trouble}", file=sys.stderr)
        return 2
    print(json.dumps(answer, indent=2) if given.json else "\n".join(table(answer)))
    return 1 if answer["below"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
