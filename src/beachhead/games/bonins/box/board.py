"""The map of Iwo Jima, checked against itself, or a blank board for a position.

Whatever a wrong map could break later is refused here, with the line of the file: land outside every sector, a beach without a
color, a symbol in the sea.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from beachhead.boards.hexes import HexGrid
from beachhead.engine.files.bounds import PRINTED, SIZE, clip
from beachhead.engine.files.cases import enforces
from beachhead.engine.files.datafile import Item
from beachhead.games.bonins.box.kinds import BEACH, CLEAR, COASTS, SEA, SEA_SECTOR, SECTORS, SURIBACHI, Island
from beachhead.series.island_war.components import Terrain, read_hex

HEXES: Final = SIZE * SIZE
MOUNTAIN: Final = 5
RING: Final = 11
COLORS: Final = 12
"""The most colors of a coast; ours have four."""
AIRFIELDS: Final = ("1", "2", "3")
COUNTED: Final = (1, 2)
"""The airfields that bring bombardment markers (16.1)."""
_SECTOR_KEYS: Final = ("Suribachi", *map(str, SECTORS))


def read_hexes(item: Item, grid: HexGrid) -> list[int]:
    """A list of hexes, each named once."""
    found: dict[int, None] = {}
    for place in item.each(HEXES):
        space = read_hex(place, grid)
        if space in found:
            raise place.fail(f"{grid.names[space]} is listed twice; keep it once")
        found[space] = None
    return list(found)


def read_land(item: Item, grid: HexGrid, ground: Sequence[str]) -> list[int]:
    """A list of land hexes."""
    found = read_hexes(item, grid)
    for number, space in enumerate(found):
        if ground[space] == SEA:
            raise item[number].fail(f"{grid.names[space]} is sea; name land hexes")
    return found


def _key_hex(key: str, item: Item, grid: HexGrid, ground: Sequence[str]) -> int:
    """A hex that stands as a key before what is said of it."""
    space = read_hex(Item(key, item.document, item.path), grid)
    if ground[space] == SEA:
        raise item.fail(f"{key} is sea; name a land hex")
    return space


# ---------------------------------------------------------------------- the printed map


def read_board(sections: Mapping[str, Item], terrain: Mapping[str, Terrain]) -> Island:
    """Map, overlays, beaches, sectors and symbols, checked against each other."""
    kinds, size = _read_rows(sections["map"], terrain)
    grid = HexGrid(*size, last={name for name, kind in kinds.items() if kind == SEA})
    ground = [kinds[name] for name in grid.names]
    _check_grid(sections["grid"])
    _check_connected(sections["map"], grid, ground)
    sector, suribachi, ring = _read_sectors(sections["sectors"], grid, ground)
    red, white = _read_symbols(sections["symbols"], grid, ground, sector, suribachi)
    return Island(
        grid,
        ground,
        hills=_read_named(sections["hills"], grid, ground),
        airfields=_read_airfields(sections["airfields"], grid, ground),
        villages=_read_named(sections["villages"], grid, ground),
        beaches=_read_beaches(sections["beaches"], grid, ground),
        sector=sector,
        suribachi=suribachi,
        ring=ring,
        red=red,
        white=white,
    )


@enforces("bonins", "rec-map")
def _read_rows(item: Item, terrain: Mapping[str, Terrain]) -> tuple[dict[str, str], tuple[int, int]]:
    """The terrain of every hex by number, and lines and positions. What no letter names is sea."""
    symbols = {kind.symbol: kind.name for kind in terrain.values() if kind.enter}
    rows = dict(item.entries())
    if not 1 <= len(rows) <= SIZE:
        raise item.fail(f"a map has 1 to {SIZE} lines, not {len(rows)}")
    found: dict[str, str] = {}
    widest = 0
    for number in range(1, len(rows) + 1):
        row = rows.get(f"{number:02}")
        if row is None:
            raise item.fail(f'line "{number:02}" is missing: lines are numbered "01" to "{len(rows):02}" without a gap')
        row.only("first", "terrain")
        first, letters = row["first"].whole(1, SIZE), row["terrain"].text()
        if not 1 <= len(letters) <= SIZE - first + 1:
            raise row["terrain"].fail(f"a line has at least one letter and ends at position {SIZE} or before")
        for position, letter in enumerate(letters, first):
            if letter not in symbols:
                raise row["terrain"].fail(
                    f"{clip(letter)} at position {position:02} is not a terrain; use {' '.join(sorted(symbols))}"
                )
            found[f"{number:02}{position:02}"] = symbols[letter]
        widest = max(widest, first + len(letters) - 1)
    size = (len(rows), widest)
    plain = HexGrid(*size)
    return {name: found.get(name, SEA) for name in plain.names}, size


@enforces("bonins", "rec-grid")
def _check_grid(item: Item) -> None:
    """Even lines lie half a hex toward the high positions; the engine's grids know no other lattice of these numbers."""
    item.only("odd_line", "even_line")
    for key, shift in (("odd_line", -1), ("even_line", 0)):
        wanted = {(0, -1), (0, 1)} | {(line, shift + side) for line in (-1, 1) for side in (0, 1)}
        given = {tuple(number.whole(-1, 1) for number in pair.each(2)) for pair in item[key].each(6)}
        if given != wanted:
            raise item[key].fail("even lines lie half a hex toward the high positions; number the map that way (rec-grid)")


