"""Which Japanese unit attacks which U.S. unit (8.51, 8.52)."""

from __future__ import annotations

from typing import NamedTuple

from beachhead.boards.matching import pairs_of_largest
from beachhead.engine.files.cases import enforces
from beachhead.games.olympic.combat.strengths import LOWEST, defense_of_unit
from beachhead.games.olympic.ground import FAMILY
from beachhead.games.olympic.state import ATTACKED, DEFENDED, RETREATED, OlympicState
from beachhead.games.olympic.supply import jp_region_now


class Offer(NamedTuple):
    """The next attack of the doctrine: the U.S. unit attacked, and the units of one hex that may make it, the first by
    default (A101)."""

    defender: int
    attackers: list[int]


@enforces(FAMILY, "8.12", "8.13", "8.51", "12.31")
def is_able(state: OlympicState, unit: int, region: int) -> bool:
    """Whether a Japanese unit may still attack: supplied now (`region`), and it has neither attacked nor retreated."""
    return not state.fought[unit] & (ATTACKED | RETREATED) and bool(region & state.ruleset.ground.bit[state.where[unit]])


class Able:
    """The Japanese units that may still attack, wherever there is somebody to attack: by hex, and these hexes as bits."""

    __slots__ = ("hexes", "units")

    @enforces(FAMILY, "8.12", "8.13", "8.51", "12.31")
    def __init__(self, state: OlympicState) -> None:
        near = state.jp_mask & state.us_zone()
        near &= jp_region_now(state, near)
        tops, below, fought = state.tops, state.below, state.fought
        self.hexes = 0
        self.units: dict[int, list[int]] = {}
        while near:
            low = near & -near
            near ^= low
            space = low.bit_length() - 1
            unit, found = tops[space] - 1, []
            while unit >= 0:
                if not fought[unit] & (ATTACKED | RETREATED):
                    found.append(unit)
                unit = below[unit]
            if found:
                self.hexes |= low
                self.units[space] = found


@enforces(FAMILY, "8.11", "8.23", "8.22", "8.51", "8.8-note-1", "8.12")
def attackers_of(state: OlympicState, unit: int, able: Able) -> list[int]:
    """The Japanese units that could attack a U.S. unit now, by hex ascending: next to it, able, and at -2 or better."""
    near = state.ruleset.ground.near_mask[state.where[unit]] & able.hexes
    found: list[int] = []
    if near and not state.fought[unit] & DEFENDED:
        strength, least = state.ruleset.strength, defense_of_unit(state, unit) + LOWEST
        while near:
            low = near & -near
            near ^= low
            for other in able.units[low.bit_length() - 1]:
                if strength[other] >= least:
                    found.append(other)
    return found


@enforces(FAMILY, "8.52-b", "8.52-c", "8.52-d")
def in_scan_order(state: OlympicState, space: int) -> list[int]:
    """The U.S. units of a hex in the order in which they are attacked: the strongest first, then from the top."""
    units = state.units_in(space)
    if len(units) > 1:
        strength = state.ruleset.strength
        units = [unit for _, _, unit in sorted([(-strength[unit], place, unit) for place, unit in enumerate(units)])]
    return units


def graph(state: OlympicState) -> dict[int, list[int]]:
    """All attacks that are possible now: for each U.S. unit, in the order of 8.52, the Japanese units that could attack it."""
    ground, ready = state.ruleset.ground, Able(state)
    contact = state.us_mask & ground.land_mask & ground.around.step(ready.hexes)
    found: dict[int, list[int]] = {}
    while contact:
        space = contact.bit_length() - 1
        contact ^= ground.bit[space]
        for unit in in_scan_order(state, space):
            able = attackers_of(state, unit, ready)
            if able:
                found[unit] = able
    return found


def pairs(state: OlympicState) -> list[tuple[int, int]]:
    """All attacks (Japanese unit, U.S. unit) that belong to some largest set of attacks."""
    return sorted([(attacker, defender) for defender, attacker in pairs_of_largest(graph(state))])


@enforces(FAMILY, "8.51", "8.52-a", "8.52-b", "8.52-c", "8.52-d", "8.27", "4.2-B3")
def next_attack(state: OlympicState) -> Offer | None:
    """The attack that the doctrine makes next, or None.

    U.S. units are scanned by hex descending, strength descending, then from the top of the stack (A12). The first that can be
    attacked at all always is: one of those who could attack it can be freed for it. So only the units that hang together with it
    matter for who attacks.
    """
    ground, ready = state.ruleset.ground, Able(state)
    contact = state.us_mask & ground.land_mask & ground.around.step(ready.hexes)
    while contact:
        space = contact.bit_length() - 1
        contact ^= ground.bit[space]
        for unit in in_scan_order(state, space):
            able = attackers_of(state, unit, ready)
            if able:
                return Offer(unit, _who(state, unit, able, ready))
    return None


@enforces(FAMILY, "8.51", "8.52-a")
def _who(state: OlympicState, defender: int, able: list[int], ready: Able) -> list[int]:
    """Of the units that could attack, those of the lowest hex from which the number of attacks stays the largest possible."""
    if len(able) == 1:
        return able
    where, strength = state.where, state.ruleset.strength
    links = _hanging_together(state, defender, able, ready)
    if len(links) == 1:
        good = able
    else:
        largest = pairs_of_largest(links)
        good = [unit for unit in able if (defender, unit) in largest]
    lowest = where[good[0]]
    here = sorted([(-strength[unit], unit) for unit in good if where[unit] == lowest])
    return [unit for _, unit in here]


def _hanging_together(state: OlympicState, defender: int, able: list[int], ready: Able) -> dict[int, list[int]]:
    """All possible attacks that share a unit with these, directly or through others."""
    ground, where = state.ruleset.ground, state.where
    links = {defender: able}
    met = set(able)
    seen = {defender}
    waiting = list(able)
    for attacker in waiting:
        near = ground.near_mask[where[attacker]] & state.us_mask
        while near:
            low = near & -near
            near ^= low
            for unit in state.units_in(low.bit_length() - 1):
                if unit in seen:
                    continue
                seen.add(unit)
                more = attackers_of(state, unit, ready)
                if more:
                    links[unit] = more
                    for other in more:
                        if other not in met:
                            met.add(other)
                            waiting.append(other)
    return links
