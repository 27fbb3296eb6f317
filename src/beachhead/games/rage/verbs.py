"""The actions of Rage Against the Marines: the words, who may use them, and when."""

from __future__ import annotations

from typing import Final

from beachhead.engine.action import SPACE, UNIT, Verb, pack
from beachhead.engine.files.bounds import UNITS
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
    _verb("done", (), "finish this declaration or end the phase", SIDES,
          "There is no phase or declaration to end now", "5"),
    _verb("pass", (), "do nothing", SIDES,
          "You must choose; this decision cannot be passed", "5"),
    _verb("deploy", (UNIT, SPACE), "set up a unit", JAPANESE,
          "Units are set up only before the first turn", "4.2-e"),
    _verb("dig", (SPACE,), "set up a Cave", JAPANESE,
          "Caves are set up only before the first turn; none can be added or moved later", "4.1-note"),
    _verb("plan", (PLAN,), "set up everything left by a prepared plan", JAPANESE,
          "Units are set up only before the first turn", "4.2-e"),
    _verb("reveal", (UNIT,), "Reveal a Concealed unit", JAPANESE,
          "Only Japan can Reveal units, during its own decisions", "3-status-change-a"),
    _verb("show", (SPACE,), "Reveal a Concealed Cave", JAPANESE,
          "Only Japan can Reveal Caves, during its own decisions", "3-status-change-d"),
    _verb("ground", (UNIT,), "turn an air unit face down", AMERICAN,
          "Air units are turned face down only in the Weather Phase, as many as the weather requires", "6-c"),
    _verb("activate", (UNIT,), "bring a unit of the 3rd Division to the Landing Area Box", AMERICAN,
          "Only the U.S. player can call for the 3rd Division, in the decisions of U.S. phases", "22.2.1-b"),
    _verb("recover", (UNIT,), "restore a step to a unit at a Beachhead", AMERICAN,
          "Steps are restored only in the U.S. Recovery Phase", "5.2.2"),
    _verb("return", (UNIT, SPACE), "return an eliminated unit to the map at a Beachhead", AMERICAN,
          "Eliminated units return only in the U.S. Recovery Phase", "5.2.2"),
    _verb("bombard", (UNIT, SPACE), "assign a unit to bombard an area", SIDES,
          "Bombardments are declared in the Bombardment Phase, before the first roll", "5.2.3", "9.1-a", "16-a-1", "5.3.2"),
    _verb("resolve", (SPACE,), "roll for this target area next", SIDES,
          "There is no target area to choose now", "9.3", "12.2", "16-a-8", "19-a-5"),
    _verb("rank", (UNIT,), "rank a unit next in the loss order", SIDES,
          "There are no losses to rank now", "12.2.3-1", "9.3.3-1", "9.3.3-3", "16-5", "19-a-2"),
    _verb("accept", (), "rank the rest as proposed", SIDES,
          "There are no losses to rank now", "12.2.3-1", "9.3.3-1", "9.3.3-3", "16-5", "19-a-2"),
    _verb("move", (UNIT, SPACE), "move a unit into the next area", SIDES,
          "Each side moves in its own Movement Phase, one unit at a time", "5.2.4", "10-b", "17", "5.3.3"),
    _verb("land", (UNIT, SPACE), "land a unit", AMERICAN,
          "Units land only in the U.S. Movement Phase", "5.2.4", "10.3-a", "17.1-2"),
    _verb("stop", (), "end this unit's move here", SIDES,
          "No unit is moving", "10.1-b"),
    _verb("fire", (UNIT,), "give Defensive Fire", SIDES,
          "Defensive Fire is declared only when an enemy unit enters the area", "10.4-b", "11-a", "18-a"),
    _verb("retreat", (UNIT,), "declare a retreat", SIDES,
          "No unit has to retreat or stand now", "11.1.2-1", "12.2.3-2", "16-a-9"),
    _verb("stand", (UNIT,), "do not retreat", SIDES,
          "No unit has to retreat or stand now", "11.1.2-1", "12.2.3-2", "16-a-9"),
    _verb("withdraw", (UNIT, SPACE), "carry out a retreat", SIDES,
          "There is no retreat to carry out now", "11.1.3-b"),
    _verb("kirikami", (UNIT,), "declare a Kirikami Charge at the cost of a step of this unit", JAPANESE,
          "A Kirikami Charge is declared only at the start of a U.S. Assault Phase", "22.3.2-a"),
    _verb("assault", (UNIT,), "declare that a unit assaults in its area", SIDES,
          "Assaults are declared in the Assault Phase, before the first roll", "5.2.5", "12.1-a", "19-a-1", "5.3.4"),
    _verb("build", (SPACE,), "place the marker of an area", AMERICAN,
          "Markers are placed only in the Construction Phase", "5.2.7"),
    _verb("sneak", (UNIT, SPACE), "move a Concealed unit unseen", JAPANESE,
          "Concealed units move only in the Japanese Movement Phase", "17.2-3-b"),
    _verb("hide", (UNIT,), "hide a Revealed unit", JAPANESE,
          "Units hide only in the Japanese Movement Phase", "17.2-4-a"),
    _verb("banzai", (), "declare a Banzai Charge", JAPANESE,
          "A Banzai Charge is declared only once, in a Japanese Assault Phase", "22.3.1-a"),
    _verb("retire", (UNIT,), "withdraw a support unit from the game", AMERICAN,
          "Support units withdraw only in the End Phases of certain turns", "21-c", "22.1.3"),
)
# fmt: on
DONE_CODE: Final = pack(DONE)
PASS_CODE: Final = pack(PASS)
ACCEPT_CODE: Final = pack(ACCEPT)
STOP_CODE: Final = pack(STOP)
BANZAI_CODE: Final = pack(BANZAI)


def _numbers(verb: int) -> list[int]:
    return [pack(verb, first) for first in range(UNITS)]


# The numbers of actions by their first argument, a unit or an area, made once: questions list them by the dozen.
ACTIVATE_CODES: Final = _numbers(ACTIVATE)
ASSAULT_CODES: Final = _numbers(ASSAULT)
BOMBARD_CODES: Final = _numbers(BOMBARD)
"""Without the area."""
DEPLOY_CODES: Final = _numbers(DEPLOY)
"""Without the area."""
DIG_CODES: Final = _numbers(DIG)
FIRE_CODES: Final = _numbers(FIRE)
HIDE_CODES: Final = _numbers(HIDE)
RANK_CODES: Final = _numbers(RANK)
RESOLVE_CODES: Final = _numbers(RESOLVE)
RETREAT_CODES: Final = _numbers(RETREAT)
REVEAL_CODES: Final = _numbers(REVEAL)
SHOW_CODES: Final = _numbers(SHOW)
STAND_CODES: Final = _numbers(STAND)
