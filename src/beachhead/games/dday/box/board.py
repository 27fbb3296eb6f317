"""The map: land and sea, levels, terrain, hexsides, sectors, airfields, villages and beach boxes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from beachhead.boards.hexes import HexGrid
from beachhead.boards.network import Side
from beachhead.engine.files.bounds import SIZE, clip
from beachhead.engine.files.cases import enforces
from beachhead.engine.files.datafile import Item
from beachhead.games.dday.box.kinds import (
    AIRFIELD,
    BEACH,
    COLORS,
    NO_SECTOR,
    SECTORS,
    SHORES,
    TERRACE,
    TERRAIN,
    VILLAGE,
    BeachBox,
    Board,
    Position,
    names_of,
)
from beachhead.games.dday.box.reading import (
    check_count,
    check_same,
    check_texts,
    read_flag,
    read_hex,
    read_land,
    read_land_list,
    read_run,
    read_sides,
    read_word,
    read_words,
)
from beachhead.games.dday.island.lines_of_sight import SQUARES

LEVELS: Final = 9
BOXES: Final = 30
SURIBACHI: Final = "Suribachi"
GRID: Final = {
    "same_row": "BB-1 and BB+1",
    "even_row": "(AA-1, AA+1) x (BB, BB+1)",
    "odd_row": "(AA-1, AA+1) x (BB-1, BB)",
}
DIRECTED: Final = {
    "L": "BB-1",
    "R": "BB+1",
    "UL": "away and left",
    "UR": "away and right",
    "LL": "toward the player and left",
    "LR": "toward the player and right",
}
COMPASS: Final = {"left": "south", "right": "north", "near_edge": "east", "far_edge": "west"}
HEX_KEYS: Final = (
    "level", "low", "terrain", "sector", "shore", "box", "airfield", "village", "name", "position", "book",
)  # fmt: skip
BOX_KEYS: Final = ("shore", "sector", "code", "colour", "left", "right", "hexes", "squares", "book")
BOX_COLORS: Final = ("green", "red", "yellow", "blue", "purple", "brown", "white", "orange")
CLIFFS: Final = ("0534", "0634", "0735", "0835", "1736", "1836", "1936", "2036", "2136")
"""The two runs of hexes along which the book has cliffs; the map says which of their sides (D12)."""
FILE_KEYS: Final = (
    "grid", "directions", "compass", "georeference", "counts", "sectors", "sector_adjacency", "boxes", "airfields", "villages",
    "names", "hexsides", "roads", "hexes",
)  # fmt: skip


class Land:
    """The hexes of a map as they are read, before positions and boxes stand on it."""

    def __init__(self, lines: int, positions: int, land: Iterable[str]) -> None:
        dry = set(land)
        plain = HexGrid(lines, positions)
        self.grid = HexGrid(lines, positions, last={name for name in plain.names if name not in dry})
        size = self.grid.size
        self.land = len(dry)
        self.terrain = [0] * size
        self.level = [0] * size
        self.low = [0] * size
        self.sector = [NO_SECTOR] * size

    def with_bits(self, bits: int) -> list[int]:
        """Hexes of any of these terrains, ascending."""
        return [space for space, kind in enumerate(self.terrain) if kind & bits]


def read_map(item: Item) -> tuple[Land, Board]:
    """The whole map file, checked; positions and groups are still missing on the board."""
    item.only(*FILE_KEYS)
    _check_words(item)
    land = _read_land(item)
    grid = land.grid
    airfields = _read_areas(item["airfields"], land, AIRFIELD, "airfield")
    villages = _read_areas(item["villages"], land, VILLAGE, "village")
    names = {
        read_land(Item(key, name.document, name.path), grid, land.land): name.name() for key, name in item["names"].entries()
    }
    boxes = read_boxes(item["boxes"], land)
    sides = item["hexsides"]
    sides.only("cliff", "bluff")
    roads: set[Side] = set()
    for _, run in item["roads"].entries():
        roads.update(read_run(run, grid, land.land))
    board = Board(
        grid=grid,
        land=land.land,
        terrain=tuple(land.terrain),
        level=tuple(land.level),
        low=tuple(land.low),
        sector=tuple(land.sector),
        shore=frozenset(shore_of(land)),
        bluffs=read_sides(sides["bluff"], grid),
        cliffs=_read_cliffs(sides["cliff"], grid),
        roads=frozenset(roads),
        boxes=boxes,
        positions=(),
        groups=(),
        airfields={int(number): hexes for number, hexes in airfields.items()},
        villages=villages,
        names=dict(sorted(names.items())),
        sector_adjacency=_read_adjacency(item["sector_adjacency"]),
        box_index={box.name: number for number, box in enumerate(boxes)},
    )
    _check_hexes(item["hexes"], board)
    return land, board


@enforces("dday", "2.1-errata-1", "3.0")
def _check_words(item: Item) -> None:
    """What the file says about directions, and where the sectors lie, is fixed: the beaches face the player, south is left."""
    grid = item["grid"]
    grid.only("rows", "columns", *GRID, "book")
    for key, text in GRID.items():
        if grid[key].text() != text:
            raise grid[key].fail(f"this reads {text!r}: even rows lie half a hex to the right (D1)")
    check_texts(item["directions"], DIRECTED)
    check_texts(item["compass"], COMPASS)
    for _, value in item["georeference"].entries():
        if not isinstance(value.value, str):
            value.number(-1000, 1000)
    sectors = dict(item["sectors"].entries())
    if sorted(sectors) != [str(number) for number in SECTORS]:
        raise item["sectors"].fail("there are sectors 1, 2, 3 and 4")
    for sector in sectors.values():
        sector.only("name", "rule")
        sector["name"].name()
        sector["rule"].text()
    if sectors["1"]["name"].text() != SURIBACHI:
        raise sectors["1"]["name"].fail(f"the mountain is spelled {SURIBACHI} (2.1 errata)")


def _span(item: Item) -> int:
    ends = [number.whole(1, SIZE) for number in item.each(2)]
    if len(ends) != 2 or ends[0] != 1:
        raise item.fail(f"rows and columns run from 1 to at most {SIZE}, as in [1, 25]")
    return ends[1]


@enforces("dday", "2.1-contours")
def _read_land(item: Item) -> Land:
    """Levels, terrain and sectors. A level belongs to its hex; there are no contour lines."""
    hexes = item["hexes"]
    lines, positions = _span(item["grid"]["rows"]), _span(item["grid"]["columns"])
    plain = HexGrid(lines, positions)
    for key, entry in hexes.entries():
        read_hex(Item(key, entry.document, entry.path), plain)
    land = Land(lines, positions, (key for key, _ in hexes.entries()))
    for key, entry in hexes.entries():
        entry.only(*HEX_KEYS)
        space = land.grid.space(key)
        land.terrain[space] = read_terrain(entry["terrain"])
        level = land.level[space] = entry["level"].whole(1, LEVELS)
        low = entry.get("low")
        land.low[space] = level if low is None else low.whole(1, level - 1)
        land.sector[space] = entry["sector"].whole(SECTORS[0], SECTORS[-1])
    counts = item["counts"]
    counts.only("grid", "land", "sea", "shore")
    check_count(counts["grid"], land.grid.size, "hexes in this grid")
    check_count(counts["land"], land.land, "land hexes")
    check_count(counts["sea"], land.grid.size - land.land, "sea hexes")
    check_count(counts["shore"], len(shore_of(land)), "hexes on the shore")
    return land


def read_terrain(item: Item) -> int:
    """The terrain of a hex: one kind, or a beach with a terrace."""
    kind = read_words(item, TERRAIN)
    if kind != BEACH | TERRACE and kind.bit_count() != 1:
        raise item.fail("a hex has one terrain; only a beach may have a terrace besides")
    return kind


def shore_of(land: Land) -> list[int]:
    """Land that the sea touches."""
    return [space for space in range(land.land) if any(near >= land.land for near in land.grid.neighbours[space])]


def _read_areas(item: Item, land: Land, bit: int, what: str) -> dict[str, tuple[int, ...]]:
    """Airfields or villages: every hex of that terrain belongs to one of them."""
    owner: dict[int, str] = {}
    found: dict[str, tuple[int, ...]] = {}
    for key, hexes in item.entries():
        if bit == AIRFIELD and not (key.isdecimal() and len(key) <= 2):
            raise hexes.fail("airfields have numbers")
        spaces = read_land_list(hexes, land.grid, land.land)
        if not spaces:
            raise hexes.fail(f"this {what} has no hex; list at least one")
        for number, space in enumerate(spaces):
            if space in owner:
                raise hexes[number].fail(f"{land.grid.names[space]} belongs to {owner[space]} already; keep it once")
            if not land.terrain[space] & bit:
                raise hexes[number].fail(f"{land.grid.names[space]} is no {what} hex on the map; change its terrain or this list")
            owner[space] = key
        found[key] = tuple(sorted(spaces))
    for space in land.with_bits(bit):
        if space not in owner:
            raise item.fail(f"{land.grid.names[space]} is {what} on the map but in no list; add it to one")
    return dict(sorted(found.items()))


@enforces("dday", "2.4.6-cliffs")
def _read_cliffs(item: Item, grid: HexGrid) -> frozenset[Side]:
    """Cliffs run along two lines of hexes and nowhere else."""
    found = read_sides(item, grid)
    for entry in item.each():
        if not any(name in CLIFFS for name in entry.text().split("-")):
            raise entry.fail("cliffs run along 0534 to 0835 and along 1736 to 2136 only (2.4.6)")
    return found


def _read_adjacency(item: Item) -> dict[int, tuple[int, ...]]:
    found: dict[int, tuple[int, ...]] = {}
    item.only(*map(str, SECTORS))
    for key, others in item.entries():
        found[int(key)] = tuple(sorted(other.whole(SECTORS[0], SECTORS[-1]) for other in others.each(len(SECTORS))))
    for one, beside in found.items():
        for other in beside:
            if one == other or one not in found.get(other, ()):
                raise item.fail(f"sector {other} does not list {one} in turn; neighbors are neighbors from both sides")
    return {number: found.get(number, ()) for number in SECTORS}


def _check_hexes(item: Item, board: Board) -> None:
    """What a hex repeats of the lists above it must be the same there."""
    box_at = {space: box.name for box in board.boxes for space in box.hexes}
    airfield_at = {space: number for number, hexes in board.airfields.items() for space in hexes}
    village_at = {space: name for name, hexes in board.villages.items() for space in hexes}
    for key, entry in item.entries():
        space = board.grid.space(key)
        if read_flag(entry, "shore") != (space in board.shore):
            raise entry.fail(f"shore is {str(space in board.shore).lower()} here: it says whether the sea touches the hex")
        _agree(entry, "box", box_at.get(space))
        _agree(entry, "airfield", airfield_at.get(space))
        _agree(entry, "village", village_at.get(space))
        _agree(entry, "name", board.names.get(space))


def _agree(item: Item, word: str, listed: str | int | None) -> None:
    given = item.get(word)
    value = None if given is None else given.value
    if value != listed:
        raise item.fail(f"{word} is {clip(value)} here and {clip(listed)} in the list of that kind; make both agree")


# ---------------------------------------------------------------------- beach boxes


@enforces("dday", "2.1.4-d")
def read_boxes(item: Item, land: Land) -> tuple[BeachBox, ...]:
    """Beach boxes, each shore from left to right. Their hexes are ordinary land hexes, marked as beach on the map."""
    entries = dict(item.entries())
    if len(entries) > BOXES:
        raise item.fail(f"there are at most {BOXES} boxes, not {len(entries)}")
    order = [name for shore in SHORES for name in _along(item, entries, shore)]
    numbers = {name: number for number, name in enumerate(order)}
    owner: dict[int, str] = {}
    found = []
    for name in order:
        entry = entries[name]
        spaces = _box_hexes(entry["hexes"], land, owner, name)
        found.append(
            BeachBox(
                name=Item(name, entry.document, entry.path).name(),
                code=entry["code"].name(),
                shore=read_word(entry["shore"], SHORES),
                sector=entry["sector"].whole(SECTORS[0], SECTORS[-1]),
                color=entry["colour"].one_of(BOX_COLORS),
                left=-1 if entry["left"].value is None else numbers[entry["left"].text()],
                right=-1 if entry["right"].value is None else numbers[entry["right"].text()],
                hexes=spaces,
                squares=read_words(entry["squares"], COLORS),
            )
        )
        for space in spaces:
            if land.sector[space] != found[-1].sector:
                where = f"{land.grid.names[space]} lies in sector {land.sector[space]}"
                raise entry["sector"].fail(f"{where}; a box is in the sector of its hexes")
    for space in land.with_bits(BEACH):
        if space not in owner:
            raise item.fail(f"{land.grid.names[space]} is a beach without a box; add it to one")
    return tuple(found)


def _along(item: Item, entries: Mapping[str, Item], shore: str) -> list[str]:
    """The boxes of one shore, following their right neighbors."""
    here = {name: entry for name, entry in entries.items() if entry["shore"].one_of(SHORES) == shore}
    for entry in here.values():
        entry.only(*BOX_KEYS)
    ends = [name for name, entry in here.items() if entry["left"].value is None]
    if not here:
        return []
    if len(ends) != 1:
        raise item.fail(f"one box of the {shore} shore is its left end, with null for its left neighbor; there are {len(ends)}")
    order = [ends[0]]
    while (right := here[order[-1]]["right"]).value is not None:
        name = right.text()
        if name not in here or name in order:
            raise right.fail(f"{name} is no other box of the {shore} shore")
        if here[name]["left"].value != order[-1]:
            raise here[name]["left"].fail(f"the box to the left of {name} is {order[-1]}, which names it as its right neighbor")
        order.append(name)
    for name in here:
        if name not in order:
            raise here[name].fail(f"{name} is not in the row of boxes that begins with {order[0]}; check left and right")
    return order


def _box_hexes(item: Item, land: Land, owner: dict[int, str], name: str) -> tuple[int, ...]:
    spaces = read_land_list(item, land.grid, land.land)
    if not spaces:
        raise item.fail(f"{name} has no hex; list its two or three beach hexes")
    for number, space in enumerate(spaces):
        if not land.terrain[space] & BEACH:
            raise item[number].fail(
                f"{land.grid.names[space]} is no beach on the map; make it one there or take it off this list"
            )
        if space in owner:
            raise item[number].fail(f"{land.grid.names[space]} belongs to {owner[space]} already; a beach hex has one box")
        owner[space] = name
    return tuple(spaces)


@enforces("dday", "2.1-errata-4", "2.1-errata-5", "5.1-d")
def squares_of(grid: HexGrid, hexes: Iterable[int], positions: Sequence[Position]) -> int:
    """The fire squares of a box: the colors with a position within three hexes of one of its beach hexes (D4)."""
    found = 0
    for space in hexes:
        row = grid.distances(space)
        for position in positions:
            if row[position.hex] <= SQUARES:
                found |= 1 << position.color
    return found


def check_squares(item: Item, board: Board) -> None:
    """The squares in the file are those that the positions give."""
    for box in board.boxes:
        wanted = names_of(squares_of(board.grid, box.hexes, board.positions), COLORS)
        check_same(
            item[box.name]["squares"],
            names_of(box.squares, COLORS),
            wanted,
            f"{box.name} has a square for each color with a position within three hexes of its beach hexes (5.1-d)",
        )
