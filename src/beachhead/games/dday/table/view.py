"""What can be seen of a position: the items of a view. Nothing in a state of D-Day is hidden from its player (`state`)."""

from __future__ import annotations

from typing import Any, Final

from beachhead.engine import lots
from beachhead.engine.secrecy import Shown
from beachhead.games.dday import marines, phases, victory
from beachhead.games.dday.box.kinds import COLORS, HERO_TYPES, US_TYPES, WEAPONS, names_of
from beachhead.games.dday.saves.position import place_name
from beachhead.games.dday.state import (
    ABSENT,
    ACTED,
    DEPTH_UP,
    FORT_UP,
    POOLS,
    SECOND_DEPTH_UP,
    SECOND_UP,
    TANK_DEPTH_UP,
    TANK_UP,
    UNIT_UP,
    DDayState,
)

Plain = dict[str, Any]
ADJACENT: Final = 1
RANGED: Final = 2


def units_of(state: DDayState) -> Plain:
    """US units: where they are, what is left of them."""
    ruleset = state.ruleset
    heroes = {owner: hero for hero, owner in enumerate(state.hero_on) if owner >= 0}
    found: Plain = {}
    for unit, place in enumerate(state.where):
        if place == ABSENT:
            continue
        entry: Plain = {
            "side": "us",
            "arm": US_TYPES[ruleset.kind[unit]],
            "place": place_name(state, place),
            "steps": state.steps[unit],
            "full": ruleset.full_steps[unit],
            "strength": marines.strength(state, unit) if state.steps[unit] else 0,
            "range": marines.attack_range(state, unit) if state.steps[unit] else 0,
            "weapons": names_of(marines.weapons(state, unit, ADJACENT), WEAPONS) if state.steps[unit] else [],
            "marks": marks_of(state, unit),
        }
        hero = heroes.get(unit, -1)
        if hero >= 0:
            entry["hero"] = "inspired" if state.inspired[hero] else HERO_TYPES[ruleset.hero_type[hero]]
        found[ruleset.unit_ids[unit]] = entry
    return found


def marks_of(state: DDayState, unit: int) -> list[str]:
    """Markers on a US unit."""
    marks = []
    if state.disrupted[unit]:
        marks.append("disrupted")
    if state.acted[unit] & ACTED:
        marks.append("acted")
    return marks


_ROWS: Final = (
    ("unit", UNIT_UP), ("second", SECOND_UP), ("depth", DEPTH_UP), ("second_depth", SECOND_DEPTH_UP), ("fort", FORT_UP),
    ("lower_fort", 0), ("tank", TANK_UP), ("tank_depth", TANK_DEPTH_UP),
)  # fmt: skip


def positions_of(state: DDayState) -> Plain:
    """Position hexes with what stands in them. A counter face down is a row of what it may be, under `lots`."""
    ruleset = state.ruleset
    found: Plain = {}
    for position, place in enumerate(ruleset.position_hex):
        entry: Plain = {}
        for name, face in _ROWS:
            counter = getattr(state, name)[position]
            if counter:
                entry[name.replace("_", " ")] = counter_of(state, counter, bool(state.faces[position] & face))
        if state.shaken[position]:
            entry["disrupted"] = True
        if state.guns_lost[position]:
            entry["guns destroyed"] = True
        if state.smoked[ruleset.position_group[position]]:
            entry["smoke"] = True
        if state.woken[ruleset.position_group[position]]:
            entry["woken"] = True
        if state.done[position]:
            entry["done"] = state.done[position]
        if state.used[position]:
            entry["used"] = True
        if entry:
            found[ruleset.hex_name(place)] = entry
    return found


def counter_of(state: DDayState, counter: int, up: bool) -> Plain:
    """A Japanese counter: its name if everybody knows it, or the lot it belongs to."""
    if counter > 0:
        return {"id": state.ruleset.counter_ids[counter], "up": up}
    return {"lot": -counter, "up": False}


