"""Reserve units, Tactical Reinforcements and depth markers (9.2 to 9.4) on maps with a handful of counters."""

from __future__ import annotations

import pytest

from beachhead.engine.chance import lots
from beachhead.games.dday.counters import defenders, depth, japanese_reserves
from beachhead.games.dday.state import DEPTH_UP, DEPTHS, LOST_DEPTH, OUT, RESERVES, DDayState
from beachhead.testing import proves
from tests.games.dday.hands import Hands


def face_up(state: DDayState, position: int) -> None:
    """Turn up the depth marker of a hex."""
    defenders.reveal_depth(state, position, "9.1-b")


def surround(hands: Hands, places: tuple[str, ...]) -> None:
    """Put a one-step HQ into each hex: it closes its own hex and no other."""
    names = [name for name in hands.ruleset.number if name.startswith("HQ/") and name.count("/") == 2]
    for name, place in zip(names, places, strict=False):
        hands.us(name, place, 1)


# ---------------------------------------------------------------------- depth


@proves("dday", "9.2-e", "9.2-example", "2.1.1-a")
def test_f8_before_f9() -> None:
    """W1: F8 and F9 are equally near a US unit."""
    hands = Hands()
    hands.jp("F8")
    hands.jp("F9")
    hands.us("A/1/28", "1624", 2)
    assert hands.code(depth.nearest_for_depth(hands.state)) == "F8"
    hands.us("A/1/28", "1625", 2)
    assert hands.code(depth.nearest_for_depth(hands.state)) == "F9", "the nearer one comes before the lower one"


@proves("dday", "9.2-e")
def test_letter_before_number() -> None:
    hands = Hands()
    hands.jp("G10")
    hands.jp("H1")
    assert hands.code(depth.nearest_for_depth(hands.state)) == "G10"


@proves("dday", "9.2-b", "9.2-c", "9.2-d", "9.2.1", "9.2.1-a", "9.2.1-tank")
def test_who_takes_depth() -> None:
    hands = Hands()
    state, position = hands.state, hands.at("B5")
    hands.pool("depth", 2, "D01", "D02", "D03")
    assert not depth.can_take_depth(state, position), "nobody is there"
    hands.jp("B5")
    assert depth.can_take_depth(state, position)
    state.shaken[position] = 1
    assert depth.can_take_depth(state, position), "disruption is no bar"
    assert depth.add_depth(state, position)
    assert not depth.can_take_depth(state, position), "one marker a unit"
    depth.lose_depth(state, position, 0)
    assert depth.can_take_depth(state, position), "and another when it is lost"
    surround(hands, ("0510", "0511", "0609", "0611", "0710", "0711"))
    assert not depth.can_take_depth(state, position), "out of communication"


@proves("dday", "9.2.1-tank", "9.2-d")
def test_a_tank_takes_none() -> None:
    hands = Hands()
    position = hands.at("H2")
    hands.state.tank[position] = hands.ruleset.counter_number["Tk2"]
    hands.state.rebuild_japanese()
    assert not depth.can_take_depth(hands.state, position)
    hands.jp("H2")
    assert depth.can_take_depth(hands.state, position)


@proves("dday", "9.2-c")
def test_a_fort_alone_takes_one() -> None:
    hands = Hands()
    position = hands.fort("G3", "F1-01", "F2-01")
    assert depth.can_take_depth(hands.state, position)
    hands.depth("G3")
    assert not depth.can_take_depth(hands.state, position)
    hands.jp("G3")
    assert not depth.can_take_depth(hands.state, position), "the unit takes the loose marker as its own (D126)"


