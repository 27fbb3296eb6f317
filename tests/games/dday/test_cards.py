"""The deck: what the book tells of single cards, and that all chance comes from cards and blind draws."""

from __future__ import annotations

import random

import beachhead as bh
from beachhead.games.dday.box.kinds import COLORS, SYMBOLS, Card
from beachhead.games.dday.state import DDayState
from beachhead.testing import proves

STREAMS = {"cards", "counters", "step losses", "heroes"}


def card(number: int) -> Card:
    state = bh.game("dday").new("d-day", seed=1)
    assert isinstance(state, DDayState)
    found = state.ruleset.card_faces[number - 1]
    assert found.number == number
    return found


def colors(found: Card) -> list[str]:
    return [COLORS[entry.color] for entry in found.fire]


def combat_event(found: Card) -> str:
    state = bh.game("dday").new("d-day", seed=1)
    assert isinstance(state, DDayState)
    events = state.ruleset.components.close_combat_events
    return events[found.close_combat].title if found.close_combat >= 0 else ""


@proves("dday", "6.1-known-cards", "2.3")
def test_what_the_book_tells_of_single_cards() -> None:
    assert (COLORS[card(1).landing_color], SYMBOLS[card(1).landing_symbol]) == ("red", "triangle")
    assert "red" in colors(card(4))
    assert combat_event(card(4)) == "Conscripts Surrender"
    assert (COLORS[card(8).landing_color], SYMBOLS[card(8).landing_symbol]) == ("red", "circle")
    assert "gold" in colors(card(9))
    assert "red" not in colors(card(9))
    assert combat_event(card(9)) == "Heroism"
    assert "red" in colors(card(20))
    assert combat_event(card(20)) == combat_event(card(30)) == ""
    assert (COLORS[card(30).landing_color], SYMBOLS[card(30).landing_symbol], card(30).drift) == ("blue", "diamond", 1)
    assert (colors(card(31)), SYMBOLS[card(31).target]) == (["red", "brown", "green"], "circle")
    assert COLORS[card(39).landing_color] in colors(card(39))
    assert "brown" in colors(card(40))
    assert SYMBOLS[card(40).target] == "diamond"
    assert {"red", "brown"} <= set(colors(card(49)))
    assert SYMBOLS[card(49).target] == "circle"
    assert "red" in colors(card(51))


@proves("dday", "2.3")
def test_events_go_by_their_dates() -> None:
    """Card 9: nothing on 19 February, Minefields from the 20th, Japanese Fortification from the 25th (2.3-event-example)."""
    state = bh.game("dday").new("d-day", seed=1)
    assert isinstance(state, DDayState)
    events = state.ruleset.components.events
    nine = card(9)
    assert nine.event_on(219) == -1
    assert events[nine.event_on(222)].id == "minefields"
    assert events[nine.event_on(225)].id == "japanese-fortification"


@proves("dday", "2.0-dice")
def test_all_chance_comes_from_cards_and_blind_draws() -> None:
    state = bh.game("dday").new("d-day", seed=3)
    rng = random.Random(3)
    while not state.over:
        actions = state.actions()
        state.apply(actions[rng.randrange(len(actions))])
    assert set(state.dice.counts) <= STREAMS
    assert state.dice.counts["cards"] > 50
