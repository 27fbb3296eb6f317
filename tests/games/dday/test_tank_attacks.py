"""The odds of a Japanese Tank Attack: exact, and without carrying out every draw."""

from __future__ import annotations

from fractions import Fraction
from typing import Any
from unittest import mock

import pytest

import beachhead as bh
from beachhead.engine.chance.outcomes import outcomes
from beachhead.games.dday.state import DDayState
from beachhead.testing.proofs import proves

TANK = {"tank": "Tk2 up", "tank depth": "D70 up"}
SMALL: dict[str, Any] = {
    "scenario": "campaign",
    "turn": 7,
    "phase": "first event",
    "deck": [41],
    "units": {"B/1/23": "0303"},
    "japanese": {"0305": TANK, "0307": {"unit": "?", "depth": "?"}},
    "depth pool": {2: ["D33", "D02", "D66", "D67"]},
    "reserves": {2: 3},
    "board": {
        "size": [6, 18],
        "positions": {
            "A1": {"hex": "0305", "color": "red"},
            "A2": {"hex": "0307", "color": "blue"},
            "M1": {"hex": "0615", "color": "black", "hilltop": True},
            "M2": {"hex": "0618", "color": "black", "hilltop": True},
        },
        "boxes": {"Red 1": {"hexes": ["0101"], "shore": "east"}},
    },
}
GAME = bh.game("dday")


def at(position: dict[str, Any], seed: int = 1) -> DDayState:
    """The event has been drawn; tanks that lie face down are turned up."""
    state = GAME.position(position, bh.Dice(seed.to_bytes(16, "big")))
    assert isinstance(state, DDayState)
    state.apply("draw")
    while str(state.actions()[0]).startswith("reveal"):
        state.apply(state.actions()[0])
    return state


def tried(state: DDayState, action: bh.Action) -> dict[str, Fraction]:
    """The same odds by trying every outcome."""
    found: dict[str, Fraction] = {}
    for chance, trial, events in outcomes(state, action):
        if chance == 1:
            return {}
        name = GAME.outcome(trial, events)
        found[name] = found.get(name, Fraction(0)) + chance
    return found


@proves("dday", "14.4.1-b", "14.4.1-f")
@pytest.mark.parametrize(
    "japanese",
    [
        {"0305": TANK, "0307": {"unit": "?", "depth": "?"}},
        {"0305": TANK, "0307": {"unit": "MC4 up", "depth": "D01"}},
        {"0305": TANK | {"unit": "?", "depth": "?"}},
        {"0305": TANK},
    ],
)
def test_the_odds_of_a_tank_attack_are_those_of_trying_every_draw(japanese: dict[str, Any]) -> None:
    state, acts = at(SMALL | {"japanese": japanese}), 0
    while state.decision.step == "tank attack":
        action = state.actions()[0]
        assert state.odds(action) == tried(state, action)
        state.apply(action)
        acts += 1
    assert acts == (1 if japanese == {"0305": TANK} else 2)


def test_certain_draws_have_no_odds() -> None:
    state = at(SMALL | {"depth pool": {2: ["D33"]}, "japanese": {"0305": TANK, "0307": "MC4 up"}})
    assert state.odds("deepen 0305") == {}
    state.apply("deepen 0305")
    assert state.odds("advance 0307 0305") == {}


@pytest.mark.plain
def test_the_odds_of_a_full_pool_try_nothing() -> None:
    """Twenty units, thirty markers and four Tactical Reinforcements: by trials, tens of thousands of whole phases."""
    ids = [f"D{number:02}" for number in (*range(3, 33), 66, 67, 68, 69)]
    state = at(SMALL | {"reserves": {2: 19}, "depth pool": {2: ids}})
    markers, copies = counted(state, "deepen 0305")
    assert len(markers) == 30
    assert sum(markers.values()) == 1
    assert copies <= 2
    state.apply("deepen 0305")
    people, copies = counted(state, "advance 0307 0305")
    assert len(people) == 20
    assert set(people.values()) == {Fraction(1, 20)}
    assert copies <= 2


def counted(state: DDayState, line: str) -> tuple[dict[str, Fraction], int]:
    """The odds of a line, and how many copies of the position are made to find them."""
    with mock.patch.object(DDayState, "copy", autospec=True, side_effect=DDayState.copy) as copies:
        return state.odds(line), copies.call_count
