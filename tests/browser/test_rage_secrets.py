"""Rage at one screen: nothing of the secret map before its owner sits there; not by a reload, the way back or the replay."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import People, Service
from tests.browser.hands import BOTH, resume
from tests.browser.rage import AreaHands, played, reached
from tests.browser.test_hot_seat import everything

SETTLED = """() => document.querySelector("#prompt")?.textContent.includes("Move or land")
  || !document.querySelector(".handover").hidden"""


def hidden(match_view: dict[str, dict[str, object]]) -> list[str]:
    """Names of Japanese units that the enemy does not see and that could not stand there by chance."""
    return [name for name, unit in match_view.items() if "concealed" in unit["marks"] and not name.isdigit()]  # type: ignore[operator]


def shown_of(page: Page, names: list[str]) -> list[str]:
    """Which of these the document holds anywhere but in the rules and the catalogue."""
    text = everything(page)
    return [name for name in names if f'data-unit="{name}"' in text or f">{name}<" in text]


def test_the_screen_is_handed_over(person: People, service: Service) -> None:
    match = reached("bombard", "us", 1)
    secrets = hidden(match.state.view("jp")["units"])
    assert len(secrets) > 4
    keys = resume(service.address, match.record(), BOTH)
    page = person(keys.link("us", "jp"))
    both = AreaHands(page, service.address)
    both.seated()
    cover = page.locator(".handover")
    expect(cover).to_contain_text("Hand the screen over to the U.S.")
    assert not shown_of(page, secrets)
    cover.get_by_role("button").click()
    expect(both.prompt).to_contain_text("Choose bombarding units")
    assert not shown_of(page, secrets)

    # the windows after naming and after the dice pass by themselves: nobody is asked to hand anything over
    both.act("bombard Nav 1 tenzan")
    both.type("done")
    expect(both.combat).to_contain_text("Result")
    page.wait_for_function(SETTLED)
    if cover.is_visible():  # damage is left for whoever may be there: that window asks
        expect(cover).to_contain_text("Hand the screen over to Japan")
        assert not shown_of(page, secrets)
        both.open(cover=True)
        both.type("accept")
        both.type("done")
        expect(cover).to_contain_text("Hand the screen over to the U.S.")
        cover.get_by_role("button").click()
    expect(both.prompt).to_contain_text("Move or land")
    assert not shown_of(page, secrets)

    # looking back shows what the U.S. saw
    page.get_by_role("slider", name="Moment of the match").fill("3")
    expect(both.now).to_contain_text("You are viewing an earlier action.")
    assert not shown_of(page, secrets)
    page.get_by_role("button", name="Back to now").first.click()

    # a landing is a window in which Japan may fire: the screen goes over, and back
    both.type("land 23/4 uguisu")
    expect(cover).to_contain_text("Hand the screen over to Japan")
    assert not shown_of(page, secrets)
    page.reload()
    expect(cover).to_contain_text("Hand the screen over to Japan")
    assert not shown_of(page, secrets)
    cover.get_by_role("button").click()
    expect(both.prompt).to_contain_text("23/4")
    assert len(shown_of(page, secrets)) > 4, "Japan sees its own"

    # leaving and coming back by the browser's button: hidden again
    page.goto("/")
    expect(page.locator(".match-list")).to_contain_text("Iwo Jima")
    assert not shown_of(page, secrets)
    page.go_back()
    expect(cover).to_contain_text("Hand the screen over to Japan")
    assert not shown_of(page, secrets)
    cover.get_by_role("button").click()
    page.keyboard.press("k")
    expect(page.locator(".board-note")).to_contain_text("What the enemy knows")
    both.act("pass")
    expect(cover).to_contain_text("Hand the screen over to the U.S.")
    assert not shown_of(page, secrets)
    cover.get_by_role("button").click()
    expect(page.locator(".board-note")).to_be_hidden()
    assert not shown_of(page, secrets)
    assert not shown_of(page, secrets), "neither on the map nor in the log"


def test_the_cover_tells_what_everybody_saw_of_the_dice(person: People, service: Service) -> None:
    def under_fire(state: Any) -> bool:
        return state.decision.step == "entry" and any(str(action).startswith("fire") for action in state.actions())

    match = played(under_fire)
    fire = next(str(action) for action in match.state.actions() if str(action).startswith("fire"))
    secrets = [name for name in hidden(match.state.view("jp")["units"]) if name not in fire]
    page = person(resume(service.address, match.record(), BOTH).link("us", "jp"))
    both = AreaHands(page, service.address).open(cover=True)
    both.type(fire)
    cover = page.locator(".handover")
    expect(cover).to_contain_text("Hand the screen over to the U.S.")
    expect(cover.locator(".handover-news")).to_contain_text(re.compile(r"\d+ dice"))
    assert not shown_of(page, secrets)
    page.reload()
    expect(cover).to_contain_text("Hand the screen over to the U.S.")
    expect(cover.locator(".handover-news")).to_have_count(0)


def test_after_the_end_both_maps_can_be_seen(person: People, service: Service) -> None:
    match = played(lambda state: state.over, seed=4)
    keys = resume(service.address, match.record(), BOTH)
    page = person(keys.link("us"))
    us = AreaHands(page, service.address)
    us.seated()
    expect(us.now).to_contain_text("The game is over")
    eyes = page.get_by_label("View", exact=True)
    page.get_by_role("slider", name="Moment of the match").fill("6")
    expect(us.page.locator(".replay-count")).to_contain_text("6 /")
    expect(page.locator(".stage-map .unit.is-hidden")).to_have_count(0)  # as the U.S. saw it
    eyes.select_option("jp")
    expect(page.locator(".stage-map .unit.is-hidden").first).to_be_attached()
    eyes.select_option("us")
    expect(page.locator(".stage-map .unit.is-hidden")).to_have_count(0)

    # the card of the result leads there, and the log tells what that side saw
    page.get_by_role("button", name="Back to now").first.click()
    expect(eyes).to_have_value("")
    lines = us.tab("Log").locator(".log-line")
    expect(lines.first).to_be_attached()
    own = lines.all_inner_texts()
    us.button(re.compile("Show the true map")).click()
    expect(eyes).to_have_value("jp")
    expect(lines).not_to_have_count(len(own))
    told = lines.count()
    assert set(lines.all_inner_texts()) - set(own), "what only Japan saw is there now"
    lines.nth(told // 2).hover()
    lines.nth(told // 2).get_by_title("Show this moment").click()
    expect(us.page.locator(".replay-count")).not_to_contain_text(re.compile(r"^(\d+) / \1$"))
    expect(lines).to_have_count(told)
    page.get_by_role("button", name="Back to now").first.click()
    expect(lines).to_have_count(len(own))


def test_the_other_side_reads_the_same_whatever_happens(person: People, service: Service) -> None:
    """An entry into an area with a garrison and one into an empty area: the same words, the same look."""
    said = []
    for area in ("uguisu", "nishi"):
        keys = resume(service.address, reached("move", "us", 1).record())
        us = AreaHands(person(keys.link("us")), service.address).open()
        us.act(f"land 23/4 {area}")
        expect(us.prompt).to_contain_text("Japan may react.")
        said.append(re.sub(r"\d+:\d+ [AP]M", "", us.now.inner_text()))
    assert said[0] == said[1]
