"""The island and the tables as the sergeant carries them in his head: terrain, distances, and the odds of an attack."""

from __future__ import annotations

from typing import Any, Final

from beachhead.boards.hexes import spaces_of
from beachhead.engine.ruleset import Ruleset

FAR: Final = 99
SAFE: Final = 4
"""Hexes from every Japanese unit at which a battalion can be rebuilt or march as far as it likes."""


class Odds:
    """What an attack may bring, over all dice."""

    __slots__ = ("advance", "kill", "saved", "setback", "steps")

    def __init__(self, kill: float, steps: float, saved: float, setback: float, advance: float) -> None:
        self.kill = kill
        """The defender is eliminated."""
        self.steps = steps
        """U.S. steps that it costs without suppression."""
        self.saved = saved
        """How many of them suppression saves."""
        self.setback = setback
        """Hexes that the attackers go back."""
        self.advance = advance
        """The hex is free to be entered."""


class Isle:
    """What never changes in a match, in flat lists by the numbers that actions use."""

    def __init__(self, ruleset: Any) -> None:
        ground = ruleset.ground
        self.ground: Any = ground
        self.size: int = ground.size
        self.names: list[str] = list(ground.names)
        self.near_mask: list[int] = [mask & ground.land_mask for mask in ground.near_mask]
        self.near: list[list[int]] = [spaces_of(mask) for mask in self.near_mask]
        self.land_mask: int = ground.land_mask
        self.tank_mask: int = ground.tank_mask
        self.stop_mask: int = ground.stop_mask
        self.hill_mask: int = ground.hill_mask
        self.suribachi_mask: int = ground.suribachi_mask
        self.symbol_mask: int = ground.symbol_mask
        self.sector: list[int] = list(ground.sector)
        self.sector_mask: list[int] = list(ground.sector_mask)
        self.beach_masks: list[int] = list(ground.beach_masks)
        self.lines: list[str] = list(ground.lines)
        self.locked: bool = bool(ruleset.locked_zones)
        self.us_count: int = ruleset.us_count
        self.us_units: list[int] = list(ruleset.us_units)
        self.jp_units: list[int] = list(ruleset.jp_units)
        self.attack: list[int] = list(ruleset.attack)
        self.defense: list[int] = list(ruleset.defense)
        self.weak_attack: list[int] = list(ruleset.weak_attack)
        self.halves: list[int] = list(ruleset.halves)
        self.mover: list[int] = list(ruleset.mover)
        self.is_battalion: list[bool] = list(ruleset.is_battalion)
        self.is_support: list[bool] = list(ruleset.is_support)
        self.is_tank: list[bool] = list(ruleset.is_tank)
        self.is_anti_tank: list[bool] = list(ruleset.is_anti_tank)
        self.on_track: list[bool] = list(ruleset.on_track)
        self.collins_attack: list[int] = [unit.collins[0] if unit.collins else 0 for unit in ruleset.units]
        self.suppression_covers_d: bool = bool(ruleset.suppression_covers_d)
        components = ruleset.components
        self._table: Any = components.table
        self._follow_up: Any = components.follow_up
        self._bombardment: Any = components.bombardment
        widest = max(len(tops) for tops in self._table.tops.values())
        self.cover: list[float] = [float(widest - len(self._table.tops.get(line, ()))) for line in self.lines]
        """For each hex the columns that its ground takes from an attack."""
        self._odds: dict[tuple[str, int], Odds] = {}
        self._far: dict[int, list[int]] = {}
        self._ways: dict[int, list[int]] = {}
        self._danger: dict[str, float] = {}

    @classmethod
    def of(cls, ruleset: Ruleset) -> Isle:
        """The isle of a match; read once for all players of the same ruleset."""
        return ruleset.remembered(__name__, Isle)

    # ------------------------------------------------------------------ ground

    def zone(self, mask: int) -> int:
        """All hexes beside some."""
        found, near = 0, self.near_mask
        while mask:
            low = mask & -mask
            found |= near[low.bit_length() - 1]
            mask ^= low
        return found

    def reach(self, unit: int, start: int, halvings: int, enemies: int, zones: int, regular: bool) -> int:
        """Where a unit's move may end as far as terrain and enemies go, the start included."""
        ground, mover = self.ground, self.mover[unit]
        found: int = 1 << start
        if not (self.locked and zones >> start & 1):
            found |= ground.reach(mover, 2 * (self.halves[unit] >> 1 + halvings), start, enemies, zones | self.stop_mask)
        if regular:
            danger = ground.within(enemies, SAFE - 1)
            if not danger >> start & 1:
                found |= ground.ranges[mover].search(254, start, danger, self.stop_mask)
        return found

    def within(self, mask: int, distance: int) -> int:
        """All hexes up to so many hexes away from any of some hexes."""
        found: int = self.ground.within(mask, distance)
        return found

    def way(self, goal: int) -> list[int]:
        """For each hex the half points on foot from it to a hex, if no enemy were on the map."""
        found = self._ways.get(goal)
        if found is None:
            ground = self.ground
            found = self._ways[goal] = [255] * self.size
            found[goal] = 0
            ring = {goal}
            while ring:
                following = set()
                for space in ring:
                    # The step back into this hex costs what this hex costs.
                    cost = found[space] + (ground.kind[space].halves if space != goal else 0)
                    for other in self.near[space]:
                        if cost < found[other]:
                            found[other] = cost
                            following.add(other)
                ring = following
        return found

    def far(self, goals: int) -> list[int]:
        """For each hex how many hexes over land it is from some."""
        found = self._far.get(goals)
        if found is None:
            if len(self._far) > 200:
                self._far.clear()
            found = self._far[goals] = [FAR] * self.size
            ring, seen, step = goals, 0, 0
            while ring:
                for space in spaces_of(ring):
                    found[space] = step
                seen |= ring
                ring = self.zone(ring) & ~seen
                step += 1
        return found

    # ------------------------------------------------------------------ odds

    def odds(self, line: str, differential: int) -> Odds:
        """An attack on a dug-in unit at a differential."""
        key = (line, differential)
        found = self._odds.get(key)
        if found is None:
            found = self._odds[key] = self._count(line, differential)
        return found

    def _count(self, line: str, differential: int) -> Odds:
        table = self._table
        column = table.column(line, differential)
        kill = steps = saved = setback = advance = 0.0
        for row in table.results:
            result = row[column - 1]
            if result == "De":
                kill += 1
                advance += 1
            elif result in ("D2", "D3"):
                cost = sum(fate == "x" for fate in self._follow_up[result]) / 6
                kill += 1
                advance += 1
                steps += cost
                if self.suppression_covers_d:
                    saved += cost
            elif result == "Ex":
                kill += sum(fate != "r" for fate in self._follow_up[result]) / 6
                steps += 1
                saved += 1
            elif result == "Ae":
                setback += 12
            elif result[0] == "A":
                setback += int(result[1])
        return Odds(kill / 6, steps / 6, saved / 6, setback / 6, advance / 6)

    def danger(self, line: str, dice: int) -> float:
        """Steps that a full battalion loses on average to one bombardment with so many dice."""
        key = f"{line} {dice}"
        found = self._danger.get(key)
        if found is None:
            sums = {0: 1.0}
            for _ in range(dice):
                following: dict[int, float] = {}
                for total, chance in sums.items():
                    for face in range(1, 7):
                        following[total + face] = following.get(total + face, 0.0) + chance / 6
                sums = following
            found = 0.0
            for total, chance in sums.items():
                column = self._table.column(line, total)
                for row in self._table.results:
                    result = row[column - 1]
                    if result == "De":
                        found += chance / 3
                    elif result in self._bombardment:
                        found += chance * len(self._bombardment[result]) / 36
            self._danger[key] = found
        return found
