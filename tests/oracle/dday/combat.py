"""Attacks and barrages: strengths, requirements, rows and columns."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from .island import around, bluffs, cliffs, course, distance, sees, sheet, sites, terrain, toward
from .table import ENGINEER, HEADQUARTERS, HEAVY, RIFLE, TANK, Marine, Spot, Table, printed_counter

NAVAL = 6
AIR = 5


# ---------------------------------------------------------------------- US units


def strength(marine: Marine) -> int:
    """Printed on the side that is up, less two with a step loss marker (2.2.1-steps-a)."""
    entry = sheet("us_units")["types"][marine.kind.type]
    if entry["steps"] == 4:
        side = "front" if marine.steps > 2 else "back"
        return int(entry[side]["strength"]) - (2 if marine.steps in (1, 3) else 0)
    return int(entry["front" if marine.steps == 2 else "back"]["strength"])


def reach(marine: Marine) -> int:
    """Attack range (8.1.1, 8.2.7)."""
    type = marine.kind.type
    if type == TANK:
        return 2
    if type == ENGINEER:
        return 1
    if type == RIFLE:
        return 2 if marine.steps >= 3 else 1
    if type == HEAVY:
        return 2 if marine.steps >= 2 else 1
    return 2 if marine.steps == 2 else 1


def weapons(marine: Marine, away: int) -> set[str]:
    """What a unit brings to an attack from so many hexes away (Weapons Chart, 8.2.1)."""
    chart = sheet("charts")["weapons"]
    line = "adjacent" if away <= 1 else "non_adjacent"
    type = marine.kind.type
    if type == TANK:
        return set(chart["tank"]["one_hex" if away <= 1 else "two_hexes"])
    if type == ENGINEER:
        return set(chart["engineer"]["adjacent"]) if away <= 1 else set()
    if type == HEADQUARTERS:
        return set(chart["bn_hq"][line])
    if type == HEAVY and marine.steps >= 2:
        return set(chart["hw_two_or_more_steps"][line])
    if type == RIFLE and marine.steps == 4:
        return set(chart["rifle_full"][line])
    if type == RIFLE and marine.steps == 2:
        return set(sheet("us_units")["units"][marine.name]["back_weapons"])
    mark = next(entry for entry in sheet("us_step_loss_markers")["markers"] if entry["id"] == marine.marker)
    return set(mark["step1" if marine.steps == 3 else "step3"])


def across_bluff(start: str, target: str) -> bool:
    """Whether fire crosses a bluff on its way (2.4.6, 8.2.8-b); along a hexside only if it would on either side of it."""
    if distance(start, target) == 1:
        return frozenset({start, target}) in bluffs()
    line = course(start, target)
    met = {start, target}.union(*(hexes for hexes, _ in line if len(hexes) == 1))
    for hexes, sides in line:
        if any(side in bluffs() for side in sides) or (len(hexes) > 1 and all(_crossed(hex, met) for hex in hexes)):
            return True
    return False


def _crossed(hex: str, met: set[str]) -> bool:
    """Whether a bluff lies between a hex and those before and behind it on a line."""
    return any(frozenset({hex, other}) in bluffs() for other in met if distance(hex, other) == 1)


def short(table: Table, marine: Marine) -> bool:
    """Heavy weapons and tanks fire with half their strength after the dump has blown up (20.0-ammo-dump)."""
    return "ammo-dump" in table.lasting and marine.kind.type in (TANK, HEAVY)


def share(table: Table, marine: Marine, target: str, far: int = 2) -> Fraction:
    """How much of its strength a unit brings: halved at two hexes, again across a bluff, again without ammunition."""
    halves = (distance(marine.place, target) >= far) + across_bluff(marine.place, target) + short(table, marine)
    return Fraction(strength(marine), 2**halves)


def us_strength(table: Table, attackers: Iterable[Marine], target: str, naval: bool, air: bool) -> int:
    """Units of one hex are added before fractions are rounded up, once for each hex (8.2.7-important)."""
    by_hex: dict[str, Fraction] = {}
    for marine in attackers:
        by_hex[marine.place] = by_hex.get(marine.place, Fraction(0)) + share(table, marine, target)
    return sum(ceil(part) for part in by_hex.values()) + (NAVAL if naval else 0) + (AIR if air else 0)


# ---------------------------------------------------------------------- the defender


def multiplier(hex: str, spot: Spot) -> int:
    """Of units and depth (17.3-h, 17.3-i, 17.4, D34)."""
    doubled = bool(terrain(hex) & {"hilltop", "rocky"})
    if spot.forts:
        return 3 if doubled else 2
    return 2 if doubled else 1


def japanese_strength(hex: str, spot: Spot) -> int:
    """Units and revealed depth times the multiplier, plus the class of the top fort (D15)."""
    units = [*spot.units, *([spot.tank] if spot.tank else [])]
    marks = [mark for mark in (*spot.depth, spot.tank_depth) if mark is not None and mark.up]
    total = sum(int(printed_counter(one.name)["strength"]) for one in (*units, *marks)) * multiplier(hex, spot)
    return total + (int(printed_counter(spot.forts[0].name)["strength"]) if spot.forts else 0)


def column(spot: Spot) -> int:
    """0 with unrevealed depth, 1 with revealed depth, 2 alone (D13, D71)."""
    marks = [mark for mark in (*spot.depth, spot.tank_depth) if mark is not None]
    if any(not mark.up for mark in marks):
        return 0
    return 1 if marks else 2


def required(spot: Spot) -> tuple[set[str], int]:
    """The codes that must be met, and how many counters list flanking."""
    units = [*spot.units, *([spot.tank] if spot.tank else [])]
    marks = [mark for mark in (*spot.depth, spot.tank_depth) if mark is not None and mark.up]
    shown = [*units, *marks, *spot.forts[:1]]
    codes: set[str] = set()
    flanked = 0
    for one in shown:
        listed = {"NA" if code == "NG" else code for code in printed_counter(one.name).get("requires") or ()}
        codes |= listed
        flanked += "FL" in listed
    return codes, flanked


def blocked_sides(hex: str, spot: Spot) -> set[str]:
    """Neighbors behind the blocked sides of the top fort, once it is face up (D28)."""
    if not spot.forts or not spot.forts[0].up:
        return set()
    return {toward(hex, side) for side in printed_counter(spot.forts[0].name)["blocked"]}


def flanking(hexes: Iterable[str], listed: int) -> bool:
    """Whether attackers stand so that the requirement is met (8.2.2)."""
    here = sorted(set(hexes))
    if listed >= 2:
        return len(here) >= 3
    return any(one not in around(two) for one in here for two in here if one != two)


@dataclass(frozen=True)
class Reading:
    """What the chart is read with."""

    us: int
    japanese: int
    row: str
    column: int
    unmet: frozenset[str]


ROWS = ("1:3", "1:2", "1:1", "3:2", "2:1", "3:1", "4:1")


def row_for(us: int, japanese: int) -> int:
    """The best row that the ratio reaches; below the first it is the first (8.3-chart)."""
    found = 0
    for number, row in enumerate(ROWS):
        ours, theirs = (int(part) for part in row.split(":"))
        if us * theirs >= japanese * ours:
            found = number
    return found


def reading(
    table: Table, target: str, names: Iterable[str], *, naval: bool = False, air: bool = False, wild: str = "", extra: int = 0
) -> Reading:
    """The row and column of an attack, the weapons that are missing applied (8.3-c-2 to 8.3-c-4-b).

    `wild` is the code for which a hero stands in, `extra` the point that he adds instead.
    """
    spot = table.spot(target)
    attackers = [table.marines[name] for name in names]
    brought = {"NA"} if naval else set()
    for marine in attackers:
        brought |= weapons(marine, distance(marine.place, target))
    close = {marine.place for marine in attackers if distance(marine.place, target) == 1}
    if close:
        brought.add("RD")  # The regiment's own, D72.
    codes, listed = required(spot)
    if listed and flanking(close, listed):
        brought.add("FL")
    if wild:
        brought.add(wild)
    unmet = codes - brought
    us = us_strength(table, attackers, target, naval, air) + extra
    japanese = japanese_strength(target, spot)
    row = row_for(us, japanese) - len(unmet)
    shown = column(spot)
    if row < 0:
        shown = max(0, shown - 1)
    return Reading(us, japanese, ROWS[max(0, row)], shown, frozenset(unmet))


# ---------------------------------------------------------------------- barrage


def barrage_strength(table: Table, target: str, tanks: Iterable[str]) -> int:
    """Tanks are halved at three hexes and across a bluff, fractions up after adding (8.4-important, D72)."""
    return ceil(sum((share(table, table.marines[name], target, far=3) for name in tanks), Fraction(0)))


def barrage_column(target: str, spot: Spot, points: int) -> int:
    """0 to 3; a fort on a hilltop shifts one to the left below six (8.4.1-1)."""
    found = max(number for number, floor in enumerate((1, 2, 4, 6)) if points >= floor)
    if spot.forts and sites()[target].hilltop and points < 6:
        found = max(0, found - 1)
    return found


def barrage_symbol(table: Table, tanks: Iterable[str]) -> str:
    """Of the tank with more steps, then diamond, triangle, circle (8.4-d-1)."""
    rank = ("diamond", "triangle", "circle")
    here = [table.marines[name] for name in tanks]
    best = min(here, key=lambda tank: (-tank.steps, rank.index(tank.kind.symbol)))
    return best.kind.symbol


def barrage_result(column: int, color: bool, symbol: bool) -> str:
    row = "both" if color and symbol else "colour" if color else "symbol" if symbol else "none"
    return str(sheet("charts")["barrage"]["rows"][row][column])


def can_attack_from(target: str, marine: Marine) -> bool:
    """Range and line of sight of one attacker (8.1-a, 8.1-b, 8.1-e)."""
    away = distance(marine.place, target)
    if away == 1:
        return frozenset({marine.place, target}) not in cliffs()
    return 0 < away <= reach(marine) and sees(marine.place, target)


def codes(found: Reading) -> list[str]:
    """The cell of the chart; without an answer to close combat nobody is beaten (8.2.3-effect)."""
    cell = str(sheet("charts")["attack"]["cells"][found.row][found.column]).split()
    weaker = {"JE": "NE", "JEX": "JX"}
    return [weaker.get(code, code) for code in cell] if "CC" in found.unmet else cell
