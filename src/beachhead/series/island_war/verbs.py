"""The words of actions in Island War games, and why each is refused where it does not belong."""

from __future__ import annotations

from typing import Final

from beachhead.engine.action import NUMBER, SPACE, UNIT, Verb, pack
from beachhead.engine.files.bounds import PRINTED
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
SUPPORT_CODES: Final = [pack(SUPPORT, points) for points in range(PRINTED + 1)]
"""By the number of points."""

_NO_MOVE: Final = Refusal("4.1-1B-nomove", "{} cannot move during a combat phase", also=("5.11",))
_NO_OPENING: Final = Refusal("4.1-1B", "you can open an attack only in your own combat phase, when no other attack is under way")
VERBS: Final = (
    Verb("done", (), "finish this step or end the phase", misplaced=Refusal("", "you must choose; this step cannot be skipped")),
    Verb("move", (UNIT, SPACE), "move a unit to a hex", misplaced=_NO_MOVE),
    Verb("attack", (UNIT, UNIT), "open an attack by a unit on an adjacent enemy", misplaced=_NO_OPENING),
    Verb("join", (UNIT,), "add an attacker", misplaced=Refusal("4.1-1B-a", "attackers are added in step a of an attack")),
    Verb("also", (UNIT,), "add a defender", misplaced=Refusal("4.1-1B-a", "defenders are added in step a of an attack")),
    Verb("barrage", (UNIT, UNIT), "open an attack by artillery at range alone", name="open_barrage", misplaced=_NO_OPENING),
    Verb("support", (NUMBER, UNIT), "open an attack by Ground Support Points alone", name="open_support", misplaced=_NO_OPENING),
    Verb(
        "barrage",
        (UNIT,),
        "add artillery at range to the attack",
        misplaced=Refusal("4.1-1B-b", "artillery is allocated in step b of an attack"),
    ),
    Verb(
        "support",
        (NUMBER,),
        "allocate Ground Support Points, as barrage or as protective fire",
        misplaced=Refusal("4.1-1B-b", "Ground Support Points are allocated in step b or c of an attack"),
    ),
    Verb(
        "protect",
        (UNIT,),
        "give Final Protective Fire with an artillery unit",
        misplaced=Refusal("4.1-1B-c", "Final Protective Fire is given by the defender in step c of an attack"),
    ),
    Verb(
        "banzai",
        (),
        "declare a Banzai attack",
        sides=("jp",),
        misplaced=Refusal("10.0-procedure-1", "a Banzai attack is declared by the Japanese attacker, right before the die roll"),
    ),
    Verb(
        "regular",
        (),
        "make a regular attack",
        sides=("jp",),
        misplaced=Refusal("10.0-procedure-1", "there is no Banzai attack to decide on"),
    ),
    Verb("retreat", (UNIT, SPACE), "retreat one hex", misplaced=Refusal("7.7", "this unit does not have to retreat")),
    Verb(
        "displace", (UNIT, SPACE), "displace a friendly unit to a hex", misplaced=Refusal("7.81", "no unit has to be displaced")
    ),
    Verb(
        "pay",
        (UNIT,),
        "eliminate a unit to pay for a Banzai attack",
        sides=("jp",),
        misplaced=Refusal("10.0-procedure-3", "no Banzai attack has to be paid for"),
    ),
    Verb(
        "advance",
        (UNIT, SPACE),
        "advance along the path of retreat to a hex",
        misplaced=Refusal("7.96-a", "there is no advance after combat now"),
    ),
    Verb("exchange", (UNIT, UNIT), "have two units move into each other's hexes", either_way=True, misplaced=_NO_MOVE),
)
