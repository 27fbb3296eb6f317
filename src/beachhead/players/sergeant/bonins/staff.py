"""Attacks: what one is worth, who takes part, and from where. Moves are planned for the attacks that follow them."""

from __future__ import annotations

from typing import Final

from beachhead.boards.hexes import spaces_of
from beachhead.players.sergeant.bonins.field import DEFENDED, READY, SPENT, Field
from beachhead.players.sergeant.bonins.isle import Isle

MOUNTAIN: Final = 1.0
"""What a unit on Suribachi is worth more than another, until the flag flies."""
LAST: Final = 0.3
"""What the last unit of a sector is worth more than another: nobody comes back there."""
HILL: Final = 0.1
"""What a hill is worth: fire is weaker in a sector without one."""
STEP: Final = 0.3
"""What a step is worth, in kills, early in the game."""
LATE: Final = 0.1
"""The same on the last turn."""
BACK: Final = 0.04
"""What it costs to be driven back a hex."""
HIRE: Final = 0.12
"""What six attack factors could do elsewhere."""
SMALL: Final = 0.02
"""Gain below which nobody joins an attack."""
HALF: Final = 0.5
THIRD: Final = 1 / 3


class Attack:
    """An attack: the hex, from where, with whom, and what it should bring."""

    __slots__ = ("fronts", "gain", "markers", "saved", "tanks", "target", "total", "units")

    def __init__(self, target: int) -> None:
        self.target = target
        self.units: list[int] = []
        self.fronts: list[int] = []
        """For each unit the hex from which it attacks."""
        self.total = 0
        self.tanks = 0
        self.gain = 0.0
        self.saved = 0.0
        """Steps that sure suppression would save."""
        self.markers = 0


