"""The layers of the map: their keys and those of the map work wherever the focus is, and their list is not in the way."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import People, Service
from tests.browser.hands import STILL, Hands, begin

SCALE = "() => document.querySelector('svg.board-svg').getScreenCTM().a"


def sit(person: People, service: Service, game: str = "dday", **options: Any) -> Hands:
    """Somebody at a new table of a game with many layers."""
    keys = begin(service.address, "d-day", {"us": "me"}, game=game)
    hands = Hands(person(keys.link("us"), **options), service.address)
    hands.game = game
    hands.seated()
    return hands


@pytest.mark.parametrize("focus", ["#prompt", "#tab-log"])
def test_keys_of_the_map_work_everywhere(focus: str, person: People, service: Service) -> None:
    page = sit(person, service).page
    page.locator(focus).focus()

    def scale() -> float:
        page.evaluate(STILL)
        found: float = page.evaluate(SCALE)
        return found

    page.keyboard.press("0")
    whole = scale()
    page.keyboard.press("+")
    near = scale()
    assert near > whole * 1.2
    page.keyboard.press("-")
    assert whole * 0.9 < scale() < near / 1.2


def test_the_list_of_layers_closes_and_hides_nothing(person: People, service: Service) -> None:
    """Escape closes it; what a layer means, and the button that takes it off, lie beside it."""
    page = sit(person, service, viewport={"width": 1440, "height": 900}).page
    button = page.locator(".board-layers")
    button.click()
    page.locator('[data-overlay="fields"]').click()
    off = page.locator('.legend[data-legend="fields"] .legend-off')
    expect(off).to_be_visible()
    note, menu = page.locator(".board-note").bounding_box(), page.locator('[data-overlay="danger"]').bounding_box()
    assert note and menu
    assert note["x"] + note["width"] <= menu["x"]
    page.locator("#prompt").focus()
    page.keyboard.press("Escape")
    expect(button).to_have_attribute("aria-expanded", "false")
    expect(page.locator('[data-overlay="danger"]')).to_be_hidden()
    off.click()
    expect(page.locator(".legend")).to_have_count(0)
