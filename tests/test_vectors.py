"""Every rule vector is a test; and the runner fails where it should."""

from __future__ import annotations

from pathlib import Path

import pytest

from beachhead.engine.errors import DataError
from beachhead.vectors import Vector, load_vectors, run

FOLDER = Path(__file__).parent / "cases"
VECTORS = [vector for path in sorted(FOLDER.rglob("*.yaml")) for vector in load_vectors(path)]


@pytest.mark.parametrize("vector", VECTORS, ids=str)
def test_vector(vector: Vector) -> None:
    outcome = run(vector)
    assert outcome.passed, f"{vector.file}:{vector.line}: {outcome.why}"


def test_vectors_stand_in_the_folder_of_their_game() -> None:
    assert VECTORS
    for vector in VECTORS:
        assert Path(vector.file).parent.name == vector.game


# ---------------------------------------------------------------------- the runner

POSITION = """\
    position:
      board: {size: [7, 7]}
      units:
        "U:A": infantry 5-4-8 at 0304
        "J:X": infantry 2-3-8 at 0305
      phase: us combat
"""
HEAD = f"""\
game: saipan
vectors:
  - title: a fight
    cases: ["7.61"]
{POSITION}"""
FIGHT = HEAD + "    dice: [1]\n    play:\n      - attack U:A J:X\n"
MOVING = HEAD.replace("us combat", "us movement").replace("0305", "0605") + "    play:\n"


def vectors_of(folder: Path, text: str) -> list[Vector]:
    """The vectors of a text."""
    path = folder / "made.yaml"
    path.write_text(text, encoding="utf-8")
    return load_vectors(path)


def why(folder: Path, text: str) -> str:
    """Why a vector fails; empty if it does not."""
    (vector,) = vectors_of(folder, text)
    return run(vector).why


def test_a_good_vector_passes(tmp_path: Path) -> None:
    assert why(tmp_path, FIGHT) == ""
    assert why(tmp_path, MOVING + "      - done\n") == ""


CHECKS = [
    # what is checked, and words of the failure (none: it passes)
    ("expect: {turn: 1, units: {'U:A': '0304'}}", ""),
    ("expect: {turn: 2}", "turn: is 1, not 2"),
    ("expect: {units: {'U:A': '0101'}}", "units: U:A: is '0304', not '0101'"),
    ("expect: {weather: fine}", "no fact 'weather'"),
    ("expect: {moved: {size: 1}}", "there are 0, not 1"),
    ("expect: {moved: {has: ['U:A']}}", "'U:A' is not among"),
    ("expect: {beachheads: {lacks: ['0101']}}", ""),
    ("offered: [move U:A 0303, done]", ""),
    ("offered: [move U:A 0605]", "is not offered"),
    ("not offered: [move U:A 0605]", ""),
    ("not offered: [done]", "'done' is offered"),
    ("only: [done]", "offered but not expected"),
    ("offers: {done: 1}", ""),
    ("offers: {done: 2}", "1 actions begin with 'done'"),
    ("offers: {move U:A: ['0303']}", "goes on with"),
    ("refused: {move U:A 0605: '5.31'}", "is refused by"),
    ("refused: {move U:A 0605: ['5.31', '5.22']}", "is refused by"),
    ("refused: {move U:A 0303: '5.14'}", "is accepted"),
    ("refused: {jump U:A: '5.14'}", "no single action"),
    ("unreadable: [jump]", ""),
    ("unreadable: [done]", "is accepted"),
    ("unreadable: [move U:A 0605]", "IllegalAction, not InvalidAction"),
    ("ambiguous: [done]", "is accepted"),
    ("odds: {done: {}}", ""),
    ("odds: {done: {D1: 1/2}}", "the chances of 'done'"),
    ("events: [{case: '1.1'}]", "nothing happened like"),
    ("seen: {jp: {turn: 2}}", "seen by jp: turn"),
    ("hidden: {jp: ['0304']}", "jp can see '0304'"),
    ("hidden: {jp: ['no such words']}", ""),
    ("hope: {turn: 2}", "no such check: 'hope'"),
]


