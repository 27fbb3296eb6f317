"""What holds for all tests: where their time goes, in which order they come, and that none looks at a real clock."""

from __future__ import annotations

import gc
import os
from typing import Any

import pytest
from hypothesis import settings

from beachhead.engine.compiled import changed_sources, is_compiled

from .accounts import Accounts
from .budget import SLOW

settings.register_profile("any computer", deadline=None)
settings.load_profile("any computer")
GARBAGE = 20_000
"""New objects after which Python looks for circles among them; by default it does after 700, and a long run loses much by it."""
RANK = {f"tests/{name}.py": number for number, name in enumerate(SLOW)}


def pytest_configure(config: pytest.Config) -> None:
    gc.disable()  # nothing that is collected ever becomes garbage
    config.addinivalue_line("markers", "game(id): the game that a test is about, where neither parameters nor its file say so")
    config.addinivalue_line("markers", "plain: breaks the source of the rules, or reads it; left out where they are compiled")
    config.pluginmanager.register(Accounts(), "accounts")
    if os.environ.get("BEACHHEAD_COMPILED") and not is_compiled():
        pytest.exit("these tests are to run on compiled rules, but the rules found are plain", 2)
    changed = changed_sources()
    if changed:
        pytest.exit(f"compiled rules are out of date ({changed[0]} has changed): make fast or make slow", 2)


def pytest_collection_finish() -> None:
    """Tests, vectors and rules stay to the end, so nobody needs to look among them again and again for what can be forgotten."""
    gc.freeze()
    gc.set_threshold(GARBAGE)
    gc.enable()


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Tell a worker how tests are handed out."""
    node.workerinput["dist"] = node.config.getoption("dist")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """The slow files first. Where workers begin with a block each and steal the rest (`--dist worksteal`), every block gets
    its share of them, and begins with those of the browser, which then is started once."""
    if is_compiled():
        plain = [item for item in items if item.get_closest_marker("plain")]
        items[:] = [item for item in items if item not in plain]
        config.hook.pytest_deselected(items=plain)
    files: dict[str, list[pytest.Item]] = {}
    for item in items:
        files.setdefault(item.nodeid.split("::")[0], []).append(item)
    names = sorted(files, key=lambda name: RANK.get(name, len(RANK)))
    given: dict[str, Any] = getattr(config, "workerinput", {})
    blocks = given["workercount"] if given.get("dist") == "worksteal" else 1
    shares = (sorted(names[block::blocks], key=lambda name: not name.startswith("tests/browser/")) for block in range(blocks))
    items[:] = [item for share in shares for name in share for item in files[name]]
