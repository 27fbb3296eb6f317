"""The island as communication sees it (12.2, 12.3): whole sets of hexes as bits, numbered line by line over the whole grid.

Elsewhere land is numbered first, which keeps sets of hexes short. A flood wants every neighbor to be one of a few numbers away
(`boards.spreads`), so this table has a numbering of its own; nothing outside `communication` uses it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from beachhead.boards.hexes import mask_of
from beachhead.boards.spreads import Spread
from beachhead.engine.files.cases import enforces
from beachhead.games.dday.box.kinds import AIRFIELD, BLACK, EAST
from beachhead.games.dday.island.ground import SURIBACHI
from beachhead.games.dday.phases import FAMILY

if TYPE_CHECKING:
    from beachhead.games.dday.island.ground import Ground


class Network:
    """Tables of a board for floods. All masks are in the numbering of this table; `bit` leads there from a hex."""

    def __init__(self, ground: Ground) -> None:
        board, grid = ground.board, ground.grid
        self.board = board
        number = [(int(name[:2]) - 1) * grid.positions + int(name[2:]) - 1 for name in grid.names]
        self.bit = [1 << place for place in number]
        self.land = self.of(range(board.land))
        self.near = [self.of(other for other in grid.neighbours[space] if other < board.land) for space in range(board.land)]
        """The land next to each land hex."""
        self.around = [self.bit[space] | self.near[space] for space in range(board.land)]
        """Each land hex with the land next to it."""
        self._octets = [self._octet(first) for first in range(0, board.land, 8)]
        """For each eight hexes of the usual numbering, all sets of them in this one."""
        self.spread = self._spread(number)
        self.airfield = [bool(kind & AIRFIELD) for kind in board.terrain]
        self.box_hexes = [self.of(box.hexes) for box in board.boxes]
        self.beaches: dict[bytes, int] = {}
        """By row of boxes from which units have landed: their hexes, as far as anybody has asked."""
        self.is_east = [box.shore == EAST for box in board.boxes]
        self.position_bit = [self.bit[position.hex] for position in board.positions]
        self.position_near = [self.bit[position.hex] | self.near[position.hex] for position in board.positions]
        """The hex of each position and the land next to it: where its path begins."""
        self.black_groups = [number for number, group in enumerate(board.groups) if group.color == BLACK]
        self.black_hexes = [(number, self.of(board.groups[number].hexes)) for number in self.black_groups]
        """Black groups, each with its hexes."""
        self.black = self.of(position.hex for position in board.positions if position.color == BLACK)
        """The hexes of black positions."""
        self.black_mask = mask_of(position.hex for position in board.positions if position.color == BLACK)
        """The hexes of black positions, in the usual numbering."""
        self.summits = [position for position, here in enumerate(board.positions) if here.color == BLACK and here.hilltop]
        """The positions to which colored ones trace (12.2-d)."""
        self.suribachi = [
            position for position, here in enumerate(board.positions) if here.color == BLACK and here.sector == SURIBACHI
        ]
        """A4, A6 and A8, which serve their whole sector (12.2-e)."""
        self.field = [
            [self.of_mask(hot | cool) for hot, cool in zip(ground.group_intense[group], ground.group_steady[group], strict=True)]
            for group in range(len(board.groups))
        ]
        """By group and subset of its hexes: what it sees (`Ground.subset_of`)."""
        self.smoked = [[self.of_mask(mask) for mask in row] for row in ground.group_smoked]
        """The same under smoke."""

    def of(self, spaces: Iterable[int]) -> int:
        """Hexes as bits."""
        mask = 0
        for space in spaces:
            mask |= self.bit[space]
        return mask

    def of_mask(self, mask: int) -> int:
        """The same from bits of the usual numbering."""
        found = 0
        for octets, octet in zip(self._octets, mask.to_bytes(len(self._octets), "little"), strict=True):
            if octet:
                found |= octets[octet]
        return found

    def _octet(self, first: int) -> list[int]:
        bits = self.bit[first : first + 8]
        return [self.of_bits(bits, octet) for octet in range(256)]

    @staticmethod
    def of_bits(bits: list[int], octet: int) -> int:
        """Those of eight bits that a byte names."""
        found = 0
        for place, bit in enumerate(bits):
            if octet >> place & 1:
                found |= bit
        return found

    @enforces(FAMILY, "12.2-b", "12.3-a")
    def _spread(self, number: list[int]) -> Spread:
        """Paths run over land; cliffs, bluffs and fort sides do not matter, since nothing moves (D132)."""
        board = self.board
        rows: list[list[int]] = [[] for _ in number]
        land = [False] * len(number)
        for space in range(board.land):
            rows[number[space]] = [number[other] for other in board.grid.neighbours[space]]
            land[number[space]] = True
        return Spread(rows, lambda first, second: land[first] and land[second])
