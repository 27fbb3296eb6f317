"""Break the rules one by one, and see which break no test notices.

    python benchmarks/mutants.py [--game rage] [--modules combat,retreat] [--sample 0.2] [--seed 1] [--least 10] [--jobs 2]
                                 [--json FILE]
    python benchmarks/mutants.py --game dday --map FILE [--quick] [--again FILE]

A mutant is a rules module with one small fault: a comparison turned, a number off by one, a condition inverted, a
statement dropped. Each is loaded in a process of its own and put through the rule vectors, then through positions (Saipan,
Olympic) or games (Rage) judged by the slow second implementation, then through the unit tests and whole games whose digests
are known.
The engine and the boards, which are behind every game, can be broken like a game (`--game boards`): their unit tests come
first, then the vectors and games of all games.
D-Day has so many vectors that a mutant meets only those tests that run the broken statement (`--map` keeps which they are), in a
process that has the game loaded already. `--quick` leaves out what is written in Python, `--again` tries the survivors of an
earlier run.
mutmut is no substitute: it passes over decorated functions, and every function that enforces a case is decorated.
"""

from __future__ import annotations

import argparse
import copy
import json
import os
import pickle
import random
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import covering
from breaking import BrokenModule, BrokenSource, Mutant, mutants_of
from chapters import CHAPTERS, OWN_CHAPTERS

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src"
FOLDERS: dict[str, tuple[str, ...]] = {}
"""Where the rules of each game are: its own folder and those of its series. Filled by `main`."""
LIBRARIES = {"engine": ("tests/engine", "tests/kit"), "boards": ("tests/boards",)}
"""What every game is built on, and where its tests are."""
NO_RULES = {"__init__.py", "island.py", "presentation.py", "shorthand.py", "table", "saves", "worlds", "worlds.py"}
"""Modules and folders that show, read or make up positions: the tests of the rules are not meant to notice faults there."""
POSITIONS = 150
SMALL_BOARDS = 8
"""Positions of each kind on small boards, for Olympic."""
SECONDS = 30
SLOWER = {"olympic": 60}
LIBRARY_SECONDS = 120
"""Processor seconds that a mutant of a game, of a slower game or a library may take before it counts as noticed."""
WATCHED = ("dday",)
"""Games of which a mutant meets only the tests that run its statement."""
QUICK = 1.5
"""Processor seconds of vectors, and of games, in a quick run."""
DEAR = 10
"""Processor seconds of a test that is too dear for every mutant of a watched game."""


def rule_folders() -> dict[str, tuple[str, ...]]:
    """The folders of every game; for a process of its own, because a module that is already loaded cannot be broken."""
    import beachhead as bh

    found = {}
    for game in bh.all_games():
        series = [folder for folder in (f"beachhead/series/{family}" for family in game.families) if (SOURCE / folder).is_dir()]
        found[game.id] = (*series, f"beachhead/games/{game.id}")
    return found | {library: (f"beachhead/{library}",) for library in LIBRARIES}


def modules(game: str) -> dict[str, Path]:
    """The rules modules of a game by name."""
    found = {}
    for folder in FOLDERS[game]:
        for path in sorted((SOURCE / folder).rglob("*.py")):
            if NO_RULES.isdisjoint(path.relative_to(SOURCE / folder).parts):
                found[".".join(path.relative_to(SOURCE).with_suffix("").parts)] = path
    return found


# ---------------------------------------------------------------------- the trials


def oracle_cases(game: str) -> list[tuple[str, Any, Any]]:
    """Positions with the answers of the slow implementation, computed once by a sound engine's process."""
    if game not in ("saipan", *LIBRARIES):
        return []
    from tests.oracle.positions import random_position
    from tests.oracle.retreat import TooManyPlans
    from tests.oracle.test_against_engine import CHECKS

    found = []
    for kind, (expect, _) in CHECKS.items():
        for seed in range(POSITIONS):
            pos = random_position(random.Random(f"{kind} {seed}"), kind)
            with suppress(TooManyPlans):
                found.append((kind, pickle.dumps(pos), pickle.dumps(expect(pos))))
    return found


def all_vectors(game: str) -> list[tuple[Any, ...]]:
    """The rule vectors of a game (of a library: of all games) as plain data, read once by a sound engine's process."""
    from beachhead.vectors import load_vectors

    found = []
    for path in sorted((ROOT / "tests/cases" / ("" if game in LIBRARIES else game)).rglob("*.yaml")):
        found += [(v.file, v.line, v.title, v.cases, v.game, v.data) for v in load_vectors(path)]
    return found