@pytest.mark.parametrize(("check", "words"), CHECKS, ids=[check for check, _ in CHECKS])
def test_checks_fail_when_they_should(tmp_path: Path, check: str, words: str) -> None:
    failure = why(tmp_path, MOVING + f"      - {check}\n")
    assert words in failure
    assert bool(words) == bool(failure), failure
    if words:
        assert failure.startswith("play 1: ")


@pytest.mark.parametrize("word", ["refused", "odds", "offers", "expect", "seen", "hidden"])
def test_checks_of_the_wrong_shape_are_failures(tmp_path: Path, word: str) -> None:
    """A person's slip must not stop the other vectors."""
    assert why(tmp_path, MOVING + f"      - {word}: [5]\n")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (FIGHT.replace("dice: [1]", "dice: [1, 6]"), "dice left over: [6]"),
        (FIGHT.replace("dice: [1]", "dice: []"), "does not foresee"),
        (FIGHT.replace("dice: [1]", "dice: [7]"), "the script says 7"),
        (FIGHT.replace("attack U:A J:X", "attack U:A J:Y"), "is refused"),
        (FIGHT.replace("attack U:A J:X", "5"), "neither an action nor a check"),
        (FIGHT.replace("0305", "0399"), "no hex"),
        (FIGHT.replace("us combat", "tea time"), "no phase"),
        (HEAD, "checks nothing"),
        (FIGHT + "    expect: {turn: 9}\n", "turn: is 1"),
    ],
    ids=["left over", "missing", "no face", "no unit", "no action", "no hex", "no phase", "nothing", "last"],
)
def test_vectors_fail_when_they_should(tmp_path: Path, text: str, words: str) -> None:
    assert words in why(tmp_path, text)


def test_spare_dice_are_allowed_if_said_so(tmp_path: Path) -> None:
    assert why(tmp_path, FIGHT.replace("dice: [1]", "dice: [1, 6]\n    spare dice: true")) == ""


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        (HEAD.replace("    cases:", "    casses:"), 4, "unknown key"),
        (HEAD.replace('"7.61"', '"99.9"'), 4, "no case '99.9'"),
        (HEAD.replace('"7.61"', "7.61"), 4, "put it in quotes"),
        (HEAD.replace("  - title: a fight\n    cases", "  - cases"), 3, "'title' is missing"),
        (HEAD.replace("game: saipan", "gaem: saipan"), 1, "unknown key"),
        (HEAD.replace("game: saipan\n", ""), 2, "which game"),
        (HEAD + HEAD.partition("vectors:\n")[2], 11, "two vectors are called 'a fight'"),
        ("game: saipan\n", 1, "'vectors' is missing"),
        ("game: saipan\nvectors: 5\n", 2, "a list is needed"),
        ("game: [\n", 2, "is no YAML"),
    ],
    ids=["key", "case", "number", "title", "top", "game", "double", "none", "no list", "no yaml"],
)
def test_files_that_are_no_vectors(tmp_path: Path, text: str, line: int, words: str) -> None:
    with pytest.raises(DataError, match=words) as error:
        vectors_of(tmp_path, text)
    assert error.value.line == line
    assert error.value.file.endswith("made.yaml")


def test_an_unknown_game(tmp_path: Path) -> None:
    with pytest.raises((DataError, ValueError), match="no such game"):
        vectors_of(tmp_path, HEAD.replace("saipan", "spain"))


def test_a_vector_fails_if_its_rule_is_broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The runner asks the game, not itself: with the choices of a step gone, what was offered is offered no more."""
    from beachhead.series.island_war.movement import Movement

    assert why(tmp_path, MOVING + "      - offered: [move U:A 0303]\n") == ""
    monkeypatch.setattr(Movement, "choices", lambda *_: [0])
    assert "is not offered" in why(tmp_path, MOVING + "      - offered: [move U:A 0303]\n")
