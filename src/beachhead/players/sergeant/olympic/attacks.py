"""Attacks: which hexes are worth one, with which units, and from where. Planned whole before the first unit moves (19.1).

An attack is worth what the hex brings times the chance to get it, less the Casualty Points of every unit in it: so no unit more
than pays for itself takes part, and a fight that costs more than it brings is not fought.
"""

from __future__ import annotations

from typing import Final

from beachhead.boards.hexes import spaces_of
from beachhead.players.sergeant.olympic.country import CLEAR, LOWEST, Country
from beachhead.players.sergeant.olympic.field import Field

EXPOSED: Final = 3.0
"""Casualty Points that a unit costs on average when it ends its turn in the open beside the enemy."""
LOST_UNIT: Final = 6.0
"""What a unit that is gone for three turns is worth beside its Casualty Points."""
STACK: Final = 3
WAY: Final = (0.0, 25.0, 16.0, 5.0)
"""What it is worth to clear a hex of the enemy, by its distance from the objective."""
MOST: Final = 9
"""Units that one attack takes at most."""


class Attack:
    """An attack: the hex, who takes part, from where, and what it should bring."""

    __slots__ = ("gain", "places", "target", "units")

    def __init__(self, target: int, units: list[int], places: list[int], gain: float) -> None:
        self.target = target
        self.units = units
        self.places = places
        """For each unit the hex from which it attacks."""
        self.gain = gain


