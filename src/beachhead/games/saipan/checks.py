"""Whether a state from outside can belong to a game of Saipan: what a save or a moment says is checked against map and rules.

Every step of the rules relies on what the steps before it leave behind. A save that says otherwise would end in the middle of an
action, or never, so it is refused when it is loaded.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from beachhead.engine.bounds import PRINTED, UNITS
from beachhead.engine.errors import PositionError
from beachhead.games.saipan.facts import PLACES
from beachhead.games.saipan.ruleset import SaipanRuleset
from beachhead.games.saipan.scenarios import NOTED
from beachhead.games.saipan.state import SaipanState
from beachhead.series.island_war.resolution import effective
from beachhead.series.island_war.retreat import FAILING
from beachhead.series.island_war.sequence import FIRST_COMBAT, FIRST_END, SECOND_COMBAT, SECOND_END
from beachhead.series.island_war.state import ATTACKED, CONTACT, DEFENDED, JP, POOL, US

AROUND = 6
"""Neighbours of a hex, hence the most units on either side of a combat, since all attackers adjoin all defenders (7.23)."""

_UNDER: dict[str, tuple[str, ...]] = {
    "turn": ("",),
    "note": ("",),
    "deploy": ("",),
    "move": ("turn", "land"),
    "land": ("turn",),
    "combat": ("turn",),
    "attackers": ("combat",),
    "barrage": ("combat",),
    "protect": ("combat",),
    "banzai": ("combat",),
    "aftermath": ("combat",),
    "advance": ("aftermath",),
    "price": ("advance",),
    "retreat": ("advance", "price"),
}
"""What each step can stand on."""
_BUILDING = ("attackers", "barrage", "protect", "banzai")


def check_start(ruleset: SaipanRuleset) -> None:
    """Whether the scenario of a setup can begin at all."""
    if ruleset.free:
        if len(ruleset.beaches) < NOTED:
            raise PositionError(f"this map has {len(ruleset.beaches)} Beach hexes; Free Deployment needs {NOTED} (14.22-b)")
        if len(ruleset.ground.land) < len(ruleset.roster[JP]):
            raise PositionError(f"this map has no room for {len(ruleset.roster[JP])} Japanese units (14.21)")
        return
    for unit in (ruleset.units[number] for number in ruleset.roster[JP]):
        if ruleset.ground.grid.find(unit.start) is None:
            raise PositionError(f"{unit.id} has no hex to start in on this map: begin with a position instead")


# ---------------------------------------------------------------------- the map


def check_storm(state: SaipanState, unit: int) -> None:
    """A unit is in the sea exactly if it is a U.S. unit next to the beach that it is to storm (12.32)."""
    ruleset, beach, space = state.ruleset, state.storm[unit], state.where[unit]
    name = state.name(unit)
    if beach < 0:
        if space >= 0 and ruleset.ground.is_sea[space]:
            raise PositionError(f"{name} is at {ruleset.hex_name(space)}, which is sea")
        return
    target = ruleset.hex_name(beach)
    if ruleset.owner[unit] != US:
        raise PositionError(f"{name} is Japanese: only U.S. units come by sea (12.32)")
    if space < 0:
        raise PositionError(f"{name} is not on the map and cannot storm {target}")
    if not ruleset.ground.is_sea[space]:
        raise PositionError(f"{name} is to storm {target} from {ruleset.hex_name(space)}, which is not sea")
    if beach not in ruleset.beaches:
        raise PositionError(f"{name} is to storm {target}, which is not a Beach hex")
    if space not in ruleset.ground.grid.neighbours[beach]:
        raise PositionError(f"{name} at sea {ruleset.hex_name(space)} is not adjacent to {target}, the beach it is to storm")
    if not state.held_by(JP, beach) and unit not in state.attackers:
        raise PositionError(f"{name} is to storm {target}, which no Japanese unit holds: it lands there instead (12.31-a)")
    if state.storm.count(beach) > 1:
        raise PositionError(f"two units are to storm {target}")


def check_markers(state: SaipanState) -> None:
    """Beachhead markers and noted landings are on Beach hexes; an enemy that enters a marker's hex destroys it (12.34)."""
    ruleset = state.ruleset
    for what, spaces in (("beachhead markers", state.markers), ("noted landings", state.note)):
        for space in spaces:
            if space not in ruleset.beaches:
                raise PositionError(f"{what}: {ruleset.hex_name(space)} is not a Beach hex")
        if len(set(spaces)) < len(spaces):
            raise PositionError(f"{what}: a hex is listed twice")
    for space in state.markers:
        if state.held_by(JP, space):
            raise PositionError(
                f"beachhead markers: {state.name(state.unit_at(space))} holds {ruleset.hex_name(space)} (12.34-c)"
            )
    if len(state.note) > max(NOTED, len(ruleset.landing)):
        raise PositionError(f"noted landings: at most {NOTED} hexes can be noted (14.22-b)")


