"""The actions of D-Day at Iwo Jima: the words people type."""

from __future__ import annotations

from typing import Final

from beachhead.engine.action import NUMBER, SPACE, UNIT, Verb, pack
from beachhead.engine.refusal import Refusal

BOX: Final = "box"
"""A beach landing box, as an argument."""
WEAPON: Final = "weapon"
"""A weapon or tactic that a hero stands in for, as an argument."""
OWNER: Final = "owner"
"""A division, or the corps, whose artillery fires, as an argument."""
OWNERS: Final = ("3", "4", "5", "corps")

DONE: Final = 0
DRAW: Final = 1
PLACE: Final = 2
LAND: Final = 3
DRIFT: Final = 4
REPLACE: Final = 5
MOVE: Final = 6
STEP: Final = 7
JOIN_STACK: Final = 8
ENTER: Final = 9
FIGHT: Final = 10
ATTACK: Final = 11
JOIN: Final = 12
BARRAGE: Final = 13
NAVAL_AT: Final = 14
AIR_AT: Final = 15
NAVAL: Final = 16
AIR: Final = 17
PRESERVE: Final = 18
RECOVER: Final = 19
LOSE: Final = 20
HIT: Final = 21
ACCEPT: Final = 22
DISRUPT_PAIR: Final = 23
DISRUPT: Final = 24
ABSORB: Final = 25
PRESS_ON: Final = 26
SACRIFICE: Final = 27
HERO_WEAPON: Final = 28
HERO_STRENGTH: Final = 29
DISCARD: Final = 30
WITHDRAW: Final = 31
WITHDRAW_UNIT: Final = 32
REMOVE: Final = 33
SMOKE: Final = 34
CHOOSE: Final = 35
CHOOSE_HEX: Final = 36
AIM: Final = 37
GROUP: Final = 38
FIRE: Final = 39
REVEAL: Final = 40
MUSTER: Final = 41
RESUPPLY: Final = 42
REDEPLOY: Final = 43
REINFORCE: Final = 44
RALLY: Final = 45
FORTIFY: Final = 46
DEEPEN: Final = 47
SHELL: Final = 48
SHUFFLE: Final = 49
STOP: Final = 50
RECOVER_BY: Final = 51
TRANSFER: Final = 52
AMBUSH: Final = 53
INFILTRATE: Final = 54
CULL: Final = 55
RAID: Final = 56
GARRISON: Final = 57
CONVERT: Final = 58
EXTEND: Final = 59
ABANDON: Final = 60
ASSIGN: Final = 61
RETURN: Final = 62
COMMIT: Final = 63
DEPLOY: Final = 64
RETAIN: Final = 65
DETACH: Final = 66
ARRANGE: Final = 67
CALL_HERO: Final = 68
GUNS: Final = 69
GUNS_AT: Final = 70
REBUILD: Final = 71
TO_RESERVE: Final = 72
DECLARE: Final = 73
DIVISION: Final = 74
MARK: Final = 75
SCATTER: Final = 76
ASSAULT: Final = 77
ADVANCE: Final = 78
CHOOSE_OF: Final = 79

_US: Final = ("us",)
_JP: Final = ("jp",)
LATER: Final = "in the US Action Phase"
"""How a refusal ends that sends an action to its phase."""
_ACTIONS: Final = f"{{}} acts only {LATER}"
_PAYING: Final = Refusal("6.3.2", "no hit is being settled now")

