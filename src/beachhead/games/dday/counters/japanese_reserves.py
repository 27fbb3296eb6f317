"""Reserve units (9.3, 9.4): which position takes one, from which pool, and what a Tactical Reinforcement brings."""

from __future__ import annotations

from typing import Any, Final

from beachhead.boards.hexes import spaces_of
from beachhead.engine.files.cases import enforces
from beachhead.games.dday.box.kinds import SECTORS, TACTICAL_REINFORCEMENT
from beachhead.games.dday.control.communication import japanese_in_communication, us_controls_hex
from beachhead.games.dday.counters import defenders, depth
from beachhead.games.dday.phases import FAMILY
from beachhead.games.dday.state import DEPTHS, RESERVES, DDayState

DEPTH_GOES_ALONG: Final = "cleared_sector_pools"
"""The campaign's rule by which a cleared sector also hands its depth markers on."""
CLOSE: Final = 2
"""Within so many hexes of a US unit a position comes before those farther away (9.3-a)."""


@enforces(FAMILY, "9.3.1-a", "9.3.1-b", "9.3.1-c", "15.4.1", "11.2.1-d")
def room_for_unit(state: DDayState, position: int) -> bool:
    """Whether a reserve unit may be placed in a hex: nobody is there, fort, garrison and HQs included (D82), and the position
    is in play (D142). Other hexes of the group do not matter."""
    ruleset = state.ruleset
    taken = state.us_mask | state.garrison_mask | state.jp_mask
    return ruleset.in_play[position] and not taken >> ruleset.position_hex[position] & 1


@enforces(FAMILY, "9.3.1", "12.2")
def is_eligible(state: DDayState, position: int) -> bool:
    """Whether a position may receive a reserve unit: room, and communication."""
    return room_for_unit(state, position) and japanese_in_communication(state, position)


def has_reserve(state: DDayState, position: int) -> bool:
    """Whether a unit is left in the pool of a position's sector."""
    return bool(state.pools[RESERVES + state.ruleset.position_sector[position] - 1])


@enforces(FAMILY, "9.3-a-select", "9.3.1", "9.3.1-important")
def best_position(state: DDayState) -> int:
    """Where a reinforcement appears: next to a US unit, else within two hexes of one, else anywhere; lowest number first, then
    lowest letter (c-5). -1 if no position can take one."""
    ruleset = state.ruleset
    number = ruleset.positions
    best, found = (9, 0), -1
    for position in range(ruleset.position_count):
        rank = (tier(state, position), number[position].number)
        if rank < best and is_eligible(state, position):
            best, found = rank, position
    return found


@enforces(FAMILY, "9.3-a-select")
def tier(state: DDayState, position: int) -> int:
    """1 next to a US unit, 2 at two hexes, 3 farther away."""
    disk, place = state.ruleset.ground.disk, state.ruleset.position_hex[position]
    if disk[1][place] & state.us_mask:
        return 1
    return 2 if disk[CLOSE][place] & state.us_mask else 3


@enforces(FAMILY, "9.3", "9.3-a-draw", "9.3-a-place", "9.3-a-depth", "9.3-sources")
def place_reserve(
    state: DDayState, position: int, *, depth: bool, case: str = "9.3-a-place", why: dict[str, Any] | None = None, sector: int = 0
) -> bool:
    """Draw a unit blindly from the pool of the sector and lay it face down in a position, with a depth marker where the rule
    gives one, or always by an owner's option (c-6, D129). False if the pool is empty: then nothing appears.

    `sector` names another pool than that of the position (9.4-b).
    """
    ruleset = state.ruleset
    counter = defenders.draw_blind(state, RESERVES + (sector or ruleset.position_sector[position]) - 1)
    place = ruleset.hex_name(ruleset.position_hex[position]) if state.sink is not None else ""
    if not counter:
        state.report("no reserve", "9.3", f"No reserve unit is left for {place}", {"hex": place})
        return False
    defenders.place_unit(state, position, counter)
    if state.sink is not None:
        data = {"hex": place, "why": why} if why else {"hex": place}
        state.happened("reserve", case, f"A reserve unit appears in {place}", data)
    if depth or ruleset.reserve_depth_always:
        _bring_depth(state, position)
    return True


def _bring_depth(state: DDayState, position: int) -> None:
    """The marker that comes with a unit; a hex that has a loose one under its fort gets no other (D126)."""
    if depth.lacks_depth(state, position):
        depth.add_depth(state, position, "9.3-a-depth")


# ---------------------------------------------------------------------- Tactical Reinforcements