def vectors_survive(vectors: list[tuple[Any, ...]], module: str) -> str:
    from beachhead.vectors import Vector, run

    chapters = next((found for name, found in OWN_CHAPTERS.items() if name in module), CHAPTERS)
    first = chapters.get(module.rpartition(".")[2], "?")
    for row in sorted(vectors, key=lambda row: not Path(row[0]).name.startswith(first)):
        if not run(Vector(*row)).passed:
            return f"vector {row[2]}"
    return ""


def oracle_survives(game: str, cases: list[tuple[str, Any, Any]]) -> str:
    if game == "rage":
        from tests.oracle.rage.test_against_engine import MOODS, play_along

        for mood in MOODS:
            try:
                play_along(0, mood)
            except AssertionError:
                return f"oracle {mood}"
        return ""
    if game == "olympic":
        return olympic_oracle_survives()
    if game == "bonins":
        return bonins_oracle_survives()
    from tests.oracle.test_against_engine import CHECKS

    for number, (kind, pos, expected) in enumerate(cases):
        try:
            CHECKS[kind][1](pickle.loads(pos), pickle.loads(expected))
        except AssertionError:
            return f"oracle {kind} {number}"
    return ""


def olympic_oracle_survives() -> str:
    from tests.oracle.olympic import test_against_engine as oracle

    kinds: list[tuple[Any, dict[str, Any]]] = [
        (oracle.check_supply, {"hidden": False}),
        (oracle.check_us_moves, {"hidden": True}),
        (oracle.check_jp_moves, {"scenario": "two-player", "entering": True}),
        (oracle.check_doctrine, {"hidden": True, "entering": True}),
        (oracle.check_pairs, {"scenario": "solitaire", "contact": True}),
        (oracle.check_us_attack, {"scenario": "two-player", "contact": True}),
        (oracle.check_placing, {}),
        (oracle.check_assaults, {"hidden": True}),
    ]
    for check, sort in kinds:
        try:
            oracle.compare(f"mutants {check.__name__}", 0, check, SMALL_BOARDS, **sort)
        except AssertionError:
            return f"oracle {check.__name__}"
    return ""