# ---------------------------------------------------------------------- fields


def _among(numbers: Iterable[object], allowed: Sequence[int] | range) -> bool:
    return all(type(number) is int and number in allowed for number in numbers)


def check_fields(state: SaipanState) -> None:
    """Whether the fields of a state just loaded can belong to a game with this setup."""
    ruleset = state.ruleset
    units, spaces = range(len(ruleset.units)), range(ruleset.ground.grid.size)
    lengths = (len(state.where), len(state.flags), len(state.storm), len(state.points))
    fights = (state.attackers, state.defenders, state.guns, state.cover, state.pending, state.victors)
    on_map = [place for place in state.where if type(place) is int and place >= 0]
    paths = all(isinstance(path, list | tuple) and 2 <= len(path) <= AROUND for path in state.paths)
    checks: dict[str, bool] = {
        "lists": lengths == (len(units), len(units), len(units), 2),
        "turn": 1 <= state.turn <= ruleset.track.turns,
        "phasing": state.phasing in (US, JP),
        "where": _among(state.where, (*spaces, *PLACES)) and len(set(on_map)) == len(on_map),
        "storm": _among(state.storm, range(-1, len(spaces))),
        "points": _among((*state.points, state.shells, state.cover_points), range(PRINTED + 1)),
        "combat": all(_among(fight, units) and len(set(fight)) == len(fight) for fight in fights),
        "paths": paths and all(path[0] in units and _among(path[1:], spaces) for path in state.paths),
        "landing": _among((*state.markers, *state.note), spaces) and state.markers == sorted(set(state.markers)),
        "switches": state.banzai in (0, 1) and state.revealed in (0, 1),
        "counts": state.landed in range(UNITS) and state.quota in range(-1, UNITS),
        "price": state.price in range(AROUND * PRINTED + 1),
        "die": state.die in range(7),
        "stack": bool(state.stack) != bool(state.outcome) and _stack_is_sound(state),
    }
    _refuse(checks)
    state.paths = [tuple(path) for path in state.paths]


def _refuse(checks: dict[str, bool]) -> None:
    for name, sound in checks.items():
        if not sound:
            raise PositionError(f"this save cannot be played: invalid {name}")


def _stack_is_sound(state: SaipanState) -> bool:
    """Whether every record of the stack stands where it can, with the numbers it needs."""
    below = ""
    for number, *values in state.stack:
        name = state.ruleset.steps[number].name
        sound = len(values) >= 5 if name == "retreat" else len(values) == (name == "turn")
        if below not in _UNDER[name] or not sound:
            return False
        below = name
    return True


# ---------------------------------------------------------------------- combat


def check_combat(state: SaipanState) -> None:
    """Whether places, phase and the combat under way fit together; occupants and zones are known by now."""
    for unit in range(len(state.ruleset.units)):
        check_storm(state, unit)
    check_markers(state)
    if state.outcome is not None:
        return
    names = [state.ruleset.steps[frame[0]].name for frame in state.stack]
    building = next((name for name in names if name in _BUILDING), "")
    checks = {"phase": _phase_is_sound(state, names)}
    if building:
        checks["attack"] = _attack_is_sound(state, building)
    elif "aftermath" in names:
        checks["result"] = _result_is_sound(state)
        checks["retreat and advance"] = _retreat_is_sound(state, names)
    else:
        checks["combat"] = _no_combat(state)
    _refuse(checks)


def _phase_is_sound(state: SaipanState, names: list[str]) -> bool:
    ruleset = state.ruleset
    if "note" in names:
        return len(ruleset.beaches) >= NOTED > len(state.note)
    if "deploy" in names:
        free = sum(not state.occupant[space] for space in ruleset.ground.land)
        return free >= sum(state.where[unit] == POOL for unit in ruleset.roster[JP])
    stage, american = state.stack[0][1], state.phasing == US
    if "combat" in names:
        return stage == (FIRST_END if american else SECOND_END) and _landings_bind(state)
    return stage == (FIRST_COMBAT if american else SECOND_COMBAT) and (american or "land" not in names)


def _landings_bind(state: SaipanState) -> bool:
    """In a combat phase a unit in the sea and the enemy on its beach are in contact until they have fought."""
    for unit, beach in enumerate(state.storm):
        if beach < 0 or state.flags[unit] & ATTACKED or unit in state.attackers:
            continue
        enemy = state.unit_at(beach)
        if not state.flags[unit] & CONTACT or state.flags[enemy] & (CONTACT | DEFENDED) != CONTACT:
            return False
    return True


