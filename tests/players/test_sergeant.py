"""The sergeant: always legal, always the same with the same seed, quick, and better than chance by far."""

from __future__ import annotations

import random
import sys
from collections import Counter
from typing import Any

import pytest

import beachhead as bh
from beachhead.engine.state import State
from beachhead.players import Seat, player

pytestmark = pytest.mark.game("saipan")
GAMES: list[tuple[str, dict[str, Any]]] = [
    ("historical", {}),
    ("historical", {"reinforcement_rate": "per_beachhead", "minimum_move": True}),
    ("free", {}),
    ("free", {"reinforcement_rate": "per_beachhead"}),
]


def play(state: State, us: str, jp: str, seed: int) -> list[str]:
    """Play a game to its end; answers the actions. What is not offered fails at once."""
    players = {"us": player(us, f"{seed} us"), "jp": player(jp, f"{seed} jp")}
    seats = {side: Seat.at(state, side) for side in players}
    record = []
    while not state.over:
        action = players[state.side].choose(seats[state.side], 1.0)
        assert action in state.actions()
        record.append(str(action))
        state.apply(action)
    return record


@pytest.mark.parametrize(("scenario", "options"), GAMES)
@pytest.mark.parametrize(("us", "jp"), [("sergeant", "random"), ("random", "sergeant"), ("sergeant", "sergeant")])
def test_chooses_what_is_offered(scenario: str, options: dict[str, Any], us: str, jp: str) -> None:
    state = bh.game("saipan").new(scenario, seed=5, **options)
    assert play(state, us, jp, 5)
    assert state.result is not None


def test_same_seed_same_game() -> None:
    games = [play(bh.game("saipan").new("free", seed=2), "sergeant", "sergeant", 3) for _ in range(2)]
    assert games[0] == games[1]


def test_beats_chance() -> None:
    for us, jp, winner in (("sergeant", "random", "us"), ("random", "sergeant", "jp")):
        won: Counter[str] = Counter()
        for seed in range(10):
            state = bh.game("saipan").new("historical", seed=seed)
            play(state, us, jp, seed)
            assert state.result is not None
            won[state.result.winner] += 1
        assert won[winner] >= 9, won


def test_answers_at_once() -> None:
    """Counted in calls of functions, which are the same on every computer. A second has room for some millions of them."""
    state = bh.game("saipan").new("historical", seed=4)
    players, calls = {side: player("sergeant", side) for side in ("us", "jp")}, 0

    def count(_: object, event: str, __: object) -> None:
        nonlocal calls
        calls += event == "call"

    most = 0
    while not state.over and state.view()["turn"] < 4:
        calls = 0
        sys.setprofile(count)
        try:
            action = players[state.side].choose(Seat.at(state, state.side), 1.0)
        finally:
            sys.setprofile(None)
        most = max(most, calls)
        state.apply(action)
    assert most < 400_000, f"{most} calls for one action"


def test_a_player_taken_over_in_the_middle_goes_on() -> None:
    """Whatever is remembered of a phase is a convenience: a new sergeant can take the seat at any decision."""
    state = bh.game("saipan").new("historical", seed=8)
    chance = random.Random(1)
    for number in range(400):
        if state.over:
            break
        actions = state.actions()
        if chance.random() < 0.3:
            action = actions[int(chance.random() * len(actions))]
        else:
            action = player("sergeant", number).choose(Seat.at(state, state.side), 1.0)
        state.apply(action)


def test_one_sergeant_may_serve_several_matches() -> None:
    one = player("sergeant", 1)
    states = [bh.game("saipan").new("historical", seed=seed) for seed in range(3)]
    for _ in range(150):
        for state in states:
            if not state.over:
                state.apply(one.choose(Seat.at(state, state.side), 1.0))