class Staff:
    """Works out attacks in a position."""

    def __init__(self, field: Field) -> None:
        self.field = field
        self.isle: Isle = field.isle
        left = max(0, field.last - field.turn)
        self.step = LATE + (STEP - LATE) * min(1.0, left / 10)
        self._worth: dict[int, float] = {}
        self._chances: dict[tuple[str, int, int, int], tuple[float, float, float, float]] = {}

    # ------------------------------------------------------------------ what an attack brings

    def worth(self, target: int) -> float:
        """What it is worth to kill the unit in a hex."""
        found = self._worth.get(target)
        if found is None:
            field, isle = self.field, self.isle
            found = 1.0
            sector = isle.sector[target]
            if not field.flag and isle.suribachi_mask >> target & 1:
                found += MOUNTAIN
            elif sector > 0 and field.left_in(sector) == 1:
                found += LAST
            if isle.hill_mask >> target & 1:
                found += HILL
            self._worth[target] = found
        return found

    def chances(self, target: int, total: int, tanks: int) -> tuple[float, float, float, float]:
        """Kills, steps, steps that suppression saves, and hexes driven back, over what may lie in the hex."""
        field, isle = self.field, self.isle
        seen = field.known.get(target, -1) if field.dug_mask >> target & 1 else target + 1000
        key = (isle.lines[target], seen, total, tanks)
        found = self._chances.get(key)
        if found is None:
            kill = steps = saved = setback = 0.0
            for chance, defense, fire in field.defenders(target):
                cases = [(chance, total)]
                if fire and tanks:
                    hit = min(6, fire) / 6
                    cases = [(chance * (1 - hit), total), (chance * hit, total - tanks)]
                for part, strength in cases:
                    odds = isle.odds(key[0], strength - defense)
                    kill += part * odds.kill
                    steps += part * odds.steps
                    saved += part * odds.saved
                    setback += part * odds.setback
            found = self._chances[key] = (kill, steps, saved, setback)
        return found

    def gain(self, target: int, total: int, tanks: int, suppression: float) -> float:
        """What an attack brings on average."""
        kill, steps, saved, setback = self.chances(target, total, tanks)
        return self.worth(target) * kill - self.step * (steps - suppression * saved) - BACK * setback

    # ------------------------------------------------------------------ with movement

    def planned(self, reach: dict[int, int], suppression: float) -> tuple[list[Attack], dict[int, int]]:
        """Attacks for this phase, and for each unit that takes part its hex. `reach`: for each unit where it can be."""
        field, isle = self.field, self.isle
        everywhere = 0
        for mask in reach.values():
            everywhere |= mask
        targets = spaces_of(isle.zone(everywhere) & field.jp_mask)
        choice = {unit: (isle.zone(mask) & field.jp_mask).bit_count() for unit, mask in reach.items()}
        free = set(reach)
        taken: tuple[set[int], set[int]] = (set(), set())
        plan: list[Attack] = []
        queue = [(1e9, target) for target in targets]
        while queue:
            queue.sort()
            bound, target = queue.pop()
            attack = self.best(target, reach, free, taken, choice, suppression)
            if attack is None:
                continue
            if queue and attack.gain < queue[-1][0] and bound > attack.gain:
                queue.append((attack.gain, target))
                continue
            plan.append(attack)
            self._engage(attack, free, taken)
        for attack in plan:
            self.reinforce(attack, reach, free, taken, choice, suppression)
        posts = {unit: space for attack in plan for unit, space in zip(attack.units, attack.fronts, strict=True)}
        return plan, posts

    def _engage(self, attack: Attack, free: set[int], taken: tuple[set[int], set[int]]) -> None:
        for unit, space in zip(attack.units, attack.fronts, strict=True):
            free.discard(unit)
            taken[self.isle.is_support[unit]].add(space)

    def best(
        self,
        target: int,
        reach: dict[int, int],
        free: set[int],
        taken: tuple[set[int], set[int]],
        choice: dict[int, int],
        suppression: float,
    ) -> Attack | None:
        """The best attack on a hex with units that are free: its gain less what the units could do elsewhere."""
        found, total, tanks = None, 0, 0
        best = 0.0
        units: list[int] = []
        places: list[int] = []
        for unit, space in self.staged(target, reach, free, taken, choice):
            strength = self.field.strength(unit)
            total += strength
            if self.isle.is_tank[unit]:
                tanks += strength
            units.append(unit)
            places.append(space)
            net = self.gain(target, total, tanks, suppression) - HIRE * total / 6
            if net > best + SMALL:
                best = net
                found = Attack(target)
                found.units, found.fronts = units.copy(), places.copy()
                found.total, found.tanks, found.gain = total, tanks, net
        return found

    def reinforce(
        self,
        attack: Attack,
        reach: dict[int, int],
        free: set[int],
        taken: tuple[set[int], set[int]],
        choice: dict[int, int],
        suppression: float,
    ) -> None:
        """Whoever has nothing else to do joins, if it helps."""
        field, isle, target = self.field, self.isle, attack.target
        now = self.gain(target, attack.total, attack.tanks, suppression)
        extra = self.staged(target, reach, free, taken, choice)
        total, tanks = attack.total, attack.tanks
        for count, (unit, _) in enumerate(extra, 1):
            strength = field.strength(unit)
            total += strength
            tanks += strength if isle.is_tank[unit] else 0
            then = self.gain(target, total, tanks, suppression)
            if then > now + SMALL:
                for unit_, space in extra[:count]:
                    if unit_ in free:
                        attack.units.append(unit_)
                        attack.fronts.append(space)
                attack.total, attack.tanks, now = total, tanks, then
                self._engage(attack, free, taken)

    def staged(
        self, target: int, reach: dict[int, int], free: set[int], taken: tuple[set[int], set[int]], choice: dict[int, int]
    ) -> list[tuple[int, int]]:
        """Who could attack a hex, each with a hex to do it from, the strongest first; battalions and support units have one place
        each in a hex."""
        field, isle = self.field, self.isle
        ring = isle.near_mask[target] & ~field.jp_mask
        found: list[tuple[int, int, int]] = []
        for kind in (False, True):
            open_ = ring
            for space in taken[kind]:
                open_ &= ~(1 << space)
            able = []
            for unit in free:
                if isle.is_support[unit] == kind and reach[unit] & open_:
                    if isle.is_tank[unit] and not isle.tank_mask >> target & 1:
                        continue
                    here = open_ >> field.where[unit] & 1 if field.where[unit] >= 0 else 0
                    able.append((-field.strength(unit), -here, choice[unit], unit))
            able.sort()
            matched: dict[int, int] = {}
            for *_, unit in able:
                if len(matched) == open_.bit_count():
                    break
                self._match(unit, reach, open_, matched, set())
            found += [(-field.strength(unit), unit, space) for space, unit in matched.items()]
        found.sort()
        return [(unit, space) for _, unit, space in found]

    def _match(self, unit: int, reach: dict[int, int], open_: int, matched: dict[int, int], seen: set[int]) -> bool:
        """Find a hex for a unit, if others have to change theirs."""
        mask = reach[unit] & open_
        start = self.field.where[unit]
        spaces = spaces_of(mask)
        if start >= 0 and mask >> start & 1:
            spaces.remove(start)
            spaces.insert(0, start)
        for space in spaces:
            if space not in matched and space not in seen:
                matched[space] = unit
                return True
        for space in spaces:
            if space not in seen:
                seen.add(space)
                if self._match(matched[space], reach, open_, matched, seen):
                    matched[space] = unit
                    return True
        return False

    # ------------------------------------------------------------------ from where everybody stands

    def attacks(self, markers: int) -> list[Attack]:
        """Attacks from where everybody stands, the best first, with the markers that each should have."""
        field, isle = self.field, self.isle
        fought = field.seat.known("fought")
        declared = field.seat.known("declared")
        struck = field.seat.known("struck")
        busy = {space for entry in declared for space in entry[2:]}
        aimed = {entry[0] for entry in declared}
        fronts: dict[int, list[int]] = {}
        for space in field.us:
            units = [unit for unit in field.us[space] if fought[unit] & READY and not fought[unit] & SPENT]
            if units and space not in busy:
                fronts[space] = units
        targets = []
        for target in spaces_of(isle.zone(field.us_mask) & field.jp_mask):
            if target in aimed or (field.dug_mask >> target & 1 and target in struck):
                continue
            if field.up_mask >> target & 1 and any(
                fought[unit] & DEFENDED for unit in isle.jp_units if field.where[unit] == target
            ):
                continue
            targets.append(target)
        suppression = 0.0
        if markers:
            # As if the markers were spread over the attacks to come.
            suppression = 0.6 if not field.storm else 0.45
        plan: list[Attack] = []
        free = set(fronts)
        rest = targets.copy()
        while rest:
            found: Attack | None = None
            for target in rest:
                attack = self._from(target, fronts, free, suppression)
                if attack is not None and (found is None or attack.gain > found.gain):
                    found = attack
            if found is None:
                break
            plan.append(found)
            rest.remove(found.target)
            free -= set(found.fronts)
        for attack in plan:
            for space in sorted(free):
                if isle.near_mask[attack.target] >> space & 1:
                    total, tanks = self._power(attack.target, fronts[space])
                    before = self.gain(attack.target, attack.total, attack.tanks, suppression)
                    if self.gain(attack.target, attack.total + total, attack.tanks + tanks, suppression) > before + SMALL:
                        attack.fronts.append(space)
                        attack.total += total
                        attack.tanks += tanks
                        free.discard(space)
        self._spread(plan, markers)
        return plan

    def _power(self, target: int, units: list[int]) -> tuple[int, int]:
        """Attack factors, and those of tanks among them, that units bring against a hex."""
        total = tanks = 0
        for unit in units:
            if self.isle.is_tank[unit]:
                if not self.isle.tank_mask >> target & 1:
                    continue
                tanks += self.field.strength(unit)
            total += self.field.strength(unit)
        return total, tanks

    def _from(self, target: int, fronts: dict[int, list[int]], free: set[int], suppression: float) -> Attack | None:
        rows = []
        for space in spaces_of(self.isle.near_mask[target]):
            if space in free:
                total, tanks = self._power(target, fronts[space])
                if total:
                    rows.append((-total, tanks, space))
        rows.sort()
        attack = Attack(target)
        best, count = 0.0, 0
        total = tanks = 0
        for number, (power, armor, _) in enumerate(rows, 1):
            total -= power
            tanks += armor
            net = self.gain(target, total, tanks, suppression) - HIRE * total / 6
            if net > best:
                best, count = net, number
                attack.total, attack.tanks = total, tanks
        if not count:
            return None
        attack.fronts = [space for *_, space in rows[:count]]
        attack.gain = best
        return attack

    def _spread(self, plan: list[Attack], markers: int) -> None:
        """Markers where they save most steps: the first on a hex does more than the second."""
        chance = THIRD if self.field.storm else HALF
        for attack in plan:
            attack.saved = self.chances(attack.target, attack.total, attack.tanks)[2]
            attack.markers = 0
        for _ in range(markers):
            best, choice = 0.0, None
            for attack in plan:
                if attack.markers < 2:
                    value = attack.saved * chance * (1 - chance) ** attack.markers
                    if value > best:
                        best, choice = value, attack
            if choice is None:
                return
            choice.markers += 1
