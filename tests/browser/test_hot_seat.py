"""Two people at one screen, with a secret between them: the landing note of the free scenario."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import People, Service
from tests.browser.hands import BOTH, LANDING, Hands, begin, played, resume

NOTE = ("0405", "0902", "1604", "2810", "3013", "3114")


def everything(page: Page) -> str:
    """All that the document holds, the values of its fields and its title too."""
    found: str = page.evaluate(
        """() => document.title + document.documentElement.outerHTML
          + [...document.querySelectorAll("input, textarea")].map((one) => one.value).join(" ")"""
    )
    return found


def test_a_secret_note(person: People, service: Service) -> None:
    keys = begin(service.address, "free", BOTH)
    page = person(keys.link("us", "jp"))
    us = Hands(page, service.address).seated()
    cover = page.locator(".handover")
    expect(cover).to_contain_text("Hand the screen over to the U.S.")
    cover.get_by_role("button").click()
    expect(us.prompt).to_contain_text("Secretly choose six Beach hexes")
    assert not [hex for hex in NOTE if hex in everything(page).replace(us.now.inner_html(), "")], (
        "no number stands there from the start"
    )
    us.act(f"note {NOTE[0]}")
    us.act(f"note {NOTE[1]}")
    expect(us.tab("Log")).to_contain_text(NOTE[1])

    # a reload in the middle: nothing before somebody says who he is
    page.reload()
    expect(cover).to_contain_text("Hand the screen over to the U.S.")
    expect(cover.get_by_role("button")).to_be_focused()
    assert not [hex for hex in NOTE if hex in everything(page)]
    for key in ("Escape", "n", "1"):
        page.keyboard.press(key)
    expect(cover).to_be_visible()
    page.keyboard.press("Enter")
    expect(cover).to_be_hidden()
    expect(us.tab("Log")).to_contain_text(NOTE[0])
    us.unit("J:1/135").first.wait_for(state="attached")
    for hex in NOTE[2:5]:
        us.act(f"note {hex}")
    us.click_space(NOTE[5])

    # the sixth is written down: the screen goes to the other side, and nothing of the note is left
    expect(cover).to_contain_text("Hand the screen over to Japan")
    assert not [hex for hex in NOTE if hex in everything(page)]
    expect(page.locator(".table")).to_have_attribute("inert", "")
    page.reload()
    expect(cover).to_contain_text("Hand the screen over to Japan")
    assert not [hex for hex in NOTE if hex in everything(page)]
    cover.get_by_role("button").click()
    expect(us.prompt).to_contain_text("Deploy your force")
    us.tab("Log")
    page.keyboard.press("Escape")
    shown = page.evaluate("() => document.querySelector('.side').innerText + document.querySelector('#heard').innerText")
    assert not [hex for hex in NOTE if hex in shown], "Japan does not know"
    expect(page.locator(".stage-map .marker")).to_have_count(0)  # no mark of the landing on the map
    us.act("deploy J:1/135 2411")
    us.lies("J:1/135", "2411")


def test_no_hand_over_without_secrets(person: People, service: Service) -> None:
    keys = resume(service.address, played([*LANDING, "attack U:1/6 J:16"]), BOTH)
    page = person(keys.link("us", "jp"))
    both = Hands(page, service.address).seated()
    expect(both.whose).to_have_text("U.S. to act")
    both.act("done")
    expect(both.prompt).to_contain_text("Japanese Final Protective Fire")
    expect(both.whose).to_have_text("Japan to act")
    expect(page.locator(".toast")).to_contain_text("Japan acts now")
    expect(page.locator(".handover")).to_be_hidden()
    both.button(re.compile("End protective fire")).click()
    expect(both.prompt).to_contain_text("retreats")
