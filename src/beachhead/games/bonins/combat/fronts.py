"""Who may attack what (std-7.1, std-7.2, 14.2-f, 14.3-b, 17.2-a, 17.3-a): hexes as fronts, settled when a combat phase begins."""

from __future__ import annotations

from beachhead.boards.hexes import spaces_of
from beachhead.engine.action import pack
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.games.bonins.ground import FAMILY
from beachhead.games.bonins.ruleset import JP, US
from beachhead.games.bonins.state import ADVANCED, ATTACKED, DEFENDED, READY, BoninsState

DONE_FIGHTING = ATTACKED | ADVANCED


@enforces(FAMILY, "std-7.1-b", "16.3-c", "std-7.9-c")
def clear_phase(state: BoninsState) -> None:
    """A combat phase begins: nobody has attacked, been attacked or advanced in it."""
    state.fought = bytearray(len(state.fought))
    state.struck = []
    state.declared = []
    state.markers = 0
    state.ready_set = 0
    state.clear_fight()


@enforces(FAMILY, "14.3-b", "17.2-a", "13.0-4.1-b", "20.1-b", "19.3-a", "20.5-m", "23.2-c")
def make_ready(state: BoninsState, side: int) -> None:
    """Who may attack in this phase: whoever stands in a hex now, on a landing beach its top; for Japan face-up units that have an
    attack and a movement factor and do not charge."""
    if side == US:
        for space in spaces_of(state.us_mask):
            for unit in state.top_units(space):
                state.fought[unit] |= READY
        return
    ruleset = state.ruleset
    charging = {charge[0] for charge in state.charges}
    for unit in ruleset.jp_units:
        if state.where[unit] >= 0 and unit not in charging and ruleset.attack[unit] and ruleset.halves[unit]:
            state.fought[unit] |= READY


def units_at(state: BoninsState, side: int, space: int) -> list[int]:
    """The units of a side in a hex that everybody can see, top first."""
    if side == US:
        return state.us_in(space)
    up = state.up[space]
    return [up - 1] if up else []


def front(state: BoninsState, side: int, space: int) -> list[int]:
    """The units that may still attack from a hex, together."""
    fought = state.fought
    return [unit for unit in units_at(state, side, space) if fought[unit] & READY and not fought[unit] & DONE_FIGHTING]


@enforces(FAMILY, "17.3-a", "17.2-a", "13.0-5.2-c")
def attackers_into(state: BoninsState, units: list[int], target: int) -> list[int]:
    """Those of some units that can attack into a hex: tanks stay out of ravine, mountain and mine."""
    if state.ruleset.ground.tank_mask >> target & 1:
        return units
    is_tank = state.ruleset.is_tank
    return [unit for unit in units if not is_tank[unit]]


def is_lander(state: BoninsState, space: int) -> bool:
    """Whether a U.S. unit shares this hex with an enemy (14.2-f)."""
    return bool(state.us_mask & state.jp_mask & 1 << space)


def open_fronts(state: BoninsState, side: int) -> list[int]:
    """Hexes from which somebody may still attack, other than by a declared attack, ascending."""
    taken = {space for declared in state.declared for space in declared[2:]}
    mask = state.us_mask if side == US else state.up_mask
    return [space for space in spaces_of(mask) if space not in taken and front(state, side, space)]


def attacks(state: BoninsState, side: int, verb: int) -> list[int]:
    """Every attack that a side may open: for each hex its targets, both ascending."""
    touching = state.us_mask & (state.jp_zone() | state.jp_mask) if side == US else state.up_mask
    taken = {space for declared in state.declared for space in declared[2:]}
    found: list[int] = []
    for space in spaces_of(touching):
        if space not in taken:
            found += [pack(verb, target, space) for target in targets_of(state, side, space)]
    return found


