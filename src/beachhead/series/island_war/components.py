"""Reading and checking the components of an Island War game: units, terrain key, results table, turn track, map."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise

from beachhead.boards.hexes import HexGrid
from beachhead.engine.files.bounds import COST, PRINTED, SIZE, UNITS, clip
from beachhead.engine.files.cases import enforces
from beachhead.engine.files.datafile import Item
from beachhead.series.island_war import FAMILY

ARMS = ("infantry", "engineer", "armour", "artillery")
RESULTS = ("A1", "A2", "A3", "Ae", "D1", "D2", "D3", "De", ".")
_PRINTED = r"([0-9]{1,2})"
"""A number on a counter; none has more than two digits (`bounds.PRINTED`)."""
_GROUND = re.compile("-".join([_PRINTED] * 3))
_GUNS = re.compile(f"{_PRINTED}-{_PRINTED}-{_PRINTED}/{_PRINTED}-{_PRINTED}")
_LABEL = re.compile(r"([+-]?)([0-9]{1,3})(?:,([0-9]{1,3}))?")
COLUMNS = 40
"""The most columns of a results table."""
KINDS = 26
"""The most kinds of terrain, and lines of a results table."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A counter as printed. For artillery `attack` is the barrage strength."""

    id: str
    side: int
    arm: str
    attack: int
    defence: int
    movement: int
    fpf: int = 0
    range: int = 0
    service: str = ""
    start: str = ""
    values: str = ""


@dataclass(frozen=True, slots=True)
class Terrain:
    """A line of the terrain key; a hex without `enter` is closed to everybody. Costs are in half movement points."""

    name: str
    symbol: str
    enter: bool
    halves: int
    line: str
    armour: bool


@dataclass(frozen=True, slots=True)
class Hexsides:
    """What hexsides cost, in half movement points, and the table line of a river."""

    road: int
    trail: int
    river: int
    river_line: str


@dataclass(frozen=True, slots=True)
class ResultsTable:
    """The integrated table (7.61): labels by terrain line, results by die and column."""

    labels: Mapping[str, tuple[str, ...]]
    results: tuple[tuple[str, ...], ...]
    aliases: Mapping[str, str]
    tops: Mapping[str, tuple[int, ...]]
    """For each line, and each alias of one, the highest differential of every column."""

    @enforces(FAMILY, "7.61", "7.61-low", "7.61-high", "7.0-procedure-2", "7.43")
    def column(self, line: str, differential: int) -> int:
        """The column (1 to 12) of a differential on a terrain line; beyond either end the last column counts."""
        tops = self.tops[line]
        return min(bisect_left(tops, differential) + 1, len(tops))

    def favour(self, line: str) -> int:
        """How good a line is for the defender: the fewer columns, the better."""
        return -len(self.tops[line])


@dataclass(frozen=True, slots=True)
class Track:
    """The turn record track: opening dates and Ground Support Points of each turn, U.S. first."""

    dates: tuple[str, ...]
    support: tuple[tuple[int, int], ...]

    @property
    def turns(self) -> int:
        """How many Game-Turns there are."""
        return len(self.support)


@dataclass(slots=True)
class Sheet:
    """What every map has for movement: the terrain of every hex and what lies on its hexsides (pairs of spaces, lower first)."""

    grid: HexGrid
    terrain: list[str]
    rivers: set[tuple[int, int]] = field(default_factory=set)
    cliffs: set[tuple[int, int]] = field(default_factory=set)
    roads: set[tuple[int, int]] = field(default_factory=set)
    trails: set[tuple[int, int]] = field(default_factory=set)


@dataclass(slots=True)
class Board(Sheet):
    """A map whose Beach hexes are all alike."""

    beaches: set[int] = field(default_factory=set)
    names: dict[str, list[int]] = field(default_factory=dict)


@enforces(FAMILY, "3.0-values", "2.31", "2.32-attack", "2.32-defense", "2.32-barrage", "2.32-fpf", "2.31-types")
def read_unit(item: Item, identity: str, side: int, arm: str, text: str) -> Unit:
    """A counter from its printed values: attack-defence-movement, or barrage-FPF-range/defence-movement for artillery."""
    if arm == "artillery":
        found = _GUNS.fullmatch(text)
        if not found:
            raise item.fail(f"artillery values look like 2-1-10/1-4, each number at most {PRINTED}, not {clip(text)}")
        barrage, fpf, reach, defence, movement = map(int, found.groups())
        return Unit(identity, side, arm, barrage, defence, movement, fpf, reach, values=text)
    found = _GROUND.fullmatch(text)
    if not found:
        raise item.fail(f"values of {arm} look like 3-4-8, each number at most {PRINTED}, not {clip(text)}")
    attack, defence, movement = map(int, found.groups())
    return Unit(identity, side, arm, attack, defence, movement, values=text)


