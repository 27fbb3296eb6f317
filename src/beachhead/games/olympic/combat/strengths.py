"""Combat strengths and the Combat Results Table (8.3, 8.8, 13.1, 14.24)."""

from __future__ import annotations

from typing import Final

from beachhead.engine.files.cases import enforces
from beachhead.games.olympic.ground import FAMILY
from beachhead.games.olympic.ruleset import OlympicRuleset
from beachhead.games.olympic.state import RETREATED, OlympicState
from beachhead.games.olympic.supply import jp_region, militia_supplied, us_supplied

LOWEST: Final = -2
"""The worst differential at which an attack can be made (8.8-note-1)."""


@enforces(FAMILY, "8.32", "8.33", "8.33-example", "8.34", "8.37", "8.74", "12.51", "12.52", "7.21", "8.24", "3.3-strength")
def jp_defense(state: OlympicState, space: int, region: int = -1) -> int:
    """What the Japanese units in a hex defend with: their sum, halved if unsupplied, then doubled on Game-Turn 1 for Coastal
    units, then times the best terrain. Units that have retreated there in this phase add nothing (A8, A9, A63). Who asks for
    many hexes passes on the `region` in supply."""
    ruleset = state.ruleset
    coastal = others = 0
    unit, below, fought = state.tops[space] - 1, state.below, state.fought
    while unit >= 0:
        if not fought[unit] & RETREATED:
            if ruleset.is_coastal[unit]:
                coastal += ruleset.strength[unit]
            else:
                others += ruleset.strength[unit]
        unit = below[unit]
    if not coastal + others:
        return 0
    terrain = ruleset.ground.defence[space]
    if state.turn == 1:
        double = 2 * terrain if ruleset.double_with_terrain else max(2, terrain)
        return coastal * double + others * terrain
    total = coastal + others
    if region < 0:
        region = jp_region(state, ruleset.ground.bit[space])
    return (total if region & ruleset.ground.bit[space] else (total + 1) // 2) * terrain


@enforces(FAMILY, "13.1-strength", "13.1-add", "12.41")
def militia_strength(state: OlympicState, place: int) -> int:
    """What a militia defends with before its die: 2 in a Town, 4 in a City, half that if unsupplied."""
    base = state.ruleset.ground.militia[place]
    return base if militia_supplied(state, place) else (base + 1) // 2


@enforces(FAMILY, "14.24", "13.1-add")
def militia_rolled(state: OlympicState, place: int, die: int) -> int:
    """The same with its Track 4 die: halves of supply and die together are rounded up once (A9)."""
    quarters = state.ruleset.ground.militia[place] * state.ruleset.components.track4[die - 1]
    quarters *= 2 if militia_supplied(state, place) else 1
    return (quarters + 3) // 4


def fresh_militia(state: OlympicState, space: int) -> bool:
    """Whether a hex has militia that has not been attacked in this phase."""
    place = state.ruleset.ground.place_at[space]
    return place >= 0 and bool(state.militia[place]) and not state.stormed[place]


@enforces(FAMILY, "13.2-must", "8.25")
def defense(state: OlympicState, space: int, region: int = -1) -> int:
    """What a hex defends with, its militia at its normal strength included. Who asks for many hexes passes on the `region` in
    Japanese supply."""
    place = state.ruleset.ground.place_at[space]
    guard = militia_strength(state, place) if place >= 0 and state.militia[place] else 0
    return jp_defense(state, space, region) + guard


@enforces(FAMILY, "8.35", "11.31", "11.33", "8.33", "12.51", "12.52", "8.34")
def defense_of_unit(state: OlympicState, unit: int) -> int:
    """What one U.S. unit defends with: halved if unsupplied, then times terrain, or two in a Fortified Supply Beachhead."""
    ruleset, space = state.ruleset, state.where[unit]
    strength = ruleset.strength[unit]
    if not us_supplied(state, unit):
        strength = (strength + 1) // 2
    cover = ruleset.ground.defence[space]
    return strength * (max(2, cover) if state.fort_mask >> space & 1 else cover)


@enforces(FAMILY, "8.8", "8.8-note-1", "8.6")
def column(ruleset: OlympicRuleset, differential: int) -> int:
    """The column of a differential; there is no other to choose. Below the lowest there is none: -1."""
    columns = ruleset.components.columns
    if differential < columns[0][0]:
        return -1
    for number, (_, high) in enumerate(columns):
        if differential <= high:
            return number
    return len(columns) - 1


def label(ruleset: OlympicRuleset, number: int) -> str:
    """How a column is headed."""
    columns = ruleset.components.columns
    if number < 0:
        return f"below {columns[0][0]}"
    low, high = columns[number]
    first = f"{low:+}" if low else "0"
    if number == len(columns) - 1:
        return f"{first} or more"
    return first if low == high else f"{first} to {high:+}"


def plus(differential: int) -> str:
    """A differential as people say it.

    >>> plus(3), plus(0), plus(-2)
    ('+3', '0', '-2')
    """
    return f"{differential:+d}" if differential else "0"
