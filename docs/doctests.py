"""A griffe extension that shows the doctests of docstrings as code.

Docstrings are rendered as Markdown, which takes `>>>` for a quotation and `['a', 'b']` for a reference to another page.
"""

import re
from typing import Any

import griffe

DOCTEST = re.compile(r"^>>> (?:.+\n?)+", re.MULTILINE)
"""From the first prompt to the next empty line."""


class Doctests(griffe.Extension):
    """Fences the doctests of every docstring."""

    def on_instance(self, *, obj: griffe.Object, **_: Any) -> None:
        if obj.docstring is not None:
            obj.docstring.value = DOCTEST.sub(_fenced, obj.docstring.value)


def _fenced(found: re.Match[str]) -> str:
    return f"```pycon\n{found[0].rstrip()}\n```\n"
