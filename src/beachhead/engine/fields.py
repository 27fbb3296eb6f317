"""The fields of a state, each declared once: its kind, its first value, its bounds, and how a copy gets its own.

A game lists its fields in one table. First values, saves, the checks of a loaded save and copies all follow from it:

>>> from beachhead.engine.fields import Fields, number, row
>>> fields = Fields(turn=number(1, low=1, high=9), piles=row(3, start=4, high=7))
>>> fields.names
('turn', 'piles')

A state is copied a million times in a night of playouts, so what a copy does is written out as source: `make fields` puts slots,
types and `_copy_into` into the module of a state, between two marks, and a test compares them with the table. A small game does
not need this: without that part a state is copied field by field from the table, which is slower but otherwise the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final

from beachhead.engine.errors import PositionError
from beachhead.engine.files import bounds

if TYPE_CHECKING:
    from beachhead.engine.ruleset import Ruleset
    from beachhead.engine.state import State

NUMBER: Final = "int"
TEXT: Final = "str"
LIST: Final = "list[int]"
OCTETS: Final = "bytearray"
TUPLES: Final = "list[tuple[int, ...]]"
LISTS: Final = "list[list[int]]"

COPY: Final = "copy"
"""A copy gets a list of its own."""
COPY_EACH: Final = "copy each"
"""A copy gets its own copy of every item."""
SHARE: Final = "share"
"""Copies share the value: it is replaced, never changed."""
FORGET: Final = "forget"
"""A copy begins with None and computes its own when it needs it."""

BESIDES: Final = ("dice", "outcome", "stack")
"""What every state holds besides its fields."""

Bound = int | str
"""A number; or a kind of argument (`UNIT`, `SPACE`), for the last of them; or the ruleset's attribute that has the number."""


class Field:
    """One field of a state."""

    def __init__(
        self,
        kind: str,
        start: Any,
        *,
        low: Bound = 0,
        high: Bound = 0,
        per: Bound = -1,
        distinct: bool = False,
        group: str = "",
        copies: str = SHARE,
        derived: bool = False,
        later: bool = False,
    ) -> None:
        self.kind = kind
        self.start = start
        self.low = low
        self.high = high
        self.per = per
        """For a row of fixed length: how many numbers it has, or the kind of thing that has one each. -1: any length."""
        self.distinct = distinct
        self.group = group
        """Fields of one group are reset together: `clear_<group>` of the state."""
        self.copies = copies
        self.derived = derived
        """Whether it can be computed from the others: neither saved nor part of the digest."""
        self.later = later
        """Whether it came after the first matches were saved: left out of saves and digests while it has its first value."""

    def first(self, ruleset: Ruleset) -> Any:
        """The value with which a state begins."""
        if self.kind == OCTETS:
            return bytearray([self.start]) * length_of(ruleset, self.per)
        if self.kind == LIST and self.per != -1:
            return [self.start] * length_of(ruleset, self.per)
        if isinstance(self.start, dict):
            return dict(self.start)
        return list(self.start) if isinstance(self.start, tuple) else self.start

    def is_first(self, value: Any) -> bool:
        """Whether a value is the one with which a state begins."""
        if self.kind == OCTETS or (self.kind == LIST and self.per != -1):
            found: bool = value.count(self.start) == len(value)
            return found
        return not value if isinstance(self.start, tuple) else bool(value == self.start)

    def loaded(self, ruleset: Ruleset, value: Any, name: str) -> Any:
        """A saved value as the state holds it; one of the wrong kind or length, or out of bounds, is refused."""
        if self.kind == TEXT:
            return bounds.text_within(value, bounds.TEXT, name)
        if self.kind == NUMBER:
            return self._within(ruleset, [value], name)[0]
        if not isinstance(value, list) or len(value) > bounds.LIST:
            raise PositionError(f"this save has {bounds.clip(value)} for {name}, which must be a list of at most {bounds.LIST}")
        if self.kind in (TUPLES, LISTS):
            if not all(isinstance(item, list) for item in value):
                raise PositionError(f"this save has {bounds.clip(value)} for {name}, which must be a list of lists")
            rows = [bounds.numbers(item, name) for item in value]
            return rows if self.kind == LISTS else list(map(tuple, rows))
        if self.per != -1 and len(value) != length_of(ruleset, self.per):
            wanted = length_of(ruleset, self.per)
            raise PositionError(f"this save has {len(value)} numbers for {name}, which must be {wanted}")
        if self.distinct and len(set(map(str, value))) < len(value):
            raise PositionError(f"this save lists the same number twice for {name}")
        found = self._within(ruleset, value, name)
        return bytearray(found) if self.kind == OCTETS else found

    def _within(self, ruleset: Ruleset, numbers: Sequence[Any], name: str) -> list[int]:
        low, high = bound_of(ruleset, self.low), bound_of(ruleset, self.high)
        if bounds.only_numbers(numbers, low, high):
            return list(numbers)
        for value in numbers:
            if type(value) is not int or not low <= value <= high:
                raise PositionError(f"this save has {bounds.clip(value)} for {name}, which must be a number from {low} to {high}")
        return list(numbers)


