"""The panel of a combat: odds before every plain choice, a result that stays while something else is thought of, and its fold."""

from __future__ import annotations

import re
from random import Random

from playwright.sync_api import expect

from beachhead.match import Match
from tests.browser.conftest import People, Service
from tests.browser.hands import LANDING, Hands, played, resume
from tests.browser.rage import AreaHands, reached

SHORT = ".hint [aria-hidden]"
"""A label as it is seen; its words are there for the ear."""


def massed() -> Match:
    """A match up to the question whether an attack is a massed one."""
    match, chance = Match.new("saipan", "historical", seed=7), Random(7)
    while match.state.decision.step != "banzai":
        match.play(str(chance.choice(match.state.actions())))
    return match


def test_a_massed_attack_shows_its_odds_before_it_is_declared(person: People, service: Service) -> None:
    keys = resume(service.address, massed().record())
    jp = Hands(person(keys.link("jp")), service.address).seated()
    declare, regular = jp.now.locator('[data-key="banzai"]'), jp.now.locator('[data-key="regular"]')
    expect(declare).to_contain_text("Attack Strength, whatever the result")
    expect(declare.locator(SHORT)).to_have_text(re.compile(r"^([+−]\d+|0)$"))
    odds, plain = declare.locator(SHORT).inner_text(), regular.locator(SHORT).inner_text()
    expect(jp.combat.locator(".differential")).to_have_text(plain)
    declare.hover()
    expect(jp.combat.locator(".sum .change")).to_have_text(f"→ {odds}")
    expect(jp.combat.locator(".combat-notes")).to_contain_text("The Banzai attack costs")
    expect(jp.combat.locator(".combat-state")).to_have_text("Under way")


def test_stand_or_retreat_says_what_it_costs(person: People, service: Service) -> None:
    match = reached("stand")
    keys = resume(service.address, match.record())
    asked = AreaHands(person(keys.link(match.state.side)), service.address).open()
    expect(asked.now.locator('[data-key^="stand"]')).to_contain_text("It stays and")
    expect(asked.now.locator('[data-key^="retreat"]')).to_contain_text("It ignores one point of damage")
    expect(asked.combat.locator(".combat-state")).to_have_text("Result")
    expect(asked.combat.locator(".dice > span").first).to_be_visible()


def test_hovering_keeps_the_result_just_rolled(person: People, service: Service) -> None:
    keys = resume(service.address, reached("bombard", "us", 1).record())
    AreaHands(person(keys.link("jp")), service.address).open().pass_everything()
    us = AreaHands(person(keys.link("us")), service.address).open()
    for order in ("bombard Nav 1 futatsune", "bombard Nav 2 okina", "bombard Nav 3 suribachi"):
        us.typed.fill(order)
        us.typed.press("Enter")
        expect(us.answer).to_contain_text(order)
    us.end_phase("Lock targets")
    us.button(re.compile("Roll for Futatsune")).click()
    expect(us.combat.locator(".combat-state")).to_have_text("Result")
    expect(us.combat.locator(".dice > span")).to_have_count(5)
    us.button(re.compile("Roll for Suribachi")).hover()
    expect(us.combat.locator(".combat-next")).to_contain_text("Suribachi")
    expect(us.combat.locator(".combat-body h2")).to_contain_text("Futatsune")
    expect(us.combat.locator(".dice > span")).to_have_count(5)


def test_a_spent_combat_folds_and_opens(person: People, service: Service) -> None:
    keys = resume(service.address, played(LANDING))
    us = Hands(person(keys.link("us")), service.address).seated()
    us.typed.fill("support 1 J:25")  # too weak to do any harm
    us.typed.press("Enter")
    expect(us.combat.locator(".combat-state")).to_have_text("Result")
    expect(us.prompt).to_contain_text("open an attack")
    us.unit("U:1/105").click()
    fold = us.combat.locator(".combat-fold")
    expect(fold).to_contain_text("Last combat:")
    expect(us.combat.locator(".face.lit")).to_have_count(0)
    fold.click()
    expect(us.combat.locator(".face.lit")).to_have_count(1)
    us.combat.get_by_role("button", name="Collapse this result").click()
    expect(us.combat.locator(".combat-fold")).to_be_visible()
    expect(us.combat.locator(".face.lit")).to_have_count(0)
