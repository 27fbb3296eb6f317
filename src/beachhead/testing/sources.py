"""The source of what is loaded, also where compiled modules run: it lies beside them."""

from __future__ import annotations

import ast
import sys
from importlib import import_module
from pathlib import Path


def source_of(module: str) -> Path | None:
    """The file that a module was written in; None if there is none to read.

    >>> source_of("beachhead.engine.state").name
    'state.py'
    """
    file = getattr(sys.modules.get(module) or import_module(module), "__file__", None)
    if file is None:
        return None
    path = Path(file)
    source = path if path.suffix == ".py" else path.with_name(path.name.partition(".")[0] + ".py")
    return source if source.is_file() else None


def class_source(kind: type) -> tuple[Path, str]:
    """The file of a class, and the text of the class in it. `inspect.getsource` knows nothing of compiled classes."""
    path = source_of(kind.__module__)
    text = "" if path is None else path.read_text(encoding="utf-8")
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ClassDef) and node.name == kind.__name__ and path is not None:
            return path, ast.get_source_segment(text, node) or ""
    raise OSError(f"the source of {kind.__name__} is not here")
