"""Where forts appear, what they block and how they are reduced (17.0 to 17.2, 17.5, 17.7)."""

from __future__ import annotations

import pytest

from beachhead.engine.chance import lots
from beachhead.games.dday.box.kinds import DIRECTIONS
from beachhead.games.dday.counters import forts
from beachhead.games.dday.state import DEPTHS, FORT_UP, FORTS, RESERVES
from beachhead.testing import proves
from tests.games.dday.hands import Hands


def classes(hands: Hands, counter: int) -> set[int]:
    """What class a fort may be of."""
    return {hands.ruleset.fort_class[number] for number in lots.candidates(hands.state.lots, counter)}


def fill(hands: Hands, *left_out: int) -> None:
    """All forts in their pools, but for some classes."""
    for fort_class in (1, 2, 3):
        if fort_class not in left_out:
            names = [fort.id for fort in hands.ruleset.components.forts if fort.fort_class == fort_class]
            hands.pool("forts", fort_class, *names)


@proves("dday", "17.1-a", "17.1-d", "17.2.1", "17.2.1-c", "17.2.1-d")
@pytest.mark.parametrize(
    ("code", "kit"),
    [
        ("A6", (2,)), ("I9", (1, 2)), ("G3", (1, 2)), ("H9", (1,)), ("J4", (1,)), ("G1", (2,)), ("H5", (2,)), ("L3", (2,)),
        ("A4", ()), ("B5", ()), ("I8", ()), ("K8", ()),
    ],
)  # fmt: skip
def test_kits(code: str, kit: tuple[int, ...]) -> None:
    hands = Hands()
    assert forts.classes_of(hands.state, hands.at(code)) == kit


@proves("dday", "17.1", "17.1-c", "17.1-a")
def test_when_a_fort_is_due() -> None:
    hands = Hands()
    state = hands.state

    def due(place: str) -> list[str]:
        return [hands.code(position) for position in forts.due_on_entry(state, hands.hex(place))]

    assert due("0718") == ["G1", "G2"], "two and three hexes away"
    assert due("0717") == ["G1"]
    assert due("0716") == []
    assert due("0621") == ["G1", "G2", "G3"]
    hands.fort("G1", "F2-01")
    assert due("0718") == ["G2"], "G1 has its fort"
    hands.us("HQ/1/25", "0820", 1)
    assert due("0718") == [], "US units are in G2"
    hands.us("HQ/1/25", "0819", 1)
    assert due("0718") == ["G2"]
    hands.us("1A/4Tk", "0820")
    assert due("0718") == [], "a tank is there, though it controls nothing"
    hands.us("1A/4Tk", "0718")
    assert due("0718") == ["G2"]
    hands.us("A/1/25", "0821")
    assert due("0718") == [], "US units control G2 (c-20)"


@proves("dday", "17.2", "17.2-c", "17.2-d", "17.2.1-a", "17.2.1-b", "17.1-c")
def test_a_location_is_fortified() -> None:
    hands = Hands()
    state, position = hands.state, hands.at("I9")
    fill(hands)
    hands.pool("reserve", 3, "MG4", "MG5")
    hands.pool("depth", 3, "D01", "D02")
    assert forts.kit(state, position)
    assert classes(hands, state.fort[position]) == {1, 2}, "nobody knows which is on top"
    assert classes(hands, state.lower_fort[position]) == {1, 2}
    assert not state.faces[position] & FORT_UP
    assert state.unit[position] and state.depth[position]
    assert [len(state.pools[FORTS + n]) for n in range(3)] == [13, 17, 12]
    assert len(state.pools[RESERVES + 2]) == 1
    assert len(state.pools[DEPTHS + 2]) == 1


@proves("dday", "17.2.1-c", "17.2.1-d", "17.2-c")
@pytest.mark.parametrize(("code", "fort_class"), [("H9", 1), ("G1", 2), ("L3", 2)])
def test_one_fort(code: str, fort_class: int) -> None:
    hands = Hands()
    fill(hands)
    hands.pool("reserve", 3, "MG4", "MG5")
    hands.pool("depth", 3, "D01", "D02")
    position = hands.at(code)
    assert forts.kit(hands.state, position)
    assert classes(hands, hands.state.fort[position]) == {fort_class}
    assert not hands.state.lower_fort[position]
    assert hands.state.unit[position] and hands.state.depth[position]


@proves("dday", "17.2.1-b")
def test_a_kit_leaves_alone_what_is_there_and_takes_what_the_pools_have() -> None:
    hands = Hands()
    state = hands.state
    fill(hands)
    hands.pool("reserve", 3, "MG4", "MG5")
    position = hands.jp("G1", "A/309")
    assert forts.kit(state, position)
    assert state.unit[position] == hands.ruleset.counter_number["A/309"]
    assert not state.second[position]
    assert not state.depth[position], "no depth left in sector 3"
    assert forts.kit(state, hands.at("A6"))
    assert not state.unit[hands.at("A6")], "no reserve in sector 1"


