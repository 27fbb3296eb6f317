"""The start page, the panels of knowledge, the replay, the dice and the tour, as a person meets them."""

from __future__ import annotations

import re
from functools import cache
from random import Random

from playwright.sync_api import Page, expect

from beachhead.match import Match
from beachhead.server.catalogue import entry
from tests.browser.conftest import People, Service
from tests.browser.hands import Hands, Keys, begin, browsed, offered, played, resume, takes
from tests.kit.book_game import CliffsGame

SIX = [f"land {text}" for text in ("U:1/2 1203", "U:2/2 1102 1103", "U:3/2 1002", "U:1/6 0902", "U:2/6 0801 0802", "U:3/6 0702")]


@cache
def finished() -> str:
    """The record of a match that is over."""
    match, chance = Match.new("saipan", "historical", seed=11), Random(5)
    while not match.state.over:
        match.play(chance.choice(list(match.state.actions())))
    return match.record()


def sit(person: People, service: Service, keys: Keys, *who: str) -> Hands:
    return Hands(person(keys.link(*who)), service.address).seated()


def test_one_click_starts_a_match_and_the_start_page_keeps_it(person: People, service: Service) -> None:
    page = person()
    offered(page).get_by_role("button", name="Play now").click()
    hands = Hands(page, service.address).seated()
    expect(hands.prompt).to_contain_text("landing")
    assert "#" not in page.url
    page.goto("/")
    expect(page.get_by_role("listitem").filter(has_text="Saipan")).to_contain_text("Your move (U.S.), turn 1")
    page.on("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name=re.compile("^Remove")).click()
    expect(page.get_by_text("None yet.")).to_be_visible()


def test_a_friend_gets_a_link_and_nothing_else(person: People, service: Service) -> None:
    page = person()
    browsed(page).get_by_role("button", name="Invite a friend").click()
    link = page.get_by_label("Link for the Japan seat").input_value()
    page.get_by_role("button", name="Go to the table").click()
    Hands(page, service.address).seated()
    friend = Hands(takes(person(link)), service.address).seated()
    expect(friend.whose).not_to_have_class(re.compile("mine"))
    expect(friend.page.locator(".phase").first).to_be_visible()


def test_everything_can_be_chosen_before_a_match(person: People, service: Service) -> None:
    page = person()
    browsed(page).get_by_role("button", name="More…").click()
    form = page.get_by_role("dialog")
    form.get_by_label("Free Deployment").check()
    form.get_by_role("group", name="Japan").get_by_label("I play this side").check()
    form.get_by_role("group", name="U.S.").get_by_label(re.compile("^Random")).check()
    form.get_by_label("One per vacant beachhead").check()
    form.get_by_label("Your name").fill("Ann")
    form.get_by_role("button", name="Start the match").click()
    hands = Hands(page, service.address).seated()
    expect(hands.prompt).to_contain_text("Deploy your force")
    page.goto("/")
    expect(page.get_by_role("listitem").filter(has_text="Free Deployment")).to_contain_text("Your move (Japan)")


def test_a_side_that_the_book_plays_has_no_seat_to_choose(person: People) -> None:
    page = person("/static/icon.svg")
    cliffs = entry(CliffsGame()) | {"about": {"says": "", "picture": None}}
    page.route("**/api/games", lambda route: route.fulfill(json={"games": [cliffs], "password": False}))
    page.goto("/")
    card = page.get_by_role("region", name="Scenarios: Cliffs")
    expect(card).to_contain_text("You command the U.S. side; Japan is played by the rulebook.")
    expect(card.get_by_role("button", name="Invite a friend")).to_have_count(0)
    card.get_by_role("button", name="More…").click()
    form = page.get_by_role("dialog")
    japan = form.get_by_role("group", name="Japan")
    expect(japan).to_contain_text("Japan is played by the rulebook.")
    expect(japan.get_by_role("radio")).to_have_count(0)
    form.get_by_label("Two players").check()
    expect(japan.get_by_label("I play this side")).to_be_visible()
    expect(japan.get_by_text("played by the rulebook")).to_be_hidden()
    form.get_by_label("The battery by the book").check()
    with page.expect_request("**/api/matches") as sent:
        page.route("**/api/matches", lambda route: route.fulfill(status=422, json={"text": "no such game"}))
        form.get_by_role("button", name="Start the match").click()
    assert (sent.value.post_data_json or {})["seats"] == {"us": "me", "jp": "book"}
    person.forgive("422")


def test_a_broken_record_is_answered_with_a_sentence_and_stays(person: People) -> None:
    page = person()
    text = page.get_by_label("Text of a record")
    text.fill('[Game "saipan"]\nnonsense')
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.get_by_role("alert").filter(has_text="This record")).to_be_visible()
    expect(text).to_have_value('[Game "saipan"]\nnonsense')
    person.forgive("422")


def test_the_log_can_be_sifted_and_leads_to_rules_and_moments(person: People, service: Service) -> None:
    hands = sit(person, service, resume(service.address, finished(), {"us": "me", "jp": "me"}), "us")
    log = hands.tab("Log")
    expect(log.locator(".log-text").last).to_be_in_viewport()
    log.get_by_label("Losses").check(force=True)
    expect(log.locator(".log-line:visible").first).to_contain_text("is eliminated")
    log.get_by_role("searchbox").fill("J:317")
    expect(log.locator(".log-line:visible")).to_have_count(1)
    log.get_by_title("Show this moment").locator("visible=true").click()
    expect(hands.page.locator(".replay.looking-back")).to_be_visible()
    log.locator(".chip.rule:visible").click()
    expect(hands.page.locator(".rule-entry.lit")).to_be_in_viewport()


