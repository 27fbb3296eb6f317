"""Suribachi stays cut off (18.5.4-c): would the line hold, and would it hold if a stack of it were shot to pieces?"""

from __future__ import annotations

from typing import Final

from beachhead.boards.hexes import spaces_of
from beachhead.players.sergeant.dday.front import Front
from beachhead.players.sergeant.dday.island import SURIBACHI

HOLDING: Final = 3
"""Steps with which infantry controls the hexes around it."""


class Cordon:
    """The line across the neck at a moment."""

    def __init__(self, front: Front) -> None:
        self.front = front
        self.island = front.island
        island = front.island
        self.goals = 0
        """Hexes that no path may reach."""
        for place in range(island.land):
            if island.columns[place] == island.closed_from - 1:
                self.goals |= 1 << place
        self.starts = 0
        for position, place in enumerate(island.position_hex):
            if front.jp_mask >> place & 1 and island.group_sector[island.position_group[position]] == SURIBACHI:
                self.starts |= 1 << place | island.near_mask[place]
        landed = front.seat.known("landed")
        self.beaches = 0
        for box, hexes in enumerate(island.box_hexes):
            if landed[box]:
                for place in hexes:
                    self.beaches |= 1 << place
        self.garrisons = 0
        for position, held in enumerate(front.garrisons):
            if held:
                self.garrisons |= 1 << island.position_hex[position]

    def zones(self, at: dict[int, list[int]]) -> dict[int, tuple[int, int]]:
        """By hex the hexes that its units control, and those left after losses: two steps where fire falls, else one."""
        front, island = self.front, self.island
        found: dict[int, tuple[int, int]] = {}
        for place, units in at.items():
            if front.jp_mask >> place & 1:
                continue
            foot = [unit for unit in units if not island.is_tank[unit]]
            if not foot:
                continue
            own = 1 << place
            found[place] = (
                own | (island.near_mask[place] if self.holds(foot, 0) else 0),
                own | (island.near_mask[place] if self.holds(foot, 2 if front.both >> place & 1 else 1) else 0),
            )
        return found

    def holds(self, foot: list[int], less: int) -> bool:
        """Whether units control the hexes around theirs, after so many losses of the strongest."""
        front, island = self.front, self.island
        steps = sorted((front.steps[unit] for unit in foot), reverse=True)
        big = [front.steps[unit] for unit in foot if island.is_rifle[unit] or island.is_heavy[unit]]
        if any(step - less >= HOLDING for step in big):
            return True
        return len(foot) > 1 and sum(steps) - less >= HOLDING

    def is_cut(self, held: int, control: int) -> bool:
        """Whether no path leads north past hexes that are held or controlled."""
        front, island = self.front, self.island
        closed = held | control & ~front.jp_mask | self.beaches | self.garrisons
        land = (1 << island.land) - 1
        reached = edge = self.starts & land & ~closed
        if (self.starts | reached) & self.goals & ~closed:
            return False
        while edge:
            beyond = 0
            for place in spaces_of(edge):
                beyond |= island.near_mask[place]
            if beyond & self.goals & ~closed:
                return False
            edge = beyond & ~closed & ~reached & land
            reached |= edge
        return True

    def weakness(self, at: dict[int, list[int]]) -> float:
        """How weak the line is: 9 if it is open, else the stacks whose losses would open it."""
        zones = self.zones(at)
        held = control = 0
        for place, units in at.items():
            if units:
                held |= 1 << place
        for full, _ in zones.values():
            control |= full
        if not self.is_cut(held, control):
            return 9.0
        found = 0.0
        for place, (full, less) in zones.items():
            if full == less:
                continue
            rest = 0
            for other, (whole, _) in zones.items():
                rest |= less if other == place else whole
            if not self.is_cut(held, rest):
                found += 1.0
        return found

    def after(self, unit: int, place: int) -> float:
        """How weak the line would be if a unit went to a hex."""
        front = self.front
        at = {here: [other for other in units if other != unit] for here, units in front.at.items()}
        at.setdefault(place, []).append(unit)
        return self.weakness({here: units for here, units in at.items() if units})

    def now(self) -> float:
        """How weak it is."""
        return self.weakness(self.front.at)
