"""Whether a state from outside can belong to a game of Saipan: what a save or a moment says is checked against map and rules.

Every step of the rules relies on what the steps before it leave behind. A save that says otherwise would end in the middle of an
action, or never, so it is refused when it is loaded.
"""

from __future__ import annotations

from beachhead.engine.errors import PositionError
from beachhead.games.saipan.landing import Landing
from beachhead.games.saipan.ruleset import SaipanRuleset
from beachhead.games.saipan.scenarios import NOTED, Note
from beachhead.games.saipan.state import SaipanState
from beachhead.series.island_war.combat.advance import Advance
from beachhead.series.island_war.combat.artillery import Barrage, Protect
from beachhead.series.island_war.combat.banzai import Banzai
from beachhead.series.island_war.combat.declaring import Attackers, CombatPhase
from beachhead.series.island_war.combat.differential import effective
from beachhead.series.island_war.combat.price import Price
from beachhead.series.island_war.combat.resolution import Aftermath
from beachhead.series.island_war.combat.retreat import NOBODY, Retreat, RetreatRecord
from beachhead.series.island_war.combat.routes import FAILING
from beachhead.series.island_war.marks import ATTACKED, CONTACT, DEFENDED
from beachhead.series.island_war.ruleset import JP, US
from beachhead.series.island_war.sequence import FIRST_COMBAT, FIRST_END, SECOND_COMBAT, SECOND_END, TurnRecord
from beachhead.series.island_war.state import AROUND, POOL


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
        raise PositionError(f"{name} storms {target} from {ruleset.hex_name(space)}, which is not sea")
    if beach not in ruleset.beaches:
        raise PositionError(f"{name} storms {target}, which is not a Beach hex")
    if space not in ruleset.ground.grid.neighbours[beach]:
        raise PositionError(f"{name} at sea {ruleset.hex_name(space)} is not adjacent to {target}, the beach it storms")
    if not state.held_by(JP, beach) and unit not in state.attackers:
        raise PositionError(f"{name} storms {target}, which no Japanese unit holds: it lands there instead (12.31-a)")
    if state.storm.count(beach) > 1:
        raise PositionError(f"two units storm {target}")


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


def check_fields(state: SaipanState) -> None:
    """Whether the fields of a state just loaded fit together, before anything is computed from them."""
    units, spaces = range(len(state.ruleset.units)), range(state.ruleset.ground.grid.size)
    on_map = [space for space in state.where if space >= 0]
    checks = {
        "where": len(set(on_map)) == len(on_map),
        "paths": all(2 <= len(path) <= AROUND and path[0] in units for path in state.paths)
        and all(space in spaces for path in state.paths for space in path[1:]),
        "landing": state.markers == sorted(state.markers),
    }
    _refuse(checks)


def _refuse(checks: dict[str, bool]) -> None:
    for name, sound in checks.items():
        if not sound:
            raise PositionError(f"this save cannot be played: invalid {name}")


# ---------------------------------------------------------------------- combat


def check_combat(state: SaipanState) -> None:
    """Whether places, phase and the combat under way fit together; occupants and zones are known by now."""
    for unit in range(len(state.ruleset.units)):
        check_storm(state, unit)
    check_markers(state)
    if state.outcome is not None:
        return
    checks = {"phase": _phase_is_sound(state)}
    if any(map(state.is_at, _BUILDING)):
        checks["attack"] = _attack_is_sound(state)
    elif state.is_in(Aftermath):
        checks["result"] = _result_is_sound(state)
        checks["retreat and advance"] = _retreat_is_sound(state)
    else:
        checks["combat"] = _no_combat(state)
    _refuse(checks)


_BUILDING = (Attackers, Barrage, Protect, Banzai)


def _phase_is_sound(state: SaipanState) -> bool:
    ruleset, turn = state.ruleset, state.find(TurnRecord)
    if state.is_in(Note):
        return len(ruleset.beaches) >= NOTED > len(state.note)
    if turn is None:
        free = sum(not state.occupant[space] for space in ruleset.ground.land)
        return free >= sum(state.where[unit] == POOL for unit in ruleset.roster[JP])
    american = state.phasing == US
    if state.is_in(CombatPhase):
        return turn.stage == (FIRST_END if american else SECOND_END) and _landings_bind(state)
    return turn.stage == (FIRST_COMBAT if american else SECOND_COMBAT) and (american or not state.is_in(Landing))


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


def _attack_is_sound(state: SaipanState) -> bool:
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
    if state.is_at(Attackers):
        return bool(state.attackers) and not means and not covered
    if state.is_at(Barrage):
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


def _retreat_is_sound(state: SaipanState) -> bool:
    verdict, paths = effective(state), state.paths
    beaten = {"D": state.defenders, "A": state.attackers}.get(verdict[0], [])
    winners = {"A": state.defenders, "D": state.attackers}.get(verdict[0], [])
    if not set(state.victors) <= set(winners) or not {path[0] for path in paths} <= set(beaten):
        return False
    if not set(state.pending) <= set(beaten) or not all(map(state.stands, state.pending)) or len(paths) > AROUND:
        return False
    if state.is_in(Price) and not state.banzai:
        return False
    if state.is_at(Advance) and not (state.victors and paths and all(map(state.stands, state.victors))):
        return False
    if not state.is_at(Retreat):
        return not state.pending
    return bool(state.pending) and verdict[1:].isdigit() and _steps_are_sound(state, int(verdict[1]))


def _steps_are_sound(state: SaipanState, hexes: int) -> bool:
    """The record of a retreat: its length, and how far the unit under way has come."""
    now = state.top(RetreatRecord)
    if now.hexes != hexes:
        return False
    if now.unit == -1:
        return now == (now.step, hexes, *NOBODY)
    grid, friends = state.ruleset.ground.grid, state.masks[state.ruleset.owner[state.pending[0]]]
    if now.unit != state.pending[0]:
        return False
    here = state.where[now.unit]
    return (
        bool(state.paths)
        and state.paths[-1][:2] == (now.unit, now.origin)
        and now.done in range(hexes)
        and now.level in range(FAILING + 1)
        and grid.distance(here, now.origin) == now.done
        and len(set(now.announced)) == len(now.announced)
        and all(space in range(grid.size) and friends >> space & 1 and space != here for space in now.announced)
    )
