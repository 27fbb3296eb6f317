"""Control and communication (12.0) on maps with a handful of counters."""

from __future__ import annotations

import pytest

from beachhead.games.dday.control import communication
from beachhead.testing import proves
from tests.games.dday.hands import Hands

NECK = ("0507", "0707", "0907")
"""Three companies that close the neck between Suribachi and the rest: each controls the hexes around it."""
COMPANIES = ("A/1/28", "B/1/28", "C/1/28", "A/1/27", "B/1/27", "C/1/27")


def controlled(hands: Hands) -> set[str]:
    """The hexes under US control."""
    land = range(hands.ruleset.ground.land)
    return {hands.ruleset.hex_name(place) for place in land if communication.us_controls_hex(hands.state, place)}


def around(hands: Hands, place: str) -> set[str]:
    """A hex and its neighbors."""
    ground = hands.ruleset.ground
    return {place, *(hands.ruleset.hex_name(near) for near in ground.near[hands.hex(place)])}


def linked(hands: Hands, code: str) -> bool:
    """Whether a position is in Japanese communication."""
    return communication.japanese_in_communication(hands.state, hands.at(code))


def close_neck(hands: Hands) -> None:
    for name, place in zip(COMPANIES, NECK, strict=False):
        hands.us(name, place)


def wall(hands: Hands) -> None:
    """Weak units across the neck, with a gap at 0708 that a company at 0808 controls."""
    for name, place in zip(("HQ/1/28", "HQ/2/28", "HQ/3/28", "HQ/1/27"), ("0407", "0507", "0607", "0907"), strict=True):
        hands.us(name, place, 1)
    hands.us("A/1/28", "0808")


# ---------------------------------------------------------------------- 12.1


@proves("dday", "12.1", "12.1-a-1", "12.0")
@pytest.mark.parametrize(
    ("name", "steps", "spreads"),
    [
        ("A/1/28", 4, True), ("A/1/28", 3, True), ("A/1/28", 2, False), ("A/1/28", 1, False), ("HW/28", 4, True),
        ("HW/28", 2, False), ("HQ/1/28", 2, False), ("B/5E", 2, False), ("HQ/28", 1, False),
    ],
)  # fmt: skip
def test_who_controls_its_neighbors(name: str, steps: int, spreads: bool) -> None:
    hands = Hands()
    hands.us(name, "0710", steps)
    assert controlled(hands) == (around(hands, "0710") if spreads else {"0710"})


@proves("dday", "12.1-a-1", "12.1-a-2")
def test_disruption_does_not_matter() -> None:
    hands = Hands()
    unit = hands.us("A/1/28", "0710")
    hands.state.disrupted[unit] = 1
    assert controlled(hands) == around(hands, "0710")


@proves("dday", "12.1")
def test_a_tank_controls_only_airfield_hexes() -> None:
    hands = Hands()
    hands.us("1A/5Tk", "0510")
    assert controlled(hands) == set()
    airfield = hands.ruleset.hex_name(hands.ruleset.components.board.airfields[1][0])
    hands.us("1A/5Tk", airfield)
    assert controlled(hands) == {airfield}


@proves("dday", "12.1-a-2")
@pytest.mark.parametrize(
    ("stack", "spreads"),
    [
        ((("A/1/28", 2), ("B/5E", 1)), True),
        ((("A/1/28", 1), ("B/5E", 1)), False),
        ((("A/1/28", 1), ("B/5E", 1), ("HQ/1/28", 1)), True),
        ((("A/1/28", 2), ("1A/5Tk", 2)), False),
        ((("A/1/28", 2), ("HQ/28", 1)), False),
    ],
)
def test_two_units_together(stack: tuple[tuple[str, int], ...], spreads: bool) -> None:
    hands = Hands()
    for name, steps in stack:
        hands.us(name, "0710", steps)
    assert controlled(hands) == (around(hands, "0710") if spreads else {"0710"})