def read_units(item: Item, side: int, letter: str, grid: HexGrid) -> list[Unit]:
    """The counters of one side."""
    units: list[Unit] = []
    for row in item.each(UNITS):
        row.only("id", "arm", "values", "service", "historical_hex")
        identity, arm, values = row["id"].name(), row["arm"].one_of(ARMS), row["values"].text()
        if not identity.startswith(f"{letter}:"):
            raise row["id"].fail(f"ids of this side begin with {letter}:, not {identity!r}")
        if identity.casefold() in {unit.id.casefold() for unit in units}:
            raise row["id"].fail(f"{identity} is listed twice")
        service, start = row.get("service"), row.get("historical_hex")
        if start is not None:
            read_hex(start, grid)
        unit = read_unit(row["values"], identity, side, arm, values)
        units.append(replace(unit, service=service.text() if service else "", start=start.text() if start else ""))
    return units


@enforces(FAMILY, "5.21")
def read_terrain(item: Item) -> dict[str, Terrain]:
    """The terrain key: a clear hex costs 1, any other that can be entered more."""
    found: dict[str, Terrain] = {}
    if len(item.mapping()) > KINDS:
        raise item.fail(f"at most {KINDS} kinds of terrain are allowed, not {len(item.mapping())}")
    for name, row in item.entries():
        row.only("symbol", "enter", "cost", "line", "armour_enters")
        symbol = row["symbol"].text()
        enter = row.get("enter")
        if enter is not None and not enter.flag():
            found[name] = Terrain(name, symbol, False, 0, "", False)
            continue
        halves = read_halves(row["cost"])
        if halves < 2 or (halves == 2) != (name == "clear"):
            raise row["cost"].fail("clear costs 1 movement point and every other terrain more (5.21)")
        found[name] = Terrain(name, symbol, True, halves, row["line"].text(), row["armour_enters"].flag())
    for needed in ("sea", "clear"):
        if needed not in found:
            raise item.fail(f"{needed!r} is missing")
    if found["sea"].enter:
        raise item["sea"].fail("no unit can move into the sea: write enter: false (5.21)")
    return found


def read_halves(item: Item) -> int:
    """A cost in movement points as half points."""
    halves = item.number(0, COST) * 2
    if halves != int(halves):
        raise item.fail("movement points must be whole or half numbers")
    return int(halves)


@enforces(FAMILY, "5.22", "5.23")
def read_hexsides(item: Item) -> Hexsides:
    """Costs of hexsides: a road one half in all, a trail one in all, a river something on top."""
    item.only("road", "trail", "river", "cliff")
    road, trail = read_halves(item["road"]["total_cost"]), read_halves(item["trail"]["total_cost"])
    if (road, trail) != (1, 2):
        raise item.fail("a road costs 1/2 (5.22) and a trail 1 (5.23)")
    return Hexsides(road, trail, read_halves(item["river"]["extra_cost"]), item["river"]["line"].text())


def label_span(label: str) -> tuple[int, int]:
    """The differentials that a column label covers.

    >>> label_span("-4,3"), label_span("+10")
    ((-4, -3), (10, 10))
    """
    found = _LABEL.fullmatch(label)
    if not found:
        raise ValueError(f"{clip(label)} is not a differential")
    sign = -1 if found[1] == "-" else 1
    ends = sorted(sign * int(number) for number in found.groups()[1:] if number)
    return ends[0], ends[-1]


def read_table(item: Item, terrain: Mapping[str, Terrain], river_line: str) -> ResultsTable:
    """The combat results table, with its lines checked for gaps."""
    lines: dict[str, tuple[str, ...]] = {}
    if not 0 < len(item["lines"].mapping()) <= KINDS:
        raise item["lines"].fail(f"a table has 1 to {KINDS} lines")
    for name, row in item["lines"].entries():
        labels = tuple(label.text() for label in row.each(COLUMNS))
        if not labels:
            raise row.fail("a line has at least one column")
        try:
            spans = [label_span(label) for label in labels]
        except ValueError as error:
            raise row.fail(str(error)) from None
        for (_, high), (low, _) in pairwise(spans):
            if low != high + 1:
                raise row.fail(f"the labels leave a gap or overlap between {high:+} and {low:+}")
        lines[name] = labels
    rows = read_results(item["by_die"], RESULTS, max(map(len, lines.values())))
    aliases = {name: alias.text() for name, alias in (item.get("aliases") or Item({}, item.document)).entries()}
    for needed in {kind.line for kind in terrain.values() if kind.enter} | {river_line, *aliases.values()}:
        if aliases.get(needed, needed) not in lines:
            raise item["lines"].fail(f"the terrain key uses the line {needed!r}, which is missing")
    tops = {name: tuple(label_span(label)[1] for label in labels) for name, labels in lines.items()}
    tops |= {alias: tops[line] for alias, line in aliases.items()}
    return ResultsTable(lines, rows, aliases, tops)


