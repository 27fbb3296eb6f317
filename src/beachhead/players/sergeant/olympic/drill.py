"""The sergeant's drill for Operation Olympic: the U.S. side and the Japanese side are two trades."""

from __future__ import annotations

import random

from beachhead.engine.action import Action, Actions
from beachhead.players.base import Seat
from beachhead.players.sergeant.olympic.country import Country
from beachhead.players.sergeant.olympic.invasion import Invasion
from beachhead.players.sergeant.olympic.japan import Japan
from beachhead.players.sergeant.options import Options


class OlympicDrill:
    """Decides for one side."""

    def __init__(self, side: str, chance: random.Random) -> None:
        self.side = side
        self._chance = chance
        self._trade: Invasion | Japan = Invasion() if side == "us" else Japan(chance)

    def choose(self, seat: Seat, actions: Actions) -> Action:
        """What the drill says for this step; a step that it does not know is left to chance."""
        options = Options(actions)
        code = self._trade.choose(seat.step, seat, Country.of(options.ruleset), options)
        if code is None:
            return actions[int(self._chance.random() * len(actions))]
        return options.action(code)

    def aim(self, code: int) -> tuple[str, int]:
        """What a move is made for, if it is part of a plan."""
        return self._trade.aim(code)
