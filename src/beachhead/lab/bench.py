"""How fast random legal games run, beside python-chess in the same minute.

Wall time swings from run to run on shared machines, so a figure means little by itself. Rounds of our games and of chess
alternate; the best round of each counts, and their ratio is what to compare.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from beachhead.engine.game import Game
from beachhead.engine.state import State
from beachhead.games import dumps

ROUNDS = 5
CHESS = "python-chess"


@dataclass(frozen=True, slots=True)
class Speed:
    """The best round of one kind of play."""

    actions_per_s: float
    games_per_s: float


@dataclass(frozen=True, slots=True)
class Bench:
    """The speeds of all games, and of chess where python-chess is installed."""

    speeds: dict[str, Speed]
    copy_us: dict[str, float]
    state_bytes: dict[str, int]
    chess: Speed | None

    def ratio(self, game: str) -> float | None:
        """Actions a second, as a multiple of chess."""
        return None if self.chess is None else self.speeds[game].actions_per_s / self.chess.actions_per_s

    def plain(self) -> dict[str, Any]:
        """The answer of `beachhead bench --json`."""
        answer: dict[str, Any] = {}
        ratios: dict[str, float | None] = {}
        for game, speed in self.speeds.items():
            answer[game] = {
                "actions_per_s": round(speed.actions_per_s),
                "games_per_s": round(speed.games_per_s, 2),
                "copy_us": round(self.copy_us[game], 3),
                "state_bytes": self.state_bytes[game],
            }
            ratio = self.ratio(game)
            ratios[game] = None if ratio is None else round(ratio, 3)
        answer[CHESS] = (
            None
            if self.chess is None
            else {
                "actions_per_s": round(self.chess.actions_per_s),
                "games_per_s": round(self.chess.games_per_s, 2),
            }
        )
        answer["ratio"] = ratios
        return answer


def measure(
    games: Sequence[Game], *, seconds: float = 1.0, rounds: int = ROUNDS, progress: Callable[[], None] | None = None
) -> Bench:
    """Time every game, and chess, for `rounds` rounds of about so many seconds each."""
    chess = chess_module()
    best: dict[str, Speed] = {}
    contenders: dict[str, Callable[[random.Random], int]] = {game.id: _playout(game) for game in games}
    if chess is not None:
        contenders[CHESS] = _chess_playout(chess)
    for playout in contenders.values():
        # Tables that are computed once a map are not part of what an action costs.
        _time(playout, random.Random("bench warm-up"), seconds / 2)
    for number in range(rounds):
        for name, playout in contenders.items():
            speed = _time(playout, random.Random(f"bench {name} {number}"), seconds)
            if name not in best or speed.actions_per_s > best[name].actions_per_s:
                best[name] = speed
            if progress is not None:
                progress()
    middles = {game.id: middle_state(game) for game in games}
    return Bench(
        speeds={game.id: best[game.id] for game in games},
        copy_us={name: _copy_time(state, rounds) for name, state in middles.items()},
        state_bytes={name: len(dumps(state).encode()) for name, state in middles.items()},
        chess=best.get(CHESS),
    )


def chess_module() -> ModuleType | None:
    """python-chess, if it is installed: it is no part of the library."""
    try:
        import chess
    except ImportError:
        return None
    return chess


def middle_state(game: Game, actions: int = 200) -> State:
    """A state from the middle of a random game, when counters are on the map: the kind that search copies."""
    chance = random.Random("bench middle")
    state = game.new(seed=1)
    for _ in range(actions):
        choices = state.actions()
        after = state.copy()
        after.apply(choices[int(chance.random() * len(choices))])
        if after.over:
            break
        state = after
    return state


def _time(playout: Callable[[random.Random], int], chance: random.Random, seconds: float) -> Speed:
    """Whole games only, so that openings and endings weigh as they do in play."""
    actions = games = 0
    begun = time.process_time()
    while (spent := time.process_time() - begun) < seconds or not games:
        actions += playout(chance)
        games += 1
    return Speed(actions / spent, games / spent)


def _playout(game: Game) -> Callable[[random.Random], int]:
    scenarios = [scenario.id for scenario in game.scenarios]

    def play(chance: random.Random) -> int:
        state = game.new(scenarios[int(chance.random() * len(scenarios))], seed=chance.getrandbits(128))
        draw, played = chance.random, 0
        while not state.over:
            actions = state.actions()
            state.apply(actions[int(draw() * len(actions))])
            played += 1
        return played

    return play


def _chess_playout(chess: ModuleType) -> Callable[[random.Random], int]:
    def play(chance: random.Random) -> int:
        board = chess.Board()
        draw, played = chance.random, 0
        while not board.is_game_over():
            moves = list(board.legal_moves)
            board.push(moves[int(draw() * len(moves))])
            played += 1
        return played

    return play


def _copy_time(state: State, rounds: int, copies: int = 2000) -> float:
    best = float("inf")
    for _ in range(rounds):
        begun = time.process_time()
        for _ in range(copies):
            state.copy()
        best = min(best, time.process_time() - begun)
    return best / copies * 1e6
