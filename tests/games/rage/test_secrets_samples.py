"""Samples of Rage: other secret maps that agree with everything the U.S. player has been shown."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from beachhead.games.rage.combat.bombardment import Losses
from beachhead.games.rage.memory import BLAST, CLOSED, DIE, HID, SEARCHED, SEEN
from beachhead.games.rage.phases import JP_RESET, US_MOVEMENT
from beachhead.games.rage.state import LOST, LOST_UNSEEN, UNSET, JapaneseMove, RageState
from beachhead.games.rage.turn.sequence import Begin
from beachhead.games.rage.worlds.hidden_histories import shuffle

from .two_worlds import opening, reach
from .walker import choose


def moments(seed: int, every: int) -> Iterator[RageState]:
    """Moments of a game played by the walker."""
    rng, state, number = random.Random(f"samples {seed}"), opening(seed), 0
    while not state.over:
        if number % every == 0:
            yield state
        state.apply(choose(state, state.choices(), rng, 0.5))
        number += 1


def test_places_are_shuffled_as_python_does() -> None:
    """The same numbers from the same generator, so that samples stay what they have always been."""
    for size in (0, 1, 2, 3, 21, 42):
        ours, theirs = random.Random(f"shuffle {size}"), random.Random(f"shuffle {size}")
        one, two = list(range(size)), list(range(size))
        shuffle(one, ours)
        theirs.shuffle(two)
        assert one == two
        assert ours.random() == theirs.random()


# ---------------------------------------------------------------------- what every sample must agree with


class Public:
    """What the record says about one unit that is out of sight, read without the sampler's help."""

    def __init__(self, state: RageState, unit: int) -> None:
        self.state, self.unit = state, unit
        memory = state.memory
        self.start = max((time for time, entry in enumerate(memory) if entry[0] == HID and entry[2] == unit), default=-1)
        self.hid = memory[self.start] if self.start >= 0 else None
        self.steps = self.hid[4] if self.hid else state.ruleset.full[unit]
        self.later = [entry for time, entry in enumerate(memory) if time > self.start]
        if state.is_in(Losses):
            last = max(number for number, entry in enumerate(self.later) if entry[0] == BLAST)
            del self.later[last]
        self.phases = sum(entry[0] == CLOSED for entry in self.later)
        self.fast = state.ruleset.mp[unit][self.steps] > 1

    def can_be_in(self, area: int) -> bool:
        """Whether it can be there now, alive."""
        state, home = self.state, self.hid[3] if self.hid else -1
        if not self.fast and home >= 0 and area != home:
            return False
        if home >= 0 and state.ruleset.components.map.distance(home, area) > self.phases:
            return False
        hidden_here = self.hid is not None and area == home and self.hid[1] == state.turn
        if not hidden_here and state.control[area]:
            return False
        if not hidden_here and state.phase != US_MOVEMENT and state.has_us(area):
            return False
        entered = True
        for entry in self.later:
            if entry[0] == SEARCHED and entry[2] >> area & 1:
                entered = False
            elif entry[0] == CLOSED and self.fast and not entry[2] >> area & 1:
                entered = True
        return entered

    def points_in(self, area: int | None) -> int:
        """Damage that may have fallen on it there, or anywhere."""
        return sum(entry[3] for entry in self.later if entry[0] == BLAST and area in (None, entry[2]))

    def is_fired(self) -> bool:
        """Whether it hid Fired and has not been turned since."""
        state = self.state
        reset = state.phase > JP_RESET or (state.phase == JP_RESET and not state.is_in(Begin))
        return bool(self.hid and self.hid[5] and (self.hid[1] == state.turn or (self.hid[1] == state.turn - 1 and not reset)))


def check(state: RageState, world: RageState) -> None:
    """The sample agrees with what the U.S. player has been shown."""
    ruleset = state.ruleset
    assert world.view("us") == state.view("us")
    assert world.memory == state.memory
    assert world.concealed == state.concealed
    for unit in ruleset.japanese:
        if not state.concealed[unit]:
            same = ("where", "steps", "fired", "aim") if state.named else ("where", "steps", "fired")
            assert all(getattr(world, row)[unit] == getattr(state, row)[unit] for row in same), ruleset.units[unit].id
            continue
        public, place, name = Public(state, unit), world.where[unit], ruleset.units[unit].id
        assert world.steps[unit] <= public.steps, name
        lost = public.steps - world.steps[unit]
        if place == LOST_UNSEEN:
            assert world.steps[unit] == 0
            assert public.points_in(None if public.fast or public.hid is None else public.hid[3]) >= public.steps, name
        else:
            assert public.can_be_in(place), (name, ruleset.areas[place].id)
            assert world.steps[unit] > 0
            assert lost <= public.points_in(None if public.fast else place), name
            assert bool(world.fired[unit]) == public.is_fired(), name
    assert sum(world.caves) == sum(state.caves)
    for area in ruleset.all_areas:
        assert not (world.caves[area] and state.cave_checked[area])
        assert world.caves[area] + state.caves_found[area] <= 2
        assert len(world.jp_in(area)) <= 10
    assert any(place >= 0 for place in world.where[ruleset.japanese.start :])
    if (move := world.find(JapaneseMove)) is not None:
        unseen = sum(mark == 2 for mark in world.moved)
        assert 0 <= world.moves == ruleset.components.moves[state.die] - move.seen - unseen
    if not state.named:
        assert all(world.aim[unit] < 0 for unit in ruleset.japanese)
        assert world.banzai < 0


