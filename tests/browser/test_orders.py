"""Orders for several units get through: what nobody has to decide is no reason to stop, and only a refusal is an alarm."""

from __future__ import annotations

import re
from functools import cache

import pytest
from playwright.sync_api import expect

from beachhead.match import Match
from tests.browser.conftest import BLANK, People, Service
from tests.browser.hands import LANDING, Hands, Keys, played, resume, story
from tests.browser.rage import BEACHES, AreaHands
from tests.browser.rage import played as rage_played

DONE = "() => document.querySelector('section.now').dataset.running === 'no' && document.querySelector('.whose.mine')"
SAID = ".now .note:is(.reason, .refusal)"
"""What the page says about the last order, beside what is asked."""


def sit(person: People, service: Service, record: str, kind: type[Hands] = Hands) -> tuple[Hands, Keys]:
    """Somebody at that table, against the sergeant."""
    keys = resume(service.address, record, {"us": "me", "jp": "sergeant"})
    page = person(BLANK, viewport={"width": 1440, "height": 900})
    hands = kind(page, service.address)
    page.goto(keys.link("us"))
    hands.seated()
    expect(page.locator(".whose.mine")).to_be_attached()
    return hands, keys


@cache
def landing() -> tuple[Match, str, list[str]]:
    """Rage, the first landing: a beach that nobody holds, and three battalions that can land there one after the other."""
    match = rage_played(lambda state: state.decision.step == "move" and state.side == "us", plan="reserve")
    held = {unit["place"] for unit in match.state.view("jp")["units"].values() if unit["side"] == "jp"}
    for space in BEACHES:
        ahead, units = Match.load(match.record()), list[str]()
        while len(units) < 3 and space not in held:
            lands = [text for text in map(str, ahead.state.actions()) if text.startswith("land ") and text.endswith(f" {space}")]
            if not lands:
                break
            units.append(lands[0].removeprefix("land ").removesuffix(f" {space}"))
            for answer in (lands[0], "pass", "stop"):
                ahead.play(answer)
        if len(units) == 3:
            return match, space, units
    raise AssertionError("no beach is free")


@pytest.mark.parametrize("planned", [False, True])
def test_several_land_although_each_could_go_on(planned: bool, person: People, service: Service) -> None:
    """A landing leaves a movement point: each unit stays where it is, and the next one lands. The plan does the same."""
    match, space, units = landing()
    hands, keys = sit(person, service, match.record(), AreaHands)
    page, before = hands.page, len(story(service.address, keys, "us"))
    if planned:
        page.keyboard.press("l")
    for index, unit in enumerate(units):
        hands.now.locator(f'[data-key="tray {unit}"]').click(modifiers=["Shift"] if index else [])
    page.mouse.click(*hands.point(space))
    if planned:
        hands.now.locator('[data-key="carry out"]').click()
    expect(hands.now.locator('[data-key="undo order"]')).to_be_visible()
    page.wait_for_function(DONE)
    told = " ".join(story(service.address, keys, "us")[before:])
    assert [unit for unit in units if f"{unit} lands" not in told] == []
    expect(hands.prompt).to_contain_text("Move or land a unit")
    expect(page.locator(SAID)).to_have_count(0)


def test_who_joins_without_a_choice_has_done_as_ordered(person: People, service: Service) -> None:
    """Two of three battalions need not be asked: they can do nothing but join. Nothing was refused, so nothing is said."""
    hands, _ = sit(person, service, played(LANDING))
    page, units = hands.page, ["U:1/6", "U:3/6", "U:1/23"]
    for index, unit in enumerate(units):
        hands.unit(unit).click(modifiers=["Shift"] if index else [])
    hands.unit("J:16").click()
    expect(hands.combat).to_contain_text("Under way")
    page.wait_for_function(DONE)
    expect(hands.prompt).to_contain_text("Allocate")
    expect(page.locator(SAID)).to_have_count(0)


def test_twice_on_a_counter_of_a_box_takes_its_kind(person: People, service: Service) -> None:
    """A box with room lays its stack out side by side: it is a stack nevertheless."""
    match, _, units = landing()
    hands, _ = sit(person, service, match.record(), AreaHands)
    hands.page.locator(".board-fit").click()
    hands.unit(units[-1]).dblclick()
    expect(hands.now).to_have_attribute("data-picked", re.compile(r"\|".join(map(re.escape, units))))
