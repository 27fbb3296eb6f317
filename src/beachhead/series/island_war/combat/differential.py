"""7.4 to 7.6, the combat as it stands: who takes part, the differential, the terrain line, the column of the table."""

from __future__ import annotations

from typing import Any

from beachhead.boards.hexes import mask_of
from beachhead.engine.action import UNIT
from beachhead.engine.files.cases import enforces
from beachhead.series.island_war import FAMILY
from beachhead.series.island_war.combat.support import points_text
from beachhead.series.island_war.marks import DEFENDED
from beachhead.series.island_war.state import IslandWarState


def is_declared(state: IslandWarState) -> bool:
    """Whether an attack is under way and its step a is over."""
    return bool(state.defenders) and bool(state.flags[state.defenders[0]] & DEFENDED)


@enforces(FAMILY, "8.15", "8.45", "9.0-procedure")
def artillery_only(state: IslandWarState) -> bool:
    """Whether the attack is made by artillery, near or far, and support points alone."""
    is_gun = state.ruleset.is_gun
    for unit in state.attackers:  # noqa: SIM110 - a generator would cost more than the loop
        if not is_gun[unit]:
            return False
    return True


@enforces(FAMILY, "7.0-procedure-1", "8.5", "8.43", "9.11", "10.0-procedure-1", "10.11", "8.31", "4.1-1B-d")
def strengths(state: IslandWarState) -> tuple[int, int]:
    """Attacking and defending points of the combat as it stands."""
    ruleset = state.ruleset
    attacks, attack, defence = ruleset.attack, state.shells, state.cover_points
    for unit in state.attackers:
        attack += attacks[unit]
        if state.banzai and ruleset.is_foot[unit]:
            attack += attacks[unit]
    for gun in state.guns:
        attack += attacks[gun]
    for unit in state.defenders:
        defence += ruleset.defence[unit]
    for gun in state.cover:
        defence += ruleset.fpf[gun]
    return attack, defence


@enforces(FAMILY, "7.0-example", "7.41", "7.42", "7.44", "7.44-example", "7.45", "8.62-a", "8.62-b", "8.62-c")
def table_line(state: IslandWarState) -> str:
    """The terrain line: the best for the defender among the hexes of all defenders and the rivers that count.

    A river counts for a defender if some adjacent non-artillery unit attacks it and all of these do so across river
    hexsides (R21).
    """
    ruleset, where = state.ruleset, state.where
    ground, favours = ruleset.ground, ruleset.favour
    foes = mask_of([where[unit] for unit in state.attackers if not ruleset.is_gun[unit]])
    best, favour = "", -99
    for unit in state.defenders:
        space = where[unit]
        line = ground.lines[space]
        if favours[line] > favour:
            best, favour = line, favours[line]
        if foes and not foes & ~ground.across_river[space]:
            line = ground.hexsides.river_line
            if favours[line] > favour:
                best, favour = line, favours[line]
    return ruleset.table.aliases.get(best, best)


def column(state: IslandWarState) -> tuple[str, int]:
    """Line and column of the combat as it stands."""
    attack, defence = strengths(state)
    line = table_line(state)
    return line, state.ruleset.table.column(line, attack - defence)


def attacking_names(state: IslandWarState) -> str:
    """Who attacks, guns and points included."""
    name = state.ruleset.names[UNIT].full.__getitem__
    if not state.guns and not state.shells:
        return ", ".join(map(name, state.attackers))
    units = [*map(name, state.attackers), *map(name, state.guns)]
    if state.shells:
        units.append(points_text(state.shells))
    return ", ".join(units)


def attackers_do(state: IslandWarState, verb: str) -> str:
    """The attackers and what they do, in the singular for one alone: `U:A attacks`, `U:A, U:B attack`."""
    return f"{state.list_names(state.attackers)} {verb}{'s' if len(state.attackers) == 1 else ''}"


def describe(state: IslandWarState) -> str:
    """The combat as it stands, in a sentence."""
    attack, defence = strengths(state)
    line = table_line(state)
    return (
        f"{attacking_names(state)} against {state.list_names(state.defenders)}: {attack} to {defence}, {attack - defence:+}, "
        f"{line.replace('_', ' or ')} line."
    )


def effective(state: IslandWarState) -> str:
    """The result as it counts: a D1 by artillery and points alone is none (8.15), nor an A that finds no adjacent
    attacker (8.14)."""
    if artillery_only(state) and (state.verdict == "D1" or (state.verdict[0] == "A" and not state.attackers)):
        return "."
    return state.verdict


def combat_facts(state: IslandWarState) -> dict[str, Any]:
    """The combat under way, for views, events and vectors."""
    if not state.defenders:
        return {}
    ruleset = state.ruleset
    name = ruleset.names[UNIT].full.__getitem__
    attack, defence = strengths(state)
    if state.die:
        line, number = state.result_line, state.result_column
    else:
        line = table_line(state)
        number = ruleset.table.column(line, attack - defence)
    facts: dict[str, Any] = {
        "attackers": [*map(name, state.attackers)],
        "defenders": [*map(name, state.defenders)],
        "barrage": [*map(name, state.guns)],
        "support": state.shells,
        "protect": [*map(name, state.cover)],
        "protective support": state.cover_points,
        "attack": attack,
        "defence": defence,
        "differential": attack - defence,
        "banzai": bool(state.banzai),
        "line": line,
        "column": number,
        "label": ruleset.table.labels[line][number - 1],
    }
    if state.die:
        verdict = effective(state)
        effect = "none" if verdict == "." else "eliminated" if verdict[1] == "e" else f"retreat {verdict[1]}"
        facts |= {"die": state.die, "result": state.verdict, "effect": effect}
    if state.price:
        facts["price"] = state.price
    return facts
