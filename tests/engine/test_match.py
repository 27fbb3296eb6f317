"""A match: seats, undo, taking back, and records, good and broken."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

import beachhead as bh
from beachhead.testing import state_at


def opening(actions: int = 4) -> bh.Match:
    """A match of a few landings."""
    match = bh.Match.new("saipan", "historical", seed=7, seats={"us": "Ann"})
    for number in range(actions):
        match.play(match.state.actions()[number * 3])
    return match


RECORD = opening(6).record()


def test_a_record_is_what_it_says() -> None:
    assert RECORD.startswith('[Game "saipan"]\n')
    assert '[Seat-us "Ann"]' in RECORD
    assert '[Seat-jp "human"]' in RECORD
    match = bh.Match.load(RECORD)
    assert match.record() == RECORD
    assert [played.side for played in match.history] == ["us"] * 6


def test_undo_takes_back_one_action_at_a_time() -> None:
    match = opening(3)
    digests = [match.at(number).digest() for number in range(4)]
    texts = [played.text for played in match.history]
    for number in (2, 1, 0):
        assert match.undo() == texts[number]
        assert match.state.digest() == digests[number]
    assert not match.can_undo()
    with pytest.raises(bh.PositionError, match="undo stops here"):
        match.undo()


def test_a_refused_action_leaves_no_trace() -> None:
    match = opening(2)
    before = match.record()
    for text in ("done", "nonsense", "land U:1/2 9999"):
        with pytest.raises(bh.ActionError):
            match.play(text)
    assert match.record() == before


def test_taking_back_by_consent() -> None:
    match = opening(4)
    digest = match.at(1).digest()
    match.rewind(3)
    assert match.state.digest() == digest
    assert len(match.history) == 1
    for number in (0, -1, 2):
        with pytest.raises(bh.PositionError):
            match.rewind(number)
    match.rewind(1)
    assert match.history == []


def test_looking_back() -> None:
    match = opening(2)
    assert match.at(2).digest() == match.state.digest()
    assert match.at(2) is not match.state  # a look is a copy: nobody can play on in the past
    for number in (-1, 3):
        with pytest.raises(bh.PositionError):
            match.at(number)


def test_events_since_and_for_whom() -> None:
    match = bh.Match.new("saipan", "free", seed=1)
    for _ in range(3):
        match.play(match.state.actions()[0])
    assert len(list(match.events("us"))) == 3
    assert list(match.events("jp")) == []
    assert list(match.events(None)) == []
    assert len(list(match.events("us", since=2))) == 1


def test_a_match_that_goes_on_from_a_cut_record() -> None:
    match = bh.Match.load(RECORD, to=3)
    whole = bh.Match.load(RECORD)
    for played in whole.history[3:]:
        match.play(played.text)
    assert match.state.digest() == whole.state.digest()


def bend(pattern: str, text: str) -> str:
    """The record with something replaced."""
    assert re.search(pattern, RECORD)
    return re.sub(pattern, text, RECORD, count=1)


@pytest.mark.parametrize(
    ("record", "words"),
    [
        ("", "not a record"),
        ("hello\n", "not a record"),
        (bend(r'\[Game "saipan"\]\n', ""), r"no line \[Game"),
        (bend(r'"saipan"', '"spain"'), "did you mean 'saipan'"),
        (bend(r'\[Record "3"\]', '[Record "4"]'), "format 4, which a newer Beachhead has written; this one reads format 3"),
        (bend(r'\[Record "3"\]', '[Record "2"]'), "format 2, from before the first release"),
        (bend(r'\[Record "3"\]', '[Record "three"]'), "no format that Beachhead knows"),
        (bend(r'\[Record "3"\]\n', ""), r"no line \[Record"),
        (bend(r'\[Rules "\d+"\]', '[Rules "0"]'), "rules version '0'"),
        (bend(r'\[Scenario "historical"\]\n', ""), r"no line \[Scenario"),
        (bend(r"\[Seed .*\]\n", ""), r"no line \[Seed"),
        (bend(r'\[Seed "0', '[Seed "x'), "seed"),
        (bend(r'07"\]', '08"]'), "commitment"),
        (bend(r'\[Digest "..', '[Digest "zz'), "another position"),
        (bend(r'\[Option-minimum_move "false"\]', '[Option-minimum_move "perhaps"]'), "not valid JSON"),
        (bend(r'\[Option-minimum_move "false"\]', '[Option-minimum_move "3"]'), "minimum_move is one of"),
        (bend(r'\[Option-minimum_move "false"\]', '[Option-maximum_move "false"]'), "no option"),
        (bend(r"\[Title .*\]", "[Title saipan]"), "line 2"),
        (bend(r"\[Title .*\]", r'[Title "\\q"]'), "line 2"),
        (bend(r"\[Seat-us", '[Setup-components "{}"]\n[Seat-us'), "another position"),
        (RECORD + '[Late "heading"]\n', "stands before the actions"),
        (RECORD + "done\ndone\n", r"line \d+, action 7"),
        (RECORD + "jump over\n", r"line \d+, action 7: 'jump' is not an action"),
        (RECORD.rpartition("land")[0], "another position"),
    ],
)
def test_a_broken_record_says_what_is_wrong(record: str, words: str) -> None:
    with pytest.raises(bh.PositionError, match=words):
        bh.Match.load(record)


def test_a_record_of_an_unknown_scenario_is_refused() -> None:
    with pytest.raises(bh.PositionError, match="hysterical"):
        bh.Match.load(bend(r'\[Scenario "historical"\]', '[Scenario "hysterical"]'), to=2)


@pytest.mark.parametrize(
    "record",
    [
        pytest.param(bend(r"\[Seat-us", '[Setup-board "5"]\n[Seat-us'), id="board"),
        pytest.param(bend(r"\[Seat-us", '[Setup-roster "[1]"]\n[Seat-us'), id="roster"),
        pytest.param(bend(r"\[Seat-us", "[Seat-them"), id="seat"),
        pytest.param(bend(r"\[Option-minimum_move \"false\"\]", f'[Option-minimum_move "{"[" * 100_000}"]'), id="nesting"),
    ],
)
def test_a_record_of_an_impossible_match_is_refused(record: str) -> None:
    with pytest.raises(bh.PositionError):
        bh.Match.load(record)


@settings(max_examples=200, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
@given(some.integers(0, len(RECORD)), some.integers(0, 30), some.text(max_size=6), some.none() | some.integers(-3, 9))
def test_a_scribbled_record_is_read_or_refused(start: int, length: int, scribble: str, to: int | None) -> None:
    try:
        bh.Match.load(RECORD[:start] + scribble + RECORD[start + length :], to=to)
    except bh.PositionError as error:
        assert str(error).strip()


def test_a_record_cannot_be_cut_before_its_start() -> None:
    with pytest.raises(bh.PositionError):
        bh.Match.load(RECORD, to=-2)


def test_a_text_with_a_line_break_is_recorded_as_one_line() -> None:
    match = opening(0)
    match.play("land U:1/2\n1203")
    assert bh.Match.load(match.record()).state.digest() == match.state.digest()


def test_a_match_that_begins_with_a_position_has_a_record() -> None:
    match = bh.Match(state_at(bh.game("saipan"), "historical", 0, 40))
    match.play(match.state.actions()[0])
    assert bh.Match.load(match.record()).state.digest() == match.state.digest()


def test_a_seat_for_nobody() -> None:
    """A seat of a side that does not play is a slip that should not go unnoticed."""
    with pytest.raises(bh.UserError):
        bh.Match.new("saipan", seats={"germany": "Fritz"})


def test_a_long_match_is_undone_and_looked_at_across_its_marks() -> None:
    match = bh.Match.new("saipan", "historical", seed=3)
    rng, digests = random.Random(8), [match.state.digest()]
    for _ in range(100):
        match.play(match.state.actions()[rng.randrange(len(match.state.actions()))])
        digests.append(match.state.digest())
    assert [match.at(number).digest() for number in (0, 1, 31, 32, 33, 64, 99, 100)] == [
        digests[number] for number in (0, 1, 31, 32, 33, 64, 99, 100)
    ]
    match.rewind(40)
    assert match.state.digest() == digests[60]
    match.rewind(60)
    assert match.state.digest() == digests[0]
