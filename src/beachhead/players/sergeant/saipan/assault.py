"""Which enemies to attack this turn, and from where: found before anybody moves.

For each enemy every set of hexes around him that our units can fill is tried; the best attack is taken, its units are bound, and
the search continues with those that are left.
"""

from __future__ import annotations

from itertools import combinations
from typing import Final

from beachhead.players.sergeant.saipan.counter import Counter
from beachhead.players.sergeant.saipan.doctrine import Doctrine
from beachhead.players.sergeant.saipan.fight import FIRE_WORTH, Attack, differential, on_beachheads
from beachhead.players.sergeant.saipan.footing import Footing
from beachhead.players.sergeant.saipan.situation import Situation

UNIT_WORTH: Final = 0.25
"""What binding one more unit to an attack costs: it might do something else."""
CONTACT_WORTH: Final = {"us": 0.5, "jp": 1.2}
"""What it costs to touch a further enemy, who must then be attacked too: the U.S. has points for that."""
COVER_SHARE: Final = {"us": 0.6, "jp": 0.4}
"""The part of the enemy's protective fire that one attack must expect: he has points for several."""
MOST: Final = 4
"""More ground units than this are never sought for one attack; those that must be in it are, of course."""

Places = list[tuple[Counter, int]]
"""Units, each with a hex."""
Slot = tuple[int, list[Counter]]
"""A hex, and the units that could go there."""


class Assault:
    """A plan to attack one enemy: who goes where, and how much fire it counts on."""

    __slots__ = ("contacts", "fire", "places", "target", "value")

    def __init__(self, value: float, target: int, places: Places, fire: int, contacts: set[int]) -> None:
        self.value = value
        self.target = target
        self.places = places
        self.fire = fire
        self.contacts = contacts
        """Further enemies whom it touches."""


