"""Every outcome that chance can bring after an action, for exact odds."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, TypeVar

from beachhead.engine.action import Action
from beachhead.engine.event import Event
from beachhead.engine.forced import ForcedDice
from beachhead.engine.state import State

S = TypeVar("S", bound=State[Any])


def outcomes(state: S, action: Action) -> Iterator[tuple[Fraction, S, list[Event]]]:
    """All outcomes with their chances, counted like an odometer whose wheels differ in size. Chance 1: nothing was drawn."""
    told: list[int] | None = []
    while told is not None:
        trial, dice, events = state.copy(), ForcedDice(told), list[Event]()
        trial.dice = dice
        trial.apply(action, events)
        chance = Fraction(1)
        for number, chances in dice.falls:
            chance *= chances[number]
        yield chance, trial, events
        falls = dice.falls
        while falls and falls[-1][0] + 1 == len(falls[-1][1]):
            falls.pop()
        told = [number for number, _ in falls[:-1]] + [falls[-1][0] + 1] if falls else None
