"""What a table shows of an Island War game besides the position: map, charts, and what a choice would lead to.

Nothing here decides anything: every number comes from the modules of the rules. All of it is open to both sides, because these
games hide no unit; a game that does must answer with care for who is asking.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from beachhead.boards.hexes import spaces_of
from beachhead.engine.action import UNIT, Action, unpack
from beachhead.engine.event import Event
from beachhead.engine.shown.overlays import graded
from beachhead.engine.shown.words import counted
from beachhead.series.island_war.combat.fates import fates_of, prospect
from beachhead.series.island_war.combat.support import reserve_text
from beachhead.series.island_war.ruleset import SIDE_NAMES, IslandWarRuleset
from beachhead.series.island_war.state import IslandWarState
from beachhead.series.island_war.verbs import BANZAI, DONE, OPEN_SUPPORT, SUPPORT
from beachhead.series.island_war.zones import zone_mask

ROLLED = ("die", "result", "effect")
"""What only the roll brings: a preview tells the odds, never the roll itself."""
OVERLAYS = {"zones": "Zones of control", "guns": "Artillery ranges"}


def board_of(ruleset: IslandWarRuleset) -> dict[str, Any]:
    """The map as plain data."""
    board, names = ruleset.components.board, ruleset.ground.grid.names

    def sides(pairs: set[tuple[int, int]]) -> list[list[str]]:
        return sorted([names[first], names[second]] for first, second in pairs)

    grid = board.grid
    return {
        "kind": "hexes",
        "lines": grid.lines,
        "positions": grid.positions,
        "shifted": "even" if grid.shifted_parity == 0 else "odd",
        "terrain": {name: board.terrain[grid.space(name)] for name in sorted(names)},
        "hexsides": {"river": sides(board.rivers), "cliff": sides(board.cliffs)},
        "routes": {"road": sides(board.roads), "trail": sides(board.trails)},
        "beaches": sorted(names[space] for space in board.beaches),
        "names": {name: [names[space] for space in spaces] for name, spaces in board.names.items()},
    }


def points(halves: int) -> str:
    """Movement points as printed.

    >>> points(1), points(4), points(5)
    ('½', '2', '2½')
    """
    whole, half = divmod(halves, 2)
    return f"{whole or ''}½" if half else str(whole)


def charts_of(ruleset: IslandWarRuleset) -> list[dict[str, Any]]:
    """The results table (7.61) and the terrain key (5.2)."""
    table, hexsides = ruleset.table, ruleset.components.hexsides
    widest = max(map(len, table.labels.values()))
    lines = [{"id": line, "title": line.replace("_", " or "), "labels": list(labels)} for line, labels in table.labels.items()]
    results = {
        "id": "results",
        "title": "Combat results",
        "case": "7.61",
        "now": "combat",
        "notes": "Find the differential on the line of the defender's ground, then the die in that column.",
        "columns": [str(number) for number in range(1, widest + 1)],
        "rulers": lines,
        "codes": {code: _code(code) for code in sorted({cell for row in table.results for cell in row})},
        "rows": [{"id": str(die), "title": f"die {die}", "cells": list(row)} for die, row in enumerate(table.results, 1)],
    }
    rows = []
    for name, kind in ruleset.components.terrain.items():
        cells = [points(kind.halves), "yes" if kind.armour else "by road or trail", kind.line.replace("_", " or ")]
        rows.append({"id": name, "title": name, "cells": cells if kind.enter else ["closed", "closed", ""]})
    rows.append({"id": "road", "title": "along a road", "cells": [points(hexsides.road), "yes", ""]})
    rows.append({"id": "trail", "title": "along a trail", "cells": [points(hexsides.trail), "yes", ""]})
    river = [f"+{points(hexsides.river)}", "yes", hexsides.river_line.replace("_", " or ")]
    rows.append({"id": "river", "title": "across a river", "cells": river})
    rows.append({"id": "cliff", "title": "over a cliff", "cells": ["closed", "closed", ""]})
    terrain = {
        "id": "terrain",
        "title": "Terrain",
        "case": "5.21",
        "now": "",
        "notes": "Movement points to enter, whether armour may enter, and the line of the results table.",
        "columns": ["cost", "armour", "combat line"],
        "rulers": [],
        "rows": rows,
    }
    return [results, terrain]


def _code(code: str) -> dict[str, str | None]:
    """A result in words, and whom it helps."""
    if code == ".":
        return {"text": "·", "says": "no effect", "good": None}
    who, good = ("defender", "attacker") if code[0] == "D" else ("attacker", "defender")
    says = f"{who} eliminated" if code[1] == "e" else f"{who} retreats {counted(int(code[1]), 'hex', 'hexes')}"
    return {"text": code, "says": says, "good": good}


def schedule_of(ruleset: IslandWarRuleset) -> list[dict[str, Any]]:
    """The turn record track: dates and Ground Support Points."""
    return [
        {
            "turn": turn,
            "title": f"Game-Turn {turn}",
            "date": date,
            "says": [],
            "support": dict(zip(ruleset.sides, pair, strict=True)),
        }
        for turn, (date, pair) in enumerate(zip(ruleset.track.dates, ruleset.track.support, strict=True), 1)
    ]


def preview(state: IslandWarState, action: Action) -> dict[str, Any]:
    """The cost and path of a move; the combat as any other choice before the roll would leave it."""
    if state.die:
        return {}
    verb, _, second, _ = unpack(action.code)
    if verb == DONE and not state.defenders:
        return {}  # the end of a phase, about which there is nothing to know
    trial, events = state.copy(), list[Event]()
    trial.apply(action, events)
    walks = [event.data for event in events if event.kind == "move"]
    if walks:
        name, path = walks[0]["unit"], walks[0]["path"]
        found: dict[str, Any] = {"cost": points(path_halves(state, state.ruleset.number[name], path)), "path": path}
        if len(walks) > 1:
            found["back"] = walks[1]["path"]
        return found
    fought = next((event.data for event in events if event.kind == "combat"), None)
    facts = (
        prospect(trial)
        if fought is None
        else dict(fought) | fates_of(state, lambda copy: copy.step.take(copy, action.code), dict(fought))
    )
    combat = {name: value for name, value in facts.items() if name not in ROLLED}
    if not combat:
        return {}
    if verb in (SUPPORT, OPEN_SUPPORT) and state.side == state.ruleset.sides[state.phasing]:
        kept = reserve_text(state, second if verb == OPEN_SUPPORT else -1)
        if kept:
            combat["reserve"] = f"{kept}."
    if verb == BANZAI:
        return {"combat": combat, "text": f"Costs {combat['price']} Attack Strength, whatever the result."}
    return {"combat": combat}


def path_halves(state: IslandWarState, unit: int, path: Sequence[str]) -> int:
    """What a path costs, in half points."""
    ground, mover = state.ruleset.ground, state.ruleset.mover[unit]
    return sum(ground.step_halves(mover, *map(ground.grid.space, step)) or 0 for step in pairwise(path))


def about_unit(state: IslandWarState, name: str) -> dict[str, Any]:
    """What a unit may do now, what not and by which case, and the hexes that it covers."""
    unit = state.ruleset.number.get(name)
    if unit is None:
        return {"can": [], "cannot": [], "spaces": {}}
    spaces: dict[str, list[str]] = {}
    if state.stands(unit):
        grid, here = state.ruleset.ground.grid, state.where[unit]
        spaces["zone"] = [grid.names[near] for near in grid.neighbours[here] if not state.ruleset.ground.is_sea[near]]
        if state.ruleset.is_gun[unit]:
            covered = grid.within(here, state.ruleset.range[unit]) & state.ruleset.ground.land_mask & ~grid.bit[here]
            spaces["range"] = [grid.names[space] for space in spaces_of(covered)]
    verbs: dict[str, str] = {}
    for action in state.actions():
        number, first, _, _ = unpack(action.code)
        verb = state.ruleset.verbs[number]
        if first == unit and verb.kinds[:1] == (UNIT,):
            verbs[verb.word] = verb.says
    cannot = [] if verbs else _hindrance(state, unit)
    return {"can": [{"verb": word, "says": says} for word, says in verbs.items()], "cannot": cannot, "spaces": spaces}


def _hindrance(state: IslandWarState, unit: int) -> list[dict[str, str]]:
    """Why a unit of the side that decides has nothing to do: the refusal of the most natural thing it might try."""
    ruleset = state.ruleset
    if state.over or ruleset.sides[ruleset.owner[unit]] != state.side or not state.stands(unit):
        return []
    step, name = state.decision.step, state.name(unit)
    grid, here = ruleset.ground.grid, state.where[unit]
    tries: list[str] = []
    if step == "move":
        tries = [f"move {name} {grid.names[near]}" for near in grid.neighbours[here] if not ruleset.ground.is_sea[near]]
    elif step == "combat":
        enemies = list(state.adjacent_enemies(unit)) or list(state.on_map(1 - state.phasing))
        verb = "barrage" if ruleset.is_gun[unit] and not state.adjacent_enemies(unit) else "attack"
        tries = [f"{verb} {name} {state.name(enemy)}" for enemy in enemies]
    for text in tries:
        refusal = state.why_not(text)
        if refusal is not None:
            return [{"text": refusal.reason, "case": refusal.case}]
    return []


def overlay(state: IslandWarState, name: str) -> dict[str, Any]:
    """The zones of both sides, or how much barrage strength of each side reaches each hex of land."""
    ruleset, grid = state.ruleset, state.ruleset.ground.grid
    if name == "guns":
        return {"title": OVERLAYS[name], "case": "8.22"} | graded(_fire(state), SIDE_NAMES, "Barrage Strength in range")
    covered: dict[str, list[str]] = {}
    for side, label in enumerate(ruleset.sides):
        for space in spaces_of(zone_mask(state, side) & ruleset.ground.land_mask):
            covered.setdefault(grid.names[space], []).append(label)
    return {"title": OVERLAYS[name], "case": "6.0", "spaces": covered}


def _fire(state: IslandWarState) -> dict[str, dict[str, int]]:
    """The barrage strength of each side that reaches each hex of land."""
    ruleset, grid = state.ruleset, state.ruleset.ground.grid
    found: dict[str, dict[str, int]] = {}
    for side, label in enumerate(ruleset.sides):
        for gun in ruleset.guns[side]:
            if not state.stands(gun):
                continue
            for space in spaces_of(grid.within(state.where[gun], ruleset.range[gun]) & ruleset.ground.land_mask):
                sums = found.setdefault(grid.names[space], {})
                sums[label] = sums.get(label, 0) + ruleset.attack[gun]
    return found
