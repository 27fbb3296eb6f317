"""Rage for fingers and for axe: piles that open wide enough on a phone, and no screen that shuts somebody out."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.access import LIGHT, Looker
from tests.browser.conftest import People, Service
from tests.browser.hands import STILL, resume
from tests.browser.phone import PHONE, small
from tests.browser.rage import AreaHands, crowded, played, reached, table

FAN = """() => [...document.querySelectorAll(".stage-map .unit.is-open .unit-card")].map((one) => {
  const box = one.getBoundingClientRect();
  return Math.min(box.width, box.height);
})"""


def test_a_pile_under_a_finger(person: People, service: Service) -> None:
    match = played(lambda state: bool(crowded(state)))
    keys = resume(service.address, match.record())
    page = person(keys.link("us"), **PHONE)
    us = AreaHands(page, service.address).open()
    assert page.evaluate("() => document.documentElement.scrollWidth") == 390, "nothing stands out to the side"
    count = page.locator(f'.stage-map .count[data-pile="{crowded(match.state)} 0"]')
    for _ in range(3):  # the first taps come closer, as everything is smaller than a finger
        if page.locator(".stage-map .unit.is-open").count():
            break
        page.evaluate(STILL)
        box = count.bounding_box()
        assert box
        page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.locator(".stage-map .unit.is-open").first).to_be_attached()
    assert min(page.evaluate(FAN)) >= 44
    opened = page.locator(".stage-map .unit.is-open.is-ready").first
    name = str(opened.get_attribute("data-unit"))
    box = opened.bounding_box()
    assert box
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(us.now.locator(".crumbs")).to_contain_text(name)


def test_targets_for_fingers(person: People, service: Service) -> None:
    missed: dict[str, list[str]] = {}
    keys = table(service.address, {"us": "open", "jp": "me"})
    page = person(keys.link("jp"), **PHONE)
    jp = AreaHands(page, service.address).open()
    missed["set-up"] = small(page)
    jp.now.locator(".plans > .button").tap()
    expect(jp.button(re.compile("Finish setup"))).to_be_visible()
    missed["set up"] = small(page)
    jp.menu("Auto-pass")
    missed["auto-pass"] = small(page)
    jp.close()
    page.goto(resume(service.address, reached("rank", "us", 1, 5).record()).link("us"))
    us = AreaHands(page, service.address).open()
    expect(us.now.locator(".row-list")).to_be_visible()
    missed["row"] = small(page)
    assert not any(missed.values()), "\n".join(f"{screen}: {one}" for screen, all in missed.items() for one in all)


def test_screens_of_rage(person: People, service: Service, looker: Looker) -> None:
    keys = table(service.address, {"us": "open", "jp": "me"})
    page = person(keys.link("jp"), **LIGHT)
    jp = AreaHands(page, service.address).open()
    looker.look(page, "set-up", within=".side")
    jp.now.locator(".plans > .button").click()
    expect(jp.button(re.compile("Finish setup"))).to_be_visible()
    page.keyboard.press("k")
    page.keyboard.press("v")
    looker.look(page, "what the enemy sees")
    jp.menu("Auto-pass")
    looker.look(page, "auto-pass", within="dialog")
    jp.close()
    page.goto(resume(service.address, reached("bombard", "us", 2).record()).link("us"))
    us = AreaHands(page, service.address).open()
    us.tray("Nav 1")
    page.mouse.move(*us.point("okina"))
    expect(us.combat).to_contain_text("Preview")
    looker.look(page, "before the dice", within=".side")
    page.goto(resume(service.address, reached("rank", "us", 1, 5).record()).link("us"))
    us.open()
    expect(us.now.locator(".row-list")).to_be_visible()
    looker.look(page, "row and dice", within=".side")
