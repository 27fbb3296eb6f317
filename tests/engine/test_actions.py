"""Actions as numbers and as texts: names of several words, short names, doubtful and meaningless texts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as some

import beachhead as bh
from beachhead.engine.action import Action, Names, Verb, pack, unpack
from beachhead.engine.ruleset import Ruleset

ARGUMENT = some.integers(0, 4095)


@given(some.integers(0, 200), ARGUMENT, ARGUMENT, ARGUMENT)
def test_packing_comes_back(verb: int, first: int, second: int, third: int) -> None:
    assert unpack(pack(verb, first, second, third)) == (verb, first, second, third)


def test_a_full_name_means_just_its_owner() -> None:
    """Both sides may have a 3/10; and one unit's full name may be another's short one."""
    names = Names(["U:3/10", "J:3/10", "3/10"], lambda name: (name.partition(":")[2],) if ":" in name else ())
    assert names.find("3/10") == [2]
    assert names.find("u:3/10") == [0]
    assert Names(["U:3/10", "J:3/10"], lambda name: (name[2:],)).find("3/10") == [0, 1]
    assert names.find("4/10") == []


VERBS = (
    Verb("move", ("unit", "space"), "move"),
    Verb("fire", ("unit",), "fire"),
    Verb("fire", ("unit", "number"), "fire so often"),
    Verb("done", (), "end"),
)
UNITS = ("1 Base", "1", "Base Camp", "5 Base Camp")
SPACES = ("Camp", "Hill 7", "7")


@pytest.fixture
def ruleset() -> Ruleset:
    """A setup of difficult names."""
    names = {"unit": Names(UNITS), "space": Names(SPACES)}
    return Ruleset(bh.game("saipan"), {"scenario": "historical"}, verbs=VERBS, steps=(), names=names, shown=())


def readings(ruleset: Ruleset, text: str) -> list[str]:
    """All that a text may mean, spelled out."""
    return [ruleset.text(code) for code in ruleset.read(text)]


def test_names_may_have_several_words(ruleset: Ruleset) -> None:
    assert readings(ruleset, "move 1 Base Hill 7") == ["move 1 Base Hill 7"]
    assert unpack(ruleset.read("MOVE 1 base HILL 7")[0]) == (0, 0, 1, 0)
    assert readings(ruleset, "  move   1   7 ") == ["move 1 7"]


def test_every_split_of_the_words_is_tried(ruleset: Ruleset) -> None:
    """`fire 1 Base` is one unit; `fire 1 7` a unit and a number; `move 5 Base Camp Camp` ends where it must."""
    assert readings(ruleset, "fire 1 Base") == ["fire 1 Base"]
    assert readings(ruleset, "fire 1 7") == ["fire 1 7"]
    assert readings(ruleset, "move 5 Base Camp Camp") == ["move 5 Base Camp Camp"]
    assert readings(ruleset, "move 1 Base Camp") == ["move 1 Base Camp"]


def test_words_that_mean_nothing(ruleset: Ruleset) -> None:
    for text in (
        "",
        "  ",
        "jump",
        "move",
        "move 1",
        "done now",
        "fire 1 -7",
        "fire 1 ²",
        "fire 1 99999",
        "fire 1 1.5",
        "fire nobody",
    ):
        assert ruleset.read(text) == [], text


def test_an_alias_is_only_tried_where_no_name_fits(ruleset: Ruleset) -> None:
    asked: list[tuple[str, str]] = []

    def alias(kind: str, text: str) -> list[int]:
        asked.append((kind, text))
        return [3] if (kind, text) == ("unit", "Hill") else []

    assert [ruleset.text(code) for code in ruleset.read("move Hill 7", alias)] == ["move 5 Base Camp 7"]
    assert ("unit", "Hill") in asked
    asked.clear()
    ruleset.read("fire 1", alias)
    assert asked == []


@given(some.text(max_size=40))
def test_any_text_is_read_or_refused(text: str) -> None:
    state = bh.game("saipan").new("historical", seed=1)
    before = state.digest()
    for words in (text, f"land {text}", f"land {text} 1203", f"support {text}"):
        try:
            state.copy().apply(words)
        except bh.ActionError:
            assert state.digest() == before


def test_an_endless_number_is_no_action() -> None:
    try:
        bh.game("saipan").new("historical", seed=1).apply("support " + "9" * 5000)
    except bh.ActionError:
        return


def test_the_three_errors() -> None:
    state = bh.game("saipan").new("historical", seed=1)
    with pytest.raises(bh.InvalidAction, match="did you mean 'land'"):
        state.apply("lnad U:1/2 1203")
    with pytest.raises(bh.InvalidAction, match="expected: land <unit> <space>"):
        state.apply("land U:1/2 nowhere")
    with pytest.raises(bh.IllegalAction) as refused:
        state.apply("done")
    assert refused.value.case in bh.game("saipan").cases
    assert refused.value.refusal.reason in str(refused.value)


def test_a_doubtful_text_names_its_readings() -> None:
    game = bh.game("saipan")
    units = {"U:1": "infantry 5-4-8 at 0202", "J:1": "infantry 5-4-8 at 0404", "J:2": "infantry 5-4-8 at 0405"}
    state = game.position({"board": {"size": [6, 6]}, "units": units, "phase": "us movement"})
    with pytest.raises(bh.AmbiguousAction) as doubt:
        game.parse("move 1 0203", state.ruleset)
    assert set(doubt.value.readings) == {"move U:1 0203", "move J:1 0203"}
    assert str(state.parse("move 1 0203")) == "move U:1 0203"


def test_equal_actions_have_equal_texts() -> None:
    one, two = (bh.game("saipan").new("historical", seed=seed) for seed in (1, 2))
    free = bh.game("saipan").new("free", seed=1)
    assert one.actions()[0] == two.actions()[0]
    assert len({one.actions()[0], two.actions()[0]}) == 1
    same = Action(one.actions()[0].code, free.ruleset)
    assert same == one.actions()[0]
    assert hash(same) == hash(one.actions()[0])
    assert one.actions()[0] != one.actions()[1]
    assert one.actions()[0] != str(one.actions()[0])
    assert one.actions()[0].verb == "land"
    assert repr(one.actions()[0]).startswith("<Action land ")


def test_an_action_of_another_setup_is_taken_by_its_text() -> None:
    game = bh.game("saipan")
    one, other = game.new("historical", seed=1), game.new("historical", seed=1, minimum_move=True)
    other.apply(one.actions()[0])
    one.apply(one.actions()[0])
    assert one.view()["units"] == other.view()["units"]


def test_why_not_reads_an_action_of_another_setup_by_its_text_too() -> None:
    game = bh.game("saipan")
    board = {"board": {"size": [6, 6]}, "phase": "us movement"}
    one = game.position({**board, "units": {"U:9": "infantry 5-4-8 at 0202", "J:9": "infantry 2-3-8 at 0606"}})
    other = game.position(
        {**board, "units": {"U:1": "infantry 5-4-8 pool", "U:9": "infantry 5-4-8 at 0202", "J:9": "infantry 2-3-8 at 0606"}}
    )
    action = one.parse("move U:9 0203")
    other.copy().apply(action)
    assert other.why_not(action) is None
