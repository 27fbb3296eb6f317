"""Positions that cannot be: one clear sentence that names what is wrong and how to put it right."""

from __future__ import annotations

from typing import Any

import pytest

import beachhead as bh
from beachhead.engine.errors import UserError

BASE: dict[str, Any] = {"turn": 4, "phase": "actions", "units": {"A/1/23": "0513"}, "japanese": {"1524": "?"}}


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"units": {"A/1/23": "9999"}}, "no hex or beach box '9999'"),
        ({"units": {"A/1/23": "Pink"}}, "no hex or beach box 'Pink'.*Green, Red1"),
        ({"units": {"A/1/99": "0513"}}, "no unit 'A/1/99'.*did you mean"),
        ({"units": {"A/1/23": {"hex": "0513"}}}, "write a text"),
        ({"units": {"A/1/23": "0101"}}, "at sea in 0101"),
        ({"units": {"A/1/23": "0503"}}, "closed to US units.*18.4.4-f"),
        ({"units": {"A/1/23": "0513", "B/1/23": "0513", "C/1/23": "0513"}}, "0513 holds too many units; disrupt"),
        ({"units": {"A/1/23": "1524"}}, "^A/1/23 is in 1524 with the Japanese; say from which hex"),
        ({"units": {"A/1/23": "1524, from 0101"}}, "cannot have come from 0101"),
        ({"units": {"A/1/23": "Red1, from 0512"}}, "cannot have come from 0512"),
        ({"japanese": {"0513": "?"}}, "0513 is no Japanese position"),
        ({"japanese": {"1524": "A/309", "1721": "A/309"}}, "A/309 is in two places; name it once"),
        ({"japanese": {"1524": "A/309 sideways"}}, "'up' or 'down'"),
        ({"japanese": {"1524": {"depth": "D21"}}}, "depth marker without a unit"),
        ({"reserves": {2: 99}}, "reserves.2: 99 counters are too many, only 20 are left"),
        ({"depth pool": {3: 99}}, "depth pool.3: 99 counters are too many, only 69 are left"),
        ({"deck": [56]}, "at most 55"),
        ({"deck": [1], "discards": [1]}, "card 1 is in two places"),
        ({"options": {"nonsense": True}}, "no option 'nonsense'"),
        ({"options": {"hit_cap": "both"}}, "one of group, hex"),
        ({"board": {"size": [6, 8], "hexes": {"lava": ["0303"]}}, "units": {}, "japanese": {}}, "neither a hex nor a terrain"),
    ],
)
def test_what_is_wrong_with_a_position_is_said(changes: dict[str, Any], says: str) -> None:
    with pytest.raises(UserError, match=says):
        bh.game("dday").position(BASE | changes)


def test_a_counter_may_be_said_to_lie_face_down() -> None:
    hexes = {"1721": {"unit": "A/309 down", "depth": "D21 down", "forts": ["F2-01 down"]}}
    plain = {"1721": {"unit": "A/309", "depth": "D21", "forts": ["F2-01"]}}
    states = [bh.game("dday").position(BASE | {"japanese": given}) for given in (hexes, plain)]
    assert states[0].plain() == states[1].plain()


def test_a_hex_of_a_board_may_be_named_under_several_kinds_of_terrain() -> None:
    board = {"size": [6, 8], "boxes": {"Red 1": {"hexes": ["0204"]}}, "hexes": {"terrace": ["0204"], "village": ["0204"]}}
    given = {"turn": 1, "board": board, "units": {"A/1/23": "0204", "B/1/23": "0204"}, "japanese": {}}
    state = bh.game("dday").position(given)
    state.apply("move A/1/23 0205")
    assert state.why_not("move A/1/23 0206") is not None
