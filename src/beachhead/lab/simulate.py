"""Many games between players, on one core or several, with the same outcome either way.

Every game of a run gets its dice and its players' chance from the run's seed and its own number, so it does not matter which
process plays it, nor in which order.
"""

from __future__ import annotations

import hashlib
import multiprocessing
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from beachhead.engine.chance.dice import Dice, seed_bytes
from beachhead.engine.errors import UserError
from beachhead.games import game as find_game
from beachhead.lab.points import Spread
from beachhead.players import BOOK, Seat, check_player, player

CHUNK = 25
"""Games handed to a process at a time: small enough for a lively progress bar, large enough to be worth the errand."""


@dataclass(frozen=True, slots=True)
class Run:
    """What to play: plain data, so that it can be sent to other processes."""

    game: str
    games: int
    players: Mapping[str, str]
    parameters: Mapping[str, Any]
    seed: int = 0
    budget: float = 1.0

    @classmethod
    def of(
        cls,
        game: str,
        games: int,
        players: Mapping[str, str] | None = None,
        *,
        scenario: str | None = None,
        options: Mapping[str, Any] | None = None,
        components: Path | None = None,
        seed: int = 0,
    ) -> Run:
        """A run whose every part has been checked; sides that are not named get the book if it plays them, else the random
        player."""
        found = find_game(game)
        if games < 1:
            raise UserError(f"a run needs at least one game, not {games}")
        parameters = found.parameters(scenario, options, components)
        ruleset = found.ruleset(parameters)
        sides = ruleset.sides
        seats = {side: BOOK if side in ruleset.book else "random" for side in sides} | dict(players or {})
        for side, name in seats.items():
            if side not in sides:
                raise UserError(f"{game} {parameters['scenario']} has no side {side!r} (there are: {', '.join(sides)})")
            check_player(name, game, book=side in ruleset.book)
        return cls(game, games, seats, parameters, seed)

    def chance(self, number: int, what: str) -> bytes:
        """Sixteen bytes of chance for one purpose in one game of the run."""
        return hashlib.sha256(f"beachhead run {self.seed} game {number} {what}".encode()).digest()[:16]


@dataclass(slots=True)
class Tally:
    """What came of the games so far. `turns` counts finished games by their last turn, `endings` by the case that ended them,
    `points` by what each side scored, `margins` by how many more the first of two sides has than the second."""

    results: Counter[str] = field(default_factory=Counter)
    turns: Counter[int] = field(default_factory=Counter)
    endings: Counter[str] = field(default_factory=Counter)
    points: dict[str, Counter[int]] = field(default_factory=dict)
    margins: Counter[int] = field(default_factory=Counter)
    actions: int = 0
    unfinished: int = 0
    seconds: float = 0.0

    @property
    def games(self) -> int:
        """How many games have been played, finished or not."""
        return sum(self.results.values()) + self.unfinished

    def add(self, other: Tally) -> None:
        """Take in the games of another tally."""
        self.results += other.results
        self.turns += other.turns
        self.endings += other.endings
        for side, counts in other.points.items():
            self.points.setdefault(side, Counter()).update(counts)
        self.margins.update(other.margins)
        self.actions += other.actions
        self.unfinished += other.unfinished

    def plain(self, run: Run) -> dict[str, Any]:
        """The answer of `beachhead simulate --json`."""
        sides = [*find_game(run.game).sides, "draw"]
        return {
            "game": run.game,
            "scenario": run.parameters["scenario"],
            "options": dict(run.parameters.get("options", {})),
            "players": dict(run.players),
            "seed": run.seed,
            "games": self.games,
            "unfinished": self.unfinished,
            "results": {side: self.results[side] for side in sides},
            "turns": {str(turn): self.turns[turn] for turn in sorted(self.turns)},
            "endings": {case: self.endings[case] for case in sorted(self.endings)},
            "points": {side: Spread.of(self.points[side]).plain() for side in sides if side in self.points},
            "margin": None if not self.margins else {"of": sides[0], "over": sides[1]} | Spread.of(self.margins).plain(),
            "actions": self.actions,
            "seconds": round(self.seconds, 3),
            "games_per_s": round(self.games / self.seconds, 2) if self.seconds else 0.0,
            "actions_per_s": round(self.actions / self.seconds) if self.seconds else 0,
        }


def play_all(run: Run, jobs: int = 1, progress: Callable[[int], None] | None = None) -> Tally:
    """Play all games of a run; `progress` is called with the number of games just played."""
    if jobs < 1:
        raise UserError(f"a run needs at least one job, not {jobs}")
    begun = time.perf_counter()
    whole = Tally()
    for part in _parts(run, jobs):
        whole.add(part)
        if progress is not None:
            progress(part.games)
    whole.seconds = time.perf_counter() - begun
    return whole


def _parts(run: Run, jobs: int) -> Iterator[Tally]:
    size = max(1, min(CHUNK, -(-run.games // (4 * jobs))))
    errands = [(run, first, min(first + size, run.games)) for first in range(0, run.games, size)]
    if jobs == 1:
        yield from map(play_some, errands)
        return
    # Spawned processes behave the same on every system and share nothing that a fork would half copy.
    with multiprocessing.get_context("spawn").Pool(min(jobs, len(errands)), _leave_interrupts) as pool:
        yield from pool.imap_unordered(play_some, errands)


def _leave_interrupts() -> None:
    """Ctrl-C reaches every process; the first one ends the others, without a word from each."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def play_some(errand: tuple[Run, int, int]) -> Tally:
    """Play the games of a run from one number up to another."""
    run, first, end = errand
    tally = Tally()
    for number in range(first, end):
        play_one(run, number, tally)
    return tally


def play_one(run: Run, number: int, tally: Tally) -> None:
    """Play one game of a run to its end, or to the bound that its game declares."""
    game = find_game(run.game)
    state = game.initial_state(game.ruleset(run.parameters), Dice(seed_bytes(run.chance(number, "dice"))))
    seats = {side: Seat.at(state, side) for side in state.ruleset.sides}
    players = {side: player(name, run.chance(number, side).hex()) for side, name in run.players.items()}
    actions = 0
    while not state.over and actions < game.max_actions:
        side = state.side
        state.apply(players[side].choose(seats[side], run.budget))
        actions += 1
    tally.actions += actions
    result = state.result
    if result is None:
        tally.unfinished += 1
        return
    tally.results[result.winner] += 1
    tally.turns[result.turn] += 1
    tally.endings[result.case] += 1
    points = dict(result.points)
    for side, scored in points.items():
        tally.points.setdefault(side, Counter())[scored] += 1
    if len(game.sides) == 2 == len(points):
        tally.margins[points[game.sides[0]] - points[game.sides[1]]] += 1
