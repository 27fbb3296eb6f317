"""Command (11.2, 11.3, 15.3) beside a second, slow computation; garrisons that fall; saves that cannot be."""

from __future__ import annotations

import random
from typing import Any

import pytest

import beachhead as bh
from beachhead.engine.errors import PositionError
from beachhead.games.dday.control import command, command_posts, communication
from beachhead.games.dday.counters import defenders, marines
from beachhead.games.dday.fire import leaders
from beachhead.games.dday.saves.checks import fault_of
from beachhead.games.dday.state import MOVED, DDayState
from beachhead.testing import proves
from tests.budget import many

SEEDS = range(many(6))
UNITS = (
    "HQ/23", "HQ/24", "HQ/26", "HQ/27", "HQ/1/23", "HQ/2/23", "HQ/3/23", "HQ/1/24", "HQ/2/24", "HQ/1/26", "HQ/2/26", "HQ/1/27",
    "A/1/23", "B/1/23", "C/1/23", "E/2/23", "F/2/23", "I/3/23", "K/3/23", "A/1/24", "B/1/24", "E/2/24", "A/1/26", "B/1/26",
    "E/2/26", "A/1/27", "B/1/27", "HW/23", "HW/24", "HW/26", "1A/4Tk", "1B/4Tk", "1A/5Tk", "A/4E", "B/4E", "A/5E", "B/5E",
)  # fmt: skip
HEROES = {"A/1/23": "nco", "HQ/2/23": "officer", "F/2/23": "rifleman", "B/1/26": "rifleman", "HQ/1/26": "officer"}


def scattered(seed: int) -> DDayState:
    """Four regiments thrown over a small stretch of the island, with Japanese among them."""
    chance = random.Random(seed)
    game = bh.game("dday")
    blank = game.position({"scenario": "hot-rocks", "turn": 25, "units": {}})
    ruleset = blank.ruleset
    middle = ruleset.ground.names.index(chance.choice(("1018", "1320", "0916", "1520")))
    near = [place for place in range(ruleset.ground.land) if ruleset.ground.distance[middle][place] <= 5]
    positions = [place for place in near if place in ruleset.position_at]
    held = chance.sample(positions, min(len(positions), chance.randrange(4, 9)))
    free = [place for place in near if place not in held]
    units: dict[str, str] = {}
    chosen = [name for name in UNITS if chance.random() < 0.8]
    for name in chosen:
        words = [ruleset.hex_name(chance.choice(free))]
        if name in HEROES and chance.random() < 0.5:
            words.append(f"{'inspired' if chance.random() < 0.3 else 'hero'} {HEROES[name]}")
        if "HQ/" not in name or name.count("/") == 2:
            words.append("disrupted 24" if chance.random() < 0.3 else "")
        units[name] = ", ".join(word for word in words if word)
    for hq in ("HQ/25", "HQ/28"):
        units[hq] = chance.choice(("lost", "due", ruleset.hex_name(chance.choice(free))))
    state = game.position(
        {
            "scenario": "hot-rocks",
            "turn": 25,
            "phase": "actions",
            "units": thinned(units),
            "japanese": {ruleset.hex_name(place): "?" for place in held},
            "posts": {name[3:]: chance.randrange(1, 8) for name in ("HQ/23", "HQ/26") if name in units and chance.random() < 0.5},
            "assigned": {
                name: chance.choice((23, 24) if "/4" in name else (26, 27))
                for name in units
                if name[-1] == "k" or name[-1] == "E"
            },
            "returns": {hq: 27 for hq in ("HQ/25", "HQ/28") if units[hq] in ("lost", "due")},
        }
    )
    assert isinstance(state, DDayState)
    return state


def thinned(units: dict[str, str]) -> dict[str, str]:
    """The same without units that would break the stacking limit."""
    counts: dict[str, int] = {}
    found = {}
    for name, words in units.items():
        place = words.split(",")[0]
        if place.isdigit() and not (name.startswith("HQ/") and name.count("/") == 1):
            counts[place] = counts.get(place, 0) + 1
            if counts[place] > 2:
                continue
        found[name] = words
    return found


# ---------------------------------------------------------------------- the slow computation


