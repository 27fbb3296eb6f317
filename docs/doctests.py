"""Shows the examples in docstrings as code: in plain Markdown `>>>` is a quotation, and `[...]` a link."""

from __future__ import annotations

from typing import Any

from griffe import Extension, Object


class Doctests(Extension):
    """Puts a fence around every run of lines that begins with `>>>`, up to the next empty line."""

    def on_object(self, *, obj: Object, **_: Any) -> None:
        """Called for every module, class, function and attribute that the documentation may show."""
        if obj.docstring is not None:
            obj.docstring.value = fenced(obj.docstring.value)


def fenced(text: str) -> str:
    """A docstring with its examples in fences."""
    lines: list[str] = []
    inside = False
    for line in [*text.splitlines(), ""]:
        if line.startswith(">>>") and not inside:
            inside = True
            lines.append("```pycon")
        elif not line.strip() and inside:
            inside = False
            lines.append("```")
        lines.append(line)
    return "\n".join(lines[:-1])
