"""Rule cases as data, and where code enforces them.

`cases.yaml` of a game states every rule case in our own words. Code that decides a case says so with `@enforces("5.24")`;
tests say it with `@proves("saipan", "5.24")` or in the `cases` of a vector. A program can so list, for every case, its
code and its tests.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from beachhead.engine.datafile import Item, load_file

T = TypeVar("T", bound=Callable[..., Any] | type[Any])
_KINDS = ("rule", "setup", "table", "errata", "example", "definition", "note")
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
    cases: dict[str, Case] = {}
    for row in load_file(path).each():
        case = _case(row)
        if case.id in cases:
            raise row.fail(f"case {case.id} stands twice")
        cases[case.id] = case
    return cases


def _case(row: Item) -> Case:
    row.only("id", "title", "says", "kind", "part", "modes", "note", "table", "enforceable", "why")
    kind, flag = row["kind"].one_of(_KINDS), row.get("enforceable")
    texts = {name: item.text() for name in ("part", "note", "why") if (item := row.get(name)) is not None}
    return Case(
        id=row["id"].text(),
        title=row["title"].text(),
        says=" ".join(row["says"].text().split()),
        kind=kind,
        part=texts.get("part", ""),
        note=" ".join(texts.get("note", "").split()),
        enforceable=kind != "note" if flag is None else flag.flag(),
        why=texts.get("why", ""),
        table=row.mapping().get("table"),
    )
