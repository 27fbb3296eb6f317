"""The combat phase: who attacks whom, with which fire, in which order; protective fire; the massed attack."""

from __future__ import annotations

from typing import Final

from beachhead.players.sergeant.saipan.counter import ATTACKED, CONTACT, DEFENDED, SPENT, Counter
from beachhead.players.sergeant.saipan.doctrine import UNDER_FIRE, Doctrine
from beachhead.players.sergeant.saipan.fight import FIRE_WORTH, Attack, attack_from_here
from beachhead.players.sergeant.saipan.situation import Situation

NEGLECT: Final = 1.5
"""What it costs to leave a touched enemy to a gun or a point, or to drag him into another attack."""
PENDING: Final = CONTACT | DEFENDED
"""Marks that tell, together, who is still to be attacked: in contact, and not attacked yet."""


class Battle:
    """The fights of a combat phase that are still to come, each unit in contact told off to one enemy."""

    def __init__(self, now: Situation, doctrine: Doctrine) -> None:
        self.now = now
        self.doctrine = doctrine
        marks = now.marks
        self.touch: dict[int, list[int]] = {}
        """For each unit in contact that has not attacked, the enemies in contact not yet attacked next to it."""
        for unit in now.mine:
            if marks[unit.number] & (CONTACT | ATTACKED) == CONTACT:
                foes = [
                    foe.number
                    for foe in now.neighbours_of(unit)
                    if foe.side != now.side
                    and marks[foe.number] & PENDING == CONTACT
                    and (unit.storms < 0 or foe.space == unit.storms)
                ]
                if foes:
                    self.touch[unit.number] = foes
        self.points: int = now.points(now.side)
        self.guns: list[Counter] = [unit for unit in now.mine if unit.gun and not marks[unit.number] & SPENT]
        self._their_points: int = now.points(now.foe)
        self._pending = 0
        for foe in now.theirs:
            if marks[foe.number] & PENDING == CONTACT:
                self._pending += 1
        self._attacks: dict[tuple[int, ...], Attack] = {}
        self._fire: dict[int, int] = {}
        self.groups = self._tell_off()

    # ------------------------------------------------------------------ who attacks whom

    def attack_on(self, enemy: int, team: list[int]) -> Attack:
        """The attack of these units on an enemy."""
        key = (enemy, *sorted(team))
        found = self._attacks.get(key)
        if found is None:
            now = self.now
            target = now.counters[enemy]
            attackers = [now.counters[number] for number in sorted(team)]
            found = self._attacks[key] = attack_from_here(now, self.doctrine, attackers, [target], self._cover(target))
        return found

    def _cover(self, target: Counter) -> float:
        fire = self.now.enemy_fire(target.space) + self._their_points
        return fire / max(1, min(self._pending, 3)) * 0.8

    def fire_on(self, space: int) -> int:
        """All the fire that could be brought on a hex."""
        found = self._fire.get(space)
        if found is None:
            found = self.points
            for gun in self.guns:
                if self.now.in_range(gun, space):
                    found += gun.attack
            self._fire[space] = found
        return found

    def _worth_of(self, enemy: int, team: list[int]) -> float:
        if not team:
            return -NEGLECT
        most = min(self.fire_on(self.now.counters[enemy].space), 12)
        return self.attack_on(enemy, team).best_extra(most, 2 * FIRE_WORTH)[0]

    def _tell_off(self) -> dict[int, list[int]]:
        """Each unit to one enemy: begin with everybody on his most promising enemy, then shift single units while that helps."""
        touch = self.touch
        groups: dict[int, list[int]] = {}
        crowd: dict[int, int] = {}
        for foes in touch.values():
            for enemy in foes:
                groups[enemy] = []
                crowd[enemy] = crowd.get(enemy, 0) + 1
        place: dict[int, int] = {}
        for _, unit in sorted((len(foes), unit) for unit, foes in touch.items()):
            chosen = _least(touch[unit], groups, crowd)
            groups[chosen].append(unit)
            place[unit] = chosen
        values = {enemy: self._worth_of(enemy, team) for enemy, team in groups.items()}
        for _ in range(4):
            better = False
            for unit, foes in touch.items():
                if len(foes) == 1:
                    continue
                here = place[unit]
                for there in foes:
                    if there == here:
                        continue
                    less = self._worth_of(here, [other for other in groups[here] if other != unit])
                    more = self._worth_of(there, [*groups[there], unit])
                    if less + more > values[here] + values[there] + 1e-6:
                        groups[here].remove(unit)
                        groups[there].append(unit)
                        values[here], values[there] = less, more
                        place[unit] = here = there
                        better = True
            if not better:
                break
        return groups

    # ------------------------------------------------------------------ order

    def order(self) -> list[int]:
        """The enemies to be attacked by units next to them, the most promising first."""
        ranked = sorted((-self._worth_of(enemy, team), enemy) for enemy, team in self.groups.items() if team)
        return [enemy for _, enemy in ranked]

    # ------------------------------------------------------------------ fire

    def share_fire(self, current: Attack, spaces: list[int]) -> tuple[list[Counter], int]:
        """Which guns, and how many points, the attack under way gets when all that are to come want some too."""
        now = self.now
        wanting: list[tuple[Attack, list[int]]] = [(current, spaces)]
        owed = 0
        for enemy, team in self.groups.items():
            if team:
                wanting.append((self.attack_on(enemy, team), [now.counters[enemy].space]))
            else:
                owed += 1
        given = [0] * len(wanting)
        guns: list[Counter] = []
        for gun in sorted(self.guns, key=lambda gun: (-gun.attack, gun.number)):
            best, winner = 0.01, -1
            row, limit = now.island.distances(gun.space), gun.range
            for place, (attack, targets) in enumerate(wanting):
                for space in targets:
                    if row[space] <= limit:
                        gain = attack.value(given[place] + gun.attack) - attack.value(given[place])
                        if gain > best:
                            best, winner = gain, place
                        break
            if winner >= 0:
                given[winner] += gun.attack
                if winner == 0:
                    guns.append(gun)
        points = max(0, self.points - owed)
        gains: list[list[float]] = []
        for place, (attack, _) in enumerate(wanting):
            gains.append([attack.value(given[place] + extra) for extra in range(points + 1)])
        return guns, first_share(gains)

    def best_barrage(self, targets: list[int]) -> tuple[float, int, int]:
        """The enemy on whom fire alone does most, what that is worth, and how much fire it takes."""
        now = self.now
        best, chosen, needed = 0.0, -1, 0
        for enemy in targets:
            target = now.counters[enemy]
            attack = attack_from_here(now, self.doctrine, [], [target], 0.0)
            value, extra = attack.best_extra(self.fire_on(target.space), 0.001)
            if value > best + 1e-9:
                best, chosen, needed = value, enemy, extra
        return best, chosen, needed


