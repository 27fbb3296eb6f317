"""Boards made for a position: a few rows of land with what the position needs, and nothing that it does not.

    board:
      size: [6, 8]                              # rows and columns
      terrain: clear                            # of all land that nothing else is said of
      level: 1
      hexes: {rocky: ["0303"], sea: ["0101"], "0204": [beach, terrace]}
      levels: {2: ["0305"]}                     # heights, and the lowest ground of hexes of two heights
      low: {1: ["0305"]}
      bluffs: ["0303-0304"]                     # cliffs likewise
      roads: [["0303", "0304"]]
      sectors: {3: ["0605"]}                    # unnamed land lies in sector 2
      airfields: {1: ["0404"]}
      positions: {A1: {hex: "0303", color: red, hilltop: true, fort: 1, artillery: 2, group: A1-A2}}
      boxes: {Red 1: {hexes: ["0204"], shore: east}}

Hexes of an airfield or a box, and hilltop positions, become that terrain. Fire squares and fields of fire follow from the rules.
"""

from __future__ import annotations

from typing import Final

from beachhead.boards.hexes import HexGrid
from beachhead.boards.network import Side
from beachhead.engine.files.bounds import PRINTED, SIZE, UNITS, clip
from beachhead.engine.files.datafile import Item
from beachhead.games.dday.box.board import LEVELS, Land, read_terrain, shore_of, squares_of
from beachhead.games.dday.box.kinds import (
    AIRFIELD,
    BEACH,
    HILLTOP,
    SECTORS,
    SHORES,
    TERRACE,
    TERRAIN,
    BeachBox,
    Board,
    Position,
)
from beachhead.games.dday.box.positions import read_drafts, with_positions
from beachhead.games.dday.box.reading import read_flag, read_hex, read_land_list, read_run, read_sides, read_word

KEYS: Final = (
    "size", "terrain", "level", "hexes", "levels", "low", "bluffs", "cliffs", "roads", "sectors", "airfields", "positions",
    "boxes",
)  # fmt: skip
SEA_NAME: Final = "sea"
LANDING_SECTOR: Final = 2
ADJACENCY: Final = {1: (2,), 2: (1, 3), 3: (2, 4), 4: (3,)}


def blank_board(item: Item) -> Board:
    """The board that a position brings."""
    item.only(*KEYS)
    size = [number.whole(1, SIZE) for number in item["size"].each(2)]
    if len(size) != 2:
        raise item["size"].fail(f"a size is [rows, columns], at most {SIZE} each")
    land = _read_land(item, size[0], size[1])
    airfields = _read_airfields(item.get("airfields"), land)
    boxes = item.get("boxes")
    beaches = _read_beaches(boxes, land)
    board = _bare(item, land, airfields)
    positions = item.get("positions")
    if positions is not None:
        board = with_positions(board, read_drafts(positions, board))
    found = _read_boxes(boxes, land, beaches, board.positions)
    return Board(
        grid=board.grid,
        land=board.land,
        terrain=board.terrain,
        level=board.level,
        low=board.low,
        sector=board.sector,
        shore=board.shore,
        bluffs=board.bluffs,
        cliffs=board.cliffs,
        roads=board.roads,
        boxes=found,
        positions=board.positions,
        groups=board.groups,
        airfields=board.airfields,
        villages={},
        names={},
        sector_adjacency=ADJACENCY,
        position_index=board.position_index,
        group_index=board.group_index,
        box_index={box.name: number for number, box in enumerate(found)},
        own=True,
    )


def _read_land(item: Item, lines: int, columns: int) -> Land:
    plain = HexGrid(lines, columns)
    kinds: dict[str, int] = {}
    wet: set[str] = set()
    hexes = item.get("hexes")
    for key, entry in hexes.entries() if hexes is not None else ():
        if key == SEA_NAME:
            wet |= {plain.names[read_hex(place, plain)] for place in entry.each(plain.size)}
        elif key in TERRAIN:
            for place in entry.each(plain.size):
                name = plain.names[read_hex(place, plain)]
                kinds[name] = kinds.get(name, 0) | 1 << TERRAIN.index(key)
        elif not key.isdecimal():
            raise entry.fail(f"{clip(key)} is neither a hex nor a terrain; there are {', '.join(TERRAIN)} and {SEA_NAME}")
        else:
            name = plain.names[read_hex(Item(key, entry.document, entry.path), plain)]
            kinds[name] = read_terrain(entry) if isinstance(entry.value, list) else 1 << read_word(entry, TERRAIN)
    for name in wet:
        if name in kinds and hexes is not None:
            raise hexes.fail(f"{name} is sea and land; say one of them")
    usual = item.get("terrain")
    land = Land(lines, columns, (name for name in plain.names if name not in wet))
    if not land.land:
        raise item.fail("a board needs at least one land hex")
    level = item.get("level")
    height = 1 if level is None else level.whole(1, LEVELS)
    for space in range(land.land):
        land.terrain[space] = kinds.get(land.grid.names[space], 1 if usual is None else 1 << read_word(usual, TERRAIN))
        land.level[space] = land.low[space] = height
        land.sector[space] = LANDING_SECTOR
    for key, row in (("levels", land.level), ("low", land.low), ("sectors", land.sector)):
        _read_numbered(item.get(key), land, row, SECTORS[-1] if key == "sectors" else LEVELS, key == "levels")
    for space in range(land.land):
        if land.low[space] > land.level[space]:
            raise item["low"].fail(f"the lowest ground of {land.grid.names[space]} lies above its level")
    _read_hilltops(item.get("positions"), land)
    return land


