"""The sergeant's rules of thumb in Operation Olympic, one position each, and a few whole games."""

from __future__ import annotations

import random
from typing import Any

import pytest

import beachhead as bh
from beachhead.engine.chance.dice import Dice
from beachhead.engine.state import State
from beachhead.players import Seat, player
from beachhead.players.sergeant.olympic.country import Country

pytestmark = pytest.mark.game("olympic")


def position(units: dict[str, str], phase: str, *faces: int, **more: Any) -> State:
    data: dict[str, Any] = {"turn": 5, "phase": phase, "units": units, "others": "absent"}
    dice = Dice.scripted(faces) if faces else None
    found: State = bh.game("olympic").position(data | {key.replace("_", " "): value for key, value in more.items()}, dice)
    return found


def turn_of(state: State) -> list[str]:
    """Let the sergeant play on while the same side decides in the same phase; answers what it did."""
    done, phase, side, one = [], state.known("phase", state.side), state.side, player("sergeant", 1)
    while not state.over and state.side == side and state.known("phase", side) == phase:
        action = one.choose(Seat.at(state, side), 1.0)
        done.append(str(action))
        state.apply(action)
    return done


def hexes(state: State, letter: str) -> set[str]:
    """Where the units of one side are."""
    units = state.view("jp")["units"]
    return {facts["place"] for name, facts in units.items() if name.startswith(letter)}


def play(state: State, us: str, jp: str, seed: int) -> float:
    players = {"us": player(us, f"{seed} us"), "jp": player(jp, f"{seed} jp")}
    while not state.over:
        state.apply(players[state.side].choose(Seat.at(state, state.side), 1.0))
    assert state.result is not None
    points = dict(state.result.points)
    return float(points["us"] - points["jp"])


# ---------------------------------------------------------------------- whole games


def test_scores_against_the_doctrine_where_chance_is_beaten() -> None:
    nets = [play(bh.game("olympic").new("solitaire", seed=seed), "sergeant", "book", seed) for seed in (1, 2, 3)]
    assert max(nets) > 0 and min(nets) > -300
    assert play(bh.game("olympic").new("solitaire", seed=1), "random", "book", 1) < -500


def test_beats_chance_as_japan() -> None:
    free: dict[str, Any] = {"free_deployment": True, "hidden_tokko": True}
    assert play(bh.game("olympic").new("two-player", seed=1, **free), "random", "sergeant", 1) < -500


def test_same_seed_same_game() -> None:
    nets = [play(bh.game("olympic").new("two-player", seed=5), "sergeant", "sergeant", 3) for _ in range(2)]
    assert nets[0] == nets[1]


@pytest.mark.parametrize(
    ("scenario", "options"),
    [
        ("solitaire", {"historical_plan": True, "optional_tokko": True}),
        ("two-player", {"free_deployment": True, "hidden_tokko": True, "optional_tokko": True}),
    ],
)
def test_a_player_taken_over_in_the_middle_goes_on(scenario: str, options: dict[str, Any]) -> None:
    """Whatever is remembered is a convenience: a new sergeant can take either seat at any decision, after any action."""
    state, chance = bh.game("olympic").new(scenario, seed=8, **options), random.Random(1)
    for number in range(220):
        if state.over:
            break
        actions = state.actions()
        if chance.random() < 0.2:
            action = actions[int(chance.random() * len(actions))]
        else:
            action = player("sergeant", number).choose(Seat.at(state, state.side), 1.0)
            assert action in actions
        state.apply(action)


def test_sees_no_more_than_its_side() -> None:
    """In worlds that its side cannot tell from the true one the sergeant does the same."""
    state = bh.game("olympic").new("two-player", seed=4)
    players = {"us": player("sergeant", 4), "jp": player("sergeant", 5)}
    number = 0
    while state.known("phase", "us") < 5:
        seat = Seat.at(state, state.side)
        if state.side == "us":
            number += 1
            twin = seat.sample(number)
            assert str(player("sergeant", 1).choose(seat, 1.0)) == str(player("sergeant", 1).choose(Seat.at(twin, "us"), 1.0))
        state.apply(players[state.side].choose(seat, 1.0))
    assert number > 30


# ---------------------------------------------------------------------- knowledge


def test_knows_the_combat_table() -> None:
    country = Country.of(bh.game("olympic").new("solitaire", seed=1).ruleset)
    certain = country.odds(10, 0, True)
    assert (certain.win, certain.kill, certain.cost) == pytest.approx((1, 1, 13 / 6))
    # Three Army units against the militia of a City, as in example (e.1): eight in nine.
    assert country.odds(12, 4, True).win == pytest.approx(8 / 9)
    # 2-4 against a 4-12 in the open: a six kills both.
    assert country.strike(2, 4).kill == pytest.approx(1 / 6)
    assert country.strike(2, 4).cost == pytest.approx((3 + 3 + 2 + 2 + 2 + 10) / 6)


# ---------------------------------------------------------------------- U.S.


def test_attacks_a_town_with_no_more_than_it_takes() -> None:
    units = {"U:27/25": "1905", "U:35/25": "1905", "U:161/25": "1905"}
    state = position(units, "us combat", 4, 4, beachheads=["1904"], control=["1905"], scenario="solitaire")
    done = turn_of(state)
    assert done[0].startswith("attack") and done[0].endswith("2006")
    assert sum(action.startswith("join") for action in done) == 1


def test_does_not_fight_for_nothing() -> None:
    units = {"U:27/25": "4502", "U:35/25": "4502", "U:161/25": "4502", "J:98": "4501"}
    state = position(units, "us combat", beachheads=["4502"], scenario="solitaire")
    assert turn_of(state)[0] == "done"


def test_clears_the_way_to_kagoshima_and_follows() -> None:
    units = {"U:27/25": "1606", "U:35/25": "1606", "U:161/25": "1606", "J:98": "1607"}
    state = position(units, "us combat", 1, 4, 4, 4, 4, 4, beachheads=["1606"], scenario="two-player")
    done = turn_of(state)
    assert done[0].endswith("1607")
    assert any(action.startswith("advance") and action.endswith("1607") for action in done)


def test_stages_a_whole_attack_before_moving() -> None:
    units = {f"U:{name}": "1505" for name in ("27/25", "35/25", "161/25")} | {
        f"U:{name}": "1606" for name in ("123/33", "130/33", "136/33")
    }
    state = position(units, "us movement", beachheads=["1505", "1606"], scenario="two-player")
    moves = turn_of(state)
    places = [action.split()[2] for action in moves if action.startswith("move")]
    assert len(places) >= 3
    assert {"1505", "1606"} <= hexes(state, "U:")


# ---------------------------------------------------------------------- Japan


def test_takes_a_beachhead_that_was_left_alone() -> None:
    units = {"U:27/25": "1905", "J:98": "1607", "J:99": "0611"}
    state = position(units, "jp movement", scenario="two-player", beachheads=["1505", "1904"], control=["1905"])
    assert "move J:98 1505" in turn_of(state)


def test_keeps_somebody_far_in_the_south() -> None:
    units = {"U:27/25": "2425", "J:98": "0611", "J:99": "1012"}
    state = position(units, "jp movement", scenario="two-player", beachheads=["2425"], control=["2425"])
    turn_of(state)
    assert "0611" in hexes(state, "J:")


def test_strikes_what_is_cut_off() -> None:
    units = {"U:27/25": "1806", "U:35/25": "1904", "J:14": "1807", "J:40": "1906"}
    state = position(units, "jp combat", 3, 3, scenario="two-player", beachheads=["1904"])
    assert any(action.endswith("U:27/25") for action in turn_of(state))