@proves("dday", "12.1-important")
def test_nobody_controls_from_a_shared_hex() -> None:
    hands = Hands()
    hands.us("A/1/28", "0610")
    assert "0710" in controlled(hands)
    hands.jp("0610")
    assert controlled(hands) == set()


# ---------------------------------------------------------------------- 12.2


@proves("dday", "12.2", "12.2-d", "12.2-e")
def test_an_empty_map_is_all_in_communication() -> None:
    hands = Hands()
    assert all(communication.japanese_in_communication(hands.state, p) for p in range(hands.ruleset.position_count))


@proves("dday", "12.2-b", "12.2-d", "12.2-e")
def test_the_neck_closed() -> None:
    """Suribachi's black group has no other to reach; what it serves in its own sector keeps its communication (D144)."""
    hands = Hands()
    close_neck(hands)
    for code in ("A4", "A6", "A8"):
        assert not linked(hands, code)
    for code in ("A1", "A2", "A5", "A7", "B5", "G1", "I9"):
        assert linked(hands, code)


@proves("dday", "12.2-d")
def test_a_colored_position_needs_a_hilltop_that_is_in_communication_itself() -> None:
    """B1 on Suribachi's side of the line reaches its hilltops, but these are cut off themselves."""
    hands = Hands()
    for name, place in zip(COMPANIES, ("0509", "0709", "0909", "1008"), strict=False):
        hands.us(name, place)
    assert not linked(hands, "A4")
    assert not linked(hands, "B1")
    assert linked(hands, "B7")
    hands.us("B/1/28", "0714")
    assert linked(hands, "B1")


@proves("dday", "12.2-e")
def test_suribachi_serves_until_it_is_occupied() -> None:
    hands = Hands()
    close_neck(hands)
    hands.us("HQ/1/28", "0605", 1)
    hands.us("HQ/2/28", "0604", 1)
    assert linked(hands, "A7")
    hands.us("HQ/3/28", "0705", 1)
    assert not linked(hands, "A7")


@proves("dday", "12.2-b")
def test_a_tank_closes_the_hex_it_is_in_without_controlling_it() -> None:
    hands = Hands()
    for number, place in enumerate(("0506", "0507", "0606", "0607", "0706", "0707", "0806", "0807", "0906", "0907")):
        names = ("1A/5Tk", "1B/5Tk", "1C/5Tk", "2A/5Tk", "2B/5Tk", "2C/5Tk", "1A/4Tk", "1B/4Tk", "1C/4Tk", "2A/4Tk")
        hands.us(names[number], place)
    hands.us("2B/4Tk", "0406")
    hands.us("2C/4Tk", "0407")
    assert not linked(hands, "A4")
    hands.us("2C/4Tk", "0710")
    hands.us("2B/4Tk", "0711")
    assert linked(hands, "A4")


@proves("dday", "12.2-c")
def test_a_beach_on_which_units_have_landed_is_closed() -> None:
    """The beach is the last gap in the neck; it closes when somebody has landed there, even if he has gone on."""
    hands = Hands()
    for name, place in zip(("HQ/1/28", "HQ/2/28"), ("0507", "0606"), strict=True):
        hands.us(name, place)
    for name, place in zip(COMPANIES, ("0707", "0906"), strict=False):
        hands.us(name, place)
    hands.state.touch()
    assert linked(hands, "A4")
    hands.state.landed[0] = 1
    hands.state.touch()
    assert not linked(hands, "A4")


@proves("dday", "12.2.1", "18.4.5-b")
def test_a_japanese_unit_negates_control_of_its_hex() -> None:
    """The company in 0808 controls the only gap in the wall, 0708; a Japanese unit there opens it for everybody."""
    hands = Hands()
    hands.jp("A7")
    wall(hands)
    assert not linked(hands, "A4")
    assert not communication.suribachi_linked(hands.state)
    hands.jp("0708")
    assert linked(hands, "A4")
    assert linked(hands, "B2")
    assert communication.suribachi_linked(hands.state)


