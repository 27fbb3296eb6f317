"""The one text of a value: by either way the same, whatever the value holds."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

import pytest

from beachhead.engine.files.canonical import canonical, canonical_in_order


class Pair(NamedTuple):
    """A record as stacks hold them."""

    step: int
    rest: tuple[int, ...]


@pytest.mark.parametrize(
    "value",
    [
        "".join(map(chr, range(128))),
        "\x7f",
        "½ – 硫黄島 \U0001f3dd",
        '"\\/',
        -1,
        1 << 62,
        -(1 << 70),
        True,
        None,
        [],
        [[], [0, (1, 2)], Pair(3, (4, 5))],
        {},
        {"a": {"b": [1]}, "c": "d"},
    ],
    ids=repr,
)
def test_both_ways_lead_to_the_text_of_json(value: Any) -> None:
    wanted = json.dumps({"key": value}, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    assert canonical({"key": value}) == wanted
    assert canonical_in_order({"key": value}) == wanted


def test_keys_come_in_order() -> None:
    assert canonical({"b": 1, "a": {"d": 2, "c": 3}}) == '{"a":{"c":3,"d":2},"b":1}'
