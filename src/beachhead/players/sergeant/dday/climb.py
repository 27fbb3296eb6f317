"""Moves at Suribachi: the open is crossed only in strength, then from rock to rock, out of sight as long as possible."""

from __future__ import annotations

from typing import Final

from beachhead.players.sergeant.dday.advance import BOLD, HORIZON, Advance, Kept
from beachhead.players.sergeant.dday.field import COMPANIES, STACK
from beachhead.players.sergeant.dday.front import Front
from beachhead.players.sergeant.dday.march import Move

RUSH: Final = 1
"""So many companies cross the open together: the mountain hits three units, however many there are."""
LATE: Final = 9
"""So many turns before the end nobody waits for others any more."""
CAUGHT: Final = 1.5
"""What it costs to end a turn in intense fire, beyond the steps: whoever is disrupted there stays so."""
WAITS: Final = 8.0
"""The same for those who would go alone."""
RISKY: Final = 2.0
FIERCE: Final = 1.0
"""What fire on the way costs for each step: late in the game, and before for each hit of the mountain."""
DARES: Final = 0.5
"""How much those fear fire who enter a position that was cleared."""
WAVE: Final = 3
NEAR: Final = 1.0
"""So many companies attack a fort together, from so many turns away."""
BARE: Final = 1.0
"""Turns by which a hex in the open is worse to attack from than rocks."""
STUCK: Final = 0.6
"""What it costs to stand next to a fort, where nobody recovers."""


def march_for(front: Front, kept: Kept) -> Advance:
    """The moves of a moment: at Suribachi those of a siege."""
    island = front.island
    return Climb(front, kept) if island.must_cut and island.closed_from else Advance(front, kept)


class Climb(Advance):
    """The moves of a moment at the mountain."""

    raid = 0.7

    def __init__(self, front: Front, kept: Kept) -> None:
        super().__init__(front, kept)
        self._rush: bool | None = None
        self._wave: bool | None = None
        self.beside_forts: int = front.beside_forts()
        self.summit: int = 0
        hits = 0
        for group in self.island.mountain:
            self.summit |= self.island.group_mask[group]
            hits += front.hits[group]
        last: int = front.seat.known("last")
        self.late: bool = front.turn > last - LATE
        self.risky = RISKY if self.late else FIERCE * hits

    def goals(self, order: str) -> list[tuple[int, float]]:
        """Rocks rather than open ground, and of those only hexes in which there is room for one more company."""
        if not order.startswith("at "):
            return super().goals(order)
        found = super().goals(order)
        if not order.startswith("at tank "):
            found = [(place, late) for place, late in found if not self.is_full(place)]
        return [(place, late + self.bare(place)) for place, late in found]

    def bare(self, place: int) -> float:
        """Turns by which a hex is worse to attack from than another; on the mountain itself there is no choice."""
        return BARE if (self.front.intense & ~self.summit) >> place & 1 else 0.0

    def is_full(self, place: int) -> bool:
        """Whether no further company fits into a hex."""
        front, island = self.front, self.island
        here = front.at.get(place, ())
        return len(here) >= STACK or sum(1 for other in here if island.is_rifle[other]) >= COMPANIES

    def turns(self, unit: int, order: str, place: int) -> float:
        """How many turns a unit in a hex is away from the goal of its order; its own hex may be full."""
        front, island = self.front, self.island
        if place == front.where[unit] and not island.is_tank[unit] and order.startswith("at "):
            for name in order.removeprefix("at ").split():
                if front.approaches(int(name)) >> place & 1:
                    return self.bare(place)
        return self.away(order)[place]

    def best(self, unit: int, moves: int, steps: int, company: int = 1) -> Move | None:
        """As everywhere; whoever enters a position that was cleared does not mind the fire."""
        usual = self.risky
        if self.order(unit).startswith("in "):
            self.risky = DARES
        found = super().best(unit, moves, steps, company)
        self.risky = usual
        return found

    def rushes(self) -> bool:
        """Whether enough companies are on their way to cross the open together."""
        if self._rush is None:
            front = self.front
            ready = 0
            for unit in self.plan.team:
                if not front.disrupted[unit] and self.turns(unit, self.order(unit), front.where[unit]) > 0.0:
                    ready += 1
            self._rush = ready >= RUSH or self.late
        return self._rush

    def waves(self) -> bool:
        """Whether enough companies are at hand to attack a fort together: whoever is hit next to it stays there."""
        if self._wave is None:
            front = self.front
            ready = 0
            for unit in self.plan.team:
                if self.island.is_rifle[unit] and front.is_able(unit):
                    order = self.order(unit)
                    if order.startswith("at ") and self.turns(unit, order, front.where[unit]) <= NEAR:
                        ready += 1
            self._wave = ready >= WAVE or self.late
        return self._wave

    def stand(self, unit: int, place: int) -> float:
        front, island = self.front, self.island
        post = self.plan.guards.get(unit, -1)
        threat = front.threat(place) * front.dread(unit)
        if post >= 0:
            return float(-6.0 * island.distance[post][place] - threat)
        if front.is_worn(unit) or island.is_hq[unit] or island.is_heavy[unit]:
            worth = -2.0 * self.away("haven")[place] - 2.0 * threat - 0.1 * self.away("attack")[place]
            return worth - self.alone(unit, place)
        order = self.order(unit)
        if not order:
            worth = -0.4 * min(HORIZON, self.away("tank" if island.is_tank[unit] else "attack")[place])
            worth -= 4.0 * threat + 5.0 * min(HORIZON, self.away("haven")[place])
            return worth - self.alone(unit, place)
        if order.startswith("in "):
            return -2.0 * BOLD * min(HORIZON, self.turns(unit, order, place)) - DARES * threat
        worth = -BOLD * min(HORIZON, self.turns(unit, order, place)) - self.alone(unit, place)
        if island.is_tank[unit]:
            return worth + self.shield(unit, place)
        worth -= threat
        if front.intense >> place & 1:
            worth -= CAUGHT if self.rushes() or self.summit >> place & 1 else WAITS
        if self.beside_forts >> place & 1:
            worth -= STUCK if self.waves() else WAITS
        if island.is_engineer[unit]:
            worth += self.shield(unit, place)
        return worth