def _least(foes: list[int], groups: dict[int, list[int]], crowd: dict[int, int]) -> int:
    """The enemy whom nobody attacks yet, before others; then the one whom the fewest can attack."""
    best = foes[0]
    for enemy in foes:
        key = (len(groups[enemy]) > 0, crowd[enemy], enemy)
        if key < (len(groups[best]) > 0, crowd[best], best):
            best = enemy
    return best


def under_way(now: Situation, doctrine: Doctrine) -> Attack:
    """The attack that is being made, fire and cover so far included."""
    fighting, facing, base, covered = now.combat()
    attack = attack_from_here(now, doctrine, fighting, facing, 0.0)
    attack.base = base
    if not attack.by_fire and not covered:
        attack.base -= round(0.5 * max([now.enemy_fire(target.space) for target in facing]))
    return attack


def first_share(values: list[list[float]]) -> int:
    """How much the first of several claims gets when a stock is split best; each claim's list tells its value for 0, 1, 2..."""
    stock = len(values[0]) - 1
    best = [0.0] * (stock + 1)
    for claim in values[:0:-1]:
        after: list[float] = []
        for total in range(stock + 1):
            most = claim[0] + best[total]
            for share in range(1, total + 1):
                value = claim[share] - 0.001 * share + best[total - share]
                if value > most:
                    most = value
            after.append(most)
        best = after
    claim, chosen = values[0], 0
    most = claim[0] + best[stock]
    for share in range(1, stock + 1):
        value = claim[share] - 0.001 * share + best[stock - share]
        if value > most:
            most, chosen = value, share
    return chosen


def suffering(now: Situation) -> tuple[Attack, int]:
    """The enemy's attack on us, and the strength of his foot, which a massed attack would double."""
    fighting, facing, base, _ = now.combat()
    attack = attack_from_here(now, UNDER_FIRE, fighting, facing)
    attack.base = base
    foot = 0
    if now.foe == "jp":
        for unit in fighting:
            if unit.foot:
                foot += unit.attack
    return attack, foot


def _losses(blow: Attack, massed: int, most: int) -> list[float]:
    """What we lose by a blow under each amount of protective fire, 0 first; `massed` is what a charge would add to it."""
    found: list[float] = []
    for cover in range(most + 1):
        plain = blow.value(-cover)
        found.append(-max(plain, 0.5 * (plain + blow.value(massed - cover) - 3.0)) if massed else -plain)
    return found


def share_cover(now: Situation, attack: Attack, foot: int, most: int) -> int:
    """How much protective fire the attack under way deserves, if those that are still to come want some too."""
    claims = [_losses(attack, foot, most)]
    marks = now.marks
    spent: set[int] = set()
    for unit in now.mine:
        if marks[unit.number] & PENDING == CONTACT:
            foes = [
                foe
                for foe in now.neighbours_of(unit)
                if foe.side == now.foe and not marks[foe.number] & ATTACKED and foe.number not in spent
            ]
            if foes:
                for foe in foes:
                    spent.add(foe.number)
                claims.append(_losses(attack_from_here(now, UNDER_FIRE, foes, [unit]), 0, most))
    return first_share(claims)