@proves("dday", "17.7-b")
def test_a_unit_that_comes_to_a_disrupted_fort_is_disrupted() -> None:
    hands = Hands()
    position = hands.fort("G1", "F2-01")
    hands.state.shaken[position] = 1
    hands.pool("reserve", 3, "MG4", "MG5")
    assert forts.man(hands.state, position, "17.3-f")
    assert hands.state.shaken[position]


@proves("dday", "17.7-important", "17.7-c", "17.6")
def test_on_a_black_hilltop_two_weaker_forts_stand_beside_the_second_one() -> None:
    """With no class 1 left two of class 2 stand for it, and the class 2 that belongs there comes too; they fall one by one."""
    hands = Hands()
    state = hands.state
    fill(hands, 1)
    position = hands.at("I9")
    assert forts.kit(state, position)
    assert [classes(hands, row[position]) for row in (state.fort, state.lower_fort, state.bottom_fort)] == [{2}, {2}, {2}]
    for left in (2, 1, 0):
        forts.reduce(state, position, "17.5.1")
        assert classes(hands, state.fort[position]) == {3}, "a weaker one takes its place"
        forts.reduce(state, position, "17.5.1")
        assert sum(row[position] != 0 for row in (state.fort, state.lower_fort, state.bottom_fort)) == left


@proves("dday", "17.7-important")
def test_an_empty_pool_is_made_good_by_two_weaker_forts() -> None:
    hands = Hands()
    fill(hands, 2)
    position = hands.at("G1")
    assert forts.kit(hands.state, position)
    assert classes(hands, hands.state.fort[position]) == {3}
    assert classes(hands, hands.state.lower_fort[position]) == {3}
    hands = Hands()
    fill(hands, 1, 2, 3)
    assert not forts.kit(hands.state, position)
    assert not hands.state.fort[position]


@proves("dday", "17.7-important")
def test_a_class_one_fort_is_made_good_too() -> None:
    hands = Hands()
    fill(hands, 1)
    assert forts.place_fort(hands.state, hands.at("H9"), 1)
    assert classes(hands, hands.state.fort[hands.at("H9")]) == {2}
    assert classes(hands, hands.state.lower_fort[hands.at("H9")]) == {2}


@proves("dday", "17.3-c", "17.4")
def test_blocked_sides() -> None:
    hands = Hands()
    position = hands.fort("H9", "F1-01")
    assert not any(forts.blocked(hands.state, position, way) for way in range(6)), "face down it shows none"
    hands = Hands()
    position = hands.fort("H9", "F1-01", up=True)
    assert [DIRECTIONS[way] for way in range(6) if forts.blocked(hands.state, position, way)] == ["R", "UL", "UR", "LR"]
    assert [
        hands.ruleset.hex_name(place)
        for place in hands.ruleset.ground.near[hands.hex("1524")]
        if forts.blocks(hands.state, position, place)
    ] == ["1424", "1525", "1623", "1624"]
    assert not forts.blocks(hands.state, position, hands.hex("1721")), "not a neighbor"


@proves("dday", "17.5-a", "17.5-c", "17.2-b")
def test_a_fort_that_is_face_up_stays_so_when_reduced() -> None:
    hands = Hands(script=[20])
    state, position = hands.state, hands.fort("H9", "F1-01", up=True)
    hands.pool("forts", 2, "F2-01", "F2-02")
    hands.state.dice = type(state.dice).scripted([hands.ruleset.counter_number["F2-02"]])
    forts.reduce(state, position, "17.5.1")
    assert state.fort[position] == hands.ruleset.counter_number["F2-02"]
    assert state.faces[position] & FORT_UP
    assert state.pools[FORTS] == [hands.ruleset.counter_number["F1-01"]]
    assert hands.events("fort reduced") == [("17.5.1", "The fort in 1524 is reduced to class 2")]


@proves("dday", "17.5-a", "17.5-c")
def test_a_fort_that_is_face_down_stays_so() -> None:
    hands = Hands()
    state, position = hands.state, hands.fort("H9", "F1-01")
    hands.pool("forts", 2, "F2-01", "F2-02")
    forts.reduce(state, position, "17.5.1")
    assert classes(hands, state.fort[position]) == {2}
    assert not state.faces[position] & FORT_UP


@proves("dday", "17.5-b", "17.5-d", "17.7-a", "17.7-c")
def test_the_weakest_fort_goes_and_the_lower_one_comes_up_face_down() -> None:
    hands = Hands()
    state, position = hands.state, hands.fort("I9", "F3-01", "F1-01", up=True)
    forts.reduce(state, position, "17.5.2")
    assert state.fort[position] == hands.ruleset.counter_number["F1-01"]
    assert not state.lower_fort[position]
    assert not state.faces[position] & FORT_UP
    assert state.pools[FORTS + 2] == [hands.ruleset.counter_number["F3-01"]]


@proves("dday", "17.5-d")
def test_the_last_fort_goes() -> None:
    hands = Hands()
    state, position = hands.state, hands.fort("H9", "F3-01", up=True)
    forts.reduce(state, position, "17.5.2")
    assert not state.fort[position]
    assert not state.jp_mask
