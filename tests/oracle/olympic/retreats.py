"""Retreats step by step (8.7, A10, A11, A56, A90).

Face-down counters stand in the way of Americans but have no zone, until one is turned up beside their path (A91).
"""

from __future__ import annotations

from dataclasses import dataclass, field

from .board import Position, distance, number
from .supply import us_could_enter

STACK = 3


@dataclass(frozen=True)
class Retreat:
    """A unit that must retreat, and what those that retreat with it have done."""

    unit: str
    waiting: tuple[str, ...] = ()
    """Companions that still stand where they stood."""
    entered: tuple[str, ...] = field(default=())
    """Hexes that companions have entered, each as often as one did."""
    gone: tuple[str, ...] = ()
    """Companions whose retreat is over: they stand in the position where they ended, but open no zone (A56)."""


def length(position: Position, hex: str) -> int:
    return 1 if position.board.cover(hex) else 2


def legal(position: Position, retreat: Retreat, start: str, here: str, hex: str, last: bool) -> bool:
    """Whether 8.7 lets the unit enter a hex, priorities aside."""
    board = position.board
    us = position.unit(retreat.unit).us
    if hex not in board.adjacent(here) or hex == start:
        return False
    enemy = position.jp_at(hex) if us else position.us_at(hex)
    if enemy or (us and position.militia(hex)):
        return False
    if here != start and last and position.apart and distance(start, hex) != 2:
        return False
    old = settled(position, retreat, hex)
    zone = position.open_zone() if us else position.us_zone()
    if hex in zone and not old:
        return False
    return old + retreat.entered.count(hex) < STACK


def settled(position: Position, retreat: Retreat, hex: str) -> int:
    """Friends in a hex who do not come with this retreat."""
    us = position.unit(retreat.unit).us
    names = [unit.name for unit in position.at(hex, us)]
    others = [name for name in names if name != retreat.unit and name not in retreat.gone]
    return len(others) + (0 if us else len(position.down_at(hex)))


def occupied(position: Position, retreat: Retreat, hex: str) -> bool:
    return settled(position, retreat, hex) + retreat.entered.count(hex) > 0


def jp_rank(position: Position, retreat: Retreat, hex: str) -> tuple[int, ...]:
    board = position.board
    near = any(position.us_at(other) for other in board.adjacent(hex))
    group = 0 if not occupied(position, retreat, hex) else 2 if near else 1
    held = hex in position.control
    if hex in board.rough:
        ground = 0
    elif hex in board.cities and not held:
        ground = 1
    elif hex in board.towns and not held:
        ground = 2
    else:
        ground = 3
    return group, ground, -number(hex)


def us_rank(position: Position, retreat: Retreat, start: str, hex: str) -> tuple[int, ...]:
    board = position.board

    def far(place: str) -> int:
        return min(distance(place, beachhead) for beachhead in position.beachheads)

    filled = occupied(position, retreat, hex)
    farther = bool(position.beachheads) and far(hex) > far(start)
    if position.beachheads and us_could_enter(position, retreat.unit, hex):
        group = (2 if filled else 1) if farther else 0
        inside = (int(filled), 0) if group == 0 else (0, 0)
    else:
        group, inside = 3, (int(farther), int(filled))
    held = hex in position.control
    if hex in board.rough:
        ground = 0
    elif hex in board.cities and held:
        ground = 1
    elif hex in board.towns and held:
        ground = 2
    else:
        ground = 3
    return group, *inside, ground


def steps(position: Position, retreat: Retreat, start: str, path: tuple[str, ...]) -> list[str]:
    """The hexes into which a retreating unit may step next; it stands in the position where it began, `path` is its way so far.

    None: it is eliminated. More than one: the owner chooses.
    """
    here = path[-1] if path else start
    whole = length(position, start)
    last = len(path) + 1 == whole
    offered = [hex for hex in position.board.adjacent(here) if legal(position, retreat, start, here, hex, last)]
    if not last:
        offered = [
            hex for hex in offered if any(legal(position, retreat, start, hex, end, True) for end in position.board.adjacent(hex))
        ]
    us = position.unit(retreat.unit).us
    ranks = {hex: us_rank(position, retreat, start, hex) if us else jp_rank(position, retreat, hex) for hex in offered}
    best = min(ranks.values(), default=())
    return sorted(hex for hex, found in ranks.items() if found == best)
