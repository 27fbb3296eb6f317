"""A map of areas in characters: a line for each area, with its ground, who holds it, the units there and its markers."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from rich.table import Table
from rich.text import Text

from beachhead.terminal.words import View, Words, count, units_in

Areas = Mapping[str, Mapping[str, Any]]


def draw(areas: Areas, view: View, words: Words, *, goals: Collection[str] = (), chosen: str = "") -> Table:
    """The map as a side sees it; `goals` are areas to pick out, `chosen` is a unit."""
    held, sides = words.control(view), words.sides_in(view)
    control = [] if held is None else ["held by"]
    heading = ["area", "ground", *control, *map(words.side, sides), "markers"]
    table = Table(*heading, box=None, pad_edge=False, header_style="dim")
    there = {name: {side: Text() for side in sides} for name in areas}
    for unit, about in units_in(view).items():
        if about["place"] in there:
            line = there[about["place"]][about["side"]]
            line.append(f"{', ' if line else ''}{counter(unit, about, words)}", "reverse" if unit == chosen else "")
    for name, area in areas.items():
        goal = name in goals
        ground = ", ".join(str(fact) for fact in area.get("facts", ()))
        row = [Text(f"{'› ' if goal else ''}{name}", "bold green" if goal else "cyan"), Text(ground, "dim")]
        if held is not None:
            row.append(Text(words.side(held[name]) if held.get(name) else ""))
        table.add_row(*row, *there[name].values(), markers(view, name, words))
    return table


def counter(name: str, unit: Mapping[str, Any], words: Words) -> str:
    """A unit in a word or two: its name, steps left if it has lost any, and its marks; in brackets if the enemy cannot see it.

    >>> import beachhead as bh
    >>> words = Words(bh.game("rage").new(seed=1).ruleset)
    >>> counter("24/4", {"steps": 3, "full": 4, "marks": ["fired"]}, words)
    '24/4 3/4 fired'
    >>> counter("309", {"steps": 2, "full": 2, "marks": ["concealed"]}, words)
    '(309)'
    """
    marks = unit.get("marks", ())
    parts = [name]
    if unit.get("steps") != unit.get("full"):
        parts.append(f"{unit['steps']}/{unit['full']}")
    parts += [words.name("marks", mark) for mark in marks if not words.is_hidden(mark)]
    text = " ".join(parts)
    return f"({text})" if any(map(words.is_hidden, marks)) else text


def markers(view: View, area: str, words: Words) -> str:
    """The markers in an area; several of a kind are counted."""
    found = [(marker.name, marker.counts.get(area, 0)) for marker in words.markers(view)]
    return ", ".join(name if number == 1 else count(number, name) for name, number in found if number)
