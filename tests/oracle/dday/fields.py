"""Fields of fire as they are now, and what triggers movement under fire."""

from __future__ import annotations

from typing import Any

from .island import INTENSE, STEADY, Field, Site, around, beyond, distance, field_of, groups, land, reach_of, sites
from .table import SECOND_DAY, Table, once


def held(table: Table, site: Site) -> bool:
    """A position hex in which only US units or a garrison stand (6.2.1-exception, 15.4.1)."""
    return table.us_holds(site.hex) and not table.spot(site.hex).occupied


def contested(table: Table, site: Site) -> bool:
    """A hex with both sides in it: a close combat is pending (8.6-c-3)."""
    return bool(table.at(site.hex)) and table.spot(site.hex).occupied


def is_black(group: str) -> bool:
    return groups()[group][0].color == "black"


def fit(table: Table, group: str) -> bool:
    """Somebody of the group is not disrupted (D61)."""
    return any(table.spot(site.hex).occupied and not table.spot(site.hex).disrupted for site in groups()[group])


def dimmed(field: Field) -> Field:
    """One level down: intense becomes steady, steady is gone (6.8.1-b)."""
    return {hex: STEADY for hex, row in field.items() if row == INTENSE}


def smoky(field: Field) -> Field:
    return dict.fromkeys(field, STEADY)


@once
def full(table: Table, group: str, tied: bool = False, dim: bool = False) -> Field:
    """The field of an occupied group."""
    return projected(table, group, tied, dim) if table.occupied(group) else {}


@once
def projected(table: Table, group: str, tied: bool = False, dim: bool = False) -> Field:
    """The field of a group, if it were occupied: from every hex of its own that the US does not hold; smoke makes it steady and
    shorter by one hex (6.2.3-smoke, D127). For movement under fire a hex next to a US unit is tied down, and one with both sides
    in it reaches one hex, steady. `dim`: everybody in a black group is disrupted, before smoke is counted. In rain nobody reaches
    farther than one hex (20.0-rain, c-41). From GT 7 on a tank adds a steady hex (14.1, D94), but tied down nothing is fired at
    beyond the first hex, the second from a hilltop (7.3.3-a-tiedown)."""
    smoked = group in table.smoked
    linked = [site.hex for site in groups()[group]]
    parts = []
    for site in groups()[group]:
        if held(table, site):
            continue
        reach = reach_of(site) - (1 if smoked else 0)
        pinned = tied and any(table.at(hex) for hex in around(site.hex))
        if pinned:
            reach = min(reach, 2 if site.hilltop else 1)
        fought_over = tied and contested(table, site)
        if fought_over or table.rains():
            reach = 1
        part = field_of([(site, reach)], linked)
        if table.spot(site.hex).tank and table.turn >= SECOND_DAY and not (pinned or fought_over or table.rains()):
            part |= dict.fromkeys(beyond(site.hex, reach) - set(part), STEADY)
        part = dimmed(part) if dim else part
        parts.append(smoky(part) if smoked or fought_over else part)
    return union(parts)


def more_than_tanks(table: Table, group: str) -> bool:
    """Tanks have no part in the Fire Phase of D-Day (D94)."""
    spots = [table.spot(site.hex) for site in groups()[group]]
    return any((spot.units or spot.forts) and (is_black(group) or not spot.disrupted) for spot in spots)


@once
def standing(table: Table, group: str, tied: bool = False) -> Field:
    """The field of a group in its present state (D61)."""
    if fit(table, group):
        return full(table, group, tied)
    return full(table, group, tied, dim=True) if is_black(group) else {}


@once
def firing(table: Table, group: str) -> Field:
    """The field with which a group fires in the Japanese Fire Phase."""
    return standing(table, group) if table.turn >= SECOND_DAY or more_than_tanks(table, group) else {}


@once
def moving(table: Table, group: str) -> Field:
    """The field with which a group may fire at units that move, after tie-down (D65)."""
    return standing(table, group, tied=True)


def union(fields: Any) -> Field:
    found: Field = {}
    for field in fields:
        for hex, row in field.items():
            if found.get(hex) != INTENSE:
                found[hex] = row
    return found


@once
def caves(table: Table) -> Field:
    """The fields of caves: the hexes around them, one level down while they are disrupted (20.0-caves-c, D114)."""
    return union(
        dict.fromkeys((other for other in around(hex) if other in land()), STEADY if shaken else INTENSE)
        for hex, shaken in table.later.caves.items()
    )


@once
def everywhere(table: Table) -> set[str]:
    """Hexes in any field, disrupted groups included: the second such hex stops a move (D67), and closes US communication."""
    return set(union([*(full(table, group) for group in groups()), caves(table)]))


@once
def fierce(table: Table) -> set[str]:
    """Hexes in an intense field for recovery and preservation: of undisrupted groups, black ones one level down (D69)."""
    return {hex for hex, row in projected_now(table).items() if row == INTENSE}


@once
def projected_now(table: Table) -> Field:
    """All fields as they stand."""
    return union([*(standing(table, group) for group in groups()), caves(table)])


def now(table: Table) -> set[str]:
    """Hexes in any of them."""
    return set(projected_now(table))


# ---------------------------------------------------------------------- movement under fire


def forts_by(table: Table, hex: str) -> bool:
    return any(table.spot(other).forts for other in around(hex) if other in sites())


def triggers(table: Table, movers: list[str], start: str, end: str, one_hex: bool) -> bool:
    """Whether units that go from a hex to the next draw fire (table of D65). Entry for close combat and into an empty hex of a
    held group included; rejuvenation apart."""
    if end in table.japanese() and table.at(end):
        return False  # Others have entered it before them (8.6-c-2).
    if end in table.later.caves:
        return True  # As a black position (20.0-caves-d).
    kinds = [table.marines[name] for name in movers]
    tanks = [marine for marine in kinds if marine.tank]
    fields = {group: moving(table, group) for group in groups()}
    here, there = union(fields.values()).get(start), union(fields.values()).get(end)
    if not one_hex:
        if len(tanks) == len(kinds):
            if here == INTENSE and there:
                return True
        elif here == INTENSE or (here == STEADY and not tanks):
            return True
    for group, field in fields.items():
        beside = any(not table.us_holds(site.hex) and distance(site.hex, start) == 1 for site in groups()[group])
        if beside and fit(table, group) and field.get(start) == INTENSE and field.get(end) == INTENSE:
            return True
    if end in sites():
        group = sites()[end].group
        others = [site for site in groups()[group] if site.hex != end]
        lurking = any(table.spot(site.hex).occupied and not table.spot(site.hex).disrupted for site in others)
        if not table.spot(end).occupied and not table.us_holds(end) and lurking:
            return True
        if table.spot(end).occupied and not table.at(end):
            return True
    return bool(here) and forts_by(table, start) and forts_by(table, end)
