"""Japanese fire against leaders (11.4, D88, D118): the star on a color, and the leader who takes one of several hits."""

from __future__ import annotations

from typing import Final

from beachhead.boards.hexes import spaces_of
from beachhead.engine.files.cases import enforces
from beachhead.games.dday.box.kinds import STEP_LOSS
from beachhead.games.dday.counters import marines
from beachhead.games.dday.fire import hits
from beachhead.games.dday.fire.hits import HERO_HIT, INTENSE, MORTARS, MOVERS, STAFF_HIT, STEADY, Candidate, Shot
from beachhead.games.dday.phases import FAMILY, SECOND_DAY
from beachhead.games.dday.state import HIT, DDayState

SEVERAL: Final = 2
"""From so many hits in a hex on, a leader takes one."""


@enforces(FAMILY, "11.4", "11.4-c", "11.4-d", "11.4-e", "11.4.1", "15.3.2", "summary-gt7-star")
def star_picks(state: DDayState, shot: Shot) -> list[Candidate]:
    """The leader that a star strikes beside the hit limit, or several equal ones: a hero or an HQ in the field, command posts
    too, intense before steady, then nearest. From GT 7 heroes come first, then heavy weapons companies, then HQs and command
    posts (D88). A unit that has lost a step in this phase, or loses one by this fire, is spared (6.3.4)."""
    ruleset, found, late = state.ruleset, list[Candidate](), state.turn >= SECOND_DAY
    if shot.mode == MOVERS:
        hot, both = 0, 0
        units = [unit for unit in shot.movers if state.where[unit] >= 0]
    else:
        hot, cool, beyond = hits.zones(state, shot)
        both = (hot | cool | beyond) & state.us_mask
        units = [unit for place in spaces_of(both) for unit in state.units_in(place)]
    struck = {row[0] for row in state.victims if row[1] & STEP_LOSS}
    group = ruleset.ground.group_mask[shot.group]
    for unit in units:
        place = state.where[unit]
        tier = shot.row if shot.mode == MOVERS else INTENSE if hot >> place & 1 else STEADY
        distance = ruleset.ground.nearest(place, group)
        if marines.hero_of(state, unit) >= 0:
            found.append(Candidate(tier, 0, distance, 0, unit, HERO_HIT))
        elif unit in struck or state.acted[unit] & HIT:
            continue
        elif ruleset.is_battalion_hq[unit] or (late and ruleset.is_heavy[unit]):
            found.append(Candidate(tier, 0, distance, 0, unit, STEP_LOSS))
        elif ruleset.is_regimental_hq[unit]:
            found.append(Candidate(tier, 0, distance, 0, unit, STAFF_HIT))
    if late:
        found = _foremost(state, found)
    found.sort()
    return [candidate for candidate in found if hits.rank_of(candidate) == hits.rank_of(found[0])]


@enforces(FAMILY, "summary-gt7-star")
def _foremost(state: DDayState, found: list[Candidate]) -> list[Candidate]:
    """Those of the first kind that is there: heroes, heavy weapons companies, HQs and command posts."""
    heroes = [candidate for candidate in found if candidate.result & HERO_HIT]
    heavy = [candidate for candidate in found if state.ruleset.is_heavy[candidate.unit]]
    return heroes or heavy or found


@enforces(FAMILY, "11.4-b")
def absorbing(state: DDayState, shot: Shot) -> tuple[int, list[int]]:
    """The next hex in which a leader takes one of several hits, and the units among which the player chooses: battalion HQs, or
    else the units of heroes. (-1, []) if there is none.

    Two units or more lose a step there, none of them an HQ, and no hero is hit. A tank in the hex gives the player another way
    out, so the rule rests then. Not at movers, nor by mortars (D118).
    """
    if shot.mode in (MORTARS, MOVERS):
        return -1, []
    ruleset = state.ruleset
    hurt: dict[int, int] = {}
    led: set[int] = set()
    struck: set[int] = set()
    for unit, result, *_ in state.victims:
        place = state.where[unit]
        struck.add(unit)
        if result & STEP_LOSS:
            hurt[place] = hurt.get(place, 0) + 1
        if ruleset.is_battalion_hq[unit] or result & HERO_HIT:
            led.add(place)
    for place in sorted(hurt):
        if hurt[place] < SEVERAL or place in led:
            continue
        units = state.units_in(place)
        if any(ruleset.is_tank[unit] for unit in units):
            continue
        staffs = [unit for unit in units if ruleset.is_battalion_hq[unit] and not state.acted[unit] & HIT and unit not in struck]
        found = staffs or [unit for unit in units if marines.hero_of(state, unit) >= 0]
        if found:
            return place, found
    return -1, []


@enforces(FAMILY, "11.4-c", "11.1.6")
def hit_hero(state: DDayState, unit: int, case: str) -> None:
    """The hero with a unit is hit: he falls, and his memory inspires the unit; a marker that shows that already is gone."""
    hero = marines.hero_of(state, unit)
    if hero < 0:
        return
    name = state.ruleset.unit_ids[unit]
    if state.inspired[hero]:
        marines.drop_hero(state, hero)
        state.report("hero", case, f"The inspired marker with {name} is removed", {"unit": name, "inspired": False})
    else:
        state.inspired[hero] = 1
        state.stale_command = -1
        state.report("hero", case, f"The hero with {name} falls; the unit is inspired", {"unit": name, "inspired": True})
