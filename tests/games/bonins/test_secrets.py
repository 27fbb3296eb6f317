"""Nobody learns what lies face down but by being shown it: other worlds, played beside the true one, look and answer alike.

Leaks are planted as well, one at a time, to show that they would be noticed.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from beachhead.engine.action import Action
from beachhead.engine.chance.dice import Dice
from beachhead.games.bonins import memory, worlds
from beachhead.games.bonins.game import Bonins
from beachhead.games.bonins.garrison import redeployment, sorties
from beachhead.games.bonins.state import BoninsState
from beachhead.games.bonins.table import chances
from beachhead.testing import proves
from beachhead.testing.walks import variant

from ...budget import many
from ..worlds import Leak, Tally
from . import two_worlds
from .two_worlds import GAME, deployments, opening, trial

pytestmark = pytest.mark.game("bonins")
Patch = pytest.MonkeyPatch
TRIALS = many(2)
"""Pairs of worlds in each part. `make secrets` tries many more."""


@proves("bonins", "hidden-us-view", "19.2-a", "20.3-c", "20.3-e", "19.4-a")
@pytest.mark.parametrize("scenario", ["solitaire", "two-player"])
def test_other_worlds_look_the_same(scenario: str) -> None:
    """With the options that the kit draws: every third pair has none. Every other pair begins with Suribachi cleared."""
    tally = Tally()
    for seed in range(TRIALS):
        tally += trial(scenario, seed, 600, **variant(GAME, scenario, seed))
    assert tally.disclosed["revealed"] > 20 * tally.worlds and tally.disclosed["flipped"] > tally.worlds
    assert tally.tokens > 2000 * tally.worlds


@proves("bonins", "23.1", "hidden-us-view")
def test_nobody_can_tell_how_far_a_deployment_is() -> None:
    assert deployments(1) == 2 * 47


@proves("bonins", "23.1", "hidden-us-view")
def test_a_deployment_is_made_up_from_any_part_of_any() -> None:
    """While Japan deploys, a sample has some of it done, never all; what is truly there plays no part in it."""
    state = GAME.new("two-player", seed=1)
    assert isinstance(state, BoninsState)
    before = [state.sample("us", seed).dug for seed in range(30)]
    state.apply(state.choices()[0])
    assert [state.sample("us", seed).dug for seed in range(30)] == before
    sizes = {sum(unit > 0 for unit in dug) for dug in before}
    assert len(sizes) > 15 and max(sizes) < 48
    assert all(state.sample("us", seed).decision.step == "deploy" for seed in range(5))


@proves("bonins", "23.3-b", "hidden-us-view")
def test_a_unit_that_is_kept_is_face_down_again() -> None:
    """It is shown as long as the attack lasts; then it is a counter like any other, and the log says what it was."""
    given = {
        "scenario": "two-player", "phase": "us mobile combat", "turn": 3, "units": {"1/23": "1913"},
        "dug in": {"1912": "8 AT", "1810": "309A", "2712": "Coast"},
    }  # fmt: skip
    state = GAME.position(given, Dice.scripted([4]))
    assert isinstance(state, BoninsState)
    assert "8 AT" not in GAME.facts(state, "us")["units"]
    state.apply("attack 1912 from 1913")
    assert (state.decision.step, GAME.facts(state, "us")["units"]["8 AT"]) == ("retreat", "1912")
    state.apply("done")
    assert state.decision.step == "redeploying"
    assert GAME.facts(state, "us")["units"]["8 AT"] == "1912"
    state.apply("keep")
    assert "8 AT" not in GAME.facts(state, "us")["units"]
    assert {state.name(state.sample("us", seed).jp_at(state.target)) for seed in range(5)} == {"8 AT"}


# ---------------------------------------------------------------------- planted leaks


def is_gun(state: BoninsState, space: int) -> bool:
    """Whether an HQ or artillery lies in a hex."""
    return state.ruleset.on_track[state.jp_at(space)] != 0


def sample_of_the_truth(patch: Patch) -> None:
    patch.setattr(BoninsState, "sample", lambda state, *_: state.copy())


def odds_of_the_truth(patch: Patch) -> None:
    patch.setattr(chances, "defenders_of", lambda state, _, target: ({state.jp_at(target): Fraction(1)}, 0))


def chances_of_the_truth(patch: Patch) -> None:
    patch.setattr(worlds, "may_lie", lambda state, space: ({state.jp_at(space): Fraction(1)}, 0))


def search_that_passes_guns_over(patch: Patch) -> None:
    found = redeployment.candidates

    def spared(state: BoninsState, checked: int) -> list[int]:
        return [space for space in found(state, checked) if not is_gun(state, space)]

    patch.setattr(redeployment, "candidates", spared)


def note_of_what_was_drawn(patch: Patch) -> None:
    patch.setattr(memory, "drawn", lambda state, space: state.memory.append((memory.DRAWN, space, state.dug[space])))


def event_of_what_was_drawn(patch: Patch) -> None:
    draw = BoninsState.draw

    def tell(state: BoninsState, space: int) -> None:
        draw(state, space)
        if state.sink is not None:
            state.tell("drawn", "20.3-c", f"{state.name(state.jp_at(space))} is drawn")

    patch.setattr(BoninsState, "draw", tell)


def a_die_for_every_gun(patch: Patch) -> None:
    put = BoninsState.into_container

    def throw(state: BoninsState, space: int) -> None:
        if state.dug_mask & -state.dug_mask and is_gun(state, (state.dug_mask & -state.dug_mask).bit_length() - 1):
            state.dice.roll()
        put(state, space)

    patch.setattr(BoninsState, "into_container", throw)


def refusal_that_looks(patch: Patch) -> None:
    refuse = BoninsState.refusal_of

    def look(state: BoninsState, code: int) -> Any:
        found = refuse(state, code)
        return found if state.decision.step != "combat" else (found, sum(state.dug[:200]))

    patch.setattr(BoninsState, "refusal_of", look)


def facts_about_a_counter(patch: Patch) -> None:
    def about(_: Bonins, state: BoninsState, side: str | None, name: str) -> Any:
        spaces = {f"J{hex_}": space for space, hex_ in enumerate(state.ruleset.ground.names)}
        return {"kind": state.dug[spaces[name]] if name in spaces else side}

    patch.setattr(Bonins, "about_unit", about)


LEAKS: list[Callable[[Patch], None]] = [
    sample_of_the_truth,
    odds_of_the_truth,
    chances_of_the_truth,
    search_that_passes_guns_over,
    note_of_what_was_drawn,
    event_of_what_was_drawn,
    a_die_for_every_gun,
    refusal_that_looks,
    facts_about_a_counter,
]


@pytest.mark.plain
@pytest.mark.parametrize("plant", LEAKS, ids=lambda plant: plant.__name__)
def test_a_planted_leak_is_noticed(plant: Callable[[Patch], None], monkeypatch: Patch) -> None:
    plant(monkeypatch)
    for seed in range(5):
        try:
            trial("solitaire", seed, 400, late=seed % 2 == 0)
        except Leak:
            return
    pytest.fail("five pairs of worlds were alike")


@pytest.mark.plain
def test_a_planted_count_of_movers_is_noticed(monkeypatch: Patch) -> None:
    """The Japanese player's own step must look alike however many of his units can move, and not be passed over."""

    def prompt(_: sorties.Sortie, state: BoninsState) -> str:
        return f"{len(state.choices())} moves"

    monkeypatch.setattr(sorties.Sortie, "prompt", prompt)
    with pytest.raises(Leak, match="sees something else"):
        trial("two-player", 1, 400, late=True)


@pytest.mark.plain
def test_a_planted_look_at_the_deployment_is_noticed(monkeypatch: Patch) -> None:
    monkeypatch.setattr(worlds, "deploying", lambda _: False)
    with pytest.raises(Leak, match="units deployed can be"):
        deployments(1)


def test_a_pair_of_worlds_is_two() -> None:
    """The other world really has other units, so that it could be told apart; and a late one has blind draws to come."""
    pair = two_worlds.Pair(opening("two-player", 4), 4)
    assert pair.differs()
    assert pair.true.view("jp") != pair.other.view("jp")
    late = opening("solitaire", 1, late=True)
    assert late.flag and late.held > 5 and sum(late.cleared) >= 3
    assert str(Action(late.choices()[0], late.ruleset)).startswith("invade")
