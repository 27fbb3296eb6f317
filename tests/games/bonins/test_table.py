"""What the table shows besides the position: chances, panels, previews, overlays, what units may do; and no secrets in it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

import beachhead as bh
from beachhead.engine.action import Action
from beachhead.engine.chance.outcomes import outcomes
from beachhead.engine.shown.panel import faults
from beachhead.games.bonins.game import Bonins
from beachhead.games.bonins.state import BoninsState
from beachhead.games.bonins.table import knowledge, overlays, panels, previews, prospects, units
from beachhead.games.bonins.worlds import may_lie
from beachhead.testing.proofs import proves

GAME = bh.game("bonins")
assert isinstance(GAME, Bonins)
SUPPRESSED = Fraction(3, 4)


def at(**position: Any) -> BoninsState:
    given = {name.replace("_", " "): value for name, value in position.items()}
    state = GAME.position({"invasion": "east"} | given)
    assert isinstance(state, BoninsState)
    return state


def space(state: BoninsState, name: str) -> int:
    return state.ruleset.ground.grid.space(name)


def walk(scenario: str, seed: int, most: int) -> Iterator[BoninsState]:
    """The first decisions of a random game; a deployment goes by at once."""
    state, rng = GAME.new(scenario, seed=seed), random.Random(seed)
    assert isinstance(state, BoninsState)
    for _ in range(most):
        if state.over:
            return
        if state.step.name != "deploy":
            yield state
        choices = state.choices()
        state.apply(Action(choices[rng.randrange(len(choices))], state.ruleset))


def previewed(state: BoninsState, text: str) -> dict[str, Any]:
    assert state.why_not(text) is None
    return previews.preview(state, state.parse(text))


# ---------------------------------------------------------------------- chances


@proves("bonins", "20.2-table", "20.2-b", "20.2-c", "20.2-d", "16.3-b")
@pytest.mark.parametrize(
    ("attack", "killed", "plain", "suppressed"),
    [(8, "0.28", "0.33", "0.00"), (12, "0.58", "0.61", "0.11"), (14, "0.75", "0.72", "0.22"), (16, "0.92", "0.81", "0.31")],
)
def test_the_chances_of_an_attack_are_those_of_the_figures_under_the_table(
    attack: int, killed: str, plain: str, suppressed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Columns 6, 8, 9 and 10: chance to kill a dug-in unit, and U.S. steps lost without and with suppression."""
    state = at(phase="us mobile combat", units={"1/23": "1813"}, dug_in={"1812": "309A"})
    factor = state.defense_of(state.jp_at(space(state, "1812"))) + attack
    monkeypatch.setattr(state.ruleset, "attack", [factor] * len(state.ruleset.attack))
    facts = previewed(state, "attack 1812 1813")["combat"]
    means = [Fraction(facts[name]) for name in ("hurt", "steps", "steps suppressed")]
    assert [f"{float(mean):.2f}" for mean in means] == [killed, plain, suppressed]


@proves("bonins", "16.3-a", "16.4-b")
def test_markers_suppress_with_a_chance_that_a_storm_lowers() -> None:
    state = at(phase="us combat", units={"1/23": "1813"}, dug_in={"1812": "309A"})
    assert [prospects.suppression(state, markers) for markers in (0, 1, 2)] == [0, Fraction(1, 2), SUPPRESSED]
    state.storm = 1
    assert prospects.suppression(state, 2) == 1 - Fraction(2, 3) ** 2


@proves("bonins", "hidden-us-view", "17.3-b")
def test_what_may_lie_there_makes_the_chances_of_an_attack() -> None:
    """Two units may lie in two hexes: the odds are the mean of both, anti-tank dice included, and the same for either hex."""
    position = {"phase": "us combat", "markers": 2, "units": {"1/23": "1813", "4 Tk": "1813"}}
    worlds = [{"1812": "8 AT", "2312": "3/145A"}, {"1812": "3/145A", "2312": "8 AT"}]
    found = [previewed(at(dug_in=world, **position), "declare 1812 1813")["combat"] for world in worlds]
    assert found[0] == found[1]
    assert found[0]["units"] == 2 and found[0]["worlds"] == 0
    rows = {(row["defense"], row.get("stops tanks", 0)): Fraction(row["hurt"]) for row in found[0]["may"]}
    assert set(rows) == {(3, 4), (5, 0)}
    assert Fraction(found[0]["hurt"]) == sum(rows.values()) / 2
    assert sum(Fraction(fate["chance"]) for fate in found[0]["fates"]) == 1
    assert found[0]["defenders"] == []


