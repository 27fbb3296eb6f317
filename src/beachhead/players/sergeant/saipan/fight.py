"""What an attack is worth: the chance to destroy, to drive back, to be repulsed, weighed by the results table.

Kills come from blocked retreats far more than from the table: two units on opposite sides of an enemy close all his ways
out, and then any retreat result destroys him. So every attack is judged together with the zones around its target.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from beachhead.players.sergeant.saipan.doctrine import Doctrine, worth
from beachhead.players.sergeant.saipan.situation import Counter, Situation
from beachhead.players.sergeant.saipan.table import Outlook, outlook

FIRE_WORTH = 0.12
"""What a point of fire is worth when nothing better is known: enough not to waste it on what is certain anyway."""
THROWN_BACK = 0.06
"""What being repulsed costs, as a part of the unit."""
DROWNED = 8.0
"""What it costs that a unit in the sea does not win its beach, and is lost."""
BEST = 10
"""A higher differential gains nothing."""


@dataclass(slots=True)
class Attack:
    """An attack by ground units, or by fire alone, before more fire is added. Judged for any number of points."""

    attackers: list[Counter]
    targets: list[Counter]
    base: int
    """The differential before more fire is added."""
    columns: int
    """What the ground is worth to the defender."""
    ways: list[int]
    """How far each target could retreat."""
    retreats: list[int]
    """How far each attacker could."""
    doctrine: Doctrine
    markers: int = 0
    """How many of the targets stand on beachheads that matter."""
    _values: dict[int, float] = field(default_factory=dict)

    @property
    def by_fire(self) -> bool:
        """Whether artillery and points make it alone."""
        return all(unit.gun for unit in self.attackers)

    def value(self, extra: int = 0) -> float:
        """Expected gain, in the worth of units, with `extra` points of fire."""
        found = self._values.get(extra)
        if found is None:
            found = self._values[extra] = self.judge(outlook(self.base + extra, self.columns, self.by_fire))
        return found

    def judge(self, chances: Outlook) -> float:
        """Expected gain when the chances are these."""
        doctrine, driven = self.doctrine, chances.driven
        total = driven * self.markers * doctrine.beachhead
        for target, way in zip(self.targets, self.ways, strict=True):
            kill = chances.kills(way)
            total += worth(target) * (kill + (driven - kill) * doctrine.push)
        for unit, way in zip(self.attackers, self.retreats, strict=True):
            total -= worth(unit) * doctrine.own * (chances.costs(way) + THROWN_BACK * chances.repelled)
            if unit.storms >= 0:
                total -= (1.0 - driven) * DROWNED
        return total

    def best_extra(self, most: int, price: float) -> tuple[float, int]:
        """The best number of points to add when each has its price, and the value then."""
        best, chosen = self.value(0), 0
        for extra in range(1, min(most, max(1, BEST - self.base)) + 1):
            value = self.value(extra) - price * extra
            if value > best + 1e-9:
                best, chosen = value, extra
        return best, chosen


def differential(attackers: list[Counter], targets: list[Counter], cover: float) -> int:
    """Attack strength less defence, less the protective fire to be expected."""
    return sum(unit.attack for unit in attackers) - sum(unit.defence for unit in targets) - round(cover)


def on_beachheads(now: Situation, targets: list[Counter]) -> int:
    """How many of these stand on beachheads at which somebody could still land."""
    return sum(target.space in now.markers for target in targets) if now.markers_matter else 0


def columns_of(now: Situation, targets: list[Counter], attackers: list[Counter]) -> int:
    """The columns that the ground is worth to the defenders; a river counts if all attack across one (7.42)."""
    island, ground = now.island, [unit for unit in attackers if not unit.gun]
    best = max(island.columns[target.space] for target in targets)
    rivers = [all((unit.space, target.space) in island.rivers for unit in ground) for target in targets]
    return max(best, 1) if ground and any(rivers) else best


def attack_from_here(
    now: Situation, doctrine: Doctrine, attackers: list[Counter], targets: list[Counter], cover: float = 0.0
) -> Attack:
    """An attack by units where they now stand, on either side."""
    way_out = now.island.way_out
    mine, theirs = now.my_zones | now.my_hexes, now.their_zones | now.their_hexes
    ways = [way_out(unit.mover, unit.space, theirs if unit.side == now.side else mine) for unit in targets]
    retreats = [way_out(unit.mover, unit.space, theirs if unit.side == now.side else mine) for unit in attackers]
    base, columns = differential(attackers, targets, cover), columns_of(now, targets, attackers)
    return Attack(attackers, targets, base, columns, ways, retreats, doctrine, on_beachheads(now, targets))
