"""Catastrophic loss (18.1) and what each scenario asks of the player (18.5.4 to 18.9.4), as the book lists it."""

from __future__ import annotations

from .fields import now
from .island import around, land, sector, sheet, sites
from .network import flood, holds_position, shut, suribachi_linked
from .table import SECOND_DAY, Table, kinds

SURIBACHI, NORTH, HOT_ROCKS, SEA, CAMPAIGN = "suribachi", "drive-to-the-north", "hot-rocks", "drive-to-the-sea", "campaign"
BOTH = "suribachi-and-north"
LAST = {SURIBACHI: 21, NORTH: 21, HOT_ROCKS: 45, SEA: 63, CAMPAIGN: 66, BOTH: 21}
COMPANIES = {SURIBACHI: 3, NORTH: 5, HOT_ROCKS: 5, SEA: 4, BOTH: 5}
"""The limit of 18.5.3-d, 18.6.3-c, 18.7.3-d, 18.8.3-c (D108); the campaign's changes."""
AT_START = {
    SURIBACHI: {3: 0, 4: 0, 5: 10}, NORTH: {3: 18, 4: 18, 5: 18}, HOT_ROCKS: {3: 24, 4: 24, 5: 24}, SEA: {3: 30, 4: 16, 5: 16},
    CAMPAIGN: {3: 60, 4: 60, 5: 60}, BOTH: {3: 18, 4: 18, 5: 28},
}  # fmt: skip
"""Infantry replacement points of the divisions."""
SIXTH_OF_MARCH = 49
"""The first game turn of 6 March: 20 February is GT 7, a day has three, February 28 days."""


def in_play(table: Table, hex: str) -> bool:
    """Whether a position is there for the Japanese (18.5, 18.6, 18.7, D108, D142)."""
    scenario, site = table.later.scenario, sites()[hex]
    if scenario == SURIBACHI:
        return site.sector == 1 or (site.sector == 2 and int(hex[2:]) <= 10)
    closed = scenario == NORTH or (scenario == HOT_ROCKS and not table.later.play_on)
    return not (site.sector == 1 and closed)


# ---------------------------------------------------------------------- catastrophic loss


def in_box(table: Table, division: int) -> int:
    """Counters in the loss box: two for a company that is eliminated, one for one that has lost two steps or more (18.1-b)."""
    steps = [left for name, left in table.later.companies.items() if kinds()[name].division == division]
    return sum(2 if left == 0 else 1 if left <= 2 else 0 for left in steps)


def limit(table: Table, division: int) -> int:
    """The limit of a division in companies (18.1.1, 18.1.2, 18.2-d, c-52)."""
    later = table.later
    scenario = CAMPAIGN if later.play_on and table.turn > LAST[later.scenario] else later.scenario
    found = COMPANIES.get(scenario) or (4 if table.turn >= SIXTH_OF_MARCH else 5)
    if later.points[division] < 12 <= AT_START[later.scenario][division]:
        found -= 1
    if later.committed:
        found -= 1
    return max(1, found)


def is_catastrophic(table: Table, division: int) -> bool:
    """The losses of a division reach its limit, from GT 7 on (18.1-b, 18.1-d)."""
    most = limit(table, division) * (1 if table.options.get("loss_level") == "counters" else 2)
    return table.turn >= SECOND_DAY and in_box(table, division) >= most


# ---------------------------------------------------------------------- ground


def cleared(table: Table, number: int) -> bool:
    """Nothing Japanese in a sector, and all its positions under US control (D143)."""
    here = [hex for hex, site in sites().items() if site.sector == number]
    return not any(sector(hex) == number for hex in table.japanese()) and all(holds_position(table, hex) for hex in here)


def held_in_sector(table: Table, number: int) -> int:
    return sum(holds_position(table, hex) for hex, site in sites().items() if site.sector == number)


def airfield(number: int) -> list[str]:
    return list(sheet("map")["airfields"][number])


def airfield_free(table: Table, number: int) -> bool:
    """No Japanese on an airfield, and no position projects a field into it (D159)."""
    closed = now(table) | table.japanese()
    return not any(hex in closed for hex in airfield(number))


def linked(table: Table) -> bool:
    """Suribachi has communication with the north; alone in play, with its last column (D106)."""
    if table.later.scenario != SURIBACHI:
        return suribachi_linked(table)
    closed = shut(table)
    goals = {hex for hex in land() if int(hex[2:]) == 10 and hex not in closed}
    for hex, site in sites().items():
        if site.sector == 1 and table.spot(hex).occupied:
            paths = flood([hex], closed)
            if goals & (paths | {other for one in paths for other in around(one)}):
                return True
    return False


def all_held(table: Table) -> bool:
    """Every position of the map, but a sector that is out of play (D40)."""
    skipped = 1 if table.later.scenario == NORTH else 0
    return all(holds_position(table, hex) for hex, site in sites().items() if site.sector != skipped)


def criteria(table: Table) -> list[bool]:
    """What the player must achieve, each met or not, in the order of the book."""
    worst = max(table.later.lost_by_day.values(), default=0)
    scenario = table.later.scenario
    if table.later.play_on:
        return [worst <= 30, all_held(table)]
    again = linked(table) and table.later.cut_off
    north = [
        worst <= 30,
        cleared(table, 2),
        any(holds_position(table, hex) for hex in airfield(2) if hex in sites()),
        held_in_sector(table, 3) >= 10,
    ]
    return {
        SURIBACHI: lambda: [sum(table.later.lost_by_day.values()) <= 20, cleared(table, 1), not again],
        NORTH: lambda: north,
        HOT_ROCKS: lambda: [
            worst <= 30,
            airfield_free(table, 2),
            any(holds_position(table, hex) for hex in airfield(3)),
            held_in_sector(table, 4) >= 6,
        ],
        SEA: lambda: [worst <= 24, all_held(table)],
        CAMPAIGN: lambda: [worst <= 30, all_held(table)],
        BOTH: lambda: [*north, cleared(table, 1), not again],
    }[scenario]()