@proves("bonins", "20.2-table", "std-7.6-crt", "17.3-b", "20.5-i")
@pytest.mark.parametrize(("scenario", "seed"), [("solitaire", 3), ("two-player", 4)])
def test_previews_of_combats_agree_with_what_the_dice_bring(scenario: str, seed: int) -> None:
    """Where only one unit may lie in the hex, every outcome of the dice is tried: results, and steps that nobody can avoid."""
    checked = 0
    for state in walk(scenario, seed, 700):
        if state.step.name != "attacking" or checked >= 6 or state.dug_in(state.target):
            continue
        action = state.parse("done")
        facts = previews.preview(state, action)["combat"]
        told = {fate["result"]: Fraction(fate["chance"]) for fate in facts["fates"]}
        found: dict[str, Fraction] = {}
        for chance, _after, events in outcomes(state, action):
            result = next(event.data["result"] for event in events if event.kind == "combat")
            found[result] = found.get(result, Fraction(0)) + chance
        assert told == found
        checked += 1
    assert checked or scenario == "solitaire"


def test_an_attack_on_a_single_dug_in_unit_is_told_as_the_dice_bring_it() -> None:
    """The follow-up die is part of it: of an exchange one in six slips away."""
    state = at(
        phase="us mobile combat",
        units={"1/23": "1813", "2/23": "1713", "Spt/23": "1813"},
        dug_in={"1812": "309A"},
    )
    state.apply(state.parse("attack 1812 1813"))
    facts = previewed(state, "join 1713")["combat"]
    dead = Fraction(0)
    for chance, _after, events in outcomes(state, state.parse("join 1713")):
        data = next(event.data for event in events if event.kind == "combat")
        slips = data["result"] == "Ex" and data["follow_up"] == 6
        dead += chance if data["result"] in ("Ex", "D2", "D3", "De") and not slips else Fraction(0)
    assert facts["attack"] == 14
    assert Fraction(facts["hurt"]) == dead
    told = {fate["result"]: Fraction(fate["chance"]) for fate in facts["fates"]}
    assert told[prospects.SLIPPED] == told["Ex"] / 5


@proves("bonins", "21.3-a", "21.3-b", "21.3-c", "21.4-table")
def test_fire_costs_as_many_steps_as_the_figures_under_the_table() -> None:
    """Steps lost by a battalion to one marker with three dice: clear .44, broken .35, rough .26, hill .17."""
    state = at(phase="jp combat", units={"1/23": "1813"}, dug_in={"2611": "309A"}, flag=False)
    unit = state.ruleset.number["1/23"]
    hexes = [space(state, name) for name in ("2113", "1713", "2609", "1414")]
    found = [Fraction(prospects.fire_facts(state, hex_, [unit])["expected"]) for hex_ in hexes]
    assert [f"{float(one):.2f}" for one in found] == ["0.44", "0.35", "0.26", "0.17"]


# ---------------------------------------------------------------------- previews in words


@proves("bonins", "14.4-c", "12.3-e")
def test_a_call_tells_its_price_first() -> None:
    state = at(phase="us movement", turn=5, others="start")
    told = previewed(state, "call 21")
    assert "Turn 15 will be the last, not 16, and a victory counts 2 more losses." in told["text"]
    assert told["warn"]


@proves("bonins", "14.2-c", "14.2-b")
def test_a_landing_tells_color_and_what_is_left() -> None:
    state = at(phase="us movement", others="start")
    assert "Green Beach: 1 of 2 this phase; 7 landings left after it." in previewed(state, "land 1/23 2412")["text"]


