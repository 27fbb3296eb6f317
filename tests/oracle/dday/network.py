"""Control and communication of both sides (12.0), landing losses (5.1) and artillery points (6.5)."""

from __future__ import annotations

from collections.abc import Iterable

from .fields import everywhere
from .island import airfield, around, boxes, groups, land, nearest, sector, sites
from .table import ENGINEER, HEADQUARTERS, HEAVY, RIFLE, TANK, Spot, Table, once

INFANTRY = (RIFLE, HEAVY)
STACKED = (RIFLE, HEAVY, HEADQUARTERS, ENGINEER)


@once
def controlled(table: Table) -> set[str]:
    """Hexes that the US controls (12.1, D98)."""
    enemy = table.japanese()
    found = {hex for hex in table.later.garrisons if hex not in enemy}
    for hex, stack in table.stacks.items():
        if hex in enemy:
            continue
        if any(marine.kind.type != TANK or hex in airfield() for marine in stack):
            found.add(hex)
        foot = [marine for marine in stack if marine.kind.type in STACKED]
        strong = any(marine.kind.type in INFANTRY and marine.steps >= 3 for marine in stack)
        if strong or (len(foot) >= 2 and sum(marine.steps for marine in foot) >= 3):
            found |= set(around(hex))
    return found


def flood(starts: Iterable[str], closed: set[str]) -> set[str]:
    """All land hexes that can be reached from some."""
    found = set(starts)
    edge = list(found)
    while edge:
        for other in around(edge.pop()):
            if other in land() and other not in found and other not in closed:
                found.add(other)
                edge.append(other)
    return found


@once
def shut(table: Table) -> set[str]:
    """Hexes through which no Japanese path leads (12.2-b, 12.2-c, 12.2.1)."""
    japanese = {hex for hex in table.japanese() if not table.at(hex)}
    closed = {hex for hex in controlled(table) if hex not in japanese} | set(table.stacks) | table.later.garrisons
    for name in table.landed:
        closed |= set(boxes()[name]["hexes"])
    return closed


def intact(table: Table, hex: str) -> bool:
    """A black position that is neither US occupied, garrisoned nor controlled (c-12)."""
    return not table.us_holds(hex) and (hex not in controlled(table) or table.spot(hex).occupied)


@once
def reached(table: Table, group: str) -> set[str]:
    """Where the paths of a group lead; its own hexes may be US controlled, but not held by the US alone (12.2.1)."""
    starts = [site.hex for site in groups()[group] if not table.us_holds(site.hex) or table.spot(site.hex).occupied]
    return flood(starts, shut(table))


def black_groups() -> list[str]:
    return [name for name, here in groups().items() if here[0].color == "black"]


@once
def black_linked(table: Table, group: str) -> bool:
    """A black group is in communication if it can trace to another black one (12.2-d, D144)."""
    paths = reached(table, group)
    return any(
        site.hex in paths and intact(table, site.hex) for other in black_groups() if other != group for site in groups()[other]
    )


@once
def in_communication(table: Table, hex: str) -> bool:
    """Whether a Japanese position is in communication (12.2), if only by the tunnel of its unit (20.0-tunnels)."""
    return hex in table.later.tunnels or traces(table, hex)


@once
def traces(table: Table, hex: str) -> bool:
    """Whether a path leads from a position or its group to where it must (12.2)."""
    site = sites()[hex]
    if site.color == "black":
        return black_linked(table, site.group)
    paths = reached(table, site.group)
    for name in black_groups():
        here = [one for one in groups()[name] if one.hilltop and one.hex in paths]
        if site.sector == 1:
            # Each of the three serves until US units stand in it, whoever controls the hex (12.2-e).
            posts = [one for one in groups()[name] if one.sector == 1 and not table.us_holds(one.hex)]
            if any(one.hex in paths or set(around(one.hex)) & paths for one in posts):
                return True
        if any(intact(table, one.hex) for one in here) and black_linked(table, name):
            return True
    return False


