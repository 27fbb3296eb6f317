"""The combat results table as an old hand remembers it.

Every cell of the printed table equals the one a die lower and a column to the left (but for one, which is as bad): results lie
on one ladder, and a column is a place on it from which the die takes steps down.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from functools import cache

LADDER = ("Ae", "A3", "A2", "A2", "A1", "A1", "A1", ".", ".", "D1", "D1", "D1", "D2", "D2", "D3", "De", "De")
"""Die 6 in column 1 is at its foot, die 1 in column 12 at its head."""
COLUMN_STARTS = (-6, -4, -2, -1, 0, 1, 2, 4, 6, 8, 10)
"""The differentials on open ground at which the second column begins, the third, and so on."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """The chances of a combat: the defender destroyed or driven back 1, 2, 3 hexes; the attacker likewise."""

    defender: tuple[float, float, float, float]
    """Eliminated, then retreats of 1, 2 and 3 hexes."""
    attacker: tuple[float, float, float, float]

    @property
    def repelled(self) -> float:
        """That the attacker comes off worse."""
        return sum(self.attacker)

    @property
    def driven(self) -> float:
        """That the defender comes off worse."""
        return sum(self.defender)

    def kills(self, way_out: int) -> float:
        """The chance that a defender is eliminated that can retreat `way_out` hexes."""
        return lost(self.defender, way_out)

    def costs(self, way_out: int) -> float:
        """The chance that an attacker is eliminated that can retreat `way_out` hexes."""
        return lost(self.attacker, way_out)


def lost(chances: tuple[float, float, float, float], way_out: int) -> float:
    """That a unit is lost, by the result itself or because it cannot retreat as far as it must."""
    return chances[0] + sum(chances[way_out + 1 :])


@cache
def outlook(differential: int, columns: int, by_fire: bool = False) -> Outlook:
    """What may come of an attack at a differential, on ground worth a number of columns; by fire alone a D1 is nothing (8.15).

    >>> chances = outlook(6, 0)
    >>> round(chances.driven, 3), round(chances.kills(way_out=1), 3)
    (1.0, 0.5)
    """
    best = 12 - columns
    column = max(1, min(bisect_right(COLUMN_STARTS, differential) + 1 - columns, best))
    counts = dict.fromkeys(LADDER, 0)
    for die in range(1, 7):
        counts[LADDER[column - die + 5]] += 1
    if by_fire:
        counts = {name: 0 if name == "D1" or name[0] == "A" else count for name, count in counts.items()}
    defender, attacker = (tuple(counts[side + what] / 6 for what in "e123") for side in "DA")
    return Outlook(defender, attacker)  # type: ignore[arg-type]
