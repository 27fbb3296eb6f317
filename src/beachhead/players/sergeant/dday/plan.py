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
GUARDS: Final = (2, 1, 3)
"""The battalions whose HQs hold the hexes of the line across the neck."""
HOLDING: Final = 3
"""Steps with which infantry controls the hexes around it."""
COST: Final = 3.0
"""How many hexes farther a battalion goes to save a step."""
DEAR: Final = 1.6
"""Steps that standing next to a target may cost in a turn."""
KEEN: Final = 3
"""How many hexes farther a position may be that counts for victory."""


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


def cheapest(front: Front, place: int) -> float:
    """What it costs to stand next to a hex, where that is cheapest."""
    island = front.island
    near = spaces_of(island.foot[place] & ~front.jp_mask & ~island.closed)
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
    price = {position: cheapest(front, place) for position, place in places}
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
    for _, position, battalion, place in rows:
        if battalion in target:
            continue
        if island.must_cut and island.closed_from and len(target) >= WAVES:
            break
        most = HARD if island.forts[position] or island.defense[place] > 1 else 1
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
    guards = guards_of(front)
    for unit in guards:
        team.pop(unit, None)
    return Plan(target, regiments, team, guards)


def guards_of(front: Front) -> dict[int, int]:
    """Where Suribachi must stay cut off: for each hex of the line the HQ of a battalion, with the heavy weapons or a company that
    has lost most."""
    island = front.island
    found: dict[int, int] = {}
    if not island.must_cut or not island.closed_from:
        return found
    for number, place in enumerate(island.line):
        row = island.distance[place]
        staff = next((unit for (_, battalion), unit in front.staff.items() if battalion == GUARDS[number]), -1)
        mine = [staff] if staff >= 0 else []
        found.update(dict.fromkeys(mine, place))
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
