"""What the page tells of its own accord: why a phase is over, what may lie where nothing is seen, what a counter may be."""

from __future__ import annotations

from random import Random

from playwright.sync_api import expect

from beachhead.match import Match
from tests.browser.conftest import People, Service
from tests.browser.hands import LANDING, STILL, Hands, begin, resume, spaces
from tests.browser.rage import AreaHands
from tests.browser.test_orders import landing


def reinforcing() -> Match:
    """Saipan, turn 2: a unit can land at a beachhead."""
    match, chance = Match.new("saipan", seed=2), Random(1)
    for text in LANDING:
        match.play(text)
    while (match.state.decision.step, match.state.view(None)["turn"]) != ("land", 2):
        offered = [str(action) for action in match.state.actions()]
        match.play("done" if "done" in offered and chance.random() < 0.3 else chance.choice(offered))
    return match


def test_a_phase_that_ends_by_itself_says_why(person: People, service: Service) -> None:
    """One unit lands each Game-Turn from the second on: the question says so, and so does what comes after it."""
    match = reinforcing()
    keys = resume(service.address, match.record())
    us = Hands(person(keys.link("us")), service.address).seated()
    expect(us.prompt).to_contain_text("(0 of 1 landed)")
    us.act(str(match.state.actions()[0]))
    told = us.page.locator(".corner .toast")
    expect(told).to_contain_text("Only one unit can land each Game-Turn")
    expect(told.get_by_role("button")).to_contain_text("12.1-b")


def test_nobody_seen_is_not_nobody_there(person: People, service: Service) -> None:
    """Where the enemy may hide, an empty space is one where nobody is seen; whoever hides knows better."""
    match, _, _ = landing()
    keys = resume(service.address, match.record())
    held = {unit["place"] for unit in match.state.view("jp")["units"].values()}
    empty = next(space for space in spaces(service.address, "rage") if space not in held)
    for who, words in (("us", "None seen"), ("jp", "No units here.")):
        hands = AreaHands(person(keys.link(who)), service.address).open()
        hands.page.mouse.move(*hands.point(empty))
        expect(hands.page.locator(".inspector")).to_contain_text(words)


def test_a_look_at_an_enemy_is_not_refused(person: People, service: Service) -> None:
    """What is known of a counter that lies face down is told; nothing is crossed out."""
    keys = begin(service.address, "solitaire", {"us": "me"}, game="olympic")
    us = Hands(person(keys.link("us"), viewport={"width": 1440, "height": 900}), service.address)
    us.game = "olympic"
    us.seated()
    us.page.locator(".board-fit").click()
    us.page.evaluate(STILL)
    us.page.locator(".stage-map [data-unit].side-jp:has(.unit-back)").first.click()
    expect(us.page.locator(".know-card")).to_contain_text("face down")
    expect(us.now.locator(".note:is(.reason, .refusal)")).to_have_count(0)
