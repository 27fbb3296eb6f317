"""The engine's answers against the slow and obvious ones, on thousands of random positions."""

from __future__ import annotations

import random
from typing import Any

import pytest

import beachhead as bh
from beachhead.boards.hexes import spaces_of
from beachhead.engine.action import unpack, verb_of
from beachhead.engine.event import Event
from beachhead.games.saipan.state import SaipanState
from beachhead.series.island_war.combat.declaring import CombatPhase
from beachhead.series.island_war.combat.resolution import Aftermath
from beachhead.series.island_war.combat.retreat import NOBODY, Retreat
from beachhead.series.island_war.marks import DISPLACED
from beachhead.series.island_war.ruleset import JP, US
from beachhead.series.island_war.sequence import FIRST_END, GameTurn
from beachhead.series.island_war.zones import zone as engine_zone
from beachhead.testing import proves

from ..budget import many
from .board import OPosition, zone
from .combat import legal_attacks, legal_barrage_openings, legal_support_openings, may_close_phase
from .movement import destinations, exchanges
from .positions import random_position
from .retreat import TooManyPlans, retreat_plans

pytestmark = pytest.mark.game("saipan")
POSITIONS = many(24)
PATIENCE = 20_000
"""Hexes that the slow search may try to empty in one position."""
BATCHES = 8
Attack = tuple[frozenset[str], frozenset[str]]


def described(pos: OPosition, phase: str) -> dict[str, Any]:
    """An oracle's position as the engine reads it."""
    rows = max(int(name[:2]) for name in pos.terrain)
    columns = max(int(name[2:]) for name in pos.terrain)
    units = {}
    for name, unit in pos.units.items():
        values = f"{unit.attack}-{unit.defence}-{unit.movement}"
        if unit.arm == "artillery":
            values = f"{unit.attack}-{unit.fpf}-{unit.range}/{unit.defence}-{unit.movement}"
        place = f"at {pos.where[name]}" if name in pos.where else "eliminated"
        if name in pos.sea_target and name in pos.where:
            place = f"in sea {pos.where[name]} for {pos.sea_target[name]}"
        units[name] = f"{unit.arm} {values} {place}"
    return {
        "scenario": "historical",
        "options": {"minimum_move": pos.minimum_move},
        "board": {
            "size": [rows, columns],
            "hexes": dict(pos.terrain),
            "rivers": [sorted(side) for side in sorted(pos.rivers, key=sorted)],
            "cliffs": [sorted(side) for side in sorted(pos.cliffs, key=sorted)],
            "roads": [sorted(side) for side in sorted(pos.roads, key=sorted)],
            "trails": [sorted(side) for side in sorted(pos.trails, key=sorted)],
            "beaches": sorted(set(pos.sea_target.values())),
        },
        "units": units,
        "turn": 2,
        "phase": f"{pos.phasing} {phase}",
        "support": {pos.phasing: pos.support},
        "attacked": sorted(pos.attacked & set(pos.where)),
        "defended": sorted(pos.defended & set(pos.where)),
        "displaced": sorted(pos.displaced & set(pos.where)),
        "contact": sorted(pos.contact & set(pos.where)),
    }


def engine_state(pos: OPosition, phase: str) -> SaipanState:
    state = bh.game("saipan").position(described(pos, phase), bh.Dice(bytes(16)))
    assert isinstance(state, SaipanState)
    return state


Expected = Any
"""What the oracle says about a position; plain data, so that it can be kept and compared with broken engines too."""


def expect_movement(pos: OPosition) -> Expected:
    return {(name, end) for name in pos.where for end in destinations(pos, name)}, exchanges(pos)


def check_movement(pos: OPosition, expected: Expected) -> None:
    moves, swaps = expected
    state = engine_state(pos, "movement")
    if state.decision.step != "move" or state.decision.side != pos.phasing:
        assert not moves and not swaps, f"the phase was passed over, yet {sorted(moves)[:5]} are legal"
        return
    offered = {tuple(str(action).split()[1:]) for action in state.actions() if action.verb == "move"}
    assert offered == moves, f"only one of them has {sorted(offered ^ moves)[:8]}"
    swapped = {frozenset(str(action).split()[1:]) for action in state.actions() if action.verb == "exchange"}
    assert swapped == swaps, f"only one of them has {[sorted(pair) for pair in swapped ^ swaps][:8]}"


def expect_combat(pos: OPosition) -> Expected:
    zones = {side: zone(pos, side) for side in ("us", "jp")}
    return zones, legal_attacks(pos), legal_barrage_openings(pos), legal_support_openings(pos), may_close_phase(pos)


def check_combat(pos: OPosition, expected: Expected) -> None:
    zones, attacks, guns, points, may_close = expected
    state = engine_state(pos, "combat")
    for side, name in ((US, "us"), (JP, "jp")):
        found = {state.ruleset.hex_name(space) for space in spaces_of(engine_zone(state, side))}
        assert found == zones[name], name
    if state.decision.step != "combat" or state.decision.side != pos.phasing:
        assert not (attacks or guns or points), "the phase was passed over"
        assert may_close
        return
    assert declared_attacks(state) == attacks, declared_attacks(state) ^ attacks
    offered = [str(action).split() for action in state.actions()]
    assert {(words[1], words[2]) for words in offered if words[0] == "barrage"} == guns
    assert {(words[2], int(words[1])) for words in offered if words[0] == "support"} == points
    assert (["done"] in offered) == may_close


