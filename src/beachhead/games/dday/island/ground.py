"""The island with its tables, computed once: neighbors, distances, terrain, sectors, lines of sight and fields of fire.

Hexes, positions, groups and boxes are small numbers; a set of them is one number, a bit each (a *mask*). Land hexes come first,
in the order of hex numbers, so masks of hexes hold land alone and stay short, and ascending numbers are the order that ties go by
(D2). Positions are numbered by letter and number, groups by their nearest hex, which is the order in which they act (D60).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from beachhead.boards.hexes import mask_of, spaces_of
from beachhead.boards.network import Side, side_of
from beachhead.engine.files.cases import enforces
from beachhead.games.dday.box.kinds import (
    AIRFIELD,
    BEACH,
    BLACK,
    CLEAR,
    COLORS,
    DIRECTIONS,
    HILLTOP,
    LR,
    ROCKY,
    SECTORS,
    TERRACE,
    TERRAIN,
    UL,
    UR,
    VILLAGE,
    WOODED,
    L,
    R,
)
from beachhead.games.dday.island.lines_of_sight import SQUARES, Fields

if TYPE_CHECKING:
    from beachhead.games.dday.box.kinds import Components

FAMILY: Final = "dday"
NONE: Final = -1
"""No hex, no position, no group, no box."""
RINGS: Final = 4
"""Distances kept as disks: a hilltop's mortars reach four hexes (13.3)."""
FARTHEST: Final = 5
"""The longest command range (15.0-a): disks of hexes reach so far."""
SIGHT: Final = 3
"""The longest field of fire."""
SURIBACHI: Final = 1
SURIBACHI_GUNS: Final = (1, 2, 3)
"""Where the artillery on Suribachi reaches (6.2.2-suribachi)."""


