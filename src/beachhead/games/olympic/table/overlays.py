"""What can be shaded on the map on request: supply, zones, chances to land, what scores, and where the doctrine goes next.

Everything is told from what that side may know; what lies face down counts as the rules treat it for everybody (A59, A103).
"""

from __future__ import annotations

from typing import Any, Final

from beachhead.boards.hexes import spaces_of
from beachhead.engine.shown.words import listed
from beachhead.games.olympic.box.kinds import MARINE
from beachhead.games.olympic.doctrine import marching
from beachhead.games.olympic.landing.assault import CLOSED, VACANT, standing
from beachhead.games.olympic.ruleset import JP
from beachhead.games.olympic.state import STACK, OlympicState
from beachhead.games.olympic.supply import jp_region, judge_movement, us_region
from beachhead.games.olympic.table.chances import assault_chance
from beachhead.games.olympic.table.view import deploying, score_of
from beachhead.games.olympic.table.ways import Lines, cut_of, jp_lines, us_lines, way_of

Plain = dict[str, Any]
GRADES: Final = 5
OVERLAYS: Final = {
    "us supply": "U.S. supply",
    "jp supply": "Japanese supply",
    "us zones": "U.S. zones of control",
    "jp zones": "Japanese zones of control",
    "landing chances": "Chances to land",
    "score": "What scores",
    "doctrine": "Next moves of the doctrine",
}


def overlay(state: OlympicState, side: str | None, name: str) -> Plain:
    """One of the overlays, as that side may see it: while Japan deploys, its counters are out of sight (17.2)."""
    if deploying(state) and side != state.ruleset.sides[JP]:
        state = state.copy()
        state.reserve = bytearray(len(state.reserve))
        state.rebuild()
    makers = {
        "us supply": us_supply,
        "jp supply": jp_supply,
        "us zones": us_zones,
        "jp zones": jp_zones,
        "landing chances": landing_chances,
        "score": scores,
    }
    made = makers[name](state) if name in makers else doctrine(state)
    return {"name": name, "title": OVERLAYS[name]} | made


def _hexes(state: OlympicState, mask: int) -> list[str]:
    names = state.ruleset.ground.names
    return [names[space] for space in spaces_of(mask)]


# ---------------------------------------------------------------------- supply


def us_supply(state: OlympicState) -> Plain:
    """Where a U.S. unit is in supply, the way to every stack, and what cuts those without one."""
    ground = state.ruleset.ground
    spaces = {hex_: ["us"] for hex_ in _hexes(state, us_region(state) & ground.land_mask)}
    drawn = _lines(state, us_lines(state), state.us_mask & ground.land_mask, state.beach_mask)
    legend = [{"tone": "us", "text": "U.S. units are in supply here"}, *_LEGEND]
    return {"case": "12.12", "spaces": spaces | drawn["cuts"], "lines": drawn["lines"], "legend": legend}


def jp_supply(state: OlympicState) -> Plain:
    """The same for Japan; sources are Cities, and Towns by threes, that the U.S. does not control."""
    ground = state.ruleset.ground
    spaces = {hex_: ["jp"] for hex_ in _hexes(state, jp_region(state) & ground.land_mask)}
    lines = jp_lines(state)
    places = ground.place_mask & ~state.control_mask
    drawn = _lines(state, lines, state.jp_mask, lines.sources or places)
    legend = [{"tone": "jp", "text": "Japanese units are in supply here"}, *_LEGEND]
    found: Plain = {"case": "12.11", "spaces": spaces | drawn["cuts"], "lines": drawn["lines"], "legend": legend}
    return found | {"title": f"{OVERLAYS['jp supply']}: all on Game-Turn 1", "case": "12.31"} if state.turn == 1 else found


_LEGEND: Final = [{"kind": "way", "text": "a way to a source"}, {"kind": "cut", "text": "cut off: the marked hexes bar the way"}]


def _lines(state: OlympicState, lines: Lines, units: int, goals: int) -> Plain:
    """A line for every hex with units."""
    names, drawn, cuts = state.ruleset.ground.names, list[Plain](), dict[str, list[str]]()
    for space in spaces_of(units):
        who = listed([state.name(unit) for unit in state.units_in(space)])
        way = way_of(state, lines, space)
        if len(way) > 1:
            drawn.append({"path": [names[one] for one in reversed(way)], "kind": "way", "says": f"{who}: in supply"})
        elif not way and goals:
            path, bars = cut_of(state, lines, space, goals)
            at = [names[one] for one in bars]
            says = f"{who}: cut off at {listed(at)}" if at else f"{who}: out of supply"
            drawn.append({"path": [names[one] for one in reversed(path)], "kind": "cut", "says": says})
            cuts |= {hex_: ["cut"] for hex_ in at}
    return {"lines": drawn, "cuts": cuts}


# ---------------------------------------------------------------------- zones


def us_zones(state: OlympicState) -> Plain:
    """U.S. zones of control; stacks at sea have none."""
    zone = state.us_zone() & state.ruleset.ground.land_mask
    return {"case": "6.0", "spaces": {hex_: ["us"] for hex_ in _hexes(state, zone)}}


