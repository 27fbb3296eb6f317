"""The list of cases: how many there are, which wait for the rest of the game, and that components cite none that is not there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import yaml

from beachhead.engine.cases import load_cases
from beachhead.games.dday.box.components import FILES, FOLDER

CASES = load_cases(FOLDER / "cases.yaml", ("solitaire",))


def test_how_many_cases_there_are() -> None:
    due = [case for case in CASES.values() if case.due]
    later = [case for case in CASES.values() if case.enforceable and case.not_built]
    assert (len(CASES), len(due), len(later)) == (1159, 657, 352)
    assert sum(case.not_built for case in CASES.values()) == 371
    assert {case.id for case in CASES.values() if case.half} == {
        "4.0", "6.1-c", "7.0-a-move", "7.3", "8.6.1-1-b", "12.1", "13.1-a", "2.2.3", "19.0", "summary", "11.4", "20.0",
        "20.0-heavy-mortar-duration", "17.1-a", "8.4", "9.3.2",
    }  # fmt: skip


def test_only_rules_tables_setups_and_errata_are_enforced() -> None:
    for case in CASES.values():
        assert case.enforceable == (case.kind in ("rule", "table", "setup", "errata"))


def test_the_first_day_does_not_wait_for_later_ones() -> None:
    """Chapter by chapter: whatever D-Day itself needs is due, and later scenarios are not."""
    for name in ("5.1-c", "6.2.2", "6.3.1", "7.3.3-a", "8.3-a", "8.6.1", "12.2-d", "17.1-c", "18.4.4", "18.4.5-a", "20.0-smoke"):
        assert CASES[name].due
    for name in ("10.1", "14.4.1", "15.1", "16.3", "18.5.4-a", "18.9.4-b", "20.0-rain", "13.8"):
        assert CASES[name].not_built


def cited(value: Any) -> Iterator[str]:
    """Every case that stands under `book` or among the cases of actions."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key == "book":
                yield str(inner)
            elif key == "action_cases":
                yield from inner.values()
            else:
                yield from cited(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from cited(inner)


def test_components_cite_cases_that_exist() -> None:
    found = set()
    for name in FILES:
        text = (FOLDER / "components" / f"{name}.yaml").read_text(encoding="utf-8")
        found |= set(cited(yaml.safe_load(text)))
    unknown = {case for case in found if case not in CASES}
    assert len(found) > 80
    assert not {case for case in unknown if not any(known.startswith((f"{case}-", f"{case}.")) for known in CASES)}
    assert all(re.fullmatch(r"[0-9]+(\.[0-9]+)+", case) for case in unknown), "at most a chapter, in place of its cases"
