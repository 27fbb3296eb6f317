"""The mouse: click a unit, click a hex, drag, click what is not allowed, follow the duties, build a combat, take back."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree

from playwright.sync_api import expect

from tests.browser.conftest import People, Service
from tests.browser.hands import LANDING, Hands, begin, played, resume, story


def test_units_and_hexes(person: People, service: Service) -> None:
    keys = begin(service.address, seats={"us": "me", "jp": "open"}, tour=False)
    us = Hands(person(keys.link("us")), service.address).seated()

    # a landing: a unit of the tray, then a hex; its cost or way is shown before
    us.now.locator('[data-unit="U:1/6"]').click()
    us.click_space("0902")
    us.lies("U:1/6", "0902")
    expect(us.prompt).to_contain_text("1 of 6 landed")
    us.button(re.compile("^Undo")).click()
    expect(us.prompt).to_contain_text("0 of 6 landed")
    assert story(service.address, keys, "us") == []

    # a hex that is none of the landing hexes: the reason with its case, and nothing happens
    us.now.locator('[data-unit="U:1/6"]').click()
    us.click_space("1305")
    expect(us.reason).to_be_visible()
    chip = us.reason.get_by_role("button", name=re.compile(r"^Rule \d+\.\d"))
    name = str(chip.get_attribute("aria-label"))
    expect(us.page.get_by_role("alert").filter(has_text=re.compile("Rule"))).to_be_attached()
    chip.click()
    found = re.match(r"Rule ([\w.-]+)", name)
    assert found
    expect(us.page.get_by_role("tabpanel", name="Rules").locator(f'[data-case="{found[1].rstrip(",")}"]').last).to_be_visible()
    assert story(service.address, keys, "us") == []


def test_moving_by_click_and_by_drag(person: People, service: Service) -> None:
    keys = begin(service.address, tour=True)
    us = Hands(person(keys.link("us")), service.address).seated()
    us.page.get_by_role("button", name="Leave the tour").click()
    us.unit("U:3/23").click()
    expect(us.unit("U:3/23")).to_have_class(re.compile("is-selected"))
    expect(us.page.locator(".stage-map .goal").first).to_be_attached()
    expect(us.now.locator(".hint-line")).to_contain_text("shaded hexes")
    us.page.mouse.move(*us.point("0905"))
    expect(us.page.locator(".stage-map .way")).to_be_attached()
    us.click_space("0905")
    us.lies("U:3/23", "0905")
    expect(us.button(re.compile("^Undo"))).to_be_visible()

    us.drag("1304", "1305")
    us.lies("U:3/2", "1305")
    expect(us.page.locator(".replay-count")).to_have_text("2 / 2")  # the counter lies there before the service has confirmed it
    told = story(service.address, keys, "us")
    assert [line.split(" ")[0] for line in told] == ["U:3/23", "U:3/2"] and "0905" in told[0] and "1305" in told[1]

    # dropped where it cannot go: a reason with its case, and the counter is back
    us.drag("1203", "2010")
    expect(us.reason).to_contain_text(re.compile("U:1/2|1/2"))
    expect(us.reason.get_by_role("button", name=re.compile("^Rule "))).to_be_visible()
    us.lies("U:1/2", "1203")

    # a unit that can do nothing says why
    us.page.keyboard.press("Escape")
    expect(us.reason).to_have_count(0)
    us.page.keyboard.press("Escape")
    expect(us.page.locator(".stage-map .is-selected")).to_have_count(0)
    us.unit("U:1/23").click()
    expect(us.reason.get_by_role("button", name=re.compile(r"^Rule (5\.14|6\.)"))).to_be_visible()

    # the own last action back, once and twice
    us.button(re.compile("^Undo")).click()
    us.lies("U:3/2", "1304")
    us.button(re.compile("^Undo")).click()
    us.lies("U:3/23", "0904")
    expect(us.button(re.compile("^Undo"))).to_have_count(0)
    assert story(service.address, keys, "us") == []

    # a phase does not end by one careless click while units can still act
    us.button(re.compile("End movement")).click()
    expect(us.button(re.compile("Press again"))).to_be_visible()
    assert story(service.address, keys, "us") == []
    us.button(re.compile("Press again")).click()
    expect(us.prompt).to_contain_text("reinforcements")


def test_duties_and_a_combat(person: People, service: Service) -> None:
    keys = resume(service.address, played(LANDING))
    page = person(keys.link("us"))
    us = Hands(page, service.address).seated()
    duties = us.now.locator(".duties")
    expect(duties).to_contain_text("6 of your units must attack")
    expect(duties).to_contain_text("2 enemy units must be attacked")
    duties.get_by_role("button", name="317", exact=True).click()
    expect(page.locator(".stage-map .pointed")).to_have_count(1)
    ring, counter = page.locator(".stage-map .pointed").bounding_box(), us.unit("J:317").bounding_box()
    assert ring and counter
    assert abs(ring["x"] + ring["width"] / 2 - counter["x"] - counter["width"] / 2) < 8
    assert 0 < counter["x"] < 900 and 50 < counter["y"] < 780, "the place is on the screen"

    # the odds stand at the target before anything is decided
    us.unit("U:1/105").click()
    expect(us.unit("J:317")).to_have_class(re.compile("is-target"))
    expect(page.locator(".stage-map .target")).to_contain_text("+1")
    us.unit("J:317").hover()
    expect(us.combat).to_contain_text("Preview")
    us.unit("J:317").click()
    expect(us.combat).to_contain_text("Under way")
    expect(us.combat.locator(".differential")).to_have_text("+1")
    expect(us.combat.locator(".strip li.at")).to_have_count(1)
    expect(us.combat.locator(".strip")).to_have_attribute("aria-label", re.compile(r"column \d+"))
    expect(us.combat.locator(".faces li")).to_have_count(6)
    parts = [int(text) for text in re.findall(r"(\d+)%", us.combat.locator(".chances").inner_text())]
    assert 98 <= sum(parts) <= 102, f"the chances sum to {sum(parts)}"

    # join by clicks, and what a commitment would change before it is made
    us.unit("U:2/8").click()
    expect(us.combat.locator(".differential")).to_have_text("+11")
    expect(us.now.get_by_role("slider", name="Ground Support Points")).to_be_visible()
    us.now.get_by_role("button", name="One more").click()
    us.now.get_by_role("button", name=re.compile("Allocate 2 Ground Support Points")).hover()
    expect(us.combat.locator(".change").first).to_contain_text("→")
    us.now.get_by_role("button", name=re.compile("Allocate 2 Ground Support Points")).click()
    expect(us.whose).to_contain_text("Japan to act")
    told = story(service.address, keys, "us")
    assert any(re.match(r"U:1/105, U:2/8, U:3/25 attack J:317", line) for line in told), told

    # after the roll the die and what it brought are to be seen
    jp = Hands(person(keys.link("jp")), service.address).seated()
    jp.button(re.compile("End protective fire")).click()
    expect(us.combat).to_contain_text("Result")
    expect(us.combat.locator(".face.lit")).to_have_count(1)
    expect(us.tab("Log")).to_contain_text("+13")


def test_pictures_of_the_map(person: People, service: Service) -> None:
    keys = resume(service.address, played(LANDING[:3]))
    page = person(keys.link("us"))
    us = Hands(page, service.address).seated()
    with page.expect_download() as download:
        us.menu("Picture of the map")
        if us.dialog.get_by_role("button", name=re.compile("PNG")).count():
            us.dialog.get_by_role("button", name=re.compile("PNG")).click()
    picture = download.value.path().read_bytes()
    assert picture[:8] == b"\x89PNG\r\n\x1a\n" and picture[-8:-4] == b"IEND" and len(picture) > 100_000
    assert int.from_bytes(picture[16:20], "big") > 1500, "wide enough to be printed"

    with page.expect_download() as download:
        us.menu("Picture of the map")
        us.dialog.get_by_role("button", name=re.compile("SVG")).click()
    text = download.value.path().read_text(encoding="utf-8")
    root = ElementTree.fromstring(text)
    assert root.tag == "{http://www.w3.org/2000/svg}svg" and len(text) > 50_000
    assert "1/6" in "".join(root.itertext()), "the counters are in the picture"
    assert text.count("@font-face") == text.count('url("data:font/woff2;base64,') == 4 and 'url("../' not in text, (
        "it brings its type"
    )
    assert "var(--" not in text, "the styles are written out"


def test_two_units_exchange_places(person: People, service: Service) -> None:
    keys = begin(service.address, tour=True)
    us = Hands(person(keys.link("us")), service.address).seated()
    us.page.get_by_role("button", name="Leave the tour").click()

    # a click on another unit selects that unit, as ever
    us.unit("U:3/23").click()
    expect(us.unit("U:3/23")).to_have_class(re.compile("is-selected"))
    us.unit("U:1/2").click()
    expect(us.unit("U:1/2")).to_have_class(re.compile("is-selected"))
    expect(us.unit("U:3/23")).not_to_have_class(re.compile("is-selected"))

    # the button first, then the other unit
    us.button(re.compile("Exchange places")).click()
    us.unit("U:3/2").click()
    us.lies("U:1/2", "1304")
    us.lies("U:3/2", "1203")
    us.button(re.compile("^Undo")).click()
    us.lies("U:1/2", "1203")

    # or one dragged onto the other
    us.drag("1203", "1304")
    us.lies("U:1/2", "1304")
    us.lies("U:3/2", "1203")
