"""The actions of Rage Against the Marines: the words, who may use them, and when."""

from __future__ import annotations

from typing import Final

from beachhead.engine.action import SPACE, UNIT, Verb, pack
from beachhead.engine.refusal import Refusal

SIDES: Final = ("us", "jp")
AMERICAN: Final = ("us",)
JAPANESE: Final = ("jp",)
PLAN: Final = "plan"
"""Kind of an argument: a named deployment."""

DONE: Final = 0
PASS: Final = 1
DEPLOY: Final = 2
DIG: Final = 3
SETUP_PLAN: Final = 4
REVEAL: Final = 5
SHOW: Final = 6
GROUND: Final = 7
ACTIVATE: Final = 8
RECOVER: Final = 9
RETURN: Final = 10
BOMBARD: Final = 11
RESOLVE: Final = 12
RANK: Final = 13
ACCEPT: Final = 14
MOVE: Final = 15
LAND: Final = 16
STOP: Final = 17
FIRE: Final = 18
RETREAT: Final = 19
STAND: Final = 20
WITHDRAW: Final = 21
KIRIKAMI: Final = 22
ASSAULT: Final = 23
BUILD: Final = 24
SNEAK: Final = 25
HIDE: Final = 26
BANZAI: Final = 27
RETIRE: Final = 28


def _verb(word: str, kinds: tuple[str, ...], says: str, sides: tuple[str, ...], misplaced: str, *cases: str) -> Verb:
    """A verb with the answer to whoever uses it in the wrong place: a sentence, its case, and further cases."""
    return Verb(word, kinds, says, sides=sides, misplaced=Refusal(cases[0], misplaced, also=cases[1:]))


# fmt: off
VERBS: Final = (
    _verb("done", (), "close this choice or end the phase", SIDES,
          "There is nothing to close now", "5"),
    _verb("pass", (), "do nothing", SIDES,
          "This question cannot be passed", "5"),
    _verb("deploy", (UNIT, SPACE), "set up a unit", JAPANESE,
          "Units are set up before the first turn", "4.2-e"),
    _verb("dig", (SPACE,), "set up a Cave", JAPANESE,
          "Caves are set up before the first turn; none is added or moved later", "4.1-note"),
    _verb("plan", (PLAN,), "set up whatever is left by a prepared plan", JAPANESE,
          "Units are set up before the first turn", "4.2-e"),
    _verb("reveal", (UNIT,), "show a Concealed unit", JAPANESE,
          "Only the Japanese player Reveals units, when he is asked something", "3-status-change-a"),
    _verb("show", (SPACE,), "show a Concealed Cave", JAPANESE,
          "Only the Japanese player Reveals Caves, when he is asked something", "3-status-change-d"),
    _verb("ground", (UNIT,), "turn an air unit face down", AMERICAN,
          "Air units are turned face down in the Weather Phase, as many as the weather says", "6-c"),
    _verb("activate", (UNIT,), "bring a unit of the 3rd Division to the Landing Area Box", AMERICAN,
          "The 3rd Division is called for by the U.S. player, in the decisions of his phases", "22.2.1-b"),
    _verb("recover", (UNIT,), "give a step back to a unit at a Beachhead", AMERICAN,
          "Steps come back in the U.S. Recovery Phase", "5.2.2"),
    _verb("return", (UNIT, SPACE), "bring an eliminated unit back at a Beachhead", AMERICAN,
          "Eliminated units come back in the U.S. Recovery Phase", "5.2.2"),
    _verb("bombard", (UNIT, SPACE), "name a unit and the area it bombards", SIDES,
          "Bombardments are named in the Bombardment Phase, before its first dice", "5.2.3", "9.1-a", "16-a-1", "5.3.2"),
    _verb("resolve", (SPACE,), "roll for this target area next", SIDES,
          "No target area waits to be chosen", "9.3", "12.2", "16-a-8", "19-a-5"),
    _verb("rank", (UNIT,), "put a unit next in the row", SIDES,
          "No row is being ranked", "12.2.3-1", "9.3.3-1", "9.3.3-3", "16-5", "19-a-2"),
    _verb("accept", (), "rank the rest as proposed", SIDES,
          "No row is being ranked", "12.2.3-1", "9.3.3-1", "9.3.3-3", "16-5", "19-a-2"),
    _verb("move", (UNIT, SPACE), "move a unit into the next area", SIDES,
          "Each side moves in its own Movement Phase, unit by unit", "5.2.4", "10-b", "17", "5.3.3"),
    _verb("land", (UNIT, SPACE), "land a unit", AMERICAN,
          "Units land in the U.S. Movement Phase", "5.2.4", "10.3-a", "17.1-2"),
    _verb("stop", (), "end this unit's move here", SIDES,
          "No unit is on its way", "10.1-b"),
    _verb("fire", (UNIT,), "give Defensive Fire", SIDES,
          "Defensive Fire is declared at the moment when an enemy unit enters", "10.4-b", "11-a", "18-a"),
    _verb("retreat", (UNIT,), "declare a retreat", SIDES,
          "Nobody is asked to retreat now", "11.1.2-1", "12.2.3-2", "16-a-9"),
    _verb("stand", (UNIT,), "do not retreat", SIDES,
          "Nobody is asked to retreat now", "11.1.2-1", "12.2.3-2", "16-a-9"),
    _verb("withdraw", (UNIT, SPACE), "carry out a retreat", SIDES,
          "No retreat is being carried out", "11.1.3-b"),
    _verb("kirikami", (UNIT,), "declare a Kirikami Charge, paid for by this unit", JAPANESE,
          "A Kirikami Charge is declared as a U.S. Assault Phase opens", "22.3.2-a"),
    _verb("assault", (UNIT,), "name a unit that assaults in its area", SIDES,
          "Assaults are named in the Assault Phase, before its first dice", "5.2.5", "12.1-a", "19-a-1", "5.3.4"),
    _verb("build", (SPACE,), "place the marker that the area has a box for", AMERICAN,
          "Markers are placed in the Construction Phase", "5.2.7"),
    _verb("sneak", (UNIT, SPACE), "move a Concealed unit unseen", JAPANESE,
          "Concealed units move in the Japanese Movement Phase", "17.2-3-b"),
    _verb("hide", (UNIT,), "hide a Revealed unit", JAPANESE,
          "Units hide in the Japanese Movement Phase", "17.2-4-a"),
    _verb("banzai", (), "declare a Banzai Charge", JAPANESE,
          "A Banzai Charge is declared once, in a Japanese Assault Phase", "22.3.1-a"),
    _verb("retire", (UNIT,), "send a support unit away for good", AMERICAN,
          "Support units leave in the End Phases of certain turns", "21-c", "22.1.3"),
)
# fmt: on
DONE_CODE: Final = pack(DONE)
PASS_CODE: Final = pack(PASS)
ACCEPT_CODE: Final = pack(ACCEPT)
STOP_CODE: Final = pack(STOP)
BANZAI_CODE: Final = pack(BANZAI)
