"""What copies of a state do, written out from the table of its fields: `make fields` writes it, and a test compares.

Between two marks a state's class gets its slots, the types of its fields, `_copy_into`, and a `clear_...` for each group of
fields. It is source like any other: it can be read, type-checked and compiled.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from beachhead.engine.fields import COPY, COPY_EACH, FORGET, Field
from beachhead.engine.game import Game
from beachhead.engine.state import State
from beachhead.testing.sources import class_source

BEGIN = "    # Written by `make fields` from the table above.\n"
END = "    # End of what `make fields` wrote.\n"
WIDTH = 130


def written_out(kind: type[State]) -> str:
    """The source for a class of states, without the marks."""
    own = kind.__dict__["fields"].own
    lines = [*_wrapped("__slots__ = (", sorted(own)), *(f"    {name}: {field.kind}" for name, field in own.items()), ""]
    lines += ["    def _copy_into(self, twin: Self) -> None:", *_copies(kind, own)]
    for group in dict.fromkeys(field.group for field in own.values() if field.group):
        members = [(name, field) for name, field in own.items() if field.group == group]
        says = '        """Give the fields of this group their first values again."""'
        lines += [
            "",
            f"    def clear_{group}(self) -> None:",
            says,
            *(f"        self.{name} = {_first(field)}" for name, field in members),
        ]
    return "\n".join([*lines, ""]) + "\n"


def _copies(kind: type[State], own: dict[str, Field]) -> Iterator[str]:
    inherited = any("fields" in base.__dict__ for base in kind.__mro__[1:] if base is not State)
    yield f"        {'super()._copy_into' if inherited else 'self._copy_common'}(twin)"
    for name, field in own.items():
        value = f"self.{name}"
        if field.copies == COPY:
            value += ".copy()"
        elif field.copies == COPY_EACH:
            items = range(field.per) if isinstance(field.per, int) else ()
            value = f"[{', '.join(f'self.{name}[{item}].copy()' for item in items) or f'item.copy() for item in self.{name}'}]"
        yield f"        twin.{name} = {'None' if field.copies == FORGET else value}"


def _first(field: Field) -> str:
    return "[]" if field.start == () else f'"{field.start}"' if isinstance(field.start, str) else repr(field.start)


def _wrapped(opening: str, names: Iterable[str]) -> list[str]:
    """A tuple of names over as few lines as fit."""
    lines, line = ["    # fmt: off"], f"    {opening}"
    for name in names:
        piece = f'"{name}", '
        if len(line) + len(piece) > WIDTH:
            lines.append(line.rstrip())
            line = " " * (4 + len(opening))
        line += piece
    return [*lines, f"{line.rstrip().removesuffix(',') if line.count(',') > 1 else line.rstrip()})", "    # fmt: on"]


def kinds_of(game: Game) -> list[type[State]]:
    """The classes whose fields make up the states of a game and that have the marks, the plainest first."""
    found: list[type[Any]] = [
        kind for kind in reversed(game.state_type.__mro__) if "fields" in kind.__dict__ and kind is not State
    ]
    return [kind for kind in found if BEGIN in class_source(kind)[1]]


def parts(kind: type[State]) -> tuple[Path, str, str]:
    """Where a class's part is: the file, what it has there, and what it should have."""
    path, source = class_source(kind)
    return path, source[source.index(BEGIN) + len(BEGIN) : source.index(END)], written_out(kind)


def main() -> None:
    """Write the part of every class of states again."""
    from beachhead.games import all_games

    for kind in {kind: None for game in all_games() for kind in kinds_of(game)}:
        path, old, new = parts(kind)
        if old != new:
            text = path.read_text(encoding="utf-8")
            begin = re.search(rf"^class {kind.__name__}\b", text, re.MULTILINE)
            assert begin is not None
            start = text.index(BEGIN, begin.start()) + len(BEGIN)
            path.write_text(text[:start] + new + text[text.index(END, start) :], encoding="utf-8")
            print(f"{kind.__name__}: {path.name} written")


if __name__ == "__main__":
    main()
