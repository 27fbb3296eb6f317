"""Attacks after D-Day: with artillery, against forts too, and close combat with what is left in them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Final, NamedTuple

from beachhead.boards.hexes import spaces_of
from beachhead.players.sergeant.dday.assault import DEPTH, ENOUGH, SPENT, Assault, Attack
from beachhead.players.sergeant.dday.field import COMPANIES, STACK
from beachhead.players.sergeant.dday.front import Front
from beachhead.players.sergeant.dday.island import CC

AR: Final = 1 << 0
DE: Final = 1 << 3
FT: Final = 1 << 4
"""Weapons, as the game numbers them."""
GUNS: Final = 3
"""Points of a division that an attack can have."""
CORPS: Final = 4
CORPS_ROW: Final = 3
"""The same of the corps, which comes after the divisions."""
LOOK: Final = 0.5
"""What it is worth to turn up a fort: before that nobody can enter it."""
HIT: Final = 0.47
"""How often a card shows a color."""
MOST: Final = 5
"""Cards of a pile."""
HARD: Final = 4
"""Cards that steps bring at most."""
STEPS: Final = 3
"""Steps for a card."""


@cache
def melee(us: int, jp: int, rungs: int) -> tuple[float, float, float]:
    """A close combat with so many cards against so many rungs: the chance to win, steps lost, and rungs taken, as the mean.

    >>> win, lost, taken = melee(5, 1, 3)
    >>> win > 0.25, lost < 0.6, taken > 1.8
    (True, True, True)
    """
    if not rungs:
        return 1.0, 0.0, 0.0
    if not us and not jp:
        return 0.0, 0.0, 0.0
    win = lost = taken = 0.0
    for hit, chance in ((1, HIT), (0, 1.0 - HIT)) if jp else ((0, 1.0),):
        cards = max(0, us - hit)
        for strike, odds in ((1, HIT), (0, 1.0 - HIT)) if cards else ((0, 1.0),):
            left = melee(max(0, cards - 1), max(0, jp - 1 - strike), rungs - strike)
            part = chance * odds
            win += part * left[0]
            lost += part * (left[1] + hit)
            taken += part * (left[2] + strike)
    return win, lost, taken


RUNG: Final = 0.5
SOFT: Final = 0.6
DRIVEN: Final = 0.4
"""What it is worth to drive an elite unit into the next position, rather than to beat it."""
MET: Final = 0.7
MET_BY: Final = 0.3
"""What is left of a close combat whose defender fires at those who come, and what that costs."""
SHAKES: Final = (0.0, 0.0, 0.47, 0.47, 0.65, 0.65, 0.65)
"""How often a barrage of so many points disrupts a position."""


class Entry(NamedTuple):
    """A close combat that could be begun: the hex, who goes, and what it is worth."""

    place: int
    units: tuple[int, ...]
    worth: float


class Storm(Assault):
    """The attacks of a moment."""

    def __init__(self, front: Front) -> None:
        super().__init__(front)
        self.front = front
        self.guns: list[int] = front.seat.known("guns")
        self.points = 0

    def trimmed(self, position: int, place: int, units: Sequence[int], naval: int, air: int) -> Attack | None:
        """As few units as win as often as all of them; the guns speak first, then naval gunfire and airstrikes."""
        island = self.island
        rows = {island.division[unit] - 3 for unit in units}
        self.points = max((min(GUNS, self.guns[row]) for row in rows), default=0)
        if self.front.strict:
            self.points += min(CORPS, self.guns[CORPS_ROW])
        points = self.points
        support = 0
        best = self.chance(position, place, units, 0)
        self.points = 0
        bare = self.chance(position, place, units, 0)
        if bare[1] >= best[1] - 0.05:
            best, points = bare, 0
        self.points = points
        infantry = any(island.battalion[unit] != (0, 0) for unit in units)
        if infantry and best[1] < 0.9:
            for bit, have in ((1, naval), (2, air)):
                if have:
                    better = self.chance(position, place, units, support | bit)
                    if better[1] > best[1] + (0.02 if self.garrison[position][4] else 0.1):
                        best, support = better, support | bit
        kept = list(units)
        for unit in sorted(units[1:], key=lambda unit: (not island.is_rifle[unit], -unit)):
            if self.front.strict and island.is_rifle[unit] and not self.front.is_worn(unit):
                continue
            rest = [other for other in kept if other != unit]
            if self.chance(position, place, rest, support)[1] >= best[1] - ENOUGH:
                kept = rest
        kill, gain = self.chance(position, place, kept, support)
        return Attack(position, tuple(kept), kill, gain, support | points << 2)

    def chance(self, position: int, place: int, units: Sequence[int], support: int) -> tuple[float, float]:
        """The chance to beat whoever may be there, and the worth of the attack."""
        island = self.island
        hexes: dict[int, int] = {}
        weapons = beside = 0
        for unit in units:
            there = self.field.where[unit]
            strength, _, near, far = self.weapons[unit]
            hexes[there] = hexes.get(there, 0) + strength
            if island.distance[there][place] == 1:
                weapons |= near
                beside |= 1 << there
            else:
                weapons |= far
        total = 0
        for there, strength in hexes.items():
            part = 2.0 if island.distance[there][place] > 1 else 1.0
            if island.ground.bluff_mask[there] >> place & 1:
                part *= 2.0
            total += -int(-strength // part)
        if support & 1:
            total += 6
            weapons |= 1 << 7
        if support & 2:
            total += 5
        if self.points:
            total += self.points
            weapons |= AR | DE
        if self.flanks(beside):
            weapons |= 1 << 10
        people, hidden, depth, asked, fort = self.garrison[position]
        if not people:
            return 0.0, 0.3 if fort < 0 else 0.0
        kill, gain = 0.0, LOOK if fort < 0 else 0.0
        escapes = bool(self.front.refuges(position))
        elite = [island.is_elite[number] for number, _ in people[0]]
        for number, (strength, requires, odds) in enumerate(self.faces(people)):
            one = self.read(place, total, weapons, strength, requires, hidden, depth, asked, fort)
            if escapes and elite[number]:
                one = one[0] * DRIVEN, one[1] * DRIVEN
            kill += odds * one[0]
            gain += odds * one[1]
        return kill, gain

    def read(
        self, place: int, total: int, weapons: int, strength: int, requires: int, hidden: int, depth: int, asked: int, fort: int
    ) -> tuple[float, float]:
        """The chance to beat one defender, and the worth of the attack on it."""
        island = self.island
        column = 0 if hidden else 1 if asked or depth else 2
        times = island.defense[place]
        plus = 0
        if fort:
            times = 3 if times > 1 else 2
            plus = island.strength[fort] if fort > 0 else 2
        asks = requires | asked | (island.requires[fort] if fort > 0 else 0)
        missing = (asks & ~weapons).bit_count()
        codes = self.cell(total, max(1.0, float((strength + depth) * times + plus)), column, missing)
        if codes[0] == "R":
            codes = self.cell(total, (strength + depth + DEPTH) * times + plus, 1, missing + 1)
        beaten = any(code in ("JE", "JEX") for code in codes) and not asks & CC
        if beaten:
            return 1.0, 0.9 if fort else 1.0
        if any(code in ("JEX", "JDX", "JX") for code in codes):
            return 0.0, 0.4
        if "JD" in codes:
            return 0.0, 0.25
        if any(code in ("UX", "UD", "J+") for code in codes):
            return 0.0, -0.4
        return 0.0, 0.0

    # ------------------------------------------------------------------ close combat

    def entries(self, pairs: dict[tuple[int, int], int], joins: set[tuple[int, int]]) -> list[Entry]:
        """The close combats that could be begun now, the best first."""
        front, island = self.front, self.island
        found: list[Entry] = []
        for place in sorted({goal for _, goal in pairs}):
            position = island.position_at[place]
            if position not in self.garrison:
                continue
            rungs, cards = self.defense(position, place)
            for here in sorted({front.where[unit] for unit, goal in pairs if goal == place}):
                units = self.stack(here, {unit for unit, goal in pairs if goal == place}, joins)
                if units:
                    win, lost, taken = melee(self.cards(units), cards, rungs)
                    soft = any(not island.is_rifle[unit] and not island.is_hq[unit] for unit in units)
                    price = (SOFT if front.strict else 0.8) if soft else 1.1
                    worth = 1.5 * win + self.rung(position) * taken - price * lost
                    if front.strict and not front.shaken[position]:
                        worth = MET * worth - MET_BY
                    found.append(Entry(place, units, worth))
        found.sort(key=lambda entry: (-entry.worth, entry.place, entry.units))
        return found

    def prospect(self, entry: Entry) -> float:
        """What the same close combat would be worth if the defender had been disrupted before."""
        position = self.island.position_at[entry.place]
        rungs, cards = self.defense(position, entry.place)
        win, lost, taken = melee(self.cards(entry.units), cards, max(0, rungs - 1))
        soft = any(not self.island.is_rifle[unit] and not self.island.is_hq[unit] for unit in entry.units)
        return 1.5 * win + self.rung(position) * taken - (SOFT if soft else 1.1) * lost

    def rung(self, position: int) -> float:
        """What it is worth to drive the Japanese of a position down by one: most in forts, where little else helps."""
        people, _, _, _, fort = self.garrison[position]
        if fort and self.front.strict:
            return RUNG
        return 0.25 if people else 0.5

    def defense(self, position: int, place: int) -> tuple[int, int]:
        """The rungs down which the Japanese of a hex must be driven, and their cards."""
        people, hidden, depth, asked, fort = self.garrison[position]
        markers = hidden + (1 if depth or asked else 0)
        island = self.island
        rungs = len(people) + markers + (0 if self.front.shaken[position] else 1)
        if fort:
            rungs += 4 - island.fort_class[fort] if fort > 0 else 2
        cards = len(people) + markers
        if not cards:
            return rungs, 1
        if fort or island.defense[place] > 1 or island.rough >> place & 1:
            cards += 1
        return rungs, min(MOST, cards + 1)

    def cards(self, units: Sequence[int]) -> int:
        """The cards of a U.S. force."""
        front, island = self.front, self.island
        steps = flames = 0
        for unit in units:
            steps += 1 if island.is_heavy[unit] else front.steps[unit] * (2 if island.is_tank[unit] else 1)
            flames |= self.weapons[unit][2] & FT
        heroes = front.seat.known("heroes")
        brave = any(owner in units and not inspired for owner, inspired in heroes)
        return min(MOST, min(HARD, steps // STEPS) + bool(flames) + brave)

    def stack(self, here: int, able: set[int], joins: set[tuple[int, int]]) -> tuple[int, ...]:
        """Who goes in together out of a hex: strong units first, with those who can take the losses."""
        front, island = self.front, self.island
        fit = [unit for unit in front.at.get(here, ()) if unit in able and front.is_able(unit) and not front.is_worn(unit)]
        fit.sort(key=lambda unit: (not island.is_rifle[unit], not island.is_engineer[unit], -front.steps[unit], unit))
        leaders = [unit for unit in fit if island.is_rifle[unit]] or fit
        if not leaders:
            return ()
        going = [leaders[0]]
        for unit in fit:
            if unit == leaders[0] or (unit, leaders[0]) not in joins or island.is_hq[unit]:
                continue
            rifles = sum(1 for other in (*going, unit) if island.is_rifle[other])
            if len(going) < STACK and rifles <= COMPANIES:
                going.append(unit)
        return tuple(going)

    def open(self, position: int) -> bool:
        """Whether nothing has happened yet in a position."""
        return not self.done[position] & SPENT


def near_hexes(front: Front, place: int) -> list[int]:
    """The neighbors of a hex with US units."""
    return spaces_of(front.island.near_mask[place] & front.us_mask)


Garrison = dict[int, Any]