@once
def us_communication(table: Table) -> set[str]:
    """All hexes in US communication (12.3, D96)."""
    closed = everywhere(table) | table.japanese()
    beaches = {
        hex for name, box in boxes().items() if box["shore"] == "east" or name in table.landed for hex in box["hexes"]
    }  # fmt: skip
    return flood(beaches - closed, closed)


def holds_position(table: Table, hex: str) -> bool:
    """US control of a position or another hex (c-34)."""
    if hex in table.japanese():
        return False
    return (table.us_holds(hex) or hex in controlled(table)) and hex in us_communication(table)


def suribachi_linked(table: Table) -> bool:
    """Whether an occupied position of sector 1 has a path to a position elsewhere that the US does not control (D106, D124)."""
    control = controlled(table)
    free = {
        hex
        for hex, site in sites().items()
        if site.sector != 1 and (table.spot(hex).occupied or not (table.us_holds(hex) or hex in control))
    }
    starts = {hex for hex, site in sites().items() if site.sector == 1 and table.spot(hex).occupied}
    for name in {sites()[hex].group for hex in starts}:
        paths = reached(table, name)
        if paths & free or any(set(around(hex)) & paths for hex in free):
            return True
    return False


# ---------------------------------------------------------------------- landing losses


def counted(spot: Spot) -> int:
    return spot.counters() + spot.armor()


def landing_losses(table: Table, box: str, color: str) -> int:
    """Steps that a matching unit of a box loses (5.1-c to 5.1-f); -1: no square of that color, so the card does nothing."""
    entry = boxes()[box]
    if color not in entry["squares"]:
        return -1
    lost = 0
    for here in groups().values():
        if here[0].color == color and any(nearest(site.hex, entry["hexes"]) <= 3 for site in here):
            lost += sum(counted(table.spot(site.hex)) for site in here if not table.spot(site.hex).disrupted)
    if "black" in entry["squares"]:
        for here in groups().values():
            near = any(nearest(site.hex, entry["hexes"]) <= 3 for site in here)
            if (
                here[0].color == "black"
                and near
                and any(table.spot(site.hex).occupied and not table.spot(site.hex).disrupted for site in here)
            ):
                return lost + 1
    return lost


# ---------------------------------------------------------------------- artillery


@once
def points(table: Table) -> dict[int, int]:
    """Artillery points of each sector (6.5.3)."""
    found = dict.fromkeys((1, 2, 3, 4), 0)
    for hex, site in sites().items():
        spot = table.spot(hex)
        if site.guns and spot.occupied and not spot.guns_lost:
            found[site.sector] += 3 if site.sector == 1 else 2 if site.hilltop else 1
    return found


@once
def shelled(table: Table) -> set[int]:
    """Sectors with US units, boxes included (D70)."""
    found = {sector(hex) for hex in table.stacks}
    return found | {boxes()[marine.place]["sector"] for marine in table.afloat.values()}


def targets(table: Table, home: int) -> list[int]:
    """The neighbor into which a sector sends points; several: the player picks one (6.5.4)."""
    there = shelled(table)
    if home == 1:
        return [2] if 2 in there else [3] if 3 in there else []
    if home == 3 and {2, 3, 4} <= there:
        return [4]
    beside = {2: (1, 3), 3: (2, 4), 4: (3,)}[home]
    return [other for other in beside if other in there]


def falling(table: Table, home: int, into: int, via: int) -> int:
    """Points of a sector that fall into another, when what goes next door goes to `via` (6.5.4-b to 6.5.4-e)."""
    total = points(table)[home]
    sent = 0
    if via:
        sent = total // 3 if home in shelled(table) else total
    if into == home:
        return total - sent if home in shelled(table) else 0
    if into != via:
        return 0
    return sent if (home, into) == (1, 2) else sent // 2


def strength_into(table: Table, into: int, choices: dict[int, int]) -> int:
    return sum(falling(table, home, into, choices.get(home, 0)) for home in (1, 2, 3, 4))


def shells(strength: int, divisor: int) -> int:
    """Rounded to the nearest, one half up (6.6-c-2)."""
    return (2 * strength + divisor) // (2 * divisor)
