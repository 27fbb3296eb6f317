"""How many support points may be spent is worked out, not tried; it must be what trying them one by one would find."""

from __future__ import annotations

import json

import pytest
from tests.fuzz.examples import positions

import beachhead as bh
from beachhead.series.island_war.combat.duties import Duties, duties
from beachhead.series.island_war.state import IslandWarState


def tried(now: Duties, enemy: int) -> int:
    """The most points by trying them, highest first."""
    most = now.points
    while most and not now.may_fire(enemy, points=most):
        most -= 1
    return most


@pytest.mark.parametrize("points", [0, 1, 2, 3, 5, 12, 99])
def test_the_most_points_are_those_that_trying_would_find(points: int) -> None:
    bound = 0
    for text in positions("saipan"):
        state = bh.game("saipan").position(json.loads(text))
        assert isinstance(state, IslandWarState)
        if state.over or state.decision.step not in ("combat", "barrage"):
            continue
        state.points[state.phasing] = points
        state.duties_now = None
        now = duties(state)
        for enemy in (-1, *state.on_map(1 - state.phasing)):
            most = now.most_points(enemy)
            assert most == tried(now, enemy), text
            bound += most < points
    assert bool(bound) == bool(points), "no position in which a duty keeps points back"
