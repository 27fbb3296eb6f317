"""What an attack is worth: the chance to destroy, to drive back, to be repulsed, weighed by the results table.

Kills come from blocked retreats far more than from the table: two units on opposite sides of an enemy close all his ways
out, and then any retreat result destroys him. So every attack is judged together with the zones around its target.
"""

from __future__ import annotations

from typing import Final

from beachhead.players.sergeant.saipan.counter import Counter
from beachhead.players.sergeant.saipan.doctrine import Doctrine
from beachhead.players.sergeant.saipan.situation import Situation
from beachhead.players.sergeant.saipan.table import FIRE_OUTLOOKS, OUTLOOKS, Outlook, column_of

FIRE_WORTH: Final = 0.12
"""What a point of fire is worth when nothing better is known: enough not to waste it on what is certain anyway."""
THROWN_BACK: Final = 0.06
"""What being repulsed costs, as a part of the unit."""
DROWNED: Final = 8.0
"""What it costs that a unit in the sea does not win its beach, and is lost."""
BEST: Final = 10
"""A higher differential gains nothing."""


class Attack:
    """An attack by ground units, or by fire alone, before more fire is added. Judged for any number of points."""

    __slots__ = ("_values", "attackers", "base", "by_fire", "columns", "doctrine", "markers", "retreats", "targets", "ways")

    def __init__(
        self,
        attackers: list[Counter],
        targets: list[Counter],
        base: int,
        columns: int,
        ways: list[int],
        retreats: list[int],
        doctrine: Doctrine,
        markers: int,
    ) -> None:
        self.attackers = attackers
        self.targets = targets
        self.base = base
        """The differential before more fire is added."""
        self.columns = columns
        """What the ground is worth to the defender."""
        self.ways = ways
        """How far each target could retreat."""
        self.retreats = retreats
        """How far each attacker could."""
        self.doctrine = doctrine
        self.markers = markers
        """How many of the targets stand on beachheads that matter."""
        self.by_fire = True
        """Whether artillery and points make it alone."""
        for unit in attackers:
            if not unit.gun:
                self.by_fire = False
                break
        self._values: dict[int, float] = {}
        """By the column of the results table: all that fire changes is the column."""

    def value(self, extra: int = 0) -> float:
        """Expected gain, in the worth of units, with `extra` points of fire."""
        return self.value_in(column_of(self.base + extra, self.columns))

    def value_in(self, column: int) -> float:
        """Expected gain in a column of the results table."""
        found = self._values.get(column)
        if found is None:
            found = self._values[column] = self.judge(FIRE_OUTLOOKS[column] if self.by_fire else OUTLOOKS[column])
        return found

    def judge(self, chances: Outlook) -> float:
        """Expected gain when the chances are these."""
        doctrine, driven, kills, costs = self.doctrine, chances.driven, chances.kills, chances.costs
        push, own = doctrine.push, doctrine.own
        total = driven * self.markers * doctrine.beachhead
        ways = self.ways
        for place, target in enumerate(self.targets):
            kill = kills[ways[place]]
            total += target.worth * (kill + (driven - kill) * push)
        repelled = THROWN_BACK * chances.repelled
        ways = self.retreats
        for place, unit in enumerate(self.attackers):
            total -= unit.worth * own * (costs[ways[place]] + repelled)
            if unit.storms >= 0:
                total -= (1.0 - driven) * DROWNED
        return total

    def best_extra(self, most: int, price: float) -> tuple[float, int]:
        """The best number of points to add when each has its price, and the value then."""
        base, columns = self.base, self.columns
        last = column_of(base, columns)
        best, chosen = self.value_in(last), 0
        for extra in range(1, min(most, max(1, BEST - base)) + 1):
            column = column_of(base + extra, columns)
            if column == last:  # the same chances for a higher price
                continue
            last = column
            value = self.value_in(column) - price * extra
            if value > best + 1e-9:
                best, chosen = value, extra
        return best, chosen


def differential(attackers: list[Counter], targets: list[Counter], cover: float) -> int:
    """Attack strength less defence, less the protective fire to be expected."""
    total = -round(cover)
    for unit in attackers:
        total += unit.attack
    for unit in targets:
        total -= unit.defence
    return total


def on_beachheads(now: Situation, targets: list[Counter]) -> int:
    """How many of these stand on beachheads at which somebody could still land."""
    if not now.markers_matter:
        return 0
    found = 0
    for target in targets:
        if target.space in now.markers:
            found += 1
    return found


def columns_of(now: Situation, targets: list[Counter], attackers: list[Counter]) -> int:
    """The columns that the ground is worth to the defenders; a river counts if all attack across one (7.42)."""
    island, best, river = now.island, 0, False
    ground = [unit.space for unit in attackers if not unit.gun]
    for target in targets:
        best = max(best, island.columns[target.space])
        if ground and not river:
            river = True
            for space in ground:
                if (space, target.space) not in island.rivers:
                    river = False
                    break
    return max(best, 1) if river else best


def attack_from_here(
    now: Situation, doctrine: Doctrine, attackers: list[Counter], targets: list[Counter], cover: float = 0.0
) -> Attack:
    """An attack by units where they now stand, on either side."""
    way_of = now.field.way_of
    ways = [way_of(unit) for unit in targets]
    retreats = [way_of(unit) for unit in attackers]
    base, columns = differential(attackers, targets, cover), columns_of(now, targets, attackers)
    return Attack(attackers, targets, base, columns, ways, retreats, doctrine, on_beachheads(now, targets))
