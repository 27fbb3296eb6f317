"""Rage on the page: a set-up by one click and by hand, two phases with the mouse, and rows put in order."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import expect

from tests.browser.conftest import People, Service
from tests.browser.hands import resume, story
from tests.browser.rage import AreaHands, crowded, played, reached, table


def test_japan_sets_up(person: People, service: Service) -> None:
    keys = table(service.address, {"us": "open", "jp": "me"})
    page = person(keys.link("jp"))
    jp = AreaHands(page, service.address).open()
    progress = jp.now.locator(".progress")
    expect(progress).to_contain_text("0 / 23")

    # by hand: a unit of the tray and an area, one dragged to its area, and Caves one after the other
    jp.tray("309")
    jp.click_space("funami")
    expect(progress).to_contain_text("1 / 23")
    jp.now.locator('.tray [data-unit="310"]').hover()  # the tray is drawn anew after each unit: hovering waits for it
    page.mouse.down()
    x, y = jp.point("nidan")
    page.mouse.move(x - 20, y - 10, steps=5)
    expect(page.locator(".carried")).to_be_attached()
    page.mouse.move(x, y, steps=2)
    page.mouse.up()
    expect(progress).to_contain_text("2 / 23")
    expect(page.locator(".carried")).to_have_count(0)
    jp.button(re.compile("Dig a Cave")).click()
    jp.click_space("funami")
    expect(progress).to_contain_text("1 / 21")
    jp.click_space("tenzan")
    expect(progress).to_contain_text("2 / 21")
    expect(page.locator(".stage-map .marker-hidden-cave")).to_have_count(2)
    page.keyboard.press("Escape")

    # the rest by one click, and it can be taken back
    jp.now.locator(".plans > .button").click()
    expect(jp.button(re.compile("Finish setup"))).to_be_visible()
    expect(page.locator(".stage-map .unit.is-hidden")).to_have_count(23)
    page.keyboard.press("u")
    expect(progress).to_contain_text("2 / 23")
    jp.now.locator(".plans > .button").click()
    expect(jp.button(re.compile("Finish setup"))).to_be_visible()
    page.keyboard.press("Enter")
    expect(jp.whose).to_have_text("U.S. to act")

    # with the enemy's eyes nothing is there, and everything again
    page.keyboard.press("v")
    expect(page.locator(".stage-map .unit.is-hidden")).to_have_count(0)
    expect(page.locator(".stage-map .marker-hidden-cave")).to_have_count(0)
    expect(page.locator(".board-note")).to_contain_text("Only what the enemy sees")
    page.keyboard.press("v")
    expect(page.locator(".stage-map .unit.is-hidden")).to_have_count(23)

    # the other side has been told of none of it
    us = AreaHands(person(keys.link("us")), service.address).open()
    expect(us.page.locator(".stage-map .unit.side-jp")).to_have_count(0)
    assert "309" not in us.page.evaluate("() => document.body.innerText")


def test_several_units_in_one_go(person: People, service: Service) -> None:
    keys = resume(service.address, reached("bombard", "us", 1).record())
    us = AreaHands(person(keys.link("us")), service.address).open()
    us.click_space("futatsune")
    us.button(re.compile("5 gunfire ships bombard Futatsune Hama")).click()
    expect(us.combat.locator(".named")).to_contain_text("25 dice")
    expect(us.combat.locator(".named")).to_contain_text("Nav 5")
    us.click_space("okina")
    us.button(re.compile("carrier aircraft bombard Okina Hama")).click()
    expect(us.combat.locator(".named")).to_contain_text("Air 2")
    us.page.keyboard.press("Escape")

    keys = resume(service.address, played(all_ashore).record())
    us = AreaHands(person(keys.link("us")), service.address).open()
    us.button(re.compile(r"All \d in .* assault")).first.click()
    expect(us.combat.locator(".named")).to_contain_text(re.compile(r"\d+/\d, \d+/\d"))


def all_ashore(state: Any) -> bool:
    """Two units of one area may be named for the assault."""
    if state.decision.step != "assault":
        return False
    units = state.view("us")["units"]
    places = [units[str(action).split(" ", 1)[1]]["place"] for action in state.actions() if str(action).startswith("assault")]
    return len(set(places)) < len(places)


def test_bombarding_and_landing_with_the_mouse(person: People, service: Service) -> None:
    keys = resume(service.address, reached("bombard", "us", 1).record())
    AreaHands(person(keys.link("jp")), service.address).open().pass_everything()
    page = person(keys.link("us"))
    us = AreaHands(page, service.address).open()

    # a target first, then who fires at it; it stays chosen
    us.click_space("futatsune")
    us.now.locator('.tray [data-unit="Nav 1"]').hover()
    for unit in ("Nav 1", "Nav 2", "Air 1"):
        us.now.locator(f'.tray [data-unit="{unit}"]').click()
        expect(us.combat).to_contain_text(unit)
    expect(us.combat).to_contain_text("13 dice")
    page.keyboard.press("Escape")

    # a firer first: every target says what is to be expected before it is chosen
    us.tray("Nav 3")
    expect(page.locator(".stage-map .goal-labels .plate").first).to_contain_text("avg")
    page.mouse.move(*us.point("okina"))
    expect(us.combat).to_contain_text("Preview")
    expect(us.combat).to_contain_text("5 dice")
    expect(us.combat.locator(".chances li")).to_have_count(6)
    us.click_space("okina")
    expect(us.combat).to_contain_text("Okina Hama")
    us.end_phase("Lock targets")
    us.button(re.compile("Roll for Futatsune")).click()
    expect(us.combat).to_contain_text("Result")
    expect(us.prompt).to_contain_text("Move or land")
    told = story(service.address, keys, "us")
    assert sum(" dice on " in line for line in told) == 2, "each target has had its dice"

    # ashore, two regiments one after the other
    for unit in ("23/4", "24/4"):
        us.tray(unit)
        us.click_space("futatsune")
        expect(us.now.locator(f'.tray [data-unit="{unit}"]')).to_have_count(0)
        us.settle("Move or land", "Stop here|stands")
        expect(us.unit(unit)).to_have_count(1)
    told = story(service.address, keys, "us")
    assert sum(" lands in Futatsune" in line for line in told) == 2
    us.end_phase("End movement")
    expect(us.prompt).not_to_contain_text("Move or land")


def test_a_pile_under_the_pointer(person: People, service: Service) -> None:
    match = played(lambda state: bool(crowded(state)))
    area = crowded(match.state)
    keys = resume(service.address, match.record())
    page = person(keys.link("us"))
    us = AreaHands(page, service.address).open()
    opened = page.locator(".stage-map .unit.is-open")
    us.point(area)
    pile = page.locator(f'.stage-map .count[data-pile="{area} 0"]').bounding_box()
    assert pile
    page.mouse.move(pile["x"] - 6, pile["y"] - 6)
    expect(opened.nth(2)).to_be_attached()
    page.mouse.move(*us.point("minami"))
    expect(opened).to_have_count(0)

    # one of the pile by a click, and it is on top of it from then on
    page.mouse.move(pile["x"] - 6, pile["y"] - 6)
    expect(opened.nth(2)).to_be_attached()
    lowest = page.locator(".stage-map .unit.is-open.is-ready").last
    name = str(lowest.get_attribute("data-unit"))
    lowest.click()
    expect(us.now.locator(".crumbs")).to_contain_text(name)
    expect(us.unit(name)).to_have_class(re.compile("is-selected"))
    expect(opened).to_have_count(0)


def test_rows_in_order(person: People, service: Service) -> None:
    match = reached("rank", "us", 1, 5)
    record, fight = match.record(), match.state.view("us")["fight"]
    first, second, *_ = fight["proposed"]

    # as proposed, by one key
    page = person(resume(service.address, record).link("us"))
    us = AreaHands(page, service.address).open()
    row = us.now.locator(".row-list")
    expect(row.locator("li").first).to_have_attribute("data-unit", first)
    expect(us.combat).to_contain_text("Result")
    page.keyboard.press("Enter")
    expect(row).to_have_count(0)

    # by keys, with words for whoever does not see
    keys = resume(service.address, record)
    page = person(keys.link("us"))
    us = AreaHands(page, service.address).open()
    row = us.now.locator(".row-list")
    row.locator(".row-grip").first.focus()
    page.keyboard.press("Alt+ArrowDown")
    expect(row.locator("li").first).to_have_attribute("data-unit", second)
    expect(page.locator("#heard")).to_contain_text(f"{first} is now number 2 of {len(fight['proposed'])}.")
    expect(row.locator(f'[data-unit="{first}"] .row-grip')).to_be_focused()
    page.keyboard.press("Home")
    expect(row.locator(f'[data-unit="{second}"] .row-grip')).to_be_focused()
    us.button("Back to the proposal").click()
    expect(row.locator("li").first).to_have_attribute("data-unit", first)

    # by dragging, and so it is sent
    top, below = row.locator(".row-grip").nth(0).bounding_box(), row.locator(".row-grip").nth(1).bounding_box()
    assert top and below
    page.mouse.move(top["x"] + 15, top["y"] + 15)
    page.mouse.down()
    page.mouse.move(below["x"] + 15, below["y"] + below["height"] - 3, steps=6)
    page.mouse.up()
    expect(row.locator("li").first).to_have_attribute("data-unit", second)
    us.button(re.compile("Use this order")).click()
    expect(row).to_have_count(0)
    assert any(f"{second}" in line and "Loss order" in line for line in story(service.address, keys, "us")[-8:])