def _no_combat(state: SaipanState) -> bool:
    lists = (state.attackers, state.defenders, state.guns, state.cover, state.pending, state.victors, state.paths)
    numbers = (state.shells, state.cover_points, state.banzai, state.die, state.result_column, state.price)
    return not any(lists) and not any(numbers) and not state.result_line and not state.verdict


def _sides_are_sound(state: SaipanState) -> bool:
    """Attackers and guns are the phasing player's, defenders and protective guns the other's; nobody takes part twice."""
    ruleset, side = state.ruleset, state.phasing
    ours, theirs = (*state.attackers, *state.guns), (*state.defenders, *state.cover)
    return (
        0 < len(state.defenders) <= AROUND
        and len(state.attackers) <= AROUND
        and all(ruleset.owner[unit] == side for unit in ours)
        and all(ruleset.owner[unit] == 1 - side for unit in theirs)
        and all(ruleset.is_gun[gun] for gun in (*state.guns, *state.cover))
        and len(set(ours)) == len(ours)
        and len(set(theirs)) == len(theirs)
    )


def _attack_is_sound(state: SaipanState, step: str) -> bool:
    """An attack that is still being built: everybody stands, attackers adjoin defenders, no die has fallen."""
    grid, where = state.ruleset.ground.grid, state.where
    everybody = (*state.attackers, *state.guns, *state.defenders, *state.cover)
    rolled = (state.die, state.result_column, state.banzai, state.price, *state.pending, *state.victors, *state.paths)
    if not _sides_are_sound(state) or any(rolled) or state.pending or state.victors or state.result_line or state.verdict:
        return False
    if not all(map(state.stands, everybody)):
        return False
    if any(where[enemy] not in grid.neighbours[where[unit]] for unit in state.attackers for enemy in state.defenders):
        return False
    ground = any(not state.ruleset.is_gun[unit] for unit in state.attackers)
    means = bool(state.guns or state.shells)
    covered = bool(state.cover or state.cover_points)
    if step == "attackers":
        return bool(state.attackers) and not means and not covered
    if step == "barrage":
        return bool(state.attackers or (means and len(state.defenders) == 1)) and not covered
    return ground


def _result_is_sound(state: SaipanState) -> bool:
    """A combat that has been rolled for: the result is what the table says for die, line and column."""
    table, line, column = state.ruleset.table, state.result_line, state.result_column
    if not state.die or line not in table.labels or column not in range(1, len(table.labels[line]) + 1):
        return False
    if not _sides_are_sound(state) or state.verdict != table.results[state.die - 1][column - 1]:
        return False
    foot = any(state.ruleset.is_foot[unit] for unit in state.attackers)
    return not state.banzai and not state.price if state.phasing == US or not foot else bool(state.banzai) or not state.price


def _retreat_is_sound(state: SaipanState, names: list[str]) -> bool:
    verdict, paths = effective(state), state.paths
    beaten = {"D": state.defenders, "A": state.attackers}.get(verdict[0], [])
    winners = {"A": state.defenders, "D": state.attackers}.get(verdict[0], [])
    if not set(state.victors) <= set(winners) or not {path[0] for path in paths} <= set(beaten):
        return False
    if not set(state.pending) <= set(beaten) or not all(map(state.stands, state.pending)) or len(paths) > AROUND:
        return False
    if "price" in names and not state.banzai:
        return False
    if names[-1] == "advance" and not (state.victors and paths and all(map(state.stands, state.victors))):
        return False
    if names[-1] != "retreat":
        return not state.pending
    return bool(state.pending) and verdict[1:].isdigit() and _steps_are_sound(state, int(verdict[1]))


def _steps_are_sound(state: SaipanState, hexes: int) -> bool:
    """The record of a retreat: its length, and how far the unit under way has come."""
    _, length, unit, origin, done, level, *announced = state.stack[-1]
    if length != hexes:
        return False
    if unit == -1:
        return (origin, done, level) == (-1, 0, 0) and not announced
    grid, friends = state.ruleset.ground.grid, state.masks[state.ruleset.owner[state.pending[0]]]
    return (
        unit == state.pending[0]
        and bool(state.paths)
        and state.paths[-1][:2] == (unit, origin)
        and done in range(hexes)
        and level in range(FAILING + 1)
        and grid.distance(state.where[unit], origin) == done
        and len(set(announced)) == len(announced)
        and all(space in range(grid.size) and friends >> space & 1 and space != state.where[unit] for space in announced)
    )
