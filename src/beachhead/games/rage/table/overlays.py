"""What can be shaded on the map on request."""

from __future__ import annotations

from typing import Any, Final

from beachhead.games.rage.bombardment import reach
from beachhead.games.rage.state import US, RageState
from beachhead.games.rage.table.units import sees

OVERLAYS: Final = {"observed": "Under observation: no surprise here", "guns": "Gun range"}


def overlay(state: RageState, side: str | None, name: str) -> dict[str, Any]:
    """Areas that a U.S.-held Mountain overlooks, or what the guns this side sees can reach; some reach all and are only named."""
    ruleset = state.ruleset
    covered: dict[str, list[str]] = {}
    if name == "observed":
        for area in ruleset.all_areas:
            if any(state.control[mountain] for mountain in ruleset.by_mountain[area]):
                covered[ruleset.areas[area].id] = [ruleset.sides[US]]
        return {"title": OVERLAYS[name], "case": "11.1.1-c", "spaces": covered}
    everywhere = []
    for unit in (*ruleset.us_ground, *ruleset.japanese_guns):
        if not ruleset.is_gun[unit] or state.where[unit] < 0 or not sees(state, side, unit):
            continue
        areas = reach(state, unit)
        if len(areas) == len(ruleset.areas):
            everywhere.append(state.name(unit))
            continue
        label = ruleset.sides[ruleset.units[unit].side]
        for area in areas:
            labels = covered.setdefault(ruleset.areas[area].id, [])
            if label not in labels:
                labels.append(label)
    title = OVERLAYS[name] + (f"; everywhere: {', '.join(everywhere)}" if everywhere else "")
    return {"title": title, "case": "2.1.1-4-range", "spaces": covered}
