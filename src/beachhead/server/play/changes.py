"""What is different between two views, so that an update need not repeat what its client has already.

Views are compared as they are sent, as JSON: whatever looks the same to a client is the same here, and nothing is decoded further
than to where the two part. A change is `[path, value]`, or `[path]` if the key is gone; a list is replaced as a whole.
"""

from __future__ import annotations

from typing import Any

import msgspec

Change = list[Any]
_members = msgspec.json.Decoder(dict[str, msgspec.Raw]).decode
_OVERHEAD = 6
"""Brackets, quotes and commas around a change."""


def changes_between(before: bytes, after: bytes) -> list[Change]:
    """The changes that turn one JSON object into another.

    >>> [[path, *map(bytes, value)] for path, *value in changes_between(b'{"a":{"b":1,"c":2},"d":[1]}', b'{"a":{"b":3,"c":2}}')]
    [[['d']], [['a', 'b'], b'3']]
    """
    found: list[Change] = []
    if before != after:
        _compare(_members(before), _members(after), [], found)
    return found


def _compare(before: dict[str, msgspec.Raw], after: dict[str, msgspec.Raw], path: list[str], found: list[Change]) -> int:
    """Add the changes below a path; returns about how long they are."""
    length = 0
    for key in before:
        if key not in after:
            found.append([[*path, key]])
            length += _OVERHEAD + len(key)
    for key, value in after.items():
        old = before.get(key)
        new = bytes(value)
        if old is not None and bytes(old) == new:
            continue
        here = [*path, key]
        if old is not None and new.startswith(b"{") and bytes(old).startswith(b"{"):
            count = len(found)
            inner = _compare(_members(old), _members(value), here, found)
            if inner <= len(new):
                length += inner
                continue
            del found[count:]  # so much is different that the whole is shorter
        found.append([here, value])
        length += _OVERHEAD + len(new) + sum(map(len, here))
    return length
