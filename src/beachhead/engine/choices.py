"""Legal actions as numbers: lists, or long lists that are counted immediately but listed only on demand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol, overload

from mypy_extensions import mypyc_attr


class Choices(Protocol):
    """The numbers of actions in a stable order: a list, a tuple, or `LazyChoices`."""

    def __len__(self) -> int: ...
    def __getitem__(self, index: int, /) -> int: ...
    def __iter__(self) -> Iterator[int]: ...
    def __contains__(self, code: object, /) -> bool: ...


@mypyc_attr(allow_interpreted_subclasses=True)
class LazyChoices:
    """A sequence of actions' numbers. Subclasses set `size` and bring `__iter__`, `__contains__` and `at`.

    It is not derived from `Sequence`: a compiled class would then take every list for one of its own (`isinstance`).
    """

    __slots__ = ("size",)
    size: int

    def __len__(self) -> int:
        return self.size

    def __iter__(self) -> Iterator[int]:
        raise NotImplementedError

    def __contains__(self, code: object) -> bool:
        raise NotImplementedError

    def rows(self) -> tuple[list[tuple[int, int]], list[int]] | None:
        """The same actions grouped into rows, if they can be: an action's number without its second argument, and all values of
        that argument as bits; then the single actions. It saves callers that write out long lists the single numbers."""
        return None

    def at(self, index: int) -> int:
        """The action at a place from 0 to len - 1."""
        raise NotImplementedError

    @overload
    def __getitem__(self, index: int) -> int: ...
    @overload
    def __getitem__(self, index: slice) -> list[int]: ...
    def __getitem__(self, index: int | slice) -> int | list[int]:
        if isinstance(index, slice):
            return list(self)[index]
        if 0 <= index < self.size:
            return self.at(index)
        if -self.size <= index < 0:
            return self.at(index + self.size)
        raise IndexError(index)
