"""The tour done by oneself, with mouse, key and typed line; what all tours have in common is tested in the kit of the page."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

import beachhead as bh
from beachhead.engine.game import Game
from tests.browser.conftest import People, Service
from tests.browser.hands import Hands, begin, go_on, offered
from tests.budget import many


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


TOURS = [game for game in bh.all_games() if game.tour]


@pytest.mark.parametrize("game", TOURS[: many(1, most=len(TOURS))], ids=lambda game: game.id)
def test_next_pressed_quickly_does_what_each_step_asks_for(person: People, game: Game) -> None:
    """However fast, no step comes before the position that it explains: its tasks are done, or the tour waits for them."""
    assert game.tour is not None
    page = person("/")
    offered(page, game.id).get_by_role("button", name="Take the tour").click()
    tour, count = page.locator(".tour"), len(game.tour.steps)
    for number, step in enumerate(game.tour.steps, 1):
        expect(tour.locator(".tour-count")).to_have_text(f"Tour, {number} of {count}")
        expect(tour.locator(".tour-other")).to_be_hidden()
        expect(tour).to_have_attribute("data-at", step.at or "")
        page.evaluate("for (let n = 0; n < 3; n += 1) [...document.querySelectorAll('.tour-foot .button')].at(-1).click()")
    expect(tour).to_have_count(0)


def test_a_position_that_no_step_explains_is_set_right(person: People, service: Service) -> None:
    keys = begin(service.address, tour=True)
    us = Hands(person(keys.link("us")), service.address).seated()
    tour = us.page.locator(".tour")
    for _ in range(2):
        go_on(tour)
    us.act("done")
    expect(tour.locator(".tour-other")).to_have_text("The position has changed, so this step no longer applies.")
    expect(tour.get_by_role("button", name="Next")).to_be_disabled()
    tour.get_by_role("button", name="Set up this step").click()
    us.page.wait_for_url(lambda url: keys.match not in url)
    us.seated()
    expect(tour.locator(".tour-count")).to_have_text("Tour, 3 of 10")
    expect(tour.locator(".tour-other")).to_be_hidden()
    expect(tour.locator(".tour-tasks li")).to_have_text("○ Move 2/2 to 1104")
