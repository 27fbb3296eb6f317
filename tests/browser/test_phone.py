"""A phone: a landing by taps, the sheet with its three heights, and targets that a finger can hit."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import People, Service
from tests.browser.hands import LANDING, Hands, begin, played, resume, story
from tests.browser.phone import PHONE, small


def tap(hands: Hands, space: str) -> None:
    """A finger on the middle of a space."""
    hands.page.touchscreen.tap(*hands.point(space))


def test_a_landing_by_taps(person: People, service: Service) -> None:
    keys = begin(service.address)
    page = person(keys.link("us"), **PHONE)
    us = Hands(page, service.address).seated()
    assert page.evaluate("() => document.documentElement.scrollWidth") == 390, "nothing stands out to the side"
    sheet, handle = page.locator(".side"), page.get_by_role("button", name="Height of the panel")
    us.now.locator('[data-unit="U:1/6"]').tap()
    expect(page.locator(".stage-map .goal").first).to_be_attached()

    # the sheet out of the way, then the hex: a first tap comes closer if the map is too small for a finger
    while sheet.get_attribute("data-height") != "low":
        handle.tap()
    for _ in range(3):
        tap(us, "0902")
        if "1 of 6" in us.prompt.inner_text():
            break
    expect(us.prompt).to_contain_text("1 of 6")
    us.lies("U:1/6", "0902")
    assert len(story(service.address, keys, "us")) == 1

    # three heights
    heights: dict[str, float] = {}
    for _ in range(3):
        handle.tap()
        name = str(sheet.get_attribute("data-height"))
        page.wait_for_function("() => document.querySelector('.side').getAnimations().length === 0")
        box = sheet.bounding_box()
        assert box
        heights[name] = 844 - box["y"]
    assert set(heights) == {"low", "half", "full"}
    assert heights["low"] < heights["half"] < heights["full"] <= 844
    assert heights["low"] < 844 * 0.35 and heights["full"] > 844 * 0.7


def test_targets_for_fingers(person: People, service: Service) -> None:
    keys = resume(service.address, played(LANDING))
    page = person(keys.link("us"), **PHONE)
    us = Hands(page, service.address).seated()
    missed = {"combat": small(page)}
    us.act("attack U:1/6 J:16")
    expect(us.combat).to_contain_text("+13")
    missed["odds"] = small(page)
    page.get_by_role("button", name="Menu").tap()
    us.dialog.get_by_role("button", name="Settings").tap()
    expect(us.dialog).to_contain_text("Animation speed")
    missed["settings"] = small(page)
    us.close()
    us.menu("Seats and links")
    expect(us.dialog).to_contain_text(re.compile("Link for"))
    missed["links"] = small(page)
    us.close()
    while page.locator(".side").get_attribute("data-height") != "low":
        page.get_by_role("button", name="Height of the panel").tap()
    page.get_by_role("slider", name="Moment of the match").fill("2")
    expect(page.get_by_role("button", name="Back to now").first).to_be_visible()
    missed["replay"] = small(page)
    assert not any(missed.values()), "\n".join(f"{screen}: {one}" for screen, all in missed.items() for one in all)
