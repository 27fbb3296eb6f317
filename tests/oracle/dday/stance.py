"""Where Japanese go who leave their positions: counterattack stance (14.4.2, D95), assault (13.8), tanks (14.2)."""

from __future__ import annotations

from .island import INTENSE, boxes, distance, field_of, groups, nearest, reach_of, sites
from .network import holds_position, in_communication
from .table import Table, once
from .victory import in_play


@once
def beaches(table: Table) -> list[str]:
    """US landing beach hexes (D96)."""
    return [hex for name, box in boxes().items() if box["shore"] == "east" or name in table.landed for hex in box["hexes"]]


def unoccupied(table: Table, hex: str) -> bool:
    """A position hex without Japanese, US units and garrison (D82, D91)."""
    return not table.spot(hex).occupied and not table.us_holds(hex) and in_play(table, hex)


def first(start: str, hexes: list[str]) -> str:
    """The closest, then the westernmost, then the southernmost (14.4.2-c-4, D2)."""
    return min(hexes, key=lambda hex: (distance(start, hex), -int(hex[:2]), int(hex[2:])))


def goal(table: Table, start: str) -> tuple[int, str]:
    """The priority and the hex; 0 if nothing draws them."""
    free = [hex for hex in sites() if 0 < distance(start, hex) <= 3 and unoccupied(table, hex)]
    over = [hex for hex in free if set(field_of([(sites()[hex], reach_of(sites()[hex]))])) & set(beaches(table))]
    if over and table.turn < 13:
        return 1, first(start, over)
    marines = [hex for hex in table.stacks if distance(start, hex) <= 3]
    if marines:
        rank = {hex: (nearest(hex, beaches(table)), int(hex[2:])) for hex in marines}
        return 2, first(start, [hex for hex in marines if rank[hex] == min(rank.values())])
    black = [hex for hex, site in sites().items() if site.color == "black" and not holds_position(table, hex)]
    nearer = [hex for hex in free if nearest(hex, black) < nearest(start, black)]
    return (3, first(start, nearer)) if nearer else (0, "")


# ---------------------------------------------------------------------- assault


def assaults(table: Table, hex: str) -> bool:
    """Whether the unit of a position hex assaults by letter A: undisrupted, not black, without intact guns (13.8)."""
    site, spot = sites()[hex], table.spot(hex)
    return bool(spot.units) and not spot.disrupted and site.color != "black" and (not site.guns or spot.guns_lost)


def best(hexes: dict[str, tuple[int, ...]]) -> set[str]:
    """The hexes with the lowest rank."""
    return {hex for hex, rank in hexes.items() if rank == min(hexes.values())}


def assaulted(table: Table, hex: str) -> set[str]:
    """The US hexes in its intense field among which the player chooses: the closest, then the fewest steps (13.8-a)."""
    site = sites()[hex]
    if site.group in table.smoked:
        return set()
    reach = 1 if table.rains() else reach_of(site)
    field = field_of([(site, reach)], [other.hex for other in groups()[site.group]])
    return best(
        {
            other: (distance(hex, other), sum(marine.steps for marine in stack))
            for other, stack in table.stacks.items()
            if field.get(other) == INTENSE
        }
    )


def marched(table: Table, hex: str) -> set[str]:
    """With nobody in the intense field: the positions within three hexes without Japanese and nearer to a US unit, the nearest to
    one first, then the closest (13.8-b, D91)."""
    far = nearest(hex, table.stacks)
    return best(
        {
            other: (nearest(other, table.stacks), distance(hex, other))
            for other in sites()
            if distance(hex, other) <= 3
            and not table.spot(other).occupied
            and in_play(table, other)
            and nearest(other, table.stacks) < far
        }
    )


def driven(table: Table, hex: str) -> set[str]:
    """The positions to which a tank advances; one unless numbers are equal (14.2)."""
    far, found = nearest(hex, table.stacks), dict[str, tuple[int, ...]]()
    for other, site in sites().items():
        spot, near = table.spot(other), nearest(other, table.stacks)
        open_to_it = unoccupied(table, other) or (spot.occupied and not spot.tank and in_communication(table, other))
        if other != hex and distance(hex, other) <= 3 and near < far and open_to_it:
            found[other] = (near, int(spot.occupied), distance(hex, other), -site.order[1])
    return best(found)
