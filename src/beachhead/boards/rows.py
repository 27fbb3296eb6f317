"""Actions in rows: what a unit may do in any of many spaces is one row, counted at once and listed only when looked at."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Final

from mypy_extensions import mypyc_attr

from beachhead.boards.hexes import spaces_of
from beachhead.engine.action import ARGUMENT, SECOND_SHIFT
from beachhead.engine.choices import LazyChoices

_WIDE: Final = 2100
_LOW: Final = [(1 << width) - 1 for width in range(_WIDE)]
"""The lowest bits, by how many: cheaper to look up than to make where most sets are of one map's hexes."""
_NTH: Final = bytes(([*spaces_of(mask)] + [0] * 8)[offset] for mask in range(256) for offset in range(8))
"""For each byte, eight entries: its first set bit, its second, and so on."""


def nth_space(mask: int, offset: int) -> int:
    """The space of the set bit number `offset`, counted from 0.

    >>> nth_space(0b10110, 2)
    4
    """
    base, width = 0, mask.bit_length()
    while width > 8:
        half = width >> 1
        low = mask & (_LOW[half] if half < _WIDE else (1 << half) - 1)
        count = low.bit_count()
        if offset < count:
            mask, width = low, half
        else:
            offset -= count
            mask >>= half
            base += half
            width -= half
    return base + _NTH[mask << 3 | offset]


@mypyc_attr(allow_interpreted_subclasses=True)
class Rows(LazyChoices):
    """Some actions, then rows of actions, then some more.

    A row is an action's number without one argument, and all that may stand there, as bits; `shift` says which argument it is. A
    row may be empty. Only bits of `within` count. Who knows how many bits each row has then says so (`counts`), which saves
    counting them; a row that counts none is empty, whatever its bits.

    >>> from beachhead.engine.action import pack
    >>> rows = Rows([pack(1, 7), pack(1, 8)], [0b1010, 0b0001], after=[pack(0)])
    >>> list(rows) == [pack(1, 7, 1), pack(1, 7, 3), pack(1, 8, 0), pack(0)]
    True
    """

    __slots__ = ("after", "bases", "before", "ends", "masks", "shift", "within")

    def __init__(
        self,
        bases: list[int],
        masks: list[int],
        before: Sequence[int] = (),
        after: Sequence[int] = (),
        shift: int = SECOND_SHIFT,
        counts: list[int] | None = None,
        within: int = -1,
    ) -> None:
        self.bases = bases
        self.masks = masks
        self.before = before
        self.after = after
        self.shift = shift
        self.within = within
        if counts is None:
            counts = [mask.bit_count() for mask in (masks if within == -1 else [mask & within for mask in masks])]
        self.ends = list(accumulate(counts, initial=len(before)))
        self.size = self.ends[-1] + len(after)

    def at(self, index: int) -> int:
        ends = self.ends
        row = bisect_right(ends, index) - 1
        if row == len(self.bases):
            return self.after[index - ends[-1]]
        if row < 0:
            return self.before[index]
        mask = self.masks[row] if self.within == -1 else self.masks[row] & self.within
        return self.bases[row] | nth_space(mask, index - ends[row]) << self.shift

    def __iter__(self) -> Iterator[int]:
        yield from self.before
        shift = self.shift
        for base, mask in self._filled():
            for space in spaces_of(mask):
                yield base | space << shift
        yield from self.after

    def rows(self) -> tuple[list[tuple[int, int]], list[int]] | None:
        if self.shift != SECOND_SHIFT:
            return None
        return self._filled(), [*self.before, *self.after]

    def _filled(self) -> list[tuple[int, int]]:
        ends, within = self.ends, self.within
        return [
            (base, mask & within)
            for row, (base, mask) in enumerate(zip(self.bases, self.masks, strict=True))
            if ends[row] < ends[row + 1]
        ]

    def __contains__(self, code: object) -> bool:
        if not isinstance(code, int):
            return False
        argument = code >> self.shift & ARGUMENT
        base, row = code ^ argument << self.shift, -1
        for _ in range(self.bases.count(base)):
            row = self.bases.index(base, row + 1)
            if self.ends[row] < self.ends[row + 1] and (self.masks[row] & self.within) >> argument & 1:
                return True
        return code in self.after or code in self.before


@mypyc_attr(allow_interpreted_subclasses=True)
class Blocks(LazyChoices):
    """Several rows of actions one after the other, none of them copied, then some more actions.

    >>> both = Blocks([Rows([8], [0b11], shift=0), Rows([16], [0b10], shift=0)], [4])
    >>> len(both), list(both), both[2], both[3], 4 in both
    (4, [8, 9, 17, 4], 17, 4, True)
    """

    __slots__ = ("after", "blocks", "ends")

    def __init__(self, blocks: list[LazyChoices], after: list[int]) -> None:
        self.blocks = blocks
        self.after = after
        self.ends = list(accumulate([block.size for block in blocks], initial=0))
        self.size = self.ends[-1] + len(after)

    def at(self, index: int) -> int:
        ends = self.ends
        if index >= ends[-1]:
            return self.after[index - ends[-1]]
        row = bisect_right(ends, index) - 1
        return self.blocks[row].at(index - ends[row])

    def __iter__(self) -> Iterator[int]:
        for block in self.blocks:
            yield from block
        yield from self.after

    def rows(self) -> tuple[list[tuple[int, int]], list[int]] | None:
        found: list[tuple[int, int]] = []
        single: list[int] = []
        for block in self.blocks:
            inner = block.rows()
            if inner is None:
                return None
            found += inner[0]
            single += inner[1]
        return found, single + self.after

    def __contains__(self, code: object) -> bool:
        for block in self.blocks:
            if code in block:
                return True
        return code in self.after
