"""U.S. movement and landing as one plan: garrisons, then what is worth storming with enough dice for it, then the rest."""

from __future__ import annotations

from collections import deque

from beachhead.players.sergeant.rage.prospects import Prospects
from beachhead.players.sergeant.rage.situation import Counter

STACK = 5
ENOUGH = 0.9
"""Chance of clearing an area at which no more units are sent."""
FAIR = 0.25
"""Chance below which it is not tried."""
STAKE = 0.8
"""What a step is worth against what can be won."""
LAND_TURN = 2
"""Until then the fleet shells the island; the Japanese Marines show themselves in the meantime."""
DRAW, GROUND, CROWD = 0.75, 0.5, 0.3
"""Units without a fight: how fast the pull of an area fades with distance, good ground, a crowd."""
MEND = 1.5
"""The pull of a Beachhead on a unit that has lost steps."""


class Advance:
    """One U.S. Movement Phase."""

    def __init__(self, prospects: Prospects) -> None:
        self.prospects = prospects
        self.now = prospects.now
        self.island = prospects.island
        self._free = {unit.number: unit for unit in prospects.ground if unit.area >= 0 or unit.place == "landing area"}
        self._reach = {number: self._reachable(unit) for number, unit in self._free.items()}
        self._stack = [0] * len(self.island.names)
        self._dice = [0] * len(self.island.names)
        self._goals: dict[int, int] = {}

    # ------------------------------------------------------------------ ways

    def _reachable(self, unit: Counter) -> dict[int, int]:
        """Where a unit can get to in this phase, with the first area on its way there."""
        now, island = self.now, self.island
        found: dict[int, int] = {}
        queue: deque[tuple[int, int, int]] = deque()
        if unit.area >= 0:
            if unit.moved:
                return {}
            found[unit.area] = unit.area
            queue.append((unit.area, unit.mp, -1))
        elif now.turn >= LAND_TURN:
            for beach in island.beaches:
                ready = beach in now.beachheads
                if not ready and (unit.arm != "marines" or unit.name.endswith("/3") or beach not in self.prospects.beaches):
                    continue
                if now.view["landed"].get(island.names[beach], 0) < STACK:
                    found[beach] = beach
                    queue.append((beach, unit.mp - (1 if ready else 2), beach))
        while queue:
            area, left, first = queue.popleft()
            if not left or (now.jp[area] and first >= 0):
                continue
            for other in island.open[unit.tank][area]:
                if other not in found:
                    found[other] = first if first >= 0 else other
                    queue.append((other, left - 1, found[other]))
        return found

    def next_step(self, unit: Counter, goal: int) -> int | None:
        """The next area on the way to a goal: over ground of ours, if there is a choice."""
        now, island = self.now, self.island
        if unit.area == goal or goal < 0:
            return None
        if unit.area < 0:
            return self._reachable(unit).get(goal)

        def key(other: int) -> tuple[float, int]:
            risk = 0.0
            if other != goal and (now.jp[other] or not now.held[other]):
                risk = 50.0 if now.jp[other] else 0.3 + self.prospects.guess.units[other]
            return (self._far(unit, other, goal) + 0.2 * risk, other)

        return min(island.open[unit.tank][unit.area], key=key, default=None)

    def _far(self, unit: Counter, start: int, goal: int) -> int:
        if not unit.tank:
            return self.island.far[start][goal]
        seen, ring, far = {start}, [start], 0
        while ring:
            if goal in ring:
                return far
            ring = [other for area in ring for other in self.island.open[1][area] if other not in seen]
            seen.update(ring)
            far += 1
        return 99

    # ------------------------------------------------------------------ the plan

    def targets(self) -> dict[int, float]:
        """Areas that are likely to be fought for in this phase, for the guns to prepare; and how much each matters."""
        now, island = self.now, self.island
        found = {area: 1.0 for area in island.all if now.us[area] and now.jp[area]}
        found |= {goal: 1.0 for goal in self.plan(None).values() if not now.held[goal] or now.jp[goal]}
        if not found:
            for beach in self.prospects.beaches:
                found |= {area: 0.5 for area in island.near[beach] if area in island.airfields}
                found[beach] = 1.0
        return found

    def plan(self, on_way: int | None) -> dict[int, int]:
        """Unit -> where it is to end, in the order in which they go."""
        now, values = self.now, self.prospects.values
        for unit in [*self._free.values()]:
            if unit.area >= 0 and unit.moved and unit.number != on_way:
                self._put(unit, unit.area)
        self._keep()
        for area in sorted(self.prospects.wanted, key=lambda area: (-values[area], area)):
            self._storm(area)
        for unit in sorted(self._free.values(), key=lambda unit: (unit.arm == "artillery", unit.number)):
            self._close_up(unit)

        def turn(number: int) -> tuple[bool, float, bool, int]:
            """Into the fights first, tanks ahead, then the strong."""
            goal, unit = self._goals[number], now.units[number]
            return (now.held[goal] and not now.jp[goal], -values[goal], not unit.tank, -unit.steps)

        return {number: self._goals[number] for number in sorted(self._goals, key=turn)}

    def _put(self, unit: Counter, area: int) -> None:
        self._goals[unit.number] = area
        self._stack[area] += 1
        self._dice[area] += 0 if unit.fired else unit.assault
        self._free.pop(unit.number, None)

    def _keep(self) -> None:
        """Units in a fight continue it; airfields and beaches that the enemy could walk into keep the weakest unit as a guard."""
        now, island = self.now, self.island
        guarded = self.prospects.exposed() & {*island.airfields, *self.prospects.beaches}
        for area in island.all:
            here = [unit for unit in now.us[area] if unit.number in self._free]
            if now.jp[area]:
                for unit in here:
                    if unit.arm != "artillery":
                        self._put(unit, area)
            elif here and not self._stack[area] and now.held[area] and area in guarded:
                self._put(min(here, key=lambda unit: (unit.assault, unit.number)), area)

    def _storm(self, area: int) -> None:
        """As many as it takes, the nearest first, if there is a fair chance and it pays."""
        prospects, far = self.prospects, self.island.far
        can = [unit for unit in self._free.values() if area in self._reach[unit.number] and unit.arm != "artillery"]
        can.sort(key=lambda unit: (far[unit.area][area] if unit.area >= 0 else 1, -unit.assault, unit.number))
        team: list[Counter] = []
        dice, room = self._dice[area], STACK - self._stack[area]
        alone = room == STACK
        for unit in can[:room]:
            if not (alone and not team) and prospects.chance(area, dice) >= ENOUGH:
                break
            team.append(unit)
            dice += unit.assault
        if not team:
            return
        chance = prospects.chance(area, dice)
        if self.now.us[area]:
            if chance < FAIR / 3:
                return
        elif chance < FAIR or prospects.values[area] * chance < STAKE * prospects.cost(area, len(team)):
            return
        for unit in team:
            self._put(unit, area)

    def _close_up(self, unit: Counter) -> None:
        """Up to the front over ground of ours, off the beaches unless there are steps to recover."""
        now, island, values = self.now, self.island, self.prospects.values
        best, goal = -1e9, unit.area
        for area in self._reach[unit.number]:
            if self._stack[area] >= STACK or now.jp[area] or not now.held[area]:
                continue
            score = GROUND * island.value[area] - CROWD * self._stack[area]
            if unit.arm != "artillery":
                score += max((values[other] * DRAW ** island.far[area][other] for other in self.prospects.wanted), default=0.0)
            if area in now.beachheads and 2 * unit.steps <= unit.full and now.turns_left > 1:
                score += MEND
            if score > best:
                best, goal = score, area
        if goal >= 0:
            self._put(unit, goal)
