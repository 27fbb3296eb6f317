"""What a side is after, in numbers: how much it cares for its own men, for ground, for beachheads and for safety."""

from __future__ import annotations

from typing import Final

from beachhead.players.sergeant.saipan.counter import Counter
from beachhead.players.sergeant.saipan.situation import Situation


class Doctrine:
    """How much a side cares. The numbers were found by playing versions of the sergeant against each other."""

    __slots__ = ("beachhead", "caution", "exposure", "hunt", "own", "push")

    def __init__(self, *, own: float, push: float, hunt: bool, caution: float, exposure: float, beachhead: float = 0.0) -> None:
        self.own = own
        """A unit of ours lost, against one of the enemy's."""
        self.push = push
        """A unit driven back, as a part of a unit destroyed."""
        self.hunt = hunt
        """Whether units that have nothing to attack go looking for the enemy, or keep out of his way."""
        self.caution = caution
        """How much the danger of a hex counts for a unit that attacks nobody."""
        self.exposure = exposure
        """How much it counts for a unit that attacks from there."""
        self.beachhead = beachhead
        """Driving a unit off a beachhead, or entering one, which destroys the marker."""


CONQUEST: Final = Doctrine(own=1.0, push=0.12, hunt=True, caution=0.5, exposure=0.0)
"""The U.S. must find and destroy every Japanese unit."""
UNDER_FIRE: Final = Doctrine(own=0.5, push=0.2, hunt=True, caution=0.0, exposure=0.0, beachhead=1.0)
"""How we see an attack of the enemy on us."""


def doctrine_of(now: Situation, each: bool) -> Doctrine:
    """The U.S. always hunts. Japan attacks while it is the stronger on the island, and later only tries to survive.

    `each`: whether a unit may land at each beachhead, so that every one of them counts in full.
    """
    if now.us:
        return CONQUEST
    beachhead = 8.0 if each else 8.0 / max(1, len(now.markers))
    if power(now.mine) >= power(now.theirs):
        return Doctrine(own=1.1, push=0.25, hunt=True, caution=0.1, exposure=0.0, beachhead=beachhead)
    return Doctrine(own=1.0, push=0.1, hunt=False, caution=1.5, exposure=1.0, beachhead=beachhead / 2)


def power(counters: list[Counter]) -> int:
    """The strength of a force, attack and defence together."""
    total = 0
    for counter in counters:
        total += counter.attack + counter.defence
    return total
