"""Who is hit (6.3, 6.3.1, 6.3.4, 6.3.5, 13.2, 13.3): what a group can hit, how many units, in which order, and the look-ahead to
the groups that are still to fire by the same card (D62)."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from beachhead.boards.hexes import spaces_of
from beachhead.boards.matching import most_served
from beachhead.engine.files.cases import enforces
from beachhead.games.dday.box.kinds import DISRUPTION, PLAIN, STEP_LOSS, SYMBOLS
from beachhead.games.dday.control import fields_of_fire
from beachhead.games.dday.counters.defenders import LIMIT
from beachhead.games.dday.phases import FAMILY
from beachhead.games.dday.state import (
    FORT_UP,
    HIT,
    SECOND_UP,
    TANK_STANCE,
    TANK_UP,
    UNIT_STANCE,
    UNIT_UP,
    DDayState,
)

# How a group fires.
FIRE: Final = 0
MACHINE_GUNS: Final = 1
MORTARS: Final = 2
MOVERS: Final = 3
"""At units on the move."""
TANK_GUNS: Final = 4
"""The tank of a position alone (14.2)."""

HERO_HIT: Final = 4
"""Beside STEP_LOSS and DISRUPTION: the hero with the unit is hit, not the unit."""
STAFF_HIT: Final = 8
"""A regimental HQ or command post is hit (11.4-d, 15.3.2-a)."""
LEADER_HIT: Final = HERO_HIT | STAFF_HIT
"""Hits that nobody pays for."""

INTENSE: Final = 0
STEADY: Final = 1
BEYOND: Final = 2
"""Hexes next to the steady ones of machine guns (13.2-b)."""
ROWS: Final = ("intense", "steady", "steady")

CONCENTRATED: Final = 10
"""More non-tank steps than this in a steady hex are a concentrated target."""
MORTAR_REACH: Final = 3
HILLTOP_MORTAR_REACH: Final = 4
HEAVY_MORTAR: Final = "heavy-mortar"


class Shot(NamedTuple):
    """One fire of one group: how, the mark that counts on its color, the position whose counters alone fire (-1: all of them),
    and for movers the row of the chart and the units on the move."""

    group: int
    mode: int = FIRE
    mark: int = PLAIN
    only: int = -1
    row: int = -1
    movers: tuple[int, ...] = ()


class VolleyRecord(NamedTuple):
    """On the stack: how far the fire of a group has come, the shot, and whether units may lose a step to escape disruption."""

    step: int
    stage: int
    no_press: int
    group: int
    mode: int
    mark: int
    only: int
    row: int
    movers: tuple[int, ...] = ()


class Candidate(NamedTuple):
    """A unit that a shot can hit, in the order in which they are taken; ties are left to the player."""

    tier: int
    missed: int
    """0 if it has the card's symbol."""
    distance: int
    few: int
    """Steps, negative: most steps come first."""
    unit: int
    result: int


def rank_of(candidate: Candidate) -> tuple[int, int, int, int]:
    """What decides; candidates of one rank are equal."""
    return candidate.tier, candidate.missed, candidate.distance, candidate.few


Rival = tuple[list[int], int]
"""A group that is still to fire: the units that it could hit, and how many of them."""


class Victim(NamedTuple):
    """A unit that is hit, as a row of `state.victims`; `payments` says how its hit is paid."""

    unit: int
    result: int
    match: int
    hot: int
    """1 in an intense hex."""
    pay: int = 0
    first: int = -1
    second: int = -1
    press: int = 0


def shot_of(record: VolleyRecord) -> Shot:
    """The shot that a record describes."""
    return Shot(record.group, record.mode, record.mark, record.only, record.row, record.movers)


def current(state: DDayState) -> Shot:
    """The shot under way."""
    record = state.find(VolleyRecord)
    return shot_of(record) if record is not None else Shot(state.firing)


def victims(state: DDayState) -> list[Victim]:
    """Who has been hit so far by the fire under way."""
    return [victim_of(row) for row in state.victims]


def victim_of(row: tuple[int, ...]) -> Victim:
    """A row of the state as the victim that it is; rows of a save are plain ones."""
    return row if isinstance(row, Victim) else Victim(*row)


def name_of(state: DDayState, group: int, only: int) -> str:
    """What fires, in words: a group, or a cave."""
    if group >= 0:
        return state.ruleset.groups[group].name
    return f"The cave in {state.ruleset.hex_name(state.hex_of(only))}"


# ---------------------------------------------------------------------- where, and with how much