def jp_zones(state: OlympicState) -> Plain:
    """Zones of released units, and the hexes next to face-down counters, which may be dummies (A59)."""
    zone, perhaps = state.jp_zone(), state.down_zone()
    found: Plain = {"case": "6.0", "spaces": {hex_: ["jp"] for hex_ in _hexes(state, zone)}}
    if perhaps & ~zone:
        text = "next to a face-down counter, which may be a dummy"
        found["regions"] = [{"title": "Perhaps", "spaces": _hexes(state, perhaps & ~zone), "stroke": "dashed", "says": text}]
        found["legend"] = [{"tone": "jp", "text": "zones of Japanese units"}, {"kind": "range", "text": text}]
    return found


# ---------------------------------------------------------------------- landing


def landing_chances(state: OlympicState) -> Plain:
    """For every coastal hex next to an invasion zone the chance of a full stack of Army and of Marine units to land there."""
    ruleset = state.ruleset
    ground = ruleset.ground
    army = STACK * min((ruleset.strength[unit] for unit in ruleset.us_units), default=0)
    marine = STACK * max((ruleset.strength[unit] for unit in ruleset.us_units if ruleset.units[unit].kind == MARINE), default=0)
    levels: dict[str, Plain] = {}
    for coast in sorted(ground.zones_beside):
        kind = standing(state, coast, STACK)
        if kind == CLOSED or (kind == VACANT and state.us_mask >> coast & 1):
            continue
        chances = [assault_chance(state, strength, coast) for strength in (army, marine) if strength]
        figures = [str(round(chance * 100)) for chance in chances]
        text = figures[0] if len(set(figures)) == 1 else ":".join(figures)
        levels[ground.names[coast]] = {"level": max(1, round(chances[0] * GRADES)), "text": text, "tone": "us"}
    text = "Percent for three Army units : three Marine units; one figure: equal for both"
    legend = [
        {"level": 5, "tone": "us", "text": "The deeper, the safer the landing"},
        {"level": 1, "tone": "plain", "text": text},
    ]
    return {"case": "10.0-success", "levels": levels, "legend": legend}


# ---------------------------------------------------------------------- score


def scores(state: OlympicState) -> Plain:
    """Towns and Cities with their points, who has them, and the Japanese unit that costs the points for the south."""
    ruleset = state.ruleset
    ground, components = ruleset.ground, ruleset.components
    levels: dict[str, Plain] = {}
    for place, space in enumerate(ground.places):
        points = components.city_points if ground.is_city[place] else components.town_points
        text = f"{points}*" if place in ground.kagoshima else str(points)
        grade = GRADES if place in ground.kagoshima else 3 if ground.is_city[place] else 2
        levels[ground.names[space]] = {"level": grade, "text": text, "tone": "us" if state.control[place] else "jp"}
    found: Plain = {"case": "18.2.1-C", "levels": levels}
    now = score_of(state)
    legend = [
        {"level": 3, "tone": "us", "text": "U.S. Control marker: scores"},
        {"level": 3, "tone": "jp", "text": "no marker: scores nothing"},
        {"level": 5, "tone": "plain", "text": f"* {components.kagoshima_points} if all of Kagoshima is controlled"},
    ]
    held = (state.jp_mask | state.down_mask) & ~ground.north_mask
    if held:
        low = (held & -held).bit_length() - 1
        row = ground.row[low]
        south = [ground.names[space] for space in spaces_of(held) if ground.row[space] == row]
        says = f"The southernmost Japanese counter, in row {row:02d}, leaves {now['south']} of {components.south} points"
        found["regions"] = [{"title": "Southernmost", "spaces": south, "tone": "jp", "says": says}]
        legend.append({"kind": "region", "tone": "jp", "text": says})
    return found | {"legend": legend}


# ---------------------------------------------------------------------- doctrine


def doctrine(state: OlympicState) -> Plain:
    """Where the released Japanese units would go if their Movement Phase were now, in the order in which they move (14.5)."""
    ruleset = state.ruleset
    if not ruleset.doctrine:
        return {"case": "16.53-free", "title": f"{OVERLAYS['doctrine']}: solitaire only", "lines": []}
    if state.outcome is not None:
        return {"case": "18.1", "title": f"{OVERLAYS['doctrine']}: the game is over", "lines": []}
    names, lines, spaces = ruleset.ground.names, list[Plain](), dict[str, list[str]]()
    for number, (unit, goal, cost, ring, stop, path) in enumerate(marching.destinations(coming_phase(state)), 1):
        start = state.where[unit]
        way = [names[space] for space in ((start, *path) if start >= 0 else path)]
        where = {0: "nearest free hex", 1: "Primary hex", 2: "Secondary hex"}.get(ring, "farther ring")
        goal_name = names[goal] if goal >= 0 else names[stop]
        says = f"{number}. {state.name(unit)} toward {goal_name} ({where}, {cost} MP), stops at {names[stop]}"
        lines.append({"path": way, "kind": "way", "tone": "jp", "says": says})
        spaces[names[stop]] = [str(number)]
    legend = [{"kind": "way", "tone": "jp", "text": "moves by the doctrine as things are now, numbered in their order"}]
    return {"case": "14.52", "plain": True, "spaces": spaces, "lines": lines, "legend": legend}


def coming_phase(state: OlympicState) -> OlympicState:
    """A copy in which a Japanese Movement Phase begins now; the running one if it is under way."""
    if state.step.name == "march":
        return state
    trial = state.copy()
    trial.sink = None
    trial.moved = bytearray(len(trial.moved))
    trial.march = None
    trial.tables = None
    judge_movement(trial, trial.ruleset.jp_units)
    return trial
