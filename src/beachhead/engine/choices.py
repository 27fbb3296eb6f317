"""Long lists of actions that are counted immediately but listed only on demand."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import overload

from mypy_extensions import mypyc_attr


@mypyc_attr(allow_interpreted_subclasses=True)
class LazyChoices(Sequence[int]):
    """A sequence of actions' numbers. Subclasses set `size` and bring `__iter__`, `__contains__` and `at`."""

    __slots__ = ("size",)
    size: int

    def __len__(self) -> int:
        return self.size

    def rows(self) -> tuple[list[tuple[int, int]], list[int]] | None:
        """The same actions grouped into rows, if they can be: an action's number without its second argument, and all values of
        that argument as bits; then the single actions. It saves callers that write out long lists the single numbers."""
        return None

    @abstractmethod
    def at(self, index: int) -> int:
        """The action at a place from 0 to len - 1."""

    @overload
    def __getitem__(self, index: int) -> int: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[int]: ...
    def __getitem__(self, index: int | slice) -> int | Sequence[int]:
        if isinstance(index, slice):
            return list(self)[index]
        if 0 <= index < self.size:
            return self.at(index)
        if -self.size <= index < 0:
            return self.at(index + self.size)
        raise IndexError(index)
