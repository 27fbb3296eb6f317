"""The documentation of the library lists every module that people who write a game may use, and no other."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
GAMES = sorted(f"games/{folder.parent.name}" for folder in (ROOT / "src" / "beachhead" / "games").glob("*/__init__.py"))
PACKAGES = ("engine", "boards", "series/island_war", *GAMES, "vectors", "lab", "testing")


def listed() -> set[str]:
    """What the pages of docs/reference name, such as `beachhead.engine.chance.dice`."""
    pages = [page.read_text(encoding="utf-8") for page in (ROOT / "docs" / "reference").glob("*.md")]
    return {line.removeprefix("::: ") for page in pages for line in page.splitlines() if line.startswith("::: ")}


@pytest.mark.parametrize("package", PACKAGES)
def test_every_module_is_listed(package: str) -> None:
    source = ROOT / "src"
    modules = [path for path in (source / "beachhead" / package).rglob("*.py") if path.name != "__init__.py"]
    names = {".".join(path.relative_to(source).with_suffix("").parts) for path in modules}
    assert names
    assert not names - listed(), "add these to a page of docs/reference"


def test_every_name_on_a_page_exists() -> None:
    for name in listed():
        path = ROOT / "src" / name.replace(".", "/")
        module = path.with_suffix(".py").exists() or path.is_dir()
        around = path.parent.with_suffix(".py")
        assert module or (around.exists() and f"class {path.name}" in around.read_text(encoding="utf-8")), name
