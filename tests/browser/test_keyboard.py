"""The keyboard alone: a whole turn of the United States without any mouse."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import BLANK, NO_MOUSE, People, Service
from tests.browser.hands import Hands, begin, story

STATE = """() => ({
  prompt: document.getElementById("prompt").textContent,
  mine: Boolean(document.querySelector(".whose.mine")),
  digits: [...document.querySelectorAll("section.now [data-digit]")].length,
  enter: Boolean(document.querySelector("section.now [data-enter]")),
})"""


HELD = 120
"""Milliseconds that a key stays down: no finger presses twice faster, and what is faster is taken for a slip."""


def test_a_turn_without_a_mouse(person: People, service: Service) -> None:
    keys = begin(service.address, seats={"us": "me", "jp": "random"})
    page = person(BLANK)
    page.context.add_init_script(NO_MOUSE)
    page.goto(keys.link("us"))
    us = Hands(page, service.address).seated()

    def press(key: str) -> None:
        page.keyboard.press(key, delay=HELD)

    # six units ashore: next unit, next hex, do it
    for number in range(6):
        press("n")
        expect(page.locator('section.now .tray [aria-pressed="true"]')).to_have_count(1)
        press(".")
        expect(page.locator("#heard")).to_contain_text(re.compile("lands at|assaults"))
        press("Enter")
        expect(us.prompt).to_contain_text(f"{number + 1} of 6" if number < 5 else "U.S. combat")
    landed = story(service.address, keys, "us")
    assert sum(" lands at " in line or "to storm" in line for line in landed) == 6

    # take one back by its key, and land again, this time by the map's cursor
    press("u")
    expect(us.prompt).to_contain_text("5 of 6")
    press("n")
    press(".")
    press("Enter")
    expect(us.prompt).to_contain_text("U.S. combat")

    fight(us, "Game-Turn 2, U.S. movement")
    fought = story(service.address, keys, "us")
    assert any(re.search(" attacks? J:", line) for line in fought)

    # movement on the map: the cursor stands at a unit that can move; Enter takes it, an arrow goes on, Enter puts it there
    press("n")
    expect(page.locator(".stage-map .is-selected")).to_have_count(1)
    chosen = str(page.locator(".stage-map .is-selected").get_attribute("data-unit"))
    press(".")
    expect(page.locator(".stage-map .way")).to_be_attached()
    press("g")
    expect(us.button(re.compile("^Undo"))).to_be_visible()
    assert story(service.address, keys, "us")[-1].startswith(f"{chosen} ")
    press("m")
    expect(page.get_by_role("application")).to_be_focused()
    press("ArrowRight")
    expect(page.locator(".stage-map .cursor")).to_be_attached()
    heard = page.locator("#heard p").last.inner_text()
    press("ArrowDown")
    expect(page.locator("#heard p").last).not_to_have_text(heard)
    press("j")
    expect(us.prompt).to_be_focused()

    # the end of the phase asks once more while units can still act
    press("Enter")
    if us.button(re.compile("Press again")).count():
        press("Enter")
    expect(us.prompt).not_to_contain_text("U.S. movement")

    # what else has a key: help, menu by Tab, the typed line
    press("?")
    expect(us.dialog).to_contain_text("Everything can be played by keyboard alone")
    press("Escape")
    expect(us.dialog).to_have_count(0)
    press("/")
    expect(us.typed).to_be_focused()
    page.keyboard.type("why")
    press("Enter")
    expect(us.answer).to_contain_text("[")
    assert page.evaluate("() => window.touched") == []


def fight(us: Hands, until: str) -> None:
    """Combats and whatever follows from them: the main choice, or a numbered one, or a unit and its target."""
    page = us.page

    def press(key: str) -> None:
        page.keyboard.press(key, delay=HELD)

    for _ in range(80):
        page.wait_for_function("() => document.querySelector('.whose.mine') && !document.querySelector('section.now .busy')")
        state = page.evaluate(STATE)
        if until in state["prompt"]:
            return
        if state["enter"]:
            press("Enter")
            if us.button(re.compile("Press again")).count():
                press("Enter")
        elif state["digits"] and "open an attack" not in state["prompt"] and "reinforcements" not in state["prompt"]:
            press("1")
        else:
            press("n")
            press(".")
            press("Enter")
        page.wait_for_function(f"(before) => ({STATE})().prompt !== before", arg=state["prompt"])
    raise AssertionError(f"never came to {until}: {us.prompt.inner_text()}")
