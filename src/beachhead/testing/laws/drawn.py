"""What a theme names and the page must have drawn: figures, tints, signs of the ground, colors of sides.

The page's own files are read, so a figure that is added there is known here.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from functools import cache
from importlib import resources

from beachhead.engine.themes import Theme

TABLES = {"SYMBOLS": r"(\w+): \(", "ALSO": r'(\w+): "', "MARKERS": r"(\w+): \{"}
"""Tables of web/js/board/symbols.js, and how an item of each begins."""


@cache
def figures(table: str) -> frozenset[str]:
    """The names in one of these tables.

    >>> "infantry" in figures("SYMBOLS"), "armour" in figures("ALSO"), "flag" in figures("MARKERS"), "fill" in figures("MARKERS")
    (True, True, True, False)
    """
    block = re.search(rf"const {table} = {{(.*?)}};", _page("js/board/symbols.js"), re.DOTALL)
    return frozenset(re.findall(TABLES[table], block[1]) if block else ())


@cache
def tints() -> frozenset[str]:
    """The kinds of ground that board.css has a color for."""
    return frozenset(re.findall(r"\.m-tint\.m-(\w+)", _page("css/board.css")))


@cache
def signs() -> frozenset[str]:
    """The little signs that drawing/hexes/ground.py can scatter over the ground."""
    text = resources.files("beachhead").joinpath("drawing", "hexes", "ground.py").read_text(encoding="utf-8")
    return frozenset(re.findall(r'^    "(\w+)": ', text[text.index("\nSIGNS") :], re.MULTILINE))


@cache
def colors() -> frozenset[str]:
    """The colors of sides in tokens.css: each has an ink and a soft one as well."""
    found = set(re.findall(r"--(\w+):", _page("css/tokens.css")))
    return frozenset(name for name in found if re.search(rf"--{name}-ink:.*--{name}-soft:", _page("css/tokens.css"), re.DOTALL))


def _page(name: str) -> str:
    return resources.files("beachhead").joinpath("web", *name.split("/")).read_text(encoding="utf-8")


def not_drawn(theme: Theme) -> Iterator[str]:
    """What a theme names that nobody has drawn, each with its key, and the nearest name that there is."""
    symbols = figures("SYMBOLS") | figures("ALSO")
    ground = theme.terrain.items()
    for what, where, known in (
        ("symbol", [(f"arms.{key}.symbol", arm.symbol) for key, arm in theme.arms.items()], symbols),
        ("symbol", [(f"backs.{key}.symbol", back.symbol) for key, back in theme.backs.items()], symbols),
        ("figure", [(f"markers.{one.id}.shape", one.shape) for one in theme.markers], figures("MARKERS")),
        ("color of a side", [(f"sides.{key}.colour", side.colour) for key, side in theme.sides.items()], colors()),
        ("sign of the ground", [(f"terrain.{key}.scatter", kind.scatter) for key, kind in ground if kind.scatter], signs()),
        ("tint of the ground", [(f"terrain.{key}.tint", kind.tint) for key, kind in ground if kind.tint], tints()),
    ):
        for key, name in where:
            if name not in known:
                close = difflib.get_close_matches(name, known, n=1)
                hint = f"did you mean {close[0]!r}?" if close else f"there are {', '.join(sorted(known))}"
                yield f"{key}: there is no {what} {name!r} ({hint})"
