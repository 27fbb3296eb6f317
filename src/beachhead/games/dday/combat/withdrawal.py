"""How a close combat ends (8.6.2 to 8.6.7, 17.7-c): withdrawal under fire, the way back, disruption, and cards left over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from beachhead.boards.hexes import spaces_of
from beachhead.engine.action import pack
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.games.dday.combat import returning
from beachhead.games.dday.combat.piles import AFTER, NO_CARD, RUNNING, CombatRecord, fighters, go
from beachhead.games.dday.control import lasting_events
from beachhead.games.dday.control.communication import us_in_communication
from beachhead.games.dday.counters import defenders, forts, japanese_damage, marines, sorties, stacking
from beachhead.games.dday.counters.sorties import where_of
from beachhead.games.dday.moves import arrival
from beachhead.games.dday.phases import FAMILY
from beachhead.games.dday.state import BLED, DECK, JP_PILE, US_PILE, DDayState
from beachhead.games.dday.verbs import WITHDRAW, WITHDRAW_UNIT

# ---------------------------------------------------------------------- withdrawal


@enforces(FAMILY, "8.6.4-b", "7.3.7", "17.4", "18.4.4-f", "20.0-at-ditch")
def exits(state: DDayState, position: int, unit: int) -> int:
    """The hexes to which a unit could withdraw by itself, as bits: land next to the hex without Japanese, not across a cliff, a
    blocked side of the fort or, for a tank, a bluff without a road or a ditch; not into a closed sector (D74)."""
    return _open_exits(state, position, unit) & ~lasting_events.barred(state, (unit,))


def _open_exits(state: DDayState, position: int, unit: int) -> int:
    """The same whatever ditches there are."""
    ruleset, ground = state.ruleset, state.ruleset.ground
    here = sorties.place_of(state, position)
    found = ground.near_mask[here] & ~state.jp_mask & ~ground.shut_mask[here]
    if ruleset.is_tank[unit]:
        found &= ~(ground.bluff_mask[here] & (~ground.road_mask[here] | -int(lasting_events.rains(state))))
    for sector in ruleset.setup.closed_sectors:
        found &= ~ground.sector_mask[sector]
    for place in spaces_of(found):
        if sorties.fort_of(state, position) and forts.blocks(state, position, place):
            found &= ~(1 << place)
    return found


@enforces(FAMILY, "8.6.4-b")
def preferred(state: DDayState, mask: int) -> int:
    """Of some hexes those in US communication, if there are any."""
    linked = 0
    for place in spaces_of(mask):
        if us_in_communication(state, place):
            linked |= 1 << place
    return linked or mask


def common_exits(state: DDayState, position: int) -> int:
    """The hexes that take all units; with an engineer unit among them tanks pass a ditch."""
    units = fighters(state, position)
    found = ~lasting_events.barred(state, units)
    for unit in units:
        found &= _open_exits(state, position, unit)
    return found


@enforces(FAMILY, "8.6.4", "8.6.4-b")
def withdrawals(state: DDayState, position: int) -> list[int]:
    """Ways to withdraw: all units to one hex, or, if no hex takes them all, the first unit to one of its own."""
    common = common_exits(state, position)
    if common:
        return [pack(WITHDRAW, place) for place in spaces_of(preferred(state, common))]
    for unit in fighters(state, position):
        found = exits(state, position, unit)
        if found:
            return [pack(WITHDRAW_UNIT, unit, place) for place in spaces_of(preferred(state, found))]
    return []


def undecided(state: DDayState, position: int) -> list[int]:
    """Units that can withdraw and have no hex yet."""
    return [unit for unit in fighters(state, position) if state.came_from[unit] < 0 and exits(state, position, unit)]


def next_withdrawals(state: DDayState, position: int) -> list[int]:
    """The hexes of the next unit that withdraws on its own."""
    unit = undecided(state, position)[0]
    return [pack(WITHDRAW_UNIT, unit, place) for place in spaces_of(preferred(state, exits(state, position, unit)))]


@enforces(FAMILY, "8.6.4-a")
def run(state: DDayState, frame: CombatRecord) -> None:
    """The Marines break off, under fire of one more Japanese card."""
    go(state, frame, stage=RUNNING)
    if state.sink is not None:
        where = where_of(state, frame.position)
        state.happened("withdrawal", "8.6.4", f"The Marines withdraw from {where} under fire", {"hex": where})


@enforces(FAMILY, "8.6.4-a", "8.6.4-b")
def depart(state: DDayState, frame: CombatRecord) -> None:
    """Units with a hex to go to are away; whoever has none fights on."""
    units = fighters(state, frame.position)
    if all(state.came_from[unit] >= 0 for unit in units):
        finish(state, frame.position, "8.6.4", "the Marines have withdrawn")
        return
    for unit in units:
        if state.came_from[unit] >= 0:
            bring_back(state, unit, frame.position, leaving=True)
    go(state, frame, stage=AFTER, leaving=0, card=NO_CARD)


@enforces(FAMILY, "8.6.4-b", "7.3.7", "17.4")
def refuse_exit(
    state: DDayState, position: int, units: Sequence[int], place: int, *, asked: bool, alone: bool = False
) -> Refusal:
    """Why units, or one unit alone, cannot withdraw to a hex."""
    ruleset, where = state.ruleset, state.ruleset.hex_name(place)
    names = tuple(ruleset.unit_ids[unit] for unit in units)
    if not asked:
        return Refusal("8.6.1-3-e", "the Marines can withdraw only after a Japanese card has been carried out")
    if any(unit not in fighters(state, position) for unit in units):
        return Refusal("8.6.4", f"{', '.join(names)} is not in this close combat", names)
    here = sorties.place_of(state, position)
    if not ruleset.ground.near_mask[here] >> place & 1:
        return Refusal("8.6.4-a", f"{where} is not a land hex next to {ruleset.hex_name(here)}", names)
    if state.jp_mask >> place & 1:
        return Refusal("8.6.4-a", f"there are Japanese in {where}", names)
    if sorties.fort_of(state, position) and forts.blocks(state, position, place):
        return Refusal("17.4", f"the fort blocks the side toward {where}", names)
    if ruleset.ground.sector[place] in ruleset.setup.closed_sectors:
        return Refusal("18.4.4-f", f"{where} is in a sector that is closed to US units", names)
    if lasting_events.barred(state, units) >> place & 1:
        return Refusal("20.0-at-ditch", f"an antitank ditch protects {where}: no tank enters without an engineer unit", names)
    stuck = [ruleset.unit_ids[unit] for unit in units if not _open_exits(state, position, unit) >> place & 1]
    if stuck:
        return Refusal("7.3.7", f"{stuck[0]} cannot cross to {where}", (stuck[0],), ("7.3.1-g",))
    if alone and common_exits(state, position):
        return Refusal("8.6.4", "all units withdraw to one hex", names)
    return Refusal("8.6.4-b", f"{where} is not in US communication, and another hex is", names)


# ---------------------------------------------------------------------- the end

LEFT: Final = "8.6.4"
"""The case of a close combat that ends because the Marines withdraw."""
FALLEN: Final = "17.7-c"
"""The case of one that ends because the upper of two forts has fallen."""


@enforces(
    FAMILY, "8.6.2", "8.6.2-b", "8.6.3", "8.6.3-a", "8.6.3-b", "8.6.4-a", "8.6.6-c", "8.6.7", "8.6.1-5-return", "17.7-c",
    "8.6-d",
)  # fmt: skip
def finish(state: DDayState, position: int, case: str, how: str) -> None:
    """A close combat ends. Japanese survivors stay, turned up and disrupted, however it ends (R1 c28). The lower of two forts has
    taken no part and is in order (D152). Marines who bled are disrupted; alone in the hex they stay, otherwise everybody goes
    back to where he came from or withdraws to. Cards that are left go back on the deck. Where Japanese have moved in the Marines
    stay, and it is the Japanese who go (`returning`)."""
    ruleset, place = state.ruleset, sorties.place_of(state, position)
    state.stack.pop()
    if state.sink is not None:
        where = ruleset.hex_name(place)
        state.happened("combat over", case, f"The close combat in {where} is over: {how}", {"hex": where, "how": how})
    ruleset.deck.put_back(state.cards, JP_PILE, DECK)
    ruleset.deck.put_back(state.cards, US_PILE, DECK)
    defenders.drop_hero(state, position)
    if sorties.is_out(state, position):
        _repel(state, position, case)
        return
    held = defenders.is_occupied(state, position)
    if held and case != FALLEN:
        japanese_damage.shake(state, position, "8.6.2-b" if case in ("8.6.2", LEFT) else "8.6.3-a")
    hexes: list[int] = []
    for unit in fighters(state, position):
        if held:
            hexes.append(bring_back(state, unit, position, leaving=case == LEFT))
        else:
            state.came_from[unit] = -1
            calm(state, unit)
    if not held:
        arrival.take_guns(state, place)
        hexes.append(place)
    defenders.close_cave(state, position)
    for where_to in sorted(set(hexes), reverse=True):
        stacking.test(state, where_to)


@enforces(FAMILY, "8.6.3-a", "8.6.4-a", "8.6.6-c")
def _repel(state: DDayState, position: int, case: str) -> None:
    """A fight in a hex of the Marines ends: they stay, unless they withdraw (D74), and the Japanese go where they must."""
    hexes = [sorties.place_of(state, position)]
    for unit in fighters(state, position):
        if case == LEFT:
            hexes.append(bring_back(state, unit, position, leaving=True))
        else:
            state.came_from[unit] = -1
            calm(state, unit)
    returning.end(state, position, case)
    for where_to in sorted(set(hexes), reverse=True):
        stacking.test(state, where_to)


def calm(state: DDayState, unit: int) -> None:
    """A unit that lost a step in the close combat is disrupted now that it is over."""
    if state.acted[unit] & BLED:
        state.acted[unit] &= ~BLED
        marines.disrupt(state, unit, "8.6.6-c")


@enforces(FAMILY, "8.6.3-b", "8.6.4-a")
def bring_back(state: DDayState, unit: int, position: int, *, leaving: bool = False) -> int:
    """A unit leaves the hex of a close combat for the one it came from or withdraws to; if Japanese have appeared there in the
    meantime, for the nearest hex without any. Returns the hex."""
    goal = state.came_from[unit]
    if goal < 0 or state.jp_mask >> goal & 1:
        goal = refuge(state, sorties.place_of(state, position))
    state.came_from[unit] = -1
    state.put(unit, goal)
    if state.sink is not None:
        name, where = state.ruleset.unit_ids[unit], state.ruleset.hex_name(goal)
        case, text = ("8.6.4-a", f"{name} withdraws to {where}") if leaving else ("8.6.3-b", f"{name} goes back to {where}")
        state.happened("moved", case, text, {"unit": name, "hex": where})
    calm(state, unit)
    return goal


def refuge(state: DDayState, place: int) -> int:
    """The nearest land hex without Japanese that is not closed."""
    ground = state.ruleset.ground
    row = ground.distance[place]
    closed = state.jp_mask
    for sector in state.ruleset.setup.closed_sectors:
        closed |= ground.sector_mask[sector]
    best = -1
    for other in range(ground.land):
        if not closed >> other & 1 and (best < 0 or row[other] < row[best]):
            best = other
    return best
