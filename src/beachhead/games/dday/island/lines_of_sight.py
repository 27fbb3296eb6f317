"""Lines of sight and fields of fire, worked out from the map alone (6.2, 6.3-intense, D10, D11).

The components are checked with this before a game begins, and `ground` makes its tables from it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from beachhead.boards.hexes import mask_of
from beachhead.boards.network import Side
from beachhead.boards.sight import is_open, line_between
from beachhead.engine.files.cases import enforces
from beachhead.engine.kept import keep
from beachhead.games.dday.box.kinds import AIRFIELD, BEACH, HILLTOP, ROCKY, WOODED

if TYPE_CHECKING:
    from beachhead.games.dday.box.kinds import Board

FAMILY: Final = "dday"
REACH: Final = 2
HILLTOP_REACH: Final = 3
SQUARES: Final = 3
"""How near a position must be to a beach hex to give its box a fire square, and to count as near the beaches."""
BLOCKS: Final = 255
"""In a row of heights: rocks and woods, which block whatever the ends are."""
NO_SIDES: Final[frozenset[Side]] = frozenset()


class Fields:
    """Who sees what on a board, and the field of fire of each position hex."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.grid = board.grid
        self.level = board.level
        self.hilltop = mask_of(space for space, kind in enumerate(board.terrain) if kind & HILLTOP)
        self.cover = mask_of(space for space, kind in enumerate(board.terrain) if kind & (ROCKY | WOODED))
        self.open = mask_of(space for space, kind in enumerate(board.terrain) if kind & (BEACH | AIRFIELD))
        self.heights = self._heights()
        self.rough = bytes(BLOCKS if self.cover >> space & 1 else height for space, height in enumerate(self.heights))
        """The same, with rocks and woods in the way at any height."""
        self._seen: dict[int, bool] = {}
        self._beyond: dict[int, int] = {}

    @enforces(FAMILY, "6.2.3-elev-c")
    def _heights(self) -> bytes:
        """For each hex twice its level, one less if part of it lies lower: such ground is no wall for somebody at its level."""
        board = self.board
        return bytes(2 * board.level[space] - (board.low[space] < board.level[space]) for space in range(self.grid.size))

    @enforces(FAMILY, "6.2-reciprocal", "6.2.3-elev-e")
    def sees(self, first: int, second: int) -> bool:
        """Whether there is a line of sight; it is the same from both ends."""
        if first > second:
            first, second = second, first
        key = first * self.grid.size + second
        found = self._seen.get(key)
        return keep(self._seen, key, self._sees(first, second)) if found is None else found

    @enforces(
        FAMILY, "6.2-a", "6.2.3", "6.2.3-b", "6.2.3-blocking", "6.2.3-blocking-1", "6.2.3-blocking-2", "6.2.3-blocking-3",
        "6.2.3-elev-a", "6.2.3-elev-b", "6.2.3-elev-d", "6.2.3-bluff",
    )  # fmt: skip
    def _sees(self, first: int, second: int) -> bool:
        """From center to center: neighbors always see each other. Ground above both ends blocks. Between ends of one level rocks,
        woods and bluffs block; between others only ground that lies wholly at the upper level, and a bluff on the border of an
        end. A hilltop that is not the lower end looks over rocks, woods and bluffs (D10, D11)."""
        if self.grid.distance(first, second) <= 1:
            return True
        here, there = self.level[first], self.level[second]
        upper = max(here, there)
        ends = 1 << first | 1 << second
        line = line_between(self.grid, first, second)
        bluffs = NO_SIDES if self.hilltop & ends else self.board.bluffs
        if here != there:
            return is_open(line, self.heights, 2 * upper - 1, borders=bluffs)
        heights = self.heights if self.hilltop & ends else self.rough
        return is_open(line, heights, 2 * upper, sides=bluffs)

    def seen_within(self, space: int, reach: int) -> int:
        """Land in sight at most so many hexes away, the hex itself included, as bits."""
        row = self.grid.distances(space)
        found = 0
        for other in range(self.board.land):
            if row[other] <= reach and self.sees(space, other):
                found |= 1 << other
        return found

    @enforces(FAMILY, "2.1.3-a", "2.1.3-b", "6.2.2", "6.2.1-b")
    def reach(self, position: int) -> int:
        """Two hexes, three from a hilltop."""
        return HILLTOP_REACH if self.board.positions[position].hilltop else REACH

    @enforces(FAMILY, "6.2", "6.3-intense", "6.3-steady", "2.1-errata-2", "2.1-errata-3", "2.1-errata-7")
    def field(self, position: int, reach: int) -> tuple[int, int]:
        """The intense and the steady hexes of one position hex, its own among them, up to so many hexes away.

        Rocks and woods are always steady. Beaches, airfields, the neighbors and the other hexes of the group are intense, and
        from a hilltop all lower ground.
        """
        here = self.board.positions[position]
        seen = self.seen_within(here.hex, reach)
        intense = self.open | self.grid.neighbour_mask[here.hex] | mask_of(self.board.groups[here.group].hexes)
        if here.hilltop:
            height = self.level[here.hex]
            intense |= mask_of(space for space in range(self.board.land) if self.level[space] < height)
        intense &= seen & ~self.cover
        return intense, seen & ~intense

    @enforces(FAMILY, "14.1", "14.1-a")
    def beyond(self, position: int, reach: int) -> int:
        """The steady hexes that a tank adds to the field of its position hex at some reach, as bits: next to a hex of the field
        and outside of it, never more than three hexes away."""
        key = position * (HILLTOP_REACH + 1) + reach
        kept = self._beyond.get(key)
        if kept is not None:
            return kept
        here = self.board.positions[position].hex
        hot, cool = self.field(position, reach)
        row, found = self.grid.distances(here), 0
        for space in range(self.board.land):
            if row[space] <= HILLTOP_REACH and not (hot | cool) >> space & 1 and self.grid.neighbour_mask[space] & (hot | cool):
                found |= int(self.sees_from_tank(here, space)) << space
        return keep(self._beyond, key, found)

    @enforces(FAMILY, "14.1-b")
    def sees_from_tank(self, here: int, there: int) -> bool:
        """Whether a tank has a line of sight: as from a hilltop, over rocks, woods and bluffs, but at the level of its hex."""
        if self.grid.distance(here, there) <= 1:
            return True
        upper, level = max(self.level[here], self.level[there]), self.level[here] == self.level[there]
        return is_open(line_between(self.grid, here, there), self.heights, 2 * upper if level else 2 * upper - 1)

    @enforces(FAMILY, "6.2.1", "6.2.1-a")
    def group_field(self, group: int) -> tuple[int, int]:
        """The field of a whole group: what any of its hexes has."""
        intense = steady = 0
        for position in self.board.groups[group].positions:
            hot, cool = self.field(position, self.reach(position))
            intense |= hot
            steady |= cool
        return intense, steady & ~intense
