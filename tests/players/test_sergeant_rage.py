"""The sergeant's rules of thumb in Rage Against the Marines, one position each, and a few whole games."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

import beachhead as bh
from beachhead.engine.chance.dice import Dice
from beachhead.engine.state import State
from beachhead.players import Seat, player
from beachhead.players.sergeant.rage.island import Island
from beachhead.players.sergeant.rage.odds import at_least, chances, damage

WAITING = {"23/4": "landing area", "309": "kita, concealed"}
"""Somebody on each side far off, so that no position is over before it begins."""


def position(units: dict[str, str], phase: str, *faces: int, **more: Any) -> State:
    data: dict[str, Any] = {"turn": 4, "phase": phase, "units": WAITING | units, "others": "absent"}
    found: State = bh.game("rage").position(data | more, Dice.scripted(faces) if faces else None)
    return found


def choose(state: State) -> str:
    return str(player("sergeant", 1).choose(Seat.at(state, state.side), 1.0))


def until(state: State, step: str) -> list[str]:
    """Let the sergeants play until another step comes; answers what the side did whose step it is."""
    done, seats = [], {side: player("sergeant", side) for side in ("us", "jp")}
    owner = state.side
    while not state.over and state.decision.step in (step, "entry", "stand", "withdraw"):
        action = seats[state.side].choose(Seat.at(state, state.side), 1.0)
        if state.side == owner:
            done.append(str(action))
        state.apply(action)
    return done


def play(state: State, us: str, jp: str, seed: int) -> list[str]:
    players = {"us": player(us, f"{seed} us"), "jp": player(jp, f"{seed} jp")}
    record = []
    while not state.over:
        action = players[state.side].choose(Seat.at(state, state.side), 1.0)
        record.append(str(action))
        state.apply(action)
    return record


# ---------------------------------------------------------------------- whole games


@pytest.mark.parametrize(("us", "jp", "winner"), [("sergeant", "random", "us"), ("random", "sergeant", "jp")])
def test_beats_chance(us: str, jp: str, winner: str) -> None:
    won: Counter[str] = Counter()
    for seed in range(5):
        state = bh.game("rage").new("campaign", seed=seed)
        play(state, us, jp, seed)
        assert state.result is not None
        won[state.result.winner] += 1
    assert won[winner] == 5, won


def test_same_seed_same_game() -> None:
    games = [play(bh.game("rage").new("campaign", seed=2), "sergeant", "sergeant", 3) for _ in range(2)]
    assert games[0] == games[1]


def test_a_player_taken_over_in_the_middle_goes_on() -> None:
    """Whatever is remembered is a convenience: a new sergeant can take either seat at any decision, after any action."""
    state, chance = bh.game("rage").new("campaign", seed=8), random.Random(1)
    state.apply("plan default")
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


def test_sees_no_more_than_its_side() -> None:
    """With the hidden battalions exchanged the U.S. sergeant, who cannot tell, does the same."""
    first = position(
        {"24/4": "okina", "310": "chidori, concealed", "311": "nishi, concealed"}, "us bombardment", control=["okina"]
    )
    second = position(
        {"24/4": "okina", "311": "tenzan, concealed", "310": "higashi, concealed"}, "us bombardment", control=["okina"]
    )
    assert first.view("us") == second.view("us")
    assert choose(first) == choose(second)


# ---------------------------------------------------------------------- knowledge


def test_knows_the_dice() -> None:
    assert sum(chances(12)) == pytest.approx(1)
    assert damage(9, 0) == pytest.approx(3)
    assert at_least(4, 1) == pytest.approx(1 - (2 / 3) ** 4)


def test_knows_the_island() -> None:
    island = Island.of(bh.game("rage").new("campaign", seed=1).ruleset)
    okina, funami, tamana = (island.index[name] for name in ("okina", "funami", "tamana"))
    assert funami in island.near[okina]
    assert okina in island.beaches
    assert tamana not in island.open[1][funami]
    assert {island.names[area] for area in island.pair} == {"funami", "motoyama_af"}


# ---------------------------------------------------------------------- U.S.


def test_shells_a_gun_that_has_shown_itself() -> None:
    units = {"24/4": "okina", "109 Art a": "quarry", "310": "tachiiwa"} | {f"Nav {n}": "support" for n in (1, 2, 3)}
    state = position(units, "us bombardment", control=["okina"], beachheads=["okina"])
    named = until(state, "bombard")
    assert sum(action.endswith("quarry") for action in named) >= 2


def test_lands_the_third_division_at_a_beachhead() -> None:
    units = {"24/4": "okina", "3/3": "reserve", "9/3": "reserve", "12/3": "reserve"}
    state = position(units, "us movement", control=["okina"], beachheads=["okina"])
    done = until(state, "move")
    assert {"activate 3/3", "activate 9/3", "activate 12/3", "land 3/3 okina", "land 12/3 okina"} <= {*done}


def test_keeps_the_third_division_back_without_one() -> None:
    state = position({"24/4": "okina", "3/3": "reserve", "9/3": "reserve"}, "us movement", control=["okina"])
    assert not any(action.startswith("activate") for action in until(state, "move"))


def test_storms_in_strength_or_not_at_all() -> None:
    strong = dict.fromkeys(("24/4", "25/4", "26/5", "27/5", "28/5"), "chidori")
    enemy = {"310": "funami", "2 MG": "funami"}
    state = position(strong | enemy, "us movement", control=["chidori", "okina"], **{"caves checked": ["funami"]})
    moved = [action for action in until(state, "move") if action.endswith(" funami")]
    assert len(moved) >= 3
    weak = {"24/4": "chidori, 1 step"}
    state = position(weak | enemy, "us movement", control=["chidori", "okina"], **{"caves checked": ["funami"]})
    assert not [action for action in until(state, "move") if action.endswith(" funami")]


def test_leaves_a_guard_on_an_airfield() -> None:
    units = {"24/4": "chidori", "14/4": "chidori", "310": "suribachi"}
    state = position(units, "us movement", control=["chidori", "futatsune"], **{"safe to land": ["chidori"]})
    until(state, "move")
    assert "chidori" in {facts["place"] for name, facts in state.view("us")["units"].items() if name in ("24/4", "14/4")}


def test_builds_everything() -> None:
    units = {"24/4": "okina", "25/4": "chidori", "26/5": "suribachi"}
    state = position(units, "construction", control=["okina", "chidori", "suribachi"])
    assert {*until(state, "build")} >= {"build okina", "build chidori", "build suribachi"}


# ---------------------------------------------------------------------- Japan


def test_sets_up_and_says_so() -> None:
    state = bh.game("rage").new("campaign", seed=1)
    assert choose(state).startswith("deploy ")
    state.apply("plan mountains")
    assert choose(state) == "done"


def test_fires_from_hiding_with_the_best_unit() -> None:
    state = position(
        {"24/4": "okina", "310": "chidori, concealed", "2 MG": "chidori, concealed"}, "us movement", control=["okina"]
    )
    state.apply("move 24/4 chidori")
    assert choose(state) == "fire 2 MG"


def test_spares_its_shot_at_armour() -> None:
    units = {"Tk/4": "okina", "310": "chidori, concealed", "8 AT": "chidori, concealed"}
    state = position(units, "us movement", control=["okina"])
    state.apply("move Tk/4 chidori")
    assert choose(state) == "fire 8 AT"


def test_shoots_at_markers() -> None:
    """One Hit takes Safe to Land away: worth more than a step or two of the infantry next door."""
    units = {"24/4": "chidori", "25/4": "okina", "2 Bde Art": "nidan, concealed"}
    state = position(units, "jp bombardment", control=["chidori", "okina"], **{"safe to land": ["chidori"]})
    assert choose(state) == "bombard 2 Bde Art chidori"


def test_does_not_show_a_gun_for_nothing() -> None:
    state = position({"24/4": "chidori", "3 Mtr": "funami, concealed"}, "jp bombardment", control=["chidori"])
    assert choose(state) == "done"


def test_hides_its_guns_again() -> None:
    state = position({"24/4": "okina", "2 Bde Art": "nidan, fired"}, "jp movement", control=["okina"])
    assert choose(state) == "hide 2 Bde Art"


def test_walks_in_where_nobody_stands_guard() -> None:
    units = {"24/4": "okina", "310": "suribachi, concealed"}
    state = position(units, "jp movement", control=["okina", "chidori"], **{"safe to land": ["chidori"]})
    assert choose(state) == "sneak 310 chidori"


@pytest.mark.parametrize(("faces", "answer"), [((6, 6, 6, 6, 1), "reveal 310"), ((6, 6, 6, 1, 1), "pass"), ((1,) * 5, "pass")])
def test_steps_into_the_open_to_save_a_gun(faces: tuple[int, ...], answer: str) -> None:
    """Two damage would fall on battalion and gun alike; shown in time, the battalion takes both."""
    units = {"24/4": "okina", "310": "chidori, concealed", "2 Mtr": "chidori, concealed", "Nav 1": "support"}
    state = position(units, "us bombardment", *faces, control=["okina"])
    for action in ("bombard Nav 1 chidori", "done", "pass"):
        state.apply(action)
    assert state.decision.step == "dice"
    assert choose(state) == answer


@pytest.mark.parametrize(("faces", "answer"), [((6, 6), "retreat 310"), ((6, 1), "stand 310")])
def test_gives_way_to_live(faces: tuple[int, ...], answer: str) -> None:
    state = position({"24/4": "nishi, 1 step", "310": "nishi, 1 step"}, "us assault", *faces, control=["uguisu"])
    for action in ("assault 24/4", "done"):
        state.apply(action)
    assert choose(state) == answer
