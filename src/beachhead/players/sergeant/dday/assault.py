"""Attacks: which battalion can take which position, with whom, and how likely it is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from beachhead.boards.hexes import spaces_of
from beachhead.players.sergeant.dday.field import Field
from beachhead.players.sergeant.dday.island import CC, FL, NA, RD

SPENT: Final = 15
"""Positions at which anything has happened in this phase cannot be attacked any more."""
NAVAL: Final = 6
AIR: Final = 5
"""What support adds."""
DEPTH: Final = 1.6
"""The strength of a depth marker that lies face down."""
ENOUGH: Final = 0.02
"""Chance that is worth no further unit."""


class Attack(NamedTuple):
    """An attack that could be made."""

    position: int
    units: tuple[int, ...]
    """The first opens it."""
    kill: float
    """The chance that the unit is beaten."""
    gain: float
    """The same, with a little for a marker lost or a unit disrupted."""
    support: int
    """1 naval gunfire, 2 an airstrike."""


class Assault:
    """The attacks of a moment."""

    def __init__(self, field: Field) -> None:
        self.field = field
        self.island = field.island
        self.weapons: list[tuple[int, int, int, int]] = field.seat.known("weapons")
        self.garrison = field.garrison()
        self.done: list[int] = field.seat.known("done")
        self.barred = 0
        self.walls: dict[int, int] = field.seat.known("walls")

    def attacks(self, naval: int, air: int, barred: int) -> list[Attack]:
        """The best attack on each position that can be attacked, without units in some hexes."""
        found = []
        self.barred = barred
        for position in self.garrison:
            best = self.best(position, naval, air)
            if best is not None:
                found.append(best)
        return found

    def best(self, position: int, naval: int, air: int) -> Attack | None:
        """The best attack on a position."""
        if self.done[position] & SPENT:
            return None
        place = self.island.position_hex[position]
        found: Attack | None = None
        for units in self.forces(position, place):
            attack = self.trimmed(position, place, units, naval, air)
            if attack is not None and (found is None or (attack.gain, -len(attack.units)) > (found.gain, -len(found.units))):
                found = attack
        return found

    # ------------------------------------------------------------------ who

    def forces(self, position: int, place: int) -> list[list[int]]:
        """For each battalion next to a hex, and for engineers alone, all who can take part; whoever can open it comes first."""
        field, island = self.field, self.island
        near: list[int] = []
        far: list[int] = []
        for other in spaces_of(island.ground.disk[2][place] & field.us_mask & ~self.barred):
            beside = island.distance[other][place] == 1
            for unit in field.at[other]:
                if not field.is_able(unit) or (beside and self.walls.get(position, 0) >> other & 1):
                    continue
                if beside:
                    near.append(unit)
                elif self.weapons[unit][1] >= 2 and island.ground.sees(other, place):
                    far.append(unit)
        openers = [unit for unit in near if island.is_rifle[unit] or island.is_hq[unit] or island.is_engineer[unit]]
        found = []
        for battalion in sorted({island.battalion[unit] for unit in openers}):
            own = [unit for unit in openers if island.battalion[unit] == battalion and battalion != (0, 0)]
            builders = [unit for unit in openers if island.is_engineer[unit]]
            row = own + builders
            if battalion != (0, 0):
                row += [unit for unit in far if island.battalion[unit] == battalion]
                heavy = [unit for unit in near + far if island.is_heavy[unit] and island.regiment[unit] == battalion[0]]
                row += heavy[:1]
            tanks = [unit for unit in near if island.is_tank[unit]]
            if own:
                tanks += [unit for unit in far if island.is_tank[unit]]
            row += tanks[:2]
            found.append(row)
        return found

    def trimmed(self, position: int, place: int, units: Sequence[int], naval: int, air: int) -> Attack | None:
        """As few units as win as often as all of them, companies out of the way first."""
        kill, gain = self.chance(position, place, units, 0)
        support = 0
        infantry = any(self.island.battalion[unit] != (0, 0) for unit in units)
        if infantry and gain < 0.9:
            for bit, have in ((1, naval), (2, air)):
                if have:
                    better = self.chance(position, place, units, support | bit)
                    if better[1] > gain + 0.1:
                        (kill, gain), support = better, support | bit
        kept = list(units)
        for unit in sorted(units[1:], key=lambda unit: (not self.island.is_rifle[unit], -unit)):
            rest = [other for other in kept if other != unit]
            fewer = self.chance(position, place, rest, support)
            if fewer[1] >= gain - ENOUGH:
                kept = rest
        kill, gain = self.chance(position, place, kept, support)
        return Attack(position, tuple(kept), kill, gain, support)

    # ------------------------------------------------------------------ the chart

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
                weapons |= near | RD
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
            total += NAVAL
            weapons |= NA
        if support & 2:
            total += AIR
        if self.flanks(beside):
            weapons |= FL
        people, hidden, depth, asked, fort = self.garrison[position]
        kill = gain = 0.0
        for strength, requires, odds in self.faces(people):
            one = self.read(place, total, weapons, strength, requires, hidden, depth, asked, fort)
            kill += odds * one[0]
            gain += odds * one[1]
        return kill, gain

    def faces(self, people: Any) -> list[tuple[int, int, float]]:
        """What may defend: strength, requirements, chance. Of a second unit only the mean counts."""
        island = self.island
        if not people:
            return [(0, 0, 1.0)]
        more = 0.0
        for row in people[1:]:
            more += sum(island.strength[number] * odds for number, odds in row)
        return [(island.strength[number] + round(more), island.requires[number], odds) for number, odds in people[0]]

    def flanks(self, beside: int) -> bool:
        """Whether hexes beside a target lie apart from each other."""
        near = self.island.near_mask
        return any(beside & ~(near[there] | 1 << there) for there in spaces_of(beside))

    def read(
        self, place: int, total: int, weapons: int, strength: int, requires: int, hidden: int, depth: int, asked: int, fort: int
    ) -> tuple[float, float]:
        """The chance to beat one defender, and the worth of the attack on it."""
        island = self.island
        column = 0 if hidden else 1 if asked or depth else 2
        times = island.defense[place]
        if fort:
            times = 3 if times > 1 else 2
        asks = requires | asked | (island.requires[fort] if fort > 0 else 0)
        missing = (asks & ~weapons).bit_count()
        defense = float((strength + depth) * times + (2 if fort else 0))
        codes = self.cell(total, max(1.0, defense), column, missing)
        if codes[0] == "R":
            column = 1
            codes = self.cell(total, defense + DEPTH * times, column, missing + 1)
        beaten = any(code in ("JE", "JEX") for code in codes)
        if beaten and asks & CC:
            beaten = False
        if fort:
            beaten = False
        if beaten:
            return 1.0, 1.0
        if any(code in ("JEX", "JDX", "JX") for code in codes):
            return 0.0, 0.4
        if "JD" in codes:
            return 0.0, 0.25
        if any(code in ("UX", "UD", "J+") for code in codes):
            return 0.0, -0.4
        return 0.0, 0.0

    def cell(self, attack: float, defense: float, column: int, missing: int) -> tuple[str, ...]:
        """The codes of the chart."""
        island, row = self.island, 0
        for number, (us, jp) in enumerate(island.ratios):
            if attack * jp >= defense * us:
                row = number
        if missing > row and column > 0:
            column -= 1
        found: tuple[str, ...] = island.cells[max(0, row - missing)][column]
        return found
