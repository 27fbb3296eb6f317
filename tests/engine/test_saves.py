"""Saves and records that somebody has broken: they are refused with a `PositionError`, never with anything else."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

import beachhead as bh
from beachhead.testing import state_at

SAVES = [json.loads(bh.dumps(state_at(bh.game("saipan"), *spot))) for spot in (("historical", 0, 70), ("free", 0, 12))]
NEEDED = ("beachhead", "game", "setup", "state")
STATE = SAVES[0]["state"]
json_values = some.recursive(
    some.none() | some.booleans() | some.integers() | some.floats(allow_nan=False, allow_infinity=False) | some.text(max_size=5),
    lambda inner: some.lists(inner, max_size=3) | some.dictionaries(some.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


def paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to everything inside a value."""
    yield path
    if isinstance(value, dict):
        for key in value:
            yield from paths(value[key], (*path, key))
    elif isinstance(value, list):
        for number in range(len(value)):
            yield from paths(value[number], (*path, number))


PATHS = [list(paths(save))[1:] for save in SAVES]


def bent(save: Any, path: tuple[Any, ...], value: Any, remove: bool) -> str:
    """The save with one value replaced or removed."""
    data = json.loads(json.dumps(save))
    inside = data
    for key in path[:-1]:
        inside = inside[key]
    if remove:
        del inside[path[-1]]
    else:
        inside[path[-1]] = value
    return json.dumps(data)


@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)
@given(some.data())
def test_a_bent_save_is_read_or_refused(data: some.DataObject) -> None:
    which = data.draw(some.integers(0, len(SAVES) - 1))
    path = data.draw(some.sampled_from(PATHS[which]))
    text = bent(SAVES[which], path, data.draw(json_values), data.draw(some.booleans()))
    try:
        state = bh.loads(text)
    except bh.PositionError as error:
        assert str(error).strip()
    else:
        state.digest()


@settings(max_examples=150, deadline=None, derandomize=True)
@given(some.integers(0), some.integers(0), some.text(max_size=4))
def test_a_save_cut_or_scribbled_on_is_read_or_refused(start: int, length: int, scribble: str) -> None:
    text = bh.dumps(state_at(bh.game("saipan"), "historical", 0, 3))
    start %= len(text)
    broken = text[:start] + scribble + text[start + length % 40 :]
    try:
        bh.loads(broken)
    except bh.PositionError as error:
        assert str(error).strip()


@pytest.mark.parametrize(
    "text", ["", "null", "[]", "5", "{}", '"saipan"', '{"beachhead": 1}', '{"beachhead": 2, "game": "saipan"}', "{"]
)
def test_texts_that_are_no_save(text: str) -> None:
    with pytest.raises(bh.PositionError):
        bh.loads(text)


@pytest.mark.parametrize("key", NEEDED)
def test_a_save_lacks_something(key: str) -> None:
    save = {name: value for name, value in SAVES[0].items() if name != key}
    with pytest.raises(bh.PositionError):
        bh.loads(json.dumps(save))


@pytest.mark.parametrize("key", sorted(STATE))
def test_a_state_lacks_a_field(key: str) -> None:
    save = SAVES[0] | {"state": {name: value for name, value in STATE.items() if name != key}}
    with pytest.raises(bh.PositionError, match=key):
        bh.loads(json.dumps(save))


@pytest.mark.parametrize("key", sorted(STATE))
@pytest.mark.parametrize("value", [{"a": "b"}, "many words", 3.5], ids=repr)
def test_a_field_of_the_wrong_type(key: str, value: Any) -> None:
    """A whole number written as 3.0 or the like may pass; a state that cannot be played may not."""
    try:
        state = bh.loads(json.dumps(SAVES[0] | {"state": STATE | {key: value}}))
    except bh.PositionError:
        return
    assert type(getattr(state, key)) is type(getattr(bh.loads(json.dumps(SAVES[0])), key))
    list(state.actions())


@pytest.mark.parametrize(
    "bend",
    [
        pytest.param({"turn": float("inf")}, id="infinite turn"),
        pytest.param({"dice": {"seed": "0" * 32, "counts": {"dice": float("inf")}}}, id="infinite count"),
        pytest.param({"where": []}, id="no units"),
        pytest.param({"storm": [10**6] * len(STATE["storm"])}, id="no such hex"),
        pytest.param({"storm": ["x"] * len(STATE["storm"])}, id="texts for hexes"),
        pytest.param({"points": []}, id="no points"),
        pytest.param({"stack": []}, id="empty stack"),
        pytest.param({"stack": [["move"], ["attackers", 1, 2, 3]]}, id="a stack that cannot be"),
        pytest.param({"turn": 99}, id="no such turn"),
        pytest.param({"dice": {"seed": "0" * 32, "counts": {"dice": -1}}}, id="negative count"),
        pytest.param({"outcome": {"winner": 5, "case": 5, "how": 5, "turn": "x", "points": {}}}, id="no outcome"),
    ],
)
def test_a_save_that_cannot_be_played_is_refused(bend: dict[str, Any]) -> None:
    with pytest.raises(bh.PositionError):
        bh.loads(json.dumps(SAVES[0] | {"state": STATE | bend}))


def test_an_endlessly_nested_save_is_refused() -> None:
    with pytest.raises(bh.PositionError):
        bh.loads("[" * 100_000)


def test_saves_of_other_rules() -> None:
    """A save carries the version of the rules it was made with; other rules may not understand it."""
    with pytest.raises(bh.PositionError):
        bh.loads(json.dumps(SAVES[0] | {"rules": "0 of long ago"}))
