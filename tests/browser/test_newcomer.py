"""What somebody new to a game meets: tips that make room, tabs that can be read, layers with names, an end that is told."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import People, Service
from tests.browser.hands import BOTH, LANDING, Hands, any_game, begin, browsed, resume, takes
from tests.browser.turns import RULE, recorded


def height(page: Page, what: str) -> float:
    found = page.locator(what).bounding_box()
    assert found is not None
    return found["height"]


def test_tips_fold_after_the_first_answer_and_a_tab_has_room_until_the_next_decision(person: People, service: Service) -> None:
    keys = begin(service.address, seats={"us": "me", "jp": "sergeant"})
    page = person(keys.link("us"), viewport={"width": 1440, "height": 900})
    us = Hands(page, service.address)
    us.seated()
    title = page.get_by_role("button", name="First game?")
    expect(title).to_have_attribute("aria-expanded", "true")
    before = height(page, ".tab-box")
    us.tab("Rules")
    assert height(page, ".tab-box") > before + 100
    expect(page.get_by_role("searchbox", name="Find a rule")).to_be_in_viewport()
    us.act(LANDING[0])
    expect(page.locator(".side.reading")).to_have_count(0)
    expect(us.prompt).to_be_in_viewport()
    expect(title).to_have_attribute("aria-expanded", "false")
    expect(page.locator(".advice li").first).to_be_hidden()
    title.click()
    expect(page.locator(".advice li").first).to_be_visible()


def test_forces_open_where_there_are_units_and_layers_have_names(person: People, service: Service) -> None:
    page = person(begin(service.address, "d-day", {"us": "me", "jp": "book"}, game="dday").link("us"))
    us = Hands(page, service.address)
    us.game = "dday"
    us.seated()
    forces = us.tab("Forces")
    expect(forces.get_by_role("radio", name="Off map")).to_be_checked()
    expect(forces.locator("tbody tr").first).to_be_visible()
    forces.locator("label", has_text="On the map").click()
    expect(forces).to_contain_text("No units here.")
    layer = page.locator('[data-overlay="objectives"], .board-overlay').last
    expect(layer).to_be_hidden()
    page.get_by_role("button", name="Map layers").click()
    expect(layer.locator(".board-overlay-name")).to_be_visible()


def test_a_finished_match_opens_its_diary(person: People, service: Service) -> None:
    page = person(resume(service.address, any_game(), BOTH).link("us"))
    expect(page.get_by_role("tab", name="Diary")).to_have_attribute("aria-selected", "true")
    expect(page.locator(".diary-turn").first).to_be_visible()
    expect(page.locator("#prompt")).to_be_in_viewport()
    charts = page.locator(".diary-chart")
    expect(charts).to_have_count(2)  # units of both sides, and beachheads
    keys = charts.first.locator(".diary-key")
    expect(keys).to_have_text([re.compile(r"^U\.S\. units lost \d+$"), re.compile(r"^Japanese units lost \d+$")])
    third = charts.first.locator(".diary-band").nth(2)
    expect(third.locator("title")).to_have_text(re.compile("^Turn 3: "))
    third.click()
    expect(page.locator(".replay-text")).to_contain_text("Turn 3:")


def test_forces_fit_and_the_curve_of_losses_ends_with_the_losses_of_now(person: People, service: Service) -> None:
    """Turns begin with what was lost before; the diary of a running match does not stop there."""
    keys = resume(service.address, recorded("dday", RULE).record, {"us": "me", "jp": "book"})
    page = person(keys.link("us"), viewport={"width": 1440, "height": 900})
    us = Hands(page, service.address)
    us.game = "dday"
    us.seated()
    forces = us.tab("Forces")
    fits = "(list) => list.offsetWidth <= list.closest('.know-scroll, .tab-panel').clientWidth"
    assert forces.locator(".know-list").evaluate(fits), "the last column would be cut off"
    us.tab("Diary")
    expect(page.locator(".diary-chart")).not_to_have_count(0)
    now = page.locator(".status-chip", has_text="Losses").locator("b").inner_text()
    expect(page.locator(".diary-key", has_text="Steps lost").locator("b")).to_have_text(now)


def test_whoever_has_both_seats_has_one_link_and_gives_one_away_by_a_new_one(person: People, service: Service) -> None:
    page = person()
    browsed(page).get_by_role("button", name="Hot seat").click()
    hands = Hands(page, service.address)
    hands.seated()
    hands.menu("Seats and links")
    hands.dialog.get_by_role("button", name="Play on another device").click()
    own = hands.dialog.get_by_label("Link for the other device").input_value()
    assert own.rpartition("#")[2].count("seat-") == 2
    expect(hands.dialog.get_by_label("Link for the Japan seat")).to_have_count(0)
    seat = hands.dialog.locator(".seat").filter(has_text="Japan").first
    seat.locator("summary").click()
    seat.get_by_role("combobox").select_option("open")
    seat.get_by_role("button", name="Assign seat").click()
    link = hands.dialog.get_by_label("Link for the Japan seat").input_value()
    assert link.rpartition("#")[2] not in own, "a link of its own"
    friend = Hands(takes(person(link)), service.address).seated()
    expect(friend.whose).not_to_have_class("mine")
