"""Standard rules are shared by several games: their source names none, and cites no rule but its own."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

import beachhead as bh
import beachhead.series

ROOT = Path(beachhead.series.__file__).parent
SOURCES = sorted(ROOT.rglob("*.py"))
GAMES = {word.casefold() for game in bh.all_games() for word in (game.id, *game.title.partition(":")[0].split())} - {"at"}
CASE = re.compile(r"(?<![\d.])(\d+)\.\d")
"""A rule in text or code: its chapter, a point, and more."""


def named(source: str) -> set[str]:
    """The games that a source names."""
    return GAMES & set(re.findall(r"[a-z]+", source.casefold()))


def foreign_cases(source: str, chapters: range) -> set[str]:
    """Chapters that it cites and that are not its own."""
    return {chapter for chapter in CASE.findall(source) if int(chapter) not in chapters and chapter != "0"}


def families(source: str) -> Iterator[str]:
    """What is given to `enforces` as the family of the cases."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "enforces":
            yield ast.unparse(node.args[0])


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_series_knows_no_game(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    assert not named(source)
    assert set(families(source)) <= {"FAMILY"}
    if path.parent != ROOT:
        series = import_module(f"beachhead.series.{path.relative_to(ROOT).parts[0]}")
        assert not foreign_cases(source, series.CHAPTERS)


def test_these_questions_can_be_answered_with_no() -> None:
    saipan = (Path(ROOT.parent) / "games" / "saipan" / "storming.py").read_text(encoding="utf-8")
    assert named(saipan) == {"saipan"}
    assert foreign_cases(saipan, range(1, 11)) == {"12", "14"}
    assert set(families('@enforces("saipan", "12.4")\ndef f(): ...')) == {"'saipan'"}
