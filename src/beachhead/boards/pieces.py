"""Connected pieces of a map or network, and what can be reached from some spaces, as supply is traced.

Spaces are bits of one number; `masks` holds for each space those it leads to (a grid's `neighbour_mask`, or `link_masks`).
"""

from __future__ import annotations

from collections.abc import Sequence


def link_masks(links: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """For each space those it leads to, as bits: of a network's `open`, or of a game's own table of links."""
    found = []
    for row in links:
        mask = 0
        for near in row:
            mask |= 1 << near
        found.append(mask)
    return tuple(found)


def flood(masks: Sequence[int], sources: int, enter: int = -1, leave: int = -1) -> int:
    """Everything that can be reached from the sources, which are always part of it.

    Only spaces of `enter` are entered, and only those of `leave` are left again; the sources may be left whatever they are. To
    trace toward the sources, as supply is, give the masks of the reversed network, unless its links lead both ways.

    >>> line = link_masks([[1], [0, 2], [1, 3], [2]])
    >>> bin(flood(line, 0b0001, enter=0b0111)), bin(flood(line, 0b0001, leave=0b0001))
    ('0b111', '0b11')
    """
    seen = frontier = sources
    while frontier:
        near = 0
        while frontier:
            space = frontier.bit_length() - 1
            frontier ^= 1 << space
            near |= masks[space]
        near &= enter & ~seen
        seen |= near
        frontier = near & leave
    return seen


def piece_of(masks: Sequence[int], space: int, within: int = -1) -> int:
    """The connected piece that contains a space, of those `within`; the links must lead both ways."""
    return flood(masks, 1 << space, within) if within >> space & 1 else 0


def pieces(masks: Sequence[int], within: int = -1) -> list[int]:
    """All connected pieces of the spaces `within`, in the order of their lowest spaces; the links must lead both ways.

    >>> [bin(piece) for piece in pieces(link_masks([[1], [0, 2], [1, 3], [2]]), 0b1011)]
    ['0b11', '0b1000']
    """
    left = within & ((1 << len(masks)) - 1)
    found = []
    while left:
        piece = flood(masks, left & -left, left)
        found.append(piece)
        left ^= piece
    return found
