"""The U.S. player of Rage learns nothing but what the rules tell: a thousand other worlds, played beside the true one."""

from __future__ import annotations

import random

import pytest

from beachhead.games.rage.phases import END, JP_ASSAULT_PHASE
from beachhead.games.rage.state import RageState

from ...budget import many
from ..worlds import Tally
from .two_worlds import compare, letters, listen, other_world, quiet_areas, reach, trial, try_all_unseen

TRIALS, WORLDS = 8 * many(3), 12
"""Nearly five hundred other worlds. `make secrets` tries many more."""


@pytest.mark.parametrize("part", range(8))
def test_other_worlds_look_the_same(part: int) -> None:
    tally = Tally()
    for seed in range(part, TRIALS, 8):
        tally += trial(seed, WORLDS)
    assert tally.worlds == TRIALS // 8 * WORLDS
    assert tally.to_the_end > 0
    assert tally.tokens > 40 * tally.worlds


@pytest.mark.parametrize("seed", range(6))
def test_letters_of_equal_counters_mean_nothing(seed: int) -> None:
    assert letters(seed) > 60


@pytest.mark.parametrize("step", ["jp move", "jp bombard", "losses", "jp assault"])
def test_private_choices_are_private(step: str) -> None:
    """Each choice that Japan may make out of sight, tried at several moments: nothing of it is seen or heard."""
    tried = 0
    for seed in range(12):
        state = reach(seed, lambda state: state.decision.step == step and state.turn > 1)
        if state is not None:
            tried += try_all_unseen(state, 12, random.Random(seed))
    assert tried > (4 if step == "losses" else 12)


# ---------------------------------------------------------------------- moments that play seldom leads to


def side_by_side(one: RageState, two: RageState, texts: list[str], until: int) -> list[str]:
    """Play both worlds with the same actions, then pass everything up to a phase; nothing at all may differ. The events heard."""
    heard: list[str] = []
    for world in (one, two):
        world.forget_choices()
    while one.phase < until and not one.over:
        options = {one.ruleset.text(code): code for code in one.choices()}
        text = texts.pop(0) if texts else next(t for t in ("pass", "accept", "done", *options) if t in options)
        ours, theirs = listen(one, options[text], len(heard)), listen(two, options[text], len(heard))
        compare(one, ours, theirs, strict=True)
        heard += [kind for kind, _ in ours.events]
    return heard


def contacts(state: RageState) -> list[int]:
    """Areas where Japan can assault."""
    return [
        area
        for area in state.ruleset.all_areas
        if state.has_us(area) and any(not state.fired[u] for u in state.revealed_in(area))
    ]


def test_a_charge_tells_who_feels_it_and_no_more() -> None:
    """The HQ is in one of two places from which the same assaults feel the charge: nobody can tell, not even when it is gone."""
    tried = 0
    for seed in range(40):
        state = reach(
            seed, lambda s: s.decision.step == "jp assault" and bool(contacts(s)) and bool(s.concealed[s.ruleset.hq]), 0.05
        )
        if state is None or state.where[state.ruleset.hq] < 0:
            continue
        ruleset, fought = state.ruleset, contacts(state)
        places: dict[tuple[bool, ...], list[int]] = {}
        for area in quiet_areas(state):
            places.setdefault(tuple(target in ruleset.with_neighbours[area] for target in fought), []).append(area)
        felt = max(places, key=lambda key: (len(places[key]) > 1, any(key)))
        worlds = [state.copy(), state.copy()]
        for world, area in zip(worlds, (places[felt][0], places[felt][-1]), strict=True):
            world.where[ruleset.hq] = area
        units = [unit for area in fought for unit in state.revealed_in(area) if not state.fired[unit]]
        texts = [f"assault {state.name(unit)}" for unit in units] + ["banzai", "done"]
        heard = side_by_side(worlds[0], worlds[1], texts, JP_ASSAULT_PHASE + 1)
        assert "banzai" in heard
        assert heard.count("charge") == len(fought) or worlds[0].over
        tried += 1
        if tried == 5:
            break
    assert tried == 5


def test_who_hides_in_view_turns_the_area_in_every_world() -> None:
    """A unit hides in an area that the U.S. has lost: it turns Japanese, whatever else is hidden (R46)."""
    tried = 0
    for seed in range(30):
        state = reach(seed, lambda s: s.decision.step == "jp move" and s.turn > 1, 0.05)
        if state is None:
            continue
        shown = [u for u in state.ruleset.japanese if not state.concealed[u] and state.where[u] >= 0]
        able = [u for u in shown if state.ruleset.mp[u][state.steps[u]] and not state.has_us(state.where[u])]
        if not able:
            continue
        area = state.where[able[0]]
        for unit in state.concealed_in(area):
            state.where[unit] = next(a for a in quiet_areas(state) if a != area and len(state.jp_in(a)) < 10)
        for unit in shown:
            if unit != able[0] and state.where[unit] == area:
                state.where[unit] = -4
        state.control[area] = 1
        other = other_world(state, seed * 5)
        heard = side_by_side(state.copy(), other, [f"hide {state.name(able[0])}", "done"], END)
        assert "hidden" in heard
        assert "control" in heard
        tried += 1
    assert tried > 3
