"""The sergeant's drill for D-Day at Iwo Jima: one for the landing, one for later days. The book plays the garrison."""

from __future__ import annotations

import random

from beachhead.engine.action import Action, Actions
from beachhead.players.base import Seat
from beachhead.players.sergeant.dday.island import Island
from beachhead.players.sergeant.dday.marines import Marines
from beachhead.players.sergeant.dday.offensive import Offensive
from beachhead.players.sergeant.options import Options

SECOND_DAY = 7
"""The first game turn of 20 February."""


class DDayDrill:
    """Decides for one side."""

    def __init__(self, side: str, chance: random.Random) -> None:
        self.side = side
        self._chance = chance
        self._marines = Marines()
        self._offensive = Offensive()

    def choose(self, seat: Seat, actions: Actions) -> Action:
        """What the drill says for this step; a step that it does not know is left to chance."""
        options = Options(actions)
        code: int | None = None
        if self.side == "us":
            island = Island.of(options.ruleset)
            later = not island.d_day_only and (seat.known("turn") >= SECOND_DAY or seat.step.startswith("set-up"))
            code = (self._offensive if later else self._marines).choose(seat.step, seat, island, options)
        if code is None:
            return actions[int(self._chance.random() * len(actions))]
        return options.action(code)
