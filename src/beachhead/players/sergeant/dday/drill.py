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
        self._later = False

    def choose(self, seat: Seat, actions: Actions) -> Action:
        """What the drill says for this step; a step that it does not know is left to chance."""
        options = Options(actions)
        code: int | None = None
        self._later = False
        if self.side == "us":
            island = Island.of(options.ruleset)
            later = not island.d_day_only and (seat.known("turn") >= SECOND_DAY or seat.step.startswith("set-up"))
            self._later = later
            code = (self._offensive if later else self._marines).choose(seat.step, seat, island, options)
        if code is None:
            return actions[int(self._chance.random() * len(actions))]
        return options.action(code)

    def aim(self, code: int) -> tuple[str, int]:
        """Where a move is to end."""
        del code
        end = self._offensive.end_of_move() if self._later else self._marines.end_of_move()
        return ("space", end) if end >= 0 else ("", -1)
