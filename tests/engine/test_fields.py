"""Fields declared once: first values, bounds of saves, copies, and the source that is written out from the table."""

from __future__ import annotations

import pytest

import beachhead as bh
from beachhead.engine.errors import PositionError
from beachhead.engine.fields import Field, number, numbers, octets, row, text, tuples
from beachhead.engine.state import State
from beachhead.testing.fields import kinds_of, parts

from ..kit.hidden_game import LookoutGame

WRITTEN = [pytest.param(kind, id=kind.__name__) for game in bh.all_games() for kind in kinds_of(game)]
RULESET = LookoutGame().new(seed=1).ruleset
"""Five areas, three squads."""


@pytest.mark.parametrize("kind", WRITTEN)
def test_what_is_written_out_is_what_the_table_says(kind: type[State]) -> None:
    _, found, wanted = parts(kind)
    assert found == wanted, "run `make fields`"


@pytest.mark.parametrize("game", [pytest.param(game, id=game.id) for game in bh.all_games()])
def test_quick_copies_are_copies_by_the_table(game: bh.Game) -> None:
    """Every field of a copy is equal, and a list of its own wherever the table says so."""
    state = game.new(seed=3)
    quick, plain = state.copy(), game.blank_state(state.ruleset, state.dice.copy())
    state.fields.copy_into(state, plain)
    for name, field in state.fields.all.items():
        assert getattr(quick, name) == getattr(plain, name), name
        if field.copies == "copy":
            assert getattr(quick, name) is not getattr(state, name), name


@pytest.mark.parametrize(
    ("field", "first"),
    [
        (number(3, high=9), 3),
        (text(), ""),
        (row("squad", -1, low=-1, high="area"), [-1, -1, -1]),
        (octets("area"), bytearray(5)),
        (row(2), [0, 0]),
        (numbers(high="area"), []),
        (tuples(), []),
    ],
)
def test_first_values(field: Field, first: object) -> None:
    assert field.first(RULESET) == first
    assert field.loaded(RULESET, list(first) if isinstance(first, bytearray) else first, "it") == first


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        (number(1, low=1, high=9), 10, "from 1 to 9"),
        (number(1, low=1, high=9), 0, "from 1 to 9"),
        (number(1, high=9), True, "True"),
        (number(1, high=9), "5", "'5'"),
        (number(0, low=-1, high="area"), 5, "from -1 to 4"),
        (text(), 5, "must be text"),
        (row("squad"), [0, 0], "2 numbers"),
        (row("squad"), [0, 0, 2], "from 0 to 1"),
        (octets("area", high=3), [0, 0, 0, 0, 4], "from 0 to 3"),
        (octets("area"), "00000", "must be a list"),
        (numbers(high="area", distinct=True), [1, 1], "twice"),
        (numbers(high="area"), [0] * 30_000, "must be a list"),
        (tuples(), [1, 2], "list of lists"),
        (tuples(), [[10**30]], "whole number"),
    ],
)
def test_values_out_of_bounds_are_refused(field: Field, value: object, words: str) -> None:
    with pytest.raises(PositionError, match=words):
        field.loaded(RULESET, value, "it")


@pytest.mark.parametrize("field", [number(3, high=9), row("squad", -1, low=-1, high="area"), octets("area"), tuples()])
def test_a_field_knows_its_first_value(field: Field) -> None:
    first = field.first(RULESET)
    assert field.is_first(first)
    other = 4 if isinstance(first, int) else [*first[:-1], 1]
    assert not field.is_first(other)
