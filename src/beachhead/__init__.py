"""Beachhead: historical board wargames of the Pacific landings, to play, study and simulate.

>>> import beachhead as bh
>>> state = bh.game("saipan").new("historical", seed=7)
>>> print(state.decision)
Game-Turn 1, landing: land an infantry unit on a landing hex (0 of 6 landed). [14.12-b]
>>> state.apply("land U:1/2 1203")
>>> print(state.why_not("land U:2/2 1203"))
U:1/2 has already landed at 1203 [14.12-b]
>>> bh.loads(bh.dumps(state)).digest() == state.digest()
True
"""

from importlib.metadata import version

from beachhead.engine.action import Action, Actions
from beachhead.engine.chance.dice import Dice
from beachhead.engine.errors import (
    ActionError,
    AmbiguousAction,
    BeachheadError,
    DataError,
    IllegalAction,
    InvalidAction,
    PositionError,
    UserError,
)
from beachhead.engine.event import Event
from beachhead.engine.game import Game, Option, Scenario
from beachhead.engine.refusal import Refusal
from beachhead.engine.state import Decision, Result, State
from beachhead.games import all_games, dumps, game, loads
from beachhead.match import Match

__all__ = [
    "Action",
    "ActionError",
    "Actions",
    "AmbiguousAction",
    "BeachheadError",
    "DataError",
    "Decision",
    "Dice",
    "Event",
    "Game",
    "IllegalAction",
    "InvalidAction",
    "Match",
    "Option",
    "PositionError",
    "Refusal",
    "Result",
    "Scenario",
    "State",
    "UserError",
    "all_games",
    "dumps",
    "game",
    "loads",
]
__version__ = version("beachhead")
