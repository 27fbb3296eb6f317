"""Two people, each with a browser: a friend by link, a turn against each other, talk, questions, and onlookers."""

from __future__ import annotations

import re
from random import Random

from playwright.sync_api import expect

from beachhead.match import Match
from tests.browser.conftest import People, Service
from tests.browser.hands import LANDING, Hands, begin, browsed, played, resume, story, takes

NOBODY_LOOKS = """() => {
  Object.defineProperty(document, "hidden", { value: true, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def test_a_friend_by_link_and_a_whole_turn(person: People, service: Service) -> None:
    host = Hands(person("/"), service.address)
    browsed(host.page).get_by_role("button", name="Invite a friend").click()
    link = host.dialog.get_by_label(re.compile("Link for the Japan")).input_value()
    assert re.fullmatch(re.escape(service.address) + r"/m/[\w-]+#[\w-]{16,}", link)
    host.dialog.get_by_role("button", name="Go to the table").click()
    us = host.seated()
    expect(us.whose).to_have_text("Your move")
    assert "#" not in us.page.url, "the key stays out of the address bar"
    us.tab("Chat")

    guest = takes(person(link))
    jp = Hands(guest, service.address).seated()
    assert "#" not in guest.url
    expect(jp.whose).to_have_text("U.S. to act")
    expect(jp.now).to_contain_text("They are online")

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
    expect(us.page.locator(".chat-line")).to_contain_text(["The Japan seat has been taken by link.", "Not <b>that</b> easily!"])
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


def test_the_first_line_of_an_opponent_is_counted(person: People, service: Service) -> None:
    """Nobody has opened the chat yet: its tab says that there is something to read."""
    keys = begin(service.address)
    us, jp = (Hands(person(keys.link(who)), service.address).seated() for who in ("us", "jp"))
    panel = jp.tab("Chat")
    for number, line in enumerate(("Good evening!", "Shall we?")):
        panel.get_by_role("textbox").fill(line)
        panel.get_by_role("button", name="Send").click()
        expect(us.page.locator("#tab-chat .badge")).to_have_text(str(number + 1))
    us.tab("Chat")
    expect(us.page.locator("#tab-chat .badge")).to_be_hidden()


def test_a_friend_on_the_local_network(person: People, service: Service) -> None:
    host = Hands(person("/"), service.address)
    browsed(host.page).get_by_role("button", name="Invite a friend").click()
    expect(host.dialog).to_contain_text("Let others on your network join?")
    expect(host.dialog).to_contain_text("This link works on this computer only.")
    expect(host.dialog.locator("svg.qr")).to_have_count(0)
    host.dialog.get_by_role("button", name="Let others join").click()
    expect(host.dialog.locator("svg.qr")).to_be_visible()
    link = host.dialog.get_by_label(re.compile("Link for the Japan")).input_value()
    assert link.startswith("http://127.0.0.2:")
    host.dialog.get_by_role("button", name="Go to the table").click()
    us = host.seated()
    us.menu("Seats and links")
    silence = us.dialog.get_by_role("button", name="Silence spectators")
    silence.click()
    expect(silence).to_have_attribute("aria-pressed", "true")
    watch = us.dialog.get_by_label("Spectator link")
    before = watch.input_value()
    us.dialog.get_by_role("button", name="New spectator link").click()
    expect(watch).not_to_have_value(before)
    us.page.keyboard.press("Escape")
    expect(us.page.locator(".you")).to_have_text("You: U.S.")
    expect(us.page.locator(".greeting")).to_have_count(0)  # whoever made the match knows

    guest = person(link)
    expect(guest.get_by_role("heading", name="play Japan")).to_be_visible()
    expect(us.page.locator(".dot")).to_have_attribute("data-state", "open")
    jp = Hands(takes(guest), service.address).seated()
    expect(jp.page.get_by_role("heading", name="You play Japan")).to_be_visible()
    expect(jp.page.locator(".you")).to_have_text("You: Japan")
    jp.page.get_by_label("Your name").fill("Bob")
    jp.page.get_by_role("button", name="Start playing").click()
    expect(jp.page.locator(".greeting")).to_have_count(0)
    us.act(LANDING[0])
    jp.lies("U:1/6", "0902")
    us.menu("Seats and links")
    expect(us.dialog.locator(".seat").filter(has_text="Japan")).to_contain_text("Bob")
    expect(us.dialog.get_by_label(re.compile("Link for the Japan"))).to_have_count(0)  # it is used up

    # whoever has lost the tab opens the same link on the same device, and nobody else can use it
    jp.page.goto(link)
    jp.seated()
    expect(jp.page.locator(".you")).to_have_text("You: Japan")
    thief = takes(person(link))
    person.forgive("401")
    person.forgive("410")
    expect(thief.get_by_role("alert")).to_contain_text("This link has been used")

    # closed again: the guest is outside, and the host's own seat was never open
    jp.page.reload()
    expect(jp.page.locator(".you")).to_have_text("You: Japan")
    expect(jp.page.locator(".greeting")).to_have_count(0)
    us.dialog.get_by_role("button", name="Close to the network").click()
    expect(us.dialog).to_contain_text("This link works on this computer only.")
    for fault in ("WebSocket", "ERR_CONNECTION_REFUSED", "400"):  # what the guest's page was still asking for is refused
        person.forgive(fault)
    expect(jp.page.locator(".dot")).to_have_attribute("data-state", "offline")
    us.close()
    us.act(LANDING[1])


def test_a_seat_moves_to_another_device(person: People, service: Service) -> None:
    keys = begin(service.address)
    us = Hands(person(keys.link("us")), service.address).seated()
    jp = Hands(person(keys.link("jp")), service.address).seated()
    jp.menu("Seats and links")
    expect(jp.dialog).to_contain_text("If you close this tab, open the match again from the start page")
    jp.dialog.get_by_role("button", name="Play on another device").click()
    link = jp.dialog.get_by_label("Link for the other device").input_value()
    phone = Hands(takes(person(link)), service.address).seated()
    expect(phone.page.locator(".you")).to_have_text("You: Japan")
    expect(jp.page.get_by_role("dialog", name="This seat is played elsewhere now")).to_be_visible()
    us.tab("Chat")
    expect(us.page.locator(".chat-line")).to_have_text([re.compile("The Japan seat has been taken by link.")] * 2)


def test_a_hot_seat_match_is_saved_and_resumed_with_the_same_dice(person: People, service: Service) -> None:
    known = Match.load(played([*LANDING, "attack U:1/6 J:16"]))
    before, after = rolls(known), rolls(known)
    page = person("/")
    page.get_by_label("Text of a record").fill(played([*LANDING, "attack U:1/6 J:16"]))
    page.get_by_role("button", name="Open").click()  # as it was played: by both at one screen
    first = Hands(page, service.address).seated()
    expect(page.locator(".you")).to_have_text("You: U.S. and Japan")
    for text in before:
        first.act(text)
    first.menu("Download the record")
    expect(first.dialog).to_contain_text("with the same dice")
    expect(first.dialog).to_contain_text("cannot be resumed or replayed")
    with page.expect_download() as download:
        first.dialog.get_by_role("button", name="Save match").click()
    saved = download.value.path().read_bytes()
    first.close()

    other = person("/")
    other.get_by_label("File with a record").set_input_files({"name": "saved.txt", "mimeType": "text/plain", "buffer": saved})
    expect(other.get_by_label("Your seat")).to_have_value("both")
    other.get_by_role("button", name="Open").click()
    second = Hands(other, service.address).seated()
    expect(second.now).to_contain_text("may know the dice")
    for text in after:
        first.act(text)
        second.act(text)
    expect(second.prompt).to_have_text(first.prompt.inner_text())
    logs = [hands.tab("Log").inner_text() for hands in (first, second)]
    assert logs[0] == logs[1]

    # whoever is invited now plays with new dice, in a match of its own
    first.menu("Seats and links")
    expect(first.dialog).to_contain_text("The dice of this match may be known")
    seat = first.dialog.locator(".seat").filter(has_text="Japan")
    seat.get_by_text("Change who sits here").click()
    seat.get_by_role("combobox").select_option("open")
    seat.get_by_role("button", name="Assign seat").click()
    sent = page.get_by_role("dialog", name="Send this link")
    expect(sent).to_contain_text("with new dice")
    url = page.url
    sent.get_by_role("button", name="Go to the table").click()
    page.wait_for_url(lambda now: now.split("#")[0] != url)
    expect(first.seated().now).to_contain_text("Started from a record, with new dice.")
    expect(page.locator(".you")).to_have_text("You: U.S.")


def rolls(match: Match) -> list[str]:
    """Play a match on until the next roll of the dice; returns the actions."""
    rolled, texts = match.state.dice.rolled(), list[str]()
    while match.state.dice.rolled() == rolled:
        offered = [str(action) for action in match.state.actions()]
        texts.append("done" if "done" in offered else offered[0])
        match.play(texts[-1])
    return texts


def test_what_a_record_can_do_depends_on_the_match(person: People, service: Service) -> None:
    keys = begin(service.address, seats={"us": "me", "jp": "open"})
    us = Hands(person(keys.link("us")), service.address).seated()
    us.menu("Download the record")
    expect(us.dialog.get_by_role("button", name="Save match")).to_have_count(0)
    expect(us.dialog).to_contain_text("The dice stay secret while others play.")
    with us.page.expect_download() as download:
        us.dialog.get_by_role("button", name="Download view").click()
    assert "[Seed" not in download.value.path().read_text(encoding="utf-8")


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
    expect(us.now).to_contain_text("You have requested an undo.")
    expect(jp.now).to_contain_text("The U.S. requests an undo of the last action.")
    jp.button("Decline").click()
    expect(us.now).not_to_contain_text("You have requested")
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
    us.button("Cancel request").click()
    expect(jp.now).not_to_contain_text("offers a draw")
    jp.menu("Offer a draw")
    us.button("Decline").click()
    expect(jp.now).not_to_contain_text("You have offered a draw")

    # giving up, after a second thought
    jp.menu("Resign")
    jp.dialog.get_by_role("button", name="Keep playing").click()
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
    expect(us.page.locator(".watch")).to_have_text("1 watching")
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
    expect(watcher.answer).to_contain_text("It is the U.S.'s turn to act.")
    watcher.page.get_by_role("button", name="Menu").click()
    expect(watcher.dialog.get_by_role("button", name="Settings")).to_be_visible()
    for entry in ("Resign", "Offer a draw", "Request undo"):
        expect(watcher.dialog.get_by_role("button", name=entry)).to_have_count(0)
    watcher.close()
    expect(watcher.tab("Chat")).to_contain_text("Only players can chat")
    assert story(service.address, keys, "us") == before
    us.act("attack U:1/6 J:16")
    expect(watcher.combat).to_contain_text("+13")