def expect_retreat(pos: OPosition) -> Expected:
    plans = retreat_plans(pos, pos.retreating, pos.retreat_hexes, PATIENCE).plans
    return plans if len(plans) <= 400 else {plan[:1] for plan in plans}, len(plans) <= 400


def check_retreat(pos: OPosition, expected: Expected) -> None:
    plans, whole = expected
    state = engine_state(pos, "combat")
    state.outcome = None
    unit = state.ruleset.number[pos.retreating]
    assert state.where[unit] == state.ruleset.ground.grid.space(pos.where[pos.retreating])
    state.phasing = US if pos.phasing == "us" else JP
    for name in pos.displaced & set(pos.where):
        state.flags[state.ruleset.number[name]] |= DISPLACED
    state.pending = [unit]
    state.stack = []
    state.push(GameTurn, FIRST_END)
    state.push(CombatPhase)
    state.push(Aftermath)
    state.push(Retreat, pos.retreat_hexes, *NOBODY)
    state.forget_choices()
    found = all_plans(state, ()) if whole else {(("retreat", *words),) for words in announced(state)}
    assert found == plans


CHECKS = {
    "movement": (expect_movement, check_movement),
    "combat": (expect_combat, check_combat),
    "retreat": (expect_retreat, check_retreat),
}


def compare(kind: str, batch: int) -> None:
    """Compare a batch of positions. The few on which the slow search explodes are passed over, and they must stay few."""
    expect, check = CHECKS[kind]
    passed_over = []
    for seed in range(batch * POSITIONS, (batch + 1) * POSITIONS):
        pos = random_position(random.Random(f"{kind} {seed}"), kind)
        try:
            expected = expect(pos)
        except TooManyPlans:
            passed_over.append(seed)
            continue
        try:
            check(pos, expected)
        except AssertionError as error:
            raise AssertionError(f"{kind}, seed {seed}: {error}") from None
    assert len(passed_over) <= max(1, POSITIONS // 100), f"{kind}: too many positions passed over: {passed_over}"


@proves("saipan", "5.12", "5.13", "5.14", "5.15", "5.21", "5.22", "5.23", "5.24", "5.25", "5.31", "6.0", "6.14", "errata-5.13")
@pytest.mark.parametrize("batch", range(BATCHES))
def test_movement(batch: int) -> None:
    """Every unit may end its move exactly where the slow search says; a phase without a move passes by itself."""
    compare("movement", batch)


@proves("saipan", "6.0", "6.11", "6.15", "6.21", "6.22")
@proves("saipan", "7.11", "7.12", "7.14", "7.15", "7.21", "7.22", "7.23", "errata-7.21", "8.31", "8.32", "12.32-b")
@pytest.mark.parametrize("batch", range(BATCHES))
def test_attacks(batch: int) -> None:
    """Zones agree; built pick by pick, exactly the legal attacks can be made; openings by fire and the end of the phase agree."""
    compare("combat", batch)


@proves("saipan", "7.7", "7.71", "7.72", "7.73", "7.74", "7.81", "7.82-a", "7.82-b", "7.82-d", "6.14-retreat")
@pytest.mark.parametrize("batch", range(BATCHES))
def test_retreats(batch: int) -> None:
    """Step by step, exactly the legal plans of a retreat can be carried out, displacements and failures included."""
    compare("retreat", batch)


def declared_attacks(state: SaipanState) -> set[Attack]:
    """All attacks that can be closed, found by trying every order of picks."""
    found: set[Attack] = set()
    seen: set[Attack] = set()
    waiting = [(state, action) for action in state.actions() if action.verb == "attack"]
    while waiting:
        before, action = waiting.pop()
        after, events = before.copy(), list[Event]()
        after.apply(action, events)
        closed = next((event for event in events if event.kind == "attack"), None)
        if closed is not None:
            found.add((frozenset(closed.data["attackers"]), frozenset(closed.data["defenders"])))
            continue
        named = (frozenset(map(after.name, after.attackers)), frozenset(map(after.name, after.defenders)))
        if named in seen:
            continue
        seen.add(named)
        waiting += [(after, pick) for pick in after.actions()]
    return found


def announced(state: SaipanState) -> list[tuple[str, str]]:
    return [
        (state.name(unpack(code)[1]), state.ruleset.hex_name(unpack(code)[2]))
        for code in state.ruleset.step_of(Retreat).choices(state)
    ]


def all_plans(state: SaipanState, so_far: tuple[tuple[str, str, str], ...]) -> set[tuple[tuple[str, str, str], ...]]:
    """Every sequence of announcements that ends the retreat."""
    if not state.pending:
        return {so_far}
    found: set[tuple[tuple[str, str, str], ...]] = set()
    retreat = state.ruleset.step_of(Retreat)
    for code in retreat.choices(state):
        after = state.copy()
        after.forget_choices()
        retreat.take(after, code)
        _, unit, space, _ = unpack(code)
        if state.where[unit] == space:
            found.add(())
            continue
        verb = state.ruleset.verbs[verb_of(code)].word
        found |= all_plans(after, (*so_far, (verb, state.name(unit), state.ruleset.hex_name(space))))
    return found
