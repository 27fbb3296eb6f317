"""Which cases of a rulebook are enforced, where, and what tests them.

Code says so with `@enforces`, vectors with their `cases`, Python tests with `@proves("saipan", "5.24")`. Both marks are read from
the source: a report must not depend on whether the tests can run here, nor on whether the rules are compiled.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import beachhead
from beachhead.engine.errors import DataError
from beachhead.engine.files.cases import Case
from beachhead.engine.game import Game
from beachhead.testing.enforced import enforced_at
from beachhead.testing.proofs import proofs_in
from beachhead.vectors import Vector, load_vectors


@dataclass(frozen=True, slots=True)
class CoveredCase:
    """A case with the places that enforce it and the tests that name it; `tests` is None where there are no tests to read."""

    case: Case
    code: tuple[str, ...]
    tests: tuple[str, ...] | None
    modes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The tests by mode of play: a vector proves a case for the mode it is played in, a Python test for all."""

    @property
    def missing(self) -> bool:
        """Whether a program could decide this case, its part of the game is built, and no code does or no test shows it."""
        return self.case.due and (not self.code or self.tests == ())

    def plain(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "id": self.case.id,
            "title": self.case.title,
            "says": self.case.says,
            "kind": self.case.kind,
            "enforceable": self.case.enforceable,
            "why": self.case.why,
            "note": self.case.note,
            "modes": list(self.case.modes),
            "ruling": self.case.ruling,
            "source": self.case.source,
            "evidence": self.case.evidence,
            "confidence": self.case.confidence,
            "not_built": self.case.not_built,
            "half": self.case.half,
            "code": list(self.code),
            "tests": None if self.tests is None else list(self.tests),
        }


@dataclass(frozen=True, slots=True)
class Coverage:
    """The report on a whole rulebook."""

    game: str
    cases: tuple[CoveredCase, ...]
    looked: bool
    """Whether there were tests to read."""
    modes: tuple[str, ...] = ()
    """The game's modes of play."""

    @property
    def enforceable(self) -> int:
        """Cases that a program can decide."""
        return sum(covered.case.enforceable for covered in self.cases)

    @property
    def not_built(self) -> int:
        """Enforceable cases of parts of the game that cannot be played yet; they count neither as enforced nor as missing."""
        return sum(covered.case.enforceable and covered.case.not_built for covered in self.cases)

    @property
    def enforced(self) -> int:
        """Enforceable cases with code."""
        return sum(covered.case.due and bool(covered.code) for covered in self.cases)

    @property
    def tested(self) -> int | None:
        """Enforceable cases with a test; None if there were no tests to read."""
        return sum(covered.case.due and bool(covered.tests) for covered in self.cases) if self.looked else None

    @property
    def missing(self) -> list[str]:
        """Enforceable cases without code or without a test."""
        return [covered.case.id for covered in self.cases if covered.missing]

    def by_mode(self) -> dict[str, Coverage]:
        """The same report for each mode of play: its own cases and those that belong to all, with the tests of that mode."""
        return {
            mode: Coverage(
                self.game,
                tuple(
                    CoveredCase(one.case, one.code, one.modes.get(mode, ()) if self.looked else None)
                    for one in self.cases
                    if one.case.belongs_to(mode)
                ),
                self.looked,
            )
            for mode in self.modes
        }

    def counts(self) -> dict[str, int | None]:
        """How many cases there are, and how far the program has them."""
        return {
            "cases": len(self.cases),
            "enforceable": self.enforceable,
            "not_built": self.not_built,
            "enforced": self.enforced,
            "tested": self.tested,
        }

    def plain(self) -> dict[str, Any]:
        """The answer of `beachhead rules GAME --json`."""
        return {
            "game": self.game,
            **self.counts(),
            "modes": {mode: part.counts() | {"missing": part.missing} for mode, part in self.by_mode().items()},
            "missing": self.missing,
            "list": [covered.plain() for covered in self.cases],
        }


def coverage_of(game: Game, tests: Path | None = None) -> Coverage:
    """The report; `tests` is the folder to read, by default that of the source checkout this package is in."""
    folder = tests if tests is not None else tests_folder()
    code = enforced_at(game)
    named = None if folder is None else tested_by(game, folder)
    return Coverage(
        game.id,
        tuple(
            CoveredCase(case, tuple(code.get(case.id, ())), None)
            if named is None
            else covered(case, tuple(code.get(case.id, ())), named.get(case.id, []), game.modes)
            for case in game.cases.values()
        ),
        named is not None,
        game.modes,
    )


def tests_folder() -> Path | None:
    """The tests beside this package, if it is in a source checkout."""
    root = Path(beachhead.__file__).resolve().parents[2]
    folder = root / "tests"
    return folder if folder.is_dir() and (root / "pyproject.toml").is_file() else None


def covered(case: Case, code: tuple[str, ...], named: list[tuple[str, str]], modes: tuple[str, ...]) -> CoveredCase:
    """A case with its tests, given each with its mode (empty: all)."""
    by_mode = {mode: tuple(test for test, played in named if played in ("", mode)) for mode in modes}
    return CoveredCase(case, code, tuple(test for test, _ in named), by_mode)


def mode_of(game: Game, vector: Vector) -> str:
    """The mode of play in which a vector is played."""
    scenario = (vector.data.get("position") or {}).get("scenario", game.scenarios[0].id)
    return next((known.mode for known in game.scenarios if known.id == scenario), "")


def tested_by(game: Game, folder: Path) -> dict[str, list[tuple[str, str]]]:
    """Case -> vectors and Python tests that name it, each with its mode of play (empty: all)."""
    found: dict[str, list[tuple[str, str]]] = {}
    for path in sorted((folder / "cases" / game.id).glob("*.yaml")):
        for vector in load_vectors(path):
            test = f"{_short(path, folder)}:{vector.line} {vector.title}", mode_of(game, vector)
            for case in vector.cases:
                found.setdefault(case, []).append(test)
    for case, places in _proofs(folder).get(game.id, {}).items():
        if case not in game.cases:
            raise DataError(f"{folder.name}/{places[0]}", None, f"proves case {case!r}, which {game.id} does not have")
        found.setdefault(case, []).extend((f"{folder.name}/{place}", "") for place in places)
    return found


def _short(path: Path, folder: Path) -> str:
    return path.relative_to(folder.parent).as_posix()


def _proofs(folder: Path) -> dict[str, dict[str, list[str]]]:
    try:
        return proofs_in(folder)
    except (ValueError, SyntaxError) as error:
        raise DataError(str(folder), None, str(error)) from None
