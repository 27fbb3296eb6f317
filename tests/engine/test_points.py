"""Points of a result: whole points stay whole, halves are exact, anything else is refused."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

import beachhead as bh
from beachhead.engine.shown.points import Points, half_points, read_points
from beachhead.engine.state import Result


@pytest.mark.parametrize(("count", "points"), [(0, 0), (1, 0.5), (2, 1), (5, 2.5), (-3, -1.5), (2 * 10**15, 10**15)])
def test_half_points_are_exact_and_whole_ones_are_whole_numbers(count: int, points: Points) -> None:
    found = half_points(count)
    assert found == points
    assert type(found) is type(points)


@pytest.mark.parametrize(("value", "points"), [(3, 3), (-2, -2), (2.5, 2.5), (-0.5, -0.5), (4.0, 4), (2**52 + 0.5, 2**52)])
def test_points_of_a_save(value: Any, points: Points) -> None:
    found = read_points(value)
    assert found == points
    assert type(found) is type(points), "the same points are always written the same way"


@pytest.mark.parametrize("value", [2.25, 0.1, True, None, "2.5", [2], float("nan"), float("inf"), 1e300, 2**63, -(2**63)])
def test_other_points_are_refused(value: Any) -> None:
    with pytest.raises(bh.PositionError, match="points"):
        read_points(value)


def result(us: Points, jp: Points) -> Result:
    """A result with these points."""
    return Result("us", "24-3", "", 9, (("us", us), ("jp", jp)))


def test_whole_points_are_written_as_ever() -> None:
    assert json.dumps(result(12, half_points(16)).plain()["points"]) == '{"us": 12, "jp": 8}'


@pytest.mark.parametrize("encode", [json.dumps, msgspec.json.encode])
def test_half_points_are_plain_numbers(encode: Any) -> None:
    """Saves, records and the wire write them alike."""
    text = encode(result(half_points(5), -1).plain())
    assert json.loads(text)["points"] == {"us": 2.5, "jp": -1}


def finished(points: Any) -> str:
    """A save of a game that is over, with these points of the U.S. side."""
    save = json.loads(bh.dumps(bh.game("rage").new(seed=7)))
    save["state"]["stack"] = []
    save["state"]["outcome"] = {"winner": "us", "case": "24-3", "how": "", "turn": 9, "points": {"us": points, "jp": 3}}
    return json.dumps(save)


@pytest.mark.parametrize("points", [7, 2.5, -0.5])
def test_points_round_trip_through_a_save(points: Points) -> None:
    state = bh.loads(finished(points))
    assert state.result is not None
    assert dict(state.result.points) == {"us": points, "jp": 3}
    assert state.view("us")["result"]["points"] == {"us": points, "jp": 3}
    again = bh.loads(bh.dumps(state))
    assert again.digest() == state.digest()
    assert bh.dumps(again) == bh.dumps(state)


def test_whole_points_with_a_decimal_point_are_the_same_points() -> None:
    assert bh.loads(finished(7.0)).digest() == bh.loads(finished(7)).digest()
    assert bh.loads(finished(7.5)).digest() != bh.loads(finished(7)).digest()


@pytest.mark.parametrize("points", [2.25, True, "3", 1e200])
def test_a_save_with_other_points_is_refused(points: Any) -> None:
    with pytest.raises(bh.PositionError, match="points"):
        bh.loads(finished(points))
