"""What a unit may do now, what not and by which case, and the hexes that matter to it: its zone, and its way of supply."""

from __future__ import annotations

from typing import Any, Final

from beachhead.engine.action import SPACE, UNIT, pack, unpack
from beachhead.engine.choices import Choices
from beachhead.engine.shown.words import listed
from beachhead.games.olympic.box.kinds import REINFORCEMENT
from beachhead.games.olympic.phases import US_COMBAT
from beachhead.games.olympic.state import ATTACKED, BOX, DUE, LOST, POOL, RETREATED, OlympicState
from beachhead.games.olympic.supply import allowance, jp_supplied, us_supplied
from beachhead.games.olympic.table.view import deploying
from beachhead.games.olympic.table.ways import cut_of, jp_lines, us_lines, way_of
from beachhead.games.olympic.verbs import ADVANCE, ASSAULT, ATTACK, JOIN, LAND, LAND_STACK, MOVE, RETREAT, STRIKE

Plain = dict[str, Any]
Line = dict[str, str]
QUIET: Final = ("raise",)
"""Verbs in passing: a unit that can do no more has nothing to do."""


def about_unit(state: OlympicState, side: str | None, name: str) -> Plain:
    """All that can be said of a unit that the side sees; of one that it does not see, nothing."""
    ruleset = state.ruleset
    unit = ruleset.number.get(name, -1)
    if unit < 0:
        return about_counter(state, side, name)
    place = state.where[unit]
    if place == DUE and not state.is_us(unit):
        return {"can": [], "cannot": [], "spaces": {}}
    spaces: dict[str, list[str]] = {}
    cannot: list[Line] = []
    if place >= 0:
        names, ground = ruleset.ground.names, ruleset.ground
        if ground.is_land[place]:
            spaces["zone"] = [names[near] for near in ground.near[place]]
            way, cut = _supply(state, unit)
            if way:
                spaces["supply"] = way
            if cut is not None:
                cannot.append(cut)
        else:
            spaces["targets"] = [names[near] for near in ground.coast_of.get(place, ())]
    can, hindered = _offers(state, side, unit)
    # Why it can do nothing comes first; then what weakens it.
    known = {line["case"] for line in hindered}
    cannot = [*hindered, *(line for line in (*cannot, *_state_of(state, unit)) if line["case"] not in known)]
    return {"can": can, "cannot": cannot, "spaces": spaces}


def about_counter(state: OlympicState, side: str | None, name: str) -> Plain:
    """A face-down counter: it cannot move, whatever it is (14.21-reserve)."""
    ruleset = state.ruleset
    nothing: Plain = {"can": [], "cannot": [], "spaces": {}}
    if name not in ruleset.slot_names or (deploying(state) and side != "jp"):
        return nothing
    slot = ruleset.slot_names.index(name)
    if not state.reserve[slot]:
        return nothing
    near = [ruleset.ground.names[space] for space in ruleset.ground.near[ruleset.slot_space[slot]]]
    text = "In reserve: it stays face down until the Doctrine Chart or a U.S. unit next to it turns it up"
    return {"can": [], "cannot": [{"text": text, "case": "14.21-reserve"}], "spaces": {"zone": near}}


# ---------------------------------------------------------------------- supply


def _supply(state: OlympicState, unit: int) -> tuple[list[str], Line | None]:
    """The way to a source, or what cuts it."""
    us, space = state.is_us(unit), state.where[unit]
    names = state.ruleset.ground.names
    if us_supplied(state, unit) if us else jp_supplied(state, unit):
        lines = us_lines(state) if us else jp_lines(state)
        return [names[one] for one in way_of(state, lines, space)], None
    if us and state.phase == US_COMBAT and space in state.captured:
        return [], None  # its beachhead comes when the phase ends (11.1)
    lines = us_lines(state) if us else jp_lines(state)
    ground = state.ruleset.ground
    goals = state.beach_mask if us else lines.sources or ground.place_mask & ~state.control_mask
    if not goals:
        source = "Supply Beachhead" if us else "City or group of Towns"
        return [], {"text": f"Unsupplied: there is no {source} to draw supply from", "case": "12.12-none"}
    _, bars = cut_of(state, lines, space, goals)
    at = f": its nearest way is cut at {listed([names[one] for one in bars])}" if bars else ": no network hex within 6 MP"
    return [], {"text": f"Unsupplied{at}. It cannot attack, moves and defends at half", "case": "12.51"}


# ---------------------------------------------------------------------- what it may do


