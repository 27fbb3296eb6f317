"""What an attack is worth: the chance to destroy, to drive back, to be thrown back, weighed by what stands on the table.

Kills come from blocked retreats far more than from the table: two units on opposite sides of an enemy close all his ways
out, and then any retreat result destroys him. So every attack is judged together with the zones around its target.
"""

from __future__ import annotations

from dataclasses import dataclass

from beachhead.players.sergeant.saipan.situation import Counter, Situation
from beachhead.players.sergeant.saipan.table import Outlook, outlook

FIRE_WORTH = 0.12
"""What a point of fire is worth when nothing better is known: enough not to waste it on what is certain anyway."""


@dataclass(frozen=True, slots=True)
class Doctrine:
    """How much a side cares."""

    own: float
    """A unit of ours lost, against one of the enemy's."""
    push: float
    """A unit driven back, as a part of a unit destroyed."""
    beachhead: float
    """Driving a unit off a beachhead, so that the marker can be destroyed."""
    hunt: bool
    """Whether units that have nothing to attack go looking for the enemy, or keep out of his way."""


def worth(counter: Counter) -> float:
    """What a unit counts: every unit must go before a side has won, strong ones are worth more."""
    return 4.0 + (counter.attack + counter.defence + counter.fpf) / 2


def doctrine_of(now: Situation) -> Doctrine:
    """The U.S. always hunts. Japan attacks while it is the stronger on the island, and afterwards lives to the end."""
    if now.us:
        return Doctrine(own=1.0, push=0.12, beachhead=0.0, hunt=True)
    strength = sum(unit.attack + unit.defence for unit in now.mine)
    ashore = sum(unit.attack + unit.defence for unit in now.theirs)
    if strength >= ashore:
        return Doctrine(own=0.6, push=0.12, beachhead=8.0 / max(1, len(now.markers)), hunt=True)
    return Doctrine(own=1.0, push=0.1, beachhead=3.0 / max(1, len(now.markers)), hunt=False)


def ground(now: Situation, targets: list[Counter], attackers: list[Counter]) -> int:
    """The columns that the ground is worth to the defenders; a river counts if all attack across one (7.42)."""
    island = now.island
    best = 0
    for target in targets:
        best = max(best, island.columns[target.space])
        if best < 1 and any(not unit.gun for unit in attackers):
            best = int(all((unit.space, target.space) in island.rivers for unit in attackers if not unit.gun))
    return best


def ways_out(now: Situation, targets: list[Counter], zones: int, hexes: int) -> list[int]:
    """How far each target can retreat before our zones, our units and the sea."""
    closed = zones | hexes
    return [now.island.way_out(target.mover, target.space, closed) for target in targets]


class Attack:
    """An attack by ground units, or by fire alone, on enemies that stand around; judged for any differential."""

    def __init__(
        self,
        now: Situation,
        doctrine: Doctrine,
        attackers: list[Counter],
        targets: list[Counter],
        *,
        columns: int,
        ways: list[int],
        retreats: list[int],
        cover: float = 0.0,
    ) -> None:
        self.attackers = attackers
        self.targets = targets
        self.columns = columns
        self.by_fire = all(unit.gun for unit in attackers)
        self.base = sum(unit.attack for unit in attackers) - sum(unit.defence for unit in targets) - round(cover)
        self._ways = ways
        self._retreats = retreats
        self._gains = [worth(target) for target in targets]
        self._pushes = [doctrine.push * gain for gain in self._gains]
        on_marker = [now.markers_matter and target.space in now.markers for target in targets]
        self._markers = doctrine.beachhead * sum(on_marker)
        self._stakes = [doctrine.own * worth(unit) for unit in attackers]
        self._storms = any(unit.storms >= 0 for unit in attackers)
        self._values: dict[int, float] = {}

    def outlook(self, extra: int = 0) -> Outlook:
        """The chances with so many more points."""
        return outlook(self.base + extra, self.columns, self.by_fire)

    def value(self, extra: int = 0) -> float:
        """Expected gain, in the worth of units, with so many more points of fire."""
        found = self._values.get(extra)
        if found is None:
            found = self._values[extra] = self.judge(self.outlook(extra))
        return found

    def judge(self, chances: Outlook) -> float:
        """Expected gain when the chances are these."""
        driven = chances.driven
        total = driven * self._markers
        for gain, push, way in zip(self._gains, self._pushes, self._ways, strict=True):
            kill = chances.kills(way)
            total += kill * gain + (driven - kill) * push
        for stake, way in zip(self._stakes, self._retreats, strict=True):
            total -= stake * (chances.costs(way) + 0.06 * chances.repelled)
        if self._storms:
            total -= (1.0 - driven) * 8.0
        return total

    def best_extra(self, most: int, price: float = FIRE_WORTH) -> tuple[float, int]:
        """The best number of points to add when each has its price, and the value then."""
        best, chosen = self.value(0), 0
        for extra in range(1, most + 1):
            if self.base + extra > 10 and chosen:
                break
            value = self.value(extra) - price * extra
            if value > best + 1e-9:
                best, chosen = value, extra
        return best, chosen


def attack_from_here(
    now: Situation, doctrine: Doctrine, attackers: list[Counter], targets: list[Counter], cover: float
) -> Attack:
    """An attack by units where they now stand."""
    ways = ways_out(now, targets, now.my_zones, now.my_hexes)
    closed = now.their_zones | now.their_hexes
    retreats = [now.island.way_out(unit.mover, unit.space, closed) for unit in attackers]
    columns = ground(now, targets, attackers)
    return Attack(now, doctrine, attackers, targets, columns=columns, ways=ways, retreats=retreats, cover=cover)
