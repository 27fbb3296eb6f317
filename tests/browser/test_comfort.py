"""Comfort at the table: sizes of counters, a look without them, layouts, sounds, the sergeant's hint, advice, and printing."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import FloatRect, Page, expect

import beachhead as bh
from beachhead.games import REGISTERED
from tests.browser.access import Looker
from tests.browser.anyhands import sit_down
from tests.browser.conftest import People, Service
from tests.browser.hands import BOTH, FRIENDS, LANDING, begin, played, resume

GAMES = sorted(REGISTERED)
SCALES = """() => {
  const scale = (el) => Number(/scale\\(([\\d.]+)\\)/.exec(el.getAttribute("transform"))?.[1] ?? 1);
  return [...document.querySelectorAll(".board-units .unit:not(.is-buried)")].map((el) => [el.dataset.unit, scale(el)]);
}"""
OVERLAPS = """() => {
  const board = document.querySelector(".board"), spaces = new Map();
  for (const el of document.querySelectorAll(".board-units .unit:not(.is-buried) .unit-card")) {
    const box = el.getBoundingClientRect();
    spaces.set(el.closest(".unit").dataset.unit, [box.left, box.top, box.right, box.bottom]);
  }
  return [...spaces];
}"""
NO_EARS = """
window.heard = [];
class Quiet {
  constructor() { this.currentTime = 0; this.sampleRate = 8000; this.state = "running"; this.destination = {}; }
  createGain() { return { gain: { value: 0, setValueAtTime() {}, exponentialRampToValueAtTime() {} }, connect: (to) => to }; }
  createOscillator() {
    const frequency = { setValueAtTime: (pitch) => window.heard.push(pitch), exponentialRampToValueAtTime() {} };
    return { frequency, connect: (to) => to, start() {}, stop() {} };
  }
  createBufferSource() { return { connect: (to) => to, start: () => window.heard.push("noise") }; }
  createBiquadFilter() { return { frequency: {}, Q: {}, connect: (to) => to }; }
  createBuffer(_, length) { return { getChannelData: () => new Float32Array(length) }; }
  resume() {} suspend() {}
}
window.AudioContext = Quiet;
"""
"""Loudspeakers that write down what they would play."""


def settings(page: Page) -> dict[str, object]:
    found: dict[str, object] = json.loads(page.evaluate("() => localStorage.getItem('beachhead.settings') ?? '{}'"))
    return found


def choose(page: Page, name: str, value: str) -> None:
    """A setting by its radio button."""
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Settings").click()
    page.locator(f"input[name={name}][value={value}]").check()
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)


def table(page: Page) -> None:
    """The table is laid."""
    expect(page.locator(".board-units .unit").first).to_be_attached()
    expect(page.locator("#prompt")).not_to_be_empty()


@pytest.mark.parametrize("game", GAMES)
def test_a_hint_is_shown_and_done(person: People, service: Service, game: str) -> None:
    """Asked by key, shown with a reason, taken by a button. The advice of a first game is there, goes and does not come back. The
    counters are as large as one likes, or not there at all."""
    keys, side = sit_down(service.address, bh.game(game))
    page = person(keys.link(side))
    table(page)
    tips = page.locator(".advice li")
    assert 3 <= tips.count() <= 6
    page.get_by_role("button", name="Dismiss the advice").click()
    expect(page.locator(".advice")).to_be_hidden()

    ask = page.locator(".hint-ask")
    expect(ask).to_be_visible()
    page.keyboard.press("Shift+H")
    card = page.locator(".hint-card")
    expect(card.locator(".hint-action")).not_to_be_empty()
    expect(card).to_contain_text(".")
    before = page.locator(".replay-count").text_content()
    card.get_by_role("button", name="Do it").click()
    expect(card).to_have_count(0)
    expect(page.locator(".refusal")).to_have_count(0)
    expect(page.locator(".replay-count")).not_to_have_text(before or "")

    board = page.locator(".board")
    page.locator("#prompt").focus()
    page.keyboard.down("h")
    expect(board).to_have_attribute("data-bare", "")
    assert page.locator(".board-units").evaluate("(el) => getComputedStyle(el).opacity") == "0"
    page.keyboard.up("h")
    expect(board).not_to_have_attribute("data-bare", "")
    button = page.locator(".board-bare")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "false")

    normal = dict(page.evaluate(SCALES))
    choose(page, "counters", "small")
    small = dict(page.evaluate(SCALES))
    choose(page, "counters", "largest")
    large = dict(page.evaluate(SCALES))
    assert all(small[unit] <= normal[unit] <= large[unit] for unit in normal)
    assert game == "rage" or sum(small.values()) < sum(normal.values()) < sum(large.values()), "in Rage nobody is ashore yet"

    page.reload()
    table(page)
    expect(page.locator(".advice")).to_be_hidden()
    assert dict(page.evaluate(SCALES)) == large, "the size is remembered"
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="First-game advice").click()
    expect(page.locator("dialog li").first).to_be_visible()


def test_large_counters_keep_off_each_other(person: People, service: Service) -> None:
    """On a crowded map: each hex has one counter, and none lies over another."""
    keys = resume(service.address, played(LANDING), BOTH)
    page = person(keys.link("us", "jp"))
    table(page)
    choose(page, "counters", "largest")
    boxes = dict(page.evaluate(OVERLAPS))
    units = {name: one for name, one in boxes.items() if name in {text.split()[1] for text in LANDING} or name.startswith("J:")}
    assert len(units) > 20
    for name, (left, top, right, bottom) in units.items():
        for other, (far_left, far_top, far_right, far_bottom) in units.items():
            if other != name:
                apart = right <= far_left + 1 or far_right <= left + 1 or bottom <= far_top + 1 or far_bottom <= top + 1
                assert apart, f"{name} and {other}"


def test_hints_are_for_those_who_play_alone(person: People, service: Service) -> None:
    """Two people at two seats have no button; two at one screen have, if it is the host's."""
    keys = begin(service.address, seats=FRIENDS)
    page = person(keys.link("us"))
    table(page)
    expect(page.locator(".now .who")).to_contain_text("U.S.")
    expect(page.locator(".hint-ask")).to_have_count(0)

    both = begin(service.address, seats=BOTH)
    page = person("/")
    kept = {"match": both.match, "game": "saipan", "scenario": "historical", "tokens": dict(both.tokens), "host": both.host}
    page.evaluate("(kept) => localStorage.setItem('beachhead.matches', kept)", json.dumps([kept]))
    page.goto(both.link("us", "jp"))
    table(page)
    page.locator(".hint-ask").click()
    expect(page.locator(".hint-action")).not_to_be_empty()


