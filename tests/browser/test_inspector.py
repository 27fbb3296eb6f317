"""The strip under the map: what is in a space, picked there by mouse and keys; overlays with a legend; the map of the map."""

from __future__ import annotations

import json
import re
from typing import Any

from playwright.sync_api import Page, Route, WebSocketRoute, expect

from tests.browser.conftest import BLANK, People, Service
from tests.browser.hands import LANDING, Hands, played, resume
from tests.browser.rage import AreaHands, crowded
from tests.browser.rage import played as iwo_jima

HEX = "0902"
PLACE = """(name) => {
  const box = document.querySelector(name).getBoundingClientRect();
  return [box.x, box.y, box.width, box.height].map(Math.round);
}"""


def stacked(view: dict[str, Any]) -> None:
    """The same position with a stack, whose second unit from below could act, and a counter that lies face down."""
    units = view["units"]
    first = next(unit for unit, one in units.items() if one["place"] == HEX)
    others = [unit for unit, one in units.items() if one["place"] == "pool" and one["side"] == "us"][:2]
    for unit in others:
        units[unit]["place"] = HEX
    units[first]["chips"] = {"loss": 2}
    units["anonymous-1"] = {"side": "jp", "back": "hidden", "place": HEX, "marks": []}
    view["stacks"] = {HEX: [others[0], first, others[1], "anonymous-1"]}


def doctor(page: Page) -> None:
    """Let the page see a game with stacks, chips and backs: what the service says, with some things added on its way."""

    def theme(route: Route) -> None:
        answer = route.fetch()
        game = answer.json()
        game["theme"]["backs"] = {"hidden": {"name": "Unknown unit", "says": "Face down.", "sign": "?"}}
        game["theme"]["chips"] = {"loss": {"name": "step losses", "says": "", "sign": "L", "tone": "bad"}}
        route.fulfill(response=answer, json=game)

    def socket(ws: WebSocketRoute) -> None:
        server = ws.connect_to_server()

        def down(message: str | bytes) -> None:
            told = json.loads(message)
            update = told.get("update", told)
            if update.get("view"):
                stacked(update["view"])
            ws.send(json.dumps(told))

        server.on_message(down)

    page.route("**/api/games/saipan?*", theme)
    page.route_web_socket(re.compile("."), socket)


def test_what_is_in_a_space_is_shown_and_picked_under_the_map(person: People, service: Service) -> None:
    keys = resume(service.address, played(LANDING))
    page = person(BLANK)
    doctor(page)
    page.goto(keys.link("us"))
    hands = Hands(page, service.address)
    hands.seated()
    strip = page.locator(".inspector")
    before = page.evaluate(PLACE, ".stage-map")
    page.keyboard.press("m")
    page.locator(f'.stage-map .count[data-pile="{HEX} 0"]').hover(force=True)
    units = strip.locator(".inspector-units").first.locator("button")
    expect(units).to_have_count(3)
    expect(strip.locator(".inspector-units").nth(1).locator("button")).to_have_attribute(
        "aria-label", re.compile("^Unknown unit")
    )
    expect(units.nth(1)).to_have_attribute("aria-label", re.compile("step losses 2"))
    expect(units.nth(0)).to_have_attribute("aria-label", re.compile("top$"))
    assert page.evaluate(PLACE, ".stage-map") == before, "the map has not moved for it"
    assert "anonymous" not in page.locator("body").inner_text()
    assert page.locator('[aria-label*="anonymous"], [title*="anonymous"]').count() == 0
    page.keyboard.press("i")
    expect(units.first).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(units.nth(1)).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".stage-map .unit.is-selected")).to_have_count(1)
    expect(strip.locator(".mini.chosen")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.get_by_role("application")).to_be_focused()


def test_overlays_lie_together_each_with_a_legend_that_takes_it_off(person: People, service: Service) -> None:
    keys = resume(service.address, played(LANDING))
    page = person(keys.link("us"))
    Hands(page, service.address).seated()
    page.keyboard.press("z")
    page.keyboard.press("a")
    expect(page.locator(".board-note .legend")).to_have_count(2)
    expect(page.locator(".stage-map .over-level").first).to_be_attached()
    assert page.locator(".stage-map .over-line").count() == 2, "the zones of both sides, each in one line"
    page.locator('[data-legend="zones"] .legend-off').click()
    expect(page.locator(".board-note .legend")).to_have_count(1)
    expect(page.locator('[data-overlay="zones"]')).to_have_attribute("aria-pressed", "false")
    expect(page.locator(".stage-map .over-line")).to_have_count(0)
    expect(page.locator(".stage-map .over-level").first).to_be_attached()


def test_several_are_picked_and_dealt_with_one_after_the_other(person: People, service: Service) -> None:
    match = iwo_jima(lambda state: bool(crowded(state)))
    area = crowded(match.state)
    page = person(resume(service.address, match.record()).link("us"))
    AreaHands(page, service.address).open()
    page.locator(f'.stage-map .count[data-pile="{area} 0"]').hover(force=True)
    strip = page.locator(".inspector")
    everyone = strip.get_by_role("button", name=re.compile("^All "))
    everyone.click()
    picked = strip.locator(".mini.picked").count()
    assert picked >= 2
    expect(page.locator(".stage-map .unit.is-picked")).to_have_count(picked)
    expect(page.locator(".stage-map .unit.is-picked.is-selected")).to_have_count(1)
    everyone.click()
    expect(page.locator(".stage-map .unit.is-picked")).to_have_count(0)
    ready = strip.locator(".mini.ready")
    ready.nth(0).click(modifiers=["Shift"])
    ready.nth(1).click(modifiers=["Shift"])
    expect(strip.locator(".mini.picked")).to_have_count(2)
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(strip.locator(".mini.picked")).to_have_count(0)
