"""Where units and stacks can move next, and why not elsewhere (7.2, 7.3, 7.4). What happens on the way is in `movement`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from beachhead.boards.hexes import spaces_of
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.games.dday.box.kinds import OFFICER
from beachhead.games.dday.control import command, command_posts, communication, fields_of_fire, lasting_events
from beachhead.games.dday.counters import defenders, forts, marines
from beachhead.games.dday.fire import under_fire
from beachhead.games.dday.island.passability import allowance
from beachhead.games.dday.moves import recovery
from beachhead.games.dday.phases import FAMILY
from beachhead.games.dday.state import ACTED, ATTACKED, FOUGHT, DDayState

ONE_HEX: Final = "7.3.2"
ENDS: Final = {
    "7.3.1-c": "next to the Japanese",
    "7.3.1-b": "in the second hex under a field of fire",
    "7.3.1-f": "on a hilltop or among rocks or woods",
    ONE_HEX: "after one hex, as declared",
    "7.3.1-a": "as far as it can go",
}
"""The cases by which moves end, and where that is."""

# ---------------------------------------------------------------------- who


@enforces(FAMILY, "7.0", "7.0-d", "7.2-c", "7.6", "4.0-VI", "7.1", "15.0-a")
def able(state: DDayState, unit: int) -> bool:
    """Whether a unit can still act in this phase: on the map, undisrupted, in command, no command post, and it has not acted."""
    return (
        state.where[unit] >= 0
        and not state.disrupted[unit]
        and not state.acted[unit] & ACTED
        and command.in_command(state, unit)
        and not command_posts.is_post(state, unit)
    )


def why_idle(state: DDayState, unit: int) -> Refusal | None:
    """Why a unit cannot act; None if it can."""
    name = state.ruleset.unit_ids[unit]
    if state.where[unit] < 0:
        return Refusal("7.0", f"{name} is not on the map", (name,))
    if state.acted[unit] & ACTED:
        reasons = (passed.why for passed in state.passed)
        stopped = next((why for why in reasons if name in why.units and why.case in ENDS), None)
        return stopped or Refusal("7.0-d", f"{name} has acted already in this phase", (name,), ("7.2-c",))
    if state.disrupted[unit]:
        reason = f"{name} is disrupted: it can only recover or make a preservation move"
        return Refusal("7.6", reason, (name,), ("7.0", "7.1-a"))
    if not command.in_command(state, unit):
        return Refusal("7.0", f"{name} is out of command", (name,), ("7.1", "4.0-VI"))
    if command_posts.is_post(state, unit):
        return Refusal("15.0-a", f"{name} is a command post and cannot move", (name,))
    return None


def tanks_and_others(state: DDayState, units: Sequence[int]) -> tuple[bool, bool]:
    """Whether there are tanks among some units, and whether there are others."""
    tanks = others = False
    for unit in units:
        if state.ruleset.is_tank[unit]:
            tanks = True
        else:
            others = True
    return tanks, others


@enforces(FAMILY, "7.2-b")
def may_join(state: DDayState, unit: int, leader: int) -> bool:
    """Whether two units may act as a stack: they began the phase in the same hex, and both can still act there."""
    return (
        unit != leader
        and able(state, unit)
        and able(state, leader)
        and state.where[unit] == state.where[leader]
        and state.began[unit] == state.began[leader]
        and not command.clash(state, unit, leader)
    )


@enforces(FAMILY, "11.1.2-officer-e")
def may_pick_up(state: DDayState, units: Sequence[int], unit: int) -> bool:
    """Whether a stack on the move may take a unit along: only with an officer hero who is with his HQ, from the hex in which it
    is."""
    if unit in units or not able(state, unit) or state.where[unit] != state.where[units[0]]:
        return False
    for member in units:
        hero = marines.hero_of(state, member)
        if hero >= 0 and not state.inspired[hero] and state.ruleset.hero_type[hero] == OFFICER:
            return recovery.with_battalion_hq(state, hero)
    return False


# ---------------------------------------------------------------------- where


@enforces(FAMILY, "7.3", "7.3.1-a", "7.3.1-g", "7.3.2-b", "7.3.7", "7.4-b", "18.4.4-f")
def reach(state: DDayState, units: Sequence[int], place: int, moved: int) -> int:
    """The hexes that units may move into next, from a hex, after so many hexes. A bluff without a road can only be the first
    hexside of a move; hexes with Japanese are entered only for close combat."""
    if moved >= allowance(state.turn):
        return 0
    tanks, _ = tanks_and_others(state, units)
    if tanks:
        found = lasting_events.tank_ways(state, place) & ~lasting_events.barred(state, units) & ~state.jp_mask
    else:
        found = on_foot(state, place)
    if moved:
        found &= ~state.ruleset.ways.slow[place]
    return found & ~too_hot(state, units, found) if moved >= lasting_events.SLOWED else found


@enforces(FAMILY, "7.3", "7.3.2-b", "7.3.7", "7.4-b")
def on_foot(state: DDayState, place: int) -> int:
    """The hexes that units without a tank may move into first, from a hex."""
    return state.ruleset.ways.foot[place] & ~state.jp_mask


@enforces(FAMILY, "20.0-intense-fire")
def too_hot(state: DDayState, units: Sequence[int], goals: int) -> int:
    """Which hexes nobody but tanks may enter after two others: under intense fire a move that leads into a field has two hexes,
    the one in the field among them."""
    if not lasting_events.is_lasting(state, lasting_events.INTENSE_FIRE) or not tanks_and_others(state, units)[1]:
        return 0
    found = 0
    for goal in spaces_of(goals):
        if under_field(state, goal):
            found |= 1 << goal
    return found


@enforces(FAMILY, "20.0-rain", "20.0-intense-fire", "7.0-a-move")
def hexes_allowed(state: DDayState, units: Sequence[int], fields: int) -> int:
    """How many hexes a move may have: two in rain, and two under intense fire for stacks with others than tanks that began in a
    field of fire or have entered one (D67: the strictest rule of any member)."""
    most = allowance(state.turn)
    if most <= lasting_events.SLOWED:
        return most
    if lasting_events.rains(state):
        return lasting_events.SLOWED
    if lasting_events.is_lasting(state, lasting_events.INTENSE_FIRE) and tanks_and_others(state, units)[1]:
        start = state.began[units[0]]
        if fields or (start >= 0 and under_field(state, start)):
            return lasting_events.SLOWED
    return most


@enforces(FAMILY, "7.3.2-a", "7.3.2-b", "7.3.6", "20.0-minefields")
def is_one_hex(state: DDayState, units: Sequence[int], place: int, goal: int) -> bool:
    """Whether a move that begins in this way can have only one hex: it starts on a terrace, crosses a bluff without a road, or
    leads through mines."""
    ways = state.ruleset.ways
    if ways.terraces_on(state.turn) >> place & 1 or ways.slow[place] >> goal & 1:
        return True
    return lasting_events.is_mined(state, units, place)


@enforces(FAMILY, "7.3.2-c")
def short_reach(state: DDayState, units: Sequence[int], place: int) -> int:
    """The hexes into which a one-hex move has to be declared to draw no fire; from a terrace and across a bluff every move is
    one."""
    return short_of(state, units, place, reach(state, units, place, 0))


@enforces(FAMILY, "7.3.2-c", "20.0-minefields")
def short_of(state: DDayState, units: Sequence[int], place: int, goals: int) -> int:
    """The same out of the hexes that the units may move into. Among mines every move is one, too."""
    ways = state.ruleset.ways
    if ways.terraces_on(state.turn) >> place & 1 or lasting_events.is_mined(state, units, place):
        return 0
    tanks, others = tanks_and_others(state, units)
    differs = under_fire.one_hex_differs(state, place, tanks, others)
    return goals & differs & ~ways.slow[place] if differs else 0


def assault_reach(state: DDayState, units: Sequence[int], place: int) -> int:
    """The hexes of revealed enemies that units may enter for close combat."""
    if not state.ruleset.ground.near_mask[place] & state.jp_mask:
        return 0
    for unit in units:
        if not may_assault(state, unit, place):
            return 0
    return open_to_assault(state, units, place)


@enforces(FAMILY, "7.0-a-into", "7.4", "11.2.2")
def may_assault(state: DDayState, unit: int, place: int) -> bool:
    """Whether a unit is of a kind that enters enemies' hexes, and began the phase where it is: heavy weapons and regimental HQs
    do not enter."""
    ruleset = state.ruleset
    return state.began[unit] == place and not ruleset.is_heavy[unit] and not ruleset.is_regimental_hq[unit]


@enforces(FAMILY, "7.0-a-into", "7.4", "7.4-a", "7.4-b", "7.4-c", "8.0-cc", "17.3-c", "17.4", "8.6-c-1", "7.3.1-e")
def open_to_assault(state: DDayState, units: Sequence[int], place: int) -> int:
    """The hexes of revealed enemies next to one that units of such kinds may enter: not attacked or fought over in this phase,
    across a side that is open to them."""
    ruleset, found = state.ruleset, 0
    near = ruleset.ground.near_mask[place] & state.jp_mask
    tanks, _ = tanks_and_others(state, units)
    open_ = lasting_events.tank_ways(state, place) & ~lasting_events.barred(state, units) if tanks else ruleset.ways.foot[place]
    for goal in spaces_of(near & open_):
        position = state.slot_at(goal)
        if position < 0 or state.done[position] & (ATTACKED | FOUGHT) or not is_open_to(state, position):
            continue
        if not forts.blocks(state, position, place):
            found |= 1 << goal
    return found


@enforces(FAMILY, "7.4-b", "20.0-caves-d", "20.0-caves-e")
def is_open_to(state: DDayState, position: int) -> bool:
    """Whether a hex with Japanese can be entered for close combat as far as faces go: they have been turned up. A cave can be
    entered in any case (D114)."""
    return position >= state.ruleset.position_count or defenders.is_revealed(state, position)


# ---------------------------------------------------------------------- stopping


def touching(state: DDayState) -> int:
    """Hexes next to a Japanese unit, disrupted or not, or a fort, manned or not."""
    return communication.japanese(state).touching


@enforces(FAMILY, "7.3.1-a", "7.3.1-b", "7.3.1-c", "7.3.1-f")
def why_stop(state: DDayState, units: Sequence[int], place: int, moved: int, fields: int, short: bool) -> str:
    """The case of `ENDS` by which a move ends here; empty if it may go on. Fields spare tanks alone; the strictest rule of any
    member stops a stack (D67)."""
    if touching(state) >> place & 1:
        return "7.3.1-c"
    if fields > 1 and tanks_and_others(state, units)[1]:
        return "7.3.1-b"
    if state.ruleset.ground.stop_mask >> place & 1:
        return "7.3.1-f"
    if short:
        return ONE_HEX
    return "7.3.1-a" if moved >= hexes_allowed(state, units, fields) else ""


@enforces(FAMILY, "7.3.1-b")
def under_field(state: DDayState, place: int) -> bool:
    """Whether a hex counts as one under a field of fire: disrupted positions and forts count, unoccupied positions do not."""
    return fields_of_fire.stops(state, place)


# ---------------------------------------------------------------------- why not


def refuse_hex(state: DDayState, units: Sequence[int], goal: int, moved: int) -> Refusal:
    """Why units cannot move into a hex next."""
    ruleset = state.ruleset
    ground, place = ruleset.ground, state.where[units[0]]
    name, where, here = ruleset.unit_ids[units[0]], ruleset.hex_name(goal), ruleset.hex_name(place)
    names = tuple(ruleset.unit_ids[unit] for unit in units)
    if goal == place:
        return Refusal("7.3", f"{name} is in {where} already", names)
    if ground.distance[place][goal] != 1:
        return Refusal("7.3", f"{where} is not next to {here}: name one hex at a time", names)
    if goal >= ground.land:
        return Refusal("7.3", f"{where} is sea", names)
    if ruleset.ways.closed >> goal & 1:
        return Refusal("18.4.4-f", f"{where} is in a sector that is closed to US units", names)
    if ground.shut_mask[place] >> goal & 1:
        return Refusal("7.3.7", f"there is a cliff between {here} and {where}", names, ("2.4.6-cliffs",))
    tanks = [unit for unit in units if ruleset.is_tank[unit]]
    if tanks and ruleset.ways.slow[place] >> goal & 1:
        tank = ruleset.unit_ids[tanks[0]]
        return Refusal("7.3.1-g", f"{tank} cannot cross the bluff between {here} and {where}: there is no road", names)
    found = refuse_event(state, units, place, goal)
    if found is not None:
        return found
    if state.jp_mask >> goal & 1:
        return refuse_enemy(state, units, goal, moved)
    if ruleset.ways.slow[place] >> goal & 1:
        reason = f"the bluff between {here} and {where} can be crossed only by a one-hex move from {here}"
        return Refusal("7.3.2-b", reason, names)
    if lasting_events.SLOWED <= moved < allowance(state.turn) and too_hot(state, units, 1 << goal):
        return Refusal("20.0-intense-fire", f"{where} is in a field of fire; a move into one has two hexes at most now", names)
    return Refusal("7.3.1-a", f"{name} has moved as far as it can", names, ("7.0-a-move",))


@enforces(FAMILY, "20.0-at-ditch", "20.0-rain")
def refuse_event(state: DDayState, units: Sequence[int], place: int, goal: int) -> Refusal | None:
    """Why a ditch or the rain keeps tanks out of a hex; None if nothing of the kind does."""
    ruleset = state.ruleset
    names, where = tuple(ruleset.unit_ids[unit] for unit in units), ruleset.hex_name(goal)
    if lasting_events.barred(state, units) >> goal & 1:
        return Refusal("20.0-at-ditch", f"an antitank ditch protects {where}: no tank enters without an engineer unit", names)
    if tanks_and_others(state, units)[0] and (ruleset.ways.tank[place] & ~lasting_events.tank_ways(state, place)) >> goal & 1:
        return Refusal("20.0-rain", f"it rains: the road over the bluff to {where} does not carry tanks", names, ("7.3.1-g",))
    return None


def refuse_enemy(state: DDayState, units: Sequence[int], goal: int, moved: int = 0) -> Refusal:
    """Why units cannot move into a hex with Japanese, or cannot enter it for close combat."""
    ruleset = state.ruleset
    place, where = state.where[units[0]], ruleset.hex_name(goal)
    names = tuple(ruleset.unit_ids[unit] for unit in units)
    position = state.slot_at(goal)
    if not state.jp_mask >> goal & 1:
        return Refusal("7.4", f"there is no enemy in {where}: move there instead", names)
    if ruleset.ground.distance[place][goal] != 1:
        return Refusal("7.4", f"{names[0]} is not next to {where}", names)
    if position < 0 or not is_open_to(state, position):
        reason = f"the Japanese in {where} have not been revealed: attack the hex instead"
        return Refusal("7.4-b", reason, names, ("17.3-a",) if position >= 0 and state.fort[position] else ())
    if moved:
        return Refusal("7.4", f"only units that began the phase next to {where} may enter it, as their whole action", names)
    for unit in units:
        if ruleset.is_heavy[unit] or ruleset.is_regimental_hq[unit]:
            name = ruleset.unit_ids[unit]
            also = ("11.2.2",) if ruleset.is_regimental_hq[unit] else ()
            return Refusal("7.0-a-into", f"{name} is not of a kind that enters a hex for close combat", names, also)
    if state.done[position] & ATTACKED:
        return Refusal("7.4-c", f"{where} has been attacked in this phase and cannot be entered", names)
    if state.done[position] & FOUGHT:
        return Refusal("8.0-cc", f"there has been a close combat in {where} in this phase", names)
    if ruleset.ways.closed >> goal & 1:
        return Refusal("18.4.4-f", f"{where} is in a sector that is closed to US units", names)
    if ruleset.ground.shut_mask[place] >> goal & 1:
        return Refusal("7.3.7", f"there is a cliff between {ruleset.hex_name(place)} and {where}", names, ("7.4-a",))
    if ruleset.ways.slow[place] >> goal & 1 and tanks_and_others(state, units)[0]:
        return Refusal("7.4-a", f"tanks cannot cross the bluff into {where}: there is no road", names, ("7.3.1-g",))
    found = refuse_event(state, units, place, goal)
    if found is not None:
        return found
    if forts.blocks(state, position, place):
        here = ruleset.hex_name(place)
        return Refusal("17.4", f"the fort in {where} has no open side toward {here}", names, ("17.3-c", "7.4-a"))
    if any(state.began[unit] != place for unit in units):
        return Refusal("7.4", f"only units that began the phase next to {where} may enter it", names)
    return Refusal("7.4", f"enter {where} for close combat instead of moving there", names, ("7.3.1-e",))


def refuse_join(state: DDayState, unit: int, leader: int) -> Refusal:
    """Why a unit cannot join another in a stack."""
    ruleset = state.ruleset
    name, other = ruleset.unit_ids[unit], ruleset.unit_ids[leader]
    if unit == leader:
        return Refusal("7.2-b", f"{name} cannot join itself", (name,))
    if state.where[unit] >= 0 and state.where[unit] == state.where[leader] and state.began[unit] != state.began[leader]:
        return Refusal("7.2-b", f"{name} and {other} did not begin the phase in the same hex", (name, other))
    why = why_idle(state, unit) or why_idle(state, leader)
    if why is not None:
        return why
    if state.where[unit] != state.where[leader]:
        return Refusal("7.2-b", f"{name} is not in the hex of {other}", (name, other))
    if command.clash(state, unit, leader):
        reason = f"{name} and {other} are in command as guests of one HQ, which has room for one"
        return Refusal("11.2.1-a-1", reason, (name, other), ("11.3-d-2",))
    return Refusal("7.2-b", f"{name} and {other} can go nowhere together", (name, other))
