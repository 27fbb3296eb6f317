"""What a unit may do now, what not and by which case, and the hexes that matter to it; of a dug-in one, what may lie there."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

from beachhead.boards.hexes import spaces_of
from beachhead.engine.action import SPACE, UNIT, pack, unpack
from beachhead.engine.choices import Choices
from beachhead.engine.shown.words import counted, listed
from beachhead.games.bonins import verbs
from beachhead.games.bonins.ground import SAFE
from beachhead.games.bonins.movement import halves
from beachhead.games.bonins.phases import COMBAT_PHASES, JP_COMBAT, MOVEMENT_PHASES, US_MOVEMENT
from beachhead.games.bonins.state import (
    ADVANCED,
    ATTACKED,
    AVAILABLE,
    DEFENDED,
    ELIMINATED,
    LANDED,
    MOVED,
    REBUILT,
    REMOVED,
    RESERVES,
    BoninsState,
)
from beachhead.games.bonins.table.prospects import percent
from beachhead.games.bonins.worlds import GARRISON, deploying, may_lie

Plain = dict[str, Any]
Line = dict[str, str]
SECOND: Final = (verbs.DECLARE, verbs.ATTACK)
"""Verbs whose second hex is the one that acts."""
FIRST: Final = (verbs.JOIN, verbs.STAND, verbs.ADVANCE, verbs.MARCH, verbs.TURN, verbs.TRY, verbs.TUNNEL)
"""Verbs whose first hex is the one that acts."""
MOST: Final = 6
"""Kinds of unit that a line about a dug-in one names."""


def about_unit(state: BoninsState, side: str | None, name: str) -> Plain:
    """All that can be said of a unit that the side sees; of one that it does not see, nothing."""
    ruleset = state.ruleset
    unit = ruleset.number.get(name, -1)
    if unit < 0:
        return about_dug_in(state, side, name)
    place = state.where[unit]
    spaces: dict[str, list[str]] = {}
    if place >= 0:
        near = ruleset.ground.near[place]
        spaces["zone"] = [ruleset.ground.names[hex_] for hex_ in near]
        enemies = state.jp_mask if state.is_us(unit) else state.us_mask
        targets = [ruleset.ground.names[hex_] for hex_ in near if enemies >> hex_ & 1]
        if targets:
            spaces["targets"] = targets
    can, hindered = _offers(state, side, ruleset.sides[ruleset.units[unit].side], place, unit)
    known = {line["case"] for line in hindered}
    return {"can": can, "cannot": [*hindered, *(x for x in _state_of(state, unit) if x["case"] not in known)], "spaces": spaces}


# ---------------------------------------------------------------------- dug in


def about_dug_in(state: BoninsState, side: str | None, name: str) -> Plain:
    """A dug-in counter: what may lie there and how likely, and what that was counted from; its owner knows it."""
    ruleset = state.ruleset
    nothing: Plain = {"can": [], "cannot": [], "spaces": {}}
    if name not in ruleset.dug_names or (deploying(state) and side != "jp"):
        return nothing
    space = ruleset.dug_names.index(name)
    if not state.dug_in(space):
        return nothing
    near = [ruleset.ground.names[hex_] for hex_ in ruleset.ground.near[space]]
    can, hindered = _offers(state, side, "jp", space, -1)
    notes = may_be_lines(state, space)
    if GARRISON.open_to(state, side, None):
        notes = [line | {"text": f"To the U.S.: {line['text'][:1].lower()}{line['text'][1:]}"} for line in notes[:1]]
    return {"can": can, "cannot": hindered, "notes": notes, "spaces": {"zone": near}}


def may_be_lines(state: BoninsState, space: int) -> list[Line]:
    """What may lie face down in a hex, as whoever does not know can count it."""
    if deploying(state):
        return []
    ruleset = state.ruleset
    may, worlds = may_lie(state, space)
    kinds: dict[str, Fraction] = {}
    for unit, chance in may.items():
        kind = ruleset.units[unit].kind
        kinds[kind] = kinds.get(kind, Fraction(0)) + chance
    listed_ = sorted(kinds.items(), key=lambda item: (-item[1], item[0]))
    words = [f"{kind} {percent(chance)}" for kind, chance in listed_[:MOST]]
    rest = sum((chance for _, chance in listed_[MOST:]), Fraction(0))
    words += [f"others {percent(rest)}"] if rest else []
    how = f"counted in {worlds} worlds that fit what was shown" if worlds else "any that was never shown"
    guns = sum((chance for unit, chance in may.items() if ruleset.is_anti_tank[unit]), Fraction(0))
    defense = sum((chance * ruleset.defense[unit] for unit, chance in may.items()), Fraction(0))
    if len(may) == 1:
        text = f"It must be {ruleset.unit_ids[next(iter(may))]}: it was shown"
    else:
        text = f"One of {counted(len(may), 'unit')}, {how}: {', '.join(words)}"
    found = [{"text": text, "case": "hidden-us-view"}]
    found.append({"text": f"Stops tanks with {percent(guns)}; defense {float(defense):.1f} on average", "case": "17.3-b"})
    return found


# ---------------------------------------------------------------------- what it may do


def _offers(state: BoninsState, side: str | None, owner: str, place: int, unit: int) -> tuple[list[Line], list[Line]]:
    """What is offered to a unit of the side that decides, and if nothing is, why."""
    if state.over or side != state.side or owner != side:
        return [], []
    choices = state.choices()
    found: dict[str, str] = {}
    for code in choices:
        number, first, second, _ = unpack(code)
        verb = state.ruleset.verbs[number]
        kinds = verb.kinds
        if kinds and kinds[0] == UNIT:
            mine = first == unit or (len(kinds) > 1 and kinds[1] == UNIT and second == unit)
        elif kinds and kinds[0] == SPACE:
            mine = place >= 0 and ((number in FIRST and first == place) or (number in SECOND and second == place))
        else:
            mine = False
        if mine:
            found.setdefault(verb.word, verb.says)
    can = [{"verb": word, "says": says} for word, says in found.items()]
    return can, [] if can else _hindrance(state, place, unit, choices)


def _hindrance(state: BoninsState, place: int, unit: int, choices: Choices) -> list[Line]:
    """Why an own unit has nothing to do: the refusal of the most natural thing it might try."""
    for code in _tries(state, place, unit):
        if code not in choices:
            refusal = state.refusal_of(code)
            return [{"text": refusal.reason, "case": refusal.case}]
    return []


def _tries(state: BoninsState, place: int, unit: int) -> list[int]:
    """What the unit would most naturally do in this step, the likeliest first."""
    ground, step = state.ruleset.ground, state.step.name
    if step == "movement" and place < 0:
        return [pack(verbs.LAND, unit, space) for space in spaces_of(state.beach_mask())]
    if place < 0:
        return []
    near = ground.near[place]
    if step == "movement":
        free = [space for space in near if not state.jp_mask >> space & 1]
        return [pack(verbs.MOVE, unit, space) for space in (*free, *near)]
    if step == "sortie":
        return [pack(verbs.MARCH, place, space) for space in near if not (state.us_mask | state.jp_mask) >> space & 1]
    enemies = state.jp_mask if unit >= 0 and state.is_us(unit) else state.us_mask
    targets = [space for space in near if enemies >> space & 1] or list(near)
    if step in ("combat", "japanese combat"):
        return [pack(verbs.ATTACK, target, place) for target in targets]
    if step == "declare":
        return [pack(verbs.DECLARE, target, place) for target in targets]
    if step in ("attacking", "declaring"):
        return [pack(verbs.JOIN, place)]
    if step == "retreat" and unit >= 0:
        return [pack(verbs.RETREAT, unit, space) for space in near]
    if step == "advance":
        return [pack(verbs.ADVANCE, place, state.target)]
    return []


# ---------------------------------------------------------------------- how it stands


def _state_of(state: BoninsState, unit: int) -> list[Line]:
    """What matters about a unit, whoever decides now."""
    place = state.where[unit]
    if place < 0:
        return _off_map(state, unit, place)
    found: list[Line] = []
    us, bit = state.is_us(unit), 1 << place
    if us and state.jp_mask & bit:
        found.append(
            {"text": "Shares its hex with the enemy: it must attack, and dies if the hex is not emptied", "case": "14.2-f"}
        )
    if us and state.beach_mask() & bit and unit not in state.top_units(place):
        found.append({"text": "Under the top of a beach stack: it neither attacks nor defends", "case": "14.3-b"})
    if (state.jp_zone() if us else state.us_zone()) & bit:
        free = "it moves one hex into another, or out of them" if not state.ruleset.locked_zones else "only combat frees it"
        found.append({"text": f"In an enemy zone of control: {free}", "case": "std-6.1-b"})
    found += _done(state, unit)
    if us and state.phase in MOVEMENT_PHASES:
        found += _moving(state, unit, place)
    return found


def _off_map(state: BoninsState, unit: int, place: int) -> list[Line]:
    """Where it waits, or why it is gone."""
    if not state.is_us(unit):
        return (
            [{"text": "Eliminated: it covers a box of the Fire Support Track", "case": "21.1-a"}] if unit in state.track else []
        )
    says = {
        AVAILABLE: ("At sea, available for landing", "14.1-b"),
        RESERVES: (f"In reserve: calling a regiment forward costs a turn (the last is {state.last_turn} now)", "14.4-c"),
        ELIMINATED: ("Eliminated: a replacement step brings it back to the Available box", "14.6-c"),
        REMOVED: ("Out of the game for Task Force Collins", "17.4-b"),
    }
    if place not in says:
        return []
    text, case = says[place]
    return [{"text": text, "case": case}]


def _done(state: BoninsState, unit: int) -> list[Line]:
    """What it has done in this phase."""
    found: list[Line] = []
    acted, fought = state.acted[unit], state.fought[unit]
    if state.phase in MOVEMENT_PHASES:
        if acted & LANDED:
            found.append({"text": "Has landed, which is its whole move", "case": "14.2-e"})
        elif acted & REBUILT:
            found.append({"text": "Has received a replacement step and cannot move in this phase", "case": "14.7-c"})
        elif acted & MOVED:
            found.append({"text": "Has moved", "case": "std-5.1-d"})
    if state.phase in (*COMBAT_PHASES, JP_COMBAT):
        if fought & ADVANCED:
            found.append({"text": "Has advanced: it neither attacks nor is attacked again in this phase", "case": "std-7.9-c"})
        elif fought & ATTACKED:
            found.append({"text": "Has attacked in this phase", "case": "std-7.1-b"})
        if fought & DEFENDED:
            found.append({"text": "Has been attacked in this phase, and is not attacked again", "case": "std-7.1-b"})
    return found


def _moving(state: BoninsState, unit: int, place: int) -> list[Line]:
    """Its allowance, and whether it is far enough from the enemy."""
    ground = state.ruleset.ground
    found: list[Line] = []
    printed = state.halves_of(unit) // 2
    if halves(state, unit) // 2 < printed:
        why = [text for text, here in (("mobile phase", state.phase != US_MOVEMENT), ("storm", state.storm)) if here]
        found.append({"text": f"Moves {halves(state, unit) // 2} of {printed} MP: {listed(why)}", "case": "13.0-4.1-e"})
    near = ground.within(state.jp_mask, SAFE - 1) >> place & 1
    if near and state.phase == US_MOVEMENT:
        text = "Nearer than four hexes to a Japanese unit: no redeployment, no rebuilding"
        found.append({"text": text, "case": "15.0-b"})
    return found