@enforces(FAMILY, "6.3-a", "6.3.1-a-3", "13.2", "13.2-a", "13.2-b", "13.3-a-1")
def zones(state: DDayState, shot: Shot) -> tuple[int, int, int]:
    """The intense, steady and further steady hexes of a shot in the Fire Phase. Machine guns fire intensely at their whole field
    and steadily at the hexes beside its steady part; to mortars every hex in range is steady."""
    ground = state.ruleset.ground
    if shot.mode == MORTARS:
        return 0, mortar_range(state, shot.group), 0
    hot, cool = fields_of_fire.group_field(state, shot.group)
    if shot.mode == MACHINE_GUNS:
        return hot | cool, 0, ground.around(cool, 1) & ~(hot | cool)
    return hot, cool, 0


@enforces(FAMILY, "13.3", "13.3-range", "6.7-b")
def gun_hexes(state: DDayState, group: int) -> list[int]:
    """The positions of a group with intact guns in hexes that US units do not hold (D128)."""
    ruleset = state.ruleset
    lost = fields_of_fire.lost_hexes(state, group)
    return [
        position
        for position in ruleset.groups[group].positions
        if ruleset.positions[position].artillery
        and not state.guns_lost[position]
        and not lost >> ruleset.position_hex[position] & 1
    ]


@enforces(FAMILY, "13.3-range", "13.3-a-1", "6.8.1-b")
def mortar_range(state: DDayState, group: int) -> int:
    """The hexes that a group's mortars reach, in sight or not. Steady fire of a black group ends when all of it is disrupted."""
    ruleset, found = state.ruleset, 0
    if not fields_of_fire.is_steadfast(state, group):
        return 0
    for position in gun_hexes(state, group):
        reach = HILLTOP_MORTAR_REACH if ruleset.positions[position].hilltop else MORTAR_REACH
        found |= ruleset.ground.disk[reach][ruleset.position_hex[position]]
    return found


@enforces(FAMILY, "6.4.1", "6.4.1-important", "4.0-IV-order", "13.1-disrupted")
def firing_positions(state: DDayState, shot: Shot) -> list[int]:
    """The position hexes whose counters count for a shot: those that have not acted by this card, undisrupted or black. Those who
    enter the hex of a disrupted unit are fired at all the same (D119)."""
    ruleset = state.ruleset
    if shot.only >= 0:
        return [shot.only]
    held = [
        position
        for position in ruleset.groups[shot.group].positions
        if state.jp_mask >> ruleset.position_hex[position] & 1 and (shot.mode == MOVERS or not state.used[position])
    ]
    if fields_of_fire.is_black(state, shot.group):
        return held
    fit = [position for position in held if not state.shaken[position]]
    return held if shot.mode == MOVERS and not fit else fit


def tanks_fire(state: DDayState, shot: Shot) -> bool:
    """Whether Japanese tanks count: at movers always, in the Fire Phase from GT 7 (D94, c-47)."""
    return shot.mode == MOVERS or state.turn >= fields_of_fire.TANKS_FIRE


@enforces(FAMILY, "14.2-M", "14.2-default-fire", "14.4.2-c")
def absent(state: DDayState, position: int, shot: Shot) -> int:
    """How many of the counters of a hex take no part in a shot of the Fire Phase: units in counterattack stance, their markers,
    tanks that have acted, and all but the tank where it fires alone."""
    if shot.mode == MOVERS or state.turn < fields_of_fire.TANKS_FIRE:
        return 0
    tank = (state.tank[position] != 0) + (state.tank_depth[position] != 0)
    if shot.mode == TANK_GUNS:
        return counters(state, position, True, LIMIT * 3) - tank
    bits = state.stance[position]
    found = (state.unit[position] != 0) + (state.depth[position] != 0) if bits & UNIT_STANCE else 0
    return found + (tank if bits & TANK_STANCE or state.tank_done[position] else 0)


@enforces(FAMILY, "6.3.1", "6.3.1-important", "17.6")
def counters(state: DDayState, position: int, tanks: bool, most: int = LIMIT) -> int:
    """The units, depth markers and forts of a hex, three at most (D85)."""
    found = (
        (state.unit[position] != 0)
        + (state.second[position] != 0)
        + (state.depth[position] != 0)
        + (state.second_depth[position] != 0)
        + (state.fort[position] != 0)
        + (state.lower_fort[position] != 0)
        + (state.bottom_fort[position] != 0)
    )
    if tanks:
        found += (state.tank[position] != 0) + (state.tank_depth[position] != 0)
    return min(most, found)


