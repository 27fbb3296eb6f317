"""What Olympic asks of the page beyond the kit: divisions placed at once, chances before the click, the score line by line."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import People, Service
from tests.browser.hands import Hands, begin, story


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
