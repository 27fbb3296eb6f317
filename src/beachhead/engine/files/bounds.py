"""Limits for data from outside, stated once: saves, records, positions, vectors, components and the texts of actions.

A service replays what strangers send, so nothing in it may cost more than its own length. A number has its range checked before
anything counts up to it, a list its length before anything is built from it, a text its length before anything searches it. The
limits are far beyond any game of these series; a file that needs more is a mistake or an attack.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from beachhead.engine.errors import PositionError

# ---------------------------------------------------------------------- texts

ACTION = 400
"""Characters of an action, on the wire, in a record and typed at a table."""
RECORD = 4_000_000
"""Characters of a record."""
HEADINGS = 64
"""Headings of a record."""
SAVE = 1_000_000
"""Characters of a save, or of one heading of a record."""
FILE = 1_000_000
"""Bytes of a data file."""

# ---------------------------------------------------------------------- plain data

DEPTH = 24
"""Levels of nested lists and mappings."""
VALUES = 200_000
"""Values in one piece of data."""
TEXT = 1_000
"""Characters of a text or key in it."""
WHOLE = 2**63
"""Numbers lie between minus this and this."""
STREAMS = 16
"""Streams of dice."""
FRAMES = 32
"""Steps on a stack."""
FRAME = 256
"""Numbers in one of them: a chain of displaced friends lists the hex of each."""
LIST = 20_000
"""Items of a list in a state: a hundred units with a hundred dice each fit."""
SETUPS = 8
"""Rulesets made from somebody's own components that a game caches; those of its own scenarios are always kept."""

# ---------------------------------------------------------------------- components

NAME = 40
"""Characters of a name used in actions or on the map."""
PRINTED = 99
"""The highest number on a counter, a track, a chart or a marker."""
COST = 50
"""The highest cost of a step, in movement points."""
UNITS = 200
"""Units in a game."""
SIZE = 60
"""Rows and columns of a hex map."""
AREAS = 60
"""Areas of a map; a set of them, held as bits, is a number within `WHOLE`."""
POINTS = 1_000
"""Points of a shoreline."""
FAR = 10_000.0
"""How far from its origin a map may reach."""

Where = tuple[str | int, ...]


def clip(value: object, most: int = 60) -> str:
    """A foreign value, short enough for an error message.

    >>> clip("a" * 100, 10)
    "'aaaaaaa..."
    """
    try:
        text = repr(value[: most + 1] if isinstance(value, str | list | tuple | bytes) else value)
    except ValueError:  # a whole number with more digits than Python prints
        text = "a number of thousands of digits"
    return text if len(text) <= most else f"{text[: most - 2]}..."


def fault(value: Any) -> tuple[Where, str] | None:
    """What is wrong with plain data, and where; None if it is within the limits.

    >>> fault({"turn": 3, "units": ["U:1/2"]})
    >>> fault({"support": [1, 10**30]})
    (('support', 1), 'the number 1000000000000000000000000000000 is too large')
    """
    left = [VALUES]
    return _fault(value, DEPTH, left)


def _fault(value: Any, depth: int, left: list[int]) -> tuple[Where, str] | None:
    left[0] -= 1
    if left[0] < 0:
        return (), f"there are more than {VALUES} values"
    if isinstance(value, str):
        wrong = _text_fault(value)
    elif isinstance(value, dict | list | tuple | Mapping):
        return _inside(value, depth, left) if depth else ((), f"lists and mappings are nested more than {DEPTH} deep")
    else:
        wrong = _number_fault(value)
    return None if wrong is None else ((), wrong)


def _inside(value: Mapping[Any, Any] | list[Any] | tuple[Any, ...], depth: int, left: list[int]) -> tuple[Where, str] | None:
    if isinstance(value, list | tuple):
        # Most lists hold whole numbers alone, and are looked at as a whole; if something is wrong the search below says where.
        if len(value) <= left[0] and only_numbers(value, 1 - WHOLE, WHOLE - 1):
            left[0] -= len(value)
            return None
    else:
        texts = set()
        for key in value:
            if isinstance(key, bool) or not isinstance(key, str | int):
                return (), f"a key must be text, not {clip(key)}"
            wrong = _text_fault(key) if isinstance(key, str) else _number_fault(key)
            if wrong is not None:
                return (), f"a key cannot be used: {wrong}"
            if str(key) in texts:
                return (), f"the key {clip(str(key))} appears twice, as text and as a number"
            texts.add(str(key))
    entries = enumerate(value) if isinstance(value, list | tuple) else value.items()
    for key, item in entries:
        found = _fault(item, depth - 1, left)
        if found is not None:
            return (key, *found[0]), found[1]
    return None


def only_numbers(values: Sequence[Any], low: int, high: int) -> bool:
    """Whether these are whole numbers, at least one, none below `low` or above `high`."""
    return set(map(type, values)) == {int} and low <= min(values) and max(values) <= high


