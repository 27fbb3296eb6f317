"""Rule cases as data, and where code enforces them.

`cases.yaml` of a game states every rule case in our own words. Code that decides a case says so with
`@enforces("island_war", "5.24")`; tests say it with `@proves("saipan", "5.24")` or in the `cases` of a vector. So a program can
list the code and the tests of every case.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from beachhead.engine.files.datafile import Item, load_file

T = TypeVar("T", bound=Callable[..., Any] | type[Any])
_KINDS = ("rule", "setup", "table", "errata", "example", "definition", "note")
_TEXTS = ("part", "note", "why", "ruling", "source", "evidence", "confidence", "half")


@dataclass(frozen=True, slots=True)
class Case:
    """One rule case in our own words. `enforceable` is False for what no program can decide; `why` says why.

    `modes` are the modes of play that it belongs to; none: all of them. `ruling` is our decision where the book is silent or
    unclear. Where the rule is not printed in the game's own book, `source` says where it comes from, `evidence` from what it was
    reconstructed, and `confidence` how sure we are.

    A game may be released before all of it can be played: a case that belongs to the rest is `not_built`, one of which only a
    part does says in `half` what is still missing.
    """

    id: str
    title: str
    says: str
    kind: str
    part: str = ""
    note: str = ""
    enforceable: bool = True
    why: str = ""
    table: Any = field(default=None, compare=False)
    modes: tuple[str, ...] = ()
    ruling: str = ""
    source: str = ""
    evidence: str = ""
    confidence: str = ""
    not_built: bool = False
    half: str = ""

    @property
    def due(self) -> bool:
        """Whether code has to decide the case as the game stands: a program can, and its part of the game is built."""
        return self.enforceable and not self.not_built

    def belongs_to(self, mode: str) -> bool:
        """Whether the case is part of a mode of play."""
        return not self.modes or mode in self.modes


def enforces(family: str, *cases: str) -> Callable[[T], T]:
    """Mark a function or class as the place where these cases are decided. The mark is for readers: people, and
    `beachhead.testing.enforced`, which finds it in the source. When it runs it does nothing.

    >>> @enforces("demo", "1.1")
    ... def stop() -> None: ...
    >>> stop.__name__
    'stop'
    """
    if not (family and cases):
        raise TypeError('code says what it enforces like this: @enforces(FAMILY, "5.24", "6.13")')
    return _unchanged


def _unchanged(thing: T) -> T:
    return thing


def load_cases(path: Path, modes: tuple[str, ...] | None = None) -> dict[str, Case]:
    """The cases of a file, by id, in the file's order. With `modes`, a case of any other mode is a `DataError`."""
    cases: dict[str, Case] = {}
    for row in load_file(path).each():
        case = _case(row, modes)
        if case.id in cases:
            raise row.fail(f"duplicate case {case.id}")
        cases[case.id] = case
    return cases


def _case(row: Item, modes: tuple[str, ...] | None) -> Case:
    row.only("id", "title", "says", "kind", "modes", "table", "enforceable", "not_built", *_TEXTS)
    kind, flag, listed = row["kind"].one_of(_KINDS), row.get("enforceable"), row.get("modes")
    later = row.get("not_built")
    if later is not None and later.flag() and row.get("half") is not None:
        raise row.fail("a case is not built at all, or half of it is missing; keep one of the two keys")
    texts = {name: " ".join(item.text().split()) for name in _TEXTS if (item := row.get(name)) is not None}
    belongs = [] if listed is None else [item.text() if modes is None else item.one_of(modes) for item in listed.each()]
    return Case(
        id=row["id"].text(),
        title=row["title"].text(),
        says=" ".join(row["says"].text().split()),
        kind=kind,
        enforceable=kind != "note" if flag is None else flag.flag(),
        table=row.mapping().get("table"),
        modes=tuple(belongs),
        not_built=later is not None and later.flag(),
        **texts,
    )
