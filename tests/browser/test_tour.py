"""The tour: ten steps, each to be done by oneself, by the tour, or passed over."""

from __future__ import annotations

import re
from contextlib import suppress

from playwright.sync_api import expect

from tests.browser.conftest import People, Service
from tests.browser.hands import Hands, go_on, offered
from tests.browser.rage import AreaHands


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
            with suppress(AssertionError):
                us.lies("U:2/2", "1104", patience=8000)
            if us.place("U:2/2") == "1103":  # the map may have moved under the hand, as it may under a person's
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


def test_the_tour_of_the_other_game(person: People, service: Service) -> None:
    page = person("/")
    offered(page, "rage").get_by_role("button", name="Take the tour").click()
    us = AreaHands(page, service.address)
    us.seated()
    tour = page.locator(".tour")
    for number in range(1, 11):
        expect(tour.locator(".tour-count")).to_have_text(f"Tour, {number} of 10")
        tasks = tour.locator(".tour-tasks li")
        if number == 1:
            page.wait_for_timeout(3000)
            expect(page.locator(".stage-map .pointed")).to_have_count(4)
        if number == 8:
            expect(tasks.first).to_have_text("○ done: End movement")
            expect(tasks.last).to_have_text("○ done: Assaults are named, attack")
        if number == 3:  # by oneself: ships first, then the target; whoever looks back meanwhile loses nothing
            for ship in ("Nav 1", "Nav 2", "Nav 3"):
                us.tray(ship)
                us.click_space("funami")
                expect(us.combat.locator(".named")).to_contain_text(ship)
                if ship == "Nav 1":
                    expect(tasks.first).to_have_attribute("data-state", "done")
                    for way in ("Back", "Next"):
                        tour.get_by_role("button", name=way).click()
                    expect(tasks.first).to_have_attribute("data-state", "done")
                    expect(tasks.nth(1)).to_have_attribute("data-state", "next")
        elif number == 5:  # by the key
            expect(us.now.locator(".row-list li")).to_have_count(2)
            page.locator(".stage-map").press("Tab")
            page.keyboard.press("j")
            page.keyboard.press("Enter")
        elif tasks.count():
            here = tour.locator(".tour-count", has_text=f"Tour, {number} of 10")
            undone = tour.locator('[data-state="next"]')
            while here.count():  # the table passes what needs no answer, and a step whose tasks are done goes by itself
                page.wait_for_timeout(500)
                if here.count() and undone.count() and tour.get_by_role("button", name="Do it for me").is_enabled():
                    tour.get_by_role("button", name="Do it for me").click()
        else:
            go_on(tour)
    expect(tour).to_have_count(0)