@proves("bonins", "15.0-a")
def test_a_move_tells_its_cost_or_that_it_is_a_redeployment() -> None:
    state = at(phase="us movement", units={"1/23": "2112", "2/23": "2113"}, dug_in={"1212": "8 AT"})
    told = previewed(state, "move 1/23 2012")
    assert (told["cost"], told["path"][-1]) == ("1", "2012")
    far = previewed(state, "move 1/23 2812")
    assert "cost" not in far and far["text"].startswith("Redeployment")


@proves("bonins", "17.4-b")
def test_forming_task_force_collins_names_what_it_costs() -> None:
    state = at(phase="us movement", others="start")
    text = previewed(state, "collins 4 Tk")["text"]
    assert text.endswith("leave the game for good.") and "3 Tk" in text and "5 Tk" in text


# ---------------------------------------------------------------------- everything, in whole games


@pytest.mark.parametrize(("scenario", "seed"), [("solitaire", 1), ("two-player", 2)])
def test_panels_previews_overlays_and_cards_are_well_formed(scenario: str, seed: int) -> None:
    """Nothing that is asked of a position changes it, and every case that is cited exists."""
    rng, seen = random.Random(seed), set()
    for number, state in enumerate(walk(scenario, seed, 420)):
        view = state.view(state.side) if number % 6 == 0 else None
        combat = panels.combat_in(state.ruleset, view) if view else {}
        shown = [combat] if combat else []
        if number % 9 == 0:
            before, choices = state.digest(), state.choices()
            for _ in range(3):
                action = Action(choices[rng.randrange(len(choices))], state.ruleset)
                told = previews.preview(state, action)
                assert all(isinstance(told[name], kind) for name, kind in (("text", str), ("path", list)) if name in told)
                shown += [told["combat"]] if told.get("combat") else []
            if number % 63 == 0:
                for name in overlays.OVERLAYS:
                    assert overlays.overlay(state, state.side, name)["case"] in GAME.cases
                for name in state.view(state.side)["units"]:
                    about = units.about_unit(state, state.side, name)
                    lines = [*about["cannot"], *about.get("notes", ())]
                    assert all(line["case"] in GAME.cases and line["text"] for line in lines)
            assert state.digest() == before
        for one in shown:
            panel = panels.panel_of(state.ruleset, one)
            assert panel is not None
            assert not faults(panel, state.ruleset.sides, state.view(state.side)["units"], GAME.cases), panel
            seen.add(panel["title"].split(" on ")[0].split(" of ")[0])
    assert {"U.S. attack", "Japanese bombardment"} <= seen


@proves("bonins", "hidden-us-view", "10.3-a")
@pytest.mark.parametrize(("scenario", "seed"), [("solitaire", 5), ("two-player", 6)])
def test_nothing_that_is_asked_depends_on_what_lies_face_down(scenario: str, seed: int) -> None:
    """Previews, cards and overlays are the same for the U.S. in a made-up world that it cannot tell from the true one."""
    rng, compared = random.Random(seed), 0
    for number, state in enumerate(walk(scenario, seed, 400)):
        if number % 25 or not state.dug_mask:
            continue
        world = state.sample("us", number)
        assert isinstance(world, BoninsState)
        for name in overlays.OVERLAYS:
            assert overlays.overlay(state, "us", name) == overlays.overlay(world, "us", name), name
        names = sorted(name for name in state.view("us")["units"] if name.startswith("J"))
        for name in rng.sample(names, min(4, len(names))):
            assert units.about_unit(state, "us", name) == units.about_unit(world, "us", name)
        if state.side == "us":
            choices = state.choices()
            for _ in range(4):
                code = choices[rng.randrange(len(choices))]
                assert previews.preview(state, Action(code, state.ruleset)) == previews.preview(
                    world, Action(code, world.ruleset)
                )
                compared += 1
        compared += list(state.dug) != list(world.dug)
    assert compared > 5


