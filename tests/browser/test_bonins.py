"""What the Bonins ask of the page beyond the kit: markers as buttons, what may lie under a counter, deployment out of sight."""

from __future__ import annotations

from playwright.sync_api import expect

import beachhead as bh
from beachhead.engine.dice import Dice
from beachhead.match import Match
from tests.browser.conftest import People, Service
from tests.browser.hands import Hands, Keys, begin, resume

ASHORE = {
    "scenario": "solitaire",
    "turn": 3,
    "phase": "us combat",
    "invasion": "east",
    "others": "start",
    "units": {"1/23": "1813", "Spt/23": "1813", "2/23": "1713", "3/23": "1913"},
}


class IwoHands(Hands):
    """One person before the map of Iwo Jima."""

    game = "bonins"


def ashore(service: Service) -> Keys:
    """A regular combat phase with three battalions around 1812."""
    state = bh.game("bonins").position(ASHORE, Dice(bytes([2]) * 16))
    return resume(service.address, Match(state).record(), {"us": "me", "jp": "book"})


def test_a_bombarded_attack_by_mouse_shows_its_chances_before_the_dice(person: People, service: Service) -> None:
    us = IwoHands(person(ashore(service).link("us")), service.address)
    us.seated()
    us.click_space("1812")
    us.button("Declare an attack on 1812 from 1813").click()
    for hex_ in ("1713", "1913"):
        us.button(f"Add the units in {hex_}").click()
        expect(us.button(f"Add the units in {hex_}")).to_have_count(0)
    two = us.button("Bombardment markers on 1812: 2")
    expect(two).to_contain_text("75% to suppress")
    expect(us.combat).to_contain_text("unknown: one of 48 units")
    two.click()
    us.button("Carry out the attack on 1812").click()
    expect(us.combat).to_contain_text("Result")
    expect(us.prompt).not_to_contain_text("Declare")


def test_a_dug_in_counter_tells_what_may_lie_there(person: People, service: Service) -> None:
    us = IwoHands(person(ashore(service).link("us")), service.address)
    us.seated()
    us.page.mouse.move(*us.point("2611"))
    us.click_space("2611")
    expect(us.page.get_by_text("One of 48 units, any that was never shown")).to_be_visible()
    expect(us.reason).to_have_count(0)


def test_japan_deploys_from_its_tray_out_of_sight(person: People, service: Service) -> None:
    keys = begin(service.address, "two-player", {"us": "open", "jp": "me"}, game="bonins")
    japan = IwoHands(person(keys.link("jp")), service.address)
    expect(japan.page.locator("html[data-ready=yes]")).to_be_attached()
    japan.now.locator('.tray [data-unit="8 AT"]').click()
    japan.click_space("1812")
    expect(japan.now.locator('.tray [data-unit="8 AT"]')).to_have_count(0)
    expect(japan.unit("J1812")).to_be_attached()
    marines = IwoHands(person(keys.link("us")), service.address)
    expect(marines.page.locator("html[data-ready=yes]")).to_be_attached()
    expect(marines.unit("J1812")).to_have_count(0)
