"""A new game is one line in the registry: nothing else in the project has a list of games to be kept up to date."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from beachhead.games import REGISTERED

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "beachhead"
ITS_OWN = ("games", "series")
"""Folders in which a game may name itself."""


def names_in(text: str) -> list[tuple[int, str]]:
    """Lines in which a game's id is a value, and not just a word of a sentence or of an example."""
    found = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Constant)]
    return [(node.lineno, node.value) for node in found if isinstance(node.value, str) and node.value in REGISTERED]


def test_no_module_names_a_game() -> None:
    named = [
        f"{path.relative_to(ROOT)}:{line}: {name!r}"
        for path in sorted(SOURCE.rglob("*.py"))
        if path.relative_to(SOURCE).parts[0] not in ITS_OWN
        for line, name in names_in(path.read_text(encoding="utf-8"))
    ]
    assert not named


def test_a_list_of_games_would_be_noticed() -> None:
    assert names_in('"""An example: game("saipan")."""\nDRILLS = {"rage": None}\n') == [(2, "rage")]


def test_neither_the_makefile_nor_the_contracts_name_a_game() -> None:
    ids = re.compile(rf"\b({'|'.join(REGISTERED)})\b")
    for name in ("Makefile", "pyproject.toml"):
        assert not ids.findall((ROOT / name).read_text(encoding="utf-8")), name
