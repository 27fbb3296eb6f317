"""The actions of Operation Olympic: the words people type."""

from __future__ import annotations

from typing import Final

from beachhead.engine.action import NUMBER, SPACE, UNIT, Verb, pack
from beachhead.engine.refusal import Refusal

ZONE: Final = "zone"
"""An invasion zone, as an argument."""
COUNTER: Final = "counter"
"""What a counter shows when it is turned up, as an argument: its values, or dummy."""

DONE: Final = 0
MOVE: Final = 1
ATTACK: Final = 2
STRIKE: Final = 3
JOIN: Final = 4
ALSO: Final = 5
RETREAT: Final = 6
ADVANCE: Final = 7
LOSE: Final = 8
PLACE: Final = 9
ASSAULT: Final = 10
LAND_STACK: Final = 11
LAND: Final = 12
FORTIFY: Final = 13
UNFORTIFY: Final = 14
ASSIGN: Final = 15
RAISE: Final = 16
ROLL: Final = 17
INTERDICT: Final = 18
ANNOUNCE: Final = 19
DEPLOY: Final = 20
AIM: Final = 21

_US: Final = ("us",)
_JP: Final = ("jp",)
VERBS: Final = (
    Verb("done", (), "end this step or phase"),
    Verb("move", (UNIT, SPACE), "move a unit", misplaced=Refusal("4.1", "{} moves in its own Movement Phase")),
    Verb(
        "attack",
        (UNIT, SPACE),
        "open an attack on a hex",
        sides=_US,
        misplaced=Refusal("8.11", "{} attacks in the American Combat Phase"),
    ),
    Verb(
        "attack",
        (UNIT, UNIT),
        "attack a U.S. unit",
        sides=_JP,
        name="strike",
        misplaced=Refusal("8.11", "{} attacks in the Japanese Combat Phase"),
    ),
    Verb(
        "join",
        (UNIT,),
        "add an attacker",
        sides=_US,
        misplaced=Refusal("8.21", "{} can only join an attack that is being prepared"),
    ),
    Verb(
        "also",
        (SPACE,),
        "attack one more hex",
        sides=_US,
        misplaced=Refusal("8.25", "{} can only be added to an attack that is being prepared"),
    ),
    Verb("retreat", (UNIT, SPACE), "retreat one hex", misplaced=Refusal("8.9-Dr", "{} has no retreat to make")),
    Verb(
        "advance",
        (UNIT, SPACE),
        "advance into a vacated hex",
        misplaced=Refusal("8.4-advance", "{} can only advance right after its own combat"),
    ),
    Verb("lose", (UNIT,), "remove a unit", sides=_US, misplaced=Refusal("8.9-Ex", "{} need not be removed now")),
    Verb(
        "place",
        (UNIT, SPACE),
        "place a unit in an invasion zone",
        sides=_US,
        misplaced=Refusal("10.11", "{} can be placed only in the Amphibious Assault Phase"),
    ),
    Verb(
        "assault",
        (SPACE, SPACE),
        "a stack at sea attacks a coastal hex",
        sides=_US,
        misplaced=Refusal("10.0-general", "stacks assault in the American Combat Phase"),
    ),
    Verb(
        "land",
        (SPACE, SPACE),
        "a stack at sea lands in a vacant hex",
        sides=_US,
        name="land_stack",
        misplaced=Refusal("10.0-vacant", "free landings come at the end of the American Combat Phase"),
    ),
    Verb(
        "land",
        (UNIT, SPACE),
        "land a reinforcement on a beachhead",
        sides=_US,
        misplaced=Refusal("9.21", "{} lands in the American Reinforcement Phase"),
    ),
    Verb(
        "fortify",
        (SPACE,),
        "fortify a beachhead",
        sides=_US,
        misplaced=Refusal("11.32", "beachheads are exchanged only at the end of the American Combat Phase"),
    ),
    Verb(
        "unfortify",
        (SPACE,),
        "make a fortified beachhead a regular one",
        sides=_US,
        misplaced=Refusal("11.32", "beachheads are exchanged only at the end of the American Combat Phase"),
    ),
    Verb(
        "assign",
        (UNIT, ZONE),
        "choose the Replacement Track of a lost unit",
        sides=_US,
        misplaced=Refusal("9.3-track", "{} need not be assigned now"),
    ),
    Verb(
        "raise",
        (UNIT,),
        "put a unit on top of its stack",
        sides=_US,
        misplaced=Refusal("7.31", "the order of stacks is set in the American Combat and Reinforcement Phases"),
    ),
    Verb("roll", (), "roll the die", sides=_JP, misplaced=Refusal("14.2", "no die of the Doctrine Chart is due")),
    Verb(
        "interdict",
        (SPACE,),
        "place an Air Interdiction marker",
        sides=_US,
        misplaced=Refusal("16.51-place", "markers are placed in the American Air Interdiction Phase"),
    ),
    Verb(
        "announce",
        (NUMBER,),
        "announce Air Interdiction markers for Game-Turn 1",
        sides=_US,
        misplaced=Refusal("16.52", "markers are announced on Game-Turn 1 before the Tokko attack"),
    ),
    Verb(
        "deploy",
        (COUNTER, SPACE),
        "deploy a counter face down",
        sides=_JP,
        misplaced=Refusal("17.2", "counters are deployed only before the game, with free deployment"),
    ),
    Verb(
        "aim",
        (ZONE,),
        "commit a Tokko Point to a zone",
        sides=_JP,
        misplaced=Refusal("17.3-record", "Tokko Points are committed only before the game, with the hidden Tokko"),
    ),
)
DONE_CODE: Final = pack(DONE)
ROLL_CODE: Final = pack(ROLL)
