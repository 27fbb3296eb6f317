"""The list of cases: how many there are, that all are built, and that components cite none that is not there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from beachhead.engine.files.cases import load_cases
from beachhead.engine.files.datafile import read_yaml
from beachhead.games.dday.box.components import FILES, FOLDER

CASES = load_cases(FOLDER / "cases.yaml", ("solitaire",))


def test_every_case_is_built() -> None:
    due = [case for case in CASES.values() if case.due]
    assert (len(CASES), len(due)) == (1159, 1008)
    assert not [case.id for case in CASES.values() if case.not_built or case.half]


def test_only_rules_tables_setups_and_errata_are_enforced() -> None:
    for case in CASES.values():
        assert case.enforceable == (case.kind in ("rule", "table", "setup", "errata"))


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
        found |= set(cited(read_yaml(text)))
    unknown = {case for case in found if case not in CASES}
    assert len(found) > 80
    assert not {case for case in unknown if not any(known.startswith((f"{case}-", f"{case}.")) for known in CASES)}
    assert all(re.fullmatch(r"[0-9]+(\.[0-9]+)+", case) for case in unknown), "at most a chapter, in place of its cases"