@enforces(FAMILY, "9.4", "9.4-a")
def tactical_reinforcement(state: DDayState, position: int) -> bool:
    """Carry out 9.4 for every Tactical Reinforcement that lies face up in a hex; True if there was one, which has then gone."""
    found = False
    for slot in (2, 1, 0):
        counter = depth.marker_in(state, position, slot)
        if counter <= 0 or not depth.is_up(state, position, slot):
            continue
        if state.ruleset.depth_kind[counter] == TACTICAL_REINFORCEMENT:
            found = True
            defenders.out_of_play(state, defenders.take_depth(state, position, slot))
            appear(state, state.ruleset.position_hex[position], state.ruleset.position_sector[position])
    return found


@enforces(FAMILY, "9.4-b", "9.4-c", "9.4-e")
def appear(state: DDayState, place: int, sector: int) -> None:
    """A Tactical Reinforcement was turned up in a hex. The unit comes from the sector of the marker, wherever it is placed;
    without a place or a unit there is none (D82)."""
    here = state.ruleset.hex_name(place)
    if not state.pools[RESERVES + sector - 1]:
        text = f"Tactical Reinforcement in {here}: the reserve of sector {sector} is empty"
        state.report("no reserve", "9.4-e", text, {"hex": here})
        return
    goal = tactical_position(state, place)
    if goal < 0:
        state.report("no reserve", "9.4-c", f"Tactical Reinforcement in {here}: no position can take the unit", {"hex": here})
        return
    why = {"text": f"the nearest position to {here} that can take a unit", "case": "9.4-c"}
    place_reserve(state, goal, depth=False, case="9.4", why=why, sector=sector)


@enforces(FAMILY, "9.4-c", "9.4-d")
def tactical_position(state: DDayState, here: int) -> int:
    """The free position nearest to a hex, then nearest to a US unit, then lowest number, then lowest letter; -1 for none."""
    ruleset, ground = state.ruleset, state.ruleset.ground
    row = ground.distance[here]
    best, found = (999, 0, 0), -1
    for other, place in enumerate(ruleset.position_hex):
        if row[place] > best[0]:
            continue
        rank = (row[place], ground.nearest(place, state.us_mask), ruleset.positions[other].number)
        if rank < best and is_eligible(state, other):
            best, found = rank, other
    return found


# ---------------------------------------------------------------------- pools


@enforces(FAMILY, "9.3.2", "18.9.3-d")
def adjust_pools(state: DDayState) -> None:
    """Reserve units of a sector whose positions are all in US hands go to the next higher sector that has another; if there is
    none they stay, unused. In the campaign its depth markers go along (D83). To be called after every phase."""
    along = moves_depth(state)
    for sector in SECTORS:
        units, markers = state.pools[RESERVES + sector - 1], state.pools[DEPTHS + sector - 1] if along else []
        if (not units and not markers) or not is_cleared(state, sector):
            continue
        for higher in range(sector + 1, SECTORS[-1] + 1):
            if not is_cleared(state, higher):
                _hand_over(state, RESERVES, sector, higher)
                if along:
                    _hand_over(state, DEPTHS, sector, higher)
                text = f"Sector {sector} is in US hands: its reserve goes to sector {higher}"
                data = {"from": sector, "to": higher, "units": len(units), "depth": len(markers)}
                state.report("pool", "18.9.3-d" if markers else "9.3.2", text, data)
                break


def _hand_over(state: DDayState, first: int, sector: int, higher: int) -> None:
    """The pool of a sector joins that of another; `first` is the pool of sector 1."""
    gone, goal = first + sector - 1, first + higher - 1
    state.pools[goal] = [*state.pools[goal], *state.pools[gone]]
    state.pools[gone] = []


@enforces(FAMILY, "18.9.3-d")
def moves_depth(state: DDayState) -> bool:
    """Whether depth markers go along with the reserve: in the campaign, and after the last turn of a scenario that is played on
    to its end (D108)."""
    ruleset = state.ruleset
    if ruleset.setup.rule(DEPTH_GOES_ALONG) is not None:
        return True
    return ruleset.plays_on and state.turn > ruleset.own_last_turn


@enforces(FAMILY, "9.3.2")
def is_cleared(state: DDayState, sector: int) -> bool:
    """Whether US units occupy or control every position of a sector, or the sector is out of play (D142)."""
    hexes = state.ruleset.ground.position_hexes_of_sector[sector] & state.ruleset.play_mask
    if hexes & state.jp_mask:
        return False
    return all(us_controls_hex(state, place) for place in spaces_of(hexes & ~(state.us_mask | state.garrison_mask)))
