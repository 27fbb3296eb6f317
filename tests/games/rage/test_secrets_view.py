"""Samples of Rage depend on the U.S. player's view alone: never on the truth, not even if no past is found."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import beachhead as bh
from beachhead.games.rage.memory import BLAST, HID, SEARCHED, SEEN
from beachhead.games.rage.state import LOST, RageState
from beachhead.games.rage.worlds import sampling
from beachhead.players import Seat, player

from .test_secrets_samples import area, check, number, unseen_start
from .two_worlds import is_private, opening, other_world, quiet_areas, reach
from .walker import choose


def sergeant_game(seed: int) -> Iterator[RageState]:
    """Every decision of a game between two sergeants."""
    state = bh.game("rage").new("campaign", seed=seed)
    assert isinstance(state, RageState)
    players = {side: player("sergeant", f"{seed} {side}") for side in ("us", "jp")}
    while not state.over:
        yield state
        state.apply(players[state.side].choose(Seat.at(state, state.side), 1.0))


def walker_game(seed: int, reveal: float = 0.3) -> Iterator[RageState]:
    """Every decision of a game of the walker, which keeps its secrets."""
    rng, state = random.Random(f"views {seed}"), opening(seed)
    while not state.over:
        yield state
        state.apply(choose(state, state.choices(), rng, reveal))


def same_again(state: RageState, seed: int) -> RageState:
    """A sample, which is the one that another sample gives as well."""
    world = state.sample("us", seed)
    assert world.digest() == state.sample("us", seed + 1).sample("us", seed).digest(), f"sample {seed}"
    return world


@pytest.mark.parametrize("seed", [1, 15, 17])
def test_a_sample_of_a_sample_is_the_sample_in_games_of_sergeants(seed: int) -> None:
    """Late in these games the record is so long that no whole past is found now and then."""
    for moment, state in enumerate(sergeant_game(seed)):
        if moment % (4 if state.turn > 6 else 12) == 0:
            same_again(state, moment)


@pytest.mark.parametrize("seed", range(4))
def test_a_sample_of_a_sample_is_the_sample_in_games_of_the_walker(seed: int) -> None:
    for moment, state in enumerate(walker_game(seed)):
        if moment % 7 == 0:
            same_again(state, moment)


@pytest.mark.parametrize("seed", range(4))
def test_two_worlds_that_look_the_same_have_the_same_samples(seed: int) -> None:
    """The secret map is another one, the view is not: no byte of a sample may tell which of them is the truth."""
    compared = 0
    for moment, state in enumerate(walker_game(seed + 10)):
        for variant in range(0 if moment % 11 else 4):
            world = other_world(state, moment * 10 + variant)
            if world.view("us") == state.view("us"):
                assert world.sample("us", moment).digest() == state.sample("us", moment).digest(), (seed, moment, variant)
                compared += 1
    assert compared > 60


@pytest.mark.parametrize("step", ["setup", "jp move", "jp bombard", "losses", "jp assault"])
def test_private_choices_leave_the_samples_alone(step: str) -> None:
    tried = 0
    for seed in range(10):
        state = bh.game("rage").new("campaign", seed=seed) if step == "setup" else reach(seed, lambda s: s.decision.step == step)
        assert isinstance(state, RageState)
        options = list(state.choices()) if step == "setup" else [code for code in state.choices() if is_private(state, code)]
        before = state.sample("us", seed).digest()
        for code in options[:: max(1, len(options) // 5)]:
            after = state.copy()
            after.apply(code)
            assert after.sample("us", seed).digest() == before, state.ruleset.text(code)
            tried += 1
    assert tried > 10


# ---------------------------------------------------------------------- there is always a world


@pytest.fixture
def no_past_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sampling, "TRIES", 0)


@pytest.mark.usefixtures("no_past_is_found")
@pytest.mark.parametrize("seed", range(6))
def test_worlds_made_unit_by_unit_agree_with_the_record(seed: int) -> None:
    """The way out for tangled records, tried on every record: it always finds a world, and the world is within the rules."""
    for moment, state in enumerate(walker_game(seed) if seed % 2 else sergeant_game(seed)):
        if moment % 5 == 0 and state.phase:
            check(state, same_again(state, moment))


@pytest.mark.usefixtures("no_past_is_found")
def test_worlds_made_unit_by_unit_differ_and_have_their_dead() -> None:
    state = unseen_start()
    state.memory = [(BLAST, 1, area(state, "funami"), 4), (BLAST, 2, area(state, "kita"), 1)]
    worlds = [state.sample("us", seed) for seed in range(40)]
    steps = [sum(world.steps[unit] for unit in state.ruleset.japanese) for world in worlds]
    full = sum(state.ruleset.full[unit] for unit in state.ruleset.japanese)
    assert len({tuple(world.where) for world in worlds}) == 40
    assert all(full - 5 <= count <= full for count in steps)
    assert min(steps) < full
    assert any(0 in world.steps[state.ruleset.japanese.start :] for world in worlds)


@pytest.mark.usefixtures("no_past_is_found")
def test_a_charge_is_heeded_unit_by_unit() -> None:
    state = unseen_start()
    ruleset, kita, nishi = state.ruleset, area(state, "kita"), area(state, "nishi")
    state.banzai, state.charged = state.where[ruleset.hq], [kita, -1 - nishi]
    state.memory = [(BLAST, 1, there, 9) for there in ruleset.all_areas]
    for seed in range(20):
        world = state.sample("us", seed)
        assert world.banzai == world.where[ruleset.hq] in ruleset.with_neighbours[kita]
        assert world.where[ruleset.hq] not in ruleset.with_neighbours[nishi]


def test_who_cannot_be_anywhere_is_dead_but_somebody_lives() -> None:
    """A gun hid in Kita, where a search found nothing, and no shot had fallen. No past leads here; yet there is a world."""
    state = unseen_start()
    kita, gun, other = area(state, "kita"), number(state, "2 MG"), number(state, "8 AT")
    for unit in state.ruleset.japanese:
        if unit not in (gun, other):
            state.concealed[unit], state.where[unit] = 0, LOST
    state.memory = [(SEEN, 1, gun, kita, 2), (HID, 1, gun, kita, 2, 0), (SEARCHED, 2, 1 << kita)]
    for seed in range(10):
        world = state.sample("us", seed)
        assert world.where[gun] < 0 <= world.where[other] != kita
    state.control = bytearray([1] * len(state.control))
    for seed in range(10):
        world = same_again(state, seed)
        assert sum(world.where[unit] >= 0 for unit in state.ruleset.japanese) == 1


def test_more_caves_than_places_go_anywhere() -> None:
    """Only a position made by hand can be like this; where its Caves are is a secret all the same."""
    state = unseen_start()
    state.cave_checked = bytearray([1] * len(state.cave_checked))
    for seed in range(5):
        assert sum(same_again(state, seed).caves) == sum(state.caves)


# ---------------------------------------------------------------------- what is remembered is in the view


def test_the_view_shows_the_whole_record() -> None:
    """Two states whose records differ in anything look different: a sample may rest on every entry."""
    lines: dict[str, tuple[int, ...]] = {}
    kinds = set()
    for seed in range(3):
        *_, state = walker_game(seed)
        record = state.view("us")["known"]["record"]
        assert len(record) == len(state.memory) > 40
        for line, entry in zip(record, state.memory, strict=True):
            assert lines.setdefault(line, entry) == entry
            kinds.add(entry[0])
    assert len(kinds) == 6


def test_where_a_move_began_stays_a_secret() -> None:
    """A tank shows itself and moves on in the open. Whether it had come there unseen, with fewer points left, nobody knows."""
    tried = 0
    for seed in range(12):
        state = reach(seed, lambda s: s.decision.step == "jp move" and s.moves > 1)
        if state is None or not state.concealed[tank := number(state, "26 Tk")] or state.where[tank] < 0:
            continue
        quiet, ways = quiet_areas(state), state.ruleset.passable[True]
        way = next(((a, b, c) for a in quiet for b in ways[a] for c in ways[b] if {b, c} <= set(quiet) and c != a), None)
        if way is None:
            continue
        before, there, on = way
        names = [place.id for place in state.ruleset.areas]
        open_move, unseen_start = state.copy(), state.copy()
        open_move.where[tank], unseen_start.where[tank] = there, before
        for world in (open_move, unseen_start):
            world.forget_choices()
        unseen_start.apply(f"sneak 26 Tk {names[there]}")
        for world in (open_move, unseen_start):
            world.apply("reveal 26 Tk")
            assert world.sample("us", seed).where[tank] == there
        assert open_move.sample("us", seed).digest() == unseen_start.sample("us", seed).digest()
        for world in (open_move, unseen_start):
            world.apply(f"move 26 Tk {names[on]}")
        assert open_move.stack != unseen_start.stack
        assert open_move.view("us") == unseen_start.view("us")
        assert open_move.view("jp") != unseen_start.view("jp")
        assert open_move.sample("us", seed).digest() == unseen_start.sample("us", seed).digest()
        tried += 1
    assert tried > 2
