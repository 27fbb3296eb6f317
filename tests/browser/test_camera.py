"""Before each decision the map goes to its places, where nothing covers them, and stays where they are well in view."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from beachhead.match import Match
from tests.browser.conftest import People, Service
from tests.browser.hands import LANDING, STILL, Hands, played, resume, spaces
from tests.browser.rage import AreaHands
from tests.browser.rage import reached as rage_reached

UNCOVERED = """([x, y]) => {
  const at = new DOMPoint(x, y).matrixTransform(document.querySelector("svg.board-svg").getScreenCTM());
  const el = document.elementFromPoint(at.x, at.y);
  return Boolean(el?.closest(".stage-map")) && !el.closest(".board-tools, .board-note");
}"""
CARD = """() => {
  const card = document.querySelector(".stage-map").appendChild(document.createElement("div"));
  card.className = "board-note";
  Object.assign(card.style, { right: "auto", left: "10px", width: "420px", height: "300px", maxWidth: "none" });
}"""
"""Something is laid over the upper left part of the map, as a legend or the card of what has happened may be."""
AWAY = 5000
"""Milliseconds after which nobody has the map in hand any more."""


def seen(hands: Hands, places: list[str]) -> list[str]:
    """Those of these places that can be seen."""
    known = spaces(hands.address, hands.game)
    hands.page.evaluate(STILL)
    return [place for place in places if hands.page.evaluate(UNCOVERED, [known[place]["x"], known[place]["y"]])]


def look_away(hands: Hands) -> None:
    """Zoom in on another part of the map, and leave it in peace."""
    page = hands.page
    page.locator(".stage-map").focus()
    for _ in range(4):
        page.keyboard.press("+")
    for key in ("Shift+ArrowRight", "Shift+ArrowUp") * 8:
        page.keyboard.press(key)
    page.clock.fast_forward(AWAY)


def test_the_map_goes_to_a_fight(person: People, service: Service) -> None:
    """An attack is opened elsewhere: those who fight are brought into view; the next question about it moves nothing."""
    keys = resume(service.address, played(LANDING))
    us = Hands(person(keys.link("us"), clock=True, viewport={"width": 1440, "height": 900}), service.address).seated()
    places = ["1103", "1002", "1203"]
    look_away(us)
    assert seen(us, places) == []
    us.act("attack U:2/8 J:317")
    expect(us.prompt).to_contain_text("Allocate")
    us.page.clock.fast_forward(AWAY)
    assert seen(us, places) == places
    before = us.point("1103")
    us.act("support 1")
    us.page.clock.fast_forward(AWAY)
    assert us.point("1103") == before


@pytest.mark.parametrize("where", ["under a card", "at the edge"])
def test_the_map_brings_out_what_is_covered(where: str, person: People, service: Service) -> None:
    """The fight is on the screen, but under a card, or squeezed at its edge: it is brought out."""
    keys = resume(service.address, played(LANDING))
    us = Hands(person(keys.link("us"), clock=True, viewport={"width": 1440, "height": 900}), service.address).seated()
    page = us.page
    page.evaluate(CARD)
    stage = page.locator(".stage-map").bounding_box()
    assert stage
    page.keyboard.press("0")
    x, y = us.point("1103")
    to = (stage["x"] + 220, stage["y"] + 150) if where == "under a card" else (x, stage["y"] + stage["height"] - 20)
    start = (stage["x"] + 600, stage["y"] + stage["height"] / 2)
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(start[0] + to[0] - x, start[1] + to[1] - y, steps=8)
    page.mouse.up()
    page.clock.fast_forward(AWAY)
    assert seen(us, ["1103"]) == ([] if where == "under a card" else ["1103"])
    us.act("attack U:2/8 J:317")
    page.clock.fast_forward(AWAY)
    assert seen(us, ["1103"]) == ["1103"]
    assert us.point("1103")[1] < stage["y"] + stage["height"] - 40


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1280, 720), (390, 844)])
def test_the_map_opens_where_the_question_is(width: int, height: int, person: People, service: Service) -> None:
    """Also after what the other side has done has been summed up on a card that lies on the map."""
    match: Match = rage_reached("stand", "us", 1)
    keys = resume(service.address, match.record())
    us = AreaHands(person(keys.link("us"), viewport={"width": width, "height": height}), service.address).open()
    expect(us.page.locator(".playback")).to_be_visible()
    named = [str(action).split(" ")[1:] for action in match.state.actions()]
    units = match.state.view("us")["units"]
    places = sorted({units[" ".join(words)]["place"] for words in named if " ".join(words) in units})
    assert places
    assert seen(us, places) == places
