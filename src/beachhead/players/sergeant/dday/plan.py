"""Who takes what: each battalion that is fit gets a position, and nobody else walks into its fire."""

from __future__ import annotations

from typing import Final, NamedTuple

from beachhead.boards.hexes import spaces_of
from beachhead.players.sergeant.dday.front import Front

FIT: Final = 2
"""Companies with which a battalion attacks."""
REACH: Final = 12
"""Hexes that a battalion marches for its target."""
WAVES: Final = 3
"""Battalions that go for Suribachi at a time: it hits whoever it sees."""
HARD: Final = 2
"""Battalions for a position with a fort, or on a hill."""
TEAM: Final = 2
"""Companies of a battalion that go for an ordinary position."""
GUARDS: Final = ((2,), (1, 3), ())
"""For each hex of the line across the neck the battalions whose HQs hold it; the heavy weapons help in the first."""
HOLDING: Final = 3
"""Steps with which infantry controls the hexes around it."""
COST: Final = 3.0
"""How many hexes farther a battalion goes to save a step."""
DEAR: Final = 1.6
"""Steps that standing next to a target may cost in a turn."""
AT_HAND: Final = 2
"""Hexes from which a company enters a position that was cleared."""
KEEN: Final = 3
"""How many hexes farther a position may be that counts for victory."""


SWEEP: Final = 8
"""Hexes that somebody comes to hold a position that was cleared."""
SECOND: Final = 3.0
"""How many hexes farther a battalion goes rather than to be the second one at a position."""


class Plan(NamedTuple):
    """What everybody is for."""

    target: dict[tuple[int, int], int]
    """Battalion -> position."""
    regiments: dict[int, tuple[int, ...]]
    """Regiment -> the positions of its battalions."""
    team: dict[int, int]
    """Company -> the position that it goes for; the others of its battalion keep out of the fire."""
    guards: dict[int, int]
    """Unit -> the hex in which it helps to cut Suribachi off."""


def center(front: Front, battalion: tuple[int, int]) -> int:
    """The hex of a battalion: its HQ, else a company; -1 if it is not on the map."""
    staff = front.staff.get(battalion, -1)
    if staff >= 0:
        return front.where[staff]
    for unit in front.island.members[battalion]:
        if front.where[unit] >= 0:
            return front.where[unit]
    return -1


def companies(front: Front, battalion: tuple[int, int]) -> int:
    """The companies of a battalion on the map that can fight."""
    island = front.island
    return sum(1 for unit in island.members[battalion] if island.is_rifle[unit] and front.where[unit] >= 0 and front.is_fit(unit))


def cheapest(front: Front, position: int) -> float:
    """What it costs to stand next to a position, where that is cheapest."""
    near = spaces_of(front.approaches(position))
    return min((front.threat(there) for there in near), default=99.0)


def plan_for(front: Front) -> Plan:
    """Nearest first, one battalion for a position, two for a strong one."""
    island = front.island
    wanted = set(front.aims)
    places = [
        (position, island.position_hex[position])
        for position, _ in front.targets()
        if front.jp_mask >> island.position_hex[position] & 1
    ]
    rows: list[tuple[float, int, tuple[int, int], int]] = []
    price = {position: cheapest(front, position) for position, _ in places}
    for battalion in island.members:
        if battalion == (0, 0) or companies(front, battalion) < FIT:
            continue
        here = center(front, battalion)
        if here < 0:
            continue
        row = island.distance[here]
        for position, place in places:
            far: float = row[place] - (KEEN if position in wanted else 0) + (1 if island.forts[position] else 0)
            if row[place] <= REACH and (price[position] <= DEAR or island.must_cut):
                far += COST * price[position]
                rows.append((far, position, battalion, place))
    rows.sort()
    target: dict[tuple[int, int], int] = {}
    room: dict[int, int] = {}
    if not island.must_cut:
        # Each battalion may be the second one at a position, too: that is a row without a hex.
        rows = sorted([*rows, *((far + SECOND, position, battalion, -1) for far, position, battalion, _ in rows)])
    for _, position, battalion, place in rows:
        if battalion in target:
            continue
        if island.must_cut and island.closed_from and len(target) >= WAVES:
            break
        most = HARD if place < 0 or island.forts[position] or island.defense[place] > 1 else 1
        if room.get(position, 0) >= most:
            continue
        room[position] = room.get(position, 0) + 1
        target[battalion] = position
    regiments: dict[int, tuple[int, ...]] = {}
    for (regiment, _), position in sorted(target.items()):
        regiments[regiment] = (*regiments.get(regiment, ()), position)
    team: dict[int, int] = {}
    for battalion, position in sorted(target.items()):
        place = island.position_hex[position]
        fit = [unit for unit in island.members[battalion] if island.is_rifle[unit] and front.where[unit] >= 0]
        fit = [unit for unit in fit if front.is_fit(unit)]
        row = island.distance[place]
        fit.sort(key=lambda unit: (bool(front.disrupted[unit]), -front.steps[unit] * 2.0 + row[front.where[unit]], unit))
        most = TEAM + (1 if island.must_cut or island.forts[position] or island.defense[place] > 1 else 0)
        for unit in fit[:most]:
            team[unit] = position
        team.update(zip(fit[most:], front.refuges(position), strict=False))
    guards = guards_of(front)
    for unit in guards:
        team.pop(unit, None)
    team.update(occupiers(front, wanted, guards) if island.must_cut else sweepers(front, wanted, team))
    return Plan(target, regiments, team, guards)


