"""What spoiled decisions on the page: wrong reasons, words from the wrong side, lists that move, choices that are none."""

from __future__ import annotations

import re
from random import Random
from typing import Any

from playwright.sync_api import expect

from beachhead.match import Match
from tests.browser.conftest import People, Service
from tests.browser.hands import LANDING, Hands, played, resume, story
from tests.browser.rage import AreaHands
from tests.browser.rage import played as rage_played


def _landed() -> Match:
    """Rage, first turn: every U.S. regiment that can land has landed, and only the reserve could still be called."""
    match = rage_played(lambda state: state.decision.step == "move" and state.side == "us")
    while True:
        offered = [str(action) for action in match.state.actions()]
        ours = match.state.side == "us"
        wanted = (
            [one for one in offered if one.startswith("land") or one == "stop"]
            if ours
            else [one for one in offered if one in ("pass", "accept")]
        )
        if ours and not wanted:
            return match
        match.play((wanted or offered)[0])


def test_a_wrong_click_is_answered_about_the_unit(person: People, service: Service) -> None:
    match = _landed()
    keys = resume(service.address, match.record())
    us = AreaHands(person(keys.link("us")), service.address).open()
    us.page.locator(".stage-map .unit.side-us[data-marks=moved]:not(.is-buried)").first.click()
    expect(us.reason).to_contain_text("has already moved this phase")
    expect(us.reason.get_by_role("button", name=re.compile("^Rule 10-b"))).to_be_visible()
    expect(us.page.locator(".toast")).to_have_count(0)  # one place for a refusal
    expect(us.page.locator(".know-card")).to_contain_text("has already moved this phase")
    expect(us.now).to_contain_text("Other actions")


def test_duties_are_told_to_each_viewer(person: People, service: Service) -> None:
    keys = resume(service.address, played(LANDING))
    words = {
        "us": ("6 of your units must attack", "2 enemy units must be attacked"),
        "jp": ("6 enemy units must attack", "2 of your units must be attacked"),
        "spectator": ("U.S.: 6 units must attack", "Japan: 2 units must be attacked"),
    }
    for who, (first, second) in words.items():
        hands = Hands(person(keys.link(who)), service.address).seated()
        expect(hands.now.locator(".duty").nth(0)).to_contain_text(first)
        expect(hands.now.locator(".duty").nth(1)).to_contain_text(second)
        assert "U:" not in hands.now.inner_text() and "J:" not in hands.now.inner_text()
    us = hands
    us.page.keyboard.press("d")  # from one duty to the next
    expect(us.page.locator(".stage-map .pointed")).to_have_count(1)


def _owed() -> Match:
    """Saipan, U.S. combat: an enemy can be attacked in one way only, by barrage or support."""
    for seed in range(3, 40):
        match, chance = Match.new("saipan", seed=seed), Random(seed)
        while not match.state.over:
            offered = [str(action) for action in match.state.actions()]
            if match.state.decision.step == "combat" and match.state.side == "us":
                for enemy in match.state.view("us")["duties"]["owed"]:
                    if len([one for one in offered if one.endswith(f" {enemy}")]) == 1 and len(offered) > 1:
                        return match
            match.play(chance.choice(offered))
    raise AssertionError("such a moment has not come")


def test_what_has_no_choice_is_one_click(person: People, service: Service) -> None:
    match = _owed()
    keys = resume(service.address, match.record())
    us = Hands(person(keys.link("us")), service.address).seated()
    expect(us.now.locator('[data-key="duty owed"]')).to_have_text("1 enemy unit must be attacked by barrage or support")
    us.now.locator("[data-key=forced]").click()
    expect(us.now.locator('[data-key="duty owed"]')).to_have_count(0)
    assert any("J:316" in line for line in story(service.address, keys, "us"))


def test_a_typed_list_is_played_whole_or_not_at_all(person: People, service: Service) -> None:
    keys = resume(service.address, played(LANDING))
    us = Hands(person(keys.link("us")), service.address).seated()
    before = story(service.address, keys, "us")
    us.type("attack 0903 from 0902 9999")
    expect(us.answer).to_have_text("There is no unit or hex 9999. Nothing was done.")
    us.type("attack 16 from 1/6, 1/6")
    expect(us.answer).to_contain_text("listed twice")
    us.type("attack 16 from 1/6 2/8")  # 2/8 is not adjacent
    expect(us.answer).to_contain_text("Nothing was done:")
    assert story(service.address, keys, "us") == before
    us.type("attack 16 from 1/6 3/6 1/23")
    expect(us.combat).to_contain_text("Under way")
    expect(us.answer.locator(".bad")).to_have_count(0)


def test_the_list_does_not_move_under_the_pointer(person: People, service: Service) -> None:
    match = rage_played(_to_roll)
    keys = resume(service.address, match.record(), {"us": "me", "jp": "sergeant"})
    us = AreaHands(person(keys.link("us")), service.address).open()
    rolls = us.now.locator('.options [data-key^="resolve "]')
    count = rolls.count()
    assert count > 1
    expect(rolls.filter(has_text="avg")).to_have_count(count)  # their chances take room as well
    keys_before: list[Any] = rolls.evaluate_all("all => all.map((one) => [one.dataset.key, one.getBoundingClientRect().top])")
    rolls.first.click()
    expect(rolls).to_have_count(count - 1)
    expect(rolls.filter(has_text="avg")).to_have_count(count - 1)
    keys_after: list[Any] = rolls.evaluate_all("all => all.map((one) => [one.dataset.key, one.getBoundingClientRect().top])")
    assert [key for key, _ in keys_after] == [key for key, _ in keys_before[1:]]
    gaps = [after - before for (_, after), (_, before) in zip(keys_after, keys_before[1:], strict=True)]
    assert len({round(gap) for gap in gaps}) == 1, "what is left keeps its distance"
    expect(us.now.locator(".options .gap")).to_have_count(1)
    us.page.mouse.move(300, 300)
    expect(us.now.locator(".options .gap")).to_have_count(0)


def _to_roll(state: Any) -> bool:
    return state.side == "us" and len([action for action in state.actions() if str(action).startswith("resolve")]) > 2
