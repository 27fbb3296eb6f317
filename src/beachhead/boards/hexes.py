"""Hex grids numbered by line and position, as the publishers of these games print them.

A hex "1204" is the fourth of line 12. Every other line is shifted half a hex toward the higher positions. Spaces are small
numbers, counted line by line, so that ascending space numbers are ascending hex numbers; hexes that units seldom use (the sea)
can be numbered last, which keeps sets of the others, held as bits of one number, short.
"""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import Final

_BITS: Final = [[bit for bit in range(8) if byte >> bit & 1] for byte in range(256)]
"""The set bits of every byte."""
_FEW: Final = 10
"""A set of more spaces than this is quicker to list byte by byte than bit by bit."""


class HexGrid:
    """Lines 1 to `lines` of positions 1 to `positions`.

    >>> grid = HexGrid(28, 20, shifted="even")
    >>> [grid.names[space] for space in grid.neighbours[grid.space("1111")]]
    ['1010', '1011', '1110', '1112', '1210', '1211']
    >>> grid.distance(grid.space("2312"), grid.space("2611"))
    3
    """

    def __init__(self, lines: int, positions: int, *, shifted: str = "even", last: Container[str] = ()) -> None:
        if not (1 <= lines <= 99 and 1 <= positions <= 99):
            raise ValueError("a grid has 1 to 99 lines and positions")
        self.lines = lines
        self.positions = positions
        self.shifted_parity = 0 if shifted == "even" else 1
        self.size = lines * positions
        natural = [f"{line:02}{position:02}" for line in range(1, lines + 1) for position in range(1, positions + 1)]
        self.names = tuple(sorted(natural, key=lambda name: (name in last, name)))
        self._places = tuple((int(name[:2]), int(name[2:])) for name in self.names)
        self._natural = tuple((line - 1) * positions + position - 1 for line, position in self._places)
        self._space = {name: space for space, name in enumerate(self.names)}
        self._cube = tuple(self._axes(space) for space in range(self.size))
        self._at = {axes: space for space, axes in enumerate(self._cube)}
        self.neighbours = tuple(self._around(space) for space in range(self.size))
        self.bit = tuple(1 << space for space in range(self.size))
        """One bit per space, for sets of spaces held in a single number."""
        self.neighbour_mask = tuple(sum(self.bit[near] for near in row) for row in self.neighbours)
        self._rows: dict[int, bytes] = {}
        self._profiles: dict[tuple[int, int], bytes] = {}
        self._within: dict[tuple[int, int], int] = {}

    def space(self, name: str) -> int:
        """The space of a hex number; KeyError if the grid has no such hex."""
        return self._space[name]

    def find(self, name: str) -> int | None:
        """The space of a hex number, or None."""
        return self._space.get(name)

    def axes(self, space: int) -> tuple[int, int]:
        """Axial coordinates: along the line (slanted), and the line."""
        return self._cube[space]

    def at(self, along: int, line: int) -> int:
        """The space at axial coordinates, or -1 if that is off the map."""
        return self._at.get((along, line), -1)

    def _axes(self, space: int) -> tuple[int, int]:
        line, position = self._places[space]
        doubled = 2 * position + (1 if line % 2 == self.shifted_parity else 0)
        return (doubled - line) // 2, line

    def _around(self, space: int) -> tuple[int, ...]:
        line, position = self._places[space]
        shift = 0 if line % 2 == self.shifted_parity else -1
        near = [(line, position - 1), (line, position + 1)]
        near += [(line + step, position + shift + side) for step in (-1, 1) for side in (0, 1)]
        return tuple(
            sorted(
                self._space[f"{row:02}{column:02}"]
                for row, column in near
                if 1 <= row <= self.lines and 1 <= column <= self.positions
            )
        )

    def distance(self, first: int, second: int) -> int:
        """Hexes from one to the other, counting the second but not the first."""
        (q, r), (other_q, other_r) = self._cube[first], self._cube[second]
        across, along = q - other_q, r - other_r
        return max(abs(across), abs(along), abs(across + along))

    def distances(self, space: int) -> bytes:
        """The distance from one space to every space, as a row of a table that is filled when first used.

        Between two lines the distance depends only on how far apart the positions are, so a row is put together from slices of
        one profile per line.
        """
        row = self._rows.get(space)
        if row is None:
            line, position = self._places[space]
            low = self.positions - position + 1
            natural = b"".join(self._profile(line, other)[low : low + self.positions] for other in range(1, self.lines + 1))
            row = self._rows[space] = bytes(map(natural.__getitem__, self._natural))
        return row

    def _profile(self, line: int, other: int) -> bytes:
        """Distances from a hex of one line to the hexes of another, from `positions` places lower to as many higher."""
        key = (line % 2, other - line)
        found = self._profiles.get(key)
        if found is None:
            shift = (other % 2 != line % 2) * (1 if line % 2 == self.shifted_parity else -1)
            down = abs(other - line)
            # Twice the distance along the line, the stagger included; each line crossed gives half a hex of it for free.
            along = (abs(2 * apart - shift) for apart in range(-self.positions, self.positions))
            found = bytes(min(255, down + max(0, (twice - down + 1) // 2)) for twice in along)
            self._profiles[key] = found
        return found

    def within(self, space: int, hexes: int) -> int:
        """The spaces at most `hexes` away, as bits."""
        found = self._within.get((space, hexes))
        if found is None:
            row = self.distances(space)
            found = sum(self.bit[other] for other in range(self.size) if row[other] <= hexes)
            self._within[space, hexes] = found
        return found


def spaces_of(mask: int) -> list[int]:
    """The spaces of a set of bits, ascending.

    >>> spaces_of(0b10110)
    [1, 2, 4]
    """
    found = []
    if mask.bit_count() > _FEW:
        base = 0
        for byte in mask.to_bytes(mask.bit_length() + 7 >> 3, "little"):
            if byte:
                for bit in _BITS[byte]:
                    found.append(base + bit)
            base += 8
        return found
    # From the top the number gets shorter with every bit.
    while mask:
        space = mask.bit_length() - 1
        found.append(space)
        mask ^= 1 << space
    found.reverse()
    return found


def mask_of(spaces: Iterable[int]) -> int:
    """Spaces as a set of bits."""
    mask = 0
    for space in spaces:
        mask |= 1 << space
    return mask
