"""The island and its counters as the sergeant carries them in his head, read from the game's own description of them."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import Any, Final

from beachhead.engine.action import SPACE
from beachhead.engine.ruleset import Ruleset
from beachhead.players.sergeant.rage.counter import ABSENT, Counter, Look

FAR: Final = 99
PAIR: Final = ("funami", "motoyama_af")
"""Two halves of one airfield, worth more together (23.1-1-b)."""
SLOW_NAMES: Final = ("Mtr", "Art", "Rkt", "HQ", "MG", "AT")
"""Words in the names of units that cannot move unseen: they are where they were seen to hide."""


class Island:
    """Areas by the numbers that actions use, with what matters about each; and the counters by theirs."""

    def __init__(self, areas: dict[str, dict[str, Any]], names: Iterable[str], printed: Iterable[dict[str, Any]]) -> None:
        self.names: list[str] = list(names)
        self.index = {name: number for number, name in enumerate(self.names)}
        rows = [areas[name] for name in self.names]
        self.size = len(rows)
        self.all: list[int] = list(range(self.size))
        self.near: list[list[int]] = [sorted(self.index[other] for other in row["near"]) for row in rows]
        self.value: list[int] = [int(row["value"]) for row in rows]
        self.mountain: list[bool] = ["mountain" in row["symbols"] for row in rows]
        self.hill: list[bool] = [value == 3 for value in self.value]
        boxes = [row.get("box", "") for row in rows]
        self.beaches: list[int] = [area for area in self.all if boxes[area] == "beachhead"]
        self.airfields: list[int] = [area for area in self.all if boxes[area] == "safe_to_land"]
        self.is_airfield: list[bool] = [area in self.airfields for area in self.all]
        self.is_beach: list[bool] = [area in self.beaches for area in self.all]
        self.flag = next((area for area in self.all if boxes[area] == "stars_and_stripes"), -1)
        self.pair: list[int] = [self.index[name] for name in PAIR if name in self.index]
        self.overlooks: list[list[int]] = [[other for other in near if self.mountain[other]] for near in self.near]
        """Mountains next to each area."""
        self.open: list[list[list[int]]] = [self.near, [[other for other in near if not self.hill[other]] for near in self.near]]
        """By whether the unit is a tank: where it can go from each area."""
        self.far: list[list[list[int]]] = [[self._distances(near, area) for area in self.all] for near in self.open]
        """By whether the unit is a tank: the areas from one to another."""
        self._covers: list[list[int]] = [[area, *near] for area, near in enumerate(self.near)]
        self.printed: list[dict[str, Any]] = list(printed)
        self.us_units: list[int] = [number for number, facts in enumerate(self.printed) if facts["side"] == "us"]
        self.is_slow: list[bool] = [any(word in facts["name"] for word in SLOW_NAMES) for facts in self.printed]
        """Whether a unit cannot move unseen."""
        self.kind: list[str] = [facts["name"].split()[-1] for facts in self.printed]
        """The last word of each unit's name."""
        self._counters: list[dict[Any, Counter]] = [{} for _ in self.printed]

    @classmethod
    def of(cls, ruleset: Ruleset) -> Island:
        """The island of a match; read once for all players of the same ruleset."""
        return ruleset.remembered(__name__, _read)

    def _distances(self, near: list[list[int]], start: int) -> list[int]:
        found = [FAR] * self.size
        found[start] = 0
        queue = deque([start])
        while queue:
            area = queue.popleft()
            for other in near[area]:
                if found[other] == FAR:
                    found[other] = found[area] + 1
                    queue.append(other)
        return found

    def reach(self, gun_range: str, area: int) -> list[int]:
        """What a gun there can fire at, if nothing is in its way."""
        return self.all if gun_range == "unlimited" else self._covers[area]

    def counters(self, looks: list[Look]) -> list[Counter]:
        """All units in sight, in the order of their numbers."""
        found: list[Counter] = []
        for number, look in enumerate(looks):
            if look[0] != ABSENT:
                kept = self._counters[number]
                unit = kept.get(look)
                if unit is None:
                    unit = kept[look] = Counter(number, self.printed[number], look)
                found.append(unit)
        return found


def _read(ruleset: Ruleset) -> Island:
    game = ruleset.game
    return Island(game.board(ruleset)["areas"], ruleset.names[SPACE].full, game.counters(ruleset))
