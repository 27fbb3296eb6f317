"""The sergeant's drill for Bloodbath in the Bonins: the Marines and the garrison are two trades."""

from __future__ import annotations

import random

from beachhead.engine.action import Action, Actions
from beachhead.players.base import Seat
from beachhead.players.sergeant.bonins.garrison import Garrison
from beachhead.players.sergeant.bonins.isle import Isle
from beachhead.players.sergeant.bonins.marines import Marines
from beachhead.players.sergeant.options import Options


class BoninsDrill:
    """Decides for one side."""

    def __init__(self, side: str, chance: random.Random) -> None:
        self.side = side
        self._chance = chance
        self._trade: Marines | Garrison = Marines() if side == "us" else Garrison()

    def choose(self, seat: Seat, actions: Actions) -> Action:
        """What the drill says for this step; a step that it does not know is left to chance."""
        options = Options(actions)
        code = self._trade.choose(seat.step, seat, Isle.of(options.ruleset), options)
        if code is None:
            return actions[int(self._chance.random() * len(actions))]
        return options.action(code)

    def aim(self, code: int) -> tuple[str, int]:
        """What a move is made for, if it is part of a plan."""
        return self._trade.aim(code)
