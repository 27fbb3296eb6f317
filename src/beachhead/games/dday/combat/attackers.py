"""Who may attack a hex (8.0, 8.1): qualifying units, battalions, heavy weapons, tanks and support; and why others may not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from beachhead.boards.sight import is_open, line_between
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.games.dday.box.kinds import RD
from beachhead.games.dday.control import command, lasting_events
from beachhead.games.dday.counters import forts, marines
from beachhead.games.dday.phases import FAMILY
from beachhead.games.dday.state import ACTED, ATTACKED, BARRAGED, ENTERED, FOUGHT, DDayState

NAVAL: Final = 1
AIR: Final = 2
"""Support that an attack uses, as bits."""
TANKS: Final = 2
"""Tank units in one attack or barrage."""


# ---------------------------------------------------------------------- the target


@enforces(FAMILY, "8.0-important", "8.0-attack", "8.3.1-b", "8.5.2", "7.0-a-attack", "17.3")
def is_target(state: DDayState, position: int) -> bool:
    """Whether a position hex can be attacked now. It is Japanese occupied, a fort alone is enough, and holds no US unit. A hex is
    attacked once in a phase, and not if it is barraged or fought over in it."""
    place = state.hex_of(position)
    if not state.jp_mask >> place & 1 or state.us_mask >> place & 1:
        return False
    return not state.done[position] & (ATTACKED | BARRAGED | FOUGHT | ENTERED)


def refuse_target(state: DDayState, place: int) -> Refusal | None:
    """Why a hex cannot be attacked; None if it can be."""
    where = state.ruleset.hex_name(place)
    position = state.slot_at(place)
    if position < 0 or not state.jp_mask >> place & 1:
        return Refusal("8.0-attack", f"nobody Japanese is in {where}; attack a hex with a Japanese unit or fort")
    if state.us_mask >> place & 1:
        return Refusal("8.0-attack", f"US units are in {where}, so it can only be fought over in close combat", (), ("8.6",))
    done = state.done[position]
    if done & ATTACKED:
        return Refusal("8.3.1-b", f"{where} has been attacked in this phase; a hex is attacked once")
    if done & BARRAGED:
        return Refusal("8.0-important", f"{where} has been barraged in this phase and cannot be attacked", (), ("8.5.2",))
    if done & (FOUGHT | ENTERED):
        return Refusal("8.5.2", f"{where} sees a close combat in this phase and cannot be attacked")
    return None


# ---------------------------------------------------------------------- lines to the target


def far(state: DDayState, unit: int, position: int) -> int:
    """Hexes from a unit on the map to a position hex."""
    ruleset = state.ruleset
    return ruleset.ground.distance[state.where[unit]][state.hex_of(position)]


@enforces(FAMILY, "7.3.7")
def is_cut_off(state: DDayState, position: int, place: int) -> bool:
    """Whether a cliff lies between a position hex and its neighbor."""
    ground = state.ruleset.ground
    way = ground.direction(place, state.hex_of(position))
    return way >= 0 and bool(ground.cliff[place] >> way & 1)


@enforces(FAMILY, "8.2.8-b", "8.2.7-important")
def crosses_bluff(state: DDayState, place: int, target: int) -> bool:
    """Whether fire from one hex into another crosses a bluff. Along a hexside it does only if it would on either side of it."""
    ground = state.ruleset.ground
    if ground.distance[place][target] <= 1:
        return bool(ground.bluff_mask[place] >> target & 1)
    flat = bytes(ground.size)
    return not is_open(line_between(ground.grid, place, target), flat, 0, sides=ground.board.bluffs)


# ---------------------------------------------------------------------- units


@enforces(FAMILY, "8.1.2", "7.0-d", "7.1")
def can_act(state: DDayState, unit: int) -> bool:
    """Whether a unit on the map has its action left. Disrupted units have none but their own moves."""
    return state.where[unit] >= 0 and not state.disrupted[unit] and not state.acted[unit] & ACTED and state.came_from[unit] < 0


@enforces(FAMILY, "8.1", "8.0-attack")
def qualifies(state: DDayState, unit: int) -> bool:
    """Whether a unit next to the target is enough for an attack: a rifle company, a battalion HQ or an engineer unit."""
    ruleset = state.ruleset
    return ruleset.is_rifle[unit] or ruleset.is_battalion_hq[unit] or ruleset.is_engineer[unit]


@enforces(FAMILY, "8.1-a", "8.1-b", "8.1-e", "8.1.1-printed", "8.1.1-tank", "17.4", "7.3.7", "8.1.3", "8.1-c", "7.0")
def reach_fault(state: DDayState, unit: int, position: int) -> str:
    """The case by which a unit cannot fire at a hex from where it is; empty if it can."""
    ruleset, here = state.ruleset, state.where[unit]
    if here < 0:
        return "8.1"
    if ruleset.is_regimental_hq[unit]:
        return "8.1.3"
    if state.disrupted[unit]:
        return "7.1"
    if not can_act(state, unit):
        return "8.1.2"
    if not command.in_command(state, unit):
        return "7.0"
    place = state.hex_of(position)
    hexes = ruleset.ground.distance[here][place]
    if hexes > 1 and lasting_events.rains(state):
        return "20.0-rain"
    if hexes <= 1:
        return side_fault(state, position, here)
    reach = attack_reach(state, unit)
    if hexes > reach:
        return "8.1.1-tank" if ruleset.is_tank[unit] else "8.1-a" if reach <= 1 else "8.1-b"
    if not ruleset.ground.sees(here, place):
        return "8.1-e" if ruleset.is_tank[unit] else BLIND
    return ""


@enforces(FAMILY, "17.4", "7.3.7")
def side_fault(state: DDayState, position: int, place: int) -> str:
    """The case by which nobody can fire at a hex from a neighbor of it; empty if there is none."""
    if is_cut_off(state, position, place):
        return "7.3.7"
    return "17.4" if forts.blocks(state, position, place) else ""


BLIND: Final = "8.1-b blind"
"""Infantry in range that does not see the hex: the same case, another reason."""


def reaches(state: DDayState, unit: int, position: int) -> bool:
    """Whether a unit can fire at a hex as far as actions, range, sight, cliffs and blocked sides go."""
    return not reach_fault(state, unit, position)


def refuse_reach(state: DDayState, unit: int, position: int) -> Refusal | None:
    """Why a unit cannot fire at a hex from where it is; None if it can."""
    case = reach_fault(state, unit, position)
    if not case:
        return None
    ruleset = state.ruleset
    name, where = ruleset.unit_ids[unit], ruleset.hex_name(state.hex_of(position))
    if case == "8.1":
        return Refusal(case, f"{name} is not on the map", (name,))
    if case == "8.1.3":
        return Refusal(case, f"{name} is a regimental HQ and takes no part in attacks", (name,))
    if case == "7.1":
        return Refusal(case, f"{name} is disrupted and cannot attack", (name,), ("8.1.2",))
    if case == "8.1.2":
        return Refusal(case, f"{name} has acted in this phase and cannot attack", (name,), ("7.0-d",))
    if case == "7.0":
        return Refusal(case, f"{name} is out of command and cannot attack", (name,), ("8.1-c", "4.0-VI"))
    if case == "7.3.7":
        return Refusal(case, f"a cliff lies between {name} and {where}", (name,))
    if case == "17.4":
        reason = f"the fort in {where} blocks the side toward {name}; attack elsewhere"
        return Refusal(case, reason, (name,), ("8.1-a",))
    if case == "20.0-rain":
        return Refusal(case, f"it rains, and {name} is not next to {where}: fire reaches one hex", (name,), ("8.1-b",))
    if case in ("8.1-e", BLIND):
        return Refusal("8.1-e" if case == "8.1-e" else "8.1-b", f"{name} has no line of sight to {where}", (name,))
    says = "must be next to the hex" if case == "8.1-a" else "reaches two hexes"
    reason = f"{name} is {far(state, unit, position)} hexes from {where} and {says}"
    return Refusal(case, reason, (name,), ("8.1.1",))


@enforces(FAMILY, "8.1.1-tank", "8.1.1-printed", "8.2.7", "20.0-rain")
def attack_reach(state: DDayState, unit: int) -> int:
    """How far a unit attacks: what is printed, one hex where nothing is, and one hex in rain."""
    if lasting_events.rains(state):
        return 1
    return max(1, marines.attack_range(state, unit))


# ---------------------------------------------------------------------- who attacks together


@enforces(FAMILY, "8.1-c")
def battalions_fit(state: DDayState, units: Sequence[int]) -> bool:
    """Whether the infantry of an attack is of one battalion, but for one company of another battalion of the regiment, which
    needs a hero in its hex (D14: an option)."""
    ruleset = state.ruleset
    found: dict[tuple[int, int], list[int]] = {}
    for unit in units:
        if ruleset.battalion[unit]:
            found.setdefault((ruleset.regiment[unit], ruleset.battalion[unit]), []).append(unit)
    if len(found) <= 1:
        return True
    if len(found) > 2:
        return False
    (first, one), (second, two) = found.items()
    if first[0] != second[0]:
        return False
    return _is_extra(state, one) or _is_extra(state, two)


def _is_extra(state: DDayState, units: Sequence[int]) -> bool:
    """Whether these units of a battalion may be the addition: one company, with a hero in its hex."""
    if len(units) != 1 or not state.ruleset.is_rifle[units[0]]:
        return False
    if not state.ruleset.extra_company_hero:
        return True
    return any(not state.inspired[hero] for hero in marines.heroes_in(state, state.where[units[0]]))


@enforces(FAMILY, "8.1-c", "8.1-d", "8.1-e", "8.1-a", "8.1-b", "18.4.4-b")
def refuse_joining(state: DDayState, position: int, units: Sequence[int], unit: int) -> Refusal | None:
    """Why a unit cannot join the units of an attack; None if it can. On D-Day everybody is in command, by
    every regiment."""
    if unit in units:
        name = state.ruleset.unit_ids[unit]
        return Refusal("8.3.1", f"{name} is already in this attack", (name,))
    return refuse_reach(state, unit, position) or _refuse_company(state, position, units, unit)


def may_join(state: DDayState, position: int, units: Sequence[int], unit: int) -> bool:
    """Whether a unit that is not among the units of an attack can join them."""
    return not reach_fault(state, unit, position) and _refuse_company(state, position, units, unit) is None


@enforces(FAMILY, "8.1-c", "8.1-d", "8.1-e")
def _refuse_company(state: DDayState, position: int, units: Sequence[int], unit: int) -> Refusal | None:
    """Why a unit that reaches the hex cannot attack it together with others."""
    ruleset, name = state.ruleset, state.ruleset.unit_ids[unit]
    if ruleset.is_heavy[unit]:
        return _refuse_heavy(state, units, unit)
    if ruleset.is_tank[unit]:
        return _refuse_tank(state, position, units, unit)
    if ruleset.battalion[unit] and not battalions_fit(state, [*units, unit]):
        says = "and with a hero in its hex" if ruleset.extra_company_hero else "without its HQ"
        return Refusal("8.1-c", f"{name} is of another battalion; one company of the same regiment may join, {says}", (name,))
    return None


def _refuse_heavy(state: DDayState, units: Sequence[int], unit: int) -> Refusal | None:
    ruleset, name = state.ruleset, state.ruleset.unit_ids[unit]
    if any(ruleset.is_heavy[other] for other in units):
        return Refusal("8.1-d", f"one heavy weapons company is in this attack already, so {name} cannot join", (name,))
    if not any(ruleset.regiment[other] == ruleset.regiment[unit] for other in units if ruleset.battalion[other]):
        return Refusal("8.1-d", f"no attacker is of the regiment of {name}", (name,))
    return None


@enforces(FAMILY, "8.1-e")
def _refuse_tank(state: DDayState, position: int, units: Sequence[int], unit: int) -> Refusal | None:
    ruleset, name = state.ruleset, state.ruleset.unit_ids[unit]
    if sum(ruleset.is_tank[other] for other in units) >= TANKS:
        return Refusal("8.1-e", f"two tank units are in this attack already, so {name} cannot join", (name,))
    if far(state, unit, position) <= 1:
        return None
    if not has_infantry(state, units):
        return Refusal("8.1-e", f"{name} is not next to the hex, and no infantry attacks that it could support", (name,))
    if command.is_normal(state) and not supports(state, units, unit):
        reason = f"{name} is neither next to attacking infantry nor under its regimental HQ or command post"
        return Refusal("8.1-e", reason, (name,), ("11.2.1-a-5", "15.3-c"))
    return None


@enforces(FAMILY, "8.1-e", "11.2.1-a-5", "15.3-c")
def supports(state: DDayState, units: Sequence[int], unit: int) -> bool:
    """Whether a tank unit at a distance may fire for attacking infantry: stacked with it or next to it, or both are under the HQ
    or command post of one regiment."""
    ruleset, regiment = state.ruleset, command.regiment_over(state, unit)
    near = ruleset.ground.disk[1][state.where[unit]]
    for other in units:
        if not ruleset.is_infantry[other]:
            continue
        if near >> state.where[other] & 1 or (regiment and command.regiment_over(state, other) == regiment):
            return True
    return False


def has_infantry(state: DDayState, units: Sequence[int]) -> bool:
    """Whether an infantry company or battalion HQ is among the attackers."""
    return any(state.ruleset.is_infantry[unit] for unit in units)


@enforces(FAMILY, "8.1-g", "8.5-j", "20.0-rain")
def refuse_support(state: DDayState, units: Sequence[int], support: int, kind: int) -> Refusal | None:
    """Why naval gunfire or an airstrike cannot support an attack; None if it can. On D-Day every infantry unit can call for it,
    since it is in command and has its regiment's radio (D72)."""
    points, what = (state.naval, "naval gunfire") if kind == NAVAL else (state.air, "airstrike")
    if support & kind:
        return Refusal("8.1-g", f"one {what} point supports this attack already; more are not allowed")
    if not points:
        return Refusal("8.1-g", f"there is no {what} point left", (), ("8.5-f",))
    if kind == AIR and lasting_events.rains(state):
        return Refusal("20.0-rain", "it rains: there are no airstrikes on this turn", (), ("8.1-g",))
    if not has_infantry(state, units):
        return Refusal("8.1-g", f"no infantry unit attacks that could call for {what}")
    if not any(can_call(state, unit) for unit in units):
        return Refusal("8.1-g", "no attacking infantry unit has a radio or is under its regimental HQ", (), ("11.2.1-a-3",))
    return None


@enforces(FAMILY, "8.1-g", "11.2.1-a-3", "15.3-c")
def can_call(state: DDayState, unit: int) -> bool:
    """Whether an attacking infantry unit can call for naval gunfire and airstrikes: with a radio of its own, or under a
    regimental HQ or command post."""
    return state.ruleset.is_infantry[unit] and (command.has_regiment(state, unit) or bool(marines.weapons(state, unit, 1) & RD))
