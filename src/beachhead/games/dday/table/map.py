"""The map as plain data, from which it is drawn: ground with its levels, hexsides, roads, beaches, sectors and positions.

Nothing is decided by it. The real shore lies in coast.yaml, under the hexes of the game's own map; a board of another size, such
as that of a made position, has the shore of its hexes alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from beachhead.engine.files.datafile import read_yaml
from beachhead.games.dday.box.kinds import (
    AIRFIELD,
    BEACH,
    COLORS,
    HILLTOP,
    ROCKY,
    SHORES,
    TERRACE,
    VILLAGE,
    WOODED,
    Board,
    names_of,
)

if TYPE_CHECKING:
    from beachhead.boards.network import Side
    from beachhead.games.dday.ruleset import DDayRuleset

COAST: Final = Path(__file__).resolve().parent.parent / "coast.yaml"
SHEET: Final = (25, 37)
"""Rows and columns of the map under which the real shore lies."""
GROUND: Final = ((ROCKY, "rocky"), (WOODED, "wooded"), (AIRFIELD, "airfield"), (BEACH, "beach"), (TERRACE, "terrace"))
"""What a hex is drawn as, where it is several things at once: the first that it is."""
SIGNS: Final = {
    "red": "square", "gold": "pentagon", "blue": "shield", "green": "arch", "brown": "cross", "purple": "hexagon",
    "black": "octagon",
}  # fmt: skip
"""The sign of each position color, so that nobody needs to tell colors apart."""


def board_of(ruleset: DDayRuleset) -> dict[str, Any]:
    """The map as plain data."""
    board = ruleset.components.board
    grid, names = board.grid, board.grid.names

    def listed(spaces: Iterable[int]) -> list[str]:
        return sorted(names[space] for space in spaces)

    def pairs(sides: Iterable[Side]) -> list[list[str]]:
        return sorted([names[first], names[second]] for first, second in sides)

    fields = {f"Airfield No. {number}": listed(spaces) for number, spaces in board.airfields.items()}
    found: dict[str, Any] = {
        "kind": "hexes",
        "lines": grid.lines,
        "positions": grid.positions,
        "shifted": "even" if grid.shifted_parity == 0 else "odd",
        "terrain": {name: ground_of(board, grid.space(name)) for name in sorted(names)},
        "levels": {names[space]: board.level[space] for space in range(board.land)},
        "hills": listed(space for space in range(board.land) if board.terrain[space] & HILLTOP),
        "airfields": fields,
        "hexsides": {"cliff": pairs(board.cliffs), "escarpment": pairs(board.bluffs)},
        "routes": {"road": pairs(board.roads)},
        "names": {_printed(name): [names[space]] for space, name in board.names.items() if _is_name(name)}
        | {name: listed(spaces) for name, spaces in board.villages.items()}
        | fields,
        "landings": _landings(board),
        "regions": _regions(board),
        "works": _works(board),
        "facts": _facts(board),
    }
    if (grid.lines, grid.positions) == SHEET and not board.own:
        found["shore"] = _shore()
        found["coastal"] = listed(board.shore)
    return found


def _printed(name: str) -> str:
    """A name as maps have it."""
    return name[0].upper() + name[1:]


def _is_name(name: str) -> bool:
    """Whether a hex has a name that maps print, and not a description; the rims of Suribachi are too close for names."""
    return not name.startswith(("hill ", "Suribachi "))


def ground_of(board: Board, space: int) -> str:
    """What a hex is drawn as."""
    if space >= board.land:
        return "sea"
    for bit, name in GROUND:
        if board.terrain[space] & bit:
            return name
    return "clear"


def _works(board: Board) -> dict[str, dict[str, Any]]:
    """Positions by hex: code, color and its sign, forts, guns, and the hexes of its group that it is linked with."""
    names = board.grid.names
    found: dict[str, dict[str, Any]] = {}
    for position in board.positions:
        color = COLORS[position.color]
        group = board.groups[position.group]
        found[names[position.hex]] = {
            "code": position.code,
            "color": color,
            "sign": SIGNS[color],
            "group": group.name,
            "left": f"●{position.artillery}" if position.artillery else "",
            "right": "F" * position.fort,
            "above": "▲" if position.hilltop else "",
        }
    return dict(sorted(found.items()))


def _landings(board: Board) -> list[dict[str, Any]]:
    """The landing beaches of both shores, from left to right."""
    names = board.grid.names
    return [
        {
            "name": box.name,
            "colour": box.color,
            "side": SHORES[box.shore],
            "hexes": [names[space] for space in box.hexes],
            "box": box.name.replace(" ", ""),
            "signs": names_of(box.squares, COLORS),
        }
        for box in board.boxes
    ]


def _regions(board: Board) -> dict[str, dict[str, Any]]:
    """The four sectors."""
    found: dict[str, dict[str, Any]] = {}
    for space in range(board.land):
        sector = str(board.sector[space])
        entry = found.setdefault(sector, {"title": f"Sector {sector}", "spaces": [], "printed": True})
        entry["spaces"].append(board.grid.names[space])
    return dict(sorted(found.items()))


def _facts(board: Board) -> dict[str, list[str]]:
    """What a player may ask about a hex besides its ground."""
    names = board.grid.names
    found: dict[str, list[str]] = {}
    for space in range(board.land):
        words = [f"level {board.level[space]}"]
        if board.low[space] < board.level[space]:
            words.append(f"in part level {board.low[space]}")
        drawn = ground_of(board, space)
        for bit, word in ((HILLTOP, "hilltop"), (VILLAGE, "village"), *GROUND):
            if board.terrain[space] & bit and word != drawn:
                words.append(word)
        found[names[space]] = words
    for space, name in board.names.items():
        if not _is_name(name):
            found[names[space]].insert(0, name)
    for box in board.boxes:
        for space in box.hexes:
            found[names[space]].append(f"landing beach {box.name}")
    for position in board.positions:
        color = COLORS[position.color]
        text = f"position {position.code}, {color}"
        group = board.groups[position.group]
        if len(group.positions) > 1:
            text += f", of the group {group.name}"
        if position.artillery:
            text += f"; guns worth {position.artillery}"
        if position.fort:
            text += "; fort location" if position.fort == 1 else "; location for two forts"
        found[names[position.hex]].append(text)
    return dict(sorted(found.items()))


@cache
def _shore() -> list[str]:
    """The real shore: closed lines in hundredths of a hex."""
    found: dict[str, list[str]] = read_yaml(COAST.read_text(encoding="utf-8"))
    return found["shore"]
