"""The combat phase: who attacks whom, with which fire, in which order; protective fire; the massed attack."""

from __future__ import annotations

from typing import Any

from beachhead.players.sergeant.saipan.doctrine import UNDER_FIRE, Doctrine
from beachhead.players.sergeant.saipan.fight import FIRE_WORTH, Attack, attack_from_here
from beachhead.players.sergeant.saipan.situation import Counter, Situation

NEGLECT = 1.5
"""What it costs to leave a touched enemy to a gun or a point, or to drag him into another attack."""


class Battle:
    """The fights of a combat phase that are still to come, each unit in contact told off to one enemy."""

    def __init__(self, now: Situation, doctrine: Doctrine) -> None:
        self.now = now
        self.doctrine = doctrine
        self.touch: dict[int, list[int]] = {}
        """For each unit in contact that has not attacked, the enemies in contact not yet attacked next to it."""
        for unit in now.mine:
            if "contact" in unit.marks and "attacked" not in unit.marks:
                near = [now.at[space] for space in now.island.neighbours[unit.space] if space in now.at]
                foes = [
                    foe.number for foe in near if foe.side != now.side and "contact" in foe.marks and "defended" not in foe.marks
                ]
                if unit.storms >= 0:
                    foes = [foe for foe in foes if now.counters[foe].space == unit.storms]
                if foes:
                    self.touch[unit.number] = foes
        self.points: int = now.view["support"][now.side]
        self.guns = [unit for unit in now.mine if unit.gun and not unit.marks & {"contact", "attacked", "displaced"}]
        self._attacks: dict[tuple[int, ...], Attack] = {}
        self.groups = self._tell_off()

    # ------------------------------------------------------------------ who attacks whom

    def attack_on(self, enemy: int, team: list[int]) -> Attack:
        """The attack of these units on an enemy."""
        key = (enemy, *sorted(team))
        found = self._attacks.get(key)
        if found is None:
            now = self.now
            target = now.counters[enemy]
            attackers = [now.counters[number] for number in key[1:]]
            found = self._attacks[key] = attack_from_here(now, self.doctrine, attackers, [target], self._cover(target))
        return found

    def _cover(self, target: Counter) -> float:
        now = self.now
        fire = now.enemy_fire(target.space) + int(now.view["support"][now.foe])
        pending = sum(1 for foe in now.theirs if "contact" in foe.marks and "defended" not in foe.marks)
        return fire / max(1, min(pending, 3)) * 0.8

    def fire_on(self, space: int) -> int:
        """All the fire that could be brought on a hex."""
        return self.points + sum(gun.attack for gun in self.guns if self.now.in_range(gun, space))

    def _worth_of(self, enemy: int, team: list[int]) -> float:
        if not team:
            return -NEGLECT
        most = min(self.fire_on(self.now.counters[enemy].space), 12)
        return self.attack_on(enemy, team).best_extra(most, 2 * FIRE_WORTH)[0]

    def _tell_off(self) -> dict[int, list[int]]:
        """Each unit to one enemy: begin with everybody on his most promising enemy, then shift single units while that helps."""
        groups: dict[int, list[int]] = {enemy: [] for foes in self.touch.values() for enemy in foes}
        crowd = {enemy: sum(enemy in foes for foes in self.touch.values()) for enemy in groups}
        place = {}
        for unit, foes in sorted(self.touch.items(), key=lambda item: (len(item[1]), item[0])):
            chosen = min(foes, key=lambda enemy: (len(groups[enemy]) > 0, crowd[enemy], enemy))
            groups[chosen].append(unit)
            place[unit] = chosen
        values = {enemy: self._worth_of(enemy, team) for enemy, team in groups.items()}
        for _ in range(4):
            better = False
            for unit, foes in self.touch.items():
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
        teams = [(enemy, team) for enemy, team in self.groups.items() if team]
        ranked = sorted(teams, key=lambda item: (-self._worth_of(*item), item[0]))
        return [enemy for enemy, _ in ranked]

    # ------------------------------------------------------------------ fire

    def share_fire(self, current: Attack, spaces: list[int]) -> tuple[list[Counter], int]:
        """Which guns, and how many points, the attack under way gets when all that are to come want some too."""
        others = [(self.attack_on(enemy, team), [self.now.counters[enemy].space]) for enemy, team in self.groups.items() if team]
        wanting = [(current, spaces), *others]
        owed = sum(1 for team in self.groups.values() if not team)
        given = [0] * len(wanting)
        guns: list[Counter] = []
        for gun in sorted(self.guns, key=lambda gun: (-gun.attack, gun.number)):
            best, winner = 0.01, -1
            for place, (attack, targets) in enumerate(wanting):
                if any(self.now.in_range(gun, space) for space in targets):
                    gain = attack.value(given[place] + gun.attack) - attack.value(given[place])
                    if gain > best:
                        best, winner = gain, place
            if winner >= 0:
                given[winner] += gun.attack
                if winner == 0:
                    guns.append(gun)
        points = max(0, self.points - owed)
        gains = []
        for (attack, _), start in zip(wanting, given, strict=True):
            gains.append([attack.value(start + extra) for extra in range(points + 1)])
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