def _check_connected(item: Item, grid: HexGrid, ground: Sequence[str]) -> None:
    land = {space for space, kind in enumerate(ground) if kind != SEA}
    piece, waiting = {0}, [0]
    while waiting:
        for near in grid.neighbours[waiting.pop()]:
            if near in land and near not in piece:
                piece.add(near)
                waiting.append(near)
    if len(piece) < len(land):
        apart = grid.names[min(land - piece)]
        raise item.fail(f"{apart} does not touch the rest of the island; land is one piece, since nobody crosses the sea")


def _read_named(item: Item, grid: HexGrid, ground: Sequence[str]) -> dict[int, str]:
    """Hexes with a name each."""
    return dict(sorted((_key_hex(key, name, grid, ground), name.name()) for key, name in item.entries()))


@enforces("bonins", "rec-airfields", "16.1-c")
def _read_airfields(item: Item, grid: HexGrid, ground: Sequence[str], whole: bool = True) -> dict[int, tuple[int, ...]]:
    item.only(*AIRFIELDS)
    found: dict[int, tuple[int, ...]] = {}
    owner: dict[int, str] = {}
    for key, hexes in item.entries():
        spaces = read_land(hexes, grid, ground)
        for number, space in enumerate(spaces):
            if space in owner:
                raise hexes[number].fail(f"{grid.names[space]} belongs to Airfield {owner[space]} already; keep it once")
            owner[space] = key
        if not spaces:
            raise hexes.fail(f"Airfield {key} has no hex; list at least one")
        found[int(key)] = tuple(sorted(spaces))
    for number in COUNTED:
        if whole and number not in found:
            raise item.fail(f"Airfield {number} is missing; it brings bombardment markers (16.1)")
    return dict(sorted(found.items()))


@enforces("bonins", "14.2-a", "rec-beaches")
def _read_beaches(item: Item, grid: HexGrid, ground: Sequence[str]) -> dict[str, dict[str, tuple[int, ...]]]:
    """Every beach hex has one color of one coast."""
    found = _read_colors(item, grid)
    named = {space for colors in found.values() for spaces in colors.values() for space in spaces}
    for coast, colors in found.items():
        for color, spaces in colors.items():
            for space in spaces:
                if ground[space] != BEACH:
                    raise item[coast][color].fail(
                        f"{grid.names[space]} is {ground[space]} on the map; make it a beach there or take it off this list"
                    )
        if not colors:
            raise item[coast].fail(f"the {coast} coast has no beach; give it at least one color")
    for space, kind in enumerate(ground):
        if kind == BEACH and space not in named:
            raise item.fail(f"{grid.names[space]} is a beach without a color; add it to one")
    return found


def _read_colors(item: Item, grid: HexGrid) -> dict[str, dict[str, tuple[int, ...]]]:
    item.only(*COASTS)
    found: dict[str, dict[str, tuple[int, ...]]] = {}
    colors: dict[str, str] = {}
    owner: dict[int, str] = {}
    for coast in COASTS:
        given = item.get(coast)
        found[coast] = {}
        for color, hexes in given.entries() if given else ():
            Item(color, hexes.document, hexes.path).name()
            if color.casefold() in colors:
                raise hexes.fail(f"{color} is a color of the {colors[color.casefold()]} coast already; each color has one place")
            colors[color.casefold()] = coast
            spaces = read_hexes(hexes, grid)
            for number, space in enumerate(spaces):
                if space in owner:
                    raise hexes[number].fail(f"{grid.names[space]} is {owner[space]} already; each beach hex has one color")
                owner[space] = color
            if not spaces:
                raise hexes.fail(f"{color} has no hex; list at least one")
            found[coast][color] = tuple(sorted(spaces, key=grid.names.__getitem__, reverse=True))
        if len(found[coast]) > COLORS:
            raise item[coast].fail(f"at most {COLORS} colors are allowed here, not {len(found[coast])}")
        # Whatever order a file or a save lists them in: from the south, as the beaches lie.
        found[coast] = dict(sorted(found[coast].items(), key=lambda entry: grid.names[entry[1][0]], reverse=True))
    return found


# ---------------------------------------------------------------------- sectors and symbols


