"""What the page gets of a position: counters by name, backs of those that nobody knows, piles of cards, boxes."""

from __future__ import annotations

import random
from typing import Any

import beachhead as bh
from beachhead.games.dday.state import DDayState

GAME = bh.game("dday")


def position(**given: Any) -> dict[str, Any]:
    state = GAME.position({"scenario": "d-day", "turn": 3, "phase": "actions", **given})
    view: dict[str, Any] = state.view("us")
    return view


def test_marines_show_what_is_left_of_them() -> None:
    company_ = "0512, 3 steps BR DE RD, disrupted 3, hero nco"
    units = position(units={"A/1/23": company_, "C/1/28": "Green", "B/5E": "0512, 1 step"})["units"]
    company = units["A/1/23"]
    assert company["values"] == {"strength": 6, "range": 2} and (company["steps"], company["full"]) == (3, 4)
    assert company["weapons"] == "BR DE RD" and company["emblem"] == "red diamond"
    assert company["chips"] == {"disrupted": True, "nco": True} and company["place"] == "0512"
    assert units["C/1/28"]["place"] == "Green"
    assert units["B/5E"]["values"] == {"strength": 2, "range": 1}


def test_japanese_counters_are_named_by_their_hex_and_show_backs_until_they_are_turned_up() -> None:
    view = position(
        japanese={
            "1721": {"unit": "A/309 up", "depth": "D21", "forts": ["F2-01 up"], "disrupted": True},
            "1524": "?",
        }
    )
    units = view["units"]
    assert units["J1721"]["called"] == "A/309" and units["J1721"]["values"] == {"strength": 4, "requires": "DE MO"}
    assert units["J1721"]["colour"] == "elite" and units["J1721"]["chips"] == {"disrupted": True}
    assert units["J1721-depth"]["back"] == "depth" and "arm" not in units["J1721-depth"], (
        "face down, though somebody put it there"
    )
    assert units["J1721-fort"]["arm"] == "fort 2" and units["J1721-fort"]["blocked"] == "R UL UR"
    assert units["J1524"] == {"side": "jp", "back": "unit", "place": "1524", "marks": []}
    assert view["stacks"]["1721"] == ["J1721-depth", "J1721", "J1721-fort"], "the fort on top, depth below the unit"


def test_guns_smoke_and_pools_are_shown() -> None:
    view = position(japanese={"1721": {"unit": "?", "guns destroyed": True}}, reserves={2: 3}, naval=1, air=1)
    assert view["guns destroyed"] == ["1721"] and not view["smoke"]
    assert view["reserve 2"] == 3 and (view["naval"], view["air"]) == (1, 1)


def test_smoke_lies_on_every_hex_of_a_group() -> None:
    state = GAME.new("d-day", seed=5)
    assert isinstance(state, DDayState)
    group = next(number for number, group in enumerate(state.ruleset.groups) if group.name == "G7-G8-G9")
    state.smoked[group] = 1
    assert sorted(state.view("us")["smoke"]) == sorted(state.ruleset.hex_name(hex_) for hex_ in state.ruleset.groups[group].hexes)


def test_open_piles_say_which_part_of_their_cards_is_in_use() -> None:
    state = GAME.new("d-day", seed=6)
    rng, seen = random.Random(6), set()
    while not state.over and state.turn < 3:
        actions = state.actions()
        state.apply(actions[rng.randrange(len(actions))])
        piles = state.view("us")["cards"]
        assert {"deck", "discards"} <= set(piles) and "cards" in piles["deck"]
        for name, part in (("landing", "landing"), ("event", "event"), ("fire", "fire"), ("us pile", "combat")):
            if name in piles:
                seen.add(name)
                assert set(piles[name]["part"].values()) <= {part} and set(piles[name]["part"]) == set(piles[name]["cards"])
        assert sum(pile["count"] for pile in piles.values()) == 55
        assert ("us pile" in piles) == ("jp pile" in piles)
    assert {"landing", "event", "fire"} <= seen


def test_units_still_to_come_lie_by_their_turn() -> None:
    state = GAME.new("d-day", seed=5)
    assert isinstance(state, DDayState)
    units = state.view("us")["units"]
    assert units["A/1/28"]["place"] == "Green" and units["I/3/28"]["place"] == "due 3" and units["HW/26"]["place"] == "due 6"


def test_views_share_nothing() -> None:
    state = GAME.new("d-day", seed=5)
    first = state.view("us")
    for unit in first["units"].values():
        unit["marks"].append("spoiled")
        unit.get("values", {}).clear()
    second = state.view("us")
    assert not any("spoiled" in unit["marks"] for unit in second["units"].values())
    assert all(unit["values"] for unit in second["units"].values() if "values" in unit)


def test_the_objectives_are_told_in_words() -> None:
    view = position(losses=51)
    assert view["score"]["losses"].startswith("not met") and view["standing"]["winner"] == "jp"
    assert set(view["score"]) == {one.from_ for one in GAME.theme.standing.items} if GAME.theme.standing else False
