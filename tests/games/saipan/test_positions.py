"""Positions in the middle of things: told exactly, checked, and their own."""

from __future__ import annotations

import pytest

import beachhead as bh


def described() -> dict[str, object]:
    state = bh.game("saipan").new("historical", seed=3)
    for text in ("1/2 1203", "2/2 1102", "3/2 1002", "1/6 0902", "2/6 0801", "3/6 0702"):
        state.apply(f"land {text}")
    state.apply("attack 1103 from 1203 1102 1002")
    return bh.game("saipan").describe(state)


def test_a_state_keeps_nothing_of_the_description_it_was_made_from() -> None:
    data = described()
    first = bh.game("saipan").position(data)
    first.apply("support 3")
    assert bh.game("saipan").position(data).digest() != first.digest()
    assert bh.game("saipan").describe(bh.game("saipan").position(data)) == data


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("attackers", [999], "for attackers"),
        ("stack", [["move"]], "impossible"),
        ("points", [], "0 numbers for points"),
        ("phasing", 7, "for phasing"),
        ("die", 6, "invalid attack"),
    ],
)
def test_a_moment_that_cannot_be_is_refused(name: str, value: object, words: str) -> None:
    data = described()
    moment = data["moment"]
    assert isinstance(moment, dict)
    with pytest.raises(bh.PositionError, match=words):
        bh.game("saipan").position(data | {"moment": moment | {name: value}})