@pytest.mark.parametrize("seed", range(10))
def test_samples_agree_with_the_record(seed: int) -> None:
    for number, state in enumerate(moments(seed, 11)):
        if state.phase:
            check(state, state.sample("us", number))


def test_samples_differ_and_are_the_same_for_a_seed() -> None:
    state = reach(3, lambda state: state.turn == 2 and state.decision.step == "bombard")
    assert state is not None
    maps = {tuple(state.sample("us", number).where) for number in range(20)}
    assert len(maps) == 20
    assert state.sample("us", 7).digest() == state.sample("us", 7).digest()
    assert all(state.sample("jp", 1).where == state.where for _ in range(2))


# ---------------------------------------------------------------------- small records whose answer is plain


def unseen_start() -> RageState:
    """A game of turn 3 in which nothing has been shown yet."""
    state = opening(1)
    state.turn = 3
    return state


def area(state: RageState, name: str) -> int:
    return state.ruleset.area_number[name]


def number(state: RageState, name: str) -> int:
    return state.ruleset.number[name]


def worlds(state: RageState, count: int = 60) -> list[RageState]:
    state.forget_choices()
    return [state.sample("us", seed) for seed in range(count)]


def test_hidden_losses_weaken_and_kill() -> None:
    """A sample that never kills would tell a computer player that nobody dies unseen."""
    state = unseen_start()
    state.memory = [
        (BLAST, 1, area(state, "funami"), 4),
        (BLAST, 1, area(state, "chidori"), 4),
        (BLAST, 2, area(state, "kita"), 1),
    ]
    hidden = [[world.steps[unit] for unit in state.ruleset.japanese] for world in worlds(state)]
    full = sum(state.ruleset.full[unit] for unit in state.ruleset.japanese)
    assert any(0 in steps for steps in hidden)
    assert any(sum(steps) < full for steps in hidden)
    assert all(full - sum(steps) <= 9 for steps in hidden)
    dead = [sum(world.where[unit] == LOST_UNSEEN for unit in state.ruleset.japanese) for world in worlds(state)]
    assert 0.5 < sum(dead) / len(dead) < 4


def test_who_hid_and_was_not_found_is_dead() -> None:
    """It hid in Kita, cannot move unseen, was bombarded, and U.S. units found nothing there."""
    state = unseen_start()
    unit, kita = number(state, "2 MG"), area(state, "kita")
    state.memory = [(SEEN, 1, unit, kita, 2), (HID, 1, unit, kita, 2, 0), (BLAST, 2, kita, 5), (SEARCHED, 2, 1 << kita)]
    assert all(world.where[unit] == LOST_UNSEEN for world in worlds(state))


def test_who_hid_stays_if_it_is_slow_and_may_walk_if_it_is_fast() -> None:
    state = unseen_start()
    kita, slow, fast = area(state, "kita"), number(state, "2 MG"), number(state, "309")
    state.memory = [(SEEN, 1, u, kita, 2) for u in (slow, fast)] + [(HID, 1, u, kita, 1, 0) for u in (slow, fast)]
    state.memory += [(CLOSED, 2, 0), (DIE, 2, 1, 0)]
    places = [(world.where[slow], world.where[fast], world.steps[slow], world.steps[fast]) for world in worlds(state)]
    assert {place[0] for place in places} == {kita}
    assert len({place[1] for place in places}) > 2
    assert all(place[1] == kita or place[1] in state.ruleset.neighbours[kita] for place in places)
    assert {place[2:] for place in places} == {(1, 1)}


def test_moves_in_view_leave_fewer_unseen() -> None:
    """The die allowed one unit to move, and one was seen to: nobody else has left its place."""
    state = unseen_start()
    kita, fast = area(state, "kita"), number(state, "309")
    state.memory = [(SEEN, 1, fast, kita, 2), (HID, 1, fast, kita, 2, 0), (CLOSED, 2, 0), (DIE, 2, 1, 1)]
    assert {world.where[fast] for world in worlds(state)} == {kita}


def test_no_way_leads_through_closed_areas() -> None:
    state = unseen_start()
    suribachi, fast = area(state, "suribachi"), number(state, "309")
    closed = sum(1 << near for near in state.ruleset.neighbours[suribachi])
    state.memory = [(SEEN, 1, fast, suribachi, 2), (HID, 1, fast, suribachi, 2, 0)]
    for turn in (2, 3):
        state.memory += [(CLOSED, turn, closed), (DIE, turn, 3, 0)]
    assert {world.where[fast] for world in worlds(state)} == {suribachi}


