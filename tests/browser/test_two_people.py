"""Two people, each with a browser: a friend by link, a turn against each other, talk, questions, and onlookers."""

from __future__ import annotations

import re
from random import Random

from playwright.sync_api import expect

from tests.browser.conftest import People, Service
from tests.browser.hands import LANDING, Hands, offered, played, resume, story

NOBODY_LOOKS = """() => {
  Object.defineProperty(document, "hidden", { value: true, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def test_a_friend_by_link_and_a_whole_turn(person: People, service: Service) -> None:
    host = Hands(person("/"), service.address)
    offered(host.page).get_by_role("button", name="Invite a friend").click()
    link = host.dialog.get_by_label(re.compile("Link for the Japan")).input_value()
    assert re.fullmatch(re.escape(service.address) + r"/m/[\w-]+#[\w-]{16,}", link)
    host.dialog.get_by_role("button", name="Go to the table").click()
    us = host.seated()
    expect(us.whose).to_have_text("Your move")
    assert "#" not in us.page.url, "the key stays out of the address bar"
    us.tab("Chat")

    guest = person(link)
    jp = Hands(guest, service.address).seated()
    assert "#" not in guest.url
    expect(jp.whose).to_have_text("U.S. to act")
    expect(jp.now).to_contain_text("They are at the table")

    # a whole turn: each sees what the other does
    for text in LANDING:
        us.act(text)
    expect(jp.prompt).to_contain_text("U.S. combat")
    jp.lies("U:1/6", "0902")
    jp.page.evaluate(NOBODY_LOOKS)
    assert not jp.page.title().startswith("●")
    us.act("attack U:1/6 J:16")
    us.act("done")
    expect(us.now).to_contain_text("Waiting for")
    expect(jp.whose).to_have_text("Your move")
    expect(jp.page).to_have_title(re.compile(r"^● Your move – Saipan"))
    expect(jp.combat).to_contain_text("+13")
    expect(us.page).to_have_title("Saipan")

    jp.tab("Chat").get_by_label("Say something to the table").fill("Not <b>that</b> easily!")
    jp.page.keyboard.press("Enter")
    expect(us.page.locator(".chat-line")).to_contain_text("Not <b>that</b> easily!")
    expect(us.page.locator(".chat-line b")).to_have_text("Japan")
    us.tab("Log")
    jp.page.get_by_label("Say something to the table").fill("Hello?")
    jp.page.keyboard.press("Enter")
    expect(us.page.get_by_role("tab", name="Chat").locator(".badge")).to_have_text("1")

    play_turn(us, jp)
    expect(us.prompt).to_contain_text("Game-Turn 2, U.S. movement")
    expect(jp.prompt).to_contain_text("Game-Turn 2, U.S. movement")
    match = us.page.url.rsplit("/", 1)[1]
    ours = {
        unit: us.place(unit)
        for unit in us.page.locator(".stage-map [data-unit]").evaluate_all("all => all.map((one) => one.dataset.unit)")
    }
    assert ours == {unit: jp.place(unit) for unit in ours}, f"both see the same map of {match}"

    jp.page.close()
    expect(us.page.locator("section.now")).not_to_contain_text("Waiting for")
    us.menu("Seats and links")
    expect(us.dialog).to_contain_text("away")


def play_turn(us: Hands, jp: Hands) -> None:
    """Both play on until the next turn, and see the same question whoever decides."""
    chance = Random(5)
    for _ in range(60):
        side, other = (us, jp) if us.decides else (jp, us)
        if "Game-Turn 2" in side.prompt.inner_text():
            return
        side.play_any(chance)
        expect(other.prompt).to_have_text(side.prompt.inner_text())
    raise AssertionError(f"the turn does not end: {us.prompt.inner_text()}")


def test_questions_between_two(person: People, service: Service) -> None:
    keys = resume(service.address, played([*LANDING, "attack U:1/6 J:16", "done"]))
    us = Hands(person(keys.link("us")), service.address).seated()
    jp = Hands(person(keys.link("jp")), service.address).seated()
    before = story(service.address, keys, "us")

    # undo of the own last action needs no consent; what the other side has answered does
    expect(jp.button(re.compile("^Undo"))).to_have_count(0)
    us.menu("Request undo")
    expect(us.now).to_contain_text("You have asked to take the last action back.")
    expect(jp.now).to_contain_text("The U.S. asks to take the last action back.")
    jp.button("Decline").click()
    expect(us.now).not_to_contain_text("You have asked")
    expect(us.prompt).to_contain_text("Japanese Final Protective Fire")
    us.menu("Request undo")
    jp.button("Agree").click()
    expect(us.prompt).to_contain_text("Allocate artillery or Ground Support Points")
    expect(jp.prompt).to_contain_text("Allocate artillery or Ground Support Points")
    assert story(service.address, keys, "us") == before
    us.button(re.compile("^Undo")).click()
    expect(jp.prompt).to_contain_text("open an attack")
    assert [line for line in story(service.address, keys, "us") if "J:16" in line] == []

    # a draw: withdrawn, declined, offered again
    us.menu("Offer a draw")
    expect(jp.now).to_contain_text("The U.S. offers a draw.")
    us.button("Withdraw the question").click()
    expect(jp.now).not_to_contain_text("offers a draw")
    jp.menu("Offer a draw")
    us.button("Decline").click()
    expect(jp.now).not_to_contain_text("You have offered a draw")

    # giving up, after a second thought
    jp.menu("Resign")
    jp.dialog.get_by_role("button", name="Play on").click()
    expect(jp.dialog).to_have_count(0)
    expect(us.prompt).to_contain_text("open an attack")
    jp.menu("Resign")
    jp.dialog.get_by_role("button", name="Resign").click()
    expect(us.prompt).to_have_text("You have won")
    expect(jp.prompt).to_have_text("The U.S. has won")
    expect(jp.now).to_contain_text("By resignation")

    # and a draw that is agreed
    keys = resume(service.address, played(LANDING[:2]))
    us.page.goto(keys.link("us"))
    jp.page.goto(keys.link("jp"))
    us.seated().menu("Offer a draw")
    jp.button("Agree").click()
    for one in (us, jp):
        expect(one.prompt).to_have_text("A draw")
        expect(one.now).to_contain_text("By agreement")


def test_onlookers_see_and_cannot_act(person: People, service: Service) -> None:
    keys = resume(service.address, played(LANDING[:5]))
    us = Hands(person(keys.link("us")), service.address).seated()
    watcher = Hands(person(keys.link("spectator")), service.address).seated()
    expect(watcher.page.locator(".watch")).to_have_text("You are watching")
    expect(us.page.locator(".watch")).to_have_text("1 watches")
    us.act(LANDING[5])
    watcher.lies("U:3/25", "1203")
    expect(watcher.prompt).to_contain_text("U.S. combat")

    before = story(service.address, keys, "us")
    expect(watcher.page.locator(".stage-map .is-ready")).to_have_count(0)
    expect(watcher.now.locator(".buttons button")).to_have_count(0)
    watcher.click_space("0902")
    watcher.click_space("0803")
    watcher.drag("0902", "1003")
    for key in ("n", ".", "Enter", "1", "u", "g"):
        watcher.page.keyboard.press(key)
    watcher.type("attack U:1/6 J:16")
    expect(watcher.answer).to_contain_text("The U.S. decides now.")
    watcher.page.get_by_role("button", name="Menu").click()
    expect(watcher.dialog.get_by_role("button", name="Settings")).to_be_visible()
    for entry in ("Resign", "Offer a draw", "Request undo"):
        expect(watcher.dialog.get_by_role("button", name=entry)).to_have_count(0)
    watcher.close()
    expect(watcher.tab("Chat")).to_contain_text("Spectators listen")
    assert story(service.address, keys, "us") == before
    us.act("attack U:1/6 J:16")
    expect(watcher.combat).to_contain_text("+13")
