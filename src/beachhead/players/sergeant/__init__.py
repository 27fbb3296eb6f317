"""The sergeant: a player by rules of thumb. It looks at what its side knows, knows the trade, and decides immediately.

What the rules of thumb are differs from game to game, so each game has a drill of its own: the `DRILL` of the package here that
has the game's id for its name. A game without one is played at random: legal, harmless, and never stuck.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Protocol

from beachhead.engine.action import Action, Actions
from beachhead.players.base import Seat


class Drill(Protocol):
    """What a sergeant has learned about one game."""

    def choose(self, seat: Seat, actions: Actions) -> Action:
        """One of the actions, which are those of the seat; there are at least two."""
        ...


DrillMaker = Callable[[str, random.Random], Drill]
"""Takes the side and the player's own stream of chance."""


@cache
def drill_of(game: str) -> DrillMaker | None:
    """The maker of a game's drill, or None if the sergeant has not learned that game.

    >>> drill_of("saipan").__name__, drill_of("chess")
    ('SaipanDrill', None)
    """
    module = f"{__name__}.{game}"
    if find_spec(module) is None:
        return None
    found: DrillMaker = import_module(module).DRILL
    return found


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
        game = actions.ruleset.game.id
        make = drill_of(game)
        if make is None:
            return actions[int(self._chance.random() * len(actions))]
        key = (game, seat.side)
        drill = self._drills.get(key)
        if drill is None:
            drill = self._drills[key] = make(seat.side, self._chance)
        return drill.choose(seat, actions)
