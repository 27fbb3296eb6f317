"""Which code enforces which rule cases, read from the source.

The mark `@enforces` does nothing when it runs, and compiled modules do not even have it, so it is looked for where people read
it: in the sources of the packages that a game is made of.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from importlib import import_module

from beachhead.engine.game import Game
from beachhead.testing.proofs import marks_of
from beachhead.testing.sources import source_of

Places = dict[str, list[str]]
"""Case -> places in the code, such as `beachhead.games.saipan.landing:Landing.take_land`."""


def enforced_at(game: Game) -> Places:
    """Case -> places, over all families of rules that the game uses."""
    found: Places = {}
    for module in modules_of(game):
        for family, cases in enforced_in(module).items():
            for case, places in cases.items() if family in game.families else ():
                found.setdefault(case, []).extend(places)
    return found


def enforced_in(module: str) -> dict[str, Places]:
    """Family of rules -> case -> places in one module."""
    found: dict[str, Places] = {}
    source = source_of(module)
    if source is None or "@enforces" not in (text := source.read_text(encoding="utf-8")):
        return found
    for qualname, call in marks_of("enforces", ast.parse(text, str(source))):
        family, *cases = (_value(word, module, f"{source}:{call.lineno}") for word in call.args)
        for case in cases:
            places = found.setdefault(family, {}).setdefault(case, [])
            if (place := f"{module}:{qualname}") not in places:
                places.append(place)
    return found


def _value(word: ast.expr, module: str, place: str) -> str:
    """A text that is written out, or the constant of the module that stands for it, such as FAMILY."""
    if isinstance(word, ast.Constant) and isinstance(word.value, str):
        return word.value
    value = getattr(import_module(module), word.id, None) if isinstance(word, ast.Name) else None
    if not isinstance(value, str):
        raise ValueError(f"{place}: write the family and the cases of @enforces out as texts or constants")
    return value


def modules_of(game: Game) -> list[str]:
    """All modules of the packages in which the game, its state and what they are derived from are written.

    Of a package that several games share, only the modules of this one count.
    """
    homes = {kind.__module__ for start in (type(game), game.state_type) for kind in start.__mro__}
    others = {package_of(kind.__module__) for kind in _derived(Game) if not isinstance(game, kind)}
    found: set[str] = set()
    for home in homes:
        package = package_of(home)
        source = source_of(home)
        if source is None:
            continue
        found.add(home)
        if package and package not in others and (source.parent / "__init__.py").is_file():
            for path in source.parent.rglob("*.py"):
                inside = path.relative_to(source.parent).with_suffix("").parts
                found.add(".".join((package, *(part for part in inside if part != "__init__"))))
    return sorted(found)


def package_of(module: str) -> str:
    """The package that a module is, or lies in."""
    return module if hasattr(sys.modules[module], "__path__") else module.rpartition(".")[0]


def _derived(kind: type) -> Iterator[type]:
    heir: type
    for heir in kind.__subclasses__():
        yield heir
        yield from _derived(heir)
