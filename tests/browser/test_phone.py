"""A phone: a landing by taps, the sheet with its three heights, and targets that a finger can hit."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import People, Service
from tests.browser.hands import LANDING, Hands, begin, offered, played, resume, story

PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}
SMALL_TARGETS = """() => {
  const least = 44, found = [];
  for (const el of document.querySelectorAll("button, a[href], input, select, textarea, summary, [role=tab]")) {
    const target = el.matches("input[type=radio], input[type=checkbox]") ? el.closest("label") ?? el : el;
    const box = target.getBoundingClientRect();
    const across = box.width > 0 && box.right > 0 && box.left < innerWidth;
    const onScreen = across && box.height > 0 && box.bottom > 0 && box.top < innerHeight;
    if (!onScreen || getComputedStyle(el).visibility === "hidden" || el.disabled || el.closest("[inert]")) continue;
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const hit = (px, py) => target.contains(document.elementFromPoint(px, py));
    if (!hit(x, y)) continue; // covered or scrolled away: cannot be meant
    const wide = box.width >= least - 0.5 || (hit(x - least / 2 + 1, y) && hit(x + least / 2 - 1, y));
    const tall = box.height >= least - 0.5 || (hit(x, y - least / 2 + 1) && hit(x, y + least / 2 - 1));
    if ((wide && tall) || el.matches("p .ref, li .ref, p .chip, li .chip")) continue; // words in a sentence
    const name = (el.getAttribute("aria-label") ?? target.textContent ?? "").trim().slice(0, 30);
    found.push(`${el.tagName}.${el.className} "${name}" ${Math.round(box.width)}x${Math.round(box.height)}`);
  }
  return found;
}"""


def tap(hands: Hands, space: str) -> None:
    """A finger on the middle of a space."""
    hands.page.touchscreen.tap(*hands.point(space))


def small(page: Page) -> list[str]:
    """Everything visible that a finger would miss."""
    found: list[str] = page.evaluate(SMALL_TARGETS)
    return found


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
    page = person("/", **PHONE)
    missed = {"start": small(page)}
    offered(page).get_by_role("button", name="More").tap()
    expect(page.get_by_role("dialog")).to_be_visible()
    missed["set-up"] = small(page)
    page.goto(keys.link("us"))
    us = Hands(page, service.address).seated()
    missed["combat"] = small(page)
    us.act("attack U:1/6 J:16")
    expect(us.combat).to_contain_text("+13")
    missed["odds"] = small(page)
    while page.locator(".side").get_attribute("data-height") != "full":
        page.get_by_role("button", name="Height of the panel").tap()
    page.wait_for_function("() => document.querySelector('.side').getAnimations().length === 0")
    for name in ("Log", "Rules", "Forces", "Charts", "Turns", "Victory", "Chat"):
        page.get_by_role("tab", name=name).scroll_into_view_if_needed()
        us.tab(name)
        page.get_by_role("tabpanel").scroll_into_view_if_needed()
        missed[name] = small(page)
    page.get_by_role("button", name="Menu").tap()
    missed["menu"] = small(page)
    us.dialog.get_by_role("button", name="Settings").tap()
    expect(us.dialog).to_contain_text("Movement on the map")
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