def reach(state: DDayState, unit: int, most: int) -> set[int]:
    """Hexes at most so far from a unit, hex by hex; Japanese hexes are reached, but lead nowhere."""
    start = state.where[unit]
    far = {start: 0}
    queue = [start]
    while queue:
        here = queue.pop(0)
        if far[here] == most or (here != start and state.jp_mask >> here & 1):
            continue
        for there in state.ruleset.ground.grid.neighbours[here]:
            if there not in far:
                far[there] = far[here] + 1
                queue.append(there)
    return set(far)


def slow_command(state: DDayState) -> list[bool]:
    """Who is in command, rule by rule. Guests are not limited: before anybody has acted each of them could be the one."""
    ruleset = state.ruleset
    count = ruleset.unit_count
    on_map = [unit for unit in range(count) if state.where[unit] >= 0]
    hero_type = {
        owner: ("rifleman", "nco", "officer")[ruleset.hero_type[hero]]
        for hero, owner in enumerate(state.hero_on)
        if owner >= 0 and not state.inspired[hero]
    }
    touched = {owner for owner in state.hero_on if owner >= 0}

    def together(one: int, other: int) -> bool:
        return state.where[one] == state.where[other]

    def regiment_of(unit: int) -> int:
        craft = ruleset.is_tank[unit] or ruleset.is_engineer[unit]
        return state.assigned[unit] if craft else ruleset.regiment[unit]

    zones: dict[int, set[int]] = {}
    for regiment, hq in ruleset.regimental_hq.items():
        if state.where[hq] >= 0:
            space = state.posts[ruleset.regiments.index(regiment)]
            far = (2, 2, 3, 3, 4, 4, 5)[space - 1] if space else 2
            zones[regiment] = reach(state, hq, 0 if state.acted[hq] & MOVED else far)
    officers = {
        ruleset.staff_of[owner]
        for owner, kind in hero_type.items()
        if kind == "officer" and ruleset.staff_of[owner] >= 0 and together(owner, ruleset.staff_of[owner])
    }
    sergeants = [owner for owner, kind in hero_type.items() if kind == "nco" and state.where[owner] >= 0]
    good = [False] * count
    for unit in on_map:
        good[unit] = ruleset.is_regimental_hq[unit] or unit in touched or any(together(unit, owner) for owner in sergeants)
    for hq in ruleset.battalion_hqs:
        if state.where[hq] < 0:
            continue
        own = ruleset.regiment[hq]
        division = [r for r, staff in ruleset.regimental_hq.items() if ruleset.division[staff] == ruleset.division[hq]]
        waits = state.where[ruleset.regimental_hq[own]] < 0 and state.returns[ruleset.regimental_hq[own]] > 0
        if any(state.where[hq] in zones.get(r, ()) for r in division) or waits or hq in officers:
            good[hq] = True
    zone_of = {}
    for hq in ruleset.battalion_hqs:
        if state.where[hq] >= 0 and good[hq]:
            lost = ruleset.regimental_hq[ruleset.regiment[hq]]
            short = state.disrupted[hq] or (state.where[lost] < 0 and state.returns[lost])
            zone_of[hq] = reach(state, hq, 0 if state.acted[hq] & MOVED else 1 if short else 2)
    for unit in on_map:
        place, regiment, staff = state.where[unit], regiment_of(unit), ruleset.staff_of[unit]
        inside = place in zones.get(regiment, ())
        if ruleset.is_rifle[unit]:
            if inside and state.posts[ruleset.regiments.index(regiment)]:
                good[unit] = True
            if place in zone_of.get(staff, ()) or staff in officers:
                good[unit] = True
            brave = any(together(unit, owner) for owner in hero_type if state.where[owner] >= 0)
            if brave and any(place in zone and ruleset.regiment[hq] == regiment for hq, zone in zone_of.items()):
                good[unit] = True
        elif ruleset.is_heavy[unit]:
            good[unit] = good[unit] or inside
        elif ruleset.is_tank[unit] or ruleset.is_engineer[unit]:
            good[unit] = good[unit] or inside
            for other in on_map:
                boss = ruleset.staff_of[other]
                if boss >= 0 and together(unit, other):
                    if boss in officers:
                        good[unit] = True
                    if ruleset.is_rifle[other] and ruleset.regiment[boss] == regiment and place in zone_of.get(boss, ()):
                        good[unit] = True
    return good


def names(state: DDayState, flags: list[bool]) -> set[str]:
    return {state.ruleset.unit_ids[unit] for unit, flag in enumerate(flags) if flag}