def test_the_panel_goes_where_one_likes(person: People, service: Service) -> None:
    """Right, left and below, resized by keys and by mouse, and all of it remembered."""
    keys = begin(service.address, seats={"us": "me", "jp": "sergeant"})
    page = person(keys.link("us"))
    table(page)
    side, stage, splitter = page.locator(".side"), page.locator(".stage"), page.get_by_role("separator", name="Size of the panel")

    def box(which: str) -> FloatRect:
        found = (side if which == "side" else stage).bounding_box()
        assert found is not None
        return found

    assert box("side")["x"] > box("stage")["x"]
    width = box("side")["width"]
    splitter.focus()
    page.keyboard.press("Shift+ArrowLeft")
    assert box("side")["width"] == pytest.approx(width + 64, abs=2)
    assert float(splitter.get_attribute("aria-valuenow") or 0) == pytest.approx(width + 64, abs=2)
    page.keyboard.press("Home")
    assert box("side")["width"] == 300
    at = splitter.bounding_box()
    assert at is not None
    page.mouse.move(at["x"] + 3, at["y"] + 200)
    page.mouse.down()
    page.mouse.move(at["x"] - 97, at["y"] + 220, steps=4)
    page.mouse.up()
    assert box("side")["width"] == pytest.approx(400, abs=3)
    page.reload()
    table(page)
    assert box("side")["width"] == pytest.approx(400, abs=3)

    choose(page, "panel", "left")
    assert box("side")["x"] < box("stage")["x"]
    splitter.focus()
    page.keyboard.press("ArrowRight")
    assert box("side")["width"] == pytest.approx(416, abs=3)
    choose(page, "panel", "below")
    assert box("side")["y"] > box("stage")["y"]
    assert box("side")["width"] == page.evaluate("innerWidth")
    expect(splitter).to_have_attribute("aria-orientation", "horizontal")
    high = box("side")["height"]
    splitter.focus()
    page.keyboard.press("ArrowUp")
    assert box("side")["height"] == pytest.approx(high + 16, abs=2)
    page.reload()
    table(page)
    assert box("side")["y"] > box("stage")["y"]
    expect(page.locator("section.now .tray [data-unit]").first).to_be_visible()
    page.set_viewport_size({"width": 390, "height": 844})
    expect(splitter).to_be_hidden()
    expect(page.locator(".sheet-handle")).to_be_visible()
    assert box("side")["x"] == 0


