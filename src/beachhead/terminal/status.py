"""Where play is: turn, phase, points and how many units each side has, in a few lines or in one."""

from __future__ import annotations

from collections.abc import Collection

from beachhead.terminal.words import ABSENT, LOST, POOL, View, Words, units_in

OFF_MAP = {POOL: "to come", LOST: "lost"}


def line(view: View, words: Words) -> str:
    """Everything in one line, for maps that have no room for more."""
    totals = [
        f"{name}: " + ", ".join(f"{words.side(side)} {total}" for side, total in by_side.items())
        for name, by_side in words.totals(view).items()
    ]
    return " · ".join([*words.progress(view), words.phase(view), *totals])


def forces(view: View, words: Words, spaces: Collection[str]) -> list[str]:
    """Two lines for each side: its units on the map and those to come; its losses and its points."""
    counts: dict[str, dict[str, int]] = {side: {} for side in words.sides_in(view)}
    for unit in units_in(view).values():
        place = "" if unit["place"] in spaces else words.standing(unit["place"])
        counts[unit["side"]][place] = counts[unit["side"]].get(place, 0) + 1
    lines = []
    totals = words.totals(view)
    for side, count in counts.items():
        away = [f"{n} {OFF_MAP.get(place, place)}" for place, n in count.items() if place not in ("", LOST, ABSENT)]
        points = [f"{name} {by_side[side]}" for name, by_side in totals.items() if side in by_side]
        lines.append(", ".join([f"{words.side(side)} {count.get('', 0)} on map", *away]))
        lines.append("   " + ", ".join([f"{count.get(LOST, 0)} lost", *points]))
    return lines
