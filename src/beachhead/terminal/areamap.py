"""A map of areas in characters: a line for each area, with its ground, who holds it, who stands there and what lies there."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from rich.table import Table
from rich.text import Text

from beachhead.engine.ruleset import Ruleset

Areas = Mapping[str, Mapping[str, Any]]
LISTS = {"beachheads": "Beachhead", "airfields": "Safe to Land"}
"""Items of a view that are lists of areas with a marker."""
CONCEALED = "concealed"
COUNTS = {"shown caves": "Cave", "caves": "hidden Cave"}
"""Items of a view that count markers by area."""


def areas_of(ruleset: Ruleset) -> Areas | None:
    """The areas of a match's map, if its game is played on such a map."""
    board = ruleset.game.board(ruleset)
    return board["areas"] if board.get("kind") == "areas" else None


def draw(areas: Areas, view: Mapping[str, Any], *, goals: Collection[str] = (), chosen: str = "") -> Table:
    """The map as a side sees it; `goals` are areas to pick out, `chosen` is a unit."""
    sides = list(dict.fromkeys(unit["side"] for unit in view["units"].values()))
    table = Table("area", "ground", "held by", *sides, "markers", box=None, pad_edge=False, header_style="dim")
    for name, area in areas.items():
        if area.get("sea"):
            continue
        units = {side: Text() for side in sides}
        for unit, told in view["units"].items():
            if told["place"] == name:
                line = units[told["side"]]
                line.append(f"{', ' if line else ''}{counter(unit, told)}", "reverse" if unit == chosen else "")
        style = "bold green" if name in goals else "cyan"
        ground = ", ".join(str(fact) for fact in area.get("facts", ()))
        held = str((view.get("control") or {}).get(name, ""))
        table.add_row(
            Text(f"{'› ' if name in goals else ''}{name}", style), Text(ground, "dim"), held, *units.values(), markers(view, name)
        )
    return table


def counter(name: str, unit: Mapping[str, Any]) -> str:
    """A unit in a word or two: its name, steps left if it has lost any, and how it lies; in brackets if the enemy cannot see it.

    >>> counter("24/4", {"steps": 3, "full": 4, "marks": ["fired"]})
    '24/4 3/4 fired'
    >>> counter("309", {"steps": 2, "full": 2, "marks": ["concealed"]})
    '(309)'
    """
    words = [name]
    if unit.get("steps") != unit.get("full"):
        words.append(f"{unit['steps']}/{unit['full']}")
    words += [mark for mark in unit["marks"] if mark != CONCEALED]
    return f"({' '.join(words)})" if CONCEALED in unit["marks"] else " ".join(words)


def markers(view: Mapping[str, Any], area: str) -> str:
    """What lies in an area besides units."""
    words = [word for item, word in LISTS.items() if area in (view.get(item) or ())]
    for item, word in COUNTS.items():
        count = (view.get(item) or {}).get(area, 0)
        if count:
            words.append(f"{count} {word}{'s' if count > 1 else ''}")
    return ", ".join(words)