@enforces(FAMILY, "6.3.1", "6.3.1-important", "6.4.1", "13.3-range", "17.6", "20.0-heavy-mortar")
def limit(state: DDayState, shot: Shot) -> int:
    """How many units a shot may hit: as many as the group has counters, three in all, or by an owner's option three for each of
    its hexes (D120). Mortars on a hilltop hit one more, and so they do while Heavy Mortar Fire lasts; a lone fort's hit one."""
    ruleset, tanks, found = state.ruleset, tanks_fire(state, shot), 0
    positions = firing_positions(state, shot)
    for position in positions:
        away = absent(state, position, shot)
        found += min(LIMIT, counters(state, position, tanks, LIMIT * 3) - away) if away else counters(state, position, tanks)
    if not ruleset.hit_cap_by_hex:
        found = min(LIMIT, found)
    if shot.mode == MORTARS and found:
        if not any(state.unit[position] or state.second[position] for position in positions):
            found = 1
        elif any(ruleset.positions[position].hilltop for position in gun_hexes(state, shot.group)):
            found += 1
        event = ruleset.components.event_index.get(HEAVY_MORTAR, -1)
        if event >= 0 and state.lasting[event]:
            found += 1
    return found


@enforces(FAMILY, "6.3-b", "6.0-c-1")
def any_unrevealed(state: DDayState, shot: Shot) -> bool:
    """The column of the chart: whether a unit of the position is face down, disrupted ones included. Depth markers do not matter;
    the face of a fort counts where it is alone. To fire turns nobody up."""
    ruleset, tanks = state.ruleset, tanks_fire(state, shot)
    positions = (shot.only,) if shot.only >= 0 else ruleset.groups[shot.group].positions
    for position in positions:
        faces = state.faces[position]
        if shot.mode == TANK_GUNS:
            return not faces & TANK_UP
        unit, second = state.unit[position], state.second[position]
        tank = state.tank[position] if tanks else 0
        if (unit and not faces & UNIT_UP) or (second and not faces & SECOND_UP) or (tank and not faces & TANK_UP):
            return True
        if state.fort[position] and not unit and not second and not tank and not faces & FORT_UP:
            return True
    return False


# ---------------------------------------------------------------------- candidates


@enforces(FAMILY, "6.3.5", "6.3.5-important", "7.5.2-a")
def is_concentrated(state: DDayState, place: int) -> bool:
    """Whether a hex holds more than ten steps that are not tanks; regimental HQs have none (D63)."""
    ruleset, found = state.ruleset, 0
    for unit in state.units_in(place):
        if not ruleset.is_tank[unit] and not ruleset.is_regimental_hq[unit]:
            found += state.steps[unit]
    return found > CONCENTRATED


@enforces(
    FAMILY, "6.0-a", "6.3-a", "6.3.1-a-1", "6.3.1-a-2", "6.3.1-a-3", "6.3.1-b-important", "6.3.1-b-1", "6.3.1-b-2", "6.3.7-a",
    "6.2.3-boxes",
)  # fmt: skip
def candidates(state: DDayState, shot: Shot) -> list[Candidate]:
    """The units that a shot can hit, best first. Units in beach boxes are out of sight."""
    if shot.mode == MOVERS:
        return _moving_candidates(state, shot)
    ruleset, found = state.ruleset, list[Candidate]()
    hot, cool, beyond = zones(state, shot)
    targets = (hot | cool | beyond) & state.us_mask
    if not targets:
        return found
    unrevealed, far = any_unrevealed(state, shot), ruleset.ground.to_group[shot.group]
    for place in spaces_of(targets):
        tier = INTENSE if hot >> place & 1 else STEADY if cool >> place & 1 else BEYOND
        _consider(state, shot, found, place, state.us_at[place], tier, far[place], unrevealed)
    found.sort()
    return found


def _moving_candidates(state: DDayState, shot: Shot) -> list[Candidate]:
    """Only those who move are targets, but everybody in the hex makes it a crowded one (D66)."""
    found = list[Candidate]()
    ground = state.ruleset.ground
    far = ground.to_group[shot.group] if shot.group >= 0 else ground.distance[state.hex_of(shot.only)]
    unrevealed = any_unrevealed(state, shot)
    for unit in shot.movers:
        place = state.where[unit]
        if place >= 0:
            _consider(state, shot, found, place, (unit,), shot.row, far[place], unrevealed)
    found.sort()
    return found


