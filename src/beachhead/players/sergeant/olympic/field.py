"""The position as the sergeant knows it: who stands where, what he defends with, and what a hex is worth."""

from __future__ import annotations

from beachhead.players.base import Seat
from beachhead.players.sergeant.olympic.country import Country

Look = tuple[int, int, int, int, int]
ATTACKED = 1
RETREATED = 4
"""Of what a unit has done in a Combat Phase, as the game gives it."""


class Field:
    """One moment of the game as one side sees it. Nothing in it changes."""

    def __init__(self, seat: Seat, country: Country) -> None:
        self.country = country
        self.seat = seat
        self.turn: int = seat.known("turn")
        self.turns: int = seat.known("turns")
        self.looks: list[Look] = seat.known("units")
        us, jp, down, militia, control, beach, fort = seat.known("masks")
        self.us_mask: int = us
        self.jp_mask: int = jp
        self.down_mask: int = down
        self.militia_mask: int = militia
        self.control_mask: int = control
        self.beach_mask: int = beach
        self.fort_mask: int = fort
        self.casualties: int = seat.known("casualties")
        self.us: dict[int, list[int]] = {}
        """U.S. units by hex."""
        self.jp: dict[int, list[int]] = {}
        """Japanese units in sight by hex."""
        count = country.us_count
        for unit, look in enumerate(self.looks):
            space = look[0]
            if space >= 0:
                side = self.us if unit < count else self.jp
                if space in side:
                    side[space].append(unit)
                else:
                    side[space] = [unit]
        self._supply: tuple[int, int] | None = None
        self._zones: tuple[int, int, int] | None = None

    @property
    def supply(self) -> tuple[int, int]:
        """Hexes in which a U.S. and a Japanese unit would be in supply."""
        found = self._supply
        if found is None:
            found = self._supply = self.seat.known("supply")
        return found

    @property
    def zones(self) -> tuple[int, int, int]:
        """Hexes in zones of U.S. units, of Japanese units, and next to face-down counters."""
        found = self._zones
        if found is None:
            found = self._zones = self.seat.known("zones")
        return found

    def price(self) -> float:
        """Victory Points that a Casualty Point will cost in the end, as far as one can tell."""
        coming = self.casualties + 8 * (self.turns - self.turn)
        return 1.0 if coming < 300 else 1.5 if coming < 500 else 2.0

    def jp_defense(self, space: int) -> int:
        """What the Japanese units in a hex defend with, militia aside."""
        units = self.jp.get(space)
        if units is None:
            return 0
        country = self.country
        coastal = others = 0
        for unit in units:
            if not self.looks[unit][3] & RETREATED:
                if country.is_coastal[unit]:
                    coastal += country.strength[unit]
                else:
                    others += country.strength[unit]
        cover = country.cover[space]
        if self.turn == 1:
            return coastal * (2 * cover if country.double_with_terrain else max(2, cover)) + others * cover
        total = coastal + others
        if not self.supply[1] >> space & 1:
            total = (total + 1) // 2
        return total * cover

    def militia(self, space: int) -> int:
        """The militia in a hex at its printed strength; 0 if there is none."""
        return self.country.militia[self.country.place_at[space]] if self.militia_mask >> space & 1 else 0

    def militia_supplied(self, space: int) -> bool:
        """Whether it is in supply, as far as it matters: three Towns cut off together are taken for unsupplied."""
        return self.turn == 1 or bool((self.supply[1] | self.country.city_mask) >> space & 1)

    def us_defense(self, unit: int, space: int, supplied: bool) -> int:
        """What a U.S. unit would defend with in a hex."""
        strength = self.country.strength[unit]
        if not supplied:
            strength = (strength + 1) // 2
        cover = self.country.cover[space]
        return strength * (max(2, cover) if self.fort_mask >> space & 1 else cover)

    def worth(self, space: int) -> float:
        """Victory Points that the control of a hex brings, Kagoshima's share by how much of it is still to be had."""
        country = self.country
        if country.place_at[space] < 0:
            return 0.0
        if space in country.kagoshima:
            held = 0
            for other in country.kagoshima:
                held += self.control_mask >> other & 1
            last = country.kagoshima_points - 2 * country.city_points
            return (country.city_points + 30.0, country.city_points + 50.0, float(last), float(last))[held]
        return float(country.city_points if country.city_mask >> space & 1 else country.town_points)

    def held_down(self, space: int) -> int:
        """The retreat of Japanese units out of a hex: how many hexes are open to them for their first step."""
        country = self.country
        zone = country.around.step(self.us_mask & country.land_mask)
        open_ = country.near_mask[space] & ~self.us_mask & (~zone | self.jp_mask | self.down_mask)
        return open_.bit_count()
