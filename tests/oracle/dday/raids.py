"""Raids (10.0): which US hexes are open to them, and how strong they are."""

from __future__ import annotations

from typing import Any

from .island import around, distance, groups, land, sector, sheet
from .network import black_groups, black_linked, flood, in_communication, intact, shut
from .table import REGIMENTAL, SECOND_DAY, Table
from .victory import in_play

REACH = 3


def raided(table: Table, hex: str) -> int:
    """The units of a hex that count: those that count for stacking (D97)."""
    return sum(marine.kind.type != REGIMENTAL for marine in table.at(hex))


def steady(table: Table, hex: str) -> bool:
    """Somebody in the hex is not disrupted."""
    return any(not marine.disrupted for marine in table.at(hex))


def flanks(table: Table, hex: str) -> list[str]:
    """The open hexes next to a US hex (10.1-b-1, c-8). A garrison occupies its hex (15.4.1), but covers no other."""
    return [
        other
        for other in around(hex)
        if other in land()
        and not steady(table, other)
        and other not in table.later.garrisons
        and not any(steady(table, third) for third in around(other) if third != hex)
    ]


def linked(table: Table, hex: str) -> bool:
    """Whether a hex, which may itself be in US hands, is in Japanese communication (10.1-b-2, c-8)."""
    paths = flood([hex], shut(table))
    for name in black_groups():
        for site in groups()[name]:
            if site.hilltop and site.hex in paths and intact(table, site.hex) and black_linked(table, name):
                return True
            serves = site.sector == 1 and sector(hex) == 1 and not table.us_holds(site.hex)
            if serves and (site.hex in paths or set(around(site.hex)) & paths):
                return True
    return False


def susceptible(table: Table) -> list[str]:
    """The hexes that are raided, from the player's edge, then from the left (D97)."""
    found = []
    for hex in sorted(table.stacks):
        open_hexes = flanks(table, hex)
        if raided(table, hex) and len(open_hexes) > 1 and any(linked(table, other) for other in open_hexes):
            found.append(hex)
    return found


def raiders(table: Table, hex: str, fire: list[dict[str, Any]]) -> set[str]:
    """The groups that raid a hex by the fire colors of a card (10.2-a, c-10)."""
    colors = {"black" if entry.get("bar") else entry["colour"] for entry in fire}
    found = set()
    for name, here in groups().items():
        for site in here:
            spot = table.spot(site.hex)
            manned = bool(spot.units or spot.depth or spot.tank)
            if site.color in colors and distance(site.hex, hex) <= REACH and manned and in_communication(table, site.hex):
                found.add(name)
    return found


def value(table: Table, names: set[str]) -> int:
    """The value of a raid (10.2-b)."""
    if not names:
        return 0
    evening = table.turn >= SECOND_DAY and (table.turn - SECOND_DAY) % 3 == 2
    night = evening and "night-assault" in table.lasting
    helped = False
    for name in names:
        for black in black_groups():
            near = min(distance(one.hex, two.hex) for one in groups()[name] for two in groups()[black])
            there = any(in_play(table, site.hex) for site in groups()[black])
            helped = helped or (black != name and near <= REACH and there)
    return len(names) + night + helped


def cards() -> list[list[dict[str, Any]]]:
    """The fire sections of all cards, in their order."""
    deck = sheet("cards")["cards"]
    return [deck[number]["fire"] for number in sorted(deck)]
