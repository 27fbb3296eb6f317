"""The page with two partners who order their own units: by link with two browsers, and at one screen."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import People
from tests.browser.hands import begin, browsed, takes
from tests.demo.hands import DemoHands
from tests.wire.service import Service


class ReefHands(DemoHands):
    """One person before the table of Reef."""

    game = "reef"

    def duties(self) -> list[str]:
        """Do all duties of this seat by typing; returns them."""
        done: list[str] = []
        while self.decides and "upkeep" in self.prompt.inner_text():
            done.append(self.first())
            expect(self.now.locator(".busy")).to_have_count(0)
        return done

    def own(self) -> list[str]:
        """The units that are ringed as one's own."""
        found: list[str] = self.page.locator(".stage-map .unit.is-own").evaluate_all("all => all.map((one) => one.dataset.unit)")
        return found


def test_a_partner_by_link(person: People, service: Service) -> None:
    host = ReefHands(person("/"), service.address)
    browsed(host.page, "reef").get_by_role("button", name="Invite a partner").click()
    link = host.dialog.get_by_label(re.compile("Link for the south force seat")).input_value()
    host.dialog.get_by_role("button", name="Go to the table").click()
    host.seated()
    north = host
    south = ReefHands(takes(person(link)), service.address)
    south.seated()
    expect(south.page.locator(".greeting")).to_contain_text("You command the south force")
    expect(south.page.locator(".greeting")).to_contain_text("Your partner commands the north force")

    # one map, and each sees whose units are whose
    north.my_move()
    south.my_move()
    expect(north.now).to_contain_text("You command the north force")
    expect(north.now).to_contain_text("The south force is commanded by")
    assert set(north.own()).isdisjoint(south.own())
    assert len(north.own()) > 5 < len(south.own())

    # an order to a partner's unit is refused by its case
    theirs = south.listed()[0]
    north.type(theirs)
    expect(north.answer).to_contain_text("belongs to the south force, which your partner commands")

    # when only the partner can act, the page says so
    mine = south.duties()
    assert mine and not any(text.startswith(("clear", "leave")) for text in mine)
    expect(south.now).to_contain_text("Waiting for your partner: the north force decides.")
    expect(south.whose).to_have_text("north force to act")
    expect(north.whose).to_have_text("Your move")

    # what the partner has done is undone with the partner's consent only
    text = next(text for text in north.listed() if text.startswith(("leave", "rest", "supply")))
    north.act(text)
    expect(south.button("Undo")).to_have_count(0)
    south.menu("Request undo")
    expect(south.now).to_contain_text("You have requested an undo.")
    expect(north.now).to_contain_text("The south force asks its partner to go back to before its last action.")
    north.button("Agree").click()
    expect(south.whose).to_have_text("Your move")
    expect(north.now).not_to_contain_text("asks its partner")
    assert mine[-1] in south.listed()


def test_partners_at_one_screen(person: People, service: Service) -> None:
    keys = begin(service.address, "solitaire", {"north": "me", "south": "me"}, game="reef")
    page = person(keys.link("north", "south"))
    hands = ReefHands(page, service.address)
    hands.seated()
    expect(page.locator(".handover")).to_be_hidden()
    expect(hands.now).to_contain_text("You command the north force")
    expect(hands.now).to_contain_text("The south force is yours too.")
    first = hands.own()
    hands.button("Command the south force").click()
    expect(hands.now).to_contain_text("You command the south force")
    assert set(first).isdisjoint(hands.own())

    # the screen turns by itself when the other seat alone can act, and back
    text = ""
    while "You command the south force" in hands.now.inner_text():
        text = next(text for text in hands.listed() if text.startswith(("supply", "rest")))
        hands.act(text)
        expect(hands.now.locator(".busy")).to_have_count(0)
    expect(hands.now).to_contain_text("You command the north force")
    hands.button("Undo").click()  # the last action can be undone from either seat
    expect(hands.button("Command the south force")).to_be_visible()
    hands.button("Command the south force").click()
    assert text in hands.listed()
