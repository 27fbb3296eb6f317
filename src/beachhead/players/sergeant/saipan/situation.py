"""The position as the sergeant knows it: counters with their values, who stands where, whose zones reach where."""

from __future__ import annotations

from typing import Final

from beachhead.players.base import Seat
from beachhead.players.sergeant.saipan.counter import SILENT, Counter
from beachhead.players.sergeant.saipan.island import Island

FOES: Final = {"us": "jp", "jp": "us"}
NUMBERS: Final = {"us": 0, "jp": 1}


class Field:
    """Who stands where, as one side sees it, with what follows from that alone. Nothing in it changes: while nobody moves, one
    decision after the other uses the same."""

    def __init__(self, where: list[int], storms: list[int], side: str, island: Island) -> None:
        self.where = where
        self.storms = storms
        self.side = side
        self.island = island
        counter = island.counter
        self.counters: list[Counter] = [counter(unit, where[unit], storms[unit]) for unit in range(len(where))]
        self.mine: list[Counter] = []
        self.theirs: list[Counter] = []
        self.at: dict[int, Counter] = {}
        self.my_zones = 0
        self.their_zones = 0
        self.my_hexes = 0
        self.their_hexes = 0
        around = island.around
        for unit in self.counters:
            space = unit.space
            if space >= 0:
                self.at[space] = unit
                if unit.side == side:
                    self.mine.append(unit)
                    self.my_zones |= around[space]
                    self.my_hexes |= 1 << space
                else:
                    self.theirs.append(unit)
                    self.their_zones |= around[space]
                    self.their_hexes |= 1 << space
        self.my_closed = self.their_zones | self.their_hexes
        """Where no unit of ours can retreat to, and no unit of theirs."""
        self.their_closed = self.my_zones | self.my_hexes
        self.next_wave = False
        """Whether U.S. units are still to come."""
        for unit in self.counters:
            if unit.waits and unit.side == "us":
                self.next_wave = True
                break
        self._my_ways: dict[int, int] = {}
        self._their_ways: dict[int, int] = {}
        self._striking: list[tuple[list[bool], int]] | None = None
        self._threats: dict[int, tuple[int, int]] = {}

    def my_way(self, mover: int, space: int) -> int:
        """How far a unit of ours could retreat from a hex, as things are."""
        key = space << 1 | mover
        found = self._my_ways.get(key)
        if found is None:
            found = self._my_ways[key] = self.island.way_out(mover, space, self.my_closed)
        return found

    def way_of(self, unit: Counter) -> int:
        """How far a unit could retreat from where it stands."""
        if unit.side == self.side:
            return self.my_way(unit.mover, unit.space)
        key = unit.space << 1 | unit.mover
        found = self._their_ways.get(key)
        if found is None:
            found = self._their_ways[key] = self.island.way_out(unit.mover, unit.space, self.their_closed)
        return found

    def threat_to(self, space: int) -> tuple[int, int]:
        """How many enemies could attack a unit in this hex next, and with what strength together."""
        found = self._threats.get(space)
        if found is None:
            striking = self._striking
            if striking is None:
                striking = self._striking = self._who_strikes()
            count = strength = 0
            for row, attack in striking:
                if row[space]:
                    count += 1
                    strength += attack
            found = self._threats[space] = (count, strength)
        return found

    def _who_strikes(self) -> list[tuple[list[bool], int]]:
        """For each enemy that attacks on foot or on tracks next to which hexes it could be after its next move, and its
        strength."""
        island = self.island
        return [
            (island.strikes(enemy.mover, enemy.halves, enemy.space), enemy.attack)
            for enemy in self.theirs
            if not enemy.gun and island.land >> enemy.space & 1
        ]


class Situation:
    """One moment of the game, as one side sees it."""

    def __init__(self, seat: Seat, field: Field) -> None:
        self.seat = seat
        self.field = field
        self.side = field.side
        self.foe = FOES[field.side]
        self.us = field.side == "us"
        """Whether we are the U.S. side."""
        self.island = field.island
        self.turn: int = seat.known("turn")
        self.marks: list[int] = seat.known("marks")
        self.markers: list[int] = seat.known("beachheads")
        self.counters = field.counters
        self.mine = field.mine
        self.theirs = field.theirs
        self.at = field.at
        turns: int = seat.known("turns")
        self.markers_matter: bool = field.next_wave and self.turn < turns
        """Whether anybody could still land at a beachhead."""
        self._fire: dict[int, int] = {}

    def points(self, side: str) -> int:
        """Support points that a side has left in this phase."""
        support: list[int] = self.seat.known("support")
        return support[NUMBERS[side]]

    def combat(self) -> tuple[list[Counter], list[Counter], int, bool]:
        """The combat under way: attackers, defenders, the differential, and whether guns give protective fire."""
        counters = self.counters
        attackers, defenders, differential, covered = self.seat.known("combat")
        return [counters[unit] for unit in attackers], [counters[unit] for unit in defenders], differential, covered

    def zones(self, counters: list[Counter]) -> int:
        """The hexes next to any of these units, as bits."""
        around, found = self.island.around, 0
        for counter in counters:
            found |= around[counter.space]
        return found

    def neighbours_of(self, unit: Counter) -> list[Counter]:
        """The units next to a unit."""
        at = self.at
        return [at[space] for space in self.island.neighbours[unit.space] if space in at]

    def in_range(self, gun: Counter, space: int) -> bool:
        """Whether a gun on the map reaches a hex."""
        return self.island.distances(gun.space)[space] <= gun.range

    def enemy_fire(self, space: int) -> int:
        """Protective fire that the enemy's guns could give to a unit in this hex."""
        found = self._fire.get(space)
        if found is None:
            zones, marks = self.field.my_zones, self.marks
            row = self.island.distances(space)
            found = 0
            for gun in self.theirs:
                if gun.gun and row[gun.space] <= gun.range and not zones >> gun.space & 1 and not marks[gun.number] & SILENT:
                    found += gun.fpf
            self._fire[space] = found
        return found
