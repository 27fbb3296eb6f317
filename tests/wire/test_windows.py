"""A side for which the service answers, a player of the program or somebody who passes, tells nothing by it: not by bytes, not by
the number of messages, not by time. The second half plants faults, each of which must be noticed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from typing import Any
from unittest import mock

import pytest

from beachhead.engine.state import State
from beachhead.server.kept.history import Applied, try_action
from beachhead.server.play.updates import SideUpdate
from beachhead.server.play.windows import Pace, Window, actions_until_seen
from beachhead.server.room import Effect, Room

from .pairs import BEAT, Cast, Perceived, Scripted, Timed, both, service, tell_apart, tell_apart_by_time
from .quiet_game import Brooder
from .twins import Move

THOUGHT = BEAT / 8
GAMES = {"quiet": "tests.wire.quiet_game:QuietGame"}
TEXTS = ("search t1", "ambush t3", "swap gun 1 t1", "done", "pass", "aim cove", "fade t1")
UNITS = ("t1", "t2", "alpha", "nobody")
EMPTY = ("decoy 1", "decoy 2", "decoy 3", "gun 1")
FULL = ("gun 1", "gun 2", "snipers 1", "decoy 1")
AREAS = ("village", "north ridge", "village", "radio mast")


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Timed]:
    """A service, and a player who broods over what he hides."""
    folder = tmp_path_factory.mktemp("windows")
    with (
        service(folder, games=GAMES, scripted=Scripted, brooder=Brooder) as table,
        mock.patch.multiple(Brooder, thought=THOUGHT, clock=table.clock),
    ):
        yield table


def game(pieces: tuple[str, ...], swaps: tuple[str, ...] = (), turns: int = 3) -> list[Move]:
    """Some turns: squads go where counters lie, whatever those are, and the warden lets them."""
    hides = [Move("warden", f"hide {piece} {area}") for piece, area in zip(pieces, AREAS, strict=True)]
    moves = [Move("raider", "aim village"), *hides]
    for turn, where in enumerate((("village", "north ridge"), ("north ridge", "radio mast"), ("village", "north ridge"))[:turns]):
        for squad, area in zip(("alpha", "bravo"), where, strict=True):
            moves += [Move("raider", f"march {squad} {area}"), Move("warden", "pass")]
        moves.append(Move("raider", "done"))
        moves += [Move("warden", text, hidden=True) for text in (swaps if turn == 1 else ())]
        moves.append(Move("warden", "done"))
    return moves


PLAYS = game(EMPTY), game(FULL, ("swap snipers 2 t1", "swap decoy 2 t2"))
SCRIPTED = Cast("quiet", "night", "raider", "warden", "scripted", (), TEXTS, UNITS, stops=1)
PASSING = Cast("quiet", "night", "raider", "warden", "", ("ambush",), TEXTS, UNITS, stops=1)


def test_plays_of_the_program(table: Timed) -> None:
    tell_apart(both(table, (SCRIPTED, SCRIPTED), PLAYS))


def test_passing(table: Timed) -> None:
    """Whoever passes is not asked what he has; what he does unseen elsewhere stays unseen."""
    tell_apart(both(table, (PASSING, PASSING), PLAYS))


def test_passing_takes_its_time(table: Timed) -> None:
    passing = replace(PASSING, answered=("ambush", "watch", "fade"), stops=0)
    first, second = both(table, (passing, passing), (game(EMPTY, turns=2), game(FULL, turns=2)))
    tell_apart([first, second])
    assert {wait for _, wait in first.waits} == {BEAT}


ALL_TO_THE_VILLAGE = [
    *game(EMPTY, turns=0),
    *(move for squad in ("alpha", "bravo") for move in (Move("raider", f"march {squad} village"), Move("warden", "pass"))),
    Move("raider", "done"),
    Move("warden", "done"),
    Move("raider", "done"),
    Move("warden", "done"),
]


def brood(table: Timed, hides: int) -> Perceived:
    """A play against the brooder, who sets up by himself."""
    with mock.patch.object(Brooder, "hides", hides):
        return both(table, [replace(SCRIPTED, program="brooder", stops=0)], [ALL_TO_THE_VILLAGE])[0]


def test_thought(table: Timed) -> None:
    """The brooder thinks where he has something to think about; everybody waits the same time."""
    first, second = brood(table, -1), brood(table, 0)
    tell_apart([first, second])
    assert {step for step, _ in first.waits} >= {"ambush", "watch"}
    assert {wait for _, wait in first.waits} == {BEAT}


# ---------------------------------------------------------------------- the test can fail


def hurry(*_: object) -> float:
    return 0.0


class Seen(Pace):
    """A beat that begins when the player has thought, not when the window opened."""

    def wait(self, step: str, since_opened: float) -> float:
        del since_opened
        return super().wait(step, 0.0)


_passing = Room.passing


def passing_where_empty(room: Room) -> Window | None:
    window = _passing(room)
    return window if window is not None and len(room.history.state.choices()) == 1 else None


def in_the_open(state: State, side: str, choose: Callable[[State], str | None]) -> list[Applied]:
    """Forgets that nobody saw most of it."""
    row = actions_until_seen(state, side, choose)
    for done in row:
        done.hidden = False
    return row


def one_by_one(state: State, _: str, choose: Callable[[State], str | None]) -> list[Applied]:
    return [try_action(state, str(choose(state)))]


_note = SideUpdate.note


def tell_of_all(update: SideUpdate, effect: Effect) -> None:
    _note(update, replace(effect, hidden=False, seen=-1))


def count_all(room: Room, _: str | None) -> int:
    return len(room.history)


@pytest.mark.parametrize(
    ("step", "fault"),
    [
        ("ambush", mock.patch.object(Pace, "wait", hurry)),
        ("ambush", mock.patch("beachhead.server.play.bots.Pace", Seen)),
        ("watch", mock.patch("beachhead.server.play.bots.actions_until_seen", one_by_one)),
    ],
    ids=["at once", "after thinking", "singly"],
)
def test_who_tells_by_time_is_caught(table: Timed, step: str, fault: Any) -> None:
    """One who acts as soon as he has thought, one who begins to wait then, one who takes a beat for each unseen action."""
    with fault:
        first, second = brood(table, -1), brood(table, 0)
    with pytest.raises(AssertionError, match=f"can tell by the time: window 0, {step}"):
        tell_apart_by_time([first, second], step)


def test_passing_only_where_there_is_nothing_is_caught(table: Timed) -> None:
    passing = replace(PASSING, stops=0)
    with (
        mock.patch.object(Room, "passing", passing_where_empty),
        pytest.raises(AssertionError, match="can tell by the time: nothing comes"),
    ):
        tell_apart(both(table, (passing, passing), (game(EMPTY), game(FULL))))


@pytest.mark.parametrize("fault", ["told", "counted"])
def test_telling_of_unseen_actions_is_caught(table: Timed, fault: str) -> None:
    """An act for each of them, or a number that counts them."""
    faults: dict[str, list[Any]] = {
        "told": [
            mock.patch("beachhead.server.play.bots.actions_until_seen", in_the_open),
            mock.patch.object(SideUpdate, "note", tell_of_all),
        ],
        "counted": [mock.patch.object(Room, "moments", count_all)],
    }
    scripted = replace(SCRIPTED, stops=0)
    with ExitStack() as stack:
        for each in faults[fault]:
            stack.enter_context(each)
        first, second = both(table, (scripted, scripted), PLAYS)
    with pytest.raises(AssertionError, match="can tell by"):
        tell_apart([first, second])
