"""The arithmetic of an attack (8.2, 8.3): strengths, weapons against requirements, and the cell of the US Attack Results Chart.

Everything here is worked out from numbers that are handed in, so that the page can ask what an attack would come to for every
counter that may lie face down (`chances`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from beachhead.boards.hexes import spaces_of
from beachhead.engine.files.cases import enforces
from beachhead.games.dday.box.kinds import BLACK, CC, FL, NA
from beachhead.games.dday.box.sheets import AttackChart
from beachhead.games.dday.combat import attackers
from beachhead.games.dday.combat.attackers import AIR, NAVAL
from beachhead.games.dday.control import command, lasting_events
from beachhead.games.dday.counters import artillery_points, marines
from beachhead.games.dday.phases import FAMILY
from beachhead.games.dday.ruleset import DDayRuleset
from beachhead.games.dday.state import (
    DEPTH_UP,
    FORT_UP,
    SECOND_DEPTH_UP,
    SECOND_UP,
    TANK_DEPTH_UP,
    TANK_STANCE,
    TANK_UP,
    UNIT_STANCE,
    UNIT_UP,
    DDayState,
)

UNREVEALED: Final = 0
REVEALED: Final = 1
ALONE: Final = 2
"""Columns of the chart, worst first."""
PARTS: Final = 8
"""Strengths are added up in eighths of a point: range, a bluff and a lack of ammunition may each halve a unit."""
FLANKS: Final = 3
AGAIN: Final = "R"
NOTHING: Final = "NE"


class Force(NamedTuple):
    """What attacks."""

    strength: int
    weapons: int
    """Weapons that anybody brings, as bits."""
    hexes: int
    """The hexes next to the target from which units attack, as bits."""


class Defense(NamedTuple):
    """What defends."""

    strength: int
    requires: int
    """Weapons and tactics that the attackers need, as bits."""
    flanked_twice: bool
    """Both unit and depth marker ask for flanking (8.2.2-b)."""
    column: int
    heroic: bool = False
    """A Japanese hero asks for close combat, and nothing answers that."""


class Reading(NamedTuple):
    """What the chart says."""

    row: int
    column: int
    unmet: int
    codes: tuple[str, ...]


# ---------------------------------------------------------------------- attackers


@enforces(FAMILY, "20.0-ammo-dump")
def is_short(state: DDayState, unit: int) -> bool:
    """Whether a unit is down to half its strength for lack of ammunition: heavy weapons and tanks after the explosion."""
    ruleset = state.ruleset
    if not (ruleset.is_tank[unit] or ruleset.is_heavy[unit]):
        return False
    return lasting_events.is_lasting(state, lasting_events.AMMO_DUMP)


@enforces(
    FAMILY,
    "8.3-c-2",
    "8.3.1",
    "8.3.1-a",
    "8.2.7-important",
    "8.2.8-a",
    "8.2.8-b",
    "8.5-b",
    "8.5-c",
    "8.5-d",
    "8.5.1-a",
    "8.5.1-c",
)
def strength_of(state: DDayState, position: int, units: Sequence[int], support: int = 0, points: int = 0) -> int:
    """The strength of all attackers together. At two hexes, and across a bluff, it is halved, both if both; fractions of a hex
    are rounded up after its units are added. Naval gunfire is worth six, an airstrike five, artillery its points."""
    ruleset, target = state.ruleset, state.hex_of(position)
    hexes: dict[int, int] = {}
    for unit in units:
        worth = marines.strength(state, unit) * PARTS
        if is_short(state, unit):
            worth //= 2
        hexes[state.where[unit]] = hexes.get(state.where[unit], 0) + worth
    total = points + artillery_points.total(support)
    for place, worth in hexes.items():
        if ruleset.ground.distance[place][target] > 1:
            worth //= 2
        if attackers.crosses_bluff(state, place, target):
            worth //= 2
        total += -(-worth // PARTS)
    chart = ruleset.components.support
    if support & NAVAL:
        total += chart["naval_gunfire"].strength
    if support & AIR:
        total += chart["airstrike"].strength
    return total


@enforces(FAMILY, "8.2.6-a", "8.5.1-b", "8.2.7-a", "8.2.7-b", "8.3.1-a", "8.2.5", "8.5.1-c", "11.2.1-a-4", "15.3-c")
def weapons_of(state: DDayState, position: int, units: Sequence[int], support: int = 0, points: int = 0) -> int:
    """All weapons of the attackers: one is enough for all who ask for it. Whoever is next to the target under a regimental HQ
    or command post has its radio; where everybody is in command, everybody (8.2.5, D72)."""
    found = 0
    for unit in units:
        hexes = attackers.far(state, unit, position)
        found |= marines.weapons(state, unit, hexes)
        if hexes <= 1 and command.has_regiment(state, unit):
            found |= state.ruleset.charts.weapons.regimental_hq
    if support & NAVAL:
        found |= NA
    if points or artillery_points.total(support):
        found |= state.ruleset.charts.weapons.artillery
    return found


def force_of(state: DDayState, position: int, units: Sequence[int], support: int = 0, points: int = 0) -> Force:
    """Attackers as the chart needs them."""
    near = state.ruleset.ground.near_mask[state.hex_of(position)]
    hexes = 0
    for unit in units:
        hexes |= 1 << state.where[unit] & near
    return Force(strength_of(state, position, units, support, points), weapons_of(state, position, units, support, points), hexes)


# ---------------------------------------------------------------------- defenders


@enforces(FAMILY, "17.3-h", "17.3-i", "17.4-b", "17.4-c", "8.3-c-2")
def multiplier(ruleset: DDayRuleset, position: int, place: int, fortified: bool) -> int:
    """What terrain and fort multiply the strength of units by: a fort on a black hilltop triples it, any other doubles it and
    triples it on ground that doubles by itself."""
    ground = ruleset.ground.defense[place]
    if not fortified:
        return ground
    here = ruleset.positions[position]
    if here.color == BLACK and here.hilltop:
        return 3
    return 3 if ground > 1 else 2


@enforces(FAMILY, "14.4.4")
def exposed(state: DDayState, position: int) -> tuple[int, ...]:
    """The units of a hex that ground does not help, with their markers: those in counterattack stance."""
    if position >= state.ruleset.position_count:
        return ()
    bits = state.stance[position]
    found = (state.unit[position], state.depth[position]) if bits & UNIT_STANCE else ()
    return (*found, state.tank[position], state.tank_depth[position]) if bits & TANK_STANCE else found


@enforces(
    FAMILY, "8.2-a-fort", "8.2.2-a", "8.2.2-b", "8.3-c-2", "8.3-c-4", "17.3-b", "17.3-c", "14.4.4", "20.0-japanese-hero-a",
)  # fmt: skip
def defense_of(state: DDayState, position: int, units: Sequence[int], depth: Sequence[int], hidden: bool, fort: int) -> Defense:
    """Defenders as the chart needs them: units and depth markers that are turned up, whether any marker is not, and the top fort.

    Units and markers are multiplied, the fort adds the strength of its class (D15). A code that several list counts once (D17).
    A Japanese hero doubles the strongest unit before that. The ground does not help those in counterattack stance; a fort still
    doubles them.
    """
    ruleset, heroic = state.ruleset, bool(state.japanese_heroes[position])
    strengths, asks = ruleset.counter_strength, ruleset.counter_requires
    strength = by_units = by_depth = by_fort = 0
    bare = exposed(state, position)
    times, least = multiplier(ruleset, position, state.hex_of(position), fort != 0), 2 if fort else 1
    for counter in units:
        strength += strengths[counter] * (least if counter in bare else times)
        by_units |= asks[counter]
    for counter in depth:
        strength += strengths[counter] * (least if counter in bare else times)
        by_depth |= asks[counter]
    if heroic and units:
        strongest = max(units, key=lambda counter: strengths[counter])
        strength += strengths[strongest] * (least if strongest in bare else times)
    if fort:
        strength += strengths[fort]
        by_fort = asks[fort]
    column = UNREVEALED if hidden else REVEALED if depth else ALONE
    asked = by_units | by_depth | by_fort | (CC if heroic else 0)
    return Defense(strength, asked, bool(by_units & by_depth & FL), column, heroic)


def defense_in(state: DDayState, position: int) -> Defense:
    """The defenders of a hex whose units have been turned up."""
    faces, units, depth, hidden = state.faces[position], list[int](), list[int](), False
    for row, face in ((state.unit, UNIT_UP), (state.second, SECOND_UP), (state.tank, TANK_UP)):
        if row[position] and faces & face:
            units.append(row[position])
    for row, face in ((state.depth, DEPTH_UP), (state.second_depth, SECOND_DEPTH_UP), (state.tank_depth, TANK_DEPTH_UP)):
        if row[position]:
            if faces & face:
                depth.append(row[position])
            else:
                hidden = True
    fort = state.fort[position] if faces & FORT_UP else 0
    return defense_of(state, position, units, depth, hidden, fort)


# ---------------------------------------------------------------------- the chart


@enforces(FAMILY, "8.2.2-a", "8.2.2-b", "17.4-a")
def is_flanked(ruleset: DDayRuleset, hexes: int, twice: bool) -> bool:
    """Whether attackers flank a hex: from two hexes next to it that do not touch each other, or, if unit and depth marker both
    ask for it, from any three."""
    if twice:
        return hexes.bit_count() >= FLANKS
    near = ruleset.ground.near_mask
    return any(hexes & ~(near[place] | 1 << place) for place in spaces_of(hexes))


@enforces(FAMILY, "8.2-b", "8.3-c-3", "8.2.4-a", "8.2.6-b", "8.2.2-exception", "8.2.3-exception", "20.0-japanese-hero-a")
def unmet(ruleset: DDayRuleset, force: Force, defense: Defense, wild: int = 0) -> int:
    """The requirements that nobody meets, as bits; `wild` is the one that a hero stands in for."""
    found = defense.requires & ~force.weapons & ~wild
    if found & FL and is_flanked(ruleset, force.hexes, defense.flanked_twice):
        found &= ~FL
    return found | CC if defense.heroic else found


@enforces(FAMILY, "8.3-chart", "8.3-c-4", "8.3-c-4-a", "8.3-c-4-b")
def read(chart: AttackChart, attack: int, defense: int, column: int, missing: int) -> tuple[int, int]:
    """Row and column. The ratio is rounded down for the defender, odds beyond the chart count as its first or last row, and every
    code that nobody meets moves one row up; at the top what is left moves one column to the left, once."""
    row = 0
    for number, (us, jp) in enumerate(chart.ratios):
        if attack * jp >= defense * us:
            row = number
    left = missing - row
    if left > 0 and column > 0:
        column -= 1
    return max(0, row - missing), column


@enforces(FAMILY, "8.3", "8.3-c-4", "8.2.3-effect")
def reading(ruleset: DDayRuleset, force: Force, defense: Defense, wild: int = 0) -> Reading:
    """The result of an attack. Without an answer to close combat no unit is defeated: JE does nothing, JEX takes only a depth
    marker."""
    missing = unmet(ruleset, force, defense, wild)
    chart = ruleset.charts.attack
    row, column = read(chart, force.strength, defense.strength, defense.column, missing.bit_count())
    codes = chart.cells[row][column]
    if missing & CC:
        codes = tuple(WEAKER.get(code, code) for code in codes)
    return Reading(row, column, missing, codes)


WEAKER: Final = {"JE": NOTHING, "JEX": "JX"}
"""What is left of a result when a close combat requirement is not met."""
