"""What the tests of the page on Atoll share: matches at a moment worth looking at, and hands that know the game."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache

from playwright.sync_api import Page, expect

from beachhead.match import Match
from tests.browser.hands import Hands, Keys, begin, resume
from tests.demo.atoll.pieces import JP, PRESSING, US
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


def shelled(state: AtollState) -> bool:
    """A hex has obstacles and has been shelled, and lies open to see."""
    view = state.view("us")
    return asked("bombard")(state) and bool(view["shelled"].keys() & view["obstacles"].keys())


def worn(state: AtollState) -> bool:
    """Units carry chips of three kinds, a supply line is cut, and a Japanese gun is known."""
    view = state.view("us")
    chips = {chip for unit in view["units"].values() for chip in unit["chips"]}
    guns = any(unit.get("range") and unit["side"] == "jp" and unit["place"][0] == "0" for unit in view["units"].values())
    return asked("move")(state) and len(chips) > 2 and guns and "unsupplied" in chips


def shared_hex() -> str:
    """The hex of both sides at the moment of `in_close_combat`."""
    state = Match.load(record(in_close_combat)).state
    assert isinstance(state, AtollState)
    return state.hex(min(state.held_by(0) & state.held_by(1)))


def book_presses(state: AtollState) -> bool:
    """The U.S. has nothing left but to end its turn, and then the garrison presses."""
    if not asked("combat")(state) or [str(action) for action in state.actions()] != ["done"]:
        return False
    after = state.copy()
    after.apply("done")
    return after.doctrine == PRESSING


def pairs(state: AtollState) -> list[tuple[str, str, str]]:
    """Hexes that two units can attack together, with the hexes from which they do: the units are on top there, and not on one."""
    found: dict[str, list[int]] = {}
    for action in state.actions():
        if action.verb == "attack":
            _, unit, space = str(action).split()
            found.setdefault(space, []).append(state.ruleset.units.index(unit))
    tops = {space: [unit for unit in units if unit == state.pile(state.where[unit], US)[-1]] for space, units in found.items()}
    return [(space, *(state.hex(state.where[unit]) for unit in units[:2])) for space, units in tops.items() if len(units) > 1]  # type: ignore[misc]


def two_can_attack(state: AtollState) -> bool:
    """Two units can attack one hex whose top counter is known, and nobody is in close combat."""
    return asked("combat")(state) and any(state.open[state.pile(space_of(state, one[0]), JP)[-1]] for one in pairs(state))


def space_of(state: AtollState, name: str) -> int:
    """The number of a hex."""
    return state.ruleset.island.grid.space(name)


def two_words() -> tuple[str, str, str]:
    """A hex and those from which two units attack it at the moment of `two_can_attack`."""
    state = Match.load(record(two_can_attack)).state
    assert isinstance(state, AtollState)
    return next(one for one in pairs(state) if state.open[state.pile(space_of(state, one[0]), JP)[-1]])