@proves("dday", "9.2-f", "9.2.2")
def test_the_marker_comes_face_down_from_the_pool_of_the_sector() -> None:
    hands = Hands()
    state, position = hands.state, hands.jp("B5")
    hands.pool("depth", 3, "D01", "D02")
    assert not depth.has_pool(state, position)
    assert not depth.add_depth(state, position)
    assert not state.depth[position]
    hands.pool("depth", 2, "D03", "D04")
    assert depth.add_depth(state, position)
    assert set(lots.candidates(state.lots, state.depth[position])) == {
        hands.ruleset.counter_number["D03"], hands.ruleset.counter_number["D04"],
    }  # fmt: skip
    assert not state.faces[position] & DEPTH_UP
    assert len(state.pools[DEPTHS + 1]) == 1
    assert hands.events("depth") == [("9.2-f", "A depth marker is placed in 0610")]


@proves("dday", "9.2.1-c", "9.5")
def test_where_an_eliminated_marker_goes() -> None:
    hands = Hands()
    state, position = hands.state, hands.jp("B5")
    hands.depth("B5", "D05")
    depth.lose_depth(state, position, 0)
    assert state.pools[LOST_DEPTH] == [hands.ruleset.counter_number["D05"]]
    hands.depth("B5", "D06")
    surround(hands, ("0510", "0511", "0609", "0611", "0710", "0711"))
    depth.lose_depth(state, position, 0)
    assert hands.out() == ["D06"]


@proves("dday", "9.2.1-b", "6.4.3-b")
@pytest.mark.parametrize(
    ("up", "fort", "cut", "where"),
    [
        (True, False, False, "pool"), (True, False, True, "out"), (False, False, False, "pool"), (False, False, True, "pool"),
        (False, True, False, "stays"), (True, True, False, "pool"),
    ],
)  # fmt: skip
def test_where_the_marker_of_a_dead_unit_goes(up: bool, fort: bool, cut: bool, where: str) -> None:
    hands = Hands()
    state, position = hands.state, hands.jp("B5")
    hands.depth("B5", "D05")
    if fort:
        hands.fort("B5", "F3-01")
    if up:
        face_up(state, position)
    if cut:
        surround(hands, ("0510", "0511", "0609", "0611", "0710", "0711"))
    defenders.take_unit(state, position, 0)
    depth.settle_orphans(state, position)
    number = hands.ruleset.counter_number["D05"]
    assert (state.depth[position] == number) == (where == "stays")
    assert (state.pools[DEPTHS + 1] == [number]) == (where == "pool")
    assert (state.pools[OUT] == [number]) == (where == "out")


@proves("dday", "6.4.3-b")
def test_a_marker_stays_with_the_unit_that_is_left() -> None:
    """Two units in a fortified hilltop: the face-up marker goes, the face-down one stays."""
    hands = Hands()
    state, position = hands.state, hands.fort("I9", "F1-01", "F2-01")
    hands.jp("I9")
    hands.jp("I9")
    hands.depth("I9", "D05")
    face_up(state, position)
    hands.depth("I9", "D06")
    defenders.take_unit(state, position, 0)
    depth.settle_orphans(state, position)
    assert state.depth[position] == hands.ruleset.counter_number["D06"]
    assert not state.second_depth[position]
    assert state.pools[DEPTHS + 2] == [hands.ruleset.counter_number["D05"]]


# ---------------------------------------------------------------------- reserves


@proves("dday", "9.3.1", "9.3.1-a", "9.3.1-b", "9.3.1-c")
def test_where_a_reserve_unit_may_come() -> None:
    hands = Hands()
    state = hands.state
    assert japanese_reserves.is_eligible(state, hands.at("B5"))
    hands.jp("B5")
    assert not japanese_reserves.is_eligible(state, hands.at("B5")), "occupied"
    assert japanese_reserves.is_eligible(state, hands.at("B6")), "the other hex of the group"
    hands.us("HQ/1/28", "0711", 1)
    assert not japanese_reserves.is_eligible(state, hands.at("B6")), "a US unit is there"
    hands.fort("C1", "F3-01")
    assert not japanese_reserves.room_for_unit(state, hands.at("C1")), "a lone fort is not filled so (D82)"
    surround(hands, ("0615", "0616", "0714", "0716", "0515", "0514", "0613", "0715"))
    assert not japanese_reserves.is_eligible(state, hands.at("C5")), "out of communication"


