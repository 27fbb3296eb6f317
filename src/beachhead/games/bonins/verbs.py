"""The actions of Bloodbath in the Bonins: the words people type."""

from __future__ import annotations

from typing import Final

from beachhead.engine.action import NUMBER, SPACE, UNIT, Verb, pack
from beachhead.engine.refusal import Refusal

BEACH_SIDE: Final = "beaches"
"""The side of the island that is invaded, as an argument."""
REGIMENT: Final = "regiment"
"""A reserve regiment, as an argument."""

DONE: Final = 0
INVADE: Final = 1
DEPLOY: Final = 2
COLLINS: Final = 3
CALL: Final = 4
CALL_WITH: Final = 5
REPLACE: Final = 6
LAND: Final = 7
MOVE: Final = 8
EXCHANGE: Final = 9
DECLARE: Final = 10
JOIN: Final = 11
MARK: Final = 12
RESOLVE: Final = 13
ATTACK: Final = 14
LOSE: Final = 15
STAND: Final = 16
RETREAT: Final = 17
ADVANCE: Final = 18
ROLL: Final = 19
DRAW: Final = 20
KEEP: Final = 21
PLACE: Final = 22
FLIP: Final = 23
CHARGE: Final = 24
STRIKE: Final = 25
TARGET: Final = 26
MARCH: Final = 27
TURN: Final = 28
TRY: Final = 29
TUNNEL: Final = 30

_US: Final = ("us",)
_JP: Final = ("jp",)
_PHASE: Final = Refusal("std-5.1-a", "{} moves only in its own movement phases")
_BANZAI: Final = Refusal("20.5-a", "banzai attacks come at the start of the Japanese movement phase, once Suribachi is cleared")
_FREE: Final = Refusal(
    "20.1-a",
    "Japanese units move as a player likes only in the two-player game, in their own movement phase after any banzai",
    also=("23.2-a", "23.2-d", "20.5-m"),
)

