"""Every screen, light and dark, before the eyes of axe; and what can be set: light, dark, as the system, less motion."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.access import LIGHT, Looker
from tests.browser.conftest import People, Service
from tests.browser.hands import BOTH, LANDING, Hands, any_game, begin, browsed, offered, played, resume
from tests.browser.phone import PHONE


def test_screens_around_the_table(person: People, service: Service, looker: Looker) -> None:
    page = person("/", **LIGHT)
    expect(offered(page).get_by_role("button", name="Play now")).to_be_visible()
    looker.look(page, "start")
    browsed(page).get_by_role("button", name="More").click()
    looker.look(page, "set-up form", within="dialog")
    page.keyboard.press("Escape")
    keys = begin(service.address)
    page.goto(f"/m/{keys.match}")
    expect(page.get_by_role("heading", level=1)).to_have_text("This seat needs its link")
    looker.look(page, "no token")
    page.goto("/m/nosuchmatch#" + "x" * 32)
    expect(page.get_by_role("heading", level=1)).to_have_text("There is no such match")
    looker.look(page, "no match")
    page.goto("/nowhere")
    person.forgive("404")
    looker.look(page, "nothing there")
    keys = begin(service.address, "free", BOTH)
    page.goto(keys.link("us", "jp"))
    expect(page.locator(".handover")).to_be_visible()
    looker.look(page, "hand-over")
    page.goto("/")
    expect(page.locator(".match-list")).to_contain_text("Saipan")
    looker.look(page, "start with a match")
    keys = begin(service.address, tour=True)
    page.goto(keys.link("us"))
    Hands(page, service.address).seated()
    expect(page.locator(".tour")).to_be_visible()
    looker.look(page, "tour", within=".tour")


def test_screens_of_play(person: People, service: Service, looker: Looker) -> None:
    keys = resume(service.address, played(LANDING[:4]))
    page = person(keys.link("us"), **LIGHT)
    us = Hands(page, service.address).seated()
    us.now.locator('[data-unit="U:1/2"]').click()
    expect(page.locator(".stage-map .goal").first).to_be_attached()
    looker.look(page, "landing", within=".side")
    us.act(LANDING[4])
    us.act(LANDING[5])
    us.act("attack U:1/105 J:317")
    expect(us.combat).to_contain_text("+1")
    looker.look(page, "combat", within=".side")
    us.type("join U:3/6")
    expect(us.reason).to_be_visible()
    looker.look(page, "refusal", within="section.now")
    page.get_by_role("slider", name="Moment of the match").fill("2")
    expect(us.now).to_contain_text("You are viewing an earlier action.")
    looker.look(page, "replay")


def test_dialogs_and_the_end(person: People, service: Service, looker: Looker) -> None:
    keys = resume(service.address, played(LANDING[:2]))
    page = person(keys.link("us"), **LIGHT)
    us = Hands(page, service.address).seated()
    page.get_by_role("button", name="Menu").click()
    looker.look(page, "menu", within="dialog")
    us.close()
    for entry in ("Settings", "Keys", "Seats and links", "Check the dice", "Resign"):
        us.menu(entry)
        expect(us.dialog).not_to_contain_text("Loading")
        looker.look(page, entry, within="dialog")
        us.close()
    keys = resume(service.address, any_game(), BOTH)
    page.goto(keys.link("us"))
    us.seated()
    expect(us.prompt).to_have_text("A draw")
    looker.look(page, "end")


def test_screens_of_a_phone(person: People, service: Service, looker: Looker) -> None:
    keys = resume(service.address, played([*LANDING, "attack U:1/6 J:16"]))
    page = person("/", **PHONE, **LIGHT)
    expect(offered(page).get_by_role("button", name="Play now")).to_be_visible()
    looker.look(page, "start on a phone")
    page.goto(keys.link("us"))
    us = Hands(page, service.address).seated()
    expect(us.combat).to_contain_text("+13")
    looker.look(page, "combat on a phone")
    for _ in range(2):
        page.get_by_role("button", name="Height of the panel").tap()
        page.wait_for_function("() => document.querySelector('.side').getAnimations().length === 0")
        looker.look(page, f"sheet {page.locator('.side').get_attribute('data-height')}")


GROUND = """() => {
  const grounds = [document.body, document.documentElement].map((one) => getComputedStyle(one).backgroundColor);
  return grounds.find((one) => one !== "rgba(0, 0, 0, 0)");
}"""


def test_light_and_dark(person: People, service: Service) -> None:
    keys = begin(service.address)
    page = person(keys.link("us"), color_scheme="light")
    us = Hands(page, service.address).seated()
    light = page.evaluate(GROUND)
    page.emulate_media(color_scheme="dark")
    dark = page.evaluate(GROUND)
    assert light != dark, "as the system has it"
    us.menu("Settings")
    us.dialog.get_by_label("Light", exact=True).last.check()
    assert page.evaluate(GROUND) == light
    us.dialog.get_by_label("Dark").check()
    page.emulate_media(color_scheme="light")
    assert page.evaluate(GROUND) == dark
    us.close()
    page.reload()
    us.seated()
    assert page.evaluate(GROUND) == dark, "it is remembered"
    page.goto("/")
    assert page.evaluate(GROUND) == dark, "on all pages"
    page.goto(keys.link("us"))
    us.seated().menu("Settings")
    us.dialog.get_by_label("As the system").check()
    assert page.evaluate(GROUND) == light


MOVES = """() => {
  window.moves = 0;
  new MutationObserver((changes) => { window.moves += changes.length; })
    .observe(document.querySelector('.stage-map [data-unit="U:3/23"]'), { attributes: true, attributeFilter: ["transform"] });
}"""


def test_motion_and_less_of_it(person: People, service: Service) -> None:
    counts: dict[str, int] = {}
    for name, motion in (("moving", "no-preference"), ("still", "reduce")):
        keys = begin(service.address, tour=True)
        page = person(keys.link("us"), speed="normal", clock=True, reduced_motion=motion)
        us = Hands(page, service.address).seated()
        page.get_by_role("button", name="Leave the tour").click()
        page.evaluate(MOVES)
        page.clock.pause_at(page.evaluate("() => Date.now() / 1000 + 1"))
        us.type("move U:3/23 0905")
        for _ in range(2000):  # the page's time goes on frame by frame, however long a frame takes here
            page.clock.run_for(50)
            if "Done: move" in us.answer.inner_text() and us.place("U:3/23") == "0905":
                break
        page.clock.resume()
        us.lies("U:3/23", "0905")
        counts[name] = page.evaluate("() => window.moves")
    assert counts["moving"] > 3, "the counter glides"
    assert counts["still"] <= 3, "the counter is simply there"
    us.menu("Settings")
    for choice in ("Normal", "Fast", "None"):
        us.dialog.get_by_label(choice).check()
    assert page.evaluate("() => JSON.parse(localStorage.getItem('beachhead.settings')).speed") == "off"
