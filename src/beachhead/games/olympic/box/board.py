"""The map of Operation Olympic: Kyushu, its invasion zones and the hexes of deployment, or a blank board for a position.

Whatever a wrong map could break later is refused here, with the line of the file: a road through the sea, a Town without a name,
a zone hex from which nobody could land.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from beachhead.boards.hexes import HexGrid
from beachhead.boards.matching import most_served
from beachhead.engine.files.bounds import clip
from beachhead.engine.files.cases import enforces
from beachhead.engine.files.datafile import Item
from beachhead.games.olympic.box.kinds import CITY, ROUGH, SEA, TOWN, TOWN_IN_ROUGH, Board, Side, Terrain, Zone

ZONES = ("Tsuno", "Miyazaki", "Ariake", "Osumi", "Satsuma", "Sendai", "Fukuoka", "Imari")
NORTHERN_ZONES = ("Fukuoka", "Imari")
ROWS = 80
COLUMNS = 60
"""The largest sheet: ours has 61 rows of 34 hexes."""
HEXES = ROWS * COLUMNS
HEXSIDES = 2_000
ROADS = 200
STACKS = 5
"""The most stacks in a zone (10.53)."""
IMARI = 3
COASTAL_HEXES = 39
LINE_COUNTERS = 40


# ---------------------------------------------------------------------- hexes, hexsides and chains


def read_hex(item: Item, grid: HexGrid) -> int:
    """A hex number as a space."""
    text = item.text()
    space = grid.find(text)
    if space is None:
        raise item.fail(f"there is no hex {clip(text)} on this map of {grid.lines} rows and {grid.positions} columns")
    return space


def read_hexes(item: Item, grid: HexGrid, most: int = HEXES) -> list[int]:
    """A list of hexes, each named once."""
    found: dict[int, None] = {}
    for place in item.each(most):
        space = read_hex(place, grid)
        if space in found:
            raise place.fail(f"{grid.names[space]} is listed twice; keep it once")
        found[space] = None
    return list(found)


def side_of(first: int, second: int) -> Side:
    """The hexside between two adjacent hexes."""
    return (first, second) if first < second else (second, first)


def _steps(item: Item, grid: HexGrid) -> Iterator[tuple[Side, Item]]:
    """The hexsides that a chain of hexes crosses, each with the item of the hex entered."""
    places = [(read_hex(place, grid), place) for place in item.each(HEXES)]
    for (first, _), (second, place) in pairwise(places):
        if second not in grid.neighbours[first]:
            raise place.fail(f"{grid.names[second]} is not adjacent to {grid.names[first]}; name the hexes between them")
        yield side_of(first, second), place


def _read_sides(item: Item | None, grid: HexGrid, terrain: Sequence[str]) -> frozenset[Side]:
    """Hexsides given as pairs of land hexes, each once. (A hexside of an all-sea hex is all-sea without being listed.)"""
    found: set[Side] = set()
    for pair in item.each(HEXSIDES) if item else ():
        steps = list(_steps(pair, grid))
        if len(steps) != 1:
            raise pair.fail("a hexside is the pair of hexes that it lies between")
        side = steps[0][0]
        for space in side:
            if terrain[space] == SEA:
                raise pair.fail(f"{grid.names[space]} is an all-sea hex: its hexsides are all-sea and need no entry; remove it")
        if side in found:
            raise pair.fail(f"the hexside {_names(grid, side)} is listed twice; keep it once")
        found.add(side)
    return frozenset(found)


def _names(grid: HexGrid, side: Side) -> str:
    return "/".join(grid.names[space] for space in side)


def _read_roads(chains: Iterable[Item], board: Board, over_rough: bool) -> frozenset[Side]:
    """Roads as chains of hexes. On the printed map none crosses a rough hexside; a position may say otherwise."""
    found: set[Side] = set()
    for chain in chains:
        if len(list(chain.each(HEXES))) < 2:
            raise chain.fail("a road is a list of two hexes or more")
        for side, place in _steps(chain, board.grid):
            for space in side:
                if board.terrain[space] == SEA:
                    raise place.fail(f"the road runs into the all-sea hex {board.grid.names[space]}; lead it over land")
            if side in board.sea_sides:
                raise place.fail(f"the road crosses the all-sea hexside {_names(board.grid, side)}; lead it around the strait")
            if side in board.rough_sides and not over_rough:
                raise place.fail(
                    f"the road crosses the rough hexside {_names(board.grid, side)}; take one of the two off the map"
                )
            found.add(side)
    return frozenset(found)


# ---------------------------------------------------------------------- the printed map


@enforces("olympic", "3.1", "9.11-entry")
def read_board(item: Item, zones: Item, deployment: Item, terrain: Mapping[str, Terrain]) -> Board:
    """Map, zones and deployment, checked against each other."""
    item.only(
        "columns", "rows", "northern_from_row", "japanese_entry", "all_sea_hexsides", "rough_hexsides", "cities", "kagoshima",
        "towns", "roads",
    )  # fmt: skip
    grid, ground, coastal = _read_rows(item, terrain)
    north_row = item["northern_from_row"].whole(2, ROWS)
    if north_row > grid.lines:
        raise item["northern_from_row"].fail(f"row {north_row} is not on this map of {grid.lines} rows")
    sea_sides = _read_sides(item["all_sea_hexsides"], grid, ground)
    rough_sides = _read_sides(item["rough_hexsides"], grid, ground)
    for pair in item["rough_hexsides"].each():
        side = side_of(read_hex(pair[0], grid), read_hex(pair[1], grid))
        if side in sea_sides:
            raise pair.fail(f"the hexside {_names(grid, side)} is all-sea as well; keep it in one list")
    cities, towns = _read_names(item, grid, ground)
    entry = read_hex(item["japanese_entry"], grid)
    if ground[entry] == SEA:
        raise item["japanese_entry"].fail(f"the entry hex {grid.names[entry]} is all-sea; units must enter on land (9.11)")
    board = Board(
        grid, ground, coastal, sea_sides, rough_sides, frozenset(), cities, towns,
        _read_kagoshima(item["kagoshima"], grid, cities), north_row, entry, (), (), (), (), frozenset(),
    )  # fmt: skip
    chains = [chain for _, chain in item["roads"].entries()]
    if len(chains) > ROADS:
        raise item["roads"].fail(f"at most {ROADS} roads are allowed here, not {len(chains)}")
    board = replace(board, roads=_read_roads(chains, board, over_rough=False))
    board = replace(board, zones=_read_zones(zones, board))
    return _read_deployment(deployment, board)


def _read_rows(item: Item, terrain: Mapping[str, Terrain]) -> tuple[HexGrid, tuple[str, ...], frozenset[int]]:
    """The letters of the map, row by row; a capital is a part-sea hex."""
    columns = item["columns"].whole(1, COLUMNS)
    rows = dict(item["rows"].entries())
    if not 1 <= len(rows) <= ROWS:
        raise item["rows"].fail(f"a map has 1 to {ROWS} rows, not {len(rows)}")
    kinds = {kind.letter: kind.name for kind in terrain.values()}
    grid = HexGrid(len(rows), columns, shifted="odd")
    ground: list[str] = []
    coastal: set[int] = set()
    lines: list[Item] = []
    for number in range(1, len(rows) + 1):
        row = rows.get(f"{number:02}")
        if row is None:
            raise item["rows"].fail(f'row "{number:02}" is missing: rows are numbered "01" to "{len(rows):02}" without a gap')
        lines.append(row)
        text = row.text()
        if len(text) != columns:
            raise row.fail(f"row {number:02} has {len(text)} letters; it needs {columns}, one per column")
        for column, letter in enumerate(text, 1):
            if letter.lower() not in kinds:
                known = " ".join(sorted(kinds))
                raise row.fail(
                    f"{clip(letter)} in column {column:02} is not a terrain; use {known}, in capitals for a coastal hex"
                )
            if letter.isupper():
                coastal.add(len(ground))
            ground.append(kinds[letter.lower()])
    for space in range(grid.size):
        if ground[space] != SEA and space not in coastal:
            for near in grid.neighbours[space]:
                if ground[near] == SEA:
                    raise lines[space // columns].fail(
                        f"{grid.names[space]} lies beside the all-sea hex {grid.names[near]}; make its letter a capital (coastal)"
                    )
    return grid, tuple(ground), frozenset(coastal)


def _read_names(item: Item, grid: HexGrid, ground: Sequence[str]) -> tuple[dict[str, tuple[int, ...]], dict[str, int]]:
    """Cities and Towns by name; every hex with such a letter has one name, and no other hex has any."""
    cities: dict[str, tuple[int, ...]] = {}
    towns: dict[str, int] = {}
    named: dict[int, str] = {}

    def take(name: str, space: int, at: Item, kinds: tuple[str, ...], letters: str) -> None:
        Item(name, at.document, at.path).name()
        if ground[space] not in kinds:
            raise at.fail(f"{name}: {grid.names[space]} is {ground[space]} on the map; write {letters} there or correct the hex")
        if space in named:
            raise at.fail(f"{name}: {grid.names[space]} is {named[space]} already; each hex has one name")
        named[space] = name

    for name, places in item["cities"].entries():
        cities[name] = tuple(sorted(read_hexes(places, grid)))
        if not cities[name]:
            raise places.fail(f"{name} has no hex; list at least one")
        for space in cities[name]:
            take(name, space, places, (CITY,), "y")
    for name, place in item["towns"].entries():
        if name in cities:
            raise place.fail(f"{name} is a City as well; a name is either")
        towns[name] = read_hex(place, grid)
        take(name, towns[name], place, (TOWN, TOWN_IN_ROUGH), "t or u")
    for space, kind in enumerate(ground):
        if kind in (CITY, TOWN, TOWN_IN_ROUGH) and space not in named:
            key = "cities" if kind == CITY else "towns"
            raise item[key].fail(f"the map has a {kind} in {grid.names[space]} without a name; add it to {key}")
    return cities, towns


@enforces("olympic", "18.2.1-B")
def _read_kagoshima(item: Item, grid: HexGrid, cities: Mapping[str, tuple[int, ...]]) -> tuple[int, ...]:
    """The hexes that score for Kagoshima: exactly those of the City of that name."""
    found = tuple(sorted(read_hexes(item, grid)))
    if found != cities.get("Kagoshima", ()):
        listed = " ".join(grid.names[space] for space in cities.get("Kagoshima", ()))
        raise item.fail(f"these are not the hexes of Kagoshima under cities ({listed or 'none'}); make both lists equal")
    return found


# ---------------------------------------------------------------------- zones and deployment


@enforces("olympic", "10.51-zones", "10.53")
def _read_zones(item: Item, board: Board) -> tuple[Zone, ...]:
    item.only(*ZONES)
    found: list[Zone] = []
    for name in ZONES:
        given = item[name]
        given.only("region", "hexes", "coastal_hexes")
        zone = _read_zone(name, given["hexes"], board, found)
        north = given["region"].one_of(("south", "north")) == "north"
        if north != zone.north:
            raise given["region"].fail(f"{name} is a {'northern' if zone.north else 'southern'} zone (10.52)")
        coast = coast_of(zone, board)
        if set(read_hexes(given["coastal_hexes"], board.grid)) != coast:
            listed = " ".join(board.grid.names[space] for space in sorted(coast))
            raise given["coastal_hexes"].fail(f"the land beside the hexes of {name} is {listed}; correct the list or the map")
        if name == "Imari" and len(zone.hexes) != IMARI:
            raise given["hexes"].fail(f"Imari has exactly {IMARI} hexes (10.53), not {len(zone.hexes)}")
        if len(zone.hexes) < 2:
            raise given["hexes"].fail(f"{name} needs two hexes or more: a zone in use holds two stacks at least (10.51)")
        wants = {space: [near for near in board.grid.neighbours[space] if near in coast] for space in zone.hexes}
        if most_served(wants) < min(STACKS, len(zone.hexes)):
            raise given["hexes"].fail(f"the stacks of {name} cannot all attack different coastal hexes; spread its hexes out")
        found.append(zone)
    return tuple(found)


def _read_zone(name: str, item: Item, board: Board, others: Sequence[Zone]) -> Zone:
    """A zone of all-sea hexes, each beside the coast, in one piece and apart from the other zones' hexes."""
    grid = board.grid
    hexes = read_hexes(item, grid)
    for number, space in enumerate(hexes):
        place = item[number]
        if board.terrain[space] != SEA:
            raise place.fail(f"{grid.names[space]} is land; a zone holds all-sea hexes only")
        if not any(board.terrain[near] != SEA for near in grid.neighbours[space]):
            raise place.fail(f"{grid.names[space]} is not adjacent to land; no stack could land from there")
        for zone in others:
            if space in zone.hexes:
                raise place.fail(f"{grid.names[space]} belongs to {zone.name} already; a hex lies in one zone")
    own, piece = set(hexes), set(hexes[:1])
    waiting = list(piece)
    while waiting:
        for near in grid.neighbours[waiting.pop()]:
            if near in own and near not in piece:
                piece.add(near)
                waiting.append(near)
    if len(piece) < len(hexes):
        apart = min(space for space in hexes if space not in piece)
        raise item.fail(f"{grid.names[apart]} does not touch the rest of {name}; a zone is one piece of adjacent hexes")
    return Zone(name, name in NORTHERN_ZONES, tuple(sorted(hexes)))