def _text_fault(text: str) -> str | None:
    if len(text) > TEXT:
        return f"the text {clip(text)} has more than {TEXT} characters"
    return None if _is_sound(text) else f"the text {clip(text)} is not valid Unicode"


def _number_fault(value: Any) -> str | None:
    if isinstance(value, float) and not -WHOLE < value < WHOLE:  # infinity and not-a-number included
        return f"{value} is not a usable number"
    if isinstance(value, int) and not -WHOLE < value < WHOLE:
        return f"the number {clip(value)} is too large"
    if value is None or isinstance(value, bool | int | float):
        return None
    return f"{clip(value)} is neither text nor a number (put it in quotes)"


def _is_sound(text: str) -> bool:
    """Whether a text can be encoded at all: half a surrogate pair cannot."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def checked(value: Any, what: str) -> Any:
    """Plain data within the limits, with texts for keys; anything else is refused.

    >>> checked({"by_die": {1: "good"}}, "this position")
    {'by_die': {'1': 'good'}}
    """
    found = fault(value)
    if found is not None:
        where, wrong = found
        raise PositionError(f"{what} cannot be used: {'.'.join(map(str, where)) + ': ' if where else ''}{wrong}")
    return _with_text_keys(value)


def mapping(value: Any, what: str) -> dict[str, Any]:
    """The same for data that must be a mapping."""
    if not isinstance(value, Mapping):
        raise PositionError(f"{what} must be a mapping, not {clip(value)}")
    found: dict[str, Any] = checked(value, what)
    return found


def _with_text_keys(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return list(value) if set(map(type, value)) == {int} else [_with_text_keys(item) for item in value]
    if isinstance(value, dict | Mapping):
        return {str(key): _with_text_keys(item) for key, item in value.items()}
    return value


# ---------------------------------------------------------------------- texts that hold data


def text_within(text: Any, most: int, what: str) -> str:
    """A text of at most `most` characters that can be encoded."""
    if not isinstance(text, str):
        raise PositionError(f"{what} must be text, not {clip(text)}")
    if len(text) > most:
        raise PositionError(f"{what} has {len(text)} characters; at most {most} are allowed")
    if not _is_sound(text):
        raise PositionError(f"{what} is not valid Unicode text")
    return text


def known_format(found: Any, known: int, what: str) -> None:
    """Refuse a file of another format than the one known here, in one sentence.

    >>> known_format("3", 3, "record")
    >>> known_format(4, 3, "record")
    Traceback (most recent call last):
    beachhead.engine.errors.PositionError: this record has format 4, which a newer Beachhead has written; this one reads format 3
    """
    text = str(found) if type(found) in (int, str) else ""
    if text == str(known):
        return
    if not (text.isascii() and text.isdigit() and len(text) < 9):
        raise PositionError(f"this {what} has no format that Beachhead knows; this one reads format {known}")
    age = "which a newer Beachhead has written" if int(text) > known else "from before the first release"
    raise PositionError(f"this {what} has format {int(text)}, {age}; this one reads format {known}")


def read_json(text: Any, what: str) -> Any:
    """The data that a JSON text holds, within the limits."""
    try:
        data = json.loads(text_within(text, SAVE, what), parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        raise PositionError(f"{what} is not valid JSON: line {error.lineno}: {error.msg}") from None
    except RecursionError:
        raise PositionError(f"{what} is nested too deeply") from None
    except PositionError:
        raise
    except ValueError:  # whole numbers of thousands of digits
        raise PositionError(f"{what} holds a number that is too large") from None
    return checked(data, what)


def _no_constant(name: str) -> float:
    raise PositionError(f"{name} is not a usable number")


# ---------------------------------------------------------------------- fields of a state


def number(value: Any, name: str) -> int:
    """A whole number that takes no more than 63 bits."""
    if type(value) is not int or not -WHOLE < value < WHOLE:
        raise PositionError(f"this save has {clip(value)} for {name}, which must be a whole number")
    return value


def numbers(value: list[Any], name: str) -> list[Any]:
    """A list of whole numbers, or of such lists, no longer than any game needs."""
    if len(value) > LIST:
        raise PositionError(f"this save has {len(value)} items for {name}; at most {LIST} are allowed")
    return [numbers(item, name) if isinstance(item, list) else number(item, name) for item in value]


def stack_frame(frame: Any, steps: Mapping[str, int]) -> tuple[int, list[int]]:
    """A saved record of the stack, which is the name of a step and a few numbers, as the step's number and these numbers."""
    if not isinstance(frame, list) or not 0 < len(frame) <= FRAME or not isinstance(frame[0], str):
        raise PositionError(f"this save has {clip(frame)} on its stack, which is not a step")
    if frame[0] not in steps:
        raise PositionError(f"this save has the step {clip(frame[0])} on its stack, which this game does not know")
    return steps[frame[0]], [number(value, "the stack") for value in frame[1:]]
