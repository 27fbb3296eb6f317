"""The sergeant's drill for Rage Against the Marines: the U.S. side and the Japanese side are two trades."""

from __future__ import annotations

import random
from typing import Any

from beachhead.engine.action import Action, Actions
from beachhead.players.sergeant.rage.island import Island
from beachhead.players.sergeant.rage.japan import Japan
from beachhead.players.sergeant.rage.marines import Marines
from beachhead.players.sergeant.rage.options import Options


class RageDrill:
    """Decides for one side."""

    def __init__(self, side: str, chance: random.Random) -> None:
        self.side = side
        self._chance = chance
        self._trade = Marines(chance) if side == "us" else Japan(chance)

    def choose(self, view: dict[str, Any], actions: Actions) -> Action:
        """What the drill says for this step; a step that it does not know is left to chance."""
        options = Options(actions)
        code = self._trade.choose(view, Island.of(actions.ruleset), options)
        if code is None:
            return actions[int(self._chance.random() * len(actions))]
        return Action(code, actions.ruleset)


DRILL = RageDrill
