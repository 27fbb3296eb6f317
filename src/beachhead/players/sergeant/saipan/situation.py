"""The position as the sergeant reads it from the view: counters with their values, who stands where, whose zones reach where."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from beachhead.players.sergeant.saipan.island import ARMOUR, FOOT, Island

OFF_MAP = -1
FOES = {"us": "jp", "jp": "us"}
FEET = ("infantry", "engineer")


@dataclass(slots=True)
class Counter:
    """A unit: what is printed on it, where it is, and what it has done."""

    number: int
    name: str
    side: str
    arm: str
    attack: int
    """Attack strength; of a gun, its barrage."""
    defence: int
    halves: int
    """Movement allowance in half points."""
    fpf: int
    range: int
    space: int
    marks: frozenset[str]
    storms: int
    """The beach hex that a unit in the sea is to storm, else -1."""
    waits: bool
    """Whether it is still to come."""

    @property
    def gun(self) -> bool:
        """Whether it is artillery."""
        return self.range > 0

    @property
    def foot(self) -> bool:
        """Whether it is infantry or engineers: they slip out of zones and charge, if they are Japanese."""
        return self.arm in FEET

    @property
    def mover(self) -> int:
        """How it goes over ground."""
        return ARMOUR if self.arm == "armour" else FOOT


def read_counter(number: int, name: str, facts: dict[str, Any], island: Island) -> Counter:
    """A counter from its entry in the view (values as in 3.0: 5-4-8, or 4-2-10/1-4 for guns)."""
    front, _, rest = facts["values"].partition("/")
    if rest:
        (attack, fpf, reach), (defence, move) = map(int, front.split("-")), map(int, rest.split("-"))
    else:
        (attack, defence, move), fpf, reach = map(int, front.split("-")), 0, 0
    space = island.index.get(facts["place"], OFF_MAP)
    storms = island.index.get(facts.get("storms", ""), OFF_MAP)
    waits = facts["place"] == "pool"
    marks = frozenset(facts["marks"])
    return Counter(number, name, facts["side"], facts["arm"], attack, defence, 2 * move, fpf, reach, space, marks, storms, waits)


class Situation:
    """One moment of the game, as one side sees it."""

    def __init__(self, view: dict[str, Any], side: str, island: Island) -> None:
        self.view = view
        self.side = side
        self.foe = FOES[side]
        self.island = island
        self.turn: int = view["turn"]
        self.turns: int = view["turns"]
        self.counters = [read_counter(number, name, facts, island) for number, (name, facts) in enumerate(view["units"].items())]
        self.number = {counter.name: counter.number for counter in self.counters}
        self.markers = tuple(island.index[name] for name in view["beachheads"])
        self.mine = [counter for counter in self.counters if counter.side == side and counter.space >= 0]
        self.theirs = [counter for counter in self.counters if counter.side != side and counter.space >= 0]
        self.at = {counter.space: counter for counter in (*self.mine, *self.theirs)}
        self.my_zones = self.zones(self.mine)
        self.their_zones = self.zones(self.theirs)
        self.my_hexes = sum(1 << counter.space for counter in self.mine)
        self.their_hexes = sum(1 << counter.space for counter in self.theirs)
        self._threats: list[tuple[int, Counter]] | None = None

    def zones(self, counters: list[Counter]) -> int:
        """The hexes next to any of these units, as bits."""
        found = 0
        for counter in counters:
            found |= self.island.around[counter.space]
        return found

    def named(self, names: list[str]) -> list[Counter]:
        """Counters by their names."""
        return [self.counters[self.number[name]] for name in names]

    @property
    def us(self) -> bool:
        """Whether we are the U.S. side."""
        return self.side == "us"

    @property
    def markers_matter(self) -> bool:
        """Whether anybody could still land at a beachhead."""
        return self.turn < self.turns and any(counter.waits and counter.side == "us" for counter in self.counters)

    def in_range(self, gun: Counter, space: int) -> bool:
        """Whether a gun on the map reaches a hex."""
        return self.island.distances(gun.space)[space] <= gun.range

    def enemy_fire(self, space: int) -> int:
        """Protective fire that the enemy's guns could give to a unit in this hex."""
        silent = ("protected", "displaced", "struck", "struck before")
        found = 0
        for gun in self.theirs:
            if gun.gun and self.in_range(gun, space) and not self.my_zones >> gun.space & 1:
                found += 0 if any(mark in gun.marks for mark in silent) else gun.fpf
        return found

    # ------------------------------------------------------------------ threats

    def threats(self) -> list[tuple[int, Counter]]:
        """Each enemy that attacks on foot or on tracks, with the hexes next to which it could be after its next move."""
        if self._threats is None:
            self._threats = [
                (self.island.strikes(enemy.mover, enemy.halves, enemy.space), enemy)
                for enemy in self.theirs
                if not enemy.gun and enemy.space >= 0 and self.island.land >> enemy.space & 1
            ]
        return self._threats

    def threat_to(self, space: int) -> tuple[int, int]:
        """How many enemies could attack a unit in this hex next, and with what strength together."""
        count = strength = 0
        for mask, enemy in self.threats():
            if mask >> space & 1:
                count += 1
                strength += enemy.attack
        return count, strength
