"""Which way a move takes (R61): found by trying every path on small boards, and compared with the engine's."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import beachhead as bh
from beachhead.games.saipan.state import SaipanState
from beachhead.series.island_war.movement import can_pass, path_of, reach, tables
from beachhead.testing import proves


def board(rng: random.Random) -> dict[str, object]:
    """A crowded little island with roads, a river, markers and both sides."""
    names = [f"{row:02}{column:02}" for row in range(1, 6) for column in range(1, 6)]
    rng.shuffle(names)
    return {
        "board": {
            "size": [5, 5],
            "hexes": {"broken": names[:6], "rough": names[6:8], "sea": names[8:10]},
            "roads": [["0102", "0202", "0303"], ["0303", "0304", "0404"]],
            "rivers": [["0301", "0302"], ["0403", "0503"]],
            "beaches": sorted(names[14:17]),
        },
        "units": {
            "J:X": f"infantry 2-3-{rng.choice([3, 4, 5])} at {names[10]}",
            "J:Y": f"infantry 2-3-4 at {names[11]}",
            "J:T": f"armour 2-1-4 at {names[12]}",
            "U:A": f"infantry 5-4-8 at {names[13]}",
        },
        "beachheads": sorted(names[14:17]),
        "turn": 2,
        "phase": "jp movement",
    }


def all_paths(state: SaipanState, unit: int, goal: int) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Every way to the goal that the unit can pay and the enemy leaves open, with its cost; hexes may be entered twice."""
    ruleset, phase = state.ruleset, tables(state)
    waiting: list[tuple[int, tuple[int, ...]]] = [(0, ())]
    while waiting:
        spent, path = waiting.pop()
        here = path[-1] if path else state.where[unit]
        if here == goal and path:
            yield spent, path
        if path and phase.zones >> here & 1:
            continue
        for near in ruleset.ground.grid.neighbours[here]:
            cost = ruleset.ground.step_halves(ruleset.mover[unit], here, near)
            if cost is not None and spent + cost <= ruleset.halves[unit] and not phase.enemies >> near & 1:
                waiting.append((spent + cost, (*path, near)))


@proves("saipan", "12.34-c", "5.0-procedure", "5.24")
@pytest.mark.parametrize("seed", range(12))
def test_a_move_takes_the_way_through_most_beachheads_then_the_cheapest_then_the_lowest(seed: int) -> None:
    state = bh.game("saipan").position(board(random.Random(seed)))
    assert isinstance(state, SaipanState)
    assert (state.decision.side, state.decision.step) == ("jp", "move"), "these seeds are chosen so that somebody can move"
    for name in ("J:X", "J:T"):
        unit = state.ruleset.number[name]
        start = state.where[unit]
        if tables(state).zones >> start & 1:
            continue
        for goal in range(state.ruleset.ground.grid.size):
            if not reach(state, unit) >> goal & 1:
                continue
            ways = list(all_paths(state, unit, goal))
            best = min((-len(set(path) & set(state.markers)), cost, path) for cost, path in ways)
            assert path_of(state, unit, goal, state.marker_mask()) == best[2], f"{name} to {state.ruleset.hex_name(goal)}"
            assert path_of(state, unit, goal) == min(ways)[1]
            passes = len((set(best[2]) - {goal}) & set(state.markers)) > 0
            assert can_pass(state, unit, goal, state.marker_mask()) or not passes


@proves("saipan", "12.34-c")
@pytest.mark.parametrize("seed", range(6))
def test_what_a_move_destroys_does_not_depend_on_who_listens(seed: int) -> None:
    state = bh.game("saipan").position(board(random.Random(seed)))
    for action in list(state.actions()):
        heard, unheard = state.copy(), state.copy()
        heard.apply(action, [])
        unheard.apply(action)
        assert heard.digest() == unheard.digest(), str(action)


def test_a_move_by_way_of_six_beachheads_on_a_large_map() -> None:
    """Roads everywhere and points for any detour: the way is found from what the legs cost, not by trying sets of hexes."""
    beaches = ["0808", "0822", "1510", "1520", "2208", "2222"]
    lines = [[f"{row:02}{column:02}" for column in range(1, 31)] for row in range(1, 31)]
    position = {
        "board": {"size": [30, 30], "beaches": beaches, "roads": [*lines, *map(list, zip(*lines, strict=True))]},
        "units": {"J:X": "infantry 2-3-99 at 1515", "U:A": "infantry 5-4-8 at 3030"},
        "beachheads": beaches,
        "turn": 2,
        "phase": "jp movement",
    }
    state, events = bh.game("saipan").position(position), list[bh.Event]()
    state.apply("move J:X 1516", events)
    assert {event.data["hex"] for event in events if event.kind == "beachhead"} == set(beaches)
