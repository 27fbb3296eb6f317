"""The sergeant's rules of thumb in Bloodbath in the Bonins, one position each, and a few whole games."""

from __future__ import annotations

import random
from typing import Any

import pytest

import beachhead as bh
from beachhead.engine.chance.dice import Dice
from beachhead.engine.state import State
from beachhead.games.bonins import memory, phases
from beachhead.games.bonins import state as rules
from beachhead.players import Seat, player
from beachhead.players.sergeant.bonins import field
from beachhead.players.sergeant.bonins.field import Field
from beachhead.players.sergeant.bonins.isle import Isle
from beachhead.players.sergeant.bonins.staff import Staff

pytestmark = pytest.mark.game("bonins")
BONINS = bh.game("bonins")
NORTH = {"0207": "309A"}
"""Somebody far in the north, so that no position is over before it begins."""


def position(units: dict[str, str], phase: str, dug: dict[str, str], *faces: int, **more: Any) -> State:
    data: dict[str, Any] = {"turn": 5, "phase": phase, "units": units, "dug in": NORTH | dug}
    dice = Dice.scripted(faces) if faces else None
    found: State = BONINS.position(data | {key.replace("_", " "): value for key, value in more.items()}, dice)
    return found


def turn_of(state: State) -> list[str]:
    """Let the sergeant play on while the same side decides in the same phase; answers what it did."""
    done, phase, side, one = [], state.known("phase", state.side), state.side, player("sergeant", 1)
    while not state.over and state.side == side and state.known("phase", side) == phase:
        action = one.choose(Seat.at(state, side), 1.0)
        done.append(str(action))
        state.apply(action)
    return done


def choose(state: State) -> str:
    return str(player("sergeant", 1).choose(Seat.at(state, state.side), 1.0))


def play(state: State, us: str, jp: str, seed: int) -> tuple[int, int]:
    """A game to its end: Japanese units off the map, and those that hold out."""
    players = {"us": player(us, f"{seed} us"), "jp": player(jp, f"{seed} jp")}
    while not state.over:
        state.apply(players[state.side].choose(Seat.at(state, state.side), 1.0))
    assert state.result is not None
    _, dug, up = state.known("masks", "us")
    return int(dict(state.result.points)["us"]), (dug | up).bit_count()


# ---------------------------------------------------------------------- whole games


def test_clears_the_island_where_chance_kills_nobody() -> None:
    ends = [play(BONINS.new("solitaire", seed=seed), "sergeant", "book", seed) for seed in (1, 2, 3)]
    assert min(left for _, left in ends) == 0 and min(off for off, _ in ends) > 30
    assert play(BONINS.new("solitaire", seed=1), "random", "book", 1)[0] < 15


def test_holds_out_as_japan_where_chance_is_swept_away() -> None:
    seeds = (4, 5, 6)
    held = [play(BONINS.new("two-player", seed=seed), "sergeant", "sergeant", seed)[1] for seed in seeds]
    assert max(held) > 0
    assert play(BONINS.new("two-player", seed=1), "sergeant", "random", 1)[1] == 0
    assert play(BONINS.new("two-player", seed=1), "random", "sergeant", 1)[1] > 35


def test_same_seed_same_game() -> None:
    digests = []
    for _ in range(2):
        state = BONINS.new("two-player", seed=5)
        play(state, "sergeant", "sergeant", 3)
        digests.append(state.digest())
    assert digests[0] == digests[1]


@pytest.mark.parametrize(
    ("scenario", "options"),
    [
        ("solitaire", {"leave_zones": "locked", "stack_test": "phase_end"}),
        ("two-player", {"stack_test": "phase_end", "tunnel_zero_movement": True, "advance_after_exchange": True}),
    ],
)
def test_a_player_taken_over_in_the_middle_goes_on(scenario: str, options: dict[str, Any]) -> None:
    """Whatever is remembered is a convenience: a new sergeant can take either seat at any decision, after any action."""
    state, chance = BONINS.new(scenario, seed=8, **options), random.Random(1)
    for number in range(500):
        if state.over:
            break
        actions = state.actions()
        if chance.random() < 0.2:
            action = actions[int(chance.random() * len(actions))]
        else:
            action = player("sergeant", number).choose(Seat.at(state, state.side), 1.0)
            assert action in actions
        state.apply(action)