def lots_of(state: DDayState) -> Plain:
    """What counters face down may be: names, or lots within lots."""
    ids = state.ruleset.counter_ids
    return {
        str(row): [ids[member] if member > 0 else {"lot": -member} for member in lot] for row, lot in enumerate(state.lots) if lot
    }


def pools_of(state: DDayState) -> Plain:
    """Pools of Japanese counters: how many of which lot, and those that everybody knows."""
    ids = state.ruleset.counter_ids
    found: Plain = {}
    for name, pool in zip(POOLS, state.pools, strict=True):
        rows: Plain = {}
        known = []
        for counter in pool:
            if counter > 0:
                known.append(ids[counter])
            else:
                rows[str(-counter)] = rows.get(str(-counter), 0) + 1
        found[name] = {"count": len(pool), "known": sorted(known), "lots": rows}
    return found


def cards_of(state: DDayState) -> Plain:
    """The deck and its piles."""
    found: Plain = state.ruleset.deck.shown(_cards)[0].show(state)
    return found


def _cards(state: DDayState) -> list[list[int]]:
    return state.cards


def standing_of(state: DDayState) -> list[Plain]:
    """The objectives as they stand."""
    if state.outcome is not None:
        return []
    return [
        {"name": criterion.name, "case": criterion.case, "met": criterion.met, "says": criterion.says}
        for criterion in victory.criteria(state)
    ]


def may_be(state: DDayState, counter: int) -> dict[str, str]:
    """What a counter may be, by name, with the chance of each."""
    ids = state.ruleset.counter_ids
    return {ids[number]: str(chance) for number, chance in sorted(lots.candidates(state.lots, counter).items())}


def memory_of(state: DDayState) -> Plain:
    """What else a seat may remember and a state rests on: where units began and came from, the cup, groups of landing checks,
    the fire under way."""
    ruleset = state.ruleset
    ids = ruleset.unit_ids
    return {
        "began": {ids[unit]: ruleset.hex_name(place) for unit, place in enumerate(state.began) if place >= 0},
        "came from": {ids[unit]: ruleset.hex_name(place) for unit, place in enumerate(state.came_from) if place >= 0},
        "marks": {ids[unit]: bits for unit, bits in enumerate(state.acted) if bits},
        "disrupted": {ids[unit]: turn for unit, turn in enumerate(state.disrupted) if turn},
        "markers": {ids[unit]: ruleset.components.step_losses[n - 1].id for unit, n in enumerate(state.marker) if n},
        "cup": list(state.cup),
        "heroes": {
            ruleset.components.heroes[hero].id: [ids[owner], bool(state.inspired[hero])]
            for hero, owner in enumerate(state.hero_on)
            if owner >= 0
        },
        "landed": list(state.landed),
        "lasting": [ruleset.components.events[n].id for n, lasts in enumerate(state.lasting) if lasts],
        "checks": [list(check) for check in state.checks],
        "fire": [state.card, state.firing, state.hits, [list(victim) for victim in state.victims]],
        "steps": [list(row) for row in state.plain()["stack"]],
    }


def colors_of(state: DDayState) -> list[str]:
    """The colors of the fire card that is being played."""
    if state.card < 0:
        return []
    return [COLORS[entry.color] for entry in state.ruleset.card_faces[state.card].fire]


SHOWN: Final[tuple[Shown[DDayState], ...]] = (
    Shown("turn", lambda state: state.turn),
    Shown("phase", lambda state: phases.PHASES[state.phase].name if state.outcome is None else "over"),
    Shown("units", units_of),
    Shown("positions", positions_of),
    Shown("lots", lots_of),
    Shown("pools", pools_of),
    Shown("cards", cards_of),
    Shown("naval", lambda state: state.naval),
    Shown("air", lambda state: state.air),
    Shown("losses", lambda state: state.losses),
    Shown("replacements", lambda state: state.replacements),
    Shown("objectives", standing_of),
    Shown("under way", memory_of),
)
