"""Looking back, branching off, and bringing records, good ones and broken ones."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import People, Service
from tests.browser.hands import BOTH, LANDING, Hands, any_game, played, resume, takes


def test_looking_back_while_the_match_goes_on(person: People, service: Service) -> None:
    keys = resume(service.address, played(LANDING))
    us = Hands(person(keys.link("us")), service.address).seated()
    other = Hands(person(keys.link("us")), service.address).seated()
    replay = us.page.get_by_role("region", name="Replay")
    slider, count = replay.get_by_role("slider"), replay.locator(".replay-count")
    expect(count).to_have_text("6 / 6")
    expect(replay.get_by_role("button", name="Back to now")).to_be_hidden()

    slider.fill("2")
    expect(count).to_have_text("2 / 6")
    us.lies("U:3/6", "0801")
    expect(us.page.locator(".stage-map .is-ready")).to_have_count(0)  # nothing can be done in the past
    expect(us.now).to_contain_text("You are viewing an earlier action.")
    replay.get_by_role("button", name="Next action").click()
    us.lies("U:1/23", "0702")
    expect(replay.locator(".replay-text")).to_contain_text("1/23 lands at 0702")
    replay.get_by_role("button", name="Previous action").click()
    expect(count).to_have_text("2 / 6")
    replay.get_by_role("button", name="To the beginning").click()
    expect(count).to_have_text("0 / 6")
    replay.get_by_role("button", name="Autoplay").click()
    expect(count).to_have_text(re.compile("^[1-5] / 6$"))
    replay.get_by_role("button", name="Pause").click()
    expect(replay.get_by_role("button", name="Autoplay")).to_be_visible()
    held = count.inner_text()
    assert held != "6 / 6"

    # meanwhile the match goes on; the past stays where it is
    other.act("attack U:1/6 J:16")
    expect(slider).to_have_attribute("max", "7")
    assert count.inner_text().split(" / ")[0] == held.split(" / ")[0]
    expect(us.prompt).to_contain_text("Allocate artillery")
    replay.get_by_role("button", name="Back to now").click()
    expect(count).to_have_text("7 / 7")
    expect(us.combat).to_contain_text("+13")
    expect(us.button(re.compile("Done allocating"))).to_be_visible()

    # by itself to the end, as fast as it goes
    replay.get_by_role("button", name="To the beginning").click()
    expect(count).to_have_text("0 / 7")
    for speed in ("1", "2"):
        replay.get_by_role("button", name=f"Speed {speed}").click()
    replay.get_by_role("button", name="Autoplay").click()
    expect(count).to_have_text("7 / 7")
    replay.get_by_role("button", name="Back to now").click()

    # a line of the log leads to its moment
    line = us.tab("Log").locator(".log-line", has_text="1/23 lands at 0702")
    line.get_by_title("Show this moment").click()
    expect(count).to_have_text("3 / 7")
    expect(line).to_have_attribute("aria-current", "true")
    us.page.keyboard.press("Escape")
    expect(count).to_have_text("7 / 7")
    expect(us.now).to_contain_text("Started from a record. The person who uploaded it may know the dice.")


def test_a_link_to_a_moment(person: People, service: Service) -> None:
    keys = resume(service.address, any_game(), BOTH)
    page = person(keys.link("us"))
    us = Hands(page, service.address).seated()
    replay = page.get_by_role("region", name="Replay")
    slider, count = replay.get_by_role("slider"), replay.locator(".replay-count")
    end = count.inner_text().split(" / ")[1]
    assert page.locator(".replay-marks .mark-fight").get_attribute("d"), "fights are marked on the slider"
    assert (page.locator(".replay-marks .mark-turn").get_attribute("d") or "").count("M") > 1

    # the log goes where the slider goes, and the keys go from chapter to chapter
    log = us.tab("Log")
    slider.fill("12")
    expect(count).to_have_text(f"12 / {end}")
    expect(log.locator('li[aria-current="true"]').first).to_be_attached()
    log.locator(".log-lines").evaluate("(lines) => lines.scrollIntoView()")
    expect(log.locator('li[aria-current="true"]').first).to_be_in_viewport()
    slider.press("PageDown")
    expect(count).not_to_have_text(f"12 / {end}")
    chapter = int(count.inner_text().split(" / ")[0])
    assert chapter > 12
    slider.press("PageUp")
    expect(count).not_to_have_text(f"{chapter} / {end}")
    assert int(count.inner_text().split(" / ")[0]) < chapter
    replay.get_by_label("Go to a turn or phase").select_option(index=3)
    expect(count).not_to_have_text(f"12 / {end}")
    slider.fill("9")

    # the address names the moment, and nothing else: it is the browser that has the seat
    page.wait_for_function("() => location.search === '?at=9' && location.hash === ''")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    replay.get_by_role("button", name="Copy a link to this moment").click()
    expect(page.locator(".toast")).to_contain_text("Link copied")
    link = page.evaluate("() => navigator.clipboard.readText()")
    assert link == f"{service.address}/m/{keys.match}?at=9"
    second = person.tab(page.context, link)
    Hands(second, service.address).seated()
    expect(second.locator(".replay-count")).to_have_text(f"9 / {end}")
    stranger = person(link)
    expect(stranger.get_by_role("heading", level=1)).to_have_text("This seat needs its link")
    page.keyboard.press("Escape")
    page.wait_for_function("() => location.search === ''")


def test_a_branch_of_a_finished_match(person: People, service: Service) -> None:
    keys = resume(service.address, any_game(), BOTH)
    page = person(keys.link("us"))
    us = Hands(page, service.address).seated()
    expect(us.prompt).to_have_text("A draw")
    replay = page.get_by_role("region", name="Replay")
    branch = replay.get_by_role("button", name="Branch from here")
    expect(branch).to_be_disabled()
    own = replay.locator(".replay-count").inner_text()
    replay.get_by_label("View", exact=True).select_option(label="As Japan saw it")
    expect(replay.locator(".replay-count")).to_have_text(re.compile(r"^(\d+) / \1$"))
    expect(replay.locator(".replay-count")).not_to_have_text(own)
    replay.get_by_role("slider").fill("9")
    expect(replay.locator(".replay-count")).to_contain_text(re.compile(r"^9 / \d\d"))
    replay.get_by_label("View", exact=True).select_option(label="As I saw it")
    expect(replay.locator(".replay-count")).to_have_text(re.compile(rf"^\d+{re.escape(own[own.index(' / ') :])}$"))
    replay.get_by_role("slider").fill("6")
    expect(replay.locator(".replay-count")).to_contain_text(re.compile(r"^6 / "))
    expect(branch).to_be_enabled()
    branch.click()
    expect(us.dialog).to_contain_text("A new match begins at moment 6 (turn 1)")
    us.dialog.get_by_label("Who plays").select_option("us")
    us.dialog.get_by_role("button", name="Begin the new match").click()
    expect(us.prompt).to_contain_text("Game-Turn 1, U.S. combat")
    us.seated()
    assert keys.match not in page.url
    expect(us.now).to_contain_text("Branched from a finished match, with new dice.")
    page.go_back()
    us.seated()
    expect(us.prompt).to_have_text("A draw")


def test_a_good_record(person: People, service: Service) -> None:
    page = person("/")
    page.get_by_label("Text of a record").fill(played([*LANDING, "attack U:1/6 J:16"]))
    page.get_by_label("Your seat").select_option(label="Hot seat (both sides)")
    page.get_by_role("button", name="Open").click()
    both = Hands(page, service.address).seated()
    expect(both.prompt).to_contain_text("U:1/6, U:3/6, U:1/23 against J:16".replace("U:", "").replace("J:", ""))
    both.act("done")
    page.goto("/")
    row = page.get_by_role("link", name=re.compile("Saipan"))
    expect(row).to_contain_text(re.compile("Your move"))
    row.click()
    expect(both.prompt).to_contain_text("Japanese Final Protective Fire")


def test_a_record_goes_on_with_a_friend(person: People, service: Service) -> None:
    page = person("/")
    page.get_by_label("Text of a record").fill(played(LANDING))
    page.get_by_label("Your seat").select_option(label="I play U.S. against a friend, with new dice")
    page.get_by_role("button", name="Open").click()
    link = page.get_by_label(re.compile("Link for the Japan")).input_value()
    page.get_by_role("button", name="Go to the table").click()
    us = Hands(page, service.address).seated()
    jp = Hands(takes(person(link)), service.address).seated()
    for hands in (us, jp):
        expect(hands.prompt).to_contain_text("Game-Turn 1, U.S. combat")
        expect(hands.now).to_contain_text("Started from a record, with new dice.")


def test_a_record_from_a_file(person: People, service: Service) -> None:
    page = person("/")
    page.get_by_label("File with a record").set_input_files(
        {"name": "game.txt", "mimeType": "text/plain", "buffer": any_game().encode()}
    )
    expect(page.get_by_label("Text of a record")).to_have_value(re.compile(r'\[Game "saipan"\]'))
    page.get_by_role("button", name="Open").click()
    us = Hands(page, service.address).seated()
    expect(us.prompt).to_have_text("A draw")


GOOD = played(LANDING)
BROKEN = {
    "no record at all": ("Dear diary, today we landed.", "Not a record"),
    "another game": (GOOD.replace('[Game "saipan"]', '[Game "tarawa"]'), "tarawa"),
    "an action that is not allowed": (GOOD.replace("land U:2/8 1002", "land U:2/8 2010"), "2010 is not one of the landing hexes"),
    "loaded dice": (re.sub(r'\[Seed "(..)', lambda found: f'[Seed "{int(found[1], 16) ^ 1:02x}', GOOD), "commitment"),
    "another end than it says": (GOOD.rsplit("\nland", 1)[0] + "\n", "changed"),
    "a line cut short": (GOOD.replace('[Rules "', "[Rules "), "a heading looks like"),
}


def test_broken_records(person: People, service: Service) -> None:
    page = person("/")
    text, said = page.get_by_label("Text of a record"), page.locator(".start-box .form-said")
    page.get_by_role("button", name="Open").click()
    expect(said).to_have_text("Choose a file or paste a record first.")
    for fault, (record, says) in BROKEN.items():
        text.fill(record)
        page.get_by_role("button", name="Open").click()
        expect(said).to_contain_text(says)
        person.forgive("422")
        person.forgive("400")
        sentence = said.inner_text()
        assert sentence[0].isupper() and sentence.endswith(".") and "Error" not in sentence and "<" not in sentence, (
            fault,
            sentence,
        )
        assert text.input_value() == record, f"{fault}: the text is still there"
        assert page.url.rstrip("/") == service.address
    page.get_by_label("File with a record").set_input_files(
        {"name": "a.txt", "mimeType": "text/plain", "buffer": b"x" * (1 << 20) + b"y"}
    )
    expect(said).to_contain_text("too large")
    expect(page.locator(".match-list")).to_contain_text("None yet")