@pytest.mark.parametrize("scenario", ["solitaire", "two-player"])
def test_sees_no_more_than_its_side(scenario: str) -> None:
    """In worlds that its side cannot tell from the true one the sergeant does the same."""
    state = BONINS.new(scenario, seed=4)
    players = {"us": player("sergeant", 4), "jp": player("sergeant" if scenario == "two-player" else "book", 5)}
    compared = number = 0
    while state.known("turn", "us") < 4:
        seat = Seat.at(state, state.side)
        if state.side == "us" or scenario == "two-player":
            number += 1
            if number % 4 == 0:
                twin = seat.sample(number)
                one, other = (player("sergeant", 1).choose(at, 1.0) for at in (seat, Seat.at(twin, state.side)))
                assert str(one) == str(other)
                compared += twin.digest() != state.digest()
        state.apply(players[state.side].choose(seat, 1.0))
    assert compared > 20


# ---------------------------------------------------------------------- knowledge


def test_reads_the_numbers_as_the_game_means_them() -> None:
    assert (field.AVAILABLE, field.RESERVES, field.ELIMINATED) == (rules.AVAILABLE, rules.RESERVES, rules.ELIMINATED)
    assert field.MOVED == rules.MOVED | rules.LANDED | rules.REBUILT
    assert (field.READY, field.SPENT) == (rules.READY, rules.ATTACKED | rules.ADVANCED)
    assert field.DEFENDED == rules.DEFENDED | rules.ADVANCED
    for name in ("US_MOVEMENT", "US_COMBAT", "US_MOBILE_MOVEMENT", "US_MOBILE_COMBAT", "JP_MOVEMENT"):
        assert getattr(field, name) == getattr(phases, name)
    for name in ("SHOWN", "PUT", "DRAWN", "GONE", "LAID"):
        assert getattr(field, name) == getattr(memory, name)
    assert field.SHIFTED == memory.MOVED


@pytest.mark.parametrize(
    ("column", "kill", "steps", "suppressed"),
    [(6, 0.28, 0.33, 0.0), (8, 0.58, 0.61, 0.11), (9, 0.75, 0.72, 0.22), (12, 0.97, 0.47, 0.31)],
)
def test_knows_the_combat_table(column: int, kill: float, steps: float, suppressed: float) -> None:
    isle = Isle.of(BONINS.new("solitaire", seed=1).ruleset)
    # On clear ground column 6 begins at +5, and each column has two points.
    odds = isle.odds("clear", 5 + 2 * (column - 6))
    assert (odds.kill, odds.steps, odds.steps - odds.saved) == pytest.approx((kill, steps, suppressed), abs=0.006)


def test_knows_what_a_bombardment_costs() -> None:
    isle = Isle.of(BONINS.new("solitaire", seed=1).ruleset)
    found = [isle.danger(line, dice) for line in ("clear", "broken", "rough", "ravine") for dice in (3, 1)]
    assert found == pytest.approx([0.44, 0.11, 0.35, 0.04, 0.26, 0.0, 0.17, 0.0], abs=0.006)


def test_reckons_with_a_unit_that_was_seen_and_kept() -> None:
    """A Japanese player who keeps a unit shows what lies there; a blind draw covers it again."""
    units = {"1/23": "1612", "2/23": "1712"}
    state = position(units, "us mobile combat", {"1611": "26 Tk", "1511": "Rkt"}, 6, scenario="two-player")
    state.apply("attack 1611 from 1612")
    while state.side == "us":
        state.apply(state.actions()[0])
    assert state.decision.step == "redeploying"
    state.apply("keep")
    seat = Seat.at(state, "us")
    here = state.ruleset.names["space"].full.index("1611")
    assert Field(seat, Isle.of(state.ruleset)).defenders(here) == [(1.0, 4, 0)]


# ---------------------------------------------------------------------- U.S.


def test_lands_eight_on_the_eastern_beaches() -> None:
    state = BONINS.new("solitaire", seed=1)
    assert choose(state) == "invade east"
    state.apply("invade east")
    done = turn_of(state)
    assert sum(action.startswith("land") for action in done) == 8
    assert any(action.endswith("2412") for action in done)


def test_calls_two_regiments_on_turn_two() -> None:
    state = position({"1/23": "1813"}, "us movement", {}, turn=2, others="start")
    done = turn_of(state)
    assert sum(action.startswith("call") for action in done) == 2
    assert "3 Tk" in " ".join(done[:2])


def test_gathers_three_battalions_for_one_attack() -> None:
    units = {"1/23": "1913", "2/23": "2012", "3/23": "2112", "1/24": "2111"}
    state = position(units, "us movement", {"1712": "309B"})
    turn_of(state)
    where = state.known("masks", "us")[0]
    names = state.ruleset.names["space"].full
    beside = {"1611", "1612", "1711", "1713", "1811", "1812"}
    assert sum(bool(where >> names.index(name) & 1) for name in beside) >= 3


