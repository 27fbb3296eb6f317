"""Players and the seats they look from."""

from __future__ import annotations

import pytest

import beachhead as bh
from beachhead.players import Seat, player


def test_unknown_player() -> None:
    with pytest.raises(bh.UserError, match="did you mean 'random'"):
        player("randm")


def test_same_seed_same_choices() -> None:
    seat = Seat.at(bh.game("saipan").new("historical", seed=1), "us")
    first, second = player("random", 3), player("random", 3)
    assert [first.choose(seat, 1.0) for _ in range(20)] == [second.choose(seat, 1.0) for _ in range(20)]
    assert len({str(player("random", seed).choose(seat, 1.0)) for seed in range(40)}) > 20


def test_random_player_can_choose_every_action() -> None:
    state = bh.game("saipan").new("free", seed=1)
    one = player("random", 1)
    chosen = {str(one.choose(Seat.at(state, "us"), 1.0)) for _ in range(1500)}
    assert chosen == {str(action) for action in state.actions()}


def test_a_seat_shows_what_its_side_may_know() -> None:
    state = bh.game("saipan").new("free", seed=1)
    us, jp = Seat.at(state, "us"), Seat.at(state, "jp")
    state.apply("note 1203")
    assert us.view()["noted"] == ["1203"]
    assert jp.view()["noted"] is None
    assert len(us.known("noted")) == 1
    assert jp.known("noted") is None
    assert jp.step == "note"
    assert len(us.actions()) > 0
    assert len(jp.actions()) == 0
    assert jp.decision.side == "us"
    sampled = {tuple(jp.sample(seed).view("us")["noted"]) for seed in range(12)}
    assert len(sampled) > 1


def test_a_seat_hands_out_no_state() -> None:
    state = bh.game("saipan").new("free", seed=1)
    seat = Seat.at(state, "jp")
    open_names = [name for name in dir(seat) if not name.startswith("_")]
    assert sorted(open_names) == ["actions", "at", "decision", "known", "sample", "side", "step", "view"]
    assert seat.sample(0) is not state
    assert seat.sample(0).dice.seed != state.dice.seed
