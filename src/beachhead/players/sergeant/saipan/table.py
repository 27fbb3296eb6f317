"""The combat results table as an old hand remembers it.

Every cell of the printed table equals the one a die lower and a column to the left (but for one, which is as bad): results lie
on one ladder, and a column is a place on it from which the die takes steps down.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import Final

LADDER: Final = ("Ae", "A3", "A2", "A2", "A1", "A1", "A1", ".", ".", "D1", "D1", "D1", "D2", "D2", "D3", "De", "De")
"""Die 6 in column 1 is at its foot, die 1 in column 12 at its head."""
COLUMN_STARTS: Final = (-6, -4, -2, -1, 0, 1, 2, 4, 6, 8, 10)
"""The differentials on open ground at which the second column begins, the third, and so on."""
LOWEST: Final = -7
"""The differentials below are as bad as this one, and those from `HIGHEST` on as good as that."""
HIGHEST: Final = 10
LAST_COLUMN: Final = 12
FACES: Final = 6
BEST_GROUND: Final = 3
"""No ground is worth more columns."""
COLUMN: Final[list[list[int]]] = [
    [max(1, min(bisect_right(COLUMN_STARTS, number) + 1, LAST_COLUMN) - ground) for number in range(LOWEST, HIGHEST + 1)]
    for ground in range(BEST_GROUND + 1)
]
"""The column of the table, by the columns that the ground is worth and by differential, the lowest first."""

Chances = tuple[float, float, float, float]


class Outlook:
    """The chances of a combat: the defender destroyed or driven back 1, 2, 3 hexes; the attacker likewise."""

    __slots__ = ("attacker", "costs", "defender", "driven", "kills", "repelled")

    def __init__(self, defender: Chances, attacker: Chances) -> None:
        self.defender = defender
        """Eliminated, then retreats of 1, 2 and 3 hexes."""
        self.attacker = attacker
        self.driven: float = sum(defender)
        """That the defender comes off worse."""
        self.repelled: float = sum(attacker)
        """That the attacker does."""
        self.kills: list[float] = [lost(defender, way_out) for way_out in range(4)]
        """That a defender is eliminated that can retreat 0, 1, 2 or 3 hexes."""
        self.costs: list[float] = [lost(attacker, way_out) for way_out in range(4)]
        """That an attacker is."""


def lost(chances: Chances, way_out: int) -> float:
    """That a unit is lost, by the result itself or because it cannot retreat as far as it must."""
    return chances[0] + sum(chances[way_out + 1 :])


def column_of(differential: int, columns: int) -> int:
    """The column of the table for a differential, on ground worth a number of columns."""
    if differential < LOWEST:
        differential = LOWEST
    elif differential > HIGHEST:
        differential = HIGHEST
    return COLUMN[columns][differential - LOWEST]


def _outlook(column: int, by_fire: bool) -> Outlook:
    counts = dict.fromkeys(LADDER, 0)
    for die in range(1, FACES + 1):
        counts[LADDER[column - die + 5]] += 1
    if by_fire:
        counts = {name: 0 if name == "D1" or name[0] == "A" else count for name, count in counts.items()}
    return Outlook(_chances(counts, "D"), _chances(counts, "A"))


def _chances(counts: dict[str, int], side: str) -> Chances:
    return (counts[side + "e"] / FACES, counts[side + "1"] / FACES, counts[side + "2"] / FACES, counts[side + "3"] / FACES)


OUTLOOKS: Final[list[Outlook]] = [_outlook(max(1, column), False) for column in range(LAST_COLUMN + 1)]
"""By column; the first is a filler."""
FIRE_OUTLOOKS: Final[list[Outlook]] = [_outlook(max(1, column), True) for column in range(LAST_COLUMN + 1)]
"""The same for fire alone, to which a D1 is nothing (8.15)."""


def outlook(differential: int, columns: int, by_fire: bool = False) -> Outlook:
    """What may come of an attack at a differential, on ground worth a number of columns; by fire alone or not.

    >>> chances = outlook(6, 0)
    >>> round(chances.driven, 3), round(chances.kills[1], 3)
    (1.0, 0.5)
    """
    return (FIRE_OUTLOOKS if by_fire else OUTLOOKS)[column_of(differential, columns)]
