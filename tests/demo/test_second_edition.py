"""The page with all that Atoll brings: stacks, backs, chips, cards, duties, sectors, overlays, a combat, forty acts of the book.

Nothing here has page code of its own. The tests begin to run by themselves once every part of the page that they need is there.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

import beachhead
from tests.browser.conftest import People
from tests.browser.hands import Keys, story
from tests.demo.hands import (
    FORTY,
    DemoHands,
    Moment,
    asked,
    at,
    before_the_card,
    book_presses,
    in_close_combat,
    shared_hex,
    table,
    two_can_attack,
    two_words,
    worn,
)
from tests.wire.service import Service

PARTS = ("inspector.js", "playbackBar.js", "hand.js", "combatPanel.js", "updates.js")
WEB = Path(beachhead.__file__).parent / "web" / "js" / "table"
pytestmark = pytest.mark.skipif(
    not all((WEB / part).exists() for part in PARTS), reason="the page does not have all its parts yet"
)
ID = re.compile(r"\bJ\d+\b")
"""The id of a face-down counter, which is never printed."""


def sit(person: People, service: Service, keys: Keys, *who: str, speed: str = "off") -> DemoHands:
    """Somebody before the page of that match."""
    hands = DemoHands(person(keys.link(*(who or ("us",))), speed=speed), service.address)
    hands.seated()
    return hands


def arrive(person: People, service: Service, moment: Moment, *, speed: str = "off") -> DemoHands:
    """Somebody before a match at that moment."""
    return sit(person, service, at(service.address, moment), speed=speed)


def test_stacks_in_the_inspector(person: People, service: Service) -> None:
    """Both sides of a hex, each in its order, with what lies on the counters."""
    us = arrive(person, service, in_close_combat)
    space = shared_hex()
    us.page.mouse.move(*us.point(space))
    strip = us.page.locator(f'section.inspector[data-space="{space}"]')
    expect(strip.locator(".inspector-group")).to_have_count(2)
    expect(strip.locator(".inspector-title")).to_contain_text(space)
    us.page.mouse.move(*us.point("0310"))
    top = us.page.locator('section.inspector[data-space="0310"] .inspector-units > *').first
    expect(top).to_contain_text("top")


def test_backs_have_no_name(person: People, service: Service) -> None:
    """Forty backs, and not one id in anything that is printed or read aloud: panels, cards, strip, log, titles."""
    us = sit(person, service, table(service.address))
    us.my_move()
    expect(us.page.locator(".stage-map .unit.is-back")).to_have_count(40)
    us.page.mouse.move(*us.point("0412"))
    expect(us.page.locator('section.inspector[data-space="0412"]')).to_contain_text("?")
    for tab in ("Forces", "Log"):
        us.tab(tab)
        assert not ID.search(us.page.locator("body").inner_text())
    labels = us.page.evaluate(
        "() => [...document.querySelectorAll('[aria-label], [title]')].map((el) => `${el.ariaLabel} ${el.title}`)"
    )
    assert not any(ID.search(label) for label in labels), [label for label in labels if ID.search(label)]
    assert any("face-down counter" in label for label in labels)


def test_chips_stay_on_their_units(person: People, service: Service) -> None:
    us = arrive(person, service, worn)
    chips = us.page.locator(".stage-map .unit-chips:not(:empty)")
    near = chips.count()
    assert near > 2
    us.page.get_by_role("button", name=re.compile("Whole map")).click()
    expect(chips).to_have_count(near)
    expect(chips.first).to_be_visible()


def test_sectors_are_outlined_and_crossed_out(person: People, service: Service) -> None:
    us = sit(person, service, table(service.address))
    expect(us.page.locator(".stage-map [data-region]")).to_have_count(6)
    expect(us.page.locator(".stage-map .region-cross")).to_have_count(1)


def test_overlays_with_their_legends(person: People, service: Service) -> None:
    """Several at once, each with a legend, and each taken off from there."""
    us = arrive(person, service, worn)
    legends = us.page.locator("[data-legend]")
    for number, name in enumerate(("supply", "fire", "command"), 1):
        us.page.locator(f'[data-overlay="{name}"]').first.click()
        expect(legends).to_have_count(number)
    expect(us.page.locator('[data-legend="supply"]')).to_contain_text("cut by Japanese counters")
    expect(us.page.locator('[data-legend="fire"]')).to_contain_text("heavy fire")
    expect(us.page.locator(".stage-map .over-way.kind-cut").first).to_be_attached()
    expect(us.page.locator(".stage-map .over-level").first).to_be_attached()
    us.page.locator('[data-legend="fire"] .legend-off').click()
    expect(legends).to_have_count(2)


def test_duties_by_kind_with_their_counts(person: People, service: Service) -> None:
    """What is left and done of each kind; what leaves no choice is done in one go, and nothing else."""
    us = sit(person, service, table(service.address))
    kinds = us.now.locator(".duties .duty")
    expect(kinds).to_have_count(3)
    expect(kinds.nth(0)).to_contain_text("0 of 11 done")
    expect(kinds.nth(1)).to_contain_text("must rally or rest")
    expect(kinds.nth(2).locator(".ref")).to_have_count(4)
    us.act("supply A/1")
    expect(kinds.nth(0)).to_contain_text("1 of 11 done")
    us.now.locator('[data-key="forced"]').click()
    expect(us.prompt).to_contain_text(re.compile("(8|12) duties are left"))  # those of disrupted units may wait for their choice
    expect(kinds.nth(1)).to_contain_text("0 of 4 done")


def test_a_card_by_keyboard(person: People, service: Service) -> None:
    """From the hand to the discards without a mouse; the card in force shows which of its parts is in use."""
    us = arrive(person, service, asked("move"))
    hand = us.page.locator(".pile-hand")
    expect(hand.locator("[data-card]")).to_have_count(3)
    card = hand.locator(".hand-card.ready").first
    name = card.get_attribute("data-card")
    card.focus()
    us.page.keyboard.press("Enter")
    expect(us.page.locator(f'[data-card="{name}"].chosen')).to_be_attached()
    us.page.keyboard.press("Escape")
    expect(us.page.locator(f'[data-card="{name}"].chosen')).to_have_count(0)
    card.focus()
    us.page.keyboard.press("Enter")
    us.now.locator(".button[data-enter]").first.focus()
    us.page.keyboard.press("Enter")
    expect(us.page.locator(f'.pile-hand [data-card="{name}"]')).to_have_count(0)
    expect(us.page.locator(f'.pile-discards [data-card="{name}"]')).to_be_visible()
    us.page.locator('[data-card^="fate"]').first.click()
    expect(us.page.locator(".card-part")).to_have_count(3)
    expect(us.page.locator(".card-part.in-use")).to_have_count(1)


def test_a_combat_before_and_after_its_card(person: People, service: Service) -> None:
    us = arrive(person, service, before_the_card)
    expect(us.combat.locator(".force")).to_have_count(2)
    expect(us.combat.locator(".strip li.at")).to_have_count(1)
    expect(us.combat.locator(".chances li").first).to_be_visible()
    us.act("fight")
    expect(us.combat.locator(".cards-thrown li")).to_contain_text("Fate")
    expect(us.combat.locator(".verdict")).to_be_visible()


def test_a_list_in_one_line(person: People, service: Service) -> None:
    """`attack 0503 from 0402 0404`: the single actions, or none of them."""
    us = arrive(person, service, two_can_attack)
    space, first, second = two_words()
    us.type(f"attack {space} from {first} Tennessee")
    expect(us.answer).not_to_contain_text("Done")
    expect(us.prompt).to_contain_text("combat")
    us.type(f"attack {space} from {first} {second}")
    expect(us.prompt).to_contain_text(f"Attack on {space}")
    expect(us.combat.locator(".force").first.locator(".fights")).to_have_count(2)


def test_a_decision_with_thousands_of_actions(person: People, service: Service) -> None:
    """The page asks for what is behind a ship when the ship is chosen, and a salvo is fired by a key and two clicks."""
    us = arrive(person, service, asked("bombard"))
    us.page.keyboard.press("n")
    expect(us.page.locator(".stage-map .is-selected, section.now [aria-pressed=true]").first).to_be_attached()
    us.click_space("0411")
    us.now.get_by_role("button", name=re.compile("salvos: 1")).click()
    expect(us.tab("Log")).to_contain_text(re.compile(r"fires \d salvos? at 0411"))


def test_the_enemy_s_turn_is_played_back(person: People, service: Service) -> None:
    """Forty acts, one by one: paused, stepped, each with its reason; skipped to the decision, and still there to be read."""
    keys = at(service.address, book_presses)
    us = sit(person, service, keys, speed="on")
    us.act("done")
    bar = us.page.locator("section.playback")
    count = bar.locator(".playback-count")
    expect(count).to_have_text(re.compile(r"\d+ / [45]\d"))
    bar.get_by_role("button", name="Pause").click()
    expect(bar).to_have_attribute("data-state", "paused")
    before = int(count.inner_text().split(" / ")[0])
    bar.get_by_role("button", name="Next action").click()
    expect(count).to_have_text(re.compile(rf"^{before + 1} / "))
    expect(bar.locator(".playback-why")).to_contain_text("Why:")
    us.page.keyboard.press("Escape")
    us.my_move()
    expect(bar.locator(".since")).to_contain_text(re.compile(r"\d+ moves"))
    moves = bar.locator('.since-chip[data-key="move"]')
    moves.click()
    expect(bar.locator(".since-line").first).to_be_visible()
    assert len([line for line in story(service.address, keys, "us") if "face-down counter" in line]) >= FORTY // 2
    expect(us.page.locator(".stage-map .trail").first).to_be_attached()


def test_one_person_against_the_book(person: People, service: Service) -> None:
    """No second seat to invite anybody to, and nobody waits for the book."""
    us = sit(person, service, table(service.address))
    us.menu("Seats and links")
    expect(us.dialog).to_contain_text(re.compile("rulebook|doctrine", re.IGNORECASE))
    expect(us.dialog.get_by_role("button", name=re.compile("Invite"))).to_have_count(0)
    assert "Waiting for" not in us.page.locator("body").inner_text()


def test_the_large_table_can_be_played(person: People, service: Service) -> None:
    """300 counters and 1,113 hexes: a duty is done, and the map comes along."""
    us = sit(person, service, table(service.address, "large"))
    assert us.page.evaluate("() => document.querySelectorAll('.stage-map [data-unit]').length") == 300
    expect(us.now.locator(".duties .duty")).to_have_count(3)
    us.act("supply A/1")
    expect(us.prompt).to_contain_text("113 duties are left")
