"""The First Event Phase (20.0): what vectors cannot say."""

from __future__ import annotations

import random

import pytest

import beachhead as bh
from beachhead.engine.chance.dice import Dice, seed_bytes
from beachhead.engine.state import State
from beachhead.games.dday.control import lasting_events
from beachhead.games.dday.events import event_phases, hex_choices, japanese_gains
from beachhead.games.dday.state import DDayState
from beachhead.testing import proves
from tests.games.dday.hands import Hands

CARDS = range(1, 56)


@proves("dday", "20.0")
def test_every_event_of_the_scenario_is_built() -> None:
    ruleset = Hands().ruleset
    last = ruleset.last_turn
    found = {
        ruleset.components.events[card.event_on(ruleset.charts.dates[turn])].id
        for card in ruleset.card_faces
        for turn in range(1, last + 1)
        if card.event_on(ruleset.charts.dates[turn]) >= 0
    }
    assert found <= set(event_phases.HANDLERS)


@proves("dday", "20.0-heavy-mortar", "20.0-heavy-mortar-duration", "20.0-ammo-dump")
def test_how_long_events_last() -> None:
    state = Hands().state
    event_phases.heavy_mortar(state)
    event_phases.heavy_mortar(state)
    event_phases.ammo_dump(state)
    assert lasting_events.is_lasting(state, "heavy-mortar")
    assert max(state.lasting) == 1, "two cards add no more than one"
    event_phases.after_fire(state)
    assert not lasting_events.is_lasting(state, "heavy-mortar")
    assert lasting_events.is_lasting(state, "ammo-dump")
    event_phases.end_of_turn(state)
    assert not any(state.lasting)


@proves("dday", "20.0-japanese-depth")
def test_japanese_depth_passes_over_a_hex_with_any_marker() -> None:
    """A unit without depth beside a tank that has its marker: the position contains depth."""
    hands = Hands()
    position = hands.jp("H2")
    hands.us("A/1/25", "1527")
    assert japanese_gains.depth_position(hands.state, 3) == position
    hands.state.tank[position] = hands.ruleset.counter_number["Tk2"]
    hands.state.tank_depth[position] = hands.ruleset.counter_number["D70"]
    hands.state.rebuild_japanese()
    assert japanese_gains.depth_position(hands.state, 3) == -1


@proves("dday", "20.0-smoke")
def test_smoke_under_a_black_bar() -> None:
    """Green is barred on card 10. No smoke card of 19 February has a bar; those of later days do."""
    hands = Hands()
    card = hands.ruleset.card_faces[9]
    assert card.fire[1].bar
    hands.us("A/1/25", "0718")
    hands.jp("0618")
    green = hands.ruleset.position_group[hands.at("0618")]
    black = hands.ruleset.position_group[hands.at("0720")]
    assert hex_choices.smoke_target(hands.state, 1, card) == green, "nobody Japanese is in a black position"
    hands.jp("0720")
    assert hex_choices.smoke_target(hands.state, 1, card) == green, "no US unit is in its sector"
    hands.us("B/1/25", "0619")
    assert hex_choices.smoke_target(hands.state, 1, card) == black
    hands.us("B/1/25", "0522")
    hands.us("A/1/25", "0617")
    assert hex_choices.smoke_target(hands.state, 1, card) == green, "more than two hexes away"


def scattered(card: int, seed: int) -> State:
    """The start of the phase with units ashore, some of them disrupted, and a card on top."""
    chance = random.Random(seed)
    game = bh.game("dday")
    places = ["0409", "0411", "0412", "0413", "0415", "0417", "0510", "0511", "0513", "0515", "0517", "0609", "0611", "0710"]
    names = [
        "A/1/23",
        "B/1/23",
        "E/2/23",
        "HQ/1/23",
        "A/1/25",
        "HQ/1/25",
        "1C/4Tk",
        "1A/4Tk",
        "A/4E",
        "A/1/28",
        "HQ/1/28",
        "1A/5Tk",
    ]
    chance.shuffle(places)
    units = {name: f"{place}{chance.choice(['', ', disrupted'])}" for name, place in zip(names, places, strict=False)}
    hexes = ["0508", "0512", "0610", "0614", "0615", "0713", "0716", "0720", "0808", "0911"]
    japanese = {
        place: {
            "unit": chance.choice(["?", "?"]),
            "disrupted": chance.random() < 0.4,
            **({"depth": "?"} if chance.random() < 0.3 else {}),
        }
        for place in hexes
    }
    japanese["0516"] = {"unit": "SAG4 up", "disrupted": False}
    found: State = game.position({
        "turn": 3, "phase": "first event", "units": units, "japanese": japanese, "deck": [card],
        "reserves": {2: 4, 3: 4}, "depth pool": {2: 6, 3: 6},
    }, Dice(seed_bytes(seed)))  # fmt: skip
    return found


@pytest.mark.parametrize("card", CARDS)
def test_every_card_comes_to_an_end_and_every_question_can_be_saved(card: int) -> None:
    for seed in range(3):
        chance = random.Random(seed * 100 + card)
        state = scattered(card, seed)
        assert isinstance(state, DDayState)
        for _ in range(60):
            if not state.is_in(event_phases.Events):
                break
            assert bh.loads(bh.dumps(state)).digest() == state.digest()
            action = chance.choice(list(state.actions()))
            assert state.why_not(action) is None
            state.apply(action)
        else:
            raise AssertionError("the events go on and on")