def read_results(item: Item, known: tuple[str, ...], columns: int) -> tuple[tuple[str, ...], ...]:
    """For each face of the die a result for every column, of those that a game has."""
    faces = dict(item.entries())
    rows = []
    for die in map(str, range(1, 7)):
        if die not in faces:
            raise item.fail(f"{die!r} is missing")
        cells = tuple(cell.one_of(known) for cell in faces[die].each(COLUMNS))
        if len(cells) < columns:
            raise faces[die].fail("fewer results than columns")
        rows.append(cells)
    return tuple(rows)


@enforces(FAMILY, "3.0-gsp", "3.0-track")
def read_track(item: Item) -> Track:
    """The turn track: numbers from 1, dates, support points as a pair, or one number for the U.S. alone."""
    dates, support = [], []
    for expected, row in enumerate(item.each(PRINTED), 1):
        row.only("turn", "date", "support")
        if row["turn"].whole() != expected:
            raise row["turn"].fail(f"expected turn {expected}")
        dates.append(row["date"].text())
        points = row["support"]
        if isinstance(points.value, list):
            pair = [point.whole() for point in points.each()]
            if len(pair) != 2:
                raise points.fail("support points are a pair, U.S. and Japanese")
            support.append((pair[0], pair[1]))
        else:
            support.append((points.whole(), 0))
    if not support:
        raise item.fail("a track has at least one turn")
    return Track(tuple(dates), tuple(support))


def read_hex(item: Item, grid: HexGrid) -> int:
    """A hex number as a space."""
    space = grid.find(item.text())
    if space is None:
        raise item.fail(f"there is no hex {clip(item.text())} on this map")
    return space


def make_board(lines: int, positions: int, terrain: Mapping[str, str]) -> Board:
    """A board with the terrain of every hex; the sea is numbered last, since nothing happens on most of it."""
    grid = HexGrid(lines, positions, last={name for name, kind in terrain.items() if kind == "sea"})
    return Board(grid, [terrain[name] for name in grid.names])


def read_board(item: Item, terrain: Mapping[str, Terrain]) -> Board:
    """A map given row by row, north first, one letter a hex."""
    symbols = {kind.symbol: kind.name for kind in terrain.values()}
    rows = {name: row.text() for name, row in item["rows"].entries()}
    widths = {len(row) for row in rows.values()}
    if len(widths) != 1:
        raise item["rows"].fail("all rows need the same number of hexes")
    if not (len(rows) <= SIZE and 0 < max(widths) <= SIZE):
        raise item["rows"].fail(f"a map has 1 to {SIZE} rows of 1 to {SIZE} hexes")
    kinds: dict[str, str] = {}
    for line in range(1, len(rows) + 1):
        row = item["rows"][f"{line:02}"]
        for position, symbol in enumerate(row.text(), 1):
            if symbol not in symbols:
                raise row.fail(f"{symbol!r} is not a terrain symbol; use one of {' '.join(sorted(symbols))}")
            kinds[f"{line:02}{position:02}"] = symbols[symbol]
    board = make_board(len(rows), widths.pop(), kinds)
    grid = board.grid
    for name, names in (item.get("names") or Item({}, item.document)).entries():
        board.names[name] = [read_hex(place, grid) for place in names.each()]
    for _, hexes in item["beaches"].entries():
        board.beaches |= {read_hex(place, grid) for place in hexes.each()}
    for name, sides in (("roads", board.roads), ("trails", board.trails)):
        for _, chain in (item.get(name) or Item({}, item.document)).entries():
            sides |= set(read_chain(chain, grid))
    board.rivers |= read_pairs(item.get("river_hexsides"), grid)
    board.cliffs |= read_pairs(item.get("cliff_hexsides"), grid)
    check_board(board, terrain, item)
    return board


def read_chain(item: Item, grid: HexGrid) -> Iterable[tuple[int, int]]:
    """The hexsides that a road or trail crosses from hex to hex."""
    places = [(read_hex(place, grid), place) for place in item.each()]
    for (first, _), (second, place) in pairwise(places):
        if second not in grid.neighbours[first]:
            raise place.fail(f"{grid.names[second]} is not adjacent to {grid.names[first]}")
        yield min(first, second), max(first, second)


def read_pairs(item: Item | None, grid: HexGrid) -> set[tuple[int, int]]:
    """Hexsides, each as the pair of hexes it parts."""
    found = set()
    if item is not None:
        for pair in item.each():
            if len(list(pair.each())) != 2:
                raise pair.fail("a hexside is a pair of hexes")
            found |= set(read_chain(pair, grid))
    return found


def check_board(board: Board, terrain: Mapping[str, Terrain], item: Item) -> None:
    """A Beach hex is land that can be entered."""
    for beach in board.beaches:
        if not terrain[board.terrain[beach]].enter:
            raise item.fail(f"beach hex {board.grid.names[beach]} is {board.terrain[beach]}")
