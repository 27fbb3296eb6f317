"""Fields of fire as they are now: what US units, disruption, smoke and movement make of them."""

from __future__ import annotations

from typing import Any

from beachhead.engine.action import SPACE
from beachhead.games.dday.box.kinds import TANK_UNIT
from beachhead.games.dday.control import fields_of_fire
from beachhead.games.dday.game import DDay
from beachhead.games.dday.state import DDayState
from beachhead.testing import proves
from tests.games.dday.hands import Hands


def group_of(hands: Hands, code: str) -> int:
    """The group of a position."""
    return hands.ruleset.position_group[hands.at(code)]


def moving(hands: Hands, code: str, place: str) -> str:
    """How a group can fire at units that leave a hex: intense, steady or not at all."""
    hot, cool = fields_of_fire.moving_field(hands.state, group_of(hands, code))
    spot = hands.hex(place)
    return "intense" if hot >> spot & 1 else "steady" if cool >> spot & 1 else ""


@proves("dday", "7.3.3-a-tiedown", "7.3.3-a-example", "7.3-example-A", "7.3-example-G")
def test_a_us_unit_next_to_a_position_hex_takes_one_hex_off_its_reach_at_movers() -> None:
    """Hill 199 in 1524 reaches three hexes, 1523 beside it two. F/2/27 ties down 1523 only; then 1524 reaches 1521 still."""
    hands = Hands()
    hands.jp("H9")
    assert moving(hands, "H9", "1521") == "steady"
    hands.us("F/2/27", "1522")
    assert moving(hands, "H9", "1521") == "steady"
    assert fields_of_fire.stops(hands.state, hands.hex("1521"))
    hands.us("G/2/27", "1424")
    assert moving(hands, "H9", "1521") == ""
    assert moving(hands, "H9", "1522") == "intense"
    assert fields_of_fire.stops(hands.state, hands.hex("1521"))


@proves("dday", "7.3.3-a-tiedown")
def test_a_disrupted_us_unit_ties_down_as_well() -> None:
    hands = Hands()
    hands.jp("H1")
    assert moving(hands, "H1", "1220") == "steady"
    unit = hands.us("G/2/27", "1221")
    hands.state.disrupted[unit] = 1
    assert moving(hands, "H1", "1220") == ""


@proves("dday", "8.6-c-3")
def test_a_hex_with_a_pending_close_combat_fires_one_hex_far_and_steadily() -> None:
    hands = Hands()
    hands.jp("H1", up=True)
    hands.us("G/2/27", "1222")
    assert moving(hands, "H1", "1221") == "steady"
    assert moving(hands, "H1", "1220") == ""


@proves("dday", "7.3.3-a-smoke", "6.2.3-smoke-a", "6.2.3-smoke-c")
def test_smoke_makes_fire_at_movers_steady_and_one_hex_shorter() -> None:
    hands = Hands()
    position = hands.jp("H9")
    hands.state.smoked[hands.ruleset.position_group[position]] = 1
    hands.state.touch()
    assert moving(hands, "H9", "1424") == "steady"
    assert moving(hands, "H9", "1521") == ""


@proves("dday", "6.4", "7.3.1-b", "7.6-important")
def test_a_disrupted_position_has_no_field_but_still_stops_moves() -> None:
    hands = Hands()
    position = hands.jp("H1")
    assert fields_of_fire.intense_now(hands.state) >> hands.hex("1221") & 1
    hands.state.shaken[position] = 1
    hands.state.touch()
    assert fields_of_fire.field_now(hands.state) == 0
    assert moving(hands, "H1", "1221") == ""
    assert fields_of_fire.stops(hands.state, hands.hex("1221"))


