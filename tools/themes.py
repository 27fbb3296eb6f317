"""Write out what a theme may say, from the records of `beachhead.engine.themes`: the page's types, and docs/themes.md; and beside
each game its entry in the list of games, so that the service needs no rules to show it.

python tools/themes.py           write src/beachhead/web/js/theme.js, docs/themes.md and listed.json of each game (`make themes`)
python tools/themes.py --check   say which of them is out of date
"""

from __future__ import annotations

import ast
import dataclasses
import itertools
import json
import sys
import textwrap
import typing
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

from beachhead.engine.themes import Theme, Tour
from beachhead.engine.themes.reading import choices_of, hints, keys, needed
from beachhead.games import all_games
from beachhead.server.catalogue import LISTED, entry

ROOT = Path(__file__).resolve().parent.parent
TYPES = ROOT / "src" / "beachhead" / "web" / "js" / "theme.js"
PAGE = ROOT / "docs" / "themes.md"
WIDTH = 150
WORDS = {str: "text", int: "whole number", float: "number", bool: "true or false", Any: "anything"}
SCRIPT = {str: "string", int: "number", float: "number", bool: "boolean", Any: "any"}
INTRO = """\
# Themes and tours

Everything by which the table knows a game, apart from its views, is in two files beside the game's `cases.yaml`: `theme.yaml`,
how the game looks and speaks, and `tour.yaml`, a position with steps that teach it. No word, step, verb, case or number of a game
is in the page itself.

A scenario that looks different (`Scenario.sheet`) has a file of its own, `theme-<sheet>.yaml`, with what it says otherwise:
mappings are joined key by key, everything else is replaced. A scenario other than the first may have a tour of its own,
`tour-<scenario>.yaml`.

Both are checked when they are read: an error names the file, the line, the key, the fault and the fix. `Game.theme` and
`Game.tour` are the checked records; the page gets them whole, with the defaults written out. The law "the theme fits the game" of
the kit compares a theme with its game: arms, marks, phases, steps, verbs, duties, places, overlays, cases and kinds of event must
exist, and whatever the game has must have words.

This page and the types of the page (`web/js/theme.js`) are made from the records in `beachhead.engine.themes`: `make themes`.
"""
HEAD = "| key | what | default | meaning |\n| --- | --- | --- | --- |\n"


def records(kind: type, met: dict[type, None] | None = None) -> list[type]:
    """A record and all records in it, each before those it is made of."""
    met = {} if met is None else met
    if kind not in met:
        met[kind] = None
        for hint in hints(kind).values():
            for inner in _inside(hint):
                records(inner, met)
    return list(met)


def _inside(hint: Any) -> Iterator[type]:
    if dataclasses.is_dataclass(hint):
        yield typing.cast(type, hint)
    for part in typing.get_args(hint):
        yield from _inside(part)


def sentences(kind: type) -> dict[str, str]:
    """What each field of a record means: the text below it in the source."""
    path = Path(str(sys.modules[kind.__module__].__file__))
    body = next(
        node.body
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef) and node.name == kind.__name__
    )
    found = {}
    for field, after in itertools.pairwise(body):
        if isinstance(field, ast.AnnAssign) and isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
            found[typing.cast(ast.Name, field.target).id] = " ".join(str(after.value.value).split())
    return found


def about(kind: type) -> str:
    """The sentence about a record itself."""
    return " ".join((kind.__doc__ or "").split())


def is_optional(kind: type, name: str) -> bool:
    """Whether the plain form of a record may lack this field."""
    return type(None) in choices_of(hints(kind)[name])


def script(hint: Any) -> str:
    """A type as JSDoc writes it."""
    options = [option for option in choices_of(hint) if option is not type(None)]
    if len(options) > 1:
        return "|".join(script(option) for option in options)
    (only,) = options
    origin, inside = typing.get_origin(only), typing.get_args(only)
    if origin is Literal:
        return "|".join(f'"{word}"' for word in inside)
    if origin is dict:
        return f"Record<string, {script(inside[1])}>"
    if origin is list:
        return f"{script(inside[0])}[]" if len(choices_of(inside[0])) == 1 else f"({script(inside[0])})[]"
    if origin is tuple:
        return f"[{', '.join(script(part) for part in inside)}]"
    return SCRIPT.get(only) or only.__name__


def words(hint: Any) -> str:
    """A type in words."""
    options = [option for option in choices_of(hint) if option is not type(None)]
    if len(options) > 1:
        return " or ".join(words(option) for option in options)
    (only,) = options
    origin, inside = typing.get_origin(only), typing.get_args(only)
    if origin is Literal:
        return ", ".join(f"`{word}`" for word in inside)
    if origin is dict:
        return f"by name: {words(inside[1])}"
    if origin is list:
        return f"list: {words(inside[0])}"
    if origin is tuple:
        return f"list of {len(inside)} numbers"
    return WORDS.get(only) or f"[{only.__name__}](#{only.__name__.lower()})"


def default(kind: type, name: str) -> str:
    """What is taken where the key is missing, if that says something."""
    field = next(field for field in dataclasses.fields(kind) if field.name == name)
    if name in needed(kind):
        return "needed"
    return "" if field.default in (dataclasses.MISSING, None, "") else f"`{str(field.default).lower()}`"


def types_text() -> str:
    """The page's types."""
    parts = [
        "// @ts-check\n/**\n * What a theme and a tour may say, whole as the page gets them. Types only: nothing runs here.\n"
        " * Made by tools/themes.py from beachhead.engine.themes; change those records and run `make themes`.\n */\n"
    ]
    for kind in dict.fromkeys([*records(Theme), *records(Tour)]):
        said = sentences(kind)
        lines = [about(kind), f"@typedef {{object}} {kind.__name__}"]
        for key, name in keys(kind).items():
            shown = f"[{key}]" if is_optional(kind, name) else key
            lines.append(f"@property {{{script(hints(kind)[name])}}} {shown} {said[name]}")
        wrapped = [line for text in lines for line in textwrap.wrap(text, WIDTH, break_long_words=False, break_on_hyphens=False)]
        parts.append("/**\n" + "".join(f" * {line}\n" for line in wrapped) + " */\n")
    return "\n".join([*parts, "export {};\n"])


def page_text() -> str:
    """The page of the documentation."""
    parts = [INTRO]
    for head, kinds in (("The theme", records(Theme)), ("The tour", records(Tour))):
        parts.append(f"## {head}\n")
        for kind in kinds:
            said, of = sentences(kind), hints(kind)
            rows = [
                f"| `{key}` | {words(of[name])} | {default(kind, name)} | {said[name]} |\n" for key, name in keys(kind).items()
            ]
            parts.append(f"### {kind.__name__}\n\n{about(kind)}\n\n{HEAD}" + "".join(rows))
    return "\n".join(parts)


def main(arguments: list[str]) -> int:
    """Write the files, or say which is out of date."""
    wanted = {TYPES: types_text(), PAGE: page_text()}
    wanted |= {game.folder / LISTED: json.dumps(entry(game), indent=1, ensure_ascii=False) + "\n" for game in all_games()}
    stale = [path for path, text in wanted.items() if not path.exists() or path.read_text(encoding="utf-8") != text]
    if "--check" in arguments:
        for path in stale:
            print(f"{path.relative_to(ROOT)} is out of date: make themes")
        return bool(stale)
    for path in stale:
        path.write_text(wanted[path], encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