def _offers(state: OlympicState, side: str | None, unit: int) -> tuple[list[Line], list[Line]]:
    """What is offered to a unit of the side that decides, and if nothing is, why."""
    ruleset = state.ruleset
    if state.over or side != state.side or ruleset.sides[ruleset.units[unit].side] != side:
        return [], []
    choices = state.choices()
    verbs = _verbs_of(state, unit, choices)
    can = [{"verb": word, "says": says} for word, says in verbs.items()]
    if any(word not in QUIET for word in verbs):
        return can, []
    return can, _hindrance(state, unit, choices)


def _verbs_of(state: OlympicState, unit: int, choices: Choices) -> dict[str, str]:
    """The verbs that begin with this unit, or with the zone hex of its stack."""
    ruleset, place = state.ruleset, state.where[unit]
    found: dict[str, str] = {}
    for code in choices:
        number, first, _, _ = unpack(code)
        verb = ruleset.verbs[number]
        kind = verb.kinds[0] if verb.kinds else ""
        if (kind == UNIT and first == unit) or (kind == SPACE and first == place and number in (ASSAULT, LAND_STACK)):
            found.setdefault(verb.word, verb.says)
    return found


def _hindrance(state: OlympicState, unit: int, choices: Choices) -> list[Line]:
    """Why an own unit has nothing to do: the refusal of the most natural thing it might try."""
    for code in _tries(state, unit):
        if code not in choices:
            refusal = state.refusal_of(code)
            return [{"text": refusal.reason, "case": refusal.case}]
    return []


def _tries(state: OlympicState, unit: int) -> list[int]:
    """What the unit would most naturally do in this step, the likeliest first."""
    ground, place, step = state.ruleset.ground, state.where[unit], state.step.name
    if step == "reinforcement":
        return [pack(LAND, unit, space) for space in (state.beachheads or ground.land[:1])]
    if place < 0:
        return []
    near = ground.near[place]
    enemies = state.jp_mask | state.militia_mask if state.is_us(unit) else state.us_mask
    targets = [space for space in near if enemies >> space & 1]
    if step in ("move", "japanese move", "march"):
        free = [space for space in near if not enemies >> space & 1]
        return [pack(MOVE, unit, space) for space in (*free, *targets)]
    if step == "combat" and ground.is_land[place]:
        return [pack(ATTACK, unit, space) for space in (*targets, *near)]
    if step == "combat":
        return [pack(ASSAULT, place, space) for space in ground.coast_of.get(place, ())]
    if step == "attackers":
        return [pack(JOIN, unit)]
    if step == "strike":
        return [pack(STRIKE, unit, other) for space in targets for other in state.units_in(space)]
    if step == "retreat":
        return [pack(RETREAT, unit, space) for space in near]
    if step in ("advance", "japanese advance"):
        return [pack(ADVANCE, unit, space) for space in state.emptied]
    return []


# ---------------------------------------------------------------------- what weakens it


def _state_of(state: OlympicState, unit: int) -> list[Line]:
    """What holds a unit back, whoever decides now."""
    place, found = state.where[unit], list[Line]()
    if place == DUE:
        found.append({"text": f"Arrives on Game-Turn {state.due[unit]}", "case": "9.21"})
    elif place == BOX:
        found.append({"text": f"Returns on Game-Turn {state.due[unit]} beside its zone", "case": "9.3-return"})
    elif place == LOST:
        found.append({"text": "Lost for good", "case": "9.3-unsupplied" if state.is_us(unit) else "15.12"})
    elif place == POOL and state.ruleset.units[unit].kind == REINFORCEMENT:
        found.append({"text": "Waits until Track 3 brings its type", "case": "14.23"})
    if place < 0:
        return found
    bit, us = 1 << place, state.is_us(unit)
    if us and state.fort_mask & bit:
        found.append({"text": "In a Fortified Supply Beachhead: defends doubled, can neither move nor attack", "case": "11.33"})
    if (state.jp_zone() if us else state.us_zone()) & bit:
        found.append({"text": "In an enemy zone of control: it cannot leave by moving", "case": "5.23"})
    if state.moved[unit]:
        found.append({"text": "Has moved in this Movement Phase", "case": "5.0-procedure"})
    if state.short[unit]:
        found.append({"text": f"Moves at half its allowance: {allowance(state, unit)} MP", "case": "12.51"})
    if state.fought[unit] & ATTACKED:
        found.append({"text": "Has attacked in this Combat Phase", "case": "8.12"})
    if state.fought[unit] & RETREATED:
        found.append({"text": "Has retreated in this Combat Phase and adds no strength", "case": "8.74"})
    return found
