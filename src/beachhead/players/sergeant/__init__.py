"""The sergeant: a player by rules of thumb. It looks at what its side knows, knows the trade, and decides immediately.

What the rules of thumb are differs from game to game, so each game has a drill of its own: the `DRILL` of the package here that
has the game's id for its name. Of a game without one the sergeant knows nothing, and says so.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Protocol

from beachhead.engine.action import Action, Actions
from beachhead.engine.errors import UserError
from beachhead.players.base import Seat


class Drill(Protocol):
    """What a sergeant has learned about one game."""

    def choose(self, seat: Seat, actions: Actions) -> Action:
        """One of the actions, which are those of the seat; there are at least two."""
        ...

    def aim(self, code: int) -> tuple[str, int]:
        """What the action chosen last serves: the kind and number of a unit or space; an empty kind if nothing beyond itself."""
        ...


DrillMaker = Callable[[str, random.Random], Drill]
"""Takes the side and the player's own stream of chance."""


def knows(game: str) -> bool:
    """Whether there is a drill for a game; nothing of it is loaded to tell."""
    return find_spec(f"{__name__}.{game}") is not None


@cache
def drill_of(game: str) -> DrillMaker | None:
    """The maker of a game's drill, or None if the sergeant has not learned that game.

    >>> drill_of("saipan").__name__, drill_of("chess")
    ('SaipanDrill', None)
    """
    if not knows(game):
        return None
    found: DrillMaker = import_module(f"{__name__}.{game}").DRILL
    return found


@cache
def reasons_of(game: str) -> dict[str, str]:
    """The rules of thumb of a game's drill in words (the module `reasons` beside it); none if there is no drill."""
    module = f"{__name__}.{game}"
    if drill_of(game) is None:
        return {}
    found: dict[str, str] = import_module(f"{module}.reasons").REASONS
    return found


def not_learned(game: str) -> str:
    """What is missing where the sergeant cannot play, and what to do."""
    return f"the sergeant has not learned {game}: give it a DRILL in {__name__}.{game}, or choose random"


ONLY = "It is the only legal action."
ANY = "The sergeant has no rule of thumb for this; any choice will do."


class SergeantPlayer:
    """Plays any game that it has a drill for."""

    name = "sergeant"
    says = "Solid play by rules of thumb."

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
            raise UserError(not_learned(game))
        key = (game, seat.side)
        drill = self._drills.get(key)
        if drill is None:
            drill = self._drills[key] = make(seat.side, self._chance)
        return drill.choose(seat, actions)

    def why(self, seat: Seat, action: Action) -> str:
        """The rule of thumb behind an action that `choose` has just returned for this seat."""
        if len(seat.actions()) == 1:
            return ONLY
        game, key = action.ruleset.game.id, f"{seat.step} {action.verb}"
        reasons, drill = reasons_of(game), self._drills.get((game, seat.side))
        kind, number = drill.aim(action.code) if drill is not None else ("", -1)
        for ending in (" >", "") if kind else ("",):
            for wanted in (f"{seat.side} {key}", key, f"* {action.verb}"):
                found = reasons.get(wanted + ending)
                if found is not None:
                    return found.replace("{target}", action.ruleset.names[kind].full[number] if ending else "")
        return ANY
