"""What Olympic asks of the page beyond the kit: divisions placed at once, chances before the click, the score line by line."""

from __future__ import annotations

import re

from playwright.sync_api import expect

import beachhead as bh
from beachhead.engine.chance.dice import Dice
from beachhead.match import Match
from tests.browser.conftest import People, Service
from tests.browser.hands import Hands, begin, resume, story


class KyushuHands(Hands):
    """One person before the map of Kyushu."""

    game = "olympic"


def test_a_division_goes_to_sea_with_one_choice(person: People, service: Service) -> None:
    keys = begin(service.address, "solitaire", {"us": "me", "jp": "book"}, game="olympic")
    us = KyushuHands(person(keys.link("us")), service.address)
    us.seated()
    us.now.locator('.tray [data-unit="U:26/5M"]').click()
    us.page.mouse.move(*us.point("1017"))
    expect(us.page.locator(".card-label")).to_contain_text("1116 Shibushi militia and C counter, 62% to land")
    us.page.keyboard.press("Escape")
    us.page.keyboard.press("c")
    expect(us.page.locator(".board-over .overlay-figures text", has_text="62")).not_to_have_count(0)  # no counter hides them
    us.page.keyboard.press("c")
    expect(us.page.locator(".overlay-figures")).to_have_count(0)
    us.click_space("1605")
    us.button("Place 3 of the 5th Marine Division in 1605").click()
    expect(us.now.locator('.tray [data-unit="U:28/5M"]')).to_have_count(0)
    assert len(story(service.address, keys, "us")) == 3, "one choice, three units"
    us.tab("Victory")
    price = us.page.get_by_role("row", name="Price of the next Casualty Point")
    expect(price.get_by_role("cell")).to_have_text("1")


def test_an_exchange_is_typed_by_hex_and_paid_by_click(person: People, service: Service) -> None:
    """Two regiments attack from one hex; the Exchange asks which of them goes, and says that its price has been paid."""
    field = {"size": [12, 12], "hexes": {"sea": ["0501"], "rough": ["0606"]}, "zones": {"Sendai": ["0501"]}, "cities": ["1212"]}
    units = {"U:27/25": "0605", "U:35/25": "0605", "J:434": "0606"}
    position = {"board": field, "units": units, "beachheads": ["0602"], "turn": 5, "phase": "us combat"}
    record = Match(bh.game("olympic").position(position, Dice(bytes([4]) * 16))).record()
    us = KyushuHands(person(resume(service.address, record, {"us": "me", "jp": "book"}).link("us")), service.address)
    us.seated()
    us.type("attack 0606 from 0605")
    expect(us.combat).to_contain_text("Ex: exchange")
    remove = us.button(re.compile("Remove 27.25"))
    expect(remove).to_contain_text("Its Casualty Points are already counted; it returns as a replacement")
    remove.click()
    expect(us.unit("U:35/25")).to_be_attached()
    expect(us.prompt).not_to_contain_text("Exchange")
