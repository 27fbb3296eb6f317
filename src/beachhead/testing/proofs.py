"""Which tests prove which rule cases: the mark that tests carry, and the program that finds it in their source."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

T = TypeVar("T", bound=Callable[..., Any] | type[Any])


def proves(game: str, *cases: str) -> Callable[[T], T]:
    """Mark a test as one that fails when these rule cases are broken. The test itself is not changed.

    The mark is read from the source (`proofs_in`), so game and cases are written out as texts, not computed.

    >>> @proves("saipan", "5.24")
    ... def test_armour_stops() -> None: ...
    >>> test_armour_stops.__name__
    'test_armour_stops'
    """
    if not cases or not all(isinstance(text, str) for text in (game, *cases)):
        raise TypeError('a test says what it proves like this: @proves("saipan", "5.24", "6.13")')

    def mark(test: T) -> T:
        return test

    return mark


def proofs_in(folder: Path) -> dict[str, dict[str, list[str]]]:
    """Game -> case -> tests ("file.py:test_name") of all Python files in a folder that carry the mark `proves`.

    A decorator whose cases are computed, and so cannot be read without running it, is an error: it would be overlooked.
    """
    found: dict[str, dict[str, list[str]]] = {}
    for path in sorted(folder.rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        if "proves" not in source:
            continue
        for name, call in marks_of("proves", ast.parse(source, str(path))):
            if call.keywords or not all(isinstance(word, ast.Constant) and isinstance(word.value, str) for word in call.args):
                raise ValueError(f"{path}:{call.lineno}: write the game and the cases of @proves out as texts")
            game, *cases = (word.value for word in call.args if isinstance(word, ast.Constant))
            for case in cases:
                place = f"{path.relative_to(folder).as_posix()}:{name.rpartition('.')[2]}"
                found.setdefault(str(game), {}).setdefault(str(case), []).append(place)
    return found


def marks_of(mark: str, tree: ast.AST, around: str = "") -> Iterator[tuple[str, ast.Call]]:
    """Every function and class that carries a mark of that name, by its full name in the file, with the mark itself."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            for decorator in node.decorator_list:
                if isinstance(decorator, ast.Call) and _name(decorator.func) == mark:
                    yield around + node.name, decorator
            yield from marks_of(mark, node, f"{around}{node.name}.")
        else:
            yield from marks_of(mark, node, around)


def _name(function: ast.expr) -> str:
    return function.id if isinstance(function, ast.Name) else function.attr if isinstance(function, ast.Attribute) else ""