def number(start: int = 0, *, low: Bound = 0, high: Bound = 1, group: str = "", later: bool = False) -> Field:
    """A whole number."""
    return Field(NUMBER, start, low=low, high=high, group=group, later=later)


def text(start: str = "", *, group: str = "") -> Field:
    """A short text."""
    return Field(TEXT, start, group=group)


def row(per: Bound, start: int = 0, *, low: Bound = 0, high: Bound = 1, copies: str = COPY, later: bool = False) -> Field:
    """Numbers in a row of fixed length, such as one for each unit. A long one that seldom changes may be shared by copies
    (`SHARE`): then it is replaced, never changed."""
    return Field(LIST, start, low=low, high=high, per=per, copies=copies, later=later)


def octets(per: Bound, start: int = 0, *, high: Bound = 1, later: bool = False) -> Field:
    """A row of numbers below 256, which copies fastest: flags of units, counts of markers in spaces."""
    return Field(OCTETS, start, high=high, per=per, copies=COPY, later=later)


def numbers(*, low: Bound = 0, high: Bound, distinct: bool = False, group: str = "") -> Field:
    """A list of numbers of any length; `distinct` if none appears twice."""
    return Field(LIST, (), low=low, high=high, distinct=distinct, group=group, copies=COPY)


def tuples(*, group: str = "", later: bool = False) -> Field:
    """A list of tuples of numbers; the game checks what is in them."""
    return Field(TUPLES, (), group=group, copies=COPY, later=later)


def lists(*, group: str = "") -> Field:
    """A list of lists of numbers, such as piles of cards; each is replaced, never changed. The game checks what is in them."""
    return Field(LISTS, (), group=group, copies=COPY)


def derived(kind: str, start: Any = None, copies: str = SHARE, *, per: Bound = -1) -> Field:
    """Something computed from the other fields and kept beside them: not saved, not part of the digest."""
    return Field(kind, start, copies=copies, per=per, derived=True)


def bound_of(ruleset: Ruleset, bound: Bound) -> int:
    """A bound as a number."""
    if isinstance(bound, int):
        return bound
    if bound in ruleset.names:
        return len(ruleset.names[bound].full) - 1
    found: int = getattr(ruleset, bound)
    return found


def length_of(ruleset: Ruleset, per: Bound) -> int:
    """How many numbers a row of fixed length has."""
    return per if isinstance(per, int) else bound_of(ruleset, per) + (per in ruleset.names)


class Fields:
    """All fields of a kind of state, in order."""

    def __init__(self, inherited: Fields | None = None, **own: Field) -> None:
        self.own = own
        self.all: dict[str, Field] = {**(inherited.all if inherited is not None else {}), **own}
        self.names = tuple(name for name, field in self.all.items() if not field.derived)
        """Those that make up the state; the others can be computed from them."""
        self._octets = tuple(name for name in self.names if self.all[name].kind == OCTETS)
        self._nested = tuple(name for name in self.names if self.all[name].kind in (TUPLES, LISTS))
        self._later = tuple(name for name in self.names if self.all[name].later)
        self._in_order = tuple(sorted((*self.names, *BESIDES)))
        self._values: Callable[[Any], tuple[Any, ...]] = attrgetter(*self._in_order)

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def begin(self, state: State[Any]) -> None:
        """Give every field its first value."""
        for name, field in self.all.items():
            setattr(state, name, field.first(state.ruleset))

    def plain(self, state: State[Any]) -> dict[str, Any]:
        """The fields as JSON knows them: lists, numbers, texts."""
        data = {name: getattr(state, name) for name in self.names}
        for name in self._octets:
            data[name] = list(data[name])
        for name in self._nested:
            data[name] = [list(item) for item in data[name]]
        self._leave_out(state, data)
        return {name: value.copy() if type(value) is list else value for name, value in data.items()}

    def _leave_out(self, state: State[Any], data: dict[str, Any]) -> None:
        """Fields that came later say nothing while they have their first value."""
        for name in self._later:
            if self.all[name].is_first(getattr(state, name)):
                del data[name]

    def in_order(self, state: State[Any]) -> dict[str, Any]:
        """The fields and what is besides them, by name in order, for a text: lists and tuples are the state's own."""
        data = dict(zip(self._in_order, self._values(state), strict=True))
        for name in self._octets:
            data[name] = list(data[name])
        self._leave_out(state, data)
        return data

    def copy_into(self, state: State[Any], twin: State[Any]) -> None:
        """Give another state the same values, by the table; for states that are copied often this is written out."""
        for name, field in self.all.items():
            value = getattr(state, name)
            if field.copies == COPY:
                value = value.copy()
            elif field.copies == COPY_EACH:
                value = [item.copy() for item in value]
            setattr(twin, name, None if field.copies == FORGET else value)

    def load(self, state: State[Any], saved: Any, names: Sequence[str] | None = None) -> None:
        """Fill the fields, or those named, from a save."""
        for name in self.names if names is None else names:
            if name not in saved:
                if self.all[name].later:
                    setattr(state, name, self.all[name].first(state.ruleset))
                    continue
                raise PositionError(f"this save does not say its {name}")
            setattr(state, name, self.all[name].loaded(state.ruleset, saved[name], name))
