"""Setting up D-Day: who is where, what is mixed with what, and that nothing is rolled for it."""

from __future__ import annotations

import beachhead as bh
from beachhead.engine.chance.lots import candidates
from beachhead.games.dday.box.kinds import ARMOR_DEPTH
from beachhead.games.dday.state import BOXES, DEPTHS, DUE, FORTS, OUT, RESERVES, SECOND_WAVE, DDayState
from beachhead.testing.proofs import proves


def start() -> DDayState:
    state = bh.game("dday").new("d-day", seed=1)
    assert isinstance(state, DDayState)
    return state


def position(state: DDayState, code: str) -> int:
    return state.ruleset.components.board.position_index[code]


def ids(state: DDayState, counter: int) -> set[str]:
    return {state.ruleset.counter_ids[number] for number in candidates(state.lots, counter)}


def units_of(state: DDayState, sector: int, near: bool | None = None) -> set[str]:
    """The infantry of a sector."""
    units = state.ruleset.components.japanese_units
    return {u.id for u in units if u.sector == sector and u.kind == 0 and u.scenario in (0, 1) and near in (None, u.near)}


@proves("dday", "18.4.1", "18.3.2", "3.0-1", "18.4")
def test_the_first_wave_is_in_its_boxes() -> None:
    state = start()
    boxes = state.ruleset.components.board.box_index
    where = {unit: state.where[number] for unit, number in state.ruleset.number.items()}
    assert where["A/1/28"] == where["HQ/2/28"] == BOXES - boxes["Green"]
    assert where["F/2/27"] == BOXES - boxes["Red 1"]
    assert where["L/3/25"] == where["A/1/25"] == BOXES - boxes["Blue 1"]
    assert sum(place <= BOXES for place in where.values()) == 32
    assert {unit for unit, place in where.items() if place == SECOND_WAVE} == {
        "1A/5Tk", "B/5E", "1C/5Tk", "A/5E", "1C/4Tk", "A/4E", "1A/4Tk", "B/4E",
    }  # fmt: skip
    assert (state.turn, state.ruleset.last_turn, state.losses) == (1, 6, 0)


@proves("dday", "18.3.2-b", "18.4.4-b")
def test_later_units_are_due_and_regimental_headquarters_stay_away() -> None:
    state = start()
    where = {unit: state.where[number] for unit, number in state.ruleset.number.items()}
    assert where["I/3/27"] == where["HW/26"] == where["2B/4Tk"] == DUE
    assert {where[f"HQ/{regiment}"] for regiment in (23, 24, 25, 26, 27, 28)} == {-1}
    assert where["2A/5Tk"] == where["A/1/21"] == -1


@proves("dday", "18.4.3", "18.4.3-1", "18.3.1", "18.3.1-2", "18.3.1-3")
def test_units_near_the_beach_and_farther_inland_are_mixed_apart() -> None:
    state = start()
    for code in ("B1", "C5", "D7"):
        assert ids(state, state.unit[position(state, code)]) == units_of(state, 2, near=True)
    for code in ("C4", "E4"):
        assert ids(state, state.unit[position(state, code)]) == units_of(state, 2, near=False)
    assert not any(state.faces)
    marked = [p for p in state.ruleset.positions if p.x]
    assert all(state.unit[position(state, p.code)] for p in marked if not state.tank[position(state, p.code)])


@proves("dday", "18.4.3-3", "18.0-errata-1", "18.0-errata-2")
def test_what_is_left_of_both_groups_is_the_reserve() -> None:
    state = start()
    assert [len(state.pools[RESERVES + sector]) for sector in range(4)] == [0, 6, 18, 10]
    assert ids(state, state.pools[RESERVES + 2][0]) == units_of(state, 3)
    assert ids(state, state.unit[position(state, "L3")]) == units_of(state, 3)
    assert sum(1 for p, s in enumerate(state.ruleset.position_sector) if s == 3 and state.unit[p]) == 15


@proves("dday", "18.3.1-1", "18.4.3-2")
def test_depth_markers_are_dealt_to_two_sectors() -> None:
    state = start()
    assert [len(state.pools[DEPTHS + sector]) for sector in range(4)] == [0, 14, 25, 0]
    found = candidates(state.lots, state.pools[DEPTHS + 1][0])
    assert len(found) == 69
    assert all(state.ruleset.depth_kind[number] != ARMOR_DEPTH for number in found)
    assert len([c for c in state.pools[OUT] if c in state.pools[DEPTHS + 1]]) == 28


@proves("dday", "18.4.3-4", "17.2-b")
def test_forts_stand_on_suribachi_and_at_three_other_places() -> None:
    state = start()
    ruleset = state.ruleset
    codes = ruleset.position_code
    forts = {code: (bool(state.fort[p]), bool(state.lower_fort[p])) for p, code in enumerate(codes) if state.fort[p]}
    assert forts == {"A6": (True, False), "G1": (True, False), "G2": (True, False), "L3": (True, False)}
    assert {ruleset.fort_class[n] for n in candidates(state.lots, state.fort[position(state, "G1")])} == {2}
    assert [len(state.pools[FORTS + n]) for n in range(3)] == [14, 14, 12]
    depth = [code for p, code in enumerate(ruleset.position_code) if state.depth[p]]
    assert depth == ["G1", "G2"]


def test_tanks_have_their_armor_markers() -> None:
    state = start()
    codes, names = state.ruleset.position_code, state.ruleset.counter_ids
    tanks = {code: names[state.tank[p]] for p, code in enumerate(codes) if state.tank[p]}
    assert set(tanks) == {"I4", "H2", "K9"}
    assert all(state.tank_depth[position(state, code)] for code in tanks)
    marks = candidates(state.lots, state.tank_depth[position(state, "K9")])
    assert all(state.ruleset.depth_kind[number] == ARMOR_DEPTH for number in marks)


@proves("dday", "18.3.3", "18.3.1-3")
def test_nothing_is_rolled_before_the_opening_card() -> None:
    state = start()
    assert state.dice.rolled() == 0
    assert sum(state.cup) == state.ruleset.marker_count == 60
    assert set(state.hero_on) == {-1}


@proves("dday", "18.4.4-c")
def test_eight_replacement_steps() -> None:
    assert start().replacements == 8
