"""The tour done by oneself, with mouse, key and typed line; what all tours have in common is tested in the kit of the page."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import People, Service
from tests.browser.hands import Hands, go_on, offered


def test_steps_done_by_oneself(person: People, service: Service) -> None:
    page = person("/", clock=True)
    offered(page).get_by_role("button", name="Take the tour").click()
    us = Hands(page, service.address).seated()
    tour = page.locator(".tour")
    tasks = tour.locator(".tour-tasks li")
    for number in range(1, 6):
        expect(tour.locator(".tour-count")).to_have_text(f"Tour, {number} of 10")
        page.clock.fast_forward(1000)  # the map and the card stand where they will
        box = tour.bounding_box()
        assert box and box["x"] >= 0 and box["y"] >= 0 and box["x"] + box["width"] <= 1280 and box["y"] + box["height"] <= 800
        if number == 3:
            us.unit("U:2/2").click()
            us.click_space("1104")
            us.lies("U:2/2", "1104")
            expect(tasks.first).to_have_attribute("data-state", "done")
            page.clock.fast_forward(1000)
        elif number == 4:
            expect(us.button(re.compile("^Undo"))).to_be_visible()
            page.locator(".stage-map").press("u")
            us.lies("U:2/2", "1103")
            expect(tasks.first).to_have_attribute("data-state", "done")
            us.act("move U:2/2 1104")
            expect(tasks.last).to_have_attribute("data-state", "done")
            page.clock.fast_forward(1000)
        elif number < 5:
            go_on(tour)
    page.reload()
    us.seated()
    expect(tour.locator(".tour-count")).to_have_text("Tour, 5 of 10")
    tour.get_by_role("button", name="Leave the tour").click()
    expect(tour).to_have_count(0)
    expect(us.prompt).to_contain_text("U.S. movement")
