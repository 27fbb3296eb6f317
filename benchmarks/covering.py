"""Which statements of the rules each test runs, so that a mutant is tried only by tests that come past its fault.

Python 3.11 has no cheap way to watch lines. The modules are loaded with a mark before every statement of every function instead:
a store into a bytearray, which hardly slows anything down.
"""

from __future__ import annotations

import ast
import importlib.abc
import importlib.machinery
import importlib.util
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

SEEN = bytearray(1_000_000)
"""One byte for each statement, 1 once it has run."""


class Marking:
    """Puts a mark before every statement inside a function, and notes which lines belong to it."""

    def __init__(self, first: int) -> None:
        self.count = first
        self.at: dict[int, int] = {}

    def mark(self, body: list[ast.stmt], inside: bool) -> list[ast.stmt]:
        """A body with its marks. What is inside a statement takes its lines away from it."""
        found: list[ast.stmt] = []
        for statement in body:
            if inside and not (isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)):
                found.append(ast.parse(f"__seen__[{self.count}] = 1").body[0])
                self.at |= dict.fromkeys(range(statement.lineno, (statement.end_lineno or statement.lineno) + 1), self.count)
                self.count += 1
            within = inside or isinstance(statement, ast.FunctionDef)
            parts = [statement, *getattr(statement, "handlers", ()), *getattr(statement, "cases", ())]
            for part in parts:
                for name in ("body", "orelse", "finalbody"):
                    if isinstance(getattr(part, name, None), list):
                        setattr(part, name, self.mark(getattr(part, name), within))
            found.append(statement)
        return found


class MarkedSource(importlib.machinery.SourceFileLoader):
    """Loads a module with marks in it."""

    def __init__(self, name: str, path: str, watched: Watched) -> None:
        super().__init__(name, path)
        self.watched = watched

    def get_code(self, fullname: str) -> CodeType:
        """The code, compiled from the source with marks."""
        tree = ast.parse(Path(self.path).read_text(encoding="utf-8"))
        marking = Marking(self.watched.count)
        tree.body = marking.mark(tree.body, inside=False)
        self.watched.count = marking.count
        self.watched.at[fullname] = marking.at
        return compile(ast.fix_missing_locations(tree), self.path, "exec")

    def exec_module(self, module: ModuleType) -> None:
        """Give the module the bytes that it marks."""
        module.__dict__["__seen__"] = SEEN
        super().exec_module(module)


class Watched(importlib.abc.MetaPathFinder):
    """Finds the marked source of the modules that are watched."""

    def __init__(self, paths: dict[str, Path]) -> None:
        self.paths = paths
        self.count = 0
        self.at: dict[str, dict[int, int]] = {}

    def find_spec(self, fullname: str, path: object = None, target: object = None) -> importlib.machinery.ModuleSpec | None:
        """How to load a module with its marks."""
        del path, target
        if fullname not in self.paths:
            return None
        where = str(self.paths[fullname])
        return importlib.util.spec_from_file_location(fullname, where, loader=MarkedSource(fullname, where, self))


@dataclass
class Cover:
    """By test: the statements it runs, and the processor seconds it takes. `at` has the statement of each line of each module;
    `loading` are those that run before any test, when the game is loaded."""

    at: dict[str, dict[int, int]] = field(default_factory=dict)
    loading: frozenset[int] = frozenset()
    runs: dict[str, frozenset[int]] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)

    def statement(self, module: str, line: int) -> int | None:
        """The statement of a line; None outside of functions."""
        return self.at.get(module, {}).get(line)

    def choose(self, names: Iterable[str], module: str, line: int) -> list[str]:
        """Those of some tests that run a line, the quickest first. Where that cannot be known, all of them: those first that run
        anything of the module after it has been loaded."""
        statement = self.statement(module, line)
        if statement is None or statement in self.loading:
            own = set(self.at.get(module, {}).values()) - self.loading
            return sorted(names, key=lambda name: (own.isdisjoint(self.runs.get(name, own)), self.seconds.get(name, 0.0)))
        passing = [name for name in names if name not in self.runs or statement in self.runs[name]]
        return sorted(passing, key=lambda name: self.seconds.get(name, 0.0))


def watch(name: str, cover: Cover, task: Callable[[], Any]) -> Any:
    """Do something and note what it runs."""
    SEEN[:] = bytes(len(SEEN))
    started = time.process_time()
    answer = task()
    cover.seconds[name] = time.process_time() - started
    cover.runs[name] = seen_now()
    return answer


def seen_now() -> frozenset[int]:
    """The statements that are marked."""
    found, place = [], SEEN.find(1)
    while place >= 0:
        found.append(place)
        place = SEEN.find(1, place + 1)
    return frozenset(found)


class TestWatcher:
    """A plugin of pytest that notes what each test runs, with its fixtures."""

    def __init__(self, cover: Cover) -> None:
        self.cover = cover
        self.started = 0.0

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        """A test begins."""
        del nodeid
        SEEN[:] = bytes(len(SEEN))
        self.started = time.process_time()

    def pytest_runtest_logfinish(self, nodeid: str) -> None:
        """A test ends."""
        self.cover.seconds[nodeid] = time.process_time() - self.started
        self.cover.runs[nodeid] = seen_now()


# ---------------------------------------------------------------------- breaking what is loaded


def function_named(module: str, name: str) -> FunctionType | None:
    """The function of a loaded module that a dotted name is, or is inside of."""
    here: Any = sys.modules[module]
    for part in name.split("."):
        here = vars(here).get(part)
        if isinstance(here, (staticmethod, classmethod)):
            here = here.__func__
        elif isinstance(here, property):
            here = here.fget
        if isinstance(here, FunctionType):
            return here if here.__module__ == module and not hasattr(here, "__wrapped__") else None
        if not isinstance(here, type):
            return None
    return None


def code_named(code: CodeType, name: str) -> CodeType | None:
    """The code of a function, by its qualified name, among that of a module."""
    for part in code.co_consts:
        if isinstance(part, CodeType):
            if part.co_qualname == name:
                return part
            found = code_named(part, name) if name.startswith(f"{part.co_qualname}.") else None
            if found is not None:
                return found
    return None


def replace_code(function: FunctionType, broken: CodeType) -> bool:
    """Give a loaded function the code that it has in a broken module. Everybody who has the function has the fault then."""
    code = code_named(broken, function.__qualname__)
    if code is None or code.co_freevars != function.__code__.co_freevars:
        return False
    function.__code__ = code
    return True
