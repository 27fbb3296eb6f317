"""The sergeant: a player by rules of thumb. It looks at its seat, knows the trade, and answers at once.

What the rules of thumb are differs from game to game, so each game has a drill of its own, found here by the game's name.
A game without one is played at random: legal, harmless, and never stuck.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, Protocol

from beachhead.engine.action import Action, Actions
from beachhead.players.base import Seat
from beachhead.players.sergeant.rage import RageDrill
from beachhead.players.sergeant.saipan import SaipanDrill


class Drill(Protocol):
    """What a sergeant has learnt about one game."""

    def choose(self, view: dict[str, Any], actions: Actions) -> Action:
        """One of the actions; there are at least two."""
        ...


DRILLS: dict[str, Callable[[str, random.Random], Drill]] = {"rage": RageDrill, "saipan": SaipanDrill}
"""Game -> a maker of its drill, which takes the side and the player's own stream of chance. A new game adds a line."""


class SergeantPlayer:
    """Plays any game it has a drill for, and makes do with chance in any other."""

    name = "sergeant"

    def __init__(self, seed: str) -> None:
        self._chance = random.Random(f"sergeant player {seed}")
        self._drills: dict[tuple[str, str], Drill] = {}

    def choose(self, seat: Seat, budget: float) -> Action:
        """The action that the drill for this game prescribes; thumbs need no budget."""
        del budget
        actions = seat.actions()
        if len(actions) == 1:
            return actions[0]
        view = seat.view()
        make = DRILLS.get(view["game"])
        if make is None:
            return actions[int(self._chance.random() * len(actions))]
        key = (view["game"], seat.side)
        drill = self._drills.get(key)
        if drill is None:
            drill = self._drills[key] = make(seat.side, self._chance)
        return drill.choose(view, actions)
