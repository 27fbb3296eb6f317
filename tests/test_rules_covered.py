"""Every rule case that can be enforced has code and a test that name it, and nobody cites a case that does not exist."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

import beachhead as bh
from beachhead.lab import coverage_of
from beachhead.testing import proofs_in
from beachhead.testing.enforced import enforced_at

from .all_vectors import all_vectors

TESTS = Path(__file__).parent
GAMES = [game.id for game in bh.all_games()]
NOT_BUILT: dict[str, tuple[int, int]] = {}
"""Games of which a part cannot be played yet: how many cases wait for it, and of how many a half does. No other game may have
any, and these numbers only go down."""


@cache
def proofs() -> dict[str, dict[str, list[str]]]:
    """Game -> case -> the vectors and marked tests that prove it."""
    found = proofs_in(TESTS)
    for vector in all_vectors():
        for case in vector.cases:
            found.setdefault(vector.game, {}).setdefault(case, []).append(str(vector))
    return found


@cache
def enforced(game: str) -> dict[str, list[str]]:
    """Case -> places in the code of a game and of the series it belongs to."""
    return enforced_at(bh.game(game))


def enforceable(game: str) -> list[str]:
    """The cases that a program can decide, but for those of parts that are not built."""
    return [case.id for case in bh.game(game).cases.values() if case.due]


@pytest.mark.parametrize("game", GAMES)
def test_every_case_has_code(game: str) -> None:
    missing = [case for case in enforceable(game) if case not in enforced(game)]
    assert not missing, f"{game}: {len(missing)} enforceable cases without code: {', '.join(missing)}"


@pytest.mark.parametrize("game", GAMES)
def test_every_case_has_a_test(game: str) -> None:
    missing = [case for case in enforceable(game) if case not in proofs().get(game, {})]
    assert not missing, f"{game}: {len(missing)} enforceable cases without a test: {', '.join(missing)}"


@pytest.mark.parametrize("game", GAMES)
def test_every_case_has_a_test_in_each_mode_it_belongs_to(game: str) -> None:
    """A vector proves a case for the mode it is played in."""
    missing = {mode: part.missing for mode, part in coverage_of(bh.game(game), TESTS).by_mode().items()}
    assert not any(missing.values()), f"{game}: cases without a test in a mode they belong to: {missing}"


@pytest.mark.parametrize("game", GAMES)
def test_what_is_not_built_is_known(game: str) -> None:
    cases = bh.game(game).cases.values()
    assert (sum(case.not_built for case in cases), sum(bool(case.half) for case in cases)) == NOT_BUILT.get(game, (0, 0))


@pytest.mark.parametrize("game", GAMES)
def test_what_is_not_built_is_not_claimed(game: str) -> None:
    """Once code decides a case, it is no longer marked as not built."""
    claimed = [case.id for case in bh.game(game).cases.values() if case.not_built and case.id in enforced(game)]
    assert not claimed, f"{game}: code claims to enforce what is marked as not built: {', '.join(claimed)}"


@pytest.mark.parametrize("game", GAMES)
def test_code_cites_only_cases_that_exist(game: str) -> None:
    unknown = {case: places for case, places in enforced(game).items() if case not in bh.game(game).cases}
    assert not unknown, f"{game}: code cites cases that cases.yaml does not have: {unknown}"


def test_tests_cite_only_games_that_exist() -> None:
    assert set(proofs()) <= set(GAMES)


@pytest.mark.parametrize("game", GAMES)
def test_tests_cite_only_cases_that_exist(game: str) -> None:
    unknown = {case: tests for case, tests in proofs().get(game, {}).items() if case not in bh.game(game).cases}
    assert not unknown, f"{game}: tests cite cases that cases.yaml does not have: {unknown}"


@pytest.mark.parametrize("game", GAMES)
def test_what_cannot_be_enforced_says_why(game: str) -> None:
    silent = [case.id for case in bh.game(game).cases.values() if not case.enforceable and case.kind != "note" and not case.why]
    assert not silent, f"{game}: {', '.join(silent)} cannot be enforced, and no `why` says why"


@pytest.mark.parametrize("game", GAMES)
def test_what_cannot_be_enforced_is_not_claimed(game: str) -> None:
    """A citation on code that does not decide the case is worse than none."""
    claimed = [case.id for case in bh.game(game).cases.values() if not case.enforceable and case.id in enforced(game)]
    assert not claimed, f"{game}: code claims to enforce what is marked as not enforceable: {', '.join(claimed)}"