class Planner:
    """Binds units to assaults, best first. `reach` holds for each unit that may still move the hexes it may go to, as bits."""

    def __init__(self, now: Situation, doctrine: Doctrine, reach: dict[int, int], points: int) -> None:
        self.now = now
        self.doctrine = doctrine
        self.points = points
        field = now.field
        self.guns: list[Counter] = [unit for unit in now.mine if unit.gun and not field.their_zones >> unit.space & 1]
        self.fixed: dict[int, Counter] = {}
        """Units by the hex in which they end this phase."""
        self.free: dict[int, int] = {}
        for unit in now.mine:
            if unit.number not in reach:
                self.fixed[unit.space] = unit
            elif not unit.gun:
                self.free[unit.number] = reach[unit.number] | 1 << unit.space
        self.attacked: set[int] = set()
        self.touched: set[int] = set()
        """Enemies next to whom somebody will stand anyway, and who must be attacked for it."""
        self.zones = now.zones(list(self.fixed.values()))
        self.hexes = 0
        for space in self.fixed:
            self.hexes |= 1 << space
            for near in now.island.neighbours[space]:
                if field.their_hexes >> near & 1:
                    self.touched.add(now.at[near].number)
        self.footing = Footing(now, doctrine)
        self._fire = now.island.support(now.foe, now.turn)

    def _cover(self, enemy: Counter) -> float:
        """Protective fire to reckon with: it is given once per phase, so a part of it."""
        return (self.now.enemy_fire(enemy.space) + self._fire) * COVER_SHARE[self.now.side]

    # ------------------------------------------------------------------ the search

    def run(self) -> list[Assault]:
        """The assaults of this phase, in the order in which they were found."""
        plans: dict[int, Assault] = {}
        for enemy in self.now.theirs:
            plan = self.best_against(enemy)
            if plan is not None:
                plans[enemy.number] = plan
        chosen: list[Assault] = []
        while plans:
            best: Assault | None = None
            for plan in plans.values():
                if best is None or plan.value > best.value or (plan.value == best.value and plan.target < best.target):
                    best = plan
            assert best is not None
            chosen.append(best)
            self._bind(best)
            del plans[best.target]
            used = {unit.number for unit, _ in best.places}
            taken = {space for _, space in best.places}
            for number, plan in list(plans.items()):
                if plan.fire or self._near(number, best.target) or _clash(plan.places, used, taken):
                    again = self.best_against(self.now.counters[number])
                    if again is None:
                        del plans[number]
                    else:
                        plans[number] = again
        return chosen

    def _near(self, first: int, second: int) -> bool:
        here, there = self.now.counters[first].space, self.now.counters[second].space
        return self.now.island.distances(here)[there] <= 3

    def _bind(self, plan: Assault) -> None:
        now = self.now
        target = now.counters[plan.target]
        for unit, space in plan.places:
            self.free.pop(unit.number, None)
            self.fixed[space] = unit
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
        their_hexes = now.field.their_hexes
        already: Places = []
        slots: list[Slot] = []
        for space in island.neighbours[target.space]:
            holder = self.fixed.get(space)
            if holder is not None:
                if not self._busy(space):
                    already.append((holder, space))
            elif island.land >> space & 1 and not their_hexes >> space & 1:
                able = [now.counters[number] for number, mask in self.free.items() if mask >> space & 1]
                if able:
                    slots.append((space, able))
        if not slots:
            return None
        fire = self.points
        for gun in self.guns:
            if now.in_range(gun, target.space):
                fire += gun.attack
        best: Assault | None = None
        for size in range(0 if already else 1, min(max(1, MOST - len(already)), len(slots)) + 1):
            for chosen in combinations(slots, size):
                places = _fill(chosen)
                if places is not None:
                    plan = self._judge(target, already, places, fire)
                    if best is None or plan.value > best.value:
                        best = plan
        return best if best is not None and best.value > 0 and best.places else None

    def _busy(self, space: int) -> bool:
        """Whether a unit that ends this phase here already has an attack of its own in the plan."""
        at, attacked = self.now.at, self.attacked
        for near in self.now.island.neighbours[space]:
            unit = at.get(near)
            if unit is not None and unit.number in attacked:
                return True
        return False

    def _judge(self, target: Counter, already: Places, places: Places, fire: int) -> Assault:
        now, island, field = self.now, self.now.island, self.now.field
        around = island.around
        closed = self.zones | self.hexes
        for _, space in places:
            closed |= around[space] | 1 << space
        team = already + places
        attackers = [unit for unit, _ in team]
        way = island.way_out(target.mover, target.space, closed)
        retreats = [field.my_way(unit.mover, space) for unit, space in team]
        base = differential(attackers, [target], self._cover(target))
        attack = Attack(
            attackers,
            [target],
            base,
            island.columns[target.space],
            [way],
            retreats,
            self.doctrine,
            on_beachheads(now, [target]),
        )
        contacts: set[int] = set()
        for _, space in places:
            if field.their_hexes & around[space]:
                for near in island.neighbours[space]:
                    if field.their_hexes >> near & 1 and near != target.space:
                        contacts.add(now.at[near].number)
        contacts -= self.attacked
        contacts -= self.touched
        value, extra = attack.best_extra(min(fire, 16), FIRE_WORTH)
        value -= UNIT_WORTH * len(places) + CONTACT_WORTH[now.side] * len(contacts)
        if self.doctrine.exposure:
            exposed = 0.0
            for unit, space in places:
                exposed += unit.worth * self._exposed(unit, space)
            value -= self.doctrine.exposure * exposed
        return Assault(value, target.number, places, extra, contacts)

    def _exposed(self, unit: Counter, space: int) -> float:
        """How much more dangerous a hex is than the one a unit comes from."""
        return max(0.0, self.footing.danger(unit, space) - self.footing.danger(unit, unit.space))


def _clash(places: Places, used: set[int], taken: set[int]) -> bool:
    """Whether a plan wants a unit or a hex that another one has got."""
    return any(unit.number in used or space in taken for unit, space in places)


def _few_first(slot: Slot) -> tuple[int, int]:
    return (len(slot[1]), slot[0])


def _fill(chosen: tuple[Slot, ...]) -> Places | None:
    """A unit for each hex: hexes with few candidates first, strong units first, then any unit there."""
    used: set[int] = set()
    places: Places = []
    for space, able in sorted(chosen, key=_few_first):
        best: Counter | None = None
        for unit in able:
            if unit.number in used:
                continue
            if best is None or _better(unit, best, space):
                best = unit
        if best is None:
            return None
        used.add(best.number)
        places.append((best, space))
    return places


def _better(unit: Counter, other: Counter, space: int) -> bool:
    """Whether one is to be preferred for a hex: the stronger; of equals the one that is there already, then the first."""
    if unit.attack != other.attack:
        return unit.attack > other.attack
    if (unit.space == space) != (other.space == space):
        return unit.space == space
    return unit.number < other.number