def test_a_wide_screen_has_a_column_for_the_log(person: People, service: Service) -> None:
    keys = resume(service.address, played(LANDING), {"us": "me", "jp": "sergeant"})
    page = person(keys.link("us"), viewport={"width": 1920, "height": 1080})
    table(page)
    column = page.locator(".log-column")
    expect(column.locator(".log-line").first).to_be_visible()
    expect(page.locator("#tab-log")).to_be_hidden()
    expect(page.locator("#tab-rules")).to_have_attribute("aria-selected", "true")
    page.set_viewport_size({"width": 1440, "height": 900})
    expect(column).to_be_hidden()
    expect(page.locator("#tab-panel .log-line").first).to_be_visible()
    page.set_viewport_size({"width": 1920, "height": 1080})
    column.get_by_role("button", name=re.compile("Close the log column")).click()
    expect(column).to_be_hidden()
    assert settings(page)["logColumn"] is False
    page.reload()
    table(page)
    expect(page.locator("#tab-log")).to_be_visible()


def test_sounds_are_off_until_somebody_wants_them(person: People, service: Service) -> None:
    keys = begin(service.address, seats={"us": "me", "jp": "sergeant"})
    page = person(keys.link("us"), address=service.address)
    page.context.add_init_script(NO_EARS)
    page.reload()
    table(page)
    page.locator("#prompt").click()
    page.keyboard.press("Shift+H")
    page.get_by_role("button", name="Do it").click()
    expect(page.locator(".replay-count")).to_have_text(re.compile("1 / 1"))
    assert page.evaluate("window.heard") == []
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Settings").click()
    page.get_by_label(re.compile("Play sounds")).check()
    page.wait_for_function("() => window.heard.length > 0")
    page.evaluate("() => { window.heard = []; }")
    page.get_by_label("Volume").fill("0")
    page.keyboard.press("Escape")
    page.evaluate("() => { window.heard = []; }")
    page.keyboard.press("/")
    page.keyboard.type("land U:1/2 0101")
    page.keyboard.press("Enter")
    expect(page.locator(".typed-answer, .refusal").first).not_to_be_empty()
    assert page.evaluate("window.heard") == [], "no volume, no sound"


def test_the_open_panel_is_printed(person: People, service: Service) -> None:
    """The log and the rules as documents; the table with its map is not on paper."""
    keys = resume(service.address, played(LANDING), {"us": "me", "jp": "sergeant"})
    page = person(keys.link("us"))
    table(page)
    page.evaluate("""() => { window.print = () => { dispatchEvent(new Event("beforeprint"));
      window.sheet = document.getElementById("print").innerText || document.getElementById("print").textContent; }; }""")
    expect(page.locator(".log-line").first).to_be_visible()
    page.locator(".tab-box > .print-panel").click()
    page.wait_for_function("() => window.sheet")
    assert "1/6 lands at 0902" in page.evaluate("window.sheet")
    page.emulate_media(media="print")
    expect(page.locator("#print h1")).to_be_visible()
    expect(page.locator(".table")).to_be_hidden()
    page.emulate_media(media="screen")
    page.evaluate("() => dispatchEvent(new Event('afterprint'))")
    expect(page.locator("#print")).to_have_count(0)
    page.locator("#tab-rules").click()
    expect(page.locator(".rules-book summary").first).to_be_visible()
    page.evaluate("() => print()")
    text = page.evaluate("window.sheet")
    assert all(case in text for case in ("7.11", "12.34-a", "13.0-draw")), "every chapter"


def test_axe_finds_nothing(person: People, service: Service, looker: Looker) -> None:
    """The hint, the advice, the settings and the log column, in the light and in the dark."""
    keys = begin(service.address, seats={"us": "me", "jp": "sergeant"})
    page = person(keys.link("us"), viewport={"width": 1920, "height": 1080})
    table(page)
    page.locator(".hint-ask").click()
    expect(page.locator(".hint-card")).to_be_visible()
    looker.look(page, "hint and advice")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Settings").click()
    looker.look(page, "settings", within="dialog")
    assert looker.found == []
