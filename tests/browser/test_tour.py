"""The tour: ten steps, each to be done by oneself, by the tour, or passed over."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import People, Service
from tests.browser.hands import Hands, go_on, offered


def test_all_ten_steps(person: People, service: Service) -> None:
    page = person("/")
    offered(page).get_by_role("button", name="Take the tour").click()
    us = Hands(page, service.address).seated()
    tour = page.locator(".tour")
    titles: list[str] = []
    for number in range(1, 11):
        expect(tour.locator(".tour-count")).to_have_text(f"Tour, {number} of 10")
        box = tour.bounding_box()
        assert box and box["x"] >= 0 and box["y"] >= 0 and box["x"] + box["width"] <= 1280 and box["y"] + box["height"] <= 800
        titles.append(tour.locator("h2").inner_text())
        tasks = tour.locator(".tour-tasks li")
        if number == 3:  # by oneself, with the mouse
            us.unit("U:2/2").click()
            us.click_space("1104")
            us.lies("U:2/2", "1104")
        elif number == 4:  # by oneself, with the key and by typing
            expect(us.button(re.compile("^Undo"))).to_be_visible()
            page.locator(".stage-map").press("u")
            us.lies("U:2/2", "1103")
            expect(tasks.first).to_have_attribute("data-state", "done")
            us.act("move U:2/2 1104")
        elif tasks.count():
            for done in range(tasks.count()):
                expect(tasks.nth(done)).to_have_attribute("data-state", "next")
                tour.get_by_role("button", name="Do it for me").click()
                if done + 1 < tasks.count():
                    expect(tasks.nth(done)).to_have_attribute("data-state", "done")
        else:
            go_on(tour)
    expect(tour).to_have_count(0)
    assert len(set(titles)) == 10
    expect(us.prompt).to_contain_text("318 must be attacked")
    page.reload()
    us.seated()
    expect(page.locator(".tour")).to_have_count(0)


def test_passing_over_and_going_back(person: People, service: Service) -> None:
    page = person("/")
    offered(page).get_by_role("button", name="Take the tour").click()
    us = Hands(page, service.address).seated()
    tour = page.locator(".tour")
    for number in range(2, 11):
        tour.get_by_role("button", name="Next").click()
        expect(tour.locator(".tour-count")).to_have_text(f"Tour, {number} of 10")
    tour.get_by_role("button", name="Back").click()
    expect(tour.locator(".tour-count")).to_have_text("Tour, 9 of 10")
    expect(us.page.get_by_role("tab", name="Log")).to_have_attribute("aria-selected", "true")
    tour.get_by_role("button", name="Leave the tour").click()
    expect(tour).to_have_count(0)
    expect(us.prompt).to_contain_text("U.S. movement")
