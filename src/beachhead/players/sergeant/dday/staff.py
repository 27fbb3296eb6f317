"""The HQ Phase: garrisons, command posts, assignments, reserve; and the days of rest."""

from __future__ import annotations

from typing import Final

from beachhead.engine.action import ARGUMENT, FIRST_SHIFT, SECOND_SHIFT
from beachhead.players.sergeant.dday.advance import Kept
from beachhead.players.sergeant.dday.bill import Bill
from beachhead.players.sergeant.dday.climb import march_for
from beachhead.players.sergeant.dday.front import DIVISIONS, WORN, Front
from beachhead.players.sergeant.options import Options

CLOSE: Final = 6
"""So near to the front an HQ becomes a command post."""
GONE: Final = 3
"""So far beyond its range the front has moved on."""
NEARER: Final = 3
"""So much nearer another regiment must be for tanks and engineers to change."""
REST: Final = 1
"""So few counters below the catastrophe a day of rest is due."""


def first(code: int) -> int:
    """The first argument of an action."""
    return code >> FIRST_SHIFT & ARGUMENT


def second(code: int) -> int:
    """The second argument."""
    return code >> SECOND_SHIFT & ARGUMENT


class Staff:
    """Decisions between the days' fights."""

    def __init__(self, front: Front, kept: Kept) -> None:
        self.front = front
        self.island = front.island
        self.march = march_for(front, kept)

    def choose(self, step: str, options: Options) -> int | None:
        """The answer to one of the questions of the phase."""
        if step == "garrisons":
            return options.one("garrison", "done")
        if step == "command posts":
            return self.command_posts(options)
        if step == "daily replacements":
            return Bill(self.front.seat, self.island).daily(options)
        if step == "assigning":
            return self.assign(options)
        if step == "reserve":
            return self.reserve(options)
        if step == "returning":
            return self.come_back(options)
        return self.rest(options)

    # ------------------------------------------------------------------ command posts

    def command_posts(self, options: Options) -> int | None:
        """Posts where the front is near; they go on when it has moved away."""
        front = self.front
        for code in options.codes("abandon"):
            hq = first(code)
            if self.is_left_behind(hq):
                return code
        longer = options.one("extend")
        if longer is not None:
            return longer
        for code in options.codes("convert"):
            hq = first(code)
            if self.gap(hq) <= CLOSE and not self.is_left_behind(hq) and front.where[hq] >= 0:
                return code
        return options.one("done")

    def gap(self, hq: int) -> int:
        """Hexes from an HQ to the nearest position that is to be taken."""
        front, island = self.front, self.island
        row = island.distance[front.where[hq]]
        return min((row[island.position_hex[position]] for position, _ in front.targets()), default=0)

    def is_left_behind(self, hq: int) -> bool:
        """Whether most battalions of a regiment are out of the range of its HQ, or the enemy is."""
        front, island = self.front, self.island
        _, reach = front.posts.get(hq, (0, 2))
        row = island.distance[front.where[hq]]
        staffs = [staff for (regiment, _), staff in front.staff.items() if regiment == island.regiment[hq]]
        far = sum(1 for staff in staffs if row[front.where[staff]] > max(3, reach))
        return 2 * far > len(staffs) or (bool(staffs) and self.gap(hq) > max(3, reach) + GONE)

    # ------------------------------------------------------------------ assignments

    def assign(self, options: Options) -> int | None:
        """To the nearest regiment with companies on the map."""
        front, island = self.front, self.island
        best, top = options.one("done"), NEARER - 1
        for code in options.codes("assign"):
            unit, hq = first(code), second(code)
            here, there = front.where[unit], front.where[hq]
            if there < 0:
                continue
            old = island.heads.get(front.assigned[unit], -1)
            old_place = front.where[old] if old >= 0 else -1
            if here < 0:
                gain = 9 if old_place < 0 else 0
            else:
                gain = (island.distance[here][old_place] if old_place >= 0 else 99) - island.distance[here][there]
            if gain > top:
                best, top = code, gain
        return best

    # ------------------------------------------------------------------ reserve

    def reserve(self, options: Options) -> int | None:
        """Worn companies go in, others that have rested come out."""
        front, island = self.front, self.island
        for code in options.codes("reserve"):
            unit = first(code)
            if front.is_worn(unit):
                return code
        best, top = options.one("done"), -1e9
        for unit, (base, mask) in options.rows("deploy").items():
            if front.is_worn(unit) or (island.is_rifle[unit] and front.steps[unit] <= WORN):
                continue
            for place in front.spaces(mask):
                if front.us_mask >> place & 1 and not front.room(place, unit):
                    continue
                worth = self.march.stand(unit, place) - 0.3 * front.wakes(place)
                if worth > top:
                    best, top = base | place << SECOND_SHIFT, worth
        return best

    def come_back(self, options: Options) -> int | None:
        """A lost HQ returns behind its battalions."""
        best, top = None, -1e9
        for unit, (base, mask) in options.rows("return").items():
            for place in self.front.spaces(mask):
                worth = self.march.stand(unit, place)
                if worth > top:
                    best, top = base | place << SECOND_SHIFT, worth
        return best

    def rest(self, options: Options) -> int | None:
        """A day of rest if a division is about to break, and points are left to rebuild it."""
        front = self.front
        points = front.seat.known("points")
        for row in range(len(DIVISIONS)):
            counters, limit = front.boxes[row]
            if limit and counters >= limit - REST and points[row] > 2:
                return options.one("declare")
        return options.one("done")
