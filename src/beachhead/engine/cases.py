"""Rule cases as data, and where code enforces them.

`cases.yaml` of a game states every rule case in our own words. Code that decides a case says so with `@enforces("5.24")`;
tests say it with `@proves("saipan", "5.24")` or in the `cases` of a vector. A program can so list, for every case, its
code and its tests.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import yaml

from beachhead.engine.datafile import LOADER
from beachhead.engine.errors import DataError

T = TypeVar("T", bound=Callable[..., Any] | type[Any])
_KINDS = {"rule", "setup", "table", "errata", "example", "definition", "note"}
ENFORCED: dict[str, dict[str, list[str]]] = {}
"""Rules family -> case -> places in the code, filled as modules load."""


@dataclass(frozen=True, slots=True)
class Case:
    """One rule case in our own words. `enforceable` is False for what no program can decide; `why` says why."""

    id: str
    title: str
    says: str
    kind: str
    part: str = ""
    note: str = ""
    enforceable: bool = True
    why: str = ""
    table: Any = field(default=None, compare=False)


def enforces(family: str, *cases: str) -> Callable[[T], T]:
    """Mark a function or class as the place where these cases are decided.

    >>> @enforces("demo", "1.1")
    ... def stop() -> None: ...
    >>> [place.rpartition(":")[2] for place in ENFORCED["demo"]["1.1"]]
    ['stop']
    """

    def mark(thing: T) -> T:
        for case in cases:
            place = f"{thing.__module__}:{thing.__qualname__}"
            places = ENFORCED.setdefault(family, {}).setdefault(case, [])
            if place not in places:
                places.append(place)
        return thing

    return mark


def load_cases(path: Path) -> dict[str, Case]:
    """The cases of a file, by id, in the file's order."""
    text = path.read_text(encoding="utf-8")
    rows = yaml.load(text, Loader=LOADER)
    cases: dict[str, Case] = {}
    for row in rows:
        case = _case(path, text, row)
        if case.id in cases:
            raise DataError(path.name, _line(text, case.id), f"case {case.id} stands twice")
        cases[case.id] = case
    return cases


def _case(path: Path, text: str, row: Mapping[str, Any]) -> Case:
    identity = str(row.get("id", "?"))
    missing = [key for key in ("id", "title", "says", "kind") if key not in row]
    if missing:
        raise DataError(path.name, _line(text, identity), f"case {identity} lacks {', '.join(missing)}")
    if row["kind"] not in _KINDS:
        raise DataError(path.name, _line(text, identity), f"case {identity} has the unknown kind {row['kind']!r}")
    enforceable = bool(row.get("enforceable", row["kind"] != "note"))
    return Case(
        id=identity,
        title=str(row["title"]),
        says=" ".join(str(row["says"]).split()),
        kind=str(row["kind"]),
        part=str(row.get("part", "")),
        note=" ".join(str(row.get("note", "")).split()),
        enforceable=enforceable,
        why=str(row.get("why", "")),
        table=row.get("table"),
    )


def _line(text: str, identity: str) -> int | None:
    for number, line in enumerate(text.splitlines(), 1):
        if re.match(rf"""- id: ["']?{re.escape(identity)}["']?\s*$""", line):
            return number
    return None