@proves("dday", "9.3-a-select", "9.3.1-important")
def test_nearness_then_number_then_letter() -> None:
    hands = Hands()
    state = hands.state
    assert hands.code(japanese_reserves.best_position(state)) == "A1", "no US unit: the lowest number, then the letter"
    hands.us("HQ/1/28", "0514", 1)
    assert hands.code(japanese_reserves.best_position(state)) == "C5", "next to the unit"
    hands.jp("C5")
    assert hands.code(japanese_reserves.best_position(state)) == "C1", (
        "C6, C1 and C2 are two hexes away; C1 has the lowest number"
    )
    hands.us("HQ/2/28", "0613", 1)
    hands.us("HQ/3/28", "0710", 1)
    assert hands.code(japanese_reserves.best_position(state)) == "C2", "C2, B5 and B6 are adjacent: number before letter"


@proves("dday", "9.3.1")
def test_no_position_in_communication() -> None:
    hands = Hands()
    companies = [name for name in hands.ruleset.number if name.count("/") == 2 and not name.startswith("HQ")]
    for name, position in zip(companies, range(hands.ruleset.position_count), strict=False):
        hands.us(name, hands.ruleset.hex_name(hands.ruleset.position_hex[position]))
    for place, name in zip(range(hands.ruleset.position_count), hands.ruleset.number, strict=False):
        hands.us(name, hands.ruleset.hex_name(hands.ruleset.position_hex[place]))
    assert japanese_reserves.best_position(hands.state) == -1


@proves("dday", "9.3", "9.3-a-draw", "9.3-a-place", "9.3-a-depth")
@pytest.mark.parametrize("with_depth", [True, False])
def test_a_reserve_unit_is_placed_face_down(with_depth: bool) -> None:
    hands = Hands()
    state, position = hands.state, hands.at("B5")
    hands.pool("reserve", 2, "MG1", "MG2")
    hands.pool("depth", 2, "D05", "D06")
    assert japanese_reserves.place_reserve(state, position, depth=with_depth)
    assert set(lots.candidates(state.lots, state.unit[position])) == {
        hands.ruleset.counter_number["MG1"], hands.ruleset.counter_number["MG2"],
    }  # fmt: skip
    assert not hands.is_up("B5")
    assert bool(state.depth[position]) == with_depth
    assert len(state.pools[RESERVES + 1]) == 1


@proves("dday", "9.3-a-depth")
def test_an_option_gives_every_reserve_unit_depth() -> None:
    hands = Hands(reserve_depth="always")
    hands.pool("reserve", 2, "MG1", "MG2")
    hands.pool("depth", 2, "D05", "D06")
    assert japanese_reserves.place_reserve(hands.state, hands.at("B5"), depth=False)
    assert hands.state.depth[hands.at("B5")]


@proves("dday", "9.3")
def test_an_empty_pool_places_nobody() -> None:
    hands = Hands()
    hands.pool("reserve", 3, "MG4", "MG5")
    hands.pool("depth", 2, "D05", "D06")
    assert not japanese_reserves.place_reserve(hands.state, hands.at("B5"), depth=True)
    assert not hands.state.unit[hands.at("B5")]
    assert not hands.state.depth[hands.at("B5")], "no depth for a unit that did not come"


# ---------------------------------------------------------------------- Tactical Reinforcements


def tactical(hands: Hands, code: str) -> int:
    """A unit with a Tactical Reinforcement face up."""
    position = hands.jp(code)
    kinds = hands.ruleset.depth_kind
    name = next(
        hands.ruleset.counter_ids[number] for number in range(hands.ruleset.first_depth, len(kinds)) if kinds[number] == 1
    )
    hands.depth(code, name)
    face_up(hands.state, position)
    return position