@enforces("bonins", "18.0-a", "22.0-a", "rec-sectors")
def _read_sectors(item: Item, grid: HexGrid, ground: Sequence[str]) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    """Every land hex belongs to one sector: Suribachi's by name, the others by ranges of lines and positions or by lists."""
    item.only(*_SECTOR_KEYS)
    given = dict(item.entries())
    for key in _SECTOR_KEYS:
        if key not in given:
            raise item.fail(f"sector {key} is missing; there are Suribachi and 1 to 6 (18.0, 22.0)")
    mountain, ring = _read_suribachi(given["Suribachi"], grid, ground)
    if len(mountain) != MOUNTAIN or len(ring) != RING:
        raise given["Suribachi"].fail(f"Suribachi has {MOUNTAIN} hexes and {RING} around them (22.0)")
    sector = [SEA_SECTOR] * grid.size
    for space in (*mountain, *ring):
        sector[space] = SURIBACHI
    for number in SECTORS:
        part = given[str(number)]
        for space in _sector_hexes(part, grid, ground, sector):
            if sector[space] != SEA_SECTOR:
                where = "Suribachi" if sector[space] == SURIBACHI else f"sector {sector[space]}"
                raise part.fail(f"{grid.names[space]} belongs to {where} already; each hex lies in one sector")
            sector[space] = number
    for space, kind in enumerate(ground):
        if kind != SEA and sector[space] == SEA_SECTOR:
            raise item.fail(f"{grid.names[space]} belongs to no sector; every land hex lies in one")
    return tuple(sector), mountain, ring


