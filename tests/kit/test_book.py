"""A side that the rulebook plays: each of its acts is an action of its own, and nothing else in the engine knows about it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import pytest

import beachhead as bh
from beachhead.engine.chance.dice import Dice
from beachhead.games import REGISTERED
from beachhead.lab.simulate import Run, play_all
from beachhead.players import PLAYERS, Seat, check_player, player
from beachhead.testing import LawBroken, acts_say_why, walk

from .book_game import Cliffs, CliffsGame, Climb, Dusk, Fire, Stones, Target


@pytest.fixture(autouse=True)
def registered() -> Iterator[None]:
    REGISTERED["cliffs"] = "tests.kit.book_game:CliffsGame"
    yield
    del REGISTERED["cliffs"]


def test_the_book_sits_where_it_plays() -> None:
    assert bh.Match.new("cliffs", "doctrine").seats == {"us": "human", "jp": "book"}
    assert bh.Match.new("cliffs", "duel").seats == {"us": "human", "jp": "human"}
    assert bh.Match.new("cliffs", "doctrine", seats={"jp": "Jun"}).seats == {"us": "human", "jp": "Jun"}
    assert bh.game("cliffs").new("doctrine").ruleset.book == {"jp"}


def test_odds_end_at_the_first_act() -> None:
    """To end the climb rolls nothing: the battery's throw is an action of its own, with odds of its own."""
    state = bh.game("cliffs").new("doctrine", seed=1)
    assert state.odds("done") == {}
    state.apply("done")
    assert (state.side, [str(action) for action in state.actions()]) == ("jp", ["roll"])
    assert state.odds("roll") == {str(face): Fraction(1, 6) for face in range(1, 7)}
    alone = bh.game("cliffs").new("alone", seed=1)
    assert len(alone.odds("done")) == 6, "where nobody is asked, the roll is part of the action"


def test_a_throw_may_be_repeated_without_limit() -> None:
    state = bh.game("cliffs").new("doctrine", dice=Dice.scripted([6, 6, 6, 6, 1]))
    state.apply("climb able")
    state.apply("done")
    for _ in range(5):
        assert [str(action) for action in state.actions()] == ["roll"]
        state.apply("roll")
    assert (state.decision.step, [str(action) for action in state.actions()]) == ("target", ["hit able"])


def test_undo_stops_at_the_books_first_act() -> None:
    for seats in ({}, {"jp": "human"}):
        match = bh.Match(bh.game("cliffs").new("doctrine", dice=Dice.scripted([6, 4])), seats)
        for text in ("climb able", "climb baker"):
            match.play(text)
            assert match.can_undo()
        for text in ("done", "roll", "roll", "hit able", "hit baker"):
            match.play(text)
            assert not match.can_undo(), text
        assert match.state.side == "us"


def test_an_act_without_a_die_is_not_undone_either() -> None:
    """The choice of a target rolls nothing and leaves the book to act again; a second player's may be undone."""
    for scenario, undone in (("doctrine", False), ("duel", True)):
        match = bh.Match(bh.game("cliffs").new(scenario, dice=Dice.scripted([6, 4])))
        for text in ("climb able", "climb baker", "climb charlie", "done", "roll", "roll", "hit able"):
            match.play(text)
        assert match.state.side == "jp"
        assert match.can_undo() is undone


def test_the_book_takes_the_only_act_and_chooses_among_several() -> None:
    chosen = set()
    for seed in range(20):
        state = bh.game("cliffs").new("doctrine", dice=Dice.scripted([4]))
        for text in ("climb able", "climb baker", "done"):
            state.apply(text)
        book = player("book", seed)
        assert str(book.choose(Seat.at(state, "jp"), 1.0)) == "roll"
        state.apply("roll")
        chosen.add(str(book.choose(Seat.at(state, "jp"), 1.0)))
    assert chosen == {"hit able", "hit baker"}


def test_the_book_is_offered_only_where_it_plays() -> None:
    assert "book" not in PLAYERS
    assert check_player("book", book=True) == "book"
    with pytest.raises(bh.UserError, match="does not play this side; there are: random, sergeant"):
        check_player("book")
    assert Run.of("cliffs", 1).players == {"us": "random", "jp": "book"}
    assert Run.of("cliffs", 1, {"jp": "random"}).players == {"us": "random", "jp": "random"}
    with pytest.raises(bh.UserError, match="does not play this side"):
        Run.of("cliffs", 1, {"us": "book"})


def test_runs_with_the_book_are_the_same_again() -> None:
    one, two = (play_all(Run.of("cliffs", 20, seed=3)) for _ in range(2))
    assert (one.results, one.actions) == (two.results, two.actions)
    assert one.unfinished == 0


def test_records_hold_every_act() -> None:
    match = bh.Match.new("cliffs", "doctrine", seed=5)
    book = player("book", 5)
    while not match.state.over:
        side = match.state.side
        match.play(book.choose(Seat.at(match.state, side), 1.0) if side == "jp" else match.state.actions()[0])
    record = match.record()
    assert '[Seat-jp "book"]' in record
    assert {played.text for played in match.history if played.side == "jp"} >= {"roll"}
    again = bh.Match.load(record)
    assert (again.history, again.record()) == (match.history, record)


def test_a_walk_meets_the_book() -> None:
    assert any(moment.state.side == "jp" for moment in walk(bh.game("cliffs"), "doctrine", 1))


class SilentTarget(Target):
    def take_hit(self, state: Cliffs, squad: int) -> None:
        state.hits -= 1
        state.height[squad] -= 1
        state.lost += 1
        state.tell("hit", self.case, f"{squad} falls back")


class SilentBook(CliffsGame):
    """A book that does not say why."""

    steps = (Climb(), Fire(), SilentTarget(), Stones(), Dusk())


def test_a_book_that_does_not_say_why_is_noticed() -> None:
    acts_say_why(CliffsGame(), "doctrine", 1)
    with pytest.raises(LawBroken, match="no event says why"):
        acts_say_why(SilentBook(), "doctrine", 1)


def test_an_act_says_what_it_was_after_and_which_rivals_lost_the_tie() -> None:
    state, events = bh.game("cliffs").new("doctrine", dice=Dice.scripted([4])), list[bh.Event]()
    for text in ("climb able", "climb baker", "done", "roll", "hit able"):
        events.clear()
        state.apply(text, events)
    assert events[0].data["why"] == {
        "text": "The highest squad is hit.",
        "case": "3.2",
        "goal": "able",
        "rivals": [{"unit": "baker", "text": "is as high"}],
    }
