"""Nobody can compute what a computer player keeps secret from what is public about its match."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

import beachhead as bh
from beachhead.engine.state import State
from beachhead.players import PLAYERS, Seat, player
from beachhead.server.play import bots
from beachhead.server.play.bots import chance_of
from beachhead.server.room import Room

from .desk import PATIENCE, Desk, Message, eventually


def set_up(name: str, chance: str) -> dict[str, Any]:
    """Japan's secret set-up by a player with that chance."""
    state, chosen = bh.game("rage").new("campaign", seed=1), player(name, chance)
    while state.decision.step == "setup":
        state.apply(chosen.choose(Seat.at(state, "jp"), 1.0))
    return laid_out(state)


def laid_out(state: State) -> dict[str, Any]:
    view = state.view("jp")
    units = {name: facts["place"] for name, facts in view["units"].items() if facts["side"] == "jp"}
    return {"units": units, "caves": view["caves"]}


def public_seeds(meta: Message) -> Iterator[str]:
    """Whatever anybody at the table could try as the seed of the computer player."""
    public = [meta["match"], meta["commitment"], meta["created"], meta["game"], "jp", "0", "player"]
    for length in (1, 2, 3, 4):
        for words in itertools.permutations(public, length):
            yield " ".join(words)


@pytest.mark.parametrize("name", sorted(PLAYERS))
def test_a_computer_set_up_cannot_be_computed_from_public_values(desk: Desk, name: str) -> None:
    keys = desk.create("rage", seats={"us": "me", "jp": name})
    with desk.sit(keys, "us") as us:
        eventually(lambda: us.ask("ping") and us.now["view"]["decision"]["step"] != "setup", 60)
        course = desk.table.rooms[keys["match"]].history
        assert course is not None
        truth = laid_out(course.state)
        guess = f"{keys['match']} jp 0"
        assert set_up(name, guess) != truth
        assert chance_of(desk.table.rooms[keys["match"]], "jp") not in set(public_seeds(us.meta))


@pytest.mark.parametrize("name", sorted(PLAYERS))
def test_another_secret_gives_another_set_up(desk: Desk, name: str) -> None:
    """The same match, side and moment: only the seed of the dice differs, which nobody knows before the end."""
    keys = desk.create("rage", seats={"us": "me", "jp": "me"})
    row = desk.table.storage.match(keys["match"])
    assert row is not None
    rooms = [Room(replace(row, seed=f"{number:032x}"), [], desk.table.clock) for number in range(8)]
    assert len({room.id for room in rooms}) == 1
    found = [set_up(name, chance_of(room, "jp")) for room in rooms]
    assert all(one != other for one, other in itertools.combinations(found, 2))


def test_the_chance_of_a_player_is_its_own(desk: Desk) -> None:
    """Another side, another moment or another match has another chance, and none of them is the seed of the dice."""
    one, other = (desk.table.storage.match(desk.create()["match"]) for _ in range(2))
    assert one is not None
    assert other is not None
    same_dice = replace(other, seed=one.seed)
    chances = [chance_of(Room(row, [], desk.table.clock), side) for row in (one, other, same_dice) for side in ("us", "jp")]
    assert len({*chances}) == len(chances)
    assert all(one.seed not in chance for chance in chances)
    assert chance_of(Room(one, [], desk.table.clock), "us") == chances[0], "two processes that play the same seat agree"


@pytest.mark.parametrize("game", ["rage", "saipan"])
def test_a_player_that_still_thinks_does_not_act_for_the_person_who_takes_its_seat(
    desk: Desk, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor could whoever took the seat for a moment, before anything was secret, watch the secret set-up being made in it."""
    thinking, decided, turn = threading.Event(), threading.Event(), bots.Bots.turn

    def wait(*given: Any) -> bots.BotTurn:
        thinking.set()
        assert decided.wait(PATIENCE)
        return turn(*given)

    monkeypatch.setattr(bots.Bots, "turn", wait)
    first = bh.game(game).new().side
    other = next(side for side in ("us", "jp") if side != first)
    keys = desk.create(game, seats={other: "me", first: "random"})
    assert thinking.wait(PATIENCE)
    room = desk.table.rooms[keys["match"]]
    answer = desk.post(f"/api/matches/{keys['match']}/seats", {"side": first, "sit": "open"}, keys["host"])
    assert answer.status_code == 200, answer.text
    decided.set()
    eventually(lambda: room.bot is not None and room.bot.done())
    assert room.history is not None
    assert len(room.history) == 0
    assert room.decider == first
