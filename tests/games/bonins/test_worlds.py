"""Made-up worlds of Bonins are as likely as the pasts that lead to them (rulings 94, 96 and 97): compared with a count of every
deal and every draw on small garrisons, played by the rules; and the notes from which they are made up are whole and true."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

import beachhead as bh
from beachhead.engine.action import verb_of
from beachhead.engine.chance.dice import Dice
from beachhead.engine.errors import PositionError
from beachhead.games.bonins import memory, worlds
from beachhead.games.bonins.state import BoninsState
from beachhead.games.bonins.verbs import ATTACK, CHARGE, FLIP, JOIN, TRY, TURN
from beachhead.testing import proves
from beachhead.testing.walks import pick

from ...budget import many
from .pasts import World, chance_of, every_world, far_from, world_of

pytestmark = pytest.mark.game("bonins")
BONINS = bh.game("bonins")
KINDS = {number: name for name, number in vars(memory).items() if type(number) is int}
GARRISON = ("309A", "8 AT", "109 HQ", "310A", "2 Mor", "26 Tk")
HEXES = ("0302", "0304", "0306", "0502", "0504", "0506")
MARINES = {
    "1/23": "0203", "2/23": "0205", "3/23": "0207", "1/24": "0403", "2/24": "0405", "3/24": "0407", "1/25": "0603",
    "2/25": "0605", "3/25": "0601",
}  # fmt: skip
FIELD: dict[str, Any] = {
    "board": {
        "size": [7, 8],
        "sectors": {"2": ["0304", "0504", "0303", "0503", "0404"], "3": ["0306", "0506", "0305", "0505", "0406"]},
        "beaches": {"east": {"Green": ["0708"]}, "west": {"Brown": ["0701"]}},
        "white": ["0303", "0305", "0503", "0505", "0404", "0406", "0501"],
    },
    "flag": True,
    "turn": 2,
}  # fmt: skip
EAGER = (ATTACK, JOIN, FLIP, CHARGE, TRY, TURN)
SAMPLES = 400


@cache
def skirmish(scenario: str, seed: int, size: int = 5, most: int = 14) -> tuple[World, BoninsState]:
    """A garrison of a few units on a small board, after so many notes have been made about it; and its first world."""
    rng = random.Random(f"skirmish {scenario} {seed}")
    units, hexes = rng.sample(GARRISON, size), rng.sample(HEXES, size)
    inside = [unit for unit in GARRISON if unit not in units][: seed % 2]
    phase = rng.choice(["us combat", "us mobile combat", "jp movement"])
    more = {"scenario": scenario, "phase": phase, "container": inside, "units": MARINES, "depleted": list(MARINES)}
    given = FIELD | more | {"dug in": dict(zip(hexes, units, strict=True))}
    state = BONINS.position(given, Dice(seed.to_bytes(16, "big")))
    assert isinstance(state, BoninsState)
    first, draws = world_of(state), Dice((seed + 1).to_bytes(16, "big"))
    before, stop = len(state.memory), rng.randrange(4, most)
    while len(state.memory) < before + stop and not state.over and state.dug_mask.bit_count() > 1:
        last = state.copy()
        state.apply(choose(state, draws))
    return first, state if not state.over else last


def choose(state: BoninsState, draws: Dice) -> int:
    """Any choice, more often one that stirs the garrison up."""
    codes = [code for code in state.choices() if verb_of(code) in EAGER] if draws.below(2) else []
    return codes[draws.below(len(codes))] if codes else pick(state, draws)


def truth(first: World, state: BoninsState) -> dict[World, Fraction]:
    """The chances of all worlds by counting; the container of the position was seen."""
    return every_world(first, state.memory[len(first[1]) :], state.ruleset.halves)


def made_up(state: BoninsState, count: int = SAMPLES) -> Counter[World]:
    """The worlds of so many samples."""
    return Counter(world_of(state.sample("us", seed)) for seed in range(count))


# ---------------------------------------------------------------------- drills


class Drill:
    """Counters come and go as the rules may make them, in any order, without a battle around: more happens than in a game."""

    def __init__(self, seed: int, size: int = 6) -> None:
        self.rng = random.Random(f"drill {seed}")
        units, hexes = self.rng.sample(GARRISON, size), self.rng.sample(HEXES, size)
        given = FIELD | {"scenario": "two-player", "dug in": dict(zip(hexes, units, strict=True))}
        state = BONINS.position(given, Dice(seed.to_bytes(16, "big")))
        assert isinstance(state, BoninsState)
        self.state = state
        self.first = world_of(state)
        self.symbols = [space for space, _ in self.first[0]] + [at(state, "0303"), at(state, "0505")]

    def run(self, acts: int) -> None:
        """So many acts, as long as something lies face down."""
        for _ in range(acts):
            if self.state.dug_mask.bit_count() < 2:
                return
            quiet, loud = [self.hold, self.hold, self.dig, self.drop, self.keep, self.arrive], [self.slip, self.fall, self.charge]
            self.rng.choice([*quiet, *quiet, *loud])()

    def any_hex(self) -> int:
        return self.rng.choice([space for space in self.symbols if self.state.dug_in(space)])

    def free_hex(self) -> int:
        return self.rng.choice([space for space in self.symbols if not self.state.jp_mask >> space & 1])

    def fill(self, goal: int) -> None:
        """A blind draw; if only one unit is there, it is mixed with one of the map (20.3-c to 20.3-e)."""
        picked = self.any_hex() if self.state.held == 1 and self.state.dug_mask else -1
        if picked >= 0:
            self.state.into_container(picked)
        self.state.draw(goal)
        if picked >= 0:
            self.state.draw(picked)

    def hold(self) -> None:
        """A failed attack: redeployment in place."""
        space = self.any_hex()
        self.state.reveal(space)
        self.state.into_container(space)
        self.fill(space)

    def slip(self) -> None:
        """Redeployment elsewhere, or no place: then HQ and artillery go to the track."""
        space = self.any_hex()
        unit = self.state.reveal(space)
        self.state.into_container(space)
        if self.rng.random() < 0.5:
            self.fill(
                self.rng.choice([other for other in self.symbols if other != space and not self.state.jp_mask >> other & 1])
            )
        elif self.state.ruleset.on_track[unit]:
            self.state.out_of_container(unit)
            self.state.lay_away(unit)

    def fall(self) -> None:
        """An attack that eliminates."""
        space = self.any_hex()
        self.state.bury(self.state.reveal(space), space, "20.2-e")

    def arrive(self) -> None:
        """Replacements, as many as there are places for: after that, everybody else has to be searched for."""
        while self.state.held and any(not self.state.jp_mask >> space & 1 for space in self.symbols):
            self.state.draw(self.free_hex())

    def drop(self) -> None:
        """A banzai unit that is put back."""
        space = self.any_hex()
        self.state.up_into_container(self.state.turn_up(space))
        self.fill(space)

    def keep(self) -> None:
        """A banzai unit, or one that was attacked, that its player keeps."""
        space = self.any_hex()
        if self.rng.random() < 0.5:
            self.state.lay_known(self.state.turn_up(space), space)
        else:
            self.state.reveal(space)

    def charge(self) -> None:
        """A banzai unit that is lost."""
        space = self.any_hex()
        self.state.bury(self.state.turn_up(space), space, "20.5-j")

    def dig(self) -> None:
        """A tunnel try, or a tunnel: rather of a counter that was drawn, or has gone through one."""
        kinds = (memory.DRAWN, memory.MOVED, memory.LAID)
        drawn = [
            space
            for note in self.state.memory
            if note[0] in kinds and self.state.dug_in(space := note[-1 if note[0] == memory.MOVED else 1])
        ]
        space = self.rng.choice(drawn) if drawn else self.any_hex()
        if self.state.ruleset.halves[self.state.jp_at(space)] and self.state.dug_mask.bit_count() < len(self.symbols):
            memory.mobile(self.state, space)
            if self.rng.random() < 0.5:
                self.state.tunnel(space, self.free_hex())


# ---------------------------------------------------------------------- the count


@proves("bonins", "hidden-us-view", "20.3-c", "20.3-e")
def test_made_up_worlds_are_as_likely_as_the_pasts_that_lead_there() -> None:
    """Tunnels, which a small garrison seldom digs, and units kept in the open among them."""
    seen, tests, far = Counter[int](), 0, 0.0
    for seed in range(many(90)):
        drill = Drill(seed)
        drill.run(3 + seed % 8)
        state, likely = drill.state, truth(drill.first, drill.state)
        assert world_of(state) in likely
        past, rng, found = worlds.Past(state), random.Random(seed), Counter[World]()
        for _ in range(SAMPLES):
            where, inside, _ = worlds.some_world(state, past, rng)
            found[tuple(sorted(where.items())), tuple(sorted(inside))] += 1
        seen.update(note[0] for note in state.memory)
        distance = far_from(found, likely)
        assert distance < 4.5, f"drill {seed}: {distance} standard deviations from what may be expected"
        tests, far = tests + 1, far + distance
    assert abs(far) < 4.5 * tests**0.5, "each is near enough, but all of them lean to one side"
    assert set(seen) == set(KINDS), "nothing was tried of " + ", ".join(KINDS[kind] for kind in set(KINDS) - set(seen))


@proves("bonins", "hidden-us-view", "19.2-a", "20.3-d", "20.4-a", "23.2-b", "23.3-b")
@pytest.mark.parametrize("scenario", ["solitaire", "two-player"])
def test_samples_are_as_likely_as_the_pasts_of_a_battle(scenario: str) -> None:
    for seed in range(many(12)):
        first, state = skirmish(scenario, seed)
        likely = truth(first, state)
        assert world_of(state) in likely
        found = Counter(world_of(state.sample("us", number)) for number in range(150))
        assert far_from(found, likely) < 4.5, f"{scenario} {seed}"


@proves("bonins", "hidden-us-view")
def test_what_may_lie_in_a_hex_is_what_the_count_says() -> None:
    """Exactly while the pasts that fit are few; else as often as in the worlds that were made up, and nobody else."""
    exact = counted = 0
    for seed in range(many(40)):
        drill = Drill(seed)
        drill.run(2 + seed % 7)
        likely = truth(drill.first, drill.state)
        for space, _ in world_of(drill.state)[0]:
            right, (found, number) = chance_of(likely, space), worlds.may_lie(drill.state, space)
            assert sum(found.values()) == 1
            if not number:
                assert found == right, (seed, space)
                exact += 1
                continue
            assert 1 <= number <= worlds.WORLDS
            counted += 1
            for unit in found | right:
                chance = float(right.get(unit, 0))
                spread = (chance * (1 - chance) / worlds.WORLDS) ** 0.5
                assert abs(float(found.get(unit, 0)) - chance) <= 6 * spread, (seed, space, unit)
    assert exact > 100 and counted


@proves("bonins", "hidden-us-view", "19.2-a")
def test_what_may_lie_in_a_hex_follows_from_what_everybody_knows() -> None:
    """Another garrison with the same past has the same chances; units that are in the game elsewhere have others."""
    for seed in range(many(10)):
        drill = Drill(seed)
        drill.run(5)
        state, spaces = drill.state, [space for space, _ in world_of(drill.state)[0]]
        told = [worlds.may_lie(state, space) for space in spaces]
        other = state.sample("us", seed)
        assert [worlds.may_lie(other, space) for space in spaces] == told
    for name in ("309A", "310A"):
        found = BONINS.position(FIELD | {"dug in": {"0302": "8 AT", "0304": name}})
        assert isinstance(found, BoninsState)
        here, there = at(found, "0302"), at(found, "0304")
        known, unknown = found.jp_at(here), found.jp_at(there)
        found.reveal(here)
        for space in (here, there):
            found.into_container(space)
        for space in (here, there):
            found.draw(space)
        assert set(worlds.may_lie(found, here)[0]) == {known, unknown}


@proves("bonins", "hidden-us-view")
def test_a_moment_is_made_up_alike_whatever_has_happened_since() -> None:
    """What has been worked out is kept for the moment that it belongs to; a sample that is played on does not change it."""
    drill = Drill(4)
    drill.run(6)
    moment = drill.state
    before = [world_of(moment.sample("us", seed)) for seed in range(20)]
    fresh = moment.copy()
    fresh.reveal(drill.any_hex())
    drill.state = fresh.sample("us", 1)  # the first to ask about its moment
    drill.hold()
    assert fresh.sample("us", 1).memory == fresh.memory
    drill.state = moment.sample("us", 1)
    drill.hold()
    assert [world_of(moment.sample("us", seed)) for seed in range(20)] == before


# ---------------------------------------------------------------------- the examples of the rulings


def at(state: BoninsState, name: str) -> int:
    """A hex by its number."""
    found = state.ruleset.ground.grid.find(name)
    assert found is not None
    return found


def lying(state: BoninsState, name: str, count: int = 400) -> dict[str, float]:
    """How often each unit lies in a hex, in so many samples."""
    found = Counter(state.sample("us", seed).jp_at(at(state, name)) for seed in range(count))
    return {state.name(unit): number / count for unit, number in found.items()}


def first_attack(*dice: int) -> BoninsState:
    """The first attack of the game fails against 2312, and the search picks 0406."""
    given = {"others": "start", "phase": "us mobile combat", "units": {"1/23": "2313", "2/23": "2212", "3/23": "0407"}}
    state = BONINS.position(given, Dice.scripted([4, 5, 4, 2, *dice]))
    assert isinstance(state, BoninsState)
    state.apply("attack 2312 from 2313 2212")
    for text in ("roll", "roll", "roll"):
        state.apply(text)
    return state


@proves("bonins", "hidden-us-view", "20.3-d", "20.3-e")
@pytest.mark.parametrize("draw", [1, 2])
def test_after_a_search_the_unit_lies_in_either_hex(draw: int) -> None:
    """Example 9: in one of two hexes, with equal chances, and nowhere else."""
    state = first_attack(draw)
    shown = state.name(state.defenders[0])
    state.apply("draw")
    here, there = lying(state, "2312"), lying(state, "0406")
    assert abs(here[shown] - 0.5) < 0.1 and abs(here[shown] + there[shown] - 1) < 1e-9
    assert len(here) > 40 and len(there) > 40
    for name in ("0207", "1812", "2712"):
        assert shown not in lying(state, name, 100)
        assert shown not in {state.name(unit) for unit in worlds.may_lie(state, at(state, name))[0]}
        assert worlds.may_lie(state, at(state, name))[1] == 0
        assert set(worlds.may_lie(state, at(state, name))[0].values()) == {Fraction(1, 47)}


@proves("bonins", "hidden-us-view")
@pytest.mark.parametrize("draw", [1, 2])
def test_a_second_look_settles_where_it_lies(draw: int) -> None:
    """Example 10: whatever the attack on the second hex shows, it is known what the first one holds."""
    state = first_attack(draw, 4)
    shown = state.name(state.defenders[0])
    state.apply("draw")
    state.apply("attack 0406 from 0407")
    if state.name(state.defenders[0]) == shown:
        assert shown not in lying(state, "2312", 100)
    else:
        assert lying(state, "2312", 100) == {shown: 1.0}
        assert worlds.may_lie(state, at(state, "2312"))[0] == {state.ruleset.number[shown]: 1}


@proves("bonins", "hidden-us-view", "20.3-c", "20.4-a")
def test_a_draw_from_three_is_any_of_the_three() -> None:
    """Example 11, exactly: of {A, B, X}, each in the hex with 1/3; nothing is learnt about any other hex."""
    given = {
        "phase": "us mobile combat", "units": {"1/23": "0301"}, "container": ["309A", "310A"],
        "dug in": {"0302": "8 AT", "0304": "109 HQ", "0504": "26 Tk"},
    }  # fmt: skip
    state = BONINS.position(FIELD | given, Dice.scripted([4, 2]))
    assert isinstance(state, BoninsState)
    first = world_of(state)
    before = [worlds.may_lie(state, at(state, name)) for name in ("0304", "0504")]
    state.apply("attack 0302 from 0301")
    assert (state.effect, state.side) == ("(A)", "jp"), "it fails"
    state.apply("draw")
    likely = truth(first, state)
    three = [state.ruleset.number[name] for name in ("309A", "310A", "8 AT")]
    assert chance_of(likely, at(state, "0302")) == dict.fromkeys(three, Fraction(1, 3))
    assert {world[1] for world in likely} == {world[1] for world in made_up(state, 100)}
    assert far_from(made_up(state), likely) < 4
    names = {state.name(unit) for unit in worlds.may_lie(state, at(state, "0304"))[0]}
    assert names == {"109 HQ", "26 Tk"}, "the unit that was shown no longer counts, and that is all"
    assert len(before[0][0]) == 3


# ---------------------------------------------------------------------- the notes


@proves("bonins", "hidden-us-view", "19.4-a")
@pytest.mark.parametrize("scenario", ["solitaire", "two-player"])
def test_notes_are_whole_and_true(scenario: str) -> None:
    """Who follows them with the true first deal, and is told what each draw brought, knows every counter at every moment."""
    kinds = Counter[int]()
    for seed in range(many(3)):
        state = BONINS.new(scenario, seed=seed)
        assert isinstance(state, BoninsState)
        draws = Dice(seed.to_bytes(16, "big"))
        while state.decision.step == "deploy":
            state.apply(pick(state, draws))
        where, inside, read = dict(world_of(state)[0]), list[int](), 0
        while not state.over:
            state.apply(choose(state, draws))
            for note in state.memory[read:]:
                where, inside = follow(note, where, inside, state)
            kinds.update(note[0] for note in state.memory[read:])
            read = len(state.memory)
            assert (tuple(sorted(where.items())), tuple(sorted(inside))) == world_of(state)
    assert kinds[memory.DRAWN] > 20 and kinds[memory.SHOWN] > 20


def follow(
    note: tuple[int, ...], where: dict[int, int], inside: list[int], state: BoninsState
) -> tuple[dict[int, int], list[int]]:
    """The world after a note, with a look at what a draw has brought."""
    kind, first = note[0], note[1]
    assert kind != memory.SHOWN or where[first] == note[2]
    assert kind != memory.MOBILE or state.ruleset.halves[where[first]]
    assert kind != memory.LEFT or first in inside
    if kind == memory.PUT:
        inside = [*inside, where[first]]
    elif kind == memory.ENTERED:
        inside = [*inside, first]
    if kind in (memory.DRAWN, memory.LEFT):
        unit = state.jp_at(first) if kind == memory.DRAWN else first
        inside = [other for other in inside if other != unit]
    if kind in (memory.PUT, memory.GONE):
        where = {space: unit for space, unit in where.items() if space != first}
    elif kind == memory.MOVED:
        where = {note[2] if space == first else space: unit for space, unit in where.items()}
    elif kind in (memory.DRAWN, memory.LAID):
        where = where | {first: state.jp_at(first)}
    return where, inside


@proves("bonins", "hidden-jp-view", "19.4-a")
def test_the_unit_in_hand_may_be_any_of_the_container() -> None:
    """Solitaire: the replacement is drawn before its sector is rolled, and nobody looks at it."""
    given = {"phase": "jp movement", "container": ["309A", "310A", "109 HQ"], "dug in": {"0302": "8 AT", "0304": "26 Tk"}}
    state = BONINS.position(FIELD | given, Dice.scripted([2, 1]))
    assert isinstance(state, BoninsState)
    state.apply("draw")
    for side in ("us", "jp"):
        found = Counter(state.sample(side, seed).hand[0] for seed in range(300))
        assert len(found) == 3 and min(found.values()) > 70


@proves("bonins", "hidden-jp-view", "10.3-a")
def test_a_japanese_player_knows_his_units_and_the_garrison_itself_does_not() -> None:
    for seed in range(5):
        state = skirmish("two-player", seed)[1]
        assert all(world_of(state.sample("jp", number)) == world_of(state) for number in range(3))
    first, state = skirmish("solitaire", 0)
    assert set(Counter(world_of(state.sample("jp", number)) for number in range(300))) == set(truth(first, state))


def test_notes_that_do_not_lead_to_the_position_are_refused() -> None:
    """A save whose notes say something else could not be sampled; the truth of a game always can."""
    drill = Drill(3)
    drill.hold()
    state = drill.state
    assert [note[0] for note in state.memory] == [memory.SHOWN, memory.PUT, memory.PUT, memory.DRAWN, memory.DRAWN]
    assert BONINS.load(BONINS.save(state)).memory == state.memory
    here, unit = state.memory[0][1], state.memory[0][2]
    drawn = (memory.DRAWN, here)
    for notes in ([*state.memory, drawn], [drawn, *state.memory], state.memory[:-1], [*state.memory, (memory.ENTERED, unit)]):
        wrong = state.copy()
        wrong.memory = list(notes)
        with pytest.raises(PositionError, match="notes about face-down counters do not lead"):
            BONINS.load(BONINS.save(wrong))
