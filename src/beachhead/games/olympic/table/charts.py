"""The tables of the book and the turn track, as people read them. Every number comes from the components.

The Terrain Effects Chart and the turn track are not in the rulebook; ours are reconstructions, and the charts say so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

from beachhead.engine.shown.charts import chart
from beachhead.engine.shown.words import counted
from beachhead.games.olympic.box.kinds import CITY, CLEAR, ROUGH, SEA, TOWN, TOWN_IN_ROUGH
from beachhead.games.olympic.combat.strengths import label

if TYPE_CHECKING:
    from beachhead.games.olympic.ruleset import OlympicRuleset

LANDING = date(1945, 11, 1)
"""X-Day: the first day of Game-Turn 1. A Game-Turn is a week (3.6)."""
OURS = "Our reconstruction: the rulebook refers to this chart and does not contain it."
ENDS = {
    "Ae": ("attacker eliminated", "defender"),
    "Ar": ("attacker retreats", "defender"),
    "De": ("defender eliminated", "attacker"),
    "Dr": ("defender retreats", "attacker"),
    "Ex": ("exchange: the defender is eliminated, the attacker loses as much strength", None),
}
"""Results in words, and whom they help."""
RELEASES = {
    "all": "all",
    "half": "half",
    "none": "none",
    "all_inland": "all inland",
    "all_coastal": "all coastal",
    "all_southern": "all southern",
    "all_northern": "all northern",
}
FACTORS = {1: "halved", 2: "normal", 4: "doubled", 6: "tripled"}
"""Track 4: twice the factor of militia."""
GROUND = {SEA: "all-sea", CLEAR: "clear", ROUGH: "rough", TOWN: "Town", TOWN_IN_ROUGH: "Town in rough", CITY: "City"}
TIMES = {1: "normal", 2: "doubled", 3: "tripled"}
FACES = range(6)


def charts_of(ruleset: OlympicRuleset) -> list[dict[str, Any]]:
    """The tables of the book."""
    return [
        _results(ruleset),
        _terrain(ruleset),
        _doctrine(ruleset),
        _tokko(ruleset),
        _optional_tokko(ruleset),
        _track(ruleset),
        _points(ruleset),
        _casualties(),
        _movement(ruleset),
        _retreats(),
    ]


def _results(ruleset: OlympicRuleset) -> dict[str, Any]:
    table = ruleset.components.results
    codes: dict[str, dict[str, str | None]] = {}
    rows = []
    for die, row in enumerate(table, 1):
        cells = []
        for result, ours, theirs in row:
            cell = f"{result} {ours}/{theirs}"
            says, good = ENDS[result]
            codes[cell] = {"text": cell, "says": f"{says}; {ours} if the U.S. attacks, {theirs} if Japan does", "good": good}
            cells.append(cell)
        rows.append({"id": str(die), "title": f"die {die}", "cells": cells})
    notes = [
        "Attack strength less defense strength gives the column; below the lowest no attack can be made.",
        "After the result: Casualty Points for each U.S. unit in the combat, first when the U.S. attacks, then when Japan does.",
        "A 6 in a Japanese attack makes it a suicide attack: the attacker counts double and is eliminated (8.54).",
    ]
    columns = [label(ruleset, number) for number in range(len(table[0]))]
    return chart("results", "Combat results", "8.8", notes, columns, ()) | {
        "now": "combat",
        "codes": dict(sorted(codes.items())),
        "rows": rows,
    }


def _terrain(ruleset: OlympicRuleset) -> dict[str, Any]:
    parts = ruleset.components
    rows: list[tuple[str, ...]] = []
    for name, kind in parts.terrain.items():
        if not kind.cost:
            rows.append((GROUND[name], "closed", "-", "-", "-"))
            continue
        retreat = counted(kind.retreat, "hex", "hexes")
        rows.append((GROUND[name], str(kind.cost), TIMES[kind.defence], retreat, str(kind.militia or "-")))
    rows.append(("along a road", f"{parts.road_cost} in all", "-", "-", "-"))
    rows.append(("over a rough hexside", f"+{parts.rough_side_cost}", "-", "-", "-"))
    rows.append(("over an all-sea hexside", "closed", "no attack", "-", "-"))
    notes = [OURS, "Movement points to enter, what terrain does for the units that defend there, length of a retreat, militia."]
    return chart("terrain", "Terrain effects", "5.4", notes, ["cost", "defense", "retreat", "militia"], rows)


def _doctrine(ruleset: OlympicRuleset) -> dict[str, Any]:
    parts = ruleset.components
    rows = [
        (
            f"die {face + 1}",
            RELEASES[parts.track1[face]],
            RELEASES[parts.track2[face]],
            ", ".join(parts.track3[face]) or "none",
            FACTORS[parts.track4[face]],
            f"table {parts.track5[face]}",
        )
        for face in FACES
    ]
    notes = [
        "Tracks 1 and 2 release Coastal and Line units in solitaire play, Game-Turns 1 to 3; Game-Turn 4 releases the rest.",
        "Track 3 brings Japanese reinforcements, Track 4 sets the militia's strength in each combat, Track 5 the Tokko table.",
    ]
    columns = ["1 Coastal", "2 Line", "3 reinforcements", "4 militia", "5 Tokko"]
    return chart("doctrine", "Japanese Doctrine Chart", "14.3", notes, columns, rows)


def _tokko(ruleset: OlympicRuleset) -> dict[str, Any]:
    parts = ruleset.components
    note = "Casualty Points; each 100 of them takes a stack of three. Table 4 names the zone that is hit."
    return _tokko_chart("tokko", "Tokko results", "14.4", note, parts.tokko, parts.tokko_zones)


def _optional_tokko(ruleset: OlympicRuleset) -> dict[str, Any]:
    parts = ruleset.components
    found = {points for table in parts.optional_tokko for points in table if points}
    lost = ", ".join(f"{counted(parts.tokko_units[points], 'unit')} for {points} points" for points in sorted(found))
    note = f"Instead of the tables above, if chosen. The U.S. side picks single units: {lost}."
    return _tokko_chart("optional-tokko", "Optional Tokko results", "17.4", note, parts.optional_tokko, parts.tokko_zones)


def _tokko_chart(
    id: str, title: str, case: str, note: str, tables: Sequence[Sequence[int]], zones: Sequence[str]
) -> dict[str, Any]:
    rows = [(f"die {face + 1}", *(str(table[face] or "none") for table in tables), zones[face]) for face in FACES]
    columns = [*(f"table {number}" for number in range(1, len(tables) + 1)), "4: zone"]
    return chart(id, title, case, note, columns, rows)


def _track(ruleset: OlympicRuleset) -> dict[str, Any]:
    parts = ruleset.components
    rows = [
        (f"Game-Turn {turn}", _day(turn), _arrivals(parts.arrivals.get(turn, {})) or "-", "; ".join(_says(ruleset, turn)) or "-")
        for turn in range(1, parts.turns + 1)
    ]
    notes = [OURS, "Units lost in supply come back on their Replacement Track (9.3-return)."]
    return chart("track", "U.S. reinforcements", "9.4", notes, ["week of", "units", "note"], rows)


def _day(turn: int) -> str:
    day = LANDING + timedelta(weeks=turn - 1)
    return f"{day.day} {day:%B}"


def _arrivals(units: Mapping[str, int]) -> str:
    return ", ".join(f"{count} of {values}" for values, count in sorted(units.items()) if count)


def _says(ruleset: OlympicRuleset, turn: int) -> list[str]:
    """What a turn of the track brings besides its units."""
    parts, found = ruleset.components, []
    if turn == 1:
        found.append("every unit assaults from the sea")
    if turn == parts.floating_turn:
        found.append("the Floating Reserve: lands on beachheads or assaults this turn or the next")
    if turn == parts.cancelled_turn:
        found.append("cancelled by an assault in the north")
    if turn == parts.turns:
        found.append("the last turn")
    return found


def _points(ruleset: OlympicRuleset) -> dict[str, Any]:
    parts = ruleset.components
    north = parts.board.north_row
    rows: list[tuple[str, ...]] = [
        ("no Japanese unit south of the Objective Line", "U.S.", str(parts.south), "18.2.1-A"),
        (f"each row from {north - 1:02}00 down to the southernmost Japanese unit", "U.S.", f"-{parts.per_row}", "18.2.1-A"),
        ("all of Kagoshima", "U.S.", str(parts.kagoshima_points), "18.2.1-B"),
        ("each other City hex under U.S. Control", "U.S.", str(parts.city_points), "18.2.1-C"),
        ("each Town under U.S. Control", "U.S.", str(parts.town_points), "18.2.1-D"),
    ]
    low = 0
    for letter, (high, halves) in zip("ABC", parts.casualty_bands, strict=False):
        last = letter == "ABC"[len(parts.casualty_bands) - 1]
        title = f"each Casualty Point above {low}" if last else f"each Casualty Point from {low + 1} to {high}"
        rows.append((title, "Japan", f"{halves / 2:g}", f"18.22-{letter}"))
        low = high
    note = "Counted after the last Game-Turn. The higher score wins."
    return chart("points", "Victory points", "18.23", note, ["side", "points", "rule"], rows)


def _casualties() -> dict[str, Any]:
    return chart(
        "casualties",
        "Casualty points",
        "15.0",
        "For each U.S. unit in a combat, whatever becomes of the Japanese.",
        ["points", "rule"],
        [
            ("each U.S. unit in the combat", "as the result says", "15.11"),
            ("instead, each one eliminated in supply", "10", "15.21"),
            ("instead, each one eliminated out of supply", "30", "15.22"),
            ("a Tokko attack", "as its table says", "15.31"),
        ],
    )


def _movement(ruleset: OlympicRuleset) -> dict[str, Any]:
    order = ruleset.components.order
    rows = [
        ("which units", f"by type: {', '.join(order)}", "14.51"),
        ("of one type", "the nearest to its destination first", "14.55"),
        ("equally near", "the one in the highest-numbered hex", "14.56"),
        ("where to", "the nearest vacant hex next to a U.S. unit that can be reached", "14.54-1"),
        ("failing that", "the nearest vacant hex next to those", "14.54-2"),
        ("equally near hexes", "rough, City, Town, clear; then the higher number", "14.57"),
        ("how", "by the cheapest route, as far as it gets", "14.52"),
    ]
    note = "How the doctrine moves Japan in solitaire play. Distances are in movement points and measured anew after every move."
    return chart("movement", "Japanese movement order", "14.5", note, ["rule of choice", "rule"], rows)


def _retreats() -> dict[str, Any]:
    rows = [
        ("Japan 1", "vacant hexes, then friends away from U.S. units, then friends next to them", "8.71-categories"),
        ("Japan 2", "rough, City, Town, clear", "8.71-terrain"),
        ("Japan 3", "the higher hex number", "8.71-tie"),
        ("U.S. 1", "supplied and no farther from a beachhead: vacant, then with friends", "8.72-categories"),
        ("U.S. 2", "supplied but farther: vacant, then with friends", "8.72-categories"),
        ("U.S. 3", "unsupplied hexes", "8.72-categories"),
        ("U.S. 4", "among equals rough, controlled City, controlled Town, clear", "8.72-terrain"),
    ]
    notes = "Step by step, never into an enemy unit, a vacant enemy zone of control, the sea or a full hex (8.7-elimination)."
    return chart("retreats", "Retreat priorities", "8.7-distance", notes, ["goes to", "rule"], rows)


def schedule_of(ruleset: OlympicRuleset) -> list[dict[str, Any]]:
    """The turn track: dates, and what each turn brings."""
    parts, found = ruleset.components, []
    for turn in range(1, parts.turns + 1):
        units = parts.arrivals.get(turn, {})
        marked = (("10.41", 1), ("9.23", parts.floating_turn), ("10.52-gt6", parts.cancelled_turn), ("18.1", parts.turns))
        cases = [case for case, when in marked if turn == when]
        found.append(
            {
                "turn": turn,
                "title": f"Game-Turn {turn}",
                "date": (LANDING + timedelta(weeks=turn - 1)).isoformat(),
                "says": _says(ruleset, turn),
                "cases": cases,
                "arrivals": {ruleset.sides[0]: sum(units.values())},
            }
        )
    return found
