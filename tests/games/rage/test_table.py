"""What the table shows besides the position, and that it tells nobody more than his view does."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest

import beachhead as bh
from beachhead.engine.chance.dice import Dice
from beachhead.engine.state import State
from beachhead.games.rage.table.previews import chances_of_hits
from beachhead.games.rage.table.units import NOTHING

GAME = bh.game("rage")
SETUP = GAME.ruleset(GAME.parameters())


def at(**position: Any) -> State:
    state: State = GAME.position({"phase": "us movement", "turn": 2, **position})
    return state


def combat(state: State, text: str) -> dict[str, Any]:
    found: dict[str, Any] = GAME.preview(state, state.parse(text))["combat"]
    return found


def test_charts_and_turns_cite_rules_that_exist() -> None:
    charts = GAME.charts(SETUP)
    assert {chart["id"] for chart in charts} == {"attacks", "landing", "weather", "movement", "areas", "points", "stacking"}
    for chart in charts:
        assert chart["case"] in GAME.cases
        assert all(len(row["cells"]) == len(chart["columns"]) for row in chart["rows"]), chart["id"]
        ids = [row["id"] for row in chart["rows"]]
        assert len(set(ids)) == len(ids)
    turns = GAME.schedule(SETUP)
    assert [turn["turn"] for turn in turns] == list(range(1, 10))
    assert all(case in GAME.cases for turn in turns for case in turn["cases"])
    assert [turn["turn"] for turn in turns if "one naval unit withdraws at the end" in turn["says"]] == [3, 7, 8]


def test_chances_are_exact() -> None:
    assert chances_of_hits(0, 2) == [1]
    assert chances_of_hits(2, 2) == [Fraction(4, 9), Fraction(4, 9), Fraction(1, 9)]
    rocket = chances_of_hits(1, 2, rocket=True)
    assert sum(rocket) == 1 and rocket[0] == 0 and rocket[7] == Fraction(1, 18)
    for dice in (5, 13, 40):
        chances = chances_of_hits(dice, 2)
        assert sum(chances) == 1
        assert sum(n * chance for n, chance in enumerate(chances)) == Fraction(dice, 3)


def test_naming_a_bombardment_is_told_in_hits_while_caves_may_be_hidden() -> None:
    """The same answer whatever lies hidden in the target."""
    told = []
    for caves in ({}, {"funami": 2}):
        state = at(phase="us bombardment", caves=caves, units={"309": "funami, concealed"})
        told.append(combat(state, "bombard Nav 1 funami"))
    assert told[0] == told[1]
    assert told[0]["of"] == "hits" and told[0]["dice"] == 5 and told[0]["minus"] == {"bdv": 2}
    assert told[0]["expected"] == "5/3"


def test_a_target_known_to_be_searched_is_told_in_damage() -> None:
    state = at(phase="us bombardment", units={"309": "funami"}, **{"caves checked": ["funami"], "shown caves": {"funami": 1}})
    told = combat(state, "bombard Nav 1 funami")
    assert told["of"] == "damage" and told["minus"] == {"bdv": 2, "caves": 1}
    assert Fraction(told["chances"]["0"]) == sum(chances_of_hits(5, 2)[:4])
    assert Fraction(told["chances"]["2"]) == Fraction(1, 243)


def test_firers_named_before_count_together() -> None:
    state = at(phase="us bombardment", units={"309": "funami"})
    state.apply("bombard Nav 1 funami")
    told = combat(state, "bombard Air 2 funami")
    assert told["firers"] == ["Nav 1", "Air 2"] and told["dice"] == 8


def test_an_assault_is_told_exactly() -> None:
    state = at(phase="us assault", units={"23/4": "funami", "24/4": "funami", "309": "funami"}, **{"shown caves": {"funami": 1}})
    while state.decision.step != "assault":
        state.apply("pass")
    state.apply("assault 23/4")
    told = combat(state, "assault 24/4")
    assert told["dice"] == 10 and told["minus"] == {"bdv": 2, "caves": 1} and told["of"] == "damage"
    assert sum(Fraction(chance) for chance in told["chances"].values()) == 1


def test_fire_from_hiding_has_its_bonus_unless_observed() -> None:
    for control, dice in (([], 5), (["osaka"], 3)):
        state = at(units={"23/4": "chidori", "309": "funami, concealed"}, control=control)
        state.apply("move 23/4 funami")
        assert state.decision.step == "entry"
        told = combat(state, "fire 309")
        assert told["dice"] == dice and told["targets"] == ["23/4"]


def test_armor_comes_off_unless_the_gun_is_made_for_it() -> None:
    for unit, minus in (("309", {"armor": 2}), ("8 AT", {})):
        state = at(units={"Tk/4": "chidori", unit: "funami, concealed"})
        state.apply("move Tk/4 funami")
        assert combat(state, f"fire {unit}")["minus"] == minus


def test_moves_have_a_price_and_a_warning() -> None:
    full = dict.fromkeys(("23/4", "24/4", "25/4", "26/5", "27/5"), "okina")
    state = at(units={**full, "28/5": "landing area", "3/3": "landing area"})
    found = GAME.preview(state, state.parse("land 28/5 okina"))
    assert found["cost"] == "2" and "full" in found["text"]
    assert "10 points" in GAME.preview(state, state.parse("land 3/3 futatsune"))["text"]
    assert GAME.preview(state, state.parse("move 23/4 funami")) == {"cost": "1", "path": ["okina", "funami"]}


def test_a_unit_out_of_sight_is_answered_like_none() -> None:
    state = at(units={"309": "funami, concealed", "310": "funami", "23/4": "okina"})
    for side in ("us", None):
        assert GAME.about_unit(state, side, "309") == NOTHING == GAME.about_unit(state, side, "nobody")
    assert GAME.about_unit(state, "jp", "309")["spaces"]["ways"]
    assert GAME.about_unit(state, "us", "310")["spaces"]["ways"]
    assert GAME.about_unit(state, "us", "310")["can"] == []


def test_own_units_are_told_what_they_may_do_and_what_not() -> None:
    state = at(units={"23/4": "okina", "Tk/4": "landing area"})
    assert [one["verb"] for one in GAME.about_unit(state, "us", "23/4")["can"]] == ["move"]
    assert GAME.about_unit(state, "us", "Tk/4")["cannot"][0]["case"] == "10.3-d"
    assert GAME.about_unit(state, "jp", "23/4")["can"] == [] == GAME.about_unit(state, None, "23/4")["can"]


def test_overlays_show_a_side_what_it_knows() -> None:
    state = at(units={"2 Mtr": "osaka, concealed", "3 Mtr": "tamana", "14/4": "okina"}, control=["suribachi"])
    observed = GAME.overlay(state, "us", "observed")
    assert set(observed["spaces"]) == {"futatsune", "chidori"}
    reach = {side: GAME.overlay(state, side, "guns")["levels"] for side in ("us", "jp", None)}
    assert reach["us"] == reach[None]
    assert reach["jp"]["nishi"] == {"level": 3, "text": "4", "tone": "jp"} and "nishi" not in reach["us"]
    assert reach["us"]["tamana"]["tone"] == "jp" and "kitanohana" not in reach["us"]
    assert GAME.overlay(state, "us", "guns")["title"].endswith("everywhere: 14/4")
    with pytest.raises(bh.UserError):
        GAME.overlay(state, "us", "zones")


def test_nothing_is_told_of_units_that_a_view_lacks() -> None:
    """Through a whole game: every answer about a unit that is not in a view is the empty one."""
    chance, state = random.Random(4), GAME.new(seed=4)
    steps = 0
    while not state.over and steps < 400:
        steps += 1
        for side in ("us", None):
            seen = state.view(side)["units"]
            for unit in chance.sample([unit.id for unit in SETUP.units], 4):
                if unit not in seen:
                    assert GAME.about_unit(state, side, unit) == NOTHING
        actions = list(state.actions())
        GAME.preview(state, chance.choice(actions))
        state.apply(chance.choice(actions))


@pytest.mark.parametrize("seed", [2, 7])
def test_other_secrets_behind_the_same_view_give_the_same_answers(seed: int) -> None:
    """Whatever lies hidden, the U.S. player is told the same of its choices, of all units and of the map."""
    chance, state = random.Random(seed), GAME.new(seed=seed)
    looked = 0
    while not state.over and looked < 25:
        if state.side == "us" and chance.random() < 0.2:
            looked += 1
            other = state.sample("us", looked)
            for action in chance.sample(list(state.actions()), min(12, len(state.actions()))):
                assert GAME.preview(state, action) == GAME.preview(other, other.parse(str(action))), str(action)
            for unit in SETUP.units:
                assert GAME.about_unit(state, "us", unit.id) == GAME.about_unit(other, "us", unit.id), unit.id
            for name in GAME.overlays:
                assert GAME.overlay(state, "us", name) == GAME.overlay(other, "us", name)
        state.apply(chance.choice(list(state.actions())))
    assert looked > 10


def test_the_owner_hears_beforehand_what_his_hidden_units_lose() -> None:
    position = {"turn": 2, "phase": "us bombardment", "units": {"309": "okina, concealed", "310": "kita, concealed"}}
    state = bh.game("rage").position(position, Dice.scripted([5, 6, 1, 1, 1]))
    for text in ("bombard Nav 1 okina", "done", "pass", "pass"):
        state.apply(text)
    before = state.digest()
    told = bh.game("rage").preview(state, state.parse("done"))
    assert told == {"text": "309 loses a step: 1 step left. 309 loses its last step. 309 is eliminated."}
    assert state.digest() == before
    state.apply("done")
    assert bh.game("rage").facts(state)["units"]["309"] == "secretly eliminated"


def test_what_costs_dearly_says_so() -> None:
    position = {"turn": 2, "phase": "us movement", "units": {"3/3": "landing area", "309": "kita"}}
    state = bh.game("rage").position(position)
    told = bh.game("rage").preview(state, state.parse("land 3/3 okina"))
    assert told["warn"] and "10 points" in told["text"]
    assert "warn" not in bh.game("rage").preview(state, state.parse("land 23/4 okina"))
