"""Where units go that have no attack to make: beside the next targets, spread as these need them; some rest."""

from __future__ import annotations

from math import exp
from typing import Final

from beachhead.boards.hexes import spaces_of
from beachhead.players.sergeant.bonins.field import Field
from beachhead.players.sergeant.bonins.isle import SAFE, Isle
from beachhead.players.sergeant.bonins.staff import Attack, Staff

FARTHEST: Final = 120
"""Half points beyond which all ways are alike."""
CROWD: Final = 3.0
"""Battalions that a target needs."""
WAY: Final = 12.0
"""Half points of the way after which a target is worth a good third of what it is worth next door."""
REST: Final = 3
"""Depleted battalions that go to the rear at a time."""
REST_TURNS: Final = 4
"""Turns before the end from which nobody rests any more."""


class Approach:
    """Completes a plan: a hex for every unit ashore."""

    def __init__(self, field: Field, staff: Staff, reach: dict[int, int], plan: list[Attack], posts: dict[int, int]) -> None:
        self.field = field
        self.isle: Isle = field.isle
        self.staff = staff
        self.reach = reach
        self._posts = dict(posts)
        support = self.isle.is_support
        self.taken: tuple[int, int] = (0, 0)
        for unit, space in posts.items():
            self._take(support[unit], space)
        self.need: dict[int, float] = {}
        self.near = [exp(-half / WAY) for half in range(FARTHEST + 1)]
        for target in field.spaces():
            self.need[target] = CROWD
        # Whoever is attacked in this phase will hardly need anybody in the next.
        for attack in plan:
            kill = staff.chances(attack.target, attack.total, attack.tanks)[0]
            self.need[attack.target] *= 1.0 - kill
        for unit, space in posts.items():
            for target in spaces_of(self.isle.near_mask[space] & field.jp_mask):
                self.need[target] -= 0.5 * field.strength(unit) / 6

    def _take(self, support: bool, space: int) -> None:
        bit = 1 << space
        if self.field.beach_mask & bit:
            return
        battalions, others = self.taken
        self.taken = (battalions, others | bit) if support else (battalions | bit, others)

    def posts(self) -> dict[int, int]:
        """For every unit its hex at the end of the phase."""
        field, isle = self.field, self.isle
        far = isle.far(field.jp_mask) if field.jp_mask else [0] * isle.size
        waiting = [unit for unit in self.reach if unit not in self._posts]
        waiting.sort(key=lambda unit: (-field.strength(unit), far[field.where[unit]], unit))
        resting = 0
        safe = ~isle.within(field.jp_mask, SAFE - 1) & isle.land_mask & ~field.beach_mask
        for unit in waiting:
            start = field.where[unit]
            kind = isle.is_support[unit]
            open_ = self.reach[unit] & ~self.taken[kind]
            space = -1
            if field.depleted[unit] and resting < REST and field.last - field.turn >= REST_TURNS:
                space = self.rear(unit, open_ & safe)
                if space >= 0:
                    resting += 1
            if space < 0:
                space = self.front(unit, open_)
            if space < 0:
                space = start
            self._posts[unit] = space
            self._take(kind, space)
        return self._posts

    def rear(self, unit: int, mask: int) -> int:
        """The nearest hex in which a battalion can be rebuilt."""
        start = self.field.where[unit]
        if mask >> start & 1:
            return start
        far = self.isle.far(self.field.jp_mask)
        spaces = spaces_of(mask)
        return min(spaces, key=lambda space: (far[space], space)) if spaces else -1

    def front(self, unit: int, mask: int) -> int:
        """The hex from which the way to a target that needs more units is shortest."""
        if not mask:
            return -1
        field, isle, staff = self.field, self.isle, self.staff
        start = field.where[unit]
        best, goal = 0.0, -1
        for target, need in self.need.items():
            value = staff.worth(target) * max(0.05, need) * self.near[min(isle.way(target)[start], FARTHEST)]
            if value > best:
                best, goal = value, target
        if goal < 0:
            return -1
        way = isle.way(goal)
        dice = 3 if not field.flag else 1
        space = min(spaces_of(mask), key=lambda space: (way[space] + isle.danger(isle.lines[space], dice), space))
        share = field.strength(unit) / 6
        self.need[goal] -= share
        return space