def under_way(now: Situation, doctrine: Doctrine) -> Attack:
    """The attack that is being made, as the view tells it, fire and cover so far included."""
    combat: dict[str, Any] = now.view["combat"]
    attackers, targets = now.named(combat["attackers"]), now.named(combat["defenders"])
    attack = attack_from_here(now, doctrine, attackers, targets, 0.0)
    attack.base = combat["differential"]
    if not attack.by_fire and not combat["protect"]:
        attack.base -= round(0.5 * max(now.enemy_fire(target.space) for target in targets))
    return attack


def first_share(values: list[list[float]]) -> int:
    """How much the first of several claims gets when a stock is split best; each claim's list tells its value for 0, 1, 2..."""
    stock = len(values[0]) - 1
    best = [0.0] * (stock + 1)
    shares = [0] * (stock + 1)
    for claim in reversed(values):
        after, shares = [], []
        for total in range(stock + 1):
            options = [(claim[share] - 0.001 * share + best[total - share], -share) for share in range(total + 1)]
            value, share = max(options)
            after.append(value)
            shares.append(-share)
        best = after
    return shares[stock]


def suffering(now: Situation) -> tuple[Attack, int]:
    """The enemy's attack on us, and the strength of his foot, which a massed attack would double."""
    combat: dict[str, Any] = now.view["combat"]
    attackers, mine = now.named(combat["attackers"]), now.named(combat["defenders"])
    attack = attack_from_here(now, UNDER_FIRE, attackers, mine)
    attack.base = combat["differential"]
    foot = 0 if now.foe == "us" else sum(unit.attack for unit in attackers if unit.foot)
    return attack, foot


def share_cover(now: Situation, attack: Attack, foot: int, most: int) -> int:
    """How much protective fire the attack under way deserves, if those that are still to come want some too."""

    def losses(blow: Attack, massed: int) -> list[float]:
        found = []
        for cover in range(most + 1):
            plain = blow.value(-cover)
            found.append(-max(plain, 0.5 * (plain + blow.value(massed - cover) - 3.0)) if massed else -plain)
        return found

    claims = [losses(attack, foot)]
    spent: set[int] = set()
    for unit in now.mine:
        if "contact" in unit.marks and "defended" not in unit.marks:
            near = [now.at[space] for space in now.island.neighbours[unit.space] if space in now.at]
            foes = [foe for foe in near if foe.side == now.foe and "attacked" not in foe.marks and foe.number not in spent]
            if foes:
                spent |= {foe.number for foe in foes}
                claims.append(losses(attack_from_here(now, UNDER_FIRE, foes, [unit]), 0))
    return first_share(claims)
