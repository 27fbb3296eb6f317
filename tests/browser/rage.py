"""Rage Against the Marines for the tests of the page: records up to a moment that is looked for, and hands that know areas."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

from playwright.sync_api import expect

from beachhead import game
from beachhead.engine.state import State
from beachhead.match import Match
from tests.browser.hands import ON_SCREEN, STILL, Hands, Keys, begin, spaces

ABLE = """[...document.querySelectorAll("section.now .button")].find((one) => new RegExp(answers).test(one.textContent))"""
ANSWER = f"(answers) => {ABLE}?.click()"
"""Press such a button, unless the service has answered in the player's name meanwhile, and it is gone."""
ASKED_OR_ABLE = f"""([prompt, answers]) => document.querySelector(".whose.mine") && !document.querySelector("section.now .busy")
  && (document.getElementById("prompt").textContent.includes(prompt) || {ABLE})"""
ANSWERED = "() => !document.querySelector('section.now .busy')"
HEARD = """(said) => document.getElementById("prompt").innerText !== said || document.querySelector("section.now .busy")
  || [...document.querySelectorAll("section.now button")].some((one) => one.textContent.includes("Press again"))"""
"""The page has heard of a button: it asks again, the answer is on its way, or has come."""
BEACHES = ("okina", "futatsune")
FRIENDS = {"us": "me", "jp": "open"}


def table(address: str, seats: dict[str, str] | None = None) -> Keys:
    """A new match."""
    return begin(address, game("rage").scenarios[0].id, seats or FRIENDS, game="rage")


def _pick(state: State, chance: Random) -> str:
    """A choice of no particular merit that keeps the game going: landings on the beaches, most windows passed."""
    offered = [str(action) for action in state.actions()]
    if state.side == "jp":
        if "pass" in offered and chance.random() < 0.85:
            return "pass"
        if "accept" in offered:
            return "accept"
        if "done" in offered and chance.random() < 0.3:
            return "done"
        return chance.choice([one for one in offered if not one.startswith(("reveal", "show"))] or offered)
    open_ = [one for one in offered if not one.startswith("activate")] or offered
    ashore = [one for one in open_ if one.startswith("land") and one.split()[-1] in BEACHES]
    if ashore:
        return chance.choice(ashore)
    if "done" in open_ and len(open_) > 1:
        return "done" if chance.random() < 0.12 else chance.choice([one for one in open_ if one != "done"])
    return chance.choice(open_)


def played(until: Callable[[Any], bool], seed: int = 3, plan: str = "default") -> Match:
    """A match up to the first moment of this kind."""
    match, chance = Match.new("rage", seed=seed), Random(seed)
    match.play(f"plan {plan}")
    match.play("done")
    while not until(match.state):
        assert not match.state.over, "such a moment has not come"
        match.play(_pick(match.state, chance))
    return match


@cache
def reached(step: str, side: str = "", turn: int = 1, seed: int = 3) -> Match:
    """A match up to a kind of decision. Nobody may play on with it: records are made of it."""
    return played(lambda state: state.decision.step == step and side in ("", state.side) and state.turn >= turn, seed)


def crowded(state: Any) -> str:
    """The U.S. player moves, and three of his units share an area and have not moved: that area."""
    view = state.view("us")
    units = [unit for unit in view["units"].values() if unit["side"] == "us" and not unit["marks"]]
    places = [unit["place"] for unit in units if unit["place"] in view["control"]]
    found = [place for place in places if places.count(place) >= 3]
    return found[0] if found and view["decision"]["step"] == "move" else ""


class AreaHands(Hands):
    """One person before a page with areas. A click goes where neither counters nor markers lie."""

    game = "rage"

    def point(self, space: str, spot: int = 3) -> tuple[float, float]:
        """Where a free spot of an area is on the screen, once the map stands still."""
        self.page.evaluate(STILL)
        at = spaces(self.address, self.game)[space]["slots"][spot]
        x, y = self.page.evaluate(ON_SCREEN, at)
        return x, y

    def open(self, cover: bool = False) -> AreaHands:
        """Sit down, and take the screen over if it is to be handed over."""
        self.seated()
        if cover:
            self.page.locator(".handover").get_by_role("button").click()
            expect(self.page.locator(".handover")).to_be_hidden()
        return self

    def pass_everything(self) -> None:
        """Let the table pass in every window of this seat."""
        self.menu("Auto-pass")
        boxes = self.dialog.get_by_role("checkbox")
        for number in range(boxes.count()):
            if not boxes.nth(number).is_checked():
                boxes.nth(number).check()
                expect(self.dialog.get_by_role("status")).to_have_text("Saved for this seat.")
        self.close()

    def tray(self, unit: str) -> None:
        """Choose a unit that lies beside the map."""
        self.now.locator(f'.tray [data-unit="{unit}"]').click()
        expect(self.now.locator(f'.tray [data-unit="{unit}"]')).to_have_attribute("aria-pressed", "true")

    def end_phase(self, words: str) -> None:
        """Press the button that ends a phase, twice if it asks again."""
        self.page.wait_for_function(ANSWERED)  # what is pressed while an action is on its way is not heard
        said = self.prompt.inner_text()
        self.button(re.compile(words)).click()
        self.page.wait_for_function(HEARD, arg=said)
        again = self.button(re.compile("Press again"))
        if again.count():
            again.click()

    def settle(self, prompt: str, answers: str) -> None:
        """Give these answers, whenever the panel has one, until that question is asked."""
        for _ in range(150):
            self.page.wait_for_function(ASKED_OR_ABLE, arg=[prompt, answers])
            if prompt in self.prompt.inner_text() and self.decides:
                return
            self.page.evaluate(ANSWER, answers)
        raise AssertionError(f"it does not come to {prompt}: {self.prompt.inner_text()}")
