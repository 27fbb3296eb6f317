"""A game against the computer, typed line by line, to the end and what comes after. A soak plays all of its turns."""

from __future__ import annotations

import re
from random import Random

from playwright.sync_api import expect

from beachhead.match import Match
from tests.browser.conftest import People, Service
from tests.browser.hands import Hands, resume
from tests.budget import SOAK

IDLE = """() => document.querySelector(".whose.mine, .over-title") && !document.querySelector("section.now .busy")"""


FIRST = 13 if SOAK == 1 else 1
"""The Game-Turn from which the game is played in the browser."""


def before(turn: int) -> str:
    """The record of a game up to a Game-Turn."""
    match, chance = Match.new("saipan", "historical", seed=15), Random(15)
    while match.state.view()["turn"] < turn:
        offered = [str(action) for action in match.state.actions()]
        match.play("done" if "done" in offered and chance.random() < 0.75 else chance.choice(offered))
    return match.record()


def test_a_game_against_random_to_its_end(person: People, service: Service) -> None:
    keys = resume(service.address, before(FIRST), seats={"us": "me", "jp": "random"})
    page = person(keys.link("us"))
    us = Hands(page, service.address).seated()
    chance, typed = Random(15), 0
    while True:
        page.wait_for_function(IDLE)
        if page.locator(".over-title").count():
            break
        us.play_any(chance, hurry=0.75)
        typed += 1
    assert typed > 3 * (15 - FIRST)
    turn = page.locator(".turn").inner_text()

    # the end: who has won and why, the dice, the record, a new game
    expect(us.prompt).to_have_text(re.compile("A draw|has won|You have won"))
    expect(us.now.get_by_role("button", name=re.compile("^Rule 13"))).to_be_visible()
    expect(us.whose).to_have_text("Over")
    assert re.search(r"15\s*/15", turn) or "draw" not in us.prompt.inner_text().lower()
    us.button("Check the dice").click()
    us.dialog.get_by_role("button", name="Verify the dice").click()
    expect(us.dialog).to_contain_text("Your browser has checked that the seed matches the fingerprint.")
    expect(us.dialog).to_contain_text("The record is true")
    expect(us.dialog.locator(".bad")).to_have_count(0)
    us.close()
    us.button("Download the record").click()
    with page.expect_download() as download:
        us.dialog.get_by_role("button", name="Download record").click()
    us.close()
    assert download.value.suggested_filename.endswith(".txt")
    record = download.value.path().read_text(encoding="utf-8")
    match = Match.load(record)
    assert match.state.over and match.state.result is not None
    assert match.state.result.how.split(":")[0] in us.now.inner_text()
    expect(us.tab("Victory")).to_contain_text(re.compile("A draw|has won"))
    us.button("Replay").click()
    expect(page.get_by_role("region", name="Replay").locator(".replay-count")).to_be_visible()
    page.goto("/")
    expect(page.locator(".match-list")).to_contain_text("Over")
