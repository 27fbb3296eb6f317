"""Supply (chapter 12): who can trace a path, judged over the whole map at once.

A path is a leg of at most six movement points to a clear or road hex, and from there the network of clear ground and roads. So
the hexes in supply are those within six points of the pieces of network that hold a source.
"""

from __future__ import annotations

from typing import Final

from beachhead.engine.cases import enforces
from beachhead.games.olympic.ground import FAMILY
from beachhead.games.olympic.state import OlympicState

LEG: Final = 6
"""Movement points of the first leg (12.11, 12.12)."""
TOWNS: Final = 3
"""Towns that make a Japanese source (12.11)."""


@enforces(FAMILY, "12.21-enemy", "12.21-zoc", "12.21-militia", "6.4", "12.14")
def us_blocked(state: OlympicState, units: int) -> int:
    """Hexes that no U.S. path may enter: enemies, enemy zones without a U.S. unit, Towns and Cities with militia.

    A face-down counter blocks like a unit, so that nobody can tell a dummy by it (A59).
    """
    enemies = state.jp_mask | state.down_mask
    around = state.ruleset.ground.around
    return enemies | (around.step(enemies) & ~units) | state.militia_mask


def us_region(state: OlympicState) -> int:
    """All hexes from which a U.S. path can be traced now."""
    found = state.us_supply
    # Looking at who is where is much cheaper than tracing, and what they block often stays the same when they move.
    seen = (state.us_mask, state.jp_mask, state.down_mask, state.militia_mask, state.beach_mask)
    if found is None or found[0] != seen:
        blocked = us_blocked(state, state.us_mask)
        same = found is not None and found[1] == blocked and found[0][4] == seen[4]
        found = (seen, blocked, found[2] if same else _us_region(state, blocked))
        state.us_supply = found
    region: int = found[2]
    return region


def region_of(state: OlympicState, units: int) -> int:
    """The same if U.S. units were in those hexes, as bits."""
    return _us_region(state, us_blocked(state, units))


@enforces(FAMILY, "12.12", "12.12-none", "12.13", "12.14", "12.0-procedure-1", "12.0-general", "11.0", "12.21-sea")
def _us_region(state: OlympicState, blocked: int) -> int:
    """All hexes from which a path leads to a beachhead; where a unit stands is never tested itself (A51).

    A beachhead on rough ground belongs to the network and joins the clear and road hexes next to it (A52). Full stacks and
    fortified hexes stop nobody (A88).
    """
    ground, beaches = state.ruleset.ground, state.beach_mask
    open_ = ground.net_mask & ~blocked
    sources = beaches & ~blocked
    if not sources:
        return beaches
    start = sources | (ground.beach_links.step(sources) & open_)
    network = ground.us_links.flood(start, open_ | sources)
    # A unit in the hex of a beachhead is supplied, whatever surrounds it.
    return ground.costs.near(network, blocked, LEG) | beaches


def us_supplied(state: OlympicState, unit: int) -> bool:
    """Whether a U.S. unit on the map is in supply now."""
    space = state.where[unit]
    return space >= 0 and bool((us_region(state) | state.ruleset.ground.zone_mask) >> space & 1)


@enforces(FAMILY, "12.21-enemy", "12.21-zoc", "6.4", "16.51-note")
def jp_blocked(state: OlympicState) -> int:
    """Hexes that no Japanese path may enter: U.S. units on land, and their zones where no Japanese unit is. Militia is no unit
    (A53)."""
    ground = state.ruleset.ground
    enemies = state.us_mask & ground.land_mask
    return enemies | (ground.around.step(enemies) & ~(state.jp_mask | state.down_mask))


def _jp_tables(state: OlympicState) -> tuple[int, int, int]:
    """The hexes in Japanese supply, the network that holds a source, and what is blocked."""
    found: tuple[tuple[int, ...], int, int, int] | None = state.jp_supply
    seen = (state.us_mask, state.jp_mask, state.down_mask, state.control_mask)
    if found is not None and found[0] == seen:
        return found[1:]
    ground, blocked = state.ruleset.ground, jp_blocked(state)
    if found is None or found[3] != blocked or found[0][3] != seen[3]:
        open_ = ground.net_mask & ~blocked
        good = ground.links.flood(ground.city_mask & ~state.control_mask & open_, open_)
        towns = ground.town_mask & ~state.control_mask & open_
        rest = towns & ~good
        while rest.bit_count() >= TOWNS:
            piece = ground.links.flood(rest & -rest, open_)
            if (piece & towns).bit_count() >= TOWNS:
                good |= piece
            rest &= ~piece
        found = (seen, ground.costs.near(good, blocked, LEG) if good else 0, good, blocked)
    else:
        found = (seen, *found[1:])
    state.jp_supply = found
    return found[1:]


@enforces(FAMILY, "12.11", "12.12-none", "12.13", "12.14", "12.0-procedure-1", "12.0-general", "12.21-sea")
def jp_region(state: OlympicState) -> int:
    """All hexes from which a Japanese path leads to a piece of network with a City or three Towns that the U.S. does not
    control (A53)."""
    return _jp_tables(state)[0]


def jp_region_now(state: OlympicState) -> int:
    """The hexes in which a Japanese unit is in supply; on Game-Turn 1 all (12.31)."""
    return state.ruleset.ground.land_mask if state.turn == 1 else jp_region(state)


@enforces(FAMILY, "12.31", "12.11")
def jp_supplied(state: OlympicState, unit: int) -> bool:
    """Whether a Japanese unit is in supply now. On Game-Turn 1 all are; a unit about to enter the map is too (A36)."""
    space = state.where[unit]
    return state.turn == 1 or space < 0 or bool(jp_region(state) >> space & 1)


@enforces(FAMILY, "12.41", "12.31")
def militia_supplied(state: OlympicState, place: int) -> bool:
    """Whether the militia of a Town or City is in supply now: a City always, a Town as a unit would be, with itself as one of
    the three Towns (A54, A89)."""
    ground = state.ruleset.ground
    if state.turn == 1 or ground.is_city[place]:
        return True
    space = ground.places[place]
    region, good, blocked = _jp_tables(state)
    if region >> space & 1:
        return True
    own = 1 << space
    open_ = ground.net_mask & ~blocked
    rest = ground.town_mask & ~state.control_mask & open_ & ~good & ~own
    towns = rest
    while rest.bit_count() >= TOWNS - 1:
        piece = ground.links.flood(rest & -rest, open_)
        if (piece & towns).bit_count() >= TOWNS - 1 and ground.costs.near(piece, blocked, LEG) & own:
            return True
        rest &= ~piece
    return False


@enforces(FAMILY, "12.51", "5.25")
def allowance(state: OlympicState, unit: int) -> int:
    """Movement points of a unit in this Movement Phase: half if it was unsupplied when the phase began."""
    points = state.ruleset.movement[unit]
    return points // 2 if state.short[unit] else points


@enforces(FAMILY, "12.0-procedure-2", "12.51", "12.31")
def judge_movement(state: OlympicState, units: list[int]) -> None:
    """Supply for movement, judged once when the phase begins; it holds for the whole phase."""
    short = bytearray(len(state.short))
    if units:
        region = us_region(state) | state.ruleset.ground.zone_mask if state.is_us(units[0]) else jp_region_now(state)
        where = state.where
        for unit in units:
            space = where[unit]
            if space >= 0 and not region >> space & 1:
                short[unit] = 1
    state.short = short
