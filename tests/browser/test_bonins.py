"""What the Bonins ask of the page beyond the kit: markers as buttons, what may lie under a counter, retreats and standing fast,
deployment out of sight and by lot, tunnels, a storm."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

import beachhead as bh
from beachhead.engine.chance.dice import Dice
from beachhead.match import Match
from tests.browser.conftest import People, Service
from tests.browser.hands import Hands, Keys, begin, resume, story

ASHORE = {
    "scenario": "solitaire",
    "turn": 3,
    "phase": "us combat",
    "invasion": "east",
    "others": "start",
    "units": {"1/23": "1813", "Spt/23": "1813", "2/23": "1713", "3/23": "1913"},
}


STOPPED, OPENED = 0, 1
"""Dice with which the tank is stopped, and with which the tunnel opens."""


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
    us.page.get_by_role("button", name="Whole map").click()
    us.page.mouse.move(*us.point("2611"))
    us.click_space("2611")
    expect(us.page.locator(".know-card").get_by_text("One of 48 units, any that was never shown")).to_be_visible()
    expect(us.reason).to_have_count(0)


BEACH = ASHORE | {"phase": "us mobile combat", "units": {"1/23": "1813", "2/23": "1813", "3/23": "1813"}}
"""A beach stack whose top attacks alone; with dice of zeros it is told to go back one hex."""


def at(service: Service, position: dict[str, object], seats: dict[str, str], dice: int = 0, play: tuple[str, ...] = ()) -> Keys:
    """A match that goes on from a position after these actions."""
    match = Match(bh.game("bonins").position(position, Dice(bytes([dice]) * 16)))
    for action in play:
        match.play(action)
    return resume(service.address, match.record(), seats)


@pytest.mark.parametrize("hands", ["mouse", "keys"])
def test_a_beach_stack_goes_back_or_stands_fast(person: People, service: Service, hands: str) -> None:
    keys = at(service, BEACH, {"us": "me", "jp": "book"}, play=("attack 1812 from 1813",))
    us = IwoHands(person(keys.link("us")), service.address)
    us.seated()
    expect(us.prompt).to_contain_text("must retreat 1 hex, or stand fast")
    expect(us.page.locator(".stage-map .goal-retreat")).to_have_count(2)  # where it can go is on the map without a click
    if hands == "mouse":
        us.click_space("1714")
        expect(us.prompt).to_contain_text("The stack goes back with its top")
        us.page.keyboard.press("u")  # nobody has seen a die since
        expect(us.button(re.compile("Stand fast in 1813"))).to_contain_text("1/23 is turned to its depleted side")
        us.click_space("1914")
        us.button(re.compile("3.23 retreats to 1714")).click()
        us.lies("1/23", "1914")
        assert us.place("2/23") == "1714"
    else:
        us.page.keyboard.press("3", delay=120)
        expect(us.prompt).not_to_contain_text("must retreat")
        assert any("1/23 loses a step" in text for text in story(service.address, keys, "us"))
    # what happened meanwhile is there again after the page was left
    expect(us.page.locator(".since-chip").first).to_be_visible()
    told = us.page.locator(".since-chips").inner_text()
    us.page.reload()
    us.seated()
    expect(us.page.locator(".since-chips")).to_have_text(re.compile(re.sub(r"\s+", r"\\s*", told.strip())))


def test_a_storm_tanks_that_were_stopped_and_rebuilding(person: People, service: Service) -> None:
    stopped = ASHORE | {"storm": True, "phase": "us mobile combat", "dug in": {"1812": "8 AT"}}
    stopped |= {"units": {"1/23": "1813", "4 Tk": "1813"}}
    keys = at(service, stopped, {"us": "me", "jp": "me"}, dice=STOPPED, play=("attack 1812 from 1813",))
    us = IwoHands(person(keys.link("us")), service.address)
    us.seated()
    expect(us.combat).to_contain_text("stopped by anti-tank fire")
    expect(us.page.locator(".sign-plate")).to_contain_text("Storm")
    expect(us.page.locator(".track-cell.is-now")).to_have_class(re.compile("is-signed"))
    lost = ASHORE | {"phase": "us movement", "units": {"1/23": "1813", "2/23": "eliminated"}}
    us = IwoHands(person(at(service, lost, {"us": "me", "jp": "book"}).link("us")), service.address)
    us.seated()
    expect(us.page.locator(".sign-plate")).to_be_hidden()
    us.now.locator('.tray [data-unit="2/23"]').click()
    us.button("Rebuild 2/23").click()
    expect(us.prompt).not_to_contain_text("replacement")  # nobody else is there to be rebuilt
    us.now.locator('.tray [data-unit="2/23"]').wait_for(state="detached")


def test_japan_deploys_out_of_sight_and_leaves_the_rest_to_chance(person: People, service: Service) -> None:
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
    rest = japan.button(re.compile("Deploy the remaining 47 at random"))
    rest.click()
    expect(rest).to_contain_text("Press again to confirm")
    rest.click()
    expect(japan.prompt).to_contain_text("Choose the side of the island to invade")
    texts = story(service.address, keys, "jp")
    assert len([text for text in texts if "is dug in at" in text]) == 48, "single actions, as anybody might have chosen them"
    expect(marines.unit("J1812")).to_be_attached()
    assert not any("is dug in at" in text for text in story(service.address, keys, "us"))


def test_japan_goes_through_a_tunnel_and_attacks(person: People, service: Service) -> None:
    two = ASHORE | {"scenario": "two-player", "phase": "jp movement", "units": {"1/23": "1813"}}
    two |= {"dug in": {"1611": "309A", "1812": "310A"}}
    japan = IwoHands(person(at(service, two, {"us": "me", "jp": "me"}, dice=OPENED).link("jp")), service.address)
    japan.seated()
    japan.page.keyboard.press("n")  # by key to the first hex that can act, and away from it
    expect(japan.now.locator(".crumb")).to_have_count(1)
    japan.page.keyboard.press("Escape")
    japan.click_space("1611")
    japan.button("Try the tunnels for the unit in 1611").click()
    expect(japan.prompt).to_contain_text("The tunnel from 1611 is open")
    japan.click_space("1711")
    expect(japan.unit("J1711")).to_be_attached()
    japan.click_space("1812")
    expect(japan.now.locator(".crumbs .mini")).to_contain_text("310A")
    japan.button("Turn up the unit in 1812").click()
    expect(japan.button("Turn up the unit in 1812")).to_have_count(0)
    japan.button("End movement").click()
    expect(japan.prompt).to_contain_text("Japanese Combat Phase")
    japan.button("Attack 1813 from 1812").click()
    expect(japan.combat).to_contain_text("Result")
