"""The engine's answers against the slow and obvious ones, on thousands of random positions.

`ORACLE_POSITIONS` in the environment makes the run longer.
"""

from __future__ import annotations

import os
import random
from typing import Any

import pytest

import beachhead as bh
from beachhead.engine.action import unpack
from beachhead.engine.event import Event
from beachhead.games.saipan.state import SaipanState
from beachhead.series.island_war.retreat import Retreat
from beachhead.series.island_war.sequence import FIRST_END
from beachhead.series.island_war.state import JP, US
from beachhead.testing import proves

from .board import OPosition, enemy_of, zone
from .combat import legal_attacks, legal_barrage_openings, legal_support_openings, may_close_phase
from .movement import destinations
from .positions import random_position
from .retreat import retreat_plans

POSITIONS = int(os.environ.get("ORACLE_POSITIONS", "150"))
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


def seeds(batch: int) -> range:
    return range(batch * POSITIONS, (batch + 1) * POSITIONS)


@proves("saipan", "5.12", "5.13", "5.14", "5.15", "5.21", "5.22", "5.23", "5.24", "5.25", "5.31", "6.0", "6.14", "errata-5.13")
@pytest.mark.parametrize("batch", range(BATCHES))
def test_movement(batch: int) -> None:
    """Every unit may end its move exactly where the slow search says; a phase without a move passes by itself."""
    for seed in seeds(batch):
        pos = random_position(random.Random(f"movement {seed}"), "movement")
        expected = {(name, end) for name in pos.where for end in destinations(pos, name)}
        state = engine_state(pos, "movement")
        if state.decision.step != "move" or state.decision.side != pos.phasing:
            assert not expected, f"seed {seed}: the phase was passed over, yet {sorted(expected)[:5]} are legal"
            continue
        offered = {tuple(str(action).split()[1:]) for action in state.actions() if action.verb == "move"}
        assert offered == expected, f"seed {seed}: only one of them has {sorted(offered ^ expected)[:8]}"


@proves("saipan", "6.0", "6.11", "6.15", "6.21", "6.22")
@pytest.mark.parametrize("batch", range(BATCHES))
def test_zones(batch: int) -> None:
    """Zones kept up to date by counting are the zones computed from scratch."""
    for seed in seeds(batch):
        pos = random_position(random.Random(f"zones {seed}"), "combat")
        state = engine_state(pos, "combat")
        for side, name in ((US, "us"), (JP, "jp")):
            found = {state.setup.hex_name(space) for space, count in enumerate(state.zones[side]) if count}
            assert found == zone(pos, name), f"seed {seed}, {name}"


@proves("saipan", "7.11", "7.12", "7.14", "7.15", "7.21", "7.22", "7.23", "errata-7.21", "8.31", "8.32", "12.32-b")
@pytest.mark.parametrize("batch", range(BATCHES))
def test_attacks(batch: int) -> None:
    """Built pick by pick, exactly the legal attacks can be made; openings by fire and the end of the phase agree too."""
    for seed in seeds(batch):
        pos = random_position(random.Random(f"combat {seed}"), "combat")
        state = engine_state(pos, "combat")
        attacks, guns, points = legal_attacks(pos), legal_barrage_openings(pos), legal_support_openings(pos)
        if state.decision.step != "combat" or state.decision.side != pos.phasing:
            assert not (attacks or guns or points), f"seed {seed}: the phase was passed over"
            assert may_close_phase(pos), f"seed {seed}"
            continue
        assert declared_attacks(state) == attacks, f"seed {seed}: {declared_attacks(state) ^ attacks}"
        offered = [str(action).split() for action in state.actions()]
        assert {(words[1], words[2]) for words in offered if words[0] == "barrage"} == guns, f"seed {seed}"
        assert {(words[2], int(words[1])) for words in offered if words[0] == "support"} == points, f"seed {seed}"
        assert (["done"] in offered) == may_close_phase(pos), f"seed {seed}"


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


@proves("saipan", "7.7", "7.71", "7.72", "7.73", "7.74", "7.81", "7.82-a", "7.82-b", "7.82-d", "6.14-retreat")
@pytest.mark.parametrize("batch", range(BATCHES))
def test_retreats(batch: int) -> None:
    """Step by step, exactly the legal plans of a retreat can be carried out, displacements and failures included."""
    for seed in seeds(batch):
        pos = random_position(random.Random(f"retreat {seed}"), "retreat")
        plans = retreat_plans(pos, pos.retreating, pos.retreat_hexes)
        state = engine_state(pos, "combat")
        state.outcome = None
        step, unit = state.setup.step, state.setup.number[pos.retreating]
        assert state.where[unit] == state.setup.ground.grid.space(pos.where[pos.retreating])
        state.phasing = US if pos.phasing == "us" else JP
        described_flags = described(pos, "combat")
        for name in described_flags["displaced"]:
            assert enemy_of("us") == "jp"
            state.flags[state.setup.number[name]] |= 16
        state.pending = [unit]
        state.stack = [(step.turn, FIRST_END), (step.combat,), (step.aftermath,), (step.retreat, pos.retreat_hexes, -1, -1, 0, 0)]
        state.forget_choices()
        if len(plans.plans) > 400:
            first = {plan[:1] for plan in plans.plans}
            assert {(("retreat", *words),) for words in announced(state)} == first, f"seed {seed}"
        else:
            assert all_plans(state, ()) == plans.plans, f"seed {seed}: level {plans.level}"


def announced(state: SaipanState) -> list[tuple[str, str]]:
    return [(state.name(unpack(code)[1]), state.setup.hex_name(unpack(code)[2])) for code in Retreat().choices(state)]


def all_plans(state: SaipanState, so_far: tuple[tuple[str, str, str], ...]) -> set[tuple[tuple[str, str, str], ...]]:
    """Every sequence of announcements that ends the retreat."""
    if not state.pending:
        return {so_far}
    found: set[tuple[tuple[str, str, str], ...]] = set()
    retreat = Retreat()
    for code in retreat.choices(state):
        after = state.copy()
        after.forget_choices()
        retreat.take(after, code)
        _, unit, space, _ = unpack(code)
        if state.where[unit] == space:
            found.add(())
            continue
        verb = state.setup.verbs[code >> 36].word
        found |= all_plans(after, (*so_far, (verb, state.name(unit), state.setup.hex_name(space))))
    return found