@proves("dday", "9.4", "9.4-a", "9.4-b", "9.4-c", "9.3-important", "9.3-sources")
def test_a_tactical_reinforcement() -> None:
    """It comes from the sector of the marker, here 3, though with H1 and I2 taken E4 of sector 2 is nearest."""
    hands = Hands()
    state, position = hands.state, tactical(hands, "E7")
    hands.jp("H1")
    hands.jp("I2")
    hands.pool("reserve", 3, "MG4", "MG5")
    hands.pool("reserve", 2, "MG1", "MG2")
    assert hands.code(japanese_reserves.tactical_position(state, hands.ruleset.position_hex[position])) == "E4"
    assert japanese_reserves.tactical_reinforcement(state, position)
    assert not state.depth[position]
    assert len(hands.out()) == 1
    assert len(state.pools[RESERVES + 2]) == 1
    assert len(state.pools[RESERVES + 1]) == 2
    assert state.unit[hands.at("E4")]
    assert not hands.is_up("E4")
    assert not japanese_reserves.tactical_reinforcement(state, position), "nothing is left to do"


@proves("dday", "9.4")
def test_only_a_marker_that_is_face_up_counts() -> None:
    hands = Hands()
    state, position = hands.state, tactical(hands, "E7")
    state.faces[position] &= ~DEPTH_UP
    assert not japanese_reserves.tactical_reinforcement(state, position)
    defenders.take_depth(state, position, 0)
    hands.depth("E7", "D01")
    face_up(state, position)
    assert not japanese_reserves.tactical_reinforcement(state, position)
    assert state.depth[position]


@proves("dday", "9.4-d")
def test_equally_near_positions() -> None:
    """From G3, 0723: G5, 0824, and I3, 0922, are two hexes away, and so is G4, 0522."""
    hands = Hands()
    state, here = hands.state, hands.hex("0723")
    for code in ("G1", "G2", "G3"):
        hands.jp(code)
    equal = {code for code in ("G4", "G5", "G10", "I3") if hands.ruleset.ground.distance[hands.hex("0723")][
        hands.ruleset.position_hex[hands.at(code)]] == 2}  # fmt: skip
    assert equal == {"G4", "G5", "G10", "I3"}
    assert hands.code(japanese_reserves.tactical_position(state, here)) == "I3", "no US unit: the lowest number"
    hands.us("HQ/1/25", "0421", 1)
    assert hands.code(japanese_reserves.tactical_position(state, here)) == "G4", "nearest to a US unit"
    hands.us("HQ/1/25", "0422", 1)
    assert hands.code(japanese_reserves.tactical_position(state, here)) == "G4", "G4 before G10"


@proves("dday", "9.4-e", "9.4-c")
def test_a_tactical_reinforcement_that_does_not_come() -> None:
    hands = Hands()
    state, position = hands.state, tactical(hands, "E7")
    hands.pool("reserve", 2, "MG1", "MG2")
    before = state.jp_mask
    assert japanese_reserves.tactical_reinforcement(state, position)
    assert state.jp_mask == before
    assert len(hands.out()) == 1
    assert hands.events("no reserve")[0][0] == "9.4-e"


# ---------------------------------------------------------------------- pools


@proves("dday", "9.3.2")
def test_the_reserve_of_a_cleared_sector_moves_on() -> None:
    hands = Hands()
    state = hands.state
    hands.pool("reserve", 1, "SAG1", "SAG2")
    japanese_reserves.adjust_pools(state)
    assert len(state.pools[RESERVES]) == 2
    names = [name for name in hands.ruleset.number if name.startswith("HQ/") and name.count("/") == 2]
    places = [place for p, place in enumerate(hands.ruleset.position_hex) if hands.ruleset.position_sector[p] == 1]
    for name, place in zip(names, places, strict=False):
        hands.us(name, hands.ruleset.hex_name(place), 1)
    japanese_reserves.adjust_pools(state)
    assert not state.pools[RESERVES]
    assert len(state.pools[RESERVES + 1]) == 2
    assert hands.events("pool")[0][0] == "9.3.2"
