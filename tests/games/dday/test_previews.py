"""What the player sees before he acts: chances against every card, panels, overlays, duties, and what is known of units."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random
from typing import Any

import pytest

import beachhead as bh
from beachhead.engine.action import Action, unpack
from beachhead.engine.chance.outcomes import outcomes
from beachhead.games.dday import verbs
from beachhead.games.dday.fire.under_fire import ASSAULT, ORDINARY
from beachhead.games.dday.moves import move_goals
from beachhead.games.dday.moves.movement import MoveRecord
from beachhead.games.dday.state import DDayState
from beachhead.games.dday.table import previews
from beachhead.games.dday.table.combat import fire_risk
from beachhead.games.dday.table.overlays import OVERLAYS
from beachhead.testing.proofs import proves

GAME: Any = bh.game("dday")


def placed(**given: Any) -> DDayState:
    """A position in the US Action Phase of turn 2."""
    state: DDayState = GAME.position({"turn": 2, "phase": "actions", "others": "absent"} | given)
    return state


def text(state: DDayState, action: str) -> str:
    """What the preview of an action says."""
    return str(GAME.preview(state, state.parse(action)).get("text", ""))


def combat(state: DDayState, action: str) -> dict[str, Any]:
    """The combat that the preview of an action shows."""
    found: dict[str, Any] = GAME.preview(state, state.parse(action))["combat"]
    return found


def panel(state: DDayState, facts: dict[str, Any]) -> dict[str, Any]:
    """The panel of a combat."""
    found: dict[str, Any] = GAME.panel(state.ruleset, facts)
    return found


# ---------------------------------------------------------------------- nothing changes


@pytest.mark.parametrize("seed", [1, 2])
def test_looking_changes_nothing_and_draws_nothing(seed: int) -> None:
    state, chance, number = GAME.new("d-day", seed=seed), Random(seed), 0
    while not state.over and number < 700:
        number += 1
        actions = state.actions()
        if number % 23 == 0 or (state.step.name not in ("actions", "landing", "fire phase") and number % 5 == 0):
            before = state.digest()
            codes = list(state.choices())
            for code in chance.sample(codes, min(4, len(codes))):
                GAME.preview(state, Action(code, state.ruleset))
            GAME.overlay(state, "us", chance.choice(sorted(OVERLAYS)))
            units = state.view("us")["units"]
            GAME.about_unit(state, "us", chance.choice(sorted(units)))
            assert state.digest() == before, f"after {number} actions"
        state.apply(actions[chance.randrange(len(actions))])


# ---------------------------------------------------------------------- fire at movers


def fate(state: DDayState, unit: int) -> tuple[bool, bool, bool]:
    """Whether fire came, whether the unit lost a step, and whether it was disrupted, if every hit is taken as it falls."""
    steps, fired = state.steps[unit], False
    while state.step.name in ("under fire", "volley", "payment"):
        fired = fired or state.step.name == "volley" or state.firing >= 0
        actions = [str(action) for action in state.actions()]
        fired = fired or actions[0].startswith("fire")
        state.apply("accept" if "accept" in actions else actions[0])
    return fired, state.steps[unit] < steps, state.where[unit] >= 0 and bool(state.disrupted[unit])


@proves("dday", "7.3.3-f", "7.3.3-a")
def test_the_chances_of_fire_at_movers_are_those_of_the_cards() -> None:
    """Every card is drawn: what the preview says must be what happens."""
    state = GAME.new("d-day", seed=4)
    chance, tried = Random(4), 0
    while tried < 12 and not state.over:
        actions = state.actions()
        action = actions[chance.randrange(len(actions))]
        verb, unit, goal, _ = unpack(action.code)
        if state.step.name == "actions" and verb in (verbs.MOVE, verbs.STEP, verbs.ENTER):
            kind = ASSAULT if verb == verbs.ENTER else ORDINARY
            place = state.where[unit]
            short = verb != verbs.MOVE or move_goals.is_one_hex(state, (unit,), place, goal)
            passage = fire_risk.passage(state, (unit,), place, goal, kind=kind, short=short)
            if passage.threats and not fire_risk.rises(state, goal):
                tried += 1
                _compare(state, action, unit, passage)
        state.apply(action)
    assert tried == 12


def _compare(state: DDayState, action: Action, unit: int, passage: fire_risk.Passage) -> None:
    begun = state.copy()
    begun.apply(str(action))
    assert begun.step.name == "under fire", str(action)
    silent = hurt = stopped = Fraction(0)
    for chance, after, _ in outcomes(begun, begun.actions()[0]):
        fired, lost, disrupted = fate(after, unit)
        silent += 0 if fired else chance
        hurt += chance if lost else 0
        stopped += chance if disrupted and not lost else 0
    assert (silent, hurt, stopped) == (passage.silent, passage.hurt, passage.stopped), str(action)


def test_a_one_hex_move_and_a_longer_one_are_told_apart() -> None:
    """0614 sees 0517: a longer move out of it draws fire, a one-hex move does not."""
    state = placed(units={"C/1/25": "0517"}, japanese={"0614": "?"})
    assert "to be fired at" in text(state, "move C/1/25 0518")
    assert text(state, "step C/1/25 0518").startswith("No fire, because it is a one-hex move.")
    facts = combat(state, "move C/1/25 0518")
    assert [(row["group"], row["color"], row["row"]) for row in facts["groups"]] == [("C5-C6", "blue", "steady")]
    shown = panel(state, facts)
    assert shown["label"] == fire_risk.percent(1 - Fraction(facts["silent"]))
    assert sum(Fraction(outcome["chance"]) for outcome in shown["outcomes"]) == 1


def test_where_a_move_ends_and_why() -> None:
    state = placed(units={"G/2/23": "0514"}, japanese={"0614": "?", "0516": "?"})
    assert "next to the Japanese in 0516 and 0614" in text(state, "move G/2/23 0515")
    state = placed(units={"A/1/23": "0415", "B/1/23": "0415", "C/1/23": "0414"}, japanese={"2335": "?"})
    assert "Over the stacking limit: 1 unit there will be disrupted." in text(state, "move C/1/23 0415")


def told_end(state: DDayState, action: Action) -> str:
    """The case by which a preview says that a move ends; empty if it says nothing."""
    verb, unit, goal, _ = unpack(action.code)
    units, place, moved, fields = previews.movers(state, unit)
    short = verb == verbs.STEP or (not moved and move_goals.is_one_hex(state, units, place, goal))
    notes = previews.arrival(state, units, goal, moved, fields, short, ORDINARY)
    return next((str(note["case"]) for note in notes if "move ends there" in note["text"]), "")


@proves("dday", "7.3.1-b", "7.3.1-f")
def test_of_two_reasons_why_a_move_ends_preview_and_refusal_name_the_same() -> None:
    """0406 is rocky, and the second hex in the field of 0505."""
    hilltops = {f"M{n}": {"hex": f"090{n}", "color": "black", "hilltop": True} for n in (1, 3)}
    board = {"size": [9, 12], "hexes": {"rocky": ["0406"]}, "positions": {"A1": {"hex": "0505", "color": "red"}, **hilltops}}
    state: DDayState = GAME.position({
        "scenario": "suribachi", "board": board, "turn": 8, "phase": "actions", "deck": [5], "units": {"B/1/28": "0508"},
        "japanese": {"A1": "MC4"},
    })  # fmt: skip
    state.apply("move B/1/28 0507")
    told = told_end(state, state.parse("move B/1/28 0406"))
    for action in ("move B/1/28 0406", "draw", "move B/1/28 0406"):
        state.apply(action, [])
    assert told == state.refusal_of(state.parse("move B/1/28 0307").code).case == "7.3.1-b"


@proves("dday", "7.3.1-a", "7.3.1-c", "7.3.1-f")
def test_a_move_ends_where_its_preview_says() -> None:
    """Quiet moves of random games: whether the move goes on, and why it cannot, is what was told before."""
    state, chance, found = GAME.new("campaign", seed=3), Random(3), Counter[str]()
    while not state.over and state.turn < 10:
        codes = state.choices()
        moves = [code for code in codes if unpack(code)[0] in (verbs.MOVE, verbs.STEP)]
        action = Action(chance.choice(moves or list(codes)), state.ruleset)
        if not moves:
            state.apply(action)
            continue
        _, unit, goal, _ = unpack(action.code)
        told = told_end(state, action)
        state.apply(action, [])
        if state.where[unit] != goal or state.step.name not in ("actions", "move"):
            continue
        found[told] += 1
        frame = state.find(MoveRecord)
        assert frame is None or not told, f"{action} should end by {told}"
        idle = move_goals.why_idle(state, unit)
        if told:
            assert idle is not None and idle.case == ("7.0-d" if told == move_goals.ONE_HEX else told), str(action)
    assert {"", "7.3.1-a", "7.3.1-c", "7.3.1-f", "7.3.2"} <= set(found)


# ---------------------------------------------------------------------- landing


@proves("dday", "5.1-c", "5.1-e")
def test_the_chances_of_a_landing_check_are_those_of_the_cards() -> None:
    state = GAME.new("d-day", seed=2)
    while state.step.name != "checks":
        state.apply(state.actions()[0])
    for _ in range(3):
        box, *units = state.checks[0]
        told = fire_risk.landing_check(state, box, units)
        found: dict[int, Fraction] = {}
        for chance, after, _ in outcomes(state, state.actions()[0]):
            lost = after.losses - state.losses
            found[lost] = found.get(lost, Fraction(0)) + chance
        assert told == dict(sorted(found.items()))
        state.apply(state.actions()[0])
        while state.side == "us":
            state.apply(state.actions()[0])
        if state.step.name != "checks":
            break


# ---------------------------------------------------------------------- the Fire Phase


@proves("dday", "6.3.1")
def test_the_danger_of_the_next_card_is_that_of_the_cards() -> None:
    """One position, one company: its losses over all cards."""
    given = {"turn": 1, "phase": "fire", "units": {"A/1/23": "0415"}, "japanese": {"0516": "?"}}
    state: DDayState = GAME.position({"others": "absent"} | given)
    unit = state.ruleset.number["A/1/23"]
    told = fire_risk.fire_phase_risk(state)[unit]
    lost = stopped = Fraction(0)
    for chance, after, _ in outcomes(state, state.actions()[0]):
        while after.step.name in ("fire phase", "volley", "payment"):
            actions = [str(action) for action in after.actions()]
            after.apply("accept" if "accept" in actions else actions[0])
        lost += chance if after.steps[unit] < 4 else 0
        stopped += chance if after.disrupted[unit] else 0
    assert (told.step, told.stopped) == (lost, stopped)
    assert lost > 0


# ---------------------------------------------------------------------- attacks, barrages, close combat


def test_an_attack_shows_sums_weapons_and_exact_chances() -> None:
    state = placed(units={"E/2/23": "0415", "F/2/23": "0415", "HQ/2/23": "0415"}, japanese={"0516": "?"})
    facts = combat(state, "attack 0516 E/2/23")
    assert facts["strength"] == 8
    assert sum(map(Fraction, facts["chances"].values())) == 1
    state.apply("attack 0516 E/2/23")
    joined = combat(state, "join HQ/2/23")
    assert joined["strength"] == 11
    assert set(joined["missing"]) <= set(facts["missing"])
    shown = panel(state, joined)
    assert shown["key"] == "attack 0516"
    assert shown["forces"][0]["sum"] == "11"
    assert state.view("us")["combat"] == facts


def test_halving_is_told_unit_by_unit() -> None:
    state = placed(units={"E/2/23": "0415", "HW/23": "0414"}, japanese={"0516": {"unit": "A/309 up"}})
    state.apply("attack 0516 E/2/23")
    rows = {row["unit"]: row for row in combat(state, "join HW/23")["units"]}
    assert rows["HW/23"]["halved"] == ["two hexes away"]
    assert rows["E/2/23"]["halved"] == []


def test_a_defender_that_is_known_leaves_a_single_result() -> None:
    state = placed(units={"E/2/23": "0415", "F/2/23": "0415"}, japanese={"0516": {"unit": "A/309 up"}})
    facts = combat(state, "attack 0516 E/2/23")
    assert list(facts["chances"].values()) == ["1"]
    assert facts["counters"][0]["may"][0]["counter"] == "A/309"


def test_a_barrage_shows_its_chances() -> None:
    state = placed(units={"1A/4Tk": "0414"}, japanese={"0516": "?"}, naval=1)
    facts = combat(state, "naval 0516")
    assert sum(map(Fraction, facts["chances"].values())) == 1
    assert panel(state, facts)["strip"]["columns"] == ["1+", "2+", "4+", "6+"]


# ---------------------------------------------------------------------- duties, units, overlays


def test_the_assistant_tells_duties_from_advice() -> None:
    state = placed(units={"E/2/23": "0415", "A/1/28": "0418"}, japanese={"0516": "?"})
    duties = state.view("us")["duties"]
    assert duties["exposed"] == ["E/2/23"]
    assert duties["act"] == ["A/1/28"]
    entered = placed(units={"E/2/23": "0516, from 0415"}, japanese={"0516": {"unit": "A/309 up"}}, done={"0516": "entered"})
    assert entered.view("us")["duties"]["fight"] == {"left": ["0516"], "done": 0}


def test_a_counter_face_down_says_what_it_may_be() -> None:
    state = placed(units={"E/2/23": "0415"}, japanese={"0516": "?"})
    notes = [line["text"] for line in GAME.about_unit(state, "us", "J0516")["notes"]]
    assert notes[0].startswith("One of ")
    assert any(note.startswith("Position D1, group D1, purple") for note in notes)
    certain = placed(units={"E/2/23": "0415"}, japanese={"0516": "A/309"})
    assert "It can only be A/309" in GAME.about_unit(certain, "us", "J0516")["notes"][0]["text"]


def test_a_unit_says_why_it_cannot_act() -> None:
    state = placed(units={"E/2/23": "0415, disrupted 2", "F/2/23": "0414"}, japanese={"0516": "?"})
    cannot = GAME.about_unit(state, "us", "E/2/23")["cannot"]
    assert "7.6" in [line["case"] for line in cannot]
    assert any("0415" in name for name in GAME.about_unit(state, "us", "J0516")["spaces"]["intense"])


@pytest.mark.parametrize("name", sorted(OVERLAYS))
def test_every_overlay_cites_a_case_and_explains_itself(name: str) -> None:
    state = placed(
        units={"E/2/23": "0415", "F/2/23": "0415", "A/1/28": "0407"},
        japanese={"0516": "?", "0508": "?", "0604": "?", "1222": "?"},
    )
    shown = GAME.overlay(state, "us", name)
    assert shown["case"] in GAME.cases
    assert shown["legend"]
    names = set(state.ruleset.names["space"].full)
    assert set(shown.get("spaces", ())) | set(shown.get("levels", ())) <= names