def occupiers(front: Front, wanted: set[int], guards: dict[int, int]) -> dict[int, int]:
    """Positions that were cleared are entered before somebody else comes up in them: for each the nearest company or engineers at
    hand. A group fires from all its hexes that nobody has entered, so those of the mountain come first, and tanks hold them,
    whom it can hardly hurt."""
    island = front.island
    found: dict[int, int] = {}
    if not island.must_cut or not island.closed_from:
        return found
    summit = 0
    for group in island.mountain:
        summit |= island.group_mask[group]
    for position in sorted(wanted, key=lambda position: (not summit >> island.position_hex[position] & 1, position)):
        place = island.position_hex[position]
        high = bool(summit >> place & 1)
        if (front.jp_mask | island.closed) >> place & 1:
            continue
        if front.us_mask >> place & 1:
            tanks = [unit for unit in front.at[place] if island.is_tank[unit]]
            if high and tanks:
                found[tanks[0]] = position
            continue
        if front.mine >> position & 1:
            continue
        row = island.distance[place]
        best, top = -1, (9, 9, 0, 0)
        for unit, here in enumerate(front.where):
            if here < 0 or unit in guards or unit in found or not front.is_able(unit) or summit >> here & 1:
                continue
            tank = island.is_tank[unit]
            if row[here] > AT_HAND + (1 if tank else 0) or not (
                high if tank else island.is_rifle[unit] or island.is_engineer[unit]
            ):
                continue
            rank = (0 if tank else 1, row[here], front.steps[unit], unit)
            if rank < top:
                best, top = unit, rank
        if best >= 0:
            found[best] = position
    return found


def sweepers(front: Front, wanted: set[int], team: dict[int, int]) -> dict[int, int]:
    """Cleared positions that nobody controls: for each the nearest unit that has nothing to attack, worn companies where nobody
    fires. From a hex beside it the HQ Phase may leave a garrison there, and the unit goes on."""
    island = front.island
    found: dict[int, int] = {}
    if not front.strict:
        return found
    calm = front.calm()
    rows: list[tuple[int, int, int]] = []
    for position in wanted:
        place = island.position_hex[position]
        if (front.jp_mask | island.closed) >> place & 1 or front.mine >> position & 1:
            continue
        row = island.distance[place]
        for unit, here in enumerate(front.where):
            if here < 0 or row[here] > SWEEP or unit in team or front.disrupted[unit]:
                continue
            if island.is_tank[unit] or island.is_hq[unit] or unit in island.staffs:
                continue
            if not front.is_worn(unit) or calm >> place & 1:
                rows.append((row[here], position, unit))
    rows.sort()
    taken: set[int] = set()
    for _, position, unit in rows:
        if position not in taken and unit not in found:
            taken.add(position)
            found[unit] = position
    return found


def guards_of(front: Front) -> dict[int, int]:
    """Where Suribachi must stay cut off: for each hex of the line the HQ of a battalion, with the heavy weapons or a company that
    has lost most."""
    island = front.island
    found: dict[int, int] = {}
    if not island.must_cut or not island.closed_from:
        return found
    for number, place in enumerate(island.line):
        row = island.distance[place]
        mine = [unit for (_, battalion), unit in front.staff.items() if battalion in GUARDS[number]]
        found.update(dict.fromkeys(mine, place))
        if len(mine) > 1 and sum(front.steps[unit] for unit in mine) >= HOLDING:
            continue
        best, top = -1, (99, 99.0, 0)
        for unit, here in enumerate(front.where):
            if here < 0 or unit in found:
                continue
            if not island.is_rifle[unit] and not (island.is_heavy[unit] and not number):
                continue
            if front.steps[unit] + sum(front.steps[other] for other in mine) < HOLDING:
                continue
            stays = here == place and (island.is_heavy[unit] or front.steps[unit] < island.full_steps[unit])
            rank = (0 if stays else 1, (0 if island.is_heavy[unit] else front.steps[unit]) + 1.0 * row[here], unit)
            if (not front.disrupted[unit] or here == place) and rank < top:
                best, top = unit, rank
        if best >= 0:
            found[best] = place
    return found
