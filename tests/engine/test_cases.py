"""The list of rule cases: loaded with its lines, and code that cites it."""

from __future__ import annotations

from pathlib import Path

import pytest

from beachhead.engine.errors import DataError
from beachhead.engine.files.cases import enforces, load_cases
from beachhead.testing.enforced import enforced_in

GOOD = """\
- id: "1.1"
  title: first
  says: >
    Two lines
    of rule.
  kind: rule
- id: "1.2"
  title: second
  says: A remark.
  kind: note
- id: "1.3"
  title: third
  says: Politeness.
  kind: rule
  enforceable: false
  why: no program can tell
"""


def write(folder: Path, text: str) -> Path:
    """A file of cases."""
    path = folder / "cases.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def test_cases_load_in_order(tmp_path: Path) -> None:
    cases = load_cases(write(tmp_path, GOOD))
    assert list(cases) == ["1.1", "1.2", "1.3"]
    assert cases["1.1"].says == "Two lines of rule."
    assert [case.enforceable for case in cases.values()] == [True, False, False]
    assert cases["1.3"].why == "no program can tell"


@pytest.mark.parametrize(
    ("change", "line", "words"),
    [
        (('"1.2"', '"1.1"'), 7, "duplicate case"),
        (("kind: note", "kind: joke"), 10, "'joke' is unknown here"),
        (("  title: second\n", ""), 7, "'title' is missing"),
    ],
)
def test_a_wrong_case_is_named_with_its_line(tmp_path: Path, change: tuple[str, str], line: int, words: str) -> None:
    with pytest.raises(DataError, match=words) as error:
        load_cases(write(tmp_path, GOOD.replace(*change)))
    assert Path(error.value.file).name == "cases.yaml"
    assert error.value.line == line


@pytest.mark.parametrize("text", ["", "just text\n", "a: mapping\n", "- 5\n", "- id: [\n"])
def test_a_file_that_is_no_list_of_cases(tmp_path: Path, text: str) -> None:
    with pytest.raises(DataError):
        load_cases(write(tmp_path, text))


CHAPTER = """\
from beachhead.engine.files.cases import enforces
FAMILY = "a made-up family"

@enforces(FAMILY, "1.1", "1.2")
class Chapter:
    @enforces("a made-up family", "1.1")
    def rule(self):
        return 7
"""


def test_code_cites_its_cases(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "a_made_up_chapter.py").write_text(CHAPTER)
    places = enforced_in("a_made_up_chapter")["a made-up family"]
    assert places["1.1"] == ["a_made_up_chapter:Chapter", "a_made_up_chapter:Chapter.rule"]
    assert places["1.2"] == ["a_made_up_chapter:Chapter"]


def test_cases_that_are_computed_are_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "a_computed_chapter.py").write_text(CHAPTER.replace('FAMILY, "1.1"', 'FAMILY, "1." + "1"'))
    with pytest.raises(ValueError, match="write the family and the cases"):
        enforced_in("a_computed_chapter")


def test_code_that_cites_nothing_is_an_error() -> None:
    with pytest.raises(TypeError, match="says what it enforces"):
        enforces("a made-up family")


def test_a_mark_changes_nothing() -> None:
    @enforces("a made-up family", "1.1")
    def rule() -> int:
        return 7

    assert rule() == 7


MODES = """\
- {id: "1.1", title: first, says: A., kind: rule, modes: [solitaire]}
- {id: "1.2", title: second, says: B., kind: rule, modes: [solitaire, two-player], ruling: as  printed,
   source: reconstruction, evidence: the chart, confidence: high}
- {id: "1.3", title: third, says: C., kind: rule}
"""


def test_cases_keep_their_modes_and_where_they_come_from(tmp_path: Path) -> None:
    cases = load_cases(write(tmp_path, MODES), ("solitaire", "two-player"))
    assert [case.modes for case in cases.values()] == [("solitaire",), ("solitaire", "two-player"), ()]
    assert [case.belongs_to("two-player") for case in cases.values()] == [False, True, True]
    second = cases["1.2"]
    assert (second.ruling, second.source, second.evidence, second.confidence) == (
        "as printed",
        "reconstruction",
        "the chart",
        "high",
    )


def test_a_case_of_a_mode_that_the_game_does_not_have(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="'solitaire' is unknown here; there are two-player") as error:
        load_cases(write(tmp_path, MODES), ("two-player",))
    assert error.value.line == 1
    assert len(load_cases(write(tmp_path, MODES))) == 3


LATER = """\
- {id: "1.1", title: first, says: A., kind: rule}
- {id: "1.2", title: second, says: B., kind: rule, not_built: true}
- {id: "1.3", title: third, says: C., kind: rule, half: the second  day}
- {id: "1.4", title: fourth, says: D., kind: note, not_built: true}
"""


def test_cases_of_what_is_not_built(tmp_path: Path) -> None:
    cases = load_cases(write(tmp_path, LATER))
    assert [case.not_built for case in cases.values()] == [False, True, False, True]
    assert [case.half for case in cases.values()] == ["", "", "the second day", ""]
    assert [case.due for case in cases.values()] == [True, False, True, False]


def test_a_case_is_not_built_or_half_built(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="keep one of the two keys") as error:
        load_cases(write(tmp_path, LATER.replace("half:", "not_built: true, half:")))
    assert error.value.line == 3