@proves("dday", "15.3.1", "15.3-a", "11.2.1", "11.3-b", "11.3-c", "15.3", "11.3-d-1", "11.3-d-3", "11.1.2-officer-b")
@pytest.mark.parametrize("seed", SEEDS)
def test_command_agrees_with_the_slow_computation(seed: int) -> None:
    for more in range(8):
        state = scattered(seed * 100 + more)
        by = command.picture(state).by
        assert names(state, [hq >= 0 for hq in by]) == names(state, slow_command(state))


@proves("dday", "15.3.1", "15.3-a")
@pytest.mark.parametrize("seed", SEEDS)
def test_a_range_is_a_walk_round_the_japanese(seed: int) -> None:
    state = scattered(seed)
    for hq in state.ruleset.regimental_hq.values():
        if state.where[hq] >= 0:
            for far in range(6):
                slow = sum(1 << place for place in reach(state, hq, far) if place < state.ruleset.ground.land)
                assert command.spread(state, state.where[hq], far) == slow


@proves("dday", "7.3.4")
@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_kept_is_what_would_be_found_anew(seed: int) -> None:
    """Along a US Action Phase the kept answers, and the actions that rest on them, equal those of a state that knows nothing."""
    state, chance = scattered(seed), random.Random(seed)
    for _ in range(60):
        if state.over or state.phase != 7:
            break
        kept = command.picture(state)
        fresh = state.copy()
        fresh.touch()
        fresh.command = fresh.options = fresh.standing = fresh.moving = fresh.control = fresh.lines = None
        anew = command.picture(fresh)
        assert (kept.by, kept.over) == (anew.by, anew.over)
        assert [str(action) for action in state.actions()] == [str(action) for action in fresh.actions()]
        actions = [str(action) for action in state.actions()]
        wanted = [text for text in actions if text != "done"] or actions
        state.apply(chance.choice(wanted))


@proves("dday", "11.3-c", "7.3.4")
def test_whatever_changes_command_is_noticed() -> None:
    """An HQ that is disrupted, lost, or turned over; a hero who falls; a tank that is assigned elsewhere."""
    state = bh.game("dday").position(
        {
            "scenario": "hot-rocks",
            "turn": 25,
            "units": {"HQ/23": "0911", "HQ/1/23": "0912", "A/1/23": "0914", "E/2/23": "1015, hero nco", "B/1/24": "1015"},
            "posts": {},
        }
    )
    assert isinstance(state, DDayState)
    number = state.ruleset.number
    assert command.commands(state)["A/1/23"] == "HQ/1/23"
    marines.disrupt(state, number["HQ/1/23"], "6.3.3")
    assert command.commands(state)["A/1/23"] == ""
    marines.recover(state, number["HQ/1/23"], "7.6")
    assert command.commands(state)["A/1/23"] == "HQ/1/23"
    command_posts.hit(state, number["HQ/23"])
    assert command.commands(state)["A/1/23"] == ""
    assert command.commands(state)["B/1/24"] == "E/2/23"
    state.put(number["E/2/23"], state.where[number["E/2/23"]] + 1)
    assert command.commands(state)["B/1/24"] == ""
    state.put(number["E/2/23"], state.where[number["B/1/24"]])
    assert command.commands(state)["B/1/24"] == "E/2/23"
    leaders.hit_hero(state, number["E/2/23"], "11.4-c")
    assert command.commands(state)["B/1/24"] == ""
    assert command.commands(state)["E/2/23"] == "E/2/23"


@proves("dday", "11.2.1-a-1")
@pytest.mark.parametrize("seed", SEEDS)
def test_an_hq_has_one_guest_in_a_phase(seed: int) -> None:
    state, chance = scattered(seed + 50), random.Random(seed)
    hosted: dict[int, set[int]] = {}
    for _ in range(80):
        if state.over or state.phase != 7:
            break
        before = bytes(state.acted)
        by = list(command.picture(state).by)
        actions = [str(action) for action in state.actions()]
        state.apply(chance.choice([text for text in actions if text != "done"] or actions))
        for hq in state.ruleset.battalion_hqs:
            moved = state.acted[hq] & MOVED and not before[hq] & MOVED
            if moved and by[hq] >= 0 and not state.disrupted[hq]:
                host = by[hq]
                if state.ruleset.is_regimental_hq[host] and state.ruleset.regiment[host] != state.ruleset.regiment[hq]:
                    hosted.setdefault(host, set()).add(hq)
    assert all(len(guests) == 1 for guests in hosted.values())


