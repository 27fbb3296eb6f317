"""Every past of a small garrison that fits what everybody has seen, counted one by one: every deal, and every draw.

Slow and simple: it plays all pasts forward at once and drops those that something shown contradicts.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations

from beachhead.boards.hexes import spaces_of
from beachhead.games.bonins import memory
from beachhead.games.bonins.state import BoninsState

World = tuple[tuple[tuple[int, int], ...], tuple[int, ...]]
"""Which unit lies in which hex, and what is in the container, in order."""


def world_of(state: BoninsState) -> World:
    """The hidden part of a state."""
    base = state.ruleset.us_count
    inside = tuple(base + number for number, there in enumerate(state.container) if there)
    return tuple((space, state.dug[space] - 1 + base) for space in spaces_of(state.dug_mask)), inside


def every_world(first: World, notes: list[tuple[int, ...]], halves: list[int]) -> dict[World, Fraction]:
    """The chances of all worlds now, if at first any unit might lie in any of these hexes; the container was open."""
    spaces, inside = [space for space, _ in first[0]], first[1]
    pasts = Counter[World]()
    for units in permutations(unit for _, unit in first[0]):
        pasts[tuple(zip(spaces, units, strict=True)), inside] += 1
    for note in notes:
        following = Counter[World]()
        for world, count in pasts.items():
            for after in _after(world, note, halves):
                following[after] += count
        pasts = following
    total = sum(pasts.values())
    return {world: Fraction(count, total) for world, count in pasts.items()}


def _after(world: World, note: tuple[int, ...], halves: list[int]) -> list[World]:
    """What a world may be after something has been seen: none if it contradicts, several after a draw."""
    kind, first, where, inside = note[0], note[1], dict(world[0]), list(world[1])
    if kind == memory.DRAWN:
        found = []
        for unit in inside:
            rest = [other for other in inside if other != unit]
            found.append(_made(where | {first: unit}, rest))
        return found
    if kind == memory.SHOWN and where.get(first) != note[2]:
        return []
    if kind == memory.MOBILE and not halves[where[first]]:
        return []
    if kind in (memory.ENTERED, memory.LAID):
        unit = note[-1]
        if unit in inside or unit in where.values():
            return []
    if kind == memory.LEFT and first not in inside:
        return []
    if kind == memory.PUT:
        inside.append(where.pop(first))
    elif kind == memory.ENTERED:
        inside.append(first)
    elif kind == memory.LEFT:
        inside.remove(first)
    elif kind == memory.MOVED:
        where[note[2]] = where.pop(first)
    elif kind == memory.GONE:
        del where[first]
    elif kind == memory.LAID:
        where[first] = note[2]
    return [_made(where, inside)]


def _made(where: dict[int, int], inside: list[int]) -> World:
    return tuple(sorted(where.items())), tuple(sorted(inside))


def chance_of(worlds: dict[World, Fraction], space: int) -> dict[int, Fraction]:
    """Which units may lie in a hex, with their chances."""
    found = dict[int, Fraction]()
    for (where, _), chance in worlds.items():
        unit = dict(where)[space]
        found[unit] = found.get(unit, Fraction(0)) + chance
    return found


def far_from(found: Counter[World], worlds: dict[World, Fraction]) -> float:
    """How far counted worlds are from their chances: chi-square in standard deviations (Wilson and Hilferty), about 0 if they
    agree; any world that cannot be is infinitely far."""
    if any(world not in worlds for world in found):
        return float("inf")
    total, freedom = found.total(), len(worlds) - 1
    if not freedom:
        return 0.0
    square = float(sum((found[world] - total * chance) ** 2 / (total * chance) for world, chance in worlds.items()))
    spread = 2 / (9 * freedom)
    return float(((square / freedom) ** (1 / 3) - (1 - spread)) / spread**0.5)
