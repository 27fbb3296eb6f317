"""The words of actions in Island War games, and why each is refused where it does not belong."""

from __future__ import annotations

from typing import Final

from beachhead.engine.action import NUMBER, SPACE, UNIT, Verb, pack
from beachhead.engine.refusal import Refusal

DONE: Final = 0
MOVE: Final = 1
ATTACK: Final = 2
JOIN: Final = 3
ALSO: Final = 4
OPEN_BARRAGE: Final = 5
OPEN_SUPPORT: Final = 6
BARRAGE: Final = 7
SUPPORT: Final = 8
PROTECT: Final = 9
BANZAI: Final = 10
REGULAR: Final = 11
RETREAT: Final = 12
DISPLACE: Final = 13
PAY: Final = 14
ADVANCE: Final = 15
EXCHANGE: Final = 16
DONE_CODE: Final = pack(DONE)

_NO_MOVE: Final = Refusal("4.1-1B-nomove", "{} may not move in a combat phase", also=("5.11",))
_NO_OPENING: Final = Refusal("4.1-1B", "attacks are opened in one's own combat phase, when no other attack is under way")
VERBS: Final = (
    Verb("done", (), "close this choice or end the phase", misplaced=Refusal("", "this choice cannot be left open")),
    Verb("move", (UNIT, SPACE), "move a unit to a hex", misplaced=_NO_MOVE),
    Verb("attack", (UNIT, UNIT), "open an attack by a unit on an adjacent enemy", misplaced=_NO_OPENING),
    Verb("join", (UNIT,), "one more attacker", misplaced=Refusal("4.1-1B-a", "attackers are named in step a of an attack")),
    Verb("also", (UNIT,), "one more defender", misplaced=Refusal("4.1-1B-a", "defenders are named in step a of an attack")),
    Verb("barrage", (UNIT, UNIT), "open an attack by a distant gun alone", name="open_barrage", misplaced=_NO_OPENING),
    Verb("support", (NUMBER, UNIT), "open an attack by support points alone", name="open_support", misplaced=_NO_OPENING),
    Verb(
        "barrage",
        (UNIT,),
        "add a distant gun to the attack",
        misplaced=Refusal("4.1-1B-b", "guns are added in step b of an attack"),
    ),
    Verb(
        "support",
        (NUMBER,),
        "add support points, as barrage or as protective fire",
        misplaced=Refusal("4.1-1B-b", "support points are added in step b or c of an attack"),
    ),
    Verb(
        "protect",
        (UNIT,),
        "give protective fire with a gun",
        misplaced=Refusal("4.1-1B-c", "protective fire is given in step c of an attack, by the defender"),
    ),
    Verb(
        "banzai",
        (),
        "make it a massed attack",
        sides=("jp",),
        misplaced=Refusal("10.0-procedure-1", "a massed attack is declared by the Japanese attacker, right before the die"),
    ),
    Verb(
        "regular",
        (),
        "leave it a regular attack",
        sides=("jp",),
        misplaced=Refusal("10.0-procedure-1", "there is no massed attack to decide on"),
    ),
    Verb("retreat", (UNIT, SPACE), "one step of a retreat", misplaced=Refusal("7.7", "no retreat of this unit is due")),
    Verb("displace", (UNIT, SPACE), "where a displaced friend goes", misplaced=Refusal("7.81", "no unit is to be displaced")),
    Verb(
        "pay",
        (UNIT,),
        "a unit lost as the price of a massed attack",
        sides=("jp",),
        misplaced=Refusal("10.0-procedure-3", "no price of a massed attack is due"),
    ),
    Verb(
        "advance",
        (UNIT, SPACE),
        "follow the path of retreat up to a hex",
        misplaced=Refusal("7.96-a", "there is no advance after combat at this moment"),
    ),
    Verb("exchange", (UNIT, UNIT), "let two units move into each other's hexes", either_way=True, misplaced=_NO_MOVE),
)