class Ground:
    """What never changes about the map. See the module for how things are numbered."""

    def __init__(self, components: Components) -> None:
        board = components.board
        self.board = board
        self.grid = board.grid
        self.size = board.grid.size
        """All hexes, the sea included."""
        self.land = board.land
        """Land hexes: numbers below this."""
        self.names = board.grid.names
        self.bit = board.grid.bit
        self.land_mask = (1 << board.land) - 1
        self.columns = tuple(int(name[2:]) for name in self.names)
        """BB of each hex; rows (AA) follow from the order."""
        self.rows = tuple(int(name[:2]) for name in self.names)
        self._lay_neighbors()
        self._lay_terrain(components)
        self._lay_hexsides()
        self._lay_positions()
        self._lay_boxes()
        self.fields = Fields(board)
        self.overlooking: dict[int, int] = {}
        """Hex -> `seen_from`, as far as anybody has asked."""
        self._lay_fields()
        self._lay_nearness()

    # ---------------------------------------------------------------------- the lattice

    def _lay_neighbors(self) -> None:
        names = self.names
        self.neighbor = tuple(tuple(self._at(int(name[:2]), int(name[2:]), way) for way in range(6)) for name in names)
        """[hex][direction]: the hex there, sea included; NONE off the map."""
        self.near = tuple(tuple(near for near in self.grid.neighbours[space] if near < self.land) for space in range(self.size))
        """[hex]: the land around it, ascending."""
        self.near_mask = tuple(mask_of(near) for near in self.near)
        self.distance = tuple(self.grid.distances(space) for space in range(self.size))
        """[hex][hex]: hexes from one to the other."""
        self.disk = tuple(tuple(self._disk(space, reach) for space in range(self.size)) for reach in range(FARTHEST + 1))
        """[reach][hex]: land at most so far away, the hex itself included, for reach 0 to FARTHEST."""

    def _at(self, row: int, column: int, way: int) -> int:
        """The neighbor in a direction; even rows lie half a hex to the right (D1, D28)."""
        shift = 0 if row % 2 == 0 else -1
        if way in (L, R):
            column += -1 if way == L else 1
        else:
            column += shift + (1 if way in (UR, LR) else 0)
            row += 1 if way in (UL, UR) else -1
        found = self.grid.find(f"{row:02}{column:02}") if row > 0 and column > 0 else None
        return NONE if found is None else found

    def _disk(self, space: int, reach: int) -> int:
        row, found = self.distance[space], 0
        for other in range(self.land):
            if row[other] <= reach:
                found |= 1 << other
        return found

    def direction(self, here: int, there: int) -> int:
        """The direction from a hex to its neighbor; NONE if they do not touch."""
        row = self.neighbor[here]
        for way in range(6):
            if row[way] == there:
                return way
        return NONE

    def around(self, mask: int, reach: int) -> int:
        """Land at most so far (RINGS or less) from any of some hexes."""
        disk, found = self.disk[reach], 0
        while mask:
            low = mask & -mask
            found |= disk[low.bit_length() - 1]
            mask ^= low
        return found

    def nearest(self, space: int, mask: int) -> int:
        """How far the nearest of some hexes is; 255 if there is none."""
        row, best = self.distance[space], 255
        while mask:
            low = mask & -mask
            far = row[low.bit_length() - 1]
            if far < best:
                best = far
            mask ^= low
        return best

    # ---------------------------------------------------------------------- terrain

    @enforces(FAMILY, "2.1-contours", "2.1.4-d")
    def _lay_terrain(self, components: Components) -> None:
        """Terrain and level are properties of the hex; a beach is a hex like any other."""
        board = self.board
        self.terrain = board.terrain
        self.level = board.level
        self.low = board.low
        self.sector = board.sector
        """[hex]: 1 to 4; 0 for the sea."""
        self.clear_mask = self.of_terrain(CLEAR)
        self.beach_mask = self.of_terrain(BEACH)
        self.airfield_mask = self.of_terrain(AIRFIELD)
        self.terrace_mask = self.of_terrain(TERRACE)
        self.rocky_mask = self.of_terrain(ROCKY)
        self.wooded_mask = self.of_terrain(WOODED)
        self.hilltop_mask = self.of_terrain(HILLTOP)
        self.village_mask = self.of_terrain(VILLAGE)
        self.cover_mask = self.rocky_mask | self.wooded_mask
        """Rocks and woods: always steady."""
        effects = components.charts.terrain
        self.stop_mask = self._with([effects[name].stops for name in TERRAIN])
        """Hexes that end a move."""
        self.card_mask = self._with([effects[name].combat_card for name in TERRAIN])
        """Hexes that give the defender a card in close combat."""
        self.defense = tuple(
            max([effects[name].defense for bit, name in enumerate(TERRAIN) if kind >> bit & 1], default=1)
            for kind in board.terrain
        )
        """[hex]: what terrain multiplies the strength of defenders by."""
        self.sector_mask = (0, *(mask_of(s for s in range(self.land) if board.sector[s] == number) for number in SECTORS))
        """[sector]; nothing at 0."""
        self.airfield_masks = {number: mask_of(hexes) for number, hexes in board.airfields.items()}
        self.airfield_of = [0] * self.size
        """[hex]: the number of its airfield; 0 for none."""
        for number, hexes in board.airfields.items():
            for space in hexes:
                self.airfield_of[space] = number
        self.to_airfield = tuple(self.nearest(space, self.airfield_mask) for space in range(self.size))
        """[hex]: how far the nearest airfield is."""
        self.shore_mask = mask_of(board.shore)

    def of_terrain(self, bits: int) -> int:
        """Hexes of any of these terrains."""
        return mask_of(space for space in range(self.land) if self.terrain[space] & bits)

    def _with(self, flags: list[bool]) -> int:
        return self.of_terrain(sum(1 << bit for bit, flag in enumerate(flags) if flag))

    def _lay_hexsides(self) -> None:
        self.bluff = self._sides(self.board.bluffs)
        """[hex]: bluffs on its sides, directions as bits."""
        self.cliff = self._sides(self.board.cliffs)
        self.road = self._sides(self.board.roads)
        self.shut_mask = tuple(self._across(space, self.cliff[space]) for space in range(self.size))
        """[hex]: land neighbors behind a cliff, which nobody crosses (7.3.7)."""
        self.bluff_mask = tuple(self._across(space, self.bluff[space]) for space in range(self.size))
        """[hex]: land neighbors across a bluff."""
        self.road_mask = tuple(self._across(space, self.road[space]) for space in range(self.size))
        """[hex]: land neighbors along a road."""

    def _sides(self, sides: frozenset[Side]) -> tuple[int, ...]:
        return tuple(
            sum(1 << way for way, there in enumerate(row) if there >= 0 and side_of(here, there) in sides)
            for here, row in enumerate(self.neighbor)
        )

    def _across(self, space: int, ways: int) -> int:
        row = self.neighbor[space]
        return mask_of(row[way] for way in range(len(DIRECTIONS)) if ways >> way & 1 and 0 <= row[way] < self.land)

    # ---------------------------------------------------------------------- positions, groups, boxes

    def _lay_positions(self) -> None:
        board = self.board
        self.positions = board.positions
        self.groups = board.groups
        self.position_hex = tuple(position.hex for position in board.positions)
        self.position_group = tuple(position.group for position in board.positions)
        self.position_color = tuple(position.color for position in board.positions)
        self.position_sector = tuple(position.sector for position in board.positions)
        self.position_mask = mask_of(self.position_hex)
        """All position hexes."""
        self.position_at = [NONE] * self.size
        """[hex]: the position there."""
        self.group_at = [NONE] * self.size
        """[hex]: the group whose position is there."""
        self.place_in_group = [0] * len(board.positions)
        """[position]: which hex of its group it is, the bit of a subset."""
        for number, position in enumerate(board.positions):
            self.position_at[position.hex] = number
            self.group_at[position.hex] = position.group
            self.place_in_group[number] = board.groups[position.group].positions.index(number)
        self.group_hexes = tuple(group.hexes for group in board.groups)
        self.group_mask = tuple(mask_of(group.hexes) for group in board.groups)
        """[group]: its hexes."""
        self.group_positions = tuple(mask_of(group.positions) for group in board.groups)
        """[group]: its positions, as bits of positions."""
        self.group_color = tuple(group.color for group in board.groups)
        self.groups_of_color = tuple(
            tuple(number for number, group in enumerate(board.groups) if group.color == color) for color in range(len(COLORS))
        )
        """[color]: groups in the order in which they act."""
        self.color_groups = tuple(mask_of(groups) for groups in self.groups_of_color)
        """[color]: the same as bits of groups."""
        self.positions_of_color = tuple(
            mask_of(number for number, position in enumerate(board.positions) if position.color == color)
            for color in range(len(COLORS))
        )
        """[color]: positions, as bits."""
        self.black_groups = self.groups_of_color[BLACK]
        self.fort_positions = mask_of(number for number, position in enumerate(board.positions) if position.fort)
        self.gun_positions = mask_of(number for number, position in enumerate(board.positions) if position.artillery)
        self.near_positions = mask_of(number for number, position in enumerate(board.positions) if position.near)
        """Positions within three hexes of a beach (18.4.3)."""
        self.hilltop_positions = mask_of(number for number, position in enumerate(board.positions) if position.hilltop)
        self.black_hilltops = self.hilltop_positions & self.positions_of_color[BLACK]
        """Sources of Japanese communication (12.2-d)."""
        self.positions_of_sector = (
            0,
            *(mask_of(n for n, position in enumerate(board.positions) if position.sector == sector) for sector in SECTORS),
        )
        self.position_hexes_of_sector = (
            0,
            *(mask_of(position.hex for position in board.positions if position.sector == sector) for sector in SECTORS),
        )
        """[sector]: the hexes of its positions."""
        self.suribachi_black = self.positions_of_color[BLACK] & self.positions_of_sector[SURIBACHI]
        """A4, A6 and A8, which serve all of sector 1 (12.2-e)."""

    def _lay_boxes(self) -> None:
        board = self.board
        self.boxes = board.boxes
        self.box_of = [NONE] * self.size
        """[hex]: the beach box of a beach hex."""
        for number, box in enumerate(board.boxes):
            for space in box.hexes:
                self.box_of[space] = number
        self.box_mask = tuple(mask_of(box.hexes) for box in board.boxes)
        """[box]: its beach hexes."""
        self.box_squares = tuple(box.squares for box in board.boxes)
        """[box]: colors of its fire squares, black included."""
        self.artillery_sectors = self._artillery_sectors()

    @enforces(FAMILY, "6.2.2-artillery", "6.2.2-suribachi")
    def _artillery_sectors(self) -> tuple[tuple[int, ...], ...]:
        """[sector]: the sectors its guns reach: its own and its neighbors; Suribachi's reach to sector 3."""
        found: list[tuple[int, ...]] = [()]
        for sector in SECTORS:
            reach = tuple(sorted({sector, *self.board.sector_adjacency[sector]}))
            found.append(SURIBACHI_GUNS if sector == SURIBACHI else reach)
        return tuple(found)

    # ---------------------------------------------------------------------- sight and fields of fire

    def _lay_fields(self) -> None:
        fields, positions = self.fields, range(len(self.positions))
        self.sight = tuple(self._in_sight(space) for space in range(self.land))
        """[land hex][reach]: land in sight at most so far away, itself included, for reach 0 to SIGHT."""
        self.reach = tuple(fields.reach(position) for position in positions)
        """[position]: 2, or 3 on a hilltop."""
        both = [[fields.field(position, reach) for reach in range(SIGHT + 1)] for position in positions]
        self.intense = tuple(tuple(pair[0] for pair in row) for row in both)
        """[position][reach]: the intense hexes of that hex alone, for reach 0 to SIGHT; beyond its own reach means nothing."""
        self.steady = tuple(tuple(pair[1] for pair in row) for row in both)
        self.group_intense = tuple(self._subsets(group, False)[0] for group in range(len(self.groups)))
        """[group][subset of its hexes, bit by bit]: intense hexes of the Japanese hexes left. The last subset is the whole."""
        self.group_steady = tuple(self._subsets(group, False)[1] for group in range(len(self.groups)))
        """The same for steady hexes; no hex is in both."""
        self.group_smoked = tuple(self._subsets(group, True)[1] for group in range(len(self.groups)))
        """The same under smoke: all steady, one hex shorter."""
        self.group_whole = tuple(len(row) - 1 for row in self.group_intense)
        """[group]: the subset of all its hexes."""
        self.group_field = tuple(row[-1] | self.group_steady[group][-1] for group, row in enumerate(self.group_intense))
        """[group]: its whole field at full reach."""

    def _in_sight(self, space: int) -> tuple[int, ...]:
        seen = self.fields.seen_within(space, SIGHT)
        return tuple(seen & self.disk[reach][space] for reach in range(SIGHT + 1))

    @enforces(FAMILY, "6.2.1-exception")
    def _subsets(self, group: int, smoked: bool) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The fields of every subset of a group's hexes: only hexes that the Japanese still hold project, each with its reach."""
        members = self.groups[group].positions
        intense, steady = [], []
        for subset in range(1 << len(members)):
            hot = cool = 0
            for place, position in enumerate(members):
                if subset >> place & 1:
                    more, less = self.field(position, self.reach[position], smoked)
                    hot |= more
                    cool |= less
            intense.append(hot)
            steady.append(cool & ~hot)
        return tuple(intense), tuple(steady)

    @enforces(FAMILY, "6.2.3-smoke-a", "6.2.3-smoke-b", "6.2.3-smoke-c")
    def field(self, position: int, reach: int, smoked: bool = False) -> tuple[int, int]:
        """The intense and steady hexes of one position hex at a reach, such as the shorter one of a hex that is tied down
        (7.3.3-a-tiedown). Smoke takes one hex off and makes all of it steady."""
        if smoked:
            shorter = max(0, reach - 1)
            return 0, self.intense[position][shorter] | self.steady[position][shorter]
        return self.intense[position][reach], self.steady[position][reach]

    def subset_of(self, group: int, lost: int) -> int:
        """The subset of a group's hexes that is left when it has lost some (a mask of hexes)."""
        subset = 0
        for place, space in enumerate(self.group_hexes[group]):
            if not lost >> space & 1:
                subset |= 1 << place
        return subset

    def sees(self, first: int, second: int) -> bool:
        """Whether there is a line of sight, at any distance."""
        if first < self.land and second < self.land and self.distance[first][second] <= SIGHT:
            return bool(self.sight[first][SIGHT] >> second & 1)
        return self.fields.sees(first, second)

    def seen_from(self, space: int) -> int:
        """The land from which there is a line of sight to a hex, at any distance; worked out when it is first asked for."""
        found = self.overlooking.get(space, -1)
        if found < 0:
            found = 0
            for other in range(self.land):
                if self.sees(other, space):
                    found |= 1 << other
            self.overlooking[space] = found
        return found

    # ---------------------------------------------------------------------- what is near what

    def _lay_nearness(self) -> None:
        self.positions_within = tuple(
            tuple(self._positions_in(self.disk[reach][space]) for space in range(self.size)) for reach in range(RINGS + 1)
        )
        """[reach][hex]: positions at most so far away, as bits of positions."""
        self.positions_near_group = tuple(
            tuple(self._positions_in(self.around(mask, reach)) for mask in self.group_mask) for reach in range(SIGHT + 1)
        )
        """[reach][group]: positions at most so far from any hex of the group, its own included, as bits of positions."""
        self.colors_near_group = tuple(tuple(self._colors_of(near) for near in row) for row in self.positions_near_group)
        """[reach][group]: the colors of these positions as bits, black left out."""
        self.groups_near_group = tuple(
            tuple(self._groups_in(self.around(mask, reach)) for mask in self.group_mask) for reach in range(SIGHT + 1)
        )
        """[reach][group]: the same as bits of groups."""
        self.group_disk = tuple(tuple(self.around(mask, reach) for mask in self.group_mask) for reach in range(RINGS + 1))
        """[reach][group]: land at most so far from any hex of the group."""
        self.groups_seeing = tuple(
            mask_of(group for group, field in enumerate(self.group_field) if field >> space & 1) for space in range(self.land)
        )
        """[land hex]: groups in whose whole field it lies, as bits of groups."""
        self.to_group = tuple(bytes(self.nearest(space, mask) for space in range(self.land)) for mask in self.group_mask)
        """[group][land hex]: how far its nearest hex is."""
        self.groups_at_hand = tuple(self._groups_in(self.disk[1][space]) for space in range(self.size))
        """[hex]: groups with a hex there or next to it, as bits of groups."""
        self.boxes_near_group = tuple(
            mask_of(box for box, hexes in enumerate(self.box_mask) if self.around(mask, SQUARES) & hexes)
            for mask in self.group_mask
        )
        """[group]: boxes with a beach hex within three hexes, as bits of boxes (5.1-d)."""
        self.groups_near_box = tuple(
            mask_of(group for group, boxes in enumerate(self.boxes_near_group) if boxes >> box & 1)
            for box in range(len(self.boxes))
        )
        """[box]: groups with a hex within three hexes of one of its beach hexes, as bits of groups."""
        self.positions_near_box = tuple(self._positions_in(self.around(mask, SQUARES)) for mask in self.box_mask)
        """[box]: the same as bits of positions."""

    def _colors_of(self, positions: int) -> int:
        return mask_of({self.position_color[position] for position in spaces_of(positions)} - {BLACK})

    def _positions_in(self, mask: int) -> int:
        return mask_of(self.position_at[space] for space in spaces_of(mask & self.position_mask))

    def _groups_in(self, mask: int) -> int:
        return mask_of(self.group_at[space] for space in spaces_of(mask & self.position_mask))
