"""Saipan's components: ours (components.yaml), an owner's folder in their place, or a board made for a vector."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from beachhead.boards.hexes import HexGrid
from beachhead.engine.files.bounds import SIZE, UNITS
from beachhead.engine.files.box import Box
from beachhead.engine.files.cases import enforces
from beachhead.engine.files.datafile import Document, Item
from beachhead.games.saipan.state import FAMILY
from beachhead.series.island_war import components as standard
from beachhead.series.island_war.components import Board, Terrain, Track, Unit, read_hex
from beachhead.series.island_war.ruleset import Components

FOLDER = Path(__file__).parent.parent
SECTIONS = (
    "combat_results", "terrain", "hexsides", "japanese_units", "us_units", "historical_landing", "turn_track", "markers", "map",
)  # fmt: skip
MOST_PIECES = 100
LANDINGS = 6
"""Hexes of the first landing (12.1-a)."""
JUNGLE = Terrain("jungle", "J", True, 6, "jungle", False)
"""Not on the map of Saipan, but in an example of the standard rules; it uses the River line (R3)."""


def components_of(parameters: Mapping[str, Any]) -> tuple[Components, dict[int, int]]:
    """The components that the parameters ask for, and the printed landing: Beach hex -> Sea hex before it, or -1."""
    components, landing = BOX.components_of(parameters)
    if "board" in parameters:
        components = blank_board(Item(parameters["board"], Document("position"), ("board",)), components)
        landing = {}
    if "roster" in parameters:
        components = with_roster(Item(parameters["roster"], Document("position"), ("units",)), components, "board" in parameters)
    return components, landing


@enforces(FAMILY, "14.12-b", "14.0-procedure-1", "14.11")
def read_components(sections: Mapping[str, Item]) -> tuple[Components, dict[int, int]]:
    """All sections, checked one by one and against each other."""
    terrain = standard.read_terrain(sections["terrain"])
    hexsides = standard.read_hexsides(sections["hexsides"])
    table = standard.read_table(sections["combat_results"], terrain, hexsides.river_line)
    board = standard.read_board(sections["map"], terrain)
    grid = board.grid
    us = standard.read_units(sections["us_units"], 0, "U", grid)
    japanese = standard.read_units(sections["japanese_units"], 1, "J", grid)
    _check_start(sections["japanese_units"], japanese, board, terrain)
    _check_pieces(sections["markers"], len(us) + len(japanese))
    landing = _read_landing(sections["historical_landing"], board, japanese)
    units = (*us, *japanese)
    return Components(terrain, hexsides, table, units, standard.read_track(sections["turn_track"]), board), landing


def _check_start(item: Item, units: list[Unit], board: Board, terrain: Mapping[str, Terrain]) -> None:
    taken: dict[str, str] = {}
    for number, unit in enumerate(units):
        place = item[number].get("historical_hex")
        if place is None:
            raise item[number].fail(f"{unit.id} has no historical_hex")
        if not terrain[board.terrain[board.grid.space(unit.start)]].enter:
            raise place.fail(f"{unit.id} would start in the sea at {unit.start}")
        if unit.start in taken:
            raise place.fail(f"{unit.id} and {taken[unit.start]} would both start at {unit.start}")
        taken[unit.start] = unit.id


@enforces("island_war", "1.0-a")
def _check_pieces(item: Item, units: int) -> None:
    """Units and markers of a game of the series never number more than a hundred."""
    pieces = units + sum(count.whole() for _, count in item.entries())
    if pieces > MOST_PIECES:
        raise item.fail(f"{pieces} pieces are too many: no game of the series has more than {MOST_PIECES} (1.0-a)")


def _read_landing(item: Item, board: Board, japanese: list[Unit]) -> dict[int, int]:
    landing: dict[int, int] = {}
    held = {unit.start for unit in japanese}
    for row in item.each(LANDINGS):
        row.only("hex", "beach")
        place = read_hex(row["hex"], board.grid)
        behind = row.get("beach")
        beach = place if behind is None else read_hex(behind, board.grid)
        if beach not in board.beaches:
            raise row.fail(f"{board.grid.names[beach]} is not a Beach hex")
        if (behind is not None) != (board.grid.names[beach] in held):
            raise row.fail("a unit starts in the sea exactly if a Japanese unit holds its Beach hex (12.32)")
        if behind is not None and (board.terrain[place] != "sea" or place not in board.grid.neighbours[beach]):
            raise row.fail(f"{row['hex'].text()} is not a Sea hex adjacent to {board.grid.names[beach]}")
        if beach in landing:
            raise row.fail(f"{board.grid.names[beach]} is listed twice")
        landing[beach] = -1 if behind is None else place
    return landing


# ---------------------------------------------------------------------- boards and units made on the spot


def blank_board(item: Item, ours: Components) -> Components:
    """A board of a given size, all of one terrain but for what is said."""
    item.only("size", "terrain", "hexes", "rivers", "cliffs", "roads", "trails", "beaches", "support", "turns")
    size = [number.whole(1, SIZE) for number in item["size"].each()]
    if len(size) != 2:
        raise item["size"].fail(f"a size is [rows, columns], at most {SIZE} each")
    plain = HexGrid(size[0], size[1])
    terrain = {**ours.terrain, "jungle": JUNGLE}
    known = tuple(terrain)
    ground = item.get("terrain")
    kinds = dict.fromkeys(plain.names, ground.one_of(known) if ground else "clear")
    hexes = item.get("hexes")
    for key, value in hexes.entries() if hexes else ():
        if isinstance(value.value, list):
            if key not in known:
                raise value.fail(f"{key!r} is not a terrain; use one of {', '.join(known)}")
            for place in value.each():
                read_hex(place, plain)
                kinds[place.text()] = key
        else:
            read_hex(Item(key, value.document, value.path), plain)
            kinds[key] = value.one_of(known)
    board = standard.make_board(size[0], size[1], kinds)
    grid = board.grid
    board.rivers |= standard.read_pairs(item.get("rivers"), grid)
    board.cliffs |= standard.read_pairs(item.get("cliffs"), grid)
    for name, sides in (("roads", board.roads), ("trails", board.trails)):
        chains = item.get(name)
        for chain in chains.each() if chains else ():
            sides |= set(standard.read_chain(chain, grid))
    beaches = item.get("beaches")
    board.beaches |= {read_hex(place, grid) for place in beaches.each()} if beaches else set()
    standard.check_board(board, terrain, item)
    return replace(ours, board=board, terrain=terrain, track=_blank_track(item))


def _blank_track(item: Item) -> Track:
    turns, support = item.get("turns"), item.get("support")
    count = turns.whole(1) if turns else 15
    points = [point.whole() for point in support.each()] if support else [0, 0]
    if len(points) != 2:
        raise item["support"].fail("support points are a pair, U.S. and Japanese")
    return Track(("",) * count, ((points[0], points[1]),) * count)


def with_roster(item: Item, ours: Components, alone: bool) -> Components:
    """Units described on the spot, instead of ours or beside them."""
    known = {unit.id: unit for unit in ours.units}
    units = {} if alone else dict(known)
    for identity, text in item.entries():
        Item(identity, item.document, item.path).name()
        words = text.text().split()
        if not words and identity in known:
            units[identity] = known[identity]
            continue
        if len(words) != 2 or words[0] not in standard.ARMS:
            raise text.fail(f"{identity} is described like 'infantry 2-3-8'; arms: {', '.join(standard.ARMS)}")
        if identity[:2] not in ("U:", "J:"):
            raise text.fail(f"ids begin with U: or J:, not {identity!r}")
        side = 0 if identity.startswith("U:") else 1
        units[identity] = standard.read_unit(text, identity, side, words[0], words[1])
    if len(units) > UNITS:
        raise item.fail(f"{len(units)} units are too many: at most {UNITS} are allowed")
    if len({identity.casefold() for identity in units}) < len(units):
        raise item.fail("two units have the same id but for capital letters")
    return replace(ours, units=tuple(units.values()))


BOX = Box(FOLDER / "components.yaml", SECTIONS, read_components)
