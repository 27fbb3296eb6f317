"""What can be shaded on the map on request."""

from __future__ import annotations

from typing import Any, Final

from beachhead.engine.shown.overlays import graded
from beachhead.games.rage.combat.bombardment import reach
from beachhead.games.rage.ruleset import SIDE_NAMES
from beachhead.games.rage.state import US, RageState
from beachhead.games.rage.table.units import sees

OVERLAYS: Final = {"observed": "Under observation: no surprise here", "guns": "Gun range"}


def overlay(state: RageState, side: str | None, name: str) -> dict[str, Any]:
    """Areas that a U.S.-held Mountain overlooks, or how many dice of the guns this side sees reach each area; guns that reach all
    of them are only named."""
    ruleset = state.ruleset
    if name == "observed":
        covered: dict[str, list[str]] = {}
        for area in ruleset.all_areas:
            if any(state.control[mountain] for mountain in ruleset.by_mountain[area]):
                covered[ruleset.areas[area].id] = [ruleset.sides[US]]
        return {"title": OVERLAYS[name], "case": "11.1.1-c", "spaces": covered}
    dice: dict[str, dict[str, int]] = {}
    everywhere = []
    for unit in (*ruleset.us_ground, *ruleset.japanese_guns):
        if not ruleset.is_gun[unit] or state.where[unit] < 0 or not sees(state, side, unit):
            continue
        areas = reach(state, unit)
        if len(areas) == len(ruleset.areas):
            everywhere.append(state.name(unit))
            continue
        label = ruleset.sides[ruleset.units[unit].side]
        number = 1 if ruleset.is_rocket[unit] else ruleset.bombardment[unit][state.steps[unit]]
        for area in areas:
            sums = dice.setdefault(ruleset.areas[area].id, {})
            sums[label] = sums.get(label, 0) + number
    title = OVERLAYS[name] + (f"; everywhere: {', '.join(everywhere)}" if everywhere else "")
    return {"title": title, "case": "2.1.1-4-range"} | graded(dice, SIDE_NAMES, "bombardment dice in range")