def test_whoever_was_spared_was_not_alone() -> None:
    """A gun was shown unharmed where three points had fallen on Concealed units: three others took them."""
    state = unseen_start()
    gun, kita = number(state, "2 MG"), area(state, "kita")
    state.memory = [(BLAST, 1, kita, 3), (SEEN, 2, gun, kita, 2)]
    state.concealed[gun], state.where[gun] = 0, kita
    for world in worlds(state):
        lost = [state.ruleset.full[unit] - world.steps[unit] for unit in state.ruleset.japanese if unit != gun]
        assert sum(lost) == 3
        assert max(lost) == 1


def test_damage_shown_later_was_done_there() -> None:
    """A unit was shown with one step left: it has been where damage was left, and the unit that is left may have been too."""
    state = unseen_start()
    unit, kita, nidan = number(state, "309"), area(state, "kita"), area(state, "nidan")
    state.memory = [(BLAST, 1, kita, 1), (CLOSED, 1, 0), (DIE, 1, 3, 0), (SEEN, 2, unit, kita, 1)]
    state.concealed[unit], state.where[unit], state.steps[unit] = 0, kita, 1
    for world in worlds(state):
        assert all(world.steps[other] == state.ruleset.full[other] for other in state.ruleset.japanese if other != unit)
    assert nidan != kita


def test_dead_marines_took_their_share() -> None:
    """A gun that did not show itself after turn 1 died in the only area that was hit, so little was left for others."""
    state = unseen_start()
    gun, kita = number(state, "109 Art d"), area(state, "kita")
    state.memory = [(BLAST, 1, kita, 2)]
    for unit in state.ruleset.japanese:
        if state.ruleset.is_red[unit]:
            state.concealed[unit] = 0
            state.memory.append((SEEN, 1, unit, state.where[unit], 2))
    state.memory.remove((SEEN, 1, gun, state.where[gun], 2))
    state.where[gun], state.steps[gun] = LOST, 0
    state.memory.append((SEARCHED, 2, 1 << area(state, "okina")))
    for world in worlds(state):
        hidden = [unit for unit in state.ruleset.japanese if state.concealed[unit]]
        assert all(world.steps[unit] == state.ruleset.full[unit] for unit in hidden)


def test_a_charge_tells_where_the_headquarters_is_not() -> None:
    state = unseen_start()
    ruleset, kita, nishi = state.ruleset, area(state, "kita"), area(state, "nishi")
    state.banzai, state.charged = state.where[ruleset.hq], [kita, -1 - nishi]
    for world in worlds(state):
        assert world.banzai == world.where[ruleset.hq] in ruleset.with_neighbours[kita]
        assert world.where[ruleset.hq] not in ruleset.with_neighbours[nishi]


def test_private_picks_are_put_back() -> None:
    state = reach(2, lambda state: state.decision.step == "jp bombard")
    assert state is not None
    hidden = next(code for code in state.choices() if state.ruleset.text(code).startswith("bombard"))
    state.apply(hidden)
    assert any(state.aim[unit] >= 0 for unit in state.ruleset.japanese)
    world = state.sample("us", 1)
    assert not any(world.aim[unit] >= 0 for unit in state.ruleset.japanese)


def test_a_set_up_under_way_is_put_back() -> None:
    state = opening(1).ruleset.game.new("campaign", seed=1)
    assert isinstance(state, RageState)
    state.apply("deploy 309 kita")
    state.apply("dig kita")
    world = state.sample("us", 1)
    assert all(world.where[unit] == UNSET for unit in state.ruleset.japanese)
    assert not any(world.caves)


def test_samples_are_fair() -> None:
    """Over games with scattered set-ups, samples have as many dead, as many steps and as many empty areas as the truth has."""
    truth, guess, count = [0.0] * 3, [0.0] * 3, 8
    for seed in range(1, 40, 3):
        for state in moments(seed, 45):
            if state.turn in (2, 3, 4):
                for world, sums, weight in [(state, truth, 1.0)] + [
                    (state.sample("us", n), guess, 1 / count) for n in range(count)
                ]:
                    hidden = [unit for unit in state.ruleset.japanese if state.concealed[unit]]
                    sums[0] += weight * sum(world.where[unit] == LOST_UNSEEN for unit in hidden)
                    sums[1] += weight * sum(world.steps[unit] for unit in hidden)
                    sums[2] += weight * sum(bool(world.concealed_in(area)) for area in state.ruleset.all_areas)
    assert guess[0] == pytest.approx(truth[0], rel=0.5)
    assert guess[1] == pytest.approx(truth[1], rel=0.1)
    assert guess[2] == pytest.approx(truth[2], rel=0.1)
