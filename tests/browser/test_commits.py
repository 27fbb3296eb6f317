"""A click that rolls dice or cannot be undone is a button that says so; a number is only chosen."""

from __future__ import annotations

from playwright.sync_api import expect

from beachhead.match import Match
from tests.browser.conftest import People, Service
from tests.browser.hands import LANDING, Hands, played, resume, story

ATTACK = [*LANDING, "attack U:2/8 J:317"]


def test_a_number_is_chosen_and_a_button_does_it(person: People, service: Service) -> None:
    keys = resume(service.address, played(ATTACK))
    hands = Hands(person(keys.link("us")), service.address).seated()
    before = story(service.address, keys, "us")
    value, button = hands.now.locator('[data-key="value support 6"]'), hands.now.locator('[data-key="number support"]')
    value.click()
    expect(value).to_have_attribute("aria-pressed", "true")
    expect(button).to_contain_text("6")
    expect(hands.now.locator('[data-key="done"] .commits')).to_have_text("no undo")
    assert story(service.address, keys, "us") == before
    button.click()
    expect(hands.now.locator('[data-key="number support"]')).to_have_count(0)
    assert len(story(service.address, keys, "us")) > len(before)


def test_what_rolls_says_so(person: People, service: Service) -> None:
    """The other side has no more to add: with its last word the die is rolled."""
    keys = resume(service.address, played([*ATTACK, "done"]))
    hands = Hands(person(keys.link("jp")), service.address).seated()
    expect(hands.now.locator('[data-key="done"] .commits')).to_have_text("rolls dice")
    expect(hands.now.locator('[data-key^="protect "] .commits')).to_have_count(0)


def test_a_row_of_landings_says_what_they_do_together(person: People, service: Service) -> None:
    """Two rifle companies may be in a hex: of a battalion that lands in one go a unit is disrupted, and its row says so."""
    match = Match.new("dday", "d-day", seed=7)
    while match.state.decision.step != "landing":
        match.play(str(match.state.actions()[0]))
    keys = resume(service.address, match.record())
    hands = Hands(person(keys.link("us"), viewport={"width": 1440, "height": 900}), service.address)
    hands.game = "dday"
    hands.seated()
    hands.click_space("0412")
    row = hands.now.locator('[data-key="together land 0412 1/23"]')
    expect(row).to_contain_text("Land 4 units of 1/23")
    expect(row).to_contain_text("1 unit will be disrupted")
