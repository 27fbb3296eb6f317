"""U.S. movement and landing as one plan: garrisons first, then the areas worth storming with enough dice for each, then the rest."""

from __future__ import annotations

from collections import deque

from beachhead.players.sergeant.rage.guess import SHOT_EACH, Guess
from beachhead.players.sergeant.rage.odds import at_least, damage
from beachhead.players.sergeant.rage.situation import Counter, Situation

STACK = 5
BASE = (3.5, 3.0, 2.5, 2.0, 1.5, 1.0)
"""What any area is worth: three points in the end, the nearer it is the more so."""
GUN = 3.0
"""What it adds to an area that a gun stands in it."""
ENOUGH = 0.8
"""Chance of clearing an area at which no more units are sent."""
FAIR = 0.3
"""Chance below which it is not tried."""
BEACHHEADS = 2
FIRST_WAVE = 5
"""Regiments that land at a beach as long as there is no Beachhead: enough to hold it, few enough to be shelled."""
INLAND = 1
LAND_TURN = 2
"""The fleet shells the island until then."""


class Advance:
    """One U.S. Movement Phase."""

    def __init__(self, now: Situation, guess: Guess) -> None:
        self.now = now
        self.guess = guess
        self.island = now.island
        self.ground = [unit for unit in now.of_side(True) if unit.arm in ("marines", "artillery", "tank")]
        self.beaches = sorted(self.island.beaches, key=self._landing_place)[:BEACHHEADS]
        """Where we want our Beachheads."""

    def _landing_place(self, beach: int) -> tuple[float, int]:
        """Ours before any other; then where least fire is to be met."""
        now = self.now
        guns = [unit for unit in now.units.values() if not unit.us and unit.gun and unit.area >= 0]
        fire = sum(unit.bombardment for unit in guns if beach in self.island.reach(unit.range, unit.area))
        shots = sum(2 * unit.assault for unit in now.jp[beach])
        ours = 100 * (beach in now.beachheads) + 20 * now.held[beach] + 5 * len(now.us[beach])
        return (fire + shots - ours, beach)

    def mark(self) -> object:
        """What a plan rests on: as long as this has not changed, it stands."""
        now = self.now
        enemies = tuple(sorted((unit.number, unit.area) for unit in now.units.values() if not unit.us and unit.area >= 0))
        lost = tuple((unit.number, unit.steps) for unit in self.ground if unit.area < 0 or unit.steps < unit.full)
        landing = tuple(sorted(unit.number for unit in self.ground if unit.place == "landing area"))
        return (now.turn, enemies, lost if False else (), landing if False else ())

    # ------------------------------------------------------------------ what is worth having

    def value(self, area: int) -> float:
        """What it would be worth to hold an area that is not ours."""
        now, island = self.now, self.island
        left = now.turns_left
        gain = BASE[min(left, len(BASE)) - 1]
        if area in island.airfields:
            gain += 2.0 * min(left, 5) * 0.8
            if area in island.pair:
                gain += 0.6 * min(left, 5)
        if area in self.beaches and not now.held[area]:
            off = sum(unit.place in ("landing area", "reserve") for unit in self.ground)
            gain += (6.0 + off) if off else 0.0
        if island.mountain[area]:
            gain += 1.5
        if area == island.flag and now.view["flag"] == "box":
            gain += 3.0
        for enemy in now.jp[area]:
            gain += GUN if enemy.gun else 0.6
        gain += GUN * len(self.guess.guns[area])
        return gain

    def wanted(self) -> list[int]:
        """Areas that are not ours, or not ours alone."""
        now = self.now
        return [area for area in self.island.all if not now.held[area] or now.jp[area]]

    def chance(self, area: int, dice: int) -> float:
        """The chance that so many dice clear the area in one assault."""
        now = self.now
        cover = self.guess.protection(now, area)
        seen = sum(unit.steps for unit in now.jp[area])
        hidden = 0.0 if now.us[area] and now.view["phase"] != "us movement" else self.guess.units[area]
        if now.us[area]:
            hidden *= 0.3
        empty = max(0.0, 1 - hidden)
        some = at_least(dice, cover + seen + 2)
        clear = 1.0 if not seen else at_least(dice, cover + seen)
        return empty * clear + (1 - empty) * some

    def cost(self, area: int, units: int) -> float:
        """Steps that going in is likely to cost, now and when they hit back."""
        now = self.now
        ready = [unit for unit in now.jp[area] if not unit.fired]
        shots = sorted((unit.assault / 3 for unit in ready), reverse=True)[:units]
        return sum(shots) + min(units, self.guess.units[area]) * SHOT_EACH

    # ------------------------------------------------------------------ ways

    def reach(self, unit: Counter) -> dict[int, int]:
        """Where a unit can get to in this phase, with the next area on its way there."""
        now, island = self.now, self.island
        found: dict[int, int] = {}
        queue: deque[tuple[int, int, int]] = deque()
        if unit.area >= 0:
            if unit.moved:
                return {}
            found[unit.area] = unit.area
            queue.append((unit.area, unit.mp, -1))
        elif unit.place == "landing area" and now.turn >= LAND_TURN:
            for area in island.beaches:
                ready = area in now.beachheads
                if not ready and (unit.arm != "marines" or self._third(unit) or area not in self.beaches):
                    continue
                if now.view["landed"].get(island.names[area], 0) >= (STACK if ready else FIRST_WAVE):
                    continue
                found[area] = area
                queue.append((area, unit.mp - 1 if ready else INLAND * (unit.mp - 2), area))
        while queue:
            area, left, first = queue.popleft()
            if not left or (now.jp[area] and first >= 0):
                continue
            for other in island.open[unit.tank][area]:
                if other not in found:
                    found[other] = first if first >= 0 else other
                    queue.append((other, left - 1, found[other]))
        return found

    @staticmethod
    def _third(unit: Counter) -> bool:
        return unit.name.endswith("/3")

    def next_step(self, unit: Counter, goal: int) -> int | None:
        """The next area on the way to a goal: over ground of ours, if there is a choice."""
        now, island = self.now, self.island
        if unit.area == goal or goal < 0:
            return None
        if unit.area < 0:
            return self.reach(unit).get(goal)
        best: tuple[float, int] | None = None
        for other in island.open[unit.tank][unit.area]:
            far = self._far(unit, other, goal)
            risk = 0.0 if other == goal else (0.0 if now.held[other] and not now.jp[other] else 0.3 + self.guess.units[other]) + 50 * bool(now.jp[other])
            key = (far + 0.2 * risk, other)
            if best is None or key < best:
                best = key
        return best[1] if best is not None else None

    def _far(self, unit: Counter, start: int, goal: int) -> float:
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

    def goals(self) -> dict[int, float]:
        """Areas that are likely to be fought for in this phase, for the guns to prepare."""
        plan = self.plan(None)
        now = self.now
        found = {area: 1.0 for area in self.island.all if now.us[area] and now.jp[area]}
        for goal in plan.values():
            if not now.held[goal] or now.jp[goal]:
                found[goal] = 1.0
        if not found:
            for beach in self.beaches:
                found[beach] = 1.0
                found |= {area: 0.5 for area in self.island.near[beach] if area in self.island.airfields}
        return found

    def exposed(self) -> set[int]:
        """Areas that a Japanese unit might walk into next turn."""
        now, island = self.now, self.island
        from_here = [
            area for area in island.all if now.jp[area] or (not now.held[area] and not now.us[area] and self.guess.units[area] > 0.05)
        ]
        found: set[int] = set()
        for area in from_here:
            for other in island.near[area]:
                found.add(other)
                if not now.us[other] and now.jp[area]:
                    found.update(island.near[other])
        return found

    def plan(self, on_way: int | None) -> dict[int, int]:
        """Unit -> where it is to end, in the order in which they go."""
        now, island = self.now, self.island
        free = {unit.number: unit for unit in self.ground if unit.area >= 0 or unit.place == "landing area"}
        reach = {number: self.reach(unit) for number, unit in free.items()}
        plan: dict[int, int] = {}
        stack = [0] * len(island.names)
        dice = [0] * len(island.names)

        def put(unit: Counter, area: int) -> None:
            plan[unit.number] = area
            stack[area] += 1
            dice[area] += 0 if unit.fired else unit.assault
            free.pop(unit.number, None)

        for unit in [*free.values()]:
            if unit.area >= 0 and unit.moved and unit.number != on_way:
                put(unit, unit.area)
        exposed = self.exposed()
        for area in island.all:
            if now.us[area] and now.jp[area]:
                for unit in now.us[area]:
                    if unit.number in free and unit.arm != "artillery":
                        put(unit, area)
            elif now.held[area] and area in exposed and (area in island.airfields or area in self.beaches):
                here = sorted((unit for unit in now.us[area] if unit.number in free), key=lambda unit: (unit.assault, unit.number))
                if here and not stack[area]:
                    put(here[0], area)
        order = sorted(self.wanted(), key=lambda area: (-self.value(area), area))
        for area in order:
            self._storm(area, free, reach, stack, dice, put)
        for unit in sorted(free.values(), key=lambda unit: (unit.arm == "artillery", unit.number)):
            self._close_up(unit, reach[unit.number], stack, put)
        fighting = sorted(plan, key=lambda number: self._turn(now.units[number], plan[number]))
        return {number: plan[number] for number in fighting}

    def _turn(self, unit: Counter, goal: int) -> tuple[int, float, int, int]:
        """Who goes when: into the fights first, tanks ahead, then the strong."""
        quiet = self.now.held[goal] and not self.now.jp[goal]
        return (int(quiet), -self.value(goal), int(not unit.tank), -unit.steps)

    def _storm(self, area, free, reach, stack, dice, put) -> None:  # type: ignore[no-untyped-def]
        now = self.now
        can = [unit for unit in free.values() if area in reach[unit.number] and unit.arm != "artillery"]
        can.sort(key=lambda unit: (self.island.far[unit.area][area] if unit.area >= 0 else 1, -unit.assault, unit.number))
        team: list[Counter] = []
        total = dice[area]
        need = ENOUGH
        while stack[area] + len(team) < STACK and can and (not (stack[area] + len(team)) or self.chance(area, total) < need):
            unit = can.pop(0)
            team.append(unit)
            total += unit.assault
        if not team:
            return
        chance = self.chance(area, total)
        gain = self.value(area) * chance
        if now.us[area]:
            if chance < 0.1:
                return
        elif chance < FAIR or gain < 0.8 * self.cost(area, len(team)):
            return
        for unit in team:
            put(unit, area)

    def _close_up(self, unit: Counter, reach: dict[int, int], stack: list[int], put) -> None:  # type: ignore[no-untyped-def]
        """Up to the front over ground of ours, off the beaches."""
        now, island = self.now, self.island
        if not reach:
            if unit.area >= 0:
                put(unit, unit.area)
            return
        best, goal = -1e9, -1
        targets = [(area, self.value(area)) for area in self.wanted()]
        for area in reach:
            if stack[area] >= STACK or now.jp[area] or not now.held[area]:
                continue
            pull = max((worth * 0.75 ** island.far[area][other] for other, worth in targets), default=0.0)
            if unit.arm == "artillery":
                pull = 0.0
            score = pull + 0.5 * island.value[area] - 0.3 * stack[area]
            if score > best:
                best, goal = score, area
        if goal >= 0:
            put(unit, goal)
        elif unit.area >= 0:
            put(unit, unit.area)
