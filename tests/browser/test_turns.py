"""Turns of the sergeant, played again with counted gestures: few enough, and none that the page does not take."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from beachhead.match import Match
from tests.browser.conftest import BLANK, Computers, People, Service
from tests.browser.grouped import Grouped
from tests.browser.hands import resume
from tests.browser.turns import AIMS, RULE, TURNS, US, Order, Turn, play, recorded
from tests.budget import SOAK


def before(game: str, holds: Callable[[str], bool]) -> tuple[Turn, list[str]]:
    """The turn of the rule, up to the person's first action that is like this; and that action, with those like it after it."""
    turn = recorded(game, RULE)
    match, texts = Match.load(turn.record), list[str]()
    for side, text in turn.actions:
        if side == US and holds(text):
            texts.append(text)
        elif texts:
            break
        else:
            match.play(text)
    assert texts, f"nothing like it happens in turn {turn.number} of {game}"
    return Turn(game, turn.scenario, turn.number, match.record(), ()), texts


def seat(turn: Turn, person: People, service: Service) -> Grouped:
    """Somebody at that table."""
    keys = resume(service.address, turn.record)
    page = person(BLANK, viewport={"width": 1440, "height": 900})
    hands = Grouped(page, service.address, turn)
    page.goto(keys.link(US))
    hands.seated()
    hands.my_turn(-1)
    return hands


@pytest.mark.parametrize("game", list(TURNS) if SOAK > 1 else ["saipan"])
def test_a_turn_takes_few_gestures(computers: Computers, service: Service, game: str) -> None:
    """By groups, drags and keys, the turn for which the aim was set."""
    counted = play(computers.browser, service.address, recorded(game), "grouped", {"width": 1440, "height": 900})
    assert 0 < counted.total() <= AIMS[game], counted


def test_a_proposed_order_of_losses_is_accepted_by_one_click(person: People, service: Service) -> None:
    turn, texts = before("rage", lambda text: text == "accept")
    hands = seat(turn, person, service)
    hands.single(Order.of(hands.match, texts[0]))
    assert hands.sent == ["accept"]
    assert hands.counted.total() == 1


def together(match: Match) -> list[str]:
    """Two units that can save themselves, and to the same hex."""
    found: dict[str, list[str]] = {}
    for text in map(str, match.state.actions()):
        if text.startswith("preserve "):
            found.setdefault(text.split(" ")[-1], []).append(text)
    return next((texts[:2] for texts in found.values() if len(texts) > 1), [])


def test_a_group_goes_where_it_can_only_go_on_purpose(person: People, service: Service) -> None:
    """Disrupted companies save themselves together: one order, once they are selected."""
    turn = recorded("dday", (3, 8))
    match, texts = Match.load(turn.record), list[str]()
    for _, text in turn.actions:
        if texts := together(match):
            break
        match.play(text)
    assert texts, "nobody can save themselves together"
    hands = seat(Turn(turn.game, turn.scenario, turn.number, match.record(), ()), person, service)
    hands.one_by_one([text.split(" ")[1] for text in texts])
    assert hands.press(f"send space {texts[0].split(' ')[-1]}")
    hands.finish(2, 0)
    assert hands.sent == texts


@pytest.mark.parametrize("game", ["bonins", "dday"])
def test_an_attack_being_built_is_an_arrow_and_its_odds_come_first(person: People, service: Service, game: str) -> None:
    """From the attackers to what they attack; cards that lie on the table fold below it."""
    turn, texts = before(game, lambda text: text.startswith("attack "))
    hands = seat(turn, person, service)
    hands.single(Order.of(hands.match, texts[0]))
    expect(hands.page.locator(".stage-map .order-given.order-fight")).not_to_have_count(0)
    expect(hands.combat).to_contain_text("Under way")
    piles = hands.now.locator(".piles-folded")
    expect(piles).to_have_count(1 if game == "dday" else 0)
    if game == "dday":
        expect(hands.now.locator(".piles")).to_be_hidden()
        piles.locator("summary").click()
        expect(hands.now.locator(".piles")).to_be_visible()
