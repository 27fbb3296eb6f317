"""What must hold in every game of Operation Olympic, whatever the players do: tried on random games of both scenarios with any
options, and on positions met on their way."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

import pytest

import beachhead as bh
from beachhead.engine.action import Action
from beachhead.engine.chance.dice import Dice
from beachhead.games.olympic.phases import JP_MOVEMENT
from beachhead.games.olympic.ruleset import A_DUMMY, JP, US
from beachhead.games.olympic.saves.checks import fault_of
from beachhead.games.olympic.state import ABSENT, DUE, LOST, POOL, OlympicState
from beachhead.games.olympic.supply import jp_supplied, militia_supplied, us_supplied
from beachhead.testing import proves
from beachhead.testing.walks import Position, bent_action, random_action, walk

from ...budget import many

pytestmark = pytest.mark.game("olympic")
GAME = bh.game("olympic")
SCENARIOS = ("solitaire", "two-player")
GAMES = many(2)
both = pytest.mark.parametrize("scenario", SCENARIOS)
seeds = pytest.mark.parametrize("seed", range(GAMES))


def state_of(moment: Position) -> OlympicState:
    assert isinstance(moment.state, OlympicState)
    return moment.state


# ---------------------------------------------------------------------- along whole games


class Ledger:
    """Where every counter is, and what may become of it."""

    def __init__(self, state: OlympicState) -> None:
        self.where = list(state.where)
        self.reserve = bytes(state.reserve)
        self.points = state.casualties

    def check(self, state: OlympicState) -> None:
        """Compare with what was there an action ago."""
        ruleset = state.ruleset
        assert state.casualties >= self.points, "Casualty Points have fallen"
        assert len(state.where) == len(self.where)
        for unit, (old, new) in enumerate(zip(self.where, state.where, strict=True)):
            name = state.name(unit)
            never = state.north and unit < ruleset.us_count and old in (DUE, ABSENT) and ruleset.arrival[unit] == 6
            assert new != ABSENT or never, f"{name} is gone"
            assert old != LOST or new == LOST, f"{name} has come back from the dead"
            if unit >= ruleset.us_count:
                assert new != DUE or old == DUE, f"{name} lies face down again"
                assert new != POOL or old == POOL, f"{name} is in the pool again"
        if state.phase:
            for slot, (was, lies) in enumerate(zip(self.reserve, state.reserve, strict=True)):
                assert lies in (0, was), f"something else lies face down in {ruleset.slot_names[slot]}"


def counters(state: OlympicState) -> Counter[str]:
    """What lies face down, with the units that are on the map or lost, by letter and values: always the counter mix, but for
    dummies that were removed."""
    ruleset = state.ruleset
    found: Counter[str] = Counter()
    for kind in range(A_DUMMY + 1, ruleset.last_kind + 1):
        down = sum(1 for lies in state.reserve if lies == kind)
        waiting = sum(1 for unit in ruleset.kind_units[kind] if state.where[unit] == DUE)
        assert down == waiting, f"{down} counters {ruleset.kind_values[kind]} lie face down for {waiting} units"
        found[ruleset.kind_values[kind]] = len(ruleset.kind_units[kind])
    return found


@proves("olympic", "15.0", "15.4", "7.0", "18.1", "14.21-adjacent", "14.21-permanent", "16.24", "9.0-pool")
@both
@seeds
def test_a_game_keeps_its_books(scenario: str, seed: int) -> None:
    """Points never fall, nobody comes back from the dead, no counter is lost, at most three share a hex, nobody stands beside a
    face-down counter, and the game ends with Game-Turn 10."""
    ledger: Ledger | None = None
    for moment in walk(GAME, scenario, seed):
        state = state_of(moment)
        if ledger is not None:
            ledger.check(state)
        if state.phase:
            ledger = Ledger(state)
        if moment.number % 3 == 0 or state.over:
            assert not fault_of(state), (moment.number, fault_of(state))
            check_hexes(state)
            if state.phase:
                counters(state)
        if moment.number % 12 == 0:
            check_derived(state)
    assert ledger is not None
    assert state.over and state.turn == 10
    result = state.result
    assert result is not None and result.turn == 10


def check_hexes(state: OlympicState) -> None:
    """Stacks, and counters face down, as the map itself has them."""
    ruleset, ground = state.ruleset, state.ruleset.ground
    heights: Counter[int] = Counter(place for place in state.where if place >= 0)
    heights.update(ruleset.slot_space[slot] for slot, kind in enumerate(state.reserve) if kind)
    assert max(heights.values(), default=0) <= 3
    us = {state.where[unit] for unit in ruleset.us_units if state.where[unit] >= 0}
    assert us.isdisjoint(state.where[unit] for unit in ruleset.jp_units)
    down = {ruleset.slot_space[slot] for slot, kind in enumerate(state.reserve) if kind}
    for space in us:
        if ground.is_land[space]:
            assert down.isdisjoint(ground.near[space]), f"{state.hex_name(space)} is next to a face-down counter"


def check_derived(state: OlympicState) -> None:
    """What is kept up as counters move is what the counters say."""
    fresh = state.copy()
    fresh.rebuild()
    for name in ("tops", "us_mask", "jp_mask", "down_mask", "militia_mask", "control_mask", "beach_mask", "fort_mask"):
        assert getattr(state, name) == getattr(fresh, name), name
    fresh.forget_choices()
    if not state.over:
        assert list(fresh.choices()) == list(state.choices()), "kept tables offer something else than fresh ones"


# ---------------------------------------------------------------------- nothing but doctrine


@proves("olympic", "5.21", "14.5-note", "14.52", "8.51", "8.71-categories")
@seeds
def test_no_other_japanese_act_is_accepted(seed: int) -> None:
    """In the solitaire game Japan has one act, or the few of A101; everything else that can be said is refused by a case, and
    nothing has happened."""
    draws, tried = Dice(seed.to_bytes(16, "big")), Counter[str]()
    for moment in walk(GAME, "solitaire", seed):
        state = state_of(moment)
        if state.over or state.side != "jp":
            continue
        codes, step = list(state.choices()), state.decision.step
        assert len(codes) <= 3
        if step not in ("strike", "retreat"):
            assert len(codes) == 1, f"{step} leaves Japan a choice: {[str(action) for action in state.actions()]}"
        wanted = 4 if tried[step] < 60 else 1
        others = [bent_action(state.ruleset, codes[0], draws) for _ in range(wanted)] + [random_action(state.ruleset, draws)]
        before = state.text()
        for code in others:
            if code in codes:
                continue
            refusal = state.why_not(Action(code, state.ruleset))
            assert refusal is not None
            assert refusal.case in GAME.cases, (step, state.ruleset.text(code), refusal)
            with pytest.raises(bh.IllegalAction):
                state.apply(code)
            tried[step] += 1
        assert state.text() == before
    assert tried["march"] > 200
    assert tried["strike"] > 20 or seed


# ---------------------------------------------------------------------- supply


def moments(scenario: str, seed: int, every: int) -> Iterator[OlympicState]:
    """Copies of positions from the second Game-Turn on."""
    for moment in walk(GAME, scenario, seed):
        state = state_of(moment)
        if state.turn > 1 and moment.number % every == 0 and not state.over:
            yield state.copy()


def supplied(state: OlympicState, side: int) -> set[str]:
    """Everybody of a side in supply; Japan's militia by its place."""
    ruleset, ground = state.ruleset, state.ruleset.ground
    if side == US:
        return {state.name(unit) for unit in ruleset.us_units if state.where[unit] >= 0 and us_supplied(state, unit)}
    found = {state.name(unit) for unit in ruleset.jp_units if state.where[unit] >= 0 and jp_supplied(state, unit)}
    for place in range(ground.place_count):
        if state.militia[place] and militia_supplied(state, place):
            found.add(state.hex_name(ground.places[place]))
    return found


