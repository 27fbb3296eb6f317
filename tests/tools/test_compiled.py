"""What `make fast` compiles, and that nobody runs compiled rules that are out of date without being told."""

from __future__ import annotations

import ast
import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import beachhead as bh
from beachhead.engine.compiled import changed_sources, form, is_compiled, warn_of_changes
from beachhead.engine.fields import OCTETS

ROOT = Path(__file__).resolve().parents[2]
TOOL = ROOT / "tools" / "compiled.py"


@pytest.fixture
def tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("compiled_tool", TOOL)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_chapters_are_compiled_and_what_reads_components_is_not(tool: ModuleType) -> None:
    found = tool.modules()
    assert {"engine/state.py", "series/island_war/movement.py", "games/saipan/landing.py", "games/rage/combat/assault.py"} <= set(
        found
    )
    assert not {"engine/game.py", "games/saipan/game.py", "series/island_war/components.py", "boards/areas.py"} & set(found)
    assert not [name for name in found if name.endswith("__init__.py")]


def test_a_new_chapter_is_compiled_without_being_listed(tool: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text((ROOT / "pyproject.toml").read_text())
    folder = tmp_path / "src" / "beachhead" / "games" / "new_game"
    folder.mkdir(parents=True)
    for name in ("__init__.py", "game.py", "supply.py"):
        (folder / name).write_text("")
    assert tool.modules(tmp_path) == ["games/new_game/supply.py"]


def walked_over(source: str, rows: set[str]) -> list[int]:
    """Lines with `enumerate` or a comprehension over a row of bytes of a state, which the compiler refuses."""
    tree = ast.parse(source)
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)]
    over: list[ast.expr] = [node.iter for node in ast.walk(tree) if isinstance(node, ast.comprehension)]
    over += [node.args[0] for node in calls if isinstance(node.func, ast.Name) and node.func.id == "enumerate"]
    return [node.lineno for node in over if isinstance(node, ast.Attribute) and node.attr in rows and is_state(node.value)]


def is_state(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id in ("state", "self", "twin")


def test_rows_of_bytes_are_walked_by_number(tool: ModuleType) -> None:
    """A build takes minutes; this is the fault that it finds most often (docs/performance.md, conventions)."""
    source = "[a for a in state.acted]\nfor n, a in enumerate(state.acted): ...\n[b for b in state.where]"
    assert walked_over(source, {"acted"}) == [1, 2]
    for game in bh.all_games():
        rows = {name for name, field in game.state_type.fields.all.items() if field.kind == OCTETS}
        for name in tool.modules():
            if name.startswith(f"games/{game.id}/"):
                assert not walked_over((ROOT / "src" / "beachhead" / name).read_text(), rows), name


def test_marks_go_and_lines_stay(tool: ModuleType) -> None:
    source = 'A = 1\n\n@enforces(\n    FAMILY,\n    "5.24",\n)\n@other\ndef stop(): ...\n'
    assert tool.without_marks(source) == "A = 1\n\n\n\n\n\n@other\ndef stop(): ...\n"


def test_sources_are_copied_without_what_was_compiled_before(
    tool: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, place = tmp_path / "source", tmp_path / "place"
    (source / "beachhead").mkdir(parents=True)
    (source / "beachhead" / "rule.py").write_text('@enforces("f", "1")\ndef rule(): ...\n')
    (source / "beachhead" / f"rule{tool.SUFFIX}").write_text("")
    (place / "beachhead").mkdir(parents=True)
    (place / "beachhead" / "gone.py").write_text("")
    monkeypatch.setattr(tool, "SOURCE", source)
    tool.copy_sources(place, bare=True)
    assert {path.name: path.read_text() for path in (place / "beachhead").iterdir()} == {"rule.py": "\ndef rule(): ...\n"}


def test_compiled_modules_come_and_go(tool: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source, place = tmp_path / "source", tmp_path / "place"
    for folder in (source, place):
        (folder / "beachhead" / "engine").mkdir(parents=True)
        (folder / "beachhead" / "engine" / "state.py").write_text("")
    (place / "beachhead" / "engine" / f"state{tool.SUFFIX}").write_text("compiled")
    (place / "beachhead" / tool.STAMP).write_text("{}")
    monkeypatch.setattr(tool, "SOURCE", source)
    assert tool.install(place) == len("compiled") + 2
    assert sorted(path.name for path in source.rglob("*") if path.is_file()) == [
        "compiled.json",
        f"state{tool.SUFFIX}",
        "state.py",
    ]
    assert tool.remove() == 2
    assert [path.name for path in source.rglob("*") if path.is_file()] == ["state.py"]


def test_without_a_compiler_it_says_so() -> None:
    done = subprocess.run(
        [sys.executable, str(TOOL), "--missing"],
        env=os.environ | {"CC": "no-such-compiler"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (1, "there is no C compiler (no-such-compiler)\n")


def test_sources_that_changed_since_are_named(tool: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "beachhead"
    package.mkdir()
    for name in ("one.py", "two.py"):
        (package / name).write_text("")
    assert changed_sources(package) == []
    monkeypatch.setattr(tool, "SOURCE", tmp_path)
    (package / tool.STAMP).write_text(tool.stamp(["one.py", "two.py"]))
    assert changed_sources(package) == []
    (package / "two.py").write_text("A = 1\n")
    assert changed_sources(package) == ["two.py"]


@pytest.mark.parametrize(
    ("changed", "words"),
    [([], ""), (["a.py"], "a.py has changed since"), (["a.py", "b.py", "c.py"], "a.py and 2 more have changed since")],
)
def test_the_warning(changed: list[str], words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("beachhead.engine.compiled.changed_sources", lambda: changed)
    warn_of_changes()
    said = capsys.readouterr().err
    assert said.startswith(words) and bool(said) == bool(words)


def test_the_form_in_a_word() -> None:
    assert form() == ("compiled" if is_compiled() else "plain")


def test_a_game_that_the_compiler_refuses_stays_plain(
    tool: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    why = "games/tarawa/saves.py:9: ValueError: bytearray is not a valid sequence."
    tried: list[list[str]] = []

    def translate(_: Path, listed: list[str]) -> str:
        tried.append(list(listed))
        return f"Traceback\nbare/beachhead/{why}\n" if "games/tarawa/saves.py" in listed else ""

    monkeypatch.setattr(tool, "modules", lambda: ["engine/state.py", "games/tarawa/rules.py", "games/tarawa/saves.py"])
    monkeypatch.setattr(tool, "translate", translate)
    monkeypatch.setattr(tool, "missing", lambda: None)
    tool.build(tmp_path)
    assert tried[-1] == ["engine/state.py"] and len(tried) == 2
    assert capsys.readouterr().out == f"games/tarawa stays plain, since mypyc refuses a module of it: {why}\n"


def test_a_fault_that_is_not_a_games_stops_the_build(tool: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tool, "translate", lambda *_: "bare/beachhead/engine/state.py:1: error: no")
    monkeypatch.setattr(tool, "missing", lambda: None)
    with pytest.raises(tool.Trouble, match="the compiler failed"):
        tool.build(tmp_path)
