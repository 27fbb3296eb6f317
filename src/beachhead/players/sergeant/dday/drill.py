"""The sergeant's drill for D-Day at Iwo Jima. Only the Marines are his trade: the book plays the garrison."""

from __future__ import annotations

import random

from beachhead.engine.action import Action, Actions
from beachhead.players.base import Seat
from beachhead.players.sergeant.dday.island import Island
from beachhead.players.sergeant.dday.marines import Marines
from beachhead.players.sergeant.options import Options


class DDayDrill:
    """Decides for one side."""

    def __init__(self, side: str, chance: random.Random) -> None:
        self.side = side
        self._chance = chance
        self._marines = Marines()

    def choose(self, seat: Seat, actions: Actions) -> Action:
        """What the drill says for this step; a step that it does not know is left to chance."""
        options = Options(actions)
        code = self._marines.choose(seat.step, seat, Island.of(options.ruleset), options) if self.side == "us" else None
        if code is None:
            return actions[int(self._chance.random() * len(actions))]
        return options.action(code)
