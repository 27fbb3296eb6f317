"""The player that takes any legal action, each as likely as the next: a yardstick, and the engine's endurance test."""

from __future__ import annotations

import random

from beachhead.engine.action import Action
from beachhead.players.base import Seat


class RandomPlayer:
    """Chooses uniformly among the legal actions, from a stream of its own so that the game's dice stay untouched."""

    name = "random"
    says = "Takes any legal action, without a plan. Easy to beat: a first look at a game."

    def __init__(self, seed: str) -> None:
        self._chance = random.Random(f"random player {seed}")

    def choose(self, seat: Seat, budget: float) -> Action:
        """Any of the legal actions; the budget is never used up."""
        del budget
        actions = seat.actions()
        return actions[int(self._chance.random() * len(actions))]