def coast_of(zone: Zone, board: Board) -> set[int]:
    """The land hexes that a zone's stacks can assault."""
    return {near for space in zone.hexes for near in board.grid.neighbours[space] if board.terrain[near] != SEA}


@enforces("olympic", "16.21", "16.22", "16.22-pairs", "9.13")
def _read_deployment(item: Item, board: Board) -> Board:
    item.only("coastal_ring", "line_single", "line_double", "line_part_sea", "entry_if_5823_held")
    grid = board.grid
    taken: dict[int, str] = {}

    def read(key: str, letter: str) -> list[int]:
        found: list[int] = []
        for place in item[key].each(HEXES):
            space = read_hex(place, grid)
            if space in taken:
                raise place.fail(f"{grid.names[space]} is {taken[space]} hex already; each hex is listed once")
            if board.terrain[space] == SEA:
                raise place.fail(f"{grid.names[space]} is an all-sea hex; a counter starts on land")
            taken[space] = letter
            found.append(space)
        return found

    ring = read("coastal_ring", "a C")
    for number, space in enumerate(ring):
        if space not in board.coastal:
            raise item["coastal_ring"][number].fail(f"{grid.names[space]} is not coastal; C hexes lie along the coast (16.21)")
    if len(ring) != COASTAL_HEXES:
        raise item["coastal_ring"].fail(f"there are {COASTAL_HEXES} C hexes, not {len(ring)} (16.21)")
    single, double = read("line_single", "an L"), read("line_double", "a 2L")
    if len(single) + 2 * len(double) != LINE_COUNTERS:
        raise item["line_single"].fail(
            f"the L hexes hold {LINE_COUNTERS} counters, not {len(single)} and twice {len(double)} (16.22)"
        )
    part_sea = {space for space in single + double if space in board.coastal}
    if set(read_hexes(item["line_part_sea"], grid)) != part_sea:
        listed = " ".join(grid.names[space] for space in sorted(part_sea))
        raise item["line_part_sea"].fail(f"the part-sea L hexes of this map are {listed or 'none'}; correct the list or the map")
    order = entry_order(board)
    given = tuple(read_hexes(item["entry_if_5823_held"], grid))
    if given != order:
        wrong = next((number for number, pair in enumerate(zip(given, order, strict=False)) if pair[0] != pair[1]), None)
        at = item["entry_if_5823_held"] if wrong is None else item["entry_if_5823_held"][wrong]
        expected = "there are " + str(len(order)) if wrong is None else f"{grid.names[order[wrong]]} comes here"
        raise at.fail(f"coastal Towns and Cities by hexes from the entry hex, then the higher number: {expected} (9.13)")
    lines = tuple(sorted(single + double))
    return replace(board, entry_order=order, coastal_ring=tuple(ring), line_hexes=lines, line_double=frozenset(double))


