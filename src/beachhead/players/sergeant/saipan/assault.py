"""Which enemies to attack this turn, and from where: found before anybody moves.

For each enemy every set of hexes around him that our units can fill is tried; the best attack is taken, its units are bound, and
the search continues with those that are left.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations

from beachhead.players.sergeant.saipan.doctrine import Doctrine, worth
from beachhead.players.sergeant.saipan.fight import FIRE_WORTH, Attack, differential, on_beachheads
from beachhead.players.sergeant.saipan.footing import Footing
from beachhead.players.sergeant.saipan.situation import Counter, Situation

UNIT_WORTH = 0.25
"""What binding one more unit to an attack costs: it might do something else."""
CONTACT_WORTH = {"us": 0.5, "jp": 1.2}
"""What it costs to touch a further enemy, who must then be attacked too: the U.S. has points for that."""
COVER_SHARE = {"us": 0.6, "jp": 0.4}
"""The part of the enemy's protective fire that one attack must expect: he has points for several."""
MOST = 4
"""More ground units than this are never sought for one attack; those that must be in it are, of course."""


@dataclass(frozen=True, slots=True)
class Assault:
    """A plan to attack one enemy: who goes where, and how much fire it counts on."""

    value: float
    target: int
    places: tuple[tuple[int, int], ...]
    """Pairs of a unit and its hex."""
    fire: int
    contacts: frozenset[int]