@proves("dday", "6.4.1-important", "6.8.1-b", "7.3.3-a-black", "6.2.3-smoke-b")
def test_a_black_group_goes_one_level_down_when_all_of_it_is_disrupted() -> None:
    hands = Hands()
    first, second = hands.jp("G1"), hands.jp("G2")
    group, ground = group_of(hands, "G1"), hands.ruleset.ground
    whole = ground.group_whole[group]
    intense, steady = ground.group_intense[group][whole], ground.group_steady[group][whole]
    hands.state.shaken[first] = 1
    hands.state.touch()
    assert fields_of_fire.group_field(hands.state, group) == (intense, steady)
    hands.state.shaken[second] = 1
    hands.state.touch()
    assert fields_of_fire.group_field(hands.state, group) == (0, intense)
    assert fields_of_fire.moving_field(hands.state, group) == (0, intense)
    hands.state.smoked[group] = 1
    hands.state.touch()
    hot, cool = fields_of_fire.group_field(hands.state, group)
    assert hot == 0
    assert cool == intense & ground.group_smoked[group][whole]


@proves("dday", "6.2.1-exception")
def test_a_hex_that_us_units_hold_gives_the_group_no_field() -> None:
    hands = Hands()
    hands.jp("H8")
    group = group_of(hands, "H8")
    before = fields_of_fire.group_field(hands.state, group)
    assert (before[0] | before[1]) >> hands.hex("1421") & 1
    hands.us("A/1/23", "1524")
    after = fields_of_fire.group_field(hands.state, group)
    alone = hands.ruleset.ground.field(hands.at("H8"), 2)
    assert after == alone


@proves("dday", "14.2")
def test_tanks_alone_have_a_field_at_movers_only() -> None:
    hands = Hands()
    position = hands.at("H1")
    units = hands.ruleset.components.japanese_units
    hands.state.tank[position] = next(number for number, unit in enumerate(units, 1) if unit.kind == TANK_UNIT)
    hands.state.rebuild()
    group = group_of(hands, "H1")
    assert fields_of_fire.group_field(hands.state, group) == (0, 0)
    assert fields_of_fire.moving_field(hands.state, group) != (0, 0)
    assert fields_of_fire.intense_now(hands.state) >> hands.hex("1221") & 1


def test_what_is_kept_follows_every_change() -> None:
    """Fields are remembered until something moves; a copy has them too and goes its own way."""
    hands = Hands()
    hands.jp("H1")
    assert fields_of_fire.field_now(hands.state)
    twin = hands.state.copy()
    hands.state.shaken[hands.at("H1")] = 1
    hands.state.touch()
    assert not fields_of_fire.field_now(hands.state)
    assert fields_of_fire.field_now(twin)


def with_tank(units: dict[str, str], **more: Any) -> DDayState:
    """A tank alone in an open plain on 20 February, red, reach two."""
    return DDay().position(
        {
            "scenario": "campaign",
            "board": {"size": [8, 18], "positions": {"A1": {"hex": "0408", "color": "red"}}},
            "turn": 8,
            "phase": "actions",
            "units": units,
            "japanese": {"A1": {"tank": "Tk1"}},
            **more,
        }
    )


def rows(state: DDayState, place: str) -> tuple[str, str]:
    """How the group of the tank has a hex in its field, and at movers."""
    spot = state.ruleset.names[SPACE].find(place)[0]
    found = []
    for hot, cool in (fields_of_fire.full_field(state, 0), fields_of_fire.moving_field(state, 0)):
        found.append("intense" if hot >> spot & 1 else "steady" if cool >> spot & 1 else "")
    return found[0], found[1]


@proves("dday", "14.1", "7.3.3-a-tiedown")
def test_tied_down_a_tank_does_not_fire_at_movers_beyond_one_hex() -> None:
    assert rows(with_tank({"A/1/23": "0405"}), "0405") == ("steady", "steady")
    tied = with_tank({"A/1/23": "0405", "B/1/23": "0407"})
    assert rows(tied, "0405") == ("steady", "")
    assert rows(tied, "0406") == ("steady", "")
    assert rows(tied, "0407") == ("intense", "intense")


@proves("dday", "14.1", "20.0-rain")
def test_in_rain_a_tank_reaches_one_hex_like_everybody() -> None:
    for units in ({"A/1/23": "0405"}, {"A/1/23": "0405", "B/1/23": "0407"}):
        wet = with_tank(units, lasting=["rain"])
        assert [rows(wet, place) for place in ("0405", "0406", "0407")] == [("", ""), ("", ""), ("intense", "intense")]
