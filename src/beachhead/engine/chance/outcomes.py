"""Every outcome that chance can bring after an action, for exact odds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any, TypeVar

from beachhead.engine.action import Action
from beachhead.engine.chance.forced import ForcedDice
from beachhead.engine.event import Event
from beachhead.engine.state import State

S = TypeVar("S", bound=State[Any])
T = TypeVar("T")


def falls_of(state: S, play: Callable[[S], T], given: Sequence[int] = ()) -> Iterator[tuple[Fraction, S, T]]:
    """All outcomes of what is played on copies of a state, with their chances and what `play` returns, counted like an odometer
    whose wheels differ in size. Chance 1: nothing was drawn. If the first falls are given, the chances are those of the rest."""
    told: list[int] | None = list(given)
    while told is not None:
        trial, dice = state.copy(), ForcedDice(told)
        trial.dice = dice
        found = play(trial)
        chance, falls = Fraction(1), dice.falls[len(given) :]
        for number, chances in falls:
            chance *= chances[number]
        yield chance, trial, found
        while falls and falls[-1][0] + 1 == len(falls[-1][1]):
            falls.pop()
        told = [*given, *(number for number, _ in falls[:-1]), falls[-1][0] + 1] if falls else None


def outcomes(state: S, action: Action) -> Iterator[tuple[Fraction, S, list[Event]]]:
    """All outcomes of an action with their chances, and what happens in each."""

    def taken(trial: S) -> list[Event]:
        events: list[Event] = []
        trial.apply(action, events)
        return events

    return falls_of(state, taken)
