"""The report on rules: where code and tests name a case."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import beachhead as bh
from beachhead.cli import main
from beachhead.lab import coverage_of
from beachhead.lab.coverage import tests_folder as folder_of_tests

VECTOR = "game: saipan\nvectors:\n  - title: a\n    cases: ['5.14']\n    expect: {turn: 1}\n"
PYTHON = """
from beachhead import testing
from beachhead.testing import proves

@proves("saipan", "5.24", "6.13")
def test_one() -> None: ...

@testing.proves("saipan", "5.24")
class TestTwo: ...

@proves("olympic", "5.15")
def test_elsewhere() -> None: ...
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A tests folder with one vector and three Python tests."""
    tests = tmp_path / "tests"
    (tests / "cases" / "saipan").mkdir(parents=True)
    (tests / "cases" / "saipan" / "some.yaml").write_text(VECTOR, encoding="utf-8")
    (tests / "test_some.py").write_text(PYTHON, encoding="utf-8")
    return tests


def test_vectors_and_decorators_are_found(folder: Path) -> None:
    report = coverage_of(bh.game("saipan"), folder)
    tests = {covered.case.id: covered.tests for covered in report.cases}
    assert tests["5.14"] == ("tests/cases/saipan/some.yaml:3 a",)
    assert tests["5.24"] == ("tests/test_some.py:test_one", "tests/test_some.py:TestTwo")
    assert tests["6.13"] == ("tests/test_some.py:test_one",)
    assert tests["5.15"] == ()
    assert report.tested == 3
    assert "5.15" in report.missing


def test_a_vector_proves_a_case_for_the_mode_it_is_played_in(folder: Path) -> None:
    """A Python test names no mode, so it counts for all."""
    (folder / "cases" / "olympic").mkdir()
    vector = "game: olympic\nvectors:\n  - title: {}\n    cases: ['{}']\n    position: {{scenario: {}}}\n"
    for name, case, scenario in (("a", "5.24-cost", "two-player"), ("b", "5.22", "solitaire")):
        (folder / "cases" / "olympic" / f"{name}.yaml").write_text(vector.format(name, case, scenario), encoding="utf-8")
    (folder / "test_more.py").write_text('@proves("olympic", "5.23")\ndef test_it() -> None: ...\n', encoding="utf-8")
    (folder / "test_some.py").unlink()
    report = coverage_of(bh.game("olympic"), folder)
    parts = {mode: {one.case.id for one in part.cases if one.tests} for mode, part in report.by_mode().items()}
    assert parts == {"solitaire": {"5.22", "5.23"}, "two-player": {"5.24-cost", "5.23"}}
    assert report.tested == 3
    assert "5.24-cost" in report.plain()["modes"]["solitaire"]["missing"]


def test_what_is_not_built_is_counted_apart(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Such a case is neither missing nor enforced nor tested, whatever cites it; half a case is due like a whole one."""
    game = bh.game("saipan")
    before = coverage_of(game, folder)
    later: dict[str, dict[str, Any]] = {"5.24": {"not_built": True}, "5.15": {"not_built": True}, "6.13": {"half": "armor"}}
    monkeypatch.setattr(game, "cases", {name: replace(case, **later.get(name, {})) for name, case in game.cases.items()})
    report = coverage_of(game, folder)
    assert (report.not_built, report.enforceable) == (2, before.enforceable)
    assert (report.enforced, report.tested) == (before.enforced - 2, 2)
    assert set(before.missing) - set(report.missing) == {"5.15"}
    plain = report.plain()
    assert plain["not_built"] == 2
    listed = {case["id"]: (case["not_built"], case["half"]) for case in plain["list"]}
    assert (listed["5.24"], listed["6.13"], listed["5.14"]) == ((True, ""), (False, "armor"), (False, ""))
    monkeypatch.setenv("COLUMNS", "200")
    assert main(["rules", "saipan"]) == 0
    shown = capsys.readouterr().out
    assert "not built yet" in shown and ", 2 not built yet, " in shown and "(not yet: armor)" in shown
    assert main(["rules", "saipan", "5.24"]) == 0
    assert "Not built yet: this part of the game cannot be played" in capsys.readouterr().out


def test_a_proof_of_an_unknown_case_is_an_error(folder: Path) -> None:
    (folder / "test_more.py").write_text('@proves("saipan", "99.9")\ndef test_it() -> None: ...\n', encoding="utf-8")
    with pytest.raises(bh.DataError, match=r"tests/test_more.py:test_it: .*99\.9"):
        coverage_of(bh.game("saipan"), folder)


def test_a_computed_case_is_an_error(folder: Path) -> None:
    (folder / "test_more.py").write_text('@proves("saipan", CASE)\ndef test_it() -> None: ...\n', encoding="utf-8")
    with pytest.raises(bh.DataError, match=r"test_more.py:1"):
        coverage_of(bh.game("saipan"), folder)


def test_without_a_checkout_tests_are_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("beachhead.lab.coverage.tests_folder", lambda: None)
    report = coverage_of(bh.game("saipan"))
    assert report.tested is None
    assert report.plain()["list"][0]["tests"] is None
    assert all(not covered.code for covered in report.cases if covered.missing)


@pytest.mark.plain
def test_the_folder_of_this_checkout_is_found() -> None:
    assert folder_of_tests() == Path(__file__).parents[1]
