"""What the style sheets must not do: have browsers style the whole table anew whenever anything in it changes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import beachhead

SHEETS = Path(beachhead.__file__).parent / "web" / "css"
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
RULE = re.compile(r"([^{};]+)\{")
BRACKETS = re.compile(r"\([^()]*\)|\[[^]]*\]")
NAMED = re.compile(r"^[\w.#]")


def selectors(text: str) -> Iterator[str]:
    """Every selector of a style sheet that asks for what is inside or behind something."""
    for found in RULE.finditer(COMMENT.sub("", text)):
        for selector in re.split(r",(?![^(]*\))", found[1]):
            if ":has(" in selector:
                yield selector.strip()


def is_open(selector: str) -> bool:
    """Whether anything at all can be what it selects: its last part names no element, class or id."""
    bare = selector
    while BRACKETS.search(bare):
        bare = BRACKETS.sub("", bare)
    return not NAMED.match(re.split(r"[\s>+~]+", bare)[-1])


def test_has_selects_what_it_names() -> None:
    """A browser keeps one list of what changes with any `:has()`. If one of them selects `:not(…)` or `*`, every change anywhere
    has all elements of the page styled anew: on a map of thousands, 25 milliseconds each time."""
    found = {path.name: list(selectors(path.read_text(encoding="utf-8"))) for path in sorted(SHEETS.glob("*.css"))}
    assert sum(map(len, found.values())) > 5
    assert [f"{name}: {one}" for name, all_ in found.items() for one in all_ if is_open(one)] == []


def test_an_open_selector_is_noticed() -> None:
    assert is_open("body:has(> #print) > :not(#print)")
    assert is_open(".a:not(:has(input:checked)) .b > :not(.c)")
    assert is_open(".a:has(.b) *")
    assert not is_open('.table:has(.side[data-height="low"]) .stage')
    assert not is_open(".since:not(:has([aria-expanded='true']))")
    assert not is_open(".a:has(.b) small:not(.c)")
