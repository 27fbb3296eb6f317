"""From a data file to records, checked key by key: an error names the file, the line, the key, the fault and the fix.

A record is a dataclass. Its field `from_` is the key `from`; a field without a default must be given; an unknown key is refused
with the nearest one that there is. What a field may hold is its type: text, numbers, yes or no, words of a `Literal`, other
records, lists and mappings of these, and unions of kinds that can be told apart (`str | Plural`).
"""

from __future__ import annotations

import dataclasses
import difflib
import types
import typing
from functools import cache
from typing import Any, Literal, TypeVar, Union

from beachhead.engine.files.datafile import Item

R = TypeVar("R")
MOST = 10**6
"""No number of a theme is larger."""


def read(kind: type[R], item: Item) -> R:
    """A record of this kind from an item of a data file; `DataError` if anything in it does not fit.

    >>> from beachhead.engine.files.datafile import Document
    >>> @dataclasses.dataclass(frozen=True)
    ... class Ship:
    ...     name: str
    ...     guns: int = 0
    >>> read(Ship, Item({"name": "Nevada", "guns": 10}, Document("ships.yaml")))
    Ship(name='Nevada', guns=10)
    >>> read(Ship, Item({"name": "Nevada", "gunz": 10}, Document("ships.yaml")))
    Traceback (most recent call last):
    beachhead.engine.errors.DataError: ships.yaml: gunz: unknown key; did you mean 'guns'?
    """
    found: R = _value(kind, item)
    return found


def plain(value: Any) -> Any:
    """A record as plain data, whole: defaults are written out, and only what is not set at all (None) is left out.

    >>> @dataclasses.dataclass(frozen=True)
    ... class Ship:
    ...     name: str
    ...     from_: str | None = None
    ...     guns: int = 0
    >>> plain([Ship("Nevada")])
    [{'name': 'Nevada', 'guns': 0}]
    """
    if dataclasses.is_dataclass(value):
        pairs = [(key, getattr(value, name)) for key, name in keys(type(value)).items()]  # type: ignore[arg-type]
        return {key: plain(one) for key, one in pairs if one is not None}
    if isinstance(value, dict):
        return {key: plain(one) for key, one in value.items()}
    return [plain(one) for one in value] if isinstance(value, list | tuple) else value


@cache
def keys(kind: type) -> dict[str, str]:
    """The keys of a record, each with the name of its field."""
    return {field.name.rstrip("_"): field.name for field in dataclasses.fields(kind)}


@cache
def hints(kind: type) -> dict[str, Any]:
    """What each field of a record may hold, by the name of the field."""
    return typing.get_type_hints(kind)


def needed(kind: type) -> set[str]:
    """The fields of a record that have no default."""
    nothing = dataclasses.MISSING
    return {field.name for field in dataclasses.fields(kind) if field.default is nothing and field.default_factory is nothing}


def choices_of(kind: Any) -> tuple[Any, ...]:
    """The kinds of a union; of anything else the kind itself."""
    return typing.get_args(kind) if typing.get_origin(kind) in (Union, types.UnionType) else (kind,)


def _value(kind: Any, item: Item) -> Any:
    options = choices_of(kind)
    if len(options) > 1:
        return _value(_fitting(options, item), item)
    origin, inside = typing.get_origin(kind), typing.get_args(kind)
    if origin is Literal:
        return item.one_of(inside)
    if origin is dict:
        return {key: _value(inside[1], one) for key, one in item.entries()}
    if origin is list:
        return [_value(inside[0], one) for one in item.each()]
    if origin is tuple:
        found = [_value(part, one) for part, one in zip(inside, item.each(), strict=False)]
        if len(found) != len(inside) or len(item.value) != len(inside):
            raise item.fail(f"a list of {len(inside)} is needed here, not of {len(item.value)}")
        return tuple(found)
    if dataclasses.is_dataclass(kind):
        return _record(typing.cast(type, kind), item)
    if kind is str:
        return item.text()
    if kind is bool:
        return item.flag()
    if kind is int:
        return item.whole(-MOST, MOST)
    return item.number(-MOST, MOST) if kind is float else item.value


def _record(kind: type, item: Item) -> Any:
    known = keys(kind)
    given = {}
    for key, one in item.entries():
        if key not in known:
            near = difflib.get_close_matches(key, known, n=1)
            raise one.fail(f"unknown key; did you mean {near[0]!r}?" if near else f"unknown key; there are {', '.join(known)}")
        given[known[key]] = _value(hints(kind)[known[key]], one)
    for field in dataclasses.fields(kind):
        if field.name in needed(kind) and field.name not in given:
            raise item.fail(f"{field.name.rstrip('_')!r} is missing")
    return kind(**given)


def _fitting(options: tuple[Any, ...], item: Item) -> Any:
    """The kind of a union that a value was meant as; if none, the last, which then says what is wrong."""
    value = item.value
    for option in options:
        origin = typing.get_origin(option) or option
        if value is None and option is type(None):
            return option
        if isinstance(value, str) and (origin is str or (origin is Literal and value in typing.get_args(option))):
            return option
        if isinstance(value, bool):
            if option is bool:
                return option
        elif isinstance(value, int | float) and option in (int, float):
            return option
        if isinstance(value, dict) and (origin is dict or dataclasses.is_dataclass(option)):
            return option
        if isinstance(value, list) and origin in (list, tuple):
            return option
    return next(option for option in reversed(options) if option is not type(None))
