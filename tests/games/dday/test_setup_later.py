"""Setting up the scenarios of later days: the figures of the book, and that no choice of the player leads to a dead end."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from itertools import product
from typing import Any

import pytest

import beachhead as bh
from beachhead.engine.chance.lots import candidates
from beachhead.games.dday import phases
from beachhead.games.dday.control import fields_of_fire
from beachhead.games.dday.counters import forts, marines
from beachhead.games.dday.island.front_line import has_room, open_seats
from beachhead.games.dday.ruleset import DDayRuleset
from beachhead.games.dday.state import BOXES, DEPTHS, DUE, READY, RESERVE, RESERVES, DDayState
from beachhead.testing.proofs import proves

from ...budget import many

FRONTS = ("suribachi", "drive-to-the-north", "hot-rocks", "drive-to-the-sea", "suribachi-and-north", "hot-rocks-partners")
"""Scenarios that the player sets up."""


@pytest.mark.parametrize(
    ("scenario", "turns"),
    [
        ("d-day", 6),
        ("suribachi", 15),
        ("drive-to-the-north", 15),
        ("hot-rocks", 24),
        ("drive-to-the-sea", 15),
        ("campaign", 66),
        ("suribachi-and-north", 15),
        ("hot-rocks-partners", 24),
    ],
)
def test_a_scenario_says_how_many_turns_it_has(scenario: str, turns: int) -> None:
    """Those from its first to its last, not the number of its last; whoever chooses a scenario reads it."""
    found, setup = bh.game("dday").scenario(scenario), start(scenario).ruleset.setup
    assert found.turns == turns == setup.last_turn - setup.first_turn + 1
    assert found.length.startswith(f"{turns} turns, ")


def start(scenario: str, seed: int = 1, **options: Any) -> DDayState:
    state = bh.game("dday").new(scenario, seed=seed, **options)
    assert isinstance(state, DDayState)
    return state


def finished(scenario: str, seed: int = 1) -> DDayState:
    """After the default set-up, in as few choices as there are."""
    state = start(scenario, seed)
    while state.phase == phases.SET_UP:
        state.apply("arrange" if state.side == "us" else "draw")
    return state


@cache
def ruleset(scenario: str) -> DDayRuleset:
    found = start(scenario).ruleset
    assert isinstance(found, DDayRuleset)
    return found


def units_at(state: DDayState) -> dict[int, list[str]]:
    """Sector -> codes of positions with a unit."""
    found: dict[int, list[str]] = {}
    for position, code in enumerate(state.ruleset.position_code):
        if state.unit[position]:
            found.setdefault(state.ruleset.position_sector[position], []).append(code)
    return found


def forts_of(state: DDayState) -> dict[str, int]:
    """Code -> how many forts."""
    codes = state.ruleset.position_code
    return {code: 1 + (state.lower_fort[p] != 0) for p, code in enumerate(codes) if state.fort[p]}


def row(state: DDayState, first: int) -> list[int]:
    return [len(state.pools[first + sector]) for sector in range(4)]


def depth_at(state: DDayState) -> list[str]:
    return [code for p, code in enumerate(state.ruleset.position_code) if state.depth[p]]


def tanks_at(state: DDayState) -> set[str]:
    return {code for p, code in enumerate(state.ruleset.position_code) if state.tank[p]}


# ---------------------------------------------------------------------- the Japanese


@pytest.mark.parametrize("scenario", [scenario.id for scenario in bh.game("dday").scenarios])
def test_every_scenario_is_fought_on_one_island(scenario: str) -> None:
    """One map was printed: no scenario has ground, marks, guns or counters of its own, and each has Sector 1 as Scenario One sets
    it up, if it is in play at all (18.5.2, 18.9.2)."""
    found, first = ruleset(scenario), ruleset("d-day")
    for what in ("positions", "terrain", "level", "bluffs"):
        assert getattr(found.components.board, what) == getattr(first.components.board, what)
    assert found.components.japanese_units == first.components.japanese_units
    mine, theirs = ([sector for sector in one.setup.japanese if sector.sector == 1] for one in (found, first))
    assert mine in ([], theirs)
    if mine:
        suribachi = {code for fort in found.setup.forts for code in fort.positions if code.startswith("A")}
        assert suribachi == {"A6"}


@proves("dday", "18.5.2", "18.5", "3.0-2", "17.1-a", "17.2.1")
def test_suribachi_alone() -> None:
    """One fort of class 2, since no black position there is a hilltop (D156)."""
    state = start("suribachi")
    assert units_at(state) == {1: ["A1", "A2", "A4", "A5", "A6", "A8"]}
    assert forts_of(state) == {"A6": 1} and depth_at(state) == ["A6"]
    assert (row(state, RESERVES), row(state, DEPTHS)) == ([0, 0, 0, 0], [0, 0, 0, 0])
    assert not tanks_at(state)
    assert (state.turn, state.ruleset.last_turn) == (7, 21)


@proves("dday", "18.6.2", "18.6", "3.0-3")
def test_the_belt_before_airfield_two() -> None:
    state = start("drive-to-the-north")
    assert {sector: len(codes) for sector, codes in units_at(state).items()} == {2: 11, 3: 20, 4: 7}
    assert tanks_at(state) == {"I4", "H2", "K9"}
    assert forts_of(state) == {"G2": 1, "G3": 2, "L3": 1}, "0820, 0723 with two, and Nishi"
    assert state.ruleset.hex_name(state.ruleset.position_hex[state.ruleset.components.board.position_index["G3"]]) == "0723"
    assert (row(state, RESERVES), row(state, DEPTHS)) == ([0, 2, 12, 10], [0, 6, 25, 20])
    hilltops = state.ruleset.ground.hilltop_positions
    index = state.ruleset.components.board.position_index
    six = ["H6", "H9", "I8", "I9", "J4", "L4"]
    assert all(hilltops >> index[code] & 1 and state.unit[index[code]] for code in six)
    sector = {unit.id for unit in state.ruleset.components.japanese_units if unit.sector == 3 and unit.kind == 0}
    for code in ("H6", "F1"):
        found = candidates(state.lots, state.unit[index[code]])
        assert {state.ruleset.counter_ids[number] for number in found} == sector, "any unit of the sector"
    assert not any(state.faces)
    assert not any(state.unit[index[code]] for code in state.ruleset.setup.us_held)


@proves("dday", "18.7.2", "18.7.2-errata-a", "18.7.2-errata-b", "18.7.2-errata-c", "18.7", "3.0-4")
def test_the_main_line() -> None:
    state = start("hot-rocks")
    index = state.ruleset.components.board.position_index
    found = units_at(state)
    assert {sector: len(codes) for sector, codes in found.items()} == {3: 19, 4: 9}
    assert {"L2", "L3"} <= set(found[3])
    assert "F2" not in found[3]
    assert forts_of(state) == {"I9": 2, "H9": 1, "J4": 1, "L4": 1, "H5": 1, "L3": 1}
    classes = {state.ruleset.fort_class[n] for n in candidates(state.lots, state.fort[index["L3"]])}
    assert classes == {2}
    assert depth_at(state) == ["H5", "H9", "I9", "J4", "L3", "L4"]
    assert (row(state, RESERVES), row(state, DEPTHS)) == ([0, 0, 6, 7], [0, 0, 14, 18])
    assert not any(state.second), "no reserve unit where one stands already"
    garrisons = {state.ruleset.position_code[p] for p in range(state.ruleset.position_count) if state.garrisons[p]}
    exposed = fields_of_fire.standing(state).both
    held = {code for code in state.ruleset.setup.us_held if not exposed >> state.ruleset.position_hex[index[code]] & 1}
    assert garrisons == held > {"A1", "E8", "E7", "G1", "G2", "G4", "I2", "I3"}


@proves("dday", "18.8.2", "18.8.2-a", "18.8.2-b", "18.8", "3.0-5")
def test_the_last_pockets() -> None:
    state = start("drive-to-the-sea")
    index = state.ruleset.components.board.position_index
    found = units_at(state)
    assert found[3] == ["J4", "J6", "J8"]
    assert sorted(found[4]) == sorted(["K1", "K3", "K4", "K5", "K7", "K8", "K10", "M4", "M7", "M8", "M9"])
    assert forts_of(state) == {"J4": 1, "K4": 1, "M9": 1}
    assert {state.ruleset.fort_class[n] for n in candidates(state.lots, state.fort[index["J4"]])} == {2}
    assert depth_at(state) == ["K4", "M9"], "Turkey Knob has the fort only"
    assert (row(state, RESERVES), row(state, DEPTHS)) == ([0, 0, 0, 0], [0, 0, 3, 10])
    hq = state.unit[index["M9"]]
    assert (state.ruleset.counter_ids[hq], state.ruleset.counter_strength[hq]) == ("109 Div HQ", 2)
    assert state.ruleset.hex_name(state.ruleset.position_hex[index["M9"]]) == "2335"
    sectors = [state.ruleset.position_sector[p] for p in range(state.ruleset.position_count) if state.garrisons[p]]
    assert {1, 2} <= set(sectors)
    everything = [p for p in range(state.ruleset.position_count) if state.ruleset.position_sector[p] in (1, 2)]
    assert all(state.garrisons[p] for p in everything), "sectors 1 and 2 are wholly under U.S. control"


@proves("dday", "18.9", "18.9.1", "18.9.2", "18.0-clarification", "3.0-6", "18.9.3-c")
def test_the_campaign_begins_like_the_first_scenario() -> None:
    state, first = start("campaign"), start("d-day")
    assert state.where[:] != first.where
    due = [unit for unit, place in enumerate(state.where) if place == DUE]
    assert {unit for unit, place in enumerate(first.where) if place == DUE} <= set(due)
    assert [place for place in state.where if place <= BOXES] == [place for place in first.where if place <= BOXES]
    assert units_at(state) == units_at(first)
    assert forts_of(state) == forts_of(first)
    assert (row(first, DEPTHS), row(state, DEPTHS)) == ([0, 14, 25, 0], [0, 14, 25, 20])
    assert depth_at(state) == ["A6", "G1", "G2"]
    assert (list(state.infantry_points), state.tank_points, state.engineer_points) == ([60, 60, 60], 24, 24)
    assert not any(state.garrisons)
    assert (state.turn, state.ruleset.last_turn) == (1, 66)
    regiments = [state.ruleset.regimental_hq[regiment] for regiment in (23, 24, 25, 26, 27, 28)]
    assert {state.where[hq] for hq in regiments} == {-1}, "they come on GT 7"


@proves("dday", "18.5", "18.6", "3.0-3")
def test_two_scenarios_in_one() -> None:
    state = start("suribachi-and-north")
    assert {sector: len(codes) for sector, codes in units_at(state).items()} == {1: 6, 2: 11, 3: 20, 4: 7}
    assert (row(state, RESERVES), row(state, DEPTHS)) == ([0, 2, 12, 10], [0, 6, 25, 20])
    assert (list(state.guns), list(state.infantry_points)) == ([0, 5, 7, 0], [18, 18, 28])
    assert (state.tank_points, state.engineer_points) == (13, 10)
    assert state.ruleset.setup.closed_sectors == (4,)
    assert not state.ruleset.setup.closed_columns_from
    names = [clause.name for clause in state.ruleset.setup.victory]
    assert names.count("cleared") == 2
    assert state.ruleset.setup.catastrophic_limit == 5
    assert [clause.details["max_infantry_step_losses"] for clause in state.ruleset.setup.victory if "losses" in clause.name] == [
        30
    ]
    assert state.ruleset.setup.rule("always_in_command") is None
    end = finished("suribachi-and-north")
    ids = end.ruleset.number
    assert end.ruleset.ground.distance[end.where[ids["HQ/28"]]][end.where[ids["HW/28"]]] <= 2
    craft = [unit for unit in end.ruleset.lineup.craft if end.where[unit] >= 0 or end.where[unit] == RESERVE]
    assert len(craft) == 16, "nobody is left behind"


# ---------------------------------------------------------------------- the Marines


def ids(state: DDayState, where: str) -> set[str]:
    """Units on the map, in reserve, in boxes, absent."""
    tests = {
        "map": lambda place: place >= 0,
        "reserve": lambda place: place == RESERVE,
        "boxes": lambda place: place <= BOXES,
        "absent": lambda place: place == -1,
        "due": lambda place: place == DUE,
    }
    return {state.ruleset.unit_ids[unit] for unit, place in enumerate(state.where) if tests[where](place)}


def losses(state: DDayState) -> dict[int, list[int]]:
    """Division -> lost steps of its infantry units, without zeros."""
    found: dict[int, list[int]] = {}
    ruleset = state.ruleset
    for unit in range(ruleset.unit_count):
        lost = ruleset.full_steps[unit] - state.steps[unit]
        if lost:
            assert ruleset.is_infantry[unit]
            found.setdefault(ruleset.division[unit], []).append(lost)
    return found


@proves("dday", "18.5.1", "18.5.3-c")
def test_one_regiment_and_its_support() -> None:
    state = finished("suribachi")
    there = ids(state, "map")
    assert len(there) == 17
    assert sum(name.endswith("5Tk") for name in there) == sum(name.endswith("5E") for name in there) == 2
    assert {"HW/28", "A/1/28", "L/3/28", "HQ/2/28"} <= there
    assert "HQ/28" not in there
    assert list(state.guns) == [0, 0, 6, 0]
    assert (list(state.infantry_points), state.tank_points, state.engineer_points) == ([0, 0, 10], 4, 4)
    assert not ids(state, "due")
    assert not losses(state)


@proves("dday", "18.6.1", "18.6.1-b", "18.6.1-c", "18.6.1-d", "18.6.1-e", "18.3.2-a")
def test_two_divisions() -> None:
    state = finished("drive-to-the-north")
    reserve = {"2/24", "3/24", "2/25", "2/26", "3/26", "1/27"}
    there = {name.partition("/")[2] for name in ids(state, "reserve") if name.count("/") == 2}
    assert there == reserve
    assert {division: sum(lost) for division, lost in losses(state).items()} == {4: 14, 5: 12}
    assert all(set(lost) == {1} for lost in losses(state).values())
    marked = [unit for unit in range(state.ruleset.unit_count) if state.steps[unit] == 3]
    assert all(state.marker[unit] for unit in marked)
    assert sum(state.cup) == state.ruleset.marker_count - len(marked)
    assert (state.losses, sum(state.infantry_losses)) == (0, 0), "the days before do not count"
    assert list(state.guns) == [0, 5, 1, 0]
    assert (list(state.infantry_points), state.tank_points, state.engineer_points) == ([18, 18, 18], 9, 6)
    assert not any("/28" in name and name.count("/") == 2 for name in ids(state, "map") | ids(state, "reserve"))
    heroes = [owner for owner in state.hero_on if owner >= 0]
    assert sorted(state.ruleset.division[unit] for unit in heroes) == [4, 5]
    assert ids(state, "boxes") == {"HW/24", "HQ/24"}
    assert state.where[state.ruleset.number["HW/24"]] == state.where[state.ruleset.number["HQ/24"]]


@proves("dday", "18.6.1-a", "18.7.1-a", "18.8.1-b", "18.0-setup-hex", "18.0-setup-regiment", "18.0-startline")
@pytest.mark.parametrize("scenario", FRONTS)
def test_everybody_is_near_his_hex_behind_the_line(scenario: str) -> None:
    for state in (finished(scenario), played(scenario, 7)):
        rules, ground = state.ruleset, state.ruleset.ground
        for entry in rules.lineup.entries:
            for unit in entry.units:
                place = state.where[unit]
                assert ground.distance[entry.place][place] <= 1
                assert rules.lineup.area >> place & 1
                outside = [near for near in ground.near[place] if not rules.lineup.area >> near & 1]
                home = [near for near in ground.near[entry.place] if not rules.lineup.area >> near & 1]
                shut = rules.ways.closed
                if not any(not shut >> near & 1 for near in home):
                    assert all(shut >> near & 1 for near in outside), f"{rules.unit_ids[unit]} is on the line"
        for regiment in rules.lineup.hqs:
            hq, company = state.where[rules.regimental_hq[regiment]], state.where[rules.number[f"HW/{regiment}"]]
            assert ground.distance[hq][company] <= 2


@pytest.mark.parametrize("scenario", FRONTS)
def test_every_battalion_has_room_where_nobody_fires_before_it_can_act(scenario: str) -> None:
    """Black groups fire on every card, and the Japanese fire first: no battalion with a hex of its own may have to begin in the
    field of one, whatever else is set up. Regiments, which have one hex for all, may."""
    state = start(scenario)
    rules, fields = state.ruleset, fields_of_fire.standing(state)
    always = 0
    for group, (intense, steady) in enumerate(fields.rows):
        if fields_of_fire.is_black(state, group):
            always |= intense | steady
    for entry in rules.lineup.entries:
        waiting = [(entry.mask & ~state.jp_mask & ~always, rules.is_rifle[unit]) for unit in entry.units]
        assert entry.name.startswith("rgt") or has_room({}, {}, waiting), f"{entry.name} must begin under fire"


@pytest.mark.parametrize("scenario", FRONTS)
def test_what_lies_behind_the_line_is_held(scenario: str) -> None:
    """No fort comes up in the rear when somebody moves: its place has a unit or garrison, or is under control (17.1-c)."""
    state = finished(scenario)
    rules, ground = state.ruleset, state.ruleset.ground
    for position in range(rules.position_count):
        place = rules.position_hex[position]
        if rules.positions[position].fort and rules.lineup.area >> place & 1:
            assert position not in forts.due_on_entry(state, place), f"a fort would come up in {ground.names[place]}"


@proves("dday", "18.6.2", "18.6.1-a", "17.1-c")
def test_an_outpost_holds_the_crest_beside_the_fort() -> None:
    """18.6.2 sets up forts in 0820 and 0723, so 0720 beside them is in U.S. hands; the usual arrangement puts a tank there."""
    state = finished("drive-to-the-north")
    names = state.ruleset.ground.names
    assert [state.ruleset.unit_ids[unit] for unit in state.us_at[names.index("0720")]] == ["1A/4Tk"]
    craft = state.ruleset.lineup.craft_mask
    assert craft(state.ruleset.number["2B/4Tk"]) >> names.index("0720") & 1
    assert not craft(state.ruleset.number["1A/5Tk"]) >> names.index("0720") & 1, "another division's"


@proves("dday", "18.7.1", "18.7.1-b", "18.7.1-c", "18.7.1-d", "18.7.1-e", "18.7.1-f", "18.7.1-errata-a", "18.7.1-errata-b")
def test_three_divisions() -> None:
    state = finished("hot-rocks")
    reserve = ids(state, "reserve")
    battalions = {name.partition("/")[2] for name in reserve if name.count("/") == 2}
    assert battalions == {"1/21", "2/23", "3/25", "1/28", "2/28", "3/28", "1/26", "3/26", "3/27"}
    assert {"HQ/25", "HW/25", "HQ/28", "HW/28"} <= reserve
    assert {division: sum(lost) for division, lost in losses(state).items()} == {4: 12, 5: 12}
    assert all(set(lost) == {1} for lost in losses(state).values())
    boxes = ids(state, "boxes")
    assert len(boxes) == 16
    assert {"HQ/9", "HW/9", "C/3E", "P/3E"} <= boxes
    assert len(ids(state, "absent")) == 14, "the 3rd Marines alone"
    assert list(state.guns) == [5, 10, 10, 8]
    assert (list(state.infantry_points), state.tank_points, state.engineer_points) == ([24, 24, 24], 8, 8)
    assert sorted(state.ruleset.division[unit] for unit in state.hero_on if unit >= 0) == [3, 4, 5]
    for unit in state.ruleset.lineup.craft:
        if state.where[unit] >= 0:
            hq = state.where[state.ruleset.regimental_hq[state.assigned[unit]]]
            assert state.ruleset.ground.distance[hq][state.where[unit]] <= 1


@proves("dday", "18.8.1", "18.8.1-a", "18.8.1-c", "18.8.1-d", "18.8.1-e")
def test_worn_divisions() -> None:
    state = finished("drive-to-the-sea")
    assert ids(state, "absent") == {name for name in state.ruleset.number if name.endswith("/3") and not name[0].isdigit()}
    assert ids(state, "reserve") >= {"1A/3Tk", "2C/3Tk", "A/3E", "P/3E"}
    assert {division: sum(lost) for division, lost in losses(state).items()} == {3: 12, 4: 16, 5: 18}
    assert list(state.guns) == [10, 10, 10, 8]
    assert (list(state.infantry_points), state.tank_points, state.engineer_points) == ([30, 16, 16], 5, 5)
    assert sorted(state.ruleset.division[unit] for unit in state.hero_on if unit >= 0) == [3, 3, 4, 4, 5, 5]
    assert not ids(state, "due")
    assert not ids(state, "boxes")


@proves("dday", "3.0-4")
def test_lots_for_the_ninth_marines() -> None:
    found = Counter(finished("hot-rocks-partners", seed).ninth_marines for seed in range(12))
    assert set(found) == {4, 5}
    assert finished("hot-rocks").ninth_marines == 0


# ---------------------------------------------------------------------- choices


def played(scenario: str, seed: int) -> DDayState:
    """After a set-up in which every choice is made at random, none left to the default."""
    state, rng = start(scenario, seed), random.Random(seed)
    while state.phase == phases.SET_UP:
        texts = [str(action) for action in state.actions()]
        assert texts, "a dead end"
        state.apply(rng.choice([text for text in texts if text != "arrange"]))
    return state


@proves("dday", "18.3.2", "18.3.2-c", "7.5.2-b")
@pytest.mark.parametrize("scenario", FRONTS)
def test_no_choice_leads_to_a_dead_end(scenario: str) -> None:
    for seed in range(many(4)):
        state = played(scenario, seed)
        assert READY not in state.where
        assert not any(marines.excess(state, units) for units in state.us_at.values())
        for division, wanted in state.ruleset.setup.step_losses.items():
            assert sum(losses(state).get(division, [])) == wanted
        assert all(max(lost) <= state.ruleset.setup.losses_per_unit for lost in losses(state).values())
        assert not state.heroes_due
        entries = {unit for entry in state.ruleset.lineup.entries for unit in entry.units}
        assert all(state.where[unit] >= 0 for unit in entries)


@pytest.mark.parametrize("scenario", FRONTS)
def test_one_choice_does_it_all(scenario: str) -> None:
    state = start(scenario)
    while state.side == "jp":
        state.apply("draw")
    assert state.phase == phases.SET_UP
    events: list[bh.Event] = []
    state.apply("arrange", events)
    assert state.phase != phases.SET_UP
    assert sum(event.kind == "set up" for event in events) >= 17, "each unit is told of"
    assert READY not in state.where


def test_room_is_found_where_there_is_some() -> None:
    """Against the slow and obvious way: trying all ways to seat everybody."""
    rng = random.Random(4)
    outcomes = Counter[bool]()
    for _ in range(many(150)):
        rifles = {place: rng.randrange(3) for place in range(3)}
        others = {place: rng.randrange(3) for place in range(3)}
        waiting = [(rng.randrange(1, 8), rng.random() < 0.6) for _ in range(rng.randrange(1, 6))]
        found = has_room(dict(rifles), dict(others), waiting)
        assert found == seatable(rifles, others, waiting)
        outcomes[found] += 1
        if found:
            mask, rifle = one = rng.choice(waiting)
            left = list(waiting)
            left.remove(one)
            wanted = 0
            for place in range(3):
                more = Counter({place: 1})
                fits = seatable(rifles, others, [(1 << place, rifle)])
                after = (Counter(rifles) + more, others) if rifle else (rifles, Counter(others) + more)
                if mask >> place & 1 and fits and seatable(after[0], after[1], left):
                    wanted |= 1 << place
            assert open_seats(dict(rifles), dict(others), waiting, one) == wanted
    assert min(outcomes[True], outcomes[False]) > 5


def seatable(rifles: dict[int, int], others: dict[int, int], waiting: list[tuple[int, bool]]) -> bool:
    for seats in product(range(3), repeat=len(waiting)):
        if all(mask >> seat & 1 for (mask, _), seat in zip(waiting, seats, strict=True)):
            more = Counter(seat for (_, rifle), seat in zip(waiting, seats, strict=True) if rifle)
            every = Counter(seats)
            if all(
                (not more[place] or rifles[place] + more[place] <= 2)
                and (not every[place] or rifles[place] + others[place] + every[place] <= 4)
                for place in range(3)
            ):
                return True
    return False


@proves("dday", "18.9.3-a")
def test_hqs_come_ashore_in_the_campaign_only() -> None:
    for scenario in ("d-day", "suribachi", "drive-to-the-north"):
        assert scenario == "drive-to-the-north" or ruleset(scenario).free_command_until >= 6
    assert ruleset("campaign").free_command_until == 6


@proves("dday", "19.0-totals", "19.0")
def test_artillery_of_the_list() -> None:
    """All that arrives by GT 30 in the campaign: ten for each division, eight for the corps."""
    from beachhead.games.dday.counters.support import receive_artillery

    state = start("campaign")
    for turn in range(2, 67):
        state.turn = turn
        receive_artillery(state)
    assert list(state.guns) == [10, 10, 10, 8]


@proves("dday", "3.0-4")
def test_partners_set_up_their_own_divisions() -> None:
    state = start("hot-rocks-partners")
    game = bh.game("dday")
    while state.side == "jp":
        state.apply("draw")
    seats = set()
    while state.step.name == "set-up units":
        action = state.actions()[0]
        owner = game.owner_of(state, action)
        unit = str(action).split()[1]
        division = state.ruleset.division[state.ruleset.number[unit]]
        assert (owner.seat if owner else "") == {3: "", 4: "4th", 5: "5th"}[division]
        seats.add(division)
        state.apply(action)
    assert seats == {3, 4, 5}
    assert "A/1/9" in game.units_of(state, f"{state.ninth_marines}th")
    assert game.owner_of(start("hot-rocks"), start("hot-rocks").actions()[0]) is None
