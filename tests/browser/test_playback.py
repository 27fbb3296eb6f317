"""The enemy's turn can be read: act by act, at the player's speed, and it stays on the map until the player acts."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.access import LIGHT, Looker
from tests.browser.conftest import People, Service
from tests.browser.hands import BOTH, LANDING, Hands, begin, played, resume
from tests.browser.phone import PHONE
from tests.browser.rage import AreaHands
from tests.browser.rage import reached as rage_reached

TWICE = """(key) => {
  document.activeElement.blur();
  for (let press = 0; press < 2; press += 1)
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
}"""
HELD = """() => {
  document.activeElement.blur();
  for (let press = 0; press < 4; press += 1)
    document.body.dispatchEvent(
      new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true, repeat: press > 0 }));
}"""


def against_the_sergeant(person: People, service: Service, **options: Any) -> Hands:
    """The United States with six battalions ashore, one fight to be had, and a computer on the other side."""
    keys = begin(service.address, seats={"us": "me", "jp": "sergeant"})
    us = Hands(person(keys.link("us"), **options), service.address).seated()
    for action in LANDING:
        us.act(action)
    return us


def to_the_enemys_turn(us: Hands) -> None:
    """Fight what must be fought, in any way, until the enemy has moved."""
    for _ in range(60):
        us.page.wait_for_function("() => document.querySelector('.whose.mine')")
        moves = us.page.locator(".since-move")
        if moves.count() and int(moves.inner_text().split()[0]) > 5:
            return
        offered = us.listed()
        text = "done" if "done" in offered else offered[0]
        while more := [one for one in us.completions(text + " ") if one.startswith(text + " ")]:
            text = more[0]
        us.type(text)
        expect(us.answer).to_contain_text(f"Done: {text}")
    raise AssertionError("the enemy never moved")


def bar(page: Page) -> Locator:
    """What shows the acts of the others."""
    return page.get_by_role("region", name="The others' actions")


def test_the_enemys_turn_act_by_act(person: People, service: Service, looker: Looker) -> None:
    us = against_the_sergeant(person, service, **LIGHT)
    to_the_enemys_turn(us)
    page, region = us.page, bar(us.page)
    expect(region).to_have_attribute("data-state", "rest")
    expect(region).to_contain_text("Since your last turn")
    moves = int(region.locator(".since-move").inner_text().split()[0])
    expect(page.locator(".stage-map .trail")).to_have_count(moves)
    prompt = us.prompt.inner_text()
    looker.look(page, "since your last turn", within=".playback")

    # each of them is a click away, and is shown where it happened
    region.get_by_role("button", name=re.compile("moves$")).click()
    lines = region.locator(".since-line")
    expect(lines).to_have_count(moves)
    lines.nth(1).click()
    expect(region).to_have_attribute("data-state", "paused")
    expect(region.locator(".playback-text")).to_contain_text("Japan")
    expect(us.now).to_contain_text("Showing what Japan did.")
    expect(page.locator(".stage-map .trail")).to_have_count(2)
    looker.look(page, "an act of the enemy", within=".playback")
    region.get_by_role("button", name="To your decision").click()
    expect(us.prompt).to_have_text(prompt)
    expect(region).to_have_attribute("data-state", "rest")

    # by keys alone: back, back, on, play to the end; from there once more and away
    page.locator("#prompt").focus()
    count = region.locator(".playback-count")
    for key, state in (("b", "paused"), ("b", "paused"), ("f", "paused")):
        page.keyboard.press(key)
        expect(region).to_have_attribute("data-state", state)
    at = re.search(r"^(\d+) / (\d+)$", count.inner_text())
    assert at and int(at[1]) == int(at[2]) - 1
    page.keyboard.press("Escape")
    expect(us.prompt).to_have_text(prompt)
    page.keyboard.press(" ")
    expect(region).to_have_attribute("data-state", "playing")
    page.keyboard.press(" ")
    expect(region).to_have_attribute("data-state", "paused")
    page.keyboard.press("Escape")
    expect(region).to_have_attribute("data-state", "rest")

    # whoever acts has seen enough
    offered = us.listed()
    us.act("done" if "done" in offered else offered[0])
    page.wait_for_function("(n) => document.querySelectorAll('.stage-map .trail').length !== n", arg=moves)


def test_the_speed_is_remembered(person: People, service: Service) -> None:
    us = against_the_sergeant(person, service)
    to_the_enemys_turn(us)
    speed = bar(us.page).get_by_label("Speed")
    expect(speed).to_have_value("instant")  # nothing moves where the player wants no movement
    speed.select_option("slow")
    us.page.evaluate("() => localStorage.setItem('kept', localStorage.getItem('beachhead.settings'))")
    assert '"playback":"slow"' in us.page.evaluate("() => localStorage.getItem('kept')")
    us.prompt.focus()
    us.page.keyboard.press("s")
    expect(speed).to_have_value("normal")


def test_two_presses_of_a_key_close_one_decision(person: People, service: Service) -> None:
    keys = resume(service.address, played([*LANDING, "attack U:1/6 J:16"]), BOTH)
    page = person(keys.link("us", "jp"))
    both = Hands(page, service.address).seated()
    heard = page.locator("#heard")
    expect(both.prompt).to_contain_text("Allocate artillery")

    # twice before the service has answered: the second was meant for what was on the screen then
    page.evaluate(TWICE, "Enter")
    expect(both.prompt).to_contain_text("Japanese Final Protective Fire")
    expect(heard).to_contain_text("Nothing was done")
    expect(both.prompt).to_contain_text("Japanese Final Protective Fire")

    # a key that is held down acts once; some time later, since two presses at once are taken for a slip
    page.wait_for_function("before => performance.now() - before > 1000", arg=page.evaluate("performance.now()"))
    page.evaluate(HELD)
    expect(both.prompt).to_contain_text("retreats")

    # and what is open after the first can still be undone
    alone = resume(service.address, played(LANDING[:3]))
    page = person(alone.link("us"))
    us = Hands(page, service.address).seated()
    page.keyboard.press("n")
    page.keyboard.press(".")
    expect(page.locator("#heard")).to_contain_text(re.compile("lands at|storms"))
    page.evaluate(TWICE, "Enter")
    expect(us.prompt).to_contain_text("4 of 6")
    expect(page.locator("#heard")).to_contain_text("Nothing was done")
    expect(us.button(re.compile("^Undo"))).to_be_visible()
    expect(page.locator(".replay-count")).to_have_text("4 / 4")


def test_the_map_goes_to_the_decision_and_a_key_leads_back(person: People, service: Service) -> None:
    keys = resume(service.address, played([*LANDING, "attack U:1/6 J:16"]), BOTH)
    page = person(keys.link("us", "jp"))
    us = Hands(page, service.address).seated()
    x, y = us.point("0903")
    box = page.locator(".stage-map").bounding_box()
    assert box and box["x"] < x < box["x"] + box["width"] and box["y"] < y < box["y"] + box["height"]
    chip = page.locator(".offscreen")
    expect(chip).to_be_hidden()

    # the player looks elsewhere
    page.locator(".stage-map").focus()
    for _ in range(3):
        page.keyboard.press("+")
        us.page.evaluate("() => new Promise(requestAnimationFrame)")
    for _ in range(12):
        page.keyboard.press("Shift+ArrowUp")
        page.keyboard.press("Shift+ArrowRight")
    expect(chip).to_contain_text("Off screen:")
    page.keyboard.press("j")
    expect(chip).to_be_hidden()
    expect(us.prompt).to_be_focused()


def test_nothing_of_it_is_left_for_the_other_player(person: People, service: Service) -> None:
    keys = resume(service.address, played([*LANDING, "attack U:1/6 J:16"]), BOTH)
    page = person(keys.link("us", "jp"))
    both = Hands(page, service.address).seated()
    both.act("done")
    expect(both.prompt).to_contain_text("Japanese Final Protective Fire")
    both.act("done")
    expect(both.prompt).to_contain_text("retreats")
    for _ in range(12):
        if "advance" in both.prompt.inner_text():
            break
        offered = both.listed()
        text = "done" if "done" in offered else offered[0]
        while more := [one for one in both.completions(text + " ") if one.startswith(text + " ")]:
            text = more[0]
        both.act(text)
    # back at the first seat: what the other has done since, and not what this one did
    expect(bar(page)).to_contain_text("Since your last turn")


def test_on_a_phone(person: People, service: Service, looker: Looker) -> None:
    us = against_the_sergeant(person, service, **PHONE)
    to_the_enemys_turn(us)
    region = bar(us.page)
    expect(region).to_be_in_viewport()
    region.get_by_role("button", name="One action back").tap()
    expect(region).to_have_attribute("data-state", "paused")
    box = region.bounding_box()
    assert box and box["width"] <= 412
    assert box["height"] < 170, "it leaves room for the map"
    us.button(re.compile("To your decision")).tap()
    expect(region).to_have_attribute("data-state", "rest")
    looker.look(us.page, "since your last turn, on a phone", within=".playback")


def test_a_small_question_does_not_hide_the_enemy_turn(person: People, service: Service) -> None:
    """An answer in between is none of one's own turn: what was lost before it is still named on the card, with its place."""
    match = rage_reached("retire", "us", 2)
    keys = resume(service.address, match.record(), {"us": "me", "jp": "sergeant"})
    us = AreaHands(person(keys.link("us")), service.address).open()
    named = us.page.locator(".since-first .since-line")
    expect(named.first).to_be_visible()
    before = named.all_inner_texts()
    us.act(str(match.state.actions()[0]))
    expect(us.page.locator(".whose.mine")).to_be_attached()
    expect(named.first).to_be_visible()
    assert named.all_inner_texts() == before
    assert any("(" in line or " in " in line for line in before), before
