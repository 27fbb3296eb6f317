"""What can be shaded on the map from the second day on: command, raids to be feared, and where artillery can be called down."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

from beachhead.boards.hexes import spaces_of
from beachhead.engine.shown.words import counted, listed
from beachhead.games.dday.combat import us_artillery
from beachhead.games.dday.control import command, command_posts
from beachhead.games.dday.counters import artillery_points, losses, support
from beachhead.games.dday.events import raids
from beachhead.games.dday.phases import SECOND_DAY
from beachhead.games.dday.ruleset import D_DAY, SCENARIOS
from beachhead.games.dday.state import DDayState
from beachhead.games.dday.table.combat.fire_risk import percent, raids_feared

Plain = dict[str, Any]
TITLES: Final = {
    "command": "Command",
    "raids": "Raids to be feared",
    "observers": "U.S. artillery",
}
REGIMENT_TONES: Final = ("violet", "green", "yellow", "blue", "red", "orange", "green", "violet", "red")
"""A tone for each regiment by its number; those that share one fight far apart."""
SHORT: Final = ("3", "4", "5", "C")
"""Whose guns, in few letters."""
GRADES: Final = 5


def has_later(scenario: str | None) -> bool:
    """Whether a scenario has a use for these overlays."""
    return scenario is not None and SCENARIOS.get(scenario, D_DAY) != D_DAY


# ---------------------------------------------------------------------- command


def command_ranges(state: DDayState) -> Plain:
    """How far each regimental HQ or command post commands, lines from HQs to whom they command, and hexes with units out of
    command."""
    if not command.is_normal(state):
        quiet = [{"level": 1, "tone": "plain", "text": "Everybody is in command: no HQ needs to be near"}]
        return {"case": "11.2.1", "title": f"{TITLES['command']}: everybody is in command", "levels": {}, "legend": quiet}
    ruleset = state.ruleset
    regions: list[Plain] = []
    legend: list[Plain] = []
    lines = command_lines(state)
    for number, regiment in enumerate(ruleset.regiments):
        hq = ruleset.regimental_hq[regiment]
        place = state.where[hq]
        if place < 0:
            continue
        reach = command.regimental_range(state, hq)
        hexes = command.spread(state, place, reach)
        post = command_posts.is_post(state, hq)
        what = "command post" if post else "HQ"
        look = {"tone": REGIMENT_TONES[number % len(REGIMENT_TONES)], "part": str(regiment)}
        title = f"{ruleset.unit_ids[hq]}: {what}, range {reach}"
        names = [ruleset.hex_name(hex_) for hex_ in spaces_of(hexes)]
        regions.append({"title": title, "spaces": names, "stroke": "solid" if post else "dashed"} | look)
        legend.append({"level": 4, "text": title} | look)
    levels: dict[str, Plain] = {}
    astray = out_of_command(state)
    for place in sorted({state.where[unit] for unit in astray}):
        count = sum(1 for unit in astray if state.where[unit] == place)
        levels[ruleset.hex_name(place)] = {"level": GRADES, "text": str(count), "tone": "bad"}
    legend.append({"level": 1, "tone": "plain", "text": "Solid: command post. Dashed: HQ. Lines: who commands whom"})
    text = f"out of command: {counted(len(astray), 'unit')}" if astray else "nobody is out of command"
    legend.append({"level": GRADES, "tone": "bad", "text": text})
    return {"case": "11.2.1", "regions": regions, "lines": lines, "levels": levels, "legend": legend}


def command_lines(state: DDayState) -> list[Plain]:
    """A line from each HQ to the hexes of the units that it commands elsewhere."""
    ruleset = state.ruleset
    tones = {regiment: REGIMENT_TONES[n % len(REGIMENT_TONES)] for n, regiment in enumerate(ruleset.regiments)}
    found: dict[tuple[int, int], list[int]] = {}
    for unit, place in enumerate(state.where):
        by = command.commander_of(state, unit) if place >= 0 else -1
        if by >= 0 and by != unit and state.where[by] != place:
            found.setdefault((by, place), []).append(unit)
    lines: list[Plain] = []
    for (by, place), units in found.items():
        regiment = ruleset.regiment[by]
        names = listed([ruleset.unit_ids[unit] for unit in units])
        path = [ruleset.hex_name(state.where[by]), ruleset.hex_name(place)]
        says = f"{ruleset.unit_ids[by]} commands {names}"
        lines.append({"path": path, "kind": "range", "tone": tones.get(regiment, "plain"), "part": str(regiment), "says": says})
    return lines


def out_of_command(state: DDayState) -> list[int]:
    """US units on the map that nobody commands."""
    if not command.is_normal(state):
        return []
    return [unit for unit, place in enumerate(state.where) if place >= 0 and not command.in_command(state, unit)]


# ---------------------------------------------------------------------- raids


def raid_chances(state: DDayState) -> Plain:
    """The US hexes that are open to raids as units stand now: the chance of a step loss, and the open ground beside them."""
    if state.turn < SECOND_DAY or state.turn <= state.resting:
        quiet = [{"level": 1, "tone": "plain", "text": "Raids come from 20 February on, but not on days of rest"}]
        return {"case": "10.1", "title": f"{TITLES['raids']}: none on this turn", "levels": {}, "legend": quiet}
    ruleset = state.ruleset
    levels: dict[str, Plain] = {}
    spaces: dict[str, list[str]] = {}
    feared = raids_feared(state)
    for place, hurt in feared.items():
        grade = max(1, min(GRADES, round((hurt.step + hurt.stopped) * 3)))
        text = percent(hurt.step) if hurt.step else "0"
        levels[ruleset.hex_name(place)] = {"level": grade, "text": text, "tone": "jp"}
        for flank in spaces_of(raids.open_flanks(state, place)):
            spaces[ruleset.hex_name(flank)] = ["jp"]
    steps = sum((hurt.step for hurt in feared.values()), Fraction(0))
    legend: list[Plain] = [
        {"level": 4, "tone": "jp", "text": "Figures: the chance that a raid costs a step; raided units are disrupted as well"},
        {"tone": "jp", "text": "open hexes beside them: no undisrupted U.S. unit there or next to them"},
        {
            "level": 1,
            "tone": "plain",
            "text": f"{counted(len(feared), 'hex', 'hexes')} open, {float(steps):.1f} steps lost on average",
        },
    ]
    made: Plain = {"case": "10.1", "levels": levels, "spaces": spaces, "legend": legend}
    return made if levels else made | {"title": f"{TITLES['raids']}: no hex is open to them"}


# ---------------------------------------------------------------------- artillery


def observers(state: DDayState) -> Plain:
    """The Japanese hexes on which artillery can be called down, and by whose observers."""
    ruleset = state.ruleset
    levels: dict[str, Plain] = {}
    at_hand = [us_artillery.at_hand(state, row) for row in range(artillery_points.ROWS)]
    for place in spaces_of(state.jp_mask):
        eyes = us_artillery.observed(state, place) if us_artillery.has_company(state, place) else 0
        text = " ".join(name for row, name in enumerate(SHORT) if eyes >> row & 1 and at_hand[row])
        levels[ruleset.hex_name(place)] = {"level": 5 if text else 1, "text": text, "tone": "us" if text else "jp"}
    most = ruleset.components.support[us_artillery.ARTILLERY]
    legend: list[Plain] = [
        {"level": 5, "tone": "us", "text": "can be shelled: 3, 4, 5 by guns of that division, C by those of the corps"},
        {"level": 1, "tone": "jp", "text": "nobody with a radio, under an HQ, observes it"},
    ]
    for row, points in enumerate(at_hand):
        if state.guns[row]:
            whose = support.owner_name(row).removeprefix("the ")
            legend.append(
                {
                    "level": 3,
                    "tone": "us",
                    "text": f"{whose[:1].upper()}{whose[1:]}: {points} of {state.guns[row]} points left today",
                }
            )
    text = f"A mission has at most {most.max_division} points of divisions and {most.max_corps} of the corps"
    legend.append({"level": 1, "tone": "plain", "text": text})
    made: Plain = {"case": "8.1-f", "levels": levels, "legend": legend}
    if any(at_hand):
        return made
    return {"case": "8.5-h", "title": f"{TITLES['observers']}: no points at hand", "levels": {}, "legend": legend[2:]}


def near_catastrophe(state: DDayState) -> list[int]:
    """Rifle companies whose next step lost brings a counter into the loss box of a division that has room for two at most."""
    found: list[int] = []
    for division in losses.DIVISIONS:
        most = losses.most_counters(state, division)
        if not most or losses.in_box(state, division) < most - 2:
            continue
        for unit in state.ruleset.rifles_of[division]:
            if state.where[unit] >= 0 and state.steps[unit] in (losses.HALF + 1, 1):
                found.append(unit)
    return found


MAKERS: Final = {"command": command_ranges, "raids": raid_chances, "observers": observers}
