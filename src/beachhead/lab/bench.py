"""How fast random legal games run, beside python-chess in the same minute.

Wall time swings from run to run on shared machines, so a figure on its own means little. Rounds of our games and of chess
alternate; the best round of each counts, and their ratio is what to compare.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from beachhead.engine.compiled import form
from beachhead.engine.game import Game
from beachhead.engine.state import State
from beachhead.games import dumps

ROUNDS = 5
CHESS = "python-chess"
ALL = ""
"""In place of a scenario: all of a game together."""
Playout = Callable[[random.Random], tuple[int, int]]
"""Plays a whole game at random and returns how many actions it took, and how many of them had an alternative."""


@dataclass(frozen=True, slots=True)
class Speed:
    """The best round of one kind of play."""

    actions_per_s: float
    games_per_s: float
    choices_per_s: float
    """Decisions with more than one choice: acts that the book leaves no choice about do not count here."""


@dataclass(frozen=True, slots=True)
class Bench:
    """The speeds of all games, and of chess where python-chess is installed."""

    speeds: dict[str, Speed]
    scenarios: dict[str, dict[str, Speed]]
    """The best rounds of single scenarios, by game."""
    copy_us: dict[str, float]
    state_bytes: dict[str, int]
    chess: Speed | None

    def ratio(self, game: str, scenario: str = ALL) -> float | None:
        """Actions per second, as a multiple of chess; of a whole game or of one scenario."""
        speed = self.speeds[game] if scenario == ALL else self.scenarios[game][scenario]
        return None if self.chess is None else speed.actions_per_s / self.chess.actions_per_s

    def plain(self) -> dict[str, Any]:
        """The answer of `beachhead bench --json`."""
        answer: dict[str, Any] = {}
        ratios: dict[str, float | None] = {}
        for game, speed in self.speeds.items():
            answer[game] = _plain(speed) | {
                "copy_us": round(self.copy_us[game], 3),
                "state_bytes": self.state_bytes[game],
                "scenarios": {
                    name: _plain(one) | {"ratio": self._rounded(game, name)} for name, one in self.scenarios[game].items()
                },
            }
            ratios[game] = self._rounded(game)
        answer[CHESS] = None if self.chess is None else _plain(self.chess)
        answer["ratio"] = ratios
        answer["rules"] = form()
        return answer

    def _rounded(self, game: str, scenario: str = ALL) -> float | None:
        ratio = self.ratio(game, scenario)
        return None if ratio is None else round(ratio, 3)


def _plain(speed: Speed) -> dict[str, Any]:
    return {
        "actions_per_s": round(speed.actions_per_s),
        "choices_per_s": round(speed.choices_per_s),
        "games_per_s": round(speed.games_per_s, 2),
    }


def measure(
    games: Sequence[Game], *, seconds: float = 1.0, rounds: int = ROUNDS, progress: Callable[[], None] | None = None
) -> Bench:
    """Time every game, and chess, for `rounds` rounds of about `seconds` each."""
    chess = chess_module()
    best: dict[tuple[str, str], Speed] = {}
    contenders: dict[str, dict[str, Playout]] = {
        game.id: {scenario.id: _playout(game, scenario.id) for scenario in game.scenarios} for game in games
    }
    if chess is not None:
        contenders[CHESS] = {ALL: _chess_playout(chess)}
    for playouts in contenders.values():
        # Tables that are computed once per map are not part of what an action costs.
        _time(playouts, random.Random("bench warm-up"), seconds / 2)
    for number in range(rounds):
        for name, playouts in contenders.items():
            for scenario, speed in _time(playouts, random.Random(f"bench {name} {number}"), seconds).items():
                key = (name, scenario)
                if key not in best or speed.actions_per_s > best[key].actions_per_s:
                    best[key] = speed
            if progress is not None:
                progress()
    middles = {game.id: middle_state(game) for game in games}
    return Bench(
        speeds={game.id: best[game.id, ALL] for game in games},
        scenarios={game.id: {scenario.id: best[game.id, scenario.id] for scenario in game.scenarios} for game in games},
        copy_us={name: _copy_time(state, rounds) for name, state in middles.items()},
        state_bytes={name: len(dumps(state).encode()) for name, state in middles.items()},
        chess=best.get((CHESS, ALL)),
    )


def chess_module() -> ModuleType | None:
    """python-chess, if it is installed: it is not part of the library."""
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
    found: State = state
    return found


def _time(playouts: Mapping[str, Playout], chance: random.Random, seconds: float) -> dict[str, Speed]:
    """One round: whole games only, so that openings and endings weigh as they do in play, the same number of every scenario."""
    actions, choices, spent = dict.fromkeys(playouts, 0), dict.fromkeys(playouts, 0), dict.fromkeys(playouts, 0.0)
    games = 0
    while sum(spent.values()) < seconds or not games:
        for name, playout in playouts.items():
            begun = time.process_time()
            played, chosen = playout(chance)
            spent[name] += time.process_time() - begun
            actions[name] += played
            choices[name] += chosen
        games += 1
    found = {name: Speed(actions[name] / spent[name], games / spent[name], choices[name] / spent[name]) for name in playouts}
    whole = sum(spent.values())
    rates = sum(actions.values()) / whole, games * len(playouts) / whole, sum(choices.values()) / whole
    return found | {ALL: Speed(*rates)}


def _playout(game: Game, scenario: str) -> Playout:
    def play(chance: random.Random) -> tuple[int, int]:
        state = game.new(scenario, seed=chance.getrandbits(128))
        draw, played, chosen = chance.random, 0, 0
        while not state.over:
            actions = state.actions()
            count = len(actions)
            state.apply(actions[int(draw() * count)])
            played += 1
            chosen += count > 1
        return played, chosen

    return play


def _chess_playout(chess: ModuleType) -> Playout:
    def play(chance: random.Random) -> tuple[int, int]:
        board = chess.Board()
        draw, played, chosen = chance.random, 0, 0
        while not board.is_game_over():
            moves = list(board.legal_moves)
            count = len(moves)
            board.push(moves[int(draw() * count)])
            played += 1
            chosen += count > 1
        return played, chosen

    return play


def _copy_time(state: State, rounds: int, copies: int = 2000) -> float:
    best = float("inf")
    for _ in range(rounds):
        begun = time.process_time()
        for _ in range(copies):
            state.copy()
        best = min(best, time.process_time() - begun)
    return best / copies * 1e6
