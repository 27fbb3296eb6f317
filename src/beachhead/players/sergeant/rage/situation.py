"""The position as the sergeant knows it: who stands where, in what state, and what may be hidden."""

from __future__ import annotations

from typing import Final

from beachhead.players.base import Seat
from beachhead.players.sergeant.rage.counter import Counter, Look
from beachhead.players.sergeant.rage.island import Island

CAVES: Final = 21
US: Final = 0
JP: Final = 1

# Kinds of attack, as the game gives them (`known("fight")`).
US_BOMBARDMENT: Final = 1
JP_FIRE: Final = 3
US_FIRE: Final = 4


class Fight:
    """The attack under way, or the last one."""

    __slots__ = ("area", "damage", "hits", "kind", "retreating", "row")

    def __init__(self, kind: int, area: int, hits: int, damage: int, row: list[int], retreating: list[int]) -> None:
        self.kind = kind
        self.area = area
        self.hits = hits
        self.damage = damage
        """What is left of the Damage Number."""
        self.row = row
        """Its units in the order in which they lose steps."""
        self.retreating = retreating


def fight_of(seat: Seat) -> Fight:
    """The attack under way, or the last one; before the first, one without a kind or an area."""
    known = seat.known("fight")
    return Fight(0, -1, 0, 0, [], []) if known is None else Fight(*known)


class Field:
    """Who is where, as one side sees it. Nothing in it changes: while nobody moves or fires, one decision after the other uses
    the same."""

    def __init__(self, looks: list[Look], island: Island) -> None:
        self.looks = looks
        self.island = island
        self.counters: list[Counter] = island.counters(looks)
        self.units: dict[int, Counter] = {}
        self.us: list[list[Counter]] = [[] for _ in range(island.size)]
        self.jp: list[list[Counter]] = [[] for _ in range(island.size)]
        """Japanese units that this side sees, by area."""
        self.enemies: list[tuple[int, int]] = []
        """Those of them that are on the map, each with its area."""
        self.guns: list[Counter] = []
        """Those of them that bombard."""
        for unit in self.counters:
            self.units[unit.number] = unit
            area = unit.area
            if area >= 0:
                if unit.us:
                    self.us[area].append(unit)
                else:
                    self.jp[area].append(unit)
                    self.enemies.append((unit.number, area))
                    if unit.gun:
                        self.guns.append(unit)


class Situation:
    """One moment of the game, as one side sees it."""

    def __init__(self, seat: Seat, field: Field) -> None:
        self.seat = seat
        self.field = field
        self.island = field.island
        self.turn: int = seat.known("turn")
        turns: int = seat.known("turns")
        self.turns_left: int = turns - self.turn + 1
        """This turn included."""
        self.units = field.units
        self.counters = field.counters
        self.us = field.us
        self.jp = field.jp
        control: list[int] = seat.known("control")
        self.held: list[bool] = [mark != 0 for mark in control]
        self.beachheads: list[int] = seat.known("beachheads")
        self.airfields: list[int] = seat.known("airfields")
        self._caves: list[int] | None = None

    def shown_caves(self, area: int) -> int:
        """Caves in view there."""
        caves = self._caves
        if caves is None:
            caves = self._caves = self.seat.known("shown caves")
        return caves[area]

    def points_of(self, side: int) -> int:
        """Victory Points of a side."""
        points: list[int] = self.seat.known("vp")
        return points[side]

    def fight(self) -> Fight:
        """The attack under way, or the last one."""
        return fight_of(self.seat)

    def named(self) -> dict[int, list[Counter]]:
        """The units that are named against each area so far, by area, in the order of the first unit of each."""
        aim: list[int] = self.seat.known("aim")
        found: dict[int, list[Counter]] = {}
        for number, area in enumerate(aim):
            if area >= 0:
                found.setdefault(area, []).append(self.units[number])
        return found

    def overlooked(self, area: int) -> bool:
        """Whether U.S. observers on a Mountain spoil surprise there."""
        return any(self.held[other] for other in self.island.overlooks[area])

    def fire_on(self, area: int) -> int:
        """Dice of the Japanese guns in view that reach an area."""
        found = 0
        for unit in self.field.guns:
            if area in self.island.reach(unit.range, unit.area):
                found += unit.bombardment
        return found

    def points(self, airfields: list[int]) -> int:
        """What these airfields bring in an End Phase."""
        for area in self.island.pair:
            if area not in airfields:
                return 2 * len(airfields)
        return 2 * len(airfields) + 2

    def marker_value(self, area: int) -> float:
        """Points that Safe to Land there brings this turn."""
        if area not in self.airfields:
            return 0.0
        return float(self.points(self.airfields) - self.points([other for other in self.airfields if other != area]))
