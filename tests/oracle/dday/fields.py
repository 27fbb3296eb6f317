"""Fields of fire as they are now, and what triggers movement under fire."""

from __future__ import annotations

from typing import Any

from .island import INTENSE, STEADY, Field, Site, around, distance, field_of, groups, reach_of, sites
from .table import Table, once


def held(table: Table, site: Site) -> bool:
    """A position hex in which only US units stand (6.2.1-exception)."""
    return bool(table.at(site.hex)) and not table.spot(site.hex).occupied


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
    """The field of an occupied group, from every hex of its own that the US does not hold; smoke makes it steady and shorter by
    one hex (6.2.3-smoke, D127). For movement under fire a hex next to a US unit is tied down, and one with both sides in it
    reaches one hex, steady. `dim`: everybody in a black group is disrupted, before smoke is counted."""
    if not table.occupied(group):
        return {}
    smoked = group in table.smoked
    linked = [site.hex for site in groups()[group]]
    parts = []
    for site in groups()[group]:
        if held(table, site):
            continue
        reach = reach_of(site) - (1 if smoked else 0)
        if tied and any(table.at(hex) for hex in around(site.hex)):
            reach = min(reach, 2 if site.hilltop else 1)
        fought_over = tied and contested(table, site)
        part = field_of([(site, 1 if fought_over else reach)], linked)
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
    return standing(table, group) if more_than_tanks(table, group) else {}


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
def everywhere(table: Table) -> set[str]:
    """Hexes in any field, disrupted groups included: the second such hex stops a move (D67), and closes US communication."""
    return set(union(full(table, group) for group in groups()))


@once
def fierce(table: Table) -> set[str]:
    """Hexes in an intense field for recovery and preservation: of undisrupted groups, black ones one level down (D69)."""
    return {hex for hex, row in union(standing(table, group) for group in groups()).items() if row == INTENSE}


# ---------------------------------------------------------------------- movement under fire


def forts_by(table: Table, hex: str) -> bool:
    return any(table.spot(other).forts for other in around(hex) if other in sites())


def triggers(table: Table, movers: list[str], start: str, end: str, one_hex: bool) -> bool:
    """Whether units that go from a hex to the next draw fire (table of D65). Entry for close combat and into an empty hex of a
    held group included; rejuvenation apart."""
    if end in sites() and contested(table, sites()[end]):
        return False  # Others have entered it before them (8.6-c-2).
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
        beside = any(not table.at(site.hex) and distance(site.hex, start) == 1 for site in groups()[group])
        if beside and fit(table, group) and field.get(start) == INTENSE and field.get(end) == INTENSE:
            return True
    if end in sites():
        group = sites()[end].group
        others = [site for site in groups()[group] if site.hex != end]
        lurking = any(table.spot(site.hex).occupied and not table.spot(site.hex).disrupted for site in others)
        if not table.spot(end).occupied and not table.at(end) and lurking:
            return True
        if table.spot(end).occupied and not table.at(end):
            return True
    return bool(here) and forts_by(table, start) and forts_by(table, end)