class Staff:
    """Works out attacks in a position."""

    def __init__(self, field: Field, far: list[int]) -> None:
        self.field = field
        self.country: Country = field.country
        self.far = far
        """For each hex how many hexes it is from the objective."""
        self.price = field.price()

    def prize(self, target: int) -> tuple[float, float]:
        """What a hex brings when its defenders leave it, and what it brings besides when they are destroyed."""
        field, country = self.field, self.country
        value = 0.0
        if field.militia_mask >> target & 1 or not field.control_mask >> target & 1:
            value = field.worth(target)
            if not field.militia_mask >> target & 1:
                # Somebody has to go in, too.
                value *= 0.8
        dead = 0.0
        units = field.jp.get(target)
        if units is not None:
            for unit in units:
                dead += 0.5 * country.strength[unit]
            value += self.south(target) + self.on_the_way(target)
        return value, dead

    def on_the_way(self, target: int) -> float:
        """What it is worth to clear a hex between the troops and their objective."""
        far = self.far[target]
        return WAY[far] if far < len(WAY) else 0.0

    def south(self, target: int) -> float:
        """Rows that come free when the Japanese of a hex are gone, in the last turns."""
        field, country = self.field, self.country
        if field.turn < field.turns - 1:
            return 0.0
        rest = field.jp_mask & ~(1 << target)
        low, next_ = country.row[target], country.first_north
        if rest:
            next_ = min(next_, country.row[(rest & -rest).bit_length() - 1])
        if next_ <= low:
            return 0.0
        floor = country.first_north - country.south_points // country.per_row
        return 0.6 * country.per_row * max(0, next_ - max(low, floor))

    def gain(self, target: int, strength: int, count: int, prize: tuple[float, float], open_: int) -> float:
        """What an attack of some units brings on average. `open_`: how many ways out the defenders have."""
        field, country = self.field, self.country
        base = field.militia(target)
        defense = field.jp_defense(target)
        if strength - defense - base < LOWEST and base:
            return -99.0
        odds = country.odds(strength - defense, base, field.militia_supplied(target) if base else True)
        value, dead = prize
        kill = odds.kill if open_ else odds.win
        lost = odds.exchange + odds.ruin * count
        return odds.win * value + kill * dead - self.price * odds.cost * count - LOST_UNIT * lost

    def best(self, target: int, able: list[tuple[int, int]]) -> Attack | None:
        """The best attack on a hex with some of these units, each with its hex, taken in this order."""
        prize = self.prize(target)
        if prize[0] + prize[1] <= 0:
            return None
        strength = 0
        found: Attack | None = None
        units: list[int] = []
        places: list[int] = []
        open_ = self.field.held_down(target) if target in self.field.jp else 1
        for unit, space in able[:MOST]:
            units.append(unit)
            places.append(space)
            strength += self.country.strength[unit]
            gain = self.gain(target, strength, len(units), prize, open_)
            if gain > 0 and (found is None or gain > found.gain + 0.2):
                found = Attack(target, units.copy(), places.copy(), gain)
        return found

    def now(self, openings: dict[int, list[int]]) -> Attack | None:
        """The best attack from where everybody stands: for each hex the units that can attack it."""
        found: Attack | None = None
        for target, units in openings.items():
            able = [(unit, self.field.looks[unit][0]) for unit in units]
            able.sort(key=self._strongest)
            attack = self.best(target, able)
            if attack is not None and (found is None or attack.gain > found.gain):
                found = attack
        return found

    def _strongest(self, pair: tuple[int, int]) -> tuple[int, int]:
        return -self.country.strength[pair[0]], pair[0]

    # ------------------------------------------------------------------ with movement

    def planned(self, reach: dict[int, int], bound: set[int]) -> list[Attack]:
        """Attacks for this turn, the best first: for each unit the hexes it can go to. `bound` units stay where they are."""
        field, country = self.field, self.country
        everywhere = field.us_mask & country.land_mask
        for mask in reach.values():
            everywhere |= mask
        targets = country.around.step(everywhere) & (field.militia_mask | field.jp_mask)
        if field.turn < field.turns - 1 and min(self.far) > 0:
            targets &= field.militia_mask | (country.place_mask & ~field.control_mask)
        room = {space: STACK - len(units) for space, units in field.us.items()}
        free = {unit for units in field.us.values() for unit in units if self.may_attack(unit)}
        hexes = spaces_of(targets)
        plan: list[Attack] = []
        while True:
            found: Attack | None = None
            for target in hexes:
                attack = self.best(target, self.staged(target, reach, room, free, bound))
                if attack is not None and (found is None or attack.gain > found.gain):
                    found = attack
            if found is None:
                return plan
            plan.append(found)
            hexes.remove(found.target)
            for unit, space in zip(found.units, found.places, strict=True):
                free.discard(unit)
                start = field.looks[unit][0]
                if space != start:
                    room[space] = room.get(space, STACK) - 1
                    room[start] = room.get(start, 0) + 1

    def may_attack(self, unit: int) -> bool:
        """Whether a unit can attack this turn where it stands or after a move: on land, and not fortified."""
        field, space = self.field, self.field.looks[unit][0]
        return (
            bool(self.country.land_mask & ~field.fort_mask & field.supply[0] >> 0)
            and not (field.fort_mask | self.country.zone_mask) >> space & 1
        )

    def staged(
        self, target: int, reach: dict[int, int], room: dict[int, int], free: set[int], bound: set[int]
    ) -> list[tuple[int, int]]:
        """Who could attack a hex, each with the best hex to do it from: those who are there, then the others by their cover."""
        field, country = self.field, self.country
        near = country.near_mask[target]
        left = dict(room)
        found: list[tuple[int, int]] = []
        coming: list[tuple[int, int, int]] = []
        for unit in sorted(free):
            start = field.looks[unit][0]
            if near >> start & 1 and field.supply[0] >> start & 1:
                found.append((unit, start))
                continue
            if unit not in bound and reach.get(unit, 0) & near:
                coming.append((-country.strength[unit], reach[unit].bit_count(), unit))
        found.sort(key=self._strongest)
        coming.sort()
        for _, _, unit in coming:
            best, choice = 99, -1
            for space in spaces_of(reach[unit] & near):
                if left.get(space, STACK) <= 0:
                    continue
                rank = 0 if country.rank[space] < CLEAR or field.beach_mask >> space & 1 else 1
                rank = 2 * rank - (1 if left.get(space, STACK) < STACK else 0)
                if rank < best:
                    best, choice = rank, space
            if choice >= 0:
                left[choice] = left.get(choice, STACK) - 1
                found.append((unit, choice))
        return found

    def approach(self, reach: dict[int, int], moves: list[tuple[int, int]]) -> list[tuple[int, int]]:
        """Units without an attack come nearer to the objective and end their moves in cover."""
        field, far = self.field, self.far
        if min(far) > 0:
            return []
        room = {space: STACK - len(units) for space, units in field.us.items()}
        for _, space in moves:
            room[space] = room.get(space, STACK) - 1
        found: list[tuple[int, int]] = []
        for unit in sorted(reach, key=lambda unit: (far[field.looks[unit][0]], unit)):
            start = field.looks[unit][0]
            best, choice = self.comfort(start) + 0.5, -1
            for space in spaces_of(reach[unit]):
                if room.get(space, STACK) > 0:
                    value = self.comfort(space)
                    if value > best:
                        best, choice = value, space
            if choice >= 0:
                room[choice] = room.get(choice, STACK) - 1
                room[start] = room.get(start, STACK) + 1
                found.append((unit, choice))
        return found

    def comfort(self, space: int) -> float:
        """How good it is to wait in a hex: near the objective, in cover."""
        cover = 0.0 if self.country.rank[space] == CLEAR else 2.5
        return cover - 1.0 * self.far[space]
