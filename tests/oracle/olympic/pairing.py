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
    strengths = {unit.name: defence(position, unit) for unit in struck}
    return [
        (one.name, two.name)
        for one in able
        for two in struck
        if two.hex in position.board.adjacent(one.hex) and one.kind.strength - strengths[two.name] >= LEAST
    ]


def most(pairs: list[tuple[str, str]]) -> int:
    """The largest number of pairs of which no two share a unit: attackers that have a target in common are tried together."""
    left = list(pairs)
    total = 0
    while left:
        names = set(left[0])
        while True:
            more = {name for pair in left if names & set(pair) for name in pair}
            if more <= names:
                break
            names |= more
        total += largest([pair for pair in left if names & set(pair)])
        left = [pair for pair in left if not names & set(pair)]
    return total


def largest(pairs: list[tuple[str, str]]) -> int:
    """The first attacker takes each of its targets in turn, or none; nothing is better than everybody."""
    if not pairs:
        return 0
    bound = min(len({one for one, _ in pairs}), len({two for _, two in pairs}))
    first = pairs[0][0]
    rest = [pair for pair in pairs if pair[0] != first]
    best = 0
    for target in [two for one, two in pairs if one == first]:
        best = max(best, 1 + largest([pair for pair in rest if pair[1] != target]))
        if best == bound:
            return best
    return max(best, largest(rest))


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


def jp_defence(position: Position, hex: str) -> int:
    """The Japanese units of a hex under attack, militia apart: sum, supply, GT1 doubling, ground (A9); units that fled add 0."""
    units = [unit for unit in position.at(hex, us=False) if unit.name not in position.retreated]
    groups = {True: 0, False: 0}
    for unit in units:
        groups[unit.kind.letter == "C" and position.turn == 1] += unit.kind.strength
    total = sum(groups.values())
    if not jp_supplied(position, hex):
        return (total + 1) // 2 * position.board.multiplier(hex)
    return (2 * groups[True] + groups[False]) * position.board.multiplier(hex)