def test_brings_up_whoever_has_nothing_to_attack() -> None:
    """From Suribachi to the front in one march, for as long as nobody is near."""
    state = position({"1/23": "2411"}, "us movement", {"1212": "309B", "1313": "310B"}, flag=True)
    turn_of(state)
    names = state.ruleset.names["space"].full
    line = int(names[state.known("where", "us")[state.ruleset.names["unit"].full.index("1/23")]][:2])
    assert line <= 17


def test_attacks_together_with_markers() -> None:
    units = {"1/23": "1612", "2/23": "1611", "3/23": "1713"}
    state = position(units, "us combat", {"1712": "309B"})
    one = player("sergeant", 1)
    done = []
    while state.decision.step in ("declare", "declaring"):
        action = one.choose(Seat.at(state, "us"), 1.0)
        done.append(str(action))
        state.apply(action)
    assert done[0].startswith("declare 1712") and sum(action.startswith("join") for action in done) == 2
    assert "mark 1712 2" in done


def test_attacks_nobody_alone() -> None:
    state = position({"1/23": "1612"}, "us mobile combat", {"1712": "309B"})
    assert choose(state) == "done"


def test_sends_no_tanks_against_a_mountain() -> None:
    state = position({"1/23": "2512", "4 Tk": "2513"}, "us mobile movement", {"2612": "309B"})
    staff = Staff(Field(Seat.at(state, "us"), Isle.of(state.ruleset)))
    tank = state.ruleset.names["unit"].full.index("4 Tk")
    target = state.ruleset.names["space"].full.index("2612")
    everywhere = dict.fromkeys((tank, state.ruleset.names["unit"].full.index("1/23")), (1 << 240) - 1)
    staged = staff.staged(target, everywhere, set(everywhere), (set(), set()), dict.fromkeys(everywhere, 1))
    assert [unit for unit, _ in staged] == [unit for unit in everywhere if unit != tank]


def test_goes_for_suribachi_first() -> None:
    state = position({"1/23": "2411"}, "us combat", {"2611": "309B", "2312": "310A"})
    staff = Staff(Field(Seat.at(state, "us"), Isle.of(state.ruleset)))
    names = list(staff.isle.names)
    assert staff.worth(names.index("2611")) > staff.worth(names.index("2312")) + 0.5


def test_lets_support_units_pay() -> None:
    """An exchange: the support unit goes, which costs no points."""
    units = {"1/23": "1612", "Spt/23": "1612", "2/23": "1713", "3/23": "1611"}
    state = position(units, "us mobile combat", {"1712": "309B"}, 6, 1)
    for text in ("attack 1712 from 1612 1713 1611", "done"):
        if state.decision.step in ("combat", "attacking"):
            state.apply(text)
    assert state.decision.step == "loss"
    assert choose(state) == "lose Spt/23"


def test_rebuilds_before_it_moves() -> None:
    state = position({"1/23": "2111", "2/23": "2112"}, "us movement", {}, depleted=["1/23"], replacements=2)
    assert turn_of(state)[0] == "replace 1/23"


# ---------------------------------------------------------------------- Japan


def test_puts_its_best_on_suribachi_and_hides_its_guns() -> None:
    state = BONINS.new("two-player", seed=1)
    turn_of(state)
    names, units = state.ruleset.names["space"].full, state.ruleset.units
    garrison = state.known("garrison", "jp")
    lies = {names[space]: units[unit] for space, unit in enumerate(garrison) if unit >= 0}
    assert all(lies[name].defense == 5 for name in ("2610", "2611", "2612", "2711", "2712"))
    assert max(int(name[:2]) for name, unit in lies.items() if unit.track) <= 16


def test_keeps_the_strong_and_exchanges_the_weak() -> None:
    for unit, answer in (("1/145A", "keep"), ("Rkt", "draw")):
        state = position({"1/23": "1612"}, "us mobile combat", {"1712": unit}, 6, 1, scenario="two-player", container=["310A"])
        state.apply("attack 1712 from 1612")
        while state.side == "us":
            state.apply(state.actions()[0])
        assert choose(state) == answer


def test_fires_at_stacks_in_the_open() -> None:
    units = {"1/23": "1914", "2/23": "1914", "1/24": "1812", "1/25": "1913"}
    state = position(units, "jp combat", {"2611": "310A"}, scenario="two-player")
    while state.decision.step != "bombard":
        state.apply("done")
    assert choose(state) == "mark 1914"


def test_stays_out_of_the_open() -> None:
    units = {"1/23": "1612", "2/23": "1611", "3/23": "1713"}
    state = position(units, "jp movement", {"1712": "310A", "1311": "310B"}, scenario="two-player", depleted=["1/23"])
    done = turn_of(state)
    assert not any(action.split()[0] in ("march", "turn") for action in done)
