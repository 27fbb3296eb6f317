"""What the tests of the page on Atoll share: matches at a moment worth looking at, and hands that know the game."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache

from playwright.sync_api import Page, expect

from beachhead.match import Match
from tests.browser.hands import Hands, Keys, begin, resume
from tests.demo.atoll.state import AtollState

BOOK = {"us": "me", "jp": "book"}
FORTY = 40
Moment = Callable[[AtollState], bool]


class DemoHands(Hands):
    """One person before the table of Atoll."""

    game = "atoll"

    def __init__(self, page: Page, address: str) -> None:
        super().__init__(page, address)
        self.log = page.get_by_role("tabpanel", name="Log")

    def my_move(self) -> None:
        """Wait until the page says that it is this person's move, in a decision that nobody has answered yet."""
        expect(self.page.locator(".whose.mine")).to_be_visible()
        expect(self.now.locator(".busy")).to_have_count(0)

    def upkeep(self) -> int:
        """Do every duty by typing; returns how many there were."""
        done = 0
        while "upkeep" in self.prompt.inner_text():
            self.first()
            done += 1
        return done

    def first(self) -> str:
        """Take the first action that the typed list names."""
        text = self.listed()[0]
        while more := [one for one in self.completions(text + " ") if one.startswith(text + " ")]:
            text = more[0]
        self.act(text)
        return text


def table(address: str, scenario: str = "solitaire") -> Keys:
    """A new match: a person against the book, or one who plays both sides."""
    return begin(address, scenario, {"us": "me", "jp": "me"} if scenario == "duel" else {"us": "me"}, game="atoll")


@cache
def record(until: Moment, scenario: str = "solitaire", seeds: int = 40) -> str:
    """The record of a match in which the U.S. attacks whatever it can, up to a moment."""
    for seed in range(seeds):
        match, chance = Match.new("atoll", scenario, seed=seed), random.Random(seed)
        while not match.state.over:
            state = match.state
            assert isinstance(state, AtollState)
            if until(state):
                return match.record()
            texts = [str(action) for action in state.actions()]
            eager = [text for text in texts if text.startswith(("attack", "join", "play", "award", "scout"))]
            match.play("done" if "done" in texts and not eager and chance.random() < 0.4 else chance.choice(eager or texts))
    raise AssertionError("no such moment was found")


def at(address: str, until: Moment, scenario: str = "solitaire") -> Keys:
    """A match that goes on at that moment."""
    return resume(address, record(until, scenario), BOOK if scenario != "duel" else {"us": "me", "jp": "me"})


def asked(step: str, *, more: Moment = lambda _: True) -> Moment:
    """The moment at which the U.S. is asked in that step, and more."""

    def found(state: AtollState) -> bool:
        return state.side == "us" and state.decision.step == step and more(state)

    return found


def before_the_card(state: AtollState) -> bool:
    """Two units are about to attack."""
    return asked("assault")(state) and len(state.view("us")["combat"]["attackers"]) > 1


def in_close_combat(state: AtollState) -> bool:
    """A hex holds counters of both sides, and it is the U.S. that acts."""
    return asked("combat")(state) and bool(state.held_by(0) & state.held_by(1))