@enforces(FAMILY, "6.3-c", "6.3.3-a", "6.3.3-b", "6.3.4", "13.3-a-2", "13.3-a-3", "6.3-chart", "11.4-a", "6.3.3-exception")
def _consider(
    state: DDayState,
    shot: Shot,
    found: list[Candidate],
    place: int,
    units: tuple[int, ...],
    tier: int,
    distance: int,
    unrevealed: bool,
) -> None:
    """Add those units of a hex that a shot can hit, with what a hit does to them as far as it can still happen: nobody is made to
    lose two steps in a phase, nor disrupted twice. Tanks are hit only by mortars; regimental HQs only as leaders."""
    ruleset, acted, disrupted = state.ruleset, state.acted, state.disrupted
    symbols, target = ruleset.symbol, ruleset.card_faces[state.card].target
    dense = tier != INTENSE and is_concentrated(state, place)
    mortars = shot.mode == MORTARS
    cells, first = ruleset.charts.fire.cells, (4 if tier == INTENSE else 0) + (2 if unrevealed else 0)
    for unit in units:
        if ruleset.is_regimental_hq[unit] or (ruleset.is_tank[unit] and not mortars):
            continue
        match = dense or symbols[unit] == target
        if mortars:
            result = STEP_LOSS if match else 0
        else:
            result = cells[first + match]
        if acted[unit] & HIT:
            result &= ~STEP_LOSS
        if disrupted[unit]:
            result &= ~DISRUPTION
        if result:
            found.append(Candidate(tier, int(not match), distance, -state.steps[unit], unit, result))


# ---------------------------------------------------------------------- choosing


def pool_of(state: DDayState, shot: Shot) -> list[Candidate]:
    """The units that a shot can still hit, best first."""
    found = candidates(state, shot)
    if not state.victims:
        return found
    taken = {row[0] for row in state.victims}
    return [candidate for candidate in found if candidate.unit not in taken]


def rivals(state: DDayState, pool: list[Candidate], later: list[Shot]) -> list[Rival]:
    """For every group that is still to fire at some of the same hexes, or at those of such a group, the units that it could
    strike, and how many of them. Others cannot matter."""
    found: list[Rival] = []
    for shot in _entangled(state, pool, later):
        units = [candidate.unit for candidate in pool_of(state, shot)]
        if units:
            found.append((units, limit(state, shot)))
    return found


def _entangled(state: DDayState, pool: list[Candidate], later: list[Shot]) -> list[Shot]:
    """The shots that may hit a unit of the pool, or one that such a shot may hit, and so on."""
    hexes = 0
    for candidate in pool:
        hexes |= 1 << state.where[candidate.unit]
    targets = [_targets(state, shot) for shot in later]
    reached = [False] * len(later)
    spread = True
    while spread:
        spread = False
        for number, mask in enumerate(targets):
            if not reached[number] and mask & hexes:
                reached[number] = spread = True
                hexes |= mask
    return [shot for number, shot in enumerate(later) if reached[number]]


def _targets(state: DDayState, shot: Shot) -> int:
    """The hexes with units that a shot may hit."""
    if shot.mode != MOVERS:
        hot, cool, beyond = zones(state, shot)
        return (hot | cool | beyond) & state.us_mask
    found = 0
    for unit in shot.movers:
        if state.where[unit] >= 0:
            found |= 1 << state.where[unit]
    return found


@enforces(FAMILY, "6.3.1-a-1", "6.3.1-a-2", "6.3.1-b-3", "6.3.4", "6.3.7-b")
def picks(state: DDayState, pool: list[Candidate], others: list[Rival]) -> list[Candidate]:
    """Who is hit next of more units than there are hits left: one, or several that are equal, among which the player chooses.

    If other groups are still to fire by the same card, a unit is taken only if all of them together can still hit as many
    different units as possible (D62); the order of the book decides among those.
    """
    left = state.hits
    wants = _wanted(state, others) if others else []
    tied = _best(pool, left, wants)
    if len(tied) == 1:
        return tied
    if len(tied) <= left and (not wants or _together(pool, left, wants, tied)):
        return tied[:1]
    return tied


def _wanted(state: DDayState, others: list[Rival]) -> list[list[int]]:
    """For every hit that later groups may spend, the units that it could strike and that have not been struck."""
    taken = {row[0] for row in state.victims}
    found: list[list[int]] = []
    for units, most in others:
        left = [unit for unit in units if unit not in taken] if taken else units
        found += [left] * min(len(left), most)
    return found


