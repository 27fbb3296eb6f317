"""Hints: what the sergeant would do in a seat's place. They are for people who play alone, and come from that view alone."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

import beachhead as bh
from beachhead.engine.state import State
from beachhead.players import Seat, SergeantPlayer, player
from beachhead.players.sergeant import ANY, ONLY, reasons_of
from beachhead.server.play.hints import advise
from tests.wire import bonins_worlds, rage_worlds
from tests.wire.twins import SEED, Move

from .desk import QUICK, Chair, Desk, Message, eventually

LEFT_TO_CHANCE = {
    "saipan": set[str](),
    "rage": set[str](),
    "bonins": set[str](),
    "olympic": {"retreat retreat"},
    "dday": {"* choose", "gunners division", "infiltration move", "lvta done", "rest day done"},
}
"""Steps for which a drill has no rule of thumb; `*`: any step."""


def ask(chair: Chair, **more: str) -> Message:
    return chair.ask("hint", tag=chair.now["tag"], **more)


@pytest.mark.parametrize("game", sorted(LEFT_TO_CHANCE))
def test_a_hint_is_a_legal_action_with_a_reason(desk: Desk, game: str) -> None:
    """In every game, for a person alone: three hints in a row, each followed."""
    with desk.sit(desk.create(game, seats={"us": "me"}), "us") as us:
        for _ in range(3):
            eventually(lambda: us.ask("ping") and us.now["view"]["decision"]["side"] == "us", 60)
            hint = ask(us)
            assert hint["t"] == "hinted", hint
            assert hint["tag"] == us.now["tag"]
            assert " ".join([hint["verb"], *hint["args"]]) == hint["text"]
            assert hint["why"].endswith(".")
            assert {*hint["units"], *hint["spaces"]} <= {*hint["args"]}
            assert ask(us)["text"] == hint["text"], "the same position has the same hint"
            assert us.ask("act", tag=us.now["tag"], texts=[hint["text"]])["t"] == "update"


def test_nobody_gets_hints_against_another_person(desk: Desk) -> None:
    keys = desk.create(seats={"us": "me", "jp": "open"})
    with desk.sit(keys, "us") as us, desk.sit(keys, "jp") as jp, desk.sit(keys, None) as nobody:
        assert ask(us)["code"] == "shared"
        assert ask(us, host=keys["host"])["code"] == "shared", "the host has made a link for somebody else"
        assert ask(jp)["code"] == "not_your_move"
        assert ask(nobody)["code"] == "not_your_move"


def test_a_hot_seat_gets_hints_by_the_host_token(desk: Desk) -> None:
    keys = desk.create(seats={"us": "me", "jp": "me"})
    with desk.sit(keys, "us") as us:
        assert ask(us)["code"] == "shared"
        assert ask(us, host=keys["spectator"])["code"] == "shared"
        assert ask(us, host=keys["host"])["t"] == "hinted"
        given = desk.post(f"/api/matches/{keys['match']}/seats", {"side": "jp", "sit": "open"}, keys["host"])
        assert given.status_code == 200
        assert ask(us, host=keys["host"])["code"] == "shared", "that seat is not the host's own any more"


def test_a_host_gets_no_hints_while_somebody_else_has_come_by_the_link_of_a_seat(desk: Desk) -> None:
    keys = desk.create(seats={"us": "me", "jp": "me"})
    with desk.sit(keys, "us") as us, desk.sit(keys, "jp"):
        assert ask(us, host=keys["host"])["t"] == "hinted", "one screen, both seats"
        with desk.sit(keys, "jp"):
            assert ask(us, host=keys["host"])["code"] == "shared", "somebody else sits there, too"
        eventually(lambda: ask(us, host=keys["host"])["t"] == "hinted", 60)


def test_an_old_tag_is_stale(desk: Desk) -> None:
    with desk.sit(desk.create(seats={"us": "me"}), "us") as us:
        assert us.ask("hint", tag="nothing")["t"] == "stale"


def test_hints_are_rationed(sqlite: str) -> None:
    with (
        Desk(sqlite, replace(QUICK, hints_per_minute=0.001, hint_burst=2)) as desk,
        desk.sit(desk.create(seats={"us": "me"}), "us") as us,
    ):
        assert [ask(us).get("code") for _ in range(3)] == [None, None, "too_fast"]


# ---------------------------------------------------------------------- secrets


def hints(game: str, scenario: str, moves: list[Move]) -> Iterator[tuple[str, Message]]:
    """The U.S. tag-to-be (its view) and the hint for it, wherever it decides, from sergeants with one and the same chance."""
    state: State = bh.game(game).new(scenario, seed=SEED)
    sergeant = SergeantPlayer("the same")
    for move in [*moves, None]:
        if state.side == "us":
            yield repr(state.view("us")), advise(sergeant, state.copy(), "us", None, 1.0)
        if move is not None:
            state.apply(move.text)


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("game", ["rage", "bonins"])
def test_another_world_behind_the_same_view_has_the_same_hints(game: str, seed: int) -> None:
    """Two games that differ in what the U.S. player cannot know, up to the first disclosure."""
    if game == "rage":
        first, second, _ = rage_worlds.pair(seed, 60)
        scenario = rage_worlds.SCENARIO
    else:
        first, second, _ = bonins_worlds.pair(seed, 60)
        scenario = bonins_worlds.SCENARIO
    one, other = list(hints(game, scenario, first)), list(hints(game, scenario, second))
    assert len(one) > 5
    assert [move.text for move in first] != [move.text for move in second], "the worlds differ"
    assert [view for view, _ in one] == [view for view, _ in other]
    assert [hint for _, hint in one] == [hint for _, hint in other]


# ---------------------------------------------------------------------- reasons


@pytest.mark.parametrize("game", sorted(LEFT_TO_CHANCE))
def test_every_rule_of_thumb_has_a_reason(game: str) -> None:
    """What the sergeant does in the course of a game he can explain, but for the steps that he leaves to chance."""
    found, silent = bh.game(game), set[str]()
    reasons = {*reasons_of(game).values()}
    named = False
    for scenario in found.scenarios[:2]:
        state: State = found.new(scenario.id, seed=3)
        sides = found.sides_of(scenario.id)
        players = {side: player("book" if side in scenario.book else "sergeant", 3) for side in sides}
        for _ in range(350):
            if state.over:
                break
            side, step = state.side, state.decision.step
            seat = Seat.at(state, side)
            action = players[side].choose(seat, 1.0)
            chosen = players[side]
            if isinstance(chosen, SergeantPlayer):
                why = chosen.why(seat, action)
                assert "{" not in why
                named = named or why not in {*reasons, ONLY, ANY}
                if why == ANY:
                    silent.add(f"{'*' if action.verb == 'choose' else step} {action.verb}")
            state.apply(action)
    assert silent <= LEFT_TO_CHANCE[game]
    assert named, "some moves name what they are for"


@pytest.mark.parametrize("game", sorted(LEFT_TO_CHANCE))
def test_asking_why_changes_nothing(game: str) -> None:
    """A sergeant who explains himself plays the same game."""
    played = list[list[str]]()
    for asks in (False, True):
        state: State = bh.game(game).new(seed=5)
        sergeants = {side: player("sergeant", 5) for side in state.ruleset.sides}
        texts, rng = list[str](), random.Random(1)
        for _ in range(60):
            if state.over:
                break
            seat = Seat.at(state, state.side)
            chosen = sergeants[state.side]
            action = chosen.choose(seat, 1.0)
            if asks and isinstance(chosen, SergeantPlayer) and rng.random() < 0.7:
                chosen.why(seat, action)
            texts.append(str(action))
            state.apply(action)
        played.append(texts)
    assert played[0] == played[1]