def bonins_oracle_survives() -> str:
    from tests.oracle.bonins.positions import PHASES
    from tests.oracle.bonins.test_against_engine import from_thrown

    for scenario in ("solitaire", "two-player"):
        for phase in PHASES:
            try:
                for seed in range(SMALL_BOARDS // 2):
                    from_thrown(scenario, phase, seed)
            except AssertionError:
                return f"oracle {scenario} {phase}"
    return ""


def unit_tests(game: str, module: str) -> str:
    """The tests of a game or library that are written in Python, the module's own first, but for the long ones of secrets."""
    import pytest

    folders = LIBRARIES.get(game, (f"tests/games/{game}", *("tests/series" for folder in FOLDERS[game] if "/series/" in folder)))
    tests = [path for folder in folders for path in sorted((ROOT / folder).rglob("test_*.py"))]
    tests += [] if game in LIBRARIES else sorted((ROOT / "tests/games").glob("test_*.py"))
    tests = [path for path in tests if "secret" not in path.name and "leak" not in path.name]
    tests.sort(key=lambda path: module.rpartition(".")[2] not in path.name)
    # With plain assertions: pytest would load a module that it is told to collect itself, and sound, to rewrite its assertions.
    doctests = [modules(game)[module]] if module else []
    others = [other for other in FOLDERS if other not in (game, *LIBRARIES)] if game not in LIBRARIES else []
    chosen = ["-k", " and ".join(f"not {other}" for other in others), *map(str, [*doctests, *tests])]
    return "tests" if pytest.main(["-q", "-x", "--assert=plain", "-p", "no:cacheprovider", *chosen]) else ""


VARIANTS: dict[str, list[tuple[str, dict[str, Any]]]] = {
    "saipan": [
        ("historical", {}),
        ("free", {"reinforcement_rate": "per_beachhead"}),
        ("historical", {"minimum_move": True}),
        ("free", {"reinforcement_rate": "per_beachhead"}),
    ],
}
"""What to play of a game whose options matter; of any other its scenarios."""


def games(game: str) -> list[str]:
    """Digests of a few random games on their way, events and all, with and without the options; of a library, of all games."""
    import beachhead as bh

    if game in LIBRARIES:
        return [digest for one in bh.all_games() for digest in games(one.id)]
    return [digest for number in range(len(variants(game))) for digest in one_game(game, number)]


def variants(game: str) -> list[tuple[str, dict[str, Any]]]:
    """Scenarios and options of the games that are played."""
    import beachhead as bh

    scenarios: list[tuple[str, dict[str, Any]]] = [(scenario.id, {}) for scenario in bh.game(game).scenarios]
    return VARIANTS.get(game) or [*scenarios] * max(1, 4 // len(scenarios))


def one_game(game: str, number: int) -> list[str]:
    """Digests of one of the games."""
    import beachhead as bh

    found, (scenario, options) = [], variants(game)[number]
    match = bh.Match.new(game, scenario, seed=number, **options)
    rng = random.Random(number)
    while not match.state.over:
        match.play(rng.choice(match.state.actions()))
        if rng.random() < 0.2:
            found.append(match.state.digest())
    found.append(match.state.digest())
    return found


@dataclass(frozen=True)
class Evidence:
    """What a mutant is put through."""

    game: str
    vectors: list[tuple[Any, ...]]
    cases: list[tuple[str, Any, Any]]
    golden: list[str]


def trial(mutant: Mutant | None, evidence: Evidence) -> str:
    """What notices the fault: a test's name, or nothing. Runs in a process of its own."""
    game, module = evidence.game, mutant.module if mutant else ""
    if mutant is not None:
        sys.meta_path.insert(0, BrokenModule(mutant, modules(game)[module]))
    try:
        noticed = (unit_tests(game, module) if game in LIBRARIES else "") or vectors_survive(evidence.vectors, module)
        noticed = noticed or oracle_survives(game, evidence.cases)
        noticed = noticed or ("" if game in LIBRARIES else unit_tests(game, module))
        return noticed or ("" if games(game) == evidence.golden else "whole games")
    except Exception as error:
        return f"{type(error).__name__}"


# ---------------------------------------------------------------------- games that are watched


@dataclass
class Known:
    """What a watched game's tests are, what they run, and the digests of its games."""

    cover: covering.Cover
    games: dict[str, list[str]]
    tests: list[str]


def load(game: str) -> None:
    """Everything that a trial would load, and no more: what runs now is not broken in what is loaded."""
    import beachhead as bh

    bh.game(game).ruleset(bh.game(game).parameters())


def vector_name(row: tuple[Any, ...]) -> str:
    return f"vector {Path(row[0]).name}: {row[2]}"


def watch_vectors(game: str) -> Known:
    """What vectors and games run, in a process of its own."""
    from beachhead.vectors import Vector, run

    def passes(row: tuple[Any, ...]) -> bool:
        return run(Vector(*row)).passed

    known = Known(covering.Cover(), {}, [])
    known.cover.loading = covering.seen_now()
    for row in all_vectors(game):
        assert covering.watch(vector_name(row), known.cover, partial(passes, row)), row[2]
    for number in range(len(variants(game))):
        name = f"game {number}"
        known.games[name] = covering.watch(name, known.cover, partial(one_game, game, number))
    return known


def watch_tests(game: str) -> Known:
    """What the tests of a game run that are written in Python, those of the second implementation too."""
    import pytest

    known = Known(covering.Cover(), {}, [])
    places = [*(ROOT / "tests/games" / game).glob("test_*.py"), *(ROOT / "tests/oracle" / game).glob("test_*.py")]
    places += (ROOT / "tests/games").glob("test_*.py")
    others = " and ".join(f"not {other}" for other in FOLDERS if other not in (game, *LIBRARIES))
    plain = ["-q", "--assert=plain", "-p", "no:cacheprovider", "-k", others, *map(str, sorted(places))]
    assert not pytest.main(plain, [covering.TestWatcher(known.cover)]), "the sound engine fails its own tests"
    known.tests = [name for name, seconds in known.cover.seconds.items() if seconds < DEAR]
    return known


def watched(game: str, make: Any) -> Known:
    """Load a game with marks and note what is run."""
    finder = covering.Watched(modules(game))
    sys.meta_path.insert(0, finder)
    load(game)
    known: Known = make(game)
    known.cover.at = finder.at
    return known


def know(game: str, kept: Path | None, quick: bool) -> Known:
    """What the tests run: as it was kept, or found out now. Statements are numbered as they are loaded, always in one order."""
    known: Known | None = pickle.loads(kept.read_bytes()) if kept and kept.exists() else None
    if known is None:
        known = in_child(lambda: watched(game, watch_vectors), 3600)
        assert known is not None, "the sound engine fails its own tests"
    if not quick and not known.tests:
        more = in_child(lambda: watched(game, watch_tests), 3600)
        assert more is not None, "the sound engine fails its own tests"
        for module, lines in known.cover.at.items():
            turned = {statement: lines[line] for line, statement in more.cover.at[module].items()}
            more.cover.at[module] = turned
        same = {old: new for turned in more.cover.at.values() for old, new in turned.items()}
        for name in more.cover.runs:
            known.cover.runs[name] = frozenset(same[one] for one in more.cover.runs[name] if one in same)
            known.cover.seconds[name] = more.cover.seconds[name]
        known.tests = more.tests
    if kept:
        kept.write_bytes(pickle.dumps(known))
    return known


def break_loaded(mutant: Mutant, path: Path) -> bool:
    """Break a function that is loaded. No, if it cannot be found."""
    function = covering.function_named(mutant.module, mutant.function)
    return function is not None and covering.replace_code(function, BrokenSource(mutant, path).get_code(mutant.module))


def watched_trial(mutant: Mutant, game: str, vectors: dict[str, tuple[Any, ...]], known: Known, quick: bool) -> str:
    """What notices the fault in a watched game."""
    from beachhead.vectors import Vector, run

    path = modules(game)[mutant.module]
    if mutant.module not in sys.modules:
        sys.meta_path.insert(0, BrokenModule(mutant, path))
    elif not break_loaded(mutant, path):
        return "cannot be broken"
    choose = known.cover.choose
    try:
        spent = 0.0
        for name in choose(vectors, mutant.module, mutant.line):
            spent += known.cover.seconds.get(name, 0)
            if quick and spent > QUICK:
                break
            signal.setitimer(signal.ITIMER_PROF, 3 + 10 * known.cover.seconds.get(name, 1))
            if not run(Vector(*vectors[name])).passed:
                return name
        spent = 0.0
        for name in choose(known.games, mutant.module, mutant.line):
            spent += known.cover.seconds[name]
            if quick and spent > QUICK:
                break
            signal.setitimer(signal.ITIMER_PROF, 3 + 10 * known.cover.seconds[name])
            if one_game(game, int(name.split()[1])) != known.games[name]:
                return "games"
        tests = [] if quick else choose(known.tests, mutant.module, mutant.line)
        if tests:
            import pytest

            signal.setitimer(signal.ITIMER_PROF, 10 + 5 * sum(known.cover.seconds[name] for name in tests))
            code = pytest.main(["-q", "-x", "--assert=plain", "-p", "no:cacheprovider", *tests])
            return "tests" if code else ""
    except Exception as error:
        return f"{type(error).__name__}"
    return ""


def run_watched(game: str, chosen: list[Mutant], jobs: int, kept: Path | None, quick: bool) -> Iterator[tuple[Mutant, str]]:
    """Try every mutant of a watched game: first those that need a fresh load of the game, then the others."""
    known = know(game, kept, quick)
    rows = in_child(lambda: all_vectors(game))
    vectors = {vector_name(row): row for row in rows}

    def tried(mutant: Mutant) -> str:
        noticed = in_child(lambda: watched_trial(mutant, game, vectors, known, quick))
        return "time or crash" if noticed is None else str(noticed)

    def fresh(mutant: Mutant) -> bool:
        statement = known.cover.statement(mutant.module, mutant.line)
        return statement is None or statement in known.cover.loading

    with ThreadPoolExecutor(jobs) as pool:
        cold = [mutant for mutant in chosen if fresh(mutant)]
        yield from zip(cold, pool.map(tried, cold), strict=True)
        load(game)
        warm = [mutant for mutant in chosen if not fresh(mutant)]
        yield from zip(warm, pool.map(tried, warm), strict=True)


def in_child(task: Any, seconds: float = LIBRARY_SECONDS) -> Any:
    """Run something in a forked process and return its result, or None if it died or took too long."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        signal.setitimer(signal.ITIMER_PROF, seconds)
        sys.stdout = sys.stderr = Path(os.devnull).open("w")  # noqa: SIM115
        try:
            answer = pickle.dumps(task())
            with os.fdopen(write, "wb") as pipe:
                pipe.write(answer)
        except BaseException:
            os._exit(1)
        os._exit(0)
    os.close(write)
    with os.fdopen(read, "rb") as pipe:
        answer = pipe.read()
    os.waitpid(child, 0)
    return pickle.loads(answer) if answer else None


def run_all(game: str, chosen: list[Mutant], jobs: int) -> Iterator[tuple[Mutant, str]]:
    """Try every mutant; yields each with what noticed it."""
    made = [in_child(lambda make=make: make(game)) for make in (all_vectors, oracle_cases, games)]
    assert all(part is not None for part in made), "the sound engine fails its own tests"
    evidence = Evidence(game, *made)
    seconds = LIBRARY_SECONDS if game in LIBRARIES else SLOWER.get(game, SECONDS)
    sound = in_child(lambda: trial(None, evidence), seconds)
    assert sound == "", f"the sound engine fails: {sound}"
    with ThreadPoolExecutor(jobs) as pool:
        for mutant, noticed in zip(
            chosen, pool.map(lambda one: in_child(lambda: trial(copy.copy(one), evidence), seconds), chosen), strict=True
        ):
            yield mutant, "time or crash" if noticed is None else noticed


def is_compiled() -> bool:
    """Whether compiled rules would run instead of the source."""
    from beachhead.engine.compiled import is_compiled

    return is_compiled()


def main() -> None:
    """The command."""
    sys.path[:0] = [str(ROOT), str(SOURCE)]
    os.environ["PYTHONPATH"] = os.pathsep.join(sys.path[:2])  # for tests that start an interpreter of their own
    if in_child(is_compiled):
        sys.exit("mutants: the rules are compiled, so breaking their source breaks nothing: make slow first")
    FOLDERS.update(in_child(rule_folders))
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--game", choices=list(FOLDERS), help="one game, engine or boards; all if not given")
    parser.add_argument("--modules", default="", help="only modules whose name contains one of these words")
    parser.add_argument("--sample", type=float, default=1.0, help="share of the mutants to try")
    parser.add_argument("--seed", type=int, default=1, help="of the sample: another one is another sample")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--least", type=int, default=0, help="so many mutants of each module at least")
    parser.add_argument("--map", type=Path, help="where to keep which statements the tests of a watched game run")
    parser.add_argument("--quick", action="store_true", help="for a watched game: some vectors, and games")
    parser.add_argument("--again", type=Path, help="only the survivors of an earlier run, from its --json")
    given = parser.parse_args()
    again = set(json.loads(given.again.read_text())["survivors"]) if given.again else None
    words = [word for word in given.modules.split(",") if word]
    total, survivors = 0, list[Mutant]()
    # A watched game is loaded by this process, and what is loaded cannot be broken by loading it: they come last.
    for game in [given.game] if given.game else sorted(FOLDERS, key=lambda game: game in WATCHED):
        rng = random.Random(given.seed)
        chosen = []
        for module, path in modules(game).items():
            if not words or any(word in module for word in words):
                found = mutants_of(module, path)
                some = [mutant for mutant in found if rng.random() < given.sample]
                missing = min(given.least, len(found)) - len(some)
                some += rng.sample([mutant for mutant in found if mutant not in some], max(0, missing))
                chosen += [mutant for mutant in (some if again is None else found) if again is None or str(mutant) in again]
        total += len(chosen)
        trials = run_watched(game, chosen, given.jobs, given.map, given.quick) if game in WATCHED else None
        survivors += survivors_of(chosen, trials or run_all(game, chosen, given.jobs))
    if given.json:
        given.json.write_text(json.dumps({"mutants": total, "survivors": [str(mutant) for mutant in survivors]}, indent=1))


def survivors_of(chosen: list[Mutant], trials: Iterator[tuple[Mutant, str]]) -> list[Mutant]:
    """Try mutants, print what became of them, and return those that nothing noticed."""
    started, noticed_by, survivors = time.monotonic(), Counter[str](), list[Mutant]()
    tried: Counter[str] = Counter()
    killed: Counter[str] = Counter()
    for number, (mutant, noticed) in enumerate(trials, 1):
        tried[mutant.module] += 1
        if noticed:
            killed[mutant.module] += 1
            noticed_by[noticed.split()[0]] += 1
        else:
            survivors.append(mutant)
            print(f"survives: {mutant}", flush=True)
        if number % 20 == 0:
            print(f"  {number} of {len(chosen)}, up to {mutant}, {time.monotonic() - started:.0f} s", file=sys.stderr, flush=True)
    for module in tried:
        print(f"{killed[module]:5} of {tried[module]:5}  {killed[module] / tried[module]:6.1%}  {module}")
    total = len(chosen)
    print(f"{total - len(survivors)} of {total} mutants noticed, {1 - len(survivors) / max(total, 1):.1%}; by {dict(noticed_by)}")
    return survivors


if __name__ == "__main__":
    main()
