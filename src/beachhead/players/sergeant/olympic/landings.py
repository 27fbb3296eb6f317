"""The landings: which zones, which beaches, and who comes ashore where later."""

from __future__ import annotations

from typing import Final

from beachhead.players.sergeant.olympic.country import CLEAR, Country
from beachhead.players.sergeant.olympic.field import Field

FAILED: Final = 30.0
"""Casualty Points of a stack that does not get ashore."""
STACK: Final = 3
ZONES: Final = {"Sendai": 5, "Satsuma": 4}
"""Stacks by zone: the shortest way to Kagoshima (19.1). To lure the doctrine's units north and wait there in cover would score
more, and would be no battle: docs/games/olympic.md."""


class Beaches:
    """What the coast promises."""

    def __init__(self, field: Field) -> None:
        self.field = field
        self.country: Country = field.country
        left = field.seat.known("left")[0]
        total = sum(left)
        self.cup: list[tuple[float, int]] = []
        """What a face-down counter on the coast may be: chance and strength."""
        if total:
            self.cup = [(count / total, self.country.kind_strength[kind]) for kind, count in enumerate(left) if count]

    def value(self, coast: int, strength: int) -> float:
        """What it is worth for a stack of this strength to go for a coastal hex: ground and cover, less what it costs."""
        field, country = self.field, self.country
        price = field.price()
        prize = self.ground(coast)
        base = field.militia(coast)
        supplied = field.militia_supplied(coast) if base else True
        cover = country.cover[coast]
        if field.turn == 1:
            cover = 2 * cover if country.double_with_terrain else max(2, cover)
        cases: list[tuple[float, int]] = [(1.0, field.jp_defense(coast))]
        if field.down_mask >> coast & 1:
            cases = [(chance, other * cover) for chance, other in self.cup]
        total = 0.0
        for chance, defense in cases:
            if not defense and not base:
                total += chance * prize
                continue
            odds = country.odds(strength - defense, base, supplied)
            failing = 1.0 - odds.win
            won = odds.cost - 10.0 * odds.ruin - 5.0 * odds.fails
            total += chance * (odds.win * prize - price * (STACK * won + FAILED * failing) - 25.0 * failing)
        return total

    def ground(self, coast: int) -> float:
        """What a beachhead in a hex is worth by itself."""
        field, country = self.field, self.country
        value = field.worth(coast)
        value += 8.0 if country.rank[coast] < CLEAR else 2.0
        for near in country.near[coast]:
            if field.down_mask >> near & 1:
                value -= 2.0
            value += 0.15 * field.worth(near)
        if not country.net_mask >> coast & 1:
            value -= 4.0
        if country.kagoshima:
            far = country.distances(coast)
            value += max(0.0, 15.0 - 2.0 * min(far[city] for city in country.kagoshima))
        return value


def sites(field: Field, counts: dict[str, int]) -> dict[int, int]:
    """Sea hexes for stacks and the coastal hex each goes for: for every zone the connected hexes that promise most."""
    country = field.country
    beaches = Beaches(field)
    worth: dict[int, float] = {}
    found: dict[int, int] = {}
    taken: set[int] = set()
    for name, count in counts.items():
        if name not in country.zone_names:
            continue
        hexes = country.zone_hexes[country.zone_names.index(name)]
        best, choice = -1e9, dict[int, int]()
        for chosen in connected(country, hexes, count):
            total, pairs = matched(country, beaches, worth, chosen, taken)
            if total > best:
                best, choice = total, pairs
        found.update(choice)
        taken.update(choice.values())
    return found


def connected(country: Country, hexes: list[int], count: int) -> list[list[int]]:
    """All choices of some hexes of a zone that hang together."""
    found: list[list[int]] = []
    for bits in range(1 << len(hexes)):
        if bits.bit_count() != count:
            continue
        chosen = [hexes[number] for number in range(len(hexes)) if bits >> number & 1]
        seen, rest = [chosen[0]], set(chosen[1:])
        for space in seen:
            for near in country.neighbours[space]:
                if near in rest:
                    rest.discard(near)
                    seen.append(near)
        if not rest:
            found.append(chosen)
    return found


def matched(
    country: Country, beaches: Beaches, worth: dict[int, float], seas: list[int], taken: set[int]
) -> tuple[float, dict[int, int]]:
    """The best way to give each of these sea hexes a coastal hex of its own."""
    if not seas:
        return 0.0, {}
    sea, rest = seas[0], seas[1:]
    best, choice = -1e9, dict[int, int]()
    for coast in country.coast_of[sea]:
        if coast in taken:
            continue
        value = worth.get(coast)
        if value is None:
            value = worth[coast] = beaches.value(coast, 13)
        more, pairs = matched(country, beaches, worth, rest, taken | {coast})
        if value + more > best:
            best, choice = value + more, {sea: coast, **pairs}
    return best, choice
