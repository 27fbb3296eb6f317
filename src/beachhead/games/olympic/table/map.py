"""The map as plain data, from which it is drawn: ground, hexsides, roads, names, and what the book prints at sea and on land.

Nothing is decided by it. The real shore lies in coast.yaml, under the hexes of the game's own map; a board of another size, such
as that of a made position, has the shore of its hexes alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from beachhead.engine.files.datafile import read_yaml
from beachhead.games.olympic.box.kinds import SEA, Board, Components, Side

COAST = Path(__file__).resolve().parent.parent / "coast.yaml"
SHEET = (61, 34)
"""Rows and columns of the map under which the real shore lies."""
BEYOND = 2
"""How many hexes out to sea the Objective Line is drawn."""


def board_of(components: Components) -> dict[str, Any]:
    """The map as plain data."""
    board, names = components.board, components.board.grid.names

    def pairs(sides: Iterable[Side]) -> list[list[str]]:
        return sorted([names[first], names[second]] for first, second in sides)

    def listed(spaces: Iterable[int]) -> list[str]:
        return [names[space] for space in spaces]

    grid = board.grid
    found: dict[str, Any] = {
        "kind": "hexes",
        "lines": grid.lines,
        "positions": grid.positions,
        "shifted": "even" if grid.shifted_parity == 0 else "odd",
        "terrain": {name: board.terrain[grid.space(name)] for name in sorted(names)},
        "hexsides": {
            "strait": pairs(board.sea_sides),
            "escarpment": pairs(board.rough_sides),
            "objective": pairs(_objective(board)),
        },
        "routes": {"road": pairs(board.roads)},
        "coastal": listed(sorted(board.coastal)),
        "names": {name: listed(spaces) for name, spaces in board.cities.items()}
        | {_town(name, board): [names[space]] for name, space in board.towns.items()},
        "zones": {zone.name: listed(zone.hexes) for zone in board.zones},
        "letters": _letters(board),
        "facts": _facts(board),
    }
    if (grid.lines, grid.positions) == SHEET:
        found |= _shore()
    return found


def _town(name: str, board: Board) -> str:
    """The name of a Town, told from that of a City of the same name."""
    return f"{name} town" if name in board.cities else name


def _letters(board: Board) -> dict[str, str]:
    """What is printed in a hex: C, L or 2L where a counter begins the game, R where Japanese reinforcements enter."""
    names = board.grid.names
    found = {names[space]: "C" for space in board.coastal_ring}
    found |= {names[space]: "2L" if space in board.line_double else "L" for space in board.line_hexes}
    if board.entry >= 0:
        found[names[board.entry]] = "R"
    return dict(sorted(found.items()))


SAYS = {
    "C": "Coastal deployment hex",
    "L": "Line deployment hex",
    "2L": "Line deployment hex for two counters",
    "R": "Japanese reinforcements enter here",
}


def _facts(board: Board) -> dict[str, list[str]]:
    """What a player may ask about a hex besides its ground."""
    names = board.grid.names
    found: dict[str, list[str]] = {}
    for space in sorted(board.coastal):
        found.setdefault(names[space], []).append("coastal")
    for zone in board.zones:
        for space in zone.hexes:
            found.setdefault(names[space], []).append(f"{zone.name} invasion zone")
    for name, letter in _letters(board).items():
        found.setdefault(name, []).append(SAYS[letter])
    return dict(sorted(found.items()))


def _objective(board: Board) -> set[Side]:
    """The hexsides of the Objective Line: all between its two rows, across the land and a little beyond."""
    grid, north = board.grid, board.north_row
    rows = {space: int(name[:2]) for space, name in enumerate(grid.names) if int(name[:2]) in (north - 1, north)}
    near = {space for space in rows if board.terrain[space] != SEA}
    for _ in range(BEYOND):
        near |= {other for space in near for other in grid.neighbours[space] if other in rows}
    return {(min(a, b), max(a, b)) for a in near for b in grid.neighbours[a] if b in near and rows[a] != rows[b]}


@cache
def _shore() -> dict[str, list[str]]:
    """The real shore and the islands out of play: closed lines in hundredths of a hex."""
    found: dict[str, list[str]] = read_yaml(COAST.read_text(encoding="utf-8"))
    return {"shore": found["shore"], "islands": found["islands"]}
