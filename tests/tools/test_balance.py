"""The verb that plays trial games and stores how they ended."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path

import pytest

import beachhead as bh
from beachhead.engine.game import BALANCE

TOOL = Path(__file__).resolve().parents[2] / "tools" / "balance.py"


def test_each_scenario_is_stored_as_soon_as_it_has_been_tried(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spec = importlib.util.spec_from_file_location("balance_tool", TOOL)
    assert spec is not None and spec.loader is not None
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    game = bh.game("saipan")
    monkeypatch.setattr(game, "balance", {"free": {"trials": 1}})
    monkeypatch.setattr(type(game), "folder", tmp_path)
    tool.main("saipan", "2", "historical")
    stored = json.loads((tmp_path / BALANCE).read_text())
    assert list(stored) == ["historical", "free"], "in the order of the scenarios; what was there stays"
    tried = stored["historical"]
    assert tried["trials"] == sum(tried["results"].values()) == 2
    assert (tried["players"], tried["rules"]) == ({"us": "sergeant", "jp": "sergeant"}, game.version)