def _read_numbered(item: Item | None, land: Land, row: list[int], most: int, both: bool) -> None:
    """Hexes by a number: their level, their lowest ground, their sector. A level is also the lowest ground until that is said."""
    for key, hexes in item.entries() if item is not None else ():
        if not (key.isdecimal() and 1 <= int(key) <= most):
            raise hexes.fail(f"this is a number from 1 to {most}, not {clip(key)}")
        for space in read_land_list(hexes, land.grid, land.land):
            row[space] = int(key)
            if both:
                land.low[space] = int(key)


def _read_hilltops(item: Item | None, land: Land) -> None:
    for _, entry in item.entries() if item is not None else ():
        if read_flag(entry, "hilltop"):
            land.terrain[_land_at(entry["hex"], land)] = HILLTOP


def _land_at(item: Item, land: Land) -> int:
    return read_land_list(Item([item.value], item.document, item.path), land.grid, land.land)[0]


def _read_airfields(item: Item | None, land: Land) -> dict[int, tuple[int, ...]]:
    found: dict[int, tuple[int, ...]] = {}
    for key, hexes in item.entries() if item is not None else ():
        if not (key.isdecimal() and len(key) == 1):
            raise hexes.fail("airfields have numbers")
        spaces = read_land_list(hexes, land.grid, land.land)
        for space in spaces:
            land.terrain[space] = AIRFIELD
        found[int(key)] = tuple(sorted(spaces))
    return dict(sorted(found.items()))


def _read_beaches(item: Item | None, land: Land) -> dict[str, tuple[int, ...]]:
    """The hexes of every box; they become beaches and may have terraces."""
    found: dict[str, tuple[int, ...]] = {}
    if item is not None and len(item.mapping()) > PRINTED:
        raise item.fail(f"there are at most {PRINTED} boxes")
    for name, entry in item.entries() if item is not None else ():
        entry.only("hexes", "shore")
        spaces = read_land_list(entry["hexes"], land.grid, land.land)
        if not spaces:
            raise entry["hexes"].fail("a box needs at least one hex")
        for space in spaces:
            if any(space in others for others in found.values()):
                raise entry["hexes"].fail(f"{land.grid.names[space]} belongs to another box already")
            land.terrain[space] = BEACH | land.terrain[space] & TERRACE
        found[Item(name, entry.document, entry.path).name()] = tuple(spaces)
    return found


def _bare(item: Item, land: Land, airfields: dict[int, tuple[int, ...]]) -> Board:
    """The board without boxes, so that positions can be read against it."""
    bluffs, cliffs, roads = item.get("bluffs"), item.get("cliffs"), item.get("roads")
    run: set[Side] = set()
    for road in roads.each(UNITS) if roads is not None else ():
        run.update(read_run(road, land.grid, land.land))
    return Board(
        grid=land.grid,
        land=land.land,
        terrain=tuple(land.terrain),
        level=tuple(land.level),
        low=tuple(land.low),
        sector=tuple(land.sector),
        shore=frozenset(shore_of(land)),
        bluffs=frozenset() if bluffs is None else read_sides(bluffs, land.grid),
        cliffs=frozenset() if cliffs is None else read_sides(cliffs, land.grid),
        roads=frozenset(run),
        boxes=(),
        positions=(),
        groups=(),
        airfields=airfields,
        villages={},
        names={},
        sector_adjacency=ADJACENCY,
        own=True,
    )


def _read_boxes(
    item: Item | None, land: Land, beaches: dict[str, tuple[int, ...]], positions: tuple[Position, ...]
) -> tuple[BeachBox, ...]:
    """Boxes from left to right by their first hex, east before west; neighbors on one shore drift into each other."""
    if item is None:
        return ()
    shores = {name: read_word(item[name].get("shore") or Item("east", item.document, item.path), SHORES) for name in beaches}
    columns = {name: land.grid.names[spaces[0]][2:] for name, spaces in beaches.items()}
    order = sorted(beaches, key=lambda name: (shores[name], columns[name], name))
    found = []
    for number, name in enumerate(order):
        left = number - 1 if number and shores[order[number - 1]] == shores[name] else -1
        right = number + 1 if number + 1 < len(order) and shores[order[number + 1]] == shores[name] else -1
        found.append(
            BeachBox(
                name=name,
                code=name,
                shore=shores[name],
                sector=land.sector[beaches[name][0]],
                color=name.split()[0].lower(),
                left=left,
                right=right,
                hexes=beaches[name],
                squares=squares_of(land.grid, beaches[name], positions),
            )
        )
    return tuple(found)
