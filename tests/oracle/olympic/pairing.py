"""The compulsory attacks of the Japanese Combat Phase (8.51, 8.52, A12): all matchings are tried."""

from __future__ import annotations

from .board import Position, Unit, number
from .supply import jp_supplied, us_supplied

LEAST = -2


def defence(position: Position, unit: Unit) -> int:
    """The strength of one American unit under attack: supply, then ground or a Fortified marker."""
    strength = unit.kind.strength
    if not us_supplied(position, unit.hex):
        strength = (strength + 1) // 2
    return strength * max(position.board.multiplier(unit.hex), 2 if unit.hex in position.fortified else 1)


def possible(position: Position) -> list[tuple[str, str]]:
    """Every attack that could be made now, one Japanese unit on one American unit."""
    able = [
        unit
        for unit in position.japanese()
        if unit.name not in position.attacked | position.retreated and jp_supplied(position, unit.hex)
    ]
    struck = [unit for unit in position.us_on_land() if unit.name not in position.defended]
    return [
        (one.name, two.name)
        for one in able
        for two in struck
        if two.hex in position.board.adjacent(one.hex) and one.kind.strength - defence(position, two) >= LEAST
    ]


def most(pairs: list[tuple[str, str]]) -> int:
    """The largest number of pairs of which no two share a unit: the first pair is taken or not."""
    if not pairs:
        return 0
    one, two = pairs[0]
    # If a unit has no other partner, nothing is lost by taking its pair.
    taken = 1 + most([pair for pair in pairs if one != pair[0] and two != pair[1]])
    if sum(pair[0] == one for pair in pairs) == 1 or sum(pair[1] == two for pair in pairs) == 1:
        return taken
    return max(taken, most(pairs[1:]))


def in_some_largest(pairs: list[tuple[str, str]]) -> list[tuple[str, str]]:
    best = most(pairs)
    return [(one, two) for one, two in pairs if 1 + most([pair for pair in pairs if one != pair[0] and two != pair[1]]) == best]


def next_attacks(position: Position) -> list[tuple[str, str]]:
    """The next attack; more than one only if two Japanese units of the same hex could make it (A3, A101)."""
    pairs = in_some_largest(possible(position))
    if not pairs:
        return []
    place = {unit.name: index for index, unit in enumerate(position.units)}

    def turn(pair: tuple[str, str]) -> tuple[int, int, int, int]:
        one, two = position.unit(pair[0]), position.unit(pair[1])
        return -number(two.hex), -two.kind.strength, place[two.name], number(one.hex)

    first = min(map(turn, pairs))
    return [pair for pair in pairs if turn(pair) == first]
