"""U.S. movement and landing as one plan: garrisons, then what is worth storming with enough dice for it, then the rest."""

from __future__ import annotations

from typing import Final

from beachhead.players.sergeant.rage.counter import LANDING, Counter
from beachhead.players.sergeant.rage.island import FAR
from beachhead.players.sergeant.rage.prospects import Prospects

STACK: Final = 5
ENOUGH: Final = 0.9
"""Chance of clearing an area at which no more units are sent."""
FAIR: Final = 0.25
"""Chance below which it is not tried."""
STAKE: Final = 0.8
"""What a step is worth against what can be won."""
LAND_TURN: Final = 2
"""Until then the fleet shells the island; the Japanese Marines show themselves in the meantime."""
DRAW: Final[list[float]] = [0.75**far for far in range(FAR + 1)]
"""Units without a fight: how the pull of an area fades with distance."""
GROUND: Final = 0.5
"""What good ground is worth to them."""
CROWD: Final = 0.3
"""What a crowd costs them."""
MEND: Final = 1.5
"""The pull of a Beachhead on a unit that has lost steps."""
NOWHERE: Final = -1


class Advance:
    """One U.S. Movement Phase."""

    def __init__(self, prospects: Prospects) -> None:
        self.prospects = prospects
        self.now = prospects.now
        self.island = prospects.island
        self._ways: dict[int, dict[int, int]] = {}
        """Ways of units that are alike, see `_reachable`."""
        self._free: dict[int, Counter] = {}
        self._reach: dict[int, dict[int, int]] = {}
        self._stack = [0] * self.island.size
        self._dice = [0] * self.island.size
        self._goals: dict[int, int] = {}

    # ------------------------------------------------------------------ ways

    def _reachable(self, unit: Counter) -> dict[int, int]:
        """Where a unit can get to in this phase, with the first area on its way there."""
        if unit.area >= 0 and unit.moved:
            return {}
        first_wave = unit.arm == "marines" and not unit.name.endswith("/3")
        key = ((unit.area + 1) << 8 | unit.mp) << 2 | unit.tank << 1 | (unit.area < 0 and first_wave)
        found = self._ways.get(key)
        if found is None:
            found = self._ways[key] = self._ashore(unit) if unit.area >= 0 else self._landings(unit, first_wave)
        return found

    def _ashore(self, unit: Counter) -> dict[int, int]:
        found = {unit.area: unit.area}
        self._spread(unit, found, [(unit.area, unit.mp, NOWHERE)])
        return found

    def _landings(self, unit: Counter, first_wave: bool) -> dict[int, int]:
        """Beachheads, and for Marines of the first wave beaches where we want one."""
        now, found = self.now, dict[int, int]()
        begun: list[tuple[int, int, int]] = []
        if now.turn >= LAND_TURN:
            landed: list[int] = now.seat.known("landed")
            for beach in self.island.beaches:
                ready = beach in now.beachheads
                if not ready and (not first_wave or beach not in self.prospects.beaches()):
                    continue
                if landed[beach] < STACK:
                    found[beach] = beach
                    begun.append((beach, unit.mp - (1 if ready else 2), beach))
        self._spread(unit, found, begun)
        return found

    def _spread(self, unit: Counter, found: dict[int, int], queue: list[tuple[int, int, int]]) -> None:
        """Go on from areas with the points left there and the first area on the way; whoever meets the enemy stops."""
        jp, ways = self.now.jp, self.island.open[unit.tank]
        for area, left, first in queue:  # it grows while it is gone through
            if not left or (first >= 0 and jp[area]):
                continue
            for other in ways[area]:
                if other not in found:
                    begun = first if first >= 0 else other
                    found[other] = begun
                    queue.append((other, left - 1, begun))

    def next_step(self, unit: Counter, goal: int) -> int:
        """The next area on the way to a goal: over ground of ours, if there is a choice. -1 if there is none."""
        now = self.now
        if unit.area == goal or goal < 0:
            return NOWHERE
        if unit.area < 0:
            return self._reachable(unit).get(goal, NOWHERE)
        best, chosen = 1e9, NOWHERE
        far = self.island.far[unit.tank]
        for other in self.island.open[unit.tank][unit.area]:
            risk = 0.0
            if other != goal:
                if now.jp[other]:
                    risk = 50.0
                elif not now.held[other]:
                    risk = 0.3 + self.prospects.guess().units[other]
            value = far[other][goal] + 0.2 * risk
            if value < best:
                best, chosen = value, other
        return chosen

    # ------------------------------------------------------------------ the plan

    def targets(self) -> dict[int, float]:
        """Areas that are likely to be fought for in this phase, for the guns to prepare; and how much each matters."""
        now, island = self.now, self.island
        found = {area: 1.0 for area in island.all if now.us[area] and now.jp[area]}
        for goal in self.plan(NOWHERE).values():
            if not now.held[goal] or now.jp[goal]:
                found[goal] = 1.0
        if not found:
            for beach in self.prospects.beaches():
                for area in island.near[beach]:
                    if island.is_airfield[area]:
                        found[area] = 0.5
                found[beach] = 1.0
        return found

    def plan(self, on_way: int) -> dict[int, int]:
        """Unit -> where it is to end, in the order in which they go. `on_way` is the unit that has begun its move, or -1."""
        now, values = self.now, self.prospects.values()
        for unit in self.prospects.ground():
            if unit.area >= 0 or unit.place == LANDING:
                self._free[unit.number] = unit
                self._reach[unit.number] = self._reachable(unit)
        for unit in list(self._free.values()):
            if unit.area >= 0 and unit.moved and unit.number != on_way:
                self._put(unit, unit.area)
        self._keep()
        for _, area in sorted([(-values[area], area) for area in self.prospects.wanted()]):
            self._storm(area)
        for unit in sorted(self._free.values(), key=_guns_last):
            self._close_up(unit)
        # Into the fights first, tanks ahead, then the strong.
        turns: list[tuple[bool, float, bool, int, int]] = []
        goals = list(self._goals.items())
        for place, (number, goal) in enumerate(goals):
            unit = now.units[number]
            quiet = now.held[goal] and not now.jp[goal]
            turns.append((quiet, -values[goal], not unit.tank, -unit.steps, place))
        turns.sort()
        return {goals[turn[4]][0]: goals[turn[4]][1] for turn in turns}

    def _put(self, unit: Counter, area: int) -> None:
        self._goals[unit.number] = area
        self._stack[area] += 1
        self._dice[area] += 0 if unit.fired else unit.assault
        self._free.pop(unit.number, None)

    def _keep(self) -> None:
        """Units in a fight continue it; airfields and beaches that the enemy could walk into keep the weakest unit as a guard."""
        now, island = self.now, self.island
        exposed, beaches = self.prospects.exposed(), self.prospects.beaches()
        for area in island.all:
            here = [unit for unit in now.us[area] if unit.number in self._free]
            if not here:
                continue
            if now.jp[area]:
                for unit in here:
                    if unit.arm != "artillery":
                        self._put(unit, area)
            elif not self._stack[area] and now.held[area] and area in exposed and (island.is_airfield[area] or area in beaches):
                weakest = here[0]
                for unit in here:
                    if unit.assault < weakest.assault:
                        weakest = unit
                self._put(weakest, area)

    def _storm(self, area: int) -> None:
        """As many as it takes, the nearest first, if there is a fair chance and it pays."""
        prospects, far = self.prospects, self.island.far[0]
        ranked: list[tuple[int, int, int]] = []
        for unit in self._free.values():
            if unit.arm != "artillery" and area in self._reach[unit.number]:
                ranked.append((far[unit.area][area] if unit.area >= 0 else 1, -unit.assault, unit.number))
        ranked.sort()
        team: list[Counter] = []
        dice, room = self._dice[area], STACK - self._stack[area]
        alone = room == STACK
        for _, _, number in ranked[:room]:
            if not (alone and not team) and prospects.chance(area, dice) >= ENOUGH:
                break
            unit = self._free[number]
            team.append(unit)
            dice += unit.assault
        if not team:
            return
        chance = prospects.chance(area, dice)
        if self.now.us[area]:
            if chance < FAIR / 3:
                return
        elif chance < FAIR or prospects.values()[area] * chance < STAKE * prospects.cost(area, len(team)):
            return
        for unit in team:
            self._put(unit, area)

    def _close_up(self, unit: Counter) -> None:
        """Up to the front over ground of ours, off the beaches unless there are steps to recover."""
        now, island, values = self.now, self.island, self.prospects.values()
        best, goal = -1e9, unit.area
        for area in self._reach[unit.number]:
            if self._stack[area] >= STACK or now.jp[area] or not now.held[area]:
                continue
            score = GROUND * island.value[area] - CROWD * self._stack[area]
            if unit.arm != "artillery":
                row, pull = island.far[0][area], 0.0
                for other in self.prospects.wanted():
                    pull = max(pull, values[other] * DRAW[row[other]])
                score += pull
            if area in now.beachheads and 2 * unit.steps <= unit.full and now.turns_left > 1:
                score += MEND
            if score > best:
                best, goal = score, area
        if goal >= 0:
            self._put(unit, goal)


def _guns_last(unit: Counter) -> tuple[bool, int]:
    return (unit.arm == "artillery", unit.number)
