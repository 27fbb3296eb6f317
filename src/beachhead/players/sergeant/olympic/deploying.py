"""Before the game: where the Japanese counters lie, and where Tokko waits (17.2, 17.3)."""

from __future__ import annotations

import random
from typing import Final

from beachhead.engine.action import ARGUMENT, FIRST_SHIFT, SECOND_SHIFT
from beachhead.players.sergeant.olympic.country import CLEAR, Country
from beachhead.players.sergeant.options import Options

LIKELY: Final = {"Sendai": 4, "Miyazaki": 2, "Satsuma": 2, "Ariake": 2, "Tsuno": 1, "Fukuoka": 1}
"""How likely the Americans come to a zone."""


class Deployment:
    """Strong counters where the Americans will come, dummies where they will not."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance

    def deploy(self, country: Country, options: Options) -> int | None:
        """The strongest counter left into the hex that needs it most."""
        best, choice = -1e9, -1
        needs: dict[int, float] = {}
        for code in options.codes("deploy"):
            kind, space = (code >> FIRST_SHIFT & ARGUMENT) + 1, code >> SECOND_SHIFT & ARGUMENT
            need = needs.get(space)
            if need is None:
                need = needs[space] = self.need(country, space)
            strength = country.kind_strength[kind]
            # A dummy goes where nobody comes; strong counters go first.
            value = (strength - 1.5) * need + 0.01 * strength
            if value > best:
                best, choice = value, code
        return choice if choice >= 0 else None

    def need(self, country: Country, space: int) -> float:
        """How much a strong counter does in a hex."""
        value = 0.5 if country.row[space] >= country.first_north else 2.0
        for zone in country.beside.get(space, ()):
            value += 0.3 * LIKELY.get(country.zone_names[zone], 0)
        if country.rank[space] < CLEAR:
            value += 1.0
        far = country.distances(space)
        if country.kagoshima:
            value += max(0.0, 1.5 - 0.2 * min(far[city] for city in country.kagoshima))
        return value

    def aim(self, country: Country, options: Options) -> int | None:
        """By how likely they come, and not all on one."""
        zones = options.singles("aim")
        weights = [LIKELY.get(country.zone_names[zone], 0) for zone in zones]
        pick = self._chance.random() * sum(weights)
        for zone, weight in zip(zones, weights, strict=True):
            pick -= weight
            if pick < 0:
                return zones[zone]
        return None
