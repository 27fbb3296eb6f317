"""The player that follows the rulebook: what the rules of a side say is offered, and it takes it."""

from __future__ import annotations

import random

from beachhead.engine.action import Action
from beachhead.engine.seats import BOOK
from beachhead.players.base import Seat


class BookPlayer:
    """Takes the act that the book orders; where the book leaves several, any of them, from a stream of its own."""

    name = BOOK

    def __init__(self, seed: str) -> None:
        self._chance = random.Random(f"book player {seed}")

    def choose(self, seat: Seat, budget: float) -> Action:
        """The only legal action, or any of several; the budget is never used up."""
        del budget
        actions = seat.actions()
        return actions[0] if len(actions) == 1 else actions[int(self._chance.random() * len(actions))]