def entry_order(board: Board) -> tuple[int, ...]:
    """Coastal Towns and Cities other than the entry hex, nearest to it first; the higher number of two at one distance."""
    if board.entry < 0:
        return ()
    kinds = (CITY, TOWN, TOWN_IN_ROUGH)
    found = [space for space in board.coastal if board.terrain[space] in kinds and space != board.entry]
    return tuple(sorted(found, key=lambda space: (board.grid.distance(board.entry, space), -space)))


# ---------------------------------------------------------------------- boards made on the spot


def blank_board(item: Item, deployment: Item | None, terrain: Mapping[str, Terrain]) -> Board:
    """A board of a given size, all of one terrain but for what is said; the C and L hexes are those of the position's counters.

    Nothing is demanded that a short position does not need: a zone may have one hex, a C hex may lie inland, and a board without
    an entry hex has none.
    """
    item.only(
        "size", "terrain", "hexes", "towns", "cities", "sea sides", "rough sides", "roads", "zones", "coastal", "entry",
        "entry order", "line", "kagoshima", "turns",
    )  # fmt: skip
    size = [number.whole(1, COLUMNS) for number in item["size"].each(2)]
    if len(size) != 2:
        raise item["size"].fail(f"a size is [rows, columns], at most {COLUMNS} each")
    grid = HexGrid(size[0], size[1], shifted="odd")
    ground = _blank_ground(item, grid, tuple(terrain))
    towns = dict(_settlements(item.get("towns"), grid, ground, (TOWN, TOWN_IN_ROUGH)))
    cities = dict(_settlements(item.get("cities"), grid, ground, (CITY,)))
    if set(towns) & set(cities):
        raise item["cities"].fail(f"{min(set(towns) & set(cities))} is a Town as well; a name is either")
    coastal = {
        space
        for space in range(grid.size)
        if ground[space] != SEA and any(ground[near] == SEA for near in grid.neighbours[space])
    }
    listed = item.get("coastal")
    coastal |= _land(listed, grid, ground) if listed else set()
    entry, line = item.get("entry"), item.get("line")
    start = -1 if entry is None else read_hex(entry, grid)
    if entry is not None and ground[start] == SEA:
        raise entry.fail(f"the entry hex {grid.names[start]} is all-sea; choose a land hex")
    board = Board(
        grid, tuple(ground), frozenset(coastal),
        _read_sides(item.get("sea sides"), grid, ground), _read_sides(item.get("rough sides"), grid, ground), frozenset(),
        cities, {name: spaces[0] for name, spaces in towns.items()}, _blank_kagoshima(item, grid, ground),
        line.whole(1, ROWS) if line else 25, start, (), (), (), (), frozenset(),
    )  # fmt: skip
    roads = item.get("roads")
    board = replace(board, roads=_read_roads(roads.each(ROADS) if roads else (), board, over_rough=True))
    order = item.get("entry order")
    board = replace(board, entry_order=entry_order(board) if order is None else tuple(read_hexes(order, grid)))
    zones: list[Zone] = []
    given = item.get("zones")
    if given:
        given.only(*ZONES)
        for name in ZONES:
            if given.get(name) is not None:
                zones.append(_read_zone(name, given[name], board, zones))
    return with_deployment(deployment, replace(board, zones=tuple(zones)))