def blockers(state: OlympicState, side: int, rng: random.Random) -> Iterator[int]:
    """Hexes near the units of the other side into which a unit of this side could be put."""
    ruleset, ground = state.ruleset, state.ruleset.ground
    enemies = [state.where[unit] for unit in (ruleset.us_units if side else ruleset.jp_units) if state.where[unit] >= 0]
    for _ in range(6):
        if not enemies:
            return
        space = rng.choice(enemies)
        for _ in range(rng.randrange(1, 4)):
            space = rng.choice(ground.near[space] or (space,))
        bit = 1 << space
        taken = state.us_mask | state.down_mask | state.beach_mask | (0 if side else state.jp_mask | state.militia_mask)
        if not taken & bit and state.count_in(space) < 3 and ground.is_land[space] and (side or ground.place_at[space] < 0):
            yield space


@proves("olympic", "12.21-enemy", "12.21-zoc", "12.11", "12.12", "12.41")
@both
def test_supply_shrinks_when_the_enemy_comes(scenario: str) -> None:
    """One more enemy on the map, anywhere: nobody comes into supply by it. Another one: the same again."""
    cut, rng = Counter[int](), random.Random(scenario)
    for seed in range(GAMES // 2 + 1):
        for state in moments(scenario, seed, 25):
            ruleset = state.ruleset
            for side, units in ((US, ruleset.us_units), (JP, ruleset.jp_units)):
                twin = state.copy()
                spare = [unit for unit in units if state.where[unit] < 0]
                was = supplied(twin, 1 - side)
                for unit, space in zip(spare, list(blockers(state, side, rng)), strict=False):
                    if twin.count_in(space) >= 3:
                        continue
                    twin.put(unit, space)
                    now = supplied(twin, 1 - side)
                    assert now <= was, f"{now - was} came into supply when {twin.name(unit)} came to {twin.hex_name(space)}"
                    cut[side] += now != was
                    was = now
    assert cut[0] > 3 and cut[1] > 3


@proves("olympic", "12.12", "12.12-none")
def test_supply_grows_with_beachheads() -> None:
    """And without any no American is in supply but those at sea."""
    for state in moments("solitaire", 5, 60):
        full = supplied(state, US)
        twin = state.copy()
        for beach in sorted(state.beachheads, key=lambda space: space % 7):
            twin.beachheads.remove(beach)
            twin.fortified = [space for space in twin.fortified if space != beach]
            twin.rebuild()
            now = supplied(twin, US)
            assert now <= full
            full = now
        assert not any(us_supplied(twin, u) for u in twin.ruleset.us_units if twin.ruleset.ground.is_land[twin.where[u]])


# ---------------------------------------------------------------------- stacks of Japan


@proves("olympic", "7.32")
@both
def test_no_japanese_unit_ends_its_move_on_another(scenario: str) -> None:
    """Whoever has moved in the phase and shares its hex at its end has been boxed in, or could not leave: it has not moved."""
    for seed in range(0, 3 * GAMES, 3):
        last: OlympicState | None = None
        for moment in walk(GAME, scenario, seed):
            state = state_of(moment)
            if last is not None and last.phase == JP_MOVEMENT and state.phase != JP_MOVEMENT:
                check_spread(last)
            last = state.copy() if state.phase == JP_MOVEMENT else None


def check_spread(state: OlympicState) -> None:
    """At the last decision of the phase only one unit is still to move or enter: the others that moved stand apart."""
    shared = [unit for unit in state.ruleset.jp_units if state.moved[unit] and state.where[unit] >= 0]
    heights = Counter(state.where[unit] for unit in shared)
    assert max(heights.values(), default=0) <= 1


def test_points_that_are_told_add_up() -> None:
    """Each event names what was added and the total, which never falls."""
    events: list[bh.Event] = []
    for moment in walk(GAME, "solitaire", 3, events=events):
        state = state_of(moment)
    totals = [event.data["total"] for event in events if event.kind == "points"]
    assert all(one < two for one, two in pairwise(totals))
    assert totals[-1] == state.casualties == sum(event.data["count"] for event in events if event.kind == "points")
