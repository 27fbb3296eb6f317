"""Nobody learns what lies face down but by turning it up: other worlds, played beside the true one, look, sound and answer alike.

Leaks are planted as well, one at a time, to show that they would be noticed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from beachhead.engine.action import Action
from beachhead.engine.game import Game
from beachhead.games.olympic import supply
from beachhead.games.olympic.doctrine import tokko, tracks
from beachhead.games.olympic.game import Olympic
from beachhead.games.olympic.ruleset import A_DUMMY
from beachhead.games.olympic.state import OlympicState
from beachhead.games.olympic.table import previews, units
from beachhead.testing import proves
from beachhead.testing.walks import variant

from ...budget import many
from ..worlds import Leak, Tally
from . import two_worlds
from .two_worlds import GAME, SECRET, deployments, opening, trial

pytestmark = pytest.mark.game("olympic")
Patch = pytest.MonkeyPatch
TRIALS = many(3)
"""Pairs of worlds in each part. `make secrets` tries many more."""


@proves("olympic", "14.21-reserve", "16.23", "16.24", "14.21-adjacent")
@pytest.mark.parametrize("scenario", ["solitaire", "two-player"])
def test_other_worlds_look_the_same(scenario: str) -> None:
    """With the options that the kit draws: every third pair has none."""
    tally = Tally()
    for seed in range(TRIALS if scenario == "solitaire" else 3 * TRIALS):
        tally += trial(scenario, seed, **variant(GAME, scenario, seed))
    assert tally.to_the_end == tally.worlds
    assert tally.disclosed["released"] == 79 * tally.worlds
    assert tally.tokens > 400 * tally.worlds


@proves("olympic", "17.2", "17.3-record")
@pytest.mark.parametrize("options", [{"hidden_tokko": True}, {"free_deployment": True}, SECRET], ids=["17.3", "17.2", "both"])
def test_other_deployments_and_records_look_the_same(options: dict[str, Any]) -> None:
    for seed in range(TRIALS):
        assert trial("two-player", seed, **options).to_the_end


@proves("olympic", "17.2")
def test_nobody_can_tell_how_far_a_deployment_is() -> None:
    assert deployments(1) == 2 * 78


# ---------------------------------------------------------------------- samples


@proves("olympic", "16.21-note", "16.22-note")
@pytest.mark.parametrize("side", ["us", "jp"])
def test_samples_deal_the_unseen_counters_of_a_letter_again(side: str) -> None:
    """For both sides alike: each counter equally likely in each place, what has been turned up left out."""
    state = opening("solitaire", 5)
    for slot in (0, 3, 40, 41):
        state.release(slot, "14.21-adjacent")
    ruleset, found, count = state.ruleset, Counter[tuple[int, int]](), 400
    for seed in range(count):
        world = state.sample(side, seed)
        for slots in (ruleset.coastal_slots, ruleset.line_slots):
            assert sorted(world.reserve[slot] for slot in slots) == sorted(state.reserve[slot] for slot in slots)
            assert [slot for slot in slots if world.reserve[slot]] == [slot for slot in slots if state.reserve[slot]]
        assert world.where == state.where
        found.update((slot, kind) for slot, kind in enumerate(world.reserve) if slot in (1, 30, 45, 70))
    for slots, places in ((ruleset.coastal_slots, (1, 30)), (ruleset.line_slots, (45, 70))):
        down = [state.reserve[slot] for slot in slots if state.reserve[slot]]
        for kind in set(down):
            for place in places:
                expected = count * down.count(kind) / len(down)
                assert abs(found[place, kind] - expected) < 5 * expected**0.5 + 2, (place, kind)
    assert state.sample(side, 7).reserve == state.sample(side, 7).reserve


@proves("olympic", "17.2", "17.3-record")
def test_samples_for_the_japan_that_deployed_are_true_and_others_are_not() -> None:
    state = opening("two-player", 6, **SECRET)
    assert all(state.sample("jp", seed).reserve == state.reserve for seed in range(5))
    assert all(state.sample("jp", seed).tokko == state.tokko for seed in range(5))
    ours = [state.sample("us", seed) for seed in range(40)]
    assert len({bytes(world.reserve) for world in ours}) == 40
    assert len({bytes(world.tokko) for world in ours}) > 10
    assert all(sum(world.tokko) == 3 for world in ours)


# ---------------------------------------------------------------------- planted leaks


def true_units(state: OlympicState) -> int:
    """The hexes in which a real unit lies face down."""
    spaces = state.ruleset.slot_space
    return sum(1 << space for space in {spaces[slot] for slot, kind in enumerate(state.reserve) if kind > A_DUMMY})


def supply_that_knows_dummies(patch: Patch) -> None:
    def blocked(state: OlympicState, units: int) -> int:
        enemies = state.jp_mask | true_units(state)
        return enemies | (state.ruleset.ground.around.step(enemies) & ~units) | state.militia_mask

    patch.setattr(supply, "us_blocked", blocked)


def moves_that_stop_at_hidden_units(patch: Patch) -> None:
    def zone(state: OlympicState) -> int:
        return state.ruleset.ground.around.step(state.jp_mask | true_units(state))

    patch.setattr(OlympicState, "jp_zone", zone)


def odds_of_the_truth(patch: Patch) -> None:
    patch.setattr(Olympic, "odds", Game.odds)
    patch.setattr(Olympic, "odds_over_worlds", frozenset())


def release_that_passes_dummies_over(patch: Patch) -> None:
    patch.setattr(tracks, "in_reserve", lambda state, slots: [slot for slot in slots if state.reserve[slot] > A_DUMMY])


def preview_that_warns_of_units_alone(patch: Patch) -> None:
    def near(state: OlympicState, space: int) -> list[str]:
        ruleset = state.ruleset
        return [ruleset.slot_names[slot] for slot in ruleset.slots_near.get(space, ()) if state.reserve[slot] > A_DUMMY]

    patch.setattr(previews, "counters_near", near)


def sample_of_the_truth(patch: Patch) -> None:
    patch.setattr(OlympicState, "sample", lambda state, *_: state.copy())


def facts_about_a_counter(patch: Patch) -> None:
    told = units.about_unit

    def about(_: Olympic, state: OlympicState, side: str | None, name: str) -> Any:
        if name in state.ruleset.slot_names:
            return {"can": [], "cannot": [], "spaces": {}, "kind": state.reserve[state.ruleset.slot_names.index(name)]}
        return told(state, side, name)

    patch.setattr(Olympic, "about_unit", about)


def refusal_that_looks(patch: Patch) -> None:
    refuse = OlympicState.refusal_of

    def look(state: OlympicState, code: int) -> Any:
        found = refuse(state, code)
        return found if state.decision.step != "move" else (found, sum(state.reserve[:10]))

    patch.setattr(OlympicState, "refusal_of", look)


def a_die_for_every_unit(patch: Patch) -> None:
    release = OlympicState.release

    def throw(state: OlympicState, slot: int, case: str) -> int:
        if state.reserve[0] > A_DUMMY:
            state.dice.roll()
        return release(state, slot, case)

    patch.setattr(OlympicState, "release", throw)


LEAKS: list[Callable[[Patch], None]] = [
    supply_that_knows_dummies,
    moves_that_stop_at_hidden_units,
    odds_of_the_truth,
    release_that_passes_dummies_over,
    preview_that_warns_of_units_alone,
    sample_of_the_truth,
    facts_about_a_counter,
    refusal_that_looks,
    a_die_for_every_unit,
]


@pytest.mark.plain
@pytest.mark.parametrize("plant", LEAKS, ids=lambda plant: plant.__name__)
def test_a_planted_leak_is_noticed(plant: Callable[[Patch], None], monkeypatch: Patch) -> None:
    plant(monkeypatch)
    for seed in (4, 2, 8, 3, 5, 9, 1, 0, 6, 7):  # the most telling ones first
        try:
            trial("solitaire", seed)
        except Leak:
            return
    pytest.fail("ten pairs of worlds were alike")


@pytest.mark.plain
def test_a_planted_look_at_the_record_is_noticed(monkeypatch: Patch) -> None:
    announced = tokko.Announce.prompt
    monkeypatch.setattr(tokko.Announce, "prompt", lambda self, state: f"{announced(self, state)} {list(state.tokko)}")
    with pytest.raises(Leak, match="sees something else"):
        for seed in range(5):
            trial("two-player", seed, hidden_tokko=True)


def test_a_pair_of_worlds_is_two() -> None:
    """The other world really has other counters, so that it could be told apart."""
    pair = two_worlds.Pair(opening("two-player", 4, **SECRET), 4)
    assert pair.differs()
    assert pair.true.view("jp") != pair.other.view("jp")
    code = pair.true.choices()[0]
    assert str(Action(code, pair.true.ruleset)).startswith("place")
