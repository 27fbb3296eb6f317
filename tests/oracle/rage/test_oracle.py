"""Sanity tests of the oracle itself: the numeric remarks of the rulebook, and a few questions with answers found by hand."""

from __future__ import annotations

import pytest

from .board import AREAS, GROUND, JAPAN, LOST, LOST_UNSEEN, PIECES, GameOver
from .campaign import Campaign
from .fights import Answer, Ask


def empty(*faces: int) -> Campaign:
    """Nobody on the map but a Japanese unit in Kita; the dice will fall as told."""
    dice = iter(faces)
    oracle = Campaign(lambda: next(dice))
    for unit in JAPAN:
        oracle.where[unit] = LOST
    oracle.hidden = set()
    oracle.where["314"] = "kita"
    return oracle


def attack(oracle: Campaign, damage: int, row: list[str], retreating: list[str]) -> int:
    oracle.attack = {"damage": damage, "retreating": retreating, "hits": damage}
    oracle.row = row
    return oracle.apply_damage(damage)


def test_counters() -> None:
    """25 U.S. units, 23 Japanese; 48 and 41 steps; 49 borders between 21 areas."""
    assert (len(PIECES), len(JAPAN)) == (48, 23)
    assert sum(GROUND[unit].steps for unit in GROUND) == 48
    assert sum(JAPAN[unit].steps for unit in JAPAN) == 41
    assert sum(len(area.near) for area in AREAS.values()) == 98


@pytest.mark.parametrize(("damage", "left"), [(1, 2), (2, 2), (3, 1), (4, 0), (7, 0)])
def test_armour(damage: int, left: int) -> None:
    """Two losses leave a tank unscathed; every further one is a step and a point."""
    oracle = empty()
    oracle.where["Tk/4"] = "okina"
    attack(oracle, damage, ["Tk/4"], [])
    assert (oracle.steps["Tk/4"], oracle.vp["jp"]) == (left, 2 - left)


def test_armour_and_retreat_add_up() -> None:
    """A retreating tank ignores three losses; the fourth costs a step."""
    for damage, left in ((3, 2), (4, 1)):
        oracle = empty()
        oracle.where["Tk/4"] = "okina"
        attack(oracle, damage, ["Tk/4"], ["Tk/4"])
        assert oracle.steps["Tk/4"] == left


def test_rows_go_round() -> None:
    """One step each down the row and round again, the dead passed over; what nobody is left to take stays."""
    oracle = empty()
    for unit in ("309", "2 Mtr", "310"):
        oracle.where[unit] = "okina"
    assert attack(oracle, 4, ["2 Mtr", "309", "310"], []) == 0
    assert [oracle.steps[unit] for unit in ("2 Mtr", "309", "310")] == [0, 0, 1]
    assert attack(oracle, 3, ["310"], []) == 2


def test_protection() -> None:
    """Ground helps who controls it, Caves help Japan, nothing helps against Defensive Fire."""
    oracle = empty()
    oracle.shown["osaka"] = 2
    assert oracle.protection("us bombardment", "osaka") == oracle.protection("us assault", "osaka") == 5
    assert oracle.protection("jp bombardment", "osaka") == oracle.protection("jp defensive fire", "osaka") == 0
    oracle.us_control.add("osaka")
    assert oracle.protection("us assault", "osaka") == oracle.protection("us defensive fire", "osaka") == 0
    assert oracle.protection("jp assault", "osaka") == 3


def test_landing() -> None:
    """Regiments on beach and coast; guns and tanks at a Beachhead only."""
    oracle = empty()
    assert [area for area in AREAS if oracle.may_land("23/4", area)] == [area for area in AREAS if AREAS[area].bdv < 2]
    assert not any(oracle.may_land("Tk/4", area) for area in AREAS)
    oracle.beachheads.add("okina")
    assert [area for area in AREAS if oracle.may_land("14/4", area)] == ["okina"]
    oracle.landed["okina"], oracle.landed["quarry"] = 5, 1
    assert not oracle.may_land("23/4", "okina")
    assert not oracle.may_land("23/4", "quarry")


def test_names_follow_appearance() -> None:
    """The first gun to be seen is called a, whichever it was."""
    oracle = empty()
    for unit, area in (("109 Art a", "nishi"), ("109 Art c", "kita")):
        oracle.where[unit] = area
        oracle.hidden.add(unit)
    assert oracle.reveal("109 Art c") == "109 Art a"
    assert (oracle.where["109 Art a"], oracle.where["109 Art c"]) == ("kita", "nishi")
    assert oracle.hidden == {"109 Art c"}


def test_fire_and_retreat() -> None:
    """Damage Number 1 against a unit that turns back: nothing is lost, and it is where it turned to."""
    oracle = empty(5, 1, 1)
    oracle.where |= {"24/4": "funami", "309": "funami"}
    oracle.us_control = {"chidori"}
    fire = oracle.fire_at("24/4", "309", 3, landing=False)
    assert next(fire) == Ask("us", "stand", frozenset({"retreat 24/4", "stand 24/4"}))
    with pytest.raises(StopIteration):
        fire.send(Answer("retreat 24/4"))
    assert (oracle.where["24/4"], oracle.steps["24/4"], oracle.vp["jp"]) == ("chidori", 4, 0)


def test_endings() -> None:
    """A side without units has lost, be its last one secretly dead; forty points win on the spot."""
    oracle = empty()
    oracle.hidden.add("314")
    oracle.steps["314"] = 1
    with pytest.raises(GameOver):
        oracle.lose_step("314")
    assert (oracle.where["314"], oracle.result) == (LOST_UNSEEN, {"winner": "us", "turn": 1})
    oracle = empty()
    oracle.vp["jp"] = 39
    with pytest.raises(GameOver):
        oracle.lose_step("23/4")
    assert oracle.result == {"winner": "jp", "turn": 1}