@enforces(FAMILY, "std-7.1-b", "std-7.9-c", "16.2-b", "20.5-m")
def may_be_attacked(state: BoninsState, side: int, target: int) -> bool:
    """Whether a hex may be attacked by a side now: a dug-in unit once a phase by its hex, other units once each, of a beach stack
    the top only; nothing that a declared attack has reserved."""
    if any(declared[0] == target for declared in state.declared):
        return False
    if side == US:
        if state.dug_mask >> target & 1:
            return target not in state.struck
        up = state.up[target]
        return bool(up) and not state.fought[up - 1] & (DEFENDED | ADVANCED)
    if not state.us_mask >> target & 1:
        return False
    if state.beach_mask() >> target & 1 and target in state.struck:
        return False
    return not any(state.fought[unit] & (DEFENDED | ADVANCED) for unit in state.top_units(target))


@enforces(FAMILY, "std-7.1-a", "14.2-f", "std-7.0")
def targets_of(state: BoninsState, side: int, space: int) -> list[int]:
    """The hexes that may be attacked from a hex, ascending. A lander attacks the enemy in its own hex and nobody else."""
    near = 1 << space if side == US and is_lander(state, space) else state.ruleset.ground.near_mask[space]
    near &= state.jp_mask if side == US else state.us_mask
    if not near:
        return []
    units = front(state, side, space)
    return [target for target in spaces_of(near) if may_be_attacked(state, side, target) and attackers_into(state, units, target)]


def joiners(state: BoninsState, side: int, target: int, fronts: list[int]) -> list[int]:
    """Hexes that may join an attack that is being prepared, ascending."""
    taken = {space for declared in state.declared for space in declared[2:]}
    mask = state.us_mask if side == US else state.up_mask
    around = state.ruleset.ground.near_mask[target]
    found = []
    for space in spaces_of(mask & around):
        if space in fronts or space in taken or (side == US and is_lander(state, space)):
            continue
        if attackers_into(state, front(state, side, space), target):
            found.append(space)
    return found


def refuse_front(state: BoninsState, side: int, target: int, space: int) -> Refusal:
    """Why nobody can attack a hex from another."""
    ruleset = state.ruleset
    where, there = state.hex_name(target), state.hex_name(space)
    own, enemy = ("U.S.", "Japanese") if side == US else ("face-up Japanese", "U.S.")
    units = units_at(state, side, space)
    about = tuple(state.name(unit) for unit in units)
    if not units:
        if side == JP and state.dug_mask >> space & 1:
            return Refusal("23.2-c", f"the unit in {there} is dug in, and only face-up units attack", (), ("std-7.1-a",))
        return Refusal("std-7.1-a", f"there is no {own} unit in {there}")
    if not (state.jp_mask if side == US else state.us_mask) >> target & 1:
        return Refusal("std-7.1-a", f"there is no {enemy} unit in {where}", about)
    if side == US and is_lander(state, space) and target != space:
        return Refusal("14.2-f", f"{about[0]} must attack the Japanese unit in its own hex", about)
    if not ruleset.ground.near_mask[space] >> target & 1 and target != space:
        return Refusal("std-7.1-a", f"{there} is not adjacent to {where}", about)
    if any(declared[0] == target for declared in state.declared):
        return Refusal("16.2-b", f"the attack on {where} has been declared already", about)
    if any(space in declared[2:] for declared in state.declared):
        return Refusal("16.2-b", f"the units in {there} have been declared for another attack", about)
    if not front(state, side, space):
        fought = [state.fought[unit] for unit in units]
        if any(marks & ADVANCED for marks in fought):
            return Refusal("std-7.9-c", f"{about[0]} has advanced and cannot attack again in this phase", about)
        if any(marks & ATTACKED for marks in fought):
            return Refusal("std-7.1-b", f"{about[0]} has attacked in this phase", about)
        if side == JP:
            return Refusal("19.3-a", f"{about[0]} cannot attack", about, ("20.5-m",))
        return Refusal("14.3-b", f"nobody in {there} was on top of the stack when the phase began", about)
    if not may_be_attacked(state, side, target):
        defenders = units_at(state, 1 - side, target)
        if any(state.fought[unit] & ADVANCED for unit in defenders):
            return Refusal("std-7.9-c", f"the unit in {where} has advanced and is not attacked again in this phase", about)
        return Refusal("std-7.1-b", f"{where} has been attacked in this phase", about)
    return Refusal("17.3-a", f"tanks cannot attack into {where}, which is {ruleset.ground.island.terrain[target]}", about)