def _read_suribachi(item: Item, grid: HexGrid, ground: Sequence[str]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    item.only("mountain", "ring")
    mountain, ring = (read_land(item[key], grid, ground) for key in ("mountain", "ring"))
    around = {near for space in mountain for near in grid.neighbours[space] if ground[near] != SEA} - set(mountain)
    if set(ring) != around:
        listed = " ".join(grid.names[space] for space in sorted(around))
        raise item["ring"].fail(f"the land around the mountain is {listed or 'none'}; list exactly these hexes (22.0)")
    return tuple(sorted(mountain)), tuple(sorted(ring))


def _sector_hexes(item: Item, grid: HexGrid, ground: Sequence[str], sector: Sequence[int]) -> list[int]:
    if isinstance(item.value, list):
        return read_land(item, grid, ground)
    item.only("lines", "positions", "hexes")
    spans = []
    for key in ("lines", "positions"):
        ends = [number.whole(1, PRINTED) for number in item[key].each(2)]
        if len(ends) != 2 or ends[0] > ends[1]:
            raise item[key].fail("a range is [from, to], both included")
        spans.append(ends)
    lines, positions = spans
    found = []
    for space in range(grid.size):
        line, position = int(grid.names[space][:2]), int(grid.names[space][2:])
        inside = lines[0] <= line <= lines[1] and positions[0] <= position <= positions[1]
        if inside and ground[space] != SEA and sector[space] != SURIBACHI:
            found.append(space)
    count = item.get("hexes")
    if count is not None and count.whole(0, HEXES) != len(found):
        raise count.fail(f"this range holds {len(found)} land hexes; correct the number or the range")
    return found


@enforces("bonins", "11.2-errata", "22.0-a", "rec-symbols")
def _read_symbols(
    item: Item, grid: HexGrid, ground: Sequence[str], sector: Sequence[int], mountain: Sequence[int]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Red and white symbols by sector; the mountain's hexes are red, all of them, and nothing is redeployed there."""
    item.only("red", "white")
    found: dict[str, list[int]] = {"red": [], "white": []}
    color: dict[int, str] = {}
    for name, spaces in found.items():
        item[name].only(*_SECTOR_KEYS)
        for key, hexes in item[name].entries():
            number = SURIBACHI if key == "Suribachi" else int(key)
            for place, space in enumerate(read_land(hexes, grid, ground)):
                at = hexes[place]
                if space in color:
                    raise at.fail(f"{grid.names[space]} has a {color[space]} symbol already; each hex has one")
                if sector[space] != number:
                    where = "Suribachi" if sector[space] == SURIBACHI else f"sector {sector[space]}"
                    raise at.fail(f"{grid.names[space]} lies in {where}; list it there")
                if number == SURIBACHI and (name == "white" or space not in mountain):
                    raise at.fail("the symbols of Suribachi are red and stand on its five hexes (22.0)")
                color[space] = name
                spaces.append(space)
    for space in mountain:
        if space not in found["red"]:
            raise item["red"].fail(f"{grid.names[space]} needs a red symbol: each hex of Suribachi is a deployment hex (22.0)")
    return tuple(sorted(found["red"])), tuple(sorted(found["white"]))


# ---------------------------------------------------------------------- boards made on the spot


def blank_board(item: Item, terrain: Mapping[str, Terrain]) -> Island:
    """A board of a given size, all land of one terrain but for what is said. Nothing is demanded that a short position does not
    need: there may be no beach, no symbol and no Suribachi."""
    item.only(
        "size", "terrain", "hexes", "hills", "beaches", "airfields", "sectors", "suribachi", "red", "white", "turns",
    )  # fmt: skip
    size = [number.whole(1, SIZE) for number in item["size"].each(2)]
    if len(size) != 2:
        raise item["size"].fail(f"a size is [lines, positions], at most {SIZE} each")
    plain = HexGrid(size[0], size[1])
    kinds = _blank_ground(item, plain, tuple(terrain))
    beaches = item.get("beaches")
    for colors in _read_colors(beaches, plain).values() if beaches else ():
        for spaces in colors.values():
            for space in spaces:
                kinds[plain.names[space]] = BEACH
    grid = HexGrid(size[0], size[1], last={name for name, kind in kinds.items() if kind == SEA})
    ground = [kinds[name] for name in grid.names]

    def land(key: str) -> tuple[int, ...]:
        given = item.get(key)
        return tuple(sorted(read_land(given, grid, ground))) if given else ()

    red, white = land("red"), land("white")
    for space in white:
        if space in red:
            raise item["white"].fail(f"{grid.names[space]} is red as well; a symbol has one color")
    suribachi = item.get("suribachi")
    mountain, ring = _blank_suribachi(suribachi, grid, ground) if suribachi else ((), ())
    airfields = item.get("airfields")
    return Island(
        grid,
        ground,
        hills=_blank_hills(item.get("hills"), grid, ground),
        airfields=_read_airfields(airfields, grid, ground, whole=False) if airfields else {},
        beaches=_read_colors(beaches, grid) if beaches else {coast: {} for coast in COASTS},
        sector=_blank_sectors(item.get("sectors"), grid, ground, {*mountain, *ring}),
        suribachi=mountain,
        ring=ring,
        red=tuple(sorted({*red, *(space for space in mountain if space not in white)})),
        white=white,
    )


def _blank_ground(item: Item, grid: HexGrid, known: tuple[str, ...]) -> dict[str, str]:
    plain, hexes = item.get("terrain"), item.get("hexes")
    kinds = dict.fromkeys(grid.names, plain.one_of(known) if plain else CLEAR)
    for key, value in hexes.entries() if hexes else ():
        if isinstance(value.value, list):
            if key not in known:
                raise value.fail(f"{clip(key)} is not a terrain; use one of {', '.join(known)}")
            for space in read_hexes(value, grid):
                kinds[grid.names[space]] = key
        else:
            kinds[grid.names[read_hex(Item(key, value.document, value.path), grid)]] = value.one_of(known)
    return kinds


def _blank_hills(item: Item | None, grid: HexGrid, ground: Sequence[str]) -> dict[int, str]:
    """Hills as a list, named by their hexes, or with names."""
    if item is None:
        return {}
    if isinstance(item.value, dict):
        return _read_named(item, grid, ground)
    return {space: f"Hill {grid.names[space]}" for space in read_land(item, grid, ground)}


def _blank_suribachi(item: Item, grid: HexGrid, ground: Sequence[str]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """A mountain of any size; its ring is the land around it, and may be left out."""
    item.only("mountain", "ring")
    mountain = read_land(item["mountain"], grid, ground)
    if item.get("ring") is not None:
        return _read_suribachi(item, grid, ground)
    around = {near for space in mountain for near in grid.neighbours[space] if ground[near] != SEA} - set(mountain)
    return tuple(sorted(mountain)), tuple(sorted(around))


def _blank_sectors(item: Item | None, grid: HexGrid, ground: Sequence[str], suribachi: set[int]) -> tuple[int, ...]:
    """Land that nobody names belongs to sector 1."""
    sector = [SEA_SECTOR if kind == SEA else SECTORS[0] for kind in ground]
    for space in suribachi:
        sector[space] = SURIBACHI
    named: Counter[int] = Counter()
    if item is not None:
        item.only(*map(str, SECTORS))
        for key, hexes in item.entries():
            for number, space in enumerate(read_land(hexes, grid, ground)):
                if named[space] or space in suribachi:
                    where = "Suribachi" if space in suribachi else f"sector {sector[space]}"
                    raise hexes[number].fail(f"{grid.names[space]} belongs to {where} already; each hex lies in one sector")
                named[space] += 1
                sector[space] = int(key)
    return tuple(sector)


def turns_of(item: Item, ours: int) -> int:
    """How many turns a blank board has."""
    turns = item.get("turns")
    return turns.whole(1, PRINTED) if turns else ours
