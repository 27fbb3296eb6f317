"""The one JSON text of a value, which digests and saves are made of: keys in order, no spaces, nothing but ASCII."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

import msgspec

_any: Final = json.JSONEncoder(sort_keys=True, separators=(",", ":"))
_encode: Final = msgspec.json.encode
DELETE: Final = b"\x7f"
"""The one ASCII character that Python's `json` escapes and msgspec does not."""


def canonical(value: Any) -> str:
    """The text of any plain data.

    >>> canonical({"b": [1, (2,)], "a": "½"})
    '{"a":"\\\\u00bd","b":[1,[2]]}'
    """
    return _any.encode(value)


def canonical_in_order(data: Mapping[str, Any]) -> str:
    """The same text of data whose keys are in order already, and that holds no floats: ten times as fast.

    >>> canonical_in_order({"a": "½", "b": [1, (2,)]}) == canonical({"b": [1, (2,)], "a": "½"})
    True
    """
    try:
        text = _encode(data)
    except (TypeError, OverflowError):  # numbers that msgspec does not know: too large in older versions, or of odd types
        return canonical(data)
    return text.decode() if text.isascii() and DELETE not in text else canonical(data)