VERBS: Final = (
    Verb("done", (), "end this step or phase"),
    Verb("draw", (), "draw the card that is due", sides=_JP, misplaced=Refusal("2.3.1", "no card is due now")),
    Verb("place", (UNIT, BOX), "put a unit that arrives next turn into a beach box", sides=_US,
         misplaced=Refusal("5.3", "units are put into beach boxes at the end of the Amphibious Operations Phase")),
    Verb("land", (UNIT, SPACE), "land a unit from its beach box", sides=_US,
         misplaced=Refusal("5.2", "{} can land only in the Amphibious Operations Phase, after the landing checks")),
    Verb("drift", (UNIT,), "let this unit drift to the next box", sides=_US,
         misplaced=Refusal("5.1-drift", "no unit drifts now")),
    Verb("replace", (UNIT,), "give a unit a replacement step", sides=_US,
         misplaced=Refusal("16.1", "replacement steps are not taken now", also=("18.4.4-c",))),
    Verb("move", (UNIT, SPACE), "move a unit, or the stack it leads, one hex; it may go on", sides=_US,
         misplaced=Refusal("7.0", _ACTIONS)),
    Verb("step", (UNIT, SPACE), "move a unit, or the stack it leads, one hex and no farther", sides=_US,
         misplaced=Refusal("7.0", _ACTIONS)),
    Verb("join", (UNIT, UNIT), "let a unit move with another of its stack", sides=_US, name="join_stack",
         misplaced=Refusal("7.2-b", _ACTIONS)),
    Verb("enter", (UNIT, SPACE), "enter the hex of a revealed enemy for close combat", sides=_US,
         misplaced=Refusal("7.4", _ACTIONS)),
    Verb("fight", (SPACE,), "resolve the close combat in a hex", sides=_US,
         misplaced=Refusal("8.6", "there is no close combat to resolve in {} now")),
    Verb("attack", (SPACE, UNIT), "open an attack on a hex with an adjacent unit", sides=_US,
         misplaced=Refusal("7.0", "attacks are made in the US Action Phase")),
    Verb("join", (UNIT,), "add a unit to the attack or barrage", sides=_US,
         misplaced=Refusal("8.1", "{} can only join an attack or barrage that is being prepared")),
    Verb("barrage", (SPACE, UNIT), "barrage a hex with a tank unit", sides=_US,
         misplaced=Refusal("7.0", "barrages are fired in the US Action Phase")),
    Verb("naval", (SPACE,), "barrage a hex with naval gunfire", sides=_US, name="naval_at",
         misplaced=Refusal("7.0-a-barrage", "naval gunfire and airstrike barrages come first in the US Action Phase")),
    Verb("air", (SPACE,), "barrage a hex with an airstrike", sides=_US, name="air_at",
         misplaced=Refusal("7.0-a-barrage", "naval gunfire and airstrike barrages come first in the US Action Phase")),
    Verb("naval", (), "add naval gunfire to the attack", sides=_US,
         misplaced=Refusal("8.1-g", "no attack is being prepared")),
    Verb("air", (), "add an airstrike to the attack", sides=_US,
         misplaced=Refusal("8.1-g", "no attack is being prepared")),
    Verb("preserve", (UNIT, SPACE), "make a preservation move", sides=_US,
         misplaced=Refusal("7.3.5", _ACTIONS)),
    Verb("recover", (UNIT,), "remove a unit's disruption", sides=_US,
         misplaced=Refusal("7.6", "{} cannot recover now")),
    Verb("lose", (UNIT,), "take the step loss with this unit", sides=_US,
         misplaced=Refusal("6.3.2", "{} has no step to lose now")),
    Verb("hit", (UNIT,), "choose who is hit among equals", sides=_US,
         misplaced=Refusal("6.3.1-b-3", "nobody has to be chosen now")),
    Verb("accept", (), "take the hits as they fell", sides=_US, misplaced=_PAYING),
    Verb("disrupt", (UNIT, UNIT), "disrupt two units in place of a step loss", either_way=True, sides=_US, name="disrupt_pair",
         misplaced=_PAYING),
    Verb("disrupt", (UNIT,), "choose a unit that is disrupted", sides=_US,
         misplaced=Refusal("7.5", "no unit has to be disrupted now")),
    Verb("absorb", (UNIT,), "let a tank unit take the hit", sides=_US, misplaced=_PAYING),
    Verb("press", (UNIT,), "take a second step loss so that a unit is not disrupted", sides=_US, name="press_on",
         misplaced=_PAYING),
    Verb("sacrifice", (UNIT,), "sacrifice a hero or inspired marker for his unit", sides=_US, misplaced=_PAYING),
    Verb("hero", (UNIT, WEAPON), "let a hero stand in for a weapon", sides=_US, name="hero_weapon",
         misplaced=Refusal("8.2.4", "no weapon requirement is being settled now")),
    Verb("hero", (UNIT,), "let a hero add a point of strength", sides=_US, name="hero_strength",
         misplaced=Refusal("8.2.4", "no attack strength is being settled now")),
    Verb("discard", (), "discard two cards in place of the step loss", sides=_US,
         misplaced=Refusal("8.6.1-3-c", "no close combat loss is being settled now")),
    Verb("withdraw", (SPACE,), "withdraw from the close combat to a hex", sides=_US,
         misplaced=Refusal("8.6.4", "there is no close combat to withdraw from now")),
    Verb("withdraw", (UNIT, SPACE), "withdraw one unit from the close combat to a hex", sides=_US, name="withdraw_unit",
         misplaced=Refusal("8.6.4", "there is no close combat to withdraw from now")),
    Verb("remove", (NUMBER,), "choose which Japanese counter of the hex falls, counted from the top", sides=_US,
         misplaced=Refusal("8.3", "no Japanese counter has to be chosen now")),
    Verb("smoke", (SPACE,), "lay smoke on a position", sides=_US,
         misplaced=Refusal("20.0-smoke", "there is no smoke to lay now")),
    Verb("choose", (UNIT,), "choose a unit for the event", sides=_US,
         misplaced=Refusal("20.0", "no event asks for a unit now")),
    Verb("choose", (SPACE,), "choose a hex for the event", sides=_US, name="choose_hex",
         misplaced=Refusal("20.0", "no event asks for a hex now")),
    Verb("aim", (NUMBER, NUMBER), "choose the sector into which the guns of another fire", sides=_US,
         misplaced=Refusal("6.5.4", "no artillery is being allocated now")),
    Verb("group", (UNIT,), "put a tank or engineer unit into the group that the next landing card is for", sides=_US,
         misplaced=Refusal("5.1-b", "no landing group is being formed now")),
    Verb("fire", (SPACE,), "fire with the position group of a hex", sides=_JP,
         misplaced=Refusal("6.0", "no position fires now")),
    Verb("reveal", (SPACE,), "turn up what an attack finds in a hex", sides=_JP,
         misplaced=Refusal("9.1", "nothing is turned up now")),
    Verb("muster", (SPACE,), "place a reserve unit in an unoccupied position", sides=_JP,
         misplaced=Refusal("13.4", "nobody musters now")),
    Verb("resupply", (SPACE,), "bring a depth marker to a position group", sides=_JP,
         misplaced=Refusal("13.5", "nobody is resupplied now")),
    Verb("redeploy", (SPACE, SPACE), "move a unit to another position", sides=_JP,
         misplaced=Refusal("13.6", "nobody redeploys now")),
    Verb("reinforce", (SPACE,), "reinforce a position with a reserve unit", sides=_JP,
         misplaced=Refusal("13.7", "nobody is reinforced now")),
    Verb("rally", (SPACE,), "remove the disruption of a position", sides=_JP,
         misplaced=Refusal("6.4.2", "no position recovers now")),
    Verb("fortify", (SPACE,), "place a fort in a position", sides=_JP,
         misplaced=Refusal("17.1", "no fort is placed now")),
    Verb("deepen", (SPACE,), "place a depth marker under a unit", sides=_JP,
         misplaced=Refusal("9.2", "no depth marker is placed now")),
    Verb("shell", (NUMBER,), "fire the artillery into a sector", sides=_JP,
         misplaced=Refusal("6.5.1", "no artillery fires now")),
    Verb("shuffle", (), "shuffle the discards into the deck", sides=_JP,
         misplaced=Refusal("4.0-IX-a", "the deck is not shuffled now")),
    Verb("stop", (), "end the move here", sides=_US,
         misplaced=Refusal("7.3", "no unit is moving now")),
    Verb("recover", (UNIT, UNIT), "spend the hero or inspired marker of the second unit to free the first of its disruption",
         sides=_US, name="recover_by",
         misplaced=Refusal("7.1-d", "a hero can free {} only in the US Action Phase")),
    Verb("transfer", (UNIT, UNIT), "let the officer with the first unit go over to the second, of his battalion", sides=_US,
         misplaced=Refusal("11.1.1-b", "officers change units only in the US Action Phase")),
    Verb("ambush", (SPACE,), "ambush the US units nearest to an unoccupied position", sides=_JP,
         misplaced=Refusal("13.9", "nobody is ambushed now")),
    Verb("infiltrate", (SPACE,), "place a reserve unit behind the US lines", sides=_JP,
         misplaced=Refusal("13.11", "nobody infiltrates now")),
    Verb("cull", (), "remove one of two eliminated counters unseen and return the other to a pool", sides=_JP,
         misplaced=Refusal("9.5", "the box of eliminated units is culled in the First Event Phase of AM turns")),
    Verb("raid", (SPACE,), "draw the card for a raid on a hex", sides=_JP,
         misplaced=Refusal("10.1", "raids are resolved in the Japanese Raid Check Phase")),
    Verb("garrison", (SPACE,), "place a garrison in an empty position", sides=_US,
         misplaced=Refusal("15.4", "garrisons are placed in the first step of the HQ Phase", also=("4.0-II-1",))),
    Verb("convert", (UNIT,), "make a regimental HQ a command post", sides=_US,
         misplaced=Refusal("15.0", "command posts are established only in the HQ Phase", also=("4.0-II-2",))),
    Verb("extend", (UNIT,), "advance the range marker of a command post", sides=_US,
         misplaced=Refusal("15.2-b", "command ranges grow only in the HQ Phase", also=("4.0-II-2",))),
    Verb("abandon", (UNIT,), "turn a command post back into a regimental HQ", sides=_US,
         misplaced=Refusal("15.1.1", "command posts are given up only in the HQ Phase", also=("4.0-II-2",))),
    Verb("assign", (UNIT, UNIT), "assign a tank or engineer unit to the regiment of an HQ", sides=_US,
         misplaced=Refusal("4.0-II-4", "tanks and engineers are assigned only in the HQ Phase")),
    Verb("return", (UNIT, SPACE), "bring an eliminated regimental HQ back to the map", sides=_US,
         misplaced=Refusal("4.0-II-6", "eliminated HQs return only in the HQ Phase of PM turns", also=("15.3.2-b",))),
    Verb("commit", (BOX,), "commit the 3rd Marines to the beaches of a color", sides=_US,
         misplaced=Refusal("18.2", "the 3rd Marines are committed in the US Action Phase or at the end of a turn")),
    Verb("deploy", (UNIT, SPACE), "set up a unit in a hex, or bring it out of reserve", sides=_US,
         misplaced=Refusal("16.2-e", "units come out of reserve only in the HQ Phase", also=("18.3.2",))),
    Verb("retain", (UNIT,), "keep a unit in reserve", sides=_US,
         misplaced=Refusal("18.3.2-c", "{} cannot be kept back now")),
    Verb("detach", (UNIT,), "leave a tank or engineer unit with the 28th Marines", sides=_US,
         misplaced=Refusal("18.6.1", "nobody is left behind now")),
    Verb("arrange", (), "set up everything that is left in a sensible way", sides=_US,
         misplaced=Refusal("18.3.2", "nothing is left to be set up")),
    Verb("hero", (), "draw the hero of the scenario's first Action Phase", sides=_US, name="call_hero",
         misplaced=Refusal("18.5.3-b", "no hero can be called now")),
    Verb("guns", (OWNER, NUMBER), "add artillery points of a division (3, 4, 5) or the corps to the attack or barrage", sides=_US,
         misplaced=Refusal("8.1-f", "no attack or artillery barrage is being prepared")),
    Verb("guns", (SPACE, OWNER, NUMBER), "barrage a hex with artillery points of a division (3, 4, 5) or the corps", sides=_US,
         name="guns_at", misplaced=Refusal("7.0-a-barrage", "artillery fires in the US Action Phase")),
    Verb("rebuild", (UNIT,), "rebuild a lost unit in its division's reserve", sides=_US,
         misplaced=Refusal("16.1-rebuild", "lost units are rebuilt only in the HQ Phase of AM turns", also=("4.0-II-3",))),
    Verb("reserve", (UNIT,), "put a unit into its division's reserve", sides=_US, name="to_reserve",
         misplaced=Refusal("16.2-a", "units go into reserve in their own step of the HQ Phase", also=("4.0-II-5",))),
    Verb("declare", (), "declare a day of rest", sides=_US,
         misplaced=Refusal("16.3", "a day of rest is declared before the first phase of an AM turn, from 27 February on")),
    Verb("division", (NUMBER,), "choose the division whose artillery an event concerns; 0 is the corps", sides=_US,
         misplaced=Refusal("20.0", "no event asks for a division now")),
    Verb("mark", (SPACE,), "place the marker of an event: a Japanese hero, a tunnel, a cave", sides=_JP,
         misplaced=Refusal("20.0", "no event places a marker now")),
    Verb("scatter", (SPACE,), "eliminate a Japanese unit that has nowhere to flee to", sides=_JP,
         misplaced=Refusal("20.0-japanese-flee-b", "no unit flees now")),
    Verb("assault", (SPACE, SPACE), "move from a position into a hex of the Marines for close combat", sides=_JP,
         misplaced=Refusal("8.6-japanese", "nobody Japanese attacks now")),
    Verb("advance", (SPACE, SPACE), "move from a position to another", sides=_JP,
         misplaced=Refusal("14.2-default-advance", "nobody advances now")),
    Verb("choose", (SPACE, NUMBER), "choose one of two units of a hex, counted from the top", sides=_US, name="choose_of",
         misplaced=Refusal("17.3-g", "no unit is called into a fort now")),
)  # fmt: skip
DONE_CODE: Final = pack(DONE)
DRAW_CODE: Final = pack(DRAW)
ACCEPT_CODE: Final = pack(ACCEPT)
STOP_CODE: Final = pack(STOP)
CULL_CODE: Final = pack(CULL)
ARRANGE_CODE: Final = pack(ARRANGE)
CALL_HERO_CODE: Final = pack(CALL_HERO)