@proves("dday", "12.2.1-unoccupied", "9.3.1-important")
def test_an_empty_position_may_be_controlled_itself() -> None:
    hands = Hands()
    hands.us("A/1/28", "0710")
    assert communication.us_controls_hex(hands.state, hands.hex("0610"))
    assert linked(hands, "B5")


@proves("dday", "12.2-a")
def test_a_group_traces_as_one_position() -> None:
    """B5 is walled in; its other hex, B6, still has a way out, and loses it for both when US units hold it."""
    hands = Hands()
    for number, place in enumerate(("0510", "0511", "0609", "0611", "0710")):
        hands.us(("HQ/1/28", "HQ/2/28", "HQ/3/28", "HQ/1/27", "HQ/2/27")[number], place, 1)
    assert linked(hands, "B5")
    hands.us("HQ/3/27", "0711", 1)
    assert not linked(hands, "B5")
    assert not linked(hands, "B6")


@proves("dday", "12.2.2")
def test_status_follows_every_move() -> None:
    hands = Hands()
    close_neck(hands)
    assert not linked(hands, "A4")
    hands.us("B/1/28", "0714")
    assert linked(hands, "A4")


@proves("dday", "18.4.5-b")
def test_suribachi_link() -> None:
    hands = Hands()
    assert not communication.suribachi_linked(hands.state), "nobody Japanese is in sector 1"
    hands.jp("A7")
    assert communication.suribachi_linked(hands.state)
    close_neck(hands)
    assert not communication.suribachi_linked(hands.state), "cut off by control alone; nobody asks for US communication"


@proves("dday", "18.4.5-b")
def test_suribachi_link_to_a_position_that_is_not_us_controlled() -> None:
    """Behind the line only B1 is left; while US units control it there is no link."""
    hands = Hands()
    hands.jp("A7")
    for name, place in zip(COMPANIES, ("0509", "0709", "0909", "1008"), strict=False):
        hands.us(name, place)
    assert not communication.suribachi_linked(hands.state)
    hands.us("A/1/28", "0509", 2)
    assert communication.suribachi_linked(hands.state)


# ---------------------------------------------------------------------- 12.3


@proves("dday", "12.0-b", "12.3", "12.3-a", "12.3-b", "12.3-c")
def test_us_communication() -> None:
    hands = Hands()
    place = hands.hex("0911")
    assert communication.us_in_communication(hands.state, place)
    hands.us("A/1/28", "0911")
    assert communication.us_controls_position(hands.state, hands.at("C4"))
    hands.jp("B7")
    assert not communication.us_in_communication(hands.state, place), "B7 sees 0911"
    assert not communication.us_controls_position(hands.state, hands.at("C4"))
    hands.state.shaken[hands.at("B7")] = 1
    hands.state.touch()
    assert not communication.us_in_communication(hands.state, place), "disrupted or not"


@proves("dday", "12.3-a", "12.3-b")
def test_us_communication_needs_a_beach_out_of_fire() -> None:
    """Positions that together see every eastern beach hex close the whole map; a western box opens once it is used."""
    hands = Hands()
    east = communication.landing_beaches(hands.state)
    for position, place in enumerate(hands.ruleset.position_hex):
        if hands.ruleset.ground.disk[2][place] & east:
            hands.jp(hands.code(position))
    place = hands.hex("1213")
    assert not communication.us_in_communication(hands.state, place)
    hands.state.landed[hands.ruleset.components.board.box_index["Brown 1"]] = 1
    hands.state.touch()
    assert communication.us_in_communication(hands.state, place)


@proves("dday", "12.3")
def test_position_control_needs_more_than_absence() -> None:
    hands = Hands()
    position = hands.at("C4")
    assert not communication.us_controls_position(hands.state, position), "nobody is near"
    hands.us("A/1/28", "0910", 2)
    assert not communication.us_controls_position(hands.state, position), "two steps do not control the next hex"
    hands.us("B/1/28", "0912")
    assert communication.us_controls_position(hands.state, position)
    hands.fort("C4", "F3-01")
    assert not communication.us_controls_position(hands.state, position)
