"""Odds as the engine works them out by itself: for dice of six sides, and for others."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from beachhead.engine.action import Action
from beachhead.engine.chance.forced import ForcedDice
from beachhead.engine.game import Game
from beachhead.engine.state import State

from ..kit.hidden_game import Lookout, LookoutGame


class PlainOdds(LookoutGame):
    """Lookout with the engine's own odds."""

    def odds(self, state: Lookout, action: Action) -> dict[str, Fraction]:
        return Game.odds(self, state, action)


def played(*texts: str) -> State:
    """A game of Lookout up to some point."""
    state = PlainOdds().new(seed=1)
    for text in ("aim radio mast", "hide snipers 1 village", "hide gun 1 village", "hide decoy 1 radio mast", *texts):
        state.apply(text)
    return state


def test_odds_of_a_die() -> None:
    state = played("hide decoy 2 radio mast", "march alpha village")
    assert state.odds("ambush t1") == {"hit": Fraction(1, 3), "miss": Fraction(2, 3)}
    assert state.odds("ambush t2") == {"hit": Fraction(2, 3), "miss": Fraction(1, 3)}
    assert state.odds("pass") == {}


def test_odds_of_a_blind_draw() -> None:
    state = played("hide decoy 2 radio mast", "march alpha village", "ambush t1")
    chances = state.odds("fade t1")
    assert chances == {name: Fraction(1, 4) for name in ("decoy 3", "gun 2", "snipers 1", "snipers 2")}


@pytest.mark.parametrize(("count", "least"), [(1, 5), (4, 5), (25, 5), (10, 6), (3, 2)])
def test_the_outcomes_of_a_handful_are_binomial(count: int, least: int) -> None:
    """Forty dice have forty-one outcomes; small handfuls are checked against every fall of single dice."""
    told, chances = 0, {}
    while told <= count:
        dice = ForcedDice([told])
        hits = sum(face >= least for face in dice.handful(count, least))
        (number, weights), *rest = dice.falls
        assert (number, rest) == (told, [])
        chances[hits] = weights[number]
        told += 1
    assert sum(chances.values()) == 1
    if count <= 4:
        falls = [sum(face >= least for face in faces) for faces in product(range(1, 7), repeat=count)]
        assert chances == {hits: Fraction(falls.count(hits), len(falls)) for hits in range(count + 1)}


def test_a_handful_of_none_is_no_chance() -> None:
    dice = ForcedDice([])
    assert dice.handful(0, 5) == []
    assert dice.falls == []


@pytest.mark.parametrize(("count", "sides"), [(1, 6), (2, 6), (3, 6), (4, 3), (5, 2), (2, 10)])
def test_the_outcomes_of_a_total_are_its_sums(count: int, sides: int) -> None:
    """Three dice have sixteen outcomes; they are checked against every fall of single dice."""
    chances = {}
    for told in range(count * (sides - 1) + 1):
        dice = ForcedDice([told])
        total, faces = dice.total(count, sides)
        assert (sum(faces), len(faces)) == (total, count)
        assert all(1 <= face <= sides for face in faces)
        (number, weights), *rest = dice.falls
        assert (number, rest, len(weights)) == (told, [], count * (sides - 1) + 1)
        chances[total] = weights[number]
    falls = [sum(faces) for faces in product(range(1, sides + 1), repeat=count)]
    assert chances == {total: Fraction(falls.count(total), len(falls)) for total in range(count, count * sides + 1)}


def test_a_total_of_no_dice_is_no_chance() -> None:
    dice = ForcedDice([])
    assert dice.total(0) == (0, [])
    assert dice.falls == []