# ---------------------------------------------------------------------- garrisons and HQs


def island(**more: Any) -> DDayState:
    given = {"scenario": "hot-rocks", "turn": 25, "phase": "actions", "units": {"HQ/23": "0911", "A/1/23": "0911"}, **more}
    state = bh.game("dday").position(given)
    assert isinstance(state, DDayState)
    return state


@proves("dday", "15.4.1-c")
def test_a_garrison_goes_when_a_japanese_unit_enters() -> None:
    state = island(garrisons=["C2", "C3"], reserves={2: 2})
    index = state.ruleset.components.board.position_index
    held = {name: 1 << state.ruleset.position_hex[index[name]] for name in ("C2", "C3")}
    assert state.garrison_mask == held["C2"] | held["C3"]
    defenders.place_unit(state, index["C2"], state.pools[1][-1])
    assert state.garrison_mask == held["C3"]
    assert not state.garrisons[index["C2"]]


@proves("dday", "15.0-a")
def test_a_command_post_that_is_driven_out_of_its_hex_is_an_hq_again() -> None:
    state = island(posts={"23": 3})
    hq = state.ruleset.number["HQ/23"]
    assert command_posts.is_post(state, hq)
    state.put(hq, state.where[hq])
    assert command_posts.is_post(state, hq)
    state.put(hq, state.where[hq] + 1)
    assert not command_posts.is_post(state, hq)


@proves("dday", "12.1", "15.4.1")
def test_a_garrison_controls_its_own_hex_and_no_other() -> None:
    state = island(units={}, garrisons=["C2"])
    places = [place for place in range(state.ruleset.ground.land) if communication.us_controls_hex(state, place)]
    assert [state.ruleset.hex_name(place) for place in places] == ["0713"]


@proves("dday", "15.3.2-b")
def test_the_next_evening_of_the_last_day_never_comes() -> None:
    state = bh.game("dday").position({"scenario": "campaign", "turn": 66, "units": {}})
    assert isinstance(state, DDayState)
    assert command_posts.next_evening(state) == command_posts.NEVER


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ({"posts": {"24": 2}}, "not on the map"),
        ({"assigned": {"A/1/23": 23}}, "neither a tank nor an engineer"),
        ({"assigned": {"1A/4Tk": 27}}, "not of its division"),
        ({"returns": {"HQ/23": 27}}, "on the map and waits"),
        ({"garrisons": ["C2"], "japanese": {"C2": "?"}}, "a garrison and Japanese"),
        ({"guests": {"A/1/23": "HQ/1/24"}}, "a guest that it cannot have"),
    ],
)
def test_positions_that_cannot_be_are_refused(more: dict[str, Any], says: str) -> None:
    with pytest.raises(PositionError, match=says):
        island(**more)


@proves("dday", "15.1-b", "15.4")
def test_positions_come_back_as_they_were_written() -> None:
    state = island(posts={"23": 3}, garrisons=["C2"], assigned={"1A/4Tk": 23}, returns={"HQ/24": 27}, guests={"HQ/23": "HQ/1/24"})
    assert not fault_of(state)
    twin = bh.game("dday").position(bh.game("dday").describe(state))
    assert isinstance(twin, DDayState)
    assert twin.digest() == state.digest()
    assert twin.garrison_mask == state.garrison_mask
    loaded = bh.loads(bh.dumps(state))
    assert isinstance(loaded, DDayState)
    assert (loaded.digest(), loaded.garrison_mask) == (state.digest(), state.garrison_mask)


@proves("dday", "15.2-c", "20.0-caves-c")
def test_an_undisrupted_cave_keeps_a_command_post_from_growing() -> None:
    """A cave projects like a black position (D114); a disrupted one does not hold the range marker back."""
    for shaken in (False, True):
        state = bh.game("dday").position(
            {
                "scenario": "hot-rocks",
                "turn": 25,
                "phase": "hq",
                "units": {"HQ/23": "0916"},
                "posts": {"23": 1},
                "caves": {"0915": {"depth": "D01", "disrupted": shaken}},
            }
        )
        refusal = command_posts.refuse_advance(state, state.ruleset.number["HQ/23"])
        assert (refusal.case if refusal is not None else "") == ("" if shaken else "15.2-c")
