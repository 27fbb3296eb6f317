"""Command (11.1.2, 11.2, 11.3, 15): by whom each unit on the map can be commanded, and under which regiments it is."""

from __future__ import annotations

from .island import COLUMNS, ROWS, around, sheet
from .table import ENGINEER, HEADQUARTERS, HEAVY, REGIMENTAL, RIFLE, SECOND_DAY, TANK, Marine, Table, once
from .victory import CAMPAIGN, SURIBACHI


def always(table: Table) -> bool:
    """Everybody is in command (18.4.4-b, 18.5.3-a, 18.9.3-a)."""
    scenario = table.later.scenario
    return scenario in ("d-day", SURIBACHI) or (scenario == CAMPAIGN and table.turn < SECOND_DAY)


def within(table: Table, start: str, reach: int) -> set[str]:
    """Hexes within a command range: over anything but hexes with Japanese, in which it ends (15.3-a, 15.3.1)."""
    enemy, found, edge = table.japanese() - {start}, {start}, {start}
    for _ in range(reach):
        edge = {other for hex in edge if hex not in enemy for other in around(hex)} - found
        edge = {hex for hex in edge if 1 <= int(hex[:2]) <= ROWS and 1 <= int(hex[2:]) <= COLUMNS}
        found |= edge
    return found


@once
def regimental(table: Table, regiment: int) -> set[str]:
    """The hexes in range of a regimental HQ or command post; none if it is not on the map."""
    hq = table.marines.get(f"HQ/{regiment}")
    if hq is None:
        return set()
    space = table.later.posts.get(regiment, 0)
    reach = sheet("charts")["command_range_track"][space - 1] if space else 2
    return within(table, hq.place, 0 if hq.moved else reach)


@once
def battalion(table: Table, name: str) -> set[str]:
    """The hexes in range of a battalion HQ, in command or not (7.3.4, 11.3-b, 11.3-c, 15.3.2-c)."""
    hq = table.marines[name]
    reach = 0 if hq.moved else 1 if hq.disrupted or hq.kind.regiment in table.later.on_track else 2
    return within(table, hq.place, reach)


def staff(marine: Marine) -> str:
    """The HQ of a unit's battalion."""
    kind = marine.kind
    return f"HQ/{kind.battalion}/{kind.regiment}" if kind.battalion else ""


def type_of_hero(marine: Marine) -> str:
    """The kind of a hero who is alive."""
    if not marine.hero or marine.inspired:
        return ""
    return str(next(entry["type"] for entry in sheet("heroes")["heroes"] if entry["id"] == marine.hero))


def led_by_officer(table: Table, name: str) -> bool:
    """An officer of the battalion is stacked with its HQ (11.1.2-officer-a)."""
    hq = table.marines.get(name)
    return hq is not None and any(type_of_hero(one) == "officer" and staff(one) == name for one in table.at(hq.place))


def free_for(table: Table, host: str, guest: str) -> bool:
    """Whether an HQ can still take in this guest (11.2.1-a-1, 11.3-d-2)."""
    return table.later.guests.get(host, guest) == guest


@once
def commanders(table: Table, name: str) -> set[str]:
    """All by whom a unit can be commanded; itself if it needs nobody. Nobody: it is out of command."""
    marine = table.marines[name]
    kind, hex = marine.kind, marine.place
    if kind.type == REGIMENTAL:
        return {name}
    found = {name} if marine.hero else set()  # Dead or alive (7.1-b, 11.1.2-rifleman, 11.1.6-command).
    found |= {other.name for other in table.at(hex) if type_of_hero(other) == "nco"}
    if kind.type == HEADQUARTERS:
        return found | chiefs(table, name) | ({name} if found else set())
    if kind.type == HEAVY and hex in regimental(table, kind.regiment):
        found.add(f"HQ/{kind.regiment}")
    if kind.type == RIFLE:
        if kind.regiment in table.later.posts and hex in regimental(table, kind.regiment):
            found.add(f"HQ/{kind.regiment}")
        found |= company(table, marine)
    if kind.type in (TANK, ENGINEER):
        regiment = table.later.assigned.get(name, 0)
        if hex in regimental(table, regiment):
            found.add(f"HQ/{regiment}")
        for other in table.at(hex):
            leader = staff(other)
            if leader and led_by_officer(table, leader):
                found.add(leader)
            own = other.kind.type == RIFLE and other.kind.regiment == regiment
            if own and leader in table.marines and hex in battalion(table, leader) and commanders(table, leader):
                found.add(leader)
    return found


def chiefs(table: Table, name: str) -> set[str]:
    """By whom a battalion HQ is commanded, heroes of its own and NCOs apart."""
    marine = table.marines[name]
    found = {name} if led_by_officer(table, name) or marine.kind.regiment in table.later.on_track else set()
    for other in table.marines.values():
        if other.kind.type != REGIMENTAL or marine.place not in regimental(table, other.kind.regiment):
            continue
        guest = other.kind.division == marine.kind.division and free_for(table, other.name, name)
        if other.kind.regiment == marine.kind.regiment or guest:
            found.add(other.name)
    return found


def company(table: Table, marine: Marine) -> set[str]:
    """The battalion HQs by which a rifle company is commanded (11.3-d-1, 11.3-d-2, 11.1.2-officer-a)."""
    found = set()
    for other in table.marines.values():
        if other.kind.type != HEADQUARTERS or other.kind.regiment != marine.kind.regiment or not commanders(table, other.name):
            continue
        near = marine.place in battalion(table, other.name)
        if other.name == staff(marine):
            if near or led_by_officer(table, other.name):
                found.add(other.name)
        elif near and any(type_of_hero(one) for one in table.at(marine.place)) and free_for(table, other.name, marine.name):
            found.add(other.name)
    return found


def regiment_over(table: Table, name: str, host: int) -> int:
    """The regiment whose HQ or command post gives a unit in command radio and support: its own if it is in its range, else the
    one that commands its battalion as a guest, `host` (11.2.1, 15.3-c); 0 for none. Of several possible hosts any will do."""
    marine = table.marines[name]
    if not commanders(table, name):
        return 0
    own = marine.kind.regiment or table.later.assigned.get(name, 0)
    if marine.place in regimental(table, own):
        return own
    return host if host and marine.place in regimental(table, host) else 0
