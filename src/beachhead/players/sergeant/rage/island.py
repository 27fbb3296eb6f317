"""The island as the sergeant carries it in his head, read from the game's own description of its map and counters."""

from __future__ import annotations

import weakref
from collections import deque
from collections.abc import Iterable
from typing import Any

from beachhead.engine.action import SPACE, UNIT
from beachhead.engine.ruleset import Ruleset

FAR = 99
PAIR = ("funami", "motoyama_af")
"""Two halves of one airfield, worth more together (23.1-1-b)."""

_KNOWN: weakref.WeakKeyDictionary[Ruleset, Island] = weakref.WeakKeyDictionary()


class Island:
    """Areas by the numbers that actions use, with what matters about each."""

    def __init__(self, areas: dict[str, dict[str, Any]], names: Iterable[str], units: Iterable[str]) -> None:
        self.names = tuple(names)
        self.index = {name: number for number, name in enumerate(self.names)}
        self.unit_names = tuple(units)
        self.unit_index = {name: number for number, name in enumerate(self.unit_names)}
        rows = [areas[name] for name in self.names]
        self.all = range(len(rows))
        self.near = tuple(tuple(sorted(self.index[other] for other in row["near"])) for row in rows)
        self.value = tuple(int(row["value"]) for row in rows)
        self.mountain = tuple("mountain" in row["symbols"] for row in rows)
        self.hill = tuple(value == 3 for value in self.value)
        boxes = [row.get("box", "") for row in rows]
        self.beaches = tuple(area for area in self.all if boxes[area] == "beachhead")
        self.airfields = tuple(area for area in self.all if boxes[area] == "safe_to_land")
        self.flag = next((area for area in self.all if boxes[area] == "stars_and_stripes"), -1)
        self.coast = tuple(area for area in self.all if self.value[area] <= 1)
        self.pair = tuple(self.index[name] for name in PAIR if name in self.index)
        self.overlooks = tuple(tuple(other for other in near if self.mountain[other]) for near in self.near)
        """Mountains next to each area."""
        self.open = (self.near, tuple(tuple(other for other in near if not self.hill[other]) for near in self.near))
        """By whether the unit is a tank: where it can go from each area."""
        self.far = tuple(self._distances(area) for area in self.all)

    @classmethod
    def of(cls, ruleset: Ruleset) -> Island:
        """The island of a match; read once for all players of the same setup."""
        found = _KNOWN.get(ruleset)
        if found is None:
            areas = ruleset.game.board(ruleset)["areas"]
            found = _KNOWN[ruleset] = cls(areas, ruleset.names[SPACE].full, ruleset.names[UNIT].full)
        return found

    def _distances(self, start: int) -> tuple[int, ...]:
        found = [FAR] * len(self.names)
        found[start] = 0
        queue = deque([start])
        while queue:
            area = queue.popleft()
            for other in self.near[area]:
                if found[other] == FAR:
                    found[other] = found[area] + 1
                    queue.append(other)
        return tuple(found)

    def reach(self, gun_range: str, area: int) -> Iterable[int]:
        """What a gun there can fire at, if nothing is in its way."""
        return self.all if gun_range == "unlimited" else (area, *self.near[area])