VERBS: Final = (
    Verb("done", (), "end this step or phase"),
    Verb(
        "invade",
        (BEACH_SIDE,),
        "choose the beaches of one side of the island",
        sides=_US,
        misplaced=Refusal("11.3-b", "the beaches are chosen once, before the first turn"),
    ),
    Verb(
        "deploy",
        (UNIT, SPACE),
        "place a unit face down before the game",
        sides=_JP,
        misplaced=Refusal("23.1", "{} can be deployed only before the first turn"),
    ),
    Verb(
        "collins",
        (UNIT,),
        "form Task Force Collins from a tank battalion",
        sides=_US,
        misplaced=Refusal("17.4-a", "Task Force Collins is formed only at the beginning of a U.S. movement phase"),
    ),
    Verb(
        "call",
        (REGIMENT,),
        "bring a reserve regiment forward",
        sides=_US,
        misplaced=Refusal("14.4-a", "reserves come forward only in a U.S. movement phase"),
    ),
    Verb(
        "call",
        (REGIMENT, UNIT),
        "bring a reserve regiment forward with the tank battalion",
        sides=_US,
        name="call_with",
        misplaced=Refusal("14.4-a", "reserves come forward only in a U.S. movement phase"),
    ),
    Verb(
        "replace",
        (UNIT,),
        "spend a replacement step on a unit",
        sides=_US,
        misplaced=Refusal("14.5-a", "replacement steps are spent only in the regular U.S. movement phase"),
    ),
    Verb(
        "land",
        (UNIT, SPACE),
        "land a unit on a beach",
        sides=_US,
        misplaced=Refusal("14.1-b", "{} can land only in a U.S. movement phase"),
    ),
    Verb("move", (UNIT, SPACE), "move a unit", sides=_US, misplaced=_PHASE),
    Verb("exchange", (UNIT, UNIT), "let two units move into each other's hexes", misplaced=_PHASE),
    Verb(
        "declare",
        (SPACE, SPACE),
        "declare an attack that will be bombarded",
        sides=_US,
        misplaced=Refusal(
            "16.2-b",
            "bombarded attacks are declared at the beginning of the regular U.S. combat phase",
            also=("16.1-d", "13.0-4.1-b"),
        ),
    ),
    Verb(
        "join",
        (SPACE,),
        "add the units of a hex to the attack",
        misplaced=Refusal("std-7.2-a", "{} can only join an attack that is being prepared"),
    ),
    Verb(
        "mark",
        (SPACE, NUMBER),
        "place one or two bombardment markers on the target",
        sides=_US,
        misplaced=Refusal("16.2-a", "markers are placed only on a hex whose attack is being declared"),
    ),
    Verb(
        "resolve",
        (SPACE,),
        "carry out a declared attack",
        sides=_US,
        misplaced=Refusal("16.2-b", "declared attacks are carried out in the regular U.S. combat phase"),
    ),
    Verb(
        "attack",
        (SPACE, SPACE),
        "open an attack on a hex from another",
        misplaced=Refusal("std-4.1-a", "attacks are made only in one's own combat phases", also=("20.1-b", "23.2-c")),
    ),
    Verb("lose", (UNIT,), "take a step loss from a unit", misplaced=Refusal("std-7.6-loss", "{} has no step to lose now")),
    Verb(
        "stand",
        (SPACE,),
        "stand fast and lose a step",
        misplaced=Refusal("std-7.8", "nobody in {} has been told to retreat"),
    ),
    Verb(
        "retreat",
        (UNIT, SPACE),
        "retreat a unit",
        misplaced=Refusal("std-7.7-a", "{} has no retreat to make", also=("20.5-k", "21.4-c", "21.4-d")),
    ),
    Verb(
        "advance",
        (SPACE, SPACE),
        "advance after combat",
        misplaced=Refusal("std-7.9-a", "units advance only right after their own combat"),
    ),
    Verb("roll", (), "roll the dice for Japan", sides=_JP, misplaced=Refusal("std-4.1-f", "no die is due for Japan now")),
    Verb("draw", (), "draw a unit blindly from the container", sides=_JP, misplaced=Refusal("19.4-a", "nothing is drawn now")),
    Verb(
        "keep",
        (),
        "keep the unit that redeploys in place",
        sides=_JP,
        misplaced=Refusal("23.3-b", "no unit is redeploying in place now"),
    ),
    Verb("place", (SPACE,), "place a unit face down", sides=_JP, misplaced=Refusal("19.5-a", "no unit is being placed now")),
    Verb("flip", (SPACE,), "turn up a unit for a banzai attack", sides=_JP, misplaced=_BANZAI),
    Verb("charge", (SPACE, SPACE), "move a unit in a banzai attack", sides=_JP, misplaced=_BANZAI),
    Verb(
        "strike",
        (SPACE,),
        "resolve a banzai attack on a hex",
        sides=_JP,
        misplaced=Refusal("20.5-i", "banzai attacks are resolved in the Japanese combat phase"),
    ),
    Verb(
        "mark",
        (SPACE,),
        "place a bombardment marker on a U.S. hex",
        sides=_JP,
        name="target",
        misplaced=Refusal("21.2-0", "Japanese markers are placed after the last attack of the Japanese combat phase"),
    ),
    Verb("march", (SPACE, SPACE), "turn up a unit and move it", sides=_JP, misplaced=_FREE),
    Verb("turn", (SPACE,), "turn up a unit where it is", sides=_JP, misplaced=_FREE),
    Verb("try", (SPACE,), "roll for a tunnel move", sides=_JP, misplaced=_FREE),
    Verb("tunnel", (SPACE, SPACE), "move a dug-in unit through a tunnel", sides=_JP, misplaced=_FREE),
)
DONE_CODE: Final = pack(DONE)
ROLL_CODE: Final = pack(ROLL)
DRAW_CODE: Final = pack(DRAW)
KEEP_CODE: Final = pack(KEEP)
