"""What a side is after, in numbers: how much it cares for its own men, for ground, for beachheads and for safety."""

from __future__ import annotations

from dataclasses import dataclass

from beachhead.players.sergeant.saipan.situation import Counter, Situation


@dataclass(frozen=True, slots=True)
class Doctrine:
    """How much a side cares. The numbers were found by playing versions of the sergeant against each other."""

    own: float
    """A unit of ours lost, against one of the enemy's."""
    push: float
    """A unit driven back, as a part of a unit destroyed."""
    hunt: bool
    """Whether units that have nothing to attack go looking for the enemy, or keep out of his way."""
    caution: float
    """How much the danger of a hex counts for a unit that attacks nobody."""
    exposure: float
    """How much it counts for a unit that attacks from there."""
    beachhead: float = 0.0
    """Driving a unit off a beachhead, or entering one, which destroys the marker."""


CONQUEST = Doctrine(own=1.0, push=0.12, hunt=True, caution=0.5, exposure=0.0)
"""The U.S. must find and destroy every Japanese unit."""
UNDER_FIRE = Doctrine(own=0.5, push=0.2, hunt=True, caution=0.0, exposure=0.0, beachhead=1.0)
"""How we see an attack of the enemy on us."""


def worth(counter: Counter) -> float:
    """What a unit counts: every unit must go before a side has won, strong ones are worth more."""
    return 4.0 + (counter.attack + counter.defence + counter.fpf) / 2


def doctrine_of(now: Situation) -> Doctrine:
    """The U.S. always hunts. Japan attacks while it is the stronger on the island, and later only tries to survive."""
    if now.us:
        return CONQUEST
    each = now.view["options"].get("reinforcement_rate") == "per_beachhead"
    beachhead = 8.0 if each else 8.0 / max(1, len(now.markers))
    if power(now.mine) >= power(now.theirs):
        return Doctrine(own=1.1, push=0.25, hunt=True, caution=0.1, exposure=0.0, beachhead=beachhead)
    return Doctrine(own=1.0, push=0.1, hunt=False, caution=1.5, exposure=1.0, beachhead=beachhead / 2)


def power(counters: list[Counter]) -> int:
    """The strength of a force, attack and defence together."""
    return sum(counter.attack + counter.defence for counter in counters)