def _blank_ground(item: Item, grid: HexGrid, known: tuple[str, ...]) -> list[str]:
    plain = item.get("terrain")
    ground = [plain.one_of(known) if plain else "clear"] * grid.size
    hexes = item.get("hexes")
    for key, value in hexes.entries() if hexes else ():
        if isinstance(value.value, list):
            if key not in known:
                raise value.fail(f"{clip(key)} is not a terrain; use one of {', '.join(known)}")
            for space in read_hexes(value, grid):
                ground[space] = key
        else:
            ground[read_hex(Item(key, value.document, value.path), grid)] = value.one_of(known)
    return ground


def _settlements(
    item: Item | None, grid: HexGrid, ground: list[str], kinds: tuple[str, ...]
) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Towns or Cities, given as a list of hexes or by name, beside those of the terrain; those without a name have their hex."""
    named: set[int] = set()
    if item is not None and isinstance(item.value, list):
        given = [(place.text(), [place]) for place in item.each(HEXES)]
    else:
        given = (
            [(name, list(at.each(HEXES)) if isinstance(at.value, list) else [at]) for name, at in item.entries()] if item else []
        )
    for name, places in given:
        spaces = []
        for place in places:
            space = read_hex(place, grid)
            if ground[space] not in ("clear", ROUGH, *kinds):
                raise place.fail(f"{grid.names[space]} is {ground[space]}; choose clear or rough land")
            if space in named:
                raise place.fail(f"{grid.names[space]} is listed twice; keep it once")
            if ground[space] not in kinds:
                ground[space] = TOWN_IN_ROUGH if TOWN_IN_ROUGH in kinds and ground[space] == ROUGH else kinds[0]
            named.add(space)
            spaces.append(space)
        if item is not None and (not spaces or (TOWN in kinds and len(spaces) > 1)):
            raise item.fail(f"{clip(name)}: a Town is one hex, a City one or more")
        yield name, tuple(sorted(spaces))
    for space, kind in enumerate(ground):
        if kind in kinds and space not in named:
            yield grid.names[space], (space,)


def _land(item: Item, grid: HexGrid, ground: Sequence[str]) -> set[int]:
    found = read_hexes(item, grid)
    for number, space in enumerate(found):
        if ground[space] == SEA:
            raise item[number].fail(f"{grid.names[space]} is all-sea; name land hexes")
    return set(found)


def _blank_kagoshima(item: Item, grid: HexGrid, ground: Sequence[str]) -> tuple[int, ...]:
    given = item.get("kagoshima")
    found = read_hexes(given, grid) if given else []
    for number, space in enumerate(found):
        if given is not None and ground[space] != CITY:
            raise given[number].fail(f"{grid.names[space]} is not a City hex; add it to cities")
    return tuple(sorted(found))


def with_deployment(item: Item | None, board: Board) -> Board:
    """The C and L hexes of a blank board."""
    if item is None:
        return board
    item.only("ring", "line", "double")
    grid = board.grid
    read = {key: read_hexes(item[key], grid) if item.get(key) else [] for key in ("ring", "line", "double")}
    for key, spaces in read.items():
        for number, space in enumerate(spaces):
            if board.terrain[space] == SEA:
                raise item[key][number].fail(f"{grid.names[space]} is an all-sea hex; a counter lies on land")
            if key != "ring" and space in read["ring"]:
                raise item[key][number].fail(f"{grid.names[space]} is a C hex already; C and L counters lie in different hexes")
    lines = tuple(sorted({*read["line"], *read["double"]}))
    return replace(board, coastal_ring=tuple(read["ring"]), line_hexes=lines, line_double=frozenset(read["double"]))
