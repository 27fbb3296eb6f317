"""The map as plain data, from which it is drawn: ground, hills, airfields, beaches, sectors, and the symbols of the garrison.

Nothing is decided by it. The shore is the outline of the land hexes: the true one fits the numbers of the hexes too badly.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from beachhead.games.bonins.ruleset import BoninsRuleset

SURIBACHI: Final = "Suribachi"
SYMBOLS: Final = {"red": "red symbol: initial deployment", "white": "white symbol: redeployment"}


def board_of(ruleset: BoninsRuleset) -> dict[str, Any]:
    """The map as plain data."""
    board = ruleset.components.board
    grid, names = board.grid, board.grid.names

    def listed(spaces: Iterable[int]) -> list[str]:
        return sorted(names[space] for space in spaces)

    fields = {f"Airfield No. {number}": listed(spaces) for number, spaces in board.airfields.items()}
    return {
        "kind": "hexes",
        "lines": grid.lines,
        "positions": grid.positions,
        "shifted": "even" if grid.shifted_parity == 0 else "odd",
        "terrain": {name: board.terrain[grid.space(name)] for name in sorted(names)},
        "hills": listed(board.hills),
        "airfields": fields,
        "names": {name: [names[space]] for space, name in (board.hills | board.villages).items()} | fields,
        "landings": _landings(ruleset),
        "regions": _regions(ruleset),
        "symbols": {"white": listed(board.white), "red": listed(board.red)},
        "struck": _struck(ruleset),
        "facts": _facts(ruleset),
    }


def _landings(ruleset: BoninsRuleset) -> list[dict[str, Any]]:
    """The beaches, south to north. Those of one side are pale once the other side is invaded (11.3-b)."""
    board, found = ruleset.components.board, []
    sides = list(board.beaches)
    for side, beaches in board.beaches.items():
        others = [other for other in sides if other != side]
        for color, spaces in beaches.items():
            hexes = [board.grid.names[space] for space in spaces]
            pale = ["invasion", *others]
            found.append({"name": f"{color} Beach", "colour": color.casefold(), "side": side, "hexes": hexes, "pale": pale})
    return found


def _sectors(ruleset: BoninsRuleset) -> dict[str, list[int]]:
    """The land of every sector; Suribachi has no number (22.0-a)."""
    found: dict[str, list[int]] = {}
    for space, sector in enumerate(ruleset.components.board.sector):
        if sector >= 0:
            found.setdefault(str(sector) if sector else SURIBACHI, []).append(space)
    return dict(sorted(found.items()))


def _regions(ruleset: BoninsRuleset) -> dict[str, dict[str, Any]]:
    names = ruleset.components.board.grid.names
    return {
        key: {
            "title": key if key == SURIBACHI else f"Sector {key}",
            "spaces": sorted(names[space] for space in spaces),
            "printed": True,
        }
        for key, spaces in _sectors(ruleset).items()
    }


def _struck(ruleset: BoninsRuleset) -> dict[str, dict[str, Any]]:
    """The symbols that no longer count once their sector is cleared (18.0-b)."""
    board = ruleset.components.board
    symbols = {*board.red, *board.white}
    found = {}
    for key, spaces in _sectors(ruleset).items():
        hexes = sorted(board.grid.names[space] for space in spaces if space in symbols)
        if hexes:
            found[key] = {"when": [f"sectors/{key}", "cleared"], "hexes": hexes}
    return found


def _facts(ruleset: BoninsRuleset) -> dict[str, list[str]]:
    """What a player may ask about a hex besides its ground."""
    board, names = ruleset.components.board, ruleset.components.board.grid.names
    found: dict[str, list[str]] = {}
    for side, beaches in board.beaches.items():
        for color, spaces in beaches.items():
            for space in spaces:
                found.setdefault(names[space], []).append(f"{color} Beach ({side})")
    for space in board.hills:
        found.setdefault(names[space], []).append("hill")
    for number, spaces in board.airfields.items():
        for space in spaces:
            found.setdefault(names[space], []).append(f"Airfield No. {number}")
    for space in board.villages:
        found.setdefault(names[space], []).append("village")
    for kind, spaces in (("red", board.red), ("white", board.white)):
        for space in spaces:
            found.setdefault(names[space], []).append(SYMBOLS[kind])
    return dict(sorted(found.items()))
