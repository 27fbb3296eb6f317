"""What must hold in every game of Bloodbath in the Bonins, whatever the players do: tried on random games of both scenarios with
any options, and on crowded positions thrown at random."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

import beachhead as bh
from beachhead.engine.action import Action
from beachhead.engine.chance.dice import Dice
from beachhead.games.bonins.saves.checks import fault_of
from beachhead.games.bonins.state import ABSENT, AVAILABLE, ELIMINATED, REMOVED, RESERVES, BoninsState
from beachhead.testing import proves
from beachhead.testing.walks import bent_action, random_action, walk

from ...budget import many
from ...oracle.bonins.positions import PHASES, chosen, thrown

pytestmark = pytest.mark.game("bonins")
GAME = bh.game("bonins")
GAMES = many(2)
THROWN = many(3)
"""Positions for each phase."""
ACTIONS = 40
both = pytest.mark.parametrize("scenario", ["solitaire", "two-player"])
BOXES = (AVAILABLE, RESERVES, ELIMINATED, REMOVED)
DERIVED = ("tops", "up", "us_mask", "dug_mask", "up_mask", "lone_mask", "lone_support")


def games(scenario: str) -> Iterator[tuple[str, BoninsState]]:
    """Every state of some whole games."""
    for seed in range(GAMES):
        for moment in walk(GAME, scenario, seed):
            assert isinstance(moment.state, BoninsState)
            yield f"game {seed}", moment.state


def scuffles(scenario: str) -> Iterator[tuple[str, BoninsState]]:
    """Every state of about a turn from crowded positions."""
    for phase in PHASES:
        for seed in range(THROWN):
            name = f"{phase} {seed}"
            rng = random.Random(f"{scenario} {name}")
            state = GAME.position(thrown(rng, scenario, phase), Dice(rng.randbytes(16)))
            assert isinstance(state, BoninsState)
            for _ in range(ACTIONS):
                yield name, state
                if state.over:
                    break
                state.apply(chosen(rng, [str(action) for action in state.actions()]))


def everywhere(scenario: str) -> Iterator[tuple[str, BoninsState]]:
    yield from games(scenario)
    yield from scuffles(scenario)


# ---------------------------------------------------------------------- counters


def garrison(state: BoninsState) -> Counter[str]:
    """How often each Japanese unit is anywhere."""
    ruleset = state.ruleset
    names = ruleset.unit_ids[ruleset.us_count :]
    found = Counter(names[number - 1] for number in state.dug if number)
    found.update(names[number] for number, inside in enumerate(state.container) if inside)
    found.update(state.name(unit) for unit in state.track)
    found.update(state.name(unit) for unit in ruleset.jp_units if state.where[unit] >= 0)
    return found


class Ledger:
    """Which counters there are, and what may become of them."""

    def __init__(self, state: BoninsState) -> None:
        self.japanese = garrison(state)
        self.read(state)

    def read(self, state: BoninsState) -> None:
        self.where = list(state.where)
        self.track = list(state.track)
        self.cleared = bytes(state.cleared)
        self.called = bytes(state.called)
        self.turn = state.turn

    def check(self, state: BoninsState) -> None:
        """Compare with what was there an action ago."""
        assert garrison(state) == self.japanese, "a Japanese unit is gone, or in two places"
        assert set(self.japanese.values()) <= {1}
        for unit in state.ruleset.us_units:
            old, new, name = self.where[unit], state.where[unit], state.name(unit)
            assert (new == ABSENT) == (old == ABSENT), f"{name} has come from nowhere, or gone there"
            assert old != REMOVED or new == REMOVED, f"{name} has come back"
            assert new != RESERVES or old == RESERVES, f"{name} is in reserve again"
            if old >= 0:
                assert new >= 0 or new in (ELIMINATED, REMOVED), f"{name} has gone back to sea"
            if old == ELIMINATED:
                assert new in (ELIMINATED, AVAILABLE, REMOVED), f"{name} has risen in the field"
        assert state.track[: len(self.track)] == self.track, "somebody has left the track"
        for old, new in zip(self.cleared + self.called, bytes(state.cleared) + bytes(state.called), strict=True):
            assert new >= old, "a sector or a regiment is as before"
        assert self.turn <= state.turn <= state.last_turn <= 16
        self.read(state)


def check_hexes(state: BoninsState) -> None:
    """Stacks, terrain and symbols."""
    ruleset, ground = state.ruleset, state.ruleset.ground
    us: dict[int, list[int]] = {}
    for unit in ruleset.us_units:
        place = state.where[unit]
        if place >= 0:
            us.setdefault(place, []).append(unit)
            assert not ground.is_sea[place] and not (ruleset.is_tank[unit] and not ground.tank_mask >> place & 1)
        else:
            assert place in (*BOXES, ABSENT)
        assert not state.depleted[unit] or (ruleset.is_battalion[unit] and place != REMOVED)
    beach = state.beach_mask()
    japanese = set()
    for unit in ruleset.jp_units:
        place = state.where[unit]
        if place >= 0:
            assert not ground.is_sea[place] and place not in japanese, "two Japanese units are together"
            japanese.add(place)
    for space, number in enumerate(state.dug):
        if number:
            assert ground.symbol_mask >> space & 1 and space not in japanese
            sector = ground.sector[space]
            assert sector == 0 or not state.cleared[sector], f"{state.hex_name(space)} is in a cleared sector"
            japanese.add(space)
    for space, units in us.items():
        assert sorted(state.us_in(space)) == units
        if space in japanese:
            assert beach >> space & 1 and len(units) == 1, "enemies share a hex without a landing"
        if not beach >> space & 1:
            assert len(units) == 1 or (len(units) == 2 and any(ruleset.is_support[unit] for unit in units))
    if state.cleared[0]:
        assert not ground.suribachi_mask & state.dug_mask
    assert state.held == sum(state.container) <= ruleset.jp_count
    assert len(state.landed) <= 8 and state.markers <= 11


def check_derived(state: BoninsState) -> None:
    """What is kept up as counters move is what the counters say."""
    fresh = state.copy()
    fresh.rebuild()
    for name in DERIVED:
        assert getattr(state, name) == getattr(fresh, name), name
    assert (fresh.us_zone(), fresh.jp_zone()) == (state.us_zone(), state.jp_zone())
    fresh.forget_choices()
    if not state.over:
        assert list(fresh.choices()) == list(state.choices()), "kept tables offer something else than fresh ones"


@proves("bonins", "14.1-a", "14.1-e", "17.4-b", "18.0-c", "19.1-b", "19.5-f", "11.2-a", "17.1-b", "13.0-5.2-c")
@both
def test_counters_are_kept(scenario: str) -> None:
    """Every unit is in exactly one place after every action, where it may be; what is for good stays so."""
    ledger, last = None, ""
    for number, (name, state) in enumerate(everywhere(scenario)):
        try:
            if name != last:
                ledger, last = None, name
            if ledger is not None:
                ledger.check(state)
            elif state.phase:
                ledger = Ledger(state)
            check_hexes(state)
            if number % 3 == 0 or state.over:
                assert not fault_of(state), fault_of(state)
            if number % 10 == 0:
                check_derived(state)
        except AssertionError as error:
            raise AssertionError(f"{scenario}, {name}, action {number}, step {state.decision.step}: {error}") from error


@proves("bonins", "12.1-a", "12.1-b")
@both
def test_games_end(scenario: str) -> None:
    """With the last turn at the latest, at once when nobody is left on the map, and never otherwise."""
    ended = 0
    for name, state in everywhere(scenario):
        if state.over:
            ended += 1
            assert state.result is not None and state.result.turn == state.turn <= state.last_turn <= 16
            assert not state.jp_mask or state.turn == state.last_turn, name
        elif state.phase > 1:
            assert state.jp_mask or state.decision.step in ("loss", "retreat", "redeploying", "advance", "banzai"), name
    assert ended >= GAMES


# ---------------------------------------------------------------------- nothing but the book


@proves("bonins", "10.3-a", "20.1-a", "20.1-b")
def test_japan_has_one_act() -> None:
    """In the solitaire game; everything else that can be said is refused by a case, and nothing has happened."""
    draws, tried = Dice(bytes(16)), Counter[str]()
    for name, state in everywhere("solitaire"):
        if state.over or state.side != "jp":
            continue
        codes, step = list(state.choices()), state.decision.step
        assert len(codes) == 1, f"{name}: {step} leaves Japan a choice: {[str(action) for action in state.actions()]}"
        if tried[step] > 40:
            continue
        before = state.text()
        for code in [bent_action(state.ruleset, codes[0], draws), random_action(state.ruleset, draws)]:
            if code in codes:
                continue
            refusal = state.why_not(Action(code, state.ruleset))
            assert refusal is not None and refusal.case in GAME.cases, (step, state.ruleset.text(code), refusal)
            with pytest.raises(bh.IllegalAction):
                state.apply(code)
            tried[step] += 1
        assert state.text() == before
    assert {"arrival", "redeploying", "bombard", "banzai"} <= set(tried)


# ---------------------------------------------------------------------- nothing by what lies face down


def shuffled(state: BoninsState, rng: random.Random) -> BoninsState:
    """The same with everything face down, and the container, dealt anew. What an attack has just shown stays."""
    twin = state.copy()
    shown = state.target if state.defenders and state.dug[state.target] - 1 + state.ruleset.us_count in state.defenders else -1
    hexes = [space for space, number in enumerate(state.dug) if number and space != shown]
    inside = [number for number, flag in enumerate(state.container) if flag]
    pool = [state.dug[space] for space in hexes] + [number + 1 for number in inside]
    rng.shuffle(pool)
    for space in hexes:
        twin.dug[space] = pool.pop()
    twin.container = bytearray(len(state.container))
    for number in pool:
        twin.container[number - 1] = 1
    if twin.hand[0]:
        twin.hand[0] = rng.choice(pool)
    twin.rebuild()
    twin.forget_choices()
    return twin


@proves("bonins", "hidden-us-view")
@both
def test_what_lies_face_down_changes_nothing_for_the_us(scenario: str) -> None:
    rng, tried = random.Random(scenario), Counter[str]()
    for number, (name, state) in enumerate(everywhere(scenario)):
        if state.over or state.side != "us" or (state.decision.step == "movement" and number % 5):
            continue
        twin = shuffled(state, rng)
        assert list(twin.choices()) == list(state.choices()), f"{name}, step {state.decision.step}"
        assert twin.decision == state.decision
        tried[state.decision.step] += 1
    assert {"movement", "declare", "combat", "attacking", "retreat"} <= set(tried)
