"""Several actions in one line of text."""

from __future__ import annotations

import pytest

import beachhead as bh
from beachhead.engine.errors import IllegalAction


def test_a_whole_stack_is_placed_in_one_line() -> None:
    state = bh.game("olympic").new("solitaire", seed=1)
    other = state.copy()
    state.apply("place 27/25 35/25 161/25 1605")
    for unit in ("U:27/25", "U:35/25", "U:161/25"):
        other.apply(f"place {unit} 1605")
    assert state.digest() == other.digest()


def test_a_line_of_which_one_part_is_illegal_changes_nothing() -> None:
    state = bh.game("olympic").new("solitaire", seed=1)
    before = state.digest()
    with pytest.raises(IllegalAction) as refused:
        state.apply("place 27/25 35/25 27/25 1605")
    assert refused.value.refusal.case
    assert state.digest() == before
