"""The position as the sergeant knows it: who stands where, how strong he is, and what may lie face down."""

from __future__ import annotations

from typing import Final

from beachhead.boards.hexes import spaces_of
from beachhead.players.base import Seat
from beachhead.players.sergeant.bonins.isle import Isle

AVAILABLE: Final = -2
RESERVES: Final = -3
ELIMINATED: Final = -4
"""Places off the map, as the game gives them."""
MOVED: Final = 7
"""Any of what a unit can have done in a movement phase."""
READY: Final = 1
SPENT: Final = 2 | 8
DEFENDED: Final = 4 | 8
"""What a unit has done in a combat phase."""
US_MOVEMENT: Final = 2
US_COMBAT: Final = 3
US_MOBILE_MOVEMENT: Final = 4
US_MOBILE_COMBAT: Final = 5
JP_MOVEMENT: Final = 6
"""Phases, as the game numbers them."""
SHOWN: Final = 0
PUT: Final = 1
DRAWN: Final = 3
SHIFTED: Final = 4
GONE: Final = 5
LAID: Final = 7
"""Notes of how counters came and went."""


class Field:
    """One moment of the game as one side sees it. Nothing in it changes."""

    def __init__(self, seat: Seat, isle: Isle) -> None:
        self.isle = isle
        self.seat = seat
        self.turn: int = seat.known("turn")
        self.last: int = seat.known("last turn")
        self.phase: int = seat.known("phase")
        self.storm: int = seat.known("storm")
        self.invasion: int = seat.known("invasion")
        self.where: list[int] = seat.known("where")
        self.below: list[int] = seat.known("below")
        self.depleted: list[int] = seat.known("depleted")
        self.collins: int = seat.known("collins")
        self.cleared: list[int] = seat.known("cleared")
        us, dug, up = seat.known("masks")
        self.us_mask: int = us
        self.dug_mask: int = dug
        self.up_mask: int = up
        self.jp_mask: int = dug | up
        self.zones: int = isle.zone(self.jp_mask)
        self.flag: bool = bool(self.cleared[0])
        self.us: dict[int, list[int]] = {}
        """U.S. units by hex, top first."""
        under = set(self.below)
        for unit in isle.us_units:
            space = self.where[unit]
            if space >= 0 and unit not in under:
                row = self.us[space] = [unit]
                while self.below[row[-1]] >= 0:
                    row.append(self.below[row[-1]])
        self._hidden: list[tuple[float, int, int]] | None = None
        self._known: dict[int, int] | None = None

    @property
    def beach_mask(self) -> int:
        """The landing beaches."""
        return self.isle.beach_masks[self.invasion] if self.invasion >= 0 else 0

    def strength(self, unit: int) -> int:
        """A unit's attack factor as it is now."""
        isle = self.isle
        if unit == self.collins:
            return isle.collins_attack[unit]
        return isle.weak_attack[unit] if self.depleted[unit] else isle.attack[unit]

    def tops(self, space: int) -> list[int]:
        """Who fights in a hex: its top unit, and the one under it if the two are a pair."""
        row = self.us.get(space, [])
        support = self.isle.is_support
        return row[:2] if len(row) > 1 and (support[row[0]] or support[row[1]]) else row[:1]

    # ------------------------------------------------------------------ what may lie face down

    @property
    def known(self) -> dict[int, int]:
        """Dug-in units that everybody has seen where they are: a Japanese player has kept them there."""
        found = self._known
        if found is None:
            found = self._known = {}
            for note in self.seat.known("memory"):
                kind, space = note[0], note[1]
                if kind in (SHOWN, LAID):
                    found[space] = note[2]
                elif kind in (PUT, DRAWN, GONE):
                    found.pop(space, None)
                elif kind == SHIFTED:
                    unit = found.pop(space, None)
                    found.pop(note[2], None)
                    if unit is not None:
                        found[note[2]] = unit
        return found

    @property
    def hidden(self) -> list[tuple[float, int, int]]:
        """What a face-down counter may be: chance, defense, and the attack factor with which it fires at tanks."""
        found = self._hidden
        if found is None:
            isle = self.isle
            seen = set(self.known.values())
            cup: dict[tuple[int, int], int] = {}
            for unit in self.seat.known("left"):
                if unit not in seen:
                    key = (isle.defense[unit], isle.attack[unit] if isle.is_anti_tank[unit] else 0)
                    cup[key] = cup.get(key, 0) + 1
            total = sum(cup.values())
            found = self._hidden = [(count / total, *key) for key, count in sorted(cup.items())] or [(1.0, 3, 0)]
        return found

    def defenders(self, space: int) -> list[tuple[float, int, int]]:
        """The same for one hex."""
        isle = self.isle
        if self.dug_mask >> space & 1:
            unit = self.known.get(space, -1)
        else:
            unit = next((unit for unit in isle.jp_units if self.where[unit] == space), -1)
        if unit < 0:
            return self.hidden
        return [(1.0, isle.defense[unit], isle.attack[unit] if isle.is_anti_tank[unit] else 0)]

    def left_in(self, sector: int) -> int:
        """How many dug-in units a sector still has."""
        return (self.dug_mask & self.isle.sector_mask[sector]).bit_count()

    def spaces(self) -> list[int]:
        """The hexes of all Japanese units."""
        return spaces_of(self.jp_mask)