@proves("bonins", "23.1", "hidden-jp-view")
def test_only_japan_sees_what_it_has_yet_to_deploy() -> None:
    state = GAME.new("two-player", seed=1)
    assert isinstance(state, BoninsState)
    state.apply(state.parse("deploy 8 AT 1812"))
    mine, theirs = state.view("jp")["units"], state.view("us")["units"]
    assert mine["9 AT"]["place"] == "to deploy" and mine["J1812"]["called"] == "8 AT"
    assert not {"9 AT", "8 AT", "J1812"} & set(theirs)
    assert overlays.overlay(state, "us", "zones")["spaces"] == {}
    assert units.about_unit(state, "us", "J1812") == {"can": [], "cannot": [], "spaces": {}}


# ---------------------------------------------------------------------- overlays


@proves("bonins", "16.1-b", "16.1-c", "16.4-a")
def test_the_airfields_overlay_names_who_denies_them() -> None:
    state = at(phase="us movement", units={"1/23": "1813"}, dug_in={"1912": "309A"})
    found = overlays.overlay(state, "us", "airfields")
    told = [line["text"] for line in found["legend"]]
    assert told == [
        "No. 1: denied by 1912",
        "No. 2: counts but brings one only together with No. 1",
    ]
    assert found["lines"][0]["path"][0] == "1912"


@proves("bonins", "15.0-b", "14.7-b")
def test_the_safe_overlay_has_the_hexes_four_from_every_enemy() -> None:
    state = at(phase="us movement", units={"1/23": "2112"}, dug_in={"1611": "309A"})
    found = set(overlays.overlay(state, "us", "safe")["spaces"])
    grid = state.ruleset.ground.grid
    land = {grid.names[hex_] for hex_ in state.ruleset.ground.land}
    assert found == {name for name in land if grid.distance(grid.space(name), grid.space("1611")) >= 4}


@proves("bonins", "20.5-g")
def test_the_banzai_overlay_draws_what_each_unit_would_charge() -> None:
    state = at(
        phase="us movement", turn=9, flag=True, cleared=[1], units={"1/23": "1611"}, dug_in={"1308": "309A", "0207": "8 AT"}
    )
    found = overlays.overlay(state, "us", "banzai")
    assert [line["path"] for line in found["lines"]] == [["1308", "1611"]]
    assert found["title"].endswith("1 in 6 a turn")


# ---------------------------------------------------------------------- what bots know


def test_what_is_known_in_numbers_is_what_the_view_tells() -> None:
    state = at(phase="us movement", turn=3, units={"1/23": "1813", "2/23": "1813"}, dug_in={"1812": "8 AT"}, depleted=["2/23"])
    number = state.ruleset.number
    assert state.known("where", "us")[number["1/23"]] == space(state, "1813")
    assert state.known("depleted", "us")[number["2/23"]] == 1
    assert state.known("masks", "us")[1] == 1 << space(state, "1812")
    assert state.known("left", "us") == [number["8 AT"]]
    assert state.known("garrison", "us") is None
    assert len(knowledge.counters_of(state.ruleset)) == len(state.ruleset.units)
    assert may_lie(state, space(state, "1812")) == ({number["8 AT"]: Fraction(1)}, 0)


@proves("bonins", "hidden-us-view", "19.2-a")
def test_after_a_blind_draw_from_few_units_the_chances_are_exact() -> None:
    """A unit that held went into the container with two others, and one of the three was drawn."""
    given = {"1/23": "1813", "3/145A": "container", "311A": "container"}
    state = at(phase="us mobile combat", units=given, dug_in={"1812": "309A"})
    names, target = state.ruleset.unit_ids, space(state, "1812")
    for seed in range(20):
        trial = state.copy()
        trial.dice = bh.Dice(bytes([seed] * 16))
        trial.apply("attack 1812 1813")
        while trial.step.name == "redeploying":
            trial.apply(trial.actions()[0])
        if trial.dug_in(target) and trial.effect == "NE":
            break
    chances, worlds = may_lie(trial, target)
    assert worlds == 0
    assert {names[unit]: chance for unit, chance in chances.items()} == dict.fromkeys(("309A", "3/145A", "311A"), Fraction(1, 3))
