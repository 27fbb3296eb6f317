"""A phone: a landing by taps, the sheet with its three heights, and targets that a finger can hit."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

import beachhead as bh
from beachhead.games import REGISTERED
from tests.browser.conftest import People, Service
from tests.browser.hands import LANDING, STILL, Hands, begin, played, resume, story
from tests.browser.phone import PHONE, small
from tests.browser.rage import AreaHands, reached
from tests.browser.turns import recorded

GAMES = sorted(REGISTERED)


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
    expect(us.dialog.get_by_role("button", name="Play on another device")).to_be_visible()
    missed["links"] = small(page)
    us.close()
    while page.locator(".side").get_attribute("data-height") != "low":
        page.get_by_role("button", name="Height of the panel").tap()
    page.get_by_role("slider", name="Moment of the match").fill("2")
    expect(page.get_by_role("button", name="Back to now").first).to_be_visible()
    missed["replay"] = small(page)
    assert not any(missed.values()), "\n".join(f"{screen}: {one}" for screen, all in missed.items() for one in all)


def test_no_title_takes_room_from_close(person: People, service: Service) -> None:
    page = person(begin(service.address).link("us"), **PHONE)
    us = Hands(page, service.address).seated()
    us.menu("Seats and links")
    us.dialog.get_by_role("heading").first.evaluate("(title) => { title.textContent = 'Obereisenbahnbrückenpionier'.repeat(3); }")
    close = us.dialog.get_by_role("button", name="Close").first.bounding_box()
    assert close and min(close["width"], close["height"]) >= 44
    assert close["x"] + close["width"] <= PHONE["viewport"]["width"]


CUT = """(names) => {
  const here = document.querySelector(".phase.here .phase-name");
  return names.filter((name) => {
    here.textContent = name;
    return here.scrollWidth > here.clientWidth;
  });
}"""
"""Which of these names the chip of the phase would cut off."""


@pytest.mark.parametrize("game", GAMES)
def test_the_phase_can_be_read(person: People, service: Service, game: str) -> None:
    """Beside the points and whose seat it is there is room for every phase in which one decides oneself."""
    keys = resume(service.address, recorded(game).record, dict.fromkeys(("us", "jp"), "me"))
    page = person(keys.link("us"), **PHONE)
    us = Hands(page, service.address)
    us.game = game
    us.seated()
    expect(page.locator(".phase.own.here .phase-side")).to_be_hidden()
    names = [phase.short or phase.name for phase in bh.game(game).theme.phases if phase.side == "us"]
    assert len(names) >= 3
    assert page.evaluate(CUT, names) == []


def test_the_strip_shows_a_space_whole(person: People, service: Service) -> None:
    """Its name, what is said of it and its markers have room in the strip over the foot of the map."""
    keys = resume(service.address, reached("move", "us", 4, 7).record())
    page = person(keys.link("us"), **PHONE)
    us = AreaHands(page, service.address)
    us.seated()
    strip, words = page.locator('.inspector[data-space="futatsune"]'), page.locator(".inspector-space")
    for _ in us.now.locator(".tray [data-unit]").all() + us.page.locator(".stage-map .is-able").all():
        page.keyboard.press("n")
        page.evaluate(STILL)
        if strip.count():
            break
    expect(words.locator(".inspector-tag", has_text="Beachhead")).to_be_visible()
    outer, inner = strip.bounding_box(), words.bounding_box()
    assert outer and inner
    room = 3
    assert outer["y"] + room <= inner["y"] and inner["y"] + inner["height"] + room <= outer["y"] + outer["height"]
