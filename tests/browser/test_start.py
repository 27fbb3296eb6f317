"""The start page: your matches, where they stand and whose move it is; the games as cards, their scenarios; languages."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import beachhead as bh
from beachhead.engine.game import Game
from tests.browser.access import LIGHT, Looker
from tests.browser.conftest import People, Service
from tests.browser.hands import BOTH, LANDING, Hands, begin, browsed, offered, played, resume
from tests.browser.phone import PHONE, small

GAMES = list(bh.all_games())
EACH = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)


def positions(page: Page) -> dict[str, Any]:
    """The small pictures that this browser keeps."""
    found: dict[str, Any] = json.loads(page.evaluate("() => localStorage.getItem('beachhead.positions') ?? '{}'"))
    return found


def test_matches_stand_first_with_their_position_and_whose_move_it_is(person: People, service: Service) -> None:
    mine = resume(service.address, played(LANDING[:3]), {"us": "me", "jp": "open"})
    theirs = begin(service.address, seats={"us": "open", "jp": "me"})
    page = person(theirs.link("jp"))
    Hands(page, service.address).seated()
    page.goto(mine.link("us"))
    Hands(page, service.address).seated()
    page.goto(theirs.link("jp"))  # the last one that was looked at is not the one that waits
    Hands(page, service.address).seated()
    page.goto("/")
    rows = page.locator(".match-list > li")
    expect(rows).to_have_count(2)
    expect(rows.first).to_contain_text("Your move (U.S.), turn 1")
    expect(rows.last).to_contain_text("U.S. to move, turn 1")
    expect(rows.first.locator("time")).to_have_text(re.compile("this minute|minute"))
    landed = positions(page)[mine.match]
    ashore = [dot for dot in landed["dots"] if dot[2] == "us"]
    assert len(ashore) == 3, "a dot for each battalion ashore"
    expect(rows.first.locator(".match-picture circle")).to_have_count(len(landed["dots"]))
    before = page.locator(".match-list").bounding_box()
    cards = page.locator(".games").bounding_box()
    assert before and cards and before["y"] < cards["y"], "above the games"
    rows.first.get_by_role("link").click()
    expect(Hands(page, service.address).seated().whose).to_have_class(re.compile("mine"))


def test_the_picture_of_a_hot_seat_shows_what_both_may_see(person: People, service: Service) -> None:
    keys = begin(service.address, "campaign", BOTH, game="rage")
    page = person(keys.link("us", "jp"))
    page.locator(".handover").get_by_role("button").click()
    hands = Hands(page, service.address)
    hands.act("plan default")
    expect(page.locator('.stage-map [data-unit="309"]')).to_be_attached()
    page.goto("/")
    expect(page.locator(".match-list > li")).to_have_count(1)
    kept = positions(page)[keys.match]
    assert not [dot for dot in kept["dots"] if dot[2] == "jp"], "Japan's set-up is a secret"


def test_five_games_need_no_scrolling(person: People) -> None:
    page = person("/", viewport={"width": 1440, "height": 900})
    cards = page.locator("article.game-card")
    expect(cards).to_have_count(len(GAMES))
    for card in cards.all():
        expect(card.get_by_role("button", name="Play now")).to_be_in_viewport(ratio=1)
        box, picture = card.bounding_box(), card.locator("img.game-picture")
        assert box and box["y"] + box["height"] <= 900
        assert picture.evaluate("(one) => one.decode().then(() => one.naturalWidth > 0)"), "it has a picture"
    for width, height in ((1280, 720), (1024, 768), (390, 844), (320, 568)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("() => document.documentElement.scrollWidth") <= width, "nothing stands out to the side"


@EACH
def test_scenarios_are_chosen_by_what_they_are(person: People, game: Game) -> None:
    page = person()
    scenarios = browsed(page, game.id)
    for scenario in game.scenarios:
        assert scenario.length and scenario.forces and scenario.special, f"{game.id} {scenario.id} says what it is"
        if len(game.scenarios) > 1:
            row = scenarios.locator(f'.scenario-row:has(input[value="{scenario.id}"])')
            expect(row).to_contain_text(scenario.length)
            row.click()
        for text in (scenario.title, scenario.says, scenario.length, scenario.forces, scenario.special):
            expect(scenarios.locator(".scenario")).to_contain_text(text)
        tried = game.balance[scenario.id]
        balance = scenarios.locator(".scenario-balance")
        expect(balance).to_contain_text(f"Of {tried['trials']} trial games, U.S. won {tried['results']['us']}")
        expect(balance).to_contain_text(tried["date"].partition("-")[0])
        for side in scenario.sides or game.sides:
            expect(scenarios.locator(".scenario-sides")).to_contain_text(game.side_names[side])
        expect(scenarios.get_by_text("played by the rulebook").first).to_be_visible(visible=bool(scenario.book))
        seats = dict(scenario.seats).values()
        expect(scenarios.get_by_role("button", name="Invite a partner")).to_have_count(int(len(set(seats)) < len(seats)))
        expect(scenarios.get_by_role("button", name="Hot seat")).to_have_count(int(not scenario.book))
    last = game.scenarios[-1]
    if last.seats:  # a partner would have to come first
        return
    with page.expect_request("**/api/matches") as sent:
        scenarios.get_by_role("button", name=f"Play: {last.title}").click()
    assert (sent.value.post_data_json or {})["scenario"] == last.id
    expect(page.locator("html[data-ready=yes] .stage-map [data-unit]").first).to_be_attached()


def test_scenarios_by_keyboard_and_finger_and_before_the_eyes_of_axe(person: People, looker: Looker) -> None:
    page = person("/", **LIGHT)
    button = offered(page, "dday").locator(".scenarios-button")
    button.focus()
    page.keyboard.press("Enter")
    scenarios = page.get_by_role("region", name="Scenarios: D-Day at Iwo Jima")
    scenarios.get_by_role("radio").first.focus()
    page.keyboard.press("ArrowDown")
    expect(scenarios.get_by_role("heading", level=3)).to_have_text("Suribachi, 20 to 24 February")
    looker.look(page, "scenarios")
    scenarios.get_by_role("button", name="Rules and charts").click()
    reader = page.get_by_role("dialog")
    reader.locator("summary").first.click()
    expect(reader.locator(".rule-entry").first).to_be_visible()
    reader.get_by_role("tab", name="Rules").focus()
    page.keyboard.press("ArrowRight")
    expect(reader.locator(".know-chart").first).to_be_visible()
    looker.look(page, "rules and charts", within="dialog")
    reader.locator(".know-chart .chip.rule").first.click()
    expect(reader.locator(".rule-entry.lit")).to_be_visible()
    phone = person("/", **PHONE)
    browsed(phone, "dday")
    assert not small(phone)


def test_a_host_with_a_password(person: People) -> None:
    page = person("/static/icon.svg")
    page.route("**/api/games", lambda route: route.fulfill(json=route.fetch().json() | {"password": True}))
    page.goto("/")
    page.get_by_label("Password of this host").fill("pelican")
    with page.expect_request("**/api/matches") as sent:
        page.route("**/api/matches", lambda route: route.fulfill(status=401, json={"error": {"code": "password", "text": "no"}}))
        offered(page).get_by_role("button", name="Play now").click()
    assert (sent.value.post_data_json or {})["password"] == "pelican"
    expect(offered(page).get_by_role("alert")).to_have_text("No.")
    person.forgive("401")


def test_a_second_visit_asks_for_the_document_and_what_may_have_changed(person: People, service: Service) -> None:
    keys = begin(service.address)
    first = person(keys.link("us"))
    Hands(first, service.address).seated()
    first.goto("/")
    expect(first.locator(".match-list > li")).to_contain_text("Your move")
    first.wait_for_load_state("networkidle")
    page = first.context.new_page()
    wire = first.context.new_cdp_session(page)
    wire.send("Network.enable")
    asked: dict[str, str] = {}

    def sent(event: dict[str, Any]) -> None:
        asked[event["requestId"]] = event["request"]["url"]

    def had(event: dict[str, Any]) -> None:
        if event.get("response", {}).get("fromDiskCache", True):
            asked.pop(event["requestId"], None)

    wire.on("Network.requestWillBeSent", sent)
    wire.on("Network.requestServedFromCache", had)
    wire.on("Network.responseReceived", had)
    page.goto("/")
    expect(page.locator(".match-list > li")).to_contain_text("Your move")
    page.wait_for_load_state("networkidle")
    paths = sorted(url.removeprefix(service.address) for url in asked.values())
    assert paths == ["/", "/api/games", "/api/matches/lookup"]


def test_a_page_that_is_older_than_its_server_loads_itself_again_once(person: People) -> None:
    page = person("/static/icon.svg")
    loads: list[str] = []
    page.on("request", lambda request: loads.append(request.url) if request.is_navigation_request() else None)
    page.route("**/api/games", lambda route: route.fulfill(json=route.fetch().json() | {"page": "newer"}))
    page.goto("/")
    expect(offered(page).get_by_role("button", name="Play now")).to_be_visible()
    assert len(loads) == 2


# ---------------------------------------------------------------------- languages


def test_japanese_is_chosen_on_the_start_page_and_spoken_at_the_table(person: People, service: Service) -> None:
    page = person("/")
    page.get_by_label("Language").select_option(label="日本語")
    expect(page.locator("html")).to_have_attribute("lang", "ja")
    expect(offered(page).get_by_role("button", name="今すぐプレイ")).to_be_visible()
    expect(page.locator("#scenarios")).to_contain_text("49 U.S. units")  # what the games say of themselves is English
    keys = begin(service.address)
    page.goto(keys.link("us"))
    hands = Hands(page, service.address).seated()
    expect(hands.whose).to_contain_text("あなたの番")
    expect(hands.prompt).to_contain_text("landing")
    page.get_by_role("button", name="メニュー").click()
    page.get_by_role("dialog").get_by_role("button", name="設定").click()
    choice = page.get_by_role("dialog").get_by_label("言語")
    expect(choice).to_have_value("ja")
    choice.select_option("en")
    expect(page.locator("html[data-ready=yes][lang=en]")).to_be_attached()
    expect(Hands(page, service.address).whose).to_contain_text("Your move")


def test_the_browser_asks_for_a_language_and_gaps_are_filled_in_english(person: People) -> None:
    page = person("/static/icon.svg", locale="ja-JP")

    def cut(route: Any) -> None:
        texts = route.fetch().json()
        del texts["start"]["tour"], texts["start"]["scenarios"]
        route.fulfill(json=texts)

    page.route("**/texts/ja.json", cut)
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("lang", "ja")
    card = offered(page)
    expect(card.get_by_role("button", name="今すぐプレイ")).to_be_visible()
    expect(card.get_by_role("button", name="Take the tour")).to_be_visible()
    expect(card.locator(".scenarios-button")).to_have_text("2 scenarios")
    expect(offered(page, "rage").locator(".scenarios-button")).to_have_text("1 scenario")