def _most(own: list[int], left: int, wants: list[list[int]], gone: set[int]) -> int:
    """The most different units that so many hits of this group and all later ones can strike, without those that are gone."""
    rows = [own] * left + wants
    return most_served({number: [unit for unit in row if unit not in gone] for number, row in enumerate(rows)})


def _best(pool: list[Candidate], left: int, wants: list[list[int]]) -> list[Candidate]:
    """The best candidates, equal to each other, that can be taken in some best way of spending all hits."""
    own = [candidate.unit for candidate in pool]
    wanted: set[int] = set()
    for row in wants:
        wanted.update(row)
    contested = not wanted.isdisjoint(own)
    most = _most(own, left, wants, set()) if contested else 0
    found: list[Candidate] = []
    for candidate in pool:
        if found and rank_of(candidate) != rank_of(found[0]):
            break
        unit = candidate.unit
        if not contested or unit not in wanted or 1 + _most(own, left - 1, wants, {unit}) == most:
            found.append(candidate)
    return found


def _together(pool: list[Candidate], left: int, wants: list[list[int]], tied: list[Candidate]) -> bool:
    """Whether all of them can be taken without losing a hit elsewhere."""
    own = [candidate.unit for candidate in pool]
    gone = {candidate.unit for candidate in tied}
    return len(gone) + _most(own, left - len(gone), wants, gone) == _most(own, left, wants, set())


# ---------------------------------------------------------------------- the armor bonus


@enforces(FAMILY, "6.3.6-a", "6.3.6-b", "6.3.6-important")
def armor_picks(state: DDayState, shot: Shot) -> list[Candidate]:
    """The tank that the armor bonus strikes, or several equal ones: in intense fire before steady, then in the order of other
    hits. A tank that has lost a step in this phase is only disrupted, and only if no other tank can be struck (D64)."""
    ruleset, chart, found = state.ruleset, state.ruleset.charts.fire, list[Candidate]()
    if shot.mode == MOVERS:
        units = [unit for unit in shot.movers if state.where[unit] >= 0]
        hot, cool, beyond = 0, 0, 0
    else:
        hot, cool, beyond = zones(state, shot)
        units = [unit for place in spaces_of((hot | cool | beyond) & state.us_mask) for unit in state.units_in(place)]
    group, target = ruleset.ground.group_mask[shot.group], ruleset.card_faces[state.card].target
    for unit in units:
        if not ruleset.is_tank[unit]:
            continue
        place = state.where[unit]
        tier = shot.row if shot.mode == MOVERS else INTENSE if hot >> place & 1 else STEADY
        result = chart.armor_intense if tier == INTENSE else chart.armor_steady
        if state.acted[unit] & HIT:
            result &= ~STEP_LOSS
        if state.disrupted[unit]:
            result &= ~DISRUPTION
        if result:
            match = ruleset.symbol[unit] == target
            distance = ruleset.ground.nearest(place, group)
            found.append(Candidate(tier, int(not match), distance, -state.steps[unit], unit, result))
    fresh = [candidate for candidate in found if not state.acted[candidate.unit] & HIT]
    found = sorted(fresh or found)
    return [candidate for candidate in found if rank_of(candidate) == rank_of(found[0])]


# ---------------------------------------------------------------------- in words


def reason(state: DDayState, candidate: Candidate) -> str:
    """Why a unit is hit, in words."""
    symbol = SYMBOLS[state.ruleset.card_faces[state.card].target]
    has = (
        f"counts as having the {symbol}"
        if state.ruleset.symbol[candidate.unit] != state.ruleset.card_faces[state.card].target
        else (f"has the {symbol}")
    )
    where = (
        f"{ROWS[candidate.tier]} fire, {candidate.distance} hexes away"
        if candidate.distance != 1
        else (f"{ROWS[candidate.tier]} fire, one hex away")
    )
    return f"{where}; it {has}" if not candidate.missed else f"{where}; it does not have the {symbol}"


def plain_result(result: int) -> list[str]:
    """A result in words, for events."""
    words = (("step loss", STEP_LOSS), ("disrupted", DISRUPTION), ("hero hit", HERO_HIT), ("HQ hit", STAFF_HIT))
    return [word for word, bit in words if result & bit]


def data_of(state: DDayState, unit: int, result: int) -> dict[str, Any]:
    """What the page needs to show a hit."""
    ruleset = state.ruleset
    place = state.where[unit]
    data: dict[str, Any] = {"unit": ruleset.unit_ids[unit], "result": plain_result(result)}
    if place >= 0:
        data["hex"] = ruleset.hex_name(place)
    return data