def test_the_rules_that_matter_now_are_on_top_and_every_rule_can_be_found(person: People, service: Service) -> None:
    hands = sit(person, service, resume(service.address, played(SIX)), "us")
    rules = hands.tab("Rules")
    expect(rules.locator(".rules-now")).to_contain_text("Every unit in an enemy zone must attack")
    rules.get_by_role("searchbox").fill("7.71")
    expect(rules.locator(".rule-entry").first).to_contain_text("Leave a zone first, enter none")
    rules.get_by_role("searchbox").fill("")
    hands.prompt.get_by_role("button", name=re.compile("7.12")).click()
    expect(rules.locator(".rule-entry.lit")).to_contain_text("7.12")


def test_charts_turns_forces_and_standing_follow_the_match(person: People, service: Service) -> None:
    hands = sit(person, service, resume(service.address, played([*SIX, "attack 1103 from 1203 1102 1002"])), "us")
    charts = hands.tab("Charts")
    expect(charts.locator(".results .ruler.lit-row")).to_contain_text("clear")
    expect(charts.locator(".results td.lit")).to_have_count(1)
    forces = hands.tab("Forces")
    expect(forces.locator("tbody tr")).to_have_count(6)
    forces.get_by_role("button", name="Where").click()
    expect(forces.get_by_role("columnheader", name="Where")).to_have_attribute("aria-sort", "ascending")
    expect(forces.locator("tbody tr").first).to_contain_text("0702")
    turns = hands.tab("Turns")
    expect(turns.locator("[aria-current=step]")).to_contain_text("Game-Turn 1")
    expect(turns.locator("[aria-current=step]")).to_contain_text("3/6")
    expect(hands.tab("Victory")).to_contain_text("If it ended now: a draw")


def slide(page: Page, *keys: str) -> None:
    page.get_by_label("Moment of the match").focus()
    for key in keys:
        page.keyboard.press(key)


def test_a_match_is_looked_back_at_while_it_waits(person: People, service: Service) -> None:
    hands = sit(person, service, resume(service.address, played(SIX)), "us")
    count = hands.page.locator(".replay-count")
    expect(count).to_have_text("6 / 6")
    slide(hands.page, "Home", "ArrowRight", "ArrowRight", "ArrowRight")
    expect(count).to_have_text("3 / 6")
    hands.lies("U:3/2", "1002")
    expect(hands.page.locator(".replay-text")).to_contain_text("3/2 lands at 1002")
    hands.page.get_by_role("button", name="Autoplay").click()
    expect(count).to_have_text("6 / 6")
    hands.page.locator(".replay").get_by_role("button", name="Back to now").click()
    hands.act("attack 1103 from 1203 1102 1002")


def test_a_finished_match_is_verified_and_branched(person: People, service: Service) -> None:
    hands = sit(person, service, resume(service.address, finished(), {"us": "me", "jp": "me"}), "us")
    hands.page.get_by_role("button", name="Check the dice").click()
    hands.dialog.get_by_role("button", name="Verify the dice").click()
    expect(hands.dialog.locator(".good")).to_have_count(2)
    hands.close()
    slide(hands.page, "Home", "ArrowRight", "ArrowRight")
    expect(hands.page.locator(".replay-count")).to_have_text(re.compile("^2 /"))
    hands.page.get_by_role("button", name="Branch from here").click()
    before = hands.page.url
    hands.dialog.get_by_role("button", name="Begin the new match").click()
    hands.page.wait_for_url(lambda url: url != before)
    branch = Hands(hands.page, service.address).seated()
    expect(branch.prompt).to_contain_text("2 of 6 landed")


def test_the_host_replaces_a_player_and_opens_the_seat_again(person: People, service: Service) -> None:
    page = person()
    offered(page).get_by_role("button", name="Play now").click()
    hands = Hands(page, service.address).seated()
    hands.menu("Links")
    seat = hands.dialog.locator(".seat").filter(has_text="Japan")
    expect(seat).to_contain_text("Sergeant")
    seat.get_by_role("combobox").select_option("open")
    seat.get_by_role("button", name="Assign seat").click()
    link = hands.dialog.get_by_label("Link for the Japan seat").input_value()
    friend = Hands(takes(person(link)), service.address).seated()
    expect(friend.prompt).to_contain_text("landing")
    seat.get_by_role("combobox").select_option("random")
    seat.get_by_role("button", name="Assign seat").click()
    expect(seat).to_contain_text("Random")
    expect(friend.dialog).to_be_visible()


def test_the_tour_is_offered_from_any_other_match(person: People, service: Service) -> None:
    hands = sit(person, service, begin(service.address), "us")
    hands.menu("Take the tour")
    expect(hands.dialog).to_contain_text("a separate match")
    hands.dialog.get_by_role("button", name="Stay here").last.click()
    expect(hands.page.locator(".tour")).to_have_count(0)
