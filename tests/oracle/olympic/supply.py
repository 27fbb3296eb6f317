"""Supply, traced anew for each question by flooding the map (section 12)."""

from __future__ import annotations

from .board import Position, side

LEG = 6
"""Movement Points from a unit to the network."""


def linked(position: Position, one: str, two: str, us: bool) -> bool:
    """Whether two adjacent network hexes are joined (A24), or in the other reading, by 12.12, always for the Americans."""
    board = position.board
    if position.network == "hexes" and us:
        return True
    if board.road(one, two):
        return True
    if side(one, two) in board.rough_sides:
        return False
    if board.clear(one) and board.clear(two):
        return True
    # A52: a beachhead in rough ground joins a clear or road hex next to it.
    if us:
        for source, other in ((one, two), (two, one)):
            if source in position.beachheads and (in_network(position, other, us)):
                return True
    return False


def in_network(position: Position, hex: str, us: bool) -> bool:
    board = position.board
    return board.clear(hex) or hex in board.road_hexes or (us and hex in position.beachheads)


def barred(position: Position, us: bool) -> frozenset[str]:
    """Land hexes into which this side may trace nothing (12.21)."""
    board = position.board
    if us:
        zone = position.open_zone() | position.hidden_near()
        return frozenset(
            hex for hex in board.land if position.jp_at(hex) or position.militia(hex) or (hex in zone and not position.us_at(hex))
        )
    zone = position.us_zone()
    return frozenset(hex for hex in board.land if position.us_at(hex) or (hex in zone and not position.at(hex, us=False)))


def leg(position: Position, start: str, closed: frozenset[str]) -> set[str]:
    """Hexes within six Movement Points of a hex by an unobstructed path; the hex itself is never tested (A51)."""
    best = {start: 0}
    waiting = [start]
    while waiting:
        here = waiting.pop(0)
        for hex in position.board.adjacent(here):
            cost = best[here] + position.board.cost(here, hex)
            if hex not in closed and cost <= LEG and cost < best.get(hex, LEG + 1):
                best[hex] = cost
                waiting.append(hex)
    return set(best)


def piece(position: Position, start: str, closed: frozenset[str], us: bool) -> set[str]:
    """The connected, unobstructed piece of network around a network hex."""
    found = {start}
    waiting = [start]
    while waiting:
        here = waiting.pop()
        for hex in position.board.adjacent(here):
            if hex in found or hex in closed or not in_network(position, hex, us):
                continue
            if linked(position, here, hex, us):
                found.add(hex)
                waiting.append(hex)
    return found


def pieces_reached(position: Position, start: str, us: bool) -> list[set[str]]:
    closed = barred(position, us) - {start}
    found: list[set[str]] = []
    for hex in sorted(leg(position, start, closed)):
        if in_network(position, hex, us) and not any(hex in old for old in found):
            found.append(piece(position, hex, closed, us))
    return found


def us_supplied(position: Position, hex: str) -> bool:
    """Whether an American unit that stands in a hex is supplied (12.12)."""
    if not position.beachheads:
        return False
    return any(found & position.beachheads for found in pieces_reached(position, hex, us=True))


def us_could_enter(position: Position, name: str, hex: str) -> bool:
    """12.6: whether a path can be traced into a hex, as if the unit stood there and had left its own (A51)."""
    return us_supplied(position.moved(name, hex), hex)


def jp_supplied(position: Position, hex: str) -> bool:
    """Whether a Japanese unit that stands in a hex is supplied (12.11, 12.31)."""
    if position.turn == 1:
        return True
    return any(enough(position, found) for found in pieces_reached(position, hex, us=False))


def enough(position: Position, found: set[str], own: str | None = None) -> bool:
    """One City or three Towns without a Control marker (A53); a militia's own Town is always one of the three (A89)."""
    board = position.board
    if any(hex in board.cities and hex not in position.control for hex in found):
        return True
    towns = {hex for hex in found if hex in board.towns and hex not in position.control}
    return len(towns | ({own} if own else set())) >= 3


def militia_supplied(position: Position, hex: str) -> bool:
    """Whether the militia of a Town or City is supplied (12.41)."""
    if position.turn == 1 or hex in position.board.cities:
        return True
    return any(enough(position, found, hex) for found in pieces_reached(position, hex, us=False))


def supplied(position: Position, name: str) -> bool:
    unit = position.unit(name)
    if unit.us:
        return unit.hex not in position.board.land or us_supplied(position, unit.hex)
    return jp_supplied(position, unit.hex)


def unsupplied_units(position: Position, us: bool) -> frozenset[str]:
    """Units of a side that begin its Movement Phase unsupplied (12.0)."""
    places = {unit.hex for unit in position.units if unit.us == us and unit.hex in position.board.land}
    test = us_supplied if us else jp_supplied
    poor = {hex for hex in places if not test(position, hex)}
    return frozenset(unit.name for unit in position.units if unit.us == us and unit.hex in poor)


def militia_strength(position: Position, hex: str, times: float = 1) -> int:
    """The militia of a hex as it defends: base, Track 4, supply; rounded up once at the end (A9)."""
    if not position.militia(hex):
        return 0
    base = 4 if hex in position.board.cities else 2
    value = base * times / (1 if militia_supplied(position, hex) else 2)
    return -int(-value // 1)