class Planner:
    """Binds units to assaults, best first. `reach` holds for each unit that may still move the hexes it may go to, as bits."""

    def __init__(self, now: Situation, doctrine: Doctrine, reach: Mapping[int, int], points: int) -> None:
        self.now = now
        self.doctrine = doctrine
        self.points = points
        self.guns = [unit for unit in now.mine if unit.gun and not now.their_zones >> unit.space & 1]
        self.fixed: dict[int, Counter] = {}
        """Units by the hex in which they end this phase."""
        self.free: dict[int, int] = {}
        for unit in now.mine:
            if unit.number not in reach:
                self.fixed[unit.space] = unit
            elif not unit.gun:
                self.free[unit.number] = reach[unit.number] | 1 << unit.space
        self.attacked: set[int] = set()
        self.touched = {
            now.at[near].number for space in self.fixed for near in now.island.neighbours[space] if now.their_hexes >> near & 1
        }
        """Enemies next to whom somebody will stand anyway, and who must be attacked for it."""
        self.zones = now.zones(list(self.fixed.values()))
        self.hexes = sum(1 << space for space in self.fixed)
        self.footing = Footing(now, doctrine)
        self.cover = {enemy.number: self._cover(enemy) for enemy in now.theirs}

    def _cover(self, enemy: Counter) -> float:
        """Protective fire to reckon with: it is given once per phase, so a part of it."""
        now = self.now
        fire = now.enemy_fire(enemy.space) + now.island.support(now.foe, now.turn)
        return fire * COVER_SHARE[now.side]

    # ------------------------------------------------------------------ the search

    def run(self) -> list[Assault]:
        """The assaults of this phase, in the order in which they were found."""
        plans: dict[int, Assault | None] = {enemy.number: self.best_against(enemy) for enemy in self.now.theirs}
        chosen: list[Assault] = []
        while True:
            open_plans = [plan for plan in plans.values() if plan is not None]
            if not open_plans:
                return chosen
            best = max(open_plans, key=lambda plan: (plan.value, -plan.target))
            chosen.append(best)
            self._bind(best)
            del plans[best.target]
            used = {unit for unit, _ in best.places}
            taken = {space for _, space in best.places}
            for number, plan in plans.items():
                if plan is None:
                    continue
                stale = plan.fire or any(unit in used or space in taken for unit, space in plan.places)
                if stale or self._near(plan.target, best.target):
                    plans[number] = self.best_against(self.now.counters[number])

    def _near(self, first: int, second: int) -> bool:
        here, there = self.now.counters[first].space, self.now.counters[second].space
        return self.now.island.distances(here)[there] <= 3

    def _bind(self, plan: Assault) -> None:
        now = self.now
        target = now.counters[plan.target]
        for number, space in plan.places:
            self.free.pop(number, None)
            self.fixed[space] = now.counters[number]
            self.zones |= now.island.around[space]
            self.hexes |= 1 << space
        self.attacked.add(plan.target)
        self.touched |= plan.contacts
        left = plan.fire
        for gun in sorted(self.guns, key=lambda gun: (-gun.attack, gun.number)):
            if gun.attack <= left + 1 and left > 0 and now.in_range(gun, target.space):
                left -= gun.attack
                self.guns.remove(gun)
        self.points -= max(0, min(self.points, left))

    def best_against(self, target: Counter) -> Assault | None:
        """The best way to attack one enemy with what is left, or None if no way is worth it."""
        now, island = self.now, self.now.island
        bound: list[tuple[Counter, int]] = []
        slots: list[tuple[int, list[Counter]]] = []
        for space in island.neighbours[target.space]:
            holder = self.fixed.get(space)
            if holder is not None:
                bound.append((holder, space))
            elif island.land >> space & 1 and not now.their_hexes >> space & 1:
                able = [now.counters[number] for number, mask in self.free.items() if mask >> space & 1]
                if able:
                    slots.append((space, able))
        fire = self.points + sum(gun.attack for gun in self.guns if now.in_range(gun, target.space))
        already = [pair for pair in bound if not self._busy(pair[0], target)]
        best: Assault | None = None
        for size in range(0 if already else 1, max(1, MOST - len(already)) + 1):
            for chosen in combinations(slots, min(size, len(slots))):
                if len(chosen) < size:
                    break
                places = self._fill(chosen)
                if places is not None:
                    plan = self._judge(target, already, places, fire)
                    if plan is not None and (best is None or plan.value > best.value):
                        best = plan
        return best if best is not None and best.value > 0 and best.places else None

    def _busy(self, unit: Counter, target: Counter) -> bool:
        """Whether a unit that stands next to the target already has an attack of its own in the plan."""
        island = self.now.island
        space = next(place for place, holder in self.fixed.items() if holder is unit)
        return any(self.now.at[near].number in self.attacked for near in island.neighbours[space] if near in self.now.at)

    def _fill(self, chosen: tuple[tuple[int, list[Counter]], ...]) -> list[tuple[Counter, int]] | None:
        """A unit for each hex: hexes with few candidates first, strong units first, then any unit there."""
        used: set[int] = set()
        places = []
        for space, able in sorted(chosen, key=lambda slot: (len(slot[1]), slot[0])):
            best = None
            for unit in able:
                if unit.number in used:
                    continue
                key = (unit.attack, unit.space == space, -unit.number)
                if best is None or key > best[0]:
                    best = (key, unit)
            if best is None:
                return None
            used.add(best[1].number)
            places.append((best[1], space))
        return places

    def _judge(
        self, target: Counter, already: list[tuple[Counter, int]], places: list[tuple[Counter, int]], fire: int
    ) -> Assault | None:
        now, island = self.now, self.now.island
        zones, hexes = self.zones, self.hexes
        for _, space in places:
            zones |= island.around[space]
            hexes |= 1 << space
        team = already + places
        way = island.way_out(target.mover, target.space, zones | hexes)
        closed = now.their_zones | now.their_hexes
        retreats = [island.way_out(unit.mover, space, closed) for unit, space in team]
        attackers = [unit for unit, _ in team]
        base = differential(attackers, [target], self.cover[target.number])
        columns = island.columns[target.space]
        attack = Attack(attackers, [target], base, columns, [way], retreats, self.doctrine, on_beachheads(now, [target]))
        contacts = (
            {
                now.at[near].number
                for _, space in places
                for near in island.neighbours[space]
                if now.their_hexes >> near & 1 and now.at[near] is not target
            }
            - self.attacked
            - self.touched
        )
        value, extra = attack.best_extra(min(fire, 16), FIRE_WORTH)
        value -= UNIT_WORTH * len(places) + CONTACT_WORTH[now.side] * len(contacts)
        if self.doctrine.exposure:
            value -= self.doctrine.exposure * sum(worth(unit) * self._exposed(unit, space) for unit, space in places)
        return Assault(value, target.number, tuple((unit.number, space) for unit, space in places), extra, frozenset(contacts))

    def _exposed(self, unit: Counter, space: int) -> float:
        """How much more dangerous a hex is than the one a unit comes from."""
        return max(0.0, self.footing.danger(unit, space) - self.footing.danger(unit, unit.space))
