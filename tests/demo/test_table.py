"""The page with Atoll: it opens every scenario, plays a turn without losing anything, and tells the forty acts of the book."""

from __future__ import annotations

import json
import re
import urllib.request
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import People
from tests.browser.hands import story
from tests.demo.hands import FORTY, DemoHands, table
from tests.wire.service import Service

DRAWN = "() => document.querySelectorAll('.stage-map [data-unit]').length"


def sit(person: People, service: Service, scenario: str, *who: str) -> tuple[DemoHands, Any]:
    """A new match of that scenario, and somebody before its page."""
    keys = table(service.address, scenario)
    hands = DemoHands(person(keys.link(*(who or ("us",)))), service.address)
    hands.seated()
    return hands, keys


@pytest.mark.parametrize("scenario", ["solitaire", "duel", "large"])
def test_every_scenario_opens(person: People, service: Service, scenario: str) -> None:
    """Every counter of the match lies on the map or in a box, on the map of its scenario."""
    hands, keys = sit(person, service, scenario)
    hands.my_move()
    assert hands.page.evaluate(DRAWN) == (300 if scenario == "large" else 65)
    asked = urllib.request.Request(
        f"{service.address}/api/matches/{keys.match}/board", headers={"Authorization": f"Bearer {keys.tokens['us']}"}
    )
    with urllib.request.urlopen(asked, timeout=120) as answer:
        drawing = json.load(answer)
    assert len(drawing["spaces"]) == (1113 if scenario == "large" else 240)


def test_a_turn_with_the_book(person: People, service: Service) -> None:
    """A turn by typing: all duties, a bombardment with three arguments, a landing, a card; then forty acts, none of them lost."""
    hands, keys = sit(person, service, "solitaire")
    assert hands.upkeep() == 19
    hands.act("bombard Tennessee 0411 8")
    hands.act("done")
    expect(hands.prompt).to_contain_text("movement")
    hands.act("land A/3 0310")
    expect(hands.unit("A/3")).to_have_attribute("data-marks", "acted")
    assert hands.place("A/3") == "0310", "on top of the stack there"
    card = next(text for text in hands.completions("play ") if text.startswith("play "))
    hands.act(card)
    while "movement" not in hands.prompt.inner_text():  # some cards ask for a unit
        hands.first()
    hands.act("done")
    expect(hands.prompt).to_contain_text("combat")
    hands.act("done")
    expect(hands.page.locator(".turn b")).to_have_text("2")
    hands.my_move()
    told = story(service.address, keys, "us")
    acts = [line for line in told if re.search("holds|moves from|fires at", line)]
    assert len(acts) >= FORTY
    expect(hands.log).to_contain_text("face-down counter")
    assert hands.page.evaluate(DRAWN) == 65
    hands.page.reload()
    hands.seated()
    expect(hands.page.locator(".turn b")).to_have_text("2")


def test_japan_sees_its_counters_and_nobody_else_does(person: People, service: Service) -> None:
    """Two browsers: what lies under a back is on one page and nowhere on the other."""
    keys = table(service.address, "duel")
    us, jp = (DemoHands(person(keys.link(side)), service.address) for side in ("us", "jp"))
    for hands in (us, jp):
        hands.seated()
        hands.tab("Forces")
    words = re.compile("machine guns|field gun|tankette|machine-gun nest")
    expect(jp.page.get_by_role("tabpanel", name="Forces")).to_contain_text(words)
    expect(us.page.get_by_role("tabpanel", name="Forces")).to_contain_text("A/1")
    assert not words.search(us.page.locator("body").inner_text())
